//! Makes opening books: complete, exact, and the same bytes each time.
//!
//! | item | purpose |
//! |---|---|
//! | [`Ply`] | lists every position of a ply, in a fixed order |
//! | [`Record`] | keeps the scores found so far on disk: an interrupted run resumes from it, and shards are merged from them |
//! | [`generate`] | searches the positions of the last ply, on many threads |
//! | [`finish`] | computes all other scores from those, and builds the book |
//! | [`verify`] | compares a book with the search |
//!
//! Only the last ply is searched. Its positions are searched in the order in which they are found from the
//! empty board: neighbours have the same ancestors, so table entries of one position help to solve the next.

mod make;
mod record;

use std::collections::HashSet;
use std::iter;

use marlin_core::{BoardSize, Position};

pub use make::{Mismatch, finish, generate, verify};
pub use record::{Record, Scores};

/// Every position of an unfinished game with a number of stones, in the order in which they are found from
/// the empty board. Only the canonical one of two mirror images is listed.
#[derive(Debug, Clone)]
pub struct Ply {
    pub size: BoardSize,
    /// The number of stones.
    pub plies: u32,
    pub positions: Vec<Position>,
}

impl Ply {
    /// Returns the ply of the empty board.
    pub fn first(size: BoardSize) -> Self {
        Self { size, plies: 0, positions: vec![Position::on(size)] }
    }

    /// Returns the ply with a number of stones.
    pub fn with_stones(size: BoardSize, plies: u32) -> Self {
        (0..plies).fold(Self::first(size), |ply, _| ply.next())
    }

    /// Returns all plies up to the one with a number of stones, one by one.
    pub fn up_to(size: BoardSize, plies: u32) -> impl Iterator<Item = Self> {
        iter::successors(Some(Self::first(size)), move |ply| (ply.plies < plies).then(|| ply.next()))
    }

    /// Returns the ply with one more stone.
    #[must_use]
    pub fn next(&self) -> Self {
        let mut found = HashSet::new();
        let mut positions = Vec::new();
        for position in &self.positions {
            for column in position.legal_moves() {
                let child = position.after(column).canonical();
                if !child.is_over() && found.insert(child.key()) {
                    positions.push(child);
                }
            }
        }
        Self { size: self.size, plies: self.plies + 1, positions }
    }

    /// Returns the positions that have their own score in a book that keeps the scores of this ply.
    pub fn kept(&self) -> impl Iterator<Item = Position> {
        self.positions.iter().copied().filter(|position| position.decided().is_none())
    }
}
