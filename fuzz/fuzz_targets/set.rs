//! Position sets: a set that is read has lines that can be read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_core::suite;

fuzz_target!(|bytes: &[u8]| {
    let Ok(set) = suite::read(bytes) else { return };
    for (game, score) in &set.lines {
        let text = suite::to_line(game, *score);
        let again = suite::parse_line(set.size, &text).expect("a line is read again");
        assert_eq!((again.0.position(), again.1), (game.position(), *score));
    }
});
