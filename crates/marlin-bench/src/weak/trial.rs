//! [`Trial`]: play by a rule against every reply, until a move gives the win away.

use std::collections::HashSet;

use marlin_coach::weak::{Rule, Stones};

use super::lesson::Lesson;
use super::oracle::Oracle;
use super::{BuildKeyHasher, each};

/// The positions that may be played in one trial.
const MAX_POSITIONS: usize = 100_000;

/// The end of a trial without success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failed {
    /// A move of the rule gave the win away.
    At(Lesson),
    /// The trial takes too long, or the position was lost from the start.
    Hopeless,
}

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
    pub(super) fn run(&mut self, stones: Stones, rule: &Rule, oracle: &mut Oracle) -> Result<(), Failed> {
        self.won.clear();
        self.line.clear();
        self.play(stones, rule, oracle)
    }

    /// Plays each reply of O.
    fn play(&mut self, stones: Stones, rule: &Rule, oracle: &mut Oracle) -> Result<(), Failed> {
        if self.won.contains(&stones.key()) {
            return Ok(());
        }
        if self.won.len() > MAX_POSITIONS {
            return Err(Failed::Hopeless);
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
    fn reply(&mut self, stones: Stones, last: u64, rule: &Rule, oracle: &mut Oracle) -> Result<(), Failed> {
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
    fn blame(&self, oracle: &mut Oracle) -> Failed {
        let after = |played: &Played| played.stones.with_x(played.cell);
        // Nothing after a position that is known as not won is a lesson.
        let known = self.line.iter().position(|played| oracle.known(after(played)) == Some(false));
        let mut end = known.map_or(self.line.len(), |index| index + 1);
        while end > 1 && !oracle.is_won(after(&self.line[end - 2])) {
            end -= 1;
        }
        let Some(&Played { stones, last, .. }) = end.checked_sub(1).and_then(|index| self.line.get(index))
        else {
            return Failed::Hopeless;
        };
        let winning = oracle.winning_moves(stones);
        if winning == 0 {
            Failed::Hopeless
        } else {
            Failed::At(Lesson { stones, safe: stones.safe(), winning, last })
        }
    }
}
