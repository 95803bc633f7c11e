//! The record of a person by a log of 200 entries, which the tests of the page read too.

use std::fs;

use marlin_coach::progress::{LogLine, Progress};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/coach/person/");

/// `MARLIN_WRITE=1 cargo test -p marlin-coach --test coach person` writes the record anew.
#[test]
fn a_log_of_200_entries_has_the_record_that_the_page_shows() {
    let log = fs::read_to_string(format!("{FOLDER}log.txt")).unwrap();
    assert_eq!(log.lines().filter(|line| LogLine::parse(line).is_some()).count(), 200);
    let record = Progress::parse(&log).record("2026-06-30".parse().unwrap());
    assert!(record.streak > 4 && record.tried > 90 && record.next_level.is_some(), "{record:?}");
    let (file, expected) = (format!("{FOLDER}record.json"), serde_json::to_string(&record).unwrap() + "\n");
    if std::env::var_os("MARLIN_WRITE").is_some() {
        fs::write(&file, &expected).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap();
    assert!(
        found == expected,
        "MARLIN_WRITE=1 cargo test -p marlin-coach --test coach person writes the record anew"
    );
}
