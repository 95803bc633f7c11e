//! The statement of a search.

use marlin_core::any::{Position, Report};
use marlin_core::{Cell, Column};

use super::Explanation;
use super::board::{after, landing};
use super::proof::{Proof, Reach};
use super::statement::{Layer, Search, Statement};

/// Adds the findings of a search: the score, and the moves of best play up to the first position that a rule proves.
pub(super) fn add_search(proof: &mut Proof, report: &Report, best_play: &[Column]) {
    let (line, end) = up_to_a_rule(proof, best_play);
    let search = Search {
        source: report.source,
        nodes: report.nodes,
        player: proof.position.side_to_move(),
        line,
        end: end.map(Box::new),
    };
    proof.state_bounds(Layer::Search, Statement::Search(search), report.bounds);
}

/// Returns the moves of best play up to the first position where a rule proves the winner, or the score if the winner is
/// proven, and the explanation of that position; all moves and `None` if there is none.
fn up_to_a_rule(proof: &Proof, best_play: &[Column]) -> (Vec<Cell>, Option<Explanation>) {
    let wants_score = proof.outcome_layer.is_some();
    let mut position: Position = proof.position;
    let mut line = Vec::new();
    for &column in best_play {
        line.extend(landing(&position, column));
        position = after(&position, column);
        let end = proof.prove_other(&position, Reach::EveryMove);
        let layer = if wants_score { end.score_layer } else { end.outcome_layer };
        if layer.is_some() {
            return (line, Some(end.into()));
        }
    }
    (line, None)
}
