//! Pure functions over sets of cells held in words, for the search.
//!
//! Each of the four directions is a distance between bits: 1 upwards, the height and 1 to the right, and one
//! less or more for the diagonals. The sentinel row keeps a line from leaving one column at the top and
//! entering the next at the bottom; a bit that is shifted past the left or right edge leaves the word or the
//! board.

use crate::geometry::Masks;
use crate::word::Word;

/// Shifts cells upwards in bit order. On narrow boards the distance may exceed the word; then no cell is
/// left.
#[inline(always)]
pub(crate) fn shl<W: Word>(cells: W, distance: u32) -> W {
    if distance < W::BITS { cells << distance } else { W::ZERO }
}

/// Shifts cells downwards in bit order; the counterpart of [`shl`].
#[inline(always)]
pub(crate) fn shr<W: Word>(cells: W, distance: u32) -> W {
    if distance < W::BITS { cells >> distance } else { W::ZERO }
}

/// The distance in bits between neighbours: vertical, falling diagonal, horizontal, rising diagonal.
#[inline(always)]
pub(crate) const fn directions<W>(masks: &Masks<W>) -> [u32; 4] {
    let stride = masks.stride();
    [1, stride - 1, stride, stride + 1]
}

/// Returns the lowest cell, in bit order, of each four stones in a row in one direction.
#[inline(always)]
pub(crate) fn four_starts<W: Word>(stones: W, direction: u32) -> W {
    let pairs = stones & shr(stones, direction);
    pairs & shr(pairs, 2 * direction)
}

/// Returns whether four stones are in a row.
#[inline(always)]
pub(crate) fn has_four<W: Word>(masks: &Masks<W>, stones: W) -> bool {
    let [vertical, falling, horizontal, rising] = directions(masks);
    four_starts(stones, vertical)
        | four_starts(stones, falling)
        | four_starts(stones, horizontal)
        | four_starts(stones, rising)
        != W::ZERO
}

/// Returns the cells of one four within the set; no cell if the set has no four.
pub(crate) fn first_four<W: Word>(masks: &Masks<W>, stones: W) -> W {
    let four = |direction| {
        let start = each(four_starts(stones, direction)).next()?;
        let pair = start | shl(start, direction);
        Some(pair | shl(pair, 2 * direction))
    };
    directions(masks).into_iter().find_map(four).unwrap_or(W::ZERO)
}

/// Returns the number of fours within the set.
#[inline(always)]
pub(crate) fn count_fours<W: Word>(masks: &Masks<W>, stones: W) -> u32 {
    let [vertical, falling, horizontal, rising] = directions(masks);
    four_starts(stones, vertical).count_ones()
        + four_starts(stones, falling).count_ones()
        + four_starts(stones, horizontal).count_ones()
        + four_starts(stones, rising).count_ones()
}

/// Returns the empty cells that would complete four stones in a row, playable at once or not.
///
/// `occupied` holds the stones of both sides.
#[inline(always)]
pub(crate) fn winning_cells<W: Word>(masks: &Masks<W>, stones: W, occupied: W) -> W {
    // Upwards only the cell on top of three can be empty.
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    let [_, falling, horizontal, rising] = directions(masks);
    cells |= fourth_cells(stones, falling);
    cells |= fourth_cells(stones, horizontal);
    cells |= fourth_cells(stones, rising);
    cells & (masks.board ^ occupied)
}

/// Returns the cells that would form a four in one direction with three stones, at any of the four places.
#[inline(always)]
fn fourth_cells<W: Word>(stones: W, direction: u32) -> W {
    let pair_below = shl(stones, direction) & shl(stones, 2 * direction);
    let pair_above = shr(stones, direction) & shr(stones, 2 * direction);
    (pair_below & (shl(stones, 3 * direction) | shr(stones, direction)))
        | (pair_above & (shr(stones, 3 * direction) | shl(stones, direction)))
}

/// Returns the cells that the side to move can play without letting the other side win with the next stone;
/// none if no move prevents it.
///
/// If the other side would win at once on a single cell, only that cell prevents it; if on two cells, no move
/// does. A cell just below a winning cell of the other side is excluded, because a stone on it would make the
/// winning cell playable.
#[inline(always)]
pub(crate) fn non_losing_cells<W: Word>(playable: W, their_threats: W) -> W {
    let forced = playable & their_threats;
    let candidates = if forced == W::ZERO { playable } else { forced };
    let two_forced = forced & forced.wrapping_sub(W::ONE) != W::ZERO;
    let safe = candidates & !(their_threats >> 1);
    if two_forced { W::ZERO } else { safe }
}

/// Returns the cells of all fours within the set: for the stones of the winner, the winning stones.
#[inline(always)]
pub(crate) fn cells_on_fours<W: Word>(masks: &Masks<W>, cells: W) -> W {
    let [vertical, falling, horizontal, rising] = directions(masks);
    four_cells(cells, vertical)
        | four_cells(cells, falling)
        | four_cells(cells, horizontal)
        | four_cells(cells, rising)
}

/// Returns every cell of a four within the set, in one direction.
#[inline(always)]
fn four_cells<W: Word>(cells: W, direction: u32) -> W {
    let starts = four_starts(cells, direction);
    let pairs = starts | shl(starts, direction);
    pairs | shl(pairs, 2 * direction)
}

/// Returns, for every column that holds a cell of the set, the lowest of them and all cells above it.
///
/// If a column is read as a number `x` of `H` bits, `2^H - x` has the same lowest set bit as `x`, and above
/// that bit the complement of `x`.
#[inline(always)]
pub(crate) fn fill_up<W: Word>(masks: &Masks<W>, cells: W) -> W {
    (cells | (masks.sentinels - cells)) & masks.board
}

/// Returns all cells below a cell of the set.
#[inline(always)]
pub(crate) fn below<W: Word>(masks: &Masks<W>, cells: W) -> W {
    // A cell that is shifted past the bottom of its column is the sentinel of another.
    let mut below = cells >> 1 & masks.board;
    let mut distance = 2;
    while distance < masks.height {
        below |= below >> 1 & masks.board;
        distance += 1;
    }
    below
}

/// Returns all cells of every column that holds a cell of the set.
///
/// Adding a full column to a number of `H` bits carries into the sentinel unless the number is zero.
#[inline(always)]
pub(crate) fn whole_columns<W: Word>(masks: &Masks<W>, cells: W) -> W {
    let carried = (cells + masks.board) & masks.sentinels;
    carried - (carried >> masks.height)
}

/// Returns the columns that hold a cell of the set, as the bits of a number, for boards of up to eight
/// columns.
///
/// On a board that is not much wider than high, one multiplication gathers the lowest cells of all columns.
/// It adds up copies that are `H` bits apart. The lowest cell of the first column, moved up `W - 1` times, is
/// then next to the lowest cell of the second column, moved up `W - 2` times, and so on.
#[inline(always)]
pub(crate) fn columns(masks: &Masks<u64>, cells: u64) -> usize {
    let lowest = whole_columns(masks, cells) & masks.bottom;
    let (width, height) = (masks.width, masks.height);
    let mut columns = 0;
    if width <= height + 1 {
        columns = lowest.wrapping_mul(every(width, height)) >> ((width - 1) * height);
    } else {
        let mut column = 0;
        while column < width {
            columns |= lowest >> (column * height) & 1 << column;
            column += 1;
        }
    }
    columns as usize % (1 << width)
}

/// Returns `count` bits, `distance` apart.
#[inline(always)]
const fn every(count: u32, distance: u32) -> u64 {
    let mut bits = 0;
    let mut i = 0;
    while i < count {
        bits |= 1 << (i * distance);
        i += 1;
    }
    bits
}

/// Returns the number of a cell; 0 for no cell.
#[inline(always)]
pub(crate) fn index<W: Word>(cell: W) -> usize {
    cell.trailing_zeros() as usize % W::BITS as usize
}

/// Returns the cells of a set one by one, from the lowest bit on.
#[inline(always)]
pub(crate) fn each<W: Word>(cells: W) -> impl Iterator<Item = W> {
    let mut left = cells;
    std::iter::from_fn(move || {
        let cell = left.lowest();
        left ^= cell;
        (cell != W::ZERO).then_some(cell)
    })
}

/// Returns the cells mirrored left to right.
pub(crate) fn mirror<W: Word>(masks: &Masks<W>, cells: W) -> W {
    let (width, stride) = (masks.width, masks.stride());
    let mut mirrored = W::ZERO;
    let mut column = 0;
    while column < width {
        let cells = cells >> (column * stride) & masks.first_column;
        mirrored |= cells << ((width - 1 - column) * stride);
        column += 1;
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: Masks = Masks::of(7, 6);
    const LARGE: Masks = Masks::of(8, 7);

    #[test]
    fn four_in_a_row_is_seen_in_each_direction() {
        for direction in directions(&STANDARD) {
            let start = if direction == 6 { 3 } else { 0 };
            let four = (0..4).fold(0, |cells, i| cells | 1 << (start + i * direction));
            assert!(has_four(&STANDARD, four), "direction {direction}");
            assert!(!has_four(&STANDARD, four & (four - 1)), "three in direction {direction}");
        }
    }

    #[test]
    fn no_line_wraps_around_an_edge() {
        // The top cell of column 0 and the lowest three of column 1 follow each other in reading order only.
        assert!(!has_four(&STANDARD, 1 << 5 | 0b111 << 7));
        // Three in the last column and the cell that index arithmetic would reach next.
        assert_eq!(winning_cells(&STANDARD, 0b111 << 45, 0b111 << 45), 0);
    }

    #[test]
    fn narrow_boards_have_only_vertical_lines() {
        assert!(has_four(&Masks::of(2, 31), 0b1111 << 32));
        assert_eq!(winning_cells(&Masks::of(2, 31), 0b111, 0b111), 0b1000);
        assert_eq!(winning_cells(&Masks::of(1, 63), 0b111, 0b111), 0b1000);
    }

    #[test]
    fn columns_are_filled_from_the_lowest_cell_up() {
        assert_eq!(fill_up(&STANDARD, 0b01_0100 | 1 << 7 | 1 << 47), 0b11_1100 | 0b11_1111 << 7 | 1 << 47);
        assert_eq!(fill_up(&STANDARD, 0), 0);
        assert_eq!(fill_up(&LARGE, 1 << 62), 1 << 62);
    }

    #[test]
    fn whole_columns_are_those_with_a_cell() {
        assert_eq!(whole_columns(&STANDARD, 0b01_0100 | 1 << 47), 0b11_1111 | 0b11_1111 << 42);
        assert_eq!(whole_columns(&LARGE, 1 << 62), 0b111_1111 << 56);
    }

    /// Checks the columns of every set of lowest cells, and of the cells above them.
    fn check_columns<const W: usize, const H: usize>() {
        let masks = &Masks::of(W, H).in_u64();
        for set in 0..1 << W {
            let of_column = |column| (set >> column & 1) as u64 * masks.top_mask(column);
            let cells = (0..W).map(of_column).fold(0, |cells, cell| cells | cell);
            assert_eq!(columns(masks, cells), set, "{W}x{H}");
            assert_eq!(columns(masks, whole_columns(masks, cells)), set, "{W}x{H}");
        }
    }

    #[test]
    fn columns_are_the_bits_of_a_number() {
        check_columns::<7, 6>();
        check_columns::<6, 7>();
        check_columns::<8, 7>();
        check_columns::<8, 5>();
        check_columns::<8, 2>();
        check_columns::<5, 4>();
        check_columns::<1, 6>();
    }

    #[test]
    fn cells_on_fours_leave_out_what_is_on_none() {
        assert_eq!(cells_on_fours(&STANDARD, 0b1_1111 | 0b111 << 7), 0b1_1111);
        assert_eq!(cells_on_fours(&STANDARD, 0x20_4081 | 1 << 35), 0x20_4081);
    }

    #[test]
    fn mirroring_swaps_the_outer_columns() {
        assert_eq!(mirror(&STANDARD, 0b101), 0b101 << 42);
        assert_eq!(mirror(&STANDARD, 1 << 21), 1 << 21);
    }
}
