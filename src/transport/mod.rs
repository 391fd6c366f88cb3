//! Layer `transport`; see ARCHITECTURE.md.
