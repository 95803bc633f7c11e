//! [`Attempt`]: the answer of a player to a puzzle.

use std::fmt;

use marlin_core::any::{Bounds, Position, Score, Solver};
use marlin_core::{Column, Outcome};

use super::Puzzle;
use crate::explain::after;

/// The answer of a player to a puzzle, with the scores before and after the move. Its text is the effect of the move.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::Puzzle;
/// use marlin_core::BoardSize;
/// use marlin_core::any::Solver;
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let puzzle: Puzzle = "411755742345 W 71".parse()?;
/// let columns: Vec<_> = BoardSize::STANDARD.columns().collect();
/// let attempts = [columns[1], columns[0]].map(|column| puzzle.attempt(column, &solver).unwrap());
/// assert!(attempts[0].is_solved() && !attempts[1].is_solved());
/// assert_eq!(attempts[0].to_string(), "Right: X wins on move 39 if both play perfectly.");
/// assert_eq!(
///     attempts[1].to_string(),
///     "Column 1 gives the win away: after it, O wins on move 36 if both play perfectly."
/// );
/// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The column.
    pub column: Column,
    /// The score before the move.
    pub before: Score,
    /// The score after it, from the same view.
    pub after: Score,
    /// The position before the move.
    position: Position,
}

impl Puzzle {
    /// Returns the answer by a column, `None` if the column is full or the game is over.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn attempt(&self, column: Column, solver: &Solver) -> Option<Attempt> {
        let position = self.position();
        (!position.is_over() && position.can_play(column)).then(|| Attempt {
            column,
            before: solver.solve(position),
            after: -solver.solve(&after(position, column)),
            position: *position,
        })
    }
}

impl Attempt {
    /// Returns whether the move keeps the win or the draw, which only the solution does.
    pub fn is_solved(&self) -> bool {
        self.after.outcome() == self.before.outcome()
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.position.in_words(Bounds::exact(self.after));
        if self.is_solved() {
            return write!(f, "Right: {result}.");
        }
        let lost = if self.before.outcome() == Outcome::Win { "win" } else { "draw" };
        let column = self.column;
        write!(f, "Column {column} gives the {lost} away: after it, {result}.")
    }
}

/// Returns a line about a puzzle for others, which does not give the solution away. `tries` counts the right answer and all
/// before it; `None` if the player gave up.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::share_line;
///
/// assert_eq!(share_line(326, Some(1)), "Marlin puzzle 326: solved at the first try");
/// assert_eq!(share_line(326, Some(4)), "Marlin puzzle 326: solved at try 4");
/// assert_eq!(share_line(326, None), "Marlin puzzle 326: not solved");
/// ```
pub fn share_line(number: usize, tries: Option<u32>) -> String {
    let result = match tries {
        Some(1) => "solved at the first try".to_owned(),
        Some(2) => "solved at the second try".to_owned(),
        Some(3) => "solved at the third try".to_owned(),
        Some(tries) => format!("solved at try {tries}"),
        None => "not solved".to_owned(),
    };
    format!("Marlin puzzle {number}: {result}")
}
