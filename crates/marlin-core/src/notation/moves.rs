//! Moves: the digits of their columns, column indices one by one, or drops such as `P@d1`. With them, the texts of
//! columns, cells and players.

use std::fmt;
use std::str::FromStr;

use super::error::{ParseError, ParseErrorKind, start_of};
use crate::bitboard::Cell;
use crate::column::{Column, FILES};
use crate::game::Game;
use crate::geometry::BoardSize;
use crate::player::{PlayError, Player};
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
    pub(super) const fn number(self) -> usize {
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
    /// use marlin_core::{BoardSize, Game};
    ///
    /// let game = Game::parse("9x5".parse::<BoardSize>()?, "995")?;
    /// assert_eq!((game.moves().len(), game.to_string()), (3, "995".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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

    /// Returns the game of these moves from the empty position of a board, columns counted from 0.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the first column that the board does not have or that is no legal move.
    pub fn from_columns(
        size: BoardSize,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ParseError> {
        let mut game = Self::on(size);
        for (index, found) in columns.into_iter().enumerate() {
            let column = Column::new(found).filter(|&column| size.has_column(column)).ok_or_else(|| {
                let expected = format!("columns are 0 to {}", size.width() - 1);
                ParseError::form(None, format!("invalid column {found} at index {index} ({expected})"))
            })?;
            game.play(column).map_err(|reason| ParseError::illegal_move(index, index + 1, reason))?;
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

/// Reads moves of the standard board, as `Game::from_str` does, or a board of any size: drawn, as `Display` writes it, or
/// on one line with `/` between its rows.
///
/// A text is a board if it has a sign that no moves have (`.`, `|` or `/`), or nothing but the stones `X` and `O`.
/// [`Reader`](super::Reader) recognises more forms.
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_stone = |found: char| found == 'X' || found == 'O' || found.is_whitespace();
        if text.contains('/') {
            Self::from_rows(text)
        } else if text.contains(['.', '|']) || !text.trim().is_empty() && text.chars().all(is_stone) {
            Self::from_drawing(text)
        } else {
            Self::parse(BoardSize::STANDARD, text)
        }
    }
}

impl Position {
    /// Reads the position after some moves on a board: see [`Game::parse`].
    ///
    /// # Errors
    ///
    /// As [`Game::parse`].
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        Game::parse(size, text).map(|game| *game.position())
    }
}

/// Reads the one character that `Display` writes, as in `4`.
impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut characters = text.chars();
        let column = characters.next().and_then(Self::from_char).filter(|_| characters.next().is_none());
        let refused = || format!("{:?} is no column (1 to 9, then a to w)", start_of(text));
        column.ok_or_else(|| ParseError::form(None, refused()))
    }
}

/// Reads the name of a cell, as in `d1`.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cell = split_cell(text)
            .and_then(|(column, rank)| Self::new(column, row_of_rank(rank, BoardSize::MAX_HEIGHT)?));
        let refused = || format!("{:?} is no cell (a file and a rank, as in d1)", start_of(text));
        cell.ok_or_else(|| ParseError::form(None, refused()))
    }
}

/// Reads `X` or `O`.
impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "X" => Ok(Self::X),
            "O" => Ok(Self::O),
            _ => Err(ParseError::form(None, format!("{:?} is no player (X or O)", start_of(text)))),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let error = Game::from_columns(BoardSize::STANDARD, [0, 7]).unwrap_err();
        assert_eq!(error.to_string(), "invalid column 7 at index 1 (columns are 0 to 6)");
    }

    #[test]
    fn boards_wider_than_nine_count_on_in_letters() {
        let game = Game::parse("12x4".parse().unwrap(), "9abc").unwrap();
        assert_eq!(game.moves().iter().map(|c| c.index()).collect::<Vec<_>>(), [8, 9, 10, 11]);
        assert_eq!(game.to_string(), "9abc");
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
        for text in ["", "d", "1", "d0", "d64", "ag1", "d+1", "P@d1", "1d", "d1 "] {
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
            assert_eq!(position.to_string().parse(), Ok(position));
            assert_eq!(position.to_rows().parse(), Ok(position));
        }
        for text in ["", "1", "11", "1 1\n2 2", "4433"] {
            assert_eq!(text.parse(), text.parse::<Game>().map(|game| *game.position()), "{text:?}");
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
}
