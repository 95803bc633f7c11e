//! Pattern tables: the value of each line of four, by the state of its four cells. The tables of the 69 lines
//! of the standard board are learned, and the tables of other boards are [transferred from
//! them](super::transfer).
//!
//! A cell is in one of four states: a stone of ours, a stone of theirs, empty and playable, empty and not yet
//! playable. A line of four thus has 256 states, and a table holds a learned number for each state of each
//! line. A move changes two cells: the one it takes, and the one above that becomes playable; so the gain of
//! a move is the gain of the lines through these two cells.

use std::sync::OnceLock;

use crate::bitboard;
use crate::geometry::{Layout, Masks, Standard};
use crate::search::node::Node;
use crate::target::IS_WASM;
use crate::word::{MOST_BITS, Word};

/// Lines of four on the standard board.
const LINES: usize = 69;

/// States of a line.
pub const STATES: usize = 256;

/// The number of tables. The [classes](super::weights::class) of nodes share them: a class has the table
/// `class % TABLES`, so there is one by the parity of the cells left and by whether the question asks for a
/// win.
pub const TABLES: usize = 4;

/// The numbers in a table of the standard board.
pub const TABLE_LEN: usize = LINES * STATES;

/// A line through a cell: where its part of a table begins, and its cells as bit numbers.
#[derive(Debug, Clone, Copy)]
pub struct PatternLine {
    /// Its number on the board.
    number: u16,
    /// Its cells, as bit numbers.
    pub cells: [u8; 4],
    /// The increase of the state's index when the side to move takes the line's cell, and the cell above
    /// becomes playable.
    taken: u16,
    /// The increase when the line's cell becomes playable.
    opened: u16,
    /// Whether the line contains the cell below as well.
    from_below: bool,
}

impl PatternLine {
    /// Returns the offset of its states in a table.
    #[inline(always)]
    pub const fn start(&self) -> usize {
        self.number as usize * STATES
    }
}

/// The maximum number of lines through one cell: four in each direction.
const MOST_LINES: usize = 16;

/// The lines through a cell, ordered by direction.
#[derive(Debug, Clone, Copy)]
pub struct LinesOfCell {
    /// The lines, followed by unused entries.
    pub lines: [PatternLine; MOST_LINES],
    /// The number of lines.
    pub len: usize,
}

/// The lines of a board, by the bit number of each cell that they go through. The cell above the last bit has
/// none.
pub type LinesThrough = [LinesOfCell; MOST_BITS + 1];

/// The lines of the standard board.
pub(in crate::search) static THROUGH: LinesThrough = lines_through(&Standard::MASKS);

/// Returns the lines of the standard board. WebAssembly computes them on first use, since a page would have
/// to load them.
pub(in crate::search) fn standard_lines() -> &'static LinesThrough {
    static COMPUTED: OnceLock<Box<LinesThrough>> = OnceLock::new();
    if IS_WASM { COMPUTED.get_or_init(|| Box::new(lines_through(&Standard::MASKS))) } else { &THROUGH }
}

/// Returns the lines of a board. They are numbered by direction and then by their first cells.
#[expect(clippy::large_stack_arrays, reason = "made once for a board, or by the compiler")]
pub const fn lines_through<W>(masks: &Masks<W>) -> LinesThrough {
    let no_line = PatternLine { number: 0, cells: [0; 4], taken: 0, opened: 0, from_below: false };
    let none = LinesOfCell { lines: [no_line; MOST_LINES], len: 0 };
    let mut through = [none; MOST_BITS + 1];
    let directions = bitboard::directions(masks);
    let (width, stride) = (masks.width as usize, masks.stride() as usize);
    let mut number = 0;
    let mut d = 0;
    while d < 4 {
        let mut first = 0;
        while first < width * stride {
            let mut cells = [0; 4];
            let mut on_board = true;
            let mut i = 0;
            while i < 4 {
                let cell = first + i * directions[d] as usize;
                on_board = on_board && cell / stride < width && cell % stride + 1 < stride;
                cells[i] = cell as u8;
                i += 1;
            }
            if on_board {
                let mut i = 0;
                while i < 4 {
                    let opened = 1 << (2 * (3 - i));
                    // Upwards, the first of the directions, the cell above is the next one of the line.
                    let is_above = d == 0 && i < 3;
                    let taken = if is_above { 2 * opened + opened / 4 } else { 2 * opened };
                    let from_below = d == 0 && i > 0;
                    let line = PatternLine { number: number as u16, cells, taken, opened, from_below };
                    let of_cell = &mut through[cells[i] as usize];
                    of_cell.lines[of_cell.len] = line;
                    of_cell.len += 1;
                    i += 1;
                }
                number += 1;
            }
            first += 1;
        }
        d += 1;
    }
    through
}

/// Returns each line of a board once, at its first cell.
pub fn lines(through: &LinesThrough) -> impl Iterator<Item = &PatternLine> {
    through.iter().enumerate().flat_map(|(cell, of_cell)| {
        of_cell.lines[..of_cell.len].iter().filter(move |line| usize::from(line.cells[0]) == cell)
    })
}

/// Returns, for each index in a table of the standard board, the index of the mirror image.
pub fn mirrored_indices() -> Vec<u16> {
    let mut mirrored = vec![0; TABLE_LEN];
    let flip = |cell: u8| (6 - cell / 7) * 7 + cell % 7;
    let standard = standard_lines();
    let all = standard.iter().flat_map(|through| through.lines[..through.len].iter());
    for line in all {
        let image = line.cells.map(flip);
        let of_cell = &standard[usize::from(image[0])];
        let others = &of_cell.lines[..of_cell.len];
        // Each line has an image: the test of the weights of WebAssembly would find a gap.
        let Some(found) = others.iter().find(|other| image.iter().all(|cell| other.cells.contains(cell)))
        else {
            continue;
        };
        for state in 0..STATES {
            let code = |i: usize| state >> (2 * (3 - i)) & 3;
            let mut image_state = 0;
            for cell in found.cells {
                let from = image.iter().position(|&c| c == cell).unwrap_or(0);
                image_state = image_state << 2 | code(from);
            }
            mirrored[line.start() + state] = (found.start() + image_state) as u16;
        }
    }
    mirrored
}

/// The cells of the board, from the side to move (us), as two bits each: `00` empty and not playable, `01`
/// empty and playable, `10` a stone of theirs, `11` a stone of ours.
#[derive(Debug, Clone, Copy)]
pub struct CellStates<W> {
    low: W,
    high: W,
}

impl<W: Word> CellStates<W> {
    /// Returns the states of the lines of a board.
    #[inline(always)]
    pub fn of(masks: &Masks<W>, us: W, them: W) -> Self {
        let occupied = us | them;
        let playable = (occupied + masks.bottom) & masks.board;
        Self { low: us | playable, high: occupied }
    }

    /// Returns the index of a line's state in a table.
    #[inline(always)]
    pub fn index(self, line: PatternLine) -> usize {
        let bit = |word: W, cell: u8| (word >> u32::from(cell)).low() as usize & 1;
        let mut state = 0;
        for cell in line.cells {
            state = state << 2 | bit(self.high, cell) << 1 | bit(self.low, cell);
        }
        line.start() + state
    }
}

/// The numbers of all tables of the standard board, one table after the other.
pub type Patterns = [i16; TABLES * TABLE_LEN];

/// The tables of a board.
#[derive(Debug, Clone, Copy)]
pub struct PatternTables<'a> {
    /// The numbers of all tables, one table after the other.
    numbers: &'a [i16],
    /// The lines to which the numbers belong.
    through: &'a LinesThrough,
}

impl<'a> PatternTables<'a> {
    /// Returns the tables of the standard board with these numbers.
    pub const fn standard(numbers: &'a Patterns) -> Self {
        Self { numbers, through: &THROUGH }
    }

    /// Returns tables of a board with these lines.
    pub(super) const fn new(numbers: &'a [i16], through: &'a LinesThrough) -> Self {
        Self { numbers, through }
    }

    /// Returns the numbers of all tables, one table after the other.
    pub const fn numbers(&self) -> &'a [i16] {
        self.numbers
    }

    /// Returns the gain of the lines through the cells that a move changes, by the table of a class. The cell
    /// must be playable.
    fn gain<W: Word>(&self, class: usize, before: CellStates<W>, cell: usize) -> i32 {
        let len = self.numbers.len() / TABLES;
        let table = &self.numbers[class % TABLES * len..][..len];
        let gain = |line: &PatternLine, further: u16| {
            let index = before.index(*line);
            i32::from(table[index + usize::from(further)]) - i32::from(table[index])
        };
        let (through, above) = (&self.through[cell], &self.through[cell + 1]);
        let taken = through.lines[..through.len].iter().map(|line| gain(line, line.taken));
        // A line through both cells is counted once.
        let opened = above.lines[..above.len].iter().filter(|line| !line.from_below);
        taken.sum::<i32>() + opened.map(|line| gain(line, line.opened)).sum::<i32>()
    }
}

/// The number of empty cells at and below which the tables cost more time than they save.
const FEW_EMPTY: u32 = 24;

/// Returns the number of stones at which the search of a board stops using the tables.
#[inline(always)]
pub const fn plies<W>(masks: &Masks<W>) -> u32 {
    masks.cells().saturating_sub(FEW_EMPTY)
}

/// Returns the gain of a move of a node, by the table of its class; 0 with many stones.
#[inline(always)]
pub(in crate::search) fn priority<B: Layout>(
    patterns: PatternTables<'_>,
    node: &Node<B>,
    class: usize,
    cell: B::Word,
) -> i32 {
    if node.nb_moves >= plies(&node.masks()) {
        return 0;
    }
    let before = CellStates::of(&node.masks(), node.position.us, node.position.them());
    patterns.gain(class, before, bitboard::index(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_board_has_69_lines_and_at_most_13_of_them_through_a_cell() {
        assert_eq!(lines(&THROUGH).count(), LINES);
        assert_eq!(THROUGH.iter().map(|through| through.len).max(), Some(13));
    }
}
