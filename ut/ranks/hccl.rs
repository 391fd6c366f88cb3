//! The C functions that most tests of communicators call, as Rust functions.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

use acl_rt::api::device::aclrtSetDevice;
use hcomm::capi::hccl_comm::*;
use hcomm_abi::*;

use super::{LONG, Rank};

/// Makes a device current for this thread.
pub fn set_device(device: u32) {
    assert_eq!(aclrtSetDevice(device as i32), 0);
}

/// The number of a result.
pub fn code(result: HcclResult) -> i32 {
    result as i32
}

/// The root info of the communicator called `key`, made by rank 0.
pub fn root(rank: &Rank, key: &str) -> HcclRootInfo {
    if rank.rank == 0 {
        let mut info = MaybeUninit::<HcclRootInfo>::uninit();
        // SAFETY: a place for the root info.
        assert_eq!(code(unsafe { HcclGetRootInfo(info.as_mut_ptr()) }), 0);
        // SAFETY: written by the call.
        let info = unsafe { info.assume_init() };
        rank.put(key, &info.internal.map(|byte| byte as u8));
        return info;
    }
    let bytes = rank.get(key);
    let mut info = HcclRootInfo::zeroed();
    for (to, from) in info.internal.iter_mut().zip(bytes) {
        *to = from as c_char;
    }
    info
}

/// Joins with the root info; the code of a failure.
pub fn try_init(rank: &Rank, info: &HcclRootInfo) -> Result<HcclComm, i32> {
    let mut comm = null_mut();
    // SAFETY: live arguments.
    match code(unsafe { HcclCommInitRootInfo(rank.size, info, rank.rank, &mut comm) }) {
        0 => Ok(comm),
        error => Err(error),
    }
}

/// Joins the communicator called `key` on the device of the same number as the rank.
pub fn init(rank: &Rank, key: &str) -> HcclComm {
    set_device(rank.rank);
    try_init(rank, &root(rank, key)).unwrap()
}

/// Destroys a communicator, which must succeed.
pub fn destroy(comm: HcclComm) {
    // SAFETY: handles are checked.
    assert_eq!(code(unsafe { HcclCommDestroy(comm) }), 0);
}

/// A stream of a device.
pub struct Stream(hcomm::driver::Stream);

impl Stream {
    /// A new one.
    pub fn new(device: u32) -> Stream {
        Stream(hcomm::driver::get().unwrap().stream_create(device as i32).unwrap())
    }

    /// As the C API passes it.
    pub fn acl(&self) -> aclrtStream {
        hcomm::driver::get().unwrap().stream_to_acl(self.0).cast()
    }

    /// Waits for its work.
    pub fn sync(&self) -> Result<(), hcomm_base::Error> {
        hcomm::driver::get().unwrap().stream_sync(self.0, Some(LONG))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the last use.
        unsafe { hcomm::driver::get().unwrap().stream_release(self.0) };
    }
}

/// Appends a barrier; answers the code.
pub fn barrier(comm: HcclComm, stream: &Stream) -> i32 {
    // SAFETY: a live stream; handles are checked.
    code(unsafe { HcclBarrier(comm, stream.acl()) })
}

/// Name of a communicator.
pub fn name(comm: HcclComm) -> String {
    let mut text = [0 as c_char; 128];
    // SAFETY: room for the longest name.
    assert_eq!(code(unsafe { HcclGetCommName(comm, text.as_mut_ptr()) }), 0);
    // SAFETY: the call wrote a text with NUL.
    unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().unwrap().to_owned()
}

/// Code of the asynchronous error.
pub fn async_error(comm: HcclComm) -> i32 {
    let mut error = MaybeUninit::<HcclResult>::uninit();
    // SAFETY: a place for the result.
    assert_eq!(code(unsafe { HcclGetCommAsyncError(comm, (&raw mut error).cast()) }), 0);
    // SAFETY: written by the call.
    unsafe { error.assume_init() as i32 }
}

/// Waits until `probe` gives a value.
pub fn within<T>(mut probe: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + LONG;
    loop {
        if let Some(value) = probe() {
            return value;
        }
        assert!(Instant::now() < until, "nothing happened in {LONG:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
