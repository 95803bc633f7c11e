//! The book that is part of marlin-core, against published counts and against the search.

use std::collections::HashSet;
use std::thread;

use marlin_book::{Ply, verify};
use marlin_core::{Book, Game, Limits, Outcome, Position, Score, Solver};

fn book() -> Book {
    Book::embedded().expect("the tests are built with the book")
}

/// Wins, draws and losses of the first player in all positions of a ply, those in which the game is over and mirror images
/// counted as well (M. Böck, Connect 4 solved by BDDs, 2025).
const CENSUS: [(u32, [u64; 3]); 5] = [
    (8, [124_624, 14_676, 44_975]),
    (9, [197_749, 42_896, 317_541]),
    (10, [1_122_696, 97_532, 442_395]),
    (11, [1_734_122, 255_780, 2_578_781]),
    (12, [8_191_645, 541_825, 3_502_631]),
];

/// The last ply that is counted: the last two are for release code.
const LAST_COUNTED: u32 = if cfg!(debug_assertions) { 10 } else { 12 };

/// Returns every position of the ply after this one, of two mirror images one, won ones too.
fn children(ply: &Ply) -> Vec<Position> {
    let mut found = HashSet::new();
    let mut children = Vec::new();
    for position in ply.positions() {
        for column in position.legal_moves() {
            let mut child = *position;
            child.make_move(column);
            let child = child.canonical();
            if found.insert(child.key()) {
                children.push(child);
            }
        }
    }
    children
}

/// Counts wins, draws and losses of the first player.
fn census(book: &Book, positions: &[Position]) -> [u64; 3] {
    let mut counts = [0; 3];
    for position in positions {
        let outcome = book.score(position).expect("a position of the book").outcome();
        let images = if position.mirror() == *position { 1 } else { 2 };
        let is_first_to_move = position.nb_moves().is_multiple_of(2);
        let row = match outcome {
            Outcome::Draw => 1,
            Outcome::Win if is_first_to_move => 0,
            Outcome::Loss if !is_first_to_move => 0,
            Outcome::Win | Outcome::Loss => 2,
        };
        counts[row] += images;
    }
    counts
}

#[test]
fn the_outcomes_of_every_ply_are_as_many_as_published() {
    let book = book();
    let mut ply = Ply::first();
    for (plies, published) in CENSUS.into_iter().filter(|&(plies, _)| plies <= LAST_COUNTED) {
        while ply.plies() + 1 < plies {
            ply = ply.next();
        }
        let positions = children(&ply);
        let halves = positions.chunks(positions.len().div_ceil(2));
        let counts = thread::scope(|scope| {
            let counts: Vec<_> = halves.map(|half| scope.spawn(|| census(&book, half))).collect();
            counts.into_iter().map(|count| count.join().expect("a count")).collect::<Vec<_>>()
        });
        let counts: [u64; 3] = std::array::from_fn(|row| counts.iter().map(|count| count[row]).sum());
        assert_eq!(counts, published, "won, drawn and lost positions of {plies} plies");
    }
}

#[test]
fn the_bytes_are_those_of_a_book_that_is_whole() {
    let read = Book::<7, 6>::read(book().as_bytes()).expect("a good book");
    assert_eq!(read.checksum(), book().checksum());
    assert_eq!(read.plies(), 13);
}

#[test]
fn the_book_has_as_many_scores_as_the_rules_give_positions_and_one_for_each() {
    let book = &book();
    let kept = |ply: &Ply| Book::<7, 6>::keeps_scores(book.plies(), ply.plies());
    let last = if cfg!(debug_assertions) { 11 } else { 13 };
    let plies = Ply::up_to(last);
    let of_ply = |ply: &Ply| {
        let positions: Vec<_> = ply.kept().collect();
        let halves = positions.chunks(positions.len().div_ceil(2).max(1));
        thread::scope(|scope| {
            let halves: Vec<_> = halves
                .map(|half| scope.spawn(|| half.iter().all(|position| book.score(position).is_some())))
                .collect();
            assert!(halves.into_iter().all(|half| half.join().expect("an answer")), "{} plies", ply.plies());
        });
        positions.len()
    };
    let positions: usize = plies.iter().filter(|ply| kept(ply)).map(of_ply).sum();
    if last == book.plies() {
        assert_eq!(positions as u64, book.positions());
    } else {
        assert!((positions as u64) < book.positions());
    }
}

#[test]
fn positions_chosen_at_random_have_the_score_that_the_search_finds() {
    let (book, solver) = (book(), Solver::builder().hash_mib(64).expect("64 MiB").without_book().build());
    for (plies, sample) in [(13, 200), (12, 60), (11, 40), (10, 15), (9, 5), (8, 2)] {
        let games = Random(u64::from(plies)).games(plies);
        let positions: Vec<Position> = games.map(|game| *game.position()).take(sample).collect();
        let verified = verify(&book, &positions, &solver, &Limits::NONE, &mut |_| {});
        assert_eq!((verified.searched, verified.mismatches), (sample, Vec::new()));
    }
}

#[test]
fn two_positions_that_a_well_known_book_had_wrong_are_right() {
    for (moves, score) in [("226744515337", 7), ("475772722323", 4)] {
        let position = moves.parse().expect("a game");
        assert_eq!(book().score(&position).map(Score::get), Some(score), "{moves}");
        assert_eq!(Solver::builder().without_book().build().solve(&position).get(), score, "{moves}");
    }
}

#[test]
fn neither_later_positions_nor_those_of_no_game_are_answered() {
    let book = book();
    assert!(Random(1).games(14).take(1000).all(|game| book.score(game.position()).is_none()));
    // X has one stone on the ground, and that changes places with one of O: what did X begin with?
    let mut impossible = 0;
    for game in Random(2).games(12).take(2000) {
        let mut cells = game.position().to_cells();
        let ground = 35..42;
        let (Some(first), Some(other)) =
            (ground.clone().find(|&cell| cells[cell] == 1), (0..35).find(|&cell| cells[cell] == 2))
        else {
            continue;
        };
        cells.swap(first, other);
        let is_begun = ground.clone().any(|cell| cells[cell] == 1);
        let Some(position) = Position::<7, 6>::from_cells(&cells).ok().filter(|_| !is_begun) else {
            continue;
        };
        impossible += 1;
        assert_eq!((book.score(&position), book.columns(&position)), (None, None), "\n{position}");
    }
    assert!(impossible > 10, "{impossible}");
}

/// Random games, the same for a seed on every machine (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        for shift in [13, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        self.0
    }

    /// Returns games of so many moves that aren't over.
    fn games(mut self, plies: u32) -> impl Iterator<Item = Game> {
        for _ in 0..100 {
            self.next();
        }
        std::iter::repeat_with(move || {
            let mut game = Game::new();
            for _ in 0..plies {
                let moves = game.legal_moves();
                game.play(*moves.get(self.next() as usize % moves.len().max(1))?).ok()?;
            }
            game.outcome().is_none().then_some(game)
        })
        .flatten()
    }
}
