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

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::{Error, Value};

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
    let mut stated = Stated::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Fields { stated: &mut stated, is_outer: true }.deserialize(&mut reader);
    read.and_then(|()| reader.end()).map_err(|error| located(text, &error))?;
    let refused = |reason: &str| Err((text.chars().count(), reason.to_owned()));
    match (&stated.cells, &stated.position, stated.in_a_row) {
        (None, None, _) => refused("no field `board` with cells, and no field `position`"),
        (Some(_), Some(_), _) => refused("two positions, in `board` and in `position`"),
        (.., Some(in_a_row)) if in_a_row != 4 => {
            refused("`inarow` is not 4, and this is a game of four in a row")
        }
        _ => Ok(stated),
    }
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
        self.shape.map(|(width, height)| {
            BoardSize::new(width, height).map_err(|_| "the rows are not those of a board")
        })
    }

    /// Takes the value of a field that matters.
    fn take(&mut self, name: &str, value: &Value) -> Result<(), &'static str> {
        const NUMBER: &str = "a small number is expected";
        match (name, value) {
            ("mark" | "to_move" | "score", Value::Null) => Ok(()),
            ("board", Value::String(size)) => {
                let size = size.parse().map_err(|_| "`board` is cells, or a size such as \"7x6\"")?;
                once(&mut self.board, size)
            }
            ("board", Value::Array(items)) => {
                let (cells, shape) = cells(items)?;
                self.shape = shape;
                once(&mut self.cells, cells)
            }
            ("board", _) => Err("a list of cells is expected"),
            ("position", Value::String(text)) => once(&mut self.position, text.clone()),
            ("position", _) => Err("a text in quotation marks is expected"),
            ("columns", _) => once(&mut self.columns, small(value).ok_or(NUMBER)?.into()),
            ("rows", _) => once(&mut self.rows, small(value).ok_or(NUMBER)?.into()),
            ("inarow", _) => once(&mut self.in_a_row, small(value).ok_or(NUMBER)?.into()),
            ("mark", _) => once(&mut self.mark, small(value).ok_or("`mark` is 1 or 2")?),
            // The score of another program need not be one of ours.
            ("score", _) => match value.as_i64().and_then(|score| score.try_into().ok()) {
                Some(score) => once(&mut self.score, score),
                None => Ok(()),
            },
            ("to_move", _) => {
                let player = value.as_str().and_then(|player| player.parse().ok());
                once(&mut self.to_move, player.ok_or("`to_move` is \"X\" or \"O\"")?)
            }
            _ => Ok(()),
        }
    }
}

/// Returns a list of cells, or of the cells of each row, with the columns and rows of the latter.
#[expect(clippy::type_complexity, reason = "cells and their shape")]
fn cells(items: &[Value]) -> Result<(Vec<u8>, Option<(usize, usize)>), &'static str> {
    let listed = |items: &[Value]| items.iter().map(small).collect::<Option<Vec<u8>>>();
    if !items.first().is_some_and(Value::is_array) {
        return Ok((listed(items).ok_or(CELL)?, None));
    }
    let rows = items.iter().map(|row| listed(row.as_array()?)).collect::<Option<Vec<_>>>().ok_or(CELL)?;
    let width = rows[0].len();
    if rows.iter().any(|row| row.len() != width) {
        return Err("rows of different lengths");
    }
    Ok((rows.concat(), Some((width, rows.len()))))
}

const CELL: &str = "a cell is 0, 1 or 2";

/// Returns a whole number of one byte.
fn small(value: &Value) -> Option<u8> {
    value.as_u64()?.try_into().ok()
}

/// Keeps the value of a field, which may be there once.
fn once<T>(field: &mut Option<T>, value: T) -> Result<(), &'static str> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err("a field that is there twice"),
    }
}

/// Reads the fields of an object, which may have others within it.
struct Fields<'a> {
    stated: &'a mut Stated,
    is_outer: bool,
}

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match &*name {
                "observation" | "configuration" if self.is_outer => {
                    map.next_value_seed(Fields { stated: &mut *self.stated, is_outer: false })?;
                }
                "board" | "position" | "mark" | "columns" | "rows" | "inarow" | "to_move" | "score" => {
                    self.stated.take(&name, &map.next_value()?).map_err(A::Error::custom)?;
                }
                name if OTHERS.contains(&name) => {
                    return Err(A::Error::custom(
                        "a field that may change the position, and is not read: leave it out",
                    ));
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
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
            (r#"{"board":[],"board":[]}"#, "a field that is there twice"),
            (r#"{"board":[],"observation":{"board":[]}}"#, "a field that is there twice"),
            (r#"{"board":[],"position":"44"}"#, "two positions, in `board` and in `position`"),
            (
                r#"{"board":[],"moves":null}"#,
                "a field that may change the position, and is not read: leave it out",
            ),
        ] {
            assert_eq!(stated(text).map_err(|(_, reason)| reason), Err(reason.to_owned()), "{text}");
        }
    }

    #[test]
    fn an_error_of_the_syntax_has_its_place_in_characters() {
        for (text, index) in [
            ("", 0),
            ("4433", 4),
            (r#"{"board":[1,2"#, 13),
            ("{\"é\": 1,\n\"é\": nul}", 18),
            (r#"{"board":[]} x"#, 14),
        ] {
            assert_eq!(stated(text).map_err(|(index, _)| index), Err(index), "{text}");
        }
    }
}
