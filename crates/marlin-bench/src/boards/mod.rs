//! The command `boards`: solves the empty boards of all sizes, and keeps a table of the results.

mod report;
mod solved;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use marlin_core::{BoardSize, Cpu, Score};
use marlin_support::exit::{Failure, InFile};
use marlin_support::options::Shard;
use marlin_support::progress::ProgressReporter;

use self::report::BoardResult;
use self::solved::{SolvedBoard, state_of};
use self::table::{BoardTable, read_file};
use crate::args::SolverSettings;
use crate::report::Format;
use crate::{Result, complain};

/// The boards that take minutes at most.
const DEFAULT_BOARDS: [&str; 11] =
    ["4x4", "5x4", "6x4", "5x5", "6x5", "7x5", "6x6", "7x6", "5x7", "6x7", "8x5"];

/// Solve empty boards of several sizes, and compare with the published results
#[derive(Debug, Args)]
#[command(after_help = include_str!("../help/boards.txt"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct BoardsArgs {
    /// Solve the empty boards of these sizes, width x height
    #[arg(value_name = "WxH", default_values = DEFAULT_BOARDS)]
    boards: Vec<BoardSize>,
    /// Solve all boards of the table, those with fewer cells first
    #[arg(long, conflicts_with = "boards")]
    all: bool,
    /// Solve only every Nth board, from the Ith on: a part of the work for each of N machines
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Keep the results in FILE; if it does not exist, it begins with the published results
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Save the state of each unfinished search in FOLDER, every ten minutes and at the time limit, and
    /// continue from it
    #[arg(long, value_name = "FOLDER")]
    checkpoints: Option<PathBuf>,
    /// Solve also boards that have a result in the table, and replace that result
    #[arg(long, requires = "table")]
    again: bool,
    /// Merge the results of these tables into the table of --table, and solve nothing
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "table", conflicts_with_all = ["boards", "all", "shard", "again", "checkpoints"])]
    merge: Vec<PathBuf>,
    /// Print the table as Markdown, width across and height down, and solve nothing
    #[arg(long, conflicts_with_all = ["boards", "all", "shard", "again", "checkpoints", "merge"])]
    grid: bool,
    #[command(flatten)]
    settings: SolverSettings,
    /// Report one JSON object with all numbers
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Solves the boards one after the other, reports on them, and returns an error unless everything is fine; or
/// prints or merges tables.
pub(crate) fn run(mut args: BoardsArgs, cpu: Cpu, out: &mut dyn Write) -> Result<()> {
    args.settings.cpu = cpu;
    let file = args.table.as_deref();
    if args.grid {
        let table = file.map_or_else(|| Ok(BoardTable::embedded()), read_file)?;
        return Ok(out.write_all(table.grid().as_bytes())?);
    }
    if let Some(file) = file.filter(|_| !args.merge.is_empty()) {
        return Ok(writeln!(out, "{}", table::merge_files(file, &args.merge)?)?);
    }
    let table = file.map_or_else(|| Ok(BoardTable::published()), table::open)?;
    if let Some(folder) = &args.checkpoints {
        fs::create_dir_all(folder).in_file(folder)?;
    }
    let boards = args.open_boards(&table);
    let results = args.solve_all(&boards, out)?;
    if args.json {
        out.write_all(report::json(&args.settings, &results)?.as_bytes())?;
    } else if args.format == Format::Markdown {
        out.write_all(report::markdown(&results).as_bytes())?;
    }
    out.flush()?;
    if !args.keeps_each_result() {
        results.iter().try_for_each(|(solved, _)| args.remove_state(solved))?;
    }
    check(&results, args.settings.time)
}

impl BoardsArgs {
    /// Returns the boards to solve with their published scores, in their order: the requested ones, without
    /// those of other shards and those that the table has settled.
    fn open_boards(&self, table: &BoardTable) -> Vec<(BoardSize, Option<Score>)> {
        let all: Vec<_> = table.entries.values().map(|entry| entry.size).collect();
        let asked = if self.all { &all } else { &self.boards };
        let dealt = self.shard.unwrap_or(Shard::WHOLE).dealt(asked.len()).map(|index| asked[index]);
        let is_settled = |size: &BoardSize| {
            let solved = table.entry(*size).and_then(|entry| entry.solved).filter(|_| !self.again);
            // A search that continues has more time than the one of the table.
            let continues = self.checkpoints.as_ref().is_some_and(|folder| state_of(folder, *size).exists());
            let time = self.settings.time.filter(|_| !continues);
            solved.is_some_and(|solved| solved.is_settled(time))
        };
        let (settled, open): (Vec<_>, Vec<_>) = dealt.partition(is_settled);
        if !settled.is_empty() {
            let names: Vec<_> = settled.iter().map(BoardSize::to_string).collect();
            let reason = "solved before, or not proven in as much time (--again solves them again)";
            complain(&format!("note: {reason}: {}", names.join(", ")));
        }
        open.into_iter().map(|size| (size, table.published_score(size))).collect()
    }

    /// Returns whether results are rows of a table, each printed as soon as it is known.
    fn prints_rows(&self) -> bool {
        !self.json && self.format == Format::Table
    }

    /// Returns whether each result is written at once, in the file or as a row, and not with the others at
    /// the end.
    fn keeps_each_result(&self) -> bool {
        self.table.is_some() || self.prints_rows()
    }

    /// Removes the state of a board whose result is written, if it is proven.
    fn remove_state(&self, solved: &SolvedBoard) -> Result<()> {
        let folder = self.checkpoints.as_ref().filter(|_| solved.score().is_some());
        let Some(path) = folder.map(|folder| state_of(folder, solved.size)) else { return Ok(()) };
        let removed = fs::remove_file(&path);
        removed
            .or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
            .in_file(&path)
    }

    /// Solves the boards. Each result is kept in the file at once, and its row of a table is printed: the
    /// next board may take hours.
    fn solve_all(
        &self,
        boards: &[(BoardSize, Option<Score>)],
        out: &mut dyn Write,
    ) -> Result<Vec<BoardResult>> {
        let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "solving", boards.len(), "boards");
        let mut results = Vec::new();
        for &(size, published) in boards {
            progress.set_part(&size.to_string());
            let solved = SolvedBoard::search(size, &self.settings, self.checkpoints.as_deref())?;
            if let Some(path) = &self.table {
                table::record(path, solved)?;
            }
            progress.inc();
            let result = (solved, published);
            if self.prints_rows() {
                progress.suspend(|| {
                    out.write_all(report::row(&result, results.is_empty()).as_bytes())?;
                    out.flush()
                })?;
            }
            if self.keeps_each_result() {
                self.remove_state(&solved)?;
            }
            results.push(result);
        }
        Ok(results)
    }
}

/// Returns an error if a result disagrees and, if none does, an error for unproven boards.
fn check(results: &[BoardResult], time: Option<Duration>) -> Result<()> {
    let wrong: Vec<_> =
        results.iter().filter_map(|(solved, published)| solved.disagreement(*published)).collect();
    if !wrong.is_empty() {
        return Err(Failure::failed(wrong.join("; ")));
    }
    let unproven = results.iter().filter(|(solved, _)| solved.score().is_none());
    let unproven: Vec<_> = unproven.map(|(solved, _)| solved.size.to_string()).collect();
    if unproven.is_empty() {
        return Ok(());
    }
    Err(Failure::unproven(format!(
        "not proven within {:?}: {}",
        time.unwrap_or_default(),
        unproven.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::solved::samples::sample;
    use super::*;

    fn exit_code(results: &[BoardResult]) -> Option<u8> {
        check(results, None).err().map(|failure| failure.exit_code())
    }

    #[test]
    fn a_disagreement_matters_more_than_an_open_board() {
        let draw = Some(Score::DRAW);
        let [right, open, wrong] =
            [(0, 0), (0, 1), (1, 1)].map(|(lower, upper)| (sample("4x4", lower, upper), draw));
        assert_eq!(exit_code(&[right]), None);
        assert_eq!(exit_code(&[right, open]), Some(4));
        assert_eq!(exit_code(&[open, wrong]), Some(1));
    }

    #[test]
    fn the_default_boards_have_published_results() {
        let table = BoardTable::published();
        for name in DEFAULT_BOARDS {
            assert!(table.published_score(name.parse().unwrap()).is_some(), "{name}");
        }
    }
}
