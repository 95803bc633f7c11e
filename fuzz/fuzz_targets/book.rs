//! A forged book is refused, or has scores that a game can have; no book causes a panic. The checksum would
//! reveal the damage, so the target corrects it before the book is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_core::{Book, Game};

const CHECKSUM: std::ops::Range<usize> = 24..32;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    if bytes.len() > CHECKSUM.end {
        let checksum = checksum(&bytes);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    }
    let Ok(book) = Book::read(&bytes[..]) else { return };
    assert_eq!(*book.to_bytes(), bytes);
    // Games that the bytes choose.
    let mut game = Game::on(book.size());
    for byte in bytes.iter().rev().take(64) {
        let legal: Vec<_> = game.legal_moves().collect();
        let Some(&column) = legal.get(usize::from(*byte) % legal.len().max(1)) else { break };
        if let Some(score) = book.score(game.position()) {
            let most = (book.size().cells() as i32 + 1) / 2;
            assert!(score.get().abs() <= most, "{score} at {game}");
        }
        let _ = book.columns(game.position());
        game.play(column).expect("it is legal");
    }
});

/// The checksum of a book, as docs/formats.md has it.
fn checksum(bytes: &[u8]) -> u64 {
    let rest = bytes[..CHECKSUM.start].chunks(8).chain(bytes[CHECKSUM.end..].chunks(8));
    rest.fold(bytes.len() as u64, |sum, word| {
        let mut padded = [0; 8];
        padded[..word.len()].copy_from_slice(word);
        (sum ^ u64::from_le_bytes(padded)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}
