//! [`Stones`]: the stones of both players on the standard board, and [`Turn`], the decisions of the rules
//! alone with X to move.

use marlin_core::{Bitboard, BoardSize, Position};

/// The lowest cell of every column.
const BOTTOM: u64 = Position::BOTTOM_MASK as u64;
/// All cells.
const BOARD: u64 = Position::BOARD_MASK as u64;
/// Rows 2, 4 and 6, the rows of the side that answers.
const EVEN_ROWS: u64 = 0b10_1010 * BOTTOM;
/// Rows 1, 3 and 5.
const ODD_ROWS: u64 = 0b01_0101 * BOTTOM;
/// The bits of a column, with the sentinel above it.
const COLUMN_BITS: u32 = 7;
/// The columns of the board.
pub(super) const COLUMNS: u32 = 7;

/// The stones of X and of O. A set of cells is a word in the layout of [`Bitboard`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stones {
    /// The stones of X.
    pub x: u64,
    /// The stones of O.
    pub o: u64,
}

impl Stones {
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
        set(self.x).winning_cells(set(self.occupied())).bits() as u64
    }

    /// Returns the cell with which X wins at once, the first one if there are several, or no cell.
    pub fn win(self) -> u64 {
        first(self.winning_x() & self.playable())
    }

    /// Returns the moves of X after which O cannot win with the next stone (R1 in `docs/proofs.md`). X is to
    /// move.
    pub fn safe(self) -> u64 {
        self.safe_from(self.o)
    }

    /// Returns the moves after which the side with some of the stones cannot win with the next one.
    fn safe_from(self, theirs: u64) -> u64 {
        set(self.playable()).non_losing(set(theirs).winning_cells(set(self.occupied()))).bits() as u64
    }

    /// Returns the first safe move of X after which O has no safe reply (R3), or no cell. X is to move and
    /// cannot win at once.
    pub fn double_threat(self) -> u64 {
        let is_double = |&cell: &u64| {
            let after = self.with_x(cell);
            after.playable() != 0 && after.safe_from(after.x) == 0
        };
        each(self.safe()).find(is_double).unwrap_or(0)
    }

    /// Returns whether the rules alone win for X, who is to move: at once, by a double threat, or by a move
    /// after which R4 proves the win by an odd threat.
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
        Self { x: set(self.x).mirror().bits() as u64, o: set(self.o).mirror().bits() as u64 }
    }

    /// Returns the canonical form: the stones or their mirror image, with the lesser key of the two. Also
    /// returns whether it is the mirror image.
    pub fn canonical(self) -> (Self, bool) {
        let mirrored = self.mirrored();
        if mirrored.key() < self.key() { (mirrored, true) } else { (self, false) }
    }
}

/// Returns a word as a set of cells.
fn set(cells: u64) -> Bitboard {
    Bitboard::from_bits(BoardSize::STANDARD, (cells & BOARD).into())
        .unwrap_or(Bitboard::on(BoardSize::STANDARD))
}

/// Returns whether four of these cells are in a row.
pub(super) fn has_four(cells: u64) -> bool {
    set(cells).has_four()
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

/// A position with X to move, as far as the rules alone decide it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// X wins at once.
    Win(u64),
    /// X makes a double threat.
    DoubleThreat(u64),
    /// X wins by an odd threat after this move.
    Claims(u64, Claims),
    /// These moves are safe.
    Open(u64),
    /// O wins whatever X plays, or the board is full.
    Lost,
}

impl Turn {
    /// Returns the decision for stones with X to move.
    pub(super) fn of(stones: Stones) -> Self {
        let (win, safe) = (stones.win(), stones.safe());
        if win != 0 {
            return Self::Win(win);
        }
        let double_threat = stones.double_threat();
        if double_threat != 0 {
            return Self::DoubleThreat(double_threat);
        }
        let claims = |cell: u64| Some(Self::Claims(cell, Claims::of(stones.with_x(cell))?));
        if let Some(claims) = each(safe).find_map(claims) {
            return claims;
        }
        if safe == 0 { Self::Lost } else { Self::Open(safe) }
    }

    /// Returns whether a single move is safe.
    pub(super) const fn is_only(self) -> bool {
        matches!(self, Self::Open(safe) if safe.is_power_of_two())
    }

    /// Returns whether X wins without a move of the solution.
    pub(super) const fn is_decided(self) -> bool {
        matches!(self, Self::Win(_) | Self::DoubleThreat(_) | Self::Claims(..))
    }
}

/// X answers each stone of O right above it, and wins by an odd threat (R4 in `docs/proofs.md`): right above
/// the last stone, except that the lowest cells of two columns with an odd number of empty cells are a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Claims {
    pairs: [[u64; 2]; 3],
}

impl Claims {
    /// Returns the claims that prove a win of X, if R4 does. O is to move and cannot win at once.
    pub(super) fn of(stones: Stones) -> Option<Self> {
        let (playable, threats) = (stones.playable(), stones.winning_x());
        let odd_columns: u64 = each(playable & EVEN_ROWS).map(|cell| column(column_of(cell))).sum();
        let threat =
            each(threats & ODD_ROWS & odd_columns).find(|&threat| is_won_by(stones, threats, threat))?;
        let others = playable & EVEN_ROWS & !column(column_of(threat));
        let mut cells = each(others);
        let pairs = [(); 3].map(|()| [cells.next().unwrap_or(0), cells.next().unwrap_or(0)]);
        Some(Self { pairs })
    }

    /// Returns the reply to the last stone of O, or no cell if there is none.
    pub(super) fn reply(self, stones: Stones, last: u64) -> u64 {
        let partner = self.pairs.iter().find_map(|&[one, other]| match last {
            _ if last == one => Some(other),
            _ if last == other => Some(one),
            _ => None,
        });
        let untouched = partner.unwrap_or(0) & stones.playable();
        if untouched != 0 { untouched } else { last << 1 & stones.playable() }
    }

    /// Returns whether all replies from here on are right above the last stone.
    pub(super) fn is_follow_up(self, stones: Stones) -> bool {
        self.pairs.as_flattened().iter().all(|cell| cell & stones.playable() == 0)
    }
}

/// Returns whether an odd threat of X wins: O has no four in its stones and the cells that it may get.
fn is_won_by(stones: Stones, threats: u64, threat: u64) -> bool {
    let (empty, playable, its_column) =
        (BOARD & !stones.occupied(), stones.playable(), column(column_of(threat)));
    let traps = threats & empty & EVEN_ROWS & !playable & !its_column;
    let outside = (empty & ODD_ROWS | playable) & !its_column & !from_upwards(traps);
    let below_threat = its_column & empty & (threat - 1) & EVEN_ROWS;
    !has_four(stones.o | outside | below_threat)
}

/// Returns some cells and all cells above them.
fn from_upwards(cells: u64) -> u64 {
    // The negation has the lowest cell of the column and all bits above it.
    (0..COLUMNS).map(column).fold(0, |all, its| all | its & (cells & its).wrapping_neg())
}
