//! `explore`: a position in a tree of openings.

use std::io::{self, Write};

use marlin_coach::level::LevelShares;
use marlin_coach::opening::{CENSUS, Exploration, ExploredColumn, explore};
use marlin_coach::record::ExplorationRecord;
use marlin_support::exit::Failure;
use marlin_support::options::EngineOptions;
use marlin_support::progress;
use marlin_support::text::result;

use super::shared::{LimitArgs, PositionArgs, check_stated, json_line, stop_at_interrupt};

// The position. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct ExploreArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Print the number of won, drawn and lost positions of 7x6 with 0 to 12 stones instead
    #[arg(long, conflicts_with_all = ["moves", "base", "time", "nodes", "board", "hash_mib", "threads", "cpu", "book", "no_book"])]
    census: bool,

    /// Print a JSON object, with --census an array of them
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    engine: EngineOptions,
}

impl ExploreArgs {
    /// Prints the facts about a position in a tree of openings, or the results of the positions by ply.
    ///
    /// # Errors
    ///
    /// If the limits left a score or a reply unproven, an error follows the facts.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.census {
            return Ok(write_census(self.json, out)?);
        }
        let (game, stated) = self.position.read_or_piped(self.engine.search.board)?;
        let (solver, stop) = (self.engine.solver_on(game.size())?, stop_at_interrupt());
        let bar = progress::waiting_bar("exploring");
        let found = explore(&solver, game.position(), &self.limits.limits(&solver, &stop));
        bar.finish_and_clear();
        check_stated(&stated, found.bounds)?;
        if self.json {
            let record = ExplorationRecord::new(&self.position.given(&game), &found);
            out.write_all(json_line(&record)?.as_bytes())?;
        } else {
            write!(out, "{}", game.to_drawing())?;
            write_text(&found, out)?;
        }
        self.limits.check_proven(&solver, &stop, (!found.is_proven()).into(), 1)
    }
}

/// Writes the columns and the levels below the board.
fn write_text(found: &Exploration, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Move orders: {}", count(found.orders))?;
    if found.columns.is_empty() {
        return Ok(());
    }
    writeln!(out, "\ncolumn  cell  score  result             replies that hold  move orders")?;
    for explored in &found.columns {
        write_column(found, explored, out)?;
    }
    let heads: Vec<_> = found.columns.iter().map(|explored| format!("{:>6}", explored.column)).collect();
    let heads = heads.concat();
    writeln!(out, "\nlevel{:16}{heads}  % of its moves", "")?;
    found.levels.iter().try_for_each(|shares| write_level(found, shares, out))
}

/// Writes the line of a column.
fn write_column(found: &Exploration, explored: &ExploredColumn, out: &mut dyn Write) -> io::Result<()> {
    let score = explored.bounds.score();
    let result = result(explored.bounds, &found.position);
    let score = score.map_or_else(|| "?".to_owned(), |score| score.to_string());
    let holding = format!("{} of {}", count(explored.holding.map(u64::from)), explored.replies);
    let (column, cell, orders) = (explored.column, explored.cell.to_string(), count(explored.orders));
    writeln!(out, "{column:>6}  {cell:<4}  {score:>5}  {result:<17}  {holding:>17}  {orders:>11}")
}

/// Writes the line of a level.
fn write_level(found: &Exploration, shares: &LevelShares, out: &mut dyn Write) -> io::Result<()> {
    let share = |explored: &ExploredColumn| match shares.of(explored.column) {
        Some(0.0) => format!("{:>6}", "-"),
        Some(share) => format!("{:>6.1}", 100.0 * share),
        None => format!("{:>6}", "?"),
    };
    let columns: String = found.columns.iter().map(share).collect();
    writeln!(out, "{:>5}  {:<14}{columns}", shares.level.get(), shares.level.name(found.position.size()))
}

/// Returns a number in words, `?` for an unknown one.
fn count(number: Option<u64>) -> String {
    number.map_or_else(|| "?".to_owned(), |number| number.to_string())
}

/// Writes the results of the positions by ply.
fn write_census(json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        return out.write_all(json_line(&CENSUS)?.as_bytes());
    }
    writeln!(out, "stones  positions       won   drawn      lost  for the side to move")?;
    for ply in &CENSUS {
        let (won, drawn, lost) = (ply.won, ply.drawn, ply.lost);
        writeln!(out, "{:>6}  {:>9}  {won:>8}  {drawn:>6}  {lost:>8}", ply.stones, ply.positions)?;
    }
    Ok(())
}
