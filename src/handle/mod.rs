//! Kinds of handles and the tables behind them.
//!
//! Every number that the C API hands out comes from one of these tables (see [`hcomm_base::slab`]), so each call
//! can tell a live handle from 0, a stale, a foreign or a forged one without touching foreign memory.

mod fork;

use std::fmt;

use hcomm_base::slab::{self, Pinned, Reserved, Slab, Taken};
use hcomm_base::{Code, Error, Result, bail};

/// A thread, as the C API passes it (`ThreadHandle`).
pub type ThreadHandle = u64;
/// A channel, as the C API passes it (`ChannelHandle`).
pub type ChannelHandle = u64;

/// What a handle stands for; the number is the top byte of the handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Queue of tasks with its notifies.
    Thread = 0x11,
    /// Connection of two ranks.
    Channel = 0x12,
    /// Local port.
    Endpoint = 0x13,
    /// Memory registered at an endpoint.
    EndpointMemory = 0x14,
    /// Memory registered at a communicator.
    CommMemory = 0x15,
    /// Options for creating channels.
    ChannelConfig = 0x16,
    /// Communicator.
    Comm = 0x17,
    /// Symmetric window.
    Window = 0x18,
    /// Team of ranks.
    Team = 0x19,
    /// CCU instance.
    CcuInstance = 0x1A,
    /// CCU kernel.
    CcuKernel = 0x1B,
    /// Object used while a CCU kernel is recorded.
    CcuObject = 0x1C,
    /// Local port of a NIC plug-in.
    PluginEndpoint = 0x1D,
    /// Connection of a NIC plug-in.
    PluginChannel = 0x1E,
    /// Memory registered for all communicators.
    GlobalMemory = 0x1F,
}

impl Kind {
    const ALL: [Kind; 15] = [
        Kind::Thread,
        Kind::Channel,
        Kind::Endpoint,
        Kind::EndpointMemory,
        Kind::CommMemory,
        Kind::ChannelConfig,
        Kind::Comm,
        Kind::Window,
        Kind::Team,
        Kind::CcuInstance,
        Kind::CcuKernel,
        Kind::CcuObject,
        Kind::PluginEndpoint,
        Kind::PluginChannel,
        Kind::GlobalMemory,
    ];

    /// Word for messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Thread => "thread",
            Kind::Channel => "channel",
            Kind::Endpoint => "endpoint",
            Kind::EndpointMemory => "registered memory (endpoint)",
            Kind::CommMemory => "registered memory (communicator)",
            Kind::ChannelConfig => "channel configuration",
            Kind::Comm => "communicator",
            Kind::Window => "symmetric window",
            Kind::Team => "team",
            Kind::CcuInstance => "CCU instance",
            Kind::CcuKernel => "CCU kernel",
            Kind::CcuObject => "CCU object",
            Kind::PluginEndpoint => "endpoint of a NIC plug-in",
            Kind::PluginChannel => "channel of a NIC plug-in",
            Kind::GlobalMemory => "global memory",
        }
    }
}

/// The handles of one kind. `T` is made once per slot and re-used (see [`hcomm_base::slab`]).
#[derive(Debug)]
pub struct Table<T> {
    kind: Kind,
    slab: Slab<T>,
}

impl<T> Table<T> {
    /// An empty table.
    pub const fn new(kind: Kind) -> Self {
        Table { kind, slab: Slab::new(kind as u8) }
    }

    /// The object with this handle, if it is alive. A few nanoseconds, no lock.
    #[inline]
    pub fn get(&self, handle: u64) -> Option<&T> {
        self.slab.get(handle)
    }

    /// As [`Table::get`], and the object's contents stay until the result is dropped (see [`Slab::pin`]).
    #[inline]
    pub fn pin(&self, handle: u64) -> Option<Pinned<'_, T>> {
        self.slab.pin(handle)
    }

    /// Ends the life of the object; of all callers exactly one gets it.
    pub fn take(&self, handle: u64) -> Option<Taken<'_, T>> {
        self.slab.take(handle)
    }

    /// The object with the index and generation of [`slab::parts`].
    pub fn find(&self, parts: (u32, u32)) -> Option<(u64, &T)> {
        self.slab.find(parts)
    }

    /// Handles of all live objects.
    pub fn handles(&self) -> Vec<u64> {
        self.slab.handles()
    }

    /// An error with `code` that says what is wrong with a handle that this table refused. In a forked child a handle of
    /// the right kind is UNAVAIL: the parent's objects are not there.
    #[cold]
    pub fn refuse(&self, code: Code, handle: u64) -> Error {
        let code =
            if fork::in_child() && slab::tag(handle) == Some(self.kind as u8) { Code::UNAVAIL } else { code };
        Error::new(
            code,
            format!("{} handle {handle:#x} {}", self.kind.name(), Fault { want: self.kind, handle }),
        )
    }
}

impl<T: Default + Sync + Send> Table<T> {
    /// Reserves a shell for a new object.
    pub fn reserve(&'static self) -> Result<Reserved<'static, T>> {
        fork::watch(self.kind, &self.slab);
        match self.slab.reserve() {
            Some(reserved) => Ok(reserved),
            None => bail!(UNAVAIL, "all {} handles of the process are in use", self.kind.name()),
        }
    }
}

/// Explains a refused handle.
struct Fault {
    want: Kind,
    handle: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind =
            slab::tag(self.handle).and_then(|tag| Kind::ALL.into_iter().find(|&kind| kind as u8 == tag));
        match kind {
            _ if self.handle == 0 => f.write_str("is 0: pass the value that the creating call returned"),
            Some(kind) if kind == self.want && fork::in_child() => f.write_str(
                "does not exist in this forked process: make new objects here, or start processes before the library is used",
            ),
            Some(kind) if kind == self.want => {
                f.write_str("does not exist (any more): it was destroyed or made up")
            }
            Some(kind) => {
                write!(f, "belongs to a {}: pass handles in the order of the prototype", kind.name())
            }
            None => f.write_str("was not made by this library"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_is_wrong() {
        static THREADS: Table<u8> = Table::new(Kind::Thread);
        static CHANNELS: Table<u8> = Table::new(Kind::Channel);
        let stale = THREADS.reserve().unwrap().publish();
        drop(THREADS.take(stale));
        let channel = CHANNELS.reserve().unwrap().publish();
        for (handle, words) in [
            (0, "is 0"),
            (stale, "destroyed or made up"),
            (channel, "belongs to a channel"),
            (0xdead_beef, "was not made by this library"),
        ] {
            assert!(THREADS.get(handle).is_none());
            let error = THREADS.refuse(Code::PTR, handle);
            assert!(error.text.starts_with("thread handle 0x") && error.text.contains(words), "{error}");
        }
    }
}
