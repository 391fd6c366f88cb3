//! System calls with Rust errors: memory files, mappings, process facts.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Bytes of a memory page.
pub(crate) const PAGE: u64 = 4096;

/// Text of an OS error for people: "Cannot allocate memory (os error 12)".
pub(crate) type OsResult<T> = io::Result<T>;

/// Makes an anonymous file in memory of `size` bytes; it vanishes with its last descriptor and mapping.
pub(crate) fn memory_file(name: &std::ffi::CStr, size: u64) -> OsResult<OwnedFd> {
    let create = |flags: libc::c_uint| {
        // SAFETY: the name is a C string; the call touches no other memory.
        let fd = unsafe { libc::memfd_create(name.as_ptr(), flags) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: a fresh descriptor that nobody else owns.
        Ok(unsafe { OwnedFd::from_raw_fd(fd) })
    };
    // Systems with vm.memfd_noexec=2 demand the seal, kernels before 6.3 do not know it.
    let fd = match create(libc::MFD_CLOEXEC | libc::MFD_NOEXEC_SEAL) {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => create(libc::MFD_CLOEXEC)?,
        other => other?,
    };
    resize(&fd, size)?;
    Ok(fd)
}

/// Sets the size of a file.
pub(crate) fn resize(fd: &impl AsRawFd, size: u64) -> OsResult<()> {
    // SAFETY: a plain call on an open descriptor.
    check(unsafe { libc::ftruncate(fd.as_raw_fd(), size as libc::off_t) })
}

/// Where a mapping may lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    /// Exactly there, or not at all when something is mapped there.
    Free(u64),
    /// Exactly there, replacing what is mapped there.
    Replace(u64),
    /// Anywhere.
    Any,
}

impl At {
    fn address_and_flag(self) -> (u64, i32) {
        match self {
            At::Free(address) => (address, libc::MAP_FIXED_NOREPLACE),
            At::Replace(address) => (address, libc::MAP_FIXED),
            At::Any => (0, 0),
        }
    }
}

/// Maps `size` bytes of a file from `offset` on, shared, readable and writable.
///
/// # Safety
/// With [`At::Replace`] the caller owns the whole range and nothing else uses it.
pub(crate) unsafe fn map_shared(fd: &impl AsRawFd, offset: u64, size: u64, at: At) -> OsResult<u64> {
    let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
    // SAFETY: per the function's contract.
    unsafe { map(fd.as_raw_fd(), offset, size, libc::PROT_READ | libc::PROT_WRITE, flags, at) }
}

/// Maps `size` bytes of private zeroed memory.
pub(crate) fn map_private(size: u64) -> OsResult<u64> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: replaces nothing.
    unsafe { map(-1, 0, size, libc::PROT_READ | libc::PROT_WRITE, flags, At::Any) }
}

/// Takes `size` bytes of address range without memory behind it.
///
/// # Safety
/// As for [`map_shared`].
pub(crate) unsafe fn reserve(size: u64, at: At) -> OsResult<u64> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: per the function's contract.
    unsafe { map(-1, 0, size, libc::PROT_NONE, flags, at) }
}

/// # Safety
/// As for [`map_shared`].
unsafe fn map(fd: i32, offset: u64, size: u64, protection: i32, flags: i32, at: At) -> OsResult<u64> {
    let (wanted, placement) = at.address_and_flag();
    // SAFETY: only `At::Replace` touches existing mappings, which the caller vouches for.
    let got = unsafe {
        libc::mmap(
            wanted as *mut libc::c_void,
            size as usize,
            protection,
            flags | placement,
            fd,
            offset as libc::off_t,
        )
    };
    if got == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let got = got as u64;
    if let At::Free(address) = at
        && got != address
    {
        // Kernels before 4.17 take the flag for a hint.
        // SAFETY: the mapping was made just now and nobody knows it.
        let _ = unsafe { unmap(got, size) };
        return Err(io::Error::from_raw_os_error(libc::EEXIST));
    }
    Ok(got)
}

/// Removes a mapping.
///
/// # Safety
/// The caller owns the range, and nothing uses it any more.
pub(crate) unsafe fn unmap(address: u64, size: u64) -> OsResult<()> {
    // SAFETY: per the function's contract.
    check(unsafe { libc::munmap(address as *mut libc::c_void, size as usize) })
}

/// Keeps a mapping out of core dumps.
pub(crate) fn exclude_from_core(address: u64, size: u64) {
    // SAFETY: the advice changes no contents; a failure only makes dumps larger.
    unsafe { libc::madvise(address as *mut libc::c_void, size as usize, libc::MADV_DONTDUMP) };
}

/// Gives the memory behind a range of a file back to the system; the range reads as zero afterwards.
pub(crate) fn punch_hole(fd: &impl AsRawFd, offset: u64, size: u64) -> OsResult<()> {
    let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
    // SAFETY: a plain call on an open descriptor.
    check(unsafe { libc::fallocate(fd.as_raw_fd(), mode, offset as libc::off_t, size as libc::off_t) })
}

/// Random bits from the kernel.
pub(crate) fn random() -> u64 {
    let mut value = 0u64;
    // SAFETY: writes at most 8 bytes into `value`.
    let got = unsafe { libc::getrandom((&raw mut value).cast(), 8, 0) };
    if got != 8 {
        // No entropy device in a bare sandbox: the numbers must differ, not be secret.
        value = (crate::sync::now_ns() ^ (u64::from(std::process::id()) << 32))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    value
}

/// Effective user id.
pub(crate) fn user() -> u32 {
    // SAFETY: no arguments, cannot fail.
    unsafe { libc::geteuid() }
}

/// Start time of a process in clock ticks since boot, if it lives.
pub(crate) fn start_time(pid: i32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in brackets and may hold anything.
    let mut rest = stat[stat.rfind(')')? + 1..].split_ascii_whitespace();
    let state = rest.next()?;
    if state == "Z" || state == "X" {
        return None;
    }
    // Field 22 of the file; `state` was field 3.
    rest.nth(18)?.parse().ok()
}

/// Owner of a process.
pub(crate) fn owner_of(pid: i32) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(format!("/proc/{pid}")).ok().map(|m| m.uid())
}

/// A resource limit, `None` when there is none.
pub(crate) fn limit(resource: libc::__rlimit_resource_t) -> Option<u64> {
    let mut value = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: writes into `value` only.
    let failed = unsafe { libc::getrlimit(resource, &mut value) } != 0;
    (!failed && value.rlim_cur != libc::RLIM_INFINITY).then_some(value.rlim_cur)
}

/// Bytes of address space the process uses.
pub(crate) fn address_space_used() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|s| s.split_ascii_whitespace().next()?.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

/// Memory of the machine in bytes, cut to the memory limit of the control group when there is one.
pub(crate) fn machine_memory() -> u64 {
    // SAFETY: plain calls.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    let physical = u64::try_from(pages).unwrap_or(0) * PAGE;
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok())
        .min();
    group.map_or(physical, |limit| limit.min(physical))
}

fn check(result: libc::c_int) -> OsResult<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
