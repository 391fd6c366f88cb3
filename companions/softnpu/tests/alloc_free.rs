//! Submitting cheap work allocates nothing.

mod watch;

use acl_rt::ext::softnpu_ext_v1;
use npu_ext::{Task, op};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use watch::watched;

/// Counts what a thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending is not counted.
    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
}

// SAFETY: everything is passed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn cheap_submissions_allocate_nothing() {
    watched(|| {
        // SAFETY: the table lives for ever.
        let npu = unsafe { &*softnpu_ext_v1() };
        let (mut stream, mut notify) = (null_mut(), null_mut());
        // SAFETY: the outputs are writable.
        unsafe {
            assert_eq!((npu.stream_create)(0, &mut stream), 0);
            assert_eq!((npu.notify_alloc)(0, 1, &mut notify), 0);
        }
        let (from, mut to) = ([3u32; 16], [0u32; 16]);
        let (a, b) = (to.as_mut_ptr() as u64, from.as_ptr() as u64);
        let copy = Task { op: op::COPY, a, b, n: 64, ..Task::NOP };
        // Sum of 32-bit integers: data type 2, reduction 0.
        let reduce = Task { op: op::REDUCE, a, b, n: 16, aux: 2, ..Task::NOP };
        let record = Task { op: op::NOTIFY_RECORD, a: notify as u64, ..Task::NOP };
        let wait = Task { op: op::NOTIFY_WAIT, a: notify as u64, ..Task::NOP };
        let batch = [copy; 64];
        let submit = |tasks: &[Task]| {
            // SAFETY: the addresses in the tasks outlive the test, and the reference is alive.
            assert_eq!(unsafe { (npu.submit)(stream, tasks.as_ptr(), tasks.len() as u32) }, 0);
        };
        let work = || {
            for task in [copy, reduce, record, wait] {
                submit(&[task]);
            }
            submit(&batch);
            // SAFETY: the reference is alive.
            unsafe {
                assert_eq!((npu.stream_enter)(stream), 1);
                (npu.stream_leave)(stream);
                assert_eq!((npu.stream_sync)(stream, -1), 0);
            }
        };
        work();
        let before = ALLOCATIONS.get();
        for _ in 0..1000 {
            work();
        }
        assert_eq!(ALLOCATIONS.get() - before, 0);
        assert_eq!(to, from);
        // The count works.
        drop(std::hint::black_box(Box::new(before)));
        assert!(ALLOCATIONS.get() > before);
        // SAFETY: both came from the functions above and are given up.
        unsafe {
            assert_eq!((npu.notify_free)(notify, 1), 0);
            (npu.stream_release)(stream);
        }
    });
}
