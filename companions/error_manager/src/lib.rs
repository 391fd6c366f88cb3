//! `liberror_manager.so`: reported errors, kept until somebody asks for them.
//!
//! The functions are C++ (`csrc/error_manager.cpp`), since their parameters are C++ types. A Rust cdylib exports only
//! Rust symbols, so each public (mangled) name is one jump: all argument registers, the variadic ones and the hidden
//! result pointer included, reach the C++ function as the caller left them.

#![allow(non_snake_case)]

use core::arch::naked_asm;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("liberror_manager supports x86_64 and aarch64");

macro_rules! export {
    ($($name:ident = $mangled:literal => $target:ident;)*) => {$(
        unsafe extern "C" {
            fn $target();
        }

        #[doc = concat!("`error_message::", stringify!($name), "`, see `base/err_msg.h` and `base/err_mgr.h`.")]
        ///
        /// # Safety
        /// Called with the arguments that the header declares.
        #[unsafe(naked)]
        #[unsafe(export_name = $mangled)]
        pub unsafe extern "C" fn $name() {
            #[cfg(target_arch = "x86_64")]
            naked_asm!("jmp {}", sym $target);
            #[cfg(target_arch = "aarch64")]
            naked_asm!("b {}", sym $target);
        }
    )*};
}

// exports: ReportPredefinedErrMsg GetErrMgrContext SetErrMgrContext
export! {
    ErrMgrInit = "_ZN13error_message10ErrMgrInitENS_16ErrorMessageModeE"
        => _ZN19hcomm_error_message10ErrMgrInitENS_16ErrorMessageModeE;
    GetErrMgrContext = "_ZN13error_message16GetErrMgrContextEv"
        => _ZN19hcomm_error_message16GetErrMgrContextEv;
    SetErrMgrContext = "_ZN13error_message16SetErrMgrContextENS_19ErrorManagerContextE"
        => _ZN19hcomm_error_message16SetErrMgrContextENS_19ErrorManagerContextE;
    ReportInnerErrMsg = "_ZN13error_message17ReportInnerErrMsgEPKcS1_jS1_S1_z"
        => _ZN19hcomm_error_message17ReportInnerErrMsgEPKcS1_jS1_S1_z;
    GetErrMgrErrorMessage = "_ZN13error_message21GetErrMgrErrorMessageEv"
        => _ZN19hcomm_error_message21GetErrMgrErrorMessageEv;
    ReportPredefinedErrMsgCode = "_ZN13error_message22ReportPredefinedErrMsgEPKc"
        => _ZN19hcomm_error_message22ReportPredefinedErrMsgEPKc;
    ReportPredefinedErrMsg = "_ZN13error_message22ReportPredefinedErrMsgEPKcRKSt6vectorIS1_SaIS1_EES6_"
        => _ZN19hcomm_error_message22ReportPredefinedErrMsgEPKcRKSt6vectorIS1_SaIS1_EES6_;
    GetErrMgrWarningMessage = "_ZN13error_message23GetErrMgrWarningMessageEv"
        => _ZN19hcomm_error_message23GetErrMgrWarningMessageEv;
    ReportUserDefinedErrMsg = "_ZN13error_message23ReportUserDefinedErrMsgEPKcS1_z"
        => _ZN19hcomm_error_message23ReportUserDefinedErrMsgEPKcS1_z;
    GetErrMgrRawErrorMessages = "_ZN13error_message25GetErrMgrRawErrorMessagesEv"
        => _ZN19hcomm_error_message25GetErrMgrRawErrorMessagesEv;
    RegisterFormatErrorMessage = "_ZN13error_message26RegisterFormatErrorMessageEPKcm"
        => _ZN19hcomm_error_message26RegisterFormatErrorMessageEPKcm;
}
