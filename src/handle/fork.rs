//! Forked children: the objects of a process are its own, so a child begins without handles.
//!
//! A child that was forked while the library is in use has copies of all tables, but neither the threads behind them nor
//! a right to the connections. Its handles are made stale: calls with handles of the parent answer UNAVAIL, and what the
//! child makes itself works.

use std::any::Any;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};

use hcomm_base::slab::Slab;

use super::Kind;

/// What a fork does with a table.
trait Forked: Sync {
    fn hold(&'static self) -> Box<dyn Any>;
    fn forget(&self);
}

impl<T: Sync + Send> Forked for Slab<T> {
    fn hold(&'static self) -> Box<dyn Any> {
        Slab::hold(self)
    }

    fn forget(&self) {
        Slab::forget(self);
    }
}

/// Tables that had an object, by kind.
static TABLES: [OnceLock<&'static dyn Forked>; Kind::ALL.len()] =
    [const { OnceLock::new() }; Kind::ALL.len()];

/// True in a child that was forked while there were tables.
static CHILD: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Locks of the tables while the thread forks.
    static HELD: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Lets children forget what is in the table. The kinds of tables are different.
pub(super) fn watch<T: Sync + Send>(kind: Kind, table: &'static Slab<T>) {
    static HANDLERS: Once = Once::new();
    let at = kind as usize - Kind::ALL[0] as usize;
    if TABLES[at].get().is_none() {
        // SAFETY: the handlers take the locks of tables, one after the other in one order, and store to atomics.
        HANDLERS.call_once(|| unsafe {
            libc::pthread_atfork(Some(before), Some(in_parent), Some(after_in_child));
        });
        let _ = TABLES[at].set(table);
    }
}

/// True if handles of a parent may be around.
pub(super) fn in_child() -> bool {
    CHILD.load(Ordering::Relaxed)
}

extern "C" fn before() {
    // A thread that is ending cannot keep the locks.
    let _ = HELD.try_with(|held| {
        held.borrow_mut().extend(TABLES.iter().filter_map(OnceLock::get).map(|table| table.hold()));
    });
}

extern "C" fn in_parent() {
    let _ = HELD.try_with(|held| held.borrow_mut().clear());
}

extern "C" fn after_in_child() {
    CHILD.store(true, Ordering::Relaxed);
    in_parent();
    TABLES.iter().filter_map(OnceLock::get).for_each(|table| table.forget());
}

#[cfg(test)]
mod tests {
    use hcomm_base::Code;

    use super::super::Table;
    use super::*;

    #[test]
    fn a_child_has_no_handles_and_makes_its_own() {
        static TEAMS: Table<u32> = Table::new(Kind::Team);
        let team = TEAMS.reserve().unwrap().publish();
        // SAFETY: the child calls functions that take no lock but those of the tables, and ends.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let stale = TEAMS.get(team).is_none() && TEAMS.take(team).is_none();
            let told = TEAMS.refuse(Code::PTR, team).code == Code::UNAVAIL;
            let fresh = TEAMS.reserve().is_ok_and(|shell| {
                let handle = shell.publish();
                handle != team && TEAMS.get(handle).is_some()
            });
            // SAFETY: ends the child without running what the parent registered.
            unsafe { libc::_exit(if stale && told && fresh { 0 } else { 1 }) };
        }
        let mut status = 0;
        // SAFETY: the child of above, and memory for the result.
        assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
        assert_eq!(status, 0);
        assert!(TEAMS.get(team).is_some());
    }
}
