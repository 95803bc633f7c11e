//! Lines in every notation.

use marlin_core::Score;

use super::*;
use crate::{Claims, movetext::movetext, to_connect4_data};

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
    let scored = |text, score| Ok((text, position(text), Score::checked(BOARD, score).map(Bounds::exact)));
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
    for (line, error) in [
        ("......./....../......./......./......./.......", "6 cells in row 2 from the top"),
        ("......./......./......./......./......./...Z...", "invalid character 'Z' at character 44"),
        (&("........../".repeat(12) + ".........."), "a board of 10x13 does not fit"),
        ("44X", "invalid character 'X' at character 3 (moves are columns, 1 to 7)"),
        ("1. d1 d2 2. d4 *", "move \"d4\" at character 13: the next stone there falls on rank 3"),
    ] {
        let found = read_line(line).unwrap_err();
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
    let error = "invalid character 'a' at character 2 (moves are columns, 1 to 9)";
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
        ("37", "invalid character '7' at character 2 (moves are columns, 0 to 6)"),
        ("0000000", "move 7: column 0 is full (columns count from 0)"),
        ("37 18", "invalid character '7' at character 2 (moves are columns, 0 to 6)"),
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
        assert!(error.starts_with("blank lines beside moves may be rows of a drawing"), "{text:?}: {error}");
    }
    assert_eq!(Reader::new().read("\n\n4433\n").unwrap().game.to_string(), "4433");
}

#[test]
fn the_lines_below_a_board_are_compared_with_it() {
    let drawn = Game::parse("7x6".parse().unwrap(), "4433").unwrap().to_drawing();
    assert_eq!(Reader::new().read(&drawn).unwrap().game.position().nb_moves(), 4);
    for (line, other) in [("Moves played: 4", "Moves played: 5"), ("Current player: X", "Current player: O")]
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
        ("1212121 0-1", "result 0-1 at character 9, but X has won: write 1-0"),
        ("4433 1-0 5", "a second word at character 6"),
    ] {
        let found = Reader::new().read_line(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
}

#[test]
fn a_zero_in_base_one_is_named() {
    for (text, index) in [("0", 0), ("440", 2), ("440 18", 2), ("4 4 0", 4)] {
        let error = Reader::new().read_line(text).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("column 0 at character {}: columns count from 1 here", index + 1)
        );
        assert_eq!(error.index(), Some(index));
    }
    let error = Reader::new().notation(Some(Notation::Set)).read_line("440 18").unwrap_err();
    assert_eq!((error.kind(), error.index()), (&ParseErrorKind::ColumnZero, Some(2)));
}
