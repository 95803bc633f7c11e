//! `position` and `reach`: a position by the rules, without a search.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::{ColumnsRecord, PositionRecord, ReachRecord};
use marlin_core::BoardSize;

use super::Problem;
use super::params::{Params, notation_problem};
use super::shared::Shared;
use crate::pool::{Budget, Lane};

/// Returns the stones, the legal moves, the threats and the result, with the scores on request if rules and book suffice.
pub(super) async fn position(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<PositionRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["moves", "position", "board", "base", "known"])?;
    let (given, game) = params.position(shared.pool.board())?;
    let position = *game.position();
    let record = if game.start().nb_moves() == 0 {
        PositionRecord::new(&game)
    } else {
        on_search_thread(&shared, move || PositionRecord::new(&game)).await?
    };
    let known = if params.known()? { shared.pool.lookup_columns(&position)? } else { None };
    Ok(Json(match known {
        Some(analysis) => record.with_known(ColumnsRecord::new(given, &position, &analysis)),
        None => record,
    }))
}

/// Returns moves that lead to a board, or the reason why there are none.
pub(super) async fn reach(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ReachRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["position", "board", "base"])?;
    let read = params.reader(BoardSize::STANDARD)?.read(params.text("position").unwrap_or_default());
    let read = read.map(|read| read.game);
    let record = on_search_thread(&shared, move || ReachRecord::new(read)).await?;
    record.map(Json).map_err(|error| notation_problem("position", &error))
}

/// Runs the search for a game that leads to a board, which may take some tenths of a second, on a thread of the searches.
async fn on_search_thread<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let (board, budget) = (shared.pool.board(), Budget::from_now(shared.time, None));
    Ok(shared.pool.search(Lane::Short, board, &budget, move |_: &_, _: &_| work()).await?)
}
