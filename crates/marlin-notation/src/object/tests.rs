//! Objects in every form, and their errors.

use super::*;
use crate::to_connect4_data;

/// Objects of this program, for the tests.
const RECORDS: Records = &[("", &["best", "nodes", "winning_cells", "line"])];

fn reader() -> Reader {
    Reader::new().records(RECORDS)
}

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
    let cells = |cells: &[u8], to_move| Stated { cells: Some(cells.to_vec()), to_move, ..Stated::default() };
    assert_eq!(stated(text, RECORDS), Ok(cells(&[0, 1, 2], None)));
    assert_eq!(stated(r#"{"board":[],"mark":2}"#, RECORDS), Ok(cells(&[], Some(Player::O))));
    let nested = format!("{{\"info\":{}{},\"board\":[]}}", "[".repeat(100), "]".repeat(100));
    assert_eq!(stated(&nested, RECORDS), Ok(cells(&[], None)));
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
        (r#"{"board":[],"observation":{"board":[0]}}"#, TWICE),
        (r#"{"board":[],"observation":{"mark":1,"mark":2}}"#, TWICE),
        (r#"{"board":[],"columns":300}"#, "`columns` is a small number"),
        (r#"{"pos":4433}"#, "`pos` is a text"),
        (r#"{"board":[],"moves":[3]}"#, "`moves` is a text"),
        (
            r#"{"game":"44","setup":2,"turning_point":null}"#,
            "`setup` is not 0, and its stones are not in the moves",
        ),
        (
            r#"{"steps":[[{}],[{"action":null}]]}"#,
            "`steps` is not read: of a replay, give the columns alone, which are steps[i][player].action from 0",
        ),
        ("4433", "an object is expected"),
        (r#"{"board":[],"score":0.5}"#, "`score` is a whole number"),
        (r#"{"board":[],"scores":[1,"2"]}"#, "`scores` is a list of whole numbers"),
        (r#"{"board":[],"outcome":"X"}"#, "`outcome` is win, draw or loss"),
        (r#"{"board":[],"scores":[],"move score":[1]}"#, TWICE),
    ] {
        assert_eq!(stated(text, RECORDS).map_err(|(_, reason)| reason), Err(reason.to_owned()), "{text}");
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
        assert_eq!(stated(text, RECORDS).map_err(|(index, _)| index), Err(index), "{text}");
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
        "read as an object, because of '{': X is said to move, but O is to move by the stones: player 1, X, moves first"
    );
}

#[test]
fn an_invalid_object_is_refused_with_its_reason() {
    for (line, error) in [
        ("{}".to_owned(), "no field `board` with cells"),
        (
            "{\"board\":[1,2".to_owned(),
            "read as an object, because of '{': EOF while parsing a list (character 14)",
        ),
        ("{\"board\":[1,2]}".to_owned(), "2 cells, where the board has 42"),
        ("{\"board\": [0], \"columns\": 8}".to_owned(), "1 cells, where the board has 48"),
        ("{\"position\": \"44\", \"moves\": \"4\"}".to_owned(), "two positions, of which one is wrong"),
        (kaggle("", "").replacen('0', "3", 1), "invalid cell 3 at index 0"),
        (kaggle("", "").replacen('0', "1", 1), "the stone in column 1, row 6 has nothing below it"),
        (kaggle("", "").replacen('0', "-1", 1), CELL),
    ] {
        let found = read_line(&line).unwrap_err();
        assert!(found.contains(error), "{line}: {found}");
    }
    let chosen = reader().notation(Some(Notation::Kaggle)).read_line("4433").unwrap_err();
    assert_eq!(
        chosen.to_string(),
        "an object is expected (character 1): \
         {\"board\": [42 numbers]} is expected, 0 for empty, 1 and 2 for the players, or {\"position\": \"4433\"}"
    );
    let narrow = reader().board("8x5".parse().ok()).read_line(&kaggle("44", "")).map(|_| ()).unwrap_err();
    assert!(narrow.to_string().ends_with(": 42 cells, where the board has 40"), "{narrow}");
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
                  active_player color starting_player is_red_turn history actions turn side_to_move base size \
                  rows_from_bottom opening first result heights";
    for (name, form) in others.split_whitespace().flat_map(|name| {
        [
            (name, kaggle("4433", &format!(",\"{name}\":1"))),
            (name, format!(r#"{{"position":"4433","{name}":1}}"#)),
        ]
    }) {
        let error = reader().read(&form).unwrap_err().to_string();
        assert!(error.contains(&format!("`{name}` is not read, and may change the position")), "{error}");
    }
    for name in OF_KAGGLE.split(' ').chain(["nodes", "winning_cells", "line"]) {
        assert!(reader().read(&kaggle("4433", &format!(",\"{name}\":1"))).is_ok(), "{name}");
    }
}

#[test]
fn a_stated_score_is_compared_in_every_form_of_an_object() {
    let report = marlin_core::Solver::new().query(&position("4433")).analyze();
    // The objects have cells in a list, cells row by row, or a text.
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
        (r#""outcome":"loss""#, Some("the score is 18, not the score of a loss")),
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
    // The class of a row in an object is compared, too.
    let row = format!(r#"{{"position": "{},loss"}}"#, to_connect4_data(&position));
    assert!(reader().read(&row).unwrap().stated.score.is_some());
}
