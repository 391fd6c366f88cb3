//! Atomics and locks of the lock-free structures: those of `std`, or those of `loom` when the model checker
//! runs (`RUSTFLAGS="--cfg loom"`).

#[cfg(loom)]
pub use loom::sync::atomic;
#[cfg(not(loom))]
pub use std::sync::atomic;

#[cfg(loom)]
pub use loom::sync::Mutex;
#[cfg(not(loom))]
pub use std::sync::Mutex;

/// Locks `mutex`; a panic of another holder does not matter to data that is valid after every statement.
pub fn lock<T>(mutex: &Mutex<T>) -> impl std::ops::DerefMut<Target = T> + '_ {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A `const fn`, except under loom, whose atomics cannot be made at compile time.
macro_rules! const_fn {
    ($(#[$meta:meta])* pub const fn $($rest:tt)*) => {
        #[cfg(not(loom))]
        $(#[$meta])* pub const fn $($rest)*
        #[cfg(loom)]
        $(#[$meta])* pub fn $($rest)*
    };
}
pub(crate) use const_fn;
