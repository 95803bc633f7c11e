//! The command `solution`: the time of an answer past the opening book.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::Args;
use marlin_core::{BoardSize, Cpu, Game, Position, Solver, SolverBuilder};
use marlin_support::progress::ProgressReporter;
use marlin_support::random::Random;

use super::shared::{count, whole};
use crate::failure::Failure;
use crate::host::Host;
use crate::report::{ShortFormat, document};
use crate::solution::measurement::{Measurement, Question};
use crate::solution::positions::PositionSampler;
use crate::solution::report::{Row, SolutionReport};

pub(super) const HELP: &str = "\
The positions are of 7x6. Of each number of stones, every position that a game can reach, and that
is not over, is as likely as another; all that are drawn differ. Each is solved by one thread with
the built-in opening book, from an empty table: its score, and for the first --columns the scores of
all columns too. Node counts are the same on every machine. The times are CPU times of the thread,
or those of the clock where the CPU time is unknown. They are those of a single question: a table
that is kept from one position to the next would shorten some.

Exit code 1: a score differs between the two questions, or from a search without the book (--check).

Examples:
  marlin-bench solution --count 1000
  marlin-bench solution --stones 14 20 --format json";

/// Arguments of `solution`.
#[derive(Debug, Args)]
pub(super) struct SolutionArgs {
    /// Draw N positions of each number of stones
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count)]
    count: NonZeroUsize,
    /// Ask for the scores of all columns at the first N positions of each number of stones
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    columns: usize,
    /// The numbers of stones on the board
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [13, 14, 15, 16],
          value_parser = whole(0..=BoardSize::STANDARD.cells() as usize - 1))]
    stones: Vec<usize>,
    /// Draw the positions from this seed; a smaller sample is the beginning of a larger one
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Give the solver a table of MIB MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// Search the first N positions of each number of stones again, without the book, and compare the scores
    #[arg(long, value_name = "N", default_value_t = 1000)]
    check: usize,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    format: ShortFormat,
}

/// The solver that is measured, and one without the book that checks its scores.
struct Solvers {
    measured: Solver,
    checker: Solver,
}

/// Measures the answers, and reports their percentiles.
pub(super) fn run(args: &SolutionArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let builder = || SolverBuilder::on(BoardSize::STANDARD).hash_mib(args.hash);
    let builder = || builder().map_err(|error| Failure::Input(error.to_string()));
    let solvers = Solvers {
        measured: builder()?.cpu(cpu).threads(1).build(),
        checker: builder()?.without_book().cpu(cpu).threads(1).build(),
    };
    // The system hands out memory at its first use, for which the first searches would pay.
    solvers.measured.table().prefault();
    let count = usize::from(args.count);
    let progress =
        ProgressReporter::new(env!("CARGO_PKG_NAME"), "solving", count * args.stones.len(), "positions");
    let mut rows = Vec::new();
    for &stones in &args.stones {
        progress.set_part(&format!("{stones} stones"));
        rows.extend(measure(args, stones, &solvers, &|| progress.inc())?);
    }
    drop(progress);
    // By question, then by stones.
    rows.sort_by_key(Row::is_of_columns);
    let report = SolutionReport {
        host: Host::detect(),
        seed: args.seed,
        hash_mib: args.hash,
        cpu: cpu.name(),
        checked: args.check.min(count),
        rows,
    };
    let text = match args.format {
        ShortFormat::Table => report.text(),
        ShortFormat::Markdown => report.markdown(),
        ShortFormat::Json => document(SCHEMA_VERSION, &report)?,
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 1;

/// Measures each question about the positions of a number of stones.
fn measure(
    args: &SolutionArgs,
    stones: usize,
    solvers: &Solvers,
    on_done: &dyn Fn(),
) -> Result<Vec<Row>, Failure> {
    let mut random = Random::named(args.seed, "solution", stones as u64);
    let sampler = PositionSampler::new(BoardSize::STANDARD, stones);
    let positions = sampler.draw_distinct(args.count.into(), &mut random);
    let positions = positions.ok_or_else(|| {
        Failure::Input(format!("there are fewer than {} positions of {stones} stones", args.count))
    })?;
    let mut measurements = Question::ALL.map(|_| Vec::new());
    for (index, position) in positions.iter().enumerate() {
        let is_asked = |question| question == Question::Score || index < args.columns;
        let found = Question::ALL
            .map(|question| is_asked(question).then(|| question.measure(&solvers.measured, position)));
        check(position, found.iter().flatten(), (index < args.check).then_some(&solvers.checker))?;
        for (list, measurement) in measurements.iter_mut().zip(found) {
            list.extend(measurement);
        }
        on_done();
    }
    let rows = Question::ALL.iter().zip(&measurements).filter(|(_, list)| !list.is_empty());
    Ok(rows.map(|(question, list)| Row::new(*question, stones, &positions, list)).collect())
}

/// Compares the scores of all questions, and with that of a solver without the book.
fn check<'a>(
    position: &Position,
    found: impl Iterator<Item = &'a Measurement>,
    checker: Option<&Solver>,
) -> Result<(), Failure> {
    let mut scores: Vec<_> = found.map(|measurement| measurement.score).collect();
    scores.extend(checker.map(|checker| Question::Score.measure(checker, position).score));
    if scores.windows(2).all(|pair| pair[0] == pair[1]) && scores.iter().all(Option::is_some) {
        return Ok(());
    }
    let moves = Game::leading_to(position).map(|game| game.to_string()).unwrap_or_default();
    let scores: Vec<_> = scores
        .iter()
        .map(|score| score.map_or_else(|| "none".to_owned(), |score| score.to_string()))
        .collect();
    Err(Failure::Wrong(format!("position {moves}: the scores differ: {}", scores.join(", "))))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marlin_core::Score;

    use super::*;

    #[test]
    fn scores_that_differ_or_are_missing_are_a_failure_that_names_the_position() {
        let position = Position::parse(BoardSize::STANDARD, "4433").unwrap();
        let measurement = |score| Measurement { score, nodes: 0, time: Duration::ZERO };
        let score = |number| measurement(Score::on(BoardSize::STANDARD, number));
        let message = |found: &[Measurement], checker| {
            check(&position, found.iter(), checker).err().map(|failure| failure.to_string())
        };
        assert_eq!(message(&[score(18), score(18)], None), None);
        let differ = message(&[score(18), score(17)], None).unwrap();
        assert!(differ.ends_with(": the scores differ: 18, 17"), "{differ}");
        assert!(message(&[measurement(None)], None).unwrap().ends_with(": none"));
        let checker =
            SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().threads(1).build();
        assert_eq!(message(&[score(18)], Some(&checker)), None);
        assert!(message(&[score(2)], Some(&checker)).unwrap().ends_with(": 2, 18"));
    }
}
