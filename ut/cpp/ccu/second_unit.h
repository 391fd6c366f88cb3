#ifndef HCOMM_UT_CCU_SECOND_UNIT_H
#define HCOMM_UT_CCU_SECOND_UNIT_H

#include "ccu_primitives.hpp"

extern AscendC::ccu::Func doubledTwice;

CcuResult SecondKernel(ChannelHandle channel);

#endif
