//! Layer `control`; see ARCHITECTURE.md.
