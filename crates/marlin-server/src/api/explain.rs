//! `explain`: why a position is won, lost or drawn.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::ExplanationRecord;

use super::analyze::Asked;
use super::{Problem, Shared};
use crate::engine::Turn;

pub(super) async fn explain(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ExplanationRecord>, Problem> {
    let Asked { given, position, budget, .. } = Asked::new(query.as_deref(), &shared)?;
    let explain = move |solver: &_, limits: &_| marlin_coach::explain::explain(solver, &position, limits);
    let explanation = shared.engine.search(Turn::Counted, position.size(), &budget, explain).await?;
    Ok(Json(ExplanationRecord::new(&given, &explanation)))
}
