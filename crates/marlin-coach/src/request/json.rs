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

use marlin_core::notation::{Reader, Refused, Stated};
use serde_json::{Error, Map, Value};

/// The fields that may change the position.
const OTHERS: [&str; 8] = ["moves", "base", "fen", "setup", "size", "turn", "current_player", "side_to_move"];

/// Returns the reader of every notation and every board, for columns that count from 1: that of the core, which reads objects
/// of JSON too.
pub fn reader() -> Reader {
    Reader::new().objects(stated)
}

/// The fields of an object that matter, and the length of a four.
#[derive(Default)]
struct Object {
    stated: Stated,
    in_a_row: Option<usize>,
}

/// Reads an object.
fn stated(text: &str) -> Result<Stated, Refused> {
    // serde_json has compiled the parser of this type. One of another type, compiled here for speed, takes 16 kB of a page.
    let value: Value = text.parse().map_err(|error| located(text, &error))?;
    let fields = value.as_object().ok_or_else(|| (0, "an object is expected".to_owned()))?;
    let mut object = Object::default();
    let read = if count_fields(&value) == count_colons(text) {
        object.take(fields, true)
    } else {
        Err(TWICE.to_owned())
    };
    read.and_then(|()| object.check()).map_err(|reason| (text.chars().count(), reason))?;
    Ok(object.stated)
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

impl Object {
    /// Takes the fields that matter from an object, which may have others within it.
    fn take(&mut self, fields: &Map<String, Value>, is_outer: bool) -> Result<(), String> {
        for (name, value) in fields {
            let stated = &mut self.stated;
            match (name.as_str(), value) {
                ("mark" | "to_move" | "score", Value::Null) => {}
                ("observation" | "configuration", Value::Object(fields)) if is_outer => {
                    self.take(fields, false)?;
                }
                ("observation" | "configuration", _) if is_outer => Err("an object is expected")?,
                ("board", Value::String(size)) => {
                    let size = size.parse().map_err(|_| "`board` is cells, or a size such as \"7x6\"")?;
                    once(&mut stated.board, size)?;
                }
                ("board", Value::Array(items)) => once(&mut stated.cells, cells(items, &mut stated.shape)?)?,
                ("board", _) => Err("a list of cells is expected")?,
                ("position", Value::String(text)) => once(&mut stated.position, text.clone())?,
                ("position", _) => Err("`position` is a text")?,
                ("columns" | "rows" | "inarow", _) => {
                    let number = small(value).ok_or_else(|| format!("`{name}` is a small number"))?;
                    let field = match name.as_str() {
                        "columns" => &mut stated.columns,
                        "rows" => &mut stated.rows,
                        _ => &mut self.in_a_row,
                    };
                    once(field, number.into())?;
                }
                ("mark", _) => once(&mut stated.mark, small(value).ok_or("`mark` is 1 or 2")?)?,
                ("to_move", _) => {
                    let player = value.as_str().and_then(|player| player.parse().ok());
                    once(&mut stated.to_move, player.ok_or("`to_move` is \"X\" or \"O\"")?)?;
                }
                ("score", _) => {
                    // The score of another program need not be one of ours.
                    if let Some(score) = value.as_i64().and_then(|score| score.try_into().ok()) {
                        once(&mut stated.score, score)?;
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
        match (&self.stated.cells, &self.stated.position, self.in_a_row) {
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
    use marlin_core::notation::Notation;
    use marlin_core::{BoardSize, Position};

    use super::*;

    fn position(moves: &str) -> Position {
        Position::parse(BoardSize::STANDARD, moves).unwrap()
    }

    fn kaggle(moves: &str, rest: &str) -> String {
        format!("{{\"board\":{:?}{rest}}}", position(moves).to_cells())
    }

    /// Reads a line on any board, with its error as text.
    fn read_line(line: &str) -> Result<Position, String> {
        reader().read_line(line).map(|read| *read.position()).map_err(|error| error.to_string())
    }

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

    #[test]
    fn an_observation_is_recognised() {
        for moves in ["", "4433", "1212121", "2252576253462244111563365343671351441"] {
            let position = position(moves);
            let others = kaggle(moves, ",\"score\":-3,\"move score\":[1,2],\"step\":[{}]");
            for line in [kaggle(moves, ""), format!("  {others}")] {
                let read = reader().read_line(&line).unwrap();
                assert_eq!((read.notation, read.position()), (Notation::Kaggle, &position), "{line}");
                assert_eq!(reader().read(&line).as_ref(), Ok(&read), "{line}");
            }
        }
    }

    #[test]
    fn the_stated_side_to_move_must_match_the_stones() {
        assert_eq!(read_line(&kaggle("443", ",\"mark\":2")), Ok(position("443")));
        assert_eq!(read_line(&kaggle("443", ",\"mark\":null")), Ok(position("443")));
        assert_eq!(
            read_line(&kaggle("443", ",\"mark\":1")).unwrap_err(),
            "\"mark\" is 1, but player 2 is to move: player 1 moves first"
        );
    }

    #[test]
    fn an_invalid_object_is_refused_with_its_reason() {
        for (line, error) in [
            ("{}".to_owned(), "no field `board` with cells"),
            ("{\"board\":[1,2".to_owned(), "not a Kaggle position (EOF while parsing a list, at index 13)"),
            ("{\"board\":[1,2]}".to_owned(), "2 cells, where the board has 42"),
            (kaggle("", "").replacen('0', "3", 1), "invalid cell 3 at index 0"),
            (kaggle("", "").replacen('0', "1", 1), "the stone in column 1, row 6 has nothing below it"),
            (kaggle("", "").replacen('0', "-1", 1), "not a Kaggle position"),
        ] {
            let found = read_line(&line).unwrap_err();
            assert!(found.contains(error), "{line}: {found}");
        }
        let narrow = reader().board("8x5".parse().ok()).read_line(&kaggle("44", "")).map(|_| ()).unwrap_err();
        assert!(narrow.to_string().starts_with("42 cells, where the board has 40"));
    }

    #[test]
    fn only_the_chosen_notation_is_accepted() {
        let read = |line: &str, notation| reader().notation(Some(notation)).read_line(line).map(|_| ());
        assert_eq!(
            read("4433", Notation::Kaggle).unwrap_err().to_string(),
            "not a Kaggle position (an object is expected, at index 0): \
             {\"board\": [42 numbers]} is expected, 0 for empty, 1 and 2 for the players, or {\"position\": \"4433\"}"
        );
        assert!(read("", Notation::Kaggle).is_err());
        assert!(read(&kaggle("4433", ""), Notation::Moves).is_err());
    }

    #[test]
    fn what_an_object_says_beside_its_position_is_compared_or_refused() {
        let zeros = format!("[{}]", ["0"; 42].join(","));
        for text in [
            r#"{"position": "3322", "base": 0}"#.to_owned(),
            r#"{"position": "4433", "moves": "44"}"#.to_owned(),
            r#"{"position": "44", "fen": "7/7/7/7/7/7"}"#.to_owned(),
            format!(r#"{{"board": {zeros}, "moves": [3]}}"#),
            format!(r#"{{"board": {zeros}, "to_move": "O"}}"#),
            format!(r#"{{"board": {zeros}, "turn": 2}}"#),
        ] {
            let error = reader().read(&text).unwrap_err().to_string();
            assert!(error.starts_with("not a Kaggle position"), "{text}: {error}");
        }
        let said = r#"{"position": "4433", "to_move": "X", "board": "7x6", "best": 5, "score": 18}"#;
        assert_eq!(reader().read(said).unwrap().game.to_string(), "4433");
    }

    #[test]
    fn objects_are_cells_in_a_list_or_row_by_row_or_a_text() {
        let position = position("4433");
        let cells = position.to_cells();
        let rows: Vec<String> = cells.chunks(7).map(|row| format!("{row:?}")).collect();
        for text in [
            r#"{"position": "4433", "score": 18}"#.to_owned(),
            format!(r#"{{"board": [{}]}}"#, rows.join(",")),
            format!(
                r#"{{"observation": {{"board": {cells:?}, "mark": 1, "step": 4}}, "configuration": {{"columns": 7, "rows": 6, "inarow": 4}}}}"#
            ),
        ] {
            assert_eq!(reader().read(&text).map(|found| *found.position()), Ok(position), "{text}");
        }
        for (text, part) in [
            (r#"{"board": [0], "inarow": 5}"#, "`inarow` is not 4"),
            (r#"{"board": [0], "columns": 8}"#, "1 cells, where the board has 48"),
            (r#"{"position": "44", "mark": 2}"#, "\"mark\" is 2"),
            (r#"{"position": "44", "board": [0]}"#, "two positions"),
        ] {
            let error = reader().read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        // The class of a row in an object is compared, too.
        let row = format!(r#"{{"position": "{},loss"}}"#, position.to_connect4_data());
        assert!(reader().read(&row).unwrap().stated.is_some());
    }
}
