//! Each parser answers every text: with the position or game that was written, or with an error that names
//! its place.

use marlin_core::{
    BoardSize, Cell, Column, Game, ParseError, ParseErrorKind, Player, Position, Score, suite,
};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::comparison::is_whole;
use crate::games::{played, with_every_game};
use crate::size;

/// Random text of the characters that mean something to a parser, and a few others.
#[derive(Debug, Clone)]
struct AlmostNotation(String);

impl Arbitrary for AlmostNotation {
    fn arbitrary(g: &mut Gen) -> Self {
        let alphabet: Vec<char> =
            "1234567123456712345678901adZ ,,..XxOo|+-=#\n\r\té✓\u{2003}\0//pPw@*[]{}\"\\:u".chars().collect();
        Self(Vec::<u8>::arbitrary(g).into_iter().map(|n| alphabet[usize::from(n) % alphabet.len()]).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

/// Feeds a text to every parser of text; errors must name a character of it.
fn check_parsers(size: BoardSize, text: &str) {
    let (as_game, as_position) = (Game::parse(size, text), Position::parse(size, text));
    if let (Ok(game), Ok(position)) = (&as_game, &as_position) {
        assert_eq!(game.position(), position, "{text:?}");
    }
    for error in [as_game.err(), as_position.err()].into_iter().flatten() {
        assert_has_a_place(text, &error);
    }
    for read in [
        Position::from_rows(text),
        Position::from_fen(text),
        Game::parse_from(size, 0, text).map(|game| *game.position()),
    ] {
        match read {
            Ok(position) => {
                assert_eq!(Position::parse(position.size(), &position.to_rows()), Ok(position), "{text:?}");
            }
            Err(error) => assert_has_a_place(text, &error),
        }
    }
    assert_is_for_a_solver_made_the_short_way(text);
    if let Err(error) = suite::read(text.as_bytes()) {
        assert!(error.to_string().starts_with("line "), "{error} of {text:?}");
    }
}

/// Asserts that the place of an error is in the text and has the character that it names, and that its
/// message has one line.
fn assert_has_a_place(text: &str, error: &ParseError) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains(['\n', '\0']), "{message:?} of {text:?}");
    assert!(error.index().is_none_or(|index| index <= text.chars().count()), "{error} of {text:?}");
    let named = error.index().and_then(|index| text.chars().nth(index));
    match error.kind() {
        ParseErrorKind::Character { found, .. } => assert_eq!(named, Some(*found), "{error} of {text:?}"),
        ParseErrorKind::Move { .. } => {
            assert!(named.is_some_and(|found| found.is_ascii_digit()), "{error} of {text:?}");
        }
        _ => {}
    }
    let _ = (error.cell(), error.breaks_a_rule());
}

#[test]
fn no_text_makes_a_parser_panic() {
    fn rubbish(text: String) {
        for board in ["7x6", "32x1"] {
            check_parsers(size(board), &text);
        }
        drop(text);
    }
    fn almost_notation(AlmostNotation(text): AlmostNotation) {
        for board in ["7x6", "1x3", "2x2", "12x4"] {
            check_parsers(size(board), &text);
        }
        drop(text);
    }
    QuickCheck::new().tests(500).quickcheck(rubbish as fn(String));
    QuickCheck::new().tests(2_000).quickcheck(almost_notation as fn(AlmostNotation));
}

#[test]
fn no_bytes_make_the_reader_of_sets_panic() {
    fn property(bytes: Vec<u8>) {
        let lines = bytes.split(|&byte| byte == b'\n').count();
        let found = suite::read(bytes.as_slice());
        drop(bytes);
        assert!(found.map_or(0, |set| set.lines.len()) <= lines);
    }
    QuickCheck::new().tests(500).quickcheck(property as fn(Vec<u8>));
}

#[test]
fn no_numbers_make_a_parser_panic() {
    fn cells(cells: Vec<u8>) {
        let found = Position::from_cells(size("3x3"), &cells);
        assert!(found.is_err() || cells.len() == 9, "{cells:?}");
        let nine: Vec<u8> = cells.into_iter().chain([0; 9]).take(9).collect();
        let invalid = nine.iter().position(|&cell| cell > 2);
        let error = Position::from_cells(size("3x3"), &nine).map_err(|error| error.to_string()).err();
        let named = error.as_deref().is_some_and(|error| error.starts_with("invalid cell"));
        assert_eq!(named, invalid.is_some(), "{nine:?}");
        if let (Some(error), Some(index)) = (error, invalid) {
            let expected = format!("invalid cell {} at index {index} ", nine[index]);
            assert!(error.starts_with(&expected), "{error}");
        }
    }
    fn bitboards(first: u128, second: u128) {
        if let Ok(position) = Position::from_bitboards(size("8x7"), first, second) {
            assert_eq!(
                (position.stones(Player::X).bits(), position.stones(Player::O).bits()),
                (first, second)
            );
        }
        let outside = (first | second) & !Position::BOARD_MASK;
        match Position::from_bitboards(BoardSize::STANDARD, first, second) {
            Err(error) if outside != 0 => {
                let bit = outside.trailing_zeros();
                assert_eq!(error.to_string(), format!("a stone outside the board, at bit {bit}"));
            }
            _ => assert_eq!(outside, 0),
        }
    }
    let quickcheck = || QuickCheck::new().tests(300);
    quickcheck().quickcheck(cells as fn(Vec<u8>));
    quickcheck().quickcheck(bitboards as fn(u128, u128));
}

/// Asserts that a game and its position are read again from each of their forms, including forms that show
/// the board without its size.
fn assert_round_trips(game: &Game) {
    let (size, position) = (game.size(), game.position());
    let moves = game.to_string();
    let numbers: Vec<_> = game.moves().iter().map(|column| column.number().to_string()).collect();
    for text in [&moves, &numbers.join(" "), &numbers.join(","), &format!(" {}\r\n", numbers.join(", "))] {
        assert_eq!(Game::parse(size, text).as_ref(), Ok(game), "{text} on {size}");
    }
    let from_zero: Vec<_> = game.moves().iter().map(|column| column.index().to_string()).collect();
    assert_eq!(Game::parse_from(size, 0, &from_zero.join(" ")).as_ref(), Ok(game));
    let line = suite::to_line(game, Score::DRAW);
    assert_eq!(suite::parse_line(size, &line).as_ref(), Ok(&(game.clone(), Score::DRAW)), "{line}");
    let (drawing, framed, rows, fen) =
        (position.to_string(), game.to_drawing(), position.to_rows(), position.to_fen());
    let (x, o) = (position.stones(Player::X).bits(), position.stones(Player::O).bits());
    let without_hands = fen.split('[').next().unwrap_or_default();
    for (form, read) in [
        ("moves", Position::parse(size, &moves)),
        ("its text", Position::parse(size, &drawing)),
        ("its frame", Position::parse(size, &framed)),
        ("its frame with other line ends", Position::parse(size, &framed.replace('\n', "\r\n  "))),
        ("its rows", Position::parse(size, &rows)),
        ("its FEN", Position::parse(size, &fen)),
        ("its text alone", Position::from_rows(&drawing)),
        ("its frame alone", Position::from_rows(&framed)),
        ("its rows alone", Position::from_rows(&rows)),
        ("FEN alone", Position::from_fen(&fen)),
        ("FEN without hands", Position::from_fen(without_hands)),
        ("cells", Position::from_cells(size, &position.to_cells())),
        ("bitboards", Position::from_bitboards(size, x, o)),
    ] {
        assert_eq!(read.as_ref(), Ok(position), "{form} of {size}, {game}");
    }
    for text in [&drawing, &framed, &rows, &fen] {
        assert_is_for_a_solver_made_the_short_way(text);
    }
    let stones_left = fen.chars().filter(|c| *c == 'P' || *c == 'p').count();
    assert_eq!(stones_left, size.cells() as usize, "stones on the board and in hand: {fen}");
}

/// Asserts that `Solver::new` takes a position that `FromStr` has read: a position of another board would
/// make it panic.
fn assert_is_for_a_solver_made_the_short_way(text: &str) {
    let read = [text.parse().ok(), text.parse::<Game>().ok().map(|game| *game.position())];
    for position in read.into_iter().flatten() {
        assert_eq!(Position::size(&position), BoardSize::STANDARD, "{text:?}");
    }
}

#[test]
fn every_position_of_every_board_comes_back_from_each_of_its_forms() {
    // A game that is as long as it can be, and another one.
    with_every_game(if is_whole() { 4 } else { 2 }, |game| {
        // Every position of the way would take long: the first, the last, and some between them.
        let moves = game.moves();
        for plies in (0..moves.len()).step_by(7).chain([moves.len()]) {
            assert_round_trips(&played(game.size(), moves[..plies].iter().copied()));
        }
    });
}

#[test]
fn a_column_is_written_as_its_number_and_read_from_it_and_from_its_file() {
    for index in 0..32 {
        let column = Column::new(index).expect("a column of the widest board");
        assert_eq!(
            (column.index(), column.number(), column.to_string()),
            (index, index + 1, (index + 1).to_string())
        );
        for text in [column.to_string(), column.file().to_owned(), column.file().to_uppercase()] {
            assert_eq!(text.parse(), Ok(column), "{text}");
        }
        for cell in [0, 9, 126].map(|row| Cell::new(column, row).unwrap()) {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string(), format!("{}{}", column.file(), cell.row() + 1));
        }
    }
    assert_eq!([Column::new(32), Column::from_number(0), Column::from_number(33)], [None; 3]);
    for text in ["", "0", "33", "44", "ag", "+", "+1", "-1", "é", "a1", " 1"] {
        assert!(text.parse::<Column>().is_err(), "{text:?}");
    }
    for text in ["", "d", "1", "d0", "d128", "ag1", "d+1", "P@d1", "1d", "d1 "] {
        assert!(text.parse::<Cell>().is_err(), "{text:?}");
    }
    for player in [Player::X, Player::O] {
        assert_eq!(player.to_string().parse(), Ok(player));
    }
    for text in ["", "x", "XO", "1"] {
        assert!(text.parse::<Player>().is_err(), "{text:?}");
    }
}

#[test]
fn moves_are_digits_together_up_to_nine_columns_and_numbers_apart_on_every_board() {
    for text in ["4433", " 4433\n", "4 4 3 3", "4,4, 3 ,3", ",4\t4\r\n3 3 "] {
        assert_eq!(text.parse::<Game>().unwrap().to_string(), "4433", "{text:?}");
    }
    let wide = |text: &str| Game::parse(size("12x4"), text);
    for text in ["10 3 10", "10,3,10", " 10, 3, 10\n"] {
        assert_eq!(wide(text).unwrap().to_string(), "10,3,10", "{text:?}");
    }
    assert_eq!((wide("12").unwrap().moves().len(), wide("1").unwrap().to_string()), (1, "1".to_owned()));
    for (text, index) in [("44 33", 3), ("4 433", 3), ("4433 1", 5), ("4 4 33", 5), ("44,3", 3)] {
        let error = text.parse::<Game>().unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("a second word at character {} ", index + 1)),
            "{text:?}: {error}"
        );
        assert_eq!(error.index(), Some(index));
    }
    for (text, error) in [
        (
            "1,10 3",
            "a second word at character 6 (write moves together, as in 4433, or separated, as in 4 4 3 3 or 4,4,3,3)",
        ),
        (
            "4433",
            "\"4433\" at character 1 is no column (separate the moves on a board of 12 columns, as in 10,3,10)",
        ),
        ("3,13", "\"13\" at character 3 is no column (moves are columns, 1 to 12)"),
        ("1 c", "invalid character 'c' at character 3 (moves are columns, 1 to 12)"),
        ("a1", "\"a1\" at character 1 is no column (moves are columns, 1 to 12)"),
        ("1 0", "column 0 at character 3: columns count from 1 here"),
        ("1 1 1 1 1", "move 5: column 1 is full"),
    ] {
        assert_eq!(wide(text).unwrap_err().to_string(), error, "{text:?}");
    }
    for (text, found) in [("8", '8'), ("9", '9'), ("a", 'a'), ("é", 'é'), ("44 x", 'x')] {
        let error = text.parse::<Game>().unwrap_err();
        assert!(
            matches!(error.kind(), ParseErrorKind::Character { found: named, .. } if *named == found),
            "{error}"
        );
    }
    assert_eq!("0".parse::<Game>().unwrap_err().kind(), &ParseErrorKind::ColumnZero);
    let full = Game::parse_from(BoardSize::STANDARD, 0, "0000000").unwrap_err().to_string();
    assert_eq!(full, "move 7: column 0 is full (columns count from 0)");
    assert_eq!("4 4 4 4 4 4 4".parse::<Game>().unwrap_err().index(), Some(12));
}

#[test]
fn what_is_wrong_with_a_text_takes_one_line() {
    let (nine, twelve) = (size("9x5"), size("12x4"));
    let error = |read: Result<Position, ParseError>| read.unwrap_err().to_string();
    let drawn = Game::parse(size("5x3"), "332").unwrap().to_drawing();
    for (found, expected) in [
        (
            error(Position::parse(nine, "44a")),
            "invalid character 'a' at character 3 (moves are columns, 1 to 9)",
        ),
        (error(Position::parse(twelve, "10,10,10,10,10")), "move 5: column 10 is full"),
        (error("...../....".parse()), "4 cells in row 2 from the top, where the first has 5"),
        (error(Position::parse(nine, ".../...")), "a board of 3x2, where 9x5 is expected"),
        (error("....".parse()), "a board of 4x1, where 7x6 is expected"),
        (
            error("................./".repeat(7).trim_end_matches('/').parse()),
            "a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns",
        ),
        (error("..?..".parse()), "invalid character '?' at character 3 (cells are X, O and .)"),
        (error("12/11/12/12 w".parse()), "11 cells in row 2 from the top, where the first has 12"),
        (error("7/7/7/7/7/3P3 w".parse()), "by the number of stones it is b's turn"),
        (error(Position::from_cells(nine, &[0; 42])), "42 cells, where the board has 45"),
        (
            error(Position::from_rows(&drawn.replace("Moves played: 3", "Moves played: 4"))),
            "the lines around the board do not match its stones: give its rows alone, in capitals",
        ),
        (
            error(Position::from_rows("xO/Ox")),
            "the lines around the board do not match its stones: give its rows alone, in capitals",
        ),
    ] {
        assert_eq!(found, expected);
        assert_eq!(found.lines().count(), 1);
    }
}

#[test]
fn an_invalid_size_is_refused() {
    let refused = |text: &str| text.parse::<BoardSize>().unwrap_err();
    for text in ["", "x", "7", "7x", "x6", "7x6x", "+7x6", "7x-6", "7 x 6", "7×6", "99999999999999999999x1"]
    {
        let found: String = text.chars().take(20).collect();
        let reason = format!("{found:?} is not a board size (write columns x rows, as in 7x6)");
        assert_eq!(refused(text).to_string(), reason);
    }
    for (text, reason) in [
        ("17x7", "with 7 rows it has 1 to 16 columns"),
        ("33x1", "with 1 row it has 1 to 32 columns"),
        ("0x6", "with 6 rows it has 1 to 18 columns"),
        ("7x0", "width * (height + 1) is 1 to 128, as in 7x6 or 10x10"),
        ("1x128", "width * (height + 1) is 1 to 128, as in 7x6 or 10x10"),
        ("18446744073709551615x6", "with 6 rows it has 1 to 18 columns"),
        ("1x18446744073709551615", "width * (height + 1) is 1 to 128, as in 7x6 or 10x10"),
    ] {
        let error = refused(text);
        assert!(matches!(error.kind(), ParseErrorKind::BoardSize { .. }), "{text}");
        assert_eq!(error.to_string(), format!("a board of {text} does not fit: {reason}"));
    }
}
