//! Links over TCP: what each operation does, in which order, and what happens when something breaks.

#[path = "../support/mod.rs"]
mod support;

mod contract;
mod ends;
mod failures;
mod strangers;
