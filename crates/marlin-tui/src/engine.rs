//! The tasks of the engine, and the thread that carries out one at a time and can be stopped. Tasks and
//! replies are values, so the game needs no threads.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use std::{io, thread};

use marlin_coach::explain::{Explanation, ExplanationTask};
use marlin_coach::level::{LevelTask, Opponent, SkillLevel};
use marlin_coach::review::{Review, ReviewTask};
use marlin_coach::task::{self, AnalysisTask, Goal, LineTask, TaskProgress};
use marlin_core::{Bounds, Column, Game, Limits, Position, Report, Solver, StopFlag};

/// A task for the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineTask {
    /// The position.
    pub position: Position,
    /// The question about it.
    pub question: Question,
}

/// A question about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The move of a player of a level.
    Move(SkillLevel),
    /// The score of every column, and the line of best play.
    Analyze,
    /// The explanation of the score.
    Explain,
    /// The score, for the graph.
    Score,
    /// The review of the game that leads to the position.
    Review(Game),
}

/// The result of a task.
#[derive(Debug, Clone)]
pub enum EngineReply {
    /// The move to play; `None` if the game is over.
    Move(Option<Column>),
    /// The bounds of every column, and the line of best play as far as it was found.
    Analyzed(Box<Report>, Vec<Column>),
    /// The explanation, as far as the score is proven.
    Explained(Box<Explanation>),
    /// The proven bounds of the score.
    Scored(Bounds),
    /// The review, as far as the scores of its moves are proven.
    Reviewed(Box<Review>),
    /// The task failed for this reason: the game continues without a result.
    Failed(String),
}

/// The maximum number of moves in a line of best play.
const LINE_MOVES: usize = 12;
/// The extra time for a line of best play, as a divisor of the time for a task.
const LINE_TIME_DIVISOR: u32 = 4;
/// The time between reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The message after a panic.
const PANICKED: &str = "the search failed, which is a bug in Marlin; the game goes on without a result";

/// An event of the engine.
#[derive(Debug)]
pub(crate) enum EngineEvent {
    /// The progress of a task.
    Progress(Box<TaskProgress>),
    /// The reply, which is the last event of a task.
    Reply(EngineReply),
}

/// A task on its way to the thread.
struct QueuedTask {
    number: u64,
    task: EngineTask,
    stop: StopFlag,
}

/// The engine on a separate thread.
pub(crate) struct EngineThread {
    jobs: Sender<QueuedTask>,
    events: Receiver<(u64, EngineEvent)>,
    running: Option<QueuedTask>,
    number: u64,
}

impl EngineThread {
    /// Starts the thread. It makes a solver for each game on another board than the board of `solver`.
    pub(crate) fn start(solver: Solver, time: Duration, seed: u64) -> io::Result<Self> {
        let (jobs, inbox) = mpsc::channel::<QueuedTask>();
        let (outbox, events) = mpsc::channel();
        thread::Builder::new().name("engine".to_owned()).spawn(move || {
            let mut worker = EngineWorker { solver, time, seed, interval: PROGRESS_INTERVAL };
            for job in inbox {
                // Unwind safe: the table rejects entries that a panic has left half written.
                let reply = panic::catch_unwind(AssertUnwindSafe(|| {
                    worker.carry_out(&job, |progress| {
                        // A game that has ended has raised the flag as well.
                        let _ = outbox.send((job.number, EngineEvent::Progress(Box::new(progress))));
                    })
                }));
                let reply = reply.unwrap_or_else(|_| EngineReply::Failed(PANICKED.into()));
                let _ = outbox.send((job.number, EngineEvent::Reply(reply)));
            }
        })?;
        Ok(Self { jobs, events, running: None, number: 0 })
    }

    /// Starts a task, and stops any other.
    pub(crate) fn set_task(&mut self, task: Option<EngineTask>) {
        if self.running.as_ref().map(|job| &job.task) == task.as_ref() {
            return;
        }
        self.stop();
        self.running = task.and_then(|task| {
            self.number += 1;
            let (number, stop) = (self.number, StopFlag::new());
            self.jobs.send(QueuedTask { number, task: task.clone(), stop: stop.clone() }).ok()?;
            Some(QueuedTask { number, task, stop })
        });
    }

    /// Returns whether a task is running.
    pub(crate) const fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Ends the running search, whose reply is the proven part of the result.
    pub(crate) fn stop(&self) {
        if let Some(job) = &self.running {
            job.stop.stop();
        }
    }

    /// Returns the next event of the running task, `None` after a time without any.
    pub(crate) fn next_event(&mut self, timeout: Duration) -> Option<(EngineTask, EngineEvent)> {
        loop {
            let (number, event) = self.events.recv_timeout(timeout).ok()?;
            // Events of stopped tasks are dropped.
            if let Some(job) = self.running.take_if(|job| job.number == number) {
                let task = job.task.clone();
                if matches!(event, EngineEvent::Progress(_)) {
                    self.running = Some(job);
                }
                return Some((task, event));
            }
        }
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The solver and the settings of the thread.
struct EngineWorker {
    solver: Solver,
    time: Duration,
    seed: u64,
    /// The time between reports of progress.
    interval: Duration,
}

impl EngineWorker {
    fn carry_out(&mut self, job: &QueuedTask, mut report: impl FnMut(TaskProgress)) -> EngineReply {
        let EngineTask { position, question } = &job.task;
        if self.solver.size() != position.size() {
            match self.solver.for_board(position.size()) {
                Ok(solver) => self.solver = solver,
                Err(error) => return EngineReply::Failed(error.to_string()),
            }
        }
        let interval = self.interval;
        let mut report = |progress: TaskProgress| {
            if progress.bounds.is_some() || progress.moves_left.is_some() {
                report(progress);
            }
        };
        let limits = Limits { time: Some(self.time), stop: Some(job.stop.clone()), ..Limits::NONE };
        match question {
            Question::Move(level) => {
                let opponent = Opponent { limits, ..Opponent::new(*level, self.seed) };
                let task = LevelTask::new(&opponent, position, &self.solver);
                EngineReply::Move(task.map(|task| run(task, interval, &mut report).column))
            }
            Question::Analyze => {
                let line_limits = Limits { time: Some(self.time / LINE_TIME_DIVISOR), ..limits.clone() };
                let task = AnalysisTask::new(&self.solver, position, Goal::Columns, &limits);
                let analysis = run(task, interval, &mut report);
                let mut line = Vec::new();
                if analysis.bounds.score().is_some() {
                    let task = LineTask::new(&self.solver, position, LINE_MOVES, &line_limits);
                    let mut progress = TaskProgress::from(&analysis);
                    let report = |line: TaskProgress| {
                        progress.nodes = analysis.nodes + line.nodes;
                        progress.elapsed = analysis.elapsed + line.elapsed;
                        report(progress.clone());
                    };
                    line = run(task, interval, report).moves;
                }
                if line.is_empty() {
                    line.extend(analysis.best);
                }
                EngineReply::Analyzed(Box::new(analysis), line)
            }
            Question::Explain => {
                let task = ExplanationTask::new(&self.solver, position, &limits);
                EngineReply::Explained(Box::new(run(task, interval, &mut report)))
            }
            Question::Score => {
                let task = AnalysisTask::new(&self.solver, position, Goal::Score, &limits);
                EngineReply::Scored(run(task, interval, &mut report).bounds)
            }
            Question::Review(game) => {
                let task = ReviewTask::new(game, &self.solver, &limits);
                EngineReply::Reviewed(Box::new(run(task, interval, &mut report)))
            }
        }
    }
}

/// Runs a task to its end in steps, and reports the progress after each.
fn run<T: task::Task>(mut task: T, interval: Duration, mut report: impl FnMut(TaskProgress)) -> T::Output {
    let step = Limits { time: Some(interval), ..Limits::NONE };
    loop {
        if let Some(output) = task.step(&step) {
            return output;
        }
        report(task.progress());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_reports_its_findings_and_its_cost_while_it_looks_for_the_line() {
        let game = Game::on("6x5".parse().unwrap());
        let solver = Solver::builder_on(game.size()).without_book().hash_mib(1).unwrap().threads(1).build();
        let (time, interval) = (Duration::from_secs(60), Duration::from_nanos(1));
        let mut worker = EngineWorker { solver, time, seed: 0, interval };
        let task = EngineTask { position: *game.position(), question: Question::Analyze };
        let mut reports = Vec::new();
        let job = QueuedTask { number: 1, task, stop: StopFlag::new() };
        let EngineReply::Analyzed(analysis, line) = worker.carry_out(&job, |progress| reports.push(progress))
        else {
            panic!("no analysis");
        };
        assert_eq!(line.len(), LINE_MOVES);
        let last = reports.last().unwrap();
        assert_eq!((last.bounds, last.best), (Some(analysis.bounds), analysis.best));
        assert!(last.nodes > analysis.nodes && last.elapsed > analysis.elapsed, "{last:?}");
        assert!(reports.is_sorted_by_key(|progress| progress.nodes));
    }
}
