//! [`ExplanationRecord`]: the reasons for a score as plain data.

use marlin_core::any::{Position, Score};
use marlin_core::{BoardSize, Cell, Column, Player};
use serde::Serialize;

use super::ResultRecord;
use crate::explain::{BranchGroup, Explanation, LateFour, Layer, MarkedCell, Statement, Step, after, groups};

/// The reasons for the score of a position as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::{Layer, by_rules};
/// use marlin_coach::record::{ExplanationRecord, ResultRecord};
/// use marlin_core::BoardSize;
/// use marlin_core::any::Position;
///
/// let explanation = by_rules(&Position::parse(BoardSize::STANDARD, "4433")?);
/// let record = ExplanationRecord::new("4433", &explanation);
/// assert_eq!((record.winner, record.score.unwrap().get()), (Some(ResultRecord::X), 18));
/// let step = &record.steps[0];
/// assert_eq!((step.kind, step.layer, step.moves[0].to_string()), ("double_threat", Layer::DoubleThreat, "e1".to_owned()));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Explanation"))]
#[non_exhaustive]
pub struct ExplanationRecord {
    /// The position as given.
    pub position: String,
    /// The size of the board.
    pub board: BoardSize,
    /// The side to move.
    pub to_move: Player,
    /// The winner and the end of the game, in words.
    pub headline: String,
    /// The score, if it is proven.
    pub score: Option<Score>,
    /// The winner or a draw, if it is proven.
    pub winner: Option<ResultRecord>,
    /// The deepest layer of the proof of the winner.
    pub winner_layer: Option<Layer>,
    /// The deepest layer of the proof of the score.
    pub score_layer: Option<Layer>,
    /// The statements.
    pub steps: Vec<StepRecord>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Step"))]
#[non_exhaustive]
pub struct StepRecord {
    /// Its layer.
    pub layer: Layer,
    /// Its kind, as in `double_threat`.
    pub kind: &'static str,
    /// The statement in words, without those of `branches` and `end`, which have their own.
    pub text: String,
    /// The least score proven so far, from the side to move.
    pub lower: Score,
    /// The greatest score proven so far.
    pub upper: Score,
    /// Moves that show the statement on the board after `path`, in the order of play: those that it names, and the win that
    /// follows if there is one.
    pub moves: Vec<Cell>,
    /// The cells to highlight on the board after `path`.
    pub cells: Vec<MarkedCell>,
    /// The moves after which it has further statements. Moves with the same ones are together.
    pub branches: Vec<BranchRecord>,
    /// The fours of the side to move that come too late against claimeven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_fours: Option<Vec<LateFour>>,
    /// The nodes of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The reasons for the score or the winner after the moves of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Vec<StepRecord>>,
    /// The columns that lead from the explained position to the board of the statement.
    pub path: Vec<Column>,
}

/// Moves after which the same sentences are true, with the statements about the position after the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Branch"))]
#[non_exhaustive]
pub struct BranchRecord {
    /// The cell of the first move.
    pub cell: Cell,
    /// The statements about the position after it. The texts are true after each of the moves; the marks, the moves and
    /// the bounds are those after the first one.
    pub steps: Vec<StepRecord>,
    /// The cells of all the moves.
    pub cells: Vec<Cell>,
    /// The moves in words, as in `After b6, f6 or g2:`.
    pub intro: String,
}

impl ExplanationRecord {
    /// Returns the record of an explanation.
    pub fn new(given: &str, explanation: &Explanation) -> Self {
        let (position, bounds) = (&explanation.position, explanation.bounds);
        // Both bounds of a proven outcome have the same winner.
        let winner =
            |_| position.ending(bounds.lower()).winner.map_or(ResultRecord::Draw, ResultRecord::from);
        Self {
            position: given.to_owned(),
            board: position.size(),
            to_move: position.side_to_move(),
            headline: explanation.headline(),
            score: bounds.score(),
            winner: bounds.outcome().map(winner),
            winner_layer: explanation.outcome_layer,
            score_layer: explanation.score_layer,
            steps: Board { position: *position, path: Vec::new() }.records(&explanation.steps, Step::text),
        }
    }
}

/// A board that statements are about, and the columns that lead to it from the explained position.
struct Board {
    position: Position,
    path: Vec<Column>,
}

impl Board {
    fn after(&self, moves: &[Cell]) -> Self {
        let columns = moves.iter().map(|cell| cell.column());
        let position = columns.clone().fold(self.position, |position, column| after(&position, column));
        Self { position, path: self.path.iter().copied().chain(columns).collect() }
    }

    fn records<'a>(
        &self,
        steps: impl IntoIterator<Item = &'a Step>,
        text: fn(&Step, &Position) -> String,
    ) -> Vec<StepRecord> {
        steps.into_iter().map(|step| self.record(step, text(step, &self.position))).collect()
    }

    fn record(&self, step: &Step, text: String) -> StepRecord {
        let (statement, position) = (&step.statement, &self.position);
        let late_fours = match statement {
            Statement::Claimeven(claimeven) => Some(claimeven.late_fours.clone()),
            _ => None,
        };
        let (nodes, end) = match statement {
            Statement::Search(search) => {
                let steps = |end: &Explanation| {
                    let proofs = end.steps.iter().filter(|step| step.statement.proves_something());
                    self.after(&search.line).records(proofs, Step::text)
                };
                (Some(search.nodes), search.end.as_deref().map(steps))
            }
            _ => (None, None),
        };
        StepRecord {
            layer: step.layer,
            kind: statement.kind(),
            text,
            lower: step.bounds.lower(),
            upper: step.bounds.upper(),
            moves: statement.moves_to_show(position),
            cells: statement.own_marks(),
            branches: groups(statement, position).iter().map(|group| self.branch(group)).collect(),
            late_fours,
            nodes,
            end,
            path: self.path.clone(),
        }
    }

    fn branch(&self, group: &BranchGroup<'_>) -> BranchRecord {
        let cell = group.branch.cell;
        BranchRecord {
            cell,
            steps: self.after(&[cell]).records(&group.branch.steps, Step::brief),
            cells: group.cells.clone(),
            intro: group.intro(),
        }
    }
}
