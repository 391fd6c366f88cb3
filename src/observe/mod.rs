//! Layer `observe`; see ARCHITECTURE.md.
