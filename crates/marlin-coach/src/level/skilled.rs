//! [`Skilled`]: the move of a level below the perfect one.

use marlin_core::any::{Analysis, Bounds, Position, Score, Solver};
use marlin_core::{Column, Limits, Outcome};

use super::chance::Chance;
use super::lines::open_lines;
use super::opponent::{ChosenMove, Opponent, PLIES_OF_HARD_POSITIONS};
use super::sight::look_ahead;
use super::skill::{Sight, Skill};
use crate::task::Meter;

/// The nodes after which a player stops trying to see everything: a few milliseconds. With the book, nearly all positions of 7x6 take
/// less.
const NODES: u64 = 100_000;

/// The size of the table of a search, in MiB.
const TABLE_MIB: usize = 1;

/// The choice of a level below the perfect one.
#[derive(Debug, Clone)]
pub(super) struct Skilled {
    opponent: Opponent,
    position: Position,
    /// The columns to choose from, at least one.
    columns: Vec<Column>,
    solver: Solver,
}

impl Skilled {
    pub(super) fn new(
        opponent: &Opponent,
        position: &Position,
        columns: Vec<Column>,
        solver: &Solver,
    ) -> Self {
        Self { opponent: opponent.clone(), position: *position, columns, solver: solver.clone() }
    }

    /// Returns the move.
    pub(super) fn choose(&self) -> ChosenMove {
        let chance = &mut Chance::new(self.opponent.seed, &self.position);
        let sight = Skill::of(self.opponent.level).draw(chance);
        let (weighted, analysis) = self.choices(sight);
        ChosenMove { column: chance.one_of(&weighted).unwrap_or(self.columns[0]), analysis }
    }

    /// Returns the columns among which a player with a sight chooses, each with its weight. They depend on neither the level nor
    /// the seed.
    pub(super) fn choices(&self, sight: Sight) -> (Vec<(Column, u32)>, Analysis) {
        let (solver, meter) = (&private(&self.solver), &mut Meter::new(&self.opponent.limits));
        let (best, mut analysis) = match (sight, self.opponent.limits.depth) {
            (Sight::Plies(plies), None) => self.look(solver, meter, plies),
            (Sight::Plies(plies), Some(depth)) => self.look(solver, meter, plies.min(depth)),
            (Sight::Everything, Some(depth)) => self.look(solver, meter, depth),
            (Sight::Everything, None) => self.solve(solver, meter),
        };
        (analysis.nodes, analysis.elapsed) = (meter.nodes, meter.elapsed);
        let weight = |column| (column, 1 + open_lines(&self.position, column));
        (best.into_iter().map(weight).collect(), analysis)
    }

    /// Returns the columns that look best to a player who sees a number of plies.
    fn look(&self, solver: &Solver, meter: &mut Meter, plies: u32) -> (Vec<Column>, Analysis) {
        let limits = (&Limits::NONE.nodes(NODES), meter);
        let (best, analysis) = look_ahead(&self.position, solver, limits, plies, self.columns.clone());
        let blind = || solver.query(&self.position).nodes(0).analyze();
        (best, analysis.unwrap_or_else(blind))
    }

    /// Returns the columns that look best to a player who sees everything.
    fn solve(&self, solver: &Solver, meter: &mut Meter) -> (Vec<Column>, Analysis) {
        let limits = meter.next(&Limits::NONE.nodes(NODES));
        let analysis = solver.query(&self.position).limits(&limits).analyze();
        meter.add(analysis.nodes, analysis.elapsed);
        let columns = self.columns.iter();
        let scores: Option<Vec<(Column, Score)>> =
            columns.map(|&column| Some((column, analysis.columns[column]?.score()?))).collect();
        if let Some(scores) = scores {
            let best = scores.iter().map(|&(_, score)| score).max();
            let best = scores.into_iter().filter(|&(_, score)| Some(score) == best);
            return (best.map(|(column, _)| column).collect(), analysis);
        }
        // Too hard: the proven bounds count first, then the look ahead.
        let (seen, _) = self.look(solver, meter, PLIES_OF_HARD_POSITIONS);
        let outcome =
            |column: &Column, of: Outcome| analysis.columns[*column].and_then(Bounds::outcome) == Some(of);
        let won: Vec<_> = seen.iter().copied().filter(|column| outcome(column, Outcome::Win)).collect();
        let open: Vec<_> = seen.iter().copied().filter(|column| !outcome(column, Outcome::Loss)).collect();
        let choices = [won, open].into_iter().find(|columns| !columns.is_empty());
        (choices.unwrap_or(seen), analysis)
    }
}

/// Returns a solver with the book of another and a table of its own, for a single thread: the result within a limit of
/// nodes does not depend on the searches before then. If there is no memory for the table, it shares that of the other.
fn private(solver: &Solver) -> Solver {
    let builder = solver.to_builder().threads(1);
    builder.clone().hash_mib(TABLE_MIB).unwrap_or(builder).build()
}
