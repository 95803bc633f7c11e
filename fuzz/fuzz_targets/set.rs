//! Position sets: a set that is read has lines that can be read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_core::suite::{self, SuiteLine};

fuzz_target!(|bytes: &[u8]| {
    let Ok(set) = suite::read(bytes) else { return };
    for line in &set.lines {
        let text = format!("{} {}", line.game, line.score);
        let again = SuiteLine::parse(set.size, &text).expect("a line is read again");
        assert_eq!((again.game.position(), again.score), (line.game.position(), line.score));
    }
});
