//! Walks through the book, as in a proof: one side plays a best move, the other any that does not lose at once.
//!
//! Searches alone meet few early positions. These are more of the kind, and the book has the score of every move.

use marlin_core::{Book, Column, Columns, Game, Position, Score};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::cases::Case;

/// A walk begins after fewer random moves than this.
const RANDOM_MOVES_END: u32 = 10;

/// Returns the cases of the first walks. Each depends on the seed and its number alone.
pub(crate) fn collect(count: u64, seed: u64, book: &Book) -> Vec<Case> {
    (0..count).into_par_iter().flat_map_iter(|number| walk(number, seed, book)).collect()
}

/// Returns the positions of one walk at which there is a choice.
fn walk(number: u64, seed: u64, book: &Book) -> Vec<Case> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let mut below = |bound: u32| random.next_u32() % bound;
    let random_moves = below(RANDOM_MOVES_END);
    let strong_side = below(2);
    let mut cases = Vec::new();
    let mut game = Game::new();
    while game.outcome().is_none() {
        let position = *game.position();
        let choices = if position.nb_moves() < random_moves {
            game.legal_moves()
        } else {
            let Some((scores, best)) = scores_of_choices(&position, book) else { break };
            let columns: Vec<Column> =
                scores.by_column().filter(|(_, score)| score.is_some()).map(|(column, _)| column).collect();
            if columns.len() > 1 {
                let alpha = alpha(best, below(4));
                cases.push(Case::walked(position.us().bits(), position.them().bits(), alpha, scores));
            }
            let plays_best = position.nb_moves() % 2 == strong_side;
            columns.into_iter().filter(|c| !plays_best || scores[*c] == Some(best)).collect::<Vec<_>>()
        };
        let choice = choices[below(choices.len() as u32) as usize];
        let played = game.play(choice);
        debug_assert!(played.is_ok(), "a legal move");
    }
    cases
}

/// Returns the scores of our moves after which they cannot win at once, and the best of them. `None` if there is no
/// such move, we win at once, or the book ends.
fn scores_of_choices(position: &Position, book: &Book) -> Option<(Columns<Option<i8>>, i8)> {
    if position.can_win_next() {
        return None;
    }
    let mut scores = book.columns(position)?.map(|score| score.map(|score: Score| score.get() as i8));
    for column in position.legal_moves() {
        let child = position.after(column);
        if child.can_win_next() {
            scores[column] = None;
        }
    }
    scores.iter().flatten().copied().max().map(|best| (scores, best))
}

/// Returns an alpha for a position with a best score: just below it, or the one that decides who wins.
const fn alpha(best: i8, choice: u32) -> i8 {
    match choice {
        0 if best > 0 => 0,
        1 if best > -1 => -1,
        _ => best - 1,
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;

    #[test]
    fn walks_depend_on_seed_and_number_and_some_candidate_always_holds() {
        let book = Book::embedded(BoardSize::STANDARD).unwrap();
        let cases = collect(20, 1, &book);
        assert!(cases.len() > 20);
        assert_eq!(cases, collect(20, 1, &book));
        assert_ne!(cases, collect(20, 2, &book));
        assert!(cases.iter().all(|case| case.candidates().any(|candidate| candidate.holds)));
        assert!(cases.iter().filter(|case| case.is_mixed()).count() * 4 > cases.len() * 3);
    }
}
