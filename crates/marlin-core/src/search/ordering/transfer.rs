//! The weights of boards that nothing was learned on, transferred from the standard board.
//!
//! What a cell is worth depends on how near it is to the side edges and to the centre, and on its row. Which side a row is
//! good for depends on its parity, and as in claimeven that counts from the top. So the columns of a board are laid over
//! those of the standard board, edge to edge, and its rows of each parity over those of the same parity: what falls between
//! two of them gets from both, the more from the nearer one. Here the rows of 8x5 over those of 7x6, by distance from the top:
//!
//! ```text
//! 8x5   0       2       4      and   1   3
//! 7x6   0       2       4            1   3   5      1 gets from 1, and 3 from 5
//! ```
//!
//! A line of four is laid over those of the same direction in the same way, by its first column and its highest row.
//!
//! What was learned of one class or of one line fits the standard board better than others. So half of each weight is the mean
//! of all classes, and half of each number of a line the mean of all lines of the same direction and height. The network
//! stays with the standard board.

use std::sync::OnceLock;

use super::learned::LEARNED;
use super::patterns::{self, LinesThrough, PatternTables, STATES, TABLE_LEN, TABLES};
use super::weights::{CLASSES, ClassWeights, OrderingWeights};
use crate::board_size::BoardSize;
use crate::geometry::{Geometry, Masks};

const STANDARD: Masks = Geometry::<7, 6>::MASKS;

/// A penalty for each half column away from the centre, beside the transferred weight of the cell. Chosen on positions of one
/// to fourteen stones of ten boards, as the rest; docs/measurements.md has the figures.
const PER_HALF_COLUMN: f64 = 100.0;

/// The weights of a board.
#[derive(Debug)]
struct Transferred {
    classes: [ClassWeights; CLASSES],
    numbers: Vec<i16>,
    through: LinesThrough,
}

/// Returns the weights of a board, which are made when they are first asked for.
pub(super) fn weights_of(masks: &Masks) -> OrderingWeights<'static> {
    /// By the number of columns and of rows.
    static OF_SIZES: [[OnceLock<Box<Transferred>>; BoardSize::MAX_HEIGHT]; BoardSize::MAX_WIDTH] =
        [const { [const { OnceLock::new() }; BoardSize::MAX_HEIGHT] }; BoardSize::MAX_WIDTH];
    let of_size = &OF_SIZES[masks.width as usize - 1][masks.height as usize - 1];
    let transferred = of_size.get_or_init(|| Box::new(Transferred::to(masks)));
    OrderingWeights {
        classes: &transferred.classes,
        patterns: PatternTables::new(&transferred.numbers, &transferred.through),
        network: None,
    }
}

impl Transferred {
    fn to(masks: &Masks) -> Self {
        let through = patterns::lines_through(masks);
        Self {
            classes: std::array::from_fn(|class| class_of(masks, &halfway_to_mean(class))),
            numbers: numbers_of(masks, &through),
            through,
        }
    }
}

/// Returns weights of the standard board: the means of those of a class and of those of all classes.
fn halfway_to_mean(class: usize) -> ClassWeights {
    fn halfway<const N: usize>(class: usize, of: fn(&ClassWeights) -> &[i32; N]) -> [i32; N] {
        std::array::from_fn(|i| {
            let mean = LEARNED.classes.iter().map(|class| of(class)[i]).sum::<i32>() / CLASSES as i32;
            i32::midpoint(of(&LEARNED.classes[class])[i], mean)
        })
    }
    ClassWeights {
        child_features: halfway(class, |class| &class.child_features),
        search_features: halfway(class, |class| &class.search_features),
        cells: halfway(class, |class| &class.cells),
    }
}

/// Returns a class of nodes with weights for the cells of a board.
fn class_of(masks: &Masks, learned: &ClassWeights) -> ClassWeights {
    let mut cells = [0; 64];
    for column in 0..masks.width as usize {
        for row in 0..masks.height as usize {
            let index = masks.cell(column, row).trailing_zeros();
            cells[index as usize] =
                cell_weight(masks, learned, Placement::of(masks, index as u8, index as u8));
        }
    }
    ClassWeights { cells, ..*learned }
}

/// Returns the weight of a cell: the mean of those of its counterparts and their mirror images, less the penalty.
fn cell_weight(masks: &Masks, learned: &ClassWeights, placement: Placement) -> i32 {
    let last_column = STANDARD.width as usize - 1;
    let at = |column: usize, top: usize| {
        let cell = STANDARD.cell(column, STANDARD.height as usize - 1 - top);
        f64::from(learned.cells[cell.trailing_zeros() as usize])
    };
    let both = |(column, top, share): (usize, usize, f64)| {
        share * f64::midpoint(at(column, top), at(last_column - column, top))
    };
    // Sums in another order may be rounded to other numbers, so a cell and its mirror image have theirs from the same sum.
    let column = placement.column.min(masks.width as usize - 1 - placement.column);
    let transferred: f64 = Placement { column, ..placement }.counterparts(masks).map(both).sum();
    let half_columns = masks.width as usize - 1 - 2 * column;
    (transferred - PER_HALF_COLUMN * half_columns as f64).round() as i32
}

/// Returns the numbers of the pattern tables of a board with these lines.
fn numbers_of(masks: &Masks, through: &LinesThrough) -> Vec<i16> {
    let learned = StandardLines::new();
    let len = patterns::lines(through).count() * STATES;
    let mut numbers = vec![0; TABLES * len];
    for line in patterns::lines(through) {
        let counterparts = learned.counterparts(masks, Placement::of(masks, line.cells[0], line.cells[3]));
        for table in 0..TABLES {
            let of_line = &mut numbers[table * len + usize::from(line.start)..][..STATES];
            for (state, number) in of_line.iter_mut().enumerate() {
                let from = |&(start, share): &(usize, f64)| {
                    share * learned.numbers[table * TABLE_LEN + start + state]
                };
                *number = counterparts.iter().map(from).sum::<f64>().round() as i16;
            }
        }
    }
    numbers
}

/// Where a cell lies, or a line of four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Placement {
    /// The columns and the rows from its first cell to its last. Those of a cell are none, and lines of one direction have the
    /// same.
    run: (usize, isize),
    /// The column of its first cell, the leftmost one.
    column: usize,
    /// The rows above its highest cell.
    top: usize,
}

impl Placement {
    /// Returns the placement of a cell or line by the bit numbers of its first and last cells.
    const fn of(masks: &Masks, first: u8, last: u8) -> Self {
        let (first, last) = (1 << first, 1 << last);
        let (column, row) = (masks.column_of(first), masks.row_of(first));
        let last_row = masks.row_of(last);
        let highest = if row > last_row { row } else { last_row };
        Self {
            run: (masks.column_of(last) - column, last_row as isize - row as isize),
            column,
            top: masks.height as usize - 1 - highest,
        }
    }

    /// Returns the numbers of columns and of rows that placements of the same direction can have on a board.
    const fn room(&self, masks: &Masks) -> (usize, usize) {
        (masks.width as usize - self.run.0, masks.height as usize - self.run.1.unsigned_abs())
    }

    /// Returns the columns and the rows from the top of the placements on the standard board that it is laid over, and the share
    /// of each. The shares add up to 1.
    fn counterparts(self, masks: &Masks) -> impl Iterator<Item = (usize, usize, f64)> {
        let ((columns, rows), (columns_onto, rows_onto)) = (self.room(masks), self.room(&STANDARD));
        let parity = self.top % 2;
        let of_parity = |rows: usize| (rows + 1 - parity) / 2;
        let tops = stretch(self.top / 2, of_parity(rows), of_parity(rows_onto));
        stretch(self.column, columns, columns_onto).into_iter().flat_map(move |(column, of_column)| {
            tops.map(|(top, of_top)| (column, 2 * top + parity, of_column * of_top))
        })
    }
}

/// Stretches `count` indices over `onto` others, the first onto the first and the last onto the last. Returns the two that
/// `index` falls between, with the share of each. A single index falls in the middle.
fn stretch(index: usize, count: usize, onto: usize) -> [(usize, f64); 2] {
    let (distance, unit) = if count == 1 { (onto - 1, 2) } else { (index * (onto - 1), count - 1) };
    let (before, share) = (distance / unit, (distance % unit) as f64 / unit as f64);
    [(before, 1.0 - share), ((before + 1).min(onto - 1), share)]
}

/// What was learned of the lines of the standard board.
struct StandardLines {
    /// Each line, and where its part of a table begins.
    lines: Vec<(Placement, usize)>,
    /// The numbers of all tables, half of each the mean of the lines alike.
    numbers: Vec<f64>,
}

impl StandardLines {
    fn new() -> Self {
        let of_line = |line: &patterns::Line| {
            (Placement::of(&STANDARD, line.cells[0], line.cells[3]), usize::from(line.start))
        };
        let lines: Vec<_> = patterns::lines(&patterns::THROUGH).map(of_line).collect();
        let mut numbers = vec![0.0; TABLES * TABLE_LEN];
        for &(placement, start) in &lines {
            let is_like =
                |other: &&(Placement, usize)| (other.0.run, other.0.top) == (placement.run, placement.top);
            let alike: Vec<usize> = lines.iter().filter(is_like).map(|&(_, start)| start).collect();
            for of_table in (0..TABLES * TABLE_LEN).step_by(TABLE_LEN) {
                for at in of_table..of_table + STATES {
                    let learned = |start: usize| f64::from(LEARNED.patterns.numbers()[at + start]);
                    let mean = alike.iter().map(|&start| learned(start)).sum::<f64>() / alike.len() as f64;
                    numbers[at + start] = f64::midpoint(learned(start), mean);
                }
            }
        }
        Self { lines, numbers }
    }

    /// Returns where the parts of the lines begin that a line of a board is laid over, and the share of each.
    fn counterparts(&self, masks: &Masks, placement: Placement) -> Vec<(usize, f64)> {
        let start_of = |placement: Placement| {
            self.lines.iter().find(|(other, _)| *other == placement).map(|&(_, start)| start)
        };
        let with_start = |(column, top, share)| {
            start_of(Placement { column, top, ..placement }).map(|start| (start, share))
        };
        placement.counterparts(masks).filter_map(with_start).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::CHILD_FEATURES;
    use super::*;

    /// Every board that fits, the standard one too.
    fn boards() -> impl Iterator<Item = Masks> {
        BoardSize::all().map(|size| Masks::of(size.width(), size.height()))
    }

    fn cells(masks: &Masks) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, height) = (masks.width as usize, masks.height as usize);
        (0..width).flat_map(move |column| (0..height).map(move |row| (column, row)))
    }

    #[test]
    fn the_standard_board_keeps_its_own_weights_and_every_other_board_gets_some_for_all_of_its_cells_and_lines()
     {
        for masks in boards() {
            let weights = OrderingWeights::of_board(&masks);
            assert_eq!(weights.network.is_some(), masks.is_standard());
            assert_eq!(std::ptr::eq(weights.classes, LEARNED.classes), masks.is_standard());
            let has_weight = |(column, row)| {
                weights.classes[0].cells[masks.cell(column, row).trailing_zeros() as usize] != 0
            };
            let without = cells(&masks).filter(|&cell| !has_weight(cell)).count();
            assert!(without == 0, "{}x{}: {without} cells without a weight", masks.width, masks.height);
            let lines = patterns::lines(&patterns::lines_through(&masks)).count();
            assert_eq!(weights.patterns.numbers().len(), TABLES * STATES * lines);
        }
    }

    #[test]
    fn mirrored_cells_of_every_other_board_have_the_same_weight() {
        for masks in boards().filter(|masks| !masks.is_standard()) {
            let weights = weights_of(&masks);
            for (column, row) in cells(&masks) {
                let mirrored = masks.width as usize - 1 - column;
                let [cell, mirrored] =
                    [column, mirrored].map(|column| masks.cell(column, row).trailing_zeros() as usize);
                for class in weights.classes {
                    assert_eq!(class.cells[cell], class.cells[mirrored]);
                }
            }
        }
    }

    #[test]
    fn a_place_is_laid_over_places_of_the_same_direction_and_parity_of_the_row_with_shares_that_add_up_to_one()
     {
        for masks in boards() {
            let through = patterns::lines_through(&masks);
            let of_lines = patterns::lines(&through).map(|line| (line.cells[0], line.cells[3]));
            let of_cells = cells(&masks).map(|(column, row)| masks.cell(column, row).trailing_zeros() as u8);
            for (first, last) in of_lines.chain(of_cells.map(|cell| (cell, cell))) {
                let placement = Placement::of(&masks, first, last);
                let (columns, rows) = placement.room(&STANDARD);
                let mut shares = 0.0;
                for (column, top, share) in placement.counterparts(&masks) {
                    assert!(column < columns && top < rows && top % 2 == placement.top % 2);
                    shares += share;
                }
                assert!((shares - 1.0).abs() < 1e-9, "{placement:?}: {shares}");
            }
        }
    }

    #[test]
    fn a_place_of_the_standard_board_is_laid_over_itself_alone() {
        for line in patterns::lines(&patterns::THROUGH) {
            let placement = Placement::of(&STANDARD, line.cells[0], line.cells[3]);
            let learned = StandardLines::new();
            let of_line: Vec<_> = learned.counterparts(&STANDARD, placement);
            let share_of =
                |start| of_line.iter().filter(|&&(s, _)| s == start).map(|&(_, share)| share).sum::<f64>();
            assert!((share_of(usize::from(line.start)) - 1.0).abs() < 1e-9, "{placement:?}: {of_line:?}");
        }
    }

    #[test]
    fn classes_of_another_board_differ_half_as_much_as_those_learned() {
        let classes = weights_of(&Masks::of(8, 6)).classes;
        for feature in 0..CHILD_FEATURES {
            let learned = |class: usize| LEARNED.classes[class].child_features[feature];
            let here = |class: usize| classes[class].child_features[feature];
            for class in 1..CLASSES {
                let (learned, here) = (learned(class) - learned(0), here(class) - here(0));
                assert!((learned - 2 * here).abs() <= 2, "{learned} became {here}");
            }
        }
    }

    #[test]
    fn edges_are_laid_over_edges_and_the_middle_over_the_middle() {
        assert_eq!(stretch(0, 9, 7), [(0, 1.0), (1, 0.0)]);
        assert_eq!(stretch(8, 9, 7), [(6, 1.0), (6, 0.0)]);
        assert_eq!(stretch(4, 9, 7), [(3, 1.0), (4, 0.0)]);
        assert_eq!(stretch(2, 9, 7), [(1, 0.5), (2, 0.5)]);
        assert_eq!(stretch(0, 1, 4), [(1, 0.5), (2, 0.5)]);
        assert_eq!(stretch(0, 1, 1), [(0, 1.0), (0, 0.0)]);
    }
}
