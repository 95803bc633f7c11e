//! The explanation of a position by a search, where the rules do not prove its score.

use marlin_core::{Cell, Column, Limits, Position, Report, Solver, Source};

use super::proof::{Proof, Reach, prove};
use super::statement::{Explanation, Layer, Opening, Search, Statement};
use super::tactics::landing;
use crate::task::{Allowance, Goal, Steps, Task};

/// Explains a position, by a search if the rules do not prove its score: an [`ExplanationTask`] without
/// steps. The limits apply to each of its searches: for the score, and for the line of best play.
///
/// # Panics
///
/// If the position is one of another board than the solver's.
pub fn explain(solver: &Solver, position: &Position, limits: &Limits) -> Explanation {
    ExplanationTask::new(solver, position, limits).run()
}

/// The explanation of a position, by a search if the rules do not prove its score.
pub type ExplanationTask = Steps<Explanation>;

impl Steps<Explanation> {
    /// Returns the explanation of a position, with the limits of each search: for the score, and for the line
    /// of best play. This call tries the rules, and within the limits also tries them after moves.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, limits: &Limits) -> Self {
        let (position, limits) = (*position, limits.clone());
        let proof = prove(&position, Reach::EveryMove, &Allowance::of(&limits));
        Self::of(solver, move |asks| {
            if proof.score_layer.is_some() {
                return Ok(proof.clone().into());
            }
            let report = asks.scores(&position, Goal::Score, &limits)?;
            let is_proven = report.bounds.score().is_some();
            let best_play = if is_proven { asks.line(&position, usize::MAX, &limits)? } else { Vec::new() };
            Ok(with_search(proof.clone(), asks.solver, &report, &best_play))
        })
    }
}

/// Returns a proof with the findings of a search: the score, and the moves of best play up to the first
/// position that a rule proves.
fn with_search(mut proof: Proof, solver: &Solver, report: &Report, best_play: &[Column]) -> Explanation {
    if let Some(opening) = opening(solver, &proof.position) {
        proof.state(Layer::Search, Statement::Opening(opening));
    }
    let (line, end) = up_to_a_rule(&proof, best_play);
    let (source, nodes, player) = (report.source, report.nodes, proof.position.side_to_move());
    let search = Search { source, nodes, player, line, end: end.map(Box::new) };
    proof.state_bounds(Layer::Search, Statement::Search(search), report.bounds);
    proof.into()
}

/// Returns the moves of best play up to the first position where a rule proves the winner, or the score if
/// the winner is proven, and the explanation of that position; all moves and `None` if there is no such
/// position.
fn up_to_a_rule(proof: &Proof, best_play: &[Column]) -> (Vec<Cell>, Option<Explanation>) {
    let wants_score = proof.outcome_layer.is_some();
    let mut position: Position = proof.position;
    let mut line = Vec::new();
    for &column in best_play {
        line.extend(landing(&position, column));
        position = position.after(column);
        let Some(end) = proof.prove_other(&position, Reach::EveryMove) else { continue };
        let layer = if wants_score { end.score_layer } else { end.outcome_layer };
        if layer.is_some() {
            return (line, Some(end.into()));
        }
    }
    (line, None)
}

/// Returns the scores of all columns if the book has them.
pub(super) fn opening(solver: &Solver, position: &Position) -> Option<Opening> {
    let known = solver.lookup().analyze(position);
    let scores = (known.is_complete() && known.source == Source::Book).then(|| known.scores())?;
    let with_cell = |(column, score): (_, &Option<_>)| Some((landing(position, column)?, (*score)?));
    let columns = scores.iter().filter_map(with_cell).collect();
    Some(Opening { player: position.side_to_move(), columns })
}
