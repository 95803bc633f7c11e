//! [`Opponent`]: a player of a level, and [`ChosenMove`], its move.

use std::convert::Infallible;
use std::time::Duration;

use marlin_core::{Bounds, Column, Limits, Outcome, Position, Report, Score, Solver};

use super::SkillLevel;
use super::sight::{best_or_equal, look_ahead};
use super::skill::{Chance, Sight, Skill, open_lines};
use crate::task::{Asked, Asks, Goal, Meter, Steps, Task};

/// The share of the limits that is kept for looking ahead.
const SIGHT_SHARE: u32 = 8;

/// The maximum number of nodes of a look ahead.
const SIGHT_NODES: u64 = 100_000;

/// The maximum time that is kept for a look ahead.
const SIGHT_TIME: Duration = Duration::from_millis(100);

/// The nodes after which a player with full sight looks only some plies ahead: a few milliseconds. With the
/// book, nearly all positions of 7x6 take fewer.
const NODES: u64 = 100_000;

/// The size in MiB of the table that a search for a move below the perfect level takes in addition to the
/// table of its solver.
pub const TABLE_MIB: usize = 1;

/// The plies that a player sees of a position that is too hard to solve.
const PLIES_OF_HARD_POSITIONS: u32 = 8;

/// A player of a level.
///
/// Below the perfect level, a move takes a few milliseconds on any board, with or without a book: a player
/// with full sight sees 8 plies of a position that takes more than 100,000 nodes. The book solves more
/// positions, so at levels 7 to 9 the move also depends on the book.
///
/// The perfect level proves the score of the position, and then the move nearest to the centre that keeps it,
/// with any seed. If its limits end earlier, it looks 8 plies ahead, and plays the best column by the proven
/// bounds; among equals, the most promising one. An eighth of the limits is kept for the second search, at
/// most 100,000 nodes or 100 ms; both together never exceed the limits.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::{SkillLevel, Opponent};
/// use marlin_core::{Limits, Position, Solver};
///
/// // A board whose score is unknown.
/// let size = "12x4".parse()?;
/// let solver = Solver::on(size);
/// let limits = Limits { nodes: Some(10_000), ..Limits::NONE };
/// let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MAX, 1) };
/// let choice = opponent.choose(&Position::on(size), &solver).expect("an empty board has a move");
/// assert!(!choice.keeps_score() && choice.analysis.bounds.score().is_none());
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Opponent {
    /// The strength.
    pub level: SkillLevel,
    /// The seed of the choices among moves that look equal, and of the mistakes. With the same book, the same
    /// seed plays the same game. The perfect level does not use the seed.
    pub seed: u64,
    /// The columns to choose from; all columns if the list is empty.
    pub columns: Vec<Column>,
    /// The limits of the search, in addition to the limits of the level. With a limit on time, the same seed
    /// may play different games.
    pub limits: Limits,
}

/// A move of a player of a level.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ChosenMove {
    /// The column.
    pub column: Column,
    /// The bounds of the columns. They may be narrower than the bounds that the player has used.
    pub analysis: Report,
}

impl ChosenMove {
    /// Returns whether the column is proven to have the score of the position.
    pub fn keeps_score(&self) -> bool {
        self.analysis.keeps_score(self.column)
    }
}

impl Opponent {
    /// Returns a player of a level that may play any column, without limits of its own.
    pub const fn new(level: SkillLevel, seed: u64) -> Self {
        Self { level, seed, columns: Vec::new(), limits: Limits::NONE }
    }

    /// Returns the player's move, `None` if the game is over or none of its columns can be played.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn choose(&self, position: &Position, solver: &Solver) -> Option<ChosenMove> {
        Some(LevelTask::new(self, position, solver)?.run())
    }

    /// Returns the move that an analysis of the position proves, without a search. `None` if no move is
    /// proven, and below the perfect level, whose moves need not be the best.
    pub fn choose_proven(&self, analysis: Report) -> Option<ChosenMove> {
        let column = proven_best(&analysis, &self.columns).filter(|_| self.level == SkillLevel::MAX)?;
        Some(ChosenMove { column, analysis })
    }
}

/// Returns the best of some columns, or of all columns if the list is empty, if it is proven.
fn proven_best(analysis: &Report, columns: &[Column]) -> Option<Column> {
    let allowed = analysis.clone().restricted_to(columns);
    allowed.best.filter(|_| allowed.best_is_proven())
}

impl SkillLevel {
    /// Returns the move of a player of this level, `None` if the game is over: the choice of an [`Opponent`]
    /// without further settings.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn choose(self, position: &Position, solver: &Solver, seed: u64) -> Option<Column> {
        Some(Opponent::new(self, seed).choose(position, solver)?.column)
    }
}

/// The move of a player of a level. Below the perfect level it takes a single step.
pub type LevelTask = Steps<ChosenMove>;

impl Steps<ChosenMove> {
    /// Returns the choice of a move with the limits of the player; `None` if the game is over or none of the
    /// player's columns can be played.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(opponent: &Opponent, position: &Position, solver: &Solver) -> Option<Self> {
        Self::with_goal(opponent, position, solver, Goal::BestMove)
    }

    /// Returns the choice of a move; at the perfect level it proves the scores of all columns if the goal is
    /// [`Goal::Columns`], for a program that shows them. `None` if there is no move to choose.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn with_goal(opponent: &Opponent, position: &Position, solver: &Solver, goal: Goal) -> Option<Self> {
        let is_allowed = |column: &Column| opponent.columns.is_empty() || opponent.columns.contains(column);
        let columns: Vec<_> = position.legal_moves().filter(is_allowed).collect();
        if columns.is_empty() {
            return None;
        }
        let (opponent, position) = (opponent.clone(), *position);
        Some(if opponent.level == SkillLevel::MAX {
            Self::of(solver, move |asks| perfect(asks, &opponent, &position, &columns, goal))
        } else {
            Self::of(solver, move |asks| opponent.skilled(asks, &position, &columns))
        })
    }
}

/// Returns the move of the perfect level.
///
/// 1. A search proves the score and a move that keeps it, within seven eighths of the limits. The player
///    plays that move.
/// 2. If the limits end this search, a second one looks some plies ahead, with the rest. The player plays the
///    best column by the bounds of both; among equals that are not proven to lose, one that looks best to the
///    second search.
fn perfect(
    asks: &mut Asks<'_>,
    opponent: &Opponent,
    position: &Position,
    columns: &[Column],
    goal: Goal,
) -> Asked<ChosenMove> {
    // A proof of the best move of all says little about a choice among some columns.
    let goal = if opponent.columns.is_empty() { goal } else { Goal::Columns };
    let mut analysis = asks.scores(position, goal, &limits_of_proof(&opponent.limits))?;
    if let Some(column) = proven_best(&analysis, &opponent.columns) {
        return Ok(ChosenMove { column, analysis });
    }
    let mut meter = Meter::new(&opponent.limits);
    meter.add(analysis.nodes, analysis.elapsed);
    let mut meter = Meter::new(&meter.next(&Limits { nodes: Some(SIGHT_NODES), ..Limits::NONE }));
    let plies = opponent.limits.depth.unwrap_or(PLIES_OF_HARD_POSITIONS).min(PLIES_OF_HARD_POSITIONS);
    let (seen, last) = look_ahead(position, plies, columns.to_vec(), |depth| {
        if meter.is_spent() {
            return Ok(None);
        }
        let analysis = asks.sight(position, depth, &meter.next(&Limits::NONE))?;
        meter.add(analysis.nodes, analysis.elapsed);
        Ok(Some(analysis))
    })?;
    if let Some(last) = &last {
        analysis.merge(last);
    }
    let allowed = analysis.clone().restricted_to(&opponent.columns);
    let promising = if allowed.best_is_proven() { &[][..] } else { &seen };
    let column = best_or_equal(&allowed, promising).unwrap_or(columns[0]);
    Ok(ChosenMove { column, analysis })
}

/// Returns the limits of the first search: without the share of the second one.
fn limits_of_proof(limits: &Limits) -> Limits {
    let nodes = limits.nodes.map(|nodes| nodes - (nodes / u64::from(SIGHT_SHARE)).min(SIGHT_NODES));
    let time = limits.time.map(|time| time.saturating_sub((time / SIGHT_SHARE).min(SIGHT_TIME)));
    Limits { nodes, time, ..limits.clone() }
}

impl Opponent {
    /// Returns the move of a level below the perfect one.
    fn skilled(&self, asks: &mut Asks<'_>, position: &Position, columns: &[Column]) -> Asked<ChosenMove> {
        asks.at_once(&self.limits)?;
        let chance = &mut Chance::new(self.seed, position);
        let sight = Skill::of(self.level).draw(chance);
        let (weighted, analysis) = choices(position, columns, sight, &self.limits, asks.solver);
        Ok(ChosenMove { column: chance.one_of(&weighted).unwrap_or(columns[0]), analysis })
    }
}

/// Returns the columns among which a player with a sight chooses, each with its weight. They do not depend on
/// the level or the seed.
pub(super) fn choices(
    position: &Position,
    columns: &[Column],
    sight: Sight,
    limits: &Limits,
    solver: &Solver,
) -> (Vec<(Column, u32)>, Report) {
    let look = &mut Look { position, columns, solver: &private(solver), meter: Meter::new(limits) };
    let (best, mut analysis) = match (sight, limits.depth) {
        (Sight::Plies(plies), None) => look.ahead(plies),
        (Sight::Plies(plies), Some(depth)) => look.ahead(plies.min(depth)),
        (Sight::Everything, Some(depth)) => look.ahead(depth),
        (Sight::Everything, None) => look.through(),
    };
    (analysis.nodes, analysis.elapsed) = (look.meter.nodes, look.meter.elapsed);
    let weight = |column| (column, 1 + open_lines(position, column));
    (best.into_iter().map(weight).collect(), analysis)
}

/// A look at some columns, with a solver of its own.
struct Look<'a> {
    position: &'a Position,
    columns: &'a [Column],
    solver: &'a Solver,
    meter: Meter,
}

impl Look<'_> {
    /// Returns the columns that look best to a player who sees a number of plies.
    fn ahead(&mut self, plies: u32) -> (Vec<Column>, Report) {
        let Self { position, solver, ref mut meter, .. } = *self;
        let Ok((best, analysis)) = look_ahead(position, plies, self.columns.to_vec(), |depth| {
            let limits = meter.next(&Limits { nodes: Some(NODES), depth: Some(depth), ..Limits::NONE });
            let analysis = solver.query(position).limits(&limits).analyze();
            meter.add(analysis.nodes, analysis.elapsed);
            Ok::<_, Infallible>(Some(analysis))
        });
        let blind = || solver.query(position).nodes(0).analyze();
        (best, analysis.unwrap_or_else(blind))
    }

    /// Returns the columns that look best to a player who sees everything.
    fn through(&mut self) -> (Vec<Column>, Report) {
        let limits = self.meter.next(&Limits { nodes: Some(NODES), ..Limits::NONE });
        let analysis = self.solver.query(self.position).limits(&limits).analyze();
        self.meter.add(analysis.nodes, analysis.elapsed);
        let score = |&column: &Column| Some((column, analysis.columns[column]?.score()?));
        if let Some(scores) = self.columns.iter().map(score).collect::<Option<Vec<(Column, Score)>>>() {
            let best = scores.iter().map(|&(_, score)| score).max();
            let best = scores.into_iter().filter(|&(_, score)| Some(score) == best);
            return (best.map(|(column, _)| column).collect(), analysis);
        }
        // The position is too hard: the proven bounds count first, then the look ahead.
        let (seen, _) = self.ahead(PLIES_OF_HARD_POSITIONS);
        let outcome = |column: &Column| analysis.columns[*column].and_then(Bounds::outcome);
        let all = || seen.iter().copied();
        let winning: Vec<_> = all().filter(|column| outcome(column) == Some(Outcome::Win)).collect();
        let open: Vec<_> = all().filter(|column| outcome(column) != Some(Outcome::Loss)).collect();
        let choices = [winning, open].into_iter().find(|columns| !columns.is_empty());
        (choices.unwrap_or(seen), analysis)
    }
}

/// Returns a solver with the book of another and a table of its own, for a single thread. So the result
/// within a limit of nodes does not depend on earlier searches. If there is no memory for the table, the
/// solver shares the table of the other.
fn private(solver: &Solver) -> Solver {
    let builder = solver.to_builder().threads(1);
    builder.clone().hash_mib(TABLE_MIB).unwrap_or(builder).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eighth_of_the_limits_is_kept_for_looking_ahead() {
        let of = |nodes: u64, millis: u64| {
            let limits =
                Limits { nodes: Some(nodes), time: Some(Duration::from_millis(millis)), ..Limits::NONE };
            let Limits { nodes, time, .. } = limits_of_proof(&limits);
            (nodes.unwrap(), time.unwrap().as_millis())
        };
        assert_eq!(of(0, 0), (0, 0));
        assert_eq!(of(800, 400), (700, 350));
        assert_eq!(of(10_000_000, 5_000), (9_900_000, 4_900));
    }
}
