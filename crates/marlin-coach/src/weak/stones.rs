//! [`Stones`]: the stones of both players on the standard board, with the tactics that every rule of the weak solution
//! shares.

use marlin_core::Position;

use super::turn::Turn;

/// The lowest cell of every column.
const BOTTOM: u64 = Position::BOTTOM_MASK;
/// All cells.
pub(super) const BOARD: u64 = Position::BOARD_MASK;
/// The distances from a cell to its neighbours: above, and to the right below, beside and above.
const DIRECTIONS: [u32; 4] = [1, 6, 7, 8];
/// The bits of a column, with the sentinel above it.
const COLUMN_BITS: u32 = 7;
/// The columns of the board.
pub(super) const COLUMNS: u32 = 7;

/// The stones of X and of O. A set of cells is a word in the layout of [`Bitboard`](marlin_core::Bitboard).
///
/// # Examples
///
/// ```
/// use marlin_coach::weak::Stones;
/// use marlin_core::Position;
///
/// // X has c1, d1 and e1: b1 and f1 win.
/// let stones = Stones::of(&"443355".parse::<Position>()?);
/// assert_eq!(stones.winning_x(), 1 << 7 | 1 << 35);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stones {
    /// The stones of X.
    pub x: u64,
    /// The stones of O.
    pub o: u64,
}

impl Stones {
    /// Returns the stones of a position.
    pub fn of(position: &Position) -> Self {
        let (us, them) = (position.us().bits(), position.them().bits());
        if position.nb_moves().is_multiple_of(2) { Self { x: us, o: them } } else { Self { x: them, o: us } }
    }

    /// Returns the cells with a stone.
    pub const fn occupied(self) -> u64 {
        self.x | self.o
    }

    /// Returns the lowest empty cell of each column.
    pub const fn playable(self) -> u64 {
        (self.occupied() + BOTTOM) & BOARD
    }

    /// Returns the stones with one more of X.
    #[must_use]
    pub const fn with_x(self, cell: u64) -> Self {
        Self { x: self.x | cell, o: self.o }
    }

    /// Returns the stones with one more of O.
    #[must_use]
    pub const fn with_o(self, cell: u64) -> Self {
        Self { x: self.x, o: self.o | cell }
    }

    /// Returns the empty cells that complete four stones of X.
    pub fn winning_x(self) -> u64 {
        winning_cells(self.x) & !self.occupied()
    }

    /// Returns the empty cells that complete four stones of O.
    pub fn winning_o(self) -> u64 {
        winning_cells(self.o) & !self.occupied()
    }

    /// Returns the cell with which X wins at once, the first one if there are several, or no cell.
    pub fn win(self) -> u64 {
        first(self.winning_x() & self.playable())
    }

    /// Returns the moves of X after which O cannot win with the next stone (R1 in `docs/proofs.md`). X is to move.
    pub fn safe(self) -> u64 {
        non_losing(self.playable(), self.winning_o())
    }

    /// Returns the first safe move of X after which O has no safe reply (R3), or no cell. X is to move and cannot win at
    /// once.
    pub fn double_threat(self) -> u64 {
        let is_double = |&cell: &u64| {
            let after = self.with_x(cell);
            let playable = after.playable();
            playable != 0 && non_losing(playable, after.winning_x()) == 0
        };
        each(self.safe()).find(is_double).unwrap_or(0)
    }

    /// Returns whether the rules alone win for X, who is to move: at once, by a double threat, or by a move after which R4 proves
    /// the win by an odd threat.
    pub fn wins_by_rules(self) -> bool {
        Turn::of(self).is_decided()
    }

    /// Returns a word that no other stones have with the same side to move.
    pub const fn key(self) -> u64 {
        self.x + self.occupied() + BOTTOM
    }

    /// Returns the mirror image.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { x: mirrored(self.x), o: mirrored(self.o) }
    }

    /// Returns the one of the stones and their mirror image with the lesser key, and whether it is the mirror image.
    pub fn canonical(self) -> (Self, bool) {
        let mirrored = self.mirrored();
        if mirrored.key() < self.key() { (mirrored, true) } else { (self, false) }
    }
}

/// Returns the moves after which the other side cannot win with the next stone, by its winning cells.
fn non_losing(playable: u64, their_winning: u64) -> u64 {
    let now = their_winning & playable;
    let allowed = match now.count_ones() {
        0 => playable,
        1 => now,
        _ => 0,
    };
    allowed & !(their_winning >> 1)
}

/// Returns all cells that complete four of these stones, with those that are occupied.
fn winning_cells(stones: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    for direction in &DIRECTIONS[1..] {
        let above = stones << direction & stones << (2 * direction);
        let below = stones >> direction & stones >> (2 * direction);
        cells |= above & (stones << (3 * direction) | stones >> direction);
        cells |= below & (stones << direction | stones >> (3 * direction));
    }
    cells & BOARD
}

/// Returns whether four of these cells are in a line.
pub(super) fn has_four(cells: u64) -> bool {
    DIRECTIONS.iter().any(|direction| {
        let pairs = cells & cells >> direction;
        pairs & pairs >> (2 * direction) != 0
    })
}

/// Returns the lowest bit of a set: the first cell.
pub(super) const fn first(cells: u64) -> u64 {
    cells & cells.wrapping_neg()
}

/// Returns the cells of a set one by one, column by column and from below.
pub(super) fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = first(cells);
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// Returns the cells of a column, counted from 0.
pub(super) const fn column(index: u32) -> u64 {
    0b11_1111 << (COLUMN_BITS * index)
}

/// Returns the column of a cell, counted from 0.
pub(super) const fn column_of(cell: u64) -> u32 {
    cell.trailing_zeros() / COLUMN_BITS
}

/// Returns the mirror image of a set of cells.
fn mirrored(cells: u64) -> u64 {
    (0..COLUMNS).fold(0, |image, index| {
        image | (cells >> (COLUMN_BITS * index) & column(0)) << (COLUMN_BITS * (COLUMNS - 1 - index))
    })
}
