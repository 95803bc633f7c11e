//! [`Position`]: the rules of the game on two words.

use std::fmt;

use crate::bitboard;
use crate::column::Column;
use crate::geometry::Geometry;

/// One of the two players. X always moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// The first player, drawn `X`.
    X,
    /// The second player, drawn `O`.
    O,
}

impl Player {
    /// Returns the player whose turn it is after a number of moves.
    pub const fn to_move_after(nb_moves: u32) -> Self {
        if nb_moves.is_multiple_of(2) { Self::X } else { Self::O }
    }

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns the letter that stands for the player's stones.
    pub const fn symbol(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// Why a move was not taken.
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
        /// Who won; `None` when the board is full.
        winner: Option<Player>,
    },
}

/// A Connect Four position: where the stones stand, and thereby whose turn it is.
///
/// Two words hold it, in the layout of [`Geometry`]: the stones of the side to move, and the stones of both. Without
/// parameters it is the standard board of 7 columns and 6 rows; [`Position::empty`] makes any other that fits.
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
    current: u64,
    /// Stones of both sides.
    mask: u64,
}

/// What needs no value: on the standard board alone, so that `Position::new()` compiles without annotations.
///
/// For boards of other sizes these constants are found in [`Geometry`].
impl Position {
    /// Columns of the standard board.
    pub const WIDTH: usize = Geometry::<7, 6>::WIDTH;
    /// Rows of the standard board.
    pub const HEIGHT: usize = Geometry::<7, 6>::HEIGHT;
    /// The lowest cell of every column.
    pub const BOTTOM_MASK: u64 = Geometry::<7, 6>::BOTTOM_MASK;
    /// Every cell of the board.
    pub const BOARD_MASK: u64 = Geometry::<7, 6>::BOARD_MASK;

    /// Returns the empty standard board; [`Position::empty`] returns that of any size.
    pub const fn new() -> Self {
        Self::empty()
    }

    /// Returns the lowest cell of a column.
    #[doc(alias = "bottom_mask_col")]
    pub const fn bottom_mask(column: Column) -> u64 {
        Geometry::<7, 6>::bottom_mask(column.index())
    }

    /// Returns all cells of a column.
    pub const fn column_mask(column: Column) -> u64 {
        Geometry::<7, 6>::column_mask(column.index())
    }

    /// Returns the highest cell of a column.
    #[doc(alias = "top_mask_col")]
    pub const fn top_mask(column: Column) -> u64 {
        Geometry::<7, 6>::top_mask(column.index())
    }

    /// Returns the lowest cell of every column: [`Position::BOTTOM_MASK`] as a function.
    pub const fn bottom() -> u64 {
        Self::BOTTOM_MASK
    }
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
        Self { current: 0, mask: 0 }
    }

    /// Returns the position with these stones. The caller has checked them: see `Position::from_bitboards`.
    pub(crate) const fn from_stones(current: u64, mask: u64) -> Self {
        Self { current, mask }
    }

    /// Returns the positions from which a move leads to this one, with the column of the move. Not all of them need arise in
    /// a game.
    pub(crate) fn parents(self) -> impl Iterator<Item = (Column<W>, Self)> {
        let tops = self.mask & !(self.mask >> 1);
        bitboard::each(tops & self.opponent()).filter_map(move |stone| {
            let mask = self.mask ^ stone;
            let column = Column::new(Geometry::<W, H>::column_of(stone))?;
            Some((column, Self::from_stones(self.opponent() & mask, mask)))
        })
    }

    /// Returns the stones of the side to move, one bit a cell.
    #[doc(alias = "current_position")]
    pub const fn current(&self) -> u64 {
        self.current
    }

    /// Returns the stones of the side that moved last, one bit a cell.
    pub const fn opponent(&self) -> u64 {
        self.current ^ self.mask
    }

    /// Returns the stones of both sides, one bit a cell.
    pub const fn mask(&self) -> u64 {
        self.mask
    }

    /// Returns the stones of a player, one bit a cell.
    pub fn stones(&self, player: Player) -> u64 {
        if player == self.side_to_move() { self.current } else { self.opponent() }
    }

    /// Returns the player on a cell of `column`, `row` counted from 0 at the bottom; `None` when it is empty.
    ///
    /// # Panics
    ///
    /// If `row` is not below the height of the board.
    pub fn at(&self, column: Column<W>, row: usize) -> Option<Player> {
        assert!(row < H, "row {row} on a board of {H} rows");
        let cell = Geometry::<W, H>::bottom_mask(column.index()) << row;
        let mover = self.side_to_move();
        match (self.mask & cell != 0, self.current & cell != 0) {
            (false, _) => None,
            (true, true) => Some(mover),
            (true, false) => Some(mover.opponent()),
        }
    }

    /// Returns the number of moves played: the stones on the board.
    #[doc(alias("nbMoves", "ply"))]
    pub const fn nb_moves(&self) -> u32 {
        self.mask.count_ones()
    }

    /// Returns whose turn it is (or would be, when the game is over).
    pub const fn side_to_move(&self) -> Player {
        Player::to_move_after(self.nb_moves())
    }

    /// Returns a word that no other position of this board size has.
    ///
    /// It is `current + mask + BOTTOM_MASK`: every column reads as the stones of the side to move above which a
    /// single 1 marks the height.
    ///
    /// # References
    ///
    /// John Tromp, the Fhourstones benchmark; Pascal Pons, <http://blog.gamesolver.org>.
    pub const fn key(&self) -> Key {
        Key(self.current + self.mask + Geometry::<W, H>::BOTTOM_MASK)
    }

    /// Returns whether a column has an empty cell. Whether the game is over is not asked: see [`Position::is_over`].
    #[doc(alias = "canPlay")]
    pub const fn can_play(&self, column: Column<W>) -> bool {
        self.mask & Geometry::<W, H>::top_mask(column.index()) == 0
    }

    /// Plays a column without checking: a full column or a finished game is the caller's bug.
    ///
    /// Adding the column's lowest cell to the mask carries through the stones that stand there and sets the first
    /// empty cell.
    ///
    /// # Panics
    ///
    /// In debug builds, if the column is full. Elsewhere the position is then meaningless.
    #[doc(alias("makeMove", "playCol"))]
    pub const fn make_move(&mut self, column: Column<W>) {
        debug_assert!(self.can_play(column));
        self.current ^= self.mask;
        self.mask |= self.mask + Geometry::<W, H>::bottom_mask(column.index());
    }

    /// Returns the position after a stone on a playable cell.
    pub(crate) const fn after(&self, cell: u64) -> Self {
        Self { current: self.opponent(), mask: self.mask | cell }
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

    /// Returns the cells on which a stone would come to rest, one a column that isn't full.
    pub const fn playable_cells(&self) -> u64 {
        (self.mask + Geometry::<W, H>::BOTTOM_MASK) & Geometry::<W, H>::BOARD_MASK
    }

    /// Returns the columns that may be played, from left to right; none when the game is over.
    #[doc(alias("legalMoves", "listMoves", "possible"))]
    pub fn legal_moves(&self) -> impl Iterator<Item = Column<W>> + use<W, H> {
        let position = *self;
        let over = self.is_over();
        Column::all().filter(move |&column| !over && position.can_play(column))
    }

    /// Returns the empty cells that would complete four in a row for the side to move, playable at once or not.
    #[doc(alias = "winning_position")]
    pub const fn winning_cells(&self) -> u64 {
        bitboard::winning_cells::<W, H>(self.current, self.mask)
    }

    /// Returns the empty cells that would complete four in a row for the other side, playable at once or not.
    #[doc(alias = "opponent_winning_position")]
    pub const fn opponent_winning_cells(&self) -> u64 {
        bitboard::winning_cells::<W, H>(self.opponent(), self.mask)
    }

    /// Returns whether the side to move wins by playing this column now.
    #[doc(alias = "isWinningMove")]
    pub const fn is_winning_move(&self, column: Column<W>) -> bool {
        self.winning_cells() & self.playable_cells() & Geometry::<W, H>::column_mask(column.index()) != 0
    }

    /// Returns whether the side to move has a move that wins at once.
    #[doc(alias = "canWinNext")]
    pub const fn can_win_next(&self) -> bool {
        self.winning_cells() & self.playable_cells() != 0
    }

    /// Returns the player who has four in a row.
    pub fn winner(&self) -> Option<Player> {
        let mover = self.side_to_move();
        if bitboard::has_four::<H>(self.opponent()) {
            Some(mover.opponent())
        } else if bitboard::has_four::<H>(self.current) {
            Some(mover)
        } else {
            None
        }
    }

    /// Returns whether every cell holds a stone.
    pub const fn is_full(&self) -> bool {
        self.mask == Geometry::<W, H>::BOARD_MASK
    }

    /// Returns whether the game has ended, by four in a row or by a full board.
    pub fn is_over(&self) -> bool {
        self.is_full() || self.winner().is_some()
    }

    /// Returns the number of stones in a column.
    pub const fn height(&self, column: Column<W>) -> usize {
        (self.mask & Geometry::<W, H>::column_mask(column.index())).count_ones() as usize
    }

    /// Returns the position mirrored left to right; its score and its best moves are mirrored with it.
    #[must_use]
    pub const fn mirror(&self) -> Self {
        Self { current: bitboard::mirror::<W, H>(self.current), mask: bitboard::mirror::<W, H>(self.mask) }
    }

    /// Returns the one of the position and its mirror image that stands for both: that with the lesser key.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mirror = self.mirror();
        if mirror.key() < self.key() { mirror } else { *self }
    }
}

/// Draws the board from the top row down: `X`, `O` and `.`, a space between the columns, no line break at the end.
impl<const W: usize, const H: usize> fmt::Display for Position<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..H).rev() {
            for column in Column::<W>::all() {
                let gap = if column.index() == 0 { "" } else { " " };
                write!(f, "{gap}{}", self.at(column, row).map_or('.', Player::symbol))?;
            }
            if row > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// Shows the board in one line, the top row first.
///
/// # Examples
///
/// ```
/// let position: marlin_core::Position = "443".parse().unwrap();
/// let shown = format!("{position:?}");
/// assert_eq!(shown, "Position(O to move, ......./......./......./......./...O.../..XX...)");
/// ```
impl<const W: usize, const H: usize> fmt::Debug for Position<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.to_string().replace(' ', "").replace('\n', "/");
        write!(f, "Position({} to move, {board})", self.side_to_move())
    }
}

/// A word that identifies a position among all positions of its board size: see [`Position::key`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// Returns the word itself.
    pub const fn get(self) -> u64 {
        self.0
    }
}
