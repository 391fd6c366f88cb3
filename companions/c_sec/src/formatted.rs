//! Public names of the C functions in `csrc/formatted.c`.
//!
//! A Rust cdylib exports only Rust symbols, so each public name is one jump: all argument registers, the variadic
//! ones included, reach the C function as the caller left them.

use core::arch::naked_asm;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("libc_sec supports x86_64 and aarch64");

macro_rules! forward {
    ($($name:ident => $target:ident),* $(,)?) => {$(
        unsafe extern "C" {
            fn $target();
        }

        #[doc = concat!("See `", stringify!($name), "` in `securec.h`.")]
        ///
        /// # Safety
        /// Called with the arguments that `securec.h` declares.
        #[unsafe(naked)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name() {
            #[cfg(target_arch = "x86_64")]
            naked_asm!("jmp {}", sym $target);
            #[cfg(target_arch = "aarch64")]
            naked_asm!("b {}", sym $target);
        }
    )*};
}

// exports: sprintf_s vsprintf_s snprintf_s vsnprintf_s snprintf_truncated_s vsnprintf_truncated_s sscanf_s vsscanf_s
forward! {
    sprintf_s => c_sec_sprintf_s,
    vsprintf_s => c_sec_vsprintf_s,
    snprintf_s => c_sec_snprintf_s,
    vsnprintf_s => c_sec_vsnprintf_s,
    snprintf_truncated_s => c_sec_snprintf_truncated_s,
    vsnprintf_truncated_s => c_sec_vsnprintf_truncated_s,
    sscanf_s => c_sec_sscanf_s,
    vsscanf_s => c_sec_vsscanf_s,
}
