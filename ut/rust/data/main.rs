//! The data plane on the software NPU: values, order, handles, waits, and random programs against a model.

#[path = "../support/mod.rs"]
mod support;

mod cache;
mod handles;
mod huge;
mod litmus;
mod matrix;
mod model;
mod order;
mod private;
mod waits;
