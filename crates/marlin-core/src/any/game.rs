//! [`Game`]: a position with the moves that led to it, on a board whose size is chosen at run time.

use std::fmt;

use super::bitboard::Bitboard;
use super::position::Position;
use super::{Cell, Column};
use crate::board_size::BoardSize;
use crate::game::write_moves;
use crate::game_outcome::GameOutcome;
use crate::notation::{ParsePositionError, read_columns, read_moves};
use crate::play_error::PlayError;
use crate::player::Player;

/// A game on a board of any size; [`Game`](crate::Game) has the size in its type, and its documentation says more of each
/// method.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Game;
/// use marlin_core::{GameOutcome, Player};
///
/// let mut game = Game::parse("9x5".parse()?, "9191919")?;
/// assert_eq!(game.outcome(), Some(GameOutcome::Won(Player::X)));
/// game.undo();
/// assert_eq!((game.outcome(), game.to_string()), (None, "919191".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Column>,
}

impl Game {
    /// Returns a game on the empty board of a size.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// assert_eq!(Game::empty("8x7".parse()?).legal_moves().len(), 8);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn empty(size: BoardSize) -> Self {
        Self::from_position(Position::empty(size))
    }

    /// Returns a game that starts from a position. The moves before it aren't known and can't be undone.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Game, Position};
    ///
    /// let mut game = Game::from_position(Position::parse("8x7".parse()?, "4433")?);
    /// assert_eq!((game.moves().len(), game.start().nb_moves(), game.undo()), (0, 4, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn from_position(position: Position) -> Self {
        Self { start: position, position, moves: Vec::new() }
    }

    /// Returns a game from the empty board to a position, `None` if no legal moves lead there: see
    /// [`Game::leading_to`](crate::Game::leading_to).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Game, Position};
    ///
    /// let position = Position::from_rows(None, "....../....../..O.../..XX.O")?;
    /// assert_eq!(Game::leading_to(&position).map(|game| *game.position()), Some(position));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn leading_to(position: &Position) -> Option<Self> {
        let moves = position.raw.moves_from_empty(position.masks())?.into_iter().filter_map(Column::new);
        Some(Self { start: Position::empty(position.size()), position: *position, moves: moves.collect() })
    }

    /// Reads moves as text: columns as digits, and past the ninth as letters (`a` is the tenth). [`Game`](crate::Game) reads
    /// the same form.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidCharacter`], [`ParsePositionError::SecondWord`] and
    /// [`ParsePositionError::IllegalMove`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("12x4".parse()?, "9abc")?;
    /// assert!(game.moves().iter().map(|column| column.number()).eq([9, 10, 11, 12]));
    ///
    /// let error = Game::parse("12x4".parse()?, "9d").unwrap_err();
    /// assert_eq!(error.to_string(), "invalid character 'd' at index 1 (moves are columns, 1 to 9 and a to c)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParsePositionError> {
        let (raw, moves) = read_moves(size.masks(), text)?;
        Ok(Self { start: Position::empty(size), position: Position::from_raw(size, raw), moves })
    }

    /// Returns the game of these moves from the empty board, columns counted from 0.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidColumn`] and [`ParsePositionError::IllegalMove`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// assert_eq!(Game::from_columns("9x5".parse()?, [3, 3, 8])?.to_string(), "449");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_columns(
        size: BoardSize,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ParsePositionError> {
        let (raw, moves) = read_columns(size.masks(), columns)?;
        Ok(Self { start: Position::empty(size), position: Position::from_raw(size, raw), moves })
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Game;
    ///
    /// assert_eq!(Game::empty(BoardSize::STANDARD).size(), BoardSize::STANDARD);
    /// ```
    pub const fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// Returns the same game with the size in its type; `None` if it is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("8x7".parse()?, "4455")?;
    /// assert_eq!(game.typed::<8, 7>(), Some("4455".parse()?));
    /// assert_eq!(game.typed::<7, 6>(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn typed<const W: usize, const H: usize>(&self) -> Option<crate::Game<W, H>> {
        let mut game = crate::Game::from_position(self.start.typed()?);
        for column in &self.moves {
            game.play(crate::Column::new(column.index())?).ok()?;
        }
        Some(game)
    }

    /// Returns the position after the moves played.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("4x3".parse()?, "113")?;
    /// assert_eq!(game.position().to_string(), ". . . .\nO . . .\nX . X .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the position before the first of [`Self::moves`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("4x3".parse()?, "113")?;
    /// assert_eq!(game.start().nb_moves(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves played since the start, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("4x3".parse()?, "113")?;
    /// assert_eq!(game.moves().last().map(|column| column.number()), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> &[Column] {
        &self.moves
    }

    /// Plays a column; the game is unchanged if the rules don't allow it.
    ///
    /// # Errors
    ///
    /// Those of [`Position::play`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::PlayError;
    /// use marlin_core::any::{Column, Game};
    ///
    /// let mut game = Game::empty("5x4".parse()?);
    /// let sixth = Column::from_number(6).unwrap();
    /// assert_eq!(game.play(sixth), Err(PlayError::NoColumn { number: 6, width: 5 }));
    /// assert!(game.play(Column::FIRST).is_ok());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
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
    /// use marlin_core::any::{Column, Game};
    ///
    /// let mut game = Game::parse("9x5".parse()?, "449")?;
    /// assert_eq!(game.undo(), Column::from_number(9));
    /// assert_eq!(game.to_string(), "44");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Column> {
        let column = self.moves.pop()?;
        let before = self.position.raw.before_column(self.position.masks(), column.index());
        self.position = Position::from_raw(self.size(), before);
        Some(column)
    }

    /// Returns the columns that may be played, from left to right; none when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("3x2".parse()?, "22")?;
    /// assert!(game.legal_moves().iter().map(|column| column.number()).eq([1, 3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> Vec<Column> {
        self.position.legal_moves().collect()
    }

    /// Returns the number of stones in every column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// assert_eq!(Game::parse("5x4".parse()?, "443")?.heights(), [0, 0, 1, 2, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heights(&self) -> Vec<usize> {
        self.size().columns().map(|column| self.position.height(column)).collect()
    }

    /// Returns whether a player has four in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Player;
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("9x5".parse()?, "9191919")?;
    /// assert!(game.is_win(Player::X) && !game.is_win(Player::O));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_win(&self, player: Player) -> bool {
        self.position.raw.is_win(self.position.masks(), player)
    }

    /// Returns whether the board is full and nobody has four in a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// assert!(Game::parse("2x2".parse()?, "1212")?.is_draw());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_draw(&self) -> bool {
        self.outcome() == Some(GameOutcome::Drawn)
    }

    /// Returns how the game ended, `None` while it goes on.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::GameOutcome;
    /// use marlin_core::any::Game;
    ///
    /// assert_eq!(Game::parse("2x2".parse()?, "1212")?.outcome(), Some(GameOutcome::Drawn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.position.raw.outcome(self.position.masks())
    }

    /// Returns the stones that won: all stones of every four that the last move completed. It is empty if nobody has won.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    ///
    /// let game = Game::parse("6x4".parse()?, "1122334")?;
    /// assert_eq!(game.winning_stones().to_string(), ". . . . . .\n. . . . . .\n. . . . . .\nx x x x . .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_stones(&self) -> Bitboard {
        self.position.winning_stones()
    }

    /// Returns every line of four that the winner has, each from its left (or lowest) cell on; five in a row are two.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Cell, Game};
    ///
    /// let game = Game::parse("9x5".parse()?, "9191919")?;
    /// assert_eq!(game.winning_lines()[0].map(Cell::row), [0, 1, 2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_lines(&self) -> Vec<[Cell; 4]> {
        let masks = self.position.masks();
        let lines = self.position.raw.winning_lines(masks).into_iter();
        lines.map(|line| line.map(|cell| Cell::of_lowest(masks, cell))).collect()
    }
}

impl<const W: usize, const H: usize> From<crate::Game<W, H>> for Game {
    fn from(game: crate::Game<W, H>) -> Self {
        let moves = game.moves().iter().filter_map(|column| Column::new(column.index())).collect();
        Self { start: (*game.start()).into(), position: (*game.position()).into(), moves }
    }
}

/// Writes the moves played as digits and letters, the form that [`Game::parse`] reads.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_moves(f, &self.moves)
    }
}
