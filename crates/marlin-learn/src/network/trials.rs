//! The nodes of few stones of searches of any board, with the results of the moves that were tried: the lessons of the
//! network of other boards, which have no book.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use marlin_core::{
    BoardSize,
    internals::learn::{self, NetworkInputs, OrderingWeights, TriedMove, TriedNode},
};
use marlin_support::files::{Existing, write_whole};
use marlin_support::progress::ProgressReporter;
use rayon::prelude::*;

use super::lesson::{Child, Lesson};
use crate::positions::Positions;

/// Searches whose nodes share a file.
const CHUNK: u64 = 20;

/// One node in this many is held out of the fit, to judge it.
const HELD_OUT: u64 = 20;

/// All nodes of fewer stones are kept, and one in this many of the others at which no first choice is learned.
const FIRST_STONES: u32 = 8;
const OTHERS: u64 = 4;

/// The greatest weight of a first choice.
const MOST_CHOICE: f32 = 20.0;

/// Bytes of a node in a file without its moves, and of a move.
const NODE_LEN: usize = 8 + 8 + 1 + 1;
const MOVE_LEN: usize = 1 + 1 + 4 + 8;

/// The bit beside the number of moves that says that all were tried.
const EXPLORED: u8 = 0x80;

/// A node as the fit sees it.
#[derive(Debug)]
pub(crate) struct Trial<'a> {
    pub(crate) inputs: &'a NetworkInputs,
    pub(crate) node: TriedNode,
    /// The weight of the first choice.
    pub(crate) choice: f32,
}

impl Trial<'_> {
    /// Returns the stones of the other side, or those of the mirror image if they are the lesser word.
    fn common(&self) -> u64 {
        self.node.them.min(self.inputs.mirrored(self.node.them))
    }

    /// Returns the number of stones on the board.
    pub(crate) const fn nb_moves(&self) -> u32 {
        (self.node.us | self.node.them).count_ones()
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
        let child = |tried: &TriedMove| {
            let mut inputs = Vec::new();
            let us = self.node.us | 1 << tried.cell;
            self.inputs.for_each(side(self.node.them), side(us), |row, share| inputs.push((row, share)));
            let holds = tried.bound > self.node.alpha;
            // The score of the child is at most the negative of a lower bound, and at least that of an upper one.
            let (rows_below, first_row_above) = if holds {
                (0, self.inputs.row_on(-tried.bound))
            } else {
                (self.inputs.row_on(-tried.bound - 1) + 1, usize::MAX)
            };
            Child { inputs, rows_below, first_row_above, holds, priority: tried.priority }
        };
        self.node.moves.iter().map(child).collect()
    }
}

/// Returns the lessons of nodes, each once, with the map of its board.
pub(crate) fn lessons(mut nodes: Vec<TriedNode>, inputs: &[NetworkInputs]) -> Vec<Trial<'_>> {
    let mut seen = HashSet::new();
    nodes.retain(|node| seen.insert((node.size, node.us, node.them, node.alpha)));
    let choices = choices(&nodes);
    let kept = nodes.into_iter().zip(choices).filter(|(node, choice)| is_kept(node, *choice));
    let lesson = |(node, choice): (TriedNode, f32)| {
        let inputs = inputs.iter().find(|inputs| inputs.size == node.size)?;
        Some(Trial { inputs, node, choice })
    };
    kept.filter_map(lesson).collect()
}

/// Returns the weight of the first choice of each node. At a node whose first move does not exceed alpha the next ones are
/// known, up to one that does. Otherwise they are known at the explored nodes alone, which count for the others too, so that
/// a first choice is not seen to be wrong more often than it is.
fn choices(nodes: &[TriedNode]) -> Vec<f32> {
    let kind = |node: &TriedNode| (node.size, (node.us | node.them).count_ones());
    let mut counts: HashMap<_, (f32, f32)> = HashMap::new();
    for node in nodes.iter().filter(|node| first_holds(node)) {
        let (all, explored) = counts.entry(kind(node)).or_default();
        *all += 1.0;
        *explored += f32::from(node.is_explored);
    }
    let weight = |node: &TriedNode| match counts.get(&kind(node)) {
        _ if !first_holds(node) => 1.0,
        Some((all, explored)) if node.is_explored => (all / explored).min(MOST_CHOICE),
        _ => 0.0,
    };
    nodes.iter().map(weight).collect()
}

/// Returns whether the first move that was tried exceeds alpha.
fn first_holds(node: &TriedNode) -> bool {
    node.moves.first().is_some_and(|tried| tried.bound > node.alpha)
}

/// Returns whether a node is learned from: if its first choice is, or it has few stones; and one in some of the others.
fn is_kept(node: &TriedNode, choice: f32) -> bool {
    let holding = node.moves.iter().filter(|tried| tried.bound > node.alpha).count();
    let is_mixed = holding > 0 && holding < node.moves.len();
    let number = (node.us ^ node.them.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let is_early = (node.us | node.them).count_ones() < FIRST_STONES;
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
) -> io::Result<Vec<TriedNode>> {
    fs::create_dir_all(folder)?;
    let Sampling { count, below_stones, most_nodes } = sampling;
    let Positions { size, seed, plies, .. } = positions;
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "sampling", count as usize, "positions");
    let mut all = Vec::new();
    for start in (0..count).step_by(CHUNK as usize) {
        let end = count.min(start + CHUNK);
        let name = format!(
            "{size}-seed-{seed}-plies-{}-{}-from-{start}-to-{end}.trials",
            plies.start(),
            plies.end()
        );
        let path = folder.join(name);
        if !path.exists() {
            let of_one = |number: u64| {
                let position = positions.get(number);
                learn::tried_nodes(&position, weights, below_stones, most_nodes, seed ^ ((number + 1) << 20))
            };
            let chunk: Result<Vec<_>, _> = (start..end).into_par_iter().map(of_one).collect();
            let nodes = chunk.map_err(io::Error::other)?.concat();
            let bytes: Vec<u8> = nodes.iter().flat_map(to_bytes).collect();
            write_whole(&path, &bytes, Existing::Replace)?;
        }
        all.extend(read(&path, *size)?);
        progress.set_done(end as usize);
    }
    Ok(all)
}

fn to_bytes(node: &TriedNode) -> Vec<u8> {
    let mut bytes = [node.us.to_le_bytes(), node.them.to_le_bytes()].concat();
    bytes.extend([
        node.alpha as i8 as u8,
        node.moves.len() as u8 | if node.is_explored { EXPLORED } else { 0 },
    ]);
    for tried in &node.moves {
        bytes.extend([tried.cell, tried.bound as i8 as u8]);
        bytes.extend(tried.priority.to_le_bytes());
        bytes.extend(tried.nodes.to_le_bytes());
    }
    bytes
}

fn read(path: &Path, size: BoardSize) -> io::Result<Vec<TriedNode>> {
    let bytes = fs::read(path)?;
    let mut left = bytes.as_slice();
    let mut nodes = Vec::new();
    while !left.is_empty() {
        let Some((node, rest)) = next_node(left, size) else {
            let path = path.display();
            return Err(io::Error::other(format!("{path} is not a file of this version; remove it")));
        };
        nodes.push(node);
        left = rest;
    }
    Ok(nodes)
}

/// Returns the first node of a file, and the rest. `None` if it is not whole.
fn next_node(bytes: &[u8], size: BoardSize) -> Option<(TriedNode, &[u8])> {
    let (head, rest) = bytes.split_at_checked(NODE_LEN)?;
    let (moves, rest) = rest.split_at_checked(usize::from(head[17] & !EXPLORED) * MOVE_LEN)?;
    let word = |bytes: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
    let of_move = |bytes: &[u8]| TriedMove {
        cell: bytes[0],
        bound: i32::from(bytes[1] as i8),
        priority: i32::from_le_bytes(std::array::from_fn(|i| bytes[2 + i])),
        nodes: word(&bytes[6..]),
    };
    let moves = moves.chunks_exact(MOVE_LEN).map(of_move).collect();
    let (us, them, alpha) = (word(head), word(&head[8..]), i32::from(head[16] as i8));
    Some((TriedNode { size, us, them, alpha, is_explored: head[17] & EXPLORED != 0, moves }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns nodes of a small board, some of them explored.
    fn nodes() -> Vec<TriedNode> {
        let size: BoardSize = "5x4".parse().unwrap();
        let excluded = crate::positions::Excluded::default();
        let positions = Positions { size, seed: 1, plies: 2..=4, excluded: &excluded };
        let weights = learn::transferred(size, &learn::learned(size).weights());
        (0..10)
            .flat_map(|number| {
                learn::tried_nodes(&positions.get(number), weights.weights(), 8, 100_000, number).unwrap()
            })
            .collect()
    }

    #[test]
    fn what_is_written_of_nodes_is_read_back() {
        let nodes = nodes();
        let bytes: Vec<u8> = nodes.iter().flat_map(to_bytes).collect();
        let mut left = bytes.as_slice();
        for node in &nodes {
            let (read, rest) = next_node(left, node.size).unwrap();
            assert_eq!(read, *node);
            left = rest;
        }
        assert!(left.is_empty());
        assert!(next_node(&bytes[..NODE_LEN - 1], nodes[0].size).is_none());
    }

    #[test]
    fn bounds_of_tried_moves_agree_with_the_solver() {
        let nodes = nodes();
        let solver = marlin_core::Solver::on(nodes[0].size);
        for node in nodes.iter().step_by(7) {
            for tried in &node.moves {
                let score = -solver.solve(&node.after(tried)).get();
                let holds = tried.bound > node.alpha;
                assert!(if holds { score >= tried.bound } else { score <= tried.bound }, "{node:?}: {score}");
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
