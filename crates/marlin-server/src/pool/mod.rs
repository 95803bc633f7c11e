//! [`SearchPool`]: searches on a bounded number of threads.
//!
//! | file | contents |
//! |---|---|
//! | `workers` | the threads, and the queue before them |
//! | `budget` | the limits of a request |

mod budget;
mod workers;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use marlin_coach::request::{Found, Request, Verb};
use marlin_core::{BoardSize, Limits, Position, Solver, StopFlag};
use marlin_support::solvers::SolverPool;
use tokio::sync::oneshot::{self, error::TryRecvError};
use tokio::time::{Instant, sleep_until};

pub(crate) use self::budget::{Budget, after};
pub(crate) use self::workers::{Lane, Rejected, Slot};
use self::workers::{SLICE, Ticket, Workers};
use crate::client;
use crate::metrics::{GaugeGuard, Metrics};
use crate::phase::{Phase, Phases, wait_for};

/// The limits of the search that probes the threads.
const PROBE: (Duration, u64) = (Duration::from_millis(250), 100);

/// The tables that searches may keep beyond those of the main board and of the last three: many searches may be paused.
const MAX_TABLES_BEYOND: usize = 2;

/// Searches on a bounded number of threads, and lookups of positions that need none.
#[derive(Debug)]
pub(crate) struct SearchPool {
    /// Of one thread each.
    solvers: SolverPool,
    workers: Workers,
    metrics: Arc<Metrics>,
    phases: Phases,
}

impl SearchPool {
    /// Starts as many threads as the solver has, with a queue of bounded length.
    ///
    /// # Errors
    ///
    /// The system's, if it grants no thread.
    pub(crate) fn start(
        solver: &Solver,
        queue: usize,
        metrics: &Arc<Metrics>,
        phases: Phases,
    ) -> io::Result<Self> {
        Ok(Self {
            solvers: SolverPool::new(solver.to_builder().threads(1).build()).most_beyond(MAX_TABLES_BEYOND),
            workers: Workers::start(solver.threads(), queue, SLICE, metrics)?,
            metrics: Arc::clone(metrics),
            phases,
        })
    }

    /// Returns the board of requests that name none.
    pub(crate) fn board(&self) -> BoardSize {
        self.solvers.main().size()
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.workers.threads()
    }

    /// Returns the findings of a request, if rules, book and table have them.
    pub(crate) fn lookup(&self, request: &Request) -> Result<Option<Found>, Rejected> {
        let found = request.at_once(&self.solvers.on(request.board().unwrap_or(self.board()))?);
        if matches!(request.verb, Verb::Solve | Verb::Analyze | Verb::Level) {
            self.metrics.count_lookup(found.is_some());
        }
        Ok(found)
    }

    /// Reserves the slot of a batch.
    pub(crate) fn reserve_batch(&self) -> Result<Slot, Rejected> {
        self.workers.reserve(Lane::Batch)
    }

    /// Returns whether searches end: a search as a probe, and if all threads are busy with others whether those are in time.
    pub(crate) async fn is_ready(&self) -> bool {
        let budget = Budget::from_now(PROBE.0, Some(PROBE.1));
        let start = Position::on(self.board());
        let probe = move |solver: &Solver, limits: &Limits| solver.query(&start).limits(limits).score();
        match self.search(Lane::Batch, self.board(), &budget, probe).await {
            Ok(_) => true,
            Err(Rejected::Panicked | Rejected::OutOfMemory) => false,
            Err(_) => self.workers.are_in_time(),
        }
    }

    /// Runs a search when a thread is free.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        lane: Lane,
        board: BoardSize,
        budget: &Budget,
        run: impl FnOnce(&Solver, &Limits) -> T + Send + 'static,
    ) -> Result<T, Rejected> {
        self.enqueue(lane, board, budget, run)?.result().await
    }

    /// Enqueues a search. It is stopped at its deadline, at the end of the server, when its client leaves, and when it is
    /// dropped.
    pub(crate) fn enqueue<T: Send + 'static>(
        &self,
        lane: Lane,
        board: BoardSize,
        budget: &Budget,
        run: impl FnOnce(&Solver, &Limits) -> T + Send + 'static,
    ) -> Result<Search<T>, Rejected> {
        let (sender, receiver) = oneshot::channel();
        let (stop, metrics, solvers) = (StopFlag::new(), Arc::clone(&self.metrics), self.solvers.clone());
        let (flag, budget) = (stop.clone(), *budget);
        let job = move || {
            let running = GaugeGuard::new(&metrics.running);
            let result = solvers.on(board).map(|solver| run(&solver, &budget.limits(&flag)));
            drop(running);
            // The request may be gone.
            let _ = sender.send(result.map_err(Rejected::from));
        };
        let ticket = self.workers.submit(lane, budget.deadline(), &stop, job)?;
        Ok(Search {
            ticket,
            stop,
            receiver,
            deadline: budget.deadline(),
            phases: self.phases.clone(),
            metrics: Arc::clone(&self.metrics),
            is_abandoned: false,
        })
    }
}

/// A search that is enqueued or runs. It holds no thread: the search continues whether or not this is polled.
#[derive(Debug)]
pub(crate) struct Search<T> {
    ticket: Ticket,
    stop: StopFlag,
    receiver: oneshot::Receiver<Result<T, Rejected>>,
    deadline: Instant,
    phases: Phases,
    metrics: Arc<Metrics>,
    /// Whether it is counted as one whose client has left.
    is_abandoned: bool,
}

impl<T> Search<T> {
    /// Waits for the result. A search that is stopped returns the bounds that are proven until then.
    pub(crate) async fn result(mut self) -> Result<T, Rejected> {
        let reason = tokio::select! {
            biased;
            result = &mut self.receiver => return result.unwrap_or(Err(Rejected::Panicked)),
            () = sleep_until(self.deadline) => Rejected::TimedOut,
            () = wait_for(self.phases.clone(), Phase::Stopping) => Rejected::ShuttingDown,
            () = client::closed() => Rejected::ClientLeft,
        };
        self.stop.stop();
        let begins_now = reason == Rejected::TimedOut && self.ticket.has_thread();
        if !begins_now && self.ticket.withdraw() {
            return Err(reason);
        }
        if reason == Rejected::ClientLeft {
            self.is_abandoned = true;
            self.metrics.abandoned.inc();
        }
        (&mut self.receiver).await.unwrap_or(Err(Rejected::Panicked))
    }
}

impl<T> Drop for Search<T> {
    fn drop(&mut self) {
        if matches!(self.receiver.try_recv(), Err(TryRecvError::Empty)) {
            self.stop.stop();
            if !self.ticket.withdraw() && !self.is_abandoned {
                self.metrics.abandoned.inc();
            }
        }
    }
}
