//! The search. What is to be proven about a position becomes questions with a null window each, and a question becomes a
//! tree of nodes.
//!
//! The path of a question, from file to file:
//!
//! | file | idea |
//! |---|---|
//! | `driver.rs` | asks questions until a goal is reached, and starts helper threads when that takes long |
//! | `root.rs` | the position asked about: a table of what is proven of each of its columns |
//! | `book_bounds.rs` | what the opening book says of it |
//! | `windows.rs` | which question to ask next |
//! | `questions.rs` | a question is answered: null windows of the columns, by one thread or a team |
//! | `dispatch.rs` | which compiled form of the node runs: lanes and CPU level |
//! | `negamax.rs` | the node, in numbered steps |
//! | `node.rs` | a position to search, and the position after a move |
//! | `children.rs` | everything that is asked of the children, for all of them at once |
//! | `claimeven.rs` | an upper bound by a strategy of the side not to move |
//! | `reduced.rs` | what of a position can still matter: the key of the table |
//! | `ordering/` | which move to try first |
//! | `parallel/` | many threads at one position |
//!
//! Beside the path:
//!
//! | file | idea |
//! |---|---|
//! | `limiter.rs` | limits are polled, progress is reported |
//! | `interrupted.rs` | why a search returns without an answer |
//! | `pv.rs` | likely lines, from the table |
//! | `rules.rs` | rules that tests switch off |
//! | `observer.rs`, `internals/` | what the learner and the benches see of a search |

mod book_bounds;
mod children;
mod claimeven;
mod dispatch;
mod driver;
#[cfg(feature = "internals")]
pub mod internals;
mod interrupted;
mod limiter;
mod negamax;
mod node;
mod observer;
#[cfg_attr(not(feature = "internals"), expect(unreachable_pub, reason = "internals exports it"))]
mod ordering;
mod parallel;
mod pv;
mod questions;
mod reduced;
mod root;
mod rules;
#[cfg(test)]
mod tests;
mod windows;

use std::sync::Arc;

pub(crate) use self::driver::{Driver, Effort, Resources, default_threads, drive};
pub(crate) use self::interrupted::Interrupted;
use self::limiter::Limiter;
use self::ordering::history::History;
use self::ordering::linear::OrderingWeights;
use self::parallel::team::Worker;
pub(crate) use self::pv::likely_line;
pub(crate) use self::root::Root;
use self::rules::Rules;
pub(crate) use self::windows::Goal;
use crate::cpu::Cpu;
use crate::limits::Limits;
use crate::report::Progress;
use crate::transposition::{TableHandle, TranspositionTable};

/// Nobody watches the search.
#[derive(Debug)]
pub(crate) struct Unobserved;

/// A search by one thread, alone or among others.
pub(crate) struct Search<'a, const W: usize, const H: usize, O = Unobserved> {
    /// What has been proven, shared with other searches.
    table: TableHandle<'a, W, H>,
    limiter: Limiter<'a, W, H>,
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
    fn new(
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
            limiter: Limiter::new(table, limits, progress),
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
    fn nodes(&self) -> u64 {
        self.worker.as_ref().map_or(self.nodes, |worker| worker.nodes(self.nodes))
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
