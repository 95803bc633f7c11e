//! [`Exploration`]: the facts about a position in a tree of openings.

use marlin_core::{Bounds, Cell, Column, Columns, Limits, Outcome, Position, Report, Score, Solver};
use serde::Serialize;

use super::count::OrderCounter;
use crate::level::{Choices, LevelShares};
use crate::task::{Allowance, Asked, Asks, Goal, Meter, Steps, Task};

/// The facts about a position in a tree of openings.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Exploration {
    /// The position.
    pub position: Position,
    /// The bounds of its score.
    pub bounds: Bounds,
    /// The number of move orders that lead to the position; `None` if they are too many to count.
    pub orders: Option<u64>,
    /// The columns that can be played, from the left; none after the end of the game.
    pub columns: Vec<ExploredColumn>,
    /// The moves of each level; none after the end of the game.
    pub levels: Vec<LevelShares>,
}

/// A column that can be played, with the facts about the position after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExploredColumn {
    /// The column.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Column>"))]
    pub column: Column,
    /// The cell of its stone.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Cell>"))]
    pub cell: Cell,
    /// The bounds of its score.
    #[serde(skip)]
    pub bounds: Bounds,
    /// The score, from the side to move before it; null without a proof.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Score>>"))]
    pub score: Option<Score>,
    /// The outcome for the side to move before it; null without a proof.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Outcome>>"))]
    pub outcome: Option<Outcome>,
    /// The number of the last move of the game; null without a proof.
    pub final_move: Option<u32>,
    /// The number of legal replies of the opponent; 0 if the column ends the game.
    pub replies: u32,
    /// The number of replies that keep the opponent's result after the column; null without a proof.
    pub holding: Option<u32>,
    /// The number of move orders that lead to the position after it; null if they are too many to count.
    pub orders: Option<u64>,
}

impl Exploration {
    /// Returns whether the score of each column and the result of each reply are proven.
    pub fn is_proven(&self) -> bool {
        self.columns.iter().all(|explored| explored.score.is_some() && explored.holding.is_some())
    }
}

/// Returns the facts about a position: an [`ExplorationTask`] without steps.
///
/// # Panics
///
/// If the solver is one of another board.
pub fn explore(solver: &Solver, position: &Position, limits: &Limits) -> Exploration {
    ExplorationTask::new(solver, position, limits).run()
}

/// The exploration of a position: the scores of the columns, then the moves of the levels, then the results
/// of the replies.
pub type ExplorationTask = Steps<Exploration>;

impl Steps<Exploration> {
    /// Returns the exploration of a position. The limits apply to the scores and the replies together. The
    /// moves of the levels and the move orders may take the same amount again, and are unknown beyond it.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, limits: &Limits) -> Self {
        let (position, limits, mut choices) = (*position, limits.clone(), Choices::new(position));
        let for_levels = Allowance::of(&limits);
        Self::of(solver, move |asks| {
            let mut meter = Meter::new(&limits);
            let analysis = asks.scores(&position, Goal::Columns, &limits)?;
            meter.add(analysis.nodes, analysis.elapsed);
            choices.find(asks, &limits, &for_levels)?;
            let for_replies = Allowance::of(&limits);
            let mut holding = Columns::on(position.size(), |_| None);
            for column in position.legal_moves() {
                if let Some(outcome) = analysis.columns[column].and_then(Bounds::outcome) {
                    holding[column] =
                        holders(asks, &position.after(column), outcome, &mut meter, &for_replies)?;
                }
            }
            let orders = OrderCounter::within(Allowance::of(&limits));
            Ok(exploration(&position, &analysis, &holding, choices.shares(&analysis), orders))
        })
    }
}

/// The cost of a reply apart from the nodes of its search, in positions of an [`Allowance`].
const COST_OF_REPLY: u64 = 20;

/// Returns the number of replies after a column that hold the result of the opponent; `None` if the limits
/// leave one open.
fn holders(
    asks: &mut Asks<'_>,
    next: &Position,
    outcome: Outcome,
    meter: &mut Meter,
    allowance: &Allowance,
) -> Asked<Option<u32>> {
    if outcome == Outcome::Win {
        // The opponent loses with every reply.
        return Ok(Some(next.legal_moves().count() as u32));
    }
    let mut holding = 0;
    for reply in next.legal_moves() {
        if !allowance.take(COST_OF_REPLY) {
            return Ok(None);
        }
        let report = asks.scores(&next.after(reply), Goal::Outcome, &meter.next(&Limits::NONE))?;
        meter.add(report.nodes, report.elapsed);
        let Some(found) = report.bounds.outcome() else { return Ok(None) };
        holding += u32::from(found == outcome);
    }
    Ok(Some(holding))
}

/// The replies to each column that hold the result of the opponent.
type Holding = Columns<Option<u32>>;

fn exploration(
    position: &Position,
    found: &Report,
    held: &Holding,
    levels: Vec<LevelShares>,
    mut counter: OrderCounter,
) -> Exploration {
    let orders = counter.count(position);
    let explored = |column| {
        let (bounds, cell) = (found.columns[column]?, Cell::new(column, position.height(column))?);
        let next = position.after(column);
        let score = bounds.score();
        Some(ExploredColumn {
            column,
            cell,
            bounds,
            score,
            outcome: bounds.outcome(),
            final_move: score.map(|score| position.ending(score).final_move),
            replies: next.legal_moves().count() as u32,
            holding: held[column],
            orders: counter.count(&next),
        })
    };
    let bounds = found.bounds;
    let columns = position.legal_moves().filter_map(explored).collect();
    Exploration { position: *position, bounds, orders, columns, levels }
}
