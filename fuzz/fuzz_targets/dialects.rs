//! Lines of a session in every dialect, on the board that the first byte chooses. A game from a line can be
//! written in moves and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_cli::games_of_line;
use marlin_core::{BoardSize, Game};

const BOARDS: [&str; 5] = ["7x6", "4x4", "9x6", "32x1", "1x63"];

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let mut board: BoardSize = BOARDS[usize::from(choice) % BOARDS.len()].parse().expect("it is a board");
    for line in text.lines() {
        for read in games_of_line(line, board) {
            match read {
                Ok(Some(game)) if game.start().nb_moves() == 0 => {
                    let again = Game::parse(game.size(), &game.to_string()).expect("moves are read again");
                    assert_eq!(again.position(), game.position());
                    board = game.size();
                }
                Ok(_) => {}
                Err(error) => assert!(error.chars().all(|c| !c.is_control() || c == '\n'), "{error}"),
            }
        }
    }
});
