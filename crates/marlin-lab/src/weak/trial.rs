//! [`Trial`]: play by a rule against every reply, until a move gives the win away; and [`Leaves`], the rules
//! that trials have found.

use std::collections::{HashMap, HashSet};

use marlin_coach::weak::{Rule, Stones};
use marlin_support::random::Random;

use super::lesson::{BuildKeyHasher, Lesson, Oracle, each, learn};

/// The positions that may be played in one trial.
const MAX_POSITIONS: usize = 100_000;

/// The lesson of a lost trial, `None` if no rule can win.
pub(super) type Lost = Option<Lesson>;

/// A move of the rule.
#[derive(Debug, Clone, Copy)]
struct Played {
    stones: Stones,
    last: u64,
    cell: u64,
}

/// Play by rules. The replies that refuted one rule are tried first against the next.
#[derive(Debug)]
pub(super) struct Trial {
    won: HashSet<u64, BuildKeyHasher>,
    line: Vec<Played>,
    refutations: [u64; 43],
}

impl Trial {
    /// Returns a trial without refutations.
    pub(super) fn new() -> Self {
        Self { won: HashSet::default(), line: Vec::new(), refutations: [0; 43] }
    }

    /// Plays by a rule from a position with O to move, which X wins.
    pub(super) fn run(&mut self, stones: Stones, rule: &Rule, oracle: &mut Oracle) -> Result<(), Lost> {
        self.won.clear();
        self.line.clear();
        self.play(stones, rule, oracle)
    }

    /// Plays each reply of O.
    fn play(&mut self, stones: Stones, rule: &Rule, oracle: &mut Oracle) -> Result<(), Lost> {
        if self.won.contains(&stones.key()) {
            return Ok(());
        }
        if self.won.len() > MAX_POSITIONS {
            return Err(None);
        }
        let (playable, ply) = (stones.playable(), stones.occupied().count_ones() as usize);
        if playable == 0 {
            return Err(self.blame(oracle));
        }
        let first = self.refutations[ply] & playable;
        for last in each(first).chain(each(playable & !first)) {
            let after = stones.with_o(last);
            let reply = self.reply(after, last, rule, oracle);
            if reply.is_err() {
                self.refutations[ply] = last;
                return reply;
            }
        }
        self.won.insert(stones.key());
        Ok(())
    }

    /// Answers a stone of O.
    fn reply(&mut self, stones: Stones, last: u64, rule: &Rule, oracle: &mut Oracle) -> Result<(), Lost> {
        if stones.wins_by_rules() {
            return Ok(());
        }
        let safe = stones.safe();
        if safe == 0 {
            return Err(self.blame(oracle));
        }
        let (cell, _) = rule.choose(stones, safe, last);
        self.line.push(Played { stones, last, cell });
        self.play(stones.with_x(cell), rule, oracle)?;
        self.line.pop();
        Ok(())
    }

    /// Returns the last move of the line that gave the win away. The end of the line is not won.
    fn blame(&self, oracle: &mut Oracle) -> Lost {
        let after = |played: &Played| played.stones.with_x(played.cell);
        // Positions after one that X is known not to win are no lessons.
        let known = self.line.iter().position(|played| oracle.known(after(played)) == Some(false));
        let mut end = known.map_or(self.line.len(), |index| index + 1);
        while end > 1 && !oracle.is_won(after(&self.line[end - 2])) {
            end -= 1;
        }
        let &Played { stones, last, .. } = self.line.get(end.checked_sub(1)?)?;
        let winning = oracle.winning_moves(stones);
        (winning != 0).then(|| Lesson { stones, safe: stones.safe(), winning, last })
    }
}

/// The result of the search for the rule of a position.
#[derive(Debug, Clone, Default)]
struct Tried {
    /// The maximum number of items that was tried.
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
            Err(Some(lesson)) => lessons.push(lesson),
            Err(None) => return None,
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
        let Err(Some(lesson)) = Trial::new().run(stones, &Rule::default(), &mut oracle) else {
            panic!("the default wins")
        };
        let (cell, _) = Rule::default().choose(lesson.stones, lesson.safe, lesson.last);
        assert!(!oracle.is_won(lesson.stones.with_x(cell)));
        assert!(oracle.is_won(lesson.stones.with_x(lesson.winning & lesson.winning.wrapping_neg())));
    }
}
