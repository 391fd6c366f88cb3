//! Layer `handle`; see ARCHITECTURE.md.
