//! [`Position`]: a position on a board whose size is chosen at run time.

use std::fmt;

use super::bitboard::Bitboard;
use super::{Cell, Column};
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::play_error::PlayError;
use crate::player::Player;
use crate::raw_position::RawPosition;

/// A position on a board of any size; [`Position`](crate::Position) has the size in its type, and its documentation says more
/// of each method.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Position;
///
/// let position = Position::parse("8x4".parse()?, "44538")?;
/// assert_eq!(position.size().to_string(), "8x4");
/// assert_eq!(
///     position.to_string(),
///     ". . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . O . . . .\n\
///      . . O X X . . X"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    size: BoardSize,
    pub(crate) raw: RawPosition,
}

impl Position {
    /// Returns the empty board of a size.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    /// use marlin_core::BoardSize;
    ///
    /// assert_eq!(Position::empty(BoardSize::STANDARD).size(), BoardSize::STANDARD);
    /// ```
    pub const fn empty(size: BoardSize) -> Self {
        Self::from_raw(size, RawPosition::EMPTY)
    }

    /// Returns the position of a board. The caller has checked it.
    pub(crate) const fn from_raw(size: BoardSize, raw: RawPosition) -> Self {
        Self { size, raw }
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    /// use marlin_core::BoardSize;
    ///
    /// assert_eq!(Position::empty(BoardSize::STANDARD).size().width(), 7);
    /// ```
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the numbers of the board.
    pub(crate) const fn masks(&self) -> &'static Masks {
        self.size.masks()
    }

    /// Returns the same position with the size in its type; `None` if it is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("8x7".parse()?, "4455")?;
    /// assert_eq!(position.typed::<8, 7>(), Some("4455".parse()?));
    /// assert_eq!(position.typed::<7, 6>(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn typed<const W: usize, const H: usize>(&self) -> Option<crate::Position<W, H>> {
        (self.masks() == crate::Position::<W, H>::MASKS).then(|| crate::Position::from_raw(self.raw))
    }

    /// Returns a set of cells of the board.
    pub(super) const fn cells(&self, bits: u64) -> Bitboard {
        Bitboard::new(self.size, bits)
    }

    /// Returns the stones of the side to move: see [`Position::us`](crate::Position::us).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("9x5".parse()?, "995")?;
    /// assert_eq!((position.us().len(), position.them().len(), position.occupied().len()), (1, 2, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn us(&self) -> Bitboard {
        self.cells(self.raw.us)
    }

    /// Returns the stones of the side that moved last: see [`Position::them`](crate::Position::them).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// // . . . .
    /// // O . . .
    /// // X . X .
    /// let position = Position::parse("4x3".parse()?, "113")?;
    /// assert_eq!(position.them().to_string(), ". . . .\n. . . .\nx . x .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn them(&self) -> Bitboard {
        self.cells(self.raw.them())
    }

    /// Returns the stones of both sides: see [`Position::occupied`](crate::Position::occupied).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("4x3".parse()?, "113")?;
    /// assert_eq!(position.occupied().to_string(), ". . . .\nx . . .\nx . x .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn occupied(&self) -> Bitboard {
        self.cells(self.raw.occupied)
    }

    /// Returns the stones of a player.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Player;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("9x5".parse()?, "995")?;
    /// assert_eq!((position.stones(Player::X).len(), position.stones(Player::O).len()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stones(&self, player: Player) -> Bitboard {
        self.cells(self.raw.stones(player))
    }

    /// Returns the stones that won: all stones of every four that the last one completed. It is empty if nobody has won.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // O O . . O O . .
    /// // X X X X X X . .
    /// let position = Position::parse("8x4".parse()?, "11225566334")?;
    /// assert_eq!(position.winning_stones().iter().map(|cell| cell.column().number()).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_stones(&self) -> Bitboard {
        self.cells(self.raw.winning_stones(self.masks()))
    }

    /// Returns the player whose stone stands on a cell; `None` when it is empty or not on the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Player;
    /// use marlin_core::any::{Cell, Column, Position};
    ///
    /// let position = Position::parse("9x5".parse()?, "995")?;
    /// let ninth = Column::from_number(9).unwrap();
    /// let stones = [0, 1, 2, 5].map(|row| position.at(Cell::new(ninth, row).unwrap()));
    /// assert_eq!(stones, [Some(Player::X), Some(Player::O), None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, cell: Cell) -> Option<Player> {
        self.raw.at(self.masks().cell(cell.column().index(), cell.row()))
    }

    /// Returns the stones of both sides as a word: see [`Position::mask`](crate::Position::mask).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// // A column of five rows and its sentinel takes six bits.
    /// assert_eq!(Position::parse("9x5".parse()?, "12")?.mask(), 0b100_0001);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn mask(&self) -> u64 {
        self.raw.occupied
    }

    /// Returns the number of moves played: the stones on the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Player;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("9x5".parse()?, "995")?;
    /// assert_eq!((position.nb_moves(), position.side_to_move()), (3, Player::O));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn nb_moves(&self) -> u32 {
        self.raw.nb_moves()
    }

    /// Returns whose turn it is (or would be, when the game is over).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    /// use marlin_core::{BoardSize, Player};
    ///
    /// assert_eq!(Position::empty(BoardSize::STANDARD).side_to_move(), Player::X);
    /// ```
    pub const fn side_to_move(&self) -> Player {
        self.raw.side_to_move()
    }

    /// Returns whether a column has an empty cell, `false` for one that the board doesn't have. Whether the game is over is
    /// not asked.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Column, Position};
    ///
    /// let position = Position::parse("3x2".parse()?, "11")?;
    /// let columns = [1, 2, 4].map(|number| Column::from_number(number).unwrap());
    /// assert_eq!(columns.map(|column| position.can_play(column)), [false, true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn can_play(&self, column: Column) -> bool {
        self.size.has_column(column) && self.raw.can_play(self.masks(), column.index())
    }

    /// Plays a column without checking: see [`Position::make_move`](crate::Position::make_move).
    ///
    /// # Panics
    ///
    /// In debug builds, if the column is full or not on the board. Elsewhere the position is then meaningless.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Column, Position};
    ///
    /// let size = "9x5".parse()?;
    /// let mut position = Position::empty(size);
    /// position.make_move(Column::from_number(9).unwrap());
    /// assert_eq!(position, Position::parse(size, "9")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn make_move(&mut self, column: Column) {
        debug_assert!(self.size.has_column(column));
        self.raw = self.raw.after_column(self.masks(), column.index());
    }

    /// Plays a column if the rules allow it; the position is unchanged otherwise.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] after four in a row or on a full board, [`PlayError::NoColumn`] if the board doesn't have the
    /// column, [`PlayError::ColumnFull`] if the column has no empty cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Column, Position};
    ///
    /// let mut position = Position::empty("5x4".parse()?);
    /// let error = position.play(Column::from_number(6).unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no column 6 (the columns are 1 to 5)");
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        self.raw = self.raw.play(self.masks(), column.index())?;
        Ok(())
    }

    /// Returns the cells on which a stone would come to rest, one in each column that isn't full.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("4x3".parse()?, "113")?;
    /// assert_eq!(position.playable_cells().to_string(), "x . . .\n. . x .\n. x . x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn playable_cells(&self) -> Bitboard {
        self.cells(self.raw.playable(self.masks()))
    }

    /// Returns the columns that may be played, from left to right; none when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("3x2".parse()?, "22")?;
    /// assert!(position.legal_moves().map(|column| column.number()).eq([1, 3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> impl Iterator<Item = Column> + use<> {
        self.raw.legal_columns(self.masks()).filter_map(Column::new)
    }

    /// Returns the player who has four in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Player;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("9x5".parse()?, "1122334")?;
    /// assert_eq!(position.winner(), Some(Player::X));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winner(&self) -> Option<Player> {
        self.raw.winner(self.masks())
    }

    /// Returns whether every cell holds a stone.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("2x2".parse()?, "1212")?;
    /// assert!(position.is_full() && position.is_over() && position.winner().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn is_full(&self) -> bool {
        self.raw.is_full(self.masks())
    }

    /// Returns whether the game has ended, by four in a row or by a full board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// assert!(Position::parse("9x5".parse()?, "1122334")?.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_over(&self) -> bool {
        self.raw.is_over(self.masks())
    }

    /// Returns the number of stones in a column, 0 for one that the board doesn't have.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("4x3".parse()?, "113")?;
    /// assert!(position.size().columns().map(|column| position.height(column)).eq([2, 0, 1, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn height(&self, column: Column) -> usize {
        if self.size.has_column(column) { self.raw.height(self.masks(), column.index()) } else { 0 }
    }
}

impl<const W: usize, const H: usize> From<crate::Position<W, H>> for Position {
    fn from(position: crate::Position<W, H>) -> Self {
        Self::from_raw(BoardSize::of_masks(crate::Position::<W, H>::MASKS), position.raw)
    }
}

/// Draws the board from the top row down: `X`, `O` and `.`, a space between the columns, no line break at the end.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.draw(f, self.masks())
    }
}

/// Shows the board in one line, the top row first.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.show(f, self)
    }
}
