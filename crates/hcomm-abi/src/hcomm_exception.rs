//! Types and constants of `hcomm/hcomm_exception.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::CommAbiHeader;

/// Called with what happened and the registered `userData`.
pub type HcommExceptionCallback = Option<unsafe extern "C" fn(*const HcommExceptionInfo, *mut c_void)>;

/// Where an exception comes from.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum tagHcommExceptionExpandType {
    /// Unknown.
    HCOMM_EXCEPTION_INVALID = -1,
    /// The task scheduler.
    HCOMM_EXCEPTION_STARS = 0,
    /// RoCE.
    HCOMM_EXCEPTION_ROCE = 1,
    /// UB.
    HCOMM_EXCEPTION_URMA = 2,
}

/// `HcommExceptionExpandType` names [`tagHcommExceptionExpandType`].
pub type HcommExceptionExpandType = tagHcommExceptionExpandType;

abi_enum!(tagHcommExceptionExpandType {
    HCOMM_EXCEPTION_INVALID,
    HCOMM_EXCEPTION_STARS,
    HCOMM_EXCEPTION_ROCE,
    HCOMM_EXCEPTION_URMA
});
pub use tagHcommExceptionExpandType::*;

/// What the task scheduler tells.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagStarsExDetailInfo {
    /// Its error code.
    pub starsErrcode: u32,
    /// Kind of the task.
    pub sqeType: u8,
    /// Status bits.
    pub statusMerged: u8,
    /// Not used; 0.
    pub rsvd: [u8; 122],
}

/// `StarsExDetailInfo` names [`tagStarsExDetailInfo`].
pub type StarsExDetailInfo = tagStarsExDetailInfo;

abi_struct!(tagStarsExDetailInfo, size 128, align 4, { starsErrcode @ 0, sqeType @ 4, statusMerged @ 5, rsvd @ 6 });

/// Unnamed union inside [`tagHcommExceptionExpandInfo`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_tagHcommExceptionExpandInfo_detail {
    /// For `HCOMM_EXCEPTION_STARS`.
    pub starsInfo: StarsExDetailInfo,
}

/// Where an exception comes from, and details.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tagHcommExceptionExpandInfo {
    /// Where from.
    pub r#type: MaybeUninit<HcommExceptionExpandType>,
    /// Details.
    pub detail: anon_tagHcommExceptionExpandInfo_detail,
}

/// `HcommExceptionExpandInfo` names [`tagHcommExceptionExpandInfo`].
pub type HcommExceptionExpandInfo = tagHcommExceptionExpandInfo;

abi_struct!(tagHcommExceptionExpandInfo, size 132, align 4, { r#type @ 0, detail @ 4, detail.starsInfo @ 4 });

/// A task that failed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tagHcommExceptionInfo {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Its thread.
    pub thread: u64,
    /// Its channel; 0 if unknown.
    pub channel: u64,
    /// Its number.
    pub taskId: u32,
    /// Result, a number of `HcclResult`.
    pub retCode: u32,
    /// Not used; 0.
    pub rsvd: [u8; 40],
    /// Details.
    pub expandInfo: HcommExceptionExpandInfo,
}

/// `HcommExceptionInfo` names [`tagHcommExceptionInfo`].
pub type HcommExceptionInfo = tagHcommExceptionInfo;

abi_struct!(tagHcommExceptionInfo, size 216, align 8, { header @ 0, thread @ 16, channel @ 24, taskId @ 32, retCode @ 36, rsvd @ 40, expandInfo @ 80 });
