//! `solve`: the score of a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use marlin_coach::answer::{Best, ScoreRecord};
use marlin_core::Limits;
use marlin_core::any::{Position, Report, Solver};

use super::analyze::Asked;
use super::{Problem, Shared};
use crate::engine::{Budget, Turn};

pub(super) async fn solve(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Json<ScoreRecord>, Problem> {
    let asked = Asked::new(query.as_deref(), &shared)?;
    let (report, best) = score(&shared, Turn::Counted, asked.position, asked.budget).await?;
    Ok(Json(ScoreRecord::of_score(&asked.given, &asked.position, &report, best)))
}

/// Returns the score and a best move: at once if they are known, and else by a search, in its turn.
pub(super) async fn score(
    shared: &Shared,
    turn: Turn,
    position: Position,
    budget: Budget,
) -> Result<(Report, Best), Problem> {
    if let Some(known) = shared.engine.known(&position)? {
        let report = shared.engine.known_score(&position)?;
        return Ok((report, Best { column: known.best, is_proven: known.best.is_some() }));
    }
    let search = move |solver: &Solver, limits: &Limits| search(solver, limits, &position);
    let (report, best) = shared.engine.search(turn, position.size(), &budget, search).await?;
    shared.metrics.searched(report.nodes);
    Ok((report, best))
}

/// Searches for the score, and then for a move that keeps it.
fn search(solver: &Solver, limits: &Limits, position: &Position) -> (Report, Best) {
    let report = solver.query(position).limits(limits).solve();
    if report.bounds.score().is_none() {
        return (report, Best { column: report.best, is_proven: false });
    }
    let left = Limits {
        time: limits.time.map(|time| time.saturating_sub(report.elapsed)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(report.nodes)),
        ..limits.clone()
    };
    let proven = solver.query(position).limits(&left).principal_variation(1).first().copied();
    (report, Best { column: proven.or(report.best), is_proven: proven.is_some() })
}
