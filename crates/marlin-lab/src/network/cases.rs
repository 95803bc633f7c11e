//! The nodes of ordinary searches and of walks that the network learns from, with the scores that the book
//! has for their moves.

use std::collections::HashSet;
use std::io;
use std::sync::LazyLock;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use marlin_core::internals::network;
use marlin_core::internals::weights::OrderingWeights;
use marlin_core::{BoardSize, Book, Column, Game, Position};
use rayon::prelude::*;

use super::fit::{Lesson, LessonMove, holds_out};
use crate::learn::laid_over::NetworkInputs;
use crate::learn::search::{self, Move, Plan, Sample};

/// Nodes at which no first choice can be wrong teach only scores. One in this many of them is kept.
const OTHERS: u32 = 4;

/// One case in this many is held out of the fit, to judge it.
const HELD_OUT: u64 = 10;

/// Up to this number of stones the cases come from all positions. None of these is held out, because no other
/// position of so few stones is left for a test.
const FIRST_PLIES: u32 = 4;

/// The number of times that a round learns from a searched case of the first plies: these cases are few, and
/// a wrong first move there costs most.
pub(super) const FIRST_PLIES_TIMES: usize = 40;

/// Returns the lesson of a node of the standard board, from the cell of each candidate, its score and the
/// priority it had.
pub(super) fn lesson(
    (us, them): (u64, u64),
    alpha: i8,
    nodes: u32,
    moves: Vec<(u64, i8, i32)>,
) -> Lesson<'static> {
    static INPUTS: LazyLock<NetworkInputs> = LazyLock::new(|| NetworkInputs::new(BoardSize::STANDARD));
    let known = |(cell, score, priority): (u64, i8, i32)| {
        let rows = (-i32::from(score) - network::LOWEST_THRESHOLD).max(0) as u8;
        LessonMove { cell, rows_below: rows, first_row_above: rows, holds: score > alpha, priority }
    };
    let (inputs, moves) = (&*INPUTS, moves.into_iter().map(known).collect());
    let row = inputs.row_on(-i32::from(alpha) - 1);
    let lesson = Lesson { inputs, us, them, row, nodes, times: 1, choice: 1.0, is_held_out: false, moves };
    if !is_of_first_plies(&lesson) {
        return Lesson { is_held_out: holds_out(inputs, them, HELD_OUT), ..lesson };
    }
    let times = if nodes > 0 && lesson.is_mixed() { FIRST_PLIES_TIMES } else { 1 };
    Lesson { times, ..lesson }
}

/// Returns whether a lesson is one of the first plies.
pub(super) const fn is_of_first_plies(lesson: &Lesson<'_>) -> bool {
    lesson.nb_moves() <= FIRST_PLIES
}

/// Returns the lesson of a node, if the book has it.
pub(super) fn of_node(sample: &Sample, book: &Book) -> Option<Lesson<'static>> {
    let scores = book.columns(&sample.position())?;
    let known = |m: &Move| {
        let score = scores.get(m.cell.trailing_zeros() as usize / 7).copied().flatten()?;
        Some((m.cell, score.get() as i8, m.priority))
    };
    let mut moves: Vec<_> = sample.moves.iter().filter_map(known).collect();
    moves.sort_unstable();
    let nodes = u32::try_from(sample.nodes.max(1)).unwrap_or(u32::MAX);
    Some(lesson((sample.us, sample.them), sample.alpha as i8, nodes, moves))
}

/// Returns all positions of fewer stones, one of each mirrored pair.
pub(super) fn positions_below(stones: u32) -> Vec<Position> {
    let (mut all, mut last) = (Vec::new(), vec![Position::new()]);
    for _ in 0..stones {
        all.extend_from_slice(&last);
        let mut reached = HashSet::new();
        let children = last.iter().flat_map(|position| position.legal_moves().map(|c| position.after(c)));
        last = children.map(|child| child.canonical()).filter(|child| reached.insert(*child)).collect();
    }
    all
}

/// Returns the nodes of one search that are lessons, each once.
pub(super) fn of_search(
    position: &Position,
    seed: u64,
    weights: OrderingWeights<'_>,
    book: &Book,
) -> io::Result<Vec<Sample>> {
    let plan = Plan::Order { below_stones: book.plies() };
    let mut nodes = search::sampled(position, weights, plan, 0)?.samples;
    let (mut sampled, mut random) = (HashSet::new(), ChaCha8Rng::seed_from_u64(seed));
    let mut is_kept = |lesson: Lesson<'_>| lesson.is_mixed() || random.next_u32().is_multiple_of(OTHERS);
    nodes.retain(|node| {
        sampled.insert((node.us, node.them, node.alpha)) && of_node(node, book).is_some_and(&mut is_kept)
    });
    Ok(nodes)
}

/// A walk begins after fewer random moves than this.
const RANDOM_MOVES_END: u32 = 10;

/// Returns the cases of the first walks through the book, as in a proof: one side plays a best move, the
/// other any that does not lose at once. Searches visit few early positions. Each walk depends only on the
/// seed and its number.
pub(crate) fn of_walks(count: u64, seed: u64, book: &Book) -> Vec<Lesson<'static>> {
    (0..count).into_par_iter().flat_map_iter(|number| walk(number, seed, book)).collect()
}

/// Returns the positions of one walk at which there is a choice.
fn walk(number: u64, seed: u64, book: &Book) -> Vec<Lesson<'static>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let mut below = |bound: u32| random.next_u32() % bound;
    let random_moves = below(RANDOM_MOVES_END);
    let strong_side = below(2);
    let mut cases = Vec::new();
    let mut game = Game::new();
    while game.outcome().is_none() {
        let position = *game.position();
        let choices: Vec<Column> = if position.nb_moves() < random_moves {
            game.legal_moves().collect()
        } else {
            let Some((scores, best)) = scores_of_choices(&position, book) else { break };
            if scores.len() > 1 {
                let alpha = alpha(best, below(4));
                let cells = position.occupied().bits() + Position::BOTTOM_MASK;
                let known = |&(column, score)| ((cells & Position::column_mask(column)) as u64, score, 0);
                let stones = (position.us().bits() as u64, position.them().bits() as u64);
                cases.push(lesson(stones, alpha, 0, scores.iter().map(known).collect()));
            }
            let plays_best = position.nb_moves() % 2 == strong_side;
            let is_played = |(_, score): &(Column, i8)| !plays_best || *score == best;
            scores.into_iter().filter(is_played).map(|(column, _)| column).collect()
        };
        let choice = choices[below(choices.len() as u32) as usize];
        let played = game.play(choice);
        debug_assert!(played.is_ok(), "a legal move");
    }
    cases
}

/// Returns the scores of our moves after which they cannot win at once, and the best of them. `None` if there
/// is no such move, we win at once, or the book ends.
fn scores_of_choices(position: &Position, book: &Book) -> Option<(Vec<(Column, i8)>, i8)> {
    let scores = book.columns(position).filter(|_| !position.can_win_next())?;
    let scores = scores.iter().filter_map(|(column, score)| Some((column, score.as_ref()?.get() as i8)));
    let scores: Vec<_> = scores.filter(|&(column, _)| !position.after(column).can_win_next()).collect();
    scores.iter().map(|&(_, score)| score).max().map(|best| (scores, best))
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
    use super::*;

    #[test]
    fn a_move_is_known_by_its_score_and_holds_if_it_exceeds_alpha() {
        // A node with a stone of each side: the edges lose, the middle holds, other columns are not
        // candidates.
        let moves = vec![(1, -2, 0), (1 << 23, 1, 0), (1 << 42, -2, 0)];
        let lesson = lesson((1 << 21, 1 << 22), 0, 70_000, moves);
        assert!(lesson.is_mixed());
        assert_eq!(lesson.moves.iter().map(|tried| tried.holds).collect::<Vec<_>>(), [false, true, false]);
        assert!(lesson.moves.iter().all(|tried| tried.is_above(lesson.row) == Some(!tried.holds)));
        let rows = |index: usize| (lesson.moves[index].rows_below, lesson.moves[index].first_row_above);
        assert_eq!([rows(0), rows(1), rows(2)], [(20, 20), (17, 17), (20, 20)]);
    }

    fn is_held_out(us: u64, them: u64) -> bool {
        lesson((us, them), 0, 0, Vec::new()).is_held_out
    }

    #[test]
    fn one_case_in_ten_is_held_out_together_with_its_mirror_image() {
        let (middle, inputs) = (0x1f << 21, NetworkInputs::new(BoardSize::STANDARD));
        let held_out = (0..10_000u64).map(|cells| cells & !(0x40 | 0x40 << 7)).filter(|&them| {
            assert_eq!(is_held_out(middle, them), is_held_out(middle, inputs.mirrored(them)));
            is_held_out(middle, them)
        });
        assert!((800..1200).contains(&held_out.count()));
    }

    #[test]
    fn no_case_of_the_first_plies_is_held_out() {
        let of_stones = |most: u32| {
            let few = move |them: &u64| them.count_ones() <= most && them & (0x40 | 0x40 << 7) == 0;
            (0..10_000u64).filter(few).any(|them| is_held_out(0, them))
        };
        assert_eq!([of_stones(4), of_stones(5)], [false, true]);
    }

    #[test]
    fn the_positions_of_few_stones_are_all_there_are_one_of_each_mirrored_pair() {
        let positions = positions_below(5);
        let images = positions.iter().flat_map(|position| [*position, position.mirror()]);
        let both: HashSet<Position> = images.collect();
        let count = |stones| both.iter().filter(|position| position.nb_moves() == stones).count();
        // Positions, mirror images counted: <https://oeis.org/A212693>.
        assert_eq!([0, 1, 2, 3, 4, 5].map(count), [1, 7, 49, 238, 1120, 0]);
        let own_images = positions.iter().filter(|position| position.mirror() == **position).count();
        assert_eq!(2 * positions.len() - own_images, both.len());
    }

    #[test]
    fn walks_depend_on_seed_and_number_and_some_candidate_always_holds() {
        let book = Book::embedded(BoardSize::STANDARD).unwrap();
        let cases = of_walks(20, 1, &book);
        assert!(cases.len() > 20);
        assert_eq!(cases, of_walks(20, 1, &book));
        assert_ne!(cases, of_walks(20, 2, &book));
        assert!(cases.iter().all(|case| case.moves.iter().any(|tried| tried.holds)));
        assert!(cases.iter().filter(|case| case.is_mixed()).count() * 4 > cases.len() * 3);
    }
}
