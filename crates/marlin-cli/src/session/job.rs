//! The search of a session: [`RunningSearch`], with the command that it answers, and its work on another
//! thread.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::slice;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use marlin_coach::level::{ChosenMove, LevelTask, Opponent, SkillLevel};
use marlin_coach::task::Goal;
use marlin_core::{Bounds, Column, Limits, Line, Position, Progress, Report, Solver, Source, StopFlag};

use super::input::SessionEvent;
use crate::protocol::{Go, ReplyOn, SearchRequest, SearchResult, Variation};

/// The running search.
#[derive(Debug)]
pub(super) struct RunningSearch {
    /// Ends the search.
    pub(super) stop: StopFlag,
    /// The command that it answers.
    pub(super) command: SearchCommand,
    /// The time of the answer.
    pub(super) reply_on: ReplyOn,
    /// The end of its time, if that began with a ponder hit.
    pub(super) deadline: Option<Instant>,
    /// The result, until it is printed.
    pub(super) result: Option<Box<SearchResult>>,
}

/// The command that a search answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SearchCommand {
    /// `go`: the best move.
    BestMove(Go),
    /// `hint`: the best move in plain words.
    Hint,
    /// `analyze`: the scores of all columns, within a time.
    Columns(Option<Duration>),
}

/// The result of a search is of no use when its session has ended.
impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Called by a search with its progress and the line of play to show.
type ReportProgress<'a> = dyn FnMut(&Progress, &[Column]) + 'a;

/// Starts a thread that searches and sends the session its progress, as `describe` describes it, and its
/// result. The end is always sent: a panic must not leave the session waiting.
pub(super) fn spawn(
    events: Sender<SessionEvent>,
    describe: impl Fn(&Progress, &[Column]) -> String + Send + 'static,
    job: impl FnOnce(&mut ReportProgress<'_>) -> SearchResult + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new().name("search".to_owned()).spawn(move || {
        let mut report = |progress: &Progress, line: &[Column]| {
            // If the session is gone, it has raised the stop flag as well.
            let _ = events.send(SessionEvent::Progress(describe(progress, line)));
        };
        // After a panic only the table is used again, and it rejects entries that are half written.
        let result = panic::catch_unwind(AssertUnwindSafe(|| job(&mut report)));
        let _ = events.send(SessionEvent::Finished(result.ok().map(Box::new)));
    })?;
    Ok(())
}

/// A search.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) solver: Solver,
    pub(super) position: Position,
    pub(super) limits: Limits,
    /// Whether the score of every column is proven, or only the best one.
    pub(super) scores_all: bool,
    /// The number of lines of play.
    pub(super) lines: usize,
    /// The columns to choose from; all if there are none.
    pub(super) columns: Vec<Column>,
    /// The strength of play.
    pub(super) level: SkillLevel,
    /// The seed of the move of a level below 10.
    pub(super) seed: u64,
    pub(super) shows_wdl: bool,
}

/// The nodes for the proof of a line of play if no search has given the answer. They take about 50
/// microseconds, for which the answer waits (`cargo bench -p marlin-lab --bench answers`). More nodes would
/// prove few moves more.
const LINE_NODES: u64 = 200;

/// A line that the book continues by this number of moves counts as long.
const LONG_LINE: u32 = 6;

impl Job {
    /// Returns the request of the search.
    pub(super) fn request(&self) -> SearchRequest {
        let left = self.position.size().cells() - self.position.nb_moves();
        let depth = self.limits.depth.map_or(left, |depth| depth.min(left));
        SearchRequest { position: self.position, depth, shows_wdl: self.shows_wdl }
    }

    /// Searches.
    pub(super) fn run(self, report: &mut ReportProgress<'_>) -> SearchResult {
        let (started, request) = (Instant::now(), self.request());
        let is_free = self.columns.is_empty() && self.level == SkillLevel::MAX;
        let mut shown = ShownLine { position: self.position, moves: Vec::new() };
        let progress = &mut |progress: &Progress| {
            // Bounds of the position say nothing about the moves that may be chosen.
            if is_free {
                report(
                    progress,
                    shown.update(progress.principal_variation().to_vec(), 0, progress.best_bounds()),
                );
            }
        };
        let (column, mut analysis) = match self.choose(progress) {
            Some(ChosenMove { column, analysis, .. }) => (Some(column), analysis),
            None => (None, self.solver.lookup().analyze(&self.position)),
        };
        let effort = self.effort(&analysis, started);
        let found = self.lines_of(&self.of_candidates(&analysis, column), column, effort);
        analysis.nodes += found.iter().map(|(_, line)| line.nodes).sum::<u64>();
        analysis.elapsed = started.elapsed();
        let line = |(bounds, line): (Bounds, Line)| Variation { bounds, moves: line.moves };
        let proven = found.first().map_or(0, |first| first.1.proven);
        let mut lines: Vec<_> = found.into_iter().map(line).collect();
        if let Some(Variation { bounds, moves }) = lines.first_mut() {
            *moves = shown.update(std::mem::take(moves), proven, *bounds).to_vec();
        }
        let bounds = lines.first().map_or(analysis.bounds, |line| line.bounds);
        let (nps, hashfull) = (analysis.nps(), self.solver.table().hashfull());
        let Report { columns, source, nodes, elapsed, .. } = analysis;
        SearchResult { request, bounds, columns, lines, source, nodes, nps, elapsed, hashfull }
    }

    /// Returns the move of the player, `None` if there is none.
    fn choose(&self, progress: &mut dyn FnMut(&Progress)) -> Option<ChosenMove> {
        let Self { level, seed, ref columns, ref limits, .. } = *self;
        let opponent = Opponent { level, seed, columns: columns.clone(), limits: limits.clone() };
        // A win at once needs no search, whatever the other columns are worth.
        let is_won = self.lines == 1 && self.position.can_win_next();
        let goal = if self.scores_all && !is_won { Goal::Columns } else { Goal::BestMove };
        let task = LevelTask::with_goal(&opponent, &self.position, &self.solver, goal);
        task.map(|mut task| task.run_with(progress))
    }

    /// Returns the analysis of the columns to choose from. A level below 10 reports only the column that it
    /// chooses.
    fn of_candidates(&self, analysis: &Report, chosen: Option<Column>) -> Report {
        let chosen = chosen.filter(|_| self.level < SkillLevel::MAX);
        analysis.clone().restricted_to(chosen.as_ref().map_or(&self.columns, slice::from_ref))
    }

    /// Returns the lines of play of the first columns of a report, the line of `first` before the others.
    /// Each line begins with its column and has the bounds of the column's score. If the bounds meet, its
    /// moves keep the score as far as this is proven. The lines share the limits evenly.
    fn lines_of(&self, report: &Report, first: Option<Column>, mut limits: Limits) -> Vec<(Bounds, Line)> {
        let mut ranked = report.ranked();
        ranked.sort_by_key(|&(column, _)| Some(column) != first);
        ranked.truncate(self.lines);
        let mut left = ranked.len() as u32;
        let mut line_of = |(column, bounds): (Column, Bounds)| {
            let nodes = limits.nodes.map(|nodes| nodes / u64::from(left));
            let time = limits.time.map(|time| time / left);
            let share = Limits { time, nodes, ..limits.clone() };
            let mut line =
                self.solver.query(&self.position.after(column)).limits(&share).principal_variation(-bounds);
            line.moves.insert(0, column);
            line.proven += usize::from(bounds.score().is_some());
            limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(line.nodes));
            limits.time = limits.time.map(|time| time.saturating_sub(line.elapsed));
            left -= 1;
            (bounds, line)
        };
        let mut lines: Vec<_> = ranked.into_iter().map(&mut line_of).collect();
        // The proven bounds of the position may be higher than those of its best column.
        if let Some((bounds, _)) = lines.first_mut() {
            let upper = report.bounds.upper();
            *bounds = Bounds::new(bounds.lower().min(upper), upper).unwrap_or(*bounds);
        }
        lines
    }

    /// Returns the limits for the proof of the lines of play, after an answer. After a search the lines get
    /// the rest of the limits. After an answer of the rules or the book they get few nodes.
    fn effort(&self, analysis: &Report, started: Instant) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let left = self.limits.nodes.map(|nodes| nodes.saturating_sub(analysis.nodes));
        let nodes = if analysis.source == Source::Search {
            left
        } else {
            // A line that begins far from the end of the book is long already.
            let book = self.solver.book().map_or(0, marlin_core::Book::plies);
            let few = if self.position.nb_moves() + LONG_LINE <= book { 0 } else { LINE_NODES };
            Some(left.unwrap_or(u64::MAX).min(few * self.lines as u64))
        };
        Limits { time, nodes, ..self.limits.clone() }
    }
}

/// The line of play in the last `info` line of a search.
///
/// A line never gets shorter with the same first moves, unless a proof contradicts it. A longer line is kept
/// if it has the first two moves of the new one (the best one and the reply to ponder on) and its proven
/// moves, and may be a game of the proven score.
#[derive(Debug)]
struct ShownLine {
    position: Position,
    moves: Vec<Column>,
}

/// The first moves of a line, which count even if unproven.
const FIRST_MOVES: usize = 2;

impl ShownLine {
    /// Takes a new line, whose first `proven` moves keep to the bounds, and returns the one to show.
    fn update(&mut self, moves: Vec<Column>, proven: usize, bounds: Bounds) -> &[Column] {
        let standing = &moves[..proven.max(FIRST_MOVES).min(moves.len())];
        let stays = self.moves.len() > moves.len() && self.moves.starts_with(standing) && self.may_be(bounds);
        if !stays {
            self.moves = moves;
        }
        &self.moves
    }

    /// Returns whether the shown line may be a game of a score within bounds: it ends at the move of a proven
    /// score, if at all.
    fn may_be(&self, bounds: Bounds) -> bool {
        let Some(score) = bounds.score() else { return true };
        let plies = self.position.ending(score).plies as usize;
        let mut end = self.position;
        for &column in &self.moves {
            end.play_unchecked(column);
        }
        self.moves.len() <= plies && end.is_over() == (self.moves.len() == plies)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use marlin_core::{BoardSize, Score};

    use super::*;

    #[test]
    fn a_search_that_panics_reports_its_end() {
        let (events, inbox) = mpsc::channel();
        spawn(events, |_, _| String::new(), |_| panic!("a search that fails, on purpose")).unwrap();
        assert!(matches!(inbox.recv(), Ok(SessionEvent::Finished(None))));
    }

    fn job(moves: &str, level: SkillLevel) -> Job {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
        let (limits, columns, lines) = (Limits::NONE, Vec::new(), 7);
        let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
        Job { solver, position, limits, scores_all: true, lines, columns, level, seed: 1, shows_wdl: false }
    }

    fn first_moves(result: &SearchResult) -> Vec<usize> {
        result.lines.iter().map(|line| line.moves[0].number()).collect()
    }

    /// O is to move: column 6 loses in four, column 7 in two, and the others are full.
    const LATE: &str = "2252576253462244111563365343671351441";

    #[test]
    fn lines_of_play_are_listed_from_the_best_column_down() {
        let result = job(LATE, SkillLevel::MAX).run(&mut |_, _| {});
        assert_eq!(first_moves(&result), [6, 7]);
        let lengths: Vec<_> = result.lines.iter().map(|line| line.moves.len()).collect();
        assert_eq!(lengths, [4, 2]);
        let only = Job { columns: vec![Column::G], ..job(LATE, SkillLevel::MAX) }.run(&mut |_, _| {});
        assert_eq!((first_moves(&only), only.bounds.score().map(Score::get)), (vec![7], Some(-2)));
    }

    #[test]
    fn a_level_plays_the_moves_of_its_seed() {
        let level = SkillLevel::new(3).unwrap();
        let mut played = std::collections::HashSet::new();
        for seed in 0..50 {
            let result = Job { seed, ..job("32164625", level) }.run(&mut |_, _| {});
            let Job { position, solver, .. } = job("32164625", level);
            let expected = level.choose(&position, &solver, seed).unwrap().number();
            assert_eq!(first_moves(&result), [expected]);
            played.insert(expected);
        }
        assert!(played.len() > 1, "{played:?}");
    }

    fn columns(digits: &str) -> Vec<Column> {
        digits.bytes().map(|digit| Column::new(usize::from(digit - b'1')).unwrap()).collect()
    }

    /// Shows two lines of the position after 4433, which X wins with move 7, and returns the second.
    fn second(first: &str, second: &str, proven: usize, bounds: Bounds) -> String {
        let position = Position::parse(BoardSize::STANDARD, "4433").unwrap();
        let mut shown = ShownLine { position, moves: Vec::new() };
        shown.update(columns(first), 0, Bounds::unknown(BoardSize::STANDARD));
        shown.update(columns(second), proven, bounds).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_line_gives_way_only_to_a_longer_one_or_to_other_first_moves() {
        let unknown = |first, now| second(first, now, 0, Bounds::unknown(BoardSize::STANDARD));
        assert_eq!(unknown("5421", "54"), "5421");
        assert_eq!(unknown("5421", "547"), "5421");
        assert_eq!(unknown("5421", "5471"), "5471");
        assert_eq!(unknown("5421", "5"), "5421");
        assert_eq!(unknown("5421", "53"), "53");
        assert_eq!(unknown("5421", "2"), "2");
    }

    #[test]
    fn a_line_gives_way_to_proven_moves() {
        let win = Bounds::exact(Score::highest(BoardSize::STANDARD));
        assert_eq!(second("5142", "514", 1, Bounds::unknown(BoardSize::STANDARD)), "5142");
        assert_eq!(second("5241", "521", 3, Bounds::unknown(BoardSize::STANDARD)), "521");
        // The game ends three moves later, and with the last of them X wins.
        assert_eq!(second("5421", "54", 2, win), "54");
        assert_eq!(second("547", "54", 2, win), "54");
        assert_eq!(second("542", "54", 2, win), "542");
    }
}
