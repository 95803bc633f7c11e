//! Positions in every notation: a position that is read can be written and read again, in each of its forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_coach::request::reader;
use marlin_core::{Game, ParseError};
use marlin_notation::{Base, Notation, Reader, Reading, join_rows, movetext};

/// The notations that can be requested, and no request.
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

fuzz_target!(|text: &str| {
    join_rows(text);
    for notation in NOTATIONS {
        for base in [Base::One, Base::Zero] {
            let reader = reader().notation(notation).base(base);
            check(text, reader.read(text));
            check(text, reader.read_line(text));
        }
    }
});

fn check(text: &str, found: Result<Reading<'_>, ParseError>) {
    match found {
        Ok(found) => check_game(&found.game),
        Err(error) => {
            let index = error.index().unwrap_or(0);
            assert!(index <= text.chars().count() && !error.to_string().is_empty());
            let _ = (error.cell(), error.breaks_a_rule());
        }
    }
}

/// A game is read again from its moves, and every position from each of its forms.
fn check_game(game: &Game) {
    let (reader, position) = (Reader::new().board(Some(game.size())), game.position());
    let read = |text: &str| reader.read(text).expect("it is read again").game;
    if game.start().nb_moves() == 0 {
        assert_eq!(&read(&movetext(game)), game);
        assert_eq!(read(&game.to_string()).position(), position);
    }
    for text in [position.to_rows(), position.to_fen(), game.to_drawing()] {
        assert_eq!(read(&text).position(), position);
    }
}
