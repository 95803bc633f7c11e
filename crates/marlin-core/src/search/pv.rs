//! Likely lines: the best moves of both sides by the table.

use super::root::Root;
use crate::geometry::Masks;
use crate::raw_bounds::RawBounds;
use crate::raw_position::RawPosition;
use crate::transposition::{TableHandle, TranspositionTable};

/// Returns the likely best moves of both sides, from the best move of a position with these bounds on: see
/// [`Progress::line`](crate::Progress::line).
pub(crate) fn line_from(
    masks: &'static Masks,
    best: Option<usize>,
    position: RawPosition,
    bounds: RawBounds,
    table: &TranspositionTable,
) -> Vec<usize> {
    let Some(best) = best else { return Vec::new() };
    let mut line = vec![best];
    line.extend(likely_line(masks, position.after_column(masks, best), -bounds, &table.reader()));
    line
}

/// Returns the best moves of both sides from a position on, as far as the table has entries and the bounds of the
/// position allow: a line to a proven score ends the game at the move of that score, if it ends it. The first move is
/// always there, unless the game is over.
pub(crate) fn likely_line(
    masks: &'static Masks,
    mut position: RawPosition,
    mut bounds: RawBounds,
    table: &TableHandle<'_>,
) -> Vec<usize> {
    let mut line = Vec::new();
    while !position.is_over(masks) {
        let mut root = Root::new(masks, position);
        let by_the_rules = root.columns;
        root.narrow(masks, table);
        let is_known = root.columns != by_the_rules || root.bounds().score().is_some();
        let ranked = root.ranked();
        let possible = ranked.iter().find(|(_, found)| found.overlaps(bounds));
        let next = if line.is_empty() { possible.or(ranked.first()) } else { possible.filter(|_| is_known) };
        let Some(&(column, _)) = next else { break };
        line.push(column);
        position = position.after_column(masks, column);
        bounds = -bounds;
    }
    line
}
