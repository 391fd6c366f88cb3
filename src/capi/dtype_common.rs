//! C functions of `hccl/dtype_common.h`, in the order of the header.

use hcomm_abi::{DevType, HcclResult};

/// `hrtGetDeviceType` of `hccl/dtype_common.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hrtGetDeviceType(devType: *mut DevType) -> HcclResult {
    stub!(hrtGetDeviceType(devType))
}
