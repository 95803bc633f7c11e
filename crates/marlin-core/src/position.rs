//! [`Position`]: the rules of the game on two words.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::board_size::BoardSize;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::geometry::{Masks, Size, Standard};
use crate::play_error::PlayError;
use crate::player::Player;
use crate::raw_position::RawPosition;
use crate::score::{Ending, Score};

/// A Connect Four position: the stones of both players, and thereby the side to move.
///
/// Two words hold it, in the layout of [`Size`]: the stones of the side to move, and the stones of both. Without
/// parameters it is the standard board of 7 columns and 6 rows; [`Position::on`] makes that of any other board. `us` is
/// always the side to move, `them` the other one.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Player, Position};
///
/// let mut position = Position::new();
/// position.play(Column::new(3).unwrap())?;
/// assert_eq!(position.side_to_move(), Player::O);
/// assert_eq!(
///     position.to_string(),
///     ". . . . . . .\n\
///      . . . . . . .\n\
///      . . . . . . .\n\
///      . . . . . . .\n\
///      . . . . . . .\n\
///      . . . X . . ."
/// );
/// # Ok::<(), marlin_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B: Board = Standard> {
    pub(crate) board: B,
    pub(crate) raw: RawPosition,
}

impl<const W: usize, const H: usize> Default for Position<Size<W, H>> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<const W: usize, const H: usize> Position<Size<W, H>> {
    /// Returns the empty board of a type.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Size};
    ///
    /// assert_eq!(Position::<Size<8, 7>>::empty().legal_moves().count(), 8);
    /// ```
    pub const fn empty() -> Self {
        Self::on(Size)
    }
}

impl<B: Board> Position<B> {
    /// Returns the empty position of a board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let size: BoardSize = "8x7".parse()?;
    /// assert_eq!(Position::on(size).legal_moves().count(), 8);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn on(board: B) -> Self {
        Self::from_raw(board, RawPosition::EMPTY)
    }

    /// Returns the position of a board. The caller has checked it.
    pub(crate) const fn from_raw(board: B, raw: RawPosition) -> Self {
        Self { board, raw }
    }

    /// Returns the position with these stones. The caller has checked them: see `Position::from_bitboards`.
    #[cfg(feature = "internals")]
    pub(crate) const fn from_stones(board: B, us: u64, occupied: u64) -> Self {
        Self::from_raw(board, RawPosition { us, occupied })
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// assert_eq!(Position::new().size(), BoardSize::STANDARD);
    /// ```
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Returns the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Standard};
    ///
    /// assert_eq!(Position::new().board(), Standard);
    /// ```
    pub const fn board(&self) -> B {
        self.board
    }

    /// Returns the same position with its board in another type; `None` if that type belongs to another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position, Size};
    ///
    /// let position = Position::parse("8x7".parse::<BoardSize>()?, "4455")?;
    /// assert_eq!(position.cast(), Some("4455".parse::<Position<Size<8, 7>>>()?));
    /// assert_eq!(position.cast::<Size<7, 6>>(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast<C: Board>(&self) -> Option<Position<C>> {
        Some(Position::from_raw(C::of_size(self.size())?, self.raw))
    }

    /// Returns the numbers of the board.
    pub(crate) fn masks(&self) -> Masks {
        self.board.masks()
    }

    /// Returns a set of cells of the board.
    pub(crate) const fn cells(&self, bits: u64) -> Bitboard<B> {
        Bitboard::new(self.board, bits)
    }

    /// Returns the stones of the side to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // Four stones each have been played, so it is X's turn.
    /// let position: Position = "44443265".parse()?;
    /// assert_eq!(
    ///     position.us().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . x . . .\n\
    ///      . . . . . . .\n\
    ///      . . x x . x ."
    /// );
    /// assert_eq!(
    ///     position.them().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . x . . .\n\
    ///      . . . . . . .\n\
    ///      . . . x . . .\n\
    ///      . x . . x . ."
    /// );
    /// assert_eq!((position.us() | position.them()).bits(), position.mask());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias("current", "current_position"))]
    pub const fn us(&self) -> Bitboard<B> {
        self.cells(self.raw.us)
    }

    /// Returns the stones of the side that moved last.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // The first move is X's; then the stone is theirs, from the side of O.
    /// let position: Position = "4".parse()?;
    /// assert_eq!((position.us().len(), position.them().len()), (0, 1));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "opponent")]
    pub const fn them(&self) -> Bitboard<B> {
        self.cells(self.raw.them())
    }

    /// Returns the stones of both sides.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = "4433".parse()?;
    /// assert_eq!(
    ///     position.occupied().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . x x . . .\n\
    ///      . . x x . . ."
    /// );
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn occupied(&self) -> Bitboard<B> {
        self.cells(self.raw.occupied)
    }

    /// Returns the stones of both sides as a word, one bit a cell: the bits of [`Position::occupied`], under the name
    /// that users of the C++ Marlin and of its sibling rely on.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // Two stones, at the bottom of the first two columns.
    /// let position: Position = "12".parse()?;
    /// assert_eq!(position.mask(), 0b1000_0001);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn mask(&self) -> u64 {
        self.raw.occupied
    }

    /// Returns the number of moves played: the stones on the board.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Player, Position};
    /// let position: Position = "443".parse()?;
    /// assert_eq!((position.nb_moves(), position.side_to_move()), (3, Player::O));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias("nbMoves", "ply"))]
    pub const fn nb_moves(&self) -> u32 {
        self.raw.nb_moves()
    }

    /// Returns the player to move (or the one who would be, when the game is over).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position};
    ///
    /// // Two stones each, so it is X's turn.
    /// let position: Position = Position::from_drawing(
    ///     ". . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . O O . . .
    ///      . . X X . . .",
    /// )?;
    /// assert_eq!(position.side_to_move(), Player::X);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn side_to_move(&self) -> Player {
        self.raw.side_to_move()
    }

    /// Returns whether a column has an empty cell, `false` for one that the board does not have. It does not check
    /// whether the game is over: see [`Position::is_over`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Column, Position};
    /// let position: Position = "111111".parse()?;
    /// assert!(!position.can_play(Column::FIRST));
    /// assert_eq!(position.height(Column::FIRST), 6);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "canPlay")]
    pub fn can_play(&self, column: Column) -> bool {
        let masks = &self.masks();
        masks.has_column(column.index()) && self.raw.can_play(masks, column.index())
    }

    /// Plays a column without checking: a full column or a finished game is the caller's bug.
    ///
    /// # Panics
    ///
    /// In debug builds, if the column is full or not on the board. Elsewhere the position is then meaningless.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// let mut position = Position::new();
    /// position.make_move(Column::from_number(4).unwrap());
    /// assert_eq!(position, "4".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias("makeMove", "playCol"))]
    pub fn make_move(&mut self, column: Column) {
        debug_assert!(self.can_play(column), "column {column} is full, or not on the board");
        self.raw = self.raw.after_column(&self.masks(), column.index());
    }

    /// Plays a column if the rules allow it; the position is unchanged otherwise.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] after four in a row or on a full board, [`PlayError::NoColumn`] if the board does not
    /// have the column, [`PlayError::ColumnFull`] if the column has no empty cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, PlayError, Position};
    ///
    /// let mut position: Position = "111111".parse().unwrap();
    /// let full = position.play(Column::new(0).unwrap());
    /// assert_eq!(full, Err(PlayError::ColumnFull { number: 1 }));
    /// ```
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        self.raw = self.raw.play(&self.masks(), column.index())?;
        Ok(())
    }

    /// Returns the cells on which a stone would land, one in each column that is not full.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = "4433".parse()?;
    /// assert_eq!(
    ///     position.playable_cells().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . x x . . .\n\
    ///      . . . . . . .\n\
    ///      x x . . x x x"
    /// );
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn playable_cells(&self) -> Bitboard<B> {
        self.cells(self.raw.playable(&self.masks()))
    }

    /// Returns the columns that may be played, from left to right; none when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// let position: Position = "111111".parse()?;
    /// assert_eq!(position.legal_moves().map(Column::number).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
    /// // X has won, so there is no move.
    /// let position: Position = "1212121".parse()?;
    /// assert_eq!(position.legal_moves().count(), 0);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias("legalMoves", "listMoves", "possible"))]
    pub fn legal_moves(&self) -> impl Iterator<Item = Column> + use<B> {
        self.raw.legal_columns(&self.masks()).filter_map(Column::new)
    }

    /// Returns the player who has four in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Player, Position};
    /// let position: Position = "1122334".parse()?;
    /// assert_eq!(position.winner(), Some(Player::X));
    /// assert!(position.is_over() && !position.is_full());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn winner(&self) -> Option<Player> {
        self.raw.winner(&self.masks())
    }

    /// Returns the end of the game if both play perfectly, by the score of this position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position, Score};
    ///
    /// // After three moves it is O's turn, so a negative score is good for X.
    /// let position: Position = "443".parse()?;
    /// let ending = position.ending(Score::new(-2).unwrap());
    /// assert_eq!((ending.winner, ending.final_move), (Some(Player::X), 39));
    /// assert_eq!(position.ending(Score::DRAW).to_string(), "draw");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn ending(&self, score: Score<B>) -> Ending {
        self.masks().ending(score.get(), self.nb_moves())
    }

    /// Returns the result that bounds of the score of this position prove, in words.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Position, Score};
    ///
    /// let (score, position) = (|value| Score::new(value).unwrap(), Position::new());
    /// assert_eq!(position.in_words(Bounds::exact(score(1))), "X wins on move 41 if both play perfectly");
    /// assert_eq!(position.in_words(Bounds::new(score(1), score(2)).unwrap()), "X wins by move 41 at the latest");
    /// assert_eq!(position.in_words(Bounds::UNKNOWN), "the winner is not proven");
    /// ```
    pub fn in_words(&self, bounds: Bounds<B>) -> String {
        self.masks().in_words(bounds.raw(), self.nb_moves())
    }

    /// Returns whether every cell holds a stone.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Size};
    ///
    /// let position: Position<Size<2, 2>> = "1212".parse()?;
    /// assert!(position.is_full() && position.winner().is_none());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn is_full(&self) -> bool {
        self.raw.is_full(&self.masks())
    }

    /// Returns whether the game has ended, by four in a row or by a full board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// // Always the leftmost column that is allowed, until the game is over.
    /// let mut position = Position::new();
    /// while let Some(column) = position.legal_moves().next() {
    ///     position.make_move(column);
    /// }
    /// assert!(position.is_over());
    /// ```
    pub fn is_over(&self) -> bool {
        self.raw.is_over(&self.masks())
    }
}

impl<const W: usize, const H: usize> From<Position<Size<W, H>>> for Position<BoardSize> {
    fn from(position: Position<Size<W, H>>) -> Self {
        Self::from_raw(position.size(), position.raw)
    }
}
