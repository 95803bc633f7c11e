//! Moves: the digits of their columns, or drops such as `P@d1`. With them, the texts of
//! boards, columns, cells and players.

use std::fmt;
use std::str::FromStr;

use super::error::{ParseError, ParseErrorKind, start_of};
use crate::bitboard::Cell;
use crate::game::Game;
use crate::geometry::{BoardSize, Column, FILES};
use crate::player::{GameOutcome, PlayError, Player};
use crate::position::Position;

/// The number of the leftmost column in moves. This library writes moves from 1. Other programs write them from 0: the
/// same text is then another game, so a [`Reader`](super::Reader) takes the base as a setting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Base {
    /// Columns are 1 to 9, then `a`, `b` and on.
    #[default]
    One,
    /// Columns are 0 to 9, then `a`, `b` and on.
    Zero,
}

impl Base {
    /// Returns the number of the leftmost column.
    pub(crate) const fn number(self) -> usize {
        match self {
            Self::One => 1,
            Self::Zero => 0,
        }
    }

    /// Returns the column of a character.
    pub(super) fn column(self, name: char) -> Option<Column> {
        Column::new((name.to_digit(36)? as usize).checked_sub(self.number())?)
    }
}

/// Reads `0` or `1`.
impl FromStr for Base {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "0" => Ok(Self::Zero),
            "1" => Ok(Self::One),
            _ => Err(ParseError::form(None, "columns count from 0 or from 1")),
        }
    }
}

/// Writes the number of the leftmost column.
impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// Reads moves as text: `1` is the leftmost column. They form one word, or each is a word by itself with white space or
/// commas between them; white space around them is skipped.
///
/// Several words of several moves are not read: in `4433 12` the second word may be the score of a position set.
impl FromStr for Game {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(BoardSize::STANDARD, text)
    }
}

impl Game {
    /// Reads a game on a board, as `Game::from_str` does.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the first character that is no column of the board or no legal move.
    ///
    /// # Examples
    ///
    /// ```
    /// let game = marlin_core::Game::parse("9x5".parse()?, "995")?;
    /// assert_eq!((game.moves().len(), game.to_string()), (3, "995".to_owned()));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        Self::parse_from(size, Base::One, text)
    }

    /// Reads a game on a board whose columns count from a base.
    pub(super) fn parse_from(size: BoardSize, base: Base, text: &str) -> Result<Self, ParseError> {
        let mut game = Self::on(size);
        let (mut words, mut is_in_word, mut has_long_word) = (0, false, false);
        for (index, found) in text.chars().enumerate() {
            if found.is_whitespace() || found == ',' {
                is_in_word = false;
                continue;
            }
            let column = base.column(found).filter(|&column| size.has_column(column));
            let column = column.ok_or_else(|| no_column(size, base, index, found))?;
            words += u32::from(!is_in_word);
            has_long_word |= is_in_word;
            is_in_word = true;
            if words > 1 && has_long_word {
                return Err(second_word(index));
            }
            let number = game.moves().len() + 1;
            game.play(column).map_err(|reason| illegal_move(base, index, found, number, reason))?;
        }
        Ok(game)
    }
}

/// Returns the error of a character that names no column of the board.
fn no_column(size: BoardSize, base: Base, index: usize, found: char) -> ParseError {
    let first = base.number();
    let last = char::from_digit((size.width() - 1 + first) as u32, 36).unwrap_or('?');
    let columns = match last {
        '0'..='9' => format!("{first} to {last}"),
        'a' => format!("{first} to 9 and a"),
        _ => format!("{first} to 9 and a to {last}"),
    };
    ParseError::character(index, found, format!("moves are columns, {columns}"))
}

/// Returns the error of a place where moves in one word and moves by themselves meet.
pub(super) fn second_word(index: usize) -> ParseError {
    let forms = "moves stand in one word, as in 4433, or each by itself, as in 4 4 3 3";
    ParseError::form(index, format!("a second word at index {index} ({forms})"))
}

/// Returns the error of a move that the rules do not allow, in the numbers of the base.
fn illegal_move(base: Base, index: usize, found: char, number: usize, reason: PlayError) -> ParseError {
    let error = ParseError::illegal_move(index, number, reason);
    match (base, reason) {
        (Base::Zero, PlayError::ColumnFull { .. }) => {
            error.within(index, format!("move {number}: column {found} is full (columns count from 0)"))
        }
        _ => error,
    }
}

/// Reads `7x6`: columns, an `x` or `X`, rows.
impl FromStr for BoardSize {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // The parser of numbers takes a sign too.
        let numbers = text.split_once(['x', 'X']).filter(|_| !text.contains('+'));
        let numbers = numbers.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (width, height) = known(numbers, text, "isn't a board size (write columns x rows, as in 7x6)")?;
        Self::new(width, height).ok_or_else(|| ParseError::board_size(width, height))
    }
}

/// Reads the one character that `Display` writes, as in `4`.
impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut characters = text.chars();
        let column = characters.next().and_then(Self::from_char).filter(|_| characters.next().is_none());
        known(column, text, "is no column (1 to 9, then a to w)")
    }
}

/// Reads the name of a cell, as in `d1`.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cell = split_cell(text)
            .and_then(|(column, rank)| Self::new(column, row_of_rank(rank, BoardSize::MAX_HEIGHT)?));
        known(cell, text, "is no cell (a file and a rank, as in d1)")
    }
}

/// Reads `X` or `O`.
impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let player = [Self::X, Self::O].into_iter().find(|player| player.to_string() == text);
        known(player, text, "is no player (X or O)")
    }
}

/// Returns the meaning of a text, or the error of one without any.
fn known<T>(meaning: Option<T>, text: &str, reason: &str) -> Result<T, ParseError> {
    meaning.ok_or_else(|| ParseError::form(None, format!("{:?} {reason}", start_of(text))))
}

/// Returns the column of a cell's name, and the text of its rank, which may be empty.
fn split_cell(name: &str) -> Option<(Column, &str)> {
    let (file, rank) = name.split_at(name.trim_end_matches(|found: char| found.is_ascii_digit()).len());
    let index = FILES.iter().position(|known| known.eq_ignore_ascii_case(file))?;
    Some((Column::new(index)?, rank))
}

/// Returns the row of a rank, counted from 0, on a board of so many rows.
fn row_of_rank(rank: &str, rows: usize) -> Option<usize> {
    rank.parse().ok().filter(|rank| (1..=rows).contains(rank)).map(|rank: usize| rank - 1)
}

/// A move as UCI's variant `cfour` writes it: a piece dropped on a cell, columns as the files `a`, `b` and on, rows as
/// the ranks from 1 at the bottom. The files after `z`, which only boards of one row have, are `aa`, `ab` and so on.
///
/// The parser accepts shorter forms: `d1` and `d` are moves in the fourth column too.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Column, DropMove, Game};
///
/// let mut game: Game = "44".parse()?;
/// assert_eq!(DropMove::new(game.position(), Column::D).to_string(), "P@d3");
///
/// DropMove::parse(BoardSize::STANDARD, "P@d3")?.play_in(&mut game)?;
/// assert_eq!(game.to_string(), "444");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DropMove {
    column: Column,
    row: Option<usize>,
}

impl DropMove {
    /// Returns a move in a column that is not full, with the cell that the stone falls to.
    ///
    /// # Panics
    ///
    /// If a column is full or not on the board.
    pub fn new(position: &Position, column: Column) -> Self {
        assert!(position.can_play(column), "column {column} is full, or not on the board");
        Self { column, row: Some(position.height(column)) }
    }

    /// Returns the drops of a line of play from a position.
    ///
    /// # Panics
    ///
    /// If a column is full or not on the board.
    pub fn line(position: &Position, moves: &[Column]) -> Vec<Self> {
        let mut position = *position;
        let mut drop = |&column: &Column| {
            let drop = Self::new(&position, column);
            position.play_unchecked(column);
            drop
        };
        moves.iter().map(&mut drop).collect()
    }

    /// Reads a drop on a board, in small letters or capitals: a cell, with `P@` before it or without, or a file alone.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text names no cell of the board.
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        let name = text.strip_prefix(['P', 'p']).and_then(|name| name.strip_prefix('@')).unwrap_or(text);
        let drop = split_cell(name).and_then(|(column, rank)| {
            let row = if rank.is_empty() { None } else { Some(row_of_rank(rank, size.height())?) };
            size.has_column(column).then_some(Self { column, row })
        });
        drop.ok_or_else(|| {
            let (file, ranks) = (FILES[size.width() - 1], size.height());
            ParseError::form(None, format!("moves are drops like P@{file}1, a to {file} and 1 to {ranks}"))
        })
    }

    /// Returns the column.
    pub const fn column(self) -> Column {
        self.column
    }

    /// Returns the row, counted from 0 at the bottom; `None` if the text that was read names none.
    pub const fn row(self) -> Option<usize> {
        self.row
    }

    /// Plays the move; the game is unchanged if that fails.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the stone does not fall to the cell, or if the rules do not allow the move.
    pub fn play_in(self, game: &mut Game) -> Result<(), ParseError> {
        let (position, number) = (game.position(), game.moves().len() + 1);
        let height = position.height(self.column);
        // A full column is refused by the rules, whatever the rank.
        if position.can_play(self.column) && self.row.is_some_and(|row| row != height) {
            return Err(ParseError::form(None, format!("the next stone there falls on rank {}", height + 1)));
        }
        game.play(self.column).map_err(|reason| {
            ParseError::new(ParseErrorKind::Move { number, reason }, None, reason.to_string())
        })
    }
}

/// Writes the drop with its rank, if it has one.
impl fmt::Display for DropMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P@{}", self.column.file())?;
        self.row.map_or(Ok(()), |row| write!(f, "{}", row + 1))
    }
}

/// The results of movetext: X has won, O has won, a draw, and a game that has not ended.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNFINISHED];

/// The result of a game that has not ended.
pub(super) const UNFINISHED: &str = "*";

impl Game {
    /// Returns the moves for a place that takes every notation: with commas if their word may be a cell.
    #[doc(hidden)]
    pub fn to_words(&self) -> String {
        separated(self.size(), &self.to_string())
    }

    /// Returns the game as movetext: the cell of each move, a number before each move of X, and the result. `1-0` means
    /// that X has won, `0-1` that O has, `1/2-1/2` a draw, and `*` that the game has not ended.
    ///
    /// The moves of a game that starts from a position are numbered from that position on, as in `3... d3 4. e1 *`.
    pub fn to_movetext(&self) -> String {
        let mut position = *self.start();
        let mut words = Vec::new();
        for &column in self.moves() {
            if words.is_empty() || position.side_to_move() == Player::X {
                words.push(move_number(&position));
            }
            words.push(format!("{}{}", column.file(), position.height(column) + 1));
            position.play_unchecked(column);
        }
        words.push(self.outcome().map_or(UNFINISHED, result_of).to_owned());
        words.join(" ")
    }

    /// Reads movetext from the empty board: cells with white space or commas between them, as in `d1 d2`, or drops, as
    /// in `P@d1 P@d2`. Move numbers and a result are checked where they are given.
    ///
    /// A result that ends an unfinished game is accepted and not kept, because a player may resign and a game may be
    /// agreed drawn. The result of a finished game must be that of its position.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at a move that cannot be played, a number that is not the next one, another result than that of the
    /// game, and a word after the result.
    ///
    /// # References
    ///
    /// Portable Game Notation Specification, 1994, section 8.2.
    pub(super) fn from_movetext(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        let mut game = Self::on(size);
        let mut words = words(text).peekable();
        while let Some((index, word)) = words.next() {
            let (number, rest) = word.split_at(number_length(word));
            let expected = move_number(game.position());
            if !number.is_empty() && number != expected {
                return Err(other_number(index, number, &expected));
            }
            // Numbers are ASCII.
            let index = index + number.len();
            if let Some(result) = RESULTS.into_iter().find(|result| *result == rest) {
                check_result(&game, index, result)?;
                return words.next().map_or(Ok(game), |(index, _)| {
                    let message = format!("a word at index {index}, after the result of the game");
                    Err(ParseError::form(index, message))
                });
            }
            if !rest.is_empty() {
                play(&mut game, index, rest)?;
            } else if words.peek().is_none() {
                return Err(other_number(index - number.len(), number, "a move"));
            }
        }
        Ok(game)
    }
}

/// Returns whether a text looks like movetext of a board with so many columns.
///
/// Past nine columns a word such as `a1` may be two moves. It is a cell there only in company.
pub(super) fn is_movetext(text: &str, width: usize) -> bool {
    let mut words = words(text).map(|(_, word)| word);
    let Some(first) = words.next() else { return false };
    match words.next() {
        _ if first.starts_with("P@") || first.starts_with("p@") || number_length(first) > 0 => true,
        None if first == UNFINISHED => true,
        None => width <= 9 && is_cell(first),
        Some(second) => is_cell(first) && (width <= 9 || is_movetext(second, 9) || RESULTS.contains(&second)),
    }
}

/// Returns the moves of a text, and the result behind them.
pub(super) fn split_result(text: &str) -> (&str, Option<&'static str>) {
    let split = text.trim_end().rsplit_once(char::is_whitespace);
    let with_result =
        split.and_then(|(moves, last)| Some((moves, RESULTS.into_iter().find(|result| *result == last)?)));
    with_result.map_or((text, None), |(moves, result)| (moves, Some(result)))
}

/// Returns whether a word has the shape of one of movetext: a number, a file, a cell, a drop or a result.
pub(super) fn is_of_movetext(word: &str) -> bool {
    let rest = &word[number_length(word)..];
    let name = rest.strip_prefix(['P', 'p']).and_then(|name| name.strip_prefix('@')).unwrap_or(rest);
    let is_file = name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_file || is_cell(name) || RESULTS.contains(&rest)
}

/// Returns whether a word names the cell of a first stone. Past nine columns its letters and the digit may be moves, too.
pub(super) fn is_first_cell(size: BoardSize, word: &str) -> bool {
    DropMove::parse(size, word).is_ok_and(|drop| drop.row() == Some(0))
}

/// Returns moves for a place that takes every notation: with commas if their word may be the cell of a first stone.
pub(super) fn separated(size: BoardSize, moves: &str) -> String {
    let word = moves.trim();
    if !is_first_cell(size, word) {
        return moves.to_owned();
    }
    word.chars().map(String::from).collect::<Vec<_>>().join(",")
}

/// Returns whether a word has the shape of a cell: letters, and a number after them.
fn is_cell(word: &str) -> bool {
    let rank = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    !rank.is_empty() && rank.len() < word.len() && rank.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the words of a text, each with the index of its first character.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let words = text.split(|c: char| c.is_whitespace() || c == ',').map(move |word| {
        let index = next;
        next += word.chars().count() + 1;
        (index, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// Returns the length of the move number with which a word begins: digits and periods after them, none if it has none.
fn number_length(word: &str) -> usize {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after_digits.trim_start_matches('.');
    let is_number = after_digits.len() < word.len() && rest.len() < after_digits.len();
    if is_number { word.len() - rest.len() } else { 0 }
}

/// Returns the number before the next move, as in `2.` for X and `2...` for O.
fn move_number(position: &Position) -> String {
    let periods = if position.side_to_move() == Player::X { "." } else { "..." };
    format!("{}{periods}", position.nb_moves() / 2 + 1)
}

/// Returns the error of a move number where something else is next.
fn other_number(index: usize, found: &str, expected: &str) -> ParseError {
    let found = start_of(found);
    ParseError::form(index, format!("move number {found:?} at index {index}, where {expected} is next"))
}

/// Returns the result of a finished game.
fn result_of(outcome: GameOutcome) -> &'static str {
    match outcome {
        GameOutcome::Won(Player::X) => "1-0",
        GameOutcome::Won(Player::O) => "0-1",
        GameOutcome::Drawn => "1/2-1/2",
    }
}

/// Checks the result of a game: an unfinished one may have any.
pub(super) fn check_result(game: &Game, index: usize, found: &'static str) -> Result<(), ParseError> {
    match game.outcome() {
        Some(outcome) if result_of(outcome) != found => {
            let expected = result_of(outcome);
            let message = format!("result {found} at index {index}, but {outcome}: write {expected}");
            Err(ParseError::form(index, message))
        }
        _ => Ok(()),
    }
}

/// Plays the move of a word at an index of the text.
fn play(game: &mut Game, index: usize, word: &str) -> Result<(), ParseError> {
    if word.starts_with(['{', '}', '(', ';', '$', '[']) {
        return Err(pgn(index));
    }
    let played = DropMove::parse(game.size(), word).and_then(|drop| drop.play_in(game));
    played.map_err(|error| {
        let message = format!("move {:?} at index {index}: {error}", start_of(word));
        error.within(index, message)
    })
}

/// Returns the error of a tag, a comment or a variation of PGN.
pub(super) fn pgn(index: usize) -> ParseError {
    let reason = "tags, comments and variations of PGN aren't read";
    let message = format!("{reason} (index {index}): give the moves alone, as in 1. d1 d2 *");
    ParseError::new(ParseErrorKind::NotRead, index, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn a_move_is_named_by_its_number_with_words_between_too() {
        let error = "4 4 4 4 4 4 4".parse::<Game>().unwrap_err();
        assert_eq!((error.index(), error.to_string().as_str()), (Some(12), "move 7: column 4 is full"));
    }

    #[test]
    fn a_move_after_the_end_is_named_with_its_index() {
        let error = "12121213".parse::<Game>().unwrap_err();
        let reason = PlayError::GameOver { winner: Some(Player::X) };
        assert_eq!((error.kind(), error.index()), (&ParseErrorKind::Move { number: 8, reason }, Some(7)));
    }

    #[test]
    fn moves_stand_in_one_word_or_each_by_itself() {
        for text in ["4433", " 4433\n", "4 4 3 3", "4,4, 3 ,3", ",4\t4\r\n3 3 "] {
            assert_eq!(text.parse::<Game>().unwrap().to_string(), "4433", "{text:?}");
        }
        for (text, index) in [("44 33", 3), ("4 433", 3), ("4433 1", 5), ("4 4 33", 5), ("44,3", 3)] {
            assert_eq!(text.parse::<Game>(), Err(second_word(index)), "{text:?}");
        }
        let error = "44 x".parse::<Game>().unwrap_err();
        assert!(matches!(error.kind(), ParseErrorKind::Character { found: 'x', .. }), "{error}");
        assert_eq!(error.index(), Some(3));
    }

    #[test]
    fn columns_off_the_board_are_named() {
        for (text, name) in [("0", '0'), ("8", '8'), ("9", '9'), ("a", 'a'), ("é", 'é')] {
            let error = text.parse::<Game>().unwrap_err();
            assert!(
                matches!(error.kind(), ParseErrorKind::Character { found, .. } if *found == name),
                "{error}"
            );
            assert_eq!(error.index(), Some(0));
        }
    }

    #[test]
    fn boards_wider_than_nine_count_on_in_letters() {
        let game = Game::parse("12x4".parse().unwrap(), "9abc").unwrap();
        assert_eq!(game.moves().iter().map(|c| c.index()).collect::<Vec<_>>(), [8, 9, 10, 11]);
        assert_eq!(game.to_string(), "9abc");
    }

    #[test]
    fn an_invalid_size_is_refused() {
        let refused = |text: &str| text.parse::<BoardSize>().unwrap_err();
        for text in
            ["", "x", "7", "7x", "x6", "7x6x", "+7x6", "7x-6", "7 x 6", "7×6", "99999999999999999999x1"]
        {
            let found = start_of(text);
            let reason = format!("{found:?} isn't a board size (write columns x rows, as in 7x6)");
            assert_eq!(refused(text), ParseError::form(None, reason));
        }
        for (text, reason) in [
            ("17x7", "with 7 rows it has 1 to 16 columns"),
            ("33x1", "with 1 row it has 1 to 32 columns"),
            ("0x6", "with 6 rows it has 1 to 18 columns"),
            ("7x0", "width * (height + 1) is 1 to 128, as in 7x6 or 10x10"),
            ("1x128", "width * (height + 1) is 1 to 128, as in 7x6 or 10x10"),
            ("18446744073709551615x6", "with 6 rows it has 1 to 18 columns"),
            ("1x18446744073709551615", "width * (height + 1) is 1 to 128, as in 7x6 or 10x10"),
        ] {
            let error = refused(text);
            assert!(matches!(error.kind(), ParseErrorKind::BoardSize { .. }), "{text}");
            assert_eq!(error.to_string(), format!("a board of {text} doesn't fit: {reason}"));
        }
    }

    #[test]
    fn what_a_column_a_cell_and_a_player_write_is_read_again() {
        for column in BoardSize::new(BoardSize::MAX_WIDTH, 1).unwrap().columns() {
            assert_eq!(column.to_string().parse(), Ok(column));
            for cell in [0, 9, BoardSize::MAX_HEIGHT - 1].map(|row| Cell::new(column, row).unwrap()) {
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
        for player in [Player::X, Player::O] {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        for text in ["", "0", "44", "x", "+", "é"] {
            assert!(text.parse::<Column>().is_err(), "{text:?}");
        }
        for text in ["", "d", "1", "d0", "d128", "ag1", "d+1", "P@d1", "1d", "d1 "] {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
        for text in ["", "x", "XO", "1"] {
            assert!(text.parse::<Player>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn what_a_position_writes_is_read_again_and_moves_stay_moves() {
        let positions = ["7x6", "9x5", "1x1", "1x3", "4x1"].map(|size| {
            let mut positions = vec![Position::on(size.parse().unwrap())];
            while let Some(column) = positions.last().and_then(|position| position.legal_moves().last()) {
                positions.push(positions[positions.len() - 1].after(column));
            }
            positions
        });
        for position in positions.into_iter().flatten() {
            assert_eq!(Position::parse(position.size(), &position.to_string()), Ok(position));
            assert_eq!(Position::parse(position.size(), &position.to_rows()), Ok(position));
        }
        for text in ["", "1", "11", "1 1 2 2", "4433"] {
            assert_eq!(text.parse(), text.parse::<Game>().map(|game| *game.position()), "{text:?}");
        }
        for text in ["1122\n2211", "1212\n1212", "[[1, 2], [1, 2]]"] {
            assert!(text.parse::<Position>().is_err(), "{text:?} may be moves, or a small board");
        }
    }

    #[test]
    fn a_drop_names_the_cell_where_the_stone_rests() {
        let mut game = Game::new();
        for text in ["P@d1", "p@d2", "P@e1", "e", "g1"] {
            DropMove::parse(BoardSize::STANDARD, text).unwrap().play_in(&mut game).unwrap();
        }
        assert_eq!(game.to_string(), "44557");
        let refused = |text: &str, game: &mut Game| -> String {
            DropMove::parse(BoardSize::STANDARD, text)
                .and_then(|drop| drop.play_in(game))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("P@d1", &mut game), "the next stone there falls on rank 3");
        for text in ["P@h1", "e2e4", "", "d7", "d0", "d+1", "P@"] {
            assert_eq!(refused(text, &mut game), "moves are drops like P@g1, a to g and 1 to 6", "{text}");
        }
        assert_eq!(game.to_string(), "44557");
    }

    #[test]
    fn a_full_column_is_refused_whatever_the_rank() {
        let mut game: Game = "444444".parse().unwrap();
        let drop = DropMove::parse(BoardSize::STANDARD, "d6").unwrap();
        let error = drop.play_in(&mut game).unwrap_err();
        let reason = PlayError::ColumnFull { number: 4 };
        assert_eq!(error.kind(), &ParseErrorKind::Move { number: 7, reason });
        assert_eq!(error.to_string(), "column 4 is full");
    }

    #[test]
    fn the_drops_of_a_line_stand_on_one_another() {
        let moves = [3, 3, 0].map(|index| Column::new(index).unwrap());
        let line = DropMove::line(&"4".parse::<Position>().unwrap(), &moves);
        assert_eq!(line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["P@d2", "P@d3", "P@a1"]);
    }

    fn read(text: &str) -> Result<String, String> {
        let game = Game::from_movetext(BoardSize::STANDARD, text);
        game.map(|game| game.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_results_and_the_form_of_drops_are_optional() {
        for text in [
            "1. d1 d2 2. c1 *",
            "1.d1 1...d2 2.c1",
            "d1 d2 c1",
            "P@d1, p@d2, C1",
            "d1 d c",
            "1. d1 d2\n2. c1 1-0",
            "d1 d2 c1 1/2-1/2",
        ] {
            assert_eq!(read(text).as_deref(), Ok("443"), "{text}");
        }
        assert_eq!(read("*").as_deref(), Ok(""));
    }

    #[test]
    fn what_contradicts_the_game_is_refused_with_its_place() {
        for (text, error) in [
            ("1. d1 d1", "move \"d1\" at index 6: the next stone there falls on rank 2"),
            ("1. d1 h1", "move \"h1\" at index 6: moves are drops like P@g1, a to g and 1 to 6"),
            ("1. d1 2. d2", "move number \"2.\" at index 6, where 1... is next"),
            ("2. d1", "move number \"2.\" at index 0, where 1. is next"),
            (
                "1. d1 {+M21/42} d2",
                "tags, comments and variations of PGN aren't read (index 6): give the moves alone, as in 1. d1 d2 *",
            ),
            ("1. d1 d2 2.", "move number \"2.\" at index 9, where a move is next"),
            ("1. d1 * d2", "a word at index 8, after the result of the game"),
            ("1. a1 b1 2. a2 b2 3. a3 b3 4. a4 *", "result * at index 33, but X has won: write 1-0"),
            ("a1 b1 a2 b2 a3 b3 a4 1/2-1/2", "result 1/2-1/2 at index 21, but X has won: write 1-0"),
        ] {
            assert_eq!(read(text).unwrap_err(), error, "{text}");
        }
    }

    #[test]
    fn a_game_from_a_position_is_numbered_from_there() {
        let mut game: Game = Game::from_position("443".parse().unwrap());
        for number in [3, 5] {
            let column = crate::geometry::Column::from_number(number);
            column.map(|column| game.play(column).unwrap()).unwrap();
        }
        assert_eq!(game.to_movetext(), "2... c2 3. e1 *");
    }

    #[test]
    fn a_cell_alone_may_be_two_moves_on_a_wide_board() {
        assert!(is_movetext("d1", 7) && is_movetext("d1 d2", 7) && is_movetext("1.d1", 12));
        assert!(!is_movetext("a1", 12) && is_movetext("a1 b1", 12) && is_movetext("P@a1", 12));
        assert!(!is_movetext("a1 18", 12) && !is_movetext("4433 18", 7) && !is_movetext("1-0", 7));
    }
}
