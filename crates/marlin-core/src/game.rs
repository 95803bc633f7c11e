//! [`Game`]: a position with the moves that led to it.

use std::fmt;

use crate::bitboard::{Bitboard, Cell};
use crate::column::Column;
use crate::columns::Columns;
use crate::geometry::BoardSize;
use crate::player::GameOutcome;
use crate::player::PlayError;
use crate::player::Player;
use crate::position::Position;
use crate::reach::NoGameError;

/// A game: a position, the moves that led to it, and the way back.
///
/// Users of the C++ Marlin and of its sibling rely on [`Game::undo`], [`Game::is_win`], [`Game::is_draw`],
/// [`Game::heights`] and [`Game::legal_moves`]: they do not change.
///
/// # Examples
///
/// ```
/// use marlin_core::{Cell, Game, GameOutcome, Player};
///
/// let mut game: Game = "1212121".parse()?;
/// assert!(game.is_win(Player::X));
/// assert_eq!(game.outcome(), Some(GameOutcome::Won(Player::X)));
/// assert_eq!(game.winning_lines()[0].map(Cell::row), [0, 1, 2, 3]);
///
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// assert_eq!(game.to_string(), "121212");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Column>,
}

impl Game {
    /// Returns a game on the empty standard board.
    pub const fn new() -> Self {
        Self::on(BoardSize::STANDARD)
    }

    /// Returns a game on the empty board of a size.
    pub const fn on(size: BoardSize) -> Self {
        Self::from_position(Position::on(size))
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// Returns a game that starts from a position. The moves before it are not known and cannot be undone.
    pub const fn from_position(position: Position) -> Self {
        Self { start: position, position, moves: Vec::new() }
    }

    /// Returns a game from the empty board to a position.
    ///
    /// # Errors
    ///
    /// [`Unreachable`](NoGameError::Unreachable) if no legal moves lead there: the players have the right numbers of
    /// stones, but these cannot have been played in turn. [`Undecided`](NoGameError::Undecided) after a million steps: the
    /// hardest board that a hill climb found takes 349,185.
    ///
    /// # Complexity
    ///
    /// Nearly always one step a stone, and rarely some hundreds: see `docs/proofs.md`.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, NoGameError, Position};
    ///
    /// let position: Position = "4433".parse()?;
    /// let game = Game::leading_to(&position).expect("it was played");
    /// assert_eq!(game.position(), &position);
    ///
    /// // X moves first, so a first stone of X is at the bottom of some column.
    /// let empty_rows = ". . . . . . .\n".repeat(4);
    /// let never: Position = Position::from_drawing(&(empty_rows + "X X . . . . .\nO O . . . . ."))?;
    /// assert_eq!(Game::leading_to(&never), Err(NoGameError::Unreachable));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[cfg(feature = "internals")]
    pub fn leading_to(position: &Position) -> Result<Self, NoGameError> {
        let moves = position.raw.moves_from_empty(position.masks())?.into_iter().filter_map(Column::new);
        Ok(Self::played(*position, moves.collect()))
    }

    /// Returns the game of moves from the empty board, which lead to a position.
    pub(crate) const fn played(position: Position, moves: Vec<Column>) -> Self {
        Self { start: Position::on(position.size()), position, moves }
    }

    /// Returns the position after the moves played.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the position before the first of [`Game::moves`].
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves played since the start, in order.
    pub fn moves(&self) -> &[Column] {
        &self.moves
    }

    /// Plays a column; the game is unchanged if the rules do not allow it.
    ///
    /// # Errors
    ///
    /// Those of [`Position::play`].
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        self.position.play(column)?;
        self.moves.push(column);
        Ok(())
    }

    /// Takes back the last move and returns it; `None` at the start.
    #[doc(alias = "undoMove")]
    pub fn undo(&mut self) -> Option<Column> {
        let column = self.moves.pop()?;
        let before = self.position.raw.before_column(self.position.masks(), column.index());
        self.position = Position::from_raw(self.size(), before);
        Some(column)
    }

    /// Returns the columns that may be played, from left to right; none when the game is over.
    #[doc(alias = "listMoves")]
    pub fn legal_moves(&self) -> Vec<Column> {
        self.position.legal_moves().collect()
    }

    /// Returns the number of stones in every column.
    pub fn heights(&self) -> Columns<usize> {
        Columns::on(self.size(), |column| self.position.height(column))
    }

    /// Returns whether a player has four in a row.
    #[doc(alias = "isWin")]
    pub fn is_win(&self, player: Player) -> bool {
        self.position.raw.is_win(self.position.masks(), player)
    }

    /// Returns whether the board is full without a four in a row.
    #[doc(alias = "isDraw")]
    pub fn is_draw(&self) -> bool {
        self.outcome() == Some(GameOutcome::Drawn)
    }

    /// Returns the result of the game, `None` while it continues.
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.position.raw.outcome(self.position.masks())
    }

    /// Returns the stones that won the game: all stones of every four that the last move completed. Empty if the game
    /// is not won.
    pub fn winning_stones(&self) -> Bitboard {
        self.position.winning_stones()
    }

    /// Returns every line of four that the winner has, each from its left (or lowest) cell on; five in a row are two.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Game};
    ///
    /// let game: Game = "1122334".parse()?;
    /// let mut cells = Bitboard::on(game.size());
    /// cells.extend(game.winning_lines().into_iter().flatten());
    /// assert_eq!(
    ///     cells.to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      x x x x . . ."
    /// );
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn winning_lines(&self) -> Vec<[Cell; 4]> {
        let masks = self.position.masks();
        let lines = self.position.raw.winning_lines(masks).into_iter();
        lines.map(|line| line.map(|cell| Cell::of_lowest(masks, cell))).collect()
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// Writes the moves played as digits, the form that `Game::from_str` reads.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|column| write!(f, "{column}"))
    }
}
