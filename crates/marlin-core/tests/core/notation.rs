//! Whatever is fed to a parser, it answers: with what was written, or with an error that says where it went wrong.

use marlin_core::notation::{Base, Notation, Reader, join_rows};
use marlin_core::{BoardSize, Column, DropMove, Game, ParseError, ParseErrorKind, Player, Position, suite};
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
    let as_game = Game::parse(size, text);
    let as_position = Position::parse(size, text);
    if let (Ok(game), Ok(position)) = (&as_game, &as_position) {
        assert_eq!(game.position(), position, "{text:?}");
    }
    if let Err(error) = as_game {
        assert_names_a_character(text, &error);
    }
    for error in [as_position.err(), text.parse::<Position>().err()].into_iter().flatten() {
        assert_has_a_place(text, &error);
    }
    assert_is_for_a_solver_made_the_short_way(text);
    if let Err(error) = DropMove::parse(size, text) {
        assert!(error.to_string().starts_with("moves are drops"), "{error} of {text:?}");
    }
    if let Err(error) = suite::read(text.as_bytes()) {
        assert!(error.to_string().starts_with("line "), "{error} of {text:?}");
    }
    check_reader(text, size);
}

/// The notations that can be chosen, and none.
const NOTATIONS: [Option<Notation>; 8] = [
    None,
    Some(Notation::Moves),
    Some(Notation::Set),
    Some(Notation::Cells),
    Some(Notation::Board),
    Some(Notation::Fen),
    Some(Notation::Kaggle),
    Some(Notation::Connect4Data),
];

/// Feeds a text to the reader, in every notation. A position that is read can be written and read again.
fn check_reader(text: &str, size: BoardSize) {
    join_rows(text);
    for notation in NOTATIONS {
        for base in [Base::One, Base::Zero] {
            let reader = Reader::new().notation(notation).base(base);
            for board in [None, Some(size)] {
                let reader = reader.board(board);
                for found in [reader.read(text), reader.read_line(text)] {
                    match found {
                        Ok(found) => {
                            assert!(board.is_none_or(|board| found.game.size() == board), "{text:?}");
                            assert!(text.contains(found.text));
                            assert_reads_again(&found.game);
                        }
                        Err(error) => assert_has_a_place(text, &error),
                    }
                }
            }
        }
    }
}

/// Asserts that a game comes back from its moves, or its position from each form of it.
fn assert_reads_again(game: &Game) {
    let (reader, position) = (Reader::new().board(Some(game.size())), game.position());
    if game.start().nb_moves() == 0 {
        assert_eq!(reader.read(&game.to_movetext()).map(|found| found.game).as_ref(), Ok(game));
    }
    for text in [position.to_rows(), position.to_fen(), game.to_drawing()] {
        assert_eq!(reader.read(&text).map(|found| *found.position()).as_ref(), Ok(position), "{text}");
    }
}

/// Asserts that the place of an error is in the text, and that its message has one line.
fn assert_has_a_place(text: &str, error: &ParseError) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains(['\n', '\0']), "{message:?} of {text:?}");
    assert!(error.index().is_none_or(|index| index <= text.chars().count()), "{error} of {text:?}");
    let _ = (error.cell(), error.breaks_a_rule());
}

/// Asserts that an error that names a character gives its index in the text.
fn assert_names_a_character(text: &str, error: &ParseError) {
    let named = error.index().and_then(|index| text.chars().nth(index));
    match error.kind() {
        ParseErrorKind::Character { found, .. } => {
            assert_eq!(named, Some(*found), "{error} of {text:?}");
        }
        ParseErrorKind::Move { .. } => {
            assert!(named.is_some_and(char::is_alphanumeric), "{error} of {text:?}");
        }
        _ => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn a_line_with_nothing_but_a_number_between_blanks_is_no_row_with_a_number_at_both_ends() {
    for text in ["\t3 ", " 3 ", " 4 \n 3 ", "3 ", " 3"] {
        for board in ["7x6", "32x1", "1x3", "2x2"] {
            check_parsers(size(board), text);
        }
    }
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
        for board in ["7x6", "1x3", "2x2"] {
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

/// Asserts that a game and its position come back from each of their forms, and from those that show the board without its
/// size too.
fn assert_round_trips(game: &Game) {
    let (size, position) = (game.size(), game.position());
    assert_eq!(Game::parse(size, &game.to_string()).as_ref(), Ok(game));
    let spaced: String = game.to_string().chars().flat_map(|digit| [digit, ',', ' ']).collect();
    assert_eq!(Game::parse(size, &spaced).as_ref(), Ok(game));
    let numbers: Vec<_> = size.columns().map(|column| column.to_string()).collect();
    let (drawing, numbers) = (position.to_string(), numbers.join(" "));
    let framed = format!("+---+\r\n| {} |\r\n+---+\r\n  {numbers}\r\n", drawing.replace('\n', " |\r\n| "));
    let (x, o) = (position.stones(Player::X).bits(), position.stones(Player::O).bits());
    let hands = position.to_fen();
    let fen = Reader::new().notation(Some(Notation::Fen));
    let board = Reader::new().notation(Some(Notation::Board)).board(Some(size));
    let drawn = |text: &str| board.read(text).map(|read| *read.position());
    let row = Reader::new().notation(Some(Notation::Connect4Data)).board(Some(size));
    let forms = [
        ("moves", Position::parse(size, &game.to_string())),
        ("its text", Position::parse(size, &drawing)),
        ("its frame", Position::parse(size, &game.to_drawing())),
        ("its rows", Position::parse(size, &position.to_rows())),
        ("drawing in small letters", drawn(&drawing.to_lowercase())),
        ("drawing without spaces", drawn(&drawing.replace(' ', ""))),
        ("frame", drawn(&framed)),
        ("FEN", Position::parse(size, &hands)),
        (
            "FEN without hands",
            fen.read(hands.split('[').next().unwrap_or_default()).map(|read| *read.position()),
        ),
        ("cells", Position::from_cells(size, &position.to_cells())),
        ("connect-4.data", row.read(&position.to_connect4_data()).map(|read| *read.position())),
        ("bitboards", Position::from_bitboards(size, x, o)),
    ];
    for (form, read) in forms {
        assert_eq!(read.as_ref(), Ok(position), "{form} of {size}, {game}");
    }
    for text in [&drawing, &game.to_drawing(), &position.to_rows(), &hands, &game.to_movetext()] {
        assert_is_for_a_solver_made_the_short_way(text);
    }
    let stones_left = hands.chars().filter(|c| *c == 'P' || *c == 'p').count();
    assert_eq!(stones_left, size.cells() as usize, "stones on the board and in hand: {hands}");
    let mut by_drops = Game::on(size);
    for drop in DropMove::line(game.start(), game.moves()) {
        let text = drop.to_string();
        assert_eq!(DropMove::parse(size, &text), Ok(drop), "{text} on {size}");
        assert!(text[2..].chars().all(|c| c.is_ascii_alphanumeric()), "{text} on {size}");
        drop.play_in(&mut by_drops).expect("a legal move");
    }
    assert_eq!(&by_drops, game);
}

/// Asserts that `Solver::new` takes a position that `FromStr` has read: a position of another board would make it panic.
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
fn columns_are_written_as_they_are_read() {
    for index in 0..32 {
        let column = Column::new(index).expect("a column of the widest board");
        assert_eq!((column.index(), column.number()), (index, index + 1));
        assert_eq!(column.to_string().parse(), Ok(column));
    }
    assert_eq!((Column::new(32), Column::from_char('0')), (None, None));
}

#[test]
fn games_of_every_board_come_back_from_their_movetext_and_their_drawing() {
    fn property(columns: Vec<u8>) {
        for size in BoardSize::all() {
            let mut game = Game::on(size);
            let numbers = columns.iter().map(|&column| usize::from(column) % size.width());
            for column in numbers.filter_map(Column::new) {
                let _ = game.play(column);
            }
            let movetext = game.to_movetext();
            let result = movetext.rsplit(' ').next().unwrap();
            assert_eq!(result == "*", game.outcome().is_none(), "{movetext}");
            let reader = Reader::new().board(Some(size));
            assert_eq!(reader.read_line(&movetext).map(|found| found.game).as_ref(), Ok(&game), "{movetext}");
            if game.outcome().is_some() {
                let drawn = format!(
                    "{} {}",
                    movetext.trim_end_matches(result),
                    if result == "0-1" { "1-0" } else { "0-1" }
                );
                let error = reader.read(&drawn).unwrap_err().to_string();
                assert!(error.contains(": result "), "{drawn}: {error}");
            }
            let drawing = reader.read(&game.to_drawing()).map(|found| *found.position());
            assert_eq!(drawing.as_ref(), Ok(game.position()));
        }
        drop(columns);
    }
    QuickCheck::new().tests(20).quickcheck(property as fn(Vec<u8>));
}

#[test]
fn what_is_wrong_with_a_text_takes_one_line() {
    let (nine, twelve) = (size("9x5"), size("12x4"));
    let error = |read: Result<Position, ParseError>| read.unwrap_err().to_string();
    let error_on = |size, text| Reader::new().board(Some(size)).read(text).unwrap_err().to_string();
    for (found, expected) in [
        (error(Position::parse(nine, "44a")), "invalid character 'a' at index 2 (moves are columns, 1 to 9)"),
        (
            error(Position::parse(size("10x5"), "b")),
            "invalid character 'b' at index 0 (moves are columns, 1 to 9 and a)",
        ),
        (error(Position::parse(twelve, "aaaaa")), "move 5: column 10 is full"),
        (
            error("...../....".parse()),
            "read as a drawn board, because of '/': 4 cells in row 2 from the top, where the board has 5",
        ),
        (
            error_on(nine, ".../..."),
            "read as a drawn board, because of '/': 2 rows, where the board has 5 ('/' stands between rows, the top row comes first)",
        ),
        (
            error("................./".repeat(7).trim_end_matches('/').parse()),
            "a board of 17x7 doesn't fit: with 7 rows it has 1 to 16 columns",
        ),
        (
            error("...\n....".parse()),
            "read as a drawn board, because of '.': 4 cells in row 2 from the top, where the board has 3",
        ),
        (
            error("17/17/17/17/17/17/17 w - - 0 1".parse()),
            "a board of 17x7 doesn't fit: with 7 rows it has 1 to 16 columns",
        ),
        (
            error_on(twelve, "12/12/12/13 w"),
            "read as FEN, because of '/': invalid character '1' at index 9 (a rank is made of P, p and 1 to 12)",
        ),
        (
            error("12/11/12/12 w".parse()),
            "read as FEN, because of '/': 11 cells in row 2 from the top, where the board has 12",
        ),
        (error(Position::from_cells(nine, &[0; 42])), "42 cells, where the board has 45"),
    ] {
        assert_eq!(found, expected);
        assert_eq!(found.lines().count(), 1);
    }
}

/// Asserts that an error names the form that was guessed, or that it is one of a text that was understood.
fn assert_names_the_form(text: &str, error: &ParseError) {
    use ParseErrorKind::{DrawnRow, NoForm, NotRead};
    let is_clear = error.breaks_a_rule() || matches!(error.kind(), DrawnRow | NoForm | NotRead);
    assert!(is_clear || error.to_string().starts_with("read as "), "{text:?}: {error}");
}

#[test]
fn a_refusal_begins_with_the_guess_of_the_form() {
    let header = "a1,a2,a3,a4,a5,a6,b1,b2,b3,b4,b5,b6,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5,d6,e1,e2,Class";
    let discs = "⚪⚪⚪⚪⚪⚪⚪\n⚪⚪🟡🟡⚪⚪⚪\n⚪⚪🔴🔴⚪⚪⚪";
    for (text, expected) in [
        ("7/7/7/7/7/Z w", "read as FEN, because of '/': invalid character 'Z' at index 10"),
        ("......./...Z.../.......", "read as a drawn board, because of '/': invalid character 'Z'"),
        ("1. d1 d9", "read as cells of moves, because of \"1.\": move \"d9\" at index 6"),
        ("b,x,o", "read as a row of connect-4.data, because of letters with commas: 3 fields"),
        ("[4, 8]", "read as a list, because of '[': \"8\" in place 2"),
        ("?pos=4438", "read as a link, because of 'pos=': invalid character '8'"),
        ("/solve?pos=4433&ply=2", "read as a link, because of 'pos=': \"ply\" may change the position"),
        ("?pos=4433&pos=44", "read as a link, because of 'pos=': \"pos\" may change the position"),
        // What the documents say is not read, in their words.
        (discs, "coloured discs, R and Y aren't read: write X"),
        ("⚪⚪🟡", "coloured discs, R and Y aren't read: "),
        (". . Y Y . . .\n. . R R . . .", "coloured discs, R and Y aren't read: write X"),
        ("../YR", "coloured discs, R and Y aren't read: "),
        ("1: 4433", "a label before a position isn't read: leave it out"),
        ("1. 4433", "a label before a position isn't read: leave it out"),
        ("moves: 4433", "a label before a position isn't read: leave it out"),
        ("4433: 18", "a label before a position isn't read: leave it out; a score is behind the moves"),
        ("X4 O4 X3 O3", "players beside columns aren't read: give the columns alone"),
        ("r:4,y:4", "players beside columns aren't read: "),
        ("4433 // x", "a comment behind a position isn't read: leave it out"),
        ("......./...X... # x", "a comment behind a position isn't read: leave it out"),
        ("{{0,0,0},{0,1,2}}", "read as a drawn board, because of '{': a drawing of a board of 3x2"),
        ("position,score", "the header of a table is no position: "),
        ("array([[0, 0], [1, 2]])", "Python code isn't read: "),
        ("[['_', 'O'], ['X', 'X']]", "Python code isn't read: "),
        ("0x204081 0x10", "bitboards aren't read: "),
        ("https://connect4.gamesolver.org/", "a link alone is read by its 'pos='"),
        ("[game](https://connect4.gamesolver.org/?pos=4433)", "a link alone is read by its 'pos='"),
        ("[\"4433\",\"44\"]", "a list of texts or objects isn't read: "),
        ("[{\"move\":\"4\",\"score\":-1.0}]", "a list of texts or objects isn't read: "),
        (header, "the header of a table is no position: "),
        (&format!("{}1", "0,".repeat(42)), "numbers of cells are 0, 1 and 2"),
        (&format!("17,{}2", "0,".repeat(41)), "numbers of cells are 0, 1 and 2"),
        (&["0. 0. 0. 0. 0. 0. 0."; 6].join("\n"), "numbers of cells are 0, 1 and 2"),
        (&format!("[[{}]]", ["0 0 0 0 0 0 -1"; 6].join("]\n [")), "numbers of cells are 0, 1 and 2"),
        // Texts with a sign of a form that they are not.
        ("0.0,1.0,-1.0", "no form of a position: "),
        ("Red: 4, Yellow: 4", "no form of a position: "),
        ("moves,score", "no form of a position: "),
        ("position", "no form of a position: "),
        ("no/such.file", "no form of a position: "),
        ("test-positions/L3_R1.txt", "no form of a position: "),
        ("4433.txt", "no form of a position: "),
        ("no.such", "no form of a position: "),
        // A typing error among moves is named by its place.
        ("44x", "invalid character 'x' at index 2"),
        ("zzz", "invalid character 'z' at index 0"),
    ] {
        let reader = Reader::new();
        for found in [Some(reader.read(text)), (!text.contains('\n')).then(|| reader.read_line(text))] {
            let Some(found) = found else { continue };
            let error = found.map(|read| read.game.to_string()).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{text}: {error}");
        }
    }
    // A notation that was chosen is no guess.
    let error = Reader::new().notation(Some(Notation::Fen)).read("7/Z").unwrap_err().to_string();
    assert!(error.starts_with("invalid character 'Z'"), "{error}");
}

#[test]
fn a_damaged_text_of_any_form_is_refused_by_its_form() {
    let game = Game::parse(BoardSize::STANDARD, "4433").unwrap();
    let position = game.position();
    let cells: Vec<_> = position.to_cells().chunks(7).map(|row| format!("{row:?}")).collect();
    let forms = [
        game.to_movetext(),
        game.to_drawing(),
        position.to_string(),
        position.to_rows(),
        position.to_fen(),
        position.to_connect4_data(),
        format!("[{}]", cells.join(",\n")),
        format!("{:?}", position.to_cells()),
        "https://connect4.gamesolver.org/?pos=4433".to_owned(),
    ];
    for form in forms {
        assert_eq!(Reader::new().read(&form).unwrap().position(), position, "{form}");
        for place in 0..=form.len() {
            for damage in ["~", "8", "Z"] {
                let text = form[..place].to_owned() + damage + &form[place..];
                if let Err(error) = Reader::new().read(&text) {
                    assert_names_the_form(&text, &error);
                }
            }
        }
    }
}

#[test]
fn a_link_to_a_position_is_read_by_its_moves() {
    for (text, moves, board) in [
        ("https://connect4.gamesolver.org/?pos=4433", "4433", "7x6"),
        ("https://connect4.gamesolver.org/en/?pos=4433#top", "4433", "7x6"),
        ("http://127.0.0.1:8080/?pos=4433&x=0&o=10", "4433", "7x6"),
        ("?pos=", "", "7x6"),
        (" /solve?pos=4433\n", "4433", "7x6"),
        ("<https://connect4.gamesolver.org/?pos=4433>", "4433", "7x6"),
        ("?pos=88a&board=10x5&review", "88a", "10x5"),
    ] {
        // The link has its own base and board.
        for reader in
            [Reader::new(), Reader::new().base(Base::Zero), Reader::new().default_board(size("8x7"))]
        {
            for read in [reader.read(text), reader.read_line(text)] {
                let read = read.unwrap();
                assert_eq!(
                    (read.game.to_string(), read.game.size()),
                    (moves.to_owned(), size(board)),
                    "{text}"
                );
                assert!(read.has_moves() && read.text == text);
            }
        }
    }
    let error = Reader::new().board(Some(size("8x7"))).read("?pos=44").unwrap_err().to_string();
    assert_eq!(error, "read as a link, because of 'pos=': a board of 7x6, where 8x7 is expected");
}

#[test]
fn every_short_game_on_a_wide_board_is_read_back_in_each_form_and_never_as_another() {
    for size in ["12x4", "32x3"].map(size) {
        let reader = Reader::new().board(Some(size));
        let columns = || size.columns().map(Some);
        for (a, b) in columns().flat_map(|a| columns().map(move |b| (a, b))) {
            for c in columns().chain([None]) {
                let game = played(size, [a, b, c].into_iter().flatten());
                let moves = game.to_string();
                assert_eq!(Game::parse(size, &moves).as_ref(), Ok(&game));
                assert_eq!(suite::parse_line(size, &format!("{moves} 0")).unwrap().0, game);
                let numbers: Vec<_> = game.moves().iter().map(|column| column.number()).collect();
                let list = format!("{numbers:?}");
                for text in [&moves, &list] {
                    let stated = reader.notation(Some(Notation::Moves));
                    assert_eq!(stated.read(text).map(|read| read.game).as_ref(), Ok(&game), "{text}");
                }
                // Where the notation is a guess, what may be another position is refused.
                let words = game.to_words();
                for text in [&list, &words, &game.to_movetext(), &format!("{moves} 0"), &moves] {
                    match reader.read_line(text) {
                        Ok(read) => assert_eq!(read.game, game, "{text}"),
                        Err(error) => assert!(*text == moves && words != moves, "{text}: {error}"),
                    }
                }
            }
        }
    }
}

#[test]
fn drops_on_the_widest_boards_have_files_of_two_letters() {
    let widest = size("32x1");
    let all: Vec<_> = widest.columns().map(|column| DropMove::new(&Position::on(widest), column)).collect();
    let texts: Vec<_> = all.iter().map(ToString::to_string).collect();
    assert_eq!([&texts[0], &texts[25], &texts[26], &texts[31]], ["P@a1", "P@z1", "P@aa1", "P@af1"]);
    for (drop, text) in all.iter().zip(&texts) {
        for text in [text.as_str(), &text.to_uppercase(), &text[2..], text[2..].trim_end_matches('1')] {
            assert_eq!(DropMove::parse(widest, text).map(DropMove::column), Ok(drop.column()), "{text}");
        }
    }
    let twenty_seven = size("27x1");
    assert_eq!(DropMove::parse(twenty_seven, "aa").map(|drop| drop.column().number()), Ok(27));
    for text in ["ab1", "{1", "aaa", "a2", "a0", "", "P@"] {
        let error = DropMove::parse(twenty_seven, text).unwrap_err().to_string();
        assert_eq!(error, "moves are drops like P@aa1, a to aa and 1 to 1", "{text}");
    }
}

#[test]
fn a_drop_of_a_wider_board_is_refused_by_the_rules() {
    let drop = DropMove::parse(size("9x5"), "i2").unwrap();
    let mut game = Game::on(BoardSize::STANDARD);
    let refused = drop.play_in(&mut game).unwrap_err();
    assert_eq!(refused.to_string(), "there is no column 9 (the columns are 1 to 7)");
    assert!(game.moves().is_empty());
}
