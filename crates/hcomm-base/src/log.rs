//! Where log lines go: standard error, quiet unless something failed.
//!
//! Lines look like those of CANN's plog, so existing tools read them:
//! `[ERROR] HCCL(pid,program):2026-08-01-10:11:12.123.456 [file.rs:12] [tid] text`.
//! A line that repeats the one before is counted, not printed again.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::sync::{Mutex, Once, OnceLock};

use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::env;

/// Installs the log backend once per process; later calls do nothing. A backend that the program installed
/// itself stays in place.
pub fn init() {
    init_as("HCCL");
}

/// Like [`init`], for a library whose lines carry another module name.
pub fn init_as(module: &'static str) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = MODULE.set(module);
        if log::set_logger(&BACKEND).is_ok() {
            log::set_max_level(level_from_env());
        }
    });
}

fn level_from_env() -> LevelFilter {
    if env::HCOMM_DEBUG.get_or_default() {
        return LevelFilter::Debug;
    }
    match env::ASCEND_GLOBAL_LOG_LEVEL.get_or_default() {
        0 => LevelFilter::Debug,
        1 => LevelFilter::Info,
        2 => LevelFilter::Warn,
        3 => LevelFilter::Error,
        _ => LevelFilter::Off,
    }
}

/// Module name of the lines.
static MODULE: OnceLock<&str> = OnceLock::new();

static BACKEND: Backend = Backend { folded: Mutex::new(Folded { hash: 0, repeats: 0 }) };

struct Backend {
    folded: Mutex<Folded>,
}

/// The newest line (by hash) and how often it came again.
struct Folded {
    hash: u64,
    repeats: u64,
}

impl Folded {
    /// What to print for a line with this hash: the number of repeats of the line before that were not
    /// told yet, and whether to print the line itself.
    fn next(&mut self, hash: u64) -> (u64, bool) {
        if hash != self.hash {
            let untold = if self.repeats.is_power_of_two() { 0 } else { self.repeats };
            *self = Folded { hash, repeats: 0 };
            return (untold, true);
        }
        self.repeats += 1;
        // A line that never stops repeating is told about at 1, 2, 4, 8, … repeats.
        (if self.repeats.is_power_of_two() { self.repeats } else { 0 }, false)
    }
}

impl Log for Backend {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let text = record.args().to_string();
        let mut hasher = DefaultHasher::new();
        (record.level(), record.line(), &text).hash(&mut hasher);
        let (repeats, print) = {
            let mut folded = self.folded.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            folded.next(hasher.finish())
        };
        let mut out = String::new();
        if repeats > 0 {
            let _ =
                writeln!(out, "{} the line above came {repeats} more time(s)", head(record.level(), None));
        }
        if print {
            let place = record.file().map(|file| (file, record.line().unwrap_or(0)));
            let _ = writeln!(out, "{} {text}", head(record.level(), place));
        }
        // Logging must never fail the caller: a closed standard error is ignored.
        let _ = if env::ASCEND_SLOG_PRINT_TO_STDOUT.get_or_default() {
            std::io::stdout().lock().write_all(out.as_bytes())
        } else {
            std::io::stderr().lock().write_all(out.as_bytes())
        };
    }

    fn flush(&self) {}
}

fn head(level: Level, place: Option<(&str, u32)>) -> String {
    let name = match level {
        Level::Error => "ERROR",
        Level::Warn => "WARNING",
        Level::Info => "INFO",
        Level::Debug | Level::Trace => "DEBUG",
    };
    let (file, line) =
        place.map_or(("log.rs", 0), |(file, line)| (file.rsplit('/').next().unwrap_or(file), line));
    // SAFETY: gettid has no arguments and cannot fail.
    let tid = unsafe { libc::syscall(libc::SYS_gettid) };
    let module = MODULE.get().unwrap_or(&"HCCL");
    format!("[{name}] {module}({},{}):{} [{file}:{line}] [{tid}]", std::process::id(), program(), timestamp())
}

fn program() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        std::env::current_exe()
            .ok()
            .and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()))
            .unwrap_or_else(|| "?".into())
    })
}

fn timestamp() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seconds = now.as_secs() as libc::time_t;
    // SAFETY: an all-zero tm is a valid value of the plain C struct.
    let mut tm: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live locals.
    unsafe { libc::localtime_r(&seconds, &mut tm) };
    format!(
        "{:04}-{:02}-{:02}-{:02}:{:02}:{:02}.{:03}.{:03}",
        tm.tm_year + 1900,
        tm.tm_mon + 1,
        tm.tm_mday,
        tm.tm_hour,
        tm.tm_min,
        tm.tm_sec,
        now.subsec_millis(),
        now.subsec_micros() % 1000
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_lines_are_counted_and_told_at_powers_of_two() {
        let mut folded = Folded { hash: 0, repeats: 0 };
        assert_eq!(folded.next(7), (0, true));
        let told: Vec<_> = (0..5).map(|_| folded.next(7)).collect();
        assert_eq!(told, [(1, false), (2, false), (0, false), (4, false), (0, false)]);
        assert_eq!(folded.next(8), (5, true));
        assert_eq!(folded.next(7), (0, true));
    }

    #[test]
    fn the_head_of_a_line_names_level_process_place_and_thread() {
        let head = head(Level::Warn, Some(("src/control/comm.rs", 12)));
        assert!(head.starts_with(&format!("[WARNING] HCCL({},", std::process::id())), "{head}");
        assert!(head.contains(" [comm.rs:12] ["), "{head}");
    }
}
