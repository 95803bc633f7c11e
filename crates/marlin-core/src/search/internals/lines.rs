//! The lines of the pattern tables, for the learner.

use crate::search::ordering::patterns::{self, CellStates, LinesThrough};

/// Calls `visit` with the indices in a table of every line that a move changes, before the move and after it.
pub(super) fn for_each_change(
    through: &LinesThrough,
    before: CellStates,
    after: CellStates,
    cell: usize,
    mut visit: impl FnMut(usize, usize),
) {
    let (through, above) = (&through[cell], &through[cell + 1]);
    for line in &through.lines[..through.len] {
        visit(before.index(*line), after.index(*line));
    }
    for line in &above.lines[..above.len] {
        // A vertical line contains both cells and is counted once.
        if !line.cells.contains(&(cell as u8)) {
            visit(before.index(*line), after.index(*line));
        }
    }
}

/// Calls `visit` with the index in a table of every line of a board.
pub(super) fn for_each_line(through: &LinesThrough, cells: CellStates, mut visit: impl FnMut(usize)) {
    patterns::lines(through).for_each(|line| visit(cells.index(*line)));
}
