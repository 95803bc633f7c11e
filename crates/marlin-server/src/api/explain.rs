//! `explain`: why a position is won, lost or drawn.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::ExplanationRecord;

use super::Problem;
use super::request::PositionRequest;
use super::shared::Shared;
use crate::pool::Lane;

pub(super) async fn explain(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ExplanationRecord>, Problem> {
    let request = PositionRequest::parse(query.as_deref(), &shared)?;
    let PositionRequest { given, position, budget, .. } = request;
    let explain = move |solver: &_, limits: &_| marlin_coach::explain::explain(solver, &position, limits);
    let explanation = shared.pool.search(Lane::Single, position.size(), &budget, explain).await?;
    Ok(Json(ExplanationRecord::new(&given, &explanation)))
}
