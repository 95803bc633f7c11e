//! [`Game`]: a position with the moves that led to it.

use std::fmt;

use crate::bitboard::{Bitboard, Cell};
use crate::board::Board;
use crate::board_size::BoardSize;
use crate::column::Column;
use crate::columns::Columns;
use crate::game_outcome::GameOutcome;
use crate::geometry::{Size, Standard};
use crate::play_error::PlayError;
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
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game<B: Board = Standard> {
    start: Position<B>,
    position: Position<B>,
    moves: Vec<Column>,
}

impl Game {
    /// Returns a game on the empty standard board; [`Game::on`] returns one of any board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, Position};
    ///
    /// let game = Game::new();
    /// assert_eq!(game.position(), &Position::new());
    /// assert!(game.moves().is_empty());
    /// ```
    pub const fn new() -> Self {
        Self::empty()
    }
}

impl<const W: usize, const H: usize> Default for Game<Size<W, H>> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<const W: usize, const H: usize> Game<Size<W, H>> {
    /// Returns a game on the empty board of a type.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, Size};
    ///
    /// assert_eq!(Game::<Size<8, 7>>::empty().legal_moves().len(), 8);
    /// ```
    pub const fn empty() -> Self {
        Self::on(Size)
    }
}

impl<B: Board> Game<B> {
    /// Returns a game from the empty position of a board on.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game};
    ///
    /// let size: BoardSize = "8x7".parse()?;
    /// assert_eq!(Game::on(size).legal_moves().len(), 8);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn on(board: B) -> Self {
        Self::from_position(Position::on(board))
    }

    /// Returns the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, Standard};
    ///
    /// assert_eq!(Game::new().board(), Standard);
    /// ```
    pub const fn board(&self) -> B {
        self.position.board()
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game};
    ///
    /// assert_eq!(Game::new().size(), BoardSize::STANDARD);
    /// ```
    pub fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// Returns the same game with its board in another type; `None` if that type belongs to another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game, Size};
    ///
    /// let game = Game::parse("8x7".parse::<BoardSize>()?, "4455")?;
    /// assert_eq!(game.cast::<Size<8, 7>>().unwrap().to_string(), "4455");
    /// assert_eq!(game.cast::<Size<7, 6>>(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast<C: Board>(&self) -> Option<Game<C>> {
        let (start, position) = (self.start.cast()?, self.position.cast()?);
        Some(Game { start, position, moves: self.moves.clone() })
    }

    /// Returns a game that starts from a position. The moves before it are not known and cannot be undone.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Game};
    ///
    /// let mut game: Game = Game::from_position("4433".parse()?);
    /// game.play(Column::from_number(5).unwrap()).unwrap();
    /// assert_eq!((game.moves().len(), game.start().nb_moves(), game.position().nb_moves()), (1, 4, 5));
    /// assert!(game.undo().is_some() && game.undo().is_none());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn from_position(position: Position<B>) -> Self {
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
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn leading_to(position: &Position<B>) -> Result<Self, NoGameError> {
        let moves = position.raw.moves_from_empty(&position.masks())?.into_iter().filter_map(Column::new);
        Ok(Self::played(*position, moves.collect()))
    }

    /// Returns the game of moves from the empty board, which lead to a position.
    pub(crate) const fn played(position: Position<B>, moves: Vec<Column>) -> Self {
        Self { start: Position::on(position.board()), position, moves }
    }

    /// Returns the position after the moves played.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    ///
    /// let game: Game = "443".parse()?;
    /// assert_eq!(
    ///     game.position().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . O . . .\n\
    ///      . . X X . . ."
    /// );
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// Returns the position before the first of [`Game::moves`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, Position};
    ///
    /// let game: Game = "443".parse()?;
    /// assert_eq!(game.start(), &Position::new());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn start(&self) -> &Position<B> {
        &self.start
    }

    /// Returns the moves played since the start, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Game};
    ///
    /// let game: Game = "443".parse()?;
    /// assert_eq!(game.moves().iter().map(|column| column.number()).collect::<Vec<_>>(), [4, 4, 3]);
    /// assert_eq!(game.moves().last(), Column::from_number(3).as_ref());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn moves(&self) -> &[Column] {
        &self.moves
    }

    /// Plays a column; the game is unchanged if the rules do not allow it.
    ///
    /// # Errors
    ///
    /// Those of [`Position::play`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Game, PlayError};
    ///
    /// let mut game: Game = "111111".parse().unwrap();
    /// assert_eq!(game.play(Column::FIRST), Err(PlayError::ColumnFull { number: 1 }));
    /// assert!(game.play(Column::from_number(2).unwrap()).is_ok());
    /// assert_eq!(game.to_string(), "1111112");
    /// ```
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        self.position.play(column)?;
        self.moves.push(column);
        Ok(())
    }

    /// Takes back the last move and returns it; `None` at the start.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Game};
    ///
    /// let mut game: Game = "443".parse()?;
    /// assert_eq!(game.undo(), Column::from_number(3));
    /// assert_eq!(game.to_string(), "44");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "undoMove")]
    pub fn undo(&mut self) -> Option<Column> {
        let column = self.moves.pop()?;
        let before = self.position.raw.before_column(&self.position.masks(), column.index());
        self.position = Position::from_raw(self.position.board(), before);
        Some(column)
    }

    /// Returns the columns that may be played, from left to right; none when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Game};
    ///
    /// let game: Game = "111111".parse()?;
    /// assert_eq!(game.legal_moves().into_iter().map(Column::number).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "listMoves")]
    pub fn legal_moves(&self) -> Vec<Column> {
        self.position.legal_moves().collect()
    }

    /// Returns the number of stones in every column.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Game;
    /// let game: Game = "443".parse()?;
    /// assert_eq!(game.heights(), [0, 0, 1, 2, 0, 0, 0]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn heights(&self) -> Columns<usize> {
        Columns::on(self.position.board(), |column| self.position.height(column))
    }

    /// Returns whether a player has four in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Game, Player};
    /// let game: Game = "1212121".parse()?;
    /// assert!(game.is_win(Player::X) && !game.is_win(Player::O) && !game.is_draw());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "isWin")]
    pub fn is_win(&self, player: Player) -> bool {
        self.position.raw.is_win(&self.position.masks(), player)
    }

    /// Returns whether the board is full without a four in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, Size};
    ///
    /// // A board of 2x2 has no room for four in a row.
    /// let game: Game<Size<2, 2>> = "1212".parse()?;
    /// assert!(game.is_draw());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "isDraw")]
    pub fn is_draw(&self) -> bool {
        self.outcome() == Some(GameOutcome::Drawn)
    }

    /// Returns the result of the game, `None` while it continues.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, GameOutcome};
    ///
    /// let game: Game = "112233".parse()?;
    /// let words = match game.outcome() {
    ///     Some(GameOutcome::Won(player)) => format!("{player} has won"),
    ///     Some(GameOutcome::Drawn) => "a draw".to_owned(),
    ///     None => format!("{} to move", game.position().side_to_move()),
    /// };
    /// assert_eq!(words, "X to move");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.position.raw.outcome(&self.position.masks())
    }

    /// Returns the stones that won the game: all stones of every four that the last move completed. Empty if the game
    /// is not won.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    ///
    /// // The last move completes a row of five: two fours.
    /// let game: Game = "112255443".parse()?;
    /// assert_eq!(
    ///     game.winning_stones().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      x x x x x . ."
    /// );
    /// let names: Vec<String> = game.winning_stones().iter().map(|cell| cell.to_string()).collect();
    /// assert_eq!(names, ["a1", "b1", "c1", "d1", "e1"]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn winning_stones(&self) -> Bitboard<B> {
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
    /// let cells: Bitboard = game.winning_lines().into_iter().flatten().collect();
    /// assert_eq!(
    ///     cells.to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      x x x x . . ."
    /// );
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn winning_lines(&self) -> Vec<[Cell; 4]> {
        let masks = &self.position.masks();
        let lines = self.position.raw.winning_lines(masks).into_iter();
        lines.map(|line| line.map(|cell| Cell::of_lowest(masks, cell))).collect()
    }
}

impl<const W: usize, const H: usize> From<Game<Size<W, H>>> for Game<BoardSize> {
    fn from(game: Game<Size<W, H>>) -> Self {
        Self { start: game.start.into(), position: game.position.into(), moves: game.moves }
    }
}

/// Writes the moves played as digits, the form that `Game::from_str` reads.
impl<B: Board> fmt::Display for Game<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|column| write!(f, "{column}"))
    }
}
