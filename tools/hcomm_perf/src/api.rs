//! The C functions that the measurements call, found in the libraries of the SDK at run time, as any client would.

#![allow(non_snake_case)] // The names of the C functions.

use std::ffi::{CStr, CString, c_char, c_void};
use std::path::PathBuf;

use hcomm_abi::*;

/// Text of the last failure of the dynamic loader.
fn loader_error() -> String {
    // SAFETY: dlerror has no requirements.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return "unknown reason".into();
    }
    // SAFETY: not null, so a NUL-terminated text of the loader, valid until the next call.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Opens a library: by the loader's search path, else from the SDK this program is installed in.
fn open(name: &str) -> Result<*mut c_void, String> {
    let mut places = vec![PathBuf::from(name)];
    if let Ok(home) = std::env::var("ASCEND_HOME_PATH") {
        places.push(PathBuf::from(home).join("lib64").join(name));
    }
    if let Ok(program) = std::env::current_exe() {
        // tools/hcomm_perf/bin/hcomm_perf, beside lib64.
        places
            .extend(program.ancestors().skip(1).take(4).map(|directory| directory.join("lib64").join(name)));
    }
    let mut reason = String::new();
    for place in places {
        let Ok(path) = CString::new(place.into_os_string().into_encoded_bytes()) else { continue };
        // SAFETY: loading runs the constructors of the library, as linking to it would.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
        if !library.is_null() {
            return Ok(library);
        }
        if reason.is_empty() {
            reason = loader_error();
        }
    }
    Err(format!("{reason}: source the set_env.sh of the SDK first"))
}

macro_rules! functions {
    ($($library:literal { $($name:ident($($arg:ty),*) -> $result:ty;)* })*) => {
        /// Addresses of the functions; they have the names and prototypes of the headers.
        pub struct Api {
            $($(pub $name: unsafe extern "C" fn($($arg),*) -> $result,)*)*
        }

        impl Api {
            /// Finds all functions, or says what is missing.
            pub fn load() -> Result<Api, String> {
                // Runtime first: libhcomm looks for it among the loaded libraries.
                $(let library = open($library)?;
                $(
                    let name = concat!(stringify!($name), "\0");
                    // SAFETY: a live handle and a NUL-terminated name.
                    let address = unsafe { libc::dlsym(library, name.as_ptr().cast()) };
                    if address.is_null() {
                        return Err(format!("{} has no {}: {}", $library, stringify!($name), loader_error()));
                    }
                    // SAFETY: the headers give the function of this name this prototype.
                    let $name: unsafe extern "C" fn($($arg),*) -> $result = unsafe { std::mem::transmute(address) };
                )*)*
                Ok(Api { $($($name,)*)* })
            }
        }
    };
}

functions! {
    "libascendcl.so" {
        aclInit(*const c_char) -> i32;
        aclFinalize() -> i32;
        aclrtSetDevice(i32) -> i32;
        aclrtResetDevice(i32) -> i32;
        aclrtCreateStream(*mut aclrtStream) -> i32;
        aclrtDestroyStream(aclrtStream) -> i32;
        aclrtSynchronizeStream(aclrtStream) -> i32;
        aclGetRecentErrMsg() -> *const c_char;
    }
    "libhcomm.so" {
        HcclGetRootInfo(*mut HcclRootInfo) -> i32;
        HcclCommInitRootInfo(u32, *const HcclRootInfo, u32, *mut HcclComm) -> i32;
        HcclCommDestroy(HcclComm) -> i32;
        HcclBarrier(HcclComm, aclrtStream) -> i32;
        HcclGetHcclBuffer(HcclComm, *mut *mut c_void, *mut u64) -> i32;
        HcclRankGraphGetLinks(HcclComm, u32, u32, u32, *mut *mut CommLink, *mut u32) -> i32;
        HcclThreadAcquire(HcclComm, i32, u32, u32, *mut ThreadHandle) -> i32;
        HcclThreadAcquireWithStream(HcclComm, i32, aclrtStream, u32, *mut ThreadHandle) -> i32;
        HcclChannelAcquire(HcclComm, i32, *const HcclChannelDesc, u32, *mut ChannelHandle) -> i32;
        HcclChannelGetHcclBuffer(HcclComm, ChannelHandle, *mut *mut c_void, *mut u64) -> i32;
        HcommWriteOnThread(ThreadHandle, ChannelHandle, *mut c_void, *const c_void, u64) -> i32;
        HcommReadOnThread(ThreadHandle, ChannelHandle, *mut c_void, *const c_void, u64) -> i32;
        HcommWriteWithNotifyOnThread(ThreadHandle, ChannelHandle, *mut c_void, *const c_void, u64, u32) -> i32;
        HcommBatchModeStart(*const c_char) -> i32;
        HcommBatchModeEnd(*const c_char) -> i32;
        HcommBatchTransferOnThread(ThreadHandle, ChannelHandle, *const HcommBatchTransferDesc, u32) -> i32;
        HcommChannelNotifyRecordOnThread(ThreadHandle, ChannelHandle, u32) -> i32;
        HcommChannelNotifyWaitOnThread(ThreadHandle, ChannelHandle, u32, u32) -> i32;
        HcommChannelDrainOnThread(ThreadHandle, ChannelHandle) -> i32;
        HcommWriteNbi(ChannelHandle, *mut c_void, *const c_void, u64) -> i32;
        HcommReadNbi(ChannelHandle, *mut c_void, *const c_void, u64) -> i32;
        HcommWriteReduceOnThread(ThreadHandle, ChannelHandle, *mut c_void, *const c_void, u64, i32, i32) -> i32;
        HcommReadReduceOnThread(ThreadHandle, ChannelHandle, *mut c_void, *const c_void, u64, i32, i32) -> i32;
        HcommLocalCopyOnThread(ThreadHandle, *mut c_void, *const c_void, u64) -> i32;
        HcommLocalReduceOnThread(ThreadHandle, *mut c_void, *const c_void, u64, i32, i32) -> i32;
        HcommWriteWithNotifyNbi(ChannelHandle, *mut c_void, *const c_void, u64, u32) -> i32;
        HcommChannelNotifyWait(ChannelHandle, u32, u32) -> i32;
        HcommChannelFence(ChannelHandle) -> i32;
        HcommThreadNotifyRecordOnThread(ThreadHandle, ThreadHandle, u32) -> i32;
        HcommThreadNotifyWaitOnThread(ThreadHandle, u32, u32) -> i32;
    }
}

impl Api {
    /// Turns a result code into an error that names the call and gives the runtime's text.
    pub fn check(&self, call: &str, code: i32) -> Result<(), String> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: no requirements; the text is valid until the next call on this thread.
        let text = unsafe { (self.aclGetRecentErrMsg)() };
        let text = if text.is_null() {
            String::new()
        } else {
            // SAFETY: not null, so NUL-terminated.
            format!(": {}", unsafe { CStr::from_ptr(text) }.to_string_lossy())
        };
        Err(format!("{call} failed with code {code}{text}"))
    }
}
