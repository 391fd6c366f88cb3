//! Measurements as the programs of `benches/peers` take them: one line of JSON for every repetition, to be compared with
//! other communication libraries that are measured in the same round.
//!
//! `HP_REPS` repetitions (5) of about `HP_MS` milliseconds (60); `HP_PEER` and `HP_PREFIX` go into the lines. Ranks are
//! bound to core number rank % 2.

use std::time::{Duration, Instant};

use crate::clock::whole;
use crate::rank::{AREA, Rank};
use crate::tests::{BATCH, batch, send_batch};

/// Messages at most before what they sent is waited for.
const MOST: u64 = 1 << 16;
/// Round trips by which a repetition is planned.
const TRIAL: u64 = 50;
/// Where rank 0 tells the length of a repetition.
const ORDER: usize = AREA - 64;

/// A measurement: its name, and the ways in which it is taken.
struct Measure {
    name: &'static str,
    run: fn(&Rank, usize) -> Result<(), String>,
}

const MEASURES: &[Measure] = &[
    Measure { name: "put_lat", run: |rank, len| trips(rank, len, false) },
    Measure { name: "put_lat_read", run: |rank, len| trips(rank, len, true) },
    Measure { name: "get_lat", run: get_latency },
    Measure { name: "put_rate", run: rates },
    Measure { name: "put_bw", run: |rank, len| blocks(rank, len, "put_bw") },
    Measure { name: "get_bw", run: |rank, len| blocks(rank, len, "get_bw") },
];

/// Takes the measurement `name` for messages of each of `sizes` bytes. Both ranks call it.
pub fn run(rank: &Rank, name: &str, sizes: &[usize]) -> Result<(), String> {
    let found = MEASURES.iter().find(|measure| measure.name == name);
    let known = || MEASURES.iter().map(|measure| measure.name).collect::<Vec<_>>().join(", ");
    let measure =
        found.ok_or_else(|| format!("--lines {name}: there is no such measurement, only {}", known()))?;
    let longest = if name == "put_rate" { ORDER / BATCH } else { ORDER };
    if let Some(wrong) = sizes.iter().find(|size| !(1..=longest).contains(*size)) {
        return Err(format!("--sizes: {wrong} is not between 1 and {longest}"));
    }
    bind(rank.rank);
    sizes.iter().try_for_each(|&size| (measure.run)(rank, size))
}

/// Bytes of texts like `8`, `4K`, `16M`.
pub fn size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.strip_suffix(['K', 'k']) {
        Some(digits) => (digits, 1 << 10),
        None => text.strip_suffix(['M', 'm']).map_or((text, 1), |digits| (digits, 1 << 20)),
    };
    let number: usize = digits.parse().map_err(|error| format!("{text}: {error}"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text} is too large"))
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn bind(rank: u32) {
    // SAFETY: a set of plain bits, filled by the C library's own rules, for the calling thread.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET((rank % 2) as usize, &mut set);
        // On a machine with one core the binding fails, and nothing is lost.
        libc::sched_setaffinity(0, size_of_val(&set), &set);
    }
}

fn emit(measure: &str, how: &str, bytes: usize, unit: &str, value: f64) {
    let text = |name: &str| std::env::var(name).unwrap_or_default();
    let line = serde_json::json!({
        "m": text("HP_PREFIX") + measure, "peer": std::env::var("HP_PEER").unwrap_or_else(|_| "ours".into()),
        "how": how, "n": 2, "bytes": bytes, "unit": unit, "v": value,
    });
    println!("{line}");
}

/// Operations of a repetition, from the time of one.
fn plan(one: Duration, most: u64) -> u64 {
    let repetition = Duration::from_millis(number("HP_MS", 60)).as_nanos();
    (repetition / one.as_nanos().max(1)).clamp(4, most.into()) as u64
}

/// Repetitions of `body(count)` on rank 0; `each` gets seconds per operation.
fn repeat(
    rank: &Rank,
    body: impl FnMut(usize) -> Result<(), String>,
    mut each: impl FnMut(f64),
) -> Result<(), String> {
    if rank.rank == 0 {
        let mut body = whole(body);
        body(1)?;
        let count = plan(body(4)? / 4, MOST) as usize;
        for _ in 0..number("HP_REPS", 5) {
            each(body(count)?.as_secs_f64() / count as f64);
        }
    }
    rank.barrier()
}

/// A ping-pong of writes with notify: half a round trip in us.
fn trips(rank: &Rank, len: usize, touch: bool) -> Result<(), String> {
    let measure = if touch { "put_lat_read" } else { "put_lat" };
    let on_thread = Way { measure, how: "HcommWriteWithNotifyOnThread", len, touch };
    on_thread.trips(rank, &|| rank.write_with_notify(0, len, 0), &|| {
        rank.wait(0)?;
        rank.sync()
    })?;
    let direct = Way { how: "HcommWriteWithNotifyNbi", ..on_thread };
    direct.trips(rank, &|| rank.direct_with_notify(0, len, 0), &|| rank.wait_direct(0))
}

/// A way of sending in a ping-pong.
#[derive(Clone, Copy)]
struct Way {
    measure: &'static str,
    how: &'static str,
    len: usize,
    /// The receiver reads a word of every cache line before it answers.
    touch: bool,
}

impl Way {
    fn trips(
        self,
        rank: &Rank,
        send: &dyn Fn() -> Result<(), String>,
        receive: &dyn Fn() -> Result<(), String>,
    ) -> Result<(), String> {
        let arrive = || {
            receive()?;
            if self.touch {
                // SAFETY: the area has `len` bytes; the other rank has written them before its notify.
                (0..self.len).step_by(64).for_each(|at| unsafe { _ = rank.local.add(at).read_volatile() });
            }
            Ok::<_, String>(())
        };
        let round = |count: u64| -> Result<Duration, String> {
            rank.barrier()?;
            let start = Instant::now();
            for _ in 0..count {
                if rank.rank == 0 {
                    send()?;
                    arrive()?;
                } else {
                    arrive()?;
                    send()?;
                }
            }
            Ok(start.elapsed())
        };
        round(TRIAL)?;
        let trial = round(TRIAL)?;
        let count = agree(rank, plan(trial / TRIAL as u32, MOST))?;
        for _ in 0..number("HP_REPS", 5) {
            let time = round(count)?;
            if rank.rank == 0 {
                emit(self.measure, self.how, self.len, "us", time.as_secs_f64() / count as f64 / 2.0 * 1e6);
            }
        }
        rank.fence()?;
        rank.barrier()
    }
}

/// Rank 0's `count` at both ranks.
fn agree(rank: &Rank, count: u64) -> Result<u64, String> {
    // SAFETY: both buffers are longer, the place is aligned, and ranks use it only between these barriers.
    unsafe {
        let place = rank.local.add(ORDER).cast::<u64>();
        rank.barrier()?;
        if rank.rank == 0 {
            place.write(count);
            rank.write(ORDER, size_of::<u64>())?;
            rank.drain()?;
        }
        rank.barrier()?;
        Ok(place.read())
    }
}

fn get_latency(rank: &Rank, len: usize) -> Result<(), String> {
    let on_thread = |count| {
        for _ in 0..count {
            rank.read(0, len)?;
            rank.sync()?;
        }
        Ok(())
    };
    repeat(rank, on_thread, |time| emit("get_lat", "HcommReadOnThread", len, "us", time * 1e6))?;
    let direct = |count| {
        for _ in 0..count {
            rank.read_direct(0, len)?;
            rank.fence()?;
        }
        Ok(())
    };
    repeat(rank, direct, |time| emit("get_lat", "HcommReadNbi+fence", len, "us", time * 1e6))
}

/// Many writes: each completed for itself, and 64 together.
fn rates(rank: &Rank, len: usize) -> Result<(), String> {
    let emit = |how: &str, seconds: f64| {
        emit("put_rate", how, len, "GBps", len as f64 / seconds * 1e-9);
        emit("put_rate", how, len, "Mmsgps", 1e-6 / seconds);
    };
    let one = |count| {
        for index in 0..count {
            rank.write_direct(index % BATCH * len, len)?;
            rank.fence()?;
        }
        Ok(())
    };
    repeat(rank, one, |time| emit("put+fence", time))?;
    let many = |count| {
        for _ in 0..count {
            for index in 0..BATCH {
                rank.write_direct(index * len, len)?;
            }
            rank.fence()?;
        }
        Ok(())
    };
    repeat(rank, many, |time| emit("64 put, fence", time / BATCH as f64))?;
    for (how, notify) in [("batch of 64", false), ("batch of 64, last one notifies", true)] {
        let descs = batch(rank, len, notify);
        let batches = |count| {
            for _ in 0..count {
                send_batch(rank, &descs)?;
            }
            rank.drain()
        };
        repeat(rank, batches, |time| emit(how, time / BATCH as f64))?;
    }
    Ok(())
}

/// Large messages, each completed for itself.
fn blocks(rank: &Rank, len: usize, measure: &str) -> Result<(), String> {
    let put = measure == "put_bw";
    let body = |count| {
        for _ in 0..count {
            if put {
                rank.write(0, len)?;
                rank.drain()?;
            } else {
                rank.read(0, len)?;
                rank.sync()?;
            }
        }
        Ok(())
    };
    let how = if put { "HcommWriteOnThread+drain" } else { "HcommReadOnThread" };
    repeat(rank, body, |time| emit(measure, how, len, "GBps", len as f64 / time * 1e-9))
}
