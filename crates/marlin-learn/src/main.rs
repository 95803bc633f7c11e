//! Learns the order in which Marlin's search tries moves, and writes it into the core.
//!
//! It goes in two stages. Searches of random positions with the classical order are sampled, and a first order is fitted
//! to the samples. Then searches with this order are sampled, and the final order is fitted to the samples of both
//! stages. Every step depends on the seed and on the search that is sampled, and on nothing else: the same command on the
//! same code gives the same files.

mod fit;
mod samples;
mod value;
mod write;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use marlin_core::learn;

/// Learn the order of the moves from samples of searches, and write it into the core.
///
/// Samples are kept in a folder chunk by chunk, so that an interrupted run goes on where it was; the last step, some
/// minutes, begins anew. With the defaults it takes about a quarter of an hour on two cores.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// The seed of the positions and of the fit.
    #[arg(long, default_value_t = 20_261_120)]
    seed: u64,
    /// Positions to be searched with the classical order.
    #[arg(long, default_value_t = 1000)]
    first: u64,
    /// Positions to be searched with the order fitted to those.
    #[arg(long, default_value_t = 800)]
    second: u64,
    /// Positions whose searches tell what came of each node.
    #[arg(long, default_value_t = 300)]
    outcomes: u64,
    /// Rounds over the samples in a fit.
    #[arg(long, default_value_t = 15)]
    rounds: u32,
    /// The folder that keeps the samples.
    #[arg(long, default_value = "target/learn")]
    samples: PathBuf,
    /// The folder that gets weights.rs and patterns.bin.
    #[arg(long, default_value = "crates/marlin-core/src/search")]
    out: PathBuf,
}

fn main() -> ExitCode {
    let mut log = io::stderr().lock();
    match run(&Args::parse(), &mut |line| drop(writeln!(log, "{line}"))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "marlin-learn: {error}"));
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args, log: &mut dyn FnMut(&str)) -> io::Result<()> {
    let first =
        samples::collect(&args.samples.join("first"), args.first, 4..=13, learn::CLASSICAL, args.seed)?;
    log(&format!("{} samples of searches with the classical order", first.len()));
    let none = value::Value::none();
    let model = fit::fit(&first, &none, args.rounds, args.seed, log).0.rounded();

    let folder = args.samples.join("second");
    let second = samples::collect(&folder, args.second, 3..=12, model.weighting(), args.seed + 1)?;
    log(&format!("{} samples of searches with the order fitted to them", second.len()));
    let outcomes = samples::visits(args.outcomes, 2..=10, model.weighting(), args.seed + 2)?;
    log(&format!("{} nodes whose outcome is known", outcomes.len()));
    let value = value::fit(&outcomes, args.seed, log);

    let all = [first, second].concat();
    let (model, losses) = fit::fit(&all, &value, args.rounds, args.seed, log);
    let command = format!(
        "cargo run --release -p marlin-learn -- --seed {} --first {} --second {} --outcomes {} --rounds {}",
        args.seed, args.first, args.second, args.outcomes, args.rounds
    );
    write::write(&args.out, &model.rounded(), &command, losses)
}
