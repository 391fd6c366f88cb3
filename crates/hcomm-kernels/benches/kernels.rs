//! Throughput of the loops in GB/s, beside `memcpy`: `cargo bench -p hcomm-kernels --bench kernels`. Copies count their
//! bytes once, reductions the bytes of one operand. A word as argument picks the lines that contain it.

use hcomm_kernels::{copy, dtype, op, reduce, size_of};
use std::hint::black_box;
use std::time::Instant;

/// Runs of each line; the median is shown.
const RUNS: usize = 11;
/// Shortest run.
const RUN_NS: u128 = 1_000_000;

fn rate(len: usize, mut body: impl FnMut()) -> f64 {
    let mut run = |count: usize| {
        let start = Instant::now();
        (0..count).for_each(|_| body());
        start.elapsed().as_nanos()
    };
    let mut count = 1;
    while run(count) < RUN_NS {
        count *= 2;
    }
    let mut rates: Vec<f64> = (0..RUNS).map(|_| (len * count) as f64 / run(count) as f64).collect();
    rates.sort_by(f64::total_cmp);
    rates[RUNS / 2]
}

fn main() {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let longest = 64 << 20;
    let source = vec![1_u8; longest + 4096];
    let mut target = vec![2_u8; longest + 4096];
    let (to, from) = (target.as_mut_ptr(), source.as_ptr());
    for len in [8, 64, 256, 1 << 10, 4 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20] {
        // `memcpy` with `rep movsb` is slow on some CPUs when the target lies a few bytes after the source modulo 4096.
        for offset in [0, 16] {
            let name = format!("copy {len} to {offset}");
            if !name.contains(&wanted) {
                continue;
            }
            // Both start at a page, then the target is moved.
            let from = from.wrapping_add(from.align_offset(4096) % 4096);
            let to = to.wrapping_add(to.align_offset(4096) % 4096 + offset);
            if offset + len > longest {
                continue;
            }
            // SAFETY: both ranges lie in their vectors, which have a page more than the longest length.
            let ours = rate(len, || unsafe { copy(black_box(to), black_box(from), black_box(len)) });
            let limit = rate(len, || {
                // SAFETY: as above.
                unsafe { std::ptr::copy_nonoverlapping(black_box(from), black_box(to), black_box(len)) }
            });
            println!("{name:32} {ours:8.2}, memcpy {limit:8.2}, {:4.0} %", 100.0 * ours / limit);
        }
    }
    let types = [
        ("INT8", dtype::INT8),
        ("INT16", dtype::INT16),
        ("INT32", dtype::INT32),
        ("INT64", dtype::INT64),
        ("INT128", dtype::INT128),
        ("UINT8", dtype::UINT8),
        ("UINT16", dtype::UINT16),
        ("UINT32", dtype::UINT32),
        ("UINT64", dtype::UINT64),
        ("FP16", dtype::FP16),
        ("BFP16", dtype::BFP16),
        ("FP32", dtype::FP32),
        ("FP64", dtype::FP64),
    ];
    for (name, dtype) in types {
        for (what, op) in [("SUM", op::SUM), ("PROD", op::PROD), ("MAX", op::MAX), ("MIN", op::MIN)] {
            let name = format!("reduce {name} {what}");
            if !name.contains(&wanted) {
                continue;
            }
            print!("{name:32}");
            for len in [4 << 10, 1 << 20] {
                let count = len / size_of(dtype).unwrap_or(1);
                // SAFETY: both ranges lie in their vectors.
                let rate = rate(len, || unsafe {
                    assert!(reduce(black_box(to), black_box(from), count, dtype, op));
                });
                print!(" {rate:8.2} at {} KiB", len >> 10);
            }
            println!();
        }
    }
}
