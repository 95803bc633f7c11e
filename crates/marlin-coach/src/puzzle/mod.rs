//! Puzzles: positions in which exactly one column keeps the win or the draw, by the exact solver.
//!
//! | file | contents |
//! |---|---|
//! | `kind` | the tasks, with their titles and questions |
//! | `judge` | the positions that are puzzles |
//! | `difficulty` | the difficulty, by the levels of play that miss the solution |
//! | `attempt` | the answer of a player |
//! | `file` | the puzzles of the crate, one for each day of ten years |
//! | `day` | dates |
//!
//! The puzzles of the crate are on 7x6, from games between levels of play. `puzzles.txt` has a puzzle a line: the moves, the
//! letter of the kind and the difficulty, as in `411755742345 W 71`. `marlin-bench puzzles` makes the file from a seed.
//!
//! # Examples
//!
//! ```
//! use marlin_coach::puzzle;
//! use marlin_core::any::Solver;
//!
//! let number = puzzle::of_day("2026-11-24".parse()?);
//! let puzzle = puzzle::numbered(number).expect("each day has a puzzle");
//! let solver = Solver::on(puzzle.game.size());
//! let solution = puzzle.solution(&solver).expect("one column is right");
//! assert!(puzzle.attempt(solution, &solver).is_some_and(|attempt| attempt.is_solved()));
//! # Ok::<(), puzzle::ParsePuzzleError>(())
//! ```

mod attempt;
mod day;
mod difficulty;
mod file;
mod judge;
mod kind;

use std::fmt;
use std::str::FromStr;

use marlin_core::any::{Game, Position, Solver};
use marlin_core::{BoardSize, Column, Player};

pub use self::attempt::{Attempt, share_line};
pub use self::day::Day;
pub use self::difficulty::difficulty;
pub use self::file::{FILE, all, numbered, of_day};
pub use self::judge::judge;
pub use self::kind::PuzzleKind;

/// A puzzle. Its text is its line of the file: the moves, the letter of the kind and the difficulty.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::{Puzzle, PuzzleKind};
///
/// let puzzle: Puzzle = "411755742345 W 71".parse()?;
/// assert_eq!((puzzle.position().nb_moves(), puzzle.kind, puzzle.difficulty), (12, PuzzleKind::OnlyWin, 71));
/// assert_eq!(puzzle.to_string(), "411755742345 W 71");
/// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The moves that lead to the position.
    pub game: Game,
    /// The task.
    pub kind: PuzzleKind,
    /// The percentage of the moves of levels 1 to 9 that miss the solution, from 1 to 99.
    pub difficulty: u8,
}

/// The error of a text that is no puzzle, no kind or no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePuzzleError {
    /// The line does not have three words.
    #[error("invalid puzzle: the moves, the letter of the kind and the difficulty are expected")]
    Line,
    /// The moves are not those of a game on 7x6.
    #[error("invalid moves of a puzzle")]
    Moves,
    /// There is no kind of this name or letter.
    #[error(
        "invalid kind of puzzle: only-win, only-hold, win-in-3, win-in-5, win-in-7 or zugzwang is expected"
    )]
    Kind,
    /// The difficulty is no number from 1 to 99.
    #[error("invalid difficulty: a whole number from 1 to 99 is expected")]
    Difficulty,
    /// The text is no date.
    #[error("invalid day: a date is expected, as in 2026-11-24")]
    Day,
}

impl Puzzle {
    /// Returns a puzzle.
    pub const fn new(game: Game, kind: PuzzleKind, difficulty: u8) -> Self {
        Self { game, kind, difficulty }
    }

    /// Returns the position.
    ///
    /// # Examples
    ///
    /// See [`Puzzle`].
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the side to move, which is the player who solves the puzzle.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::puzzle::Puzzle;
    /// use marlin_core::Player;
    ///
    /// assert_eq!("411755742345 W 71".parse::<Puzzle>()?.to_move(), Player::X);
    /// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
    /// ```
    pub fn to_move(&self) -> Player {
        self.position().side_to_move()
    }

    /// Returns the question to the player.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::puzzle::Puzzle;
    ///
    /// assert_eq!("411755742345 W 71".parse::<Puzzle>()?.question(), "X to move. Find the only move that wins.");
    /// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
    /// ```
    pub fn question(&self) -> String {
        self.kind.question(self.to_move())
    }

    /// Returns the solution by the solver; `None` if the position is no puzzle.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::puzzle::Puzzle;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Solver;
    ///
    /// let solution = "411755742345 W 71".parse::<Puzzle>()?.solution(&Solver::on(BoardSize::STANDARD));
    /// assert_eq!(solution.map(|column| column.number()), Some(2));
    /// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
    /// ```
    pub fn solution(&self, solver: &Solver) -> Option<Column> {
        judge(self.position(), solver).map(|(_, column)| column)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.kind.letter(), self.difficulty)
    }
}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(line: &str) -> Result<Self, ParsePuzzleError> {
        let words: Vec<_> = line.split(' ').collect();
        let [moves, kind, difficulty] = words[..] else { return Err(ParsePuzzleError::Line) };
        let game = Game::parse(BoardSize::STANDARD, moves).map_err(|_| ParsePuzzleError::Moves)?;
        let mut letters = kind.chars();
        let (letter, None) = (letters.next(), letters.next()) else { return Err(ParsePuzzleError::Kind) };
        let kind = letter.and_then(PuzzleKind::from_letter).ok_or(ParsePuzzleError::Kind)?;
        match difficulty.parse() {
            Ok(difficulty @ 1..=99) => Ok(Self { game, kind, difficulty }),
            _ => Err(ParsePuzzleError::Difficulty),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_line_is_refused_by_its_wrong_word() {
        for (line, error) in [
            ("", ParsePuzzleError::Line),
            ("41 W", ParsePuzzleError::Line),
            ("41 W 50 1", ParsePuzzleError::Line),
            ("49 W 50", ParsePuzzleError::Moves),
            ("41 w 50", ParsePuzzleError::Kind),
            ("41 WH 50", ParsePuzzleError::Kind),
            ("41 W 0", ParsePuzzleError::Difficulty),
            ("41 W 100", ParsePuzzleError::Difficulty),
        ] {
            assert_eq!(line.parse::<Puzzle>(), Err(error), "{line}");
        }
    }
}
