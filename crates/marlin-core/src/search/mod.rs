//! The search: one node, and the pieces that it is made of.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the node, in numbered steps |
//! | `children.rs` | everything that is asked of the children, for all columns at once |
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

mod bounds;
mod canonical;
mod children;
#[cfg(test)]
mod exhaustive;
pub mod kernels;
pub mod learn;
mod memory;
pub mod network;
mod observer;
mod ordering;
mod patterns;
mod root;
mod together;
mod watch;
mod weights;

use std::sync::Arc;

use self::children::{Children, Node};
use self::memory::{MEMORIES, Memory};
use self::observer::{Observer, PlayedOut, Unobserved};
use self::ordering::{Order, Weighting};
pub(crate) use self::root::{Root, likely_line, ranked};
use self::together::Member;
pub(crate) use self::together::{Crew, Dismissal};
use self::watch::Watch;
pub(crate) use self::watch::nodes_per_second;
pub use self::watch::{Limits, Progress, StopFlag};
use crate::bitboard;
use crate::cpu::{Cpu, Level};
use crate::geometry::Geometry;
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
        table.probe(node.name, node.nb_moves).map_or(self, |bounds| Self {
            lower: self.lower.max(bounds.lower().get()),
            upper: self.upper.min(bounds.upper().get()),
        })
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

/// What is known of the moves of a node before any of them is searched.
struct Prospect<const L: usize> {
    /// What is known of the scores of the children, each from its own side to move.
    windows: [Window; L],
    /// The cells of the moves that may exceed alpha.
    candidates: u64,
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

    /// Searches a node with as many lanes as the board needs, unless what is known of it decides.
    fn search(&mut self, node: &Node<W, H>, known: Window, alpha: i32) -> Result<i32, Interrupted> {
        if let Some(decided) = known.decides(alpha) {
            return Ok(decided);
        }
        self.visibly(node.name, |search| match W {
            ..=8 => search.node::<8>(node, known, alpha),
            9..=16 => search.node::<16>(node, known, alpha),
            _ => search.node::<32>(node, known, alpha),
        })
    }

    /// Returns on which side of `alpha` the score of a position lies, by fail-soft alpha-beta with the null window
    /// from `alpha` to `alpha + 1`, with the instructions that the CPU has.
    ///
    /// The score is from the side to move. A result above `alpha` says that the score is that or more, a result at
    /// or below `alpha` that it is that or less. `known` is what the parent knows of the score; it holds both `alpha`
    /// and `alpha + 1`.
    #[inline(always)]
    #[expect(unsafe_code, reason = "compiled for the baseline alone, the search takes twice the time")]
    fn node<const L: usize>(
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

        // Step 2. Look at all children at once. One that is lost decides: there is no faster win.
        let mut children = Children::<L>::unknown();
        children.survey(node);
        if !O::CANONICAL {
            children.name_plainly(node);
        }
        for column in 0..W {
            self.table.prefetch(children.name(column), node.nb_moves + 1);
        }
        if children.lost(node) & node.moves != 0 {
            return Ok(Score::<W, H>::win_in(node.nb_moves, 2));
        }

        // Step 3. What is known of the children without search may exceed alpha, or rule some of them out: first by the
        // follow-up ceiling alone, then with the table, which takes longer to ask.
        let floor = if O::FOLLOW_UP { children.floor(node.moves) } else { i32::MIN };
        if floor > alpha {
            return Ok(self.leave_above(node, known, floor, 1));
        }
        let prospect = self.prospect(node, &children, alpha);
        if prospect.guaranteed > alpha {
            return Ok(self.leave_above(node, known, prospect.guaranteed, 1));
        }

        // Step 4. Search the others, the most promising one first, until one exceeds alpha.
        let (best, known) = if self.member.as_ref().is_some_and(|member| member.shares(node)) {
            self.try_together(node, &children, &prospect, known, alpha)?
        } else {
            (self.try_alone(node, &children, &prospect, alpha)?, known)
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
        children: &Children<L>,
        prospect: &Prospect<L>,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        let mut order = self.order(node, children, prospect, alpha);
        let candidates = bitboard::each(prospect.candidates)
            .map(|cell| (cell, order.priority(Geometry::<W, H>::column_of(cell))));
        self.observer.ordered(node, alpha, candidates);
        if self.observer.wants(node.nb_moves, prospect.candidates.count_ones()) {
            self.play_out(node, children, prospect, order.clone(), alpha)?;
        }
        let mut best = prospect.best_of_others;
        let mut next = order.next();
        while let Some(column) = next {
            let child = children.node(node, column);
            let value = -self.node::<L>(&child, prospect.windows[column], -alpha - 1)?;
            best = best.max(value);
            self.memory.note(node.nb_moves, node.last, child.last, value > alpha);
            if value > alpha {
                break;
            }
            next = self.next(node, prospect, &mut order);
        }
        Ok(best)
    }

    /// Returns the move to try after one that failed: the cell by which the opponent refuted that one may be worth taking
    /// away.
    #[inline(always)]
    fn next<const L: usize>(
        &self,
        node: &Node<W, H>,
        prospect: &Prospect<L>,
        order: &mut Order<L>,
    ) -> Option<usize> {
        let refutation = self.memory.refutation_of_child(node.nb_moves) & prospect.candidates;
        let taken_away =
            if refutation == 0 { None } else { order.take(Geometry::<W, H>::column_of(refutation)) };
        taken_away.or_else(|| order.next())
    }

    /// Stores that a node reaches a score above alpha, and returns it.
    #[inline(always)]
    fn leave_above(&mut self, node: &Node<W, H>, known: Window, score: i32, nodes: u64) -> i32 {
        let lower = score.min(known.upper);
        self.table.store(node.name, node.nb_moves, Bounds::from_search(lower, known.upper), nodes);
        lower
    }

    /// Returns what is known of the moves of a node: by the rules, by the follow-up ceiling, and by the table
    /// (enhanced transposition cutoffs).
    #[inline(always)]
    fn prospect<const L: usize>(&self, node: &Node<W, H>, children: &Children<L>, alpha: i32) -> Prospect<L> {
        let nb_moves = node.nb_moves + 1;
        let (lower, upper) = bounds::without_immediate_wins::<W, H>(nb_moves);
        let mut prospect = Prospect {
            windows: [Window { lower, upper }; L],
            candidates: 0,
            guaranteed: i32::MIN,
            best_of_others: i32::MIN,
        };
        for cell in bitboard::each(node.moves) {
            let column = Geometry::<W, H>::column_of(cell);
            let child = &mut prospect.windows[column];
            if O::FOLLOW_UP {
                child.upper = child.upper.min(children.ceilings[column] as i32);
            }
            let known = if O::TABLE { self.table.probe(children.name(column), nb_moves) } else { None };
            if let Some(known) = known {
                child.lower = child.lower.max(known.lower().get());
                child.upper = child.upper.min(known.upper().get());
            }
            prospect.guaranteed = prospect.guaranteed.max(-child.upper);
            let open = -child.lower > alpha;
            prospect.candidates |= if open { cell } else { 0 };
            prospect.best_of_others = prospect.best_of_others.max(if open { i32::MIN } else { -child.lower });
        }
        prospect
    }

    /// Returns the candidates with what each of them promises.
    #[inline(always)]
    fn order<const L: usize>(
        &self,
        node: &Node<W, H>,
        children: &Children<L>,
        prospect: &Prospect<L>,
        alpha: i32,
    ) -> Order<L> {
        let mut order = Order::new();
        let candidates = prospect.candidates;
        if candidates & candidates.wrapping_sub(1) == 0 {
            if candidates != 0 {
                order.add(Geometry::<W, H>::column_of(candidates), 0, 0);
            }
            return order;
        }
        let class = ordering::class::<W, H>(node.nb_moves, alpha);
        let weights = &self.weighting.classes[class];
        let promises = children.promises(node, &weights.features);
        for cell in bitboard::each(candidates) {
            let column = Geometry::<W, H>::column_of(cell);
            let memories = self.memories(node, children, prospect, column);
            let promise = weights.promise::<W, H>(cell, &memories)
                + patterns::promise(self.weighting.patterns, node, class, cell)
                + network::priority(self.weighting.network, node, cell, alpha);
            order.add(
                column,
                const { Geometry::<W, H>::centre_ranks() }[column],
                promises[column] + i64::from(promise),
            );
        }
        order
    }

    /// Returns what is known of a move besides the position it makes.
    #[inline(always)]
    fn memories<const L: usize>(
        &self,
        node: &Node<W, H>,
        children: &Children<L>,
        prospect: &Prospect<L>,
        column: usize,
    ) -> [i32; MEMORIES] {
        let (lower, upper) = bounds::without_immediate_wins::<W, H>(node.nb_moves + 1);
        let child = &prospect.windows[column];
        let better = [child.lower > lower, child.upper < upper, children.ceilings[column] < i64::from(upper)];
        self.memory.of(node.nb_moves, node.last, children.cells[column], better)
    }

    /// Searches all moves of a node for the observer, beginning with any of them.
    #[cold]
    fn play_out<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        children: &Children<L>,
        prospect: &Prospect<L>,
        mut order: Order<L>,
        alpha: i32,
    ) -> Result<(), Interrupted> {
        let mut columns: Vec<usize> = std::iter::from_fn(|| order.next()).collect();
        let first = self.nodes as usize % columns.len();
        columns.rotate_left(first);
        for column in columns {
            let memories = self.memories(node, children, prospect, column);
            let entered = self.nodes;
            let child = children.node(node, column);
            let value = -self.node::<L>(&child, prospect.windows[column], -alpha - 1)?;
            let nodes = self.nodes - entered;
            self.observer.see(node, alpha, PlayedOut { column, memories, value, nodes });
        }
        Ok(())
    }
}
