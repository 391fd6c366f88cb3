//! Which lines are written: one level for everything, and levels of single modules.
//!
//! `ASCEND_GLOBAL_LOG_LEVEL` (0 debug, 1 info, 2 warning, 3 error, 4 nothing; default 3) and
//! `ASCEND_MODULE_LOG_LEVEL` (`HCCL=1:ASCENDCL=0`, names as in `log_types.h`) are read at the first use.
//! `dlog_setlevel` changes them afterwards.

use crate::modules::NAMES;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicI8, Ordering};

/// Highest level that can be asked for: nothing is written.
pub(crate) const NOTHING: i32 = 4;
const ERROR: i32 = 3;
/// No level of its own.
const INHERIT: i8 = -1;
/// Bits of a module number; the rest are masks (run log, security log, standard output).
pub(crate) const MODULE_BITS: i32 = 0xffff;

pub(crate) struct Levels {
    global: AtomicI8,
    modules: Vec<AtomicI8>,
    events: AtomicBool,
}

static LEVELS: LazyLock<Levels> = LazyLock::new(|| {
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    Levels::new(
        &var("ASCEND_GLOBAL_LOG_LEVEL"),
        &var("ASCEND_MODULE_LOG_LEVEL"),
        &var("ASCEND_GLOBAL_EVENT_ENABLE"),
    )
});

/// The levels of the process.
pub(crate) fn levels() -> &'static Levels {
    &LEVELS
}

fn parse(text: &str) -> Option<i8> {
    text.trim().parse().ok().filter(|level| (0..=NOTHING as i8).contains(level))
}

impl Levels {
    pub(crate) fn new(global: &str, modules: &str, events: &str) -> Levels {
        let count = NAMES.iter().map(|(id, _)| *id as usize + 1).max().unwrap_or(0);
        let levels = Levels {
            global: AtomicI8::new(parse(global).unwrap_or(ERROR as i8)),
            modules: (0..count).map(|_| AtomicI8::new(INHERIT)).collect(),
            events: AtomicBool::new(events.trim() == "1"),
        };
        for (name, level) in modules.split(':').filter_map(|part| part.split_once('=')) {
            let id =
                NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name.trim())).map(|(id, _)| *id);
            if let (Some(id), Some(level)) = (id, parse(level)) {
                levels.modules[id as usize].store(level, Ordering::Relaxed);
            }
        }
        levels
    }

    /// Lowest level that is written for a module; unknown modules follow the global one.
    pub(crate) fn of(&self, module: i32) -> i32 {
        let own =
            self.modules.get((module & MODULE_BITS) as usize).map_or(INHERIT, |l| l.load(Ordering::Relaxed));
        i32::from(if own == INHERIT { self.global.load(Ordering::Relaxed) } else { own })
    }

    /// True if lines of this level are written.
    pub(crate) fn enabled(&self, module: i32, level: i32) -> bool {
        (0..NOTHING).contains(&level) && level >= self.of(module)
    }

    pub(crate) fn events(&self) -> bool {
        self.events.load(Ordering::Relaxed)
    }

    /// Sets the level of one module, or of everything if `module` is -1. False if a number is out of range.
    pub(crate) fn set(&self, module: i32, level: i32, events: bool) -> bool {
        if !(0..=NOTHING).contains(&level) {
            return false;
        }
        if module == -1 {
            self.global.store(level as i8, Ordering::Relaxed);
            self.modules.iter().for_each(|l| l.store(INHERIT, Ordering::Relaxed));
        } else {
            let Some(own) = usize::try_from(module).ok().and_then(|m| self.modules.get(m)) else {
                return false;
            };
            own.store(level as i8, Ordering::Relaxed);
        }
        self.events.store(events, Ordering::Relaxed);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HCCL: i32 = 3;
    const ASCENDCL: i32 = 48;

    #[test]
    fn errors_only_by_default_and_for_unusable_values() {
        for text in ["", "9", "-1", "warning"] {
            let levels = Levels::new(text, "", "");
            assert!(levels.enabled(HCCL, 3) && !levels.enabled(HCCL, 2), "{text}");
        }
    }

    #[test]
    fn a_module_may_have_its_own_level() {
        let levels = Levels::new("2", "hccl=0:NOSUCH=1:ASCENDCL=4", "1");
        assert!(levels.enabled(HCCL, 0) && levels.enabled(HCCL | 0x0100_0000, 0));
        assert!(!levels.enabled(ASCENDCL, 3));
        assert!(levels.enabled(0, 2) && !levels.enabled(0, 1));
        assert!(levels.events());
    }

    #[test]
    fn levels_can_be_set_for_one_module_and_for_all() {
        let levels = Levels::new("3", "HCCL=0", "");
        assert!(levels.set(ASCENDCL, 1, true) && levels.of(ASCENDCL) == 1 && levels.events());
        assert!(levels.set(-1, 2, false) && levels.of(ASCENDCL) == 2 && levels.of(HCCL) == 2);
        assert!(!levels.set(HCCL, 5, false) && !levels.set(9999, 1, false) && !levels.set(-2, 1, false));
        assert!(levels.set(-1, NOTHING, false) && !levels.enabled(HCCL, 3));
    }

    #[test]
    fn levels_outside_the_four_are_never_written() {
        let levels = Levels::new("0", "", "");
        assert!(!levels.enabled(HCCL, -1) && !levels.enabled(HCCL, 4) && !levels.enabled(HCCL, 16));
    }
}
