//! [`PuzzleRecord`]: a puzzle as plain data.

use marlin_core::{BoardSize, Player};
use serde::Serialize;

use crate::puzzle::{Day, Puzzle, PuzzleKind, numbered, of_day};

/// A puzzle as plain data, without its solution.
///
/// # Examples
///
/// ```
/// use marlin_coach::record::PuzzleRecord;
///
/// let record = PuzzleRecord::new(1, &"411755742345 W 71".parse()?);
/// assert_eq!((record.title, record.question.as_str()), ("Only one move wins", "X to move. Find the only move that wins."));
/// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Puzzle"))]
#[non_exhaustive]
pub struct PuzzleRecord {
    /// The number of the puzzle, from 1 on.
    pub number: usize,
    /// The task.
    pub kind: PuzzleKind,
    /// The task as a title for players.
    pub title: &'static str,
    /// The question to the player who is to move.
    pub question: String,
    /// The percentage of the moves of levels 1 to 9 that miss the solution, from 1 to 99.
    pub difficulty: u8,
    /// The moves that lead to the position.
    pub position: String,
    /// The size of the board.
    pub board: BoardSize,
    /// The side to move.
    pub to_move: Player,
}

impl PuzzleRecord {
    /// Returns the record of a puzzle.
    pub fn new(number: usize, puzzle: &Puzzle) -> Self {
        Self {
            number,
            kind: puzzle.kind,
            title: puzzle.kind.title(),
            question: puzzle.question(),
            difficulty: puzzle.difficulty,
            position: puzzle.game.to_string(),
            board: puzzle.game.size(),
            to_move: puzzle.to_move(),
        }
    }

    /// Returns the record of the puzzle of a day.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::record::PuzzleRecord;
    ///
    /// let record = PuzzleRecord::of_day("2026-01-31".parse()?);
    /// assert_eq!(record.map(|record| record.number), Some(31));
    /// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
    /// ```
    pub fn of_day(day: Day) -> Option<Self> {
        let number = of_day(day);
        Some(Self::new(number, &numbered(number)?))
    }
}
