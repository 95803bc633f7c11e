//! `best`: the best move, or that of a player of a level.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::level::{ChosenMove, Opponent};
use marlin_coach::record::LevelMoveRecord;
use marlin_core::{Limits, Position, Report, Solver};

use super::Problem;
use super::params::Params;
use super::shared::Shared;
use crate::pool::{Budget, Lane};

const PARAMS: [&str; 8] = ["moves", "position", "board", "base", "level", "seed", "time", "nodes"];

pub(super) async fn best(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<LevelMoveRecord>, Problem> {
    let params = Params::new(query.as_deref(), &PARAMS)?;
    let (given, game) = params.position(shared.pool.board())?;
    let position = *game.position();
    let (level, seed) = (params.level()?.unwrap_or_default(), params.seed()?);
    let budget = params.budget(shared.time)?;
    let known = shared.pool.lookup_columns(&position)?;
    let choice = choose(&shared, position, Opponent::new(level, seed), known, budget).await?;
    Ok(Json(LevelMoveRecord::new(given, &position, (level, seed), choice.as_ref())))
}

/// Returns the move of a player, `None` if the game is over: at once if it is known to keep the score, and otherwise by a
/// search.
pub(super) async fn choose(
    shared: &Shared,
    position: Position,
    opponent: Opponent,
    known: Option<Report>,
    budget: Budget,
) -> Result<Option<ChosenMove>, Problem> {
    if position.is_over() {
        return Ok(None);
    }
    if let Some(choice) = known.and_then(|known| opponent.choose_proven(known)) {
        return Ok(Some(choice));
    }
    let choose = move |solver: &Solver, limits: &Limits| {
        Opponent { limits: limits.clone(), ..opponent }.choose(&position, solver)
    };
    let choice = shared.pool.search(Lane::Single, position.size(), &budget, choose).await?;
    shared.metrics.nodes.inc_by(choice.as_ref().map_or(0, |choice| choice.analysis.nodes));
    Ok(choice)
}
