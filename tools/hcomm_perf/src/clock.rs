//! Timing: each round runs the limit and the measured code one after the other, so that other load on the machine
//! hits both; medians are taken over the rounds.

use std::time::{Duration, Instant};

/// Result of a comparison, in nanoseconds per operation.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Median of the measured code.
    pub ns: f64,
    /// Fastest round of the measured code.
    pub best_ns: f64,
    /// Median of the limit.
    pub limit_ns: f64,
    /// Median over the rounds of limit time / measured time: 1 is as fast as the limit.
    pub share: f64,
}

/// The middle value.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// How long and how often to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds; the median is taken over them.
    pub rounds: usize,
    /// Shortest time of one round of one side.
    pub round: Duration,
}

/// Time of `body(count)` in nanoseconds per operation, `count` operations a call.
pub type Timed<'a> = dyn FnMut(usize) -> Result<Duration, String> + 'a;

/// A [`Timed`] that measures the whole of `body`.
pub fn whole(
    mut body: impl FnMut(usize) -> Result<(), String>,
) -> impl FnMut(usize) -> Result<Duration, String> {
    move |count| {
        let start = Instant::now();
        body(count)?;
        Ok(start.elapsed())
    }
}

/// Operations that fill a round.
fn calibrate(body: &mut Timed, round: Duration, most: usize) -> Result<usize, String> {
    let mut count = 1;
    while count < most && body(count)? < round {
        count *= 2;
    }
    Ok(count.min(most))
}

/// Measures `body` against `limit`. `most`: operations a call may do at most.
pub fn compare(effort: Effort, most: usize, limit: &mut Timed, body: &mut Timed) -> Result<Compared, String> {
    let counts = [calibrate(limit, effort.round, most)?, calibrate(body, effort.round, most)?];
    let (mut limits, mut bodies) = (Vec::new(), Vec::new());
    for _ in 0..effort.rounds {
        limits.push(per_operation(limit, counts[0], effort.round)?);
        bodies.push(per_operation(body, counts[1], effort.round)?);
    }
    Ok(summary(limits, bodies))
}

/// Nanoseconds per operation over as many calls as fill the round.
fn per_operation(body: &mut Timed, count: usize, round: Duration) -> Result<f64, String> {
    let (mut time, mut done) = (Duration::ZERO, 0);
    let until = Instant::now() + round * 2;
    while done == 0 || (time < round && Instant::now() < until) {
        time += body(count)?;
        done += count;
    }
    Ok(time.as_nanos() as f64 / done as f64)
}

/// Medians of rounds that belong together pairwise.
pub fn summary(limits: Vec<f64>, bodies: Vec<f64>) -> Compared {
    let share = limits.iter().zip(&bodies).map(|(limit, body)| limit / body).collect();
    Compared {
        best_ns: bodies.iter().copied().fold(f64::INFINITY, f64::min),
        ns: median(bodies),
        limit_ns: median(limits),
        share: median(share),
    }
}
