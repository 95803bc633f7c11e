//! Former names, until their last users are gone.
#![allow(missing_docs, reason = "they go")]

pub use crate::report::Report as Analysis;
pub use crate::suite::{Suite, SuiteLine};
pub use crate::{
    Bitboard, Book, Bounds, Claimeven, Game, Position, Progress, Query, Report, Score, SecondFour, Solver,
    SolverBuilder,
};
use crate::{BoardSize, Column, ParseError};

impl Solver {
    pub fn builder_on(size: BoardSize) -> SolverBuilder {
        SolverBuilder::on(size)
    }

    pub fn principal_variation(&self, position: &Position) -> Vec<Column> {
        self.best_line(position).moves
    }
}

impl Query<'_> {
    pub fn principal_variation(self, len: usize) -> Vec<Column> {
        self.best_line(len).moves
    }
}

impl Score {
    pub const fn draw(_: BoardSize) -> Self {
        Self::DRAW
    }

    pub fn lowest(size: BoardSize) -> Self {
        -Self::highest(size)
    }
}

impl Position {
    pub fn from_bitboards_on(size: BoardSize, first: u64, second: u64) -> Result<Self, ParseError> {
        Self::from_bitboards(size, first, second)
    }

    pub fn from_cells_on(size: BoardSize, cells: &[u8]) -> Result<Self, ParseError> {
        Self::from_cells(size, cells)
    }
}
