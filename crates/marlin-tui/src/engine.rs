//! [`Engine`]: a thread that works on what the game wants, one thing at a time, and can be stopped.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use marlin_coach::explain::ExplanationTask;
use marlin_coach::level::{LevelTask, Opponent};
use marlin_coach::task::{self, AnalyzedLine, AnalyzedLineTask, ScoreTask, TaskProgress};
use marlin_core::any::Solver;
use marlin_core::{Limits, StopFlag};

use crate::work::{Answer, Findings, Thought, Work};

/// The moves of a line of best play, at most.
const LINE_MOVES: usize = 12;
/// The part of the time for an answer that a line of best play may take beyond it.
const LINE_SHARE: u32 = 4;
/// The time between two reports of progress.
const STEP: Duration = Duration::from_millis(100);

/// The message after a panic.
const PANICKED: &str = "a search failed: this is a bug in marlin, and the game goes on without its answer";

/// What the thread sends.
#[derive(Debug)]
pub(crate) enum News {
    /// How far it has come.
    Thought(Thought),
    /// The answer, which is the last news of a work.
    Answer(Box<Answer>),
}

/// A piece of work for the thread.
struct Task {
    number: u64,
    work: Work,
    stop: StopFlag,
}

/// The engine beside the game.
pub(crate) struct Engine {
    tasks: Sender<Task>,
    news: Receiver<(u64, News)>,
    running: Option<(u64, Work, StopFlag)>,
    number: u64,
}

impl Engine {
    /// Starts the thread. The solver may be one of another board than the games: it is made anew where necessary.
    pub(crate) fn start(solver: Solver, time: Duration, seed: u64) -> io::Result<Self> {
        let (tasks, inbox) = mpsc::channel::<Task>();
        let (outbox, news) = mpsc::channel();
        thread::Builder::new().name("engine".to_owned()).spawn(move || {
            let mut worker = Worker { solver, time, seed };
            for Task { number, work, stop } in inbox {
                // Nothing that a panic leaves half done is used again: the table rejects entries that are half written.
                let answer = panic::catch_unwind(AssertUnwindSafe(|| {
                    worker.answer(&work, &stop, &mut |thought| {
                        // If the game is gone, it has raised the flag as well.
                        let _ = outbox.send((number, News::Thought(thought)));
                    })
                }));
                let answer = Box::new(answer.unwrap_or_else(|_| Answer::Failed(PANICKED.into())));
                let _ = outbox.send((number, News::Answer(answer)));
            }
        })?;
        Ok(Self { tasks, news, running: None, number: 0 })
    }

    /// Makes the thread work on what is wanted, and stops it working on anything else.
    pub(crate) fn work_on(&mut self, wanted: Option<Work>) {
        if self.running.as_ref().map(|(_, work, _)| *work) == wanted {
            return;
        }
        self.stop();
        self.running = wanted.and_then(|work| {
            self.number += 1;
            let stop = StopFlag::new();
            let task = Task { number: self.number, work, stop: stop.clone() };
            self.tasks.send(task).ok().map(|()| (self.number, work, stop))
        });
    }

    /// Returns whether the thread works.
    pub(crate) const fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Ends the search that is running; its answer is what is proven so far.
    pub(crate) fn stop(&self) {
        if let Some((_, _, stop)) = &self.running {
            stop.stop();
        }
    }

    /// Returns the next news of what is wanted, if there are any within a time.
    pub(crate) fn next(&mut self, patience: Duration) -> Option<(Work, News)> {
        loop {
            let (number, news) = self.news.recv_timeout(patience).ok()?;
            // Answers to what is not wanted any more are passed over.
            if let Some((running, work, _)) = &self.running
                && *running == number
            {
                let work = *work;
                if matches!(news, News::Answer(_)) {
                    self.running = None;
                }
                return Some((work, news));
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the thread owns.
struct Worker {
    solver: Solver,
    time: Duration,
    seed: u64,
}

impl Worker {
    fn answer(&mut self, work: &Work, stop: &StopFlag, report: &mut dyn FnMut(Thought)) -> Answer {
        let position = work.position();
        if self.solver.size() != position.size() {
            match self.solver.for_board(position.size()) {
                Ok(solver) => self.solver = solver,
                Err(error) => return Answer::Failed(error.to_string()),
            }
        }
        let report = |progress: TaskProgress| {
            let TaskProgress { bounds, nodes, elapsed, .. } = progress;
            if let Some(bounds) = bounds {
                report(Thought { position: *position, bounds, nodes, elapsed });
            }
        };
        let limits = Limits { time: Some(self.time), stop: Some(stop.clone()), ..Limits::NONE };
        match work {
            Work::Move { level, .. } => {
                let opponent = Opponent { limits, ..Opponent::new(*level, self.seed) };
                let task = LevelTask::new(&opponent, position, &self.solver);
                Answer::Move(task.map(|task| run(task, report).column))
            }
            Work::Analyze { .. } => {
                let line_limits = Limits { time: Some(self.time / LINE_SHARE), ..limits.clone() };
                let task = AnalyzedLineTask::new(&self.solver, position, LINE_MOVES, &limits, &line_limits);
                let AnalyzedLine { analysis, mut line, .. } = run(task, report);
                if line.is_empty() {
                    line.extend(analysis.best);
                }
                Answer::Analyzed(Box::new(Findings { analysis, line }))
            }
            Work::Explain { .. } => {
                let task = ExplanationTask::new(&self.solver, position, &limits);
                Answer::Explained(Box::new(run(task, report)))
            }
            Work::Score { .. } => {
                let task = ScoreTask::new(&self.solver, position, &limits);
                Answer::Scored(run(task, report).bounds)
            }
        }
    }
}

/// Takes steps of a task to its end, and reports the progress after each.
fn run<T: task::Task>(mut task: T, mut report: impl FnMut(TaskProgress)) -> T::Output {
    let step = Limits { time: Some(STEP), ..Limits::NONE };
    loop {
        if let Some(output) = task.step(&step) {
            return output;
        }
        report(task.progress());
    }
}
