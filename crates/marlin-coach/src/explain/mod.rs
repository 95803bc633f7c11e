//! Explanations of positions: the reasons for a score, each with its proof.
//!
//! An [`Explanation`] looks at a position in [layers](Layer), from a glance at the next stones to a search, and ends with
//! the first one that proves the score. Each [`Statement`] is data: who, which cells, which moves. It has a
//! [sentence](Step::sentence) for people, [cells to highlight](Statement::marks), and a [board](Step::drawing) where the
//! cells matter.
//!
//! Every statement is true, by a proof and not by a rule of thumb. The tests check each kind with code that knows only the
//! rules of the game.

mod board;
mod drawing;
mod forced;
mod marks;
mod opening_ideas;
mod proof;
mod search;
mod show;
mod statement;
mod task;
mod threats;
mod words;

use marlin_core::any::{Bounds, Position, Solver};
use marlin_core::{Limits, Source};

pub(crate) use self::board::after;
pub use self::marks::{Mark, MarkedCell};
pub use self::opening_ideas::{Claim, IdeaSentence, Opening};
use self::proof::{Proof, Reach, prove};
pub use self::statement::{
    Branch, Claimeven, Entry, Fork, ForkKind, LateFour, Layer, Search, Statement, Step, Threat, Worth,
};
pub use self::task::ExplanationTask;
pub use self::words::headline;
pub(crate) use self::words::{BranchGroup, groups};
use crate::task::Task;

/// The reasons for the score of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The position.
    pub position: Position,
    /// The statements, from the cheapest layer to the deepest one of the proof.
    pub steps: Vec<Step>,
    /// The proven bounds of the score, from the side to move.
    pub bounds: Bounds,
    /// The deepest layer of the proof of the winner; `None` without a proof.
    pub outcome_layer: Option<Layer>,
    /// The deepest layer of the proof of the score; `None` without a proof.
    pub score_layer: Option<Layer>,
}

/// Explains a position by the rules alone, without search. The winner may stay open.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::{Layer, by_rules};
/// use marlin_core::BoardSize;
/// use marlin_core::any::Position;
///
/// // . . . . . . .
/// // . . . . . . .
/// // . . O O . . .
/// // . . X X . . .
/// let explanation = by_rules(&Position::parse(BoardSize::STANDARD, "4433")?);
/// assert_eq!(explanation.score_layer, Some(Layer::DoubleThreat));
/// assert_eq!(
///     explanation.sentences(),
///     ["X plays e1 and threatens to win on both b1 and f1. O can block only one of them."]
/// );
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn by_rules(position: &Position) -> Explanation {
    prove(position, Reach::EveryMove, None).into()
}

/// Explains a position, by a search if the rules do not prove its score: an [`ExplanationTask`] without steps. The limits are
/// those of each search, that of the score and that of the line of best play.
///
/// # Panics
///
/// If the position is one of another board than the solver's.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::{Layer, explain};
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// let size = "5x4".parse()?;
/// let explanation = explain(&Solver::on(size), &Position::on(size), &Limits::NONE);
/// assert_eq!(explanation.bounds.to_string(), "0");
/// assert_eq!(explanation.outcome_layer, Some(Layer::Search));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub fn explain(solver: &Solver, position: &Position, limits: &Limits) -> Explanation {
    ExplanationTask::new(solver, position, limits).run()
}

impl Explanation {
    /// Returns the name of a layer of this proof: `opening book` in place of `search` where the score is from the book.
    pub fn source_of(&self, layer: Layer) -> String {
        let is_of_book = |step: &Step| matches!(&step.statement, Statement::Search(search) if search.source == Source::Book);
        let is_book = layer == Layer::Search && self.steps.iter().any(is_of_book);
        if is_book { "opening book".to_owned() } else { layer.to_string() }
    }
}

impl From<Proof> for Explanation {
    fn from(proof: Proof) -> Self {
        let Proof { position, steps, bounds, outcome_layer, score_layer, .. } = proof;
        Self { position, steps, bounds, outcome_layer, score_layer }
    }
}

impl Explanation {
    /// Returns the sentences of all steps, one paragraph each.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse(BoardSize::STANDARD, "112233")?;
    /// assert_eq!(by_rules(&position).sentences(), ["X wins at once on d1."]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn sentences(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.sentence(&self.position)).collect()
    }
}
