//! The search of a session: a thread of its own, and what it does there.

use std::cmp::Reverse;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::Sender;
use std::thread;

use marlin_core::{Analysis, Bounds, Column, Geometry, Limits, Outcome, Position, Progress, Score, Solver};

use super::Event;
use crate::protocol::{Variation, Verdict};
use crate::setting::MAX_LEVEL;

/// Starts a thread that searches and tells the session how far it has come, in the words that it is given, and in the end
/// what it has come to. It always tells the end: a panic, too, must not leave the session waiting.
pub(super) fn spawn(
    events: Sender<Event>,
    words: impl Fn(&Progress) -> String + Send + 'static,
    job: impl FnOnce(&mut dyn FnMut(&Progress)) -> Verdict + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new().name("search".to_owned()).spawn(move || {
        let mut tell = |progress: &Progress| {
            // A session that is gone has raised the stop flag as well.
            let _ = events.send(Event::Progress(words(progress)));
        };
        // Nothing that a panic leaves half done is used again: the table takes an entry half written for none.
        let verdict = panic::catch_unwind(AssertUnwindSafe(|| job(&mut tell)));
        let _ = events.send(Event::Finished(verdict.ok().map(Box::new)));
    })?;
    Ok(())
}

/// What a search has to do.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) solver: Solver,
    pub(super) position: Position,
    pub(super) limits: Limits,
    pub(super) width: Width,
    /// The columns to choose from; all if there are none.
    pub(super) columns: Vec<Column>,
    /// How well to play.
    pub(super) level: usize,
    pub(super) shows_wdl: bool,
}

/// How many columns a search is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// The best move is enough.
    Best,
    /// The scores of all are wanted, and lines of play from so many.
    All {
        /// Lines of play.
        lines: usize,
    },
}

/// Nodes that a line of play may take however few the answer took: less than a millisecond.
const LINE_NODES: u64 = 1000;

/// Plies that the levels below the greatest look ahead.
const PLIES_OF_LEVEL: [u32; MAX_LEVEL - 1] = [1, 2, 3, 4, 6, 8, 10, 14, 20];

impl Job {
    /// Returns a search for the scores of all columns.
    pub(super) fn for_columns(solver: Solver, position: Position, limits: Limits, shows_wdl: bool) -> Self {
        let (width, columns) = (Width::All { lines: 0 }, Vec::new());
        Self { solver, position, limits, width, columns, level: MAX_LEVEL, shows_wdl }
    }

    /// Searches.
    pub(super) fn run(mut self, progress: &mut dyn FnMut(&Progress)) -> Verdict {
        if let Some(&plies) = PLIES_OF_LEVEL.get(self.level - 1) {
            self.limits.plies = Some(self.limits.plies.map_or(plies, |limit| limit.min(plies)));
        }
        let is_free = self.columns.is_empty() && self.level == MAX_LEVEL;
        let analysis = match self.width {
            // A win at once needs no search, whatever the other columns are worth.
            Width::All { lines: 1 } if is_free && self.position.can_win_next() => self.best(progress),
            Width::Best if is_free => self.best(progress),
            _ => self.solver.analyze_within(&self.position, &self.limits, progress),
        };
        let lines = self.lines(&analysis, is_free);
        let bounds = lines.first().filter(|_| !is_free).map_or(analysis.bounds, |line| line.bounds);
        let (nps, shows_wdl) = (analysis.nps(), self.shows_wdl);
        let Analysis { columns, source, nodes, elapsed, .. } = analysis;
        let (position, hashfull) = (self.position, self.solver.table().hashfull());
        Verdict { position, bounds, columns, lines, source, nodes, nps, elapsed, hashfull, shows_wdl }
    }

    fn best(&self, progress: &mut dyn FnMut(&Progress)) -> Analysis {
        self.solver.best_move_within(&self.position, &self.limits, progress)
    }

    /// Returns as many lines of play as are wanted, the best first.
    fn lines(&self, analysis: &Analysis, is_free: bool) -> Vec<Variation> {
        let mut ranked = self.ranked(analysis);
        if self.level < MAX_LEVEL {
            ranked = Vec::from_iter(self.choose(&ranked));
        }
        let count = match self.width {
            Width::Best => 1,
            Width::All { lines } => lines,
        };
        ranked.truncate(count);
        let lines = ranked.into_iter().enumerate().map(|(rank, (column, bounds))| {
            let moves = self.line(analysis, column, bounds);
            // What is known of the position says more than what is known of its best column.
            let bounds = if rank == 0 && is_free { analysis.bounds } else { bounds };
            Variation { bounds, moves }
        });
        lines.collect()
    }

    /// Returns the columns that may be chosen, the best by what is proven first, of equals the nearest to the centre.
    fn ranked(&self, analysis: &Analysis) -> Vec<(Column, Bounds)> {
        let centre_first = Geometry::<7, 6>::centre_first().into_iter().filter_map(Column::new);
        let mut ranked: Vec<_> = centre_first
            .filter(|column| self.columns.is_empty() || self.columns.contains(column))
            .filter_map(|column| Some((column, analysis.columns[column.index()]?)))
            .collect();
        // By how much a win is still possible says nothing: it is most in the columns that haven't been looked at.
        ranked.sort_by_key(|(_, bounds)| Reverse((bounds.lower(), bounds.upper().outcome())));
        ranked
    }

    /// Chooses as a player does who sees only so far: a win within sight, else anything that doesn't lose within sight.
    fn choose(&self, ranked: &[(Column, Bounds)]) -> Option<(Column, Bounds)> {
        let is_seen = |score: Score| {
            score.outcome() != Outcome::Draw
                && Some(score.plies_to_end(self.position.nb_moves())) <= self.limits.plies
        };
        let (best, bounds) = ranked.first()?;
        if bounds.outcome() == Some(Outcome::Win) && is_seen(bounds.lower()) {
            return Some((*best, *bounds));
        }
        let loses = |bounds: Bounds| bounds.upper().outcome() == Outcome::Loss && is_seen(bounds.upper());
        let open: Vec<_> = ranked.iter().filter(|(_, bounds)| !loses(*bounds)).collect();
        let choice = RandomState::new().hash_one(self.position.key()) as usize % open.len().max(1);
        open.get(choice).copied().or(ranked.first()).copied()
    }

    /// Returns the moves that both sides play from a column on, as many as are proven in what is left of the limits and
    /// with little more search: the answer is there already.
    fn line(&self, analysis: &Analysis, first: Column, bounds: Bounds) -> Vec<Column> {
        let mut line = vec![first];
        let mut position = self.position;
        position.make_move(first);
        if bounds.score().is_some() {
            let time = self.limits.time.map(|time| time.saturating_sub(analysis.elapsed));
            let nodes = Some((analysis.nodes / 4).max(LINE_NODES));
            let limits = Limits { time, nodes, ..self.limits.clone() };
            line.extend(self.solver.principal_variation_within(&position, usize::MAX, &limits));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_search_that_panics_tells_its_end() {
        let (events, inbox) = mpsc::channel();
        spawn(events, |_| String::new(), |_| panic!("a search that fails, on purpose")).unwrap();
        assert!(matches!(inbox.recv(), Ok(Event::Finished(None))));
    }

    fn job(moves: &str, level: usize) -> Job {
        let solver = Solver::with_hash_mib(1).unwrap().without_book();
        let width = Width::All { lines: 7 };
        let (limits, columns) = (Limits::NONE, Vec::new());
        Job { solver, position: moves.parse().unwrap(), limits, width, columns, level, shows_wdl: false }
    }

    fn first_moves(verdict: &Verdict) -> Vec<usize> {
        verdict.lines.iter().map(|line| line.moves[0].index() + 1).collect()
    }

    #[test]
    fn of_several_wins_the_one_nearest_to_the_centre_is_played() {
        for (moves, column) in [("121212", 1), ("223344", 5)] {
            let verdict = Job { width: Width::Best, ..job(moves, MAX_LEVEL) }.run(&mut |_| {});
            assert_eq!((first_moves(&verdict), verdict.nodes), (vec![column], 0));
        }
    }

    /// O is to move: column 6 loses in four, column 7 in two, and the others are full.
    const LATE: &str = "2252576253462244111563365343671351441";

    #[test]
    fn lines_of_play_come_from_the_best_columns_on() {
        let verdict = job(LATE, MAX_LEVEL).run(&mut |_| {});
        assert_eq!(first_moves(&verdict), [6, 7]);
        let lengths: Vec<_> = verdict.lines.iter().map(|line| line.moves.len()).collect();
        assert_eq!(lengths, [4, 2]);
        let only = Job { columns: vec![Column::new(6).unwrap()], ..job(LATE, MAX_LEVEL) }.run(&mut |_| {});
        assert_eq!((first_moves(&only), only.bounds.score().map(Score::get)), (vec![7], Some(-2)));
    }

    #[test]
    fn a_low_level_sees_what_is_near_and_no_more() {
        // Column 7 loses with the next stone of X.
        assert!((0..20).all(|_| first_moves(&job(LATE, 2).run(&mut |_| {})) == [6]));
        assert!((0..20).all(|_| first_moves(&job("121212", 1).run(&mut |_| {})) == [1]));
        let chosen: std::collections::HashSet<_> =
            (0..50).map(|_| first_moves(&job("32164625", 1).run(&mut |_| {}))).collect();
        assert!(chosen.len() > 1, "{chosen:?}");
    }
}
