//! Two ends of a link in this process.

#![allow(dead_code)] // Every test program uses a part.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hcomm::driver::Notifies;
use hcomm::transport::{self, Kind, LinkId, LinkSpec, Post, Posted, Role, Status};
use hcomm_base::Error;
use npu_ext::Notify;

use super::support::driver;

/// Bytes of the memory of an end.
pub const MEMORY: usize = 1 << 20;
/// Notifies of an end.
pub const NOTIFIES: u32 = 16;
/// Longest wait.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub const V4: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
pub const V6: IpAddr = IpAddr::V6(Ipv6Addr::LOCALHOST);

/// What `on_fail` was told: owner and text.
static FAILED: Mutex<Vec<(u64, String)>> = Mutex::new(Vec::new());

pub fn on_fail(owner: u64, error: &Error) {
    FAILED.lock().unwrap().push((owner, error.text.to_string()));
}

/// How often `on_fail` was called for an owner.
pub fn failures(owner: u64) -> Vec<String> {
    FAILED.lock().unwrap().iter().filter(|f| f.0 == owner).map(|f| f.1.clone()).collect()
}

/// A number nobody else has.
pub fn unique() -> u64 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    u64::from(std::process::id()) << 32 | u64::from(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A name nobody else has.
pub fn name() -> [u8; 16] {
    let mut id = [0x5A; 16];
    id[..8].copy_from_slice(&unique().to_le_bytes());
    id
}

/// One end: its memory, its notifies, its link.
pub struct End {
    pub link: LinkId,
    pub owner: u64,
    pub memory: Box<[u8]>,
    pub notifies: Notifies,
    /// Recorded when this end's operations are done.
    pub done: Notifies,
}

impl End {
    /// An end without a link.
    pub fn new() -> End {
        End {
            link: 0,
            owner: unique(),
            memory: vec![0; MEMORY].into(),
            notifies: driver().notify_alloc(0, NOTIFIES).unwrap(),
            done: driver().notify_alloc(0, 1).unwrap(),
        }
    }

    /// How it opens its link.
    pub fn spec(&self, id: [u8; 16], role: Role, local: SocketAddr) -> LinkSpec {
        let (local_rank, remote_rank) = if role == Role::Listen { (0, 1) } else { (1, 0) };
        LinkSpec {
            ext: driver().ext(),
            key: [7; 32],
            id,
            role,
            local,
            deadline: Instant::now() + PATIENCE,
            notifies: (self.notifies.addr, self.notifies.num),
            counted: false,
            remote_notify_num: NOTIFIES,
            exports: vec![(self.memory.as_ptr() as u64, MEMORY as u64)],
            owner: self.owner,
            local_rank,
            remote_rank,
            on_fail,
        }
    }

    pub fn addr(&self, offset: usize) -> u64 {
        self.memory.as_ptr() as u64 + offset as u64
    }

    /// Posts without being told when it is done.
    pub fn post(&self, post: Post) -> Posted {
        loop {
            // SAFETY: the memory lives until the end is closed.
            match unsafe { transport::post(self.link, &post, std::ptr::null_mut()) } {
                Posted::Full => {
                    transport::poll();
                }
                other => return other,
            }
        }
    }

    /// Posts and waits until it is done.
    pub fn run(&self, post: Post) {
        loop {
            // SAFETY: as above; the notify too.
            match unsafe { transport::post(self.link, &post, self.done.addr as *mut Notify) } {
                Posted::Done => return,
                Posted::Later => return wait(self.done.addr),
                Posted::Full => {
                    transport::poll();
                }
                Posted::Failed(code) => panic!("{post:?}: {code}: {:?}", transport::last_error(self.link)),
            }
        }
    }

    pub fn write(&self, local: usize, remote: u64, n: usize, notify: Option<u32>) -> Post {
        Post { kind: Kind::Write, local: self.addr(local), remote, n: n as u64, notify, ..Post::FENCE }
    }

    pub fn record(&self, notify: u32) -> Post {
        Post { kind: Kind::Record, notify: Some(notify), ..Post::FENCE }
    }

    /// Waits for one of its notifies.
    pub fn wait(&self, notify: u32) {
        wait(self.notifies.at(notify).unwrap());
    }

    /// True if one of its notifies is set.
    pub fn is_set(&self, notify: u32) -> bool {
        let notify = self.notifies.at(notify).unwrap() as *const Notify;
        // SAFETY: the notify is allocated.
        unsafe { (*notify).flag.load(Ordering::Acquire) == 1 }
    }

    /// Waits until the link failed; the text.
    pub fn failure(&self) -> String {
        until("the link fails", || matches!(transport::status(self.link), Status::Failed(_)));
        // The whole text is there when the link was taken apart.
        until("the text is complete", || {
            transport::last_error(self.link).is_none_or(|error| error.text.contains("received"))
        });
        transport::last_error(self.link).unwrap().text.into_owned()
    }
}

impl Drop for End {
    fn drop(&mut self) {
        transport::close(self.link);
        driver().notify_free(self.notifies).unwrap();
        driver().notify_free(self.done).unwrap();
    }
}

pub fn wait(notify: u64) {
    // SAFETY: the notify is allocated.
    unsafe { driver().notify_wait(notify, Some(PATIENCE), None).unwrap() }
}

/// Waits for a condition.
pub fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < PATIENCE, "{what}: not in {PATIENCE:?}");
        transport::poll();
        std::thread::yield_now();
    }
}

/// Waits until a link is established.
pub fn ready(link: LinkId) {
    until("the link is ready", || match transport::status(link) {
        Status::Connecting => false,
        Status::Ready => true,
        Status::Failed(error) => panic!("{error}"),
    });
}

/// Two connected ends; `change` may change how they are opened.
pub fn pair(ip: IpAddr, change: impl Fn(&mut LinkSpec)) -> [End; 2] {
    let at = transport::listen(SocketAddr::new(ip, 0)).unwrap();
    let id = name();
    let mut ends = [End::new(), End::new()];
    let mut specs =
        [ends[0].spec(id, Role::Listen, at), ends[1].spec(id, Role::Connect(at), SocketAddr::new(ip, 0))];
    specs.iter_mut().for_each(change);
    for (end, spec) in ends.iter_mut().zip(specs) {
        end.link = transport::open(spec).unwrap();
    }
    ends.iter().for_each(|end| ready(end.link));
    ends
}
