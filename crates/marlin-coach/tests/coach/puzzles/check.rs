//! Each puzzle by the naive solver.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::search::{Search, block, loses_within, moves, wins_at_once};
use crate::is_exhaustive;
use crate::naive::Board;

const FILE: &str = include_str!("../../../puzzles.txt");

/// The number of puzzles of every run: the puzzles with the most stones, because the naive solver takes
/// longest on the others.
const SAMPLE: usize = 300;

/// Checks a line of the file by the rules alone.
fn check(line: &str, search: &mut Search) -> Result<(), &'static str> {
    let words: Vec<_> = line.split(' ').collect();
    let &[game, kind, _] = &words[..] else { return Err("not three words") };
    let board = Board::played(game).filter(|board| !board.is_over()).ok_or("no position to move in")?;
    if wins_at_once(board) || block(board).is_some() {
        return Err("decided by the next stone");
    }
    if moves(board).filter(|&(_, next)| !wins_at_once(next)).count() < 3 {
        return Err("decided by the next two stones");
    }
    let winning: Vec<Board> =
        moves(board).map(|(_, next)| next).filter(|&next| search.outcome(next, -1, 0) == -1).collect();
    let is_right = match (kind, &winning[..]) {
        ("H", []) => moves(board).filter(|&(_, next)| search.outcome(next, 0, 1) <= 0).count() == 1,
        ("W" | "Z", [won]) => !loses_within(*won, 6),
        ("3", [won]) => loses_within(*won, 2),
        ("5", [won]) => loses_within(*won, 4) && !loses_within(*won, 2),
        ("7", [won]) => loses_within(*won, 6) && !loses_within(*won, 4),
        _ => false,
    };
    if is_right { Ok(()) } else { Err("not one solution of its kind") }
}

/// Checks lines on all threads.
fn check_all(lines: &[&str]) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut search = Search::new();
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            assert_eq!(check(line, &mut search), Ok(()), "{line}");
        }
    };
    thread::scope(|scope| {
        (0..thread::available_parallelism().map_or(1, usize::from)).for_each(|_| drop(scope.spawn(work)));
    });
}

#[test]
fn every_puzzle_has_one_solution_of_its_kind_by_the_rules_alone() {
    let mut lines: Vec<_> = FILE.lines().filter(|line| !line.starts_with('#')).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.find(' ')));
    check_all(if is_exhaustive() { &lines } else { &lines[..SAMPLE] });
}

#[test]
fn a_wrong_puzzle_is_found() {
    let mut search = Search::new();
    let lines = FILE.lines().filter(|line| !line.starts_with('#') && line.find(' ') >= Some(19));
    for line in lines.take(100) {
        let (moves, rest) = line.split_once(' ').unwrap();
        let (kind, difficulty) = rest.split_once(' ').unwrap();
        for other in ["W", "H", "3", "5", "7"] {
            if other != kind && (other, kind) != ("W", "Z") {
                let wrong = format!("{moves} {other} {difficulty}");
                assert!(check(&wrong, &mut search).is_err(), "{wrong}");
            }
        }
    }
    for wrong in ["443322 3 50", "4433221 W 50", "121212 W 50", "12121 H 50", "8 W 50", "4433"] {
        assert!(check(wrong, &mut search).is_err(), "{wrong}");
    }
}
