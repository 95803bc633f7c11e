//! `position` and `reach`: a position by the rules alone, without a search.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::{PositionRecord, ReachRecord};
use marlin_core::BoardSize;

use super::Problem;
use super::params::{Params, notation_problem};
use super::shared::Shared;

/// Returns the stones, the moves that can be played, the threats and how the game ended.
pub(super) async fn position(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<PositionRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["moves", "position", "board", "base"])?;
    let (_, game) = params.position(shared.pool.board())?;
    Ok(Json(PositionRecord::new(&game)))
}

/// Returns moves that lead to a board, or the reason why there are none.
pub(super) async fn reach(RawQuery(query): RawQuery) -> Result<Json<ReachRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["position", "board", "base"])?;
    let read = params.reader(BoardSize::STANDARD)?.read(params.text("position").unwrap_or_default());
    let record = ReachRecord::new(read.map(|read| read.game));
    record.map(Json).map_err(|error| notation_problem("position", &error))
}
