//! [`Position`]: the rules of the game on two words.

use crate::bitboard::{self, Bitboard};
use crate::column::Column;
use crate::geometry::Geometry;
use crate::player::Player;

/// Why a move is refused.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, PlayError, Player, Position};
///
/// let mut position: Position = "1212121".parse().unwrap();
/// let error = position.play(Column::FIRST).unwrap_err();
/// assert_eq!(error, PlayError::GameOver { winner: Some(Player::X) });
/// assert_eq!(error.to_string(), "the game is over: X has won");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// Every cell of the column holds a stone.
    #[error("column {number} is full")]
    ColumnFull {
        /// The column's number, counted from 1.
        number: usize,
    },
    /// The game ended before this move, by four in a row or by a full board.
    #[error("the game is over: {}", match .winner { Some(player) => format!("{player} has won"), None => "it is a draw".into() })]
    GameOver {
        /// The winner; `None` when the board is full.
        winner: Option<Player>,
    },
}

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
    /// Stones of the side to move.
    us: u64,
    /// Stones of both sides.
    occupied: u64,
}

impl<const W: usize, const H: usize> Default for Position<W, H> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<const W: usize, const H: usize> Position<W, H> {
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
        Self { us: 0, occupied: 0 }
    }

    /// Returns the position with these stones. The caller has checked them: see `Position::from_bitboards`.
    pub(crate) const fn from_stones(us: u64, occupied: u64) -> Self {
        Self { us, occupied }
    }

    /// Returns the positions from which a move leads to this one, with the column of the move. Not all of them need arise in
    /// a game.
    pub(crate) fn parents(self) -> impl Iterator<Item = (Column<W>, Self)> {
        let (them, occupied) = (self.us ^ self.occupied, self.occupied);
        let tops = occupied & !(occupied >> 1);
        bitboard::each(tops & them).filter_map(move |stone| {
            let before = occupied ^ stone;
            let column = Column::new(Geometry::<W, H>::column_of(stone))?;
            Some((column, Self::from_stones(them & before, before)))
        })
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
        Bitboard::new(self.us)
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
        Bitboard::new(self.us ^ self.occupied)
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
        Bitboard::new(self.occupied)
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
        self.occupied
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
        self.occupied.count_ones()
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
        Player::to_move_after(self.nb_moves())
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
        self.occupied & Geometry::<W, H>::top_mask(column) == 0
    }

    /// Plays a column without checking: a full column or a finished game is the caller's bug.
    ///
    /// Adding the column's lowest cell to the occupied ones carries through the stones that stand there and sets the
    /// first empty cell.
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
        debug_assert!(self.can_play(column));
        self.us ^= self.occupied;
        self.occupied |= self.occupied + Geometry::<W, H>::bottom_mask(column);
    }

    /// Returns the position after a stone on a playable cell.
    pub(crate) const fn after(&self, cell: u64) -> Self {
        Self { us: self.us ^ self.occupied, occupied: self.occupied | cell }
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
        if self.is_over() {
            return Err(PlayError::GameOver { winner: self.winner() });
        }
        if !self.can_play(column) {
            return Err(PlayError::ColumnFull { number: column.number() });
        }
        self.make_move(column);
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
        Bitboard::new((self.occupied + Geometry::<W, H>::BOTTOM_MASK) & Geometry::<W, H>::BOARD_MASK)
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
        let position = *self;
        let over = self.is_over();
        Column::all().filter(move |&column| !over && position.can_play(column))
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
        let us = self.side_to_move();
        if bitboard::has_four::<H>(self.us ^ self.occupied) {
            Some(us.opponent())
        } else if bitboard::has_four::<H>(self.us) {
            Some(us)
        } else {
            None
        }
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
        self.occupied == Geometry::<W, H>::BOARD_MASK
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
        self.is_full() || self.winner().is_some()
    }
}
