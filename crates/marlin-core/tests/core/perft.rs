//! Known counts of the game tree, from `test-positions/perft.txt`.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use marlin_core::{BoardSize, Position, perft};

use crate::reference::Board;

/// Returns the counts of one kind by depth or ply: the counts in the lines that begin with `kind`.
fn known_counts(kind: &str) -> BTreeMap<usize, u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-positions/perft.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| parse_count(line, kind)).collect()
}

/// Returns the depth and the count of a line of this kind, `None` for a line of the other kind.
fn parse_count(line: &str, kind: &str) -> Option<(usize, u64)> {
    let mut words = line.split_whitespace();
    let (found, depth, count) = (words.next(), words.next(), words.next());
    assert!(matches!(found, Some("perft" | "distinct")) && words.next().is_none(), "{line:?}");
    let depth = depth.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{line:?}"));
    let count = count.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{line:?}"));
    (found == Some(kind)).then_some((depth, count))
}

/// Returns the count of a depth or ply. A file that lacks one must not pass for a file that agrees.
fn known(counts: &BTreeMap<usize, u64>, depth: usize) -> u64 {
    *counts.get(&depth).unwrap_or_else(|| panic!("no count for {depth}"))
}

/// Returns the move sequences of `depth` plies by the reference.
fn reference_perft(board: &mut Board, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for column in board.legal_moves() {
        board.play(column);
        count += reference_perft(board, depth - 1);
        board.take_back(column);
    }
    count
}

/// Returns the different positions one ply after these.
fn next_level(level: &[Position]) -> Vec<Position> {
    let mut seen = HashSet::new();
    let mut next_level = Vec::new();
    for position in level {
        for column in position.legal_moves() {
            let next = position.after(column);
            if seen.insert(next.key()) {
                next_level.push(next);
            }
        }
    }
    next_level
}

#[test]
fn move_sequences_are_as_many_as_known() {
    let counts = known_counts("perft");
    for depth in 1..=9 {
        let found = perft(&Position::new(), depth as u32);
        assert_eq!(found, known(&counts, depth), "depth {depth}");
    }
}

#[test]
fn the_reference_counts_the_same_move_sequences() {
    let counts = known_counts("perft");
    for depth in 1..=6 {
        assert_eq!(reference_perft(&mut Board::new(7, 6), depth), known(&counts, depth), "depth {depth}");
    }
}

#[test]
fn distinct_positions_are_as_many_as_known() {
    let counts = known_counts("distinct");
    let mut level = vec![Position::new()];
    for ply in 0..=10 {
        assert_eq!(level.len() as u64, known(&counts, ply), "ply {ply}");
        if ply < 10 {
            level = next_level(&level);
        }
    }
}

#[test]
fn move_sequences_of_every_board_are_as_many_as_by_the_reference() {
    for size in BoardSize::all() {
        // A depth at which the sequences are some thousands.
        let depth = (0..9).take_while(|&depth| size.width().pow(depth) <= 5_000).last().unwrap();
        let expected = reference_perft(&mut Board::new(size.width(), size.height()), depth as usize);
        let position = Position::on(size);
        assert_eq!(perft(&position, depth), expected, "{size} to {depth} plies");
    }
}
