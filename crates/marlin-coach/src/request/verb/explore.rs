//! [`Verb::Explore`](super::Verb::Explore): a position in a tree of openings as plain data.

use super::prelude::*;
use crate::level::LevelShares;
use crate::opening::{CENSUS, Exploration, ExplorationTask, ExploredColumn, PlyCensus};

pub(super) const SPEC: Spec = Spec {
    task: |request, solver, limits| {
        ExplorationTask::new(solver, request.game.position(), limits).map(Found::Exploration)
    },
    ..COMMON
};

record! {
    /// The facts about a position in a tree of openings as plain data.
    ExplorationRecord("Exploration") pub from (given: &str, found: &Exploration) {
        let position = &found.position;
    } {
        /// The position as given.
        position: String = given.to_owned(),
        /// The size of the board.
        board: BoardSize = position.size(),
        /// The stones on the board.
        stones: u32 = position.nb_moves(),
        /// The side to move; null after the end of the game.
        to_move: Option<Player> = (!position.is_over()).then(|| position.side_to_move()),
        /// The score of the position; null without a proof.
        score: Option<Score> = found.bounds.score(),
        /// The outcome for the side to move; null without a proof.
        outcome: Option<Outcome> = found.bounds.outcome(),
        /// The number of move orders that lead to the position; null if they are too many to count.
        orders: Option<u64> = found.orders,
        /// The columns that can be played, from the left; none after the end of the game.
        columns: Vec<ExploredColumn> = found.columns.clone(),
        /// The moves of each level; none after the end of the game.
        levels: Vec<LevelShares> = found.levels.clone(),
        /// The won, drawn and lost positions of 7x6 by their stones, for 0 to 12; none on other boards.
        census: Vec<PlyCensus> = if position.size() == BoardSize::STANDARD { CENSUS.to_vec() } else { Vec::new() },
        /// Whether the score of each column and the result of each reply are proven.
        proven: bool = found.is_proven(),
    }
}
