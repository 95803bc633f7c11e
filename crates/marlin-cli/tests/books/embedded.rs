//! The book embedded in marlin-core, compared with published counts and with the search.

use std::collections::HashSet;
use std::iter;
use std::sync::LazyLock;
use std::thread;

use marlin_cli::book::{Ply, verify};
use marlin_coach::opening::CENSUS;
use marlin_core::{BoardSize, Book, Game, Limits, Outcome, Position, Score, Solver};
use marlin_support::random::Random;

/// The board of the book.
const BOARD: BoardSize = BoardSize::STANDARD;

fn book() -> Book {
    Book::embedded(BOARD).expect("the tests are built with the book")
}

/// Wins, draws and losses of the first player in all positions of a ply, those in which the game is over and
/// mirror images counted as well (M. Böck, Connect 4 solved by BDDs, 2025).
const PUBLISHED: [(usize, [u64; 3]); 5] = [
    (8, [124_624, 14_676, 44_975]),
    (9, [197_749, 42_896, 317_541]),
    (10, [1_122_696, 97_532, 442_395]),
    (11, [1_734_122, 255_780, 2_578_781]),
    (12, [8_191_645, 541_825, 3_502_631]),
];

/// Positions that are searched, by their plies.
const SAMPLES: [(u32, usize); 6] = [(13, 200), (12, 60), (11, 40), (10, 15), (9, 5), (8, 2)];

/// Long checks run only in release code, with each change of the book and every night: the last three plies
/// of the census, the positions of the last plies, and searches of early positions.
const IS_RELEASE: bool = !cfg!(debug_assertions);
const LAST_COUNTED: u32 = if IS_RELEASE { 12 } else { 9 };
const LAST_LISTED: u32 = if IS_RELEASE { 13 } else { 9 };
const FIRST_SEARCHED: u32 = if IS_RELEASE { 8 } else { 12 };

/// The plies of the book, listed once for all tests.
static PLIES: LazyLock<Vec<Ply>> = LazyLock::new(|| Ply::up_to(BOARD, LAST_LISTED).collect());

/// Returns every position of the ply after this one, won ones too, and one of two mirror images.
fn children(ply: &Ply) -> Vec<Position> {
    let mut found = HashSet::new();
    let mut children = Vec::new();
    for position in &ply.positions {
        for column in position.legal_moves() {
            let child = position.after(column);
            let child = child.canonical();
            if found.insert(child.key()) {
                children.push(child);
            }
        }
    }
    children
}

/// Counts wins, draws and losses of the side to move.
fn census(book: &Book, positions: &[Position]) -> [u64; 3] {
    let mut counts = [0; 3];
    for position in positions {
        let row = match book.score(position).expect("a position of the book").outcome() {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        };
        counts[row] += if position.mirror() == *position { 1 } else { 2 };
    }
    counts
}

/// Returns every position with a number of stones, won ones too, and one of two mirror images.
fn positions(stones: u32) -> Vec<Position> {
    match stones.checked_sub(1) {
        Some(before) => children(&PLIES[before as usize]),
        None => vec![Position::on(BOARD)],
    }
}

#[test]
fn the_census_of_the_opening_explorer_is_that_of_the_book() {
    let book = book();
    for ply in CENSUS.iter().filter(|ply| ply.stones <= LAST_COUNTED) {
        let positions = positions(ply.stones);
        let halves = positions.chunks(positions.len().div_ceil(2));
        let counts = thread::scope(|scope| {
            let counts: Vec<_> = halves.map(|half| scope.spawn(|| census(&book, half))).collect();
            counts.into_iter().map(|count| count.join().expect("a count")).collect::<Vec<_>>()
        });
        let counts: [u64; 3] = std::array::from_fn(|row| counts.iter().map(|count| count[row]).sum());
        assert_eq!(
            [ply.won, ply.drawn, ply.lost],
            counts,
            "won, drawn and lost positions of {} stones",
            ply.stones
        );
    }
}

#[test]
fn the_census_of_the_opening_explorer_is_the_published_one() {
    for (stones, [first, drawn, second]) in PUBLISHED {
        let ply = CENSUS[stones];
        let [won, lost] = if stones % 2 == 0 { [first, second] } else { [second, first] };
        assert_eq!([ply.won, ply.drawn, ply.lost], [won, drawn, lost], "{stones} stones");
    }
}

#[test]
fn the_bytes_are_those_of_a_complete_book() {
    let read = Book::read(&*book().to_bytes()).expect("a good book");
    assert_eq!((read.size(), read.plies()), (BOARD, 13));
}

#[test]
fn the_book_has_one_score_for_each_position_that_the_rules_allow() {
    let book = &book();
    let kept = |ply: &Ply| marlin_core::Book::keeps_scores(book.plies(), ply.plies);
    let of_ply = |ply: &Ply| {
        let positions: Vec<_> = ply.kept().collect();
        let halves = positions.chunks(positions.len().div_ceil(2).max(1));
        thread::scope(|scope| {
            let halves: Vec<_> = halves
                .map(|half| scope.spawn(|| half.iter().all(|position| book.score(position).is_some())))
                .collect();
            assert!(halves.into_iter().all(|half| half.join().expect("an answer")), "{} plies", ply.plies);
        });
        positions.len()
    };
    let positions: usize = PLIES.iter().filter(|ply| kept(ply)).map(of_ply).sum();
    if LAST_LISTED == book.plies() {
        assert_eq!(positions as u64, book.positions());
    } else {
        assert!((positions as u64) < book.positions());
    }
}

#[test]
fn positions_chosen_at_random_have_the_score_that_the_search_finds() {
    let (book, solver) =
        (book(), Solver::builder_on(BOARD).hash_mib(64).expect("64 MiB").without_book().build());
    for (plies, sample) in SAMPLES.into_iter().filter(|&(plies, _)| plies >= FIRST_SEARCHED) {
        let positions: Vec<Position> = games(plies).map(|game| *game.position()).take(sample).collect();
        let verified = verify(&book, &positions, &solver, &Limits::NONE, &mut |_, _| {});
        assert_eq!(verified, (sample, Vec::new()));
    }
}

#[test]
fn two_positions_that_a_well_known_book_has_wrong_are_correct() {
    for (moves, score) in [("226744515337", 7), ("475772722323", 4)] {
        let position = Position::parse(BOARD, moves).expect("a game");
        assert_eq!(book().score(&position).map(Score::get), Some(score), "{moves}");
        assert_eq!(Solver::builder_on(BOARD).without_book().build().solve(&position).get(), score, "{moves}");
    }
}

#[test]
fn neither_later_positions_nor_unreachable_ones_are_answered() {
    let book = book();
    assert!(games(14).take(1000).all(|game| book.score(game.position()).is_none()));
    // X's only stone on the ground changes places with one of O's, so that X cannot have made the first move.
    let mut impossible = 0;
    for game in games(12).take(2000) {
        let mut cells = game.position().to_cells();
        let ground = 35..42;
        let (Some(first), Some(other)) =
            (ground.clone().find(|&cell| cells[cell] == 1), (0..35).find(|&cell| cells[cell] == 2))
        else {
            continue;
        };
        cells.swap(first, other);
        let is_begun = ground.clone().any(|cell| cells[cell] == 1);
        let Some(position) = Position::from_cells(BOARD, &cells).ok().filter(|_| !is_begun) else {
            continue;
        };
        impossible += 1;
        assert_eq!((book.score(&position), book.columns(&position)), (None, None), "\n{position}");
    }
    assert!(impossible > 10, "{impossible}");
}

/// Returns random unfinished games of a number of moves.
fn games(plies: u32) -> impl Iterator<Item = Game> {
    let mut random = Random::new(1, plies.into());
    iter::repeat_with(move || random.game(BOARD, plies, |_| true))
}
