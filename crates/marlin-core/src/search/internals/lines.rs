//! The lines of the pattern tables, for the learner.

use crate::search::ordering::patterns::{self, CellStates, LinesThrough, STATES, TABLE_LEN, THROUGH};

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

/// Returns, for each index in a table of the standard board, that of the mirror image.
pub(super) fn mirrored_indices() -> Vec<u16> {
    let mut mirrored = vec![0; TABLE_LEN];
    let flip = |cell: u8| (6 - cell / 7) * 7 + cell % 7;
    let all = THROUGH.iter().flat_map(|through| through.lines[..through.len].iter());
    for line in all {
        let image = line.cells.map(flip);
        let found = THROUGH[usize::from(image[0])].lines[..THROUGH[usize::from(image[0])].len]
            .iter()
            .find(|other| image.iter().all(|cell| other.cells.contains(cell)))
            .expect("the mirror image of a line is a line");
        for state in 0..STATES {
            let code = |i: usize| state >> (2 * (3 - i)) & 3;
            let mut image_state = 0;
            for cell in found.cells {
                let from = image.iter().position(|&c| c == cell).unwrap_or(0);
                image_state = image_state << 2 | code(from);
            }
            mirrored[usize::from(line.start) + state] = found.start + image_state as u16;
        }
    }
    mirrored
}
