//! [`Prospects`]: many moves of the levels below the perfect one in one position.

use marlin_core::Column;
use marlin_core::any::{Position, Solver};

use super::SkillLevel;
use super::chance::Chance;
use super::opponent::Opponent;
use super::skill::{SIGHTS, Sight, Skill};
use super::skilled::Skilled;

/// The columns that look best in a position with each sight.
///
/// A move depends on the level and the seed only by the sight that they draw. So a few searches answer for all levels and
/// seeds.
#[derive(Debug, Clone)]
pub(crate) struct Prospects {
    position: Position,
    best: Vec<(Sight, Vec<(Column, u32)>)>,
}

impl Prospects {
    /// Searches a position with each sight. A position of a game that is over has no columns.
    pub(crate) fn new(position: &Position, solver: &Solver) -> Self {
        // The search of a sight depends neither on the level nor on the seed.
        let opponent = Opponent::new(SkillLevel::MIN, 0);
        let player = Skilled::new(&opponent, position, position.legal_moves().collect(), solver);
        let best = SIGHTS.into_iter().map(|sight| (sight, player.choices(sight).0));
        Self { position: *position, best: best.collect() }
    }

    /// Returns the move of a level below the perfect one, which is that of [`SkillLevel::choose`].
    pub(crate) fn choose(&self, level: SkillLevel, seed: u64) -> Option<Column> {
        let chance = &mut Chance::new(seed, &self.position);
        let drawn = Skill::of(level).draw(chance);
        let (_, columns) = self.best.iter().find(|(sight, _)| *sight == drawn)?;
        chance.one_of(columns)
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;

    #[test]
    fn every_level_below_the_perfect_one_chooses_the_same_move_as_in_a_game() {
        let solver = Solver::builder_on(BoardSize::STANDARD).hash_mib(1).unwrap().threads(1).build();
        for moves in ["4433", "44444325", "3637434467", "12345671234567"] {
            let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
            let prospects = Prospects::new(&position, &solver);
            for level in SkillLevel::all().filter(|&level| level < SkillLevel::MAX) {
                for seed in 0..8 {
                    let chosen = level.choose(&position, &solver, seed);
                    assert_eq!(prospects.choose(level, seed), chosen, "{moves}, level {level}, seed {seed}");
                }
            }
        }
    }
}
