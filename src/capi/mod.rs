//! Layer `capi`; see ARCHITECTURE.md.
