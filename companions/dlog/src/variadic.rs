//! Public names of the C functions in `csrc/variadic.c`.
//!
//! A Rust cdylib exports only Rust symbols, so each public name is one jump: all argument registers, the variadic
//! ones included, reach the C function as the caller left them.

use core::arch::naked_asm;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("libunified_dlog supports x86_64 and aarch64");

unsafe extern "C" {
    fn hcomm_dlog_record();
    fn hcomm_dlog_va_list();
    fn hcomm_dlog_typed();
}

macro_rules! forward {
    ($($name:ident => $target:ident),* $(,)?) => {$(
        #[doc = concat!("See `", stringify!($name), "` in the headers of `base/`.")]
        ///
        /// # Safety
        /// Called with the arguments that the header declares.
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

// exports: DlogRecord DlogVaList acllogRecord acllogVaList AlogRecord
forward! {
    DlogRecord => hcomm_dlog_record,
    DlogVaList => hcomm_dlog_va_list,
    acllogRecord => hcomm_dlog_record,
    acllogVaList => hcomm_dlog_va_list,
    AlogRecord => hcomm_dlog_typed,
}
