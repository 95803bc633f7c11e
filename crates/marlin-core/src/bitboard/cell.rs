//! [`Cell`]: a place on a board.

use std::fmt;

use crate::column::Column;
use crate::geometry::BoardSize;
use crate::geometry::Masks;

/// A cell: a column, and a row counted from 0 at the bottom. A cell outside a board holds no stone there.
///
/// # Examples
///
/// ```
/// use marlin_core::{Cell, Column};
///
/// let cell = Cell::new(Column::D, 5).unwrap();
/// assert_eq!((cell.column().number(), cell.row()), (4, 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: Column,
    /// Below 64.
    row: u8,
}

impl Cell {
    /// Returns the cell of a column in a row counted from 0 at the bottom; `None` above the top row of the highest
    /// board.
    pub const fn new(column: Column, row: usize) -> Option<Self> {
        if row < BoardSize::MAX_HEIGHT { Some(Self { column, row: row as u8 }) } else { None }
    }

    /// Returns the lowest cell, in bit order, of a set that is not empty.
    pub(crate) const fn of_lowest(masks: &Masks, cells: u64) -> Self {
        let column = Column::new(masks.column_of(cells)).expect("a cell is on the board");
        Self { column, row: masks.row_of(cells) as u8 }
    }

    /// Returns the column.
    pub const fn column(self) -> Column {
        self.column
    }

    /// Returns the row, counted from 0 at the bottom.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Returns the cell as a set of cells of a board, empty if the board does not have it.
    pub(crate) const fn bit(self, masks: &Masks) -> u64 {
        masks.cell(self.column.index(), self.row())
    }
}

/// Names the cell as UCI's drops do: the column as a file from `a`, the row as a rank from 1 at the bottom.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column.file(), self.row + 1)
    }
}

/// Shows column and row as they are counted in code, from 0.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell(column {}, row {})", self.column.index(), self.row)
    }
}
