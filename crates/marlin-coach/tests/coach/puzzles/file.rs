//! The form of the file, and each puzzle by the solver.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use marlin_coach::puzzle::{self, Day, Puzzle, PuzzleKind, difficulty, judge};
use marlin_core::{BoardSize, Column, Player, Solver};

use crate::is_exhaustive;

const FILE: &str = include_str!("../../../puzzles.txt");

/// The maximum size of the file, in bytes.
const MAX_BYTES: usize = 80_000;

/// The hash of the file whose puzzles were all checked, by `just puzzles-checked`.
const CHECKED: u64 = 0xa601_a07a_cef3_b42a;

fn solver() -> Solver {
    Solver::builder().hash_mib(16).unwrap().threads(1).build()
}

#[test]
fn the_file_has_a_puzzle_for_each_day_of_ten_years_in_80_kilobytes() {
    assert!(FILE.len() <= MAX_BYTES, "{} bytes", FILE.len());
    let lines: Vec<_> = FILE.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 3650);
    let read: Vec<_> = puzzle::all().map(|puzzle| puzzle.to_string()).collect();
    assert_eq!(read, lines);
}

#[test]
fn the_file_is_the_one_that_was_checked_as_a_whole() {
    // FNV-1a.
    let hash = FILE.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(hash, CHECKED, "{hash:#x}: run `just puzzles-checked`, and record the new hash");
}

#[test]
fn no_two_puzzles_are_equal_or_mirror_images() {
    let mut seen = HashSet::new();
    for puzzle in puzzle::all() {
        assert!(seen.insert(puzzle.position().canonical().key()), "{puzzle}");
    }
}

#[test]
fn the_difficulty_rises_from_monday_to_sunday_and_each_week_has_several_kinds() {
    let puzzles: Vec<_> = puzzle::all().collect();
    for (day, pair) in puzzles.windows(2).enumerate() {
        let starts_a_week = Day(day as i64 + 1).weekday() == 0;
        assert!(starts_a_week || pair[0].difficulty <= pair[1].difficulty, "{} {}", pair[0], pair[1]);
    }
    // The first Monday is 2026-01-05.
    let kinds = |week: &[Puzzle]| week.iter().map(|puzzle| puzzle.kind).collect::<HashSet<_>>().len();
    let counts: Vec<_> = puzzles[4..].chunks_exact(7).map(kinds).collect();
    assert!(counts.iter().all(|&count| count >= 2), "{counts:?}");
    assert!(counts.iter().sum::<usize>() >= 4 * counts.len(), "{counts:?}");
    for kind in PuzzleKind::ALL {
        assert!(puzzles.iter().filter(|puzzle| puzzle.kind == kind).count() >= 365, "{kind}");
    }
}

#[test]
fn every_puzzle_has_one_solution_and_its_kind_by_the_solver() {
    // All of them take a minute. A line that was changed since they were checked is found by the hash of the
    // file.
    let puzzles: Vec<_> = puzzle::all().step_by(if is_exhaustive() { 1 } else { 5 }).collect();
    let check = |puzzles: &[Puzzle]| {
        let solver = solver();
        for puzzle in puzzles {
            let judged = judge(puzzle.position(), &solver).map(|(kind, _)| kind);
            assert_eq!(judged, Some(puzzle.kind), "{puzzle}");
        }
    };
    thread::scope(|scope| {
        puzzles.chunks(puzzles.len().div_ceil(4)).for_each(|puzzles| drop(scope.spawn(|| check(puzzles))));
    });
}

#[test]
fn only_the_solution_solves_a_puzzle() {
    let solver = solver();
    for puzzle in puzzle::all().step_by(if is_exhaustive() { 1 } else { 73 }) {
        let columns = puzzle.position().legal_moves();
        let solving: Vec<_> =
            columns.filter(|&column| puzzle.attempt(column, &solver).unwrap().is_solved()).collect();
        assert_eq!(solving, [puzzle.solution(&solver).unwrap()], "{puzzle}");
    }
}

#[test]
fn the_difficulties_are_those_of_the_levels() {
    let (solver, mut total) = (solver(), 0);
    let puzzles: Vec<_> = puzzle::all().step_by(if is_exhaustive() { 1 } else { 73 }).collect();
    for puzzle in &puzzles {
        let solution = puzzle.solution(&solver).unwrap();
        // A different seed from the file's: the number depends little on it.
        let again = difficulty(puzzle.position(), solution, &solver, 1_000);
        let difference = again.abs_diff(puzzle.difficulty);
        assert!(difference <= 8, "{puzzle}: {again}");
        total += usize::from(difference);
    }
    assert!(total <= 2 * puzzles.len(), "{total} in {} puzzles", puzzles.len());
}

#[test]
fn each_day_has_a_puzzle_and_the_file_begins_again_after_its_end() {
    let day: Day = "2026-11-24".parse().unwrap();
    assert_eq!((day.0, day.to_string(), day.weekday()), (327, "2026-11-24".to_owned(), 1));
    assert_eq!(Day::from_unix(Duration::from_secs(1_767_225_600)).to_string(), "2026-01-01");
    assert_eq!([Day(1), Day(3649), Day(3650), Day(-1)].map(puzzle::of_day), [2, 3650, 1, 3650]);
    assert!(puzzle::numbered(1) == puzzle::all().next() && puzzle::all().count() == 3650);
    assert!(puzzle::numbered(0).is_none() && puzzle::numbered(3651).is_none());
}

#[test]
fn a_puzzle_has_a_question_and_an_answer_says_what_it_does() {
    let puzzle: Puzzle = "411755742345 W 71".parse().unwrap();
    assert_eq!(puzzle.question().to_string(), "X to move. Find the only move that wins.");
    assert_eq!(PuzzleKind::ALL.map(PuzzleKind::letter), ['W', 'H', '3', '5', '7', 'Z']);
    let zugzwang = PuzzleKind::Zugzwang.question(Player::O);
    assert_eq!(
        zugzwang.to_string(),
        "O to move. Find the only move that wins: in the end X has no safe move left."
    );
    assert!(PuzzleKind::from_letter('h').is_none() && "only-hold".parse() == Ok(PuzzleKind::OnlyHold));
    assert_eq!(PuzzleKind::WinIn3.title(), "Win with your second stone");
    let solver = Solver::on(BoardSize::STANDARD);
    let attempt = |column| puzzle.attempt(Column::from_number(column).unwrap(), &solver).unwrap();
    assert!(attempt(2).is_solved() && !attempt(1).is_solved());
    assert_eq!(attempt(2).text(None).to_string(), "Right: X wins on move 39 if both play perfectly.");
    let third = "Right, at the third try: X wins on move 39 if both play perfectly.";
    assert_eq!(attempt(2).text(Some(3)).to_string(), third);
    let wrong = "Column 1 gives the win away: after it, O wins on move 36 if both play perfectly.";
    assert_eq!(attempt(1).text(Some(2)).to_string(), wrong);
    let shared = [Some(1), Some(4), None].map(|tries| puzzle::share_line(326, tries));
    let results = ["solved at the first try", "solved at try 4", "not solved"];
    assert_eq!(shared, results.map(|result| format!("Marlin puzzle 326: {result}")));
}
