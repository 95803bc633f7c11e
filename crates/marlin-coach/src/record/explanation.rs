//! [`ExplanationRecord`]: the reasons for a score as plain data.

use marlin_core::any::{Position, Score};
use marlin_core::{BoardSize, Cell, Player};
use serde::Serialize;

use super::ResultRecord;
use crate::explain::{Branch, Explanation, LateFour, Layer, MarkedCell, Statement, Step, after};

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
/// # Ok::<(), marlin_core::ParsePositionError>(())
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
    /// The statement in words.
    pub text: String,
    /// The least score proven so far, from the side to move.
    pub lower: Score,
    /// The greatest score proven so far.
    pub upper: Score,
    /// The cells of the moves in the statement, in the order of play.
    pub moves: Vec<Cell>,
    /// The cells to highlight.
    pub cells: Vec<MarkedCell>,
    /// The positions after moves, each with its statements.
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
}

/// A move, with the statements about the position after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Branch"))]
#[non_exhaustive]
pub struct BranchRecord {
    /// The cell of the move.
    pub cell: Cell,
    /// The statements about the position after it.
    pub steps: Vec<StepRecord>,
}

impl ExplanationRecord {
    /// Returns the record of an explanation.
    pub fn new(given: &str, explanation: &Explanation) -> Self {
        let (position, bounds) = (&explanation.position, explanation.bounds);
        // Both bounds of a proven outcome have the same winner.
        let winner =
            |_| bounds.lower().winner(position.nb_moves()).map_or(ResultRecord::Draw, ResultRecord::from);
        Self {
            position: given.to_owned(),
            board: position.size(),
            to_move: position.side_to_move(),
            headline: explanation.headline(),
            score: bounds.score(),
            winner: bounds.outcome().map(winner),
            winner_layer: explanation.outcome_layer,
            score_layer: explanation.score_layer,
            steps: records(&explanation.steps, position),
        }
    }
}

fn records(steps: &[Step], position: &Position) -> Vec<StepRecord> {
    steps.iter().map(|step| record(step, position)).collect()
}

fn record(step: &Step, position: &Position) -> StepRecord {
    let late_fours = match &step.statement {
        Statement::Claimeven(claimeven) => Some(claimeven.late_fours.clone()),
        _ => None,
    };
    let (nodes, end) = match &step.statement {
        Statement::Search(search) => {
            let end = search.end.as_ref().map(|end| records(&end.steps, &end.position));
            (Some(search.nodes), end)
        }
        _ => (None, None),
    };
    StepRecord {
        layer: step.layer,
        kind: step.statement.kind(),
        text: step.sentence(position),
        lower: step.bounds.lower(),
        upper: step.bounds.upper(),
        moves: moves_of(&step.statement).to_vec(),
        cells: step.statement.marks(),
        branches: branches_of(&step.statement).iter().map(|branch| branch_record(branch, position)).collect(),
        late_fours,
        nodes,
        end,
    }
}

fn branch_record(branch: &Branch, position: &Position) -> BranchRecord {
    let next = after(position, branch.cell.column());
    BranchRecord { cell: branch.cell, steps: records(&branch.steps, &next) }
}

fn moves_of(statement: &Statement) -> &[Cell] {
    match statement {
        Statement::MustBlock { cell, .. } => std::slice::from_ref(cell),
        Statement::WinsAtOnce { cells, .. } => &cells[..1],
        Statement::DoubleThreat { by, .. } => std::slice::from_ref(by),
        Statement::ForcedLine { moves, .. } => moves,
        Statement::After { branch, .. } => std::slice::from_ref(&branch.cell),
        Statement::Search(search) => &search.line,
        _ => &[],
    }
}

fn branches_of(statement: &Statement) -> &[Branch] {
    match statement {
        Statement::EveryMove { branches, .. } => branches,
        Statement::After { branch, .. } => std::slice::from_ref(branch),
        _ => &[],
    }
}
