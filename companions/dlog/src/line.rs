//! Makes a line and writes it.

use crate::callback;
use crate::level::MODULE_BITS;
use crate::modules::NAMES;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

const RUN_LOG: i32 = 0x0100_0000;
const STDOUT_LOG: i32 = 0x1000_0000;
const LEVELS: [&str; 4] = ["DEBUG", "INFO", "WARNING", "ERROR"];

static PROGRAM: LazyLock<String> = LazyLock::new(|| {
    let path = std::env::current_exe().unwrap_or_default();
    path.file_name().map_or("?".into(), |name| name.to_string_lossy().into_owned())
});
static TO_STDOUT: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("ASCEND_SLOG_PRINT_TO_STDOUT").is_some_and(|value| value == "1"));

/// Writes one line with one system call, so that lines of threads and processes do not mix.
pub(crate) fn write(module: i32, level: i32, text: &[u8]) {
    let line = make(module, level, text);
    let stdout = *TO_STDOUT || module & STDOUT_LOG != 0;
    let target = if stdout { libc::STDOUT_FILENO } else { libc::STDERR_FILENO };
    // SAFETY: the buffer is live. Logging must not fail the caller: a closed descriptor is ignored.
    unsafe { libc::write(target, line.as_ptr().cast(), line.len()) };
    callback::tell(module & RUN_LOG != 0, &line);
}

fn make(module: i32, level: i32, text: &[u8]) -> Vec<u8> {
    let level = usize::try_from(level).ok().and_then(|l| LEVELS.get(l)).unwrap_or(&"EVENT");
    let id = module & MODULE_BITS;
    let name = NAMES.iter().find(|(known, _)| *known == id).map_or("UNKNOWN", |(_, name)| *name);
    let mut line =
        format!("[{level}] {name}({},{}):{} ", std::process::id(), *PROGRAM, timestamp()).into_bytes();
    line.extend_from_slice(text.trim_ascii_end());
    line.push(b'\n');
    line
}

fn timestamp() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = now.as_secs() as libc::time_t;
    // SAFETY: an all-zero tm is a valid value of the plain C struct.
    let mut tm: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live locals.
    unsafe { libc::localtime_r(&seconds, &mut tm) };
    let (millis, micros) = (now.subsec_millis(), now.subsec_micros() % 1000);
    format!(
        "{:04}-{:02}-{:02}-{:02}:{:02}:{:02}.{millis:03}.{micros:03}",
        tm.tm_year + 1900,
        tm.tm_mon + 1,
        tm.tm_mday,
        tm.tm_hour,
        tm.tm_min,
        tm.tm_sec,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_level_module_process_time_and_ends_once() {
        let line = String::from_utf8(make(3 | RUN_LOG, 3, b"[a.cc:1] x=7\n")).unwrap();
        assert!(line.starts_with(&format!("[ERROR] HCCL({},", std::process::id())), "{line}");
        assert!(line.ends_with(" [a.cc:1] x=7\n"), "{line}");
        let time = line.split("):").nth(1).unwrap().split(' ').next().unwrap();
        assert_eq!(time.len(), "2026-08-01-10:11:12.123.456".len(), "{time}");
    }

    #[test]
    fn unknown_modules_and_levels_still_make_a_line() {
        let line = String::from_utf8(make(0x7abc, 16, b"t")).unwrap();
        assert!(line.starts_with("[EVENT] UNKNOWN("), "{line}");
    }
}
