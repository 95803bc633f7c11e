//! The most promising columns for a player who sees some plies ahead.

use std::convert::Infallible;

use marlin_core::{Bounds, Column, Limits, Outcome, Position, Report, Score, Solver};

/// Returns the most promising columns within some plies: the columns of the fastest win that is seen,
/// otherwise the columns that do not lose, or that lose as late as possible. The analysis is the one of the
/// last depth, with the cost of all depths.
///
/// The function deepens one ply at a time, because a search to a depth proves the winner within it, and not
/// the fastest win. It ends early if `analyze` returns `None`.
pub(super) fn look_ahead<E>(
    position: &Position,
    plies: u32,
    mut columns: Vec<Column>,
    mut analyze: impl FnMut(u32) -> Result<Option<Report>, E>,
) -> Result<(Vec<Column>, Option<Report>), E> {
    let mut seen: Option<Report> = None;
    for depth in 1..=plies.min(position.size().cells() - position.nb_moves()) {
        let Some(mut analysis) = analyze(depth)? else { break };
        if let Some(before) = &seen {
            analysis.nodes += before.nodes;
            analysis.elapsed += before.elapsed;
        }
        let ends = |column: Column, outcome| {
            analysis.columns[column].is_some_and(|bounds| ends_within(bounds, outcome, depth, position))
        };
        let all = || columns.iter().copied();
        let winning: Vec<_> = all().filter(|&column| ends(column, Outcome::Win)).collect();
        let open: Vec<_> = all().filter(|&column| !ends(column, Outcome::Loss)).collect();
        seen = Some(analysis);
        if !winning.is_empty() {
            return Ok((winning, seen));
        }
        if open.is_empty() {
            break;
        }
        columns = open;
    }
    Ok((columns, seen))
}

/// Returns the columns that look best to a player who sees a number of plies ahead, from left to right: the
/// columns of the fastest win within them, otherwise the columns that do not lose within them, otherwise the
/// columns that lose as late as possible. The result is empty when the game is over.
///
/// They depend on the position and the plies alone, unless the limits end the search: further results of the
/// book or the table do not count.
///
/// # Panics
///
/// If the solver is one of another board.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::columns_in_sight;
/// use marlin_core::{BoardSize, Limits, Position, Solver};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// // X wins with its second stone from now on, by column 2 or 5.
/// let columns = |plies| columns_in_sight(&position, &solver, &Limits::NONE, plies);
/// assert_eq!(columns(2).len(), 7);
/// assert_eq!(columns(3).into_iter().map(|column| column.number()).collect::<Vec<_>>(), [2, 5]);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn columns_in_sight(position: &Position, solver: &Solver, limits: &Limits, plies: u32) -> Vec<Column> {
    let mut analysis = solver.lookup().analyze(position);
    let Ok((columns, _)) = look_ahead(position, plies, position.legal_moves().collect(), |depth| {
        // A complete analysis has the wins and losses of every depth.
        if !analysis.is_complete() {
            analysis = solver.query(position).limits(limits).depth(depth).analyze();
        }
        Ok::<_, Infallible>(Some(analysis.clone()))
    });
    columns
}

/// Returns the column that a report ranks first ([`Report::ranked`]), or in its place a column of `promising`
/// that has an equal certain score and is not proven to lose. `None` when the game is over.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::best_or_equal;
/// use marlin_core::{Column, Position, Solver};
///
/// let position: Position = "4433".parse()?;
/// // The scores are -3 18 2 2 18 -3 -4.
/// let report = Solver::new().query(&position).analyze();
/// assert_eq!(best_or_equal(&report, &[Column::B]), Some(Column::B));
/// assert_eq!(best_or_equal(&report, &[Column::C]), Some(Column::E));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn best_or_equal(report: &Report, promising: &[Column]) -> Option<Column> {
    let ranked = report.ranked();
    let &(best, first) = ranked.first()?;
    let worth = |bounds: Bounds| (bounds.lower(), bounds.upper() >= report.bounds.lower());
    let is_as_good = |bounds| worth(bounds) == worth(first) && bounds.outcome() != Some(Outcome::Loss);
    let equals = ranked.iter().filter(|&&(_, bounds)| is_as_good(bounds));
    equals.map(|&(column, _)| column).find(|column| promising.contains(column)).or(Some(best))
}

/// Returns whether bounds prove that the game ends with an outcome within `depth` plies. Knowledge of the
/// table or the book beyond the depth does not count.
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

    use super::*;

    fn numbers(moves: &str, plies: u32) -> Vec<usize> {
        let solver = Solver::builder().hash_mib(1).unwrap().build();
        let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
        let columns = position.legal_moves().collect();
        let analyze = |depth| Ok::<_, Infallible>(Some(solver.query(&position).depth(depth).analyze()));
        let Ok((best, _)) = look_ahead(&position, plies, columns, analyze);
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
