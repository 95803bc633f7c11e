//! The table of boards: its file, and how tables are merged.

// Whatever fails here fails a test; the lint knows only functions that are tests themselves.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::time::Duration;

use marlin_boards::{Answer, Board, Ending, Entry, Found, MergeTablesError, Table};
use marlin_core::BoardSize;

fn found(answer: Answer) -> Found {
    Found { answer, nodes: 123, elapsed: Duration::from_micros(1_500_001), hash_mib: 64, threads: 1 }
}

fn table(board: &str, answer: Answer) -> Table {
    let mut table = Table::published();
    table.record(Board::named(board).unwrap(), found(answer));
    table
}

fn answer(table: &Table, board: &str) -> Option<Answer> {
    Some(table.entry(Board::named(board).unwrap())?.found()?.answer)
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let mut table = table("8x6", Answer::Bounds(-24, 0));
    table.record(Board::named("7x6").unwrap(), found(Answer::Proven(Ending::FirstWins(41))));
    table.record(Board::named("6x4").unwrap(), found(Answer::Proven(Ending::SecondWins(24))));
    table.record(Board::named("4x4").unwrap(), found(Answer::Proven(Ending::Draw)));
    let text = table.to_string();
    assert_eq!(Table::read(&text).as_ref(), Ok(&table));
    let line =
        "marlin = { bounds = [-24, 0], nodes = 123, seconds = 1.500001, hash_mib = 64, threads = 1 }\n";
    assert!(text.contains(line), "{text}");
    let embedded = Table::embedded();
    assert_eq!(Table::read(&embedded.to_string()), Ok(embedded));
}

#[test]
fn the_file_of_the_crate_is_as_it_would_be_written() {
    assert_eq!(include_str!("../boards.toml"), Table::embedded().to_string());
}

#[test]
fn every_board_has_a_published_result_with_a_source_and_none_is_contradicted() {
    let table = Table::embedded();
    for entry in table.entries() {
        assert!(entry.board().published().is_some() && !entry.sources().is_empty(), "{entry:?}");
        assert_eq!(entry.disagreement(), None);
    }
    assert!(Table::published().entries().iter().all(|entry| entry.found().is_none()));
}

#[test]
fn boards_of_few_cells_come_first_and_none_is_missing() {
    let boards: Vec<_> = Board::all().collect();
    assert!(boards.is_sorted_by_key(|board| board.size().cells()));
    // Every board with room for four in a row each way, up to the greatest sum with a published result.
    let expected = BoardSize::all().filter(|size| {
        let (width, height) = (size.width(), size.height());
        width.min(height) >= 4 && width + height <= 17
    });
    let names = |sizes: &mut dyn Iterator<Item = BoardSize>| -> HashSet<_> {
        sizes.map(|size| size.to_string()).collect()
    };
    assert_eq!(names(&mut boards.iter().map(Board::size)), names(&mut expected.into_iter()));
}

#[test]
fn a_text_that_is_no_table_is_refused_with_the_reason() {
    let refused = |text: &str| Table::read(text).unwrap_err().to_string();
    let marlin = |result: &str| {
        format!("boards.7x6.marlin = {{ {result}, nodes = 1, seconds = 1.0, hash_mib = 1, threads = 1 }}")
    };
    let expected = "a board of 8x8 doesn't fit: with 8 rows it has 1 to 7 columns";
    assert_eq!(refused("[boards.8x8]"), expected);
    for name in ["07x6", "7X6", "7x+6", "7", "0x6", "x", "7x6x5", "99999999999999999999x1"] {
        assert!(Table::read(&format!("[boards.\"{name}\"]")).is_err(), "{name}");
    }
    for result in [
        "winner = 'first', move = 42",
        "winner = 'second', move = 41",
        "winner = 'first'",
        "winner = 'first', move = 43",
        "winner = 'first', move = 5",
        "winner = 'none', move = 42",
        "bounds = [1, 0]",
        "bounds = [0, 1], winner = 'none'",
        "bounds = [0, 1], move = 41",
        "move = 41",
    ] {
        let expected = "7x6: no game can end so, or a result is incomplete";
        assert_eq!(refused(&marlin(result)), expected, "{result}");
    }
    assert!(Table::read(&marlin("winner = 'first', move = 41")).is_ok());
    assert_eq!(
        refused("boards.7x6.published = { winner = 'none', sources = ['hearsay'] }"),
        "7x6: no source \"hearsay\""
    );
    assert_eq!(
        refused("boards.7x6.published = { winner = 'none', sources = [] }"),
        "7x6: a published result without a source"
    );
    assert!(refused("boards.7x6.colour = 1").contains("unknown field"));
    assert!(!refused("[").is_empty());
}

#[test]
fn of_two_results_the_one_that_says_more_is_kept() {
    let answers = [
        None,
        Some(Answer::Bounds(-24, 24)),
        Some(Answer::Bounds(-24, 0)),
        Some(Answer::Proven(Ending::SecondWins(48))),
    ];
    let with = |answer: Option<Answer>| answer.map_or_else(Table::published, |answer| table("8x6", answer));
    for (less, less_answer) in answers.into_iter().enumerate() {
        for more_answer in &answers[less..] {
            for (mut into, from) in
                [(with(less_answer), with(*more_answer)), (with(*more_answer), with(less_answer))]
            {
                into.merge(from).unwrap();
                assert_eq!(answer(&into, "8x6"), *more_answer);
            }
        }
    }
}

#[test]
fn tables_that_contradict_each_other_are_not_merged() {
    let first = table("8x6", Answer::Proven(Ending::SecondWins(48)));
    let mut both = first.clone();
    let error = both.merge(table("8x6", Answer::Proven(Ending::Draw))).unwrap_err();
    assert_eq!(error.to_string(), "8x6: one table has 'second player wins at move 48', another 'draw'");
    assert_eq!(both, first);
    let other = "[sources]\na = 'b'\n[boards.8x6]\npublished = { winner = 'none', sources = ['a'] }";
    let error = both.merge(Table::read(other).unwrap()).unwrap_err();
    assert_eq!(error, MergeTablesError::Published { board: "8x6".to_owned() });
    assert_eq!(both, first);
}

#[test]
fn a_published_result_is_taken_over_by_a_table_without_it() {
    let found = "marlin = { winner = 'none', nodes = 1, seconds = 0.5, hash_mib = 64, threads = 1 }";
    let without = || Table::read(&format!("[boards.7x7]\n{found}")).unwrap();
    let published = || Table::published().entry(Board::named("7x7").unwrap()).unwrap().board().published();
    for (mut into, from) in [(without(), Table::published()), (Table::published(), without())] {
        into.merge(from).unwrap();
        let entry = into.entry(Board::named("7x7").unwrap()).unwrap();
        assert_eq!((entry.board().published(), entry.sources().len()), (published(), 2), "{entry:?}");
        assert_eq!(entry.found().and_then(Found::ending), Some(Ending::Draw));
        assert_eq!(Table::read(&into.to_string()), Ok(into));
    }
}

#[test]
fn parts_make_the_whole_table_in_any_order() {
    let parts = || {
        [
            table("8x6", Answer::Bounds(-24, 0)),
            table("7x6", Answer::Proven(Ending::FirstWins(41))),
            table("4x4", Answer::Proven(Ending::Draw)),
        ]
    };
    let merged = |parts: Vec<Table>| {
        let mut whole = Table::published();
        for part in parts {
            whole.merge(part).unwrap();
        }
        whole
    };
    let whole = merged(parts().into());
    assert_eq!(whole, merged(parts().into_iter().rev().collect()));
    let found: Vec<_> = whole.entries().iter().filter(|entry| entry.found().is_some()).collect();
    assert_eq!(found.iter().map(|entry| entry.board().name()).collect::<Vec<_>>(), ["4x4", "7x6", "8x6"]);
}

#[test]
fn a_wrong_result_is_named_with_the_published_one() {
    let table = table("7x6", Answer::Proven(Ending::Draw));
    let disagreements: Vec<_> = table.entries().iter().filter_map(Entry::disagreement).collect();
    assert_eq!(disagreements, ["7x6: published is 'first player wins at move 41', found 'draw'"]);
}

#[test]
fn a_board_that_the_table_does_not_have_is_added_in_its_place() {
    let mut table = Table::read("[boards.4x4]\n[boards.7x6]\n").unwrap();
    table.record(Board::named("5x4").unwrap(), found(Answer::Proven(Ending::Draw)));
    let names: Vec<_> = table.entries().iter().map(|entry| entry.board().name()).collect();
    assert_eq!(names, ["4x4", "5x4", "7x6"]);
}

#[test]
fn the_grid_has_every_board_of_the_table_once() {
    let grid = Table::embedded().grid();
    let cells = grid.lines().skip(2).flat_map(|line| line.split('|').skip(2));
    assert_eq!(cells.filter(|cell| !cell.trim().is_empty()).count(), Board::all().count(), "{grid}");
    assert_eq!(Table::read("").unwrap().grid(), "");
}
