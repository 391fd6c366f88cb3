//! Channels of NIC plug-ins: their operations are functions of the plug-in, which gets every argument as it came.
//!
//! Their handles have bit 63 set, which no other handle has, so the data plane finds them with one comparison.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::time::{Duration, Instant};

use hcomm_abi::HcommNicChannelOps;
use hcomm_base::{Code, Error, Result, bail};

use crate::handle::{ChannelHandle, Kind, Table};

/// Set in every handle of a plug-in's channel.
const BIT: u64 = 1 << 63;
/// How long [`withdraw`] waits for operations that run.
const GRACE: Duration = Duration::from_secs(10);

static CHANNELS: Table<Shell> = Table::new(Kind::PluginChannel);

/// Re-used for later channels.
#[derive(Debug, Default)]
struct Shell {
    /// A box that [`publish`] leaked and [`withdraw`] takes back.
    ops: AtomicPtr<HcommNicChannelOps>,
    context: AtomicPtr<c_void>,
}

/// What a channel of a plug-in consists of.
#[derive(Debug)]
pub struct Channel {
    /// Its functions.
    pub ops: Box<HcommNicChannelOps>,
    /// Their first argument.
    pub context: *mut c_void,
}

/// True for handles of channels of plug-ins, live or not.
#[inline(always)]
pub fn is_plugin(handle: ChannelHandle) -> bool {
    handle & BIT != 0
}

/// Makes a channel usable; answers its handle.
pub fn publish(channel: Channel) -> Result<ChannelHandle> {
    let shell = CHANNELS.reserve()?;
    shell.context.store(channel.context, Ordering::Relaxed);
    shell.ops.store(Box::into_raw(channel.ops), Ordering::Relaxed);
    Ok(shell.publish() | BIT)
}

/// Ends the life of a handle; waits for operations that run. Unknown handle: NOT_FOUND.
pub fn withdraw(handle: ChannelHandle) -> Result<Channel> {
    let Some(shell) = CHANNELS.take(number(handle)) else {
        return Err(CHANNELS.refuse(Code::NOT_FOUND, number(handle)));
    };
    let deadline = Instant::now() + GRACE;
    while shell.is_pinned() {
        if Instant::now() > deadline {
            bail!(
                UNAVAIL,
                "channel {handle:#x} of a NIC plug-in is in use by a caller since {GRACE:?}; it is not freed"
            );
        }
        std::thread::yield_now();
    }
    let ops = shell.ops.swap(ptr::null_mut(), Ordering::Relaxed);
    let context = shell.context.swap(ptr::null_mut(), Ordering::Relaxed);
    // SAFETY: `publish` stored a leaked box, this caller alone took the shell, and nobody is pinned.
    Ok(Channel { ops: unsafe { Box::from_raw(ops) }, context })
}

/// Calls a function of a channel with its context: `f` gets both. The code it answers becomes the result. `code` answers a
/// handle that does not live.
#[inline]
pub fn call(
    handle: ChannelHandle,
    code: Code,
    f: impl FnOnce(&HcommNicChannelOps, *mut c_void) -> i32,
) -> Result {
    let Some(shell) = CHANNELS.pin(number(handle)) else {
        return Err(CHANNELS.refuse(code, number(handle)));
    };
    // SAFETY: `publish` stored a live box before the handle could be known, and `withdraw` waits for the pin.
    let ops = unsafe { &*shell.ops.load(Ordering::Relaxed) };
    answer(f(ops, shell.context.load(Ordering::Relaxed)))
}

/// The code of a plug-in as a result. It is the plug-in's to log it.
pub fn answer(code: i32) -> Result {
    match code {
        0 => Ok(()),
        code => Err(Error::answer(Code(code), "a NIC plug-in answered this code")),
    }
}

fn number(handle: ChannelHandle) -> u64 {
    handle & !BIT
}
