//! What an object of JSON says of a position. Other fields are refused, but for those that are known not to change it.
//!
//! | field | value |
//! |---|---|
//! | `board` | cells as one list or row by row, or the size of the board, as in `"7x6"` |
//! | `position` | a position in another notation |
//! | `mark` | the side to move, 1 or 2 |
//! | `columns`, `rows`, `inarow` | the size of the board, and 4 |
//! | `to_move` | the side to move, X or O |
//! | `score`, `outcome` | the score, and `win`, `draw` or `loss`, to be compared |
//! | `scores`, `move score` | the score of each column, to be compared |
//! | `observation`, `configuration` | objects of these fields, as in a state of Kaggle's |

use marlin_core::notation::{Reader, Refused, Stated, excerpt};
use serde_json::{Error, Map, Value};

use crate::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, PuzzleRecord, ScoreRecord,
};

/// The fields of Kaggle's states that do not change the position.
const OF_KAGGLE: [&str; 14] = [
    "step",
    "remainingOverageTime",
    "reward",
    "status",
    "info",
    "action",
    "episodeSteps",
    "actTimeout",
    "runTimeout",
    "agentTimeout",
    "timeout",
    "agentExec",
    "seed",
    "randomSeed",
];

/// The fields of the records of this project that have a position.
const OF_RECORDS: [&[&str]; 6] = [
    ScoreRecord::FIELDS,
    ColumnsRecord::FIELDS,
    ExplanationRecord::FIELDS,
    ExplorationRecord::FIELDS,
    LevelMoveRecord::FIELDS,
    PuzzleRecord::FIELDS,
];

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
                // Of answers too, whose columns are a list.
                ("mark" | "to_move" | "score" | "scores" | "outcome", Value::Null)
                | ("columns", Value::Array(_)) => {}
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
                ("score", _) => once(&mut stated.score, whole(value).ok_or("`score` is a whole number")?)?,
                ("scores" | "move score", _) => {
                    let score =
                        |score: &Value| if score.is_null() { Some(None) } else { whole(score).map(Some) };
                    let scores = value.as_array().and_then(|scores| scores.iter().map(score).collect());
                    once(
                        &mut stated.scores,
                        scores.ok_or_else(|| format!("`{name}` is a list of whole numbers"))?,
                    )?;
                }
                ("outcome", _) => {
                    let words = ["loss", "draw", "win"];
                    let outcome = words.iter().zip(-1..).find(|(word, _)| value.as_str() == Some(word));
                    once(&mut stated.outcome, outcome.ok_or("`outcome` is win, draw or loss")?.1)?;
                }
                (name, _)
                    if OF_KAGGLE.contains(&name) || OF_RECORDS.iter().any(|names| names.contains(&name)) => {}
                ("moves" | "pos" | "game", _) => {
                    Err(format!("`{name}` is not read: name it `position`, which takes moves"))?;
                }
                (name, _) => Err(format!(
                    "`{}` is not read, and may change the position: leave it out; `mark`, 1 or 2, is the side to move",
                    excerpt(name)
                ))?,
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

/// Returns a whole number.
fn whole(value: &Value) -> Option<i32> {
    value.as_i64()?.try_into().ok()
}

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
    fn fields_that_do_not_change_the_position_are_skipped_whatever_they_hold() {
        let text = r#" {"step": [1, {"a": [], "é\"\\\u00e9\ud83d\ude00": {}}, -1.5e+3, true, false, null], "info": "]:}\\",
            "b\u006fard" : [ 0,1 , 2 ] , "mark":null } "#;
        let cells = |cells: &[u8], mark| Stated { cells: Some(cells.to_vec()), mark, ..Stated::default() };
        assert_eq!(stated(text), Ok(cells(&[0, 1, 2], None)));
        assert_eq!(stated(r#"{"board":[],"mark":2}"#), Ok(cells(&[], Some(2))));
        let nested = format!("{{\"info\":{}{},\"board\":[]}}", "[".repeat(100), "]".repeat(100));
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
            (r#"{"pos":"4433"}"#, "`pos` is not read: name it `position`, which takes moves"),
            ("4433", "an object is expected"),
            (r#"{"board":[],"position":"44"}"#, "two positions, in `board` and in `position`"),
            (r#"{"board":[],"score":0.5}"#, "`score` is a whole number"),
            (r#"{"board":[],"scores":[1,"2"]}"#, "`scores` is a list of whole numbers"),
            (r#"{"board":[],"outcome":"X"}"#, "`outcome` is win, draw or loss"),
            (r#"{"board":[],"scores":[],"move score":[]}"#, TWICE),
            (r#"{"board":[],"moves":null}"#, "`moves` is not read: name it `position`, which takes moves"),
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
            let others = kaggle(moves, ",\"reward\":-3,\"info\":[1,2],\"step\":[{}]");
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
            "read as an object, because of '{': \"mark\" is 1, but player 2 is to move: player 1 moves first"
        );
    }

    #[test]
    fn an_invalid_object_is_refused_with_its_reason() {
        for (line, error) in [
            ("{}".to_owned(), "no field `board` with cells"),
            (
                "{\"board\":[1,2".to_owned(),
                "read as an object, because of '{': EOF while parsing a list (index 13)",
            ),
            ("{\"board\":[1,2]}".to_owned(), "2 cells, where the board has 42"),
            (kaggle("", "").replacen('0', "3", 1), "invalid cell 3 at index 0"),
            (kaggle("", "").replacen('0', "1", 1), "the stone in column 1, row 6 has nothing below it"),
            (kaggle("", "").replacen('0', "-1", 1), CELL),
        ] {
            let found = read_line(&line).unwrap_err();
            assert!(found.contains(error), "{line}: {found}");
        }
        let narrow = reader().board("8x5".parse().ok()).read_line(&kaggle("44", "")).map(|_| ()).unwrap_err();
        assert!(narrow.to_string().ends_with(": 42 cells, where the board has 40"), "{narrow}");
    }

    #[test]
    fn only_the_chosen_notation_is_accepted() {
        let read = |line: &str, notation| reader().notation(Some(notation)).read_line(line).map(|_| ());
        assert_eq!(
            read("4433", Notation::Kaggle).unwrap_err().to_string(),
            "an object is expected (index 0): \
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
            assert!(error.starts_with("read as an object, because of '{': "), "{text}: {error}");
        }
        let said = r#"{"position": "4433", "to_move": "X", "board": "7x6", "best": 5, "score": 18}"#;
        assert_eq!(reader().read(said).unwrap().game.to_string(), "4433");
    }

    #[test]
    fn a_field_of_an_object_is_read_compared_or_known_not_to_change_the_position_and_any_other_is_refused() {
        // The names that other programs give to the side to move, the first of the columns and a position.
        let others = "player nextPlayer next_player next currentPlayer current_player current to_play toMove player_to_move \
                      active_player color starting_player is_red_turn history actions turn side_to_move base fen \
                      setup size rows_from_bottom";
        for (name, form) in others.split_whitespace().flat_map(|name| {
            [
                (name, kaggle("4433", &format!(",\"{name}\":1"))),
                (name, format!(r#"{{"position":"4433","{name}":1}}"#)),
            ]
        }) {
            let error = reader().read(&form).unwrap_err().to_string();
            assert!(error.contains(&format!("`{name}` is not read, and may change the position")), "{error}");
        }
        for name in OF_KAGGLE.into_iter().chain(["nodes", "winning_cells", "line"]) {
            assert!(reader().read(&kaggle("4433", &format!(",\"{name}\":1"))).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_stated_score_is_compared_in_every_form_of_an_object() {
        let report = marlin_core::Solver::new().query(&position("4433")).analyze();
        // Beside cells in a list, beside cells row by row, and beside a text.
        let cells = position("4433").to_cells();
        let rows: Vec<_> = cells.chunks(7).map(|row| format!("{row:?}")).collect();
        let forms = [
            format!("\"board\":{cells:?}"),
            format!("\"board\":[{}]", rows.join(",")),
            "\"position\":\"4433\"".into(),
        ];
        for (said, expected) in [
            (r#""score":18"#, None),
            (r#""scores":[-3,18,2,2,18,-3,-4]"#, None),
            (r#""scores":[null,18,2,null,18,-3,-4],"outcome":"win""#, None),
            (r#""score":5"#, Some("the score is 18, not 5")),
            (r#""outcome":"draw""#, Some("the score is 18, not 0")),
            (r#""outcome":"loss""#, Some("the score is 18, not that of a loss")),
            (r#""scores":[1,1,1,1,1,1,1]"#, Some("the score is 18, not 1")),
            (r#""move score":[-3,18,2,1,18,-3,-4]"#, Some("the score of column 4 is 2, not 1")),
        ] {
            for form in &forms {
                let text = format!("{{{form},{said}}}");
                let found = reader().read(&text).unwrap().stated.contradiction(&report);
                assert_eq!(found.as_deref(), expected, "{text}");
            }
        }
        for (said, expected) in [
            (r#""score":18,"outcome":"loss""#, "two results, of which one is wrong"),
            (r#""score":19"#, "a score of no game on this board"),
            (r#""scores":[1]"#, "`scores` is a list of a number for each column"),
        ] {
            let error = reader().read(&format!("{{{},{said}}}", forms[0])).unwrap_err().to_string();
            assert!(error.contains(expected), "{said}: {error}");
        }
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
        assert!(reader().read(&row).unwrap().stated.score.is_some());
    }
}
