//! Puzzles: positions in which exactly one column keeps the win or the draw, by the exact solver.
//!
//! | file | contents |
//! |---|---|
//! | `set` | the puzzles of the crate, one for each day of ten years, with their tasks and questions |
//! | `judge` | the positions that are puzzles, their difficulty, and the answer of a player |
//!
//! The puzzles of the crate are on 7x6, from games between levels of play. `puzzles.txt` has a puzzle a line:
//! the moves, the letter of the kind and the difficulty, as in `411755742345 W 71`. `marlin-lab puzzles`
//! makes the file from a seed.
//!
//! # Examples
//!
//! ```
//! use marlin_coach::puzzle;
//! use marlin_core::Solver;
//!
//! let number = puzzle::of_day("2026-11-24".parse()?);
//! let puzzle = puzzle::numbered(number).expect("each day has a puzzle");
//! let solver = Solver::on(puzzle.game.size());
//! let solution = puzzle.solution(&solver).expect("one column is right");
//! assert!(puzzle.attempt(solution, &solver).is_some_and(|attempt| attempt.is_solved()));
//! # Ok::<(), puzzle::ParsePuzzleError>(())
//! ```

mod judge;
mod set;

pub use self::judge::{Attempt, difficulty, judge, share_line};
pub(crate) use self::set::rating_of;
pub use self::set::{
    COUNT, Day, FILE, ParsePuzzleError, Puzzle, PuzzleKind, PuzzleRecord, all, numbered, of_day,
};
