//! [`Kept`]: what the device keeps of its player, and [`Earned`]: what a game, a puzzle or a lesson adds to it.

use marlin_coach::lesson;
use marlin_coach::level::SkillLevel;
use marlin_coach::progress::{Learned, Solved, Standings};
use marlin_coach::puzzle::Day;
use marlin_core::Outcome;

/// What the device keeps of its player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The day of today.
    pub today: Day,
    /// The solved puzzles.
    pub solved: Solved,
    /// The results against the levels.
    pub standings: Standings,
    /// The steps of lessons that are done.
    pub learned: Learned,
}

/// A result to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earned {
    /// The puzzle with a number is solved, after some tries.
    Puzzle(usize, u32),
    /// A step of a lesson is done: the lesson counted from 0, the step from 1.
    Step(usize, usize),
    /// A game against a level is over, with this outcome for the person.
    Game(SkillLevel, Outcome),
}

impl Kept {
    /// Returns what a new device has.
    pub fn on(today: Day) -> Self {
        Self {
            today,
            solved: Solved::default(),
            standings: Standings::default(),
            learned: Learned::default(),
        }
    }

    /// Adds a result.
    pub fn add(&mut self, earned: Earned) {
        match earned {
            Earned::Puzzle(number, tries) => {
                self.solved.add(self.today, number, tries);
            }
            Earned::Step(lesson, step) => {
                if let Some(lesson) = lesson::all().get(lesson) {
                    self.learned.add(lesson, step);
                }
            }
            Earned::Game(level, outcome) => self.standings.add(level, outcome),
        }
    }
}
