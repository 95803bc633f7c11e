//! Books of small boards, made as those of large ones are, against the search and against every kind of damage.

use std::fs;
use std::path::{Path, PathBuf};

use marlin_book::{FinishError, Ply, Record, RecordError, Scores, Shard, Subject, finish, generate, verify};
use marlin_core::{Book, BookError, Limits, Position, Score, Solver, StopFlag};

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("marlin-book-{name}-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn solver<const W: usize, const H: usize>() -> Solver<W, H> {
    Solver::with_hash_mib(1).expect("a MiB").with_threads(2)
}

/// Opens the record of a ply, and returns the positions to be searched as well.
fn open<const W: usize, const H: usize>(path: &Path, plies: u32) -> (Record, Vec<Position<W, H>>) {
    let positions: Vec<_> = Ply::with_stones(plies).kept().collect();
    let subject = Subject { columns: W, rows: H, plies, positions: positions.len() };
    (Record::open(path, subject).expect("a record"), positions)
}

/// Makes the record of a shard.
fn record<const W: usize, const H: usize>(name: &str, plies: u32, shard: Shard) -> (PathBuf, Record) {
    let path = temporary(name);
    let (mut record, positions) = open::<W, H>(&path, plies);
    generate(&positions, shard, &solver(), &mut record, &Limits::NONE, &mut |_| {}).expect("scores");
    (path, record)
}

fn book<const W: usize, const H: usize>(name: &str, plies: u32) -> Book<W, H> {
    let (_, record) = record::<W, H>(name, plies, Shard::WHOLE);
    let book = finish(record.scores()).expect("a book");
    record.remove().expect("its file");
    book
}

/// Calls `check` with every position of so many stones that passes the tests of the rules for boards, whether it can arise
/// or not.
fn each_board<const W: usize, const H: usize>(stones: u32, check: &mut impl FnMut(Position<W, H>)) {
    fn fill<const W: usize, const H: usize>(
        column: usize,
        left: u32,
        cells: &mut Vec<u8>,
        check: &mut impl FnMut(Position<W, H>),
    ) {
        if column == W {
            if left == 0
                && let Ok(position) = Position::from_cells(cells)
            {
                check(position);
            }
            return;
        }
        for height in 0..=H.min(left as usize) {
            for colours in 0..1u32 << height {
                for row in 0..H {
                    let stone = if row < height { 1 + (colours >> row & 1) as u8 } else { 0 };
                    cells[(H - 1 - row) * W + column] = stone;
                }
                fill(column + 1, left - height as u32, cells, check);
            }
        }
    }
    fill(0, stones, &mut vec![0; W * H], check);
}

/// Compares a book of every number of plies with the search, on every board, reachable or not.
fn every_position_is_answered_rightly_or_not_at_all<const W: usize, const H: usize>(plies: u32) {
    let book = book::<W, H>(&format!("right-{W}x{H}-{plies}"), plies);
    let solver = solver::<W, H>().with_threads(1);
    let (mut answered, mut unreachable) = (0, 0);
    let all = Ply::<W, H>::up_to(plies + 1);
    for stones in 0..=plies + 1 {
        let reachable: std::collections::HashSet<_> =
            all[stones as usize].positions().iter().map(Position::key).collect();
        each_board::<W, H>(stones, &mut |position| {
            let score = book.score(&position);
            let columns = book.columns(&position);
            if stones > plies || !position.is_over() && !reachable.contains(&position.canonical().key()) {
                assert_eq!((score, columns), (None, None), "\n{position}");
                unreachable += 1;
            } else if !position.is_over() {
                assert_eq!(score, Some(solver.solve(&position)), "\n{position}");
                assert_eq!(columns, (stones < plies).then(|| solver.analyze(&position)), "\n{position}");
                answered += 1;
            }
        });
    }
    assert!(answered > 0 && unreachable > 0, "{answered} answered, {unreachable} unreachable or too deep");
}

#[test]
fn every_position_of_4x4_is_answered_rightly_or_not_at_all() {
    for plies in [0, 1, 4, 5, 6] {
        every_position_is_answered_rightly_or_not_at_all::<4, 4>(plies);
    }
}

#[test]
fn every_position_of_5x4_and_4x5_is_answered_rightly_or_not_at_all() {
    every_position_is_answered_rightly_or_not_at_all::<5, 4>(5);
    every_position_is_answered_rightly_or_not_at_all::<4, 5>(5);
}

#[test]
fn a_solver_says_what_its_answer_comes_from() {
    use marlin_core::Source::{Book, Rules, Search};
    let with_book = solver::<5, 5>().with_book(book("source", 4).into());
    let without = solver::<5, 5>();
    for (moves, source, source_of_columns) in [
        ("", Book, Book),
        ("3", Book, Book),
        ("33", Book, Book),
        ("3344", Rules, Search),
        ("3312", Book, Search),
        ("33125", Search, Search),
        ("1212121", Rules, Rules),
    ] {
        let position = moves.parse().expect("moves");
        let report = with_book.solve_within(&position, &Limits::NONE, &mut |_| {});
        assert_eq!(
            (report.source, report.bounds.score()),
            (source, Some(without.solve(&position))),
            "{moves}"
        );
        let analysis = with_book.analyze_within(&position, &Limits::NONE, &mut |_| {});
        assert_eq!(analysis.source, source_of_columns, "{moves}");
        assert_eq!(with_book.analyze(&position), without.analyze(&position), "{moves}");
        assert_eq!(
            with_book.principal_variation(&position),
            without.principal_variation(&position),
            "{moves}"
        );
        assert_eq!(with_book.solve_outcome(&position), without.solve_outcome(&position), "{moves}");
        assert!(source == Search || report.nodes == 0, "{moves} took {} nodes", report.nodes);
    }
}

#[test]
fn a_book_is_read_as_it_was_written_and_any_single_bit_of_damage_is_refused() {
    let book = book::<4, 4>("damage", 5);
    let bytes = book.as_bytes().to_vec();
    let again = Book::<4, 4>::read(&bytes[..]).expect("what was written");
    assert_eq!((again.plies(), again.len(), again.as_bytes()), (5, book.len(), book.as_bytes()));
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Book::<4, 4>::read(&damaged[..]).is_err(), "bit {bit} of {}", bytes.len() * 8);
    }
    for len in 0..bytes.len() {
        assert!(Book::<4, 4>::read(&bytes[..len]).is_err(), "the first {len} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(Book::<4, 4>::read(&longer[..]).is_err());
}

#[test]
fn books_that_are_none_are_refused_with_the_reason() {
    let bytes = book::<4, 4>("reasons", 2).as_bytes().to_vec();
    let message = |bytes: &[u8]| Book::<4, 4>::read(bytes).unwrap_err().to_string();
    assert!(message(b"444444 1\n").starts_with("this is no Marlin book"));
    assert!(matches!(Book::<7, 6>::read(&bytes[..]), Err(BookError::Board { columns: 4, rows: 4, .. })));
    let newer = [&bytes[..8], &[9], &bytes[9..]].concat();
    assert!(message(&newer).contains("format 9"), "{}", message(&newer));
    assert!(message(&bytes[..20]).contains("damaged"));
}

#[test]
fn shards_and_interruptions_make_the_same_book() {
    let whole = book::<5, 5>("whole", 6);
    let shards = [1, 2, 3]
        .map(|index| record::<5, 5>(&format!("shard-{index}"), 6, Shard::new(index, 3).expect("a shard")).0);
    let mut scores = Scores::read(&shards[0]).expect("a record");
    assert!(matches!(finish::<5, 5>(&scores), Err(FinishError::Missing { missing: 1.., .. })));
    scores.merge(&shards[1]).expect("the second");
    scores.merge(&shards[2]).expect("the third");
    assert_eq!(scores.missing(), 0);
    assert_eq!(finish::<5, 5>(&scores).expect("a book").as_bytes(), whole.as_bytes());

    // Stopped again and again, after one chunk more each time, and torn each time while it wrote the next.
    let path = temporary("interrupted");
    let mut runs = 0;
    loop {
        let (mut record, positions) = open::<5, 5>(&path, 6);
        let stop = StopFlag::new();
        let limits = Limits { stop: Some(stop.clone()), ..Limits::NONE };
        generate(&positions, Shard::WHOLE, &solver(), &mut record, &limits, &mut |_| stop.stop())
            .expect("scores");
        if record.scores().missing() == 0 {
            break;
        }
        let mut bytes = fs::read(&path).expect("the record");
        bytes.extend([1, 0, 0, 0, 77]);
        fs::write(&path, bytes).expect("torn");
        runs += 1;
    }
    assert!(runs > 2, "{runs} interruptions");
    assert_eq!(
        finish::<5, 5>(&Scores::read(&path).expect("it")).expect("a book").as_bytes(),
        whole.as_bytes()
    );
    for path in shards.iter().chain([&path]) {
        fs::remove_file(path).expect("its file");
    }
}

#[test]
fn records_of_other_things_are_not_taken_over() {
    let (path, _) = record::<4, 4>("other", 4, Shard::WHOLE);
    let subject = Subject { columns: 4, rows: 4, plies: 5, positions: 100 };
    assert!(matches!(Record::open(&path, subject), Err(RecordError::Other { .. })));
    fs::write(&path, "4433 18\n").expect("a file");
    assert!(matches!(Record::open(&path, subject), Err(RecordError::NoRecord { .. })));
    assert_eq!(fs::read(&path).expect("it").len(), 8, "a stranger's file is left as it is");
    fs::remove_file(&path).expect("its file");
}

#[test]
fn verification_finds_a_wrong_score() {
    let right = book::<5, 5>("verified", 4);
    let positions: Vec<_> = Ply::with_stones(4).kept().collect();
    let found = |book: &Book<5, 5>| verify(book, &positions, &solver(), &Limits::NONE, &mut |_| {});
    assert_eq!(found(&right), []);
    let lost = *positions
        .iter()
        .find(|position| right.score(position) < Some(Score::DRAW))
        .expect("a lost position");
    let scores =
        [0, 2, 4].into_iter().flat_map(|plies| Ply::<5, 5>::with_stones(plies).kept().collect::<Vec<_>>());
    let wrong = Book::build(
        4,
        scores.map(|position| {
            let score = right.score(&position).expect("it is in the book");
            (position, if position == lost { -score } else { score })
        }),
    );
    let mismatches = found(&wrong.expect("a book"));
    assert_eq!(mismatches.iter().map(|mismatch| mismatch.position).collect::<Vec<_>>(), [lost]);
}
