//! Cost of the primitives in their caller, with two ranks in this process: `cargo bench -p hcomm --bench primitives`.
//! Each line: median and best of [`RUNS`] runs, per message. A word as argument picks the lines that contain it.

use std::ptr::null;
use std::time::Instant;

use hcomm::capi::hcomm_primitives::*;
use hcomm_abi::HcommTransferType::{self, *};
use hcomm_abi::{AbiEnum, AbiStruct, HcommBatchTransferDesc};

#[path = "../ut/rust/support/mod.rs"]
mod support;
use support::{Pair, pair};

/// Runs of each line.
const RUNS: usize = 15;
/// Shortest run.
const RUN_NS: u128 = 2_000_000;
/// Messages of a batch.
const BATCH: usize = 64;

/// Measures `body`, which handles `messages` messages of `len` bytes.
fn line(name: &str, messages: usize, len: usize, mut body: impl FnMut()) {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    if wanted.is_some_and(|word| !name.contains(&word)) {
        return;
    }
    let mut run = |count: usize| {
        let start = Instant::now();
        (0..count).for_each(|_| body());
        start.elapsed().as_nanos()
    };
    let mut count = 1;
    while run(count) < RUN_NS {
        count *= 2;
    }
    let mut times: Vec<f64> = (0..RUNS).map(|_| run(count) as f64 / (count * messages) as f64).collect();
    times.sort_by(f64::total_cmp);
    let (median, best) = (times[RUNS / 2], times[0]);
    println!("{name:44} {median:10.1} ns, at best {best:10.1} ns, {:7.2} GB/s", len as f64 / median);
}

fn ok(code: i32) {
    assert_eq!(code, 0);
}

fn main() {
    let ranks = pair(Pair { memory: 128 << 20, ..Pair::default() });
    let [a, b] = &ranks;
    let (thread, channel) = (a.thread, a.channel);
    let near = |at: usize| a.memory.at(at).cast::<std::ffi::c_void>();
    let far = |at: usize| b.memory.at(at).cast::<std::ffi::c_void>();
    let descs = |kind: HcommTransferType, len: usize| -> Vec<HcommBatchTransferDesc> {
        let desc = |index: usize| {
            let mut desc =
                HcommBatchTransferDesc { transType: kind.abi(), ..HcommBatchTransferDesc::zeroed() };
            // SAFETY: plain data; a write is the beginning of a write with notify.
            let it = unsafe { &mut desc.transferInfo.writeWithNotify };
            (it.len, it.dst, it.src, it.notifyIdx) = (len as u64, far(index * len), near(index * len), 0);
            desc
        };
        (0..BATCH).map(desc).collect()
    };
    // SAFETY (all calls): live handles, and ranges inside the memory of both ranks, which nobody else uses.
    for len in [8, 64, 1 << 10, 4 << 10, 64 << 10, 1 << 20, 64 << 20] {
        line(&format!("memcpy {len}"), 1, len, || {
            // SAFETY: as above.
            unsafe { libc::memcpy(far(0), near(0), len) };
            std::hint::black_box(far(0));
        });
        // SAFETY: as above.
        line(&format!("write {len}"), 1, len, || unsafe {
            ok(HcommWriteOnThread(thread, channel, far(0), near(0), len as u64));
            a.sync();
        });
        if len > 4 << 10 {
            continue;
        }
        // SAFETY: as above.
        line(&format!("write {len}, no synchronisation"), 1, len, || unsafe {
            ok(HcommWriteOnThread(thread, channel, far(0), near(0), len as u64));
        });
        // SAFETY: as above.
        line(&format!("write {len} with notify"), 1, len, || unsafe {
            ok(HcommWriteWithNotifyOnThread(thread, channel, far(0), near(0), len as u64, 0));
        });
        // SAFETY: as above.
        line(&format!("batch mode, {BATCH} writes of {len}"), BATCH, len, || unsafe {
            ok(HcommBatchModeStart(null()));
            for index in 0..BATCH {
                let (to, from) = (far(index * len), near(index * len));
                ok(HcommWriteOnThread(thread, channel, to, from, len as u64));
            }
            ok(HcommBatchModeEnd(null()));
        });
        for (kind, what) in [
            (HCOMM_TRANSFER_TYPE_WRITE, "writes"),
            (HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY, "writes with notify"),
        ] {
            let descs = descs(kind, len);
            // SAFETY: as above.
            line(&format!("batch of {BATCH} {what} of {len}"), BATCH, len, || unsafe {
                ok(HcommBatchTransferOnThread(thread, channel, descs.as_ptr(), BATCH as u32));
            });
        }
        let mut descs = descs(HCOMM_TRANSFER_TYPE_WRITE, len);
        descs[BATCH - 1].transType = HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY.abi();
        // SAFETY: as above.
        line(&format!("batch of {BATCH} writes of {len}, the last notifies"), BATCH, len, || unsafe {
            ok(HcommBatchTransferOnThread(thread, channel, descs.as_ptr(), BATCH as u32));
        });
    }
    // SAFETY: as above.
    line("record a notify of the peer", 1, 0, || unsafe {
        ok(HcommChannelNotifyRecordOnThread(thread, channel, 1));
    });
    // SAFETY: as above.
    line("notify from thread to thread and back", 2, 0, || unsafe {
        ok(HcommThreadNotifyWaitOnThread(b.thread, 0, 5));
        ok(HcommThreadNotifyRecordOnThread(b.thread, thread, 0));
        ok(HcommThreadNotifyRecordOnThread(thread, b.thread, 0));
        ok(HcommThreadNotifyWaitOnThread(thread, 0, 5));
    });
    a.sync();
    b.sync();
}
