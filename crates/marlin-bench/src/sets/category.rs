//! [`Category`]: the six standard categories of position sets.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use clap::ValueEnum;
use marlin_core::Score;

/// How many plies of a game are played, and how many remain under best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Category {
    /// Late, ends soon.
    #[value(name = "L3_R1")]
    L3R1,
    /// Middle, ends soon.
    #[value(name = "L2_R1")]
    L2R1,
    /// Middle, ends later.
    #[value(name = "L2_R2")]
    L2R2,
    /// Early, ends soon.
    #[value(name = "L1_R1")]
    L1R1,
    /// Early, ends later.
    #[value(name = "L1_R2")]
    L1R2,
    /// Early, ends late.
    #[value(name = "L1_R3")]
    L1R3,
}

impl Category {
    /// All of them, the easiest first.
    pub(crate) const ALL: [Self; 6] =
        [Self::L3R1, Self::L2R1, Self::L2R2, Self::L1R1, Self::L1R2, Self::L1R3];

    /// Returns the name of the set, which is also the name of its file.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::L3R1 => "L3_R1",
            Self::L2R1 => "L2_R1",
            Self::L2R2 => "L2_R2",
            Self::L1R1 => "L1_R1",
            Self::L1R2 => "L1_R2",
            Self::L1R3 => "L1_R3",
        }
    }

    /// Returns the number of plies played. No game that isn't over has more than 41.
    pub(crate) const fn played(self) -> RangeInclusive<u32> {
        match self {
            Self::L3R1 => 29..=41,
            Self::L2R1 | Self::L2R2 => 15..=28,
            Self::L1R1 | Self::L1R2 | Self::L1R3 => 1..=14,
        }
    }

    /// Returns the number of plies that remain under best play.
    pub(crate) const fn remaining(self) -> Range<u32> {
        match self {
            Self::L3R1 | Self::L2R1 | Self::L1R1 => 0..14,
            Self::L2R2 | Self::L1R2 => 14..28,
            Self::L1R3 => 28..42,
        }
    }

    /// Returns whether a position of a score, after `nb_moves` plies, has the category's number of plies remaining.
    pub(crate) fn fits(self, nb_moves: u32, score: Score) -> bool {
        self.remaining().contains(&score.plies_to_end(nb_moves))
    }
}

/// Describes the category in words, as the first line of its file does.
impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (played, remaining) = (self.played(), self.remaining());
        write!(
            f,
            "{}: {} to {} plies played, {} to {} plies remaining under best play",
            self.name(),
            played.start(),
            played.end(),
            remaining.start.max(1),
            remaining.end - 1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_on_the_command_line_is_the_name_of_the_set() {
        for category in Category::ALL {
            assert_eq!(Category::from_str(category.name(), false), Ok(category));
        }
    }

    #[test]
    fn plies_remaining_decide_whether_a_score_fits() {
        let score = |value| Score::new(value).unwrap();
        // A draw after 14 plies has 28 to go, a win with the 20th stone ends at ply 39.
        assert!(Category::L1R3.fits(14, score(0)) && !Category::L1R2.fits(14, score(0)));
        assert!(Category::L1R2.fits(14, score(2)) && !Category::L1R3.fits(14, score(2)));
        assert!(Category::L1R1.fits(14, score(9)));
    }

    #[test]
    fn the_description_states_the_plies() {
        assert_eq!(
            Category::L2R2.to_string(),
            "L2_R2: 15 to 28 plies played, 14 to 27 plies remaining under best play"
        );
    }
}
