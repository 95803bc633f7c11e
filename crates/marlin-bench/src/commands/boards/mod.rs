//! The command `boards`: solves empty boards of several sizes, and keeps a table of them.

mod selection;
mod table_file;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use marlin_boards::{Board, DEFAULT_BOARDS, Found, Settings, Solved, Table};
use marlin_book::Shard;
use marlin_core::Cpu;
use marlin_support::progress::Progress;

use self::table_file::TableFile;
use super::values::{milliseconds, threads};
use crate::failure::Failure;
use crate::report::boards::{self as report, Config};
use crate::report::format::ShortFormat;

pub(super) const HELP: &str = "\
Each board is solved from an empty table, and its row is printed as soon as it is solved.
Columns:
  board    width x height
  result   the winner under best play, and the winning move of the game; if time ran out, the
           proven bounds of the score: above 0 the first player wins, below 0 the second
  agrees   with the results of John Tromp and Christophe Steininger: yes, NO, open (not proven
           yet), - (none to compare with)

With --table the results are also kept in a file, which is written after each board. The same
command resumes where it was stopped: a board that has a result there is skipped, and so is one
that wasn't proven in as much time. test-positions/boards.toml is such a table. Cells of --grid:
  +41      the first player wins at move 41
  -36      the second player wins at move 36
  =42      a draw
  *+53*    in italics: published, not yet verified by Marlin
  ?        no result in the table

Exit codes: 1 a result that disagrees, 2 bad usage, 4 a board that isn't proven within --time.

Examples:
  marlin-bench boards                            the boards that take minutes at most
  marlin-bench boards 7x7 --hash 4096            a hard one
  marlin-bench boards --time 10000 --format json
  marlin-bench boards --all --time 60000 --table boards.toml
  marlin-bench boards --all --shard 2/10 --table part-2.toml
  marlin-bench boards --merge part-*.toml --table boards.toml
  marlin-bench boards --grid --table boards.toml";

/// Arguments of `boards`.
#[derive(Debug, Args)]
pub(super) struct BoardsArgs {
    /// Solve the empty boards of these sizes, width x height
    #[arg(value_name = "WxH", default_values = DEFAULT_BOARDS)]
    boards: Vec<String>,
    /// Solve all boards of the table, those with fewer cells first
    #[arg(long, conflicts_with = "boards")]
    all: bool,
    /// Solve only every Nth board, from the Ith on: a part of the work for each of N machines
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Keep the results in FILE; if it doesn't exist, it begins with the published results
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Solve boards that have a result in the table too, and replace it
    #[arg(long, requires = "table")]
    again: bool,
    /// Put the results of these tables into the one of --table, and solve nothing
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "table", conflicts_with_all = ["boards", "all", "shard", "again"])]
    merge: Vec<PathBuf>,
    /// Print the table as Markdown, width across and height down, and solve nothing
    #[arg(long, conflicts_with_all = ["boards", "all", "shard", "again", "merge"])]
    grid: bool,
    /// Search each board with N threads; with more than one, node counts differ from run to run
    #[arg(long, value_name = "N", alias = "search-threads", default_value_t = 1, value_parser = threads())]
    threads: u16,
    /// Give the solver a table of MIB MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// Give up on a board after MS milliseconds [default: never]
    #[arg(long, value_name = "MS", alias = "limit-ms", value_parser = milliseconds())]
    time: Option<u64>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    format: ShortFormat,
}

/// Solves the boards one after the other, reports on them, and returns an error unless everything is fine; or prints or
/// merges tables.
pub(super) fn run(
    args: &BoardsArgs,
    cpu: Cpu,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let file = args.table.as_deref().map(TableFile::new);
    if args.grid {
        let table = file.map_or_else(|| Ok(Table::embedded()), TableFile::read)?;
        return Ok(out.write_all(table.grid().as_bytes())?);
    }
    if let Some(file) = file
        && !args.merge.is_empty()
    {
        return Ok(writeln!(out, "{}", file.merge(&args.merge)?)?);
    }
    let time = args.time.map(Duration::from_millis);
    let settings = Settings { threads: args.threads.into(), hash_mib: args.hash, time, cpu };
    let boards = selection::choose(args, file, time, err)?;
    solve_and_report(args, &boards, &Work { settings, file }, out)
}

/// The way to solve boards.
struct Work<'a> {
    settings: Settings,
    /// The file to keep the results in.
    file: Option<TableFile<'a>>,
}

fn solve_and_report(
    args: &BoardsArgs,
    boards: &[Board],
    work: &Work<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let results = match args.format {
        ShortFormat::Table => print_rows(boards, work, out)?,
        ShortFormat::Markdown => {
            let results = solve_all(boards, work)?;
            out.write_all(report::markdown(&results).as_bytes())?;
            results
        }
        ShortFormat::Json => {
            let results = solve_all(boards, work)?;
            let cpu = work.settings.cpu.name();
            let config = Config { threads: args.threads, hash_mib: args.hash, time_ms: args.time, cpu };
            out.write_all(report::json(&config, &results)?.as_bytes())?;
            results
        }
    };
    check(&results, &work.settings)
}

fn solve_all(boards: &[Board], work: &Work<'_>) -> Result<Vec<Solved>, Failure> {
    let progress = progress(boards);
    boards.iter().map(|&board| solve(board, work, &progress)).collect()
}

fn progress(boards: &[Board]) -> Progress {
    Progress::new(env!("CARGO_PKG_NAME"), "solving", boards.len(), "boards")
}

/// Solves a board, and keeps the result.
fn solve(board: Board, work: &Work<'_>, progress: &Progress) -> Result<Solved, Failure> {
    progress.set_part(&board.name());
    let solved = board.solve(&work.settings).map_err(|error| Failure::Input(error.to_string()))?;
    if let Some(file) = work.file {
        file.record(board, &Found::new(&solved, &work.settings))?;
    }
    progress.inc();
    Ok(solved)
}

/// Solves the boards and writes the row of each at once: the next one may take minutes.
fn print_rows(boards: &[Board], work: &Work<'_>, out: &mut dyn Write) -> Result<Vec<Solved>, Failure> {
    let mut results = Vec::new();
    let progress = progress(boards);
    for (index, &board) in boards.iter().enumerate() {
        let solved = solve(board, work, &progress)?;
        let heading = if index == 0 { report::heading() } else { String::new() };
        progress.suspend(|| {
            out.write_all((heading + &report::row(&solved)).as_bytes())?;
            out.flush()
        })?;
        results.push(solved);
    }
    Ok(results)
}

/// Returns an error if a result disagrees or, second to that, if boards are unproven.
fn check(results: &[Solved], settings: &Settings) -> Result<(), Failure> {
    let wrong: Vec<_> = results.iter().filter_map(Solved::disagreement).collect();
    if !wrong.is_empty() {
        return Err(Failure::Wrong(wrong.join("; ")));
    }
    let unproven: Vec<_> =
        results.iter().filter(|solved| solved.ending.is_none()).map(|solved| solved.board.as_str()).collect();
    if unproven.is_empty() {
        return Ok(());
    }
    Err(Failure::TimeLimit(format!(
        "not proven within {:?}: {}",
        settings.time.unwrap_or_default(),
        unproven.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use marlin_boards::Agreement;

    use super::*;

    fn settings() -> Settings {
        Settings { threads: 1, hash_mib: 1, time: Some(Duration::ZERO), cpu: Cpu::detect() }
    }

    fn solve(name: &str) -> Solved {
        Board::named(name).unwrap().solve(&Settings { time: None, ..settings() }).unwrap()
    }

    fn exit_code(results: &[Solved]) -> Option<u8> {
        check(results, &settings()).err().map(|failure| failure.exit_code())
    }

    #[test]
    fn a_disagreement_matters_more_than_an_open_board() {
        let right = solve("4x4");
        let open = Solved { ending: None, agreement: Agreement::Open, ..solve("4x4") };
        let wrong = Solved { agreement: Agreement::Disagrees, ..solve("5x4") };
        assert_eq!(exit_code(std::slice::from_ref(&right)), None);
        assert_eq!(exit_code(&[right, open.clone()]), Some(4));
        assert_eq!(exit_code(&[open, wrong]), Some(1));
    }
}
