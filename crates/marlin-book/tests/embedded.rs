//! The book that is part of marlin-core, against the rules and against the search.

use marlin_book::{Ply, verify};
use marlin_core::{Book, Game, Limits, Position, Solver};

fn book() -> Book {
    Book::embedded().expect("the tests are built with the book")
}

#[test]
fn the_bytes_are_those_of_a_book_that_is_whole() {
    let read = Book::<7, 6>::read(book().as_bytes()).expect("a good book");
    assert_eq!(read.checksum(), book().checksum());
}

#[test]
fn the_book_has_every_position_that_the_rules_give() {
    let book = book();
    let kept = |ply: &Ply| Book::<7, 6>::keeps_scores(book.plies(), ply.plies());
    let plies = Ply::up_to(book.plies());
    let positions: usize = plies.iter().filter(|ply| kept(ply)).map(|ply| ply.kept().count()).sum();
    assert_eq!(positions as u64, book.positions());
    assert!(plies.iter().flat_map(Ply::positions).all(|position| book.score(position).is_some()));
}

#[test]
fn a_position_chosen_at_random_has_the_score_that_the_search_finds() {
    let (book, solver) = (book(), Solver::with_hash_mib(64).expect("64 MiB").without_book());
    let positions: Vec<Position> =
        Random(7).games(book.plies()).map(|game| *game.position()).take(1).collect();
    let verified = verify(&book, &positions, &solver, &Limits::NONE, &mut |_| {});
    assert_eq!((verified.searched, verified.mismatches), (1, Vec::new()));
}

#[test]
fn the_columns_of_the_empty_board_are_as_published() {
    let columns = book().columns(&Position::new()).expect("the empty board");
    assert_eq!(columns.map(|score| score.expect("no column is full").get()), [-2, -1, 0, 1, 0, -1, -2]);
}

#[test]
fn later_positions_are_not_answered() {
    let book = book();
    let games = Random(1).games(book.plies() + 1).take(1000);
    assert!(
        games
            .filter(|game| Book::first_sight(game.position()).is_none())
            .all(|game| book.score(game.position()).is_none())
    );
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
