//! The nodes of few stones of searches of any board, with the results of the moves that were tried: the lessons of the
//! network of other boards, which have no book.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;

use marlin_core::internals::weights::OrderingWeights;

use super::fit::{Child, Lesson};
use crate::learn::laid_over::NetworkInputs;
use crate::learn::positions::Positions;
use crate::learn::search::{self, Move, Sample};
use crate::store;

/// One node in this many is held out of the fit, to judge it.
const HELD_OUT: u64 = 20;

/// All nodes of fewer stones are kept, and one in this many of the others at which no first choice is learned.
const FIRST_STONES: u32 = 8;
const OTHERS: u64 = 4;

/// The greatest weight of a first choice.
const MOST_CHOICE: f32 = 20.0;

/// A node as the fit sees it.
#[derive(Debug)]
pub(crate) struct Trial<'a> {
    pub(crate) inputs: &'a NetworkInputs,
    pub(crate) node: Sample,
    /// The weight of the first choice.
    pub(crate) choice: f32,
}

impl Trial<'_> {
    /// Returns the stones of the other side, or those of the mirror image if they are the lesser word.
    fn common(&self) -> u64 {
        self.node.them.min(self.inputs.mirrored(self.node.them))
    }
}

impl Lesson for Trial<'_> {
    fn choice(&self) -> f32 {
        self.choice
    }

    fn row(&self) -> usize {
        self.inputs.row_on(-self.node.alpha - 1)
    }

    fn nodes(&self) -> u32 {
        let nodes = self.node.moves.iter().map(|tried| tried.nodes).sum::<u64>();
        u32::try_from(nodes.max(1)).unwrap_or(u32::MAX)
    }

    /// As cases of the book are: no child of a node held out is learned from through another parent.
    fn is_held_out(&self) -> bool {
        (self.common().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).is_multiple_of(HELD_OUT)
    }

    fn children(&self, is_mirrored: bool) -> Vec<Child> {
        let side = |cells| if is_mirrored { self.inputs.mirrored(cells) } else { cells };
        let child = |tried: &Move| {
            let bound = tried.bound?;
            let mut inputs = Vec::new();
            let us = self.node.us | tried.cell;
            self.inputs.for_each(side(self.node.them), side(us), |row, share| inputs.push((row, share)));
            let holds = self.node.exceeds_alpha(tried);
            // The score of the child is at most the negative of a lower bound, and at least that of an upper one.
            let (rows_below, first_row_above) = if holds {
                (0, self.inputs.row_on(-bound))
            } else {
                (self.inputs.row_on(-bound - 1) + 1, usize::MAX)
            };
            Some(Child { inputs, rows_below, first_row_above, holds, priority: tried.priority })
        };
        self.node.moves.iter().filter_map(child).collect()
    }
}

/// Returns the lessons of nodes, each once, with the map of its board.
pub(crate) fn lessons(mut nodes: Vec<Sample>, inputs: &[NetworkInputs]) -> Vec<Trial<'_>> {
    let mut seen = HashSet::new();
    nodes.retain(|node| seen.insert((node.size, node.us, node.them, node.alpha)));
    let choices = choices(&nodes);
    let kept = nodes.into_iter().zip(choices).filter(|(node, choice)| is_kept(node, *choice));
    let lesson = |(node, choice): (Sample, f32)| {
        let inputs = inputs.iter().find(|inputs| inputs.size == node.size)?;
        Some(Trial { inputs, node, choice })
    };
    kept.filter_map(lesson).collect()
}

/// Returns the weight of the first choice of each node. At a node whose first move does not exceed alpha the next ones are
/// known, up to one that does. Otherwise they are known at the explored nodes alone, which count for the others too, so that
/// a first choice is not seen to be wrong more often than it is.
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

/// Returns whether a node is learned from: if its first choice is, or it has few stones; and one in some of the others.
fn is_kept(node: &Sample, choice: f32) -> bool {
    let holding = node.moves.iter().filter(|tried| node.exceeds_alpha(tried)).count();
    let is_mixed = holding > 0 && holding < node.moves.len();
    let number = (node.us ^ node.them.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let is_early = node.nb_moves() < FIRST_STONES;
    is_early || is_mixed && choice > 0.0 || number.is_multiple_of(OTHERS)
}

/// The limits of the searches of a board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sampling {
    /// Positions to search.
    pub(crate) count: u64,
    /// The stones from which on no nodes are kept.
    pub(crate) below_stones: u32,
    /// The nodes after which a search ends.
    pub(crate) most_nodes: u64,
}

/// Returns the nodes of the searches of the first positions of a board, those from the folder first. After a change of the
/// search or of the weights the folder must be removed.
pub(crate) fn collect(
    folder: &Path,
    sampling: Sampling,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<Vec<Sample>> {
    let Sampling { count, below_stones, most_nodes } = sampling;
    let Positions { size, seed, plies, .. } = positions;
    let name = format!("{size}-seed-{seed}-plies-{}-{}", plies.start(), plies.end());
    store::of_chunks(folder, &name, count, |number| {
        let (position, seed) = (positions.get(number), seed ^ ((number + 1) << 20));
        search::tried_nodes(&position, weights, below_stones, most_nodes, seed)
    })
}

#[cfg(test)]
mod tests {
    use crate::learn::laid_over;
    use marlin_core::{BoardSize, Column};

    use super::*;

    /// Returns nodes of a small board, some of them explored.
    fn nodes() -> Vec<Sample> {
        let size: BoardSize = "5x4".parse().unwrap();
        let excluded = crate::learn::positions::Excluded::default();
        let positions = Positions { size, seed: 1, plies: 2..=4, excluded: &excluded };
        let weights = laid_over::transferred(size, &laid_over::learned(size).weights());
        (0..10)
            .flat_map(|number| {
                search::tried_nodes(&positions.get(number), weights.weights(), 8, 100_000, number).unwrap()
            })
            .collect()
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
            for child in lesson.children(false) {
                assert_eq!(child.is_above(lesson.row()), Some(!child.holds));
                assert_eq!(child.is_above(if child.holds { 0 } else { 35 }), None);
            }
        }
    }
}
