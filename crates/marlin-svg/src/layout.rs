//! The place of each part of a drawing, in pixels from its upper left corner.
//!
//! ```text
//! scores of the columns        only if they are shown
//! board
//! numbers of the columns
//! caption
//! ```

use marlin_core::BoardSize;
use marlin_core::Column;

/// The side of a cell.
const CELL: usize = 64;
/// The distance of the board from the edge.
const MARGIN: usize = 16;
/// The width of the board's own frame, on both sides together.
const FRAME: usize = 16;
/// The height of the scores.
const SCORES: usize = 40;
/// The height of the numbers and the caption.
const FOOT: usize = 72;
/// The width that a caption needs, on however narrow a board.
const LEAST_WIDTH: usize = 496;

/// The places on the drawing of a board.
pub(crate) struct Layout {
    size: BoardSize,
    scores_height: usize,
    margin: usize,
    foot: usize,
    least_width: usize,
}

impl Layout {
    /// Returns the layout of a drawing with or without scores over the columns, and with or without margin and
    /// captions.
    pub(crate) const fn new(size: BoardSize, has_scores: bool, is_bare: bool) -> Self {
        let scores_height = if has_scores { SCORES } else { 0 };
        if is_bare {
            Self { size, scores_height, margin: 0, foot: 0, least_width: 0 }
        } else {
            Self { size, scores_height, margin: MARGIN, foot: FOOT, least_width: LEAST_WIDTH }
        }
    }

    /// Returns the width and the height of the drawing.
    pub(crate) fn size(&self) -> (usize, usize) {
        let (_, top, width, height) = self.board();
        ((width + 2 * self.margin).max(self.least_width), top + height + self.foot)
    }

    /// Returns the left and the upper edge of the board, its width and its height.
    pub(crate) fn board(&self) -> (usize, usize, usize, usize) {
        let width = self.size.width() * CELL + FRAME;
        let left = ((width + 2 * self.margin).max(self.least_width) - width) / 2;
        (left, self.margin + self.scores_height, width, self.size.height() * CELL + FRAME)
    }

    /// Returns the centre of a cell, its row counted from 0 at the bottom.
    pub(crate) fn cell(&self, column: Column, row: usize) -> (usize, usize) {
        let (left, top, ..) = self.board();
        let centre = |edge: usize, cell: usize| edge + FRAME / 2 + cell * CELL + CELL / 2;
        (centre(left, column.index()), centre(top, self.size.height() - 1 - row))
    }

    /// Returns the centre of a column's score.
    pub(crate) fn score(&self, column: Column) -> (usize, usize) {
        (self.cell(column, 0).0, self.margin + SCORES / 2 - 4)
    }

    /// Returns the middle of the base line of a column's number.
    pub(crate) fn number(&self, column: Column) -> (usize, usize) {
        (self.cell(column, 0).0, self.size().1 - self.foot + 24)
    }

    /// Returns the middle of the base line of the caption.
    pub(crate) fn caption(&self) -> (usize, usize) {
        (self.size().0 / 2, self.size().1 - 16)
    }
}
