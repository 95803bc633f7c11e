//! Likely lines: the moves that look best to both sides by the table.

use super::root::Root;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::position::Position;
use crate::report::{Progress, ranked};
use crate::transposition::TableHandle;

/// The line is found only when it is asked for: an easy position takes less time than this.
impl<const W: usize, const H: usize> Progress<W, H> {
    /// Returns the moves that look best to both sides by what is proven, from [`Self::best`] on as far as the table has
    /// entries, and at least two unless the game ends before. They may change until the search ends.
    pub fn line(&self) -> Vec<Column<W>> {
        let Some(best) = self.best else { return Vec::new() };
        let mut position = self.position;
        position.make_move(best);
        let mut line = vec![best];
        line.extend(likely_line(position, -self.bounds, &self.table.reader()));
        line
    }
}

/// Returns the moves that look best to both sides from a position on, as far as a table knows anything and the bounds of
/// the position allow: a line to a proven score doesn't end the game at another move than the score says. The first move
/// is always there, unless the game is over.
pub(crate) fn likely_line<const W: usize, const H: usize>(
    mut position: Position<W, H>,
    mut bounds: Bounds<W, H>,
    table: &TableHandle<'_, W, H>,
) -> Vec<Column<W>> {
    let mut line = Vec::new();
    while !position.is_over() {
        let mut root = Root::new(position);
        let by_the_rules = root.columns;
        root.narrow(table);
        let is_known = root.columns != by_the_rules || root.bounds().score().is_some();
        let ranked = ranked(&root.columns);
        let possible = ranked.iter().find(|(_, found)| found.overlaps(bounds));
        let next = if line.is_empty() { possible.or(ranked.first()) } else { possible.filter(|_| is_known) };
        let Some(&(column, _)) = next else { break };
        line.push(column);
        position.make_move(column);
        bounds = -bounds;
    }
    line
}
