//! Layer `data`; see ARCHITECTURE.md.
