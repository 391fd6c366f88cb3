#include "hcomm_ext.h"

HcclResult SecondUnit(ThreadHandle thread)
{
    CHK_RET(HcclThreadFree(thread));
    return HCCL_SUCCESS;
}
