//! The search: one node, and the pieces that it is made of.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the node, in numbered steps |
//! | `children.rs` | everything that is asked of the children, for all columns at once |
//! | `bounds.rs` | what can be said about a score without search |
//! | `canonical.rs` | what of a position can still matter: the key of the table |
//! | `ordering.rs` | which move to try first |
//! | `root.rs` | the position asked about: what is proven of each of its columns |
//! | `watch.rs` | limits, the stop flag and progress |

mod bounds;
mod canonical;
mod children;
#[cfg(test)]
mod exhaustive;
pub mod learn;
mod ordering;
mod patterns;
mod root;
mod watch;
mod weights;

use self::children::{Children, Node, survey};
use self::ordering::{MEMORIES, Memory, Order};
use self::patterns::Cells;
pub(crate) use self::root::Root;
use self::watch::Watch;
pub use self::watch::{Limits, Progress, StopFlag};
use self::weights::WEIGHTS;

const PATTERN_PLIES: u32 = 18;

use crate::cpu::Cpu;
use crate::geometry::Geometry;
use crate::score::{Bounds, Score};
use crate::transposition::TranspositionTable;

/// The search was told to stop before it had proven anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interrupted;

/// A search in progress: the table it shares with others, and the nodes it has visited.
pub(crate) struct Search<'a, const W: usize, const H: usize, O = Unobserved> {
    table: &'a TranspositionTable<W, H>,
    watch: Watch<'a, W, H>,
    cpu: Cpu,
    memory: Memory,
    observer: O,
    nodes: u64,
}

/// Somebody who looks over the search's shoulder: see [`learn`].
trait Observer<const W: usize, const H: usize> {
    /// Whether the follow-up ceiling is used; tests switch it off.
    const FOLLOW_UP: bool = true;
    /// Whether positions with the same canonical form share an entry of the table; tests switch it off.
    const CANONICAL: bool = true;
    /// Whether the table is asked; tests switch it off.
    const TABLE: bool = true;

    /// Returns whether the observer wants to see all moves of a node played out, before the node goes on.
    fn wants(&mut self, _nb_moves: u32, _moves: usize) -> bool {
        false
    }

    /// Sees a move of a node: what the search remembered of it, its value and the nodes it took.
    fn see(
        &mut self,
        _: &Node<W, H>,
        _alpha: i32,
        _column: usize,
        _: &[i32; MEMORIES],
        _value: i32,
        _nodes: u64,
    ) {
    }
}

/// Nobody.
pub(crate) struct Unobserved;

impl<const W: usize, const H: usize> Observer<W, H> for Unobserved {}

/// What is known of a node's score; it only ever narrows.
#[derive(Debug, Clone, Copy)]
struct Window {
    lower: i32,
    upper: i32,
}

impl Window {
    /// Returns what a null window from `alpha` can return without search: a bound above it, a bound at or below it.
    #[inline(always)]
    fn decides(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

impl<'a, const W: usize, const H: usize> Search<'a, W, H> {
    /// Begins a search.
    pub(crate) fn new(
        table: &'a TranspositionTable<W, H>,
        cpu: Cpu,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
    ) -> Self {
        Self::observed(table, cpu, limits, progress, Unobserved)
    }
}

#[expect(private_bounds, reason = "observers are a matter of the search alone")]
impl<'a, const W: usize, const H: usize, O: Observer<W, H>> Search<'a, W, H, O> {
    /// Begins a search with an observer.
    fn observed(
        table: &'a TranspositionTable<W, H>,
        cpu: Cpu,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
        observer: O,
    ) -> Self {
        Self { table, watch: Watch::new(limits, progress), cpu, memory: Memory::new(), observer, nodes: 0 }
    }

    /// Returns the nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn watch(&mut self) -> &mut Watch<'a, W, H> {
        &mut self.watch
    }

    /// Searches a node with as many lanes as the board needs.
    fn search(&mut self, node: &Node<W, H>, window: Window, alpha: i32) -> Result<i32, Interrupted> {
        match window.decides(alpha) {
            Some(score) => Ok(score),
            None if W <= 8 => self.node::<8>(node, window, alpha),
            None if W <= 16 => self.node::<16>(node, window, alpha),
            None => self.node::<32>(node, window, alpha),
        }
    }

    /// Returns on which side of `alpha` the score of a position lies, by fail-soft alpha-beta with the null window
    /// from `alpha` to `alpha + 1`.
    ///
    /// The score is from the side to move. A result above `alpha` says that the score is that or more, a result at
    /// or below `alpha` that it is that or less. `window` is what the parent knows of the score; it contains both
    /// `alpha` and `alpha + 1`.
    fn node<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        window: Window,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        debug_assert!(!node.position.can_win_next() && !node.position.is_over() && node.moves != 0);
        debug_assert!(window.lower <= alpha && alpha < window.upper);

        // Step 1. Now and then look at the clock; count the node.
        if self.nodes >= self.watch.next_look() {
            self.watch.look(self.nodes)?;
        }
        self.nodes += 1;
        let entered = self.nodes;

        let class = ordering::class::<W, H>(node.nb_moves, alpha);
        let weights = &WEIGHTS[class];

        // Step 2. Look at all children at once. One that is lost at once decides: there is no faster win.
        let mut children: Children<L> = survey(self.cpu, node, &weights.features);
        if !O::CANONICAL {
            children.name_plainly(node);
        }
        if let Some(score) = Self::lost_child(node, &children) {
            return Ok(score);
        }

        // Step 3. What can be said of each child without search and what the table knows of it may exceed alpha
        // (enhanced transposition cutoff) or rule the child out.
        let (child_lower, child_upper) = bounds::without_immediate_wins::<W, H>(node.nb_moves + 1);
        let mut guaranteed = i32::MIN;
        let mut best = i32::MIN;
        let mut windows = [Window { lower: child_lower, upper: child_upper }; L];
        let with_patterns = W == 7 && H == 6 && node.nb_moves < PATTERN_PLIES;
        let before = Cells::of(node.position.current(), node.position.opponent());
        let mut order = Order::<L>::new();
        let mut memories = [[0; MEMORIES]; L];
        for column in const { Geometry::<W, H>::centre_first() } {
            if node.moves & children.cells[column] == 0 {
                continue;
            }
            let child = &mut windows[column];
            if O::FOLLOW_UP {
                child.upper = child.upper.min(children.ceilings[column] as i32);
            }
            let known =
                if O::TABLE { self.table.probe(children.name(column), node.nb_moves + 1) } else { None };
            if let Some(known) = known {
                child.lower = child.lower.max(known.lower().get());
                child.upper = child.upper.min(known.upper().get());
            }
            guaranteed = guaranteed.max(-child.upper);
            if -child.lower <= alpha {
                best = best.max(-child.lower);
            } else {
                let cell = children.cells[column];
                let memory = &mut memories[column];
                *memory = self.memory.of(node.nb_moves, node.last, cell);
                memory[5] = i32::from(child.lower > child_lower);
                memory[6] = i32::from(child.upper < child_upper);
                memory[7] = i32::from((children.ceilings[column] as i32) < child_upper);
                let remembered: i32 = memory.iter().zip(&weights.memories).map(|(m, w)| m * w).sum();
                let place = if W == 7 && H == 6 { weights.cells[ordering::index(cell)] } else { 0 };
                let pattern = if with_patterns {
                    let after = Cells::of(node.position.current() | cell, node.position.opponent());
                    patterns::promise(class % 4, before, after, ordering::index(cell))
                } else {
                    0
                };
                order.insert(column, children.promises[column] as i32 + remembered + place + pattern);
            }
        }
        if guaranteed > alpha {
            return Ok(guaranteed);
        }

        // Step 4. Search the others, the most promising one first, until one exceeds alpha.
        if self.observer.wants(node.nb_moves, order.columns().len()) {
            self.play_out(node, alpha, &children, &windows, order.columns(), &memories)?;
        }
        let mut tried = 0;
        while let Some(&column) = order.columns().get(tried) {
            let column = usize::from(column);
            let child = children.node(node, column);
            let value = -self.node::<L>(&child, windows[column], -alpha - 1)?;
            best = best.max(value);
            if best > alpha {
                self.memory.praise(node.nb_moves, node.last, children.cells[column]);
                break;
            }
            self.memory.blame(node.nb_moves, children.cells[column]);
            tried += 1;
            // What refuted this child may be worth taking away from the opponent.
            let refutation = self.memory.refutation_of_child(node.nb_moves);
            if refutation != 0 && node.position.playable_cells() & refutation != 0 {
                order.bring_forward(Geometry::<W, H>::column_of(refutation) as u8, tried);
            }
        }

        // Step 5. What this proves is one bound; it never contradicts the other one.
        let bounds = if best > alpha {
            Bounds::from_search(best.min(window.upper), window.upper)
        } else {
            Bounds::from_search(window.lower, best.max(window.lower))
        };
        self.table.store(node.name, node.nb_moves, bounds, self.nodes - entered + 1);
        Ok(if best > alpha { bounds.lower().get() } else { bounds.upper().get() })
    }

    /// Searches all moves of a node for the observer.
    #[cold]
    fn play_out<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        alpha: i32,
        children: &Children<L>,
        windows: &[Window; L],
        columns: &[u8],
        memories: &[[i32; MEMORIES]; L],
    ) -> Result<(), Interrupted> {
        let turn = self.nodes as usize % columns.len();
        for i in 0..columns.len() {
            let column = usize::from(columns[(i + turn) % columns.len()]);
            let before = self.nodes;
            let value = -self.node::<L>(&children.node(node, column), windows[column], -alpha - 1)?;
            let nodes = self.nodes - before;
            self.observer.see(node, alpha, column, &memories[column], value, nodes);
        }
        Ok(())
    }

    /// Returns the score of a node with a child whose side to move loses whatever it plays.
    #[inline(always)]
    fn lost_child<const L: usize>(node: &Node<W, H>, children: &Children<L>) -> Option<i32> {
        let lost = (0..L).fold(0, |lost, lane| {
            let cell = if children.moves[lane] == 0 { children.cells[lane] } else { 0 };
            lost | cell
        });
        // A child without any move at all isn't lost but full; it is the only one then.
        let two_moves_left = node.nb_moves + 2 <= Geometry::<W, H>::CELLS;
        (lost & node.moves != 0 && two_moves_left).then(|| Score::<W, H>::win_in(node.nb_moves, 2))
    }
}
