//! Whatever is fed to a parser, it answers: with what was written, or with an error that says where it went wrong.

use marlin_core::notation::{Base, Notation, NotationError, Reader, join_rows};
use marlin_core::{
    BoardSize, Column, DropMove, Game, ParsePositionError, Player, Position, Size, Standard, suite,
};
use quickcheck::{Arbitrary, Gen, QuickCheck};

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
fn check_parsers<const W: usize, const H: usize>(text: &str) {
    let as_game = text.parse::<Game<Size<W, H>>>();
    let as_position = text.parse::<Position<Size<W, H>>>();
    assert_eq!(as_game.as_ref().map(Game::position), as_position.as_ref(), "{text:?}");
    if let Err(error) = as_game {
        assert_names_a_character(text, &error);
    }
    if let Err(error) = Position::<Size<W, H>>::from_drawing(text) {
        assert_names_a_character(text, &error);
    }
    for read in [
        Position::<Size<W, H>>::from_rows(text),
        Position::from_fen(text),
        Position::from_connect4_data(Size, text),
    ] {
        if let Err(error) = read {
            assert!(!error.to_string().is_empty());
        }
    }
    if let Err(error) = DropMove::parse(Size::<W, H>, text) {
        assert!(error.to_string().starts_with("moves are drops"), "{error} of {text:?}");
    }
    if let Err(error) = suite::read::<Size<W, H>>(text.as_bytes()) {
        assert!(error.to_string().starts_with("line "), "{error} of {text:?}");
    }
    check_reader(text, BoardSize::new(W, H).expect("the board fits"));
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
fn assert_reads_again(game: &Game<BoardSize>) {
    let (reader, position) = (Reader::new().board(Some(game.size())), game.position());
    if game.start().nb_moves() == 0 {
        assert_eq!(reader.read(&game.to_movetext()).map(|found| found.game).as_ref(), Ok(game));
    }
    for text in [position.to_rows(), position.to_fen(), game.to_drawing()] {
        assert_eq!(reader.read(&text).map(|found| *found.position()).as_ref(), Ok(position), "{text}");
    }
}

/// Asserts that the place of an error is in the text, and that its message has one line.
fn assert_has_a_place(text: &str, error: &NotationError) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains(['\n', '\0']), "{message:?} of {text:?}");
    assert!(error.index().is_none_or(|index| index <= text.chars().count()), "{error} of {text:?}");
    let _ = (error.cell(), error.breaks_a_rule());
}

/// Asserts that an error that names a character gives its index in the text.
fn assert_names_a_character(text: &str, error: &ParsePositionError) {
    use ParsePositionError::{IllegalMove, InvalidCharacter, SecondWord};
    if let SecondWord { index } = error {
        assert!(text.chars().nth(*index).is_some_and(char::is_alphanumeric), "{error} of {text:?}");
    }
    if let InvalidCharacter { index, found, .. } | IllegalMove { index, found, .. } = error {
        assert_eq!(text.chars().nth(*index), Some(*found), "{error} of {text:?}");
    }
    assert!(!error.to_string().is_empty());
}

#[test]
fn no_text_makes_a_parser_panic() {
    fn rubbish(text: String) {
        check_parsers::<7, 6>(&text);
        check_parsers::<32, 1>(&text);
        drop(text);
    }
    fn almost_notation(AlmostNotation(text): AlmostNotation) {
        check_parsers::<7, 6>(&text);
        check_parsers::<1, 3>(&text);
        check_parsers::<2, 2>(&text);
        drop(text);
    }
    QuickCheck::new().tests(500).quickcheck(rubbish as fn(String));
    QuickCheck::new().tests(2_000).quickcheck(almost_notation as fn(AlmostNotation));
}

#[test]
fn no_bytes_make_the_reader_of_sets_panic() {
    fn property(bytes: Vec<u8>) {
        let lines = bytes.split(|&byte| byte == b'\n').count();
        let found = suite::read::<Standard>(bytes.as_slice());
        drop(bytes);
        assert!(found.map_or(0, |set| set.lines.len()) <= lines);
    }
    QuickCheck::new().tests(500).quickcheck(property as fn(Vec<u8>));
}

#[test]
fn no_numbers_make_a_parser_panic() {
    fn cells(cells: Vec<u8>) {
        let found = Position::<Size<3, 3>>::from_cells(&cells);
        assert!(found.is_err() || cells.len() == 9, "{cells:?}");
        let nine: Vec<u8> = cells.into_iter().chain([0; 9]).take(9).collect();
        let invalid = nine.iter().position(|&cell| cell > 2);
        let error = Position::<Size<3, 3>>::from_cells(&nine).err();
        let named = match error {
            Some(ParsePositionError::InvalidCell { index, found }) => {
                assert_eq!(nine[index], found);
                Some(index)
            }
            _ => None,
        };
        assert_eq!(named, invalid, "{nine:?}");
    }
    fn columns(columns: Vec<usize>) {
        let found = Game::<Standard>::from_columns(columns.iter().copied());
        match found {
            Ok(game) => assert!(game.moves().iter().map(|column| column.index()).eq(columns)),
            Err(ParsePositionError::InvalidColumn { index, found, width: 7 }) => {
                assert_eq!(columns[index], found);
                assert!(found >= 7);
                drop(columns);
            }
            Err(ParsePositionError::IllegalMove { index, found, .. }) => {
                assert_eq!(Column::from_char(found), Column::new(columns[index]));
                drop(columns);
            }
            Err(error) => panic!("{error}"),
        }
    }
    fn bitboards(first: u64, second: u64) {
        if let Ok(position) = Position::<Size<8, 7>>::from_bitboards(first, second) {
            assert_eq!(
                (position.stones(Player::X).bits(), position.stones(Player::O).bits()),
                (first, second)
            );
        }
        let outside = (first | second) & !Standard::BOARD_MASK;
        match Position::<Standard>::from_bitboards(first, second) {
            Err(ParsePositionError::OutsideBoard { index }) => assert_eq!(index, outside.trailing_zeros()),
            _ => assert_eq!(outside, 0),
        }
    }
    let quickcheck = || QuickCheck::new().tests(300);
    quickcheck().quickcheck(cells as fn(Vec<u8>));
    quickcheck().quickcheck(columns as fn(Vec<usize>));
    quickcheck().quickcheck(bitboards as fn(u64, u64));
}

#[test]
fn every_position_comes_back_from_each_of_its_forms() {
    fn assert_round_trips<const W: usize, const H: usize>(columns: &[u8]) {
        let mut game = Game::<Size<W, H>>::empty();
        for &column in columns {
            let _ = Column::new(usize::from(column) % W).map(|column| game.play(column));
            let position = game.position();
            let forms: [(&str, Result<Position<Size<W, H>>, _>); 7] = [
                ("digits", game.to_string().parse()),
                ("columns", Position::from_columns(game.moves().iter().map(|column| column.index()))),
                ("drawing", Position::from_drawing(&position.to_string())),
                ("rows", Position::from_rows(&position.to_rows())),
                ("FEN", Position::from_fen(&position.to_fen())),
                ("connect-4.data", Position::from_connect4_data(Size, &position.to_connect4_data())),
                ("Kaggle", Position::from_kaggle(Size, &position.to_cells(), None)),
            ];
            for (form, read) in forms {
                assert_eq!(read.as_ref(), Ok(position), "{form} of {game}");
            }
            let mut by_drops = Game::empty();
            for drop in DropMove::line(game.start(), game.moves()) {
                assert_eq!(DropMove::parse(Size::<W, H>, &drop.to_string()), Ok(drop));
                drop.play_in(&mut by_drops).unwrap();
            }
            assert_eq!(by_drops, game);
        }
    }
    fn property(columns: Vec<u8>) {
        assert_round_trips::<7, 6>(&columns);
        assert_round_trips::<4, 3>(&columns);
        assert_round_trips::<11, 4>(&columns);
        drop(columns);
    }
    QuickCheck::new().tests(100).quickcheck(property as fn(Vec<u8>));
}

#[test]
fn columns_are_written_as_they_are_read() {
    for index in 0..32 {
        let column = Column::new(index).expect("a column of the widest board");
        assert_eq!((column.index(), column.number()), (index, index + 1));
        assert_eq!(Column::from_char(column.to_char()), Some(column));
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
            let read = Game::from_movetext(size, &movetext);
            assert_eq!(read.as_ref(), Ok(&game), "{movetext}");
            let reader = Reader::new().board(Some(size));
            assert_eq!(reader.read_line(&movetext).map(|found| found.game).as_ref(), Ok(&game), "{movetext}");
            if game.outcome().is_some() {
                let drawn = format!(
                    "{} {}",
                    movetext.trim_end_matches(result),
                    if result == "0-1" { "1-0" } else { "0-1" }
                );
                assert!(
                    matches!(Game::from_movetext(size, &drawn), Err(NotationError::Result { .. })),
                    "{drawn}"
                );
            }
            let drawing = reader.read(&game.to_drawing()).map(|found| *found.position());
            assert_eq!(drawing.as_ref(), Ok(game.position()));
        }
        drop(columns);
    }
    QuickCheck::new().tests(20).quickcheck(property as fn(Vec<u8>));
}
