//! What an object of JSON says of a position: a scanner that keeps this, and skips all else that does not change it.
//!
//! | field | value |
//! |---|---|
//! | `board` | cells as one list or row by row, or the size of the board, as in `"7x6"` |
//! | `position` | a position in another notation |
//! | `mark` | the side to move, 1 or 2 |
//! | `columns`, `rows`, `inarow` | the size of the board, and 4 |
//! | `to_move` | the side to move, X or O |
//! | `score` | the score, to be compared |
//! | `observation`, `configuration` | objects of these fields, as in a state of Kaggle's |

use crate::board_size::BoardSize;
use crate::player::Player;

/// The greatest depth of nested lists and objects in a skipped field.
const MAX_DEPTH: u32 = 64;

/// The reason of a text that ends within the object.
const END: &str = "the text ends too early";

/// The fields that may change the position.
const OTHERS: [&str; 8] = ["moves", "base", "fen", "setup", "size", "turn", "current_player", "side_to_move"];

/// The reason of one of them.
const OTHER: &str = "a field that may change the position, and is not read: leave it out";

const CELL: &str = "a cell is 0, 1 or 2";

const NUMBER: &str = "a small number is expected";

/// Columns and rows.
type Shape = (usize, usize);

/// The fields of an object that matter.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) cells: Option<Vec<u8>>,
    /// A position in another notation.
    pub(super) position: Option<String>,
    pub(super) mark: Option<u8>,
    pub(super) to_move: Option<Player>,
    pub(super) score: Option<i32>,
    /// The size of the board, from its name.
    board: Option<BoardSize>,
    /// The lengths of the rows, where the cells are listed row by row.
    rows_of_cells: Option<Shape>,
    columns: Option<usize>,
    rows: Option<usize>,
    in_a_row: Option<usize>,
}

impl Stated {
    /// Returns the board that is stated, if one is. A size in part is completed by that of another board.
    pub(super) fn size(&self, default: BoardSize) -> Result<Option<BoardSize>, &'static str> {
        const NO_BOARD: &str = "the columns and rows are not those of a board";
        let in_part = || {
            let (columns, rows) =
                (self.columns.unwrap_or(default.width()), self.rows.unwrap_or(default.height()));
            BoardSize::new(columns, rows).map_err(|_| NO_BOARD)
        };
        let by_numbers = (self.columns.is_some() || self.rows.is_some()).then(in_part).transpose()?;
        match (self.board, by_numbers) {
            (Some(board), Some(other)) if board != other => Err("two sizes of the board"),
            (board, by_numbers) => Ok(board.or(by_numbers)),
        }
    }

    /// Returns the board that the cells show, if they are listed row by row.
    pub(super) fn shown(&self) -> Option<Result<BoardSize, &'static str>> {
        self.rows_of_cells.map(|(width, height)| {
            BoardSize::new(width, height).map_err(|_| "the rows are not those of a board")
        })
    }
}

/// The reason why a text is no such object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JsonError {
    /// The place, in characters from 0.
    pub(super) index: usize,
    /// The reason.
    pub(super) reason: &'static str,
}

/// Reads an object.
pub(super) fn stated(text: &str) -> Result<Stated, JsonError> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.stated().map_err(|reason| {
        let before = text.get(..scanner.at).unwrap_or(text);
        JsonError { index: before.chars().count(), reason }
    })
}

/// A place in a text.
struct Scanner<'a> {
    text: &'a str,
    /// The next byte, at the beginning of a character.
    at: usize,
}

/// A part of the text, or the error.
type Scanned<T> = Result<T, &'static str>;

impl Scanner<'_> {
    fn stated(&mut self) -> Scanned<Stated> {
        let mut stated = Stated::default();
        self.fields(&mut stated, true)?;
        self.skip_space();
        if self.at < self.text.len() {
            return Err("nothing is expected after the object");
        }
        match (&stated.cells, &stated.position, stated.in_a_row) {
            (None, None, _) => Err("no field `board` with cells, and no field `position`"),
            (Some(_), Some(_), _) => Err("two positions, in `board` and in `position`"),
            (.., Some(in_a_row)) if in_a_row != 4 => {
                Err("`inarow` is not 4, and this is a game of four in a row")
            }
            _ => Ok(stated),
        }
    }

    /// Reads the fields of an object, which may have others within it.
    fn fields(&mut self, stated: &mut Stated, is_outer: bool) -> Scanned<()> {
        self.expect(b'{', "an object is expected")?;
        self.items(b'}', |scanner| match scanner.key()?.as_str() {
            "observation" | "configuration" if is_outer => scanner.fields(stated, false),
            "board" if scanner.next_is(b'"') => {
                let size =
                    scanner.string()?.parse().map_err(|_| "`board` is cells, or a size such as \"7x6\"")?;
                once(&mut stated.board, size)
            }
            "board" => {
                let (cells, rows) = scanner.cells()?;
                stated.rows_of_cells = rows;
                once(&mut stated.cells, cells)
            }
            "position" => once(&mut stated.position, scanner.string()?),
            "columns" => once(&mut stated.columns, scanner.small_number(NUMBER)?.into()),
            "rows" => once(&mut stated.rows, scanner.small_number(NUMBER)?.into()),
            "inarow" => once(&mut stated.in_a_row, scanner.small_number(NUMBER)?.into()),
            "mark" => {
                scanner.or_null(|scanner| once(&mut stated.mark, scanner.small_number("`mark` is 1 or 2")?))
            }
            "score" => scanner.or_null(|scanner| match scanner.whole_number()? {
                // The score of another program need not be one of ours.
                Some(score) => once(&mut stated.score, score),
                None => Ok(()),
            }),
            "to_move" => scanner.or_null(|scanner| match scanner.string()?.as_str() {
                "X" => once(&mut stated.to_move, Player::X),
                "O" => once(&mut stated.to_move, Player::O),
                _ => Err("`to_move` is \"X\" or \"O\""),
            }),
            name if OTHERS.contains(&name) => Err(OTHER),
            _ => scanner.skip_value(MAX_DEPTH),
        })
    }

    /// Reads the list of cells, or the lists of the cells of each row. Returns the columns and rows of the latter, too.
    fn cells(&mut self) -> Scanned<(Vec<u8>, Option<Shape>)> {
        let mut cells = Vec::new();
        let mut rows = None;
        self.expect(b'[', "a list of cells is expected")?;
        self.items(b']', |scanner| {
            if !scanner.next_is(b'[') {
                cells.push(scanner.small_number(CELL)?);
                return if rows.is_none() { Ok(()) } else { Err(CELL) };
            }
            let before = cells.len();
            scanner.expect(b'[', CELL)?;
            scanner.items(b']', |scanner| {
                cells.push(scanner.small_number(CELL)?);
                Ok(())
            })?;
            let (width, height) = (cells.len() - before, rows.map_or(0, |(_, height)| height));
            if before > 0 && rows.is_none_or(|(first, _)| first != width) {
                return Err("rows of different lengths");
            }
            rows = Some((width, height + 1));
            Ok(())
        })?;
        Ok((cells, rows))
    }

    /// Reads a value, or nothing if it is `null`.
    fn or_null(&mut self, read: impl FnOnce(&mut Self) -> Scanned<()>) -> Scanned<()> {
        if self.next_is(b'n') { self.literal("null") } else { read(self) }
    }

    /// Skips a number of any kind, and returns it if it is a small whole one.
    fn whole_number(&mut self) -> Scanned<Option<i32>> {
        self.skip_space();
        let start = self.at;
        self.skip_value(MAX_DEPTH)?;
        Ok(self.text.get(start..self.at).and_then(|number| number.parse().ok()))
    }

    /// Reads the items of a list or an object up to its end, with commas between them.
    fn items(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Scanned<()>) -> Scanned<()> {
        if self.take(end) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(end) {
                return Ok(());
            }
            self.expect(b',', "a comma or the end is expected")?;
        }
    }

    /// Reads the name of a field and the colon after it.
    fn key(&mut self) -> Scanned<String> {
        let key = self.string()?;
        self.expect(b':', "a colon is expected after the name of a field")?;
        Ok(key)
    }

    /// Skips a value of any kind.
    fn skip_value(&mut self, depth: u32) -> Scanned<()> {
        self.skip_space();
        let inner = depth.checked_sub(1).ok_or("values are nested too deeply");
        match self.byte().ok_or(END)? {
            b'{' => {
                let inner = inner?;
                self.at += 1;
                self.items(b'}', |scanner| scanner.key().and_then(|_| scanner.skip_value(inner)))
            }
            b'[' => {
                let inner = inner?;
                self.at += 1;
                self.items(b']', |scanner| scanner.skip_value(inner))
            }
            b'"' => self.string().map(drop),
            b't' => self.literal("true"),
            b'f' => self.literal("false"),
            b'n' => self.literal("null"),
            _ => self.number(),
        }
    }

    /// Reads a text in quotation marks.
    fn string(&mut self) -> Scanned<String> {
        self.expect(b'"', "a text in quotation marks is expected")?;
        let mut text = String::new();
        loop {
            match self.char()? {
                '"' => return Ok(text),
                '\\' => text.push(self.escaped()?),
                '\0'..='\x1f' => return Err("a control character in a text"),
                found => text.push(found),
            }
        }
    }

    /// Reads the rest of an escape, after its backslash.
    fn escaped(&mut self) -> Scanned<char> {
        Ok(match self.char()? {
            found @ ('"' | '\\' | '/') => found,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.unit()?;
                let is_pair = (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u");
                let second = if is_pair {
                    self.at += 2;
                    Some(self.unit()?)
                } else {
                    None
                };
                let found = char::decode_utf16([first].into_iter().chain(second)).next();
                found.and_then(Result::ok).ok_or("half of a surrogate pair")?
            }
            _ => return Err("an unknown escape in a text"),
        })
    }

    /// Reads the four hexadecimal digits of a UTF-16 code unit.
    fn unit(&mut self) -> Scanned<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.char()?.to_digit(16).ok_or("four hexadecimal digits are expected")?;
            unit = 16 * unit + digit as u16;
        }
        Ok(unit)
    }

    /// Reads a whole number of one byte.
    fn small_number(&mut self, reason: &'static str) -> Scanned<u8> {
        self.skip_space();
        let start = self.at;
        self.number()?;
        let number = self.text.get(start..self.at).and_then(|number| number.parse().ok());
        number.ok_or_else(|| {
            self.at = start;
            reason
        })
    }

    /// Reads a number.
    fn number(&mut self) -> Scanned<()> {
        self.at += usize::from(self.byte() == Some(b'-'));
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits("a value is expected")?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits("a digit is expected after the period")?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits("a digit is expected in the exponent")?;
        }
        Ok(())
    }

    /// Reads digits, one at least.
    fn digits(&mut self, reason: &'static str) -> Scanned<()> {
        let count = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += count;
        match count {
            0 if self.rest().is_empty() => Err(END),
            0 => Err(reason),
            _ => Ok(()),
        }
    }

    /// Reads a word.
    fn literal(&mut self, word: &str) -> Scanned<()> {
        if !self.rest().starts_with(word) {
            return Err("a value is expected");
        }
        self.at += word.len();
        Ok(())
    }

    /// Skips white space, and reads a byte that must be there.
    fn expect(&mut self, byte: u8, reason: &'static str) -> Scanned<()> {
        if self.take(byte) {
            return Ok(());
        }
        Err(if self.rest().is_empty() { END } else { reason })
    }

    /// Skips white space, and reads a byte of ASCII if it is the next one.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.next_is(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn skip_space(&mut self) {
        self.at += self.rest().bytes().take_while(|byte| b" \t\n\r".contains(byte)).count();
    }

    /// Skips white space, and returns whether a byte of ASCII is the next one.
    fn next_is(&mut self, byte: u8) -> bool {
        self.skip_space();
        self.byte() == Some(byte)
    }

    /// Reads a character.
    fn char(&mut self) -> Scanned<char> {
        let found = self.rest().chars().next().ok_or(END)?;
        self.at += found.len_utf8();
        Ok(found)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// Keeps the value of a field, which may be there once.
fn once<T>(field: &mut Option<T>, value: T) -> Scanned<()> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err("a field that is there twice"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_fields_are_skipped_whatever_they_hold() {
        let text = r#" {"step": [1, {"a": [], "b": {}}, -1.5e+3, true, false, null], "é\"\\\u00e9\ud83d\ude00": "]}",
            "b\u006fard" : [ 0,1 , 2 ] , "mark":null } "#;
        let cells = |cells: &[u8], mark| Stated { cells: Some(cells.to_vec()), mark, ..Stated::default() };
        assert_eq!(stated(text), Ok(cells(&[0, 1, 2], None)));
        assert_eq!(stated(r#"{"board":[],"mark":2}"#), Ok(cells(&[], Some(2))));
    }

    #[test]
    fn what_is_no_object_of_these_fields_is_refused_at_its_place() {
        for (text, index, reason) in [
            ("", 0, END),
            ("4433", 0, "an object is expected"),
            ("{}", 2, "no field `board` with cells, and no field `position`"),
            (r#"{"board":[1,2"#, 13, END),
            (r#"{"board":[1,]}"#, 12, "a value is expected"),
            (r#"{"board":[-1]}"#, 10, "a cell is 0, 1 or 2"),
            (r#"{"board":[1.0]}"#, 10, "a cell is 0, 1 or 2"),
            (r#"{"board":[256]}"#, 10, "a cell is 0, 1 or 2"),
            (r#"{"board":[01]}"#, 11, "a comma or the end is expected"),
            (r#"{"board":"é"}"#, 12, "`board` is cells, or a size such as \"7x6\""),
            (r#"{"board":{}}"#, 9, "a list of cells is expected"),
            (r#"{"board":[[0],[0,0]]}"#, 19, "rows of different lengths"),
            (
                r#"{"board":[],"configuration":{"inarow":5}}"#,
                41,
                "`inarow` is not 4, and this is a game of four in a row",
            ),
            (r#"{"board":[],"board":[]}"#, 22, "a field that is there twice"),
            (r#"{"board":[]} x"#, 13, "nothing is expected after the object"),
            (r#"{"board" []}"#, 9, "a colon is expected after the name of a field"),
            ("{board: []}", 1, "a text in quotation marks is expected"),
            (r#"{"é": nul}"#, 6, "a value is expected"),
            (r#"{"a\x": 1}"#, 5, "an unknown escape in a text"),
            (r#"{"\ud83d": 1}"#, 8, "half of a surrogate pair"),
            (r#"{"\ud83d\u0041": 1}"#, 14, "half of a surrogate pair"),
            (r#"{"\u+123": 1}"#, 5, "four hexadecimal digits are expected"),
            ("{\"a\nb\": 1}", 4, "a control character in a text"),
            (r#"{"mark": 1.}"#, 11, "a digit is expected after the period"),
        ] {
            assert_eq!(stated(text), Err(JsonError { index, reason }), "{text}");
        }
    }

    #[test]
    fn the_depth_of_nesting_is_bounded() {
        let nested =
            |depth: usize| format!("{{\"a\":{}{},\"board\":[]}}", "[".repeat(depth), "]".repeat(depth));
        assert!(stated(&nested(MAX_DEPTH as usize)).is_ok());
        let error = stated(&nested(1_000_000)).unwrap_err();
        assert_eq!(error.reason, "values are nested too deeply");
    }
}
