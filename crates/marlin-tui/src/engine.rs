//! [`Engine`]: a thread that works on what the game wants, one thing at a time, and can be stopped.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use marlin_coach::explain::explain;
use marlin_core::any::{Progress, Solver};
use marlin_core::{Limits, StopFlag};

use crate::player;
use crate::work::{Answer, Findings, Thought, Work};

/// The moves of a line of best play, at most.
const LINE_MOVES: usize = 12;
/// The part of the time for an answer that a line of best play may take beyond it.
const LINE_SHARE: u32 = 4;

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
                let answer = Box::new(answer.unwrap_or(Answer::Failed));
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
            self.solver = for_board(&self.solver, position.size());
        }
        let progress = |progress: &Progress| {
            let Progress { bounds, nodes, elapsed, .. } = *progress;
            report(Thought { position: *position, bounds, nodes, elapsed });
        };
        let limits = Limits { time: Some(self.time), stop: Some(stop.clone()), ..Limits::NONE };
        let query = self.solver.query(position).limits(&limits);
        match work {
            Work::Move { level, .. } => {
                Answer::Move(player::choose(&self.solver, position, *level, self.seed, &limits, progress))
            }
            Work::Analyze { .. } => {
                let analysis = query.on_progress(progress).analyze();
                let time = self.time / LINE_SHARE;
                let query = self.solver.query(position).time(time).stop(stop.clone());
                let mut line = query.principal_variation(LINE_MOVES);
                if line.is_empty() {
                    line.extend(analysis.best);
                }
                Answer::Analyzed(Box::new(Findings { analysis, line }))
            }
            Work::Explain { .. } => Answer::Explained(Box::new(explain(&self.solver, position, &limits))),
            Work::Score { .. } => Answer::Scored(query.on_progress(progress).solve().bounds),
        }
    }
}

/// Returns a solver with the settings of another one and the book of the board, if the other has a book and there is one.
fn for_board(solver: &Solver, board: marlin_core::BoardSize) -> Solver {
    let builder = Solver::builder_on(board).threads(solver.threads()).cpu(solver.cpu());
    let builder = if solver.book().is_some() { builder } else { builder.without_book() };
    // The memory of a table of the same size is there, since the other table is given back.
    builder.clone().hash_mib(solver.table().hash_mib()).unwrap_or(builder).build()
}
