//! Devices, contexts, memory, VMM and kernels inside one process.

// SAFETY of all blocks here: the C functions get pointers to variables and blocks of the test that live through the
// call, with their true sizes, or bad ones on purpose that the functions must refuse.
#![allow(clippy::undocumented_unsafe_blocks)]

mod common;

use acl_rt::api::context::*;
use acl_rt::api::device::*;
use acl_rt::api::ipc::*;
use acl_rt::api::memory::*;
use acl_rt::api::vmm::*;
use common::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

const INVALID_PARAM: i32 = 100_000;
const PARAM_INVALID: i32 = 107_000;
const INVALID_DEVICE: i32 = 107_001;
const CONTEXT_NULL: i32 = 107_002;
const INVALID_HANDLE: i32 = 107_017;
const NOT_SUPPORT: i32 = 207_000;
const MEMORY_ALLOCATION: i32 = 207_001;
const CONTEXT_RELEASE: i32 = 507_007;

/// Runs a test body on a fresh thread with device 0 set.
fn on_device(body: impl FnOnce() + Send + 'static) {
    on(0, body);
}

/// Runs a test body on a fresh thread with a device set.
fn on(device: i32, body: impl FnOnce() + Send + 'static) {
    watchdog(60);
    let thread = std::thread::spawn(move || {
        ok(aclrtSetDevice(device));
        body();
        ok(aclrtResetDevice(device));
    });
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn a_thread_begins_without_a_device() {
    watchdog(60);
    std::thread::spawn(|| unsafe {
        let mut id = 77;
        assert_eq!(aclrtGetDevice(&mut id), CONTEXT_NULL);
        assert_eq!(id, 77);
        let mut p = null_mut();
        assert_eq!(aclrtMalloc(&mut p, 16, 0), CONTEXT_NULL);
        let mut context = null_mut();
        assert_eq!(aclrtGetCurrentContext(&mut context), CONTEXT_NULL);
        let (mut from, mut to) = ([1u8; 4], [0u8; 4]);
        assert_eq!(aclrtMemcpy(to.as_mut_ptr().cast(), 4, from.as_mut_ptr().cast(), 4, 0), CONTEXT_NULL);
        // Host memory needs no device.
        ok(aclrtMallocHost(&mut p, 100));
        assert_eq!(p as usize % 64, 0);
        ok(aclrtFreeHost(p));
        assert_eq!(aclrtFreeHost(p), PARAM_INVALID);
    })
    .join()
    .unwrap();
}

#[test]
fn devices_are_counted_and_reset() {
    watchdog(60);
    // Device 5 is used by no other test here.
    std::thread::spawn(|| unsafe {
        let mut count = 0;
        ok(aclrtGetDeviceCount(&mut count));
        assert_eq!(count, 8);
        assert_eq!(aclrtGetDeviceCount(null_mut()), INVALID_PARAM);
        assert_eq!(aclrtSetDevice(8), INVALID_DEVICE);
        assert_eq!(aclrtSetDevice(-1), INVALID_DEVICE);
        assert_eq!(aclrtResetDevice(5), CONTEXT_RELEASE);
        assert_eq!(aclrtResetDevice(8), INVALID_DEVICE);
        let state = || {
            let mut active = -1;
            ok(aclrtGetPrimaryCtxState(5, null_mut(), &mut active));
            active
        };
        assert_eq!(state(), 0);
        ok(aclrtSetDevice(5));
        ok(aclrtSetDevice(5));
        assert_eq!(state(), 1);
        let mut id = 0;
        ok(aclrtGetDevice(&mut id));
        assert_eq!(id, 5);
        ok(aclrtResetDevice(5));
        assert_eq!(state(), 1);
        assert_eq!(aclrtGetDevice(&mut id), CONTEXT_NULL);
        ok(aclrtResetDevice(5));
        assert_eq!(state(), 0);
        assert_eq!(aclrtResetDevice(5), CONTEXT_RELEASE);
        // Forced: for all users at once.
        ok(aclrtSetDevice(5));
        ok(aclrtSetDevice(5));
        let other = std::thread::spawn(|| {
            ok(aclrtSetDevice(5));
            std::thread::park();
            let mut id = 0;
            aclrtGetDevice(&mut id)
        });
        while state() == 0 {
            std::thread::yield_now();
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        ok(aclrtResetDeviceForce(5));
        other.thread().unpark();
        assert_eq!(other.join().unwrap(), CONTEXT_NULL);
        assert_eq!(aclrtResetDevice(5), CONTEXT_RELEASE);
    })
    .join()
    .unwrap();
}

#[test]
fn contexts_carry_their_device() {
    watchdog(60);
    std::thread::spawn(|| unsafe {
        ok(aclrtSetDevice(1));
        let (mut primary, mut made, mut now) = (null_mut(), null_mut(), null_mut());
        ok(aclrtGetCurrentContext(&mut primary));
        ok(aclrtCreateContext(&mut made, 2));
        assert_ne!(primary, made);
        ok(aclrtGetCurrentContext(&mut now));
        assert_eq!(now, made);
        let mut id = 0;
        ok(aclrtGetDevice(&mut id));
        assert_eq!(id, 2);
        ok(aclrtSetCurrentContext(primary));
        ok(aclrtGetDevice(&mut id));
        assert_eq!(id, 1);
        assert_eq!(aclrtDestroyContext(primary), PARAM_INVALID);
        ok(aclrtSetCurrentContext(made));
        ok(aclrtDestroyContext(made));
        assert_eq!(aclrtGetDevice(&mut id), CONTEXT_NULL);
        assert_eq!(aclrtDestroyContext(made), CONTEXT_NULL);
        assert_eq!(aclrtSetCurrentContext(made), CONTEXT_NULL);
        assert_eq!(aclrtSetCurrentContext(0x1234 as *mut c_void), CONTEXT_NULL);
        assert_eq!(aclrtSetCurrentContext(null_mut()), INVALID_PARAM);
        assert_eq!(aclrtCreateContext(&mut made, 99), INVALID_DEVICE);
        ok(aclrtSetDevice(1));
        let mut stream = null_mut();
        ok(aclrtCtxGetCurrentDefaultStream(&mut stream));
        assert!(!stream.is_null());
        ok(aclrtResetDevice(1));
        ok(aclrtResetDevice(1));
    })
    .join()
    .unwrap();
}

#[test]
fn ids_are_translated() {
    watchdog(60);
    unsafe {
        let mut id = -1;
        ok(aclrtGetLogicDevIdByPhyDevId(3, &mut id));
        assert_eq!(id, 3);
        ok(aclrtGetPhyDevIdByLogicDevId(4, &mut id));
        assert_eq!(id, 4);
        ok(aclrtGetLogicDevIdByUserDevId(2, &mut id));
        assert_eq!(id, 2);
        assert_eq!(aclrtGetLogicDevIdByPhyDevId(8, &mut id), INVALID_DEVICE);
        assert_eq!(aclrtGetPhyDevIdByLogicDevId(-1, &mut id), INVALID_DEVICE);
        assert_eq!(aclrtGetPhyDevIdByLogicDevId(0, null_mut()), INVALID_PARAM);
        let mut physical = 0;
        ok(rtGetDevicePhyIdByIndex(7, &mut physical));
        assert_eq!(physical, 7);
        let mut can = -1;
        ok(aclrtDeviceCanAccessPeer(&mut can, 0, 1));
        assert_eq!(can, 1);
        assert_eq!(aclrtDeviceCanAccessPeer(&mut can, 1, 1), INVALID_PARAM);
    }
}

#[test]
fn peer_access_is_remembered() {
    on_device(|| unsafe {
        assert_eq!(aclrtDeviceEnablePeerAccess(1, 1), 200_006);
        assert_eq!(aclrtDeviceEnablePeerAccess(0, 0), INVALID_PARAM);
        ok(aclrtDeviceEnablePeerAccess(6, 0));
        ok(aclrtDeviceEnablePeerAccess(6, 0));
        let mut on = -1;
        ok(aclrtDevicePeerAccessStatus(0, 6, &mut on));
        assert_eq!(on, 1);
        ok(aclrtDeviceDisablePeerAccess(6));
        ok(aclrtDevicePeerAccessStatus(0, 6, &mut on));
        assert_eq!(on, 0);
    });
}

#[test]
fn memory_is_allocated_found_and_freed() {
    // Nobody else allocates on device 3, so freed memory stays free.
    on(3, || unsafe {
        let mut p = null_mut();
        assert_eq!(aclrtMalloc(null_mut(), 16, 0), INVALID_PARAM);
        assert_eq!(aclrtMalloc(&mut p, 0, 0), INVALID_PARAM);
        assert_eq!(aclrtFree(null_mut()), INVALID_PARAM);
        assert_eq!(aclrtMalloc(&mut p, 1 << 45, 0), MEMORY_ALLOCATION);
        assert!(p.is_null());
        let a = malloc(1000);
        let b = malloc(5 << 20);
        for (p, size) in [(a, 1000), (b, 5 << 20)] {
            assert_eq!(p as usize % 64, 0);
            let (mut base, mut bytes) = (null_mut(), 0);
            ok(aclrtMemGetAddressRange(p.cast::<u8>().add(999).cast(), &mut base, &mut bytes));
            assert_eq!((base, bytes), (p, size));
            let mut attributes = std::mem::zeroed::<PtrAttributes>();
            ok(aclrtPointerGetAttributes(p, &mut attributes));
            assert_eq!((attributes.location.kind, attributes.location.id), (1, 3));
        }
        assert_eq!(aclrtFree(b.cast::<u8>().add(64).cast()), PARAM_INVALID);
        free(a);
        free(b);
        assert_eq!(aclrtFree(b), PARAM_INVALID);
        assert_eq!(aclrtFree((&raw mut p).cast()), PARAM_INVALID);
        let (mut base, mut bytes) = (null_mut(), 0);
        assert_eq!(aclrtMemGetAddressRange(b, &mut base, &mut bytes), PARAM_INVALID);
        let mut attributes = std::mem::zeroed::<PtrAttributes>();
        ok(aclrtPointerGetAttributes((&raw const attributes).cast(), &mut attributes));
        assert_eq!(attributes.location.kind, 2);
        assert_eq!(aclrtPointerGetAttributes(null(), &mut attributes), INVALID_PARAM);
    });
}

#[test]
fn every_way_to_allocate_works() {
    on_device(|| unsafe {
        let mut p = null_mut();
        let bad = MallocConfig { attrs: null_mut(), num_attrs: 1 };
        let good = MallocConfig { attrs: null_mut(), num_attrs: 0 };
        ok(aclrtMallocAlign32(&mut p, 33, 2));
        ok(aclrtFree(p));
        ok(aclrtMallocCached(&mut p, 33, 2));
        ok(aclrtMemFlush(p, 33));
        ok(aclrtMemInvalidate(p, 33));
        assert_eq!(aclrtMemFlush(p, 0), INVALID_PARAM);
        ok(aclrtFreeWithDevSync(p));
        assert_eq!(aclrtMallocWithCfg(&mut p, 33, 0, &bad), INVALID_PARAM);
        ok(aclrtMallocWithCfg(&mut p, 33, 0, null()));
        ok(rtFree(p));
        ok(aclrtMallocForTaskScheduler(&mut p, 33, 0, &good));
        ok(aclrtFree(p));
        ok(aclrtMallocHostWithCfg(&mut p, 33, &good));
        let mut attributes = std::mem::zeroed::<PtrAttributes>();
        ok(aclrtPointerGetAttributes(p, &mut attributes));
        assert_eq!(attributes.location.kind, 0);
        ok(aclrtFreeHostWithDevSync(p));
        ok(rtMallocHost(&mut p, 33, 0));
        ok(rtFreeHost(p));
        ok(rtMalloc(&mut p, 33, 2, 0));
        ok(rtFree(p));
    });
}

#[test]
fn freed_memory_goes_back_to_the_system() {
    watchdog(60);
    std::thread::spawn(|| {
        ok(aclrtSetDevice(6));
        let size = 64 << 20;
        let p = malloc(size);
        // SAFETY: the block has `size` bytes.
        ok(unsafe { aclrtMemset(p, size, 7, size) });
        assert_eq!(get(p, 3), [7, 7, 7]);
        let shared = || {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let line = status.lines().find(|l| l.starts_with("RssShmem:")).unwrap().to_owned();
            line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
        };
        let full = shared();
        free(p);
        assert!(full - shared() > 60 << 10, "{full} KiB before, {} after", shared());
        ok(aclrtResetDevice(6));
    })
    .join()
    .unwrap();
}

#[test]
fn the_memory_of_a_device_is_accounted() {
    watchdog(60);
    std::thread::spawn(|| unsafe {
        ok(aclrtSetDevice(7));
        let info = || {
            let (mut free, mut total) = (0, 0);
            ok(aclrtGetMemInfo(4, &mut free, &mut total));
            (free, total)
        };
        let (before, total) = info();
        assert_eq!(before, total);
        let p = malloc(1 << 20);
        assert_eq!(info(), (total - (1 << 20), total));
        let mut usage = std::mem::zeroed::<MemUsageInfo>();
        let mut n = 0;
        ok(aclrtGetMemUsageInfo(7, &mut usage, 1, &mut n));
        assert_eq!((n, usage.current), (1, 1 << 20));
        free(p);
        assert_eq!(info(), (total, total));
        let (mut free, mut total) = (0, 0);
        assert_eq!(aclrtGetMemInfo(18, &mut free, &mut total), PARAM_INVALID);
        assert_eq!(aclrtGetMemInfo(1, null_mut(), &mut total), INVALID_PARAM);
        ok(aclrtResetDevice(7));
    })
    .join()
    .unwrap();
}

#[test]
fn copies_check_their_arguments() {
    on_device(|| unsafe {
        let p = malloc(64);
        let mut data = [9u8; 64];
        let host = data.as_mut_ptr().cast::<c_void>();
        ok(aclrtMemcpy(null_mut(), 0, null(), 0, H2D));
        assert_eq!(aclrtMemcpy(null_mut(), 64, host, 64, H2D), INVALID_PARAM);
        assert_eq!(aclrtMemcpy(p, 64, null(), 64, H2D), INVALID_PARAM);
        assert_eq!(aclrtMemcpy(p, 63, host, 64, H2D), PARAM_INVALID);
        assert_eq!(aclrtMemcpy(p, 64, host, 64, 6), INVALID_PARAM);
        ok(aclrtMemcpy(p, 64, p, 64, D2D));
        ok(aclrtMemcpy(p, 64, host, 64, DEFAULT));
        assert_eq!(get(p, 64), data);
        ok(aclrtMemset(p, 64, 0x1ff, 10));
        assert_eq!(get(p, 11), [&[0xff; 10][..], &[9]].concat());
        ok(aclrtMemset(null_mut(), 0, 0, 0));
        assert_eq!(aclrtMemset(null_mut(), 1, 0, 1), INVALID_PARAM);
        assert_eq!(aclrtMemset(p, 1, 0, 2), PARAM_INVALID);
        ok(aclrtMemsetD32(p, 64, 0x0403_0201, 16));
        assert_eq!(get(p, 5), [1, 2, 3, 4, 1]);
        assert_eq!(aclrtMemsetD32(p, 63, 0, 16), PARAM_INVALID);
        assert_eq!(aclrtMemsetD32(p.cast::<u8>().add(1).cast(), 60, 0, 1), PARAM_INVALID);
        // An address of device memory that nobody has.
        let nowhere = (0x1800_0000_0000u64 + 254 * (1 << 36) + 12345) as *mut c_void;
        assert_eq!(aclrtMemcpy(nowhere, 64, host, 64, H2D), PARAM_INVALID);
        assert_eq!(aclrtMemcpyAsync(nowhere, 64, host, 64, H2D, null_mut()), PARAM_INVALID);
        free(p);
    });
}

#[test]
fn copies_in_stream_order() {
    on_device(|| unsafe {
        let size = 3 << 20;
        let (a, b) = (malloc(size), malloc(size));
        let data = pattern(1, size);
        // The source is read before the call returns.
        let mut source = data.clone();
        ok(aclrtMemcpyAsync(a, size, source.as_ptr().cast(), size, H2D, null_mut()));
        source.fill(0);
        ok(aclrtMemcpyAsync(b, size, a, size, D2D, null_mut()));
        ok(aclrtMemsetAsync(a, size, 3, 16, null_mut()));
        ok(aclrtMemsetD32Async(a.cast::<u8>().add(16).cast(), 16, 0x0504_0302, 2, null_mut()));
        let mut back = vec![0u8; size];
        ok(aclrtMemcpyAsync(back.as_mut_ptr().cast(), size, b, size, D2H, null_mut()));
        ok(aclrtSynchronizeDevice());
        assert!(back == data);
        assert_eq!(get(a, 24), [&[3; 16][..], &[2, 3, 4, 5, 2, 3, 4, 5]].concat());
        assert_eq!(aclrtMemcpyAsync(a, size, b, size, 0, null_mut()), NOT_SUPPORT);
        assert_eq!(aclrtMemcpyAsync(a, 1, b, 2, D2D, null_mut()), PARAM_INVALID);
        assert_eq!(aclrtMemcpyAsync(a, 1, b, 1, D2D, 0x77 as *mut c_void), INVALID_HANDLE);
        ok(aclrtMemcpyAsync(null_mut(), 0, null(), 0, D2D, null_mut()));
        // Addresses kept in memory.
        let (dst, src) = (a, b.cast_const());
        ok(aclrtMemcpyAsyncWithOffset((&raw const dst).cast_mut(), 64, 32, &src, 16, 8, D2D, null_mut()));
        ok(aclrtSynchronizeDevice());
        assert_eq!(get(a.cast::<u8>().add(32).cast(), 16), data[8..24]);
        assert_eq!(aclrtSynchronizeDeviceWithTimeout(0), PARAM_INVALID);
        assert_eq!(aclrtSynchronizeDeviceWithTimeout(-2), PARAM_INVALID);
        ok(aclrtSynchronizeDeviceWithTimeout(10_000));
        free(a);
        free(b);
    });
}

#[test]
fn rows_are_copied() {
    on_device(|| unsafe {
        let p = malloc(100);
        let data = pattern(2, 60);
        ok(aclrtMemset(p, 100, 0, 100));
        ok(aclrtMemcpy2d(p, 10, data.as_ptr().cast(), 6, 5, 10, H2D));
        let got = get(p, 100);
        for row in 0..10 {
            assert_eq!(got[row * 10..row * 10 + 5], data[row * 6..row * 6 + 5]);
            assert_eq!(got[row * 10 + 5..row * 10 + 10], [0; 5]);
        }
        let mut back = vec![0u8; 60];
        ok(aclrtMemcpy2dAsync(back.as_mut_ptr().cast(), 6, p, 10, 6, 10, D2H, null_mut()));
        ok(aclrtSynchronizeDevice());
        assert_eq!(back[6..11], data[6..11]);
        assert_eq!(aclrtMemcpy2d(p, 4, data.as_ptr().cast(), 6, 5, 10, H2D), INVALID_PARAM);
        ok(aclrtMemcpy2d(null_mut(), 4, null(), 6, 0, 10, H2D));
        assert_eq!(aclrtMemcpy2d(null_mut(), 6, null(), 6, 5, 10, H2D), INVALID_PARAM);
        free(p);
    });
}

#[test]
fn batches_are_checked_before_they_run() {
    on_device(|| unsafe {
        let p = malloc(64);
        let q = p.cast::<u8>().add(32).cast::<c_void>();
        ok(aclrtMemset(p, 64, 0, 64));
        let data = pattern(3, 32);
        let (dsts, srcs) = ([p, q], [data.as_ptr() as *mut c_void; 2]);
        let location = |kind| MemLocation { id: 0, kind };
        let h2d = MemcpyBatchAttr { dst: location(1), src: location(0), rsv: [0; 16] };
        let d2h = MemcpyBatchAttr { dst: location(0), src: location(1), rsv: [0; 16] };
        let mut blamed = 5;
        let mut run = |maxs: [usize; 2], attrs: &[MemcpyBatchAttr], indexes: &[usize]| {
            let code = aclrtMemcpyBatch(
                dsts.as_ptr(),
                maxs.as_ptr(),
                srcs.as_ptr(),
                [32usize, 16].as_ptr(),
                2,
                attrs.as_ptr(),
                indexes.as_ptr(),
                attrs.len(),
                &mut blamed,
            );
            (code, blamed)
        };
        assert_eq!(run([32, 15], &[h2d], &[0]), (PARAM_INVALID, 1));
        assert_eq!(get(p, 32), [0; 32]);
        assert_eq!(run([32, 32], &[h2d], &[1]), (PARAM_INVALID, usize::MAX));
        assert_eq!(run([32, 32], &[h2d, d2h], &[0, 1]), (PARAM_INVALID, usize::MAX));
        assert_eq!(run([32, 32], &[h2d, h2d], &[0, 2]), (PARAM_INVALID, usize::MAX));
        assert_eq!(run([32, 32], &[h2d, h2d], &[0, 1]), (0, usize::MAX));
        assert_eq!(get(p, 48), [&data[..], &data[..16]].concat());
        ok(aclrtMemset(p, 64, 0, 64));
        ok(aclrtMemcpyBatchAsyncV2(
            dsts.as_ptr(),
            [32usize, 32].as_ptr(),
            srcs.as_ptr(),
            [16usize, 32].as_ptr(),
            2,
            &h2d,
            &0,
            1,
            null_mut(),
        ));
        ok(aclrtSynchronizeDevice());
        assert_eq!(get(q, 32), data);
        free(p);
    });
}

#[test]
fn reductions_count_bytes() {
    on_device(|| unsafe {
        let (a, b) = (malloc(16), malloc(16));
        put(a, &[1f32, 2.0, 3.0, 4.0].map(f32::to_le_bytes).concat());
        put(b, &[10f32, 20.0, 30.0, 40.0].map(f32::to_le_bytes).concat());
        ok(aclrtReduceAsync(a, b, 12, 10, 0, null_mut(), null_mut()));
        ok(aclrtSynchronizeDevice());
        assert_eq!(get(a, 16), [11f32, 22.0, 33.0, 4.0].map(f32::to_le_bytes).concat());
        assert_eq!(aclrtReduceAsync(a, b, 13, 10, 0, null_mut(), null_mut()), PARAM_INVALID);
        assert_eq!(aclrtReduceAsync(a, b, 12, 9, 0, null_mut(), null_mut()), INVALID_PARAM);
        assert_eq!(aclrtReduceAsync(a, b, 12, 13, 0, null_mut(), null_mut()), NOT_SUPPORT);
        assert_eq!(aclrtReduceAsync(a, b, 12, 10, 11, null_mut(), null_mut()), NOT_SUPPORT);
        assert_eq!(aclrtReduceAsync(a, b, 12, 10, 0, null_mut(), a), INVALID_PARAM);
        free(a);
        free(b);
    });
}

#[test]
fn host_memory_is_registered() {
    on_device(|| unsafe {
        let mut memory = vec![0u8; 3 * 4096];
        let page = memory.as_mut_ptr().add(memory.as_ptr().align_offset(4096)).cast::<c_void>();
        let mut alias = null_mut();
        assert_eq!(aclrtHostRegister(page.cast::<u8>().add(1).cast(), 4096, 0, &mut alias), PARAM_INVALID);
        assert_eq!(aclrtHostRegister(page, 4096, 1, &mut alias), INVALID_PARAM);
        assert_eq!(aclrtHostRegister(page, 0, 0, &mut alias), INVALID_PARAM);
        ok(aclrtHostRegister(page, 4096, 0, &mut alias));
        assert_eq!(alias, page);
        assert_eq!(aclrtHostRegister(page, 4096, 0, &mut alias), PARAM_INVALID);
        let mut attributes = std::mem::zeroed::<PtrAttributes>();
        ok(aclrtPointerGetAttributes(page, &mut attributes));
        assert_eq!(attributes.location.kind, 0);
        let mut device = null_mut();
        ok(aclrtHostGetDevicePointer(page, &mut device, 0));
        assert_eq!(device, page);
        // Registered memory is not the runtime's to free.
        assert_eq!(aclrtFreeHost(page), PARAM_INVALID);
        ok(aclrtHostUnregister(page));
        assert_eq!(aclrtHostUnregister(page), PARAM_INVALID);
        assert_eq!(aclrtHostGetDevicePointer(page, &mut device, 0), PARAM_INVALID);
        assert_eq!(aclrtHostRegisterV2(page, 4096, 0), INVALID_PARAM);
        ok(aclrtHostRegisterV2(page, 4096, 2));
        ok(aclrtHostUnregister(page));
    });
}

fn properties(device: u32) -> PhysicalMemProp {
    PhysicalMemProp {
        handle_type: 0,
        allocation_type: 0,
        mem_attr: 4,
        location: MemLocation { id: device, kind: 1 },
        reserve: 0,
    }
}

const UNIT: usize = 2 << 20;

#[test]
fn physical_memory_is_mapped_twice() {
    on_device(|| unsafe {
        let mut granularity = 0;
        ok(aclrtMemGetAllocationGranularity(&properties(0), 0, &mut granularity));
        assert_eq!(granularity, UNIT);
        let mut va = null_mut();
        assert_eq!(aclrtReserveMemAddress(&mut va, 0, 0, null_mut(), 0), INVALID_PARAM);
        assert_eq!(aclrtReserveMemAddress(&mut va, UNIT, 1, null_mut(), 0), INVALID_PARAM);
        assert_eq!(aclrtReserveMemAddress(&mut va, UNIT, 0, null_mut(), 2), INVALID_PARAM);
        assert_eq!(aclrtReserveMemAddress(&mut va, UNIT + 1, 0, null_mut(), 0), PARAM_INVALID);
        assert_eq!(aclrtReserveMemAddress(&mut va, UNIT, 0, UNIT as *mut c_void, 0), PARAM_INVALID);
        ok(aclrtReserveMemAddress(&mut va, 4 * UNIT, 0, (17u64 << 40) as *mut c_void, 1));
        assert_eq!(va as u64, 17 << 40);
        let at = |n: usize| va.cast::<u8>().add(n * UNIT).cast::<c_void>();
        let mut handle = null_mut();
        assert_eq!(aclrtMallocPhysical(&mut handle, 0, &properties(0), 0), INVALID_PARAM);
        assert_eq!(aclrtMallocPhysical(&mut handle, UNIT, &properties(0), 1), INVALID_PARAM);
        assert_eq!(aclrtMallocPhysical(&mut handle, UNIT, &properties(99), 0), INVALID_DEVICE);
        let odd = PhysicalMemProp { location: MemLocation { id: 0, kind: 2 }, ..properties(0) };
        assert_eq!(aclrtMallocPhysical(&mut handle, UNIT, &odd, 0), INVALID_PARAM);
        let odd = PhysicalMemProp { mem_attr: 0, ..properties(0) };
        assert_eq!(aclrtMallocPhysical(&mut handle, UNIT, &odd, 0), INVALID_PARAM);
        ok(aclrtMallocPhysical(&mut handle, UNIT, &properties(0), 0));
        assert_eq!(aclrtMapMem(at(0), 2 * UNIT, 0, handle, 0), PARAM_INVALID);
        assert_eq!(aclrtMapMem(at(0), UNIT, 1, handle, 0), INVALID_PARAM);
        assert_eq!(aclrtMapMem(at(4), UNIT, 0, handle, 0), PARAM_INVALID);
        ok(aclrtMapMem(at(0), UNIT, 0, handle, 0));
        assert_eq!(aclrtMapMem(at(0), UNIT, 0, handle, 0), PARAM_INVALID);
        ok(aclrtMapMem(at(2), UNIT, 0, handle, 0));
        put(at(0), b"one memory, two addresses");
        assert_eq!(get(at(2), 25), b"one memory, two addresses");
        let mut attributes = std::mem::zeroed::<PtrAttributes>();
        ok(aclrtPointerGetAttributes(at(2), &mut attributes));
        assert_eq!((attributes.location.kind, attributes.location.id), (1, 0));
        let location = MemLocation { id: 1, kind: 1 };
        let access = MemAccessDesc { flags: 3, location, rsv: [0; 12] };
        let mut flags = 9;
        ok(aclrtMemGetAccess(at(2), &location, &mut flags));
        assert_eq!(flags, 0);
        ok(aclrtMemSetAccess(at(2), UNIT, &access, 1));
        ok(aclrtMemGetAccess(at(2), &location, &mut flags));
        assert_eq!(flags, 3);
        assert_eq!(aclrtMemSetAccess(at(1), UNIT, &access, 1), PARAM_INVALID);
        let mut again = null_mut();
        ok(aclrtMemRetainAllocationHandle(at(2), &mut again));
        assert_ne!(again, handle);
        let mut found = properties(5);
        ok(aclrtMemGetAllocationPropertiesFromHandle(again, &mut found));
        assert_eq!((found.mem_attr, found.location.id), (4, 0));
        // The memory lives as long as a mapping does.
        ok(aclrtFreePhysical(handle));
        ok(aclrtFreePhysical(again));
        assert_eq!(aclrtFreePhysical(again), INVALID_HANDLE);
        assert_eq!(aclrtMapMem(at(1), UNIT, 0, handle, 0), INVALID_HANDLE);
        assert_eq!(get(at(2), 3), b"one");
        assert_eq!(aclrtReleaseMemAddress(va), PARAM_INVALID);
        assert_eq!(aclrtFree(at(0)), PARAM_INVALID);
        ok(aclrtUnmapMem(at(0)));
        assert_eq!(aclrtUnmapMem(at(0)), PARAM_INVALID);
        ok(aclrtUnmapMem(at(2)));
        assert_eq!(aclrtReleaseMemAddress(at(1)), PARAM_INVALID);
        ok(aclrtReleaseMemAddress(va));
        assert_eq!(aclrtReleaseMemAddress(va), PARAM_INVALID);
    });
}

#[test]
fn many_pieces_make_one_range() {
    on_device(|| unsafe {
        let n = 64;
        let mut va = null_mut();
        ok(aclrtReserveMemAddressNoUCMemory(&mut va, 1 << 30, 0, null_mut(), 0));
        assert_eq!(aclrtReserveMemAddressNoUCMemory(&mut va, UNIT, 0, null_mut(), 0), PARAM_INVALID);
        let at = |i: usize| va.cast::<u8>().add(i * UNIT).cast::<c_void>();
        for i in 0..n {
            let mut handle = null_mut();
            ok(aclrtMallocPhysical(&mut handle, UNIT, &properties(0), 0));
            ok(aclrtMapMem(at(i), UNIT, 0, handle, 0));
            ok(aclrtFreePhysical(handle));
        }
        let data = pattern(4, n * UNIT);
        put(va, &data);
        assert!(get(va, n * UNIT) == data);
        for i in 0..n {
            ok(aclrtUnmapMem(at(i)));
        }
        ok(aclrtReleaseMemAddress(va));
    });
}

#[test]
fn shareable_handles_work_in_one_process() {
    on_device(|| unsafe {
        let mut handle = null_mut();
        ok(aclrtMallocPhysical(&mut handle, UNIT, &properties(0), 0));
        let mut number = 0;
        assert_eq!(aclrtMemExportToShareableHandle(handle, 1, 0, &mut number), INVALID_PARAM);
        assert_eq!(aclrtMemExportToShareableHandle(handle, 0, 2, &mut number), INVALID_PARAM);
        ok(aclrtMemExportToShareableHandle(handle, 0, 1, &mut number));
        assert_eq!(aclrtMemExportToShareableHandle(handle, 0, 1, &mut number), PARAM_INVALID);
        let mut imported = null_mut();
        ok(aclrtMemImportFromShareableHandle(number, 1, &mut imported));
        assert_eq!(aclrtMemImportFromShareableHandle(number ^ 1, 1, &mut imported), PARAM_INVALID);
        assert_eq!(aclrtMemImportFromShareableHandle(0, 1, &mut imported), PARAM_INVALID);
        let mut va = null_mut();
        ok(aclrtReserveMemAddress(&mut va, 2 * UNIT, 0, null_mut(), 0));
        let second = va.cast::<u8>().add(UNIT).cast::<c_void>();
        ok(aclrtMapMem(va, UNIT, 0, handle, 0));
        ok(aclrtMapMem(second, UNIT, 0, imported, 0));
        put(va, b"shared");
        assert_eq!(get(second, 6), b"shared");
        ok(aclrtFreePhysical(handle));
        ok(aclrtFreePhysical(imported));
        ok(aclrtUnmapMem(va));
        assert_eq!(get(second, 6), b"shared");
        ok(aclrtUnmapMem(second));
        ok(aclrtReleaseMemAddress(va));
        // The export went with the memory.
        assert_eq!(aclrtMemImportFromShareableHandle(number, 1, &mut imported), PARAM_INVALID);
    });
}

#[test]
fn keys_work_in_one_process() {
    on_device(|| unsafe {
        let p = malloc(4096);
        let mut key = [1i8; 65];
        assert_eq!(aclrtIpcMemGetExportKey(p, 4096, key.as_mut_ptr(), 64, 1), PARAM_INVALID);
        assert_eq!(aclrtIpcMemGetExportKey(p, 0, key.as_mut_ptr(), 65, 1), INVALID_PARAM);
        assert_eq!(aclrtIpcMemGetExportKey(p, 4097, key.as_mut_ptr(), 65, 1), PARAM_INVALID);
        assert_eq!(aclrtIpcMemGetExportKey(p, 4096, key.as_mut_ptr(), 65, 2), PARAM_INVALID);
        assert_eq!(aclrtIpcMemGetExportKey(null_mut(), 4096, key.as_mut_ptr(), 65, 1), INVALID_PARAM);
        assert_eq!(
            aclrtIpcMemGetExportKey(key.as_mut_ptr().cast(), 1, key.as_mut_ptr(), 65, 1),
            PARAM_INVALID
        );
        ok(aclrtIpcMemGetExportKey(p, 4096, key.as_mut_ptr(), 65, 1));
        let mut q = null_mut();
        ok(aclrtIpcMemImportByKey(&mut q, key.as_ptr(), 0));
        assert_eq!(q, p);
        ok(aclrtIpcMemImportByKey(&mut q, key.as_ptr(), 1));
        assert_eq!(aclrtIpcMemImportByKey(&mut q, c"no key".as_ptr(), 0), PARAM_INVALID);
        ok(aclrtIpcMemClose(key.as_ptr()));
        ok(aclrtIpcMemClose(key.as_ptr()));
        ok(aclrtIpcMemClose(key.as_ptr()));
        assert_eq!(aclrtIpcMemClose(key.as_ptr()), PARAM_INVALID);
        assert_eq!(aclrtIpcMemImportByKey(&mut q, key.as_ptr(), 0), PARAM_INVALID);
        // Freeing withdraws a key.
        ok(rtIpcSetMemoryName(p, 4096, key.as_mut_ptr(), 65));
        free(p);
        assert_eq!(rtIpcOpenMemory(&mut q, key.as_ptr()), PARAM_INVALID);
        assert_eq!(rtIpcDestroyMemoryName(key.as_ptr()), PARAM_INVALID);
    });
}

#[test]
fn threads_allocate_at_the_same_time() {
    watchdog(120);
    let threads: Vec<_> = (0..4)
        .map(|t: u64| {
            std::thread::spawn(move || {
                ok(aclrtSetDevice((t % 2) as i32));
                let mut live = Vec::new();
                for i in 0..400u64 {
                    let size = (i * 7919 * (t + 1)) as usize % 200_000 + 1;
                    let p = malloc(size);
                    let data = pattern(i * 4 + t, size.min(64));
                    put(p, &data);
                    live.push((p, data));
                    if i % 3 == 0 {
                        let (p, data) = live.swap_remove((i as usize * 13) % live.len());
                        assert_eq!(get(p, data.len()), data);
                        free(p);
                    }
                }
                for (p, data) in live {
                    assert_eq!(get(p, data.len()), data);
                    free(p);
                }
                ok(aclrtResetDevice((t % 2) as i32));
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
