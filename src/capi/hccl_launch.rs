//! C functions of `hccl/hccl_launch.h`, in the order of the header.

use core::ffi::c_char;

use hcomm_abi::{
    EnumArg, HcclCMDType, HcclComm, HcclKernelFuncInfo, HcclKernelLaunchCfg, HcclOpDesc, HcclResult,
    ThreadHandle, aclrtStream,
};
use hcomm_base::{Result, bail};

use super::arg;
use crate::control::launch::{self, Direction, Request};
use crate::control::{group, registry};

/// Launches the kernel that `funcInfo` names on the AICPU of the communicator's device, behind what
/// `userStream` holds; later work of the stream waits until all is done that the kernel queued on
/// `aicpuThreadHandle`, a thread of this communicator. Does not wait itself; arguments are copied.
///
/// The kernel runs on `opInfo->p2p.unfoldStream` and gets the address of an `HcclP2pKernelParam`: the thread,
/// then the arguments, filled up with 0. A description `kernelSoName` with the ending `.json` among the
/// installed kernels tells which function of the library `kernelFuncName` is; without one it is the function
/// itself. `kernelLaunchCfg->timeOut` is in seconds, 0 is any time, more than 65535 counts as 65535. When the
/// kernel fails, the user's stream fails as well.
///
/// Inside a group the launch must be a send or a receive (`cmdType`, `remoteRank`) with at most
/// `P2P_MAX_ARG_SIZE` bytes of arguments. The outermost `HcclGroupEnd` launches all of them: sends on one
/// thread of the library, receives on another, whose handle the kernels get instead of `aicpuThreadHandle`.
///
/// Not thread-safe for one communicator. Errors: `HCCL_E_PTR` for NULL, a thread of 0 or a stream that does not
/// live, `HCCL_E_PARA` for a thread of another communicator and for what a group does not take,
/// `HCCL_E_RUNTIME` if there is no such kernel or the runtime refuses the launch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAicpuKernelLaunch(
    comm: HcclComm,
    opInfo: *const HcclOpDesc,
    funcInfo: *const HcclKernelFuncInfo,
    aicpuThreadHandle: ThreadHandle,
    userStream: aclrtStream,
    kernelLaunchCfg: *const HcclKernelLaunchCfg,
) -> HcclResult {
    ffi_guard!(HcclAicpuKernelLaunch, {
        arg::not_null(comm, "comm")?;
        arg::not_null(userStream, "userStream")?;
        // SAFETY: the caller's promise, see the module.
        let function = unsafe { arg::input(funcInfo, "funcInfo") }?;
        // SAFETY: as above.
        let operator = unsafe { arg::input(opInfo, "opInfo") }?;
        // SAFETY: as above.
        let config = unsafe { arg::input(kernelLaunchCfg, "kernelLaunchCfg") }?;
        let arguments = match function.argSize {
            0 => &[],
            // SAFETY: as above.
            size => unsafe { arg::array(function.args.cast::<u8>(), size as usize, "funcInfo->args") }?,
        };
        // SAFETY: every member of the union is plain data, for which any bytes are valid.
        let p2p = unsafe { operator.anon_0.p2p };
        let request = Request {
            library: name(&function.kernelSoName, "funcInfo->kernelSoName")?,
            function: name(&function.kernelFuncName, "funcInfo->kernelFuncName")?,
            arguments,
            time_out: config.timeOut,
            user: userStream,
            unfold: p2p.unfoldStream,
            direction: match p2p.cmdType.known() {
                Some(HcclCMDType::HCCL_CMD_SEND) => Some(Direction::Send),
                Some(HcclCMDType::HCCL_CMD_RECEIVE) => Some(Direction::Receive),
                _ => None,
            },
            peer: p2p.remoteRank,
        };
        let found = registry::find(comm as u64)?;
        if group::active() {
            group::queue_launch(comm as u64, launch::for_group(&found, &request)?)
        } else {
            launch::alone(&found, &request, aicpuThreadHandle)
        }
    })
}

/// A name that fills at most its array, with the NUL.
fn name<'a>(array: &'a [c_char; 256], what: &str) -> Result<&'a str> {
    // SAFETY: `c_char` and `u8` have the same layout and any bits are a value of either.
    let bytes = unsafe { &*std::ptr::from_ref(array).cast::<[u8; 256]>() };
    let Ok(text) = core::ffi::CStr::from_bytes_until_nul(bytes) else { bail!(PARA, "{what} does not end") };
    match text.to_str() {
        Ok(text) => Ok(text),
        Err(error) => bail!(PARA, "{what} is not UTF-8 after byte {}", error.valid_up_to()),
    }
}
