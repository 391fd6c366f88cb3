//! Group calls: creations and destructions of communicators and launches of kernels between `HcclGroupStart` and
//! `HcclGroupEnd` happen together at the end.

use std::cell::RefCell;

use hcomm_base::{Result, bail, err};

use super::launch::{self, Launch};

/// Launches that one group may hold.
const LAUNCHES_MAX: usize = 2048;

type Job = Box<dyn FnOnce() -> Result + Send>;

#[derive(Default)]
struct Group {
    depth: u32,
    jobs: Vec<Job>,
    /// By communicator handle, in the order of the first launch of each.
    launches: Vec<(u64, Vec<Launch>)>,
}

impl Group {
    fn launch_num(&self) -> usize {
        self.launches.iter().map(|(_, launches)| launches.len()).sum()
    }
}

thread_local! {
    static GROUP: RefCell<Group> = RefCell::default();
}

/// Opens a group, or one more level of it.
pub fn start() {
    GROUP.with_borrow_mut(|group| group.depth += 1);
}

/// True inside a group.
pub fn active() -> bool {
    GROUP.with_borrow(|group| group.depth > 0)
}

/// Runs `job` at the end of the group, or now if there is none.
pub fn run_or_queue(job: impl FnOnce() -> Result + Send + 'static) -> Result {
    if !active() {
        return job();
    }
    GROUP.with_borrow_mut(|group| group.jobs.push(Box::new(job)));
    Ok(())
}

/// Keeps a launch on a communicator, given by its handle, for the end of the group. INTERNAL if there are too many.
pub fn queue_launch(comm: u64, launch: Launch) -> Result {
    GROUP.with_borrow_mut(|group| {
        if group.launch_num() >= LAUNCHES_MAX {
            bail!(INTERNAL, "a group holds {LAUNCHES_MAX} launches at most: end it earlier");
        }
        match group.launches.iter_mut().find(|(known, _)| *known == comm) {
            Some((_, launches)) => launches.push(launch),
            None => group.launches.push((comm, vec![launch])),
        }
        Ok(())
    })
}

/// Closes a level; at the last one runs everything that was queued: launches in the caller, then the rest, each in a
/// thread of its own. Answers the first error.
pub fn end() -> Result {
    let (jobs, launches) = GROUP.with_borrow_mut(|group| {
        if group.depth == 0 {
            bail!(NOT_SUPPORT, "HcclGroupEnd without HcclGroupStart on this thread");
        }
        group.depth -= 1;
        Ok(match group.depth {
            0 => (std::mem::take(&mut group.jobs), std::mem::take(&mut group.launches)),
            _ => Default::default(),
        })
    })?;
    let mut first = Ok(());
    // Before a job destroys their communicator.
    for (comm, launches) in launches {
        let result = launch::together(comm, launches);
        if first.is_ok() {
            first = result;
        }
    }
    let threads: Vec<_> = jobs.into_iter().map(std::thread::spawn).collect();
    for thread in threads {
        let result = thread.join().unwrap_or_else(|_| Err(err!(INTERNAL, "a queued call met a defect")));
        if first.is_ok() {
            first = result;
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use hcomm_base::Code;
    use std::sync::Arc;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn queued_jobs_run_together_at_the_outermost_end() {
        let ran = Arc::new(AtomicU32::new(0));
        let meet = Arc::new(Barrier::new(3));
        start();
        start();
        for _ in 0..3 {
            let (ran, meet) = (ran.clone(), meet.clone());
            run_or_queue(move || {
                // Passes only if all three run at the same time.
                meet.wait();
                ran.fetch_add(1, Ordering::Relaxed);
                Ok(())
            })
            .unwrap();
        }
        end().unwrap();
        assert_eq!(ran.load(Ordering::Relaxed), 0);
        end().unwrap();
        assert_eq!(ran.load(Ordering::Relaxed), 3);
        assert!(!active());
        assert_eq!(end().unwrap_err().code, Code::NOT_SUPPORT);
    }
}
