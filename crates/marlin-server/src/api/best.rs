//! `best`: the best move, or that of a player of a level.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::level::{Level, Opponent};
use marlin_core::Column;
use marlin_core::Limits;
use marlin_core::any::{Analysis, Bounds, Position, Solver};
use serde::Serialize;

use super::params::Params;
use super::{Problem, Shared};
use crate::engine::{Budget, Turn};

const PARAMS: [&str; 8] = ["moves", "position", "board", "base", "level", "seed", "time", "nodes"];

/// The move to play.
#[derive(Debug, Serialize)]
pub(super) struct Move {
    /// The moves as they were given.
    position: String,
    /// The size of the board.
    board: String,
    /// The strength of the player.
    level: usize,
    /// What decides among moves that look equal.
    seed: u64,
    /// The column to play, null if the game is over.
    best: Option<usize>,
    /// The score after that move, from the side to move; null if it isn't proven.
    score: Option<i32>,
    /// Whether the move is proven to keep the score of the position.
    best_proven: Option<bool>,
}

pub(super) async fn best(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Move>, Problem> {
    let params = Params::new(query.as_deref(), &PARAMS)?;
    let (given, game) = params.asked(shared.engine.board())?;
    let position = *game.position();
    let (level, seed) = (params.level()?, params.seed()?);
    let budget = params.budget(shared.time)?;
    let (column, analysis) = match shared.engine.known(&position)? {
        Some(known) if level.is_none() || known.best.is_none() => (known.best, known),
        _ => choose(&shared, position, level, seed, budget).await?,
    };
    let bounds = column.and_then(|column| analysis.columns[column]);
    let keeps = bounds.zip(analysis.bounds.score()).is_some_and(|(bounds, score)| bounds.lower() >= score);
    Ok(Json(Move {
        position: given.to_owned(),
        board: position.size().to_string(),
        level: level.unwrap_or_default().get(),
        seed,
        best: column.map(Column::number),
        score: bounds.and_then(Bounds::score).map(i32::from),
        best_proven: column.map(|_| keeps),
    }))
}

/// Searches for a move, and returns it with the bounds of the columns: without a level the best move, and with one that of a
/// player.
pub(super) async fn choose(
    shared: &Shared,
    position: Position,
    level: Option<Level>,
    seed: u64,
    budget: Budget,
) -> Result<(Option<Column>, Analysis), Problem> {
    let choose = move |solver: &Solver, limits: &Limits| {
        let choice = level.and_then(|level| {
            Opponent { limits: limits.clone(), ..Opponent::new(level, seed) }.choose(&position, solver)
        });
        choice.map_or_else(
            || {
                let analysis = solver.query(&position).limits(limits).best_move();
                (analysis.best, analysis)
            },
            |choice| (Some(choice.column), choice.analysis),
        )
    };
    let (column, analysis) = shared.engine.search(Turn::Counted, position.size(), &budget, choose).await?;
    shared.metrics.searched(analysis.nodes);
    Ok((column, analysis))
}
