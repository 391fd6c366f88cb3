//! C functions of `hccl/dtype_common.h`, in the order of the header.

use core::mem::MaybeUninit;

use hcomm_abi::{AbiEnum, DevType, HcclResult};

use super::arg;
use crate::control::comm;
use crate::control::topo::device_type;

/// Kind of the current device, from the name of its SoC. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_RUNTIME` without a
/// device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hrtGetDeviceType(devType: *mut DevType) -> HcclResult {
    ffi_guard!(hrtGetDeviceType, {
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(devType.cast::<MaybeUninit<DevType>>(), "devType") }?;
        comm::current_device()?;
        out.write(device_type(&comm::soc_name()).abi());
        Ok(())
    })
}
