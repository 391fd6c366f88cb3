//! `libc_sec.so`: the bounds-checked functions of `securec.h`.
//!
//! Memory and string functions are Rust ([`memory`], [`string`]); the printf and scanf families are C, because
//! stable Rust cannot define variadic functions, and are exported by [`formatted`].
//!
//! Nothing here allocates, locks or can unwind.

mod formatted;
mod memory;
mod string;

/// Result of a memory or string function: 0, an errno value, or one with bit 7 set (destination cleared).
type Errno = i32;

const EOK: Errno = 0;
const EINVAL: Errno = 22;
const ERANGE: Errno = 34;
const EINVAL_AND_RESET: Errno = 150;
const ERANGE_AND_RESET: Errno = 162;
const EOVERLAP_AND_RESET: Errno = 182;

/// Largest destination, in bytes.
const MAX_LEN: usize = 0x7fff_ffff;
