//! [`LevelShares`]: the probability of each column at a level.

use marlin_core::any::{Analysis, Position, Solver};
use marlin_core::{Column, Limits, StopFlag};

use super::chance::Chance;
use super::skill::{SIGHTS, Skill};
use super::skilled::Skilled;
use super::{Opponent, SkillLevel};
use crate::task::TaskProgress;

/// The share of each column among the moves of a level in a position: its probability over all seeds.
///
/// It is exact and not counted: below the perfect level a player draws a sight, and then one of the columns that look best with it.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::{LevelShares, SkillLevel};
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// // X has three in column 1.
/// let position = Position::parse(BoardSize::STANDARD, "121212")?;
/// let levels = LevelShares::all(&position, &solver);
/// let [newcomer, .., perfect] = &levels[..] else { panic!("ten levels") };
/// let win = newcomer.of(position.legal_moves().next().expect("column 1"));
/// assert!(win.is_some_and(|share| share > 0.17 && share < 0.4));
/// assert_eq!(perfect.columns.as_ref().map(Vec::len), Some(1));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LevelShares {
    /// The level.
    pub level: SkillLevel,
    /// The columns that it may play, from the left, with their shares, which add up to 1. `None` if they are unknown: the search was
    /// stopped, or at the perfect level no move is proven.
    pub columns: Option<Vec<(Column, f64)>>,
}

impl LevelShares {
    /// Returns the shares of all levels in a position, none after the end of the game. The perfect level searches without a limit.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::LevelShares;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "4x4".parse()?;
    /// let levels = LevelShares::all(&Position::on(size), &Solver::on(size));
    /// assert!(levels.iter().map(|shares| shares.level.get()).eq(1..=10));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn all(position: &Position, solver: &Solver) -> Vec<Self> {
        SharesTask::done(position, solver).shares(&solver.query(position).analyze())
    }

    /// Returns the share of a column: 0 if the level never plays it, `None` if the shares are unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::LevelShares;
    /// use marlin_core::Column;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "4x1".parse()?;
    /// let levels = LevelShares::all(&Position::on(size), &Solver::on(size));
    /// // Each cell is in the only line of four.
    /// assert!(levels[0].of(Column::FIRST).is_some_and(|share| share > 0.0));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn of(&self, column: Column) -> Option<f64> {
        let columns = self.columns.as_ref()?;
        Some(columns.iter().find(|&&(other, _)| other == column).map_or(0.0, |&(_, share)| share))
    }
}

/// The choices of all levels in a position, found one sight after the other.
#[derive(Debug, Clone)]
pub(crate) struct SharesTask {
    position: Position,
    solver: Solver,
    /// The columns of each of [`SIGHTS`] so far, with their weights.
    choices: Vec<Vec<(Column, u32)>>,
    cost: TaskProgress,
}

impl SharesTask {
    pub(crate) fn new(position: &Position, solver: &Solver) -> Self {
        Self {
            position: *position,
            solver: solver.clone(),
            choices: Vec::new(),
            cost: TaskProgress::default(),
        }
    }

    /// Finds the choices with the next sight, which takes a few milliseconds. Returns whether that was the last one. A step that
    /// is stopped finds nothing.
    pub(crate) fn step(&mut self, stop: Option<&StopFlag>) -> bool {
        if self.position.is_over() {
            return true;
        }
        let Some(&sight) = SIGHTS.get(self.choices.len()) else { return true };
        let columns = self.position.legal_moves().collect();
        let limits = Limits::NONE.stop(stop.cloned());
        // The choices are those of any level and seed.
        let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MIN, 0) };
        let player = Skilled::new(&opponent, &self.position, columns, &self.solver);
        let (choices, analysis) = player.choices(sight);
        let cost = TaskProgress::of_cost(analysis.nodes, analysis.elapsed);
        self.cost = std::mem::take(&mut self.cost).with_cost_of(&cost);
        if !stop.is_some_and(StopFlag::is_stopped) {
            self.choices.push(choices);
        }
        self.choices.len() == SIGHTS.len()
    }

    /// Returns the choices of a position, all found.
    pub(crate) fn done(position: &Position, solver: &Solver) -> Self {
        let mut task = Self::new(position, solver);
        while !task.step(None) {}
        task
    }

    /// Returns the move of a level below the perfect one, which is that of [`SkillLevel::choose`]: a move depends on the level and
    /// the seed only by the sight that they draw. `None` after the end of the game, or if the sight is missing.
    pub(crate) fn choose(&self, level: SkillLevel, seed: u64) -> Option<Column> {
        let chance = &mut Chance::new(seed, &self.position);
        let drawn = Skill::of(level).draw(chance);
        let index = SIGHTS.iter().position(|&sight| sight == drawn)?;
        chance.one_of(self.choices.get(index)?)
    }

    /// Returns the cost so far.
    pub(crate) const fn cost(&self) -> &TaskProgress {
        &self.cost
    }

    /// Returns the shares of all levels, none after the end of the game. The perfect level plays the move that an analysis proves.
    pub(crate) fn shares(&self, analysis: &Analysis) -> Vec<LevelShares> {
        if self.position.is_over() {
            return Vec::new();
        }
        let perfect = Opponent::new(SkillLevel::MAX, 0).choose_proven(analysis.clone());
        let perfect = perfect.map(|choice| vec![(choice.column, 1.0)]);
        let columns = |level| if level == SkillLevel::MAX { perfect.clone() } else { self.skilled(level) };
        SkillLevel::all().map(|level| LevelShares { level, columns: columns(level) }).collect()
    }

    /// Returns the shares of a level below the perfect one, `None` if a sight that it may have is missing.
    fn skilled(&self, level: SkillLevel) -> Option<Vec<(Column, f64)>> {
        let mut shares: Vec<_> = self.position.legal_moves().map(|column| (column, 0.0)).collect();
        for (i, share) in Skill::of(level).shares().into_iter().enumerate().filter(|&(_, share)| share > 0.0)
        {
            let choices = self.choices.get(i)?;
            let total: u32 = choices.iter().map(|&(_, weight)| weight).sum();
            for (column, of_column) in &mut shares {
                let weight =
                    choices.iter().find(|&(other, _)| other == column).map_or(0, |&(_, weight)| weight);
                *of_column += share * f64::from(weight) / f64::from(total);
            }
        }
        shares.retain(|&(_, share)| share > 0.0);
        Some(shares)
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
            let choices = SharesTask::done(&position, &solver);
            for level in SkillLevel::all().filter(|&level| level < SkillLevel::MAX) {
                for seed in 0..8 {
                    let chosen = level.choose(&position, &solver, seed);
                    assert_eq!(choices.choose(level, seed), chosen, "{moves}, level {level}, seed {seed}");
                }
            }
        }
    }
}
