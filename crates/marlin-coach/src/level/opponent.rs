//! [`Opponent`]: a player of a level, and [`ChosenMove`], its move.

use marlin_core::any::{Analysis, Position, Solver};
use marlin_core::{Column, Limits};

use super::{LevelTask, SkillLevel};
use crate::task::Task;

/// The plies that a player sees of a position that is too hard to solve.
pub(super) const PLIES_OF_HARD_POSITIONS: u32 = 8;

/// A player of a level.
///
/// Below the perfect level, a move takes a few milliseconds on any board, with or without a book: a player with full sight sees
/// 8 plies of a position that takes more than 100,000 nodes. The book solves more positions, so at levels 7 to 9 the move
/// depends on it too.
///
/// The perfect level proves the score of the position, and then the move nearest to the centre that keeps it, with any seed. If
/// its limits end earlier, it looks 8 plies ahead, and plays the best column by the proven bounds, the most promising of equals.
/// An eighth of the limits is kept for the second search, at most 100,000 nodes or 100 ms; both together never
/// exceed the limits.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::{SkillLevel, Opponent};
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// // A board whose score is unknown.
/// let size = "12x4".parse()?;
/// let solver = Solver::on(size);
/// let limits = Limits::NONE.nodes(10_000);
/// let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MAX, 1) };
/// let choice = opponent.choose(&Position::on(size), &solver).expect("an empty board has a move");
/// assert!(!choice.keeps_score() && choice.analysis.bounds.score().is_none());
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Opponent {
    /// The strength.
    pub level: SkillLevel,
    /// The seed of the choices among moves of equal looks, and of the mistakes: the same seed plays the same game with the
    /// same book. The perfect level does not use it.
    pub seed: u64,
    /// The columns to choose from; all if there are none.
    pub columns: Vec<Column>,
    /// The limits of the search, beside those of the level. With a limit on time, the same seed may play different games.
    pub limits: Limits,
}

/// A move of a player of a level.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ChosenMove {
    /// The column.
    pub column: Column,
    /// The bounds of the columns. They may be narrower than those that the player has used.
    pub analysis: Analysis,
}

impl ChosenMove {
    /// Returns whether the column is proven to have the score of the position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::{SkillLevel, Opponent};
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let solver = Solver::on(BoardSize::STANDARD);
    /// let position = Position::parse(BoardSize::STANDARD, "4433")?;
    /// let choice = Opponent::new(SkillLevel::MAX, 1).choose(&position, &solver);
    /// assert!(choice.is_some_and(|choice| choice.keeps_score()));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn keeps_score(&self) -> bool {
        self.analysis.keeps_score(self.column)
    }
}

impl Opponent {
    /// Returns a player of a level that may play any column, without limits of its own.
    pub const fn new(level: SkillLevel, seed: u64) -> Self {
        Self { level, seed, columns: Vec::new(), limits: Limits::NONE }
    }

    /// Returns the columns to choose from in a position.
    pub(super) fn playable(&self, position: &Position) -> Vec<Column> {
        let is_allowed = |column: &Column| self.columns.is_empty() || self.columns.contains(column);
        position.legal_moves().filter(is_allowed).collect()
    }

    /// Returns the player's move, `None` if the game is over or none of its columns can be played.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn choose(&self, position: &Position, solver: &Solver) -> Option<ChosenMove> {
        Some(LevelTask::new(self, position, solver)?.run())
    }

    /// Returns the move that an analysis of the position proves, without a search: `None` below the perfect level, whose moves
    /// need not be the best, and if no move is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::{SkillLevel, Opponent};
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let solver = Solver::on(BoardSize::STANDARD);
    /// let analysis = solver.query(&Position::parse(BoardSize::STANDARD, "4433")?).known();
    /// let choice = Opponent::new(SkillLevel::MAX, 1).choose_proven(analysis);
    /// assert_eq!(choice.map(|choice| choice.column.number()), Some(5));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn choose_proven(&self, analysis: Analysis) -> Option<ChosenMove> {
        let column = proven_best(&analysis, &self.columns).filter(|_| self.level == SkillLevel::MAX)?;
        Some(ChosenMove { column, analysis })
    }
}

/// Returns the best of some columns, of all if there are none, if it is proven.
pub(super) fn proven_best(analysis: &Analysis, columns: &[Column]) -> Option<Column> {
    let allowed = analysis.clone().restricted_to(columns);
    allowed.best.filter(|_| allowed.best_is_proven())
}
