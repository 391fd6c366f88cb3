//! C functions of `hccl/dtype_common.h`, in the order of the header.

use hcomm_abi::{DevType, HcclResult};

/// Kind of the current device. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_RUNTIME` without a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hrtGetDeviceType(devType: *mut DevType) -> HcclResult {
    stub!(hrtGetDeviceType(devType))
}
