//! [`Reader`]: the one reader of positions, which recognises their notation.

use std::str::FromStr;

use super::arrays::{scores_of, stated_scores};
use super::error::{ParseError, ParseErrorKind, start_of};
use super::moves::{Base, second_word, separated};
use super::rows::{is_around, unclear};
use super::stated::{Claims, ParseObject};
use super::suite::parse_line_from;
use super::{drawing, fen, moves};
use crate::bounds::Bounds;
use crate::game::Game;
use crate::geometry::{BoardSize, Column};
use crate::player::Player;
use crate::position::Position;
use crate::score::Score;

/// The least number of columns of a drawn board whose column numbers are recognised. Moves hardly ever count up from 1.
const FEWEST_NUMBERS: usize = 4;

/// A notation of positions. Each has its row in [the table](crate#notations).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The columns played, as in `4433` or `4 4 3 3`.
    Moves,
    /// A line of a position set: the columns played in one word, white space, and the score, as in `4433 18`.
    Set,
    /// The cells played, as in `d1 d2`, `P@d1 P@d2` or `1. d1 d2 *`.
    Cells,
    /// A drawn board: on many lines, or on one with `/` between its rows.
    Board,
    /// FEN with drops.
    Fen,
    /// An observation of Kaggle's `ConnectX`.
    Kaggle,
    /// A row of UCI's `connect-4.data`.
    Connect4Data,
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

impl Reading<'_> {
    /// Returns the position.
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the text for an answer, whose reader takes every notation.
    pub fn given(&self) -> String {
        match self.notation {
            Notation::Moves | Notation::Set => separated(self.game.size(), self.text),
            _ => self.text.to_owned(),
        }
    }

    /// Returns whether the text has the moves of its game.
    pub const fn has_moves(&self) -> bool {
        matches!(self.notation, Notation::Moves | Notation::Set | Notation::Cells)
    }
}

/// A reader of positions in [any notation](crate#notations).
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
/// use marlin_core::notation::Reader;
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
    objects: Option<ParseObject>,
}

impl Reader {
    /// Returns a reader of every board and every notation but objects of JSON, for columns that count from 1.
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

    /// Reads objects of JSON too, by a function that parses them.
    #[must_use]
    pub const fn objects(self, parse: ParseObject) -> Self {
        Self { objects: Some(parse), ..self }
    }

    /// Reads a text that is one position.
    ///
    /// # Errors
    ///
    /// [`ParseError`], if the text is no position of the board.
    pub fn read(self, text: &str) -> Result<Reading<'_>, ParseError> {
        self.read_by(text, |notation| match second_line(text) {
            // The numbers beside a drawing without stones, perhaps.
            Some(index) if notation == Notation::Moves && !is_list(text) => Err(second_word(index)),
            _ => self.read_as(notation, text),
        })
    }

    /// Reads a line of a text that has a position on each: moves may have a score after them. A line that could be both
    /// moves alone and moves with a score is refused, and so is a row of a drawn board: a wrong guess would answer
    /// another position.
    ///
    /// # Errors
    ///
    /// [`ParseError`], if the line is no position of the board.
    pub fn read_line(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let has_rows =
            || line.trim().contains(['/', ';', '\n']) || line.contains("],") || self.size().height() == 1;
        self.read_by(line, |notation| match notation {
            Notation::Moves => self.read_moves_or_set_line(line),
            // One row of a board that has more.
            Notation::Board if !has_rows() => Err(drawn_row()),
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
        if let Some(link) = link(text) {
            return self.read_link(text, link);
        }
        let notation = self.recognise(text);
        read(notation).or_else(|error| {
            let numbers = if notation == Notation::Moves { self.read_numbers(text) } else { None };
            numbers.unwrap_or_else(|| Err(self.named(error, notation, text)))
        })
    }

    /// Reads the moves of a link to a position on a page for this game. They count from 1 there, on 7x6 if it names no board.
    fn read_link<'a>(self, text: &'a str, link: &'a str) -> Result<Reading<'a>, ParseError> {
        const SKIPPED: [&str; 5] = ["x", "o", "setup", "review", "explore"];
        let (mut board, mut moves) = (BoardSize::STANDARD, None);
        let named = |error: ParseError| {
            let message = format!("read as a link, because of 'pos=': {error}");
            error.within(None, message)
        };
        for field in link.split('&') {
            match field.split_once('=').unwrap_or((field, "")) {
                ("pos", found) if moves.is_none() => moves = Some(found),
                ("board", found) => board = found.parse().map_err(named)?,
                (name, _) if SKIPPED.contains(&name) => {}
                (name, _) => {
                    let reason = format!("{:?} may change the position, and is not read", start_of(name));
                    return Err(named(ParseError::form(None, reason + ": give the moves alone")));
                }
            }
        }
        if let Some(asked) = self.board.filter(|&asked| asked != board) {
            let reason = format!("a board of {board}, where {asked} is expected");
            return Err(named(ParseError::form(None, reason)));
        }
        let reader = Self { board: Some(board), base: Base::One, ..self };
        Ok(Reading { text, ..reader.read_as(Notation::Moves, moves.unwrap_or_default()).map_err(named)? })
    }

    /// Reads numbers without brackets that are no moves: as many as the board has cells are its cells.
    fn read_numbers(self, text: &str) -> Option<Result<Reading<'_>, ParseError>> {
        let words = text.split(|found: char| found.is_whitespace() || ",;/[]".contains(found));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let are_numbers = words.iter().all(|word| ["0", "1", "2", "-1"].contains(word));
        // On a board of two or three columns they may be moves.
        if !are_numbers || words.len() != self.size().cells() as usize || self.size().width() <= 3 {
            return None;
        }
        let cells = words.iter().map(|word| word.parse().ok()).collect::<Option<Vec<u8>>>();
        let found = match cells {
            // Rows may show another board.
            Some(_) if text.trim().contains(['[', ';', '/', '\n']) => return None,
            Some(cells) => Position::from_cells(self.size(), &cells),
            None => Err(ParseError::form(
                None,
                format!(
                    "read as {} cells, because all numbers are 0, 1, 2 or -1: write 0 for an empty cell, 1 for a stone of \
                     the player who moved first, and 2 for the other's",
                    words.len()
                ),
            )),
        };
        let (notation, stated) = (Notation::Kaggle, Claims::default());
        Some(found.map(|position| Reading { text, notation, game: Game::from_position(position), stated }))
    }

    /// Returns the error of a text whose notation was guessed: with the guess and its sign, or with that which the text is as a
    /// whole.
    fn named(self, error: ParseError, notation: Notation, text: &str) -> ParseError {
        use ParseErrorKind::{Character, ColumnZero, DrawnRow, Form, NoForm, NotRead};
        if is_header(text) {
            return ParseError::new(NotRead, None, "the header of a table is no position: leave it out");
        }
        if matches!(error.kind(), Form | Character { .. } | DrawnRow | ColumnZero)
            && let Some(reason) = not_read(text)
        {
            return ParseError::new(NotRead, None, reason);
        }
        match error.kind() {
            Form | Character { .. } | DrawnRow if !self.looks_like(notation, text) => {
                ParseError::new(NoForm, None, FORMS)
            }
            Form | Character { .. } => match guess(notation, text) {
                Some((name, sign)) => {
                    let (index, message) =
                        (error.index(), format!("read as {name}, because of {sign}: {error}"));
                    error.within(index, message)
                }
                None => error,
            },
            _ => error,
        }
    }

    /// Returns whether most of a text is of a notation, and not only the sign by which it was guessed.
    fn looks_like(self, notation: Notation, text: &str) -> bool {
        let has_few_others = |found: &mut dyn Iterator<Item = bool>, share: usize| {
            let (others, all) =
                found.fold((0, 0), |(others, all), fits| (others + usize::from(!fits), all + 1));
            share * others <= all
        };
        let is_one_of =
            |signs: &'static str| move |found: char| signs.contains(found) || found.is_ascii_digit();
        match notation {
            Notation::Fen => has_few_others(&mut text.chars().map(is_one_of("Pp/[]wb- \r\n")), 4),
            Notation::Board => {
                let rows = text.lines().filter(|line| !is_around(line));
                let is_sign = is_one_of("XxOo●○.-_*·|│┃║▏▕+=/;,[] \t\r");
                has_few_others(&mut rows.flat_map(str::chars).map(is_sign), 4)
            }
            Notation::Cells => {
                has_few_others(&mut moves::words(text).map(|(_, word)| moves::is_of_movetext(word)), 2)
            }
            Notation::Connect4Data => {
                let is_field = |field: &str| ["b", "x", "o", "win", "draw", "loss"].contains(&field.trim());
                has_few_others(&mut text.split(',').map(is_field), 2)
            }
            Notation::Moves if !is_list(text) => {
                let names = text.chars().filter(|&found| !found.is_whitespace() && found != ',');
                let is_name = |found: char| found.is_ascii_digit() || self.is_column(Some(found));
                // Three others may be typing errors.
                has_few_others(&mut names.map(is_name).chain([true; 3]), 2)
            }
            _ => true,
        }
    }

    /// Returns the board of a text that shows none.
    fn size(self) -> BoardSize {
        self.board.unwrap_or(self.default_board)
    }

    /// Returns the notation that a text looks like: moves, if it looks like nothing else.
    fn recognise(self, text: &str) -> Notation {
        let text = moves::split_result(text.trim_start()).0;
        if text.starts_with('{') {
            Notation::Kaggle
        } else if text.starts_with('[') {
            if drawing::is_in_brackets(text) { Notation::Board } else { Notation::Moves }
        } else if moves::is_movetext(text, self.size().width()) {
            Notation::Cells
        } else if text.contains('[') {
            // The FEN of a board of one row has no other sign.
            Notation::Fen
        } else if drawing::is_line_of_numbers(text) {
            Notation::Board
        } else if text.contains('/') {
            let is_fen = |found: char| found.is_ascii_digit() || found.eq_ignore_ascii_case(&'p');
            if text.contains(is_fen) { Notation::Fen } else { Notation::Board }
        } else if drawing::is_drawing(text) {
            Notation::Board
        } else if self.is_row_of_letters(text) {
            Notation::Connect4Data
        } else {
            Notation::Moves
        }
    }

    /// Returns whether a text is letters with commas that are cells. On wide boards a letter may be a column: then a row has
    /// no digit, which moves in all columns have, and a field for each cell.
    fn is_row_of_letters(self, text: &str) -> bool {
        let first = text.chars().next().filter(char::is_ascii_alphabetic);
        let is_column = self.is_column(first);
        let fields = text.split(',').count();
        let is_row =
            || fields >= self.size().cells() as usize && !text.contains(|c: char| c.is_ascii_digit());
        first.is_some() && fields > 1 && (!is_column || is_row())
    }

    /// Returns whether a letter is the name of a column of the board.
    fn is_column(self, name: Option<char>) -> bool {
        let column = name.filter(char::is_ascii_alphabetic).and_then(|name| self.base.column(name));
        column.is_some_and(|column| self.size().has_column(column))
    }

    fn read_as(self, notation: Notation, text: &str) -> Result<Reading<'_>, ParseError> {
        let size = self.size();
        let game = match notation {
            Notation::Set => return self.read_set_line(text).map_err(|error| self.explained(error)),
            Notation::Moves if is_list(text) => return self.read_list(text),
            Notation::Moves => self.read_moves(text)?,
            Notation::Cells => Game::from_movetext(size, text)?,
            Notation::Board if text.contains(['/', ';']) => {
                Game::from_position(drawing::from_rows(text, self.board)?)
            }
            Notation::Board => Game::from_position(drawing::from_drawing(text, self.board, Some(size))?),
            Notation::Fen => Game::from_position(fen::from_fen(text, self.board)?),
            Notation::Kaggle => return self.read_json(text),
            Notation::Connect4Data => {
                let game = Game::from_position(Position::from_connect4_data(size, text)?);
                let score = stated_scores(game.position(), text);
                return Ok(Reading { text, notation, game, stated: Claims { score, ..Claims::default() } });
            }
        };
        Ok(Reading { text, notation, game, stated: Claims::default() })
    }

    fn read_moves(self, text: &str) -> Result<Game, ParseError> {
        let (moves, result) = moves::split_result(text);
        if self.notation.is_none() {
            self.check_moves_alone(moves)?;
        }
        let game = Game::parse_from(self.size(), self.base, moves).map_err(|error| self.explained(error))?;
        if let Some(result) = result {
            moves::check_result(&game, moves.chars().count() + 1, result)?;
        }
        Ok(game)
    }

    /// Refuses a text that looks like moves and may be something else: the first stone of a game, as the cell of a board with
    /// more than nine columns, or a row of a drawing whose other rows are blank.
    fn check_moves_alone(self, text: &str) -> Result<(), ParseError> {
        let (trimmed, size) = (text.trim(), self.size());
        let is_column = |name| self.base.column(name).is_some_and(|column| size.has_column(column));
        if trimmed.chars().all(is_column) && moves::is_first_cell(size, trimmed) {
            let advice = format!("write P@{trimmed} for the cell, or a comma between the columns");
            let message = format!("{trimmed} may be a cell or columns: {advice}");
            return Err(ParseError::form(None, message));
        }
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
            return Err(moves::pgn(0));
        }
        let Some(parse) = self.objects else {
            return Err(ParseError::form(0, "a position in JSON is not read here"));
        };
        let refused = |index: usize, reason: &str| {
            let expected = format!("{{\"board\": [{} numbers]}} is expected", self.size().cells());
            let meaning = "0 for empty, 1 and 2 for the players, or {\"position\": \"4433\"}";
            ParseError::form(index, format!("{reason} (index {index}): {expected}, {meaning}"))
        };
        let at_end = |reason| refused(text.chars().count(), reason);
        let stated = parse(text).map_err(|(index, reason)| refused(index, &reason))?;
        let size = stated.size(self.size()).map_err(at_end)?;
        if let (Some(found), Some(board)) = (size, self.board) {
            drawing::check_size(found, board)?;
        }
        let reader = self.board(size.or(self.board));
        let (game, inner) = match (&stated.cells, stated.position.as_deref().unwrap_or_default()) {
            (Some(cells), _) => {
                if let Some(shown) = stated.shown() {
                    drawing::check_size(shown.map_err(at_end)?, reader.size())?;
                }
                (Game::from_position(Position::from_cells(reader.size(), cells)?), Claims::default())
            }
            (None, position) if position.trim_start().starts_with('{') => {
                return Err(at_end("an object in `position`"));
            }
            (None, position) => {
                let Reading { game, stated: inner, .. } = reader.notation(None).read(position)?;
                (game, inner)
            }
        };
        let player = game.position().side_to_move();
        let expected = if player == Player::X { 1 } else { 2 };
        if let Some(mark) = stated.mark.filter(|&mark| mark != expected) {
            let reason = format!("player {expected} is to move: player 1 moves first");
            return Err(ParseError::form(None, format!("\"mark\" is {mark}, but {reason}")));
        }
        if stated.to_move.is_some_and(|stated| stated != player) {
            return Err(at_end("`to_move` is not the side to move by the stones"));
        }
        let size = game.size();
        let columns = stated.scores.unwrap_or_else(|| vec![None; size.width()]);
        if columns.len() != size.width() {
            return Err(at_end("`scores` is a list of a number for each column"));
        }
        let listed = game.position().legal_moves().map(|column| columns[column.index()]);
        let best = listed.collect::<Option<Vec<_>>>().and_then(|scores| scores.into_iter().max());
        let exact = [stated.score, best].into_iter().flatten();
        let exact = exact
            .map(|score| Score::on(size, score).map(Bounds::exact).ok_or("a score of no game on this board"));
        let outcome = stated.outcome.and_then(|outcome| scores_of(size, outcome));
        let mut all = exact.chain(inner.score.into_iter().chain(outcome).map(Ok));
        let score = all.try_fold(Bounds::unknown(size), |stated, other| {
            stated.intersection(other?).ok_or("two results, of which one is wrong")
        });
        let score = Some(score.map_err(at_end)?).filter(|&stated| stated != Bounds::unknown(size));
        Ok(Reading { text, notation: Notation::Kaggle, game, stated: Claims { score, columns } })
    }

    /// Reads a list of columns or of cells.
    fn read_list(self, text: &str) -> Result<Reading<'_>, ParseError> {
        let inside = text.trim().trim_start_matches('[');
        if inside.starts_with(|found: char| found.is_ascii_alphabetic()) && inside.contains('"') {
            return Err(moves::pgn(0));
        }
        let no_end = || unclear(text.chars().count(), "the list has no end");
        let inside = inside.strip_suffix(']').ok_or_else(no_end)?;
        let words = inside.split(|found: char| found.is_whitespace() || found == ',');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let cells = words.iter().map(|word| word.parse().ok().filter(|&cell| cell <= 2)).collect();
        let cells = Option::<Vec<u8>>::filter(cells, |cells| cells.len() == self.size().cells() as usize);
        let moves = self.listed_moves(&words);
        let Some(cells) = cells.filter(|_| self.notation.is_none()) else {
            return Ok(Reading { text, notation: Notation::Moves, game: moves?, stated: Claims::default() });
        };
        // On a board of two or three columns these may be moves as well.
        if moves.is_ok() {
            let advice = "write the moves in one word, or the cells row by row";
            return Err(unclear(0, &format!("a list of columns or of cells: {advice}")));
        }
        let game = Game::from_position(Position::from_cells(self.size(), &cells)?);
        Ok(Reading { text, notation: Notation::Kaggle, game, stated: Claims::default() })
    }

    /// Returns the game of a list of columns.
    fn listed_moves(self, words: &[&str]) -> Result<Game, ParseError> {
        let (size, least) = (self.size(), self.base.number());
        let mut game = Game::on(size);
        for (index, word) in words.iter().enumerate() {
            let column = word.parse::<usize>().ok().and_then(|number| number.checked_sub(least));
            let column = column.and_then(Column::new).filter(|&column| size.has_column(column));
            let (number, greatest) = (index + 1, least + size.width() - 1);
            let column = column.ok_or_else(|| {
                let place = format!("{:?} in place {number} of the list", start_of(word));
                ParseError::form(None, format!("{place} is no column ({least} to {greatest})"))
            })?;
            game.play(column).map_err(|reason| ParseError::illegal_move(index, number, reason))?;
        }
        Ok(game)
    }

    /// Reads moves or a line of a set.
    fn read_moves_or_set_line(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let moves = self.read_as(Notation::Moves, line);
        // Only white space before the last word can make it a score.
        let set_line = line.trim_end().contains(char::is_whitespace).then(|| self.read_set_line(line));
        match (moves, set_line) {
            _ if is_column_numbers(line) => Err(drawn_row()),
            (Ok(_), Some(Ok(_))) => Err(ParseError::new(
                ParseErrorKind::MovesOrScore,
                None,
                format!(
                    "'{}' is ambiguous: moves alone, or moves and their score: moves in one word are moves alone, and with a \
                     sign the last word is a score, as in '1 +2'",
                    start_of(line).escape_debug()
                ),
            )),
            (Ok(reading), _) | (Err(_), Some(Ok(reading))) => Ok(reading),
            // A number in the place of a score, but no score.
            (Err(_), Some(Err(error)))
                if error.kind() == &ParseErrorKind::Score && is_word_and_number(line) =>
            {
                let message = format!("read as moves and their score, because of ' ': {error}");
                Err(error.within(None, message))
            }
            (Err(error), _) => Err(error),
        }
    }

    fn read_set_line(self, line: &str) -> Result<Reading<'_>, ParseError> {
        let (game, score) = parse_line_from(self.size(), self.base, line)?;
        let text = line.split_once(char::is_whitespace).map_or(line, |(moves, _)| moves);
        Ok(Reading {
            text,
            notation: Notation::Set,
            game,
            stated: Claims { score: Some(Bounds::exact(score)), ..Claims::default() },
        })
    }

    /// Returns the error of moves. A zero among columns that count from 1 has a kind of its own.
    fn explained(self, error: ParseError) -> ParseError {
        match (self.base, error.kind(), error.index()) {
            (Base::One, ParseErrorKind::Character { found: '0', .. }, Some(index))
                if self.size().width() > 9 =>
            {
                error.clone().within(
                    index,
                    format!("column 0 at index {index}: columns count from 1, and column 10 is a"),
                )
            }
            (Base::One, ParseErrorKind::Character { found: '0', .. }, Some(index)) => {
                let message = format!("column 0 at index {index}: columns count from 1 here");
                ParseError::new(ParseErrorKind::ColumnZero, index, message)
            }
            _ => error,
        }
    }
}

/// The forms of positions, for a text that looks like none of them.
const FORMS: &str = "no form of a position: moves are read, as in 4433 or d1 d2, a board, as in ..../..../..O./.XX., FEN, and \
                     numbers of cells in brackets";

/// Returns whether a text is the header of `connect-4.data`, whose names are cells.
fn is_header(text: &str) -> bool {
    text.trim().get(..18).is_some_and(|start| start.eq_ignore_ascii_case("a1,a2,a3,a4,a5,a6,"))
}

/// Returns whether a text has nothing but numbers, too many for a game that is written so, and many of them 0.
fn are_many_numbers(text: &str) -> bool {
    let words = || {
        let words = text.split(|found: char| found.is_whitespace() || ",;[]".contains(found));
        words.filter(|word| !word.is_empty())
    };
    let zeros =
        words().filter(|word| word.contains('0') && word.bytes().all(|byte| b"0.".contains(&byte))).count();
    zeros >= 10
        && 3 * zeros >= words().count()
        && text.bytes().all(|byte| byte.is_ascii_whitespace() || b"0123456789+-.,;[]".contains(&byte))
}

/// Returns the reason why a text is not read whose form is known.
fn not_read(text: &str) -> Option<&'static str> {
    const DISCS: &str = "🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪🟫⬛⬜";
    let rows = || text.lines().filter(|line| !is_around(line)).flat_map(str::chars);
    let mut letters = rows().filter(|found| found.is_alphabetic()).peekable();
    Some(if text.contains(|found: char| DISCS.contains(found)) {
        "coloured discs aren't read: write X for the stones of the player who moved first, O for the other's, . for empty cells"
    } else if letters.peek().is_some() && letters.all(|found| "RrYy".contains(found)) {
        "R and Y aren't read: write X for the stones of the player who moved first, O for the other's, . for empty cells"
    } else if text.contains("[\"") {
        "a list of texts isn't read: give each position a line of its own"
    } else if are_many_numbers(text) {
        "numbers of cells are 0, 1 and 2, as many as the board has: leave out signs, points and other numbers"
    } else if ["array(", "tensor(", "['"].iter().any(|start| text.contains(start)) {
        "Python code isn't read: give the numbers of cells in brackets, as in [[0, 0, 0], [0, 1, 2]]"
    } else if text.split_whitespace().all(|word| word.starts_with("0x")) && !text.trim().is_empty() {
        "bitboards aren't read: give the moves, or the board, as in ..../..../..O./.XX."
    } else if text.contains("://") {
        "a link alone is read by its 'pos=': give that link, or the moves, as in 4433"
    } else {
        return None;
    })
}

/// Returns the name of a notation that was guessed, and the sign of it; `None` for moves, which have no sign.
fn guess(notation: Notation, text: &str) -> Option<(&'static str, String)> {
    let first =
        |signs: &[char]| signs.iter().find(|&&sign| text.contains(sign)).map(|sign| format!("'{sign}'"));
    let rows = || "its rows".to_owned();
    Some(match notation {
        Notation::Moves if is_list(text) => ("a list", "'['".to_owned()),
        Notation::Moves | Notation::Set => return None,
        Notation::Cells => {
            let word = moves::words(text).next().map_or("", |(_, word)| word);
            ("cells of moves", format!("{:?}", start_of(word)))
        }
        Notation::Board => {
            let signs = ['/', ';', '[', '.', '|', '│', '┃', '║', '·', '●', '○'];
            ("a drawn board", first(&signs).unwrap_or_else(rows))
        }
        Notation::Fen => ("FEN", first(&['/', '[']).unwrap_or_else(rows)),
        Notation::Kaggle => ("an object", "'{'".to_owned()),
        Notation::Connect4Data => ("a row of connect-4.data", "letters with commas".to_owned()),
    })
}

/// Returns the fields of a link to a position, which has the moves as `pos`.
fn link(text: &str) -> Option<&str> {
    let text = text.trim();
    let fields = text.split_once('?')?.1.split('#').next()?;
    let is_word = !text.starts_with(['{', '[']) && !text.contains(char::is_whitespace);
    (is_word && fields.split('&').any(|field| field.starts_with("pos="))).then_some(fields)
}

/// Returns whether a text is a list, if it has the notation of moves.
fn is_list(text: &str) -> bool {
    text.trim_start().starts_with('[')
}

/// Returns the error of a line that is a part of a drawing.
fn drawn_row() -> ParseError {
    let message = "this looks like one row of a drawn board: '/' separates the rows of a board on one line";
    ParseError::new(ParseErrorKind::DrawnRow, None, message)
}

/// Returns the index of the second line of a text that is not blank.
fn second_line(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let end = start + text[start..].find('\n')?;
    let second = end + text[end..].find(|found: char| !found.is_whitespace())?;
    Some(text[..second].chars().count())
}

/// Returns whether a line is the last one of a drawn board, as in `  1 2 3 4 5 6 7`.
fn is_column_numbers(line: &str) -> bool {
    let names = || line.split_whitespace();
    let is_name = |(name, column): (&str, Option<Column>)| column.is_some_and(|c| name == c.to_string());
    line.starts_with("  ")
        && names().count() >= FEWEST_NUMBERS
        && names().zip((0..).map(Column::new)).all(is_name)
}

/// Returns whether a line is a word and a whole number.
fn is_word_and_number(line: &str) -> bool {
    let mut words = line.split_whitespace().skip(1);
    words.next().is_some_and(|word| word.parse::<i64>().is_ok()) && words.next().is_none()
}

/// Reads a position of the standard board, 7x6, in any [notation](crate#notations), as [`Position::new`] and
/// [`Solver::new`](crate::Solver::new) have it. [`Position::parse`] reads those of another [`BoardSize`].
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let position = *Reader::new().read(text)?.position();
        if position.size() == BoardSize::STANDARD {
            return Ok(position);
        }
        let size = position.size();
        Err(ParseError::form(
            None,
            format!("a board of {size}: `FromStr` reads 7x6 alone, and `Position::parse` every size"),
        ))
    }
}

impl Position {
    /// Reads a position of a board in any [notation](crate#notations). [`Game::parse`] is for a text that is known to be moves:
    /// on boards wider than nine `a1` may be two of them or a cell, and is refused here.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text is no position of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let size: BoardSize = "9x5".parse()?;
    /// let position = Position::parse(size, "995")?;
    /// assert_eq!(Position::parse(size, "1. i1 i2 2. e1 *")?, position);
    /// assert_eq!(Position::parse(size, &position.to_rows())?, position);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        Reader::new().board(Some(size)).read(text).map(|reading| *reading.position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    const BOARD: BoardSize = BoardSize::STANDARD;

    fn position(moves: &str) -> Position {
        Position::parse(BOARD, moves).unwrap()
    }

    fn data(moves: &str, class: &str) -> String {
        format!("{},{class}", position(moves).to_connect4_data())
    }

    /// Reads a line on any board, with its error as text.
    fn read_line(line: &str) -> Result<Position, String> {
        Reader::new().read_line(line).map(|read| *read.position()).map_err(|error| error.to_string())
    }

    #[test]
    fn scores_and_moves_are_distinguished() {
        let scored = |text, score| Ok((text, position(text), Score::on(BOARD, score).map(Bounds::exact)));
        for (line, expected) in [
            ("4433 18", scored("4433", 18)),
            ("271236361557237 14", scored("271236361557237", 14)),
            ("4433\t-1  ", scored("4433", -1)),
            ("4 -1", scored("4", -1)),
            ("4 0", scored("4", 0)),
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
    fn the_numbers_below_a_board_are_no_moves() {
        let line = "  1 2 3 4 5 6 7";
        assert_eq!(Reader::new().read_line(line), Err(drawn_row()));
        assert!(Reader::new().read_line(line.trim()).is_ok());
        assert!(Reader::new().notation(Some(Notation::Moves)).read_line(line).is_ok());
    }

    #[test]
    fn a_drawn_row_is_no_board_but_one_of_a_single_row() {
        for row in [". . X O . . .", "| . . X O . . . |", "XXXOOOX"] {
            assert_eq!(Reader::new().read_line(row), Err(drawn_row()), "{row}");
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
                (Notation::Cells, game.to_movetext()),
                (Notation::Connect4Data, data(moves, "win")),
                (Notation::Connect4Data, position.to_connect4_data()),
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
            ("{\"board\":[]}".to_owned(), "a position in JSON is not read here"),
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
            ("........../".repeat(12) + "..........", "a board of 10x13 doesn't fit"),
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
        for text in [drawn, "5/5/2p2/2P2 w", &drawn.replace('/', "\n")] {
            assert!(asked(text, "5x5").unwrap_err().contains(rows), "{text}");
        }
        let cells = "5 cells in row 1 from the top, where the board has 6";
        assert!(asked(drawn, "6x4").unwrap_err().contains(cells));
        assert_eq!(asked("9a", "10x4").as_deref(), Ok("10x4"));
        let error = "invalid character 'a' at index 1 (moves are columns, 1 to 9)";
        assert_eq!(asked("9a", "9x4").unwrap_err(), error);
        assert!(asked(&data("44", "win"), "8x5").unwrap_err().contains("43 fields, where 40 cells"));
    }

    #[test]
    fn letters_with_commas_are_moves_where_they_are_columns_and_no_row_of_cells() {
        let wide = Reader::new().board("12x4".parse().ok());
        let read = |text| wide.read_line(text).map(|read| (read.notation, read.game.to_string()));
        for (text, moves) in [("b,3", "b3"), ("a,b,c", "abc"), ("b,b", "bb"), (" c, 1, 2", "c12")] {
            assert_eq!(read(text), Ok((Notation::Moves, moves.to_owned())), "{text}");
        }
        // A game is as long as a row.
        let drawn = "b778729513987c8191bb1abac3352965425c3a8c664246a4";
        let full = drawn.split("").filter(|name| !name.is_empty()).collect::<Vec<_>>().join(",");
        assert_eq!(read(&full), Ok((Notation::Moves, drawn.to_owned())));
        let row = Position::on("12x4".parse().unwrap()).to_connect4_data();
        assert_eq!(wide.read_line(&row).unwrap().notation, Notation::Connect4Data);
        for (text, error) in [
            ("b,d", "invalid character 'd' at index 2 (moves are columns, 1 to 9 and a to c)"),
            ("x,o,b", "3 fields, where 48 cells are expected"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(error), "{text}");
        }
        let standard = Reader::new().read_line("b,3").unwrap_err().to_string();
        assert!(standard.contains("2 fields, where 42 cells are expected"), "{standard}");
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
        assert_eq!(zero.board("12x4".parse().ok()).read("ab").unwrap().game.to_string(), "bc");
        assert_eq!(zero.board("12x4".parse().ok()).read("b,3").unwrap().game.to_string(), "c4");
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
        let wide = Reader::new().board("12x4".parse().ok());
        let widest = Reader::new().board("32x3".parse().ok());
        for (reader, text) in [(wide, "a1"), (wide, "C1"), (widest, "aa1")] {
            let error = reader.read(text).unwrap_err().to_string();
            assert!(error.contains(" may be a cell or columns: write P@"), "{text}: {error}");
        }
        // No first stone is there, or it is no file of the board.
        for text in ["a2", "1a", "a,1", "P@a1", "ab"] {
            assert!(wide.read(text).is_ok(), "{text}");
        }
        assert_eq!(wide.read("a,1").unwrap().game.to_string(), "a1");
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
