//! `libprofapi.so` (also `libmsprofiler.so`, `libprofimpl.so`): the profiling entry points.
//!
//! There is no profiler on this machine: reports are accepted and dropped, switches say "off", objects exist so that
//! programs that create and destroy them work. Every function may be called from any thread.

#![allow(non_snake_case)]

mod acl;
mod msprof;
