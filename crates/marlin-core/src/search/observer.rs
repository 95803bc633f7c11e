//! Somebody who looks over the search's shoulder: the sampler of `learn.rs`, the tests, usually nobody.

use super::children::Node;
use super::ordering::history::MEMORIES;

/// What an observer can see and switch off. Without one it all costs nothing.
pub(crate) trait Observer<const W: usize, const H: usize> {
    /// Whether the follow-up ceiling is used; tests switch it off.
    const FOLLOW_UP: bool = true;
    /// Whether positions with the same canonical form share an entry of the table; tests switch it off.
    const CANONICAL: bool = true;
    /// Whether the table is asked; tests switch it off.
    const TABLE: bool = true;

    /// Whether every third position counts as one that another thread is at; tests switch it on.
    const HAUNTED: bool = false;

    /// Returns whether the observer wants to see all moves of a node played out, before the node goes on.
    fn wants(&mut self, _nb_moves: u32, _moves: u32) -> bool {
        false
    }

    /// Sees a move of a node that was played out.
    fn see(&mut self, _node: &Node<W, H>, _alpha: i32, _move: PlayedOut) {}

    /// Sees the candidates of a node before any of them is searched: cell and priority of each.
    fn ordered(&mut self, _node: &Node<W, H>, _alpha: i32, _candidates: impl Iterator<Item = (u64, i64)>) {}

    /// Sees whether a node has exceeded alpha, and in how many nodes.
    fn leave(&mut self, _node: &Node<W, H>, _alpha: i32, _above: bool, _nodes: u64) {}
}

/// A move that was played out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayedOut {
    pub(crate) cell: u64,
    /// What the search remembered of it.
    pub(crate) memories: [i32; MEMORIES],
    /// What it is worth, as a bound above or below alpha.
    pub(crate) value: i32,
    /// The nodes that this took.
    pub(crate) nodes: u64,
}

/// Nobody.
#[derive(Debug)]
pub(crate) struct Unobserved;

impl<const W: usize, const H: usize> Observer<W, H> for Unobserved {}
