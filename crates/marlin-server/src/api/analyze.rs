//! `analyze`: the scores of all columns.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, VARY};
use axum::response::{IntoResponse, Response};
use marlin_coach::record::ColumnsRecord;
use marlin_core::Limits;
use marlin_core::any::{Analysis, Position, Solver};

use super::params::Params;
use super::{Problem, Shared, events};
use crate::engine::{Budget, Turn};

/// The parameters of an analysis.
const PARAMS: [&str; 7] = ["moves", "position", "board", "base", "line", "time", "nodes"];

/// An analysis that is asked for.
#[derive(Debug)]
pub(super) struct Asked {
    /// The moves as they are given.
    pub(super) given: String,
    pub(super) position: Position,
    pub(super) budget: Budget,
    /// The most moves of best play.
    pub(super) line: usize,
}

impl Asked {
    /// Reads the parameters of a position.
    pub(super) fn new(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        Self::of(&Params::new(query, &["moves", "position", "board", "base", "time", "nodes"])?, shared)
    }

    /// Reads the parameters of an analysis.
    pub(super) fn with_line(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        Self::of(&Params::new(query, &PARAMS)?, shared)
    }

    fn of(params: &Params, shared: &Shared) -> Result<Self, Problem> {
        let (given, game) = params.asked(shared.engine.board())?;
        Ok(Self {
            given: given.to_owned(),
            position: *game.position(),
            budget: params.budget(shared.time)?,
            line: params.line()?,
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
    let asked = Asked::with_line(query.as_deref(), &shared)?;
    let response = if wants_events {
        events::of(&shared, asked)?
    } else {
        let analysis = columns(&shared, Turn::Counted, asked.position, asked.budget).await?;
        Json(record(&shared, &asked, &analysis).await?).into_response()
    };
    Ok(([(VARY, "accept")], response).into_response())
}

/// Returns the answer, with the moves of best play if they are asked for: those take a search, in its turn.
pub(super) async fn record(
    shared: &Shared,
    asked: &Asked,
    analysis: &Analysis,
) -> Result<ColumnsRecord, Problem> {
    let &Asked { position, budget, line: most, .. } = asked;
    let record = ColumnsRecord::new(&asked.given, &position, analysis);
    if most == 0 {
        return Ok(record);
    }
    let ask = move |solver: &Solver, limits: &Limits| {
        solver.query(&position).limits(limits).principal_variation(most)
    };
    let line = shared.engine.search(Turn::Counted, position.size(), &budget, ask).await?;
    Ok(record.with_line(&line))
}

/// Returns the scores of all columns: at once if they are known, and else by a search, in its turn.
pub(super) async fn columns(
    shared: &Shared,
    turn: Turn,
    position: Position,
    budget: Budget,
) -> Result<Analysis, Problem> {
    if let Some(known) = shared.engine.known(&position)? {
        return Ok(known);
    }
    let analysis = shared
        .engine
        .search(turn, position.size(), &budget, move |solver, limits| {
            solver.query(&position).limits(limits).analyze()
        })
        .await?;
    shared.metrics.searched(analysis.nodes);
    Ok(analysis)
}
