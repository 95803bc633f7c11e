//! Claimeven until a deadline: it needs an odd threat where the number of empty cells is odd. Without one it may hold
//! until a win scores too little.
//!
//! docs/proofs.md has the strategy, its proof and a board (R4, "Claimeven until a deadline").

use super::node::Child;
use crate::bitboard;
use crate::geometry::{Layout, Masks};
use crate::target::one_copy_in_a_page;
use crate::word::Word;

/// The most moves for which the rule is tried. Five and six save nodes but no time.
const MOST_MOVES: u32 = 4;

/// Returns the deadline for a score: the number of next stones with which a win of the side to move scores more than
/// `target`. `None` if the rule does not apply.
#[inline(always)]
pub(super) fn of_target<W>(masks: &Masks<W>, nb_moves: u32, target: i32) -> Option<u32> {
    let empty = masks.cells() - nb_moves;
    // A win with the last stone scores 1, and with each stone before it 1 more.
    let moves = u32::try_from(empty.div_ceil(2) as i32 - target).ok()?;
    (!empty.is_multiple_of(2) && target >= 0 && moves <= MOST_MOVES).then_some(moves)
}

/// Returns whether claimeven of the other side keeps the side to move from a four until a deadline: with its next `moves`
/// stones.
///
/// The number of empty cells must be odd, and the side to move unable to win at once.
#[inline(always)]
pub(super) fn holds<B: Layout>(child: &Child<B>, moves: u32) -> bool {
    let &Child { us, them, playable, our_threats, their_threats, .. } = child;
    holds_on(&child.board.masks(), &Cells { us, them, playable, our_threats, their_threats }, moves)
}

/// The cells of a child, without its board: WebAssembly has the rule compiled once for all boards.
struct Cells<W> {
    us: W,
    them: W,
    playable: W,
    our_threats: W,
    their_threats: W,
}

one_copy_in_a_page! {
    /// [`holds`], on a board.
    fn holds_on<W: Word>(masks: &Masks<W>, child: &Cells<W>, moves: u32) -> bool {
        // Most positions fail by four playable cells, or by a winning cell.
        if moves >= 4 && bitboard::has_four(masks, child.us | child.playable) {
            return false;
        }
        let strategy = Strategy::of(masks, child, moves);
        let even_columns = bitboard::whole_columns(masks, strategy.even_lows);
        if child.our_threats & strategy.our_cells & strategy.moves.at_most(&strategy.most) & even_columns
            != W::ZERO
        {
            return false;
        }
        for low in bitboard::each(strategy.odd_lows) {
            if strategy.holds(masks, low, moves) {
                return true;
            }
        }
        false
    }
}

/// The number of our moves that each cell takes, as a three-bit number spread over three sets of cells; 7 means "never".
#[derive(Debug, Clone, Copy)]
struct MoveCounts<W> {
    ones: W,
    twos: W,
    fours: W,
}

impl<W: Word> MoveCounts<W> {
    /// Returns the number of our moves until we get a cell, where we get it: in a column, every second stone is ours. From
    /// the 13th empty cell on it is 0, which is no more than the true number.
    #[inline(always)]
    fn until(masks: &Masks<W>, playable: W) -> Self {
        let mut pairs = [W::ZERO; 6];
        let mut next = playable;
        for pair in &mut pairs {
            let above = next << 1 & masks.board;
            *pair = next | above;
            next = above << 1 & masks.board;
        }
        let [one, two, three, four, five, six] = pairs;
        Self { ones: one | three | five, twos: two | three | six, fours: four | five | six }
    }

    /// Returns one number for all cells.
    #[inline(always)]
    fn everywhere(number: u32) -> Self {
        let digit = |bit: u32| W::all_if(number >> bit & 1 == 1);
        Self { ones: digit(0), twos: digit(1), fours: digit(2) }
    }

    /// Returns 0 for stones, the numbers of some cells, and never for all others.
    #[inline(always)]
    fn of_cells(&self, stones: W, cells: W) -> Self {
        let (counted, never) = (cells & !stones, !(stones | cells));
        let within = |digit: W| digit & counted | never;
        Self { ones: within(self.ones), twos: within(self.twos), fours: within(self.fours) }
    }

    /// Returns for each cell the number of the cell at some distance; beyond the board it is never.
    #[inline(always)]
    fn at(&self, distance: u32) -> Self {
        // Only on boards of one or two columns does a distance exceed the word. The lines found there prove nothing, as on
        // all boards a four too many.
        let shifted = |digit: W| !(!digit >> (distance % W::BITS));
        Self { ones: shifted(self.ones), twos: shifted(self.twos), fours: shifted(self.fours) }
    }

    /// Returns the sums of two numbers, never from seven on.
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let carry = self.ones & other.ones;
        let twos = self.twos ^ other.twos;
        let next_carry = self.twos & other.twos | twos & carry;
        let fours = self.fours ^ other.fours;
        let never = self.fours & other.fours | fours & next_carry;
        let ones = self.ones ^ other.ones | never;
        Self { ones, twos: twos ^ carry | never, fours: fours ^ next_carry | never }
    }

    /// Returns the cells whose number is at most that of another.
    #[inline(always)]
    fn at_most(&self, most: &Self) -> W {
        let ones = most.ones | !self.ones;
        let twos = most.twos & (ones | !self.twos) | ones & !self.twos;
        most.fours & (twos | !self.fours) | twos & !self.fours
    }
}

/// The empty cells of a position, as the strategy divides them.
struct Strategy<W> {
    us: W,
    /// The cells that we may get while no column is open.
    our_cells: W,
    /// The lowest cells of the columns with an odd number of empty cells, and of those with an even one.
    odd_lows: W,
    even_lows: W,
    moves: MoveCounts<W>,
    most: MoveCounts<W>,
}

impl<W: Word> Strategy<W> {
    #[inline(always)]
    fn of(masks: &Masks<W>, child: &Cells<W>, moves: u32) -> Self {
        let Cells { us, them, playable, their_threats, .. } = *child;
        let empty = masks.board ^ (us | them);
        let traps = their_threats & masks.claimeven_rows & !playable;
        let our_cells = (empty & masks.odd_threat_rows | playable) & !bitboard::fill_up(masks, traps);
        let (odd_lows, even_lows) = (playable & masks.claimeven_rows, playable & masks.odd_threat_rows);
        let (moves, most) = (MoveCounts::until(masks, playable), MoveCounts::everywhere(moves));
        Self { us, our_cells, odd_lows, even_lows, moves, most }
    }

    /// Returns whether the strategy holds for `moves` moves of ours, with one odd column open at first.
    #[inline(always)]
    fn holds(&self, masks: &Masks<W>, low: W, moves: u32) -> bool {
        // In a column of a pair two of our stones may follow each other.
        let in_pairs = self.odd_lows ^ low;
        if in_pairs & self.us << 1 & self.us << 2 & !(masks.sentinels >> 1) != W::ZERO {
            return false;
        }
        let column = bitboard::fill_up(masks, low);
        let (others, theirs) = (self.our_cells & !column, column & masks.claimeven_rows);
        if self.has_four(masks, self.us, others | theirs, moves) {
            return false;
        }
        let stage = Stage { stones: self.us | theirs, our_cells: others, lows: self.even_lows };
        let full = column.count_ones().div_ceil(2);
        moves <= full || self.can_open(masks, &stage, moves - full)
    }

    /// Returns whether they can open an even column, and perhaps a second one after it, such that the strategy holds for
    /// `moves` moves more.
    #[inline(always)]
    fn can_open(&self, masks: &Masks<W>, stage: &Stage<W>, moves: u32) -> bool {
        let moves_in = |low| bitboard::fill_up(masks, low).count_ones() / 2;
        let most_in_one = bitboard::each(stage.lows).map(moves_in).max().unwrap_or(0);
        for low in bitboard::each(stage.lows) {
            let left = moves.saturating_sub(moves_in(low));
            if left > most_in_one {
                continue;
            }
            let Some(next) = self.opened(masks, stage, low, moves) else { continue };
            if left == 0 {
                return true;
            }
            for low in bitboard::each(next.lows) {
                if moves_in(low) >= left && self.opened(masks, &next, low, left).is_some() {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the stage after a column that they open; `None` if the strategy fails before.
    #[inline(always)]
    fn opened(&self, masks: &Masks<W>, stage: &Stage<W>, low: W, moves: u32) -> Option<Stage<W>> {
        let column = bitboard::fill_up(masks, low);
        if self.has_four(masks, stage.stones, stage.our_cells | column, moves) {
            return None;
        }
        let (stones, our_cells) = (stage.stones | column, stage.our_cells & !column);
        Some(Stage { stones, our_cells, lows: stage.lows ^ low })
    }

    /// Returns whether a four that is not upright, of `stones` and `cells`, needs at most `most` moves of ours.
    #[inline(always)]
    fn has_four(&self, masks: &Masks<W>, stones: W, cells: W, most: u32) -> bool {
        let moves = self.moves.of_cells(stones, cells);
        let most = MoveCounts::everywhere(most);
        let [_, falling, horizontal, rising] = bitboard::directions(masks);
        // Four directions fill a vector.
        let mut found = W::ZERO;
        for direction in [falling, horizontal, rising, rising] {
            let two = moves.plus(&moves.at(direction));
            found |= two.plus(&two.at(2 * direction)).at_most(&most);
        }
        found & masks.board != W::ZERO
    }
}

/// The strategy after some columns are full by a stone of ours.
struct Stage<W> {
    /// Our stones, and all that we may have in these columns.
    stones: W,
    /// The cells that we may get in the others, while they are not open.
    our_cells: W,
    /// The lowest cells of the columns that may be opened.
    lows: W,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Standard;
    use crate::position::Position;
    use crate::search::node::Node;

    /// Returns whether every win of the side to move is proven to score at most `target` after some moves.
    fn is_proven(moves: &str, target: i32) -> bool {
        let position: Position = moves.parse().expect("a position");
        let before: Position = moves[..moves.len() - 1].parse().expect("a position");
        let last = position.raw.occupied & !before.raw.occupied;
        let child = Child::of(&Node::root(Standard, &before.raw), last as u64);
        of_target(&Standard.masks(), child.nb_moves, target).is_some_and(|moves| holds(&child, moves))
    }

    #[test]
    fn a_four_that_needs_five_moves_is_too_late_for_four() {
        // The board of docs/proofs.md.
        assert!(is_proven("1214357143416523221342744556332", 2));
        assert!(!is_proven("1214357143416523221342744556332", 1));
    }

    #[test]
    fn no_cell_counts_for_more_moves_than_every_second_stone_of_its_column() {
        for height in 1..=127 {
            let masks = &Masks::of(1, height);
            for filled in 0..height {
                let moves = MoveCounts::until(masks, 1 << filled);
                for cell in filled..height {
                    let digit = |digits: u128, value: u128| (digits >> cell & 1) * value;
                    let counted = digit(moves.ones, 1) + digit(moves.twos, 2) + digit(moves.fours, 4);
                    let number = (cell - filled + 1).div_ceil(2) as u128;
                    assert_eq!(
                        counted,
                        if number <= 6 { number } else { 0 },
                        "{height} rows, {filled} filled"
                    );
                }
            }
        }
    }

    #[test]
    fn sums_from_seven_on_are_never() {
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            let sum = MoveCounts::<u128>::everywhere(a).plus(&MoveCounts::everywhere(b));
            for most in 0..7 {
                let is_at_most = sum.at_most(&MoveCounts::everywhere(most)) == u128::MAX;
                assert_eq!(is_at_most, a + b <= most, "{a} + {b} <= {most}");
            }
        }
    }
}
