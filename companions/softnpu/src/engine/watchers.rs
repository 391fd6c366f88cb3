//! Engines that wait for something to change.

use super::sched::Engine;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Engines to ring when a condition becomes true. Who waits adds its engine first and looks at the condition
/// afterwards; who changes the condition does so first and rings afterwards.
#[derive(Default)]
pub(crate) struct Watchers(Mutex<Vec<Arc<Engine>>>);

impl Watchers {
    /// Adds an engine, unless it is there.
    pub(crate) fn add(&self, engine: &Arc<Engine>) {
        let mut watchers = self.lock();
        if !watchers.iter().any(|known| Arc::ptr_eq(known, engine)) {
            watchers.push(Arc::clone(engine));
        }
    }

    /// Rings all engines and forgets them.
    pub(crate) fn ring(&self) {
        for engine in std::mem::take(&mut *self.lock()) {
            engine.ring();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Engine>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
