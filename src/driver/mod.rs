//! Layer `driver`; see ARCHITECTURE.md.
