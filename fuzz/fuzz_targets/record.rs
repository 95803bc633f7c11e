//! Records of unfinished books: damaged records are cut or refused, and no book is made from a record that
//! lacks a score.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use marlin_cli::book::{Scores, finish};
use tempfile::NamedTempFile;

fuzz_target!(|bytes: &[u8]| {
    let file = NamedTempFile::new().expect("there is a folder for it");
    fs::write(file.path(), bytes).expect("it can be written");
    if let Ok(scores) = Scores::read(file.path()) {
        let _ = finish(&scores);
    }
});
