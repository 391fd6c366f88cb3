//! Blocks in the memory of a device.
//!
//! The arena behind the control block is divided into units of 2 MiB. Big blocks are runs of units; small
//! blocks come from slabs, units that are cut into pieces of one size. The bookkeeping lies in ordinary memory
//! of the owner. Freed units are punched out of the file, so their memory goes back to the system.

use super::arena::{Arena, CONTROL_SIZE, UNIT};
use super::sys;
use crate::error::{Result, code, fail};
use std::collections::{BTreeMap, BTreeSet};
use std::os::fd::BorrowedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Kind of a block: host memory.
pub(crate) const HOST: u32 = 0;
/// Kind of a block: device memory.
pub(crate) const DEVICE: u32 = 1;

/// Sizes of small blocks: powers of two and steps half-way between them; whole pages from one page on.
const CLASSES: [u64; 26] = [
    64,
    128,
    192,
    256,
    384,
    512,
    768,
    1 << 10,
    3 << 9,
    2 << 10,
    3 << 10,
    4 << 10,
    8 << 10,
    12 << 10,
    16 << 10,
    24 << 10,
    32 << 10,
    48 << 10,
    64 << 10,
    96 << 10,
    128 << 10,
    192 << 10,
    256 << 10,
    384 << 10,
    512 << 10,
    1 << 20,
];

/// Small blocks of this size and more give their memory back one by one; smaller ones with their slab.
const PUNCH_FROM: u64 = 64 << 10;

/// An allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Address.
    pub base: u64,
    /// Bytes asked for.
    pub size: u64,
    /// [`HOST`] or [`DEVICE`].
    pub kind: u32,
}

/// The blocks of one device.
pub(crate) struct Memory {
    base: u64,
    limit: u64,
    file: BorrowedFd<'static>,
    state: Mutex<State>,
}

struct State {
    /// Free runs of units: offset to bytes.
    free: BTreeMap<u64, u64>,
    /// Blocks by offset.
    blocks: BTreeMap<u64, Entry>,
    /// Slabs by offset.
    slabs: BTreeMap<u64, Slab>,
    /// Slabs with a free piece, by class.
    open: Vec<BTreeSet<u64>>,
    /// Bytes of device blocks and units taken by `alloc_units`.
    device_bytes: u64,
    /// The most `device_bytes` ever was.
    peak: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    size: u64,
    kind: u32,
    /// Index in [`CLASSES`]; `None`: a run of units.
    class: Option<usize>,
}

struct Slab {
    class: usize,
    /// Free pieces, one bit each.
    free: Vec<u64>,
    free_count: usize,
}

impl Memory {
    /// The memory of an arena, of which device blocks may take `limit` bytes if there are as many.
    ///
    /// # Safety
    /// The arena's file stays open as long as the process (arenas are never dropped).
    pub(crate) unsafe fn new(arena: &Arena, limit: u64) -> Memory {
        use std::os::fd::AsRawFd;
        // SAFETY: the descriptor stays open, per the function's contract.
        let file = unsafe { BorrowedFd::borrow_raw(arena.file().as_raw_fd()) };
        let limit = limit.min(arena.size - CONTROL_SIZE);
        Memory { base: arena.base, limit, file, state: Mutex::new(State::new(arena.size)) }
    }

    /// Most bytes that device blocks may take.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Bytes that device blocks take now, and the most they ever took.
    pub(crate) fn used(&self) -> (u64, u64) {
        let state = self.state();
        (state.device_bytes, state.peak)
    }

    /// A block of `size` bytes, contents undefined: 64-byte aligned, 4 KiB aligned from 3 KiB on, 2 MiB aligned above 1 MiB.
    pub(crate) fn alloc(&self, kind: u32, size: u64) -> Result<u64> {
        if size == 0 {
            fail!(code::RT_PARAM_INVALID, "size is 0");
        }
        let mut state = self.state();
        let charge = if kind == DEVICE { rounded(size) } else { 0 };
        self.check_limit(&state, charge, size)?;
        let class = CLASSES.iter().position(|c| *c >= size);
        let found = match class {
            Some(class) => state.take_small(class),
            None => units_of(size).and_then(|bytes| state.take_units(bytes)),
        };
        let Some(offset) = found else {
            fail!(
                code::RT_MEMORY_ALLOCATION,
                "{size} bytes do not fit into the address range of the device (limits of the process can make it small: ulimit -v, ulimit -f)"
            );
        };
        state.blocks.insert(offset, Entry { size, kind, class });
        state.charge(charge);
        Ok(self.base + offset)
    }

    /// Frees a block. Its contents are gone.
    pub(crate) fn free(&self, address: u64) -> Result {
        let mut state = self.state();
        let offset = address.wrapping_sub(self.base);
        let Some(entry) = state.blocks.remove(&offset) else {
            fail!(code::RT_PARAM_INVALID, "{address:#x} is not the start of an allocation (freed before?)");
        };
        if let Some(class) = entry.class {
            state.give_small(offset, class, &|offset, bytes| self.punch(offset, bytes));
        } else {
            let bytes = units_of(entry.size).unwrap_or(UNIT);
            // The run is in no table now, so nobody can get it while its memory is given back.
            drop(state);
            self.punch(offset, bytes);
            state = self.state();
            state.give_units(offset, bytes);
        }
        if entry.kind == DEVICE {
            state.device_bytes -= rounded(entry.size);
        }
        Ok(())
    }

    /// The block that contains an address.
    pub(crate) fn range(&self, address: u64) -> Option<Block> {
        let offset = address.checked_sub(self.base)?;
        let state = self.state();
        let (start, entry) = state.blocks.range(..=offset).next_back()?;
        (offset - start < entry.size).then_some(Block {
            base: self.base + start,
            size: entry.size,
            kind: entry.kind,
        })
    }

    /// Takes `bytes` (a multiple of [`UNIT`]) of the file, for mapping elsewhere; returns their offset.
    pub(crate) fn alloc_units(&self, bytes: u64) -> Result<u64> {
        let mut state = self.state();
        self.check_limit(&state, bytes, bytes)?;
        let Some(offset) = state.take_units(bytes) else {
            fail!(
                code::RT_MEMORY_ALLOCATION,
                "{bytes} bytes do not fit into the address range of the device"
            );
        };
        state.charge(bytes);
        Ok(offset)
    }

    /// Gives units back.
    pub(crate) fn free_units(&self, offset: u64, bytes: u64) {
        self.punch(offset, bytes);
        let mut state = self.state();
        state.device_bytes -= bytes;
        state.give_units(offset, bytes);
    }

    fn check_limit(&self, state: &State, charge: u64, size: u64) -> Result {
        let left = self.limit.saturating_sub(state.device_bytes);
        if charge > left {
            fail!(
                code::RT_MEMORY_ALLOCATION,
                "out of device memory: {size} bytes asked for, {left} of {} are free (SOFTNPU_MEM sets the size, ulimit -v and -f can make it smaller)",
                self.limit
            );
        }
        Ok(())
    }

    fn punch(&self, offset: u64, bytes: u64) {
        if let Err(error) = sys::punch_hole(&self.file, offset, bytes) {
            log::debug!("freed device memory stays with the process: {error}");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn new(arena_size: u64) -> State {
        State {
            free: BTreeMap::from([(CONTROL_SIZE, arena_size - CONTROL_SIZE)]),
            blocks: BTreeMap::new(),
            slabs: BTreeMap::new(),
            open: vec![BTreeSet::new(); CLASSES.len()],
            device_bytes: 0,
            peak: 0,
        }
    }

    fn charge(&mut self, bytes: u64) {
        self.device_bytes += bytes;
        self.peak = self.peak.max(self.device_bytes);
    }

    /// First free run that is long enough.
    fn take_units(&mut self, bytes: u64) -> Option<u64> {
        let (&offset, &length) = self.free.iter().find(|(_, length)| **length >= bytes)?;
        self.free.remove(&offset);
        if length > bytes {
            self.free.insert(offset + bytes, length - bytes);
        }
        Some(offset)
    }

    /// Adds a free run and joins it with its neighbours.
    fn give_units(&mut self, mut offset: u64, mut bytes: u64) {
        if let Some((&before, &length)) = self.free.range(..offset).next_back()
            && before + length == offset
        {
            self.free.remove(&before);
            offset = before;
            bytes += length;
        }
        if let Some(length) = self.free.remove(&(offset + bytes)) {
            bytes += length;
        }
        self.free.insert(offset, bytes);
    }

    fn take_small(&mut self, class: usize) -> Option<u64> {
        let slab = match self.open[class].first() {
            Some(slab) => *slab,
            None => {
                let slab = self.take_units(UNIT)?;
                self.slabs.insert(slab, Slab::new(class));
                self.open[class].insert(slab);
                slab
            }
        };
        let pieces = self.slabs.get_mut(&slab)?;
        let piece = pieces.take()?;
        if pieces.free_count == 0 {
            self.open[class].remove(&slab);
        }
        Some(slab + piece * CLASSES[class])
    }

    fn give_small(&mut self, offset: u64, class: usize, punch: &dyn Fn(u64, u64)) {
        let start = offset & !(UNIT - 1);
        let Some(slab) = self.slabs.get_mut(&start) else { return };
        slab.give((offset - start) / CLASSES[class]);
        let empty = slab.free_count == slab.pieces();
        self.open[class].insert(start);
        if empty {
            self.slabs.remove(&start);
            self.open[class].remove(&start);
            punch(start, UNIT);
            self.give_units(start, UNIT);
        } else if CLASSES[class] >= PUNCH_FROM {
            punch(offset, CLASSES[class]);
        }
    }
}

impl Slab {
    fn new(class: usize) -> Slab {
        let pieces = (UNIT / CLASSES[class]) as usize;
        let mut free = vec![u64::MAX; pieces.div_ceil(64)];
        if !pieces.is_multiple_of(64)
            && let Some(last) = free.last_mut()
        {
            *last = (1 << (pieces % 64)) - 1;
        }
        Slab { class, free, free_count: pieces }
    }

    fn pieces(&self) -> usize {
        (UNIT / CLASSES[self.class]) as usize
    }

    fn take(&mut self) -> Option<u64> {
        let word = self.free.iter().position(|word| *word != 0)?;
        let bit = self.free[word].trailing_zeros();
        self.free[word] &= !(1 << bit);
        self.free_count -= 1;
        Some(word as u64 * 64 + u64::from(bit))
    }

    fn give(&mut self, piece: u64) {
        self.free[(piece / 64) as usize] |= 1 << (piece % 64);
        self.free_count += 1;
    }
}

/// What a block of this size is charged with.
fn rounded(size: u64) -> u64 {
    size.saturating_add(31) & !31
}

/// Bytes of the run of units that holds a big block.
fn units_of(size: u64) -> Option<u64> {
    size.checked_next_multiple_of(UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn memory(units: u64, limit: u64) -> Memory {
        let file = sys::memory_file(c"test", CONTROL_SIZE + units * UNIT).unwrap();
        use std::os::fd::IntoRawFd;
        // SAFETY: the descriptor is leaked, so it stays open.
        let file = unsafe { BorrowedFd::borrow_raw(file.into_raw_fd()) };
        Memory { base: 1 << 40, limit, file, state: Mutex::new(State::new(CONTROL_SIZE + units * UNIT)) }
    }

    #[test]
    fn alignment_and_ranges() {
        let m = memory(16, u64::MAX);
        for size in [1, 63, 64, 65, 1000, 4096, 5000, 1 << 20, (1 << 20) + 1, 3 << 20] {
            let a = m.alloc(DEVICE, size).unwrap();
            assert_eq!(a % 64, 0, "size {size}");
            assert!(size < 4096 || a.is_multiple_of(4096), "size {size}");
            let want = Block { base: a, size, kind: DEVICE };
            assert_eq!(m.range(a), Some(want));
            assert_eq!(m.range(a + size - 1), Some(want));
            assert_ne!(m.range(a + size).map(|b| b.base), Some(a));
        }
        assert_eq!(m.range(0), None);
        assert_eq!(m.range(u64::MAX), None);
    }

    #[test]
    fn bad_frees_are_named() {
        let m = memory(4, u64::MAX);
        let a = m.alloc(DEVICE, 100).unwrap();
        assert_eq!(m.free(a + 1).unwrap_err().code, code::RT_PARAM_INVALID);
        m.free(a).unwrap();
        assert_eq!(m.free(a).unwrap_err().code, code::RT_PARAM_INVALID);
        assert_eq!(m.free(12).unwrap_err().code, code::RT_PARAM_INVALID);
        assert_eq!(m.alloc(DEVICE, 0).unwrap_err().code, code::RT_PARAM_INVALID);
    }

    #[test]
    fn limits_hold() {
        let m = memory(8, 3 * UNIT);
        let a = m.alloc(DEVICE, 3 * UNIT).unwrap();
        assert_eq!(m.alloc(DEVICE, 1).unwrap_err().code, code::RT_MEMORY_ALLOCATION);
        assert_eq!(m.alloc_units(UNIT).unwrap_err().code, code::RT_MEMORY_ALLOCATION);
        // Host memory has only the address range as its limit.
        let h = m.alloc(HOST, 5 * UNIT).unwrap();
        assert_eq!(m.alloc(HOST, 1).unwrap_err().code, code::RT_MEMORY_ALLOCATION);
        m.free(h).unwrap();
        m.free(a).unwrap();
        assert_eq!(m.used(), (0, 3 * UNIT));
        assert_eq!(m.alloc(DEVICE, u64::MAX).unwrap_err().code, code::RT_MEMORY_ALLOCATION);
        assert_eq!(m.alloc(HOST, u64::MAX).unwrap_err().code, code::RT_MEMORY_ALLOCATION);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn blocks_never_overlap_and_all_memory_comes_back(
            steps in prop::collection::vec((0u8..4, 1u64..5_000_000, any::<prop::sample::Index>()), 1..200)
        ) {
            let m = memory(24, u64::MAX);
            let mut live: Vec<(u64, u64)> = Vec::new();
            let mut units: Vec<(u64, u64)> = Vec::new();
            for (what, size, index) in steps {
                match what {
                    0 => {
                        if let Ok(a) = m.alloc((size % 2) as u32, size % 70_000 + 1) {
                            live.push((a, size % 70_000 + 1));
                        }
                    }
                    1 => {
                        if let Ok(a) = m.alloc(DEVICE, size) {
                            live.push((a, size));
                        }
                    }
                    2 => {
                        let bytes = (size % 3 + 1) * UNIT;
                        if let Ok(offset) = m.alloc_units(bytes) {
                            units.push((offset, bytes));
                        }
                    }
                    _ => {
                        if !units.is_empty() && size % 3 == 0 {
                            let (offset, bytes) = units.swap_remove(index.index(units.len()));
                            m.free_units(offset, bytes);
                        } else if !live.is_empty() {
                            let (a, _) = live.swap_remove(index.index(live.len()));
                            m.free(a).unwrap();
                        }
                    }
                }
                let mut all: Vec<_> = live.clone();
                all.extend(units.iter().map(|(o, b)| (m.base + o, *b)));
                all.sort_unstable();
                for pair in all.windows(2) {
                    prop_assert!(pair[0].0 + pair[0].1 <= pair[1].0, "{:x?} overlap", pair);
                }
                if let (Some(first), Some(last)) = (all.first(), all.last()) {
                    prop_assert!(first.0 >= m.base + CONTROL_SIZE);
                    prop_assert!(last.0 + last.1 <= m.base + CONTROL_SIZE + 24 * UNIT);
                }
            }
            for (a, _) in live {
                m.free(a).unwrap();
            }
            for (offset, bytes) in units {
                m.free_units(offset, bytes);
            }
            prop_assert_eq!(m.used().0, 0);
            let state = m.state();
            prop_assert_eq!(&state.free, &BTreeMap::from([(CONTROL_SIZE, 24 * UNIT)]));
            prop_assert!(state.slabs.is_empty() && state.open.iter().all(BTreeSet::is_empty));
        }
    }
}
