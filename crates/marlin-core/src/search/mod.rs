//! The search: what is asked about a position becomes questions with a null window each, and a question becomes a tree of
//! nodes.
//!
//! | file | idea |
//! |---|---|
//! | `root.rs` | the position asked about: what is proven of each of its columns |
//! | `negamax.rs` | the node, in numbered steps |
//! | `dispatch.rs` | which compiled form of it runs: lanes and CPU level |
//! | `node.rs` | a position to search, and the position after a move |
//! | `children.rs` | everything that is asked of the children, for all of them at once |
//! | `claimeven.rs` | an upper bound by a strategy of the side not to move |
//! | `reduced.rs` | what of a position can still matter: the key of the table |
//! | `ordering/` | which move to try first |
//! | `parallel.rs` | many threads at one position |
//! | `watch.rs` | limits are polled, progress is reported |
//! | `rules.rs` | rules that tests switch off |
//! | `observer.rs`, `internals/` | what the learner and the benches see of a search |

mod children;
mod claimeven;
mod dispatch;
#[cfg(feature = "internals")]
pub mod internals;
mod negamax;
mod node;
mod observer;
#[cfg_attr(not(feature = "internals"), expect(unreachable_pub, reason = "internals exports it"))]
mod ordering;
mod parallel;
mod reduced;
mod root;
mod rules;
#[cfg(test)]
mod tests;
mod watch;

use std::sync::Arc;

use self::ordering::history::History;
use self::ordering::linear::OrderingWeights;
use self::parallel::Member as Worker;
pub(crate) use self::parallel::{Crew, Dismissal};
pub(crate) use self::root::{Root, likely_line};
use self::rules::Rules;
use self::watch::Watch;
use crate::cpu::Cpu;
use crate::limits::Limits;
use crate::report::Progress;
use crate::transposition::{TableHandle, TranspositionTable};

/// Why a search ends before it has proven anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupted {
    /// It has come to its limits, or was told to stop.
    AtLimits,
    /// It has come to the node count at which to pause.
    Paused,
    /// Another thread has answered the question that this one was at.
    Answered,
    /// Another thread has answered the question of a node on the path to here, by its depth among those that are shared.
    Decided(usize),
}

/// Nobody watches the search.
#[derive(Debug)]
pub(crate) struct Unobserved;

/// A search by one thread, alone or among others.
pub(crate) struct Search<'a, const W: usize, const H: usize, O = Unobserved> {
    /// What has been proven, shared with other searches.
    table: TableHandle<'a, W, H>,
    limiter: Watch<'a, W, H>,
    cpu: Cpu,
    weights: OrderingWeights<'a>,
    history: History,
    observer: O,
    #[cfg(test)]
    rules: Rules,
    nodes: u64,
    /// The place among the threads that work at the search together, if there are others.
    worker: Option<Worker<'a, W, H>>,
}

impl<'a, const W: usize, const H: usize> Search<'a, W, H> {
    /// Begins a search.
    pub(crate) fn new(
        table: &'a Arc<TranspositionTable<W, H>>,
        cpu: Cpu,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
    ) -> Self {
        Self::observed(table, cpu, OrderingWeights::of_board::<W, H>(), limits, progress, Unobserved)
    }
}

impl<'a, const W: usize, const H: usize, O> Search<'a, W, H, O> {
    /// Begins a search with weights of its own and an observer.
    fn observed(
        table: &'a Arc<TranspositionTable<W, H>>,
        cpu: Cpu,
        weights: OrderingWeights<'a>,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
        observer: O,
    ) -> Self {
        Self {
            limiter: Watch::new(table, limits, progress),
            table: table.handle(),
            cpu,
            weights,
            history: History::new(),
            observer,
            #[cfg(test)]
            rules: Rules::ALL,
            nodes: 0,
            worker: None,
        }
    }

    /// Returns the nodes visited so far, by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.worker.as_ref().map_or(self.nodes, |worker| worker.nodes(self.nodes))
    }

    pub(crate) fn watch(&mut self) -> &mut Watch<'a, W, H> {
        &mut self.limiter
    }

    /// Returns the rules of the search.
    #[inline(always)]
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "they are constants but in tests"))]
    const fn rules(&self) -> Rules {
        #[cfg(test)]
        return self.rules;
        #[cfg(not(test))]
        Rules::ALL
    }
}
