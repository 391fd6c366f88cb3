//! A job whose processes all get SIGKILL leaves nothing behind, whatever it was doing.

#[path = "../ranks/mod.rs"]
mod ranks;

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use ranks::Rank;
use ranks::hccl::*;

const RANKS: u32 = 8;

/// Makes, uses and destroys communicators until it is killed. Others are killed a moment earlier, so all of it may fail.
fn work(rank: &Rank) {
    set_device(rank.rank);
    for round in 0u64.. {
        let Ok(comm) = try_init(rank, &root(rank, &format!("root-{round}"))) else { break };
        let stream = Stream::new(rank.rank);
        if (0..20).any(|_| barrier(comm, &stream) != 0) || stream.sync().is_err() {
            break;
        }
        rank.mark("working");
        destroy(comm);
    }
    loop {
        std::thread::park();
    }
}

/// What stands in the directories for shared and temporary things.
fn files() -> BTreeSet<String> {
    ["/dev/shm", "/tmp", "/var/tmp", "/run"]
        .into_iter()
        .filter_map(|directory| fs::read_dir(directory).ok())
        .flat_map(|entries| entries.flatten())
        .map(|entry| entry.path().display().to_string())
        .collect()
}

#[test]
fn a_killed_job_leaves_nothing() {
    for round in 0..16u64 {
        let before = files();
        let mut job = ranks::processes("a_killed_job_leaves_nothing", RANKS, &[], work);
        let pids: Vec<u32> = (0..RANKS).map(|rank| job.pid(rank)).collect();
        if round % 2 == 0 {
            (0..RANKS).for_each(|rank| job.reached(rank, "working"));
        }
        let random = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        std::thread::sleep(Duration::from_micros(random % 200_000));
        for rank in 0..RANKS {
            job.signal(rank, libc::SIGKILL);
        }
        job.finish_with_killed(&(0..RANKS).collect::<Vec<_>>());

        // The names of the software NPU end with the processes.
        let names = fs::read_to_string("/proc/net/unix").unwrap();
        for pid in &pids {
            let mine = format!("/{pid:x}/");
            let left = names.lines().find(|line| line.contains("@softnpu/") && line.contains(&mine));
            assert_eq!(left, None, "process {pid} left a socket name");
        }
        // No process of the job, or one it started, goes on.
        let job_name = format!("hcomm-ut-{}-", std::process::id());
        for process in fs::read_dir("/proc").unwrap().flatten() {
            let environment = fs::read(process.path().join("environ")).unwrap_or_default();
            let found = String::from_utf8_lossy(&environment).contains(&job_name);
            assert!(!found, "{} still runs", process.path().display());
        }
        drop(job);
        // Other programs make files meanwhile: those of the job would be named after a process or the library.
        for file in files().difference(&before) {
            let named = pids.iter().any(|pid| file.contains(&pid.to_string()));
            assert!(!named && !file.contains("softnpu"), "the job left {file}");
        }
    }
}
