//! `position` and `reach`: a position by the rules, without a search.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::{ColumnsRecord, PositionRecord, ReachRecord};
use marlin_core::BoardSize;

use super::Problem;
use super::params::{Params, notation_problem};
use super::shared::Shared;

/// Returns the stones, the legal moves, the threats and the result, with the scores on request if rules and book suffice.
pub(super) async fn position(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<PositionRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["moves", "position", "board", "base", "known"])?;
    let (given, game) = params.position(shared.pool.board())?;
    let (record, position) = (PositionRecord::new(&game), game.position());
    let known = if params.known()? { shared.pool.lookup_columns(position)? } else { None };
    Ok(Json(match known {
        Some(analysis) => record.with_known(ColumnsRecord::new(given, position, &analysis)),
        None => record,
    }))
}

/// Returns moves that lead to a board, or the reason why there are none.
pub(super) async fn reach(RawQuery(query): RawQuery) -> Result<Json<ReachRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["position", "board", "base"])?;
    let read = params.reader(BoardSize::STANDARD)?.read(params.text("position").unwrap_or_default());
    let record = ReachRecord::new(read.map(|read| read.game));
    record.map(Json).map_err(|error| notation_problem("position", &error))
}
