//! `puzzle`: a puzzle, its answers, and the puzzles that are solved.
//!
//! | module | contents |
//! |---|---|
//! | `round` | the answers to a puzzle, line by line |
//! | `solved` | the solved puzzles, in a file of the user |

mod round;
mod solved;

use std::io::{self, Write};
use std::time::SystemTime;

use marlin_coach::puzzle::{self, Day, Puzzle, PuzzleKind};
use marlin_coach::record::PuzzleRecord;
use marlin_core::BoardSize;
use marlin_support::options::EngineOptions;

use self::round::Round;
use self::solved::{Solved, SolvedFile};
use super::json::json_line;
use super::refused::refuse;
use crate::args::PuzzleArgs;
use crate::failure::{Failure, Reason};
use crate::terminal::{input, is_interactive};

/// Every puzzle of a kind is solved.
#[derive(Debug, thiserror::Error)]
#[error("all puzzles of the kind '{0}' are solved: choose one with --number")]
struct AllSolved(PuzzleKind);

impl Reason for AllSolved {}

/// Asks a puzzle, or prints it as JSON.
pub(super) fn run(args: &PuzzleArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let other_board = engine.search.board.filter(|&board| board != BoardSize::STANDARD);
    refuse(other_board.map(|_| "--board"), "puzzle")?;
    let today = today();
    let file = SolvedFile::of_user();
    let (number, puzzle) = choose(args, today, &file.read())?;
    if args.json {
        return Ok(out.write_all(json_line(&PuzzleRecord::new(number, &puzzle))?.as_bytes())?);
    }
    let solver = engine.solver_on(BoardSize::STANDARD)?;
    let mut round = Round::new(number, &puzzle, solver, is_interactive());
    round.ask(out)?;
    round.answer(&mut input(), out, &mut |out, tries| {
        file.add(today, number, tries);
        write_totals(&file.read(), today, out)
    })?;
    Ok(())
}

/// Writes the number of solved puzzles, and the streak.
fn write_totals(solved: &Solved, today: Day, out: &mut dyn Write) -> io::Result<()> {
    let (count, all) = (solved.count(), puzzle::all().count());
    writeln!(out, "Solved: {count} of {all}. Streak: {}.", days(solved.streak(today)))
}

/// Returns the puzzle that the options name, with its number.
fn choose(args: &PuzzleArgs, today: Day, solved: &Solved) -> Result<(usize, Puzzle), Failure> {
    let number = args.number.unwrap_or_else(|| puzzle::of_day(args.day.unwrap_or(today)));
    let mut numbered = puzzle::all().enumerate().map(|(index, puzzle)| (index + 1, puzzle));
    let found = match args.kind {
        Some(kind) => numbered.find(|(number, puzzle)| puzzle.kind == kind && !solved.contains(*number)),
        None => numbered.find(|(other, _)| *other == number),
    };
    // The numbers of options and days are those of puzzles.
    Ok(found.ok_or(AllSolved(args.kind.unwrap_or(PuzzleKind::OnlyWin)))?)
}

/// Returns the day by UTC.
fn today() -> Day {
    Day::from_unix(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

/// Returns a number of days in words.
fn days(count: usize) -> String {
    if count == 1 { "1 day".to_owned() } else { format!("{count} days") }
}
