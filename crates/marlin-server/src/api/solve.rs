//! `solve`: the score of a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::ScoreRecord;
use marlin_core::{Limits, Position, Report, Solver};

use super::Problem;
use super::request::PositionRequest;
use super::shared::Shared;
use crate::pool::{Budget, Lane};

pub(super) async fn solve(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ScoreRecord>, Problem> {
    let request = PositionRequest::parse(query.as_deref(), &shared)?;
    let analysis = score(&shared, Lane::Single, request.position, request.budget).await?;
    Ok(Json(ScoreRecord::of_score(&request.given, &request.position, &analysis)))
}

/// Returns the score and a move that keeps it: at once if they are known, and otherwise by a search.
pub(super) async fn score(
    shared: &Shared,
    lane: Lane,
    position: Position,
    budget: Budget,
) -> Result<Report, Problem> {
    if let Some(known) = shared.pool.lookup_score(&position)? {
        return Ok(known);
    }
    let search =
        move |solver: &Solver, limits: &Limits| solver.query(&position).limits(limits).solve_with_move();
    let analysis = shared.pool.search(lane, position.size(), &budget, search).await?;
    shared.metrics.nodes.inc_by(analysis.nodes);
    Ok(analysis)
}
