//! `review`: the mistakes of a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::record::ReviewRecord;
use marlin_coach::review::Review;

use super::Problem;
use super::params::Params;
use super::shared::Shared;
use crate::pool::Lane;

pub(super) async fn review(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ReviewRecord>, Problem> {
    let params = Params::new(query.as_deref(), &["moves", "setup", "board", "base", "time", "nodes"])?;
    let game = params.after_setup(&params.game("moves", shared.pool.board())?)?;
    let board = game.size();
    let budget = params.budget(shared.time)?;
    // The time of the limits is that of one position. The whole review is stopped when the time is up.
    let review = move |solver: &_, limits: &_| ReviewRecord::new(&Review::new(&game, solver, limits, |_| {}));
    Ok(Json(shared.pool.search(Lane::Single, board, &budget, review).await?))
}
