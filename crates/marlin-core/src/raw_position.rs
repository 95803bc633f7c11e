//! [`RawPosition`]: the rules of the game on two words, for a board of any size.

use crate::bitboard;
use crate::geometry::Masks;
use crate::player::Player;
use crate::word::Word;

/// A position without its board, which its methods take as an argument. [`Position`](crate::Position) keeps
/// the board beside it.
///
/// Columns are counted from 0 and are on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RawPosition<W = u128> {
    /// Stones of the side to move.
    pub us: W,
    /// Stones of both sides.
    pub occupied: W,
}

impl RawPosition {
    pub(crate) const EMPTY: Self = Self { us: 0, occupied: 0 };

    /// Returns the position in words that its board fits.
    pub(crate) fn in_words<W: Word>(&self) -> RawPosition<W> {
        RawPosition { us: W::of(self.us), occupied: W::of(self.occupied) }
    }
}

/// The sets of cells of a position that the rules of the search ask for, as one value, so that no two are
/// swapped by mistake.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sides<W> {
    /// Stones of the side to move.
    pub(crate) us: W,
    /// Stones of the other side.
    pub(crate) them: W,
    /// The cells that can be played next.
    pub(crate) playable: W,
    /// Winning cells of the side to move.
    pub(crate) our_threats: W,
    /// Winning cells of the other side.
    pub(crate) their_threats: W,
}

/// All stones and winning cells of each side. A claim is compared with them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held<W> {
    pub(crate) ours: W,
    pub(crate) theirs: W,
}

impl<W: Word> Sides<W> {
    /// Returns the filled cells.
    #[inline(always)]
    pub(crate) fn filled(&self) -> W {
        self.us | self.them
    }

    /// Returns the empty cells.
    #[inline(always)]
    pub(crate) fn empty(&self, masks: &Masks<W>) -> W {
        masks.board ^ self.filled()
    }

    /// Returns all stones and winning cells of each side.
    #[inline(always)]
    pub(crate) fn held(&self) -> Held<W> {
        Held { ours: self.us | self.our_threats, theirs: self.them | self.their_threats }
    }

    /// Returns the moves after which the other side cannot win at once.
    #[inline(always)]
    pub(crate) fn non_losing_moves(&self) -> W {
        bitboard::non_losing_cells(self.playable, self.their_threats)
    }

    /// Returns the score if the next two stones decide it: see
    /// [`Position::decided`](crate::Position::decided). `is_lost` tells whether the last stone has completed
    /// four in a row.
    pub(crate) fn decided(&self, masks: &Masks<W>, nb_moves: u32, is_lost: bool) -> Option<i32> {
        if is_lost {
            Some(masks.lost_at(nb_moves))
        } else if self.playable == W::ZERO {
            Some(0)
        } else if self.our_threats & self.playable != W::ZERO {
            Some(masks.win_in(nb_moves, 0))
        } else if self.non_losing_moves() == W::ZERO {
            Some(-masks.win_in(nb_moves, 1))
        } else {
            None
        }
    }
}

impl<W: Word> RawPosition<W> {
    /// Returns the stones of the side that moved last.
    pub fn them(&self) -> W {
        self.us ^ self.occupied
    }

    /// Returns the stones of a player.
    pub(crate) fn stones(&self, player: Player) -> W {
        if player == self.side_to_move() { self.us } else { self.them() }
    }

    pub(crate) fn nb_moves(&self) -> u32 {
        self.occupied.count_ones()
    }

    pub(crate) fn side_to_move(&self) -> Player {
        Player::to_move_after(self.nb_moves())
    }

    /// Returns the cells on which a stone would land, one in each column that is not full.
    pub(crate) fn playable(&self, masks: &Masks<W>) -> W {
        (self.occupied + masks.bottom) & masks.board
    }

    pub(crate) fn can_play(&self, masks: &Masks<W>, column: usize) -> bool {
        self.occupied & masks.top_mask(column) == W::ZERO
    }

    /// Returns the position after a stone on a playable cell.
    #[inline(always)]
    pub(crate) fn after(&self, cell: W) -> Self {
        Self { us: self.them(), occupied: self.occupied | cell }
    }

    /// Returns the position after a move in a column that is not full.
    ///
    /// Adding the column's lowest cell to the occupied ones carries through the stones there and sets the
    /// first empty cell.
    pub(crate) fn after_column(&self, masks: &Masks<W>, column: usize) -> Self {
        debug_assert!(self.can_play(masks, column));
        Self { us: self.them(), occupied: self.occupied | (self.occupied + masks.bottom_mask(column)) }
    }

    /// Returns the columns that may be played, from left to right; none when the game is over.
    pub(crate) fn legal_columns(&self, masks: &Masks<W>) -> impl Iterator<Item = usize> + use<W> {
        let open = if self.is_over(masks) { W::ZERO } else { self.playable(masks) };
        let masks = *masks;
        bitboard::each(open).map(move |cell| masks.column_of(cell))
    }

    /// Returns the player who has four in a row.
    pub(crate) fn winner(&self, masks: &Masks<W>) -> Option<Player> {
        let us = self.side_to_move();
        if bitboard::has_four(masks, self.them()) {
            Some(us.opponent())
        } else if bitboard::has_four(masks, self.us) {
            Some(us)
        } else {
            None
        }
    }

    pub(crate) fn is_full(&self, masks: &Masks<W>) -> bool {
        self.occupied == masks.board
    }

    pub(crate) fn is_over(&self, masks: &Masks<W>) -> bool {
        self.is_full(masks) || self.winner(masks).is_some()
    }

    /// Returns the empty cells that would complete four in a row for the side to move.
    pub(crate) fn our_threats(&self, masks: &Masks<W>) -> W {
        bitboard::winning_cells(masks, self.us, self.occupied)
    }

    /// Returns the empty cells that would complete four in a row for the other side.
    pub(crate) fn their_threats(&self, masks: &Masks<W>) -> W {
        bitboard::winning_cells(masks, self.them(), self.occupied)
    }

    /// Returns the sets of both sides.
    pub(crate) fn sides(&self, masks: &Masks<W>) -> Sides<W> {
        Sides {
            us: self.us,
            them: self.them(),
            playable: self.playable(masks),
            our_threats: self.our_threats(masks),
            their_threats: self.their_threats(masks),
        }
    }

    /// Returns the cells on which the side to move wins at once.
    pub(crate) fn winning_moves(&self, masks: &Masks<W>) -> W {
        self.our_threats(masks) & self.playable(masks)
    }

    /// Returns the player whose stone is on a cell.
    pub(crate) fn at(&self, cell: W) -> Option<Player> {
        let us = self.side_to_move();
        let has = |stones: W| stones & cell != W::ZERO;
        if has(self.us) { Some(us) } else { has(self.them()).then_some(us.opponent()) }
    }

    /// Returns the number of stones in a column.
    pub(crate) fn height(&self, masks: &Masks<W>, column: usize) -> usize {
        (self.occupied & masks.column_mask(column)).count_ones() as usize
    }

    /// Returns the positions from which a move leads to this one, with the column of the move. Some of them
    /// may not arise in a game.
    pub(crate) fn parents(self, masks: &Masks<W>) -> impl Iterator<Item = (usize, Self)> + use<W> {
        let (them, occupied, masks) = (self.them(), self.occupied, *masks);
        let tops = occupied & !(occupied >> 1);
        bitboard::each(tops & them).map(move |stone| {
            let before = occupied ^ stone;
            (masks.column_of(stone), Self { us: them & before, occupied: before })
        })
    }

    /// Returns a word that no other position of the board has: [`Position::key`](crate::Position::key).
    pub(crate) fn key(&self, masks: &Masks<W>) -> W {
        self.us + self.occupied + masks.bottom
    }

    pub(crate) fn mirror(&self, masks: &Masks<W>) -> Self {
        Self { us: bitboard::mirror(masks, self.us), occupied: bitboard::mirror(masks, self.occupied) }
    }

    /// Returns the canonical form: see [`Position::canonical`](crate::Position::canonical).
    pub(crate) fn canonical(&self, masks: &Masks<W>) -> Self {
        let mirror = self.mirror(masks);
        if mirror.key(masks) < self.key(masks) { mirror } else { *self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Cell;
    use crate::game::Game;
    use crate::geometry::BoardSize;
    use crate::position::Position;

    /// A cell as column and row.
    type Place = (usize, usize);

    /// Returns the lines of four cells from a cell on, by coordinates: to the right, up, and along both
    /// diagonals.
    fn lines_from(size: BoardSize, (column, row): Place) -> Vec<[Place; 4]> {
        let (fits_right, fits_up) = (column + 4 <= size.width(), row + 4 <= size.height());
        let mut lines = Vec::new();
        if fits_right {
            lines.push([0, 1, 2, 3].map(|step| (column + step, row)));
        }
        if fits_up {
            lines.push([0, 1, 2, 3].map(|step| (column, row + step)));
        }
        if fits_right && fits_up {
            lines.push([0, 1, 2, 3].map(|step| (column + step, row + step)));
        }
        if fits_right && row >= 3 {
            lines.push([0, 1, 2, 3].map(|step| (column + step, row - step)));
        }
        lines
    }

    /// Returns the cells of the board, row by row or column by column.
    fn places(size: BoardSize, by_row: bool) -> Vec<Place> {
        let (width, height) = (size.width(), size.height());
        let place =
            |index| if by_row { (index % width, index / width) } else { (index / height, index % height) };
        (0..width * height).map(place).collect()
    }

    fn bits(size: BoardSize, places: &[Place]) -> u128 {
        places.iter().fold(0, |bits, &(column, row)| bits | 1 << (column * (size.height() + 1) + row))
    }

    /// Compares the winning stones and lines of a player who has these cells, wherever they are, with those
    /// by coordinates.
    fn compare(size: BoardSize, places: &[Place]) {
        let stones = bits(size, places);
        let all_lines = places.iter().flat_map(|&place| lines_from(size, place));
        let mut expected: Vec<_> =
            all_lines.map(|line| bits(size, &line)).filter(|line| line & stones == *line).collect();
        let position = Position::from_raw(size, RawPosition { us: 0, occupied: stones });
        let found = Game::from_position(position).winning_lines();
        let bit = |cell: &Cell| cell.bit(size.masks());
        let mut lines: Vec<u128> = found.iter().map(|line| line.iter().map(bit).sum()).collect();
        expected.sort_unstable();
        lines.sort_unstable();
        assert_eq!(lines, expected, "{size}, {stones:#x}");
        let all = expected.iter().fold(0, |all, line| all | line);
        assert_eq!(position.winning_stones().bits(), all, "{size}, {stones:#x}");
    }

    /// Compares every four cells that are equally far apart in a list of all cells. Such a four wraps around
    /// the right and the left edge of a board that is kept row by row, and around the top and the bottom of
    /// one kept column by column.
    fn check_fours(size: BoardSize) {
        for by_row in [true, false] {
            let places = places(size, by_row);
            for start in 0..places.len() {
                for distance in 1..=size.width().max(size.height()) + 1 {
                    let four: Vec<_> = places[start..].iter().copied().step_by(distance).take(4).collect();
                    compare(size, &four);
                }
            }
        }
    }

    /// Compares sets of many cells, chosen at random but always the same, in which lines meet and grow long.
    fn check_sets(size: BoardSize) {
        let mut random = 1_u64;
        for _ in 0..300 {
            // xorshift64 (Marsaglia 2003); three cells of four are in the set.
            let mut word = || {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                random
            };
            let set = [word() | word(), word() | word()];
            let mut chosen = places(size, true);
            let mut index = 0;
            chosen.retain(|_| {
                index += 1;
                set[(index - 1) / 64] >> ((index - 1) % 64) & 1 != 0
            });
            compare(size, &chosen);
        }
    }

    #[test]
    fn winning_stones_stand_in_line_and_never_around_an_edge_of_any_board() {
        for size in BoardSize::all() {
            check_fours(size);
            check_sets(size);
        }
    }
}
