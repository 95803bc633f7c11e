//! [`Reader`]: the one reader of positions, which recognises their notation.

use std::fmt;
use std::str::FromStr;

use marlin_core::{
    BoardSize, Bounds, Column, Game, ParseError, ParseErrorKind, Position, Report, Score, suite,
};

use crate::connect4_data::{from_connect4_data, scores_of, stated_scores};
use crate::guess::{self, Notation, is_list, is_scored};
use crate::object::{self, Records};
use crate::text::{form_error, in_words, start_of, unclear};
use crate::{drawing, movetext};

/// The meanings of words that may have a score behind them, and the way to choose.
const AMBIGUOUS: &str = "moves alone, or moves and their score: moves in one word are moves alone, and with a sign the last word is a score, as in '1 +2'";

/// The error of a line that is a part of a drawing.
const DRAWN_ROW: &str =
    "this looks like one row of a drawn board: '/' separates the rows of a board on one line";

/// The error of a list on a narrow board.
const LIST: &str = "a list of columns or of cells: write the moves in one word, or the cells row by row";

/// The error of cells with another number.
const NUMBERS: &str = "read as cells, because all numbers are 0, 1, 2 or -1: write 0 for an empty cell, 1 for the first player, 2 for the other";

/// Bytes that an object in the text of another may have.
const MOST_BYTES_OF_OBJECT: usize = 1 << 16;

/// The number of the leftmost column in moves. This library writes moves from 1. Other programs write them from 0: the
/// same text is then another game, so a [`Reader`] takes the base as a setting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Base {
    /// The leftmost column is 1.
    #[default]
    One,
    /// The leftmost column is 0.
    Zero,
}

impl Base {
    /// Returns the number of the leftmost column.
    pub const fn number(self) -> usize {
        match self {
            Self::One => 1,
            Self::Zero => 0,
        }
    }
}

/// Reads `0` or `1`.
impl FromStr for Base {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "0" => Ok(Self::Zero),
            "1" => Ok(Self::One),
            _ => Err(form_error(None, "columns count from 0 or from 1")),
        }
    }
}

/// Writes the number of the leftmost column.
impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A position that was read, with the moves and the score of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading<'a> {
    /// The part of the text that is the position: all of it, but for the score of a set line.
    pub text: &'a str,
    /// The notation of the text.
    pub notation: Notation,
    /// The game: from the empty board if the text has its moves, and otherwise from the position on.
    pub game: Game,
    /// The scores that a set line or an object of JSON states, or those of the class of a row of `connect-4.data`.
    pub stated: Claims,
}

impl<'a> Reading<'a> {
    fn new(text: &'a str, notation: Notation, game: Game, score: Option<Bounds>) -> Self {
        Self { text, notation, game, stated: Claims { score, ..Claims::default() } }
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns whether the text has the moves of its game.
    pub fn has_moves(&self) -> bool {
        self.game.start().nb_moves() == 0
    }
}

/// The scores that a text states, to be compared with those found.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The bounds of the score of the position.
    pub score: Option<Bounds>,
    /// The score of each column, `None` for one that is not stated.
    pub columns: Vec<Option<i32>>,
}

impl Claims {
    /// Returns how they contradict the bounds of the position, if they do.
    pub fn contradiction_of_score(&self, found: Bounds) -> Option<String> {
        let stated = self.score.filter(|stated| stated.intersection(found).is_none())?;
        let score = match stated.outcome() {
            Some(outcome) if stated.score().is_none() => format!("that of a {outcome}"),
            _ => stated.to_string(),
        };
        Some(format!("the score is {found}, not {score}"))
    }

    /// Returns how they contradict an answer, if they do. A full column has no score to compare.
    pub fn contradiction(&self, found: &Report) -> Option<String> {
        let wrong = self.contradiction_of_score(found.bounds);
        let mut columns = found.columns.iter().zip(&self.columns);
        wrong.or_else(|| {
            columns.find_map(|((column, bounds), &stated)| {
                let (bounds, stated) = ((*bounds)?, stated?);
                let is_possible = (bounds.lower().get()..=bounds.upper().get()).contains(&stated);
                (!is_possible)
                    .then(|| format!("the score of column {} is {bounds}, not {stated}", column.number()))
            })
        })
    }
}

/// A reader of positions in [any notation](crate#the-notations).
///
/// A FEN and a board on one line show the size of their board, which must be the one that was [set](Self::board), if one was.
/// Positions in other notations are on that board, and without it on the [default](Self::default_board), 7x6. So are drawings
/// on several lines: of another size they may be a part of one.
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
/// assert_eq!((line.text, line.stated.score.and_then(|stated| stated.score()).map(|score| score.get())), ("4433", Some(18)));
///
/// let error = reader.board(Some("5x5".parse()?)).read("...../...../..O../..X..").unwrap_err();
/// assert!(error.to_string().starts_with("read as a drawn board, because of '/': 4 rows, where the board has 5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Reader {
    notation: Option<Notation>,
    board: Option<BoardSize>,
    default_board: BoardSize,
    base: Base,
    records: Records,
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

    /// Knows the fields of a program's own objects that do not change the position. Any other field is refused.
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
            // The numbers beside a drawing without stones, perhaps.
            Some(index) if notation == Notation::Moves && !is_list(text) => Err(second_line_error(index)),
            _ => self.read_as(notation, text),
        })
    }

    /// Reads a line of a text that has a position on each; a score may be behind it. A line that could be both
    /// moves alone and moves with a score is refused, and so is a row of a drawn board: a wrong guess would answer
    /// another position.
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
        // Behind moves a number may be one more, unless it has a sign.
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

    /// Reads such a line, but for a score behind a notation that has no place for one.
    fn read_one_of_many(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let ends = ["/", ";", "\n", "],", "},", "),"];
        let has_rows = || guess::has_one_of(line.trim(), &ends) || self.size().height() == 1;
        self.read_by(line, |notation| match notation {
            // One row of a board that has more.
            _ if guess::is_column_numbers(line) || notation == Notation::Board && !has_rows() => {
                Err(ParseError::new(ParseErrorKind::DrawnRow, None, DRAWN_ROW))
            }
            Notation::Moves => self.read_moves_or_set_line(line),
            notation => self.read_as(notation, line),
        })
    }

    /// Reads a text in the notation that was chosen, or by a function in the one that it looks like.
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

    /// Reads the moves of a link to a position on a page for this game. They count from 1 there, on 7x6 if it names no board.
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

    /// Reads numbers that are as many as the board has cells. Several rows of them may show another board.
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
    fn size(self) -> BoardSize {
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

    /// Reads an object of JSON.
    fn read_json(self, text: &str) -> Result<Reading<'_>, ParseError> {
        if text.trim_start().strip_prefix('{').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '+') && !rest.contains(':')
        }) {
            return Err(movetext::pgn(0));
        }
        let refused = |index: usize, reason: &str| {
            let expected = format!("{{\"board\": [{} numbers]}} is expected", self.size().cells());
            let meaning = "0 for empty, 1 and 2 for the players, or {\"position\": \"4433\"}";
            form_error(index, format!("{reason} (index {index}): {expected}, {meaning}"))
        };
        let at_end = |reason| refused(text.chars().count(), reason);
        let stated = object::stated(text, self.records).map_err(|(index, reason)| refused(index, &reason))?;
        let size = stated.size(self.size()).map_err(at_end)?;
        if let (Some(found), Some(board)) = (size, self.board) {
            drawing::check_size(found, board)?;
        }
        let reader = self.board(size.or(self.board));
        let (mut game, mut inner) = (None, Vec::new());
        if let Some(cells) = &stated.cells {
            if let Some(shown) = stated.shown {
                drawing::check_size(shown, reader.size())?;
            }
            game = Some(Game::from_position(Position::from_cells(reader.size(), cells)?));
        }
        let mut columns = stated.scores.unwrap_or_default();
        for (notation, text) in &stated.texts {
            // In bounded depth.
            if text.trim_start().starts_with('{') && text.len() > MOST_BYTES_OF_OBJECT {
                return Err(at_end("a long object in `position`"));
            }
            let read = reader.notation(*notation).read(text)?;
            if game.get_or_insert_with(|| read.game.clone()).position() != read.position() {
                return Err(at_end("two positions, of which one is wrong"));
            }
            inner.extend(read.stated.score);
            columns = if columns.is_empty() { read.stated.columns } else { columns };
        }
        let game = game.ok_or_else(|| at_end("no position"))?;
        let player = game.position().side_to_move();
        if let Some(stated) = stated.to_move.filter(|&stated| stated != player) {
            let sides = format!("{stated} is said to move, but {player} is to move by the stones");
            return Err(form_error(None, sides + ": player 1, X, moves first"));
        }
        let size = game.size();
        if !columns.is_empty() && columns.len() != size.width() {
            return Err(at_end("`scores` is a list of a number for each column"));
        }
        let listed = game.position().legal_moves().map(|column| *columns.get(column.index())?);
        let best = listed.collect::<Option<Vec<_>>>().and_then(|scores| scores.into_iter().max());
        let exact =
            |score| Score::checked(size, score).map(Bounds::exact).ok_or("a score of no game on this board");
        let exact = [stated.score, best].into_iter().flatten().map(exact);
        let outcome = stated.outcome.and_then(|outcome| scores_of(size, outcome));
        let mut all = exact.chain(inner.into_iter().chain(outcome).map(Ok));
        let score = all.try_fold(Bounds::unknown(size), |stated, other| {
            stated.intersection(other?).ok_or("two results, of which one is wrong")
        });
        let score = Some(score.map_err(at_end)?).filter(|&stated| stated != Bounds::unknown(size));
        Ok(Reading { text, notation: Notation::Kaggle, game, stated: Claims { score, columns } })
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
                let (place, greatest) = (start_of(word), least + size.width() - 1);
                let place = format!("{place:?} in place {number} of the list");
                form_error(start + index, format!("{place} is no column ({least} to {greatest})"))
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
                // A number in the place of a score, but no score.
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
    form_error(index, format!("a second line at index {index}, where one position is expected"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{movetext::movetext, to_connect4_data};

    const BOARD: BoardSize = BoardSize::STANDARD;

    fn position(moves: &str) -> Position {
        Position::parse(BOARD, moves).unwrap()
    }

    fn data(moves: &str, class: &str) -> String {
        format!("{},{class}", to_connect4_data(&position(moves)))
    }

    /// Reads a line on any board, with its error as text.
    fn read_line(line: &str) -> Result<Position, String> {
        Reader::new().read_line(line).map(|read| *read.position()).map_err(|error| error.to_string())
    }

    #[test]
    fn scores_and_moves_are_distinguished() {
        let scored =
            |text, score| Ok((text, position(text), Score::checked(BOARD, score).map(Bounds::exact)));
        for (line, expected) in [
            ("4433 18", scored("4433", 18)),
            ("271236361557237 14", scored("271236361557237", 14)),
            ("4433\t-1  ", scored("4433", -1)),
            ("4 -1", scored("4", -1)),
            ("4 0", scored("4", 0)),
            ("4433,18", scored("4433", 18)),
            ("4433, -18.0", scored("4433", -18)),
            ("4433 18.5", Err(ParseErrorKind::Score)),
            (" -1", scored("", -1)),
            ("44 +2", scored("44", 2)),
            ("4 4", Err(ParseErrorKind::MovesOrScore)),
            (" 1", Err(ParseErrorKind::MovesOrScore)),
            (" 14", Err(ParseErrorKind::MovesOrScore)),
        ] {
            let found =
                Reader::new().read_line(line).map(|read| (read.text, *read.position(), read.stated.score));
            assert_eq!(found.map_err(|error| error.kind().clone()), expected, "{line}");
        }
        for line in ["4 4 3 3", " 1212", "4,4", "4, 4, 3, 3", ""] {
            assert_eq!(Reader::new().read_line(line).unwrap().stated, Claims::default(), "{line}");
        }
        // Where no score has a place, two moves may be separated, and a score is a second word.
        assert_eq!(Reader::new().read("4 4").unwrap().position(), &position("44"));
        assert_eq!(Reader::new().read("4433 18").unwrap_err().index(), Some(5));
    }

    #[test]
    fn a_score_behind_any_notation_is_read_and_behind_moves_that_are_no_word_with_a_sign() {
        let row = data("4433", "win");
        for text in [
            "4433",
            "4,4,3,3 +",
            "4 4 3 3 +",
            "4433 * +",
            "d1 d2 c1 c2",
            "1. d1 d2 2. c1 c2 *",
            "[4, 4, 3, 3]",
            "?pos=4433",
            "......./......./......./......./..OO.../..XX...",
            "7/7/7/7/2pp3/2PP3 w - - 0 3",
            "{\"position\": \"4433\"}",
            &row,
        ] {
            let (text, sign) = text.strip_suffix(" +").map_or((text, ""), |text| (text, "+"));
            let line = format!("{text} {sign}18");
            let read = Reader::new().read_line(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let score = read.stated.score.and_then(Bounds::score).map(Score::get);
            assert_eq!((read.position(), score), (&position("4433"), Some(18)), "{line}");
        }
        for line in
            ["4 4 3 3 2", "4433 * 2", "{\"position\": \"4433\", \"score\": 5} 18", "7/7/7/7/2pp3/2PP3 w x"]
        {
            let read = Reader::new().read_line(line);
            assert!(read.is_err() || read.unwrap().position() != &position("4433"), "{line}");
        }
    }

    fn drawn_row<T>() -> Result<T, ParseError> {
        Err(ParseError::new(ParseErrorKind::DrawnRow, None, DRAWN_ROW))
    }

    #[test]
    fn the_numbers_below_a_board_are_no_moves() {
        let line = "  1 2 3 4 5 6 7";
        assert_eq!(Reader::new().read_line(line), drawn_row());
        assert!(Reader::new().read_line(line.trim()).is_ok());
        assert!(Reader::new().notation(Some(Notation::Moves)).read_line(line).is_ok());
    }

    #[test]
    fn a_drawn_row_is_no_board_but_one_of_a_single_row() {
        for row in [". . X O . . .", "| . . X O . . . |", "XXXOOOX"] {
            assert_eq!(Reader::new().read_line(row), drawn_row(), "{row}");
        }
        let reader = Reader::new().board("5x1".parse().ok());
        assert_eq!(reader.read_line("..X..").unwrap().position().to_rows(), "..X..");
    }

    #[test]
    fn every_notation_is_recognised() {
        for moves in ["", "4433", "1212121", "2252576253462244111563365343671351441"] {
            let position = position(moves);
            let game = Game::parse(BOARD, moves).unwrap();
            let board = position.to_string().replace('\n', "/");
            for (notation, line) in [
                (Notation::Moves, moves.to_owned()),
                (Notation::Cells, movetext(&game)),
                (Notation::Connect4Data, data(moves, "win")),
                (Notation::Connect4Data, to_connect4_data(&position)),
                (Notation::Board, board.replace(' ', "")),
                (Notation::Board, board.to_lowercase()),
                (Notation::Board, format!("| {} |", board.replace('/', " | / | "))),
                (Notation::Fen, position.to_fen()),
            ] {
                let read = Reader::new().read_line(&line).unwrap();
                assert_eq!((read.notation, read.position()), (notation, &position), "{line}");
                assert_eq!(Reader::new().read(&line).as_ref(), Ok(&read), "{line}");
            }
            for drawing in [position.to_string(), game.to_drawing()] {
                assert_eq!(Reader::new().read(&drawing).unwrap().position(), &position, "{drawing}");
            }
        }
    }

    #[test]
    fn an_invalid_line_is_refused_with_its_reason() {
        let row = data("4433", "");
        for (line, error) in [
            ("b,b".to_owned(), "2 fields, where 42 cells are expected"),
            (row.clone() + "win,win", "44 fields"),
            (row + "won", "invalid class \"won\""),
            (data("4433", "win").replacen('b', "B", 1), "invalid cell \"B\" in field 1"),
            (data("4433", "win").replacen('b', "o", 1), "2 stones of X and 3 of O"),
            ("......./....../......./......./......./.......".to_owned(), "6 cells in row 2 from the top"),
            (
                "......./......./......./......./......./...Z...".to_owned(),
                "invalid character 'Z' at index 43",
            ),
            ("........../".repeat(12) + "..........", "a board of 10x13 does not fit"),
            ("44X".to_owned(), "invalid character 'X' at index 2 (moves are columns, 1 to 7)"),
            ("1. d1 d2 2. d4 *".to_owned(), "move \"d4\" at index 12: the next stone there falls on rank 3"),
        ] {
            let found = read_line(&line).unwrap_err();
            assert!(found.contains(error), "{line}: {found}");
        }
    }

    #[test]
    fn a_line_must_be_of_the_board_that_was_asked_for() {
        let asked = |line: &str, board: &str| {
            let read = Reader::new().board(board.parse().ok()).read_line(line);
            read.map(|read| read.game.size().to_string()).map_err(|error| error.to_string())
        };
        let drawn = "...../...../..O../..X..";
        assert_eq!(read_line(drawn).unwrap().size().to_string(), "5x4");
        assert_eq!(asked(drawn, "5x4").as_deref(), Ok("5x4"));
        let rows = "4 rows, where the board has 5";
        for text in [drawn, &drawn.replace('/', "\n")] {
            assert!(asked(text, "5x5").unwrap_err().contains(rows), "{text}");
        }
        let other = "a board of 5x4, where 5x5 is expected";
        assert!(asked("5/5/2p2/2P2 w", "5x5").unwrap_err().contains(other));
        let cells = "5 cells in row 1 from the top, where the board has 6";
        assert!(asked(drawn, "6x4").unwrap_err().contains(cells));
        assert_eq!(asked("9,10", "10x4").as_deref(), Ok("10x4"));
        let error = "invalid character 'a' at index 1 (moves are columns, 1 to 9)";
        assert_eq!(asked("9a", "9x4").unwrap_err(), error);
        assert!(asked(&data("44", "win"), "8x5").unwrap_err().contains("43 fields, where 40 cells"));
    }

    #[test]
    fn letters_are_files_or_with_commas_a_row_of_cells() {
        let wide = Reader::new().board("12x4".parse().ok());
        let read = |text| wide.read_line(text).map(|read| (read.notation, read.game.to_string()));
        for (text, moves) in
            [("b,a", "2,1"), ("a,b,c", "1,2,3"), ("b b", "2,2"), (" C A b", "3,1,2"), ("l", "12"), ("a", "1")]
        {
            assert_eq!(read(text), Ok((Notation::Cells, moves.to_owned())), "{text}");
        }
        let row = to_connect4_data(&Position::on("12x4".parse().unwrap()));
        assert_eq!(wide.read_line(&row).unwrap().notation, Notation::Connect4Data);
        for text in ["b,3", "x,o,b", "b,b"] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains("fields, where 48 cells are expected"), "{text}: {error}");
        }
        assert_eq!(Reader::new().read_line("d d c").unwrap().game.to_string(), "443");
        assert!(Reader::new().read_line("h").unwrap_err().to_string().contains("invalid character 'h'"));
    }

    #[test]
    fn only_the_chosen_notation_is_accepted() {
        let read = |line: &str, notation| Reader::new().notation(Some(notation)).read_line(line).map(|_| ());
        for notation in [Notation::Kaggle, Notation::Connect4Data, Notation::Board, Notation::Fen] {
            assert!(read("4433", notation).is_err() && read("", notation).is_err(), "{notation:?}");
        }
        assert!(read("4433", Notation::Set).is_err() && read("4433", Notation::Cells).is_err());
    }

    #[test]
    fn columns_count_from_the_base() {
        let zero = Reader::new().base(Base::Zero);
        assert_eq!(zero.read_line("3322 18").unwrap().game.to_string(), "4433");
        assert_eq!(zero.read("0 6").unwrap().game.to_string(), "17");
        assert_eq!(zero.board("12x4".parse().ok()).read("10 11").unwrap().game.to_string(), "11,12");
        assert_eq!(zero.board("12x4".parse().ok()).read("0,3").unwrap().game.to_string(), "1,4");
        // No column has a number in these.
        assert_eq!(zero.read("d1 d2").unwrap().game.to_string(), "44");
        for (text, error) in [
            ("37", "invalid character '7' at index 1 (moves are columns, 0 to 6)"),
            ("0000000", "move 7: column 0 is full (columns count from 0)"),
            ("37 18", "invalid character '7' at index 1 (moves are columns, 0 to 6)"),
        ] {
            assert_eq!(zero.read_line(text).unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn moves_that_may_be_something_else_are_refused() {
        let rows = " \n".repeat(6);
        for text in [
            format!("{rows}1 2 3 4 5 6 7"),
            format!("1234567\n{rows}"),
            format!("{rows}  2 1  "),
            "\n\n\n\n\n121".into(),
        ] {
            let error = Reader::new().read(&text).unwrap_err().to_string();
            assert!(
                error.starts_with("blank lines beside moves may be rows of a drawing"),
                "{text:?}: {error}"
            );
        }
        assert_eq!(Reader::new().read("\n\n4433\n").unwrap().game.to_string(), "4433");
    }

    #[test]
    fn the_lines_below_a_board_are_compared_with_it() {
        let drawn = Game::parse("7x6".parse().unwrap(), "4433").unwrap().to_drawing();
        assert_eq!(Reader::new().read(&drawn).unwrap().game.position().nb_moves(), 4);
        for (line, other) in
            [("Moves played: 4", "Moves played: 5"), ("Current player: X", "Current player: O")]
        {
            let text = drawn.replace(line, other);
            let error = Reader::new().read(&text).unwrap_err().to_string();
            assert!(text != drawn && error.contains(": the lines below the board"), "{text}: {error}");
        }
        let over = drawn + "Game over: X has won, at move 7\n";
        assert!(Reader::new().read(&over).is_err());
    }

    #[test]
    fn the_result_behind_columns_is_checked() {
        for text in ["4433 1-0", "4 4 3 3 *", "4,4,3,3 1/2-1/2", "4433\t0-1 "] {
            assert_eq!(Reader::new().read_line(text).unwrap().game.to_string(), "4433", "{text}");
        }
        assert_eq!(Reader::new().base(Base::Zero).read_line("3322 *").unwrap().game.to_string(), "4433");
        assert_eq!(Reader::new().read_line("1212121 1-0").unwrap().game.to_string(), "1212121");
        for (text, error) in [
            ("1212121 0-1", "result 0-1 at index 8, but X has won: write 1-0"),
            ("4433 1-0 5", "a second word at index 5"),
        ] {
            let found = Reader::new().read_line(text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }

    #[test]
    fn a_zero_in_base_one_is_named() {
        for (text, index) in [("0", 0), ("440", 2), ("440 18", 2), ("4 4 0", 4)] {
            let error = Reader::new().read_line(text).unwrap_err();
            assert_eq!(error.to_string(), format!("column 0 at index {index}: columns count from 1 here"));
            assert_eq!(error.index(), Some(index));
        }
        let error = Reader::new().notation(Some(Notation::Set)).read_line("440 18").unwrap_err();
        assert_eq!((error.kind(), error.index()), (&ParseErrorKind::ColumnZero, Some(2)));
    }
}
