//! Positions in objects of JSON: each is read again from the object that it makes, and no text makes their
//! reader panic.

use marlin_coach::request::reader;
use marlin_core::{BoardSize, Player};
use marlin_notation::{Base, Notation};

use crate::explain::random::Random;

#[test]
fn positions_of_every_board_come_back_from_an_observation() {
    for size in BoardSize::all() {
        let mut random = Random::new((size.width() * 100 + size.height()) as u64);
        for plies in [0, size.cells() as usize / 2, size.cells() as usize] {
            let position = random.position(size, plies);
            let mark = if position.side_to_move() == Player::X { 1 } else { 2 };
            let observed = format!(r#"{{"board": {:?}, "mark": {mark}}}"#, position.to_cells());
            let read = reader().board(Some(size)).read(&observed).map(|read| *read.position());
            assert_eq!(read.as_ref(), Ok(&position), "{size}: {observed}");
        }
    }
}

#[test]
fn no_text_makes_the_reader_of_objects_panic() {
    const PARTS: [&str; 32] = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u0062",
        "\n",
        " ",
        "é",
        "✓",
        "\"board\":",
        "\"position\":",
        "\"4433\"",
        "\"mark\":",
        "\"columns\":",
        "\"rows\":",
        "\"inarow\":",
        "\"to_move\":",
        "\"X\"",
        "\"score\":",
        "\"observation\":",
        "\"moves\":",
        "\"7x6\"",
        "0",
        "1",
        "2",
        "4",
        "-1e300",
        "null",
    ];
    let mut random = Random::new(20_261_128);
    for _ in 0..20_000 {
        let parts = random.below(12);
        let inside: String = (0..parts).map(|_| PARTS[random.below(PARTS.len())]).collect();
        let text = if random.below(2) == 0 { inside } else { format!("{{{inside}}}") };
        for base in [Base::One, Base::Zero] {
            for notation in [None, Some(Notation::Kaggle)] {
                let reader = reader().notation(notation).base(base).board("2x2".parse().ok());
                for found in [reader.read(&text), reader.read_line(&text)] {
                    let Err(error) = found else { continue };
                    let message = error.to_string();
                    assert!(
                        !message.is_empty() && !message.contains(['\n', '\0']),
                        "{message:?} of {text:?}"
                    );
                    assert!(
                        error.index().is_none_or(|index| index <= text.chars().count()),
                        "{error} of {text:?}"
                    );
                }
            }
        }
    }
}
