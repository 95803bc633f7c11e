//! `position` and `reach`: what the rules alone say. No search is needed, so nobody waits for one.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::answer::{PositionRecord, ReachRecord};

use super::params::{Params, refused};
use super::{Problem, Shared};

/// Returns the stones, the moves that can be played, the threats and how the game ended.
pub(super) async fn position(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<PositionRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["moves", "position", "board"])?;
    let (_, game) = params.asked(shared.engine.board())?;
    Ok(Json(PositionRecord::new(&game)))
}

/// Returns moves that lead to a board, or why none do.
pub(super) async fn reach(RawQuery(query): RawQuery) -> Result<Json<ReachRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["position", "board"])?;
    let given = params.given(params.text("position").unwrap_or_default());
    ReachRecord::new(&given).map(Json).map_err(|error| refused(&error))
}
