//! Lines of a session in every dialect, on the board that the first byte chooses. A game from a line can be written in
//! moves and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_core::{BoardSize, Game};
use marlin_protocol::{Command, Dialect};

const BOARDS: [&str; 5] = ["7x6", "4x4", "9x6", "32x1", "1x63"];

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let mut board: BoardSize = BOARDS[usize::from(choice) % BOARDS.len()].parse().expect("it is a board");
    for line in text.lines() {
        for dialect in [Dialect::Native, Dialect::Uci, Dialect::Ugi] {
            match dialect.parse(line, board) {
                Ok(Command::Position(game)) if game.start().nb_moves() == 0 => {
                    let again = Game::parse(game.size(), &game.to_string()).expect("moves are read again");
                    assert_eq!(again.position(), game.position());
                }
                Ok(Command::Board(size)) => board = size,
                Ok(_) => {}
                Err(error) => assert!(error.to_string().chars().all(|c| !c.is_control() || c == '\n'), "{error}"),
            }
        }
    }
});
