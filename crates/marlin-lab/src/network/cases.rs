//! The nodes of ordinary searches and of walks that the network learns from, with the scores that the book has for their moves.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use marlin_core::internals::network;
use marlin_core::internals::weights::OrderingWeights;
use marlin_core::{BoardSize, Book, Column, Columns, Game, Position, Score};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fit::{Child, Lesson};
use crate::learn::laid_over::NetworkInputs;
use crate::learn::positions::Positions;
use crate::learn::search::{self, Sample};
use crate::store;

/// One in this many is kept of the nodes at which no first choice can be wrong: these teach scores.
const OTHERS: u32 = 4;

/// One case in this many is held out of the fit, to judge it.
const HELD_OUT: u64 = 10;

/// The stones up to which the cases are those of all positions. None of these is held out: no other position of so few
/// stones is left to judge by.
const FIRST_PLIES: u32 = 4;

/// The number of times that a round learns from a searched case of the first plies: these cases are few, and a wrong first
/// move there costs most.
pub(super) const FIRST_PLIES_TIMES: usize = 40;

/// The score of a column that is not a candidate.
const NO_MOVE: i8 = i8::MIN;

/// A node of the standard board at which there is more than one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Case {
    /// Stones of the side to move.
    us: u64,
    /// Stones of the other side.
    them: u64,
    /// The lower end of the window that was tested.
    alpha: i8,
    /// Nodes of the search there, 0 without a search.
    nodes: u32,
    /// By column, the score of a candidate and the priority it had.
    moves: [(i8, i32); 7],
}

/// A move of a case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CaseMove {
    /// Stones after the move: of the side to move then, and of the side that made the move.
    pub(crate) us: u64,
    pub(crate) them: u64,
    /// The score of the side to move then.
    pub(crate) score: i32,
    /// Whether the move exceeds alpha.
    pub(crate) holds: bool,
    /// The priority of the move in the search, 0 without a search.
    pub(crate) priority: i32,
}

impl Case {
    /// Returns a node without a search, from the scores of its candidates.
    pub(crate) fn walked(
        us: u64,
        them: u64,
        alpha: i8,
        scores: impl IntoIterator<Item = Option<i8>>,
    ) -> Self {
        let mut moves = [(NO_MOVE, 0); 7];
        for (known, score) in moves.iter_mut().zip(scores) {
            known.0 = score.unwrap_or(NO_MOVE);
        }
        Self { us, them, alpha, nodes: 0, moves }
    }

    /// Returns the case with a search of so many nodes.
    #[cfg(test)]
    pub(crate) const fn searched(self, nodes: u32) -> Self {
        Self { nodes, ..self }
    }

    /// Returns the case of a node, if the book has it.
    fn of(sample: &Sample, book: &Book) -> Option<Self> {
        let scores = book.columns(&sample.position())?;
        let mut moves = [(NO_MOVE, 0); 7];
        for m in &sample.moves {
            let column = m.cell.trailing_zeros() as usize / 7;
            if let Some(score) = scores.get(column).copied().flatten() {
                moves[column] = (score.get() as i8, m.priority);
            }
        }
        let nodes = u32::try_from(sample.nodes.max(1)).unwrap_or(u32::MAX);
        Some(Self { us: sample.us, them: sample.them, alpha: sample.alpha as i8, nodes, moves })
    }

    /// Returns the moves to choose from.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = CaseMove> + '_ {
        let moves = self.moves.iter().enumerate().filter(|(_, (score, _))| *score != NO_MOVE);
        moves.map(|(column, &(score, priority))| {
            let column_cells = 0x3f << (7 * column);
            let occupied = self.us | self.them;
            let cell = (occupied + (1 << (7 * column))) & column_cells & !occupied;
            CaseMove {
                us: self.them,
                them: self.us | cell,
                score: -i32::from(score),
                holds: score > self.alpha,
                priority,
            }
        })
    }

    /// Returns the greatest score of a child whose move holds.
    pub(crate) fn threshold(&self) -> i32 {
        -i32::from(self.alpha) - 1
    }

    /// Returns the nodes of the search there, 0 without a search.
    pub(crate) const fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Returns the number of stones on the board.
    pub(crate) const fn nb_moves(&self) -> u32 {
        (self.us | self.them).count_ones()
    }

    /// Returns whether some candidates hold and others do not.
    pub(crate) fn is_mixed(&self) -> bool {
        let holding = self.candidates().filter(|candidate| candidate.holds).count();
        holding > 0 && holding < self.candidates().count()
    }

    /// Returns whether the case is one of the first plies.
    pub(crate) const fn is_of_first_plies(&self) -> bool {
        self.nb_moves() <= FIRST_PLIES
    }

    /// Returns whether the case is held out: one in ten after the first plies, by a hash of the stones that all children have in
    /// common, so that no child of a case held out is learned from through another parent.
    pub(crate) fn is_held_out(&self) -> bool {
        if self.is_of_first_plies() {
            return false;
        }
        let common = self.them.min(mirrored(self.them));
        (common.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).is_multiple_of(HELD_OUT)
    }
}

impl Lesson for Case {
    fn row(&self) -> usize {
        network::row_of(self.threshold())
    }

    fn times(&self) -> usize {
        let is_repeated = self.is_of_first_plies() && self.is_mixed() && self.nodes > 0;
        if is_repeated { FIRST_PLIES_TIMES } else { 1 }
    }

    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn is_held_out(&self) -> bool {
        Self::is_held_out(self)
    }

    fn children(&self, is_mirrored: bool) -> Vec<Child> {
        static INPUTS: LazyLock<NetworkInputs> = LazyLock::new(|| NetworkInputs::new(BoardSize::STANDARD));
        let side = |cells| if is_mirrored { mirrored(cells) } else { cells };
        let child = |candidate: CaseMove| {
            let mut inputs = Vec::new();
            INPUTS.for_each(side(candidate.us), side(candidate.them), |row, share| inputs.push((row, share)));
            let rows = (candidate.score - network::LOWEST_THRESHOLD).max(0) as usize;
            let (holds, priority) = (candidate.holds, candidate.priority);
            Child { inputs, rows_below: rows, first_row_above: rows, holds, priority }
        };
        self.candidates().map(child).collect()
    }
}

/// Returns the mirror image of cells.
pub(crate) fn mirrored(cells: u64) -> u64 {
    (0..7).fold(0, |image, column| image | (cells >> (7 * column) & 0x7f) << (7 * (6 - column)))
}

/// Returns the cases of the searches of the first random positions, those from the folder first. After a change of the
/// search or of the weights the folder must be removed.
pub(crate) fn collect(
    folder: &Path,
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
    book: &Book,
) -> io::Result<Vec<Case>> {
    let seed = positions.seed;
    store::of_chunks(folder, &format!("seed-{seed}"), count, |number| {
        of_search(&positions.get(number), seed ^ number << 32, weights, book)
    })
}

/// Returns the cases of the searches of all positions of fewer stones, as [`collect`] does.
pub(crate) fn collect_first_plies(
    folder: &Path,
    stones: u32,
    seed: u64,
    weights: OrderingWeights<'_>,
    book: &Book,
) -> io::Result<Vec<Case>> {
    let path = folder.join(format!("seed-{seed}-below-{stones}-stones.jsonl"));
    let of_one = |position: &Position| of_search(position, seed ^ position.key(), weights, book);
    let positions = positions_below(stones);
    store::from_file_or(&path, || {
        let cases = positions.par_iter().map(of_one).collect::<io::Result<Vec<_>>>()?;
        Ok(cases.into_iter().flatten().collect())
    })
}

/// Returns all positions of fewer stones, one of each mirrored pair.
fn positions_below(stones: u32) -> Vec<Position> {
    let (mut all, mut last) = (Vec::new(), vec![Position::new()]);
    for _ in 0..stones {
        all.extend_from_slice(&last);
        let mut reached = HashSet::new();
        let children = last.iter().flat_map(children).map(|child| child.canonical());
        last = children.filter(|child| reached.insert(*child)).collect();
    }
    all
}

/// Returns the positions after each move.
fn children(position: &Position) -> impl Iterator<Item = Position> + use<> {
    let position = *position;
    position.legal_moves().map(move |column| position.after(column))
}

/// Returns the cases of one search, each once.
fn of_search(
    position: &Position,
    seed: u64,
    weights: OrderingWeights<'_>,
    book: &Book,
) -> io::Result<Vec<Case>> {
    let nodes = search::ordered_nodes(position, weights, book.plies())?;
    let mut sampled = HashSet::new();
    let fresh = nodes.iter().filter(|node| sampled.insert((node.us, node.them, node.alpha)));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let cases = fresh.filter_map(|node| Case::of(node, book));
    Ok(cases.filter(|case| case.is_mixed() || random.next_u32().is_multiple_of(OTHERS)).collect())
}

/// A walk begins after fewer random moves than this.
const RANDOM_MOVES_END: u32 = 10;

/// Returns the cases of the first walks through the book, as in a proof: one side plays a best move, the other any that does not
/// lose at once. Searches alone meet few early positions. Each walk depends on the seed and its number alone.
pub(crate) fn of_walks(count: u64, seed: u64, book: &Book) -> Vec<Case> {
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
    use super::*;

    /// A node with a stone of each side: the edges lose, the middle holds, other columns are not candidates.
    fn case() -> Case {
        let scores = [Some(-2), None, None, Some(1), None, None, Some(-2)];
        Case { nodes: 70_000, ..Case::walked(1 << 21, 1 << 22, 0, scores) }
    }

    #[test]
    fn the_candidates_of_a_case_are_its_children_seen_from_their_side_to_move() {
        let candidates: Vec<_> = case().candidates().collect();
        assert_eq!(
            candidates.iter().map(|c| c.them).collect::<Vec<_>>(),
            [1 | 1 << 21, 1 << 21 | 1 << 23, 1 << 21 | 1 << 42]
        );
        assert!(candidates.iter().all(|c| c.us == 1 << 22));
        assert_eq!(candidates.iter().map(|c| c.score).collect::<Vec<_>>(), [2, -1, 2]);
        assert_eq!(candidates.iter().map(|c| c.holds).collect::<Vec<_>>(), [false, true, false]);
        assert!(candidates.iter().all(|c| c.holds != (c.score > case().threshold())));
        assert!(case().is_mixed());
    }

    #[test]
    fn one_case_in_ten_is_held_out_together_with_its_mirror_image() {
        let middle = 0x1f << 21;
        let held_out = (0..10_000u64).filter(|&them| {
            let image = Case::walked(middle, mirrored(them), 0, [None; 7]);
            let case = Case::walked(middle, them, 0, [None; 7]);
            assert_eq!(case.is_held_out(), image.is_held_out());
            case.is_held_out()
        });
        assert!((800..1200).contains(&held_out.count()));
    }

    #[test]
    fn no_case_of_the_first_plies_is_held_out() {
        let is_held_out = |them| Case::walked(0, them, 0, [None; 7]).is_held_out();
        assert!((0..10_000u64).filter(|them| them.count_ones() <= 4).all(|them| !is_held_out(them)));
        assert!((0..10_000u64).filter(|them| them.count_ones() == 5).any(is_held_out));
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
        assert!(cases.iter().all(|case| case.candidates().any(|candidate| candidate.holds)));
        assert!(cases.iter().filter(|case| case.is_mixed()).count() * 4 > cases.len() * 3);
    }
}
