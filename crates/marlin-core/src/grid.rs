//! [`Grid`]: the rules of the game on a plain board of any size, cell by cell.

use std::fmt;

use crate::player::{PlayError, Player};

/// A board of any size up to 255 x 255, with the rules of the game and no search.
///
/// It is a list of cells, numbered row by row from the top left. For the boards that a
/// [`Solver`](crate::Solver) searches, [`Position`](crate::Position) has the same rules in a few instructions
/// each. Columns are counted from 0.
///
/// # Examples
///
/// ```
/// use marlin_core::{Direction, Grid, Player};
///
/// let mut grid = Grid::new(20, 15).unwrap();
/// for column in [9, 0, 10, 0, 11, 0, 12] {
///     grid.play(column)?;
/// }
/// assert_eq!(grid.winner(), Some(Player::X));
/// // The lowest row begins with cell 14 * 20.
/// assert_eq!(grid.fours(), [(Direction::Right, [289, 290, 291, 292])]);
/// assert_eq!((grid.undo(), grid.winner()), (Some(12), None));
/// # Ok::<(), marlin_core::PlayError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    cells: Vec<Option<Player>>,
    /// The cells of the stones, in the order of the game.
    played: Vec<usize>,
}

/// The direction of four in a row from its leftmost cell on, or from the lowest cell of a vertical four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row.
    Right,
    /// Along a column.
    Up,
    /// Along a diagonal that rises to the right.
    UpRight,
    /// Along a diagonal that falls to the right.
    DownRight,
}

impl Direction {
    /// All of them, with their steps to the right and up.
    const STEPS: [(Self, isize, isize); 4] =
        [(Self::Right, 1, 0), (Self::Up, 0, 1), (Self::UpRight, 1, 1), (Self::DownRight, 1, -1)];
}

impl Grid {
    /// Returns an empty board, `None` unless it has 1 to 255 columns and rows.
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let fits = |side: usize| (1..=255).contains(&side);
        let cells = || vec![None; width * height];
        (fits(width) && fits(height)).then(|| Self { width, height, cells: cells(), played: Vec::new() })
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the cells row by row from the top left, each with the player whose stone is there.
    pub fn cells(&self) -> &[Option<Player>] {
        &self.cells
    }

    /// Returns the columns that were played, in the order of the game.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + Clone {
        self.played.iter().map(|cell| cell % self.width)
    }

    /// Returns the number of stones in each column, from left to right.
    pub fn heights(&self) -> Vec<usize> {
        let mut heights = vec![0; self.width];
        self.moves().for_each(|column| heights[column] += 1);
        heights
    }

    /// Returns the player to move; when the game is over, the player whose turn would be next. X moves first.
    pub fn side_to_move(&self) -> Player {
        if self.played.len().is_multiple_of(2) { Player::X } else { Player::O }
    }

    /// Drops a stone in a column, and returns its cell. The board is unchanged if the rules do not allow it.
    ///
    /// # Errors
    ///
    /// The errors of [`Position::play`](crate::Position::play).
    pub fn play(&mut self, column: usize) -> Result<usize, PlayError> {
        let (number, width) = (column + 1, self.width);
        if self.winner().is_some() || self.is_full() {
            return Err(PlayError::GameOver { winner: self.winner() });
        } else if column >= width {
            return Err(PlayError::NoColumn { number, width });
        }
        let from_below = (0..self.height).rev().map(|row| row * width + column);
        let cell = { from_below }
            .find(|&cell| self.cells[cell].is_none())
            .ok_or(PlayError::ColumnFull { number })?;
        self.cells[cell] = Some(self.side_to_move());
        self.played.push(cell);
        Ok(cell)
    }

    /// Takes the last stone back, and returns its column; `None` on the empty board.
    pub fn undo(&mut self) -> Option<usize> {
        let cell = self.played.pop()?;
        self.cells[cell] = None;
        Some(cell % self.width)
    }

    /// Returns the player who has four in a row.
    pub fn winner(&self) -> Option<Player> {
        let last = *self.played.last()?;
        if self.fours().is_empty() { None } else { self.cells[last] }
    }

    /// Returns whether the board is full without four in a row.
    pub fn is_draw(&self) -> bool {
        self.is_full() && self.winner().is_none()
    }

    fn is_full(&self) -> bool {
        self.played.len() == self.cells.len()
    }

    /// Returns each four that the last stone has completed, with its direction; none unless the game is won.
    pub fn fours(&self) -> Vec<(Direction, [usize; 4])> {
        let Some(&last) = self.played.last() else { return Vec::new() };
        let mut fours = Vec::new();
        for (direction, right, up) in Direction::STEPS {
            for before in (0..4).rev() {
                let cells = [0, 1, 2, 3]
                    .map(|step| self.cell_at(last, right * (step - before), up * (step - before)));
                if let [Some(a), Some(b), Some(c), Some(d)] = cells
                    && [a, b, c, d].iter().all(|&cell| self.cells[cell] == self.cells[last])
                {
                    fours.push((direction, [a, b, c, d]));
                }
            }
        }
        fours
    }

    /// Returns the cell some steps to the right of another and above it; `None` outside the board.
    fn cell_at(&self, cell: usize, right: isize, up: isize) -> Option<usize> {
        let column = (cell % self.width).checked_add_signed(right).filter(|&column| column < self.width)?;
        let row = (cell / self.width).checked_add_signed(-up).filter(|&row| row < self.height)?;
        Some(row * self.width + column)
    }
}

/// Draws the board from the top row down: `X`, `O` and `.`, a space between the columns, no line break at the
/// end.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stone) in self.cells.iter().enumerate() {
            let gap = match index % self.width {
                0 if index > 0 => "\n",
                0 => "",
                _ => " ",
            };
            write!(f, "{gap}{}", stone.map_or('.', Player::symbol))?;
        }
        Ok(())
    }
}
