//! [`Position`]: the rules of the game on two words.

use crate::bitboard::Bitboard;
use crate::column::Column;
use crate::geometry::{Geometry, Masks};
use crate::play_error::PlayError;
use crate::player::Player;
use crate::raw_position::RawPosition;

/// A Connect Four position: where the stones stand, and thereby whose turn it is.
///
/// Two words hold it, in the layout of [`Geometry`]: the stones of the side to move, and the stones of both. Without
/// parameters it is the standard board of 7 columns and 6 rows; [`Position::empty`] makes any other that fits. `us` is
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
pub struct Position<const W: usize = 7, const H: usize = 6> {
    pub(crate) raw: RawPosition,
}

impl<const W: usize, const H: usize> Default for Position<W, H> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<const W: usize, const H: usize> Position<W, H> {
    /// The numbers of the board.
    pub(crate) const MASKS: &Masks = &Geometry::<W, H>::MASKS;

    /// Returns the empty board of any size.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// assert_eq!(Position::<8, 7>::empty().legal_moves().count(), 8);
    /// ```
    pub const fn empty() -> Self {
        Self::from_raw(RawPosition::EMPTY)
    }

    /// Returns the position that has no board beside it yet. It is one of this board.
    pub(crate) const fn from_raw(raw: RawPosition) -> Self {
        Self { raw }
    }

    /// Returns the position with these stones. The caller has checked them: see `Position::from_bitboards`.
    #[cfg(feature = "internals")]
    pub(crate) const fn from_stones(us: u64, occupied: u64) -> Self {
        Self::from_raw(RawPosition { us, occupied })
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
    pub const fn us(&self) -> Bitboard<W, H> {
        Bitboard::new(self.raw.us)
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
    pub const fn them(&self) -> Bitboard<W, H> {
        Bitboard::new(self.raw.them())
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
    pub const fn occupied(&self) -> Bitboard<W, H> {
        Bitboard::new(self.raw.occupied)
    }

    /// Returns the stones of both sides as a word, one bit a cell: the bits of [`Position::occupied`], under the name that
    /// users of the C++ Marlin and of its sibling rely on.
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

    /// Returns whose turn it is (or would be, when the game is over).
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

    /// Returns whether a column has an empty cell. Whether the game is over is not asked: see [`Position::is_over`].
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
    pub const fn can_play(&self, column: Column<W>) -> bool {
        self.raw.can_play(Self::MASKS, column.index())
    }

    /// Plays a column without checking: a full column or a finished game is the caller's bug.
    ///
    /// # Panics
    ///
    /// In debug builds, if the column is full. Elsewhere the position is then meaningless.
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
    pub const fn make_move(&mut self, column: Column<W>) {
        self.raw = self.raw.after_column(Self::MASKS, column.index());
    }

    /// Plays a column if the rules allow it; the position is unchanged otherwise.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] after four in a row or on a full board, [`PlayError::ColumnFull`] if the column has
    /// no empty cell.
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
    pub fn play(&mut self, column: Column<W>) -> Result<(), PlayError> {
        self.raw = self.raw.play(Self::MASKS, column.index())?;
        Ok(())
    }

    /// Returns the cells on which a stone would come to rest, one in each column that isn't full.
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
    pub const fn playable_cells(&self) -> Bitboard<W, H> {
        Bitboard::new(self.raw.playable(Self::MASKS))
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
    pub fn legal_moves(&self) -> impl Iterator<Item = Column<W>> + use<W, H> {
        self.raw.legal_columns(Self::MASKS).filter_map(Column::new)
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
        self.raw.winner(Self::MASKS)
    }

    /// Returns whether every cell holds a stone.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position<2, 2> = "1212".parse()?;
    /// assert!(position.is_full() && position.winner().is_none());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn is_full(&self) -> bool {
        self.raw.is_full(Self::MASKS)
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
        self.raw.is_over(Self::MASKS)
    }
}
