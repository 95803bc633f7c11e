//! [`Skill`]: the sight of a level.

use super::SkillLevel;
use super::chance::Chance;

/// The sight of a player before a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// Wins and losses within a number of plies: 2 are the wins and blocks of the next two stones.
    Plies(u32),
    /// Everything, up to the end of the game: the zugzwang that decides most games.
    Everything,
}

/// All kinds of sight, the shortest first.
pub(super) const SIGHTS: [Sight; 5] =
    [Sight::Plies(0), Sight::Plies(2), Sight::Plies(4), Sight::Plies(8), Sight::Everything];

/// The sight of a level: the number of its moves in a thousand with each of [`SIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skill([u32; 5]);

/// The levels in order. `just levels` measures them: each gets 60 to 75 % of the points against the one below.
const SKILLS: [Skill; 10] = [
    Skill([830, 170, 0, 0, 0]),
    Skill([450, 550, 0, 0, 0]),
    Skill([180, 820, 0, 0, 0]),
    Skill([0, 850, 150, 0, 0]),
    Skill([0, 180, 820, 0, 0]),
    Skill([0, 0, 300, 700, 0]),
    Skill([0, 0, 0, 770, 230]),
    Skill([0, 0, 0, 380, 620]),
    Skill([0, 0, 0, 140, 860]),
    Skill([0, 0, 0, 0, 1000]),
];

/// The name of each level, and its strength by [`SKILLS`] in a sentence.
pub(super) const NAMES: [(&str, &str); 10] = [
    ("newcomer", "Overlooks most wins and blocks."),
    ("beginner", "Overlooks almost every other win or block."),
    ("learner", "Overlooks one win or block in five."),
    ("casual player", "Blocks every four, and rarely looks further."),
    ("keen player", "Sees most double threats coming."),
    ("club player", "Looks eight stones ahead most of the time."),
    ("strong player", "Looks eight stones ahead, and at times to the end."),
    ("expert", "Sees to the end of the game more often than not."),
    ("master", "Sees to the end of the game but for one move in seven."),
    ("perfect", "Plays perfectly wherever its search is complete."),
];

impl Skill {
    pub(super) const fn of(level: SkillLevel) -> Self {
        SKILLS[level.get() - 1]
    }

    /// Returns the share of the moves with each of [`SIGHTS`].
    pub(super) fn shares(self) -> [f64; 5] {
        self.0.map(|thousandths| f64::from(thousandths) / 1000.0)
    }

    /// Draws the sight of the player for a move.
    pub(super) fn draw(self, chance: &mut Chance) -> Sight {
        let sights: Vec<_> = SIGHTS.into_iter().zip(self.0).collect();
        chance.one_of(&sights).unwrap_or(Sight::Everything)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_sees_further_than_the_one_below() {
        for pair in SKILLS.windows(2) {
            // The share of moves before which a level sees at least so far.
            let at_least = |skill: Skill, sight: usize| skill.0[sight..].iter().sum::<u32>();
            let further = |sight| at_least(pair[0], sight) <= at_least(pair[1], sight);
            assert!((0..5).all(further) && pair[0] != pair[1], "{pair:?}");
        }
        assert!(SKILLS.iter().all(|skill| skill.0.iter().sum::<u32>() == 1000));
    }

    #[test]
    fn the_perfect_level_sees_everything_and_no_other_always_does() {
        assert_eq!(SKILLS.map(|skill| skill.0[4] == 1000), std::array::from_fn(|i| i == 9));
    }
}
