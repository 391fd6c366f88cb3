#include "second_unit.h"

#include "ccu_primitives.hpp"

AscendC::ccu::Func doubledTwice([] { AscendC::ccu::Variable v; });

CcuResult SecondKernel(ChannelHandle channel)
{
    AscendC::ccu::Variable shared = AscendC::ccu::GetResByChannel<AscendC::ccu::Variable>(channel, 1);
    return AscendC::ccu::WriteVariableWithNotify(channel, shared, 1, 2);
}
