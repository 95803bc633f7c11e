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
