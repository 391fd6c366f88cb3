//! C functions of `hccl/hccl_diag.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HCOMM_ALG_TAG_LENGTH, HcclComm, HcclDfxOpInfo, HcclResult};
use hcomm_base::{Code, Result, bail};

use super::arg;
use crate::control::topo::Product;
use crate::control::{comm, config, registry};

/// Refuses what some products do not report.
fn not_on(comm: HcclComm, products: &[Product]) -> Result {
    let product = registry::find(comm as u64)?.product();
    if products.contains(&product) {
        bail!(NOT_SUPPORT, "{product:?} devices do not report this");
    }
    Ok(())
}

/// Reports an operator to the profiler, from `beginTime` (of `HcommGetProfilingSysCycleTime`) until now.
/// Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclProfilingReportOp(comm: HcclComm, beginTime: u64) -> HcclResult {
    ffi_guard!(HcclProfilingReportOp, {
        arg::not_null(comm, "comm")?;
        // No profiler listens, so only the code counts.
        let _ = beginTime;
        not_on(comm, &[Product::A3, Product::P310])
    })
}

/// Reports an AICPU kernel to the profiler, from `beginTime` until now. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReportAicpuKernel(
    comm: HcclComm,
    beginTime: u64,
    kernelName: *mut c_char,
) -> HcclResult {
    ffi_guard!(HcclReportAicpuKernel, {
        arg::not_null(comm, "comm")?;
        arg::not_null(kernelName, "kernelName")?;
        let _ = beginTime;
        registry::find(comm as u64).map(|_| ())
    })
}

/// Reports a vector core kernel to the profiler, from `beginTime` until now. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReportAivKernel(comm: HcclComm, beginTime: u64) -> HcclResult {
    ffi_guard!(HcclReportAivKernel, {
        arg::not_null(comm, "comm")?;
        let _ = beginTime;
        not_on(comm, &[Product::A2, Product::A3, Product::P310])
    })
}

/// Time stamp for profiling, in the profiler's cycles; 0 when profiling is off.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommGetProfilingSysCycleTime() -> u64 {
    ffi_guard!(HcommGetProfilingSysCycleTime, 0, {
        // 0 means that profiling is off.
        Ok(0)
    })
}

/// Tells the library which operator runs next on the communicator with this name: the sentences about tasks
/// that fail name it. The structure is an `HcclDfxOpInfo`. Errors: `HCCL_E_PTR` for NULL or an unknown name,
/// `HCCL_E_NOT_SUPPORT` on A3 and 310P devices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDfxRegOpInfoByCommId(
    commId: *mut c_char,
    hcclDfxOpInfo: *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclDfxRegOpInfoByCommId, {
        // SAFETY: the caller's promise, see the module.
        let name = unsafe { arg::string(commId, config::NAME_MAX, "commId") }?;
        // SAFETY: as above.
        let info = unsafe { arg::input(hcclDfxOpInfo.cast::<HcclDfxOpInfo>(), "hcclDfxOpInfo") }?;
        let comm = comm::named_here(name, Code::PTR)?;
        match comm.product() {
            Product::A5 => comm.data().operator().set_name(describe(info)),
            Product::A2 => {}
            product => bail!(NOT_SUPPORT, "{product:?} devices do not report operators"),
        }
        Ok(())
    })
}

/// An operator in a sentence.
fn describe(info: &HcclDfxOpInfo) -> String {
    // SAFETY: `c_char` and `u8` have the same layout and any bits are a value of either.
    let bytes = unsafe { &*core::ptr::from_ref(&info.algTag).cast::<[u8; HCOMM_ALG_TAG_LENGTH as usize]>() };
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let tag = String::from_utf8_lossy(&bytes[..end]);
    format!("\"{tag}\", kind {}, {} elements of type {}", info.opType, info.dataCount, info.dataType)
}
