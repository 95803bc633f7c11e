//! The scores of all columns of a position.

use marlin_coach::record::ColumnsRecord;
use marlin_core::{Limits, Position, Report, Solver};

use super::Problem;
use super::request::PositionRequest;
use super::shared::Shared;
use crate::pool::{Budget, Lane};

/// Returns the scores of all columns: at once if they are known, and otherwise by a search.
pub(super) async fn columns(
    shared: &Shared,
    lane: Lane,
    position: Position,
    budget: Budget,
) -> Result<Report, Problem> {
    if let Some(known) = shared.pool.lookup_columns(&position)? {
        return Ok(known);
    }
    let search = move |solver: &Solver, limits: &Limits| solver.query(&position).limits(limits).analyze();
    let analysis = shared.pool.search(lane, position.size(), &budget, search).await?;
    shared.metrics.nodes.inc_by(analysis.nodes);
    Ok(analysis)
}

/// Returns the record of an analysis, with the principal variation if it is requested, which takes a search.
pub(super) async fn record(
    shared: &Shared,
    request: &PositionRequest,
    analysis: &Report,
) -> Result<ColumnsRecord, Problem> {
    let &PositionRequest { position, budget, line: len, .. } = request;
    let record = ColumnsRecord::new(&request.given, &position, analysis);
    if len == 0 {
        return Ok(record);
    }
    let search =
        move |solver: &Solver, limits: &Limits| solver.query(&position).limits(limits).best_line(len).moves;
    let line = shared.pool.search(Lane::Single, position.size(), &budget, search).await?;
    Ok(record.with_line(&line))
}
