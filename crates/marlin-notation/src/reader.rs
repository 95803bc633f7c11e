//! [`Reader`]: the one reader of positions, which recognises their notation.

use marlin_core::{BoardSize, Bounds, Column, Game, ParseError, ParseErrorKind, Position, suite};

use crate::connect4_data::{from_connect4_data, stated_scores};
use crate::guess::{self, Notation, is_list, is_scored};
use crate::object::Records;
use crate::reading::{Base, Reading};
use crate::text::{form_error, in_words, start_of, unclear};
use crate::{drawing, movetext};

/// The two meanings of words that a score may follow, and the way to choose one.
const AMBIGUOUS: &str = "moves alone, or moves and their score: moves in one word are moves alone, and with a sign the last word is a score, as in '1 +2'";

/// The error of a line that is a part of a drawing.
const DRAWN_ROW: &str =
    "this looks like one row of a drawn board: '/' separates the rows of a board on one line";

/// The error of a list on a narrow board.
const LIST: &str = "a list of columns or of cells: write the moves in one word, or the cells row by row";

/// The error of cells with another number.
const NUMBERS: &str = "read as cells, because all numbers are 0, 1, 2 or -1: write 0 for an empty cell, 1 for the first player, 2 for the other";

/// A reader of positions in [any notation](crate#the-notations).
///
/// A FEN and a board on one line show the size of their board, which must be the [set](Self::board) board, if
/// one is set. Positions in other notations are on the set board, and without one on the
/// [default](Self::default_board), 7x6. Drawings on several lines must have that size too: with another size,
/// a drawing may be a part of one.
///
/// An error of a text whose notation was guessed begins with the guess and its sign.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_notation::Reader;
///
/// let reader = Reader::new();
/// assert_eq!(reader.read("1. d1 d2 2. c1 *")?.game.to_string(), "443");
/// assert_eq!(reader.read("...../...../..O../..X..")?.game.size(), "5x4".parse::<BoardSize>()?);
///
/// let line = reader.read_line("4433 18")?;
/// let score = line.stated.score.and_then(|stated| stated.score());
/// assert_eq!((line.text, score.map(|score| score.get())), ("4433", Some(18)));
///
/// let error = reader.board(Some("5x5".parse()?)).read("...../...../..O../..X..").unwrap_err();
/// let text = error.to_string();
/// assert!(text.starts_with("read as a drawn board, because of '/': 4 rows, where the board has 5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Reader {
    notation: Option<Notation>,
    pub(crate) board: Option<BoardSize>,
    default_board: BoardSize,
    base: Base,
    pub(crate) records: Records,
}

impl Reader {
    /// Returns a reader of every board and every notation, for columns that count from 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses a notation; with `None` each text is recognised.
    #[must_use]
    pub const fn notation(self, notation: Option<Notation>) -> Self {
        Self { notation, ..self }
    }

    /// Sets the board: a text that shows another one is refused. With `None` it may show any.
    #[must_use]
    pub const fn board(self, board: Option<BoardSize>) -> Self {
        Self { board, ..self }
    }

    /// Sets the board of a text that shows none, unless [`Self::board`] is set.
    #[must_use]
    pub const fn default_board(self, default_board: BoardSize) -> Self {
        Self { default_board, ..self }
    }

    /// Sets the number of the leftmost column in moves and set lines. Other notations number no columns.
    #[must_use]
    pub const fn base(self, base: Base) -> Self {
        Self { base, ..self }
    }

    /// Sets the fields of a program's own objects that do not change the position. The reader refuses any
    /// other field.
    #[must_use]
    pub const fn records(self, records: Records) -> Self {
        Self { records, ..self }
    }

    /// Reads a text that is one position.
    ///
    /// # Errors
    ///
    /// [`ParseError`], if the text is no position of the board.
    pub fn read(self, text: &str) -> Result<Reading<'_>, ParseError> {
        self.read_by(text, |notation| match second_line(text) {
            // They may be the numbers beside a drawing without stones.
            Some(index) if notation == Notation::Moves && !is_list(text) => Err(second_line_error(index)),
            _ => self.read_as(notation, text),
        })
    }

    /// Reads a line of a text that has a position on each line; a score may follow the position. The reader
    /// refuses a line that could be moves alone or moves with a score, and a row of a drawn board, because a
    /// wrong guess would answer another position.
    ///
    /// # Errors
    ///
    /// [`ParseError`], if the line is no position of the board.
    pub fn read_line(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let found = self.read_one_of_many(line);
        let (Err(error), Some((position, score))) =
            (&found, line.trim_end().rsplit_once(char::is_whitespace))
        else {
            return found;
        };
        // A number behind moves may be one more move, unless it has a sign.
        let is_clear = |read: &Reading<'_>| {
            score.starts_with(['+', '-'])
                || read.notation != Notation::Moves
                || is_list(position)
                || guess::link(position).is_some()
        };
        let Some(mut read) = self.read_one_of_many(position).ok().filter(is_clear) else { return found };
        let size = read.game.size();
        let Ok((_, score)) = suite::split_line(size, &format!(" {score}")) else { return Err(error.clone()) };
        let stated = read.stated.score.unwrap_or(Bounds::unknown(size)).intersection(Bounds::exact(score));
        read.stated.score = Some(stated.ok_or_else(|| unclear(0, "two results, of which one is wrong"))?);
        Ok(read)
    }

    /// Reads such a line, without the score behind a notation that has no place for one.
    fn read_one_of_many(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let ends = ["/", ";", "\n", "],", "},", "),"];
        let has_rows = || guess::has_one_of(line.trim(), &ends) || self.size().height() == 1;
        self.read_by(line, |notation| match notation {
            // The line is one row of a board that has more rows.
            _ if guess::is_column_numbers(line) || notation == Notation::Board && !has_rows() => {
                Err(ParseError::new(ParseErrorKind::DrawnRow, None, DRAWN_ROW))
            }
            Notation::Moves => self.read_moves_or_set_line(line),
            notation => self.read_as(notation, line),
        })
    }

    /// Reads a text in the chosen notation or, by a function, in the notation that it resembles.
    fn read_by<'a>(
        self,
        text: &'a str,
        read: impl FnOnce(Notation) -> Result<Reading<'a>, ParseError>,
    ) -> Result<Reading<'a>, ParseError> {
        if let Some(notation) = self.notation {
            return self.read_as(notation, text);
        }
        if let Some(link) = guess::link(text) {
            return self.read_link(text, link).map_err(|error| {
                let message = format!("read as a link, because of 'pos=': {error}");
                ParseError::new(error.kind().clone(), None, message)
            });
        }
        let notation = guess::recognise(text, self.size());
        // On a board of two or three columns the numbers may be moves.
        let may_be_cells = notation == Notation::Moves && (is_list(text) || self.size().width() > 3);
        match (read(notation), self.cells(text).filter(|_| may_be_cells)) {
            (Ok(_), Some(Ok(_))) if is_list(text) => {
                Err(guess::named(unclear(0, LIST), notation, text, self.size()))
            }
            (Ok(reading), _) => Ok(reading),
            (_, Some(position)) => {
                Ok(Reading::new(text, Notation::Kaggle, Game::from_position(position?), None))
            }
            (Err(error), None) => Err(guess::named(error, notation, text, self.size())),
        }
    }

    /// Reads the moves of a link to a position on a page for this game. They count from 1 there, on 7x6 if it
    /// names no board.
    fn read_link<'a>(self, text: &'a str, link: &'a str) -> Result<Reading<'a>, ParseError> {
        const SKIPPED: [&str; 5] = ["x", "o", "setup", "review", "explore"];
        let (mut board, mut moves) = (BoardSize::STANDARD, None);
        for field in link.split('&') {
            match field.split_once('=').unwrap_or((field, "")) {
                ("pos", found) if moves.is_none() => moves = Some(found),
                ("board", found) => board = found.parse()?,
                (name, _) if SKIPPED.contains(&name) => {}
                (name, _) => {
                    let reason = format!("{:?} may change the position, and is not read", start_of(name));
                    return Err(form_error(None, reason + ": give the moves alone"));
                }
            }
        }
        if let Some(asked) = self.board.filter(|&asked| asked != board) {
            let reason = format!("a board of {board}, where {asked} is expected");
            return Err(form_error(None, reason));
        }
        let reader = Self { board: Some(board), base: Base::One, ..self };
        Ok(Reading { text, ..reader.read_as(Notation::Moves, moves.unwrap_or_default())? })
    }

    /// Reads numbers, one for each cell of the board. Several rows of them may show another board.
    fn cells(self, text: &str) -> Option<Result<Position, ParseError>> {
        let words = text.split(|found: char| found.is_whitespace() || ",;/[]".contains(found));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let are_numbers = words.iter().all(|word| ["0", "1", "2", "-1"].contains(word));
        if !are_numbers || words.len() != self.size().cells() as usize {
            return None;
        }
        let Some(cells) = words.iter().map(|word| word.parse().ok()).collect::<Option<Vec<u8>>>() else {
            return Some(Err(form_error(None, NUMBERS)));
        };
        let has_rows = text.trim().trim_start_matches('[').contains(['[', ';', '/', '\n']);
        (!has_rows).then(|| Position::from_cells(self.size(), &cells))
    }

    /// Returns the board of a text that shows none.
    pub(crate) fn size(self) -> BoardSize {
        self.board.unwrap_or(self.default_board)
    }

    fn read_as(self, notation: Notation, text: &str) -> Result<Reading<'_>, ParseError> {
        let size = self.size();
        let position = match notation {
            Notation::Set => return self.read_set_line(text),
            Notation::Kaggle => return self.read_json(text),
            Notation::Moves if is_list(text) => {
                return Ok(Reading::new(text, notation, self.read_list(text)?, None));
            }
            Notation::Moves => return Ok(Reading::new(text, notation, self.read_moves(text)?, None)),
            Notation::Cells => {
                return Ok(Reading::new(text, notation, movetext::from_movetext(size, text)?, None));
            }
            Notation::Board if text.trim_end_matches(';').contains(['/', ';']) => {
                drawing::from_rows(text, self.board)?
            }
            Notation::Board => drawing::from_drawing(text, self.board, Some(size))?,
            Notation::Fen => {
                let position = Position::from_fen(text)?;
                self.board.map_or(Ok(()), |board| drawing::check_size(position.size(), board))?;
                position
            }
            Notation::Connect4Data => from_connect4_data(size, text)?,
        };
        let has_class = notation == Notation::Connect4Data;
        let score = if has_class { stated_scores(&position, text) } else { None };
        Ok(Reading::new(text, notation, Game::from_position(position), score))
    }

    fn read_moves(self, text: &str) -> Result<Game, ParseError> {
        let (moves, result) = movetext::split_result(text);
        if self.notation.is_none() {
            self.check_moves_alone(moves)?;
        }
        let game = Game::parse_from(self.size(), self.base.number(), moves)?;
        if let Some(result) = result {
            movetext::check_result(&game, moves.chars().count() + 1, result)?;
        }
        Ok(game)
    }

    /// Refuses a text that looks like moves and may be a row of a drawing whose other rows are blank.
    fn check_moves_alone(self, text: &str) -> Result<(), ParseError> {
        let (trimmed, size) = (text.trim(), self.size());
        let blank = text.lines().filter(|line| line.trim().is_empty()).count();
        let is_drawn = size.height() > 1 && blank >= size.height() - 1 && !trimmed.is_empty();
        let reason = "blank lines beside moves may be rows of a drawing: write . for an empty cell";
        let index = text.chars().take_while(|c| c.is_whitespace()).count();
        if is_drawn { Err(unclear(index, reason)) } else { Ok(()) }
    }

    /// Reads a list of columns or of cells.
    fn read_list(self, text: &str) -> Result<Game, ParseError> {
        let inside = text.trim().trim_start_matches('[');
        if inside.starts_with(|found: char| found.is_ascii_alphabetic()) && inside.contains('"') {
            return Err(movetext::pgn(0));
        }
        let no_end = || unclear(text.chars().count(), "the list has no end");
        let start = text.find(inside).map_or(0, |start| text[..start].chars().count());
        let inside = inside.strip_suffix(']').ok_or_else(no_end)?;
        let (size, least) = (self.size(), self.base.number());
        let mut game = Game::on(size);
        for (number, (index, word)) in (1..).zip(movetext::words(inside)) {
            let is_number = word.bytes().all(|digit| digit.is_ascii_digit());
            let column =
                word.parse::<usize>().ok().filter(|_| is_number).and_then(|found| found.checked_sub(least));
            let column = column.and_then(Column::new).filter(|&column| size.has_column(column));
            let column = column.ok_or_else(|| {
                let (place, maximum) = (start_of(word), least + size.width() - 1);
                let place = format!("{place:?}, item {number} of the list,");
                form_error(start + index, format!("{place} is no column ({least} to {maximum})"))
            })?;
            game.play(column).map_err(|reason| {
                let kind = ParseErrorKind::Move { number, reason };
                ParseError::new(kind, start + index, format!("move {number}: {reason}"))
            })?;
        }
        Ok(game)
    }

    /// Reads moves or a line of a set.
    fn read_moves_or_set_line(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let moves = self.read_as(Notation::Moves, line);
        // Beside moves, only white space before the last word can make it a score.
        let has_score = moves.is_err() || line.trim_end().contains(char::is_whitespace);
        let set_line = has_score.then(|| self.read_set_line(line));
        match (moves, set_line) {
            (Ok(_), Some(Ok(_))) => {
                let message = format!("'{}' is ambiguous: {AMBIGUOUS}", start_of(line).escape_debug());
                Err(ParseError::new(ParseErrorKind::MovesOrScore, None, message))
            }
            (Ok(reading), _) | (Err(_), Some(Ok(reading))) => Ok(reading),
            (Err(_), Some(Err(error))) if is_scored(line) => Err(match error.kind() {
                // The number in the place of the score is no score.
                ParseErrorKind::Score => {
                    let gap = if line.trim_end().contains(char::is_whitespace) { ' ' } else { ',' };
                    let message = format!("read as moves and their score, because of '{gap}': {error}");
                    in_words(&error, message)
                }
                _ => error,
            }),
            (Err(error), _) => Err(error),
        }
    }

    fn read_set_line(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let (moves, score) = suite::split_line(self.size(), line)?;
        let game = Game::parse_from(self.size(), self.base.number(), moves)?;
        Ok(Reading::new(moves, Notation::Set, game, Some(Bounds::exact(score))))
    }
}

/// Returns the index of the second line of a text that is not blank.
fn second_line(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let end = start + text[start..].find('\n')?;
    let second = end + text[end..].find(|found: char| !found.is_whitespace())?;
    Some(text[..second].chars().count())
}

/// Returns the error of a second line beside moves.
fn second_line_error(index: usize) -> ParseError {
    form_error(index, format!("a second line at character {}, where one position is expected", index + 1))
}

#[cfg(test)]
mod tests;
