//! The opening explorer: the facts about a position that a tree of openings shows at each of its nodes.
//!
//! | file | contents |
//! |---|---|
//! | `task` | the exploration of a position in steps |
//! | `replies` | the replies to each column that hold the result |
//! | `orders` | the number of move orders that lead to a position |
//! | `names` | names of openings |
//! | `census` | the won, drawn and lost positions of each ply |
//!
//! A book of the standard board has all positions of up to 13 stones, so an exploration needs no search up to 11 stones: it looks
//! two plies ahead. Other positions and boards take a search.
//!
//! # Examples
//!
//! ```
//! use marlin_coach::opening::explore;
//! use marlin_core::any::{Position, Solver};
//! use marlin_core::{BoardSize, Limits};
//!
//! let solver = Solver::on(BoardSize::STANDARD);
//! let found = explore(&solver, &Position::parse(BoardSize::STANDARD, "4")?, &Limits::NONE);
//! // X wins with a single one of its seven replies to 1. d1 d2.
//! let centre = &found.columns[3];
//! assert_eq!((centre.cell.to_string(), centre.holding, centre.replies), ("d2".to_owned(), Some(1), 7));
//! # Ok::<(), marlin_core::ParseError>(())
//! ```

mod census;
mod names;
mod orders;
mod replies;
mod task;

use marlin_core::any::{Bounds, Position, Solver};
use marlin_core::{Cell, Column, Limits};

pub use self::census::{CENSUS, PlyCensus};
pub use self::names::{NamedOpening, OPENINGS, OpeningName, name_of};
pub use self::orders::move_orders;
pub use self::task::ExplorationTask;
use crate::level::LevelShares;
use crate::task::Task;

/// The facts about a position in a tree of openings.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::explore;
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let found = explore(&solver, &Position::parse(BoardSize::STANDARD, "4433")?, &Limits::NONE);
/// assert!(found.is_proven());
/// // 1. d1 d2 2. c1 c2 and 1. c1 c2 2. d1 d2.
/// assert_eq!((found.orders, found.columns.len(), found.levels.len()), (Some(2), 7, 10));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Exploration {
    /// The position.
    pub position: Position,
    /// The bounds of its score.
    pub bounds: Bounds,
    /// The name of the opening, if it has one.
    pub name: Option<OpeningName>,
    /// The number of move orders that lead to the position; `None` if they are too many to count.
    pub orders: Option<u64>,
    /// The columns that can be played, from the left; none after the end of the game.
    pub columns: Vec<ExploredColumn>,
    /// The moves of each level; none after the end of the game.
    pub levels: Vec<LevelShares>,
}

/// A column that can be played, with the facts about the position after it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExploredColumn {
    /// The column.
    pub column: Column,
    /// The cell of its stone.
    pub cell: Cell,
    /// The bounds of its score, from the side to move before it.
    pub bounds: Bounds,
    /// The number of legal replies of the opponent; 0 if the column ends the game.
    pub replies: u32,
    /// The replies that keep the result of the opponent: a win, a draw or a loss. The fewer, the harder the position is to hold.
    /// `None` if not all of them are proven.
    pub holding: Option<u32>,
    /// The name of the opening after it, if it has one.
    pub name: Option<OpeningName>,
    /// The number of move orders that lead to the position after it; `None` if they are too many to count.
    pub orders: Option<u64>,
}

impl Exploration {
    /// Returns whether the score of each column and the result of each reply are proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::opening::explore;
    /// use marlin_core::Limits;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// // A board whose score is unknown.
    /// let size = "9x6".parse()?;
    /// let found = explore(&Solver::on(size), &Position::on(size), &Limits::NONE.nodes(1_000));
    /// assert!(!found.is_proven());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn is_proven(&self) -> bool {
        self.columns.iter().all(|explored| explored.bounds.score().is_some() && explored.holding.is_some())
    }
}

/// Returns the facts about a position: an [`ExplorationTask`] without steps.
///
/// # Panics
///
/// If the solver is one of another board.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::explore;
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// let size = "5x4".parse()?;
/// let found = explore(&Solver::on(size), &Position::on(size), &Limits::NONE);
/// assert!(found.is_proven() && found.orders == Some(1));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub fn explore(solver: &Solver, position: &Position, limits: &Limits) -> Exploration {
    ExplorationTask::new(solver, position, limits).run()
}

/// Returns the position after a move.
fn after(position: &Position, column: Column) -> Position {
    let mut next = *position;
    next.make_move(column);
    next
}
