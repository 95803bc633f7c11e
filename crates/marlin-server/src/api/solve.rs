//! `solve`: the score of a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::ScoreRecord;
use marlin_core::Limits;
use marlin_core::any::{Analysis, Position, Solver};

use super::analyze::Asked;
use super::{Problem, Shared};
use crate::engine::{Budget, Turn};

pub(super) async fn solve(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ScoreRecord>, Problem> {
    let asked = Asked::new(query.as_deref(), &shared)?;
    let found = score(&shared, Turn::Counted, asked.position, asked.budget).await?;
    Ok(Json(ScoreRecord::of_score(&asked.given, &asked.position, &found)))
}

/// Returns the score and a move that keeps it: at once if they are known, and else by a search, in its turn.
pub(super) async fn score(
    shared: &Shared,
    turn: Turn,
    position: Position,
    budget: Budget,
) -> Result<Analysis, Problem> {
    if let Some(known) = shared.engine.known_move(&position)? {
        return Ok(known);
    }
    let search =
        move |solver: &Solver, limits: &Limits| solver.query(&position).limits(limits).solve_with_move();
    let found = shared.engine.search(turn, position.size(), &budget, search).await?;
    shared.metrics.searched(found.nodes);
    Ok(found)
}
