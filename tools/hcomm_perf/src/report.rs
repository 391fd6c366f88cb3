//! Table and JSON.

use serde::Serialize;

use crate::tests::{Outcome, Show};

/// One line of the report.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    ranks: &'static str,
    test: &'static str,
    what: &'static str,
    limit: &'static str,
    ns_per_operation: f64,
    best_ns_per_operation: f64,
    limit_ns_per_operation: f64,
    /// Limit time / measured time, median over the rounds.
    share_of_limit: f64,
    bytes_per_operation: Option<usize>,
    gb_per_s: Option<f64>,
}

impl Row {
    /// The line of an outcome.
    pub fn new(ranks: &'static str, outcome: &Outcome) -> Row {
        let bytes = match outcome.show {
            Show::Time => None,
            Show::Rate(bytes) => Some(bytes),
        };
        let compared = outcome.compared;
        Row {
            ranks,
            test: outcome.name,
            what: outcome.what,
            limit: outcome.limit,
            ns_per_operation: compared.ns,
            best_ns_per_operation: compared.best_ns,
            limit_ns_per_operation: compared.limit_ns,
            share_of_limit: compared.share,
            bytes_per_operation: bytes,
            gb_per_s: bytes.map(|bytes| bytes as f64 / compared.ns),
        }
    }

    fn amount(&self, ns: f64) -> String {
        match self.bytes_per_operation {
            Some(bytes) => format!("{:.2} GB/s", bytes as f64 / ns),
            None if ns < 10_000.0 => format!("{ns:.1} ns"),
            None => format!("{:.1} us", ns / 1000.0),
        }
    }

    /// The line of the table.
    pub fn line(&self) -> String {
        format!(
            "{:<10} {:<43} {:>12} {:>12} {:>12} {:>8}  {}",
            self.ranks,
            self.what,
            self.amount(self.ns_per_operation),
            self.amount(self.best_ns_per_operation),
            self.amount(self.limit_ns_per_operation),
            format!("{:.1} %", self.share_of_limit * 100.0),
            self.limit,
        )
    }
}

/// Head of the table.
pub fn head() -> String {
    format!(
        "{:<10} {:<43} {:>12} {:>12} {:>12} {:>8}  {}",
        "ranks", "measured", "median", "best", "limit", "of limit", "limit is"
    )
}

/// The machine and all lines.
#[derive(Debug, Serialize)]
pub struct Report {
    version: &'static str,
    cpu: String,
    cores: usize,
    rounds: usize,
    /// Lines of the table.
    pub rows: Vec<Row>,
}

impl Report {
    /// An empty report of this machine.
    pub fn new(rounds: usize) -> Report {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let cpu = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        Report {
            version: env!("CARGO_PKG_VERSION"),
            cpu: cpu.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.into()),
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            rounds,
            rows: Vec::new(),
        }
    }

    /// One line about the machine.
    pub fn machine(&self) -> String {
        format!("{}, {} cores, {} rounds", self.cpu, self.cores, self.rounds)
    }
}
