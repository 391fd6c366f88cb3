//! C functions of `hccl/hcomm_diag.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HcclResult, HcommGetOpInfoCallback};
use hcomm_base::{Code, bail};

use super::arg;
use crate::control::{comm, config};
use crate::data::comm::has_acquired;
use crate::data::wait::in_kernel;

/// Most bytes of `HcommRegOpInfo`.
const OP_INFO_MAX: usize = 1 << 20;

/// For kernels: keeps a copy of `size` bytes about the running operator of the communicator with this name, for
/// error texts (see `HcommRegOpTaskException`). A name that is unknown changes nothing. Errors: `HCCL_E_PTR`
/// for NULL, `HCCL_E_PARA` for more than 1 MiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommRegOpInfo(
    commId: *const c_char,
    opInfo: *mut c_void,
    size: usize,
) -> HcclResult {
    ffi_guard!(HcommRegOpInfo, {
        // SAFETY: the caller's promise, see the module.
        let name = unsafe { arg::string(commId, config::NAME_MAX, "commId") }?;
        // SAFETY: as above.
        let bytes = unsafe { arg::array(opInfo.cast::<u8>(), size, "opInfo") }?;
        if size > OP_INFO_MAX {
            bail!(PARA, "size is {size} bytes, at most {OP_INFO_MAX} are kept");
        }
        if let Ok(comm) = comm::named_here(name, Code::PTR) {
            comm.data().operator().set_information(bytes);
        }
        Ok(())
    })
}

/// For kernels: registers the function that turns the bytes of `HcommRegOpInfo` into text; the sentences about
/// tasks that fail show it. A name that is unknown changes nothing. Errors: `HCCL_E_PTR` for NULL in a kernel;
/// on the host NULL changes nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommRegOpTaskException(
    commId: *const c_char,
    callback: HcommGetOpInfoCallback,
) -> HcclResult {
    ffi_guard!(HcommRegOpTaskException, {
        // The host may pass NULL: it has nothing to explain.
        if !in_kernel() && (commId.is_null() || callback.is_none()) {
            return Ok(());
        }
        // SAFETY: the caller's promise, see the module.
        let name = unsafe { arg::string(commId, config::NAME_MAX, "commId") }?;
        let Some(callback) = callback else { bail!(PTR, "callback is NULL") };
        if let Ok(comm) = comm::named_here(name, Code::PTR) {
            comm.data().operator().set_formatter(callback);
        }
        Ok(())
    })
}

/// For kernels: reports the running operator of a communicator, by its name, to the profiler; none listens.
/// Errors: `HCCL_E_PTR` for NULL, or on the 950 if the kernel has acquired no communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportDeviceOp(groupname: *const c_char) -> HcclResult {
    ffi_guard!(HcommProfilingReportDeviceOp, {
        arg::not_null(groupname, "groupname")?;
        if comm::product().is_v2() && !has_acquired() {
            bail!(PTR, "no communicator is acquired: call HcommAcquireComm first");
        }
        Ok(())
    })
}

/// For kernels: reports the first task of the running kernel on a thread to the profiler; none listens. Errors,
/// on the 950: `HCCL_E_PTR` for NULL or a thread of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportKernelStartTask(
    thread: u64,
    groupname: *const c_char,
) -> HcclResult {
    ffi_guard!(HcommProfilingReportKernelStartTask, {
        if !comm::product().is_v2() {
            return Ok(());
        }
        arg::not_null(groupname, "groupname")?;
        arg::not_null(thread as *const u8, "thread")
    })
}

/// For kernels: reports the last task of the running kernel on a thread to the profiler; none listens. Errors:
/// `HCCL_E_PTR` for NULL, and on the 950 for a thread of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportKernelEndTask(
    thread: u64,
    groupname: *const c_char,
) -> HcclResult {
    ffi_guard!(HcommProfilingReportKernelEndTask, {
        arg::not_null(groupname, "groupname")?;
        if !comm::product().is_v2() {
            return Ok(());
        }
        arg::not_null(thread as *const u8, "thread")
    })
}
