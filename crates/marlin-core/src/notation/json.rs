//! What an object of JSON says of a position. Fields that do not change it are skipped.
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

use serde_json::{Error, Map, Value};

use crate::geometry::BoardSize;
use crate::player::Player;

/// The fields that may change the position.
const OTHERS: [&str; 8] = ["moves", "base", "fen", "setup", "size", "turn", "current_player", "side_to_move"];

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
    /// Columns and rows, where the cells are listed row by row.
    shape: Option<(usize, usize)>,
    columns: Option<usize>,
    rows: Option<usize>,
    in_a_row: Option<usize>,
}

/// A reason for which a text is no such object, and its place in characters from 0.
pub(super) type Refused = (usize, String);

/// Reads an object.
pub(super) fn stated(text: &str) -> Result<Stated, Refused> {
    // serde_json has compiled the parser of this type. One of another type, compiled here for speed, takes 16 kB of a page.
    let value: Value = text.parse().map_err(|error| located(text, &error))?;
    let fields = value.as_object().ok_or_else(|| (0, "an object is expected".to_owned()))?;
    let mut stated = Stated::default();
    let read = if count_fields(&value) == count_colons(text) {
        stated.take(fields, true)
    } else {
        Err(TWICE.to_owned())
    };
    read.and_then(|()| stated.check()).map_err(|reason| (text.chars().count(), reason))?;
    Ok(stated)
}

/// Returns the number of fields of a value and of all within it, each counted once.
fn count_fields(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(count_fields).sum(),
        Value::Object(fields) => fields.values().map(|value| 1 + count_fields(value)).sum(),
        _ => 0,
    }
}

/// Returns the number of fields in a text that is JSON: each has a colon outside quotation marks.
fn count_colons(text: &str) -> usize {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let is_colon = |&found: &u8| {
        let was_escaped = std::mem::take(&mut is_escaped);
        is_escaped = found == b'\\' && !was_escaped;
        is_quoted ^= found == b'"' && !was_escaped;
        found == b':' && !is_quoted
    };
    text.as_bytes().iter().copied().filter(is_colon).count()
}

/// Returns an error with its place as an index in the text.
fn located(text: &str, error: &Error) -> Refused {
    let (line, column) = (error.line(), error.column());
    let reason = error.to_string();
    let reason = reason.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&reason);
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    // The column counts bytes, and may end within a character.
    let index = text.char_indices().take_while(|&(at, _)| at < before + column).count();
    (index, reason.to_owned())
}

impl Stated {
    /// Returns the board that is stated, if one is. A size in part is completed by that of another board.
    pub(super) fn size(&self, default: BoardSize) -> Result<Option<BoardSize>, &'static str> {
        const NO_BOARD: &str = "the columns and rows are not those of a board";
        let in_part = || {
            let (columns, rows) =
                (self.columns.unwrap_or(default.width()), self.rows.unwrap_or(default.height()));
            BoardSize::new(columns, rows).ok_or(NO_BOARD)
        };
        let by_numbers = (self.columns.is_some() || self.rows.is_some()).then(in_part).transpose()?;
        match (self.board, by_numbers) {
            (Some(board), Some(other)) if board != other => Err("two sizes of the board"),
            (board, by_numbers) => Ok(board.or(by_numbers)),
        }
    }

    /// Returns the board that the cells show, if they are listed row by row.
    pub(super) fn shown(&self) -> Option<Result<BoardSize, &'static str>> {
        self.shape
            .map(|(width, height)| BoardSize::new(width, height).ok_or("the rows are not those of a board"))
    }

    /// Takes the fields that matter from an object, which may have others within it.
    fn take(&mut self, fields: &Map<String, Value>, is_outer: bool) -> Result<(), String> {
        for (name, value) in fields {
            match (name.as_str(), value) {
                ("mark" | "to_move" | "score", Value::Null) => {}
                ("observation" | "configuration", Value::Object(fields)) if is_outer => {
                    self.take(fields, false)?;
                }
                ("observation" | "configuration", _) if is_outer => Err("an object is expected")?,
                ("board", Value::String(size)) => {
                    let size = size.parse().map_err(|_| "`board` is cells, or a size such as \"7x6\"")?;
                    once(&mut self.board, size)?;
                }
                ("board", Value::Array(items)) => once(&mut self.cells, cells(items, &mut self.shape)?)?,
                ("board", _) => Err("a list of cells is expected")?,
                ("position", Value::String(text)) => once(&mut self.position, text.clone())?,
                ("position", _) => Err("`position` is a text")?,
                ("columns" | "rows" | "inarow", _) => {
                    let number = small(value).ok_or_else(|| format!("`{name}` is a small number"))?;
                    let field = match name.as_str() {
                        "columns" => &mut self.columns,
                        "rows" => &mut self.rows,
                        _ => &mut self.in_a_row,
                    };
                    once(field, number.into())?;
                }
                ("mark", _) => once(&mut self.mark, small(value).ok_or("`mark` is 1 or 2")?)?,
                ("to_move", _) => {
                    let player = value.as_str().and_then(|player| player.parse().ok());
                    once(&mut self.to_move, player.ok_or("`to_move` is \"X\" or \"O\"")?)?;
                }
                ("score", _) => {
                    // The score of another program need not be one of ours.
                    if let Some(score) = value.as_i64().and_then(|score| score.try_into().ok()) {
                        once(&mut self.score, score)?;
                    }
                }
                (other, _) if OTHERS.contains(&other) => {
                    Err(format!("`{name}` may change the position, and is not read: leave it out"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that there is one position, of four in a row.
    fn check(&self) -> Result<(), String> {
        match (&self.cells, &self.position, self.in_a_row) {
            (None, None, _) => Err("no field `board` with cells, and no field `position`")?,
            (Some(_), Some(_), _) => Err("two positions, in `board` and in `position`")?,
            (.., Some(in_a_row)) if in_a_row != 4 => {
                Err("`inarow` is not 4, and this is a game of four in a row")?
            }
            _ => Ok(()),
        }
    }
}

/// Returns a list of cells, or of the cells of each row, and sets the columns and rows of the latter.
fn cells(items: &[Value], shape: &mut Option<(usize, usize)>) -> Result<Vec<u8>, &'static str> {
    let listed = |items: &[Value]| items.iter().map(small).collect::<Option<Vec<u8>>>();
    if !items.first().is_some_and(Value::is_array) {
        return listed(items).ok_or(CELL);
    }
    let rows = items.iter().map(|row| listed(row.as_array()?)).collect::<Option<Vec<_>>>().ok_or(CELL)?;
    let width = rows[0].len();
    if rows.iter().any(|row| row.len() != width) {
        return Err("rows of different lengths");
    }
    *shape = Some((width, rows.len()));
    Ok(rows.concat())
}

const CELL: &str = "a cell is 0, 1 or 2";

const TWICE: &str = "a field that is there twice";

/// Returns a whole number of one byte.
fn small(value: &Value) -> Option<u8> {
    value.as_u64()?.try_into().ok()
}

/// Keeps the value of a field, which an object and the objects within it have once.
fn once<T>(field: &mut Option<T>, value: T) -> Result<(), &'static str> {
    if field.replace(value).is_none() { Ok(()) } else { Err(TWICE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_fields_are_skipped_whatever_they_hold() {
        let text = r#" {"step": [1, {"a": [], "b": {}}, -1.5e+3, true, false, null], "é\"\\\u00e9\ud83d\ude00": "]:}\\",
            "b\u006fard" : [ 0,1 , 2 ] , "mark":null } "#;
        let cells = |cells: &[u8], mark| Stated { cells: Some(cells.to_vec()), mark, ..Stated::default() };
        assert_eq!(stated(text), Ok(cells(&[0, 1, 2], None)));
        assert_eq!(stated(r#"{"board":[],"mark":2}"#), Ok(cells(&[], Some(2))));
        let nested = format!("{{\"a\":{}{},\"board\":[]}}", "[".repeat(100), "]".repeat(100));
        assert_eq!(stated(&nested), Ok(cells(&[], None)));
    }

    #[test]
    fn what_is_no_object_of_these_fields_is_refused_with_its_reason() {
        for (text, reason) in [
            ("{}", "no field `board` with cells, and no field `position`"),
            (r#"{"board":[-1]}"#, CELL),
            (r#"{"board":[1.0]}"#, CELL),
            (r#"{"board":[256]}"#, CELL),
            (r#"{"board":[0,[0]]}"#, CELL),
            (r#"{"board":[[0],0]}"#, CELL),
            (r#"{"board":"é"}"#, "`board` is cells, or a size such as \"7x6\""),
            (r#"{"board":{}}"#, "a list of cells is expected"),
            (r#"{"board":[[0],[0,0]]}"#, "rows of different lengths"),
            (
                r#"{"board":[],"configuration":{"inarow":5}}"#,
                "`inarow` is not 4, and this is a game of four in a row",
            ),
            (r#"{"board":[],"board":[]}"#, TWICE),
            (r#"{"board":[],"b\u006fard":[]}"#, TWICE),
            (r#"{"board":[],"observation":{"board":[]}}"#, TWICE),
            (r#"{"board":[],"observation":{"mark":1,"mark":2}}"#, TWICE),
            (r#"{"board":[],"columns":300}"#, "`columns` is a small number"),
            ("4433", "an object is expected"),
            (r#"{"board":[],"position":"44"}"#, "two positions, in `board` and in `position`"),
            (
                r#"{"board":[],"moves":null}"#,
                "`moves` may change the position, and is not read: leave it out",
            ),
        ] {
            assert_eq!(stated(text).map_err(|(_, reason)| reason), Err(reason.to_owned()), "{text}");
        }
    }

    #[test]
    fn an_error_of_the_syntax_has_its_place_in_characters() {
        for (text, index) in [
            ("", 0),
            ("4433", 0),
            (r#"{"board":[1,2"#, 13),
            ("{\"é\": 1,\n\"é\": nul}", 18),
            (r#"{"board":[]} x"#, 14),
        ] {
            assert_eq!(stated(text).map_err(|(index, _)| index), Err(index), "{text}");
        }
    }
}
