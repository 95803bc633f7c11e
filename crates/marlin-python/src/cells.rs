//! [`Cells`]: arrays of cells, in each layout.

use marlin_core::{Bitboard, BoardSize, ParseError, ParseErrorKind, Player, Position};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{one_of, value_error};

/// The order of the cells of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Rows, the top one first.
    Top,
    /// Rows, the bottom one first.
    Bottom,
    /// Columns, each from the bottom.
    Columns,
}

impl Layout {
    pub(crate) const ALL: [Self; 3] = [Self::Top, Self::Bottom, Self::Columns];

    pub(crate) fn parse(text: &str) -> PyResult<Self> {
        Ok(Self::ALL[one_of("layout", text, Self::ALL.map(Self::name))?])
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Columns => "columns",
        }
    }

    /// Returns in words how a board of a size is read from an array.
    fn reading(self, width: usize, height: usize) -> String {
        let (first, second, lines) = match self {
            Self::Top | Self::Bottom => (height, width, "rows"),
            Self::Columns => (width, height, "columns"),
        };
        let name = self.name();
        format!("layout='{name}' reads the shape ({first}, {second}) as {first} {lines} of {second} cells")
    }
}

/// The mark of a column that cannot be played, and of a row that is not a position.
pub(crate) const ILLEGAL: i8 = -128;

/// An empty cell, and no player.
pub(crate) const EMPTY: i8 = 0;

/// The stones of one player in an array; the stones of the other player are 2 or -1.
const ONE: i8 = 1;

/// The numbers of the player who moved first and of the other one.
pub(crate) const PLAYERS: [i8; 2] = [1, 2];

/// The cells of a board size in an order: the place of each in a bitboard.
#[derive(Debug, Clone)]
pub(crate) struct Cells {
    size: BoardSize,
    layout: Layout,
    /// The bit of each cell, in the order of the array.
    bits: Vec<u32>,
}

/// A position with the numbers of the players in its array.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) position: Position,
    /// The number of the player who moved first, and of the other one.
    pub(crate) numbers: [i8; 2],
}

impl Row {
    /// Returns the number of a player.
    pub(crate) fn number(&self, player: Player) -> i8 {
        self.numbers[player as usize]
    }

    /// Returns the number of the side to move.
    pub(crate) fn moving(&self) -> i8 {
        self.number(self.position.side_to_move())
    }
}

/// The reason why a row is not a position.
#[derive(Debug)]
pub(crate) enum RowError {
    /// A cell with another number than 0, 1, 2 and -1, at an index.
    Value(usize),
    /// Both 2 and -1.
    Mixed,
    /// Stones that no game leads to.
    Position(ParseError),
}

/// Returns the bit of a cell in a bitboard. A column has one bit more than cells: see the layout of
/// [`Bitboard`].
const fn bit(size: BoardSize, column: usize, row: usize) -> u32 {
    (column * (size.height() + 1) + row) as u32
}

impl Cells {
    pub(crate) fn new(size: BoardSize, layout: Layout) -> Self {
        let (width, height) = (size.width(), size.height());
        let bit_at = |index| match layout {
            Layout::Top => bit(size, index % width, height - 1 - index / width),
            Layout::Bottom => bit(size, index % width, index / width),
            Layout::Columns => bit(size, index / height, index % height),
        };
        Self { size, layout, bits: (0..width * height).map(bit_at).collect() }
    }

    /// Returns the reader of boards of a size in a layout by its name.
    pub(crate) fn of_shape(width: usize, height: usize, layout: &str) -> PyResult<Self> {
        let layout = Layout::parse(layout)?;
        let size = format!("{width}x{height}").parse().map_err(|error: ParseError| {
            value_error(format!("{error}; {}", layout.reading(width, height)))
        })?;
        Ok(Self::new(size, layout))
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of cells.
    pub(crate) fn len(&self) -> usize {
        self.bits.len()
    }

    /// Reads a board. The side with fewer stones is to move; with equal numbers, the player whose stones
    /// are 1.
    ///
    /// `other` is the number of the other player if that player has no stone in the row.
    pub(crate) fn read(&self, cells: &[i8], other: i8) -> Result<Row, RowError> {
        let (mut ones, mut twos, mut minus) = (0_u128, 0_u128, 0_u128);
        let mut is_valid = true;
        for (&cell, &bit) in cells.iter().zip(&self.bits) {
            ones |= u128::from(cell == ONE) << bit;
            twos |= u128::from(cell == 2) << bit;
            minus |= u128::from(cell == -1) << bit;
            is_valid &= (-1..=2).contains(&cell);
        }
        if !is_valid {
            let index = cells.iter().position(|cell| !(-1..=2).contains(cell)).unwrap_or_default();
            return Err(RowError::Value(index));
        }
        let other = match (twos, minus) {
            (0, 0) => other,
            (_, 0) => 2,
            (0, _) => -1,
            _ => return Err(RowError::Mixed),
        };
        let others = twos | minus;
        let (first, second, numbers) = if others.count_ones() > ones.count_ones() {
            (others, ones, [other, ONE])
        } else {
            (ones, others, [ONE, other])
        };
        let position = Position::from_bitboards(self.size, first, second).map_err(RowError::Position)?;
        Ok(Row { position, numbers })
    }

    /// Describes the error of a board, in the coordinates of the array.
    pub(crate) fn describe(&self, cells: &[i8], error: &RowError) -> String {
        let reason = match error {
            RowError::Value(index) => format!(
                "cell {} is {}: cells are 0 (empty), 1, and 2 or -1 for the other player",
                self.place(*index),
                cells[*index]
            ),
            RowError::Mixed => "its cells have both 2 and -1 for the other player".to_owned(),
            RowError::Position(error) => self.describe_stones(cells, error),
        };
        format!("{reason}; {}", self.layout.reading(self.size.width(), self.size.height()))
    }

    /// Describes the error of stones that no game leads to: the array names no player as X.
    fn describe_stones(&self, cells: &[i8], error: &ParseError) -> String {
        let count = |numbers: &[i8]| cells.iter().filter(|cell| numbers.contains(cell)).count();
        match error.kind() {
            ParseErrorKind::FloatingStone(cell) => {
                let place = self.place(self.index(cell.column().index(), cell.row()));
                let hint = self.other_layout(cells).map_or_else(String::new, |hint| format!("; {hint}"));
                format!("the stone in cell {place} has nothing below it{hint}")
            }
            ParseErrorKind::StoneCounts => {
                let hint = if count(&[-1]) > count(&[ONE]) + 1 {
                    "; -1 is the other player, and 0 is empty"
                } else {
                    ""
                };
                format!(
                    "{} stones of player 1 and {} of the other: the numbers differ by one at most{hint}",
                    count(&[ONE]),
                    count(&[2, -1])
                )
            }
            ParseErrorKind::WinnerToMove => {
                "a player has four in a row, but the other one moved last".to_owned()
            }
            ParseErrorKind::WonTwice => {
                "a player has won twice over: no single last move completes all the fours".to_owned()
            }
            _ => error.to_string(),
        }
    }

    /// Returns the layout in which a board is a position, in words.
    fn other_layout(&self, cells: &[i8]) -> Option<String> {
        let turned = BoardSize::new(self.size.height(), self.size.width());
        let hints = [
            (Some(self.size), Layout::Bottom, "row 0 looks like the bottom"),
            (Some(self.size), Layout::Top, "row 0 looks like the top"),
            (turned, Layout::Columns, "the rows look like columns"),
        ];
        let is_sound = |size: &Option<BoardSize>, layout: Layout| {
            size.is_some_and(|size| Self::new(size, layout).read(cells, 2).is_ok())
        };
        let found = hints
            .into_iter()
            .rev()
            .find(|(size, layout, _)| *layout != self.layout && is_sound(size, *layout));
        found.map(|(_, layout, hint)| format!("{hint}: layout='{}'", layout.name()))
    }

    /// Returns the indices of a cell in its board.
    fn place(&self, index: usize) -> String {
        let line = match self.layout {
            Layout::Columns => self.size.height(),
            Layout::Top | Layout::Bottom => self.size.width(),
        };
        format!("[{}, {}]", index / line, index % line)
    }

    /// Returns the index in the array of a cell of the board.
    pub(crate) fn index(&self, column: usize, row: usize) -> usize {
        let bit = bit(self.size, column, row);
        self.bits.iter().position(|&other| other == bit).unwrap_or_default()
    }

    /// Writes a set of cells.
    pub(crate) fn write(&self, set: u128, number: i8, cells: &mut [i8]) {
        for (cell, &bit) in cells.iter_mut().zip(&self.bits) {
            if set >> bit & 1 == 1 {
                *cell = number;
            }
        }
    }

    /// Writes the stones of a position with the numbers of the players: of the one who moved first, and of
    /// the other.
    pub(crate) fn write_position(&self, position: &Position, numbers: [i8; 2], cells: &mut [i8]) {
        cells.fill(EMPTY);
        for (player, number) in [Player::X, Player::O].into_iter().zip(numbers) {
            self.write(position.stones(player).bits(), number, cells);
        }
    }
}

/// Positions as the bytes of an array, with the width and the height of their board.
pub(crate) type Array<'py> = (Bound<'py, PyBytes>, usize, usize);

/// Returns positions as an array, with the numbers of the players.
pub(crate) fn to_array<'py>(
    py: Python<'py>,
    size: BoardSize,
    positions: &[Position],
    layout: Layout,
    numbers: [i8; 2],
) -> PyResult<Array<'py>> {
    let writer = Cells::new(size, layout);
    let bytes = PyBytes::new_with(py, positions.len() * writer.len(), |bytes| {
        py.detach(|| {
            let boards = bytemuck::cast_slice_mut(bytes).chunks_exact_mut(writer.len());
            for (position, cells) in positions.iter().zip(boards) {
                writer.write_position(position, numbers, cells);
            }
        });
        Ok(())
    })?;
    Ok((bytes, size.width(), size.height()))
}

/// Returns the empty cells that complete four in a row; none when the game is over.
pub(crate) fn threats_of(position: &Position, player: Player) -> Bitboard {
    if position.is_over() { Bitboard::on(position.size()) } else { position.threats(player) }
}
