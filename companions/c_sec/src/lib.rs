//! libc_sec.so
