//! `hcomm_perf`: what the primitives of libhcomm cost on this machine, beside limits taken in the same run.
//!
//! Two ranks, as threads of this process, as two processes, or as processes on two hosts. Rank 0 measures.

mod api;
mod clock;
mod lines;
mod pingpong;
mod plain;
mod rank;
mod report;
mod tests;

use std::io::{Read, Write};
use std::mem::MaybeUninit;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use api::Api;
use clock::Effort;
use rank::{Link, Rank, Root};
use report::{Report, Row};
use tests::{TESTS, Test};

/// Measures libhcomm's primitives between two ranks of this machine and compares them with memcpy and with bare
/// shared words.
#[derive(Parser, Debug)]
struct Options {
    /// How the two ranks run.
    #[arg(long, value_enum, default_value = "both")]
    ranks: Kind,
    /// Only these measurements (names as in --list), separated by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Names the measurements and ends.
    #[arg(long)]
    list: bool,
    /// Rounds of each measurement; medians are taken over them.
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Length of a round in milliseconds.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    round_ms: u16,
    /// Writes the results as JSON to this file, `-` for standard output instead of the table.
    #[arg(long)]
    json: Option<PathBuf>,
    /// What carries the channels.
    #[arg(long, value_enum, default_value = "graph")]
    link: Link,
    /// Runs the second rank in this network namespace, as if on another host; the first one where the program was
    /// started. Implies --ranks processes.
    #[arg(long)]
    peer_netns: Option<String>,
    /// Takes one measurement of benches/peers, between two processes, and prints its lines.
    #[arg(long, requires = "sizes")]
    lines: Option<String>,
    /// Message lengths for --lines, such as 8,64,4K,1M.
    #[arg(long, value_delimiter = ',', value_parser = lines::size)]
    sizes: Vec<usize>,
    /// Seconds after which the program gives up.
    #[arg(long, default_value_t = 600)]
    deadline: u64,
    /// Internal: be rank 1 of the process that started this one, with its root information on standard input.
    #[arg(long, hide = true)]
    peer: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Threads of one process.
    Threads,
    /// Two processes.
    Processes,
    /// One after the other.
    Both,
}

impl Options {
    fn effort(&self) -> Effort {
        Effort { rounds: self.rounds.into(), round: Duration::from_millis(self.round_ms.into()) }
    }

    fn tests(&self) -> Result<Vec<&'static Test>, String> {
        if let Some(unknown) = self.only.iter().find(|name| TESTS.iter().all(|test| test.name != **name)) {
            return Err(format!("--only {unknown}: there is no such measurement, see --list"));
        }
        let wanted = |test: &&Test| self.only.is_empty() || self.only.iter().any(|name| name == test.name);
        Ok(TESTS.iter().filter(wanted).collect())
    }
}

/// Runs the measurements on one rank.
fn run(
    api: &Api,
    root: &Root,
    rank: u32,
    options: &Options,
    each: &mut dyn FnMut(tests::Outcome),
) -> Result<(), String> {
    let rank = Rank::open(api, root, rank, options.link)?;
    if let Some(name) = &options.lines {
        lines::run(&rank, name, &options.sizes)?;
        return rank.close();
    }
    for test in options.tests()? {
        if let Some(outcome) = test.run(&rank, options.effort())? {
            each(outcome);
        }
    }
    rank.close()
}

/// Rank 1 in the process that rank 0 started.
fn peer(api: &Api, options: &Options) -> Result<(), String> {
    let mut root = MaybeUninit::<Root>::zeroed();
    // SAFETY: the root information is plain bytes, and this is all of them.
    let bytes = unsafe { std::slice::from_raw_parts_mut(root.as_mut_ptr().cast::<u8>(), size_of::<Root>()) };
    std::io::stdin().read_exact(bytes).map_err(|error| format!("reading the root information: {error}"))?;
    // SAFETY: all bytes are initialised.
    run(api, &unsafe { root.assume_init() }, 1, options, &mut |_| ())
}

/// Starts rank 1 as a process.
fn start_peer(root: &Root, options: &Options) -> Result<Child, String> {
    let failed = |error: std::io::Error| format!("starting the second rank: {error}");
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = match &options.peer_netns {
        None => Command::new(program),
        Some(name) => {
            let mut command = Command::new("ip");
            command.args(["netns", "exec", name]).arg(program);
            command
        }
    };
    // The same options; the last of equal ones would count.
    command.arg("--peer").args(std::env::args_os().skip(1));
    let mut child = command.stdin(Stdio::piped()).spawn().map_err(failed)?;
    // SAFETY: the root information is plain bytes.
    let bytes = unsafe { std::slice::from_raw_parts((&raw const *root).cast::<u8>(), size_of::<Root>()) };
    let mut stdin = child.stdin.take().ok_or("the second rank has no standard input")?;
    stdin.write_all(bytes).map_err(failed)?;
    Ok(child)
}

fn measure(
    api: &Api,
    kind: Kind,
    options: &Options,
    each: &mut dyn FnMut(tests::Outcome),
) -> Result<(), String> {
    let root = rank::root(api)?;
    if kind == Kind::Threads {
        return std::thread::scope(|scope| {
            let peer = scope.spawn(|| run(api, &root, 1, options, &mut |_| ()));
            run(api, &root, 0, options, each)?;
            peer.join().map_err(|_| "the second rank panicked".to_string())?
        });
    }
    let mut child = start_peer(&root, options)?;
    let result = run(api, &root, 0, options, each);
    if result.is_err() {
        // It may wait for this rank; a second error is of no interest.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| format!("waiting for the second rank: {error}"))?;
    result?;
    status.success().then_some(()).ok_or_else(|| format!("the second rank ended with {status}"))
}

fn main_rank(api: &Api, options: &Options) -> Result<(), String> {
    if options.lines.is_some() {
        return measure(api, Kind::Processes, options, &mut |_| ());
    }
    let kinds = match options.ranks {
        _ if options.peer_netns.is_some() => vec![Kind::Processes],
        // Processes first: this one keeps the devices that its threads used, and ranks that wait do so without sleeping
        // only if no more devices exist than cores.
        Kind::Both => vec![Kind::Processes, Kind::Threads],
        kind => vec![kind],
    };
    let mut report = Report::new(options.rounds.into());
    let table = options.json.as_deref() != Some("-".as_ref());
    if table {
        println!("{}\n{}", report.machine(), report::head());
    }
    let bar = ProgressBar::new((kinds.len() * options.tests()?.len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    for kind in kinds {
        let name = match kind {
            Kind::Threads => "threads",
            _ if options.peer_netns.is_some() => "hosts",
            _ => "processes",
        };
        bar.set_message(name);
        measure(api, kind, options, &mut |outcome| {
            let row = Row::new(name, &outcome);
            if table {
                bar.suspend(|| println!("{}", row.line()));
            }
            bar.inc(1);
            report.rows.push(row);
        })?;
    }
    bar.finish_and_clear();
    let Some(path) = &options.json else { return Ok(()) };
    let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())? + "\n";
    if table {
        std::fs::write(path, json).map_err(|error| format!("writing {}: {error}", path.display()))
    } else {
        std::io::stdout().write_all(json.as_bytes()).map_err(|error| error.to_string())
    }
}

fn watch(deadline: u64) {
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(deadline));
        eprintln!("hcomm_perf: not done after {deadline} s (--deadline), giving up");
        std::process::exit(3);
    });
}

fn start(options: &Options) -> Result<(), String> {
    if options.list {
        TESTS.iter().for_each(|test| println!("{:<10} {}", test.name, test.what));
        return Ok(());
    }
    options.tests()?;
    watch(options.deadline);
    let api = Api::load()?;
    // SAFETY: NULL means no configuration file.
    api.check("aclInit", unsafe { (api.aclInit)(std::ptr::null()) })?;
    if options.peer { peer(&api, options) } else { main_rank(&api, options) }?;
    // SAFETY: nothing of the runtime is used afterwards.
    api.check("aclFinalize", unsafe { (api.aclFinalize)() })
}

fn main() -> ExitCode {
    match start(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hcomm_perf: {error}");
            ExitCode::FAILURE
        }
    }
}
