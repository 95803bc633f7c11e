//! `explore`: a position in a tree of openings.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::ExplorationRecord;

use super::Problem;
use super::request::PositionRequest;
use super::shared::Shared;
use crate::pool::Lane;

pub(super) async fn explore(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ExplorationRecord>, Problem> {
    let request = PositionRequest::parse(query.as_deref(), &shared)?;
    let PositionRequest { given, position, budget, .. } = request;
    let explore = move |solver: &_, limits: &_| marlin_coach::opening::explore(solver, &position, limits);
    let found = shared.pool.search(Lane::Single, position.size(), &budget, explore).await?;
    Ok(Json(ExplorationRecord::new(&given, &found)))
}
