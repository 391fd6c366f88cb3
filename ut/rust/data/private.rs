//! Private memory of another process: every form of transfer, and the errors.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use hcomm::capi::hcomm_primitives::*;
use hcomm::data::channel::{self, ChannelSpec, Range, Remote};
use hcomm::data::comm::Comm;
use hcomm::data::{thread, vm};
use hcomm_abi::CommEngine::COMM_ENGINE_CPU;
use hcomm_abi::CommProtocol::COMM_PROTOCOL_UB_MEM;
use hcomm_abi::HcommTransferType::*;
use hcomm_abi::{AbiEnum, AbiStruct, HcommBatchTransferDesc, HcommDataType, HcommReduceOp};
use hcomm_base::Code;
use hcomm_kernels::op;

use crate::matrix::reference;
use crate::support::{Block, Random, Rank, driver, own_thread, watchdog};

/// Variable that makes the test program the owner of the memory.
const ROLE: &str = "HCOMM_UT_PRIVATE_OWNER";
const LEN: usize = 3 << 20;

#[test]
fn private_memory_of_another_process_is_reached_in_every_form() {
    let _guard = watchdog("private memory", 120);
    if std::env::var_os(ROLE).is_some() {
        let memory = vec![0_u8; LEN];
        println!("memory {}", memory.as_ptr() as u64);
        // Its contents change until the other process closes the pipe.
        std::io::stdin().lines().for_each(drop);
        std::hint::black_box(&memory);
        return;
    }
    let name = "private::private_memory_of_another_process_is_reached_in_every_form";
    let mut owner = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(ROLE, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(owner.stdout.take().unwrap()).lines().map(Result::unwrap);
    let line = lines.find(|line| line.starts_with("memory ")).unwrap();
    let far: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
    let pid = owner.id() as i32;
    if let Err(error) = vm::probe(pid, far, 1) {
        assert_eq!(error.code, Code::SYSCALL, "{error}");
        println!("skipped: this machine does not let processes copy: {error}");
        owner.kill().unwrap();
        owner.wait().unwrap();
        return;
    }
    let comm = Comm::new("private", 0, 2, 0);
    let notifies = driver().notify_alloc(0, 2).unwrap();
    let channel = channel::create(ChannelSpec {
        engine: COMM_ENGINE_CPU,
        protocol: COMM_PROTOCOL_UB_MEM,
        comm: Some(comm.clone()),
        local_rank: 0,
        remote_rank: 1,
        notifies,
    })
    .unwrap();
    // The notifies are its own: they say when its transfers are done. One byte more than the owner has is claimed.
    let mapped = Block::new(0, 4096);
    let ranges = vec![mapped.range(), Range::of_process(pid, far, LEN as u64 + (1 << 30))];
    channel::connect(channel, &Remote { notifies: Some(notifies), ranges }).unwrap();
    let thread = own_thread(0, COMM_ENGINE_CPU, 0, Some(comm.clone()));
    let mut rank = Rank { comm, thread, channel, memory: Block::new(0, 2 * LEN) };

    let mut random = Random(11);
    let mut model = vec![0_u8; LEN];
    for len in [1, 64, 4095, 70_000, LEN] {
        for form in 0..4 {
            random.fill(&mut rank.memory.bytes()[..len]);
            let at = random.below((LEN - len) as u64 + 1) as usize;
            let (dst, src) = ((far as usize + at) as *mut _, rank.memory.at(0).cast());
            // SAFETY: the operands live until `sync`.
            unsafe {
                let n = len as u64;
                let code = match form {
                    0 => HcommWriteOnThread(thread, channel, dst, src, n),
                    1 => HcommWriteNbi(channel, dst, src, n),
                    2 => HcommWriteWithNotifyOnThread(thread, channel, dst, src, n, 1),
                    _ => {
                        let mut entry = HcommBatchTransferDesc {
                            transType: HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY.abi(),
                            ..HcommBatchTransferDesc::zeroed()
                        };
                        let it = &mut entry.transferInfo.writeWithNotify;
                        (it.len, it.dst, it.src, it.notifyIdx) = (n, dst, src, 1);
                        HcommBatchTransferOnThread(thread, channel, &entry, 1)
                    }
                };
                assert_eq!(code, 0);
                if form >= 2 {
                    assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, 1, 30), 0);
                }
                rank.sync();
                model[at..at + len].copy_from_slice(&rank.memory.bytes()[..len]);
                // Everything is read back.
                let (dst, src) = (rank.memory.at(LEN).cast(), far as *const _);
                if form == 1 {
                    assert_eq!(HcommReadNbi(channel, dst, src, LEN as u64), 0);
                } else {
                    assert_eq!(HcommReadOnThread(thread, channel, dst, src, LEN as u64), 0);
                }
            }
            rank.sync();
            assert!(rank.memory.bytes()[LEN..] == model, "{len} bytes, form {form}");
        }
    }
    for kind in 0..13 {
        let size = hcomm_kernels::size_of(kind).unwrap();
        for with in [op::SUM, op::PROD, op::MAX, op::MIN] {
            let count = 1 + random.below(9000) as usize;
            let bytes = count * size;
            random.fill(&mut rank.memory.bytes()[..bytes]);
            let near = rank.memory.bytes()[..bytes].to_vec();
            let (data_type, reduce) = (
                HcommDataType::try_from(kind as i32).unwrap().abi(),
                HcommReduceOp::try_from(with as i32).unwrap().abi(),
            );
            let local = rank.memory.at(0).cast();
            // SAFETY: the operands live until `sync`.
            unsafe {
                let code = HcommWriteReduceOnThread(
                    thread,
                    channel,
                    far as *mut _,
                    local,
                    count as u64,
                    data_type,
                    reduce,
                );
                assert_eq!(code, 0);
                let code = HcommReadReduceOnThread(
                    thread,
                    channel,
                    local,
                    far as *const _,
                    count as u64,
                    data_type,
                    reduce,
                );
                assert_eq!(code, 0);
                let all = rank.memory.at(LEN).cast();
                assert_eq!(HcommReadOnThread(thread, channel, all, far as *const _, LEN as u64), 0);
            }
            rank.sync();
            reference::reduce(&mut model[..bytes], &near, size, kind, with);
            let mut want = near.clone();
            reference::reduce(&mut want, &model[..bytes], size, kind, with);
            assert!(rank.memory.bytes()[LEN..] == model, "type {kind}, operation {with}");
            assert!(rank.memory.bytes()[..bytes] == want, "type {kind}, operation {with}");
        }
    }

    // Memory that the owner claimed and does not have.
    let beyond = (far as usize + LEN + (1 << 29)) as *mut _;
    // SAFETY: the kernel checks the address.
    unsafe {
        assert_eq!(HcommWriteNbi(channel, beyond, rank.memory.at(0).cast(), 8), Code::INTERNAL.0);
        assert_eq!(HcommWriteOnThread(thread, channel, beyond, rank.memory.at(0).cast(), 8), 0);
    }
    let error = thread::sync(thread, Some(Duration::from_secs(30))).unwrap_err();
    assert!(error.code == Code::INTERNAL && error.text.contains("EFAULT"), "{error}");
    assert_eq!(rank.comm.async_error(), Some(error));
    rank.comm.resume().unwrap();
    // A process that has ended.
    owner.stdin.take().unwrap().flush().unwrap();
    assert!(owner.wait().unwrap().success());
    // SAFETY: the kernel checks the process.
    unsafe {
        assert_eq!(HcommWriteNbi(channel, far as *mut _, rank.memory.at(0).cast(), 8), Code::REMOTE.0);
        assert_eq!(HcommWriteOnThread(thread, channel, far as *mut _, rank.memory.at(0).cast(), 8), 0);
    }
    let error = thread::sync(thread, Some(Duration::from_secs(30))).unwrap_err();
    assert!(error.code == Code::REMOTE && error.text.contains("ESRCH"), "{error}");
    assert!(
        error.text.contains(&format!("process {pid}")) && error.text.contains("remote rank 1"),
        "{error}"
    );
    let error = vm::probe(pid, far, 1).unwrap_err();
    assert!(error.text.contains("rank 1"), "{error}");
}
