//! The columns that look best to a player who sees some plies ahead.

use marlin_core::Column;
use marlin_core::any::{Analysis, Bounds, Position, Score, Solver};
use marlin_core::{Limits, Outcome};

/// Returns the columns that look best within `plies`: those of the fastest win that is seen, otherwise those that don't
/// lose, or lose as late as possible. The analysis says what was seen of each column; its nodes are those of all searches.
///
/// It searches a depth after the other: a search to a depth proves who wins within it, and not which win is the fastest.
pub(super) fn look_ahead(
    position: &Position,
    solver: &Solver,
    limits: &Limits,
    plies: u32,
    mut columns: Vec<Column>,
) -> (Vec<Column>, Option<Analysis>) {
    let mut seen: Option<Analysis> = None;
    for depth in 1..=plies.min(position.size().cells() - position.nb_moves()) {
        let limits = Limits { depth: Some(depth), ..limits.clone() };
        let mut analysis = solver.query(position).limits(&limits).analyze();
        if let Some(before) = &seen {
            analysis.nodes += before.nodes;
            analysis.elapsed += before.elapsed;
        }
        let ends = |column: Column, outcome| {
            let bounds = analysis.columns[column];
            bounds.is_some_and(|bounds| ends_within(bounds, outcome, depth, position.nb_moves()))
        };
        let wins = |&column: &Column| ends(column, Outcome::Win);
        let open: Vec<_> = columns.iter().copied().filter(|&column| !ends(column, Outcome::Loss)).collect();
        let winning: Vec<_> = columns.iter().copied().filter(wins).collect();
        if !winning.is_empty() {
            return (winning, Some(analysis));
        }
        seen = Some(analysis);
        if open.is_empty() {
            break;
        }
        columns = open;
    }
    (columns, seen)
}

/// Returns whether bounds prove that the game ends with an outcome within `depth` plies. What the table or the book knows
/// beyond the depth isn't seen.
fn ends_within(bounds: Bounds, outcome: Outcome, depth: u32, nb_moves: u32) -> bool {
    let is_seen = |score: Score| score.outcome() == outcome && score.plies_to_end(nb_moves) <= depth;
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
        let solver = Solver::builder_on(BoardSize::STANDARD).hash_mib(1).unwrap().build();
        let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
        let columns = position.legal_moves().collect();
        let (best, _) = look_ahead(&position, &solver, &Limits::NONE, plies, columns);
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
