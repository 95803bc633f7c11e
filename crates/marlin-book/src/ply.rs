//! [`Ply`]: every position with a number of stones.

use std::collections::HashSet;
use std::iter;

use marlin_core::{BoardSize, Position};

/// Every position of an unfinished game with a number of stones, in the order in which they are found from the empty board.
/// Only the canonical one of two mirror images is listed.
///
/// # Examples
///
/// ```
/// use marlin_book::Ply;
///
/// let second = Ply::first(marlin_core::BoardSize::STANDARD).next();
/// assert_eq!(second.positions().len(), 4); // a stone in one of seven columns, mirror images once
/// assert_eq!(second.next().positions().len(), 25);
/// ```
#[derive(Debug, Clone)]
pub struct Ply {
    size: BoardSize,
    plies: u32,
    positions: Vec<Position>,
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

    /// Returns all plies up to the one with a number of stones.
    pub fn up_to(size: BoardSize, plies: u32) -> Vec<Self> {
        iter::successors(Some(Self::first(size)), |ply| (ply.plies < plies).then(|| ply.next())).collect()
    }

    /// Returns the ply with one more stone.
    #[must_use]
    pub fn next(&self) -> Self {
        let mut found = HashSet::new();
        let mut positions = Vec::new();
        for position in &self.positions {
            for column in position.legal_moves() {
                let child = position.after(column);
                let child = child.canonical();
                if !child.is_over() && found.insert(child.key()) {
                    positions.push(child);
                }
            }
        }
        Self { size: self.size, plies: self.plies + 1, positions }
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_book::Ply;
    /// use marlin_core::BoardSize;
    ///
    /// assert_eq!(Ply::first(BoardSize::STANDARD).size(), BoardSize::STANDARD);
    /// ```
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of stones.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the positions.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the positions that have their own score in a book that keeps the scores of this ply.
    pub fn kept(&self) -> impl Iterator<Item = Position> {
        self.positions.iter().copied().filter(|position| position.decided().is_none())
    }
}
