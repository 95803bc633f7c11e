//! [`Standings`]: the results of a person against each level.

use std::fmt;

use marlin_core::Outcome;

use crate::level::SkillLevel;

/// The games of a person against a level on the standard board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// Those that the person won.
    pub won: u32,
    /// Those that the person lost.
    pub lost: u32,
    /// The drawn ones.
    pub drawn: u32,
}

impl Standing {
    /// Returns the number of games.
    pub const fn games(self) -> u32 {
        self.won.saturating_add(self.lost).saturating_add(self.drawn)
    }
}

/// As in `you 2, it 1, drawn 1`.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "you {}, it {}", self.won, self.lost)?;
        if self.drawn > 0 { write!(f, ", drawn {}", self.drawn) } else { Ok(()) }
    }
}

/// The results against each level: a line has the level and the games that were won, lost and drawn, as in `3 2 1 0`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standings([Standing; SkillLevel::MAX.get()]);

/// The first line of the text.
const HEAD: &str = "# Results against the levels of Marlin: level, won, lost, drawn";

impl Standings {
    /// The name of the file in the user's folder of state.
    pub const FILE: &str = "levels";

    /// Reads a text. Lines that are none are skipped.
    pub fn parse(text: &str) -> Self {
        let mut standings = Self::default();
        for line in text.lines() {
            let numbers: Vec<u32> = line.split(' ').map_while(|word| word.parse().ok()).collect();
            if let [level, won, lost, drawn] = numbers[..]
                && let Some(level) = SkillLevel::new(level as usize)
            {
                standings.0[level.get() - 1] = Standing { won, lost, drawn };
            }
        }
        standings
    }

    /// Adds a game, by its outcome for the person.
    pub const fn add(&mut self, level: SkillLevel, outcome: Outcome) {
        let standing = &mut self.0[level.get() - 1];
        let count = match outcome {
            Outcome::Win => &mut standing.won,
            Outcome::Loss => &mut standing.lost,
            Outcome::Draw => &mut standing.drawn,
        };
        *count = count.saturating_add(1);
    }

    /// Returns the results against a level.
    pub const fn of(&self, level: SkillLevel) -> Standing {
        self.0[level.get() - 1]
    }

    /// Returns the level to play next: the one above the highest that the person has beaten more often than it has won. If there
    /// is none, the one below the lowest that was played; `None` before the first game.
    pub fn next_level(&self) -> Option<SkillLevel> {
        let mut played = SkillLevel::all().filter(|&level| self.of(level).games() > 0);
        let beaten = SkillLevel::all().rfind(|&level| self.of(level).won > self.of(level).lost);
        let number = match beaten {
            Some(level) => (level.get() + 1).min(SkillLevel::MAX.get()),
            None => (played.next()?.get() - 1).max(SkillLevel::MIN.get()),
        };
        SkillLevel::new(number)
    }

    /// Returns the results against a level in words, as in `Level 3: you 2, it 1. Next: level 4`; `None` before the first game.
    pub fn in_words(&self, level: SkillLevel) -> Option<String> {
        let standing = Some(self.of(level)).filter(|standing| standing.games() > 0)?;
        let next = self.next_level().filter(|next| *next != level);
        let next = next.map_or_else(String::new, |next| format!(". Next: level {next}"));
        Some(format!("Level {level}: {standing}{next}"))
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for level in SkillLevel::all() {
            let standing = self.of(level);
            if standing.games() > 0 {
                writeln!(f, "{level} {} {} {}", standing.won, standing.lost, standing.drawn)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(text: &str) -> Option<usize> {
        Standings::parse(text).next_level().map(SkillLevel::get)
    }

    #[test]
    fn a_text_that_is_written_is_read_again_and_damaged_lines_are_skipped() {
        let mut standings = Standings::parse("# head\n3 1 1 0\n11 1 1 1\n4 1\n-1 2 3 4\n5 1 2 x\n");
        standings.add(SkillLevel::new(3).unwrap(), Outcome::Win);
        assert_eq!(standings.to_string(), format!("{HEAD}\n3 2 1 0\n"));
        assert_eq!(Standings::parse(&standings.to_string()), standings);
    }

    #[test]
    fn the_next_level_is_above_the_highest_that_was_beaten_or_below_the_lowest_that_was_not() {
        assert_eq!(next(""), None);
        assert_eq!(next("3 2 1 0"), Some(4));
        assert_eq!(next("3 2 1 0\n4 1 1 0"), Some(4));
        assert_eq!(next("5 0 2 0\n7 0 1 0"), Some(4));
        assert_eq!(next("1 0 1 0"), Some(1));
        assert_eq!(next("10 1 0 0"), Some(10));
    }

    #[test]
    fn results_are_told_with_the_next_level() {
        let standings = Standings::parse("3 2 1 0\n4 0 0 1");
        let words = |level| standings.in_words(SkillLevel::new(level).unwrap());
        assert_eq!(words(3).as_deref(), Some("Level 3: you 2, it 1. Next: level 4"));
        assert_eq!(words(4).as_deref(), Some("Level 4: you 0, it 0, drawn 1"));
        assert_eq!(words(5), None);
    }
}
