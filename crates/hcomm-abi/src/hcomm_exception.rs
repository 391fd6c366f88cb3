//! Types and constants of `hcomm/hcomm_exception.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::CommAbiHeader;

/// Type `HcommExceptionCallback`.
pub type HcommExceptionCallback = Option<unsafe extern "C" fn(*const HcommExceptionInfo, *mut c_void)>;

/// Enumeration `HcommExceptionExpandType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum tagHcommExceptionExpandType {
    /// Value -1.
    HCOMM_EXCEPTION_INVALID = -1,
    /// Value 0.
    HCOMM_EXCEPTION_STARS = 0,
    /// Value 1.
    HCOMM_EXCEPTION_ROCE = 1,
    /// Value 2.
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

/// Structure `StarsExDetailInfo`: 128 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagStarsExDetailInfo {
    /// Member `starsErrcode`.
    pub starsErrcode: u32,
    /// Member `sqeType`.
    pub sqeType: u8,
    /// Member `statusMerged`.
    pub statusMerged: u8,
    /// Member `rsvd`.
    pub rsvd: [u8; 122],
}

/// `StarsExDetailInfo` names [`tagStarsExDetailInfo`].
pub type StarsExDetailInfo = tagStarsExDetailInfo;

abi_struct!(tagStarsExDetailInfo, size 128, align 4, { starsErrcode @ 0, sqeType @ 4, statusMerged @ 5, rsvd @ 6 });

/// Unnamed union inside [`tagHcommExceptionExpandInfo`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_tagHcommExceptionExpandInfo_detail {
    /// Member `starsInfo`.
    pub starsInfo: StarsExDetailInfo,
}

/// Structure `HcommExceptionExpandInfo`: 132 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tagHcommExceptionExpandInfo {
    /// Member `type`.
    pub r#type: MaybeUninit<HcommExceptionExpandType>,
    /// Member `detail`.
    pub detail: anon_tagHcommExceptionExpandInfo_detail,
}

/// `HcommExceptionExpandInfo` names [`tagHcommExceptionExpandInfo`].
pub type HcommExceptionExpandInfo = tagHcommExceptionExpandInfo;

abi_struct!(tagHcommExceptionExpandInfo, size 132, align 4, { r#type @ 0, detail @ 4, detail.starsInfo @ 4 });

/// Structure `HcommExceptionInfo`: 216 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tagHcommExceptionInfo {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `thread`.
    pub thread: u64,
    /// Member `channel`.
    pub channel: u64,
    /// Member `taskId`.
    pub taskId: u32,
    /// Member `retCode`.
    pub retCode: u32,
    /// Member `rsvd`.
    pub rsvd: [u8; 40],
    /// Member `expandInfo`.
    pub expandInfo: HcommExceptionExpandInfo,
}

/// `HcommExceptionInfo` names [`tagHcommExceptionInfo`].
pub type HcommExceptionInfo = tagHcommExceptionInfo;

abi_struct!(tagHcommExceptionInfo, size 216, align 8, { header @ 0, thread @ 16, channel @ 24, taskId @ 32, retCode @ 36, rsvd @ 40, expandInfo @ 80 });
