//! Books of small boards, compared with the search and exposed to every kind of damage.

use std::fs;
use std::path::PathBuf;

use marlin_cli::book::{Ply, Record, Scores, finish, generate, verify};
use marlin_core::{BoardSize, Book, Limits, Position, Score, Solver, StopFlag};
use marlin_support::exit::Failure;
use marlin_support::options::Shard;

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("marlin-book-{name}-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn board(size: &str) -> BoardSize {
    size.parse().expect("a board")
}

fn solver(board: BoardSize) -> Solver {
    Solver::builder_on(board).hash_mib(1).expect("a MiB").threads(2).build()
}

/// Makes the record of a shard.
fn record(name: &str, board: BoardSize, plies: u32, shard: Shard) -> (PathBuf, Record) {
    let path = temporary(name);
    let ply = Ply::with_stones(board, plies);
    let mut record = Record::open(&path, &ply).expect("a record");
    generate(&ply, shard, &solver(board), &mut record, &Limits::NONE, &mut |_, _| {}).expect("scores");
    (path, record)
}

/// Returns the text of an error.
fn reason<T>(made: Result<T, Failure>) -> String {
    made.err().expect("an error").to_string()
}

fn book(name: &str, board: BoardSize, plies: u32) -> Book {
    let (_, record) = record(name, board, plies, Shard::WHOLE);
    let book = finish(&record.scores).expect("a book");
    record.remove().expect("its file");
    book
}

/// Calls `check` with every position with this number of stones that [`Position::from_cells`] accepts,
/// whether it can arise or not.
fn each_board(size: BoardSize, stones: u32, check: &mut impl FnMut(Position)) {
    fn fill(
        size: BoardSize,
        column: usize,
        left: u32,
        cells: &mut Vec<u8>,
        check: &mut impl FnMut(Position),
    ) {
        if column == size.width() {
            if left == 0
                && let Ok(position) = Position::from_cells(size, cells)
            {
                check(position);
            }
            return;
        }
        for height in 0..=size.height().min(left as usize) {
            for colours in 0..1u32 << height {
                for row in 0..size.height() {
                    let stone = if row < height { 1 + (colours >> row & 1) as u8 } else { 0 };
                    cells[(size.height() - 1 - row) * size.width() + column] = stone;
                }
                fill(size, column + 1, left - height as u32, cells, check);
            }
        }
    }
    fill(size, 0, stones, &mut vec![0; size.cells() as usize], check);
}

/// Compares a book of every number of plies with the search, at every position, reachable or not.
fn assert_correct_or_unanswered(board: BoardSize, plies: u32) {
    let book = book(&format!("right-{board}-{plies}"), board, plies);
    let solver = solver(board).to_builder().threads(1).build();
    let (mut answered, mut unreachable) = (0, 0);
    let all: Vec<_> = Ply::up_to(board, plies + 1).collect();
    for stones in 0..=plies + 1 {
        let reachable: std::collections::HashSet<_> =
            all[stones as usize].positions.iter().map(Position::key).collect();
        each_board(board, stones, &mut |position| {
            let score = book.score(&position);
            let columns = book.columns(&position);
            if stones > plies || !position.is_over() && !reachable.contains(&position.canonical().key()) {
                assert_eq!((score, columns), (None, None), "\n{position}");
                unreachable += 1;
            } else if !position.is_over() {
                assert_eq!(score, Some(solver.solve(&position)), "\n{position}");
                assert_eq!(
                    columns,
                    (stones < plies).then(|| solver.query(&position).analyze().scores()),
                    "\n{position}"
                );
                answered += 1;
            }
        });
    }
    assert!(answered > 0 && unreachable > 0, "{answered} answered, {unreachable} unreachable or too deep");
}

#[test]
fn every_position_of_a_small_board_is_answered_correctly_or_not_at_all() {
    for (size, plies) in
        [("4x4", 0), ("4x4", 1), ("4x4", 4), ("4x4", 5), ("4x4", 6), ("4x4", 8), ("5x4", 5), ("4x5", 5)]
    {
        assert_correct_or_unanswered(board(size), plies);
    }
}

/// A solver with a book of a number of plies, and one without, each on one thread.
fn with_and_without_book(board: BoardSize, plies: u32) -> [Solver; 2] {
    let without = solver(board).to_builder().threads(1).build();
    let book = book(&format!("after-{board}-{plies}"), board, plies);
    [solver(board).to_builder().threads(1).book(book).build(), without]
}

/// Checks the answers of a solver with a book to the positions of the book's last ply and the two after it:
/// with search they must be right, and without any their bounds must be possible.
fn assert_correct_after_the_last_ply(board: BoardSize, plies: u32) {
    let [with, without] = with_and_without_book(board, plies);
    for ply in Ply::up_to(board, plies + 2).filter(|ply| ply.plies >= plies) {
        for position in &ply.positions {
            // Entries of earlier positions would hide errors of the book. The solver without a book may keep
            // its entries.
            with.table().clear();
            let unsearched = with.query(position).nodes(0).analyze();
            let found = with.query(position).analyze();
            let right = without.query(position).analyze();
            assert_eq!(found.columns, right.columns, "\n{position}");
            assert_eq!(found.bounds, right.bounds, "\n{position}");
            assert_eq!(with.best_move(position), right.best, "\n{position}");
            let score = right.bounds.score().expect("a proof");
            assert!(unsearched.bounds.lower() <= score && score <= unsearched.bounds.upper(), "\n{position}");
            for (bounds, right) in unsearched.columns.values().flatten().zip(right.columns.values().flatten())
            {
                let score = right.score().expect("a proof");
                assert!(bounds.lower() <= score && score <= bounds.upper(), "{bounds}, {score}\n{position}");
            }
        }
    }
}

/// Returns the nodes that a solver takes, from an empty table each time, to analyze the positions of a book's
/// last ply and to solve those of the next.
fn nodes_after_the_last_ply(solver: &Solver, plies: u32) -> u64 {
    let last = Ply::with_stones(solver.size(), plies);
    let next = last.next();
    let analyze = |position| solver.query(position).analyze().nodes;
    let solve = |position| solver.query(position).score().nodes;
    let cleared = |nodes: u64| {
        solver.table().clear();
        nodes
    };
    solver.table().clear();
    let analyzed: u64 = last.positions.iter().map(|position| cleared(analyze(position))).sum();
    analyzed + next.positions.iter().map(|position| cleared(solve(position))).sum::<u64>()
}

#[test]
fn a_book_bounds_the_children_of_its_last_ply_correctly_and_saves_search() {
    let is_whole = !cfg!(debug_assertions) || std::env::var_os("MARLIN_EXHAUSTIVE").is_some();
    for plies in (1..=8).step_by(if is_whole { 1 } else { 3 }) {
        assert_correct_after_the_last_ply(board("4x4"), plies);
    }
    assert_correct_after_the_last_ply(board("4x5"), 5);
    assert_correct_after_the_last_ply(board("5x4"), 6);
    let nodes = with_and_without_book(board("5x4"), 6).map(|solver| nodes_after_the_last_ply(&solver, 6));
    let [with, without] = nodes;
    assert!(with * 6 < without * 5, "{with} nodes with a book, {without} without");
}

#[test]
fn a_solver_names_the_source_of_its_answer() {
    use marlin_core::Source::{Book, Rules, Search};
    let size = board("5x5");
    let with_book = solver(size).to_builder().book(book("source", size, 4)).build();
    let without = solver(size);
    for (moves, source, source_of_columns) in [
        ("", Book, Book),
        ("3", Book, Book),
        ("33", Book, Book),
        ("3344", Rules, Search),
        ("3312", Book, Search),
        ("33125", Search, Search),
        ("1212121", Rules, Rules),
    ] {
        let position = Position::parse(size, moves).expect("moves");
        let report = with_book.query(&position).score();
        assert_eq!(
            (report.source, report.bounds.score()),
            (source, Some(without.solve(&position))),
            "{moves}"
        );
        let analysis = with_book.query(&position).analyze();
        assert_eq!(analysis.source, source_of_columns, "{moves}");
        assert_eq!(
            with_book.query(&position).analyze().scores(),
            without.query(&position).analyze().scores(),
            "{moves}"
        );
        assert_eq!(with_book.best_line(&position).moves, without.best_line(&position).moves, "{moves}");
        assert_eq!(with_book.solve_outcome(&position), without.solve_outcome(&position), "{moves}");
        assert!(source == Search || report.nodes == 0, "{moves} took {} nodes", report.nodes);
    }
}

#[test]
fn a_book_is_read_as_it_was_written_and_any_single_bit_of_damage_is_refused() {
    let size = board("4x4");
    let book = book("damage", size, 5);
    let bytes = book.to_bytes().to_vec();
    let read = |bytes: &[u8]| Book::read(bytes);
    let again = read(&bytes).expect("what was written");
    assert_eq!((again.plies(), again.positions(), again.to_bytes()), (5, book.positions(), book.to_bytes()));
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&damaged).is_err(), "bit {bit} of {}", bytes.len() * 8);
    }
    for len in 0..bytes.len() {
        assert!(read(&bytes[..len]).is_err(), "the first {len} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(read(&longer).is_err());
}

#[test]
fn files_that_are_not_books_are_refused_with_the_reason() {
    let bytes = book("reasons", board("4x4"), 2).to_bytes().to_vec();
    let message = |bytes: &[u8]| Book::read(bytes).unwrap_err().to_string();
    assert!(message(b"444444 1\n").starts_with("not a Marlin book"));
    let newer = [&bytes[..8], &[9], &bytes[9..]].concat();
    assert!(message(&newer).contains("format 9"), "{}", message(&newer));
    assert!(message(&bytes[..20]).contains("damaged"));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "it takes release code seconds, and other code half a minute")]
fn four_plies_of_6x6_make_the_book_of_its_known_score() {
    let size = board("6x6");
    let book = book("6x6", size, 4);
    // The second player wins with move 36.
    let empty = Position::on(size);
    let score = book.score(&empty).expect("the empty board");
    assert_eq!((score.get(), empty.ending(score).final_move), (-1, 36));
    assert_eq!((book.positions(), book.to_bytes().len()), (349, 231));
}

#[test]
fn shards_and_interruptions_make_the_same_book() {
    let size = board("5x5");
    let whole = book("whole", size, 6);
    let shard = |index| Shard::new(index, 3).expect("a shard");
    let shards = [1, 2, 3].map(|index| record(&format!("shard-{index}"), size, 6, shard(index)).0);
    let mut scores = Scores::read(&shards[0]).expect("a record");
    assert!(reason(finish(&scores)).contains(" positions have no score yet; generate the shards"));
    scores.merge(&shards[1]).expect("the second");
    scores.merge(&shards[2]).expect("the third");
    assert_eq!(scores.missing(), 0);
    assert_eq!(finish(&scores).expect("a book").to_bytes(), whole.to_bytes());

    // Stopped several times, each time with half of the next chunk written.
    let path = temporary("interrupted");
    let ply = Ply::with_stones(size, 6);
    let enough = ply.kept().count() / 5;
    let mut runs = 0;
    loop {
        let mut record = Record::open(&path, &ply).expect("a record");
        let stop = StopFlag::new();
        let limits = Limits { stop: Some(stop.clone()), ..Limits::NONE };
        let mut stop_soon = |searched, _| {
            if searched >= enough {
                stop.stop();
            }
        };
        generate(&ply, Shard::WHOLE, &solver(size), &mut record, &limits, &mut stop_soon).expect("scores");
        if record.scores.missing() == 0 {
            break;
        }
        let mut bytes = fs::read(&path).expect("the record");
        bytes.extend([1, 0, 0, 0, 77]);
        fs::write(&path, bytes).expect("torn");
        runs += 1;
    }
    assert!(runs > 2, "{runs} interruptions");
    assert_eq!(finish(&Scores::read(&path).expect("it")).expect("a book").to_bytes(), whole.to_bytes());
    for path in shards.iter().chain([&path]) {
        fs::remove_file(path).expect("its file");
    }
}

#[test]
fn records_of_other_positions_are_not_used() {
    let size = board("4x4");
    let (path, record) = record("other", size, 4, Shard::WHOLE);
    let (fourth, fifth) = (Ply::with_stones(size, 4), Ply::with_stones(size, 5));
    assert!(reason(Record::open(&path, &fourth)).contains(": another run is writing it; "));
    drop(record);
    assert!(reason(Record::open(&path, &fifth)).contains(" of 4 plies, "));
    // As many positions, with as many stones, on another board.
    let higher = Ply::with_stones(board("4x5"), 4);
    assert_eq!(higher.kept().count(), fourth.kept().count());
    assert!(reason(Record::open(&path, &higher)).contains("' instead of 'marlin book record, 4x5, "));
    for stranger in ["x".to_owned(), "4433 18\n".to_owned(), "4433 18\n".repeat(100)] {
        fs::write(&path, &stranger).expect("a file");
        assert!(reason(Record::open(&path, &fifth)).contains(": not a record of `book generate`; "));
        assert_eq!(fs::read_to_string(&path).expect("it"), stranger, "a stranger's file is left as it is");
    }
    fs::remove_file(&path).expect("its file");
}

#[test]
fn any_single_bit_of_damage_to_a_record_costs_no_more_than_its_chunk() {
    let (size, plies) = (board("4x4"), 5);
    let (path, mut record) = record("damaged", size, plies, Shard::WHOLE);
    let (ply, book) = (Ply::with_stones(size, plies), finish(&record.scores).expect("a book"));
    let whole = fs::read(&path).expect("the record");
    let first_chunk = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let is_whole = std::env::var_os("MARLIN_EXHAUSTIVE").is_some();
    // Every bit of the first line, of a first chunk of 13 bytes and of a last one. Of the others a sample, of
    // every bit of a byte.
    let is_chosen = |bit: &usize| {
        is_whole || bit / 8 < first_chunk + 13 || bit / 8 >= whole.len() - 13 || bit.is_multiple_of(61)
    };
    for bit in (0..whole.len() * 8).filter(is_chosen) {
        drop(record);
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &damaged).expect("a record");
        record = Record::open(&path, &ply).unwrap_or_else(|error| panic!("bit {bit}: {error}"));
        let missing = usize::from(bit / 8 >= first_chunk);
        assert_eq!(record.scores.missing(), missing, "bit {bit}");
        generate(&ply, Shard::WHOLE, &solver(size), &mut record, &Limits::NONE, &mut |_, _| {})
            .expect("scores");
        // The data on the disk, not only in memory.
        let scores = Scores::read(&path).expect("it");
        assert_eq!(finish(&scores).expect("a book").to_bytes(), book.to_bytes(), "bit {bit}");
    }
    record.remove().expect("its file");
}

#[test]
fn a_record_that_was_cut_or_has_other_bytes_within_costs_no_more_than_the_chunks_there() {
    let (path, record) = record("cut", board("4x4"), 5, Shard::WHOLE);
    drop(record);
    let whole = fs::read(&path).expect("the record");
    let middle = whole.len() / 2;
    let missing = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a record");
        Scores::read(&path).expect("a record").missing()
    };
    assert_eq!(missing(&whole), 0);
    assert_eq!(missing(&whole[..whole.len() - 1]), 1);
    assert_eq!(missing(&[&whole[..middle], &whole[middle + 1..]].concat()), 1);
    assert_eq!(missing(&[&whole[..middle], &[0; 20], &whole[middle..]].concat()), 1);
    assert!(missing(&[&whole[..middle], &vec![0; whole.len() - middle]].concat()) > 1);
    // An incomplete first line is written anew.
    fs::write(&path, &whole[..10]).expect("a record");
    let again = Record::open(&path, &Ply::with_stones(board("4x4"), 5)).expect("a record");
    assert!(again.scores.missing() > 0);
    again.remove().expect("its file");
}

#[test]
fn a_wrong_book_neither_hangs_nor_panics() {
    let size = board("5x4");
    let all = |score: Score| {
        let kept =
            [0, 2, 4].into_iter().flat_map(|plies| Ply::with_stones(size, plies).kept().collect::<Vec<_>>());
        Book::build(size, 4, kept.map(|position| (position, score))).expect("a book")
    };
    let right = solver(size);
    let three = Score::checked(size, 3).expect("a score");
    for score in [-Score::highest(size), Score::DRAW, Score::highest(size), three] {
        let with_book = solver(size).to_builder().book(all(score)).build();
        for ply in Ply::up_to(size, 6) {
            for position in &ply.positions {
                let report = with_book.query(position).score();
                assert!(report.bounds.score().is_some());
                let analysis = with_book.query(position).analyze();
                assert!(analysis.bounds.lower() <= analysis.bounds.upper() && analysis.best.is_some());
                assert!(with_book.best_move(position).is_some());
                // The scores of the last ply bound those of the next.
                if ply.plies == 6 {
                    assert_eq!(report.bounds.score(), Some(right.solve(position)));
                }
            }
        }
    }
}

#[test]
fn the_plies_have_the_known_numbers_of_positions() {
    // Positions, mirror images counted: <https://oeis.org/A212693>.
    let known = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275];
    for (ply, known) in Ply::up_to(BoardSize::STANDARD, 8).zip(known) {
        let positions = ply.positions.iter();
        let both: usize = positions.map(|position| if position.mirror() == *position { 1 } else { 2 }).sum();
        let mut over = std::collections::HashSet::new();
        if ply.plies > 0 {
            for position in Ply::with_stones(BoardSize::STANDARD, ply.plies - 1).positions {
                for column in position.legal_moves() {
                    let child = position.after(column);
                    if child.is_over() {
                        over.extend([child.key(), child.mirror().key()]);
                    }
                }
            }
        }
        assert_eq!(both + over.len(), known, "{} stones", ply.plies);
    }
}

#[test]
fn verification_finds_a_wrong_score() {
    let size = board("5x5");
    let right = book("verified", size, 4);
    let positions: Vec<_> = Ply::with_stones(size, 4).kept().collect();
    let found = |book: &Book| {
        let (searched, mismatches) = verify(book, &positions, &solver(size), &Limits::NONE, &mut |_, _| {});
        assert_eq!(searched, positions.len());
        mismatches
    };
    assert_eq!(found(&right), []);
    let lost = *positions
        .iter()
        .find(|position| right.score(position) < Some(Score::DRAW))
        .expect("a lost position");
    let scores =
        [0, 2, 4].into_iter().flat_map(|plies| Ply::with_stones(size, plies).kept().collect::<Vec<_>>());
    let wrong = Book::build(
        size,
        4,
        scores.map(|position| {
            let score = right.score(&position).expect("it is in the book");
            (position, if position == lost { -score } else { score })
        }),
    );
    let mismatches = found(&wrong.expect("a book"));
    assert_eq!(mismatches.iter().map(|mismatch| mismatch.position).collect::<Vec<_>>(), [lost]);
}
