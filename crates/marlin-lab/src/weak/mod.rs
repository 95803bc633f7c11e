//! Makes the weak solution of marlin-coach: a search for a small tree whose leaves have short rules.
//!
//! The solver names the moves that win, so each step is a lesson for a rule: in this position, one of these
//! cells. The finished tree needs no solver: `marlin_coach::weak::verify` plays it to the end.

mod lesson;
mod trial;

use std::collections::HashMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use marlin_coach::weak::{Item, Rule, Solution, Stones, verify};
use marlin_core::TableError;
use marlin_support::files::{Existing, write_whole};
use marlin_support::progress::LogLines;

use self::lesson::{BuildKeyHasher, Oracle, each};
use self::trial::Leaves;
use crate::maker::{Failure, MakerArgs};

/// Make the weak solution of marlin-coach: X's moves that win against every reply
///
/// The solver names the winning moves; the search chooses among them, and looks for the rules of the leaves.
/// The same options give the same file, byte for byte. It is verified before it is written: every reply is
/// played to the end by the rules alone, as 'marlin-cli weak verify' does. `just weak` makes the file of
/// marlin-coach.
#[derive(Debug, Args)]
pub(crate) struct WeakArgs {
    /// The maximum number of items in the rule of a leaf: 6, 14, 32 or 64
    #[arg(long, value_name = "N", default_value = "64")]
    items: NonZeroUsize,
    /// Compare up to N moves of X where none leads to a leaf
    #[arg(long, value_name = "N", default_value = "1")]
    width: NonZeroUsize,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    maker: MakerArgs,
}

/// Makes the solution, verifies it, and prints its size.
pub(crate) fn run(args: &WeakArgs, out: &mut dyn Write) -> Result<(), Failure> {
    args.maker.check_free(&args.out)?;
    let leaves = Arc::new(AtomicU64::new(0));
    let shown = Arc::clone(&leaves);
    let lines = LogLines::start(move |elapsed| {
        format!("marlin-lab: {} rules found, {} s", shown.load(Ordering::Relaxed), elapsed.as_secs())
    });
    let solution = solve(args, || {
        leaves.fetch_add(1, Ordering::Relaxed);
    })?;
    drop(lines);
    let proof = verify(&solution).map_err(|lost| Failure::failed(lost.to_string()))?;
    // The command names `marlin-bench`, because the line is part of the bytes of the published file.
    let text = format!(
        "# The weak solution of 7x6: X's moves that win against every reply. docs/formats.md describes the lines.\n\
         # marlin-bench weak --items {} --width {}\n{solution}",
        args.items, args.width,
    );
    write_whole(&args.out, text.as_bytes(), Existing::by_force(args.maker.force))?;
    Ok(writeln!(
        out,
        "{} positions, {} leaves, {} items, {} bytes",
        proof.positions(),
        proof.leaves,
        proof.items,
        text.len()
    )?)
}

/// The cost of a position of the tree, in bytes of a rule.
const POSITION: u32 = 10;
/// The cost of a stored move.
const MOVE: u32 = 1;
/// The guess for a position without a rule of few items.
const UNKNOWN: u32 = 150;
/// The plies from which on rules are sought.
const FIRST_LEAF: u32 = 9;
/// The maximum numbers of items of the rules that are sought one after the other.
const STEPS: [usize; 4] = [6, 14, 32, 64];
/// The maximum number of items for a guess.
const GUESS: usize = 14;

/// Returns a solution. `on_leaf` is called for each position that gets a rule.
fn solve(args: &WeakArgs, on_leaf: impl Fn()) -> Result<Solution, TableError> {
    let mut search = Search {
        oracle: Oracle::new(args.maker.cpu())?,
        leaves: Leaves::new(),
        costs: HashMap::default(),
        args,
        on_leaf,
    };
    search.cost(Solution::start(), u32::MAX);
    let mut solution = Solution::default();
    search.collect(Solution::start(), &mut solution);
    Ok(solution)
}

/// A cost, or a lower bound of it.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    exact: Option<u32>,
    at_least: u32,
}

/// The search.
struct Search<'a, F> {
    oracle: Oracle,
    leaves: Leaves,
    /// By the key of canonical stones with O to move.
    costs: HashMap<u64, Cost, BuildKeyHasher>,
    args: &'a WeakArgs,
    on_leaf: F,
}

/// Returns the cost of a leaf.
fn cost_of(rule: &Rule) -> u32 {
    let bits = rule.items.iter().map(|item| match item {
        Item::Play(_) => 8,
        Item::Above(_) => 5,
        Item::If(..) => 15,
    });
    POSITION + 1 + bits.sum::<u32>().div_ceil(8)
}

impl<F: Fn()> Search<'_, F> {
    /// Returns the cost of canonical stones with O to move, or some number from `bound` on if the cost is at
    /// least `bound`.
    fn cost(&mut self, stones: Stones, bound: u32) -> u32 {
        let known = self.costs.get(&stones.key()).copied().unwrap_or_default();
        if let Some(exact) = known.exact {
            return exact;
        }
        if known.at_least >= bound {
            return known.at_least;
        }
        if let Some(cost) = self.leaf(stones, self.args.items.get()) {
            return cost;
        }
        let mut sum = POSITION;
        for (reply, _) in Solution::replies(stones) {
            if sum >= bound {
                break;
            }
            sum += self.cost_of_reply(reply, bound - sum);
        }
        let cost = self.costs.entry(stones.key()).or_default();
        if sum < bound {
            cost.exact = Some(sum);
        } else {
            cost.at_least = cost.at_least.max(sum);
        }
        sum
    }

    /// Returns the cost of canonical stones with X to move, as [`Self::cost`] does.
    fn cost_of_reply(&mut self, stones: Stones, bound: u32) -> u32 {
        let own = POSITION + MOVE;
        let moves = self.moves(stones);
        if let Some(cost) = self.least(&moves, self.args.items.get()) {
            return own + cost;
        }
        let mut guesses: Vec<(u32, Stones)> = Vec::new();
        for &after in &moves {
            let guess = if moves.len() == 1 { 0 } else { self.guess(after) };
            guesses.push((guess, after));
        }
        guesses.sort_by_key(|&(guess, _)| guess);
        let mut best = u32::MAX;
        for (_, after) in guesses.into_iter().take(self.args.width.get()) {
            best = best.min(self.cost(after, best.min(bound.saturating_sub(own))));
        }
        own.saturating_add(best)
    }

    /// Returns the canonical stones after each winning move, without repetition.
    fn moves(&mut self, stones: Stones) -> Vec<Stones> {
        let winning = self.oracle.winning_moves(stones);
        let mut moves: Vec<Stones> = each(winning).map(|cell| stones.with_x(cell).canonical().0).collect();
        moves.sort_by_key(|stones| stones.key());
        moves.dedup();
        moves
    }

    /// Returns the minimum known cost of some stones with O to move. If none is known, rules of more and more
    /// items are sought.
    fn least(&mut self, moves: &[Stones], most_items: usize) -> Option<u32> {
        let known = moves.iter().filter_map(|stones| self.costs.get(&stones.key())?.exact);
        let mut least = known.min();
        for items in STEPS {
            if least.is_some() || items > most_items {
                break;
            }
            least = moves.iter().filter_map(|&stones| self.leaf(stones, items)).min();
        }
        least
    }

    /// Returns the cost of a leaf, if a rule of at most `items` items is found.
    fn leaf(&mut self, stones: Stones, items: usize) -> Option<u32> {
        if stones.occupied().count_ones() < FIRST_LEAF {
            return None;
        }
        let cost = cost_of(self.leaves.find(stones, items, &mut self.oracle)?);
        let entry = self.costs.entry(stones.key()).or_default();
        if entry.exact.is_none() {
            entry.exact = Some(cost);
            (self.on_leaf)();
        }
        Some(cost)
    }

    /// Guesses the cost of stones with O to move that have no rule, from the rules two plies later.
    fn guess(&mut self, stones: Stones) -> u32 {
        let mut sum = 0;
        for (reply, _) in Solution::replies(stones) {
            let moves = self.moves(reply);
            sum += self.least(&moves, GUESS).map_or(UNKNOWN, |cost| cost.min(UNKNOWN));
        }
        sum
    }

    /// Adds the moves of least cost from stones with O to move on.
    fn collect(&mut self, stones: Stones, solution: &mut Solution) {
        if let Some(rule) = self.leaves.known(stones) {
            solution.rules.insert(stones.key(), rule.clone());
            return;
        }
        for (reply, _) in Solution::replies(stones) {
            if solution.moves.contains_key(&reply.key()) {
                continue;
            }
            let costs = &self.costs;
            let cost = |cell: u64| costs.get(&reply.with_x(cell).canonical().0.key())?.exact;
            let winning = self.oracle.winning_moves(reply);
            let best = each(winning).min_by_key(|&cell| cost(cell).unwrap_or(u32::MAX));
            if let Some(cell) = best {
                solution.moves.insert(reply.key(), cell);
                self.collect(reply.with_x(cell).canonical().0, solution);
            }
        }
    }
}
