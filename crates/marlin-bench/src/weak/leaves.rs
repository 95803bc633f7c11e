//! [`Leaves`]: the rule of a leaf, if one is found.

use std::collections::HashMap;

use marlin_coach::weak::{Rule, Stones};
use marlin_support::random::Random;

use super::BuildKeyHasher;
use super::lesson::{Lesson, learn};
use super::oracle::Oracle;
use super::trial::{Failed, Trial};

/// The result of the search for the rule of a position.
#[derive(Debug, Clone, Default)]
struct Tried {
    /// The most items that were tried.
    items: usize,
    rule: Option<Rule>,
}

/// The rules that were found so far.
#[derive(Debug)]
pub(super) struct Leaves {
    trial: Trial,
    tried: HashMap<u64, Tried, BuildKeyHasher>,
}

impl Leaves {
    /// Returns no rules.
    pub(super) fn new() -> Self {
        Self { trial: Trial::new(), tried: HashMap::default() }
    }

    /// Returns the rule of a position, if one was found.
    pub(super) fn known(&self, stones: Stones) -> Option<&Rule> {
        self.tried.get(&stones.key())?.rule.as_ref()
    }

    /// Returns a rule of at most `items` items that wins from a position with O to move, which X wins.
    pub(super) fn find(&mut self, stones: Stones, items: usize, oracle: &mut Oracle) -> Option<&Rule> {
        let tried = self.tried.entry(stones.key()).or_default();
        if tried.rule.is_none() && tried.items < items {
            tried.items = items;
            tried.rule = find(&mut self.trial, stones, items, oracle);
        }
        self.tried.get(&stones.key())?.rule.as_ref()
    }
}

/// Plays by one rule after the other: each that fails gives a lesson to the next.
fn find(trial: &mut Trial, stones: Stones, items: usize, oracle: &mut Oracle) -> Option<Rule> {
    let mut random = Random::new(stones.key(), items as u64);
    let mut lessons: Vec<Lesson> = Vec::new();
    for _ in 0..20 + 4 * items {
        let rule = learn(&lessons, items, &mut random)?;
        match trial.run(stones, &rule, oracle) {
            Ok(()) => return Some(rule),
            Err(Failed::At(lesson)) => lessons.push(lesson),
            Err(Failed::Hopeless) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use marlin_coach::weak::{FILE, Solution};
    use marlin_core::Cpu;

    use super::*;

    /// Returns the tree's positions with O to move that have a rule of some length.
    fn leaves_with(solution: &Solution, is_wanted: impl Fn(usize) -> bool) -> Vec<Stones> {
        let (mut found, mut left) = (Vec::new(), vec![Solution::start()]);
        while let Some(stones) = left.pop() {
            match solution.rules.get(&stones.key()) {
                Some(rule) if is_wanted(rule.items.len()) => found.push(stones),
                Some(_) => {}
                None => left.extend(
                    Solution::replies(stones)
                        .into_iter()
                        .map(|(reply, _)| reply.with_x(solution.moves[&reply.key()]).canonical().0),
                ),
            }
        }
        found
    }

    #[test]
    fn a_rule_is_found_for_leaves_of_the_solution_and_wins_a_trial() {
        let solution: Solution = FILE.parse().unwrap();
        let (mut oracle, mut leaves) = (Oracle::new(Cpu::detect()).unwrap(), Leaves::new());
        for stones in leaves_with(&solution, |items| (1..=6).contains(&items)).into_iter().take(20) {
            let rule = [6, 14, 32]
                .iter()
                .find_map(|&items| leaves.find(stones, items, &mut oracle).cloned())
                .unwrap();
            assert_eq!(Trial::new().run(stones, &rule, &mut oracle), Ok(()));
        }
    }

    #[test]
    fn a_rule_that_does_not_win_gives_a_lesson_with_the_moves_that_do() {
        let solution: Solution = FILE.parse().unwrap();
        let mut oracle = Oracle::new(Cpu::detect()).unwrap();
        let stones = leaves_with(&solution, |items| items > 6)[0];
        let Err(Failed::At(lesson)) = Trial::new().run(stones, &Rule::default(), &mut oracle) else {
            panic!("the default wins")
        };
        let (cell, _) = Rule::default().choose(lesson.stones, lesson.safe, lesson.last);
        assert!(!oracle.is_won(lesson.stones.with_x(cell)));
        assert!(oracle.is_won(lesson.stones.with_x(lesson.winning & lesson.winning.wrapping_neg())));
    }
}
