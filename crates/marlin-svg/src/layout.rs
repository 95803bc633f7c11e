//! The place of each part of a drawing, in pixels from its upper left corner.
//!
//! ```text
//! scores of the columns        only if they are shown
//! arrows                       only if there are some
//! rack
//! foot of the rack
//! numbers of the columns
//! caption
//! ```

use marlin_core::{BoardSize, Column};

/// The side of a cell.
const CELL: usize = 72;
/// The distance of the rack from the edge.
const MARGIN: usize = 20;
/// The width of the rack's own frame, on both sides together.
const FRAME: usize = 16;
/// The height of the foot that is visible below the rack.
const RACK_FOOT: usize = 8;
/// The height of the scores.
const SCORES: usize = 56;
/// The height of the arrows.
const ARROWS: usize = 28;
/// The height of the numbers and the caption.
const TEXTS: usize = 76;
/// The height of the numbers alone.
const NUMBERS: usize = 32;
/// The minimum width, which a caption needs even on a narrow board.
const LEAST_WIDTH: usize = 496;

/// The surroundings of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surroundings {
    /// Margin, numbers of the columns and caption.
    #[default]
    All,
    /// No surroundings, for a page that has these in its own text.
    Bare,
    /// A single column with its number below it. All of these drawings are equally wide; side by side without
    /// a gap, they form the board, for a page on which each column is a link.
    Column(Column),
    /// A card of 1200 x 630 pixels, the size of previews of links. It has no text: scores are paths, so that
    /// the picture does not depend on the fonts of a machine.
    Card,
}

/// The places on the drawing of a board.
pub(crate) struct Layout {
    size: BoardSize,
    /// The height of the scores and the arrows.
    head: usize,
    surroundings: Surroundings,
}

impl Layout {
    /// Returns the layout of a drawing with or without scores and arrows over the columns.
    pub(crate) const fn new(
        size: BoardSize,
        has_scores: bool,
        has_arrows: bool,
        surroundings: Surroundings,
    ) -> Self {
        let head = if has_scores { SCORES } else { 0 } + if has_arrows { ARROWS } else { 0 };
        Self { size, head, surroundings }
    }

    /// Returns the left edge, the width and the height of the drawing in its own units. The upper edge is 0.
    pub(crate) fn view(&self) -> (usize, usize, usize) {
        let (left, top, width, height) = self.rack();
        let bottom = top + height + RACK_FOOT;
        match self.surroundings {
            Surroundings::All => (0, width + 2 * left, bottom + TEXTS),
            Surroundings::Bare => (0, width, bottom),
            Surroundings::Column(column) => (column.index() * CELL, CELL, bottom + NUMBERS),
            Surroundings::Card => {
                let (width, height) = self.card();
                (0, width, height)
            }
        }
    }

    /// Returns the width and the height of the smallest card around the board, in the proportion of 40 to 21.
    fn card(&self) -> (usize, usize) {
        let width = self.size.width() * CELL + FRAME + 2 * MARGIN;
        let height = self.size.height() * CELL + FRAME + RACK_FOOT + self.head + 2 * MARGIN;
        let units = width.div_ceil(40).max(height.div_ceil(21));
        (40 * units, 21 * units)
    }

    /// Returns the left and the upper edge of the rack, its width and its height.
    pub(crate) fn rack(&self) -> (usize, usize, usize, usize) {
        let width = self.size.width() * CELL + 2 * self.side();
        let height = self.size.height() * CELL + FRAME;
        let (left, top) = match self.surroundings {
            Surroundings::All => ((width + 2 * MARGIN).max(LEAST_WIDTH) - width, MARGIN),
            Surroundings::Bare | Surroundings::Column(_) => (0, 0),
            Surroundings::Card => {
                let (card_width, card_height) = self.card();
                (card_width - width, (card_height - height - RACK_FOOT - self.head) / 2)
            }
        };
        (left / 2, top + self.head, width, height)
    }

    /// Returns the width of the frame on one side: none where columns are drawn one by one, so that all are
    /// equally wide.
    const fn side(&self) -> usize {
        match self.surroundings {
            Surroundings::Column(_) => 0,
            Surroundings::All | Surroundings::Bare | Surroundings::Card => FRAME / 2,
        }
    }

    /// Returns the upper edge of the rack's foot and its height.
    pub(crate) fn foot(&self) -> (usize, usize) {
        let (_, top, _, height) = self.rack();
        (top + height / 2, height / 2 + RACK_FOOT)
    }

    /// Returns the centre of a cell, its row counted from 0 at the bottom.
    pub(crate) fn cell(&self, column: Column, row: usize) -> (usize, usize) {
        let (left, top, ..) = self.rack();
        let x = left + self.side() + column.index() * CELL + CELL / 2;
        (x, top + FRAME / 2 + (self.size.height() - 1 - row) * CELL + CELL / 2)
    }

    /// Returns the centre of a column's score. Its words are below.
    pub(crate) fn score(&self, column: Column) -> (usize, usize) {
        let (_, top, ..) = self.rack();
        (self.cell(column, 0).0, top - self.head + 16)
    }

    /// Returns the point of a column's arrow.
    pub(crate) fn arrow(&self, column: Column) -> (usize, usize) {
        let (_, top, ..) = self.rack();
        (self.cell(column, 0).0, top - 6)
    }

    /// Returns the middle of the base line of a column's number.
    pub(crate) fn number(&self, column: Column) -> (usize, usize) {
        let (_, top, _, height) = self.rack();
        (self.cell(column, 0).0, top + height + RACK_FOOT + 22)
    }

    /// Returns the middle of the base line of the caption.
    pub(crate) fn caption(&self) -> (usize, usize) {
        let (_, width, height) = self.view();
        (width / 2, height - 18)
    }
}
