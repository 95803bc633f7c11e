//! `analyze`: the scores of all columns.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, VARY};
use axum::response::{IntoResponse, Response};
use marlin_coach::answer::ColumnsRecord;
use marlin_core::any::{Analysis, Position};

use super::params::Params;
use super::{Problem, Shared, events};
use crate::engine::{Budget, Place};

/// The parameters of an analysis.
pub(super) const PARAMS: [&str; 4] = ["moves", "board", "time", "nodes"];

/// An analysis that is asked for.
#[derive(Debug)]
pub(super) struct Asked {
    /// The moves as they are given.
    pub(super) given: String,
    pub(super) position: Position,
    pub(super) budget: Budget,
}

impl Asked {
    /// Reads the parameters.
    pub(super) fn new(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        let params = Params::new(query, &PARAMS)?;
        let game = params.game("moves", params.board(shared.engine.board())?)?;
        Ok(Self {
            given: params.text("moves").unwrap_or_default().to_owned(),
            position: *game.position(),
            budget: params.budget(shared.time)?,
        })
    }
}

/// Answers a position: as events if the client prefers them.
pub(super) async fn analyze(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let accepts = |header: &str| header.split(',').any(|kind| kind.trim().starts_with("text/event-stream"));
    let wants_events = headers.get_all(ACCEPT).iter().any(|header| header.to_str().is_ok_and(accepts));
    let asked = Asked::new(query.as_deref(), &shared)?;
    let response = if wants_events {
        events::of(&shared, asked)?
    } else {
        let analysis = columns(&shared, None, asked.position, asked.budget).await?;
        Json(ColumnsRecord::new(&asked.given, &asked.position, &analysis)).into_response()
    };
    Ok(([(VARY, "accept")], response).into_response())
}

/// Returns the scores of all columns: at once if they are known, and else by a search, in its turn.
pub(super) async fn columns(
    shared: &Shared,
    place: Option<Place>,
    position: Position,
    budget: Budget,
) -> Result<Analysis, Problem> {
    if let Some(known) = shared.engine.known(&position)? {
        return Ok(known);
    }
    let place = place.map_or_else(|| shared.engine.enter(), Ok)?;
    let analysis = shared
        .engine
        .search(place, position.size(), &budget, move |solver, limits| {
            solver.query(&position).limits(limits).analyze()
        })
        .await?;
    shared.metrics.searched(analysis.nodes);
    Ok(analysis)
}
