//! [`ExplanationRecord`]: an explanation as plain data, for JSON and the like.

use marlin_core::Cell;
use marlin_core::Player;
use marlin_core::any::{Bounds, Position};
use serde::Serialize;

use super::Explanation;
use super::board::after;
use super::marks::{Mark, MarkedCell};
use super::statement::{Branch, Layer, Statement, Step};

/// An explanation as plain data. The names are part of the interface; cells are named as in `d3`.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::by_rules;
/// use marlin_core::BoardSize;
/// use marlin_core::any::Position;
///
/// let record = by_rules(&Position::parse(BoardSize::STANDARD, "4433")?).record();
/// assert_eq!((record.winner, record.score), (Some("X"), Some(18)));
/// let step = &record.steps[0];
/// assert_eq!((step.kind, step.layer, step.moves.join(" ")), ("double_threat", "double threat", "e1".to_owned()));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ExplanationRecord {
    /// The size of the board, as in `7x6`.
    pub board: String,
    /// Whose turn it is: `X` or `O`.
    pub to_move: &'static str,
    /// Who wins and when, in words.
    pub headline: String,
    /// The score from the side to move, if it is proven.
    pub score: Option<i32>,
    /// `X`, `O` or `draw`, if it is proven.
    pub winner: Option<&'static str>,
    /// The deepest layer that was needed to prove the winner.
    pub winner_layer: Option<&'static str>,
    /// The deepest layer that was needed to prove the score.
    pub score_layer: Option<&'static str>,
    /// The statements.
    pub steps: Vec<StepRecord>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StepRecord {
    /// Its layer.
    pub layer: &'static str,
    /// Its kind, as in `double_threat`.
    pub kind: &'static str,
    /// The statement in words.
    pub text: String,
    /// The least score that is proven with it, from the side to move.
    pub lower: i32,
    /// The greatest.
    pub upper: i32,
    /// The cells of the moves that it speaks of, in the order of play.
    pub moves: Vec<String>,
    /// The cells to highlight.
    pub cells: Vec<CellRecord>,
    /// The positions after moves, each with its statements.
    pub branches: Vec<BranchRecord>,
    /// The nodes of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Why the position after the moves of a search has its score, or its winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Vec<StepRecord>>,
}

/// A cell to highlight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CellRecord {
    /// Its name.
    pub cell: String,
    /// Why: `move`, `win`, `threat_x`, `threat_o`, `threat_both`, `free`, `entry`, `opponent`, `own`, `trap` or `stone`.
    pub mark: &'static str,
    /// The number of a move, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
}

/// A move, and what is true after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BranchRecord {
    /// The cell of the move.
    pub cell: String,
    /// The statements about the position after it.
    pub steps: Vec<StepRecord>,
}

const fn player_name(player: Player) -> &'static str {
    match player {
        Player::X => "X",
        Player::O => "O",
    }
}

impl Explanation {
    /// Returns the explanation as plain data.
    pub fn record(&self) -> ExplanationRecord {
        let position = &self.position;
        ExplanationRecord {
            board: position.size().to_string(),
            to_move: player_name(position.side_to_move()),
            headline: self.headline(),
            score: self.bounds.score().map(i32::from),
            winner: winner(self.bounds, position),
            winner_layer: self.outcome_layer.map(Layer::name),
            score_layer: self.score_layer.map(Layer::name),
            steps: records(&self.steps, position),
        }
    }
}

/// Returns who wins, if it is proven: both bounds tell the same winner then.
fn winner(bounds: Bounds, position: &Position) -> Option<&'static str> {
    bounds.outcome()?;
    Some(bounds.lower().winner(position.nb_moves()).map_or("draw", player_name))
}

fn records(steps: &[Step], position: &Position) -> Vec<StepRecord> {
    steps.iter().map(|step| record(step, position)).collect()
}

fn record(step: &Step, position: &Position) -> StepRecord {
    let marks = step.statement.marks();
    let (nodes, end) = match &step.statement {
        Statement::Search(search) => {
            let end = search.end.as_ref().map(|end| records(&end.steps, &end.position));
            (Some(search.nodes), end)
        }
        _ => (None, None),
    };
    StepRecord {
        layer: step.layer.name(),
        kind: step.statement.kind(),
        text: step.sentence(position),
        lower: step.bounds.lower().get(),
        upper: step.bounds.upper().get(),
        moves: moves_of(&step.statement).iter().map(ToString::to_string).collect(),
        cells: marks.into_iter().map(CellRecord::from).collect(),
        branches: branches_of(&step.statement).iter().map(|branch| branch_record(branch, position)).collect(),
        nodes,
        end,
    }
}

fn branch_record(branch: &Branch, position: &Position) -> BranchRecord {
    let next = after(position, branch.cell.column());
    BranchRecord { cell: branch.cell.to_string(), steps: records(&branch.steps, &next) }
}

impl From<MarkedCell> for CellRecord {
    fn from(marked: MarkedCell) -> Self {
        let number = if let Mark::Move(number) = marked.mark { Some(number) } else { None };
        Self { cell: marked.cell.to_string(), mark: marked.mark.name(), number }
    }
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

impl Statement {
    /// Returns the name of the kind of statement, for data formats.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let explanation = by_rules(&Position::parse(BoardSize::STANDARD, "112233")?);
    /// assert_eq!(explanation.steps[0].statement.kind(), "wins_at_once");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Over { .. } => "over",
            Self::WinsAtOnce { .. } => "wins_at_once",
            Self::MustBlock { .. } => "must_block",
            Self::CannotBlock { .. } => "cannot_block",
            Self::DoubleThreat { .. } => "double_threat",
            Self::ForcedLine { .. } => "forced_line",
            Self::EveryMove { .. } => "every_move",
            Self::After { .. } => "after",
            Self::Threats(_) => "threats",
            Self::NoLineLeft { .. } => "no_line_left",
            Self::TooLate { .. } => "too_late",
            Self::FreeMoves { .. } => "free_moves",
            Self::Claimeven(_) => "claimeven",
            Self::Search(_) => "search",
        }
    }
}
