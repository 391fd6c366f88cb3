//! The data plane on the software NPU: values, order, handles, waits, and random programs against a model.

#[path = "../support/mod.rs"]
mod support;

mod handles;
mod huge;
mod matrix;
mod model;
mod order;
mod waits;
