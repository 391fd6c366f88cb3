//! Every data type with every reduction, and copies at every alignment, against a plain reference.

use std::mem::MaybeUninit;

use hcomm::capi::hcomm_primitives::*;
use hcomm_abi::CommEngine::{COMM_ENGINE_CPU, COMM_ENGINE_CPU_TS};
use hcomm_abi::HcommTransferType::*;
use hcomm_abi::{AbiEnum, AbiStruct, HcommBatchTransferDesc, HcommDataType, HcommReduceOp};
use hcomm_base::Code;
use hcomm_kernels::{dtype, op};

use crate::support::{CARRIERS, Carrier, ENGINES, PROTOCOLS, Pair, Random, Rank, pair, watchdog};

#[path = "../support/reference.rs"]
pub(crate) mod reference;

const TYPES: [u32; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const OPERATIONS: [u32; 4] = [op::SUM, op::PROD, op::MAX, op::MIN];

fn size_of(data_type: u32) -> usize {
    hcomm_kernels::size_of(data_type).unwrap()
}

fn data_type(raw: u32) -> MaybeUninit<HcommDataType> {
    HcommDataType::try_from(raw as i32).unwrap().abi()
}

fn operation(raw: u32) -> MaybeUninit<HcommReduceOp> {
    HcommReduceOp::try_from(raw as i32).unwrap().abi()
}

/// Values of a type that have a history of going wrong, mixed into random ones.
fn operand(random: &mut Random, bytes: &mut [u8], kind: u32) {
    random.fill(bytes);
    let size = size_of(kind);
    let special: &[u128] = match kind {
        dtype::FP16 => {
            &[0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0x3c00]
        }
        dtype::BFP16 => {
            &[0, 0x8000, 1, 0x8001, 0x7f, 0x80, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0x7f81, 0x3f80]
        }
        dtype::FP32 => {
            &[0, 0x8000_0000, 1, 0x8000_0001, 0x7f_ffff, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000, 0x7fc0_1234]
        }
        dtype::FP64 => &[0, 1 << 63, 1, 0x7fef_ffff_ffff_ffff, 0x7ff0 << 48, 0xfff0 << 48, 0x7ff8 << 48 | 5],
        _ => &[0, 1, u128::MAX, i128::MAX as u128, i128::MIN as u128, 0x80, 0x8000, 0x8000_0000, 1 << 63],
    };
    for element in bytes.chunks_exact_mut(size) {
        if random.below(3) == 0 {
            let value = special[random.below(special.len() as u64) as usize];
            element.copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
}

/// The forms in which a reduction can be asked for.
#[derive(Clone, Copy, Debug)]
enum Form {
    Local,
    Write,
    WriteNotify,
    Read,
    BatchWrite,
    BatchWriteNotify,
    BatchRead,
}

const FORMS: [Form; 7] = [
    Form::Local,
    Form::Write,
    Form::WriteNotify,
    Form::Read,
    Form::BatchWrite,
    Form::BatchWriteNotify,
    Form::BatchRead,
];

fn desc(kind: hcomm_abi::HcommTransferType) -> HcommBatchTransferDesc {
    HcommBatchTransferDesc { transType: kind.abi(), ..HcommBatchTransferDesc::zeroed() }
}

/// `near` belongs to the rank that acts, `far` to its peer.
fn reduce(rank: &Rank, form: Form, near: *mut u8, far: *mut u8, count: u64, kind: u32, with: u32) -> i32 {
    let (thread, channel) = (rank.thread, rank.channel);
    let (near, far) = (near.cast(), far.cast());
    let (kind, with) = (data_type(kind), operation(with));
    let mut entry = desc(HCOMM_TRANSFER_TYPE_WRITE_REDUCE);
    // SAFETY: both operands lie in blocks that live until the queue is empty.
    unsafe {
        match form {
            Form::Local => HcommLocalReduceOnThread(thread, far, near, count, kind, with),
            Form::Write => HcommWriteReduceOnThread(thread, channel, far, near, count, kind, with),
            Form::WriteNotify => {
                HcommWriteReduceWithNotifyOnThread(thread, channel, far, near, count, kind, with, 1)
            }
            Form::Read => HcommReadReduceOnThread(thread, channel, near, far, count, kind, with),
            Form::BatchWrite | Form::BatchRead => {
                let (dst, src) = if matches!(form, Form::BatchWrite) { (far, near) } else { (near, far) };
                if matches!(form, Form::BatchRead) {
                    entry = desc(HCOMM_TRANSFER_TYPE_READ_REDUCE);
                }
                let it = &mut entry.transferInfo.reduce;
                (it.count, it.dst, it.src, it.dataType, it.reduceOp) = (count, dst, src, kind, with);
                HcommBatchTransferOnThread(thread, channel, &entry, 1)
            }
            Form::BatchWriteNotify => {
                entry = desc(HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY);
                let it = &mut entry.transferInfo.writeReduceWithNotify;
                (it.count, it.dst, it.src, it.dataType, it.reduceOp) = (count, far, near, kind, with);
                it.notifyIdx = 1;
                HcommBatchTransferOnThread(thread, channel, &entry, 1)
            }
        }
    }
}

#[test]
fn every_type_and_reduction_is_bit_exact_in_every_form() {
    let _guard = watchdog("matrix", 240);
    for carrier in CARRIERS {
        every_type_and_reduction(pair(Pair { carrier, ..Pair::default() }));
    }
}

fn every_type_and_reduction(mut ranks: [Rank; 2]) {
    let mut random = Random(1);
    for kind in TYPES {
        let size = size_of(kind);
        for with in OPERATIONS {
            for (turn, count) in [1_usize, 2, 7, 16, 33, 255, 1025, 9000].into_iter().enumerate() {
                let form = FORMS[(turn + with as usize) % FORMS.len()];
                let bytes = count * size;
                let (far_at, near_at) = (random.below(64) as usize, random.below(64) as usize);
                let [act, peer] = &mut ranks;
                operand(&mut random, &mut act.memory.bytes()[near_at..][..bytes], kind);
                operand(&mut random, &mut peer.memory.bytes()[far_at..][..bytes], kind);
                let (near, far) =
                    (act.memory.bytes()[..bytes + 200].to_vec(), peer.memory.bytes()[..bytes + 200].to_vec());
                let (mut want_near, mut want_far) = (near.clone(), far.clone());
                match form {
                    Form::Read | Form::BatchRead => reference::reduce(
                        &mut want_near[near_at..][..bytes],
                        &far[far_at..][..bytes],
                        size,
                        kind,
                        with,
                    ),
                    _ => reference::reduce(
                        &mut want_far[far_at..][..bytes],
                        &near[near_at..][..bytes],
                        size,
                        kind,
                        with,
                    ),
                }
                let (near, far) = (act.memory.at(near_at), peer.memory.at(far_at));
                assert_eq!(reduce(act, form, near, far, count as u64, kind, with), 0);
                act.drain();
                // The whole surroundings are compared: nothing beside the operands may change.
                assert!(
                    act.memory.bytes()[..bytes + 200] == want_near[..]
                        && peer.memory.bytes()[..bytes + 200] == want_far[..],
                    "type {kind}, operation {with}, {count} elements, {form:?}, offsets {near_at} {far_at}"
                );
            }
        }
    }
}

#[test]
fn types_and_operations_outside_the_matrix_are_refused() {
    let _guard = watchdog("refused reductions", 60);
    let ranks = pair(Pair::default());
    let (near, far) = (ranks[0].memory.at(0), ranks[1].memory.at(0));
    let mut bad: MaybeUninit<HcommDataType> = MaybeUninit::uninit();
    for kind in [13, 14, 15, 16, 17, 18, 255, -1, i32::MIN] {
        // SAFETY: the enumeration has four bytes.
        unsafe { bad.as_mut_ptr().cast::<i32>().write(kind) };
        // SAFETY: refused before any memory is touched.
        let code = unsafe {
            HcommLocalReduceOnThread(ranks[0].thread, far.cast(), near.cast(), 1, bad, operation(op::SUM))
        };
        assert_eq!(code, 1, "type {kind}");
    }
    let mut bad: MaybeUninit<HcommReduceOp> = MaybeUninit::uninit();
    for with in [4, 255, -1] {
        // SAFETY: the enumeration has four bytes.
        unsafe { bad.as_mut_ptr().cast::<i32>().write(with) };
        // SAFETY: refused before any memory is touched.
        let code = unsafe {
            HcommWriteReduceOnThread(
                ranks[0].thread,
                ranks[0].channel,
                far.cast(),
                near.cast(),
                1,
                data_type(dtype::FP32),
                bad,
            )
        };
        assert_eq!(code, 1, "operation {with}");
    }
}

/// Copies in all forms at all offsets and around all sizes where the code changes, with everything around checked.
#[test]
fn copies_are_exact_at_every_offset_and_touch_nothing_else() {
    let _guard = watchdog("copies", 240);
    let small = (0..=257).chain(4093..=4099).chain([65_535, 65_536, 65_537, 100_001]);
    copies_are_exact(Carrier::Mapped, small);
    copies_are_exact(Carrier::Link, (0..=257).step_by(3).chain([4096, 65_537, 100_001, 255_000]));
}

fn copies_are_exact(carrier: Carrier, lengths: impl Iterator<Item = usize>) {
    let engine = COMM_ENGINE_CPU;
    let mut ranks = pair(Pair { carrier, engine, memory: 1 << 18, ..Pair::default() });
    let mut random = Random(2);
    for (turn, len) in lengths.enumerate() {
        let offsets: Vec<usize> = if len <= 257 { (0..16).collect() } else { vec![0, 1, 7, 15] };
        for &far_at in &offsets {
            let near_at = (far_at * 5 + turn) % 16;
            let [act, peer] = &mut ranks;
            random.fill(&mut act.memory.bytes()[..len + 64]);
            random.fill(&mut peer.memory.bytes()[..len + 64]);
            let near = act.memory.bytes()[..len + 64].to_vec();
            let far = peer.memory.bytes()[..len + 64].to_vec();
            let (mut want_near, mut want_far) = (near.clone(), far.clone());
            let write = turn % 2 == 0;
            if write {
                want_far[far_at..][..len].copy_from_slice(&near[near_at..][..len]);
            } else {
                want_near[near_at..][..len].copy_from_slice(&far[far_at..][..len]);
            }
            let (n, f) = (act.memory.at(near_at).cast(), peer.memory.at(far_at).cast());
            let (thread, channel, size) = (act.thread, act.channel, len as u64);
            // SAFETY: both operands lie in blocks that live until the queue is empty.
            let code = unsafe {
                match turn % 8 {
                    0 => HcommWriteOnThread(thread, channel, f, n, size),
                    1 => HcommReadOnThread(thread, channel, n, f, size),
                    2 => HcommWriteWithNotifyOnThread(thread, channel, f, n, size, 0),
                    3 => HcommReadNbi(channel, n, f, size),
                    4 => HcommWriteNbi(channel, f, n, size),
                    5 => HcommReadNbiOnThread(thread, channel, n, f, size),
                    6 => HcommLocalCopyOnThread(thread, f, n, size),
                    _ => {
                        let mut entry = desc(HCOMM_TRANSFER_TYPE_READ);
                        let it = &mut entry.transferInfo.read;
                        (it.len, it.dst, it.src) = (size, n, f);
                        HcommBatchTransferOnThread(thread, channel, &entry, 1)
                    }
                }
            };
            assert_eq!(code, 0);
            // SAFETY: no memory is named.
            unsafe { assert_eq!(HcommChannelFence(channel), 0) };
            act.drain();
            assert!(
                act.memory.bytes()[..len + 64] == want_near[..]
                    && peer.memory.bytes()[..len + 64] == want_far[..],
                "{len} bytes, form {}, offsets {near_at} {far_at}",
                turn % 8
            );
        }
    }
}

#[test]
fn every_engine_and_every_protocol_moves_data() {
    let _guard = watchdog("engines", 60);
    for engine in ENGINES {
        for protocol in PROTOCOLS {
            let mut ranks = pair(Pair { engine, protocol, memory: 4096, ..Pair::default() });
            ranks[0].memory.bytes().fill(7);
            let (near, far) = (ranks[0].memory.at(0), ranks[1].memory.at(0));
            // SAFETY: both operands lie in blocks that live until the queues are empty.
            unsafe {
                assert_eq!(
                    HcommWriteOnThread(ranks[0].thread, ranks[0].channel, far.cast(), near.cast(), 4096),
                    0
                );
                assert_eq!(HcommChannelNotifyRecordOnThread(ranks[0].thread, ranks[0].channel, 3), 0);
                assert_eq!(HcommChannelNotifyWaitOnThread(ranks[1].thread, ranks[1].channel, 3, 20), 0);
                assert_eq!(HcommChannelFenceOnThread(ranks[1].thread, ranks[1].channel), 0);
                assert_eq!(HcommChannelDrainOnThread(ranks[1].thread, ranks[1].channel), 0);
                assert_eq!(HcommFenceOnThread(ranks[1].thread), 0);
                let host = [COMM_ENGINE_CPU, COMM_ENGINE_CPU_TS].contains(&engine);
                assert_eq!(HcommChannelFence(ranks[1].channel), if host { 0 } else { Code::NOT_SUPPORT.0 });
            }
            ranks[1].sync();
            assert!(ranks[1].memory.bytes().iter().all(|&byte| byte == 7), "{engine:?} {protocol:?}");
        }
    }
}

#[test]
fn a_batch_of_all_kinds_runs_in_order() {
    let _guard = watchdog("mixed batch", 60);
    for carrier in CARRIERS {
        mixed_batch(pair(Pair { carrier, ..Pair::default() }));
    }
}

fn mixed_batch(mut ranks: [Rank; 2]) {
    let peer_thread = ranks[1].thread;
    for size in [64_usize, 4096, 40_000] {
        ranks[0].memory.bytes().fill(3);
        ranks[1].memory.bytes().fill(1);
        let (near, far) = (ranks[0].memory.at(0), ranks[1].memory.at(0));
        let mut entries = [desc(HCOMM_TRANSFER_TYPE_WRITE); 200];
        for (index, entry) in entries.iter_mut().enumerate() {
            let (dst, src) = (far.wrapping_add(index * 4000).cast(), near.wrapping_add(index * 4000).cast());
            // The last entries lie far enough from the end of the block.
            let len = if index < 190 { size as u64 } else { 0 };
            match index % 6 {
                0 => {
                    entry.transferInfo.write =
                        hcomm_abi::anon_HcommBatchTransferDesc_transferInfo_write { len, dst, src };
                }
                1 => {
                    *entry = desc(HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY);
                    // SAFETY: plain data.
                    let it = unsafe { &mut entry.transferInfo.writeWithNotify };
                    (it.len, it.dst, it.src, it.notifyIdx) = (len, dst, src, 2);
                }
                2 => {
                    *entry = desc(HCOMM_TRANSFER_TYPE_NOTIFY_RECORD);
                    entry.transferInfo.notifyRecord.notifyIdx = 0;
                }
                3 => {
                    *entry = desc(HCOMM_TRANSFER_TYPE_WRITE_REDUCE);
                    // SAFETY: plain data.
                    let it = unsafe { &mut entry.transferInfo.reduce };
                    (it.count, it.dst, it.src) = (len, dst, src);
                    (it.dataType, it.reduceOp) = (data_type(dtype::UINT8), operation(op::SUM));
                }
                4 => {
                    *entry = desc(HCOMM_TRANSFER_TYPE_READ);
                    // SAFETY: plain data.
                    let it = unsafe { &mut entry.transferInfo.read };
                    // From the peer into its own picture of the block, far from what the others write.
                    (it.len, it.dst, it.src) = (len.min(16), near.wrapping_add(800_000).cast(), dst);
                }
                _ => {
                    *entry = desc(HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY);
                    // SAFETY: plain data.
                    let it = unsafe { &mut entry.transferInfo.writeReduceWithNotify };
                    (it.count, it.dst, it.src, it.notifyIdx) = (len, dst, src, 1);
                    (it.dataType, it.reduceOp) = (data_type(dtype::UINT8), operation(op::MAX));
                }
            }
        }
        // Sequential model on plain arrays.
        let (mut model_near, mut model_far) = (vec![3_u8; 1 << 20], vec![1_u8; 1 << 20]);
        for index in 0..190 {
            let at = index * 4000;
            match index % 6 {
                0 | 1 => model_far[at..at + size].copy_from_slice(&model_near[at..at + size]),
                3 => (at..at + size).for_each(|i| model_far[i] = model_far[i].wrapping_add(model_near[i])),
                4 => model_near[800_000..800_000 + size.min(16)]
                    .copy_from_slice(&model_far[at..at + size.min(16)]),
                5 => (at..at + size).for_each(|i| model_far[i] = model_far[i].max(model_near[i])),
                _ => {}
            }
        }
        // SAFETY: all operands lie in blocks that live until the queues are empty.
        unsafe {
            let act = &ranks[0];
            assert_eq!(HcommBatchTransferOnThread(act.thread, act.channel, entries.as_ptr(), 200), 0);
            for index in 0..3 {
                assert_eq!(HcommChannelNotifyWaitOnThread(peer_thread, ranks[1].channel, index, 20), 0);
            }
        }
        ranks[0].sync();
        ranks[1].sync();
        assert!(ranks[0].memory.bytes() == model_near && ranks[1].memory.bytes() == model_far, "size {size}");
    }
}
