//! The C functions, one file per group.

pub(crate) mod guard;
