//! Public name of the C function in `csrc/app_log.c`.
//!
//! A Rust cdylib exports only Rust symbols, so the public name is one jump: all argument registers, the variadic ones
//! included, reach the C function as the caller left them.

use core::arch::naked_asm;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("libacl_rt supports x86_64 and aarch64");

unsafe extern "C" {
    fn hcomm_acl_app_log();
}

/// A log line of an application: level, function, file, line, printf format, arguments. Normally called through the
/// macro `ACL_APP_LOG`.
///
/// # Safety
/// Called with the arguments that `acl_base_rt.h` declares.
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclAppLog() {
    #[cfg(target_arch = "x86_64")]
    naked_asm!("jmp {}", sym hcomm_acl_app_log);
    #[cfg(target_arch = "aarch64")]
    naked_asm!("b {}", sym hcomm_acl_app_log);
}
