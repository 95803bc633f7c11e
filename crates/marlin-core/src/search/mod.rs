//! The search: one node, and the pieces that it is made of.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the node, in numbered steps |
//! | `children.rs` | everything that is asked of the children, for all of them at once |
//! | `bounds.rs` | what can be said about a score without search |
//! | `canonical.rs` | what of a position can still matter: the key of the table |
//! | `ordering.rs` | which move to try first |
//! | `memory.rs` | moves that have worked elsewhere |
//! | `patterns.rs`, `weights.rs` | the learned numbers of the order |
//! | `network.rs` | the odds that a move of an early ply exceeds alpha, learned from the book |
//! | `root.rs` | the position asked about: what is proven of each of its columns |
//! | `together.rs` | many threads at one position |
//! | `watch.rs` | limits, the stop flag and progress |
//! | `observer.rs`, `learn.rs` | samples of searches, to learn the order from |
//! | `kernels.rs` | the pieces of a node one by one, for benches |

mod children;
mod claimeven;
pub mod internals;
mod observer;
mod ordering;
mod parallel;
mod reduced;
mod root;
#[cfg(test)]
mod tests;
mod watch;

use std::sync::Arc;

use self::children::{Children, Node};
use self::observer::{Observer, PlayedOut, Unobserved};
use self::ordering::history::{Memory, Remembered, SUCCESS};
use self::ordering::{Order, Weighting, lanes, network, patterns};
use self::parallel::Member;
pub(crate) use self::parallel::{Crew, Dismissal};
pub(crate) use self::root::{Root, likely_line};
use self::watch::Watch;
use crate::cpu::{Cpu, Level};
use crate::geometry::Geometry;
use crate::limits::Limits;
use crate::report::Progress;
use crate::score::{Bounds, Score};
use crate::transposition::{TranspositionTable, View};

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

/// A search in progress.
pub(crate) struct Search<'a, const W: usize, const H: usize, O = Unobserved> {
    /// What has been proven, shared with other searches.
    table: View<'a, W, H>,
    watch: Watch<'a, W, H>,
    cpu: Cpu,
    weighting: Weighting<'a>,
    memory: Memory,
    observer: O,
    nodes: u64,
    /// The thread's place among those that work at the search together, if there are others.
    member: Option<Member<'a, W, H>>,
}

/// What is known of a node's score; it only ever narrows.
#[derive(Debug, Clone, Copy)]
struct Window {
    lower: i32,
    upper: i32,
}

impl Window {
    /// Returns the window narrowed by what a table knows of the node.
    #[inline(always)]
    fn narrowed<const W: usize, const H: usize>(self, table: &View<'_, W, H>, node: &Node<W, H>) -> Self {
        table.probe(node.name, node.nb_moves).map_or(self, |bounds| self.within(bounds))
    }

    /// Returns the window narrowed by bounds that are proven as well.
    #[inline(always)]
    fn within<const W: usize, const H: usize>(self, bounds: Bounds<W, H>) -> Self {
        Self { lower: self.lower.max(bounds.lower().get()), upper: self.upper.min(bounds.upper().get()) }
    }

    /// Returns the bound that says on which side of alpha the score lies, if one does.
    #[inline(always)]
    const fn decides(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// What is known of the moves of a node before any of them is searched, beside the bounds of each child.
struct MoveBounds {
    /// A bit for each lane whose move may exceed alpha.
    candidates: u32,
    /// The score that some move reaches for certain.
    guaranteed: i32,
    /// The score that no move but the candidates can exceed.
    best_of_others: i32,
}

impl<'a, const W: usize, const H: usize> Search<'a, W, H> {
    /// Begins a search.
    pub(crate) fn new(
        table: &'a Arc<TranspositionTable<W, H>>,
        cpu: Cpu,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
    ) -> Self {
        Self::observed(table, cpu, Weighting::of_board::<W, H>(), limits, progress, Unobserved)
    }
}

impl<'a, const W: usize, const H: usize, O: Observer<W, H>> Search<'a, W, H, O> {
    /// Begins a search with an order of its own and an observer.
    fn observed(
        table: &'a Arc<TranspositionTable<W, H>>,
        cpu: Cpu,
        weighting: Weighting<'a>,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
        observer: O,
    ) -> Self {
        let watch = Watch::new(table, limits, progress);
        let table = table.view();
        Self { table, watch, cpu, weighting, memory: Memory::new(), observer, nodes: 0, member: None }
    }

    /// Returns the nodes visited so far, by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.member.as_ref().map_or(self.nodes, |member| member.nodes(self.nodes))
    }

    pub(crate) fn watch(&mut self) -> &mut Watch<'a, W, H> {
        &mut self.watch
    }

    /// Searches a node, unless what is known of it decides.
    fn search(&mut self, node: &Node<W, H>, known: Window, alpha: i32) -> Result<i32, Interrupted> {
        if let Some(decided) = known.decides(alpha) {
            return Ok(decided);
        }
        self.visibly(node.name, |search| search.node(node, known, alpha))
    }

    /// Returns on which side of `alpha` the score of a position lies, by fail-soft alpha-beta with the null window
    /// from `alpha` to `alpha + 1`, with the instructions that the CPU has, and with four lanes or as many more as the
    /// moves need: seven nodes of ten do with four.
    ///
    /// The score is from the side to move. A result above `alpha` says that the score is that or more, a result at
    /// or below `alpha` that it is that or less. `known` is what the parent knows of the score; it holds both `alpha`
    /// and `alpha + 1`.
    #[inline(always)]
    fn node(&mut self, node: &Node<W, H>, known: Window, alpha: i32) -> Result<i32, Interrupted> {
        // A board of one word has up to 32 columns. The constants keep a narrower one from being compiled for more lanes.
        let moves = node.moves.count_ones();
        if const { W <= 4 } || moves <= 4 {
            self.node_in_lanes::<4>(node, known, alpha)
        } else if const { W <= 8 } || moves <= 8 {
            self.node_in_lanes::<8>(node, known, alpha)
        } else if const { W <= 16 } || moves <= 16 {
            self.node_in_lanes::<16>(node, known, alpha)
        } else {
            self.node_in_lanes::<32>(node, known, alpha)
        }
    }

    /// [`Self::node`], with a number of lanes.
    #[inline(always)]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "compiled for the baseline alone, the search takes twice the time")
    )]
    fn node_in_lanes<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        known: Window,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        match self.cpu.level() {
            Level::Baseline => self.visit_baseline::<L>(node, known, alpha),
            // SAFETY: a `Cpu` of this level exists only where the machine was seen to have the features.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { self.visit_avx2::<L>(node, known, alpha) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { self.visit_avx512::<L>(node, known, alpha) },
        }
    }

    /// [`Self::visit`], compiled for every machine.
    fn visit_baseline<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        known: Window,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        self.visit::<L>(node, known, alpha)
    }

    /// [`Self::visit`], compiled for AVX2. The features are those that [`Cpu::available`] asks for.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn visit_avx2<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        known: Window,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        self.visit::<L>(node, known, alpha)
    }

    /// [`Self::visit`], compiled for AVX-512. The features are those that [`Cpu::available`] asks for.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512vl,avx512vpopcntdq")]
    fn visit_avx512<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        known: Window,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        self.visit::<L>(node, known, alpha)
    }

    /// [`Self::node`], step by step.
    #[inline(always)]
    fn visit<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        known: Window,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        debug_assert!(!node.position.can_win_next() && !node.position.is_over() && node.moves != 0);
        debug_assert!(known.lower <= alpha && alpha < known.upper);

        // Step 1. Now and then look at the clock; count the node.
        if self.nodes >= self.watch.next_look() {
            self.look()?;
        }
        self.nodes += 1;
        let entered = self.nodes;

        // Step 2. Expand all children at once. One that is lost decides: there is no faster win.
        let mut children = Children::<L>::of(node);
        if children.expand(node) {
            return Ok(Score::<W, H>::win_in(node.nb_moves, 2));
        }

        // Step 3. What is known of the children without search may exceed alpha, or rule some of them out: first the
        // follow-up ceilings, then what the table has.
        if O::FOLLOW_UP {
            let floor = children.follow_up(node);
            if floor > alpha {
                return Ok(self.leave_above(node, known, floor, 1));
            }
        }
        children.hash(node);
        if !O::CANONICAL {
            children.hash_unreduced(node);
        }
        children.prefetch(node, &self.table);
        let bounds = self.move_bounds(node, &mut children, alpha);
        if bounds.guaranteed > alpha {
            return Ok(self.leave_above(node, known, bounds.guaranteed, 1));
        }

        // Step 4. Search the others, the most promising one first, until one exceeds alpha.
        let (best, known) = if self.member.as_ref().is_some_and(|member| member.shares(node)) {
            self.try_together(node, &mut children, &bounds, known, alpha)?
        } else {
            (self.try_alone(node, &mut children, &bounds, alpha)?, known)
        };

        // Step 5. What this proves is one bound; it never contradicts the other one.
        let nodes = self.nodes - entered + 1;
        self.observer.leave(node, alpha, best > alpha, nodes);
        if best > alpha {
            return Ok(self.leave_above(node, known, best, nodes));
        }
        let upper = best.max(known.lower);
        self.table.store(node.name, node.nb_moves, Bounds::from_search(known.lower, upper), nodes);
        Ok(upper)
    }

    /// Step 4 of a node: returns what is proven of the best of its moves.
    #[inline(always)]
    fn try_alone<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        children: &mut Children<L>,
        bounds: &MoveBounds,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        let mut order = self.order(node, children, bounds, alpha);
        let candidates = lanes(bounds.candidates).map(|lane| (children.cell(lane), order.priority(lane)));
        self.observer.ordered(node, alpha, candidates);
        if self.observer.wants(node.nb_moves, bounds.candidates.count_ones()) {
            self.play_out(node, children, order.clone(), alpha)?;
        }
        let mut best = bounds.best_of_others;
        let mut next = order.next();
        while let Some(lane) = next {
            let child = children.node(node, lane);
            let value = -self.node(&child, children.window(lane), -alpha - 1)?;
            best = best.max(value);
            self.memory.note(node.nb_moves, node.last, child.last, value > alpha);
            if value > alpha {
                break;
            }
            next = self.next(node, children, &mut order);
        }
        Ok(best)
    }

    /// Returns the move to try after one that failed: the cell by which the opponent refuted that one may be worth taking
    /// away.
    #[inline(always)]
    fn next<const L: usize>(
        &self,
        node: &Node<W, H>,
        children: &Children<L>,
        order: &mut Order<L>,
    ) -> Option<usize> {
        let refutation = self.memory.refutation_of_child(node.nb_moves) & node.moves;
        let taken_away = if refutation == 0 { None } else { order.take(children.lane(refutation)) };
        taken_away.or_else(|| order.next())
    }

    /// Stores that a node reaches a score above alpha, and returns it.
    #[inline(always)]
    fn leave_above(&mut self, node: &Node<W, H>, known: Window, score: i32, nodes: u64) -> i32 {
        let lower = score.min(known.upper);
        self.table.store(node.name, node.nb_moves, Bounds::from_search(lower, known.upper), nodes);
        lower
    }

    /// Narrows the bounds of the children by the table (enhanced transposition cutoffs), and returns what follows from
    /// them for the node.
    #[inline(always)]
    fn move_bounds<const L: usize>(
        &self,
        node: &Node<W, H>,
        children: &mut Children<L>,
        alpha: i32,
    ) -> MoveBounds {
        let mut bounds = MoveBounds { candidates: 0, guaranteed: i32::MIN, best_of_others: i32::MIN };
        for lane in 0..children.len() {
            let mut child = children.window(lane);
            let known = if O::TABLE { children.probe(node, &self.table, lane) } else { None };
            if let Some(known) = known {
                child = child.within(known);
                children.set_window(lane, child);
            }
            bounds.guaranteed = bounds.guaranteed.max(-child.upper);
            let is_open = -child.lower > alpha;
            bounds.candidates |= u32::from(is_open) << lane;
            bounds.best_of_others = bounds.best_of_others.max(if is_open { i32::MIN } else { -child.lower });
        }
        bounds
    }

    /// Returns the candidates with their priorities.
    #[inline(always)]
    fn order<const L: usize>(
        &self,
        node: &Node<W, H>,
        children: &mut Children<L>,
        bounds: &MoveBounds,
        alpha: i32,
    ) -> Order<L> {
        let mut order = Order::new();
        let candidates = bounds.candidates;
        if candidates & candidates.wrapping_sub(1) == 0 {
            lanes(candidates).for_each(|lane| order.add(lane, 0, 0));
            return order;
        }
        let class = ordering::class::<W, H>(node.nb_moves, alpha);
        let weights = &self.weighting.classes[class];
        children.prioritise(node, weights, &self.remembered(node));
        for lane in lanes(candidates) {
            let cell = children.cell(lane);
            let priority = weights.of_cell::<W, H>(cell, self.memory.success(node.nb_moves, cell))
                + patterns::promise(self.weighting.patterns, node, class, cell)
                + network::priority(self.weighting.network, node, cell, alpha);
            let rank = const { Geometry::<W, H>::centre_ranks() }[Geometry::<W, H>::column_of(cell)];
            order.add(lane, rank, children.priority(lane) + i64::from(priority));
        }
        order
    }

    #[inline(always)]
    fn remembered(&self, node: &Node<W, H>) -> Remembered {
        let bounds = claimeven::without_immediate_wins::<W, H>(node.nb_moves + 1);
        self.memory.at(node.nb_moves, node.last, bounds)
    }

    /// Searches all moves of a node for the observer, beginning with any of them.
    #[cold]
    fn play_out<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        children: &Children<L>,
        mut order: Order<L>,
        alpha: i32,
    ) -> Result<(), Interrupted> {
        let mut lanes: Vec<usize> = std::iter::from_fn(|| order.next()).collect();
        let first = self.nodes as usize % lanes.len();
        lanes.rotate_left(first);
        for lane in lanes {
            let mut memories = children.memories(lane, &self.remembered(node));
            memories[SUCCESS] = self.memory.success(node.nb_moves, children.cell(lane)) as u32;
            let entered = self.nodes;
            let child = children.node(node, lane);
            let value = -self.node(&child, children.window(lane), -alpha - 1)?;
            let nodes = self.nodes - entered;
            let played = PlayedOut { cell: child.last, memories: memories.map(|m| m as i32), value, nodes };
            self.observer.see(node, alpha, played);
        }
        Ok(())
    }
}
