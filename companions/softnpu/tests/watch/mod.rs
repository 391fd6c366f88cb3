//! A watchdog for tests that could hang.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Runs `body`; ends the process if it does not end within two minutes.
pub fn watched(body: impl FnOnce()) {
    struct Done(Arc<AtomicBool>);
    impl Drop for Done {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let done = Done(Arc::default());
    let watch = Arc::clone(&done.0);
    let name = std::thread::current().name().unwrap_or("test").to_owned();
    std::thread::spawn(move || {
        for _ in 0..1200 {
            std::thread::sleep(Duration::from_millis(100));
            if watch.load(Ordering::Relaxed) {
                return;
            }
        }
        eprintln!("{name} hangs");
        std::process::abort();
    });
    body();
}
