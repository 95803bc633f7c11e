//! Claimeven: the side not to move answers each stone with one right above it, and the side to move cannot
//! score more than that allows: in zugzwang, by the fours that come second, or by the stones that its fours
//! take.
//!
//! docs/proofs.md (R4) has the strategy, its proof and a picture of each case.
//!
//! # The plain algorithm
//!
//! With an even number of empty cells:
//!
//! ```text
//! their cells = the empty cells of the rows of claimeven (the top row, the third from the top ...)
//!               that are not playable
//! traps       = their winning cells among them
//! our cells   = the other empty cells without a trap below them in their column
//! if a four is within our stones and our cells: no bound, unless each such four comes second
//! if there are traps:                           upper = -n / 2, n the number of cells from just below
//!                                                       the lowest trap of each column upwards
//! if a four is within their stones and cells:   upper = -1, on the full board
//! else:                                         upper = 0
//! ```
//!
//! With an odd number they also need an odd threat: a winning cell in a row that is not a row of claimeven,
//! in a column with an odd number of empty cells, which we must make playable ([`divide`]).
//!
//! # Where this code departs from it
//!
//! All columns are one word, so there is no loop over columns and no branch: each line is a few instructions
//! for the whole board, and the loops over the children (`children.rs`) run it for all of them at once. Fours
//! that may come second are examined one by one ([`Fours`]), unless [`Fours::may_come_second`] rules it out.
//! The stones that a four takes are added up for all lines of a direction at once ([`upper_by_stones`]).
//!
//! # References
//!
//! V. Allis, A Knowledge-based Approach of Connect-Four, 1988: claimeven, odd threats and zugzwang.

use crate::bitboard;
use crate::geometry::Masks;
use crate::raw_position::{RawPosition, Sides};
use crate::target::one_copy_in_wasm;
use crate::word::Word;

/// The result of claimeven for the side to move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClaimevenBound {
    /// An upper bound of the score of the side to move; the highest score without a proof.
    pub(crate) upper: i64,
    /// The fours that the side to move could complete.
    pub(super) our_fours: u32,
    /// The bound that holds if each of them comes second: the other side completes a four before it.
    pub(super) upper_if_second: i64,
}

/// The division of the empty cells by claimeven.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Division<W = u128> {
    /// The cells that the side to move may get.
    pub(crate) our_cells: W,
    /// The cells above playable ones that the other side gets, outside of the column of the odd threat.
    pub(crate) their_cells: W,
    /// Their winning cells among them.
    pub(crate) traps: W,
    /// Their winning cell that replaces a trap if the number of empty cells is odd.
    pub(crate) odd_threat: W,
}

/// Divides the empty cells between us, the side to move, and them, the side that answers.
#[inline(always)]
pub(super) fn divide<W: Word>(masks: &Masks<W>, sides: &Sides<W>, nb_moves: u32) -> Division<W> {
    let &Sides { playable, their_threats, .. } = sides;
    let empty = sides.empty(masks);
    let is_odd = W::all_if((masks.cells() - nb_moves) % 2 == 1);

    // With an odd number of empty cells they need an odd threat, as Allis calls it: a winning cell which we
    // must make playable, in a column with an odd number of empty cells. Any will do; this is the leftmost.
    let odd_columns = bitboard::whole_columns(masks, playable & masks.claimeven_rows);
    let odd_threats = their_threats & masks.odd_threat_rows & odd_columns & is_odd;
    let odd_threat = odd_threats.lowest();
    let its_column = bitboard::whole_columns(masks, odd_threat);

    // In the other columns they get the rows of claimeven above the playable cells, and win there at the
    // lowest of their winning cells: we get nothing from there upwards.
    let their_cells = empty & masks.claimeven_rows & !playable & !its_column;
    let traps = their_threats & their_cells;
    let our_cells = (empty & masks.odd_threat_rows | playable) & !its_column;
    let our_cells = our_cells & !bitboard::fill_up(masks, traps);
    let below_odd_threat = its_column & empty & !bitboard::fill_up(masks, odd_threat);
    let our_cells = our_cells | (below_odd_threat & masks.claimeven_rows);
    Division { our_cells, their_cells, traps, odd_threat }
}

/// Returns the bound for the side to move that a division of the empty cells proves.
#[inline(always)]
pub(super) fn claimeven<W: Word>(
    masks: &Masks<W>,
    sides: &Sides<W>,
    nb_moves: u32,
    division: &Division<W>,
) -> ClaimevenBound {
    let &Division { our_cells, their_cells, traps, odd_threat } = division;
    let is_odd = u64::from((masks.cells() - nb_moves) % 2);

    // Zugzwang: we run out of cells outside the columns with a trap, from just below each trap upwards.
    let trapped = bitboard::fill_up(masks, (traps | odd_threat) >> 1);
    let zugzwang_upper = -i64::from(trapped.count_ones() / 2);
    let full_board_upper = -i64::from(bitboard::has_four(masks, sides.them | their_cells));

    let our_fours = bitboard::count_fours(masks, sides.us | our_cells);
    let no_bound = i64::from(masks.max_score());
    let can_follow = is_odd & u64::from(odd_threat == W::ZERO) == 0;
    let bound = if trapped == W::ZERO { full_board_upper } else { zugzwang_upper };
    let upper_if_second = if can_follow { bound } else { no_bound };
    let upper = if our_fours == 0 { upper_if_second } else { no_bound };
    ClaimevenBound { upper, our_fours, upper_if_second }
}

/// The cells of both sides under claimeven, with an even number of empty cells or an odd threat.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fours<W> {
    sides: Sides<W>,
    /// The cells that we may get.
    our_cells: W,
    /// The cells that they get once all cells below are filled, with those up to the odd threat.
    their_cells: W,
    /// The lowest cells of the odd columns that are paired: each side gets one of a pair.
    paired: W,
}

/// A four that claimeven leaves to the side to move, and a four of the other side that is complete before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SecondFour<W = u128> {
    pub(crate) ours: W,
    pub(crate) theirs: W,
}

impl<W: Word> Fours<W> {
    /// Returns the fours of a position by its division.
    #[inline(always)]
    pub(super) fn new(masks: &Masks<W>, sides: Sides<W>, division: &Division<W>) -> Self {
        let &Division { our_cells, their_cells, odd_threat, .. } = division;
        let column = bitboard::whole_columns(masks, odd_threat);
        let above = bitboard::fill_up(masks, odd_threat) & !odd_threat;
        let in_column = column & masks.odd_threat_rows & !sides.filled() & !above;
        let paired = sides.playable & masks.claimeven_rows & !column;
        Self { sides, our_cells, their_cells: their_cells | in_column, paired }
    }

    /// Returns whether a four of ours may come second, as far as the cells of all of them together show.
    #[inline(always)]
    pub(super) fn may_come_second(&self, masks: &Masks<W>) -> bool {
        let needed = bitboard::cells_on_fours(masks, self.sides.us | self.our_cells) & self.our_cells;
        let theirs = self.their_cells & (bitboard::below(masks, needed) | needed << 1);
        bitboard::has_four(masks, self.sides.them | theirs)
    }

    /// Returns whether each four of ours comes second.
    #[inline(always)]
    pub(super) fn all_come_second(&self, masks: &Masks<W>) -> bool {
        for direction in bitboard::directions(masks) {
            for four in self.ours(direction) {
                if self.stones_before(masks, four).is_none() {
                    return false;
                }
            }
        }
        true
    }

    /// Returns stones of theirs that suffice for each four of ours to come second. The caller guarantees that
    /// each comes second.
    pub(super) fn stones_needed(&self, masks: &Masks<W>) -> W {
        let mut needed = W::ZERO;
        for four in bitboard::directions(masks).into_iter().flat_map(|direction| self.ours(direction)) {
            for stones in self.stones_before_each_last(masks, four) {
                needed |= bitboard::first_four(masks, stones) & self.sides.them;
            }
        }
        needed
    }

    /// Returns all fours of ours, each with a four of theirs that is complete before it; `None` if a four of
    /// ours may come first.
    pub(super) fn second_fours(&self, masks: &Masks<W>) -> Option<Vec<SecondFour<W>>> {
        let second_four = |ours| {
            let theirs = bitboard::first_four(masks, self.stones_before(masks, ours)?);
            Some(SecondFour { ours, theirs })
        };
        let ours = bitboard::directions(masks).into_iter().flat_map(|direction| self.ours(direction));
        ours.map(second_four).collect()
    }

    /// Returns the cells of each four of our stones and cells along a direction.
    #[inline(always)]
    fn ours(&self, direction: u32) -> impl Iterator<Item = W> + use<W> {
        let cells = self.sides.us | self.our_cells;
        bitboard::each(bitboard::four_starts(cells, direction)).map(move |start| {
            let pair = start | bitboard::shl(start, direction);
            pair | bitboard::shl(pair, 2 * direction)
        })
    }

    /// Returns their stones just before a four of ours, if these have a four in whatever order we play;
    /// `None` otherwise.
    #[inline(always)]
    fn stones_before(&self, masks: &Masks<W>, four: W) -> Option<W> {
        let mut stones = None;
        for before in self.stones_before_each_last(masks, four) {
            stones = Some(before).filter(|&before| bitboard::has_four(masks, before));
            if stones.is_none() {
                break;
            }
        }
        stones
    }

    /// Returns their stones just before a four of ours, for each of its cells as the last one.
    #[inline(always)]
    fn stones_before_each_last(&self, masks: &Masks<W>, four: W) -> impl Iterator<Item = W> + use<W> {
        // All cells below are filled by then, and they have answered above each of our stones but the last.
        let needed = four & !self.sides.us;
        let (answered, their_cells) = (needed & !self.paired, self.their_cells);
        let before = self.sides.them | their_cells & bitboard::below(masks, needed);
        bitboard::each(needed).map(move |last| before | their_cells & (answered & !last) << 1)
    }
}

/// The cells that the side to move may get, by the number of its own stones that it plays to get each cell,
/// while the other side answers.
pub(super) struct CountedCells<W> {
    /// The cells that take at least one, two or three stones.
    pub(super) taking: [W; 3],
    /// The bounds that hold if no four takes fewer than three stones, and if none takes fewer than four; the
    /// highest score without such a bound.
    pub(super) uppers: [i64; 2],
}

impl<W: Word> CountedCells<W> {
    /// Counts the stones that the cells of a division take.
    #[inline(always)]
    pub(super) fn of(masks: &Masks<W>, sides: &Sides<W>, division: &Division<W>, nb_moves: u32) -> Self {
        let is_odd = (masks.cells() - nb_moves) % 2;
        let needs_column = u64::from(is_odd) & u64::from(division.odd_threat == W::ZERO);

        // Without an odd threat they leave an odd column to us: of five cells or more, where we play three
        // stones until it is full, or else of three, where we play two.
        let top = masks.sentinels >> 1;
        let lows = sides.playable & masks.claimeven_rows;
        let (of_three, of_five) = (lows & !top, lows & !(top | top >> 2));
        let choice = if of_five == W::ZERO { of_three } else { of_five } & W::all_if(needs_column == 1);
        let low = choice.lowest();
        let column = bitboard::whole_columns(masks, low | division.odd_threat);
        let left_alone = bitboard::fill_up(masks, low) & masks.claimeven_rows;
        let one = division.our_cells & !bitboard::whole_columns(masks, low) | left_alone;

        // The number of our stones that a cell takes is the number of our cells up to it, without the lowest
        // cell of a paired column, which may be theirs.
        let counted = one & !(lows & !column);
        let two = one & (counted & !top) << 2;
        let three = one & (two & !top) << 2;

        let no_bound = i64::from(masks.max_score());
        let is_unknown = needs_column & u64::from(low == W::ZERO) != 0;
        let is_third = needs_column & u64::from(of_five == W::ZERO) != 0;
        let third = if is_unknown { no_bound } else { i64::from(masks.win_in(nb_moves, 4)) };
        let fourth = if is_unknown | is_third { third } else { i64::from(masks.win_in(nb_moves, 6)) };
        Self { taking: [one, two, three], uppers: [third, fourth] }
    }

    /// Returns, by direction, the lines of stones and of these cells that take fewer than three stones, and
    /// the lines that take fewer than four.
    #[inline(always)]
    pub(super) fn lines(&self, masks: &Masks<W>, stones: W) -> [[W; 2]; 4] {
        bitboard::directions(masks).map(|direction| lines_by_stones(direction, stones, self.taking))
    }
}

one_copy_in_wasm! {
    /// Returns an upper bound of our score by the stones that our fours take: the score of a win with our
    /// third or fourth stone, where no four takes fewer stones; the highest score otherwise.
    pub(super) fn upper_by_stones<W: Word>(
        masks: &Masks<W>,
        sides: &Sides<W>,
        division: &Division<W>,
        nb_moves: u32,
    ) -> i64 {
        let cells = CountedCells::of(masks, sides, division, nb_moves);
        let (mut within_two, mut within_three) = (W::ZERO, W::ZERO);
        for direction in bitboard::directions(masks) {
            let [two, three] = lines_by_stones(direction, sides.us, cells.taking);
            within_two |= two;
            within_three |= three;
        }
        if within_two == W::ZERO {
            cells.uppers[usize::from(within_three == W::ZERO)]
        } else {
            i64::from(masks.max_score())
        }
    }
}

/// Adds up the stones that the cells of each line take: none for `stones`, at least one, two and three for
/// each of the sets of cells. Returns the lines that take fewer than three, and the lines that take fewer
/// than four, each as its lowest cell in bit order.
#[inline(always)]
fn lines_by_stones<W: Word>(direction: u32, stones: W, [one, two, three]: [W; 3]) -> [W; 2] {
    let all = stones | one;
    let next = |cells: W| bitboard::shr(cells, direction);
    let (one_next, two_next, three_next) = (next(one), next(two), next(three));
    // The sums of two neighbours, kept at the lower one; then the sums of two such pairs.
    let pairs = all & next(all);
    let pair_one = one | one_next;
    let pair_two = two | two_next | one & one_next;
    let pair_three = three | three_next | two & one_next | one & two_next;
    let pair_four = three & one_next | two & two_next | one & three_next;
    let next = |pairs: W| bitboard::shr(pairs, 2 * direction);
    let (next_one, next_two, next_three) = (next(pair_one), next(pair_two), next(pair_three));
    let four =
        pair_four | next(pair_four) | pair_three & next_one | pair_two & next_two | pair_one & next_three;
    let three = pair_three | next_three | pair_two & next_one | pair_one & next_two;
    let starts = pairs & next(pairs);
    [starts & !three, starts & !four]
}

/// Returns the upper bound by claimeven, the cells of each side, and the fours of the side to move that come
/// second, for explanations and drawings.
pub(crate) fn claimeven_with_cells(masks: &Masks, raw: &RawPosition) -> (i64, Division, Vec<SecondFour>) {
    let (sides, nb_moves) = (raw.sides(masks), raw.nb_moves());
    let division = divide(masks, &sides, nb_moves);
    let ClaimevenBound { upper, upper_if_second, .. } = claimeven(masks, &sides, nb_moves, &division);
    match Fours::new(masks, sides, &division).second_fours(masks) {
        Some(fours) => (upper_if_second, division, fours),
        None => (upper, division, Vec::new()),
    }
}
