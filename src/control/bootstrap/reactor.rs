//! One thread per process that serves all hubs and links: it waits until a socket is ready or a deadline passes.
//!
//! The thread starts with the first hub or link and then stays, idle in one `poll` call, so creating and destroying
//! communicators neither starts nor ends threads.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hcomm_base::sync::lock;
use hcomm_base::{Result, bail, err};

/// Something that owns sockets and reacts to them. All methods run on the reactor's thread and must not block.
pub(in crate::control) trait Actor: Send {
    /// Adds the descriptors and events it waits for.
    fn interest(&mut self, fds: &mut Vec<libc::pollfd>);
    /// When it wants to run although no descriptor is ready.
    fn deadline(&self) -> Option<Instant>;
    /// Does what can be done now. `ready` holds the descriptors of `interest` with their events. `false`: it is done
    /// and can be dropped.
    fn run(&mut self, ready: &[libc::pollfd], now: Instant) -> bool;
}

/// Longest sleep; only bounds how late a deadline beyond the range of `poll` is seen.
const LONGEST: Duration = Duration::from_secs(3600);

struct Shared {
    pid: u32,
    wake: OwnedFd,
    arrivals: Mutex<Vec<Box<dyn Actor>>>,
}

static REACTOR: Mutex<Option<Arc<Shared>>> = Mutex::new(None);

/// Hands an actor to the thread.
pub(in crate::control) fn add(actor: Box<dyn Actor>) -> Result {
    let shared = {
        let mut reactor = lock(&REACTOR);
        match &*reactor {
            // A forked child has no such thread; it starts its own.
            Some(shared) if shared.pid == std::process::id() => shared.clone(),
            _ => {
                let shared = start()?;
                *reactor = Some(shared.clone());
                shared
            }
        }
    };
    lock(&shared.arrivals).push(actor);
    shared.wake();
    Ok(())
}

/// Makes the thread look at all actors again, because one wants to write more.
pub(in crate::control) fn wake() {
    if let Some(shared) = &*lock(&REACTOR) {
        shared.wake();
    }
}

fn start() -> Result<Arc<Shared>> {
    // SAFETY: eventfd has no memory arguments.
    let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
    if fd < 0 {
        bail!(SYSCALL, "no event descriptor could be had: {}", std::io::Error::last_os_error());
    }
    // SAFETY: eventfd returned a new descriptor that nobody else owns.
    let wake = unsafe { OwnedFd::from_raw_fd(fd) };
    let shared = Arc::new(Shared { pid: std::process::id(), wake, arrivals: Mutex::new(Vec::new()) });
    let of_thread = shared.clone();
    std::thread::Builder::new()
        .name("hcomm-control".into())
        .spawn(move || of_thread.serve())
        .map_err(|e| err!(SYSCALL, "the control thread could not be started: {e}"))?;
    Ok(shared)
}

impl Shared {
    fn wake(&self) {
        let one = 1u64.to_ne_bytes();
        // SAFETY: the buffer is 8 bytes long; the descriptor is open while `self` lives. A full counter already wakes.
        unsafe { libc::write(self.wake.as_raw_fd(), one.as_ptr().cast(), one.len()) };
    }

    fn serve(&self) {
        block_signals();
        let mut actors: Vec<Box<dyn Actor>> = Vec::new();
        let mut fds: Vec<libc::pollfd> = Vec::new();
        loop {
            actors.append(&mut lock(&self.arrivals));
            fds.clear();
            fds.push(libc::pollfd { fd: self.wake.as_raw_fd(), events: libc::POLLIN, revents: 0 });
            let ranges: Vec<_> = actors
                .iter_mut()
                .map(|actor| {
                    let from = fds.len();
                    actor.interest(&mut fds);
                    from..fds.len()
                })
                .collect();
            let next = actors.iter().filter_map(|actor| actor.deadline()).min();
            let sleep = next.map_or(LONGEST, |at| at.saturating_duration_since(Instant::now()).min(LONGEST));
            // Rounded up: a deadline is never looked at too early and in a busy loop.
            let ms = sleep.as_millis() as i32 + i32::from(!sleep.is_zero());
            // SAFETY: the array is `fds.len()` entries long and lives during the call.
            unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, ms) };
            let mut drained = [0u8; 8];
            // SAFETY: the buffer is 8 bytes long; the descriptor is open while `self` lives.
            unsafe { libc::read(self.wake.as_raw_fd(), drained.as_mut_ptr().cast(), drained.len()) };
            let now = Instant::now();
            let mut ranges = ranges.into_iter();
            actors.retain_mut(|actor| {
                let ready = &fds[ranges.next().unwrap_or(0..0)];
                catch_unwind(AssertUnwindSafe(|| actor.run(ready, now))).unwrap_or_else(|_| {
                    log::error!("the control thread met a defect; one communicator lost its connections");
                    false
                })
            });
        }
    }
}

/// Signals of the program are handled by the program's threads.
fn block_signals() {
    // SAFETY: an all-zero sigset_t is a valid value; both calls get pointers to it; a thread may set its own mask.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &all, std::ptr::null_mut());
    }
}
