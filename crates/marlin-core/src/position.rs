//! [`Position`]: the rules of the game on two words.

use std::fmt;

use crate::bitboard::{self, Bitboard, Cell};
use crate::bounds::{Bounds, decided_score};
use crate::geometry::{BoardSize, Column, Layout, Masks, Standard, with_masks};
use crate::player::{PlayError, Player};
use crate::raw_position::RawPosition;
use crate::score::{Ending, Score, Verdict};
use crate::word::Word;

/// A Connect Four position: the stones of both players, and thereby the side to move.
///
/// Two words hold it, in the layout of [`Bitboard`]: the stones of the side to move, and the stones of both.
/// `us` is always the side to move, `them` the other one. [`Position::new`] is the empty board of 7 columns
/// and 6 rows; [`Position::on`] is the empty position of any other board.
///
/// `Display` draws the board, and `FromStr` reads it, or moves such as `4433`, or FEN: see
/// [`Position::parse`].
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Column, Player, Position};
///
/// let mut position = Position::new();
/// position.play(Column::D)?;
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
/// assert_eq!(position, "4".parse()?);
///
/// let size: BoardSize = "8x7".parse()?;
/// assert_eq!(Position::on(size).legal_moves().count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    size: BoardSize,
    pub(crate) raw: RawPosition,
}

/// The board and its stones.
impl Position {
    /// Returns the empty standard board.
    pub const fn new() -> Self {
        Self::on(BoardSize::STANDARD)
    }

    /// Returns the empty position of a board.
    pub const fn on(size: BoardSize) -> Self {
        Self::from_raw(size, RawPosition::EMPTY)
    }

    /// Returns the position of a board. The caller has checked it.
    pub(crate) const fn from_raw(size: BoardSize, raw: RawPosition) -> Self {
        Self { size, raw }
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the masks of the board.
    pub(crate) fn masks(&self) -> &'static Masks {
        self.size.masks()
    }

    /// Returns a set of cells of the board.
    pub(crate) const fn cells(&self, bits: u128) -> Bitboard {
        Bitboard::new(self.size, bits)
    }

    /// Returns the stones of the side to move.
    pub const fn us(&self) -> Bitboard {
        self.cells(self.raw.us)
    }

    /// Returns the stones of the side that moved last.
    #[doc(alias = "opponent")]
    pub fn them(&self) -> Bitboard {
        self.cells(self.raw.them())
    }

    /// Returns the stones of both sides.
    pub const fn occupied(&self) -> Bitboard {
        self.cells(self.raw.occupied)
    }

    /// Returns the stones of a player.
    pub fn stones(&self, player: Player) -> Bitboard {
        self.cells(self.raw.stones(player))
    }

    /// Returns the player whose stone is on a cell; `None` when it is empty.
    pub fn at(&self, cell: Cell) -> Option<Player> {
        self.raw.at(cell.bit(self.masks()))
    }

    /// Returns the number of stones in a column.
    pub fn height(&self, column: Column) -> usize {
        let masks = self.masks();
        if masks.has_column(column.index()) { self.raw.height(masks, column.index()) } else { 0 }
    }

    /// Returns the player to move; when the game is over, the player whose turn would be next. X moves first.
    pub fn side_to_move(&self) -> Player {
        self.raw.side_to_move()
    }

    /// Returns the position mirrored left to right; its score and its best moves are mirrored with it.
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self::from_raw(self.size, self.raw.mirror(self.masks()))
    }
}

/// Moves, and the end of the game.
impl Position {
    /// Returns the columns that may be played, from left to right; none when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// // Always the leftmost column that is allowed, until the game is over.
    /// let mut position = Position::new();
    /// while let Some(column) = position.legal_moves().next() {
    ///     position = position.after(column);
    /// }
    /// assert!(position.is_over());
    /// ```
    #[doc(alias("legalMoves", "listMoves", "possible"))]
    pub fn legal_moves(&self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator + Clone + use<> {
        let open = if self.is_over() { 0 } else { self.raw.playable(self.masks()) };
        self.cells(open).iter().map(Cell::column)
    }

    /// Plays a column if the rules allow it; the position is unchanged otherwise.
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] after four in a row or on a full board, [`PlayError::NoColumn`] if the board
    /// does not have the column, [`PlayError::ColumnFull`] if the column has no empty cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, PlayError, Position};
    ///
    /// let mut position: Position = "111111".parse().unwrap();
    /// assert_eq!(position.play(Column::A), Err(PlayError::ColumnFull { number: 1 }));
    /// ```
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver { winner: self.winner() });
        } else if !self.size.has_column(column) {
            return Err(PlayError::NoColumn { number: column.number(), width: self.size.width() });
        } else if !self.can_play(column) {
            return Err(PlayError::ColumnFull { number: column.number() });
        }
        self.play_unchecked(column);
        Ok(())
    }

    /// Plays a column without checking whether the rules allow it.
    ///
    /// # Panics
    ///
    /// In debug builds, if the column is full or not on the board. In other builds the position is then
    /// meaningless.
    pub fn play_unchecked(&mut self, column: Column) {
        debug_assert!(self.can_play(column), "column {column} is full, or not on the board");
        self.raw = self.raw.after_column(self.masks(), column.index());
    }

    /// Returns the position after a move.
    ///
    /// # Panics
    ///
    /// If the column is full or not on the board. Whether the game is over is not checked.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = "4433".parse()?;
    /// let children: Vec<Position> = position.legal_moves().map(|column| position.after(column)).collect();
    /// assert_eq!(children[1], "44332".parse()?);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn after(mut self, column: Column) -> Self {
        assert!(self.can_play(column), "column {column} is full, or not on the board");
        self.play_unchecked(column);
        self
    }

    /// Returns the cells on which a stone would land, one in each column that is not full.
    pub fn playable_cells(&self) -> Bitboard {
        self.cells(self.raw.playable(self.masks()))
    }

    /// Returns the player who has four in a row.
    pub fn winner(&self) -> Option<Player> {
        self.raw.winner(self.masks())
    }

    /// Returns the stones that won the game: all stones of every four that the last stone completed. Empty if
    /// the game is not won.
    pub fn winning_stones(&self) -> Bitboard {
        let stones = self.winner().map_or(0, |winner| self.raw.stones(winner));
        self.cells(bitboard::cells_on_fours(self.masks(), stones))
    }

    /// Returns whether the game has ended, by four in a row or by a full board.
    pub fn is_over(&self) -> bool {
        self.raw.is_over(self.masks())
    }
}

/// Threats: the empty cells that would complete four in a row, playable at once or not.
impl Position {
    /// Returns the threats of the side to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position};
    ///
    /// let position: Position = "
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . O O O . .
    ///     . . X X X . .".parse()?;
    /// assert_eq!(
    ///     position.winning_cells().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . x . . . x ."
    /// );
    /// assert_eq!(position.threats(Player::O).iter().map(|cell| cell.to_string()).collect::<Vec<_>>(), ["b2", "f2"]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[doc(alias("our_threats", "winning_position"))]
    pub fn winning_cells(&self) -> Bitboard {
        self.cells(self.raw.our_threats(self.masks()))
    }

    /// Returns the threats of the side that moved last: [`Self::winning_cells`] after a pass.
    #[doc(alias = "their_threats")]
    pub fn opponent_winning_cells(&self) -> Bitboard {
        self.cells(self.raw.their_threats(self.masks()))
    }

    /// Returns the threats of a player.
    pub fn threats(&self, player: Player) -> Bitboard {
        self.cells(bitboard::winning_cells(self.masks(), self.raw.stones(player), self.raw.occupied))
    }

    /// Returns whether the side to move has a move that wins at once.
    #[doc(alias = "canWinNext")]
    pub fn can_win_next(&self) -> bool {
        self.raw.winning_moves(self.masks()) != 0
    }

    /// Returns the columns after which the opponent has no move that wins at once, from left to right. The
    /// result may be empty, and is empty when the game is over.
    pub fn non_losing_moves(&self) -> impl Iterator<Item = Column> + use<> {
        let position = *self;
        self.legal_moves().filter(move |&column| {
            let next = position.after(column);
            next.is_over() || !next.can_win_next()
        })
    }
}

/// Scores in the terms of the game.
impl Position {
    /// Returns the end of the game under perfect play, given the score of this position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position, Score};
    ///
    /// // After three moves it is O's turn, so a negative score is good for X.
    /// let position: Position = "443".parse()?;
    /// let ending = position.ending(Score::new(-2));
    /// assert_eq!((ending.winner, ending.final_move), (Some(Player::X), 39));
    /// assert_eq!(position.ending(Score::DRAW).to_string(), "draw");
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn ending(&self, score: Score) -> Ending {
        self.masks().ending(score.get(), self.nb_moves())
    }

    /// Returns the result that bounds of the score of this position prove, as the parts of a sentence.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, BoardSize, Position, Score};
    ///
    /// let position = Position::new();
    /// let say = |lower, upper| position.verdict(Bounds::new(Score::new(lower), Score::new(upper)).unwrap()).to_string();
    /// assert_eq!(say(1, 1), "X wins on move 41 if both play perfectly");
    /// assert_eq!(say(1, 2), "X wins by move 41 at the latest");
    /// assert_eq!(say(-18, 18), "the winner is not proven");
    /// ```
    pub fn verdict(&self, bounds: Bounds) -> Verdict {
        bounds.verdict(self.masks(), self.nb_moves())
    }
}

/// Related positions, and scores that need no search.
impl Position {
    /// Returns the positions before the last move. That move may be any topmost stone of the player who moved
    /// last.
    pub fn parents(&self) -> impl Iterator<Item = Self> + use<> {
        let size = self.size;
        self.raw.parents(self.masks()).map(move |(_, raw)| Self::from_raw(size, raw))
    }

    /// Returns the canonical form: of the position and its mirror image, the one with the lesser key.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Position;
    /// let position: Position = "112".parse()?;
    /// assert_eq!(position.mirror(), "776".parse()?);
    /// assert_eq!(position.canonical(), position.mirror().canonical());
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        Self::from_raw(self.size, self.raw.canonical(self.masks()))
    }

    /// Returns whether every cell holds a stone.
    pub fn is_full(&self) -> bool {
        self.raw.is_full(self.masks())
    }

    /// Returns the score if the next two stones decide it: the game is over, the side to move wins with the
    /// next stone, or the other side wins with the one after it. `None` in all other cases.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Score};
    ///
    /// // X is to move and has three in the bottom row, so the seventh stone, X's fourth, wins.
    /// let position: Position = "112233".parse()?;
    /// assert_eq!(position.decided(), Some(Score::new(18)));
    /// assert_eq!(Position::new().decided(), None);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn decided(&self) -> Option<Score> {
        decided_score(self.masks(), &self.raw).map(Score::from_search)
    }
}

/// The names of the C++ Marlin, another engine, with sets as plain words.
///
/// The constants and the masks of a column belong to the standard board. A word has a bit for each cell, in
/// the layout of [`Bitboard`]. The README has a table of the names of other programs.
impl Position {
    /// Columns of the standard board.
    pub const WIDTH: usize = Standard::MASKS.width as usize;
    /// Rows of the standard board.
    pub const HEIGHT: usize = Standard::MASKS.height as usize;
    /// The lowest cell of every column.
    pub const BOTTOM_MASK: u128 = Masks::of(7, 6).bottom;
    /// Every cell of the board.
    pub const BOARD_MASK: u128 = Masks::of(7, 6).board;

    /// Returns the lowest cell of a column, 0 if the board does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// assert_eq!(Position::bottom_mask(Column::B), 1 << 7);
    /// assert_eq!(Position::top_mask(Column::B), 1 << 12);
    /// assert_eq!(Position::column_mask(Column::B), 0b11_1111 << 7);
    /// assert_eq!(Position::bottom() & Position::column_mask(Column::B), Position::bottom_mask(Column::B));
    ///
    /// // A stone that is added to the lowest cell of its column carries through the stones there.
    /// let [before, after] = ["44", "444"].map(|moves| moves.parse::<Position>().unwrap().get_mask());
    /// assert_eq!(before | before + Position::bottom_mask(Column::D), after);
    /// ```
    #[doc(alias = "bottom_mask_col")]
    pub fn bottom_mask(column: Column) -> u128 {
        Self::BOTTOM_MASK & Self::column_mask(column)
    }

    /// Returns the highest cell of a column, 0 if the board does not have it.
    #[doc(alias = "top_mask_col")]
    pub fn top_mask(column: Column) -> u128 {
        Self::BOTTOM_MASK << (Self::HEIGHT - 1) & Self::column_mask(column)
    }

    /// Returns all cells of a column, 0 if the board does not have it.
    pub fn column_mask(column: Column) -> u128 {
        let masks = BoardSize::STANDARD.masks();
        if masks.has_column(column.index()) { masks.column_mask(column.index()) } else { 0 }
    }

    /// Returns the lowest cell of every column: [`Position::BOTTOM_MASK`] as a function.
    pub const fn bottom() -> u128 {
        Self::BOTTOM_MASK
    }

    /// Returns whether a column has an empty cell, `false` for one that the board does not have. It does not
    /// check whether the game is over.
    #[doc(alias = "canPlay")]
    pub fn can_play(&self, column: Column) -> bool {
        let masks = self.masks();
        masks.has_column(column.index()) && self.raw.can_play(masks, column.index())
    }

    /// Plays a column without checking: [`Position::play_unchecked`].
    #[doc(alias("makeMove", "playCol"))]
    pub fn make_move(&mut self, column: Column) {
        self.play_unchecked(column);
    }

    /// Returns the number of moves played: the stones on the board.
    #[doc(alias("nbMoves", "ply", "counter", "moves"))]
    pub fn nb_moves(&self) -> u32 {
        self.raw.nb_moves()
    }

    /// Returns the stones of both sides: the bits of [`Position::occupied`].
    #[doc(alias = "mask")]
    pub fn get_mask(&self) -> u128 {
        self.raw.occupied
    }

    /// Returns the stones of the side to move: the bits of [`Position::us`].
    #[doc(alias("current", "current_position"))]
    pub fn get_position(&self) -> u128 {
        self.raw.us
    }

    /// Returns a word that no other position of this board size has.
    ///
    /// It is `us + occupied + BOTTOM_MASK`: every column reads as the stones of the side to move above which
    /// a single 1 marks the height. The key is unique, so a table needs no Zobrist hashing.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = "443".parse()?;
    /// assert_eq!(position.key(), position.get_position() + position.get_mask() + Position::BOTTOM_MASK);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    ///
    /// # References
    ///
    /// John Tromp, the Fhourstones benchmark; Pascal Pons, <http://blog.gamesolver.org>.
    pub fn key(&self) -> u128 {
        self.raw.key(self.masks())
    }

    /// Returns whether the side to move wins by playing this column now.
    #[doc(alias = "isWinningMove")]
    pub fn is_winning_move(&self, column: Column) -> bool {
        let masks = self.masks();
        self.can_play(column) && self.raw.winning_moves(masks) & masks.column_mask(column.index()) != 0
    }
}

/// Draws the board from the top row down: `X`, `O` and `.`, a space between the columns, no line break at the
/// end.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bitboard::draw(f, self.masks(), |cell| self.raw.at(cell).map_or('.', Player::symbol))
    }
}

/// Shows the board in one line, the top row first: `Position(O to move, ......./.../...X...)`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} to move, {})", self.side_to_move(), bitboard::one_line(self))
    }
}

/// Returns the number of sequences of `depth` moves from a position; a game that is over has no continuation.
///
/// # Complexity
///
/// The time grows with the number of sequences of `depth - 1` moves, since the last moves are counted and not
/// played. Each further ply of an early position takes about seven times as long.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, perft};
///
/// assert_eq!(perft(&Position::new(), 4), 2_401);
/// // X wins in column 1, and O has seven answers to each of the six other moves.
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// assert_eq!(perft(&"121212".parse::<Position>()?, 2), 42);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
///
/// # References
///
/// <https://www.chessprogramming.org/Perft>
pub fn perft(position: &Position, depth: u32) -> u64 {
    sequences(position.masks(), &position.raw, depth)
}

/// Returns the number of sequences of `depth` moves: see [`perft`]. The masks of the standard board are
/// constants.
fn sequences(masks: &'static Masks, position: &RawPosition, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.is_over(masks) => 0,
        _ if masks.is_standard() => count(Standard, &position.in_words(), depth),
        _ => with_masks!(BoardSize::of_masks(masks), masks => count(masks, &position.in_words(), depth)),
    }
}

/// Returns the number of sequences of `depth` moves, at least one, from a position without a four in a row.
fn count<B: Layout>(board: B, position: &RawPosition<B::Word>, depth: u32) -> u64 {
    let playable = position.playable(&board.masks());
    if depth == 1 {
        return playable.count_ones().into();
    }
    // A move that wins ends its sequence short of the depth.
    let others = playable & !position.our_threats(&board.masks());
    bitboard::each(others).map(|cell| count(board, &position.after(cell), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_four_that_the_last_stone_completed_counts() {
        let position: Position = "53231621333726147156153462567464".parse().unwrap();
        assert_eq!(
            position.to_string(),
            ". . X . . X .\n\
             X . X . . O .\n\
             O O O O X X .\n\
             X X X O O O X\n\
             O X O O X O X\n\
             X X O O X O O"
        );
        assert_eq!(
            position.winning_stones().to_string(),
            ". . . . . . .\n\
             . . . . . . .\n\
             x x x x . . .\n\
             . . . x x . .\n\
             . . . x . x .\n\
             . . . x . . x"
        );
    }

    #[test]
    fn no_player_has_winning_stones_before_the_end() {
        assert!("112233".parse::<Position>().unwrap().winning_stones().is_empty());
        assert!(Position::parse("2x2".parse().unwrap(), "1212").unwrap().winning_stones().is_empty());
    }

    fn decided(moves: &str) -> Option<i32> {
        moves.parse::<Position>().expect("a legal game").decided().map(Score::get)
    }

    #[test]
    fn positions_that_the_next_two_stones_decide_have_their_score() {
        assert_eq!(decided("1122334"), Some(-18), "the game is over");
        assert_eq!(decided("112233"), Some(18), "the next stone wins");
        assert_eq!(decided("4455132"), None, "one threat that can be answered");
        assert_eq!(decided("44553"), Some(-18), "two threats in a row");
        assert_eq!(decided("4433"), None);
        assert_eq!(decided(""), None);
    }

    fn position(moves: &str) -> Position {
        moves.parse().unwrap()
    }

    #[test]
    fn no_moves_are_one_sequence() {
        assert_eq!(perft(&position("4433"), 0), 1);
        assert_eq!(perft(&position("1212121"), 0), 1);
    }

    #[test]
    fn a_finished_game_has_no_continuation() {
        assert_eq!(perft(&position("1212121"), 1), 0);
        assert_eq!(perft(&position("1212121"), 2), 0);
        // X wins in column 1, and O has seven answers to each of the six other moves.
        assert_eq!(perft(&position("121212"), 1), 7);
        assert_eq!(perft(&position("121212"), 2), 42);
    }
}
