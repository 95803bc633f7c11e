//! The [`Oracle`], and the [`Lesson`] that it gives: a position with the moves that win it, and the rule that
//! fits a set of them.
//!
//! A rule is a decision list: the first item that applies decides. An item fits if it plays a winning move in
//! each position that is left to it. Taking one fitting item after the other finds a list if there is one (R.
//! Rivest, Learning Decision Lists, 1987), since a taken item only removes positions.

use std::collections::HashMap;

use marlin_coach::weak::{Contents, Item, Rule, Stones};
use marlin_core::{BoardSize, Cpu, Outcome, Position, Solver, TableError};
use marlin_support::random::Random;

/// The hash of keys of stones: millions are looked up, and no adversary chooses them.
pub(super) type BuildKeyHasher = foldhash::fast::FixedState;

/// Returns the cells of a set one by one.
pub(super) fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// The table of the solver. Most positions are late, and a small table remains in the caches of the CPU.
const TABLE_MIB: usize = 32;

/// The solver, with its answers so far.
#[derive(Debug)]
pub(super) struct Oracle {
    solver: Solver,
    answers: HashMap<u64, bool, BuildKeyHasher>,
}

impl Oracle {
    /// Returns an oracle that has answered nothing.
    pub(super) fn new(cpu: Cpu) -> Result<Self, TableError> {
        let solver = Solver::builder().hash_mib(TABLE_MIB)?.threads(1).cpu(cpu).build();
        Ok(Self { solver, answers: HashMap::default() })
    }

    /// Returns whether X wins with O to move, if the answer is known.
    pub(super) fn known(&self, stones: Stones) -> Option<bool> {
        self.answers.get(&stones.canonical().0.key()).copied()
    }

    /// Returns whether X wins with O to move.
    pub(super) fn is_won(&mut self, stones: Stones) -> bool {
        let (canonical, _) = stones.canonical();
        let solver = &self.solver;
        let solve = || {
            // Stones that no game has are not won.
            let position =
                Position::from_bitboards(BoardSize::STANDARD, canonical.x.into(), canonical.o.into());
            position.is_ok_and(|position| solver.solve_outcome(&position) == Outcome::Loss)
        };
        *self.answers.entry(canonical.key()).or_insert_with(solve)
    }

    /// Returns the moves among the safe ones that win. X is to move.
    pub(super) fn winning_moves(&mut self, stones: Stones) -> u64 {
        each(stones.safe()).filter(|&cell| self.is_won(stones.with_x(cell))).sum()
    }
}

/// The score of an item of the plain kinds, for each position that it decides.
const PLAIN: u32 = 100;
/// The score of an item with a condition. Such an item is longer, and holds for fewer positions of later
/// lessons.
const CONDITIONAL: u32 = 40;
/// The score from which on no items with a condition are tried.
const GOOD_ENOUGH: u32 = 200;
/// The random part of a score is below this.
const NOISE: u32 = 50;
/// The contents of a cell.
const CONTENTS: [Contents; 3] = [Contents::Empty, Contents::X, Contents::O];
/// The cells of a word, with the sentinels.
const CELLS: usize = 49;

/// A position with X to move in which some moves win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lesson {
    pub(super) stones: Stones,
    /// The safe moves.
    pub(super) safe: u64,
    /// The safe moves that win.
    pub(super) winning: u64,
    /// The last stone of O.
    pub(super) last: u64,
}

impl Lesson {
    /// Returns whether an item decides the position, and then whether its move wins.
    fn judge(&self, item: Item) -> Option<bool> {
        let cell = item.applied(self.stones, self.safe, self.last);
        (cell != 0).then_some(cell & self.winning != 0)
    }

    /// Returns whether a rule wins.
    fn is_won_by(&self, rule: &Rule) -> bool {
        rule.choose(self.stones, self.safe, self.last).0 & self.winning != 0
    }

    /// Returns the cells with each of the contents.
    fn cells(&self) -> [u64; 3] {
        [!self.stones.occupied() & ((1 << CELLS) - 1), self.stones.x, self.stones.o]
    }
}

/// Returns a rule that wins in all positions with at most this many items; `None` if none is found.
pub(super) fn learn(lessons: &[Lesson], most_items: usize, random: &mut Random) -> Option<Rule> {
    let (mut rest, mut rule) = (lessons.to_vec(), Rule::default());
    let default = Rule::default();
    while !rest.iter().all(|lesson| lesson.is_won_by(&default)) {
        if rule.items.len() == most_items {
            return None;
        }
        let item = best_item(&rest, random)?;
        rule.items.push(item);
        rest.retain(|lesson| lesson.judge(item).is_none());
    }
    Some(rule)
}

/// Returns the item that decides most positions, and all of them well.
fn best_item(rest: &[Lesson], random: &mut Random) -> Option<Item> {
    let mut best = Best { found: None, random };
    let any = rest.iter().fold(0, |cells, lesson| cells | lesson.winning);
    let bad = rest.iter().fold(0, |cells, lesson| cells | lesson.safe & !lesson.winning);
    let plays = each(any & !bad).map(Item::Play);
    for item in plays.chain((0..7).map(Item::Above)) {
        if let Some(count) = fitting(rest, item) {
            best.offer(count * PLAIN, item);
        }
    }
    if best.found.is_none_or(|(score, _)| score < GOOD_ENOUGH) {
        each(any & bad).for_each(|cell| offer_conditional(rest, cell, &mut best));
    }
    best.found.map(|(_, item)| item)
}

/// The item with the maximum score so far.
struct Best<'a> {
    found: Option<(u32, Item)>,
    random: &'a mut Random,
}

impl Best<'_> {
    /// Takes an item if its score, with a random part, is greater.
    fn offer(&mut self, score: u32, item: Item) {
        let score = score + self.random.below(NOISE);
        if self.found.is_none_or(|(other, _)| score > other) {
            self.found = Some((score, item));
        }
    }
}

/// Returns the number of positions that an item decides; `None` if it decides none, or one of them badly.
fn fitting(rest: &[Lesson], item: Item) -> Option<u32> {
    let judged = rest.iter().filter_map(|lesson| lesson.judge(item));
    let count = judged.map(|is_good| is_good.then_some(1)).sum::<Option<u32>>()?;
    (count > 0).then_some(count)
}

/// Offers each condition under which a cell always wins, with its score.
fn offer_conditional(rest: &[Lesson], cell: u64, best: &mut Best<'_>) {
    let mut bad = [0; 3];
    for lesson in rest.iter().filter(|lesson| lesson.safe & !lesson.winning & cell != 0) {
        for (bad, cells) in bad.iter_mut().zip(lesson.cells()) {
            *bad |= cells;
        }
    }
    let mut counts = [[0_u32; CELLS]; 3];
    for lesson in rest.iter().filter(|lesson| lesson.winning & cell != 0) {
        for ((counts, bad), cells) in counts.iter_mut().zip(bad).zip(lesson.cells()) {
            each(cells & !bad).for_each(|cell| counts[cell.trailing_zeros() as usize] += 1);
        }
    }
    for (contents, counts) in CONTENTS.into_iter().zip(counts) {
        for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            best.offer(count * CONDITIONAL, Item::If(1 << index, contents, cell));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a lesson on an empty board but for O's last stone on a1: some of the cells b1 to g1 win.
    fn lesson(winning: u64) -> Lesson {
        let safe = each((1 << CELLS) - 1).step_by(7).skip(1).sum();
        Lesson { stones: Stones { x: 0, o: 1 }, safe, winning, last: 1 }
    }

    #[test]
    fn without_lessons_a_rule_has_no_items() {
        assert_eq!(learn(&[], 0, &mut Random::new(1, 1)), Some(Rule::default()));
    }

    #[test]
    fn a_rule_wins_in_the_positions_of_all_lessons() {
        let (b1, c1, d1) = (1 << 7, 1 << 14, 1 << 21);
        let mut lessons = [lesson(b1 | c1), lesson(c1), lesson(c1 | d1)];
        let rule = learn(&lessons, 3, &mut Random::new(1, 1)).unwrap();
        assert_eq!(rule.items, [Item::Play(c1)]);
        // With a stone of X on g1 another move wins: the rule needs a condition.
        lessons[1] = Lesson { stones: Stones { x: 1 << 42, o: 1 }, winning: b1, ..lesson(b1) };
        lessons[0] = lesson(c1);
        let rule = learn(&lessons, 3, &mut Random::new(1, 1)).unwrap();
        assert!(lessons.iter().all(|lesson| lesson.is_won_by(&rule)), "{rule}");
        assert_eq!(learn(&lessons, 0, &mut Random::new(1, 1)), None);
    }

    #[test]
    fn lessons_that_contradict_each_other_have_no_rule() {
        assert_eq!(learn(&[lesson(1 << 7), lesson(1 << 14)], 64, &mut Random::new(1, 1)), None);
    }
}
