//! The most promising columns for a player who sees some plies ahead.

use marlin_core::{Bounds, Column, Limits, Outcome, Position, Report, Score, Solver};

use crate::task::Meter;

/// The most promising columns within some plies: those of the fastest win that is seen, otherwise those that do not lose, or lose
/// as late as possible.
///
/// It takes an analysis to a depth after the other: a search to a depth proves who wins within it, and not which win is the
/// fastest.
#[derive(Debug, Clone)]
pub(super) struct LookAhead {
    position: Position,
    /// The plies to see.
    plies: u32,
    /// The plies that are seen.
    depth: u32,
    columns: Vec<Column>,
    /// The last analysis, with the cost of all.
    seen: Option<Report>,
}

impl LookAhead {
    pub(super) fn new(position: &Position, plies: u32, columns: Vec<Column>) -> Self {
        let plies = plies.min(position.size().cells() - position.nb_moves());
        Self { position: *position, plies, depth: 0, columns, seen: None }
    }

    /// Returns the depth to search next; `None` if there is nothing more to see.
    pub(super) fn next_depth(&self) -> Option<u32> {
        (self.depth < self.plies).then_some(self.depth + 1)
    }

    /// Adds the analysis to the next depth.
    pub(super) fn add(&mut self, mut analysis: Report) {
        self.depth += 1;
        if let Some(before) = &self.seen {
            analysis.nodes += before.nodes;
            analysis.elapsed += before.elapsed;
        }
        let winning = self.columns_where(|column| self.ends(&analysis, column, Outcome::Win));
        let open = self.columns_where(|column| !self.ends(&analysis, column, Outcome::Loss));
        self.seen = Some(analysis);
        if !winning.is_empty() {
            self.columns = winning;
            self.plies = self.depth;
        } else if open.is_empty() {
            self.plies = self.depth;
        } else {
            self.columns = open;
        }
    }

    /// Returns the most promising columns, and the last analysis with the cost of all.
    pub(super) fn into_parts(self) -> (Vec<Column>, Option<Report>) {
        (self.columns, self.seen)
    }

    fn columns_where(&self, is_wanted: impl Fn(Column) -> bool) -> Vec<Column> {
        self.columns.iter().copied().filter(|&column| is_wanted(column)).collect()
    }

    fn ends(&self, analysis: &Report, column: Column, outcome: Outcome) -> bool {
        let bounds = analysis.columns[column];
        bounds.is_some_and(|bounds| ends_within(bounds, outcome, self.depth, &self.position))
    }
}

/// Returns the most promising columns within `plies`, with limits for each depth and those of a meter for all. The analysis has the bounds of each column that were seen;
/// its nodes are those of all searches.
pub(super) fn look_ahead(
    position: &Position,
    solver: &Solver,
    (step, meter): (&Limits, &mut Meter),
    plies: u32,
    columns: Vec<Column>,
) -> (Vec<Column>, Option<Report>) {
    let mut look = LookAhead::new(position, plies, columns);
    while let Some(depth) = look.next_depth() {
        let limits = meter.next(&step.clone().depth(depth));
        let analysis = solver.query(position).limits(&limits).analyze();
        meter.add(analysis.nodes, analysis.elapsed);
        look.add(analysis);
    }
    look.into_parts()
}

/// Returns the columns that look best to a player who sees a number of plies ahead, from left to right: those of the
/// fastest win within them, otherwise those that do not lose within them, otherwise those that lose as late as possible. None
/// when the game is over.
///
/// They depend on the position and the plies alone, unless the limits end the search: more that the book or the table have does not
/// count.
///
/// # Panics
///
/// If the solver is one of another board.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::columns_in_sight;
/// use marlin_core::{BoardSize, Limits, Position, Solver, SolverBuilder};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// // X wins with its second stone from now on, by column 2 or 5.
/// let columns = |plies| columns_in_sight(&position, &solver, &Limits::NONE, plies);
/// assert_eq!(columns(2).len(), 7);
/// assert_eq!(columns(3).into_iter().map(|column| column.number()).collect::<Vec<_>>(), [2, 5]);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
pub fn columns_in_sight(position: &Position, solver: &Solver, limits: &Limits, plies: u32) -> Vec<Column> {
    let mut look = LookAhead::new(position, plies, position.legal_moves().collect());
    let mut analysis = solver.query(position).limits(limits).known();
    while let Some(depth) = look.next_depth() {
        // A complete analysis has the wins and losses of every depth.
        if !analysis.is_complete() {
            analysis = solver.query(position).limits(limits).depth(depth).analyze();
        }
        look.add(analysis.clone());
    }
    look.into_parts().0
}

/// Returns whether bounds prove that the game ends with an outcome within `depth` plies. Knowledge of the table or the book
/// beyond the depth does not count.
fn ends_within(bounds: Bounds, outcome: Outcome, depth: u32, position: &Position) -> bool {
    let is_seen = |score: Score| score.outcome() == outcome && position.ending(score).plies <= depth;
    match outcome {
        Outcome::Win => is_seen(bounds.lower()),
        Outcome::Loss => is_seen(bounds.upper()),
        Outcome::Draw => false,
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use marlin_core::SolverBuilder;

    use super::*;

    fn numbers(moves: &str, plies: u32) -> Vec<usize> {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().build();
        let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
        let columns = position.legal_moves().collect();
        let (best, _) =
            look_ahead(&position, &solver, (&Limits::NONE, &mut Meter::default()), plies, columns);
        best.iter().map(|column| column.number()).collect()
    }

    #[test]
    fn a_win_is_seen_from_its_own_distance_on() {
        assert_eq!(numbers("121212", 0), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers("121212", 1), [1]);
        assert_eq!(numbers("4433", 2), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers("4433", 3), [2, 5]);
    }

    #[test]
    fn the_fastest_win_is_preferred() {
        // Column 1 wins at once, and an open three would win later.
        assert_eq!(numbers("1212124343", 1), [1]);
        assert_eq!(numbers("121212", 8), [1]);
    }

    #[test]
    fn a_loss_is_avoided_or_delayed() {
        assert_eq!(numbers("12121", 1), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers("12121", 2), [1]);
        // X wins with both columns, but later after column 6.
        assert_eq!(numbers("2252576253462244111563365343671351441", 3), [6]);
        assert_eq!(numbers("2252576253462244111563365343671351441", 8), [6]);
    }
}
