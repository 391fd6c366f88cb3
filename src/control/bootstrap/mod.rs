//! How the ranks of a communicator find each other, talk while they set things up, and notice who dies.
//!
//! `HcclGetRootInfo` starts a [`hub`] in its process and writes its address and secret into the root info. Each rank
//! opens a [`link`] to it. When all are there, everybody receives the same table; afterwards the hub passes messages
//! between ranks and reports ranks that vanish.

mod address;
pub mod hub;
pub mod link;
pub(super) mod reactor;
pub mod root_info;
pub mod wire;

pub use hub::Hub;
pub use link::Link;
pub use root_info::RootInfo;

#[cfg(test)]
mod tests;
