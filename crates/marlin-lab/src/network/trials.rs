//! The nodes of few stones of searches of any board, with the results of the moves that were tried: the
//! lessons of the network of other boards, which have no book.

use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use marlin_core::BoardSize;

use super::fit::{Lesson, LessonMove, holds_out};
use crate::learn::board_in_u64;
use crate::learn::laid_over::{self, NetworkInputs};
use crate::learn::positions::{Excluded, Positions};
use crate::learn::search::{self, Move, Plan, Sample};
use crate::store;

/// One node in this many is held out of the fit, to judge it.
const HELD_OUT: u64 = 20;

/// All nodes of fewer stones are kept, and one in this many of the others at which no first choice is
/// learned.
const FIRST_STONES: u32 = 8;
const OTHERS: u64 = 4;

/// The maximum weight of a first choice.
const MOST_CHOICE: f32 = 20.0;

/// Returns the lessons of nodes, each once, with the map of its board.
pub(super) fn lessons(mut nodes: Vec<Sample>, inputs: &[NetworkInputs]) -> Vec<Lesson<'_>> {
    let mut seen = HashSet::new();
    nodes.retain(|node| seen.insert((node.size, node.us, node.them, node.alpha)));
    let with_map = |(node, choice): (&Sample, f32)| {
        Some(lesson(node, inputs.iter().find(|inputs| inputs.size == node.size)?, choice))
    };
    nodes.iter().zip(choices(&nodes)).filter_map(with_map).filter(is_kept).collect()
}

/// Returns the lesson of a node, with the weight of its first choice.
fn lesson<'a>(node: &Sample, inputs: &'a NetworkInputs, choice: f32) -> Lesson<'a> {
    let known = |tried: &Move| {
        let (bound, holds) = (tried.bound?, node.exceeds_alpha(tried));
        // The score of the child is at most the negative of a lower bound, and at least the negative of an
        // upper one.
        let (rows_below, first_row_above) = if holds {
            (0, inputs.row_on(-bound) as u8)
        } else {
            (inputs.row_on(-bound - 1) as u8 + 1, u8::MAX)
        };
        Some(LessonMove { cell: tried.cell, rows_below, first_row_above, holds, priority: tried.priority })
    };
    let nodes = node.moves.iter().map(|tried| tried.nodes).sum::<u64>();
    Lesson {
        inputs,
        us: node.us,
        them: node.them,
        row: inputs.row_on(-node.alpha - 1),
        nodes: u32::try_from(nodes.max(1)).unwrap_or(u32::MAX),
        times: 1,
        choice,
        is_held_out: holds_out(inputs, node.them, HELD_OUT),
        moves: node.moves.iter().filter_map(known).collect(),
    }
}

/// Returns the weight of the first choice of each node. At a node whose first move does not exceed alpha the
/// next ones are known, up to one that does. Otherwise they are known only at the explored nodes. These count
/// for the others too: without this, the share of wrong first choices would be too high.
fn choices(nodes: &[Sample]) -> Vec<f32> {
    let kind = |node: &Sample| (node.size, node.nb_moves());
    let mut counts: HashMap<_, (f32, f32)> = HashMap::new();
    for node in nodes.iter().filter(|node| first_holds(node)) {
        let (all, explored) = counts.entry(kind(node)).or_default();
        *all += 1.0;
        *explored += f32::from(node.is_explored);
    }
    let weight = |node: &Sample| match counts.get(&kind(node)) {
        _ if !first_holds(node) => 1.0,
        Some((all, explored)) if node.is_explored => (all / explored).min(MOST_CHOICE),
        _ => 0.0,
    };
    nodes.iter().map(weight).collect()
}

/// Returns whether the first move that was tried exceeds alpha.
fn first_holds(node: &Sample) -> bool {
    node.moves.first().is_some_and(|tried| node.exceeds_alpha(tried))
}

/// Returns whether a node is learned from: if its first choice is, or it has few stones; and one in some of
/// the others.
fn is_kept(lesson: &Lesson<'_>) -> bool {
    let number = (lesson.us ^ lesson.them.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let is_early = lesson.nb_moves() < FIRST_STONES;
    is_early || lesson.is_mixed() && lesson.choice > 0.0 || number.is_multiple_of(OTHERS)
}

/// Positions of a board to search.
#[derive(Debug, Clone)]
pub(super) struct Searches {
    pub(super) size: BoardSize,
    pub(super) count: u64,
    pub(super) stones: RangeInclusive<u32>,
    /// The nodes after which a search ends.
    pub(super) most_nodes: u64,
}

impl FromStr for Searches {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split([':', '-']).collect();
        let [size, count, fewest, most, most_nodes] = parts[..] else {
            return Err("SIZE:NUMBER:STONES:NODES is expected, as in 8x5:60:4-10:5000000".into());
        };
        let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
        Ok(Self {
            size: board_in_u64(size)?,
            count: number(count)?,
            stones: number(fewest)? as u32..=number(most)? as u32,
            most_nodes: number(most_nodes)?,
        })
    }
}

/// Returns the nodes of some searches at which a network of so many plies of 7x6 is used, those from the
/// folder first. After a change of the search or of the weights the folder must be removed.
pub(super) fn collect(folder: &Path, searches: &Searches, seed: u64, plies: u32) -> io::Result<Vec<Sample>> {
    let &Searches { size, count, ref stones, most_nodes } = searches;
    let excluded = Excluded::default();
    let positions = Positions { size, seed, plies: stones.clone(), excluded: &excluded };
    let weights = laid_over::transferred(size, &laid_over::learned(size).weights());
    let below_stones = size.cells() * plies / BoardSize::STANDARD.cells();
    let name = format!("{size}-seed-{seed}-plies-{}-{}", stones.start(), stones.end());
    let plan = Plan::Try { below_stones, most_nodes };
    let mut nodes = store::of_chunks(folder, &name, count, |number| {
        let seed = (seed ^ ((number + 1) << 20)) | 1;
        Ok(search::sampled(&positions.get(number), weights.weights(), plan, seed)?.samples)
    })?;
    nodes.retain(|node| node.nb_moves() < below_stones);
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use marlin_core::Column;

    use super::*;

    /// Returns nodes of a small board, some of them explored.
    fn nodes() -> Vec<Sample> {
        let size: BoardSize = "5x4".parse().unwrap();
        let excluded = Excluded::default();
        let positions = Positions { size, seed: 1, plies: 2..=4, excluded: &excluded };
        let weights = laid_over::transferred(size, &laid_over::learned(size).weights());
        let plan = Plan::Try { below_stones: 8, most_nodes: 100_000 };
        let sampled =
            |number| search::sampled(&positions.get(number), weights.weights(), plan, number | 1).unwrap();
        (0..10).flat_map(|number| sampled(number).samples).collect()
    }

    #[test]
    fn bounds_of_tried_moves_agree_with_the_solver() {
        let nodes = nodes();
        let solver = marlin_core::Solver::on(nodes[0].size);
        for node in nodes.iter().step_by(7) {
            for tried in &node.moves {
                let column = Column::new(tried.cell.trailing_zeros() as usize / 5).unwrap();
                let child = node.position().after(column);
                let (score, bound) = (-solver.solve(&child).get(), tried.bound.unwrap());
                let holds = node.exceeds_alpha(tried);
                assert!(if holds { score >= bound } else { score <= bound }, "{node:?}: {score}");
            }
        }
    }

    #[test]
    fn the_explored_nodes_count_for_all_whose_first_move_holds() {
        let nodes = nodes();
        let weights = choices(&nodes);
        let holding = || nodes.iter().zip(&weights).filter(|(node, _)| first_holds(node));
        let all = holding().count() as f32;
        let counted: f32 = holding().map(|(_, weight)| weight).sum();
        assert!(all > 100.0 && counted > 0.8 * all && counted < all + 1.0, "{counted} of {all}");
        assert!(
            nodes
                .iter()
                .zip(&weights)
                .all(|(node, &weight)| first_holds(node) || (weight - 1.0).abs() < 1e-6)
        );
    }

    #[test]
    fn a_child_is_known_on_the_side_of_its_bound_alone() {
        let nodes = nodes();
        let inputs = [NetworkInputs::new(nodes[0].size)];
        for lesson in lessons(nodes, &inputs) {
            for tried in &lesson.moves {
                assert_eq!(tried.is_above(lesson.row), Some(!tried.holds));
                assert_eq!(tried.is_above(if tried.holds { 0 } else { 35 }), None);
            }
        }
    }
}
