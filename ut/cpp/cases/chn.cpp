#include "cases.h"
namespace cases { const std::vector<Case> kChannelCases; }
