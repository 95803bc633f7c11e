//! [`LevelShares`]: the probability of each column at a level.

use marlin_core::{Column, Limits, Position, Report, Solver, StopFlag};
use serde::{Serialize, Serializer};

use super::opponent::choices;
use super::skill::{Chance, SIGHTS, Sight, Skill};
use super::{Opponent, SkillLevel};
use crate::task::{Allowance, Asked, Asks, Unfinished};

/// The moves of a level.
// The shares are computed exactly, without samples: below the perfect level a player draws a sight, and then
// one of the columns that look best with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LevelShares {
    /// The level, from 1 to 10.
    #[cfg_attr(feature = "schema", schemars(with = "usize"))]
    pub level: SkillLevel,
    /// The columns that it may play, from the left; null if they are unknown.
    pub columns: Option<Vec<ColumnShare>>,
}

/// A column with its share among the moves of a level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ColumnShare {
    /// The column.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Column>"))]
    pub column: Column,
    /// The probability that the level plays it, over all seeds: above 0 up to 1, to six decimals.
    #[serde(serialize_with = "six_decimals")]
    pub share: f64,
}

fn six_decimals<T: Copy + Into<f64>, S: Serializer>(share: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(((*share).into() * 1e6).round() / 1e6)
}

impl LevelShares {
    /// Returns the shares of all levels in a position, none after the end of the game. The perfect level
    /// searches without a limit.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn all(position: &Position, solver: &Solver) -> Vec<Self> {
        Choices::all(position, solver).shares(&solver.query(position).analyze())
    }

    /// Returns the share of a column: 0 if the level never plays it, `None` if the shares are unknown.
    pub fn of(&self, column: Column) -> Option<f64> {
        let columns = self.columns.as_ref()?;
        Some(columns.iter().find(|share| share.column == column).map_or(0.0, |found| found.share))
    }
}

/// The choices of all levels in a position, found one sight after the other.
pub(crate) struct Choices {
    position: Position,
    /// The columns of each of [`SIGHTS`] so far, with their weights.
    by_sight: Vec<Vec<(Column, u32)>>,
}

impl Choices {
    pub(crate) const fn new(position: &Position) -> Self {
        Self { position: *position, by_sight: Vec::new() }
    }

    /// Returns the next sight whose choices are missing.
    fn missing(&self) -> Option<Sight> {
        SIGHTS.get(self.by_sight.len()).copied().filter(|_| !self.position.is_over())
    }

    /// Returns the choices with a sight, which take a few milliseconds.
    fn with(&self, sight: Sight, solver: &Solver, limits: &Limits) -> (Vec<(Column, u32)>, Report) {
        let columns: Vec<_> = self.position.legal_moves().collect();
        choices(&self.position, &columns, sight, limits, solver)
    }

    /// Finds the missing choices. If a stop flag of the limits is raised, or the allowance does not suffice,
    /// the other choices remain missing.
    pub(crate) fn find(&mut self, asks: &mut Asks<'_>, limits: &Limits, allowance: &Allowance) -> Asked<()> {
        let is_stopped = |stop: Option<&StopFlag>| stop.is_some_and(StopFlag::is_stopped);
        while let Some(sight) = self.missing().filter(|_| !is_stopped(limits.stop.as_ref())) {
            // The cost of a look, apart from its nodes, grows with the columns, and with the columns of their
            // replies.
            if !allowance.take(4 * (self.position.size().width() as u64).pow(2)) {
                break;
            }
            let left = allowance.left();
            let stop = asks.at_once(limits)?;
            let limits = Limits { stop: stop.clone(), nodes: Some(left), ..Limits::NONE };
            let (found, analysis) = self.with(sight, asks.solver, &limits);
            asks.add_cost(analysis.nodes, analysis.elapsed);
            if is_stopped(stop.as_ref()) {
                return Err(Unfinished);
            }
            allowance.take(analysis.nodes.min(left));
            if analysis.nodes >= left {
                break;
            }
            self.by_sight.push(found);
        }
        Ok(())
    }

    /// Returns the choices of a position, all found.
    pub(crate) fn all(position: &Position, solver: &Solver) -> Self {
        let mut choices = Self::new(position);
        while let Some(sight) = choices.missing() {
            let (found, _) = choices.with(sight, solver, &Limits::NONE);
            choices.by_sight.push(found);
        }
        choices
    }

    /// Returns the move of a level below the perfect one, the same as [`SkillLevel::choose`]: a move depends
    /// on the level and the seed only through the sight that they draw. `None` after the end of the game, or
    /// if the sight is missing.
    pub(crate) fn choose(&self, level: SkillLevel, seed: u64) -> Option<Column> {
        let chance = &mut Chance::new(seed, &self.position);
        let drawn = Skill::of(level).draw(chance);
        let index = SIGHTS.iter().position(|&sight| sight == drawn)?;
        chance.one_of(self.by_sight.get(index)?)
    }

    /// Returns the shares of all levels, none after the end of the game. The perfect level plays the move
    /// that an analysis proves.
    pub(crate) fn shares(&self, analysis: &Report) -> Vec<LevelShares> {
        if self.position.is_over() {
            return Vec::new();
        }
        let perfect = Opponent::new(SkillLevel::MAX, 0).choose_proven(analysis.clone());
        let perfect = perfect.map(|choice| vec![ColumnShare { column: choice.column, share: 1.0 }]);
        let columns = |level| if level == SkillLevel::MAX { perfect.clone() } else { self.skilled(level) };
        SkillLevel::all().map(|level| LevelShares { level, columns: columns(level) }).collect()
    }

    /// Returns the shares of a level below the perfect one, `None` if a sight that it may have is missing.
    fn skilled(&self, level: SkillLevel) -> Option<Vec<ColumnShare>> {
        let mut shares: Vec<_> =
            self.position.legal_moves().map(|column| ColumnShare { column, share: 0.0 }).collect();
        for (i, share) in Skill::of(level).shares().into_iter().enumerate().filter(|&(_, share)| share > 0.0)
        {
            let choices = self.by_sight.get(i)?;
            let total: u32 = choices.iter().map(|&(_, weight)| weight).sum();
            for ColumnShare { column, share: of_column } in &mut shares {
                let chosen = choices.iter().find(|&(other, _)| other == column);
                *of_column += share * f64::from(chosen.map_or(0, |&(_, weight)| weight)) / f64::from(total);
            }
        }
        shares.retain(|of_column| of_column.share > 0.0);
        Some(shares)
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;

    #[test]
    fn every_level_below_the_perfect_one_chooses_the_same_move_as_in_a_game() {
        let solver = Solver::builder().hash_mib(1).unwrap().threads(1).build();
        for moves in ["4433", "44444325", "3637434467", "12345671234567"] {
            let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
            let choices = Choices::all(&position, &solver);
            for level in SkillLevel::all().filter(|&level| level < SkillLevel::MAX) {
                for seed in 0..8 {
                    let chosen = level.choose(&position, &solver, seed);
                    assert_eq!(choices.choose(level, seed), chosen, "{moves}, level {level}, seed {seed}");
                }
            }
        }
    }
}
