//! Layer `control`: communicators and what belongs to them; see ARCHITECTURE.md.

pub mod bootstrap;
