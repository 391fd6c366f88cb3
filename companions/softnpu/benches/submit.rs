//! Cost of handing work to the engine, in ns per call: `cargo bench -p softnpu --bench submit`.

use acl_rt::ext::softnpu_ext_v1;
use npu_ext::{NpuExt, Task, op};
use std::time::Instant;

const ROUNDS: u32 = 1_000_000;

fn median(name: &str, per: u32, mut body: impl FnMut()) {
    let mut runs: Vec<f64> = (0..11)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..ROUNDS / per {
                body();
            }
            start.elapsed().as_nanos() as f64 / f64::from(ROUNDS / per)
        })
        .collect();
    runs.sort_by(f64::total_cmp);
    println!("{name:40} {:8.1} ns, at best {:8.1} ns", runs[5], runs[0]);
}

fn main() {
    // SAFETY: the table lives for ever.
    let npu: &NpuExt = unsafe { &*softnpu_ext_v1() };
    let mut stream = std::ptr::null_mut();
    let mut notify = std::ptr::null_mut();
    let (from, mut to) = ([1u8; 65536], [0u8; 65536]);
    // SAFETY: valid outputs, notifies and addresses throughout.
    unsafe {
        assert_eq!((npu.stream_create)(0, &mut stream), 0);
        assert_eq!((npu.notify_alloc)(0, 1, &mut notify), 0);
        let nop = [Task::NOP; 64];
        median("submit one empty task", 1, || assert_eq!((npu.submit)(stream, nop.as_ptr(), 1), 0));
        median("submit 64 empty tasks", 64, || assert_eq!((npu.submit)(stream, nop.as_ptr(), 64), 0));
        let copy =
            |n| Task { op: op::COPY, a: to.as_mut_ptr() as u64, b: from.as_ptr() as u64, n, ..Task::NOP };
        let mut copy = copy;
        for n in [8, 64, 4096] {
            let task = copy(n);
            median(&format!("submit a copy of {n} bytes"), 1, || {
                assert_eq!((npu.submit)(stream, &task, 1), 0)
            });
        }
        let batch = [copy(64); 64];
        median("submit 64 copies of 64 bytes", 64, || {
            assert_eq!((npu.submit)(stream, batch.as_ptr(), 64), 0)
        });
        let pair = [
            Task { op: op::NOTIFY_RECORD, a: notify as u64, ..Task::NOP },
            Task { op: op::NOTIFY_WAIT, a: notify as u64, ..Task::NOP },
        ];
        median("submit a record and its wait", 1, || assert_eq!((npu.submit)(stream, pair.as_ptr(), 2), 0));
        median("take the turn and give it back", 1, || {
            assert_eq!((npu.stream_enter)(stream), 1);
            (npu.stream_leave)(stream);
        });
        median("synchronise an idle stream", 1, || assert_eq!((npu.stream_sync)(stream, -1), 0));
        let wait = [pair[1]];
        median("wait parked, recorded, run", 100, || {
            assert_eq!((npu.submit)(stream, wait.as_ptr(), 1), 0);
            assert_eq!((npu.notify_record)(notify), 0);
        });
        (npu.stream_release)(stream);
    }
}
