//! The reader answers every text: with the position that was written, or with an error that names its place.

use marlin_core::{BoardSize, Game, ParseError, ParseErrorKind, Position, Score, suite};
use marlin_notation::{Base, DropMove, Notation, Reader, join_rows, movetext, to_connect4_data};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::{Random, size};

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
    if let Err(error) = DropMove::parse(size, text) {
        assert!(error.to_string().starts_with("moves are drops"), "{error} of {text:?}");
    }
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

/// Asserts that a game is read again from its moves, or its position from each of its forms.
fn assert_reads_again(game: &Game) {
    let (reader, position) = (Reader::new().board(Some(game.size())), game.position());
    if game.start().nb_moves() == 0 {
        assert_eq!(reader.read(&movetext(game)).map(|found| found.game).as_ref(), Ok(game));
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

#[test]
fn a_line_with_nothing_but_a_number_between_blanks_is_no_row_with_a_number_at_both_ends() {
    for text in ["\t3 ", " 3 ", " 4 \n 3 ", "3 ", " 3"] {
        for board in ["7x6", "32x1", "1x3", "2x2"] {
            check_reader(text, size(board));
        }
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    fn rubbish(text: String) {
        for board in ["7x6", "32x1"] {
            check_reader(&text, size(board));
        }
        drop(text);
    }
    fn almost_notation(AlmostNotation(text): AlmostNotation) {
        for board in ["7x6", "1x3", "2x2", "12x4"] {
            check_reader(&text, size(board));
        }
        drop(text);
    }
    QuickCheck::new().tests(500).quickcheck(rubbish as fn(String));
    QuickCheck::new().tests(2_000).quickcheck(almost_notation as fn(AlmostNotation));
}

/// Returns a game of random moves, at most `most`.
fn random_game(size: BoardSize, random: &mut Random, most: usize) -> Game {
    let mut game = Game::on(size);
    for _ in 0..random.below(most + 1) {
        let moves: Vec<_> = game.legal_moves().collect();
        let Some(&column) = moves.get(random.below(moves.len().max(1))) else { break };
        game.play(column).expect("a legal move");
    }
    game
}

#[test]
fn what_marlin_writes_of_a_game_on_any_board_is_read_as_that_game() {
    let mut random = Random(20_261_128);
    for size in BoardSize::all() {
        for round in 0..12 {
            // The first moves alone, too: one or two words may have several meanings.
            let game = random_game(size, &mut random, if round < 8 { 3 } else { size.cells() as usize });
            let position = game.position();
            let reader = Reader::new().board(Some(size));
            let read = |text: &str| reader.read(text).map(|read| *read.position());
            let lines = [game.to_string(), movetext(&game), suite::to_line(&game, Score::DRAW)];
            for line in &lines {
                let read = reader.read_line(line).map(|read| read.game);
                assert_eq!(read.as_ref(), Ok(&game), "{line:?} on {size}");
            }
            let numbers: Vec<_> = game.moves().iter().map(|column| column.number()).collect();
            let list =
                reader.notation(Some(Notation::Moves)).read(&format!("{numbers:?}")).map(|read| read.game);
            assert_eq!(list.as_ref(), Ok(&game));
            let fen = position.to_fen();
            let rows = [position.to_rows(), fen.clone(), to_connect4_data(position)];
            for text in [&position.to_string(), &game.to_drawing(), &lines[0], &lines[1]]
                .into_iter()
                .chain(&rows[..2])
            {
                // A board of one column and few stones has no sign of its own.
                assert_eq!(read(text).as_ref(), Ok(position), "{text:?} on {size}");
                // A text that needs no recognition means the same to the core.
                if text != &lines[1] {
                    assert_eq!(Position::parse(size, text).as_ref(), Ok(position), "{text:?} on {size}");
                }
            }
            for (text, notation) in [(&rows[0], Notation::Board), (&rows[2], Notation::Connect4Data)] {
                let read = reader.notation(Some(notation)).read(text).map(|read| *read.position());
                assert_eq!(read.as_ref(), Ok(position), "{text}");
            }
            // A finished game has its own result, and no other.
            let (moves, result) = lines[1].rsplit_once(' ').unwrap_or(("", &lines[1]));
            assert_eq!(result == "*", game.outcome().is_none(), "{game} on {size}");
            if game.outcome().is_some() {
                let other = format!("{moves} {}", if result == "0-1" { "1-0" } else { "0-1" });
                let error = reader.read(&other).unwrap_err().to_string();
                assert!(error.contains(": result "), "{other}: {error}");
            }
            let framed =
                format!("+---+\r\n| {} |\r\n+---+\r\n", position.to_string().replace('\n', " |\r\n| "));
            let drawn = reader.notation(Some(Notation::Board)).read(&framed).map(|read| *read.position());
            assert_eq!(drawn.as_ref(), Ok(position), "{framed}");
            let mut by_drops = Game::on(size);
            for drop in DropMove::line(game.start(), game.moves()) {
                assert_eq!(DropMove::parse(size, &drop.to_string()), Ok(drop), "{drop} on {size}");
                drop.play_in(&mut by_drops).expect("a legal move");
            }
            assert_eq!(by_drops, game);
        }
    }
}

#[test]
fn what_is_wrong_with_a_text_takes_one_line() {
    let error = |text: &str| Reader::new().read(text).unwrap_err().to_string();
    let error_on = |board, text| Reader::new().board(Some(size(board))).read(text).unwrap_err().to_string();
    for (found, expected) in [
        (error_on("9x5", "44a"), "invalid character 'a' at character 3 (moves are columns, 1 to 9)"),
        (
            error_on("12x4", "4433"),
            "\"4433\" at character 1 is no column (separate the moves on a board of 12 columns, as in 10,3,10)",
        ),
        (
            error_on("9x5", ".../..."),
            "read as a drawn board, because of '/': 2 rows, where the board has 5 (separate rows with '/', top row first)",
        ),
        (
            error("................./".repeat(7).trim_end_matches('/')),
            "a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns",
        ),
        (
            error("...\n...."),
            "read as a drawn board, because of '.': 4 cells in row 2 from the top, where the board has 3",
        ),
        (
            error("17/17/17/17/17/17/17 w - - 0 1"),
            "a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns",
        ),
        (
            error("12/11/12/12 w"),
            "read as FEN, because of '/': 11 cells in row 2 from the top, where the first has 12",
        ),
    ] {
        assert_eq!(found, expected);
        assert_eq!(found.lines().count(), 1);
    }
}

/// Asserts that an error names the guessed form, or that the text was understood.
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
        ("7/7/7/7/7/Z w", "read as FEN, because of '/': invalid character 'Z' at character 11"),
        ("......./...Z.../.......", "read as a drawn board, because of '/': invalid character 'Z'"),
        ("1. d1 d9", "read as cells of moves, because of \"1.\": move \"d9\" at character 7"),
        ("b,x,o", "read as a row of connect-4.data, because of letters with commas: 3 fields"),
        ("[4, 8]", "read as a list, because of '[': \"8\", item 2"),
        ("?pos=4438", "read as a link, because of 'pos=': invalid character '8'"),
        ("/solve?pos=4433&ply=2", "read as a link, because of 'pos=': \"ply\" may change the position"),
        ("?pos=4433&pos=44", "read as a link, because of 'pos=': \"pos\" may change the position"),
        // These are the forms that the documents list as not read, in their words.
        (discs, "coloured discs, R and Y are not read: write X"),
        ("⚪⚪🟡", "coloured discs, R and Y are not read: "),
        (". . Y Y . . .\n. . R R . . .", "coloured discs, R and Y are not read: write X"),
        ("../YR", "coloured discs, R and Y are not read: "),
        ("1: 4433", "a label before a position is not read: leave it out"),
        ("1. 4433", "a label before a position is not read: leave it out"),
        ("moves: 4433", "a label before a position is not read: leave it out"),
        ("4433: 18", "a label before a position is not read: leave it out; a score is behind the moves"),
        ("X4 O4 X3 O3", "players beside columns are not read: give the columns alone"),
        ("r:4,y:4", "players beside columns are not read: "),
        ("4433 // x", "a comment behind a position is not read: leave it out"),
        ("......./...X... # x", "a comment behind a position is not read: leave it out"),
        ("{{0,0,0},{0,1,2}}", "read as a drawn board, because of '{': a board of 3x2"),
        ("position,score", "the header of a table is no position: "),
        ("array([[0, 0], [1, 2]])", "Python code is not read: "),
        ("[['_', 'O'], ['X', 'X']]", "Python code is not read: "),
        ("0x204081 0x10", "bitboards are not read: "),
        ("https://connect4.gamesolver.org/", "a link alone is read by its 'pos='"),
        ("[game](https://connect4.gamesolver.org/?pos=4433)", "a link alone is read by its 'pos='"),
        ("[\"4433\",\"44\"]", "a list of texts or objects is not read: "),
        ("[{\"move\":\"4\",\"score\":-1.0}]", "a list of texts or objects is not read: "),
        (header, "the header of a table is no position: "),
        (&format!("{}1", "0,".repeat(42)), "numbers of cells are 0, 1 and 2"),
        (&format!("17,{}2", "0,".repeat(41)), "numbers of cells are 0, 1 and 2"),
        (&["0. 0. 0. 0. 0. 0. 0."; 6].join("\n"), "numbers of cells are 0, 1 and 2"),
        (&format!("[[{}]]", ["0 0 0 0 0 0 -1"; 6].join("]\n [")), "numbers of cells are 0, 1 and 2"),
        // These texts have a sign of a form, and are not in that form.
        ("0.0,1.0,-1.0", "no form of a position: "),
        ("Red: 4, Yellow: 4", "no form of a position: "),
        ("moves,score", "no form of a position: "),
        ("position", "no form of a position: "),
        ("no/such.file", "no form of a position: "),
        ("test-positions/L3_R1.txt", "no form of a position: "),
        ("4433.txt", "no form of a position: "),
        ("no.such", "no form of a position: "),
        // A typing error among moves is named by its place.
        ("44x", "invalid character 'x' at character 3"),
        ("zzz", "invalid character 'z' at character 1"),
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
        movetext(&game),
        game.to_drawing(),
        position.to_string(),
        position.to_rows(),
        position.to_fen(),
        to_connect4_data(position),
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
        ("?pos=8,8,10&board=10x5&review", "8,8,10", "10x5"),
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
