//! Layer `control`: communicators and what belongs to them; see ARCHITECTURE.md.
//!
//! A [`comm::Comm`] is found by its handle or its name in the [`registry`]. It owns its threads, channels, contexts and
//! memory; destroying it ends them in that order.

mod auth;
pub mod barrier;
pub mod base_channels;
pub mod base_threads;
pub mod bootstrap;
pub mod channel_config;
pub mod channels;
pub mod comm;
pub mod config;
pub mod contexts;
pub mod deterministic;
pub mod endpoint;
pub mod endpoint_address;
pub mod entity;
pub mod exception;
mod gather;
pub mod group;
pub mod host;
pub mod launch;
pub mod memory;
pub mod messages;
pub mod one_sided;
pub mod place;
pub mod plugin;
pub mod registry;
mod rendezvous;
pub mod state_callbacks;
pub mod team;
pub mod threads;
pub mod topo;
pub mod window;
pub mod zero_copy;
