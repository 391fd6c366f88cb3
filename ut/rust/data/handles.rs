//! Every primitive with handles that are 0, stale, of another kind or made up, and with the other documented mistakes.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hcomm::capi::hcomm_primitives::*;
use hcomm::capi::hcomm_primitives_expt::HcommThreadJoin;
use hcomm::data::channel::{self, ChannelSpec, Remote};
use hcomm::data::thread;
use hcomm::driver::Notifies;
use hcomm_abi::CommEngine::*;
use hcomm_abi::CommProtocol::*;
use hcomm_abi::HcommTransferType::*;
use hcomm_abi::{
    AbiEnum, AbiStruct, HcommBatchTransferDesc, HcommDataType, HcommReduceOp, HcommTransferType,
};
use hcomm_base::Code;

use crate::support::{Block, Pair, Random, Rank, driver, own_thread, pair, watchdog};

const FP32: MaybeUninit<HcommDataType> = MaybeUninit::new(HcommDataType::HCOMM_DATA_TYPE_FP32);
const SUM: MaybeUninit<HcommReduceOp> = MaybeUninit::new(HcommReduceOp::HCOMM_REDUCE_SUM);

#[test]
fn lengths_that_no_device_has_are_refused() {
    let _guard = watchdog("impossible lengths", 60);
    let thread = own_thread(0, COMM_ENGINE_CPU_TS, 0, None);
    let (mut to, from) = ([0u8; 8], [1u8; 8]);
    let (dst, src) = (to.as_mut_ptr().cast::<c_void>(), from.as_ptr().cast::<c_void>());
    for len in [npu_ext::SLOT_STRIDE + 1, 1 << 50, u64::MAX] {
        // SAFETY: refused before memory is touched.
        unsafe {
            assert_eq!(HcommLocalCopyOnThread(thread, dst, src, len), Code::PARA.0);
            assert_eq!(HcommLocalReduceOnThread(thread, dst, src, len, FP32, SUM), Code::PARA.0);
        }
    }
    assert_eq!(to, [0; 8]);
}

/// Arguments of a call; each function takes those it has.
#[derive(Clone, Copy)]
struct Args {
    thread: u64,
    channel: u64,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
    notify: u32,
}

/// The memory that the arguments name is valid, or the call is refused before it touches any.
type Call = unsafe fn(Args) -> i32;

/// What a function takes, in the order in which it checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    /// It is for channels of engines on the host.
    Host,
    Pointers,
    Thread,
    Channel,
    /// The destination lies at the peer.
    FarDst,
    /// The source lies at the peer.
    FarSrc,
    /// Index of a notify of the peer's or this end's channel.
    ChannelNotify,
    /// Index of a notify of the thread.
    ThreadNotify,
}
use Takes::*;

fn batch_of(args: Args) -> HcommBatchTransferDesc {
    let mut desc = HcommBatchTransferDesc {
        transType: HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY.abi(),
        ..HcommBatchTransferDesc::zeroed()
    };
    // SAFETY: plain data.
    let it = unsafe { &mut desc.transferInfo.writeWithNotify };
    (it.len, it.dst, it.src, it.notifyIdx) = (args.len, args.dst, args.src.cast_mut(), args.notify);
    desc
}

/// All functions with handles: name, call, what they take, and the code of an unknown remote range.
#[rustfmt::skip]
#[allow(clippy::undocumented_unsafe_blocks)] // One reason for all: who calls vouches for the memory, see `Call`.
const FUNCTIONS: &[(&str, Call, &[Takes], Code)] = &[
    ("LocalCopyOnThread", |a| unsafe { HcommLocalCopyOnThread(a.thread, a.dst, a.src, a.len) }, &[Pointers, Thread], Code::SUCCESS),
    ("LocalReduceOnThread", |a| unsafe { HcommLocalReduceOnThread(a.thread, a.dst, a.src, a.len / 4, FP32, SUM) }, &[Pointers, Thread], Code::SUCCESS),
    ("ThreadNotifyRecordOnThread", |a| unsafe { HcommThreadNotifyRecordOnThread(a.thread, a.thread, a.notify) }, &[Thread, ThreadNotify], Code::SUCCESS),
    ("ThreadNotifyWaitOnThread", |a| unsafe { HcommThreadNotifyWaitOnThread(a.thread, a.notify, 5) }, &[Thread, ThreadNotify], Code::SUCCESS),
    ("ThreadNotifyWaitOnThreadWithDefaultTimeout", |a| unsafe { HcommThreadNotifyWaitOnThreadWithDefaultTimeout(a.thread, a.notify) }, &[Thread, ThreadNotify], Code::SUCCESS),
    ("AclrtNotifyRecordOnThread", |a| unsafe { HcommAclrtNotifyRecordOnThread(a.thread, 0) }, &[Thread], Code::SUCCESS),
    ("AclrtNotifyWaitOnThread", |a| unsafe { HcommAclrtNotifyWaitOnThread(a.thread, 0, 5) }, &[Thread], Code::SUCCESS),
    ("WriteOnThread", |a| unsafe { HcommWriteOnThread(a.thread, a.channel, a.dst, a.src, a.len) }, &[Pointers, Thread, Channel, FarDst], Code::INTERNAL),
    ("ReadOnThread", |a| unsafe { HcommReadOnThread(a.thread, a.channel, a.dst, a.src, a.len) }, &[Pointers, Thread, Channel, FarSrc], Code::INTERNAL),
    ("WriteReduceOnThread", |a| unsafe { HcommWriteReduceOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, FP32, SUM) }, &[Pointers, Thread, Channel, FarDst], Code::INTERNAL),
    ("ReadReduceOnThread", |a| unsafe { HcommReadReduceOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, FP32, SUM) }, &[Pointers, Thread, Channel, FarSrc], Code::INTERNAL),
    ("WriteWithNotifyOnThread", |a| unsafe { HcommWriteWithNotifyOnThread(a.thread, a.channel, a.dst, a.src, a.len, a.notify) }, &[Pointers, Thread, Channel, FarDst, ChannelNotify], Code::INTERNAL),
    ("WriteReduceWithNotifyOnThread", |a| unsafe { HcommWriteReduceWithNotifyOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, FP32, SUM, a.notify) }, &[Pointers, Thread, Channel, FarDst, ChannelNotify], Code::INTERNAL),
    ("BatchTransferOnThread", |a| unsafe { HcommBatchTransferOnThread(a.thread, a.channel, &batch_of(a), 1) }, &[Channel, Thread, Pointers, FarDst, ChannelNotify], Code::INTERNAL),
    ("ChannelNotifyRecordOnThread", |a| unsafe { HcommChannelNotifyRecordOnThread(a.thread, a.channel, a.notify) }, &[Channel, Thread, ChannelNotify], Code::SUCCESS),
    ("ChannelNotifyWaitOnThread", |a| unsafe { HcommChannelNotifyWaitOnThread(a.thread, a.channel, a.notify, 5) }, &[Channel, Thread, ChannelNotify], Code::SUCCESS),
    ("ChannelNotifyWaitOnThreadWithDefaultTimeout", |a| unsafe { HcommChannelNotifyWaitOnThreadWithDefaultTimeout(a.thread, a.channel, a.notify) }, &[Channel, Thread, ChannelNotify], Code::SUCCESS),
    ("ChannelFenceOnThread", |a| unsafe { HcommChannelFenceOnThread(a.thread, a.channel) }, &[Channel, Thread], Code::SUCCESS),
    ("ChannelDrainOnThread", |a| unsafe { HcommChannelDrainOnThread(a.thread, a.channel) }, &[Channel, Thread], Code::SUCCESS),
    ("WriteNbi", |a| unsafe { HcommWriteNbi(a.channel, a.dst, a.src, a.len) }, &[Host, Channel, Pointers, FarDst], Code::NOT_FOUND),
    ("WriteNbiOnThread", |a| unsafe { HcommWriteNbiOnThread(0, a.channel, a.dst, a.src, a.len) }, &[Host, Channel, Pointers, FarDst], Code::NOT_FOUND),
    ("ReadNbi", |a| unsafe { HcommReadNbi(a.channel, a.dst, a.src, a.len) }, &[Host, Channel, Pointers, FarSrc], Code::NOT_FOUND),
    ("ReadNbiOnThread", |a| unsafe { HcommReadNbiOnThread(0, a.channel, a.dst, a.src, a.len) }, &[Host, Channel, Pointers, FarSrc], Code::NOT_FOUND),
    ("WriteWithNotifyNbi", |a| unsafe { HcommWriteWithNotifyNbi(a.channel, a.dst, a.src, a.len, a.notify) }, &[Host, Channel, Pointers, FarDst, ChannelNotify], Code::NOT_FOUND),
    ("WriteWithNotifyNbiOnThread", |a| unsafe { HcommWriteWithNotifyNbiOnThread(0, a.channel, a.dst, a.src, a.len, a.notify) }, &[Host, Channel, Pointers, FarDst, ChannelNotify], Code::NOT_FOUND),
    ("ChannelNotifyRecord", |a| unsafe { HcommChannelNotifyRecord(a.channel, a.notify) }, &[Host, Channel, ChannelNotify], Code::SUCCESS),
    ("ChannelNotifyWait", |a| unsafe { HcommChannelNotifyWait(a.channel, a.notify, 5) }, &[Host, Channel, ChannelNotify], Code::SUCCESS),
    ("ChannelFence", |a| unsafe { HcommChannelFence(a.channel) }, &[Host, Channel], Code::SUCCESS),
    ("ThreadJoin", |a| unsafe { HcommThreadJoin(a.thread, 5) }, &[Thread], Code::SUCCESS),
];

#[test]
fn every_mistake_has_its_documented_code() {
    let _guard = watchdog("codes", 120);
    let device = pair(Pair::default());
    let host = pair(Pair { engine: COMM_ENGINE_CPU, protocol: COMM_PROTOCOL_HCCS, ..Pair::default() });
    let outside = Block::new(0, 4096);
    let args = |ranks: &[Rank; 2]| Args {
        thread: ranks[0].thread,
        channel: ranks[0].channel,
        dst: ranks[1].memory.at(0).cast(),
        src: ranks[0].memory.at(0).cast(),
        len: 64,
        notify: 3,
    };
    let stale_thread = own_thread(0, COMM_ENGINE_CPU, 1, None);
    thread::destroy(stale_thread, Duration::ZERO).unwrap();
    let stale_channel = channel::create(ChannelSpec {
        engine: COMM_ENGINE_CPU,
        protocol: COMM_PROTOCOL_HCCS,
        comm: None,
        local_rank: 0,
        remote_rank: 1,
        notifies: Notifies::NONE,
    })
    .unwrap();
    channel::destroy(stale_channel).unwrap();
    let on_stack = 0_u64;
    let mut random = Random(3);
    for &(name, call, takes, unknown_range) in FUNCTIONS {
        let ranks = if takes.contains(&Host) { &host } else { &device };
        let good = args(ranks);
        let forged = [
            0,
            1,
            u64::MAX,
            1 << 63,
            &raw const on_stack as u64,
            good.thread ^ 1 << 40,
            good.channel | 1 << 63,
        ];
        let call = |args| {
            // SAFETY: valid memory, or refused before any is touched.
            let code = unsafe { call(args) };
            Code(code)
        };
        let far_src = takes.contains(&FarSrc);
        let good = if far_src { Args { dst: good.src.cast_mut(), src: good.dst, ..good } } else { good };
        for take in takes {
            match take {
                Host => {
                    let other = Args { channel: device[0].channel, ..good };
                    assert_eq!(call(other), Code::NOT_SUPPORT, "{name}");
                }
                Pointers => {
                    for (dst, src) in [(null_mut(), good.src), (good.dst, null()), (null_mut(), null())] {
                        for len in [0, good.len] {
                            assert_eq!(
                                call(Args { dst, src, len, ..good }),
                                Code::PTR,
                                "{name} {dst:?} {src:?}"
                            );
                        }
                    }
                    // First of all checks, unless the handles come first: both are PTR anyway.
                    assert_eq!(
                        call(Args { dst: null_mut(), thread: 0, channel: 0, ..good }),
                        Code::PTR,
                        "{name}"
                    );
                }
                Thread => {
                    for thread in forged.into_iter().chain([stale_thread, good.channel]) {
                        assert_eq!(call(Args { thread, ..good }), Code::PTR, "{name} thread {thread:#x}");
                    }
                    for _ in 0..200 {
                        let thread = random.next();
                        assert_eq!(call(Args { thread, ..good }), Code::PTR, "{name} thread {thread:#x}");
                    }
                }
                Channel => {
                    for channel in forged.into_iter().chain([stale_channel, good.thread]) {
                        assert_eq!(call(Args { channel, ..good }), Code::PTR, "{name} channel {channel:#x}");
                    }
                    for _ in 0..200 {
                        let channel = random.next();
                        assert_eq!(call(Args { channel, ..good }), Code::PTR, "{name} channel {channel:#x}");
                    }
                }
                FarDst | FarSrc => {
                    let end = ranks[1].memory.at(ranks[1].memory.len - 60).cast::<c_void>();
                    let near = ranks[0].memory.at(0).cast::<c_void>();
                    for far in [outside.at(0).cast::<c_void>(), near, end, usize::MAX as *mut _, 2 as *mut _]
                    {
                        let args =
                            if far_src { Args { src: far, ..good } } else { Args { dst: far, ..good } };
                        assert_eq!(call(args), unknown_range, "{name} {far:?}");
                    }
                    let whole = Args { len: !3, ..good };
                    assert_eq!(call(whole), unknown_range, "{name}");
                }
                ChannelNotify | ThreadNotify => {
                    let code = if *take == ThreadNotify { Code::PTR } else { Code::PARA };
                    for notify in [4, 5, 1 << 31, u32::MAX] {
                        assert_eq!(call(Args { notify, ..good }), code, "{name} notify {notify}");
                    }
                }
            }
        }
    }
    // Nothing of all that reached the queue or the notifies.
    for ranks in [&device, &host] {
        assert_eq!(thread::error(ranks[0].thread), None);
    }
    // SAFETY: no memory but notifies.
    unsafe { assert_eq!(HcommChannelNotifyWait(host[1].channel, 3, 0), Code::TIMEOUT.0) };
}

#[test]
fn batches_are_checked_whole_before_anything_starts() {
    let _guard = watchdog("bad batches", 60);
    let mut ranks = pair(Pair { engine: COMM_ENGINE_CPU, ..Pair::default() });
    ranks[0].memory.bytes().fill(9);
    let good = Args {
        thread: ranks[0].thread,
        channel: ranks[0].channel,
        dst: ranks[1].memory.at(0).cast(),
        src: ranks[0].memory.at(0).cast(),
        len: 64,
        notify: 3,
    };
    let submit = |descs: &[HcommBatchTransferDesc]| {
        // SAFETY: as above; the operands live until the queue is empty.
        unsafe {
            Code(HcommBatchTransferOnThread(good.thread, good.channel, descs.as_ptr(), descs.len() as u32))
        }
    };
    // SAFETY: refused before anything is read.
    unsafe {
        assert_eq!(HcommBatchTransferOnThread(good.thread, good.channel, null(), 3), Code::PTR.0);
        assert_eq!(HcommBatchTransferOnThread(good.thread, good.channel, null(), 0), Code::PTR.0);
        assert_eq!(HcommBatchTransferOnThread(good.thread, 0, &batch_of(good), 0), Code::PTR.0);
        assert_eq!(HcommBatchTransferOnThread(0, good.channel, &batch_of(good), 0), Code::PARA.0);
    }
    let mut bad = Vec::new();
    for kind in [-1, 7, 100, i32::MIN] {
        let mut desc = batch_of(good);
        // SAFETY: the enumeration has four bytes.
        unsafe { desc.transType.as_mut_ptr().cast::<i32>().write(kind) };
        bad.push((desc, Code::NOT_SUPPORT));
    }
    bad.push((batch_of(Args { notify: u32::MAX, ..good }), Code::PARA));
    let mut record = HcommBatchTransferDesc {
        transType: HCOMM_TRANSFER_TYPE_NOTIFY_RECORD.abi(),
        ..HcommBatchTransferDesc::zeroed()
    };
    record.transferInfo.notifyRecord.notifyIdx = u32::MAX;
    bad.push((record, Code::PARA));
    for kind in [HCOMM_TRANSFER_TYPE_WRITE_REDUCE, HCOMM_TRANSFER_TYPE_READ_REDUCE] {
        let mut desc = HcommBatchTransferDesc { transType: kind.abi(), ..HcommBatchTransferDesc::zeroed() };
        bad.push((desc, Code::PTR));
        desc.transferInfo.reduce.dst = good.dst;
        desc.transferInfo.reduce.src = good.src.cast_mut();
        desc.transferInfo.reduce.count = 1;
        desc.transferInfo.reduce.dataType = HcommDataType::HCOMM_DATA_TYPE_HIF8.abi();
        desc.transferInfo.reduce.reduceOp = SUM;
        bad.push((desc, Code::PARA));
    }
    for (desc, code) in bad {
        for position in [0, 1, 150] {
            let mut descs = vec![batch_of(good); 151];
            descs[position] = desc;
            assert_eq!(submit(&descs), code);
        }
    }
    ranks[0].sync();
    assert!(ranks[1].memory.bytes().iter().all(|&byte| byte == 0));
    assert_eq!(submit(&[batch_of(Args { len: 0, ..good })]), Code::SUCCESS);
    ranks[0].sync();
    // SAFETY: no memory but notifies.
    unsafe { assert_eq!(HcommChannelNotifyWait(ranks[1].channel, 3, 5), 0) };
}

/// Batches of writes, or of reads, of one length have a way of their own.
#[test]
fn batches_of_equal_entries_are_checked_and_copied_exactly() {
    let _guard = watchdog("equal batches", 120);
    const ENTRIES: usize = 70;
    let mut ranks = pair(Pair { engine: COMM_ENGINE_CPU, ..Pair::default() });
    let mut random = Random(7);
    let (thread, channel) = (ranks[0].thread, ranks[0].channel);
    let (near, far) = (ranks[0].memory.addr, ranks[1].memory.addr);
    let size = ranks[1].memory.len as u64;
    let entry = |kind: HcommTransferType, index: usize, len: u64| {
        let (to, from) = ((index as u64 * (len + 5)), (index as u64 * (len + 1)));
        let read = kind == HCOMM_TRANSFER_TYPE_READ;
        let (dst, src) = if read { (near + to, far + from) } else { (far + to, near + from) };
        let mut desc = batch_of(Args {
            thread,
            channel,
            dst: dst as *mut c_void,
            src: src as *const c_void,
            len,
            notify: 3,
        });
        desc.transType = kind.abi();
        desc
    };
    let submit = |descs: &[HcommBatchTransferDesc]| {
        // SAFETY: the operands lie in the memory of both ranks, or the batch is refused.
        unsafe { Code(HcommBatchTransferOnThread(thread, channel, descs.as_ptr(), descs.len() as u32)) }
    };
    for kind in [HCOMM_TRANSFER_TYPE_WRITE, HCOMM_TRANSFER_TYPE_READ] {
        for len in [1, 8, 33, 63, 64, 65, 128, 129, 1000] {
            let (to, from) = if kind == HCOMM_TRANSFER_TYPE_READ { (0, 1) } else { (1, 0) };
            random.fill(ranks[from].memory.bytes());
            ranks[to].memory.bytes().fill(0);
            let mut descs: Vec<_> = (0..ENTRIES).map(|index| entry(kind, index, len)).collect();
            if to == 1 {
                descs[ENTRIES - 1].transType = HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY.abi();
            }
            let mut want = vec![0; size as usize];
            for index in 0..ENTRIES {
                let (at, of, len) = (index * (len as usize + 5), index * (len as usize + 1), len as usize);
                want[at..at + len].copy_from_slice(&ranks[from].memory.bytes()[of..of + len]);
            }
            // One bad entry, wherever it is, and nothing happens.
            let far_member = |desc: &mut HcommBatchTransferDesc, addr: u64| {
                // SAFETY: plain data.
                let it = unsafe { &mut desc.transferInfo.write };
                *(if to == 1 { &mut it.dst } else { &mut it.src }) = addr as *mut c_void;
            };
            for position in [0, 1, ENTRIES - 1] {
                for (addr, code) in [
                    (far - 1, Code::INTERNAL),
                    (far + size - len + 1, Code::INTERNAL),
                    (u64::MAX, Code::INTERNAL),
                    (0, Code::PTR),
                ] {
                    let mut bad = descs.clone();
                    far_member(&mut bad[position], addr);
                    assert_eq!(submit(&bad), code, "{kind:?} of {len} at {position}, {addr:#x}");
                }
                let mut bad = descs.clone();
                // SAFETY: plain data.
                let it = unsafe { &mut bad[position].transferInfo.write };
                *(if to == 1 { &mut it.src } else { &mut it.dst }) = std::ptr::null_mut();
                assert_eq!(submit(&bad), Code::PTR);
                let mut bad = descs.clone();
                bad[position].transferInfo.write.len = u64::MAX;
                assert_eq!(submit(&bad), Code::INTERNAL);
            }
            ranks[0].sync();
            assert!(ranks[to].memory.bytes().iter().all(|&byte| byte == 0), "{kind:?} of {len}");
            assert_eq!(submit(&descs), Code::SUCCESS);
            ranks[0].sync();
            assert!(ranks[to].memory.bytes() == want, "{kind:?} of {len}");
            // SAFETY: no memory but notifies.
            let told = unsafe { HcommChannelNotifyWait(ranks[1].channel, 3, 0) };
            assert_eq!(Code(told), if to == 1 { Code::SUCCESS } else { Code::TIMEOUT });
        }
    }
}

#[test]
fn zero_length_moves_nothing_and_keeps_the_notify() {
    let _guard = watchdog("zero length", 60);
    let ranks = pair(Pair { engine: COMM_ENGINE_CPU, ..Pair::default() });
    let (a, b) = (&ranks[0], &ranks[1]);
    let (near, far) = (a.memory.at(0).cast::<c_void>(), b.memory.at(b.memory.len).cast::<c_void>());
    // SAFETY: nothing is touched.
    unsafe {
        assert_eq!(HcommLocalCopyOnThread(a.thread, near, far, 0), 0);
        assert_eq!(HcommWriteOnThread(a.thread, a.channel, far, near, 0), 0);
        assert_eq!(HcommReadOnThread(a.thread, a.channel, near, far, 0), 0);
        assert_eq!(HcommWriteReduceOnThread(a.thread, a.channel, far, near, 0, FP32, SUM), 0);
        assert_eq!(HcommWriteNbi(a.channel, far, near, 0), 0);
        assert_eq!(HcommWriteWithNotifyOnThread(a.thread, a.channel, far, near, 0, 0), 0);
        assert_eq!(HcommWriteReduceWithNotifyOnThread(a.thread, a.channel, far, near, 0, FP32, SUM, 1), 0);
        assert_eq!(HcommWriteWithNotifyNbi(a.channel, far, near, 0, 2), 0);
        for notify in 0..3 {
            assert_eq!(HcommChannelNotifyWaitOnThread(b.thread, b.channel, notify, 20), 0);
        }
    }
    a.sync();
    b.sync();
}

#[test]
fn a_channel_is_of_no_use_before_it_is_connected() {
    let _guard = watchdog("not connected", 60);
    driver();
    let notifies = driver().notify_alloc(0, 1).unwrap();
    let channel = channel::create(ChannelSpec {
        engine: COMM_ENGINE_CPU,
        protocol: COMM_PROTOCOL_UB_MEM,
        comm: None,
        local_rank: 0,
        remote_rank: 0,
        notifies,
    })
    .unwrap();
    assert_eq!(channel::status(channel).unwrap(), channel::Status::Connecting);
    // SAFETY: refused before anything is touched.
    unsafe { assert_eq!(HcommChannelNotifyRecord(channel, 0), Code::AGAIN.0) };
    channel::connect(channel, &Remote { notifies: Some(notifies), ranges: Vec::new() }).unwrap();
    assert_eq!(channel::connect(channel, &Remote::default()).unwrap_err().code, Code::INTERNAL);
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommChannelNotifyRecord(channel, 0), 0);
        assert_eq!(HcommChannelNotifyWait(channel, 0, 5), 0);
    }
    channel::destroy(channel).unwrap();
    let roce = ChannelSpec {
        engine: COMM_ENGINE_CPU,
        protocol: COMM_PROTOCOL_ROCE,
        comm: None,
        local_rank: 0,
        remote_rank: 0,
        notifies: Notifies::NONE,
    };
    // A protocol of the network needs a link.
    let roce = channel::create(roce).unwrap();
    assert_eq!(channel::connect(roce, &Remote::default()).unwrap_err().code, Code::NOT_SUPPORT);
    channel::destroy(roce).unwrap();
}

#[test]
fn many_ranges_are_found_and_their_gaps_refused() {
    let _guard = watchdog("ranges", 60);
    let mut ranks = pair(Pair { memory: 1 << 16, ..Pair::default() });
    let area = Block::new(1, 1 << 16);
    // Every other 64 bytes, in a mixed order.
    for index in 0..512_usize {
        let index = index * 37 % 512;
        let range = channel::Range::mapped(area.at(index * 128) as u64, 64);
        channel::add_ranges(ranks[0].channel, &[range]).unwrap();
    }
    ranks[0].memory.bytes().fill(5);
    let near = ranks[0].memory.at(0).cast();
    for index in 0..512 {
        // SAFETY: valid memory, or refused.
        unsafe {
            let (thread, channel) = (ranks[0].thread, ranks[0].channel);
            assert_eq!(HcommWriteOnThread(thread, channel, area.at(index * 128).cast(), near, 64), 0);
            assert_eq!(
                HcommWriteOnThread(thread, channel, area.at(index * 128).cast(), near, 65),
                Code::INTERNAL.0
            );
            assert_eq!(
                HcommWriteOnThread(thread, channel, area.at(index * 128 + 64).cast(), near, 1),
                Code::INTERNAL.0
            );
        }
    }
    ranks[0].sync();
    let mut area = area;
    assert!(area.bytes().iter().enumerate().all(|(at, &byte)| byte == if at % 128 < 64 { 5 } else { 0 }));
}

#[test]
fn objects_may_be_destroyed_while_others_use_them() {
    let _guard = watchdog("concurrent destroy", 120);
    let ranks = pair(Pair::default());
    let stop = AtomicBool::new(false);
    let current = [std::sync::atomic::AtomicU64::new(0), std::sync::atomic::AtomicU64::new(0)];
    std::thread::scope(|scope| {
        for user in 0..3_u64 {
            let (stop, current, ranks) = (&stop, &current, &ranks);
            scope.spawn(move || {
                let mut random = Random(user);
                let (near, far) = (
                    ranks[0].memory.at(user as usize * 64).cast(),
                    ranks[1].memory.at(user as usize * 64).cast(),
                );
                while !stop.load(Ordering::Relaxed) {
                    let (thread, channel) =
                        (current[0].load(Ordering::Relaxed), current[1].load(Ordering::Relaxed));
                    // SAFETY: the memory outlives the scope; the handles are what is tested.
                    let code = unsafe {
                        match random.below(5) {
                            0 => HcommWriteOnThread(thread, ranks[0].channel, far, near, 64),
                            1 => HcommWriteOnThread(ranks[0].thread, channel, far, near, 64),
                            2 => HcommThreadNotifyRecordOnThread(thread, ranks[1].thread, 0),
                            3 => HcommChannelNotifyRecordOnThread(thread, channel, 0),
                            _ => HcommWriteNbi(channel, far, near, 64),
                        }
                    };
                    // Gone, not connected yet, or (the shell has its next owner) without the range or the notify.
                    let expected =
                        [0, Code::PTR.0, Code::AGAIN.0, Code::INTERNAL.0, Code::NOT_FOUND.0, Code::PARA.0];
                    assert!(expected.contains(&code), "code {code}");
                }
            });
        }
        for _ in 0..400 {
            let thread = own_thread(0, COMM_ENGINE_AICPU_TS, 1, None);
            let channel = channel::create(ChannelSpec {
                engine: COMM_ENGINE_CPU,
                protocol: COMM_PROTOCOL_HCCS,
                comm: None,
                local_rank: 0,
                remote_rank: 1,
                notifies: driver().notify_alloc(0, 1).unwrap(),
            })
            .unwrap();
            current[0].store(thread, Ordering::Relaxed);
            current[1].store(channel, Ordering::Relaxed);
            let remote = Remote {
                notifies: Some(channel::info(ranks[1].channel).unwrap().notifies),
                ranges: vec![ranks[1].memory.range()],
            };
            channel::connect(channel, &remote).unwrap();
            std::thread::yield_now();
            thread::destroy(thread, Duration::from_secs(5)).unwrap();
            channel::destroy(channel).unwrap();
        }
        stop.store(true, Ordering::Relaxed);
    });
    ranks[0].sync();
}
