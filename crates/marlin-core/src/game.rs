//! [`Game`]: a position with the moves that led to it.

use crate::bitboard::{self, Cell};
use crate::columns::Columns;
use crate::geometry::{BoardSize, Column};
use crate::notation::ParseError;
use crate::player::{GameOutcome, PlayError, Player};
use crate::position::Position;
use crate::reachability;

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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
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
    /// [`Unreachable`](crate::ParseErrorKind::Unreachable) if no legal moves lead there: the players have the
    /// right numbers of stones, but these cannot have been played in turn.
    /// [`Undecided`](crate::ParseErrorKind::Undecided) after a million steps: the hardest board that a
    /// hill-climbing search has found takes 349,185.
    ///
    /// # Complexity
    ///
    /// The search nearly always takes one step a stone, and rarely some hundreds: see `docs/proofs.md`.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, ParseErrorKind, Position};
    ///
    /// let position: Position = "4433".parse()?;
    /// let game = Game::leading_to(&position).expect("it was played");
    /// assert_eq!(game.position(), &position);
    ///
    /// // X moves first, so a first stone of X is at the bottom of some column.
    /// let empty_rows = ". . . . . . .\n".repeat(4);
    /// let never: Position = (empty_rows + "X X . . . . .\nO O . . . . .").parse()?;
    /// assert_eq!(Game::leading_to(&never).unwrap_err().kind(), &ParseErrorKind::Unreachable);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn leading_to(position: &Position) -> Result<Self, ParseError> {
        let moves = position.raw.moves_from_empty(position.masks()).map_err(reachability::no_game)?;
        let (start, moves) =
            (Position::on(position.size()), moves.into_iter().filter_map(Column::new).collect());
        Ok(Self { start, position: *position, moves })
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
    /// The errors of [`Position::play`].
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        self.position.play(column)?;
        self.moves.push(column);
        Ok(())
    }

    /// Takes back the last move and returns it; `None` at the start.
    #[doc(alias = "undoMove")]
    pub fn undo(&mut self) -> Option<Column> {
        let column = self.moves.pop()?;
        self.position = self.moves.iter().fold(self.start, |position, &column| position.after(column));
        Some(column)
    }

    /// Returns the columns that may be played: [`Position::legal_moves`].
    #[doc(alias = "listMoves")]
    pub fn legal_moves(&self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator + Clone + use<> {
        self.position.legal_moves()
    }

    /// Returns the number of stones in every column.
    pub fn heights(&self) -> Columns<usize> {
        Columns::on(self.size(), |column| self.position.height(column))
    }

    /// Returns whether a player has four in a row.
    #[doc(alias = "isWin")]
    pub fn is_win(&self, player: Player) -> bool {
        self.position.winner() == Some(player)
    }

    /// Returns whether the board is full without a four in a row.
    #[doc(alias = "isDraw")]
    pub fn is_draw(&self) -> bool {
        self.outcome() == Some(GameOutcome::Drawn)
    }

    /// Returns the result of the game, `None` while it continues.
    pub fn outcome(&self) -> Option<GameOutcome> {
        let drawn = || self.position.raw.is_full(self.position.masks()).then_some(GameOutcome::Drawn);
        self.position.winner().map(GameOutcome::Won).or_else(drawn)
    }

    /// Returns every line of four that the winner has, each from its left (or lowest) cell on. Five in a row
    /// are two lines.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    ///
    /// let game: Game = "1122334".parse()?;
    /// let lines: Vec<_> = game.winning_lines().iter().map(|line| line.map(|cell| cell.to_string())).collect();
    /// assert_eq!(lines, [["a1", "b1", "c1", "d1"]]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn winning_lines(&self) -> Vec<[Cell; 4]> {
        let (masks, winner) = (self.position.masks(), self.position.winner());
        let stones = winner.map_or(0, |winner| self.position.raw.stones(winner));
        let of_direction = |direction: u32| {
            let starts = bitboard::each(bitboard::four_starts(stones, direction));
            let cell = move |start, step| Cell::of_lowest(masks, start << (step * direction));
            starts.map(move |start| [0, 1, 2, 3].map(|step| cell(start, step)))
        };
        bitboard::directions(masks).into_iter().flat_map(of_direction).collect()
    }
}
