//! Positions in every notation: what is read can be written and read again, in each form that it has.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_coach::given::Given;
use marlin_core::any::Position;
use marlin_protocol::positions::{self, Notation};

fuzz_target!(|text: &str| {
    if let Ok(found) = positions::read(text, Notation::Auto, None) {
        check(&found.position);
    }
    let given = Given { position: text.to_owned(), board: None };
    match given.game() {
        Ok(game) => {
            check(game.position());
            // A game of moves is what its moves lead to.
            if game.start().nb_moves() == 0 {
                let moves = Given { position: game.to_string(), board: Some(game.size().to_string()) };
                assert_eq!(moves.game().expect("moves are read again").position(), game.position());
            }
        }
        Err(error) => {
            let _ = (error.to_string(), error.index(), error.cell());
        }
    }
});

fn check(position: &Position) {
    let size = position.size();
    let rows = Position::from_rows(Some(size), &position.to_rows()).expect("rows are read again");
    let fen = Position::from_fen(Some(size), &position.to_fen()).expect("FEN is read again");
    assert_eq!((&rows, &fen), (position, position));
}
