//! The search of a session: a thread of its own, and what it does there.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::Sender;
use std::thread;

use marlin_core::{Analysis, Column, Geometry, Limits, Position, Progress, Solver};

use super::Event;
use crate::protocol;

/// What a search has come to.
#[derive(Debug)]
pub(super) struct Verdict {
    /// What is proven of every column.
    pub(super) analysis: Analysis,
    /// The moves that both sides play, as far as they are proven; the best move by what is known if none are.
    pub(super) line: Vec<Column>,
}

/// Starts a thread that searches and tells the session how far it has come, and in the end what it has come to. It
/// always tells the end: a panic, too, must not leave the session waiting.
pub(super) fn spawn(
    events: Sender<Event>,
    job: impl FnOnce(&mut dyn FnMut(&Progress)) -> Verdict + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new().name("search".to_owned()).spawn(move || {
        let mut tell = |progress: &Progress| {
            // A session that is gone has raised the stop flag as well.
            let _ = events.send(Event::Progress(protocol::info(progress)));
        };
        // Nothing that a panic leaves half done is used again: the table takes an entry half written for none.
        let verdict = panic::catch_unwind(AssertUnwindSafe(|| job(&mut tell)));
        let _ = events.send(Event::Finished(verdict.ok().map(Box::new)));
    })?;
    Ok(())
}

/// Returns the column that wins at once, of several the nearest to the centre.
pub(super) fn immediate_win(position: &Position) -> Option<Column> {
    let centre_first = Geometry::<7, 6>::centre_first().into_iter().filter_map(Column::new);
    centre_first.into_iter().find(|&column| position.is_winning_move(column))
}

/// Searches for the best move, and then for the line of play that it begins.
pub(super) fn best_move(
    solver: &Solver,
    position: &Position,
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Verdict {
    let analysis = solver.analyze_within(position, limits, progress);
    let line = line(solver, position, limits, &analysis);
    Verdict { analysis, line }
}

/// Searches for the score of every column.
pub(super) fn columns(
    solver: &Solver,
    position: &Position,
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Verdict {
    let analysis = solver.analyze_within(position, limits, progress);
    Verdict { analysis, line: Vec::new() }
}

/// Returns the moves that both sides play from the best one on, as many as are proven in what is left of the limits and
/// with little more search: the answer is there already.
fn line(solver: &Solver, position: &Position, limits: &Limits, analysis: &Analysis) -> Vec<Column> {
    let time = limits.time.map(|time| time.saturating_sub(analysis.elapsed));
    let nodes = Some((analysis.nodes / 4).max(LINE_NODES));
    let proven = match analysis.bounds.score() {
        Some(_) => {
            let limits = Limits { time, nodes, ..limits.clone() };
            solver.principal_variation_within(position, usize::MAX, &limits)
        }
        None => Vec::new(),
    };
    // While some columns are open, the best by what is known and the first of the line may differ.
    if proven.first() == analysis.best.as_ref() { proven } else { Vec::from_iter(analysis.best) }
}

/// Nodes that the line may take however few the answer took: less than a millisecond.
const LINE_NODES: u64 = 1000;

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_search_that_panics_tells_its_end() {
        let (events, inbox) = mpsc::channel();
        spawn(events, |_| panic!("a search that fails, on purpose")).unwrap();
        assert!(matches!(inbox.recv(), Ok(Event::Finished(None))));
    }

    #[test]
    fn of_several_wins_the_one_nearest_to_the_centre_is_played() {
        let won = |moves: &str| immediate_win(&moves.parse().unwrap()).map(|column| column.index() + 1);
        assert_eq!(won("44"), None);
        assert_eq!(won("121212"), Some(1));
        // Three in a row of X from column 2 to column 4: both ends win, and column 5 is the nearer.
        assert_eq!(won("223344"), Some(5));
    }
}
