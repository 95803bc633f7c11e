//! How promising a cell looks to a player who sees nothing ahead.

use marlin_core::any::Position;
use marlin_core::{Cell, Column};

/// The steps from a cell to the next one of a line: to the right, upwards, and along both diagonals.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns the number of lines of four through the cell where a stone in this column lands, counted once for each side
/// that can still complete them. Beginners and masters alike prefer the middle; this is why.
pub(super) fn open_lines(position: &Position, column: Column) -> u32 {
    let (x, y) = (column.index() as isize, position.height(column) as isize);
    let lines = DIRECTIONS
        .iter()
        .flat_map(|&(dx, dy)| (-3..=0).map(move |start| (x + start * dx, y + start * dy, dx, dy)));
    lines
        .map(|(x, y, dx, dy)| sides_left(position, [0, 1, 2, 3].map(|step| (x + step * dx, y + step * dy))))
        .sum()
}

/// Returns how many sides can still complete a line of cells: none if a cell is off the board, or both have stones there.
fn sides_left(position: &Position, line: [(isize, isize); 4]) -> u32 {
    let mut is_open = [true; 2];
    for (x, y) in line {
        let Some(cell) = cell(position, x, y) else { return 0 };
        if let Some(player) = position.at(cell) {
            is_open[usize::from(player == position.side_to_move())] = false;
        }
    }
    is_open.into_iter().map(u32::from).sum()
}

/// Returns the cell at a place, `None` if it is off the board.
fn cell(position: &Position, x: isize, y: isize) -> Option<Cell> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    let column = Column::new(x).filter(|&column| position.size().has_column(column))?;
    if y < position.size().height() { Cell::new(column, y) } else { None }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;

    fn counts(size: &str, moves: &str) -> Vec<u32> {
        let size: BoardSize = size.parse().unwrap();
        let position = Position::parse(size, moves).unwrap();
        size.columns().map(|column| open_lines(&position, column)).collect()
    }

    #[test]
    fn the_middle_has_the_most_lines() {
        // Each line of an empty board is open to both sides.
        assert_eq!(counts("7x6", ""), [6, 8, 10, 14, 10, 8, 6]);
        assert_eq!(counts("4x4", ""), [6, 4, 4, 6]);
        assert_eq!(counts("3x3", ""), [0, 0, 0]);
    }

    #[test]
    fn a_stone_closes_its_lines_for_the_other_side() {
        // The four cells of the row are the only line.
        assert_eq!(counts("4x1", "1"), [0, 1, 1, 1]);
        assert_eq!(counts("4x1", "12"), [0, 0, 0, 0]);
    }
}
