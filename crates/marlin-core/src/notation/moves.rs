//! Moves as text: numbers of columns. With them, the texts of boards, columns, cells and players.

use std::fmt;
use std::str::FromStr;

use super::error::{ParseError, ParseErrorKind, start_of};
use crate::bitboard::Cell;
use crate::game::Game;
use crate::geometry::{BoardSize, Column};
use crate::player::{PlayError, Player};

impl BoardSize {
    /// Returns whether moves need separators: the board has more columns than digits can name.
    pub(super) const fn has_separate_moves(self) -> bool {
        self.width() > 9
    }

    /// Returns moves as text, the form that [`Game::parse`] reads: digits on a board of up to nine columns,
    /// as in `4433`, and numbers with commas on a wider one, as in `10,3,10`.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Column};
    ///
    /// let moves = [Column::D, Column::A];
    /// assert_eq!(BoardSize::STANDARD.moves_to_string(moves), "41");
    /// assert_eq!("12x4".parse::<BoardSize>()?.moves_to_string(moves), "4,1");
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn moves_to_string(self, moves: impl IntoIterator<Item = Column>) -> String {
        let mut text = String::new();
        for column in moves {
            if self.has_separate_moves() && !text.is_empty() {
                text.push(',');
            }
            text += &column.to_string();
        }
        text
    }
}

/// Writes the moves played, the form that `Game::from_str` reads: [`BoardSize::moves_to_string`].
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.size().moves_to_string(self.moves().iter().copied()))
    }
}

/// Reads moves on the standard board as [`Game::parse`] does.
impl FromStr for Game {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(BoardSize::STANDARD, text)
    }
}

impl Game {
    /// Reads a game on a board: the numbers of its columns; the leftmost column is 1. They are separated by
    /// white space, or by commas with white space or without. On boards of up to nine columns they may also
    /// be digits in one word.
    ///
    /// A text of several words of digits is not read: in `4433 12` the second word may be a score, as in a
    /// position set.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the first character that is no column of the board or no legal move.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    ///
    /// let game = Game::parse("9x5".parse()?, "995")?;
    /// assert_eq!((game.moves().len(), game.to_string()), (3, "995".to_owned()));
    ///
    /// let wide = Game::parse("12x4".parse()?, "10 3 10")?;
    /// assert_eq!((wide.moves().len(), wide.to_string()), (3, "10,3,10".to_owned()));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        Self::parse_from(size, 1, text)
    }

    /// Reads a game as [`Self::parse`] does, in which `first` is the number of the leftmost column, 0 or 1:
    /// many programs count from 0.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::parse`].
    ///
    /// # Panics
    ///
    /// If `first` is not 0 or 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game};
    ///
    /// assert_eq!(Game::parse_from(BoardSize::STANDARD, 0, "3 3 0")?.to_string(), "441");
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn parse_from(size: BoardSize, first: usize, text: &str) -> Result<Self, ParseError> {
        assert!(first <= 1, "columns count from 0 or 1, not from {first}");
        let mut game = Self::on(size);
        game.play_text(first, text)?;
        Ok(game)
    }

    /// Plays moves, read as [`Self::parse_from`] reads them.
    pub(crate) fn play_text(&mut self, first: usize, text: &str) -> Result<(), ParseError> {
        let numbers = Numbers { size: self.size(), first };
        for (index, word) in numbers.split(text)? {
            let column = numbers.column(index, word)?;
            let number = self.moves().len() + 1;
            self.play(column).map_err(|reason| numbers.illegal_move(index, word, number, reason))?;
        }
        Ok(())
    }
}

/// The numbers of a board's columns.
struct Numbers {
    size: BoardSize,
    first: usize,
}

impl Numbers {
    /// Returns the numbers of a text, each with the index of its first character.
    fn split<'a>(&self, text: &'a str) -> Result<Vec<(usize, &'a str)>, ParseError> {
        let words = words(text);
        if self.size.has_separate_moves() {
            return one_kind_of_gaps(text, &words).map(|()| words);
        }
        let (mut digits, mut has_long_word) = (Vec::new(), false);
        for (word_number, &(start, word)) in words.iter().enumerate() {
            for ((offset, digit), index) in word.char_indices().zip(start..) {
                let digit = &word[offset..offset + digit.len_utf8()];
                self.column(index, digit)?;
                has_long_word |= offset > 0;
                if word_number > 0 && has_long_word {
                    return Err(second_word(index));
                }
                digits.push((index, digit));
            }
        }
        Ok(digits)
    }

    /// Returns the column of a number.
    fn column(&self, index: usize, word: &str) -> Result<Column, ParseError> {
        let is_number = word.len() <= 3 && word.bytes().all(|digit| digit.is_ascii_digit());
        let number = word.parse::<usize>().ok().filter(|_| is_number);
        let column = number.and_then(|number| Column::new(number.checked_sub(self.first)?));
        column.filter(|&column| self.size.has_column(column)).ok_or_else(|| self.no_column(index, word))
    }

    /// Returns the error of a word that is no number of a column.
    fn no_column(&self, index: usize, word: &str) -> ParseError {
        let (first, last, place) = (self.first, self.first + self.size.width() - 1, index + 1);
        let mut characters = word.chars();
        if let (Some(found), None) = (characters.next(), characters.next()) {
            if found == '0' && first == 1 {
                let message = format!("column 0 at character {place}: columns count from 1 here");
                return ParseError::new(ParseErrorKind::ColumnZero, index, message);
            }
            return ParseError::character(index, found, format!("moves are columns, {first} to {last}"));
        }
        let advice = if word.len() > 2 && word.bytes().all(|digit| digit.is_ascii_digit()) {
            format!("separate the moves on a board of {} columns, as in 10,3,10", self.size.width())
        } else {
            format!("moves are columns, {first} to {last}")
        };
        ParseError::form(index, format!("{:?} at character {place} is no column ({advice})", start_of(word)))
    }

    /// Returns the error of a move that the rules do not allow, in the numbers of the text.
    fn illegal_move(&self, index: usize, word: &str, number: usize, reason: PlayError) -> ParseError {
        let error = ParseError::illegal_move(index, number, reason);
        match reason {
            PlayError::ColumnFull { .. } if self.first != 1 => {
                let message =
                    format!("move {number}: column {word} is full (columns count from {})", self.first);
                ParseError::new(error.kind().clone(), index, message)
            }
            _ => error,
        }
    }
}

/// Returns the words of a text, which white space or commas separate, each with the index of its first
/// character.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut next = 0;
    let words = text.split(|found: char| found.is_whitespace() || found == ',').map(|word| {
        let index = next;
        next += word.chars().count() + 1;
        (index, word)
    });
    words.filter(|(_, word)| !word.is_empty()).collect()
}

/// Checks that commas separate all words of a wide board, or none: in `10,3 5` the last one may be a score.
fn one_kind_of_gaps(text: &str, words: &[(usize, &str)]) -> Result<(), ParseError> {
    let gaps = text.trim_matches(|found: char| found.is_whitespace() || found == ',');
    let gaps = gaps.split(|found: char| !found.is_whitespace() && found != ',').filter(|gap| !gap.is_empty());
    let with_comma = gaps.map(|gap| gap.contains(',')).collect::<Vec<_>>();
    match with_comma.iter().position(|&comma| comma != with_comma[0]) {
        Some(gap) => Err(second_word(words[gap + 1].0)),
        None => Ok(()),
    }
}

/// Returns the error of a text that mixes moves in one word with separate moves.
fn second_word(index: usize) -> ParseError {
    let forms = "write moves together, as in 4433, or separated, as in 4 4 3 3 or 4,4,3,3";
    ParseError::form(index, format!("a second word at character {} ({forms})", index + 1))
}

/// Writes `7x6`: columns, an `x`, rows.
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width(), self.height()))
    }
}

/// Reads `7x6`: columns, an `x` or `X`, rows.
impl FromStr for BoardSize {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // The parser of numbers takes a sign too.
        let numbers = text.split_once(['x', 'X']).filter(|_| !text.contains('+'));
        let numbers = numbers.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (width, height) = known(numbers, text, "is not a board size (write columns x rows, as in 7x6)")?;
        Self::new(width, height).ok_or_else(|| ParseError::board_size(width, height))
    }
}

/// Writes the number.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

/// Reads a number, as in `4`, or the letters of a file, as in `d`.
impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_number = text.bytes().all(|digit| digit.is_ascii_digit());
        let number = || text.parse().ok().filter(|_| is_number).and_then(Self::from_number);
        known(
            number().or_else(|| Self::from_file(text)),
            text,
            "is no column (1 to 32, or a file from a to af)",
        )
    }
}

/// Names the cell as UCI's drops do: the column as a file from `a`, the row as a rank from 1 at the bottom.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.column().file(), self.row() + 1))
    }
}

/// Reads the name of a cell, as in `d1`.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (file, rank) = text.split_at(text.trim_end_matches(|found: char| found.is_ascii_digit()).len());
        let row = rank.parse::<usize>().ok().and_then(|rank| rank.checked_sub(1));
        let cell = Column::from_file(file).and_then(|column| Self::new(column, row?));
        known(cell, text, "is no cell (a file and a rank, as in d1)")
    }
}

/// Writes `X` or `O`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol().encode_utf8(&mut [0; 4]))
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
