//! [`SearchPool`]: searches on a bounded number of threads, within the limits of requests and the phases of
//! the server. `workers` has the threads, and the queue before them.

mod turns;
mod workers;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use marlin_coach::request::{Found, Request, Verb};
use marlin_core::{BoardSize, Limits, Position, Solver, StopFlag};
use marlin_support::solvers::{MAX_OTHERS, SolverPool, reserve};
use tokio::sync::oneshot::{self, error::TryRecvError};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

pub(crate) use self::workers::{Lane, Rejected};
use self::workers::{MAX_PAUSED, SLICE, Ticket, Workers};
use crate::client;
use crate::metrics::{GaugeGuard, Metrics};

/// The limits of the search that probes the threads.
const PROBE: (Duration, u64) = (Duration::from_millis(250), 100);

/// Returns the maximum number of search threads at a time, paused ones included.
pub(crate) const fn most_search_threads(threads: usize) -> usize {
    threads.saturating_add(MAX_PAUSED)
}

/// A phase of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// It takes requests.
    Serving,
    /// It accepts no more requests, and waits for the searches.
    Draining,
    /// It stops searches.
    Stopping,
}

/// The limits of a request: the time at which its response is due, and the nodes of each search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) deadline: Instant,
    pub(crate) nodes: Option<u64>,
}

impl Budget {
    /// Returns the limits of a request that has just arrived.
    pub(crate) fn from_now(time: Duration, nodes: Option<u64>) -> Self {
        Self { deadline: Instant::now() + time, nodes }
    }

    /// Returns the limits of a search that begins now.
    fn limits(&self, stop: &StopFlag) -> Limits {
        let time = self.deadline.saturating_duration_since(Instant::now());
        Limits { time: Some(time), nodes: self.nodes, stop: Some(stop.clone()), ..Limits::NONE }
    }
}

/// Searches on a bounded number of threads, and lookups of positions that need none.
pub(crate) struct SearchPool {
    /// Of one thread each.
    solvers: SolverPool,
    pub(crate) workers: Workers,
    metrics: Arc<Metrics>,
    phases: watch::Receiver<Phase>,
}

impl SearchPool {
    /// Starts as many threads as the solver has, with a queue of bounded length. It fails if the system
    /// grants no thread.
    pub(crate) fn start(
        solver: &Solver,
        queue: usize,
        metrics: &Arc<Metrics>,
        phases: watch::Receiver<Phase>,
    ) -> io::Result<Self> {
        let count = most_search_threads(solver.threads());
        reserve(solver.clone(), count).map_err(|_| {
            let reason = format!(
                "no memory for the tables of {count} searches: ask for fewer --threads, or less --hash, or raise the limit of memory ('ulimit -v')"
            );
            io::Error::new(io::ErrorKind::OutOfMemory, reason)
        })?;
        Ok(Self {
            solvers: SolverPool::new(solver.to_builder().threads(1).build()),
            workers: Workers::start(solver.threads(), queue, SLICE, metrics)?.with_turns(MAX_OTHERS),
            metrics: Arc::clone(metrics),
            phases,
        })
    }

    /// Returns the board of requests that name none.
    pub(crate) fn board(&self) -> BoardSize {
        self.solvers.main().size()
    }

    /// Returns the findings of a request, if rules, book and a table that is there have them.
    pub(crate) fn lookup(&self, request: &Request) -> Option<Found> {
        // Other requests always take a search.
        if !matches!(request.verb, Verb::Position | Verb::Solve | Verb::Analyze | Verb::Level)
            || request.line > 0
        {
            return None;
        }
        let found = request.at_once(&self.solvers.lookup(request.board().unwrap_or(self.board())));
        if matches!(request.verb, Verb::Solve | Verb::Analyze | Verb::Level) {
            if found.is_some() { &self.metrics.known } else { &self.metrics.unknown }.inc();
        }
        found
    }

    /// Returns whether the server takes requests.
    pub(crate) fn is_serving(&self) -> bool {
        *self.phases.borrow() == Phase::Serving
    }

    /// Returns whether searches end: a search as a probe, and if all threads are busy with others whether
    /// those are in time.
    pub(crate) async fn is_ready(&self) -> bool {
        let budget = Budget::from_now(PROBE.0, Some(PROBE.1));
        let start = Position::on(self.board());
        let probe = move |solver: &Solver, limits: &Limits| solver.query(&start).limits(limits).score();
        let found = match self.enqueue(Lane::Batch, self.board(), budget, probe) {
            Ok(search) => search.result().await,
            Err(rejected) => Err(rejected),
        };
        match found {
            Ok(_) => true,
            Err(Rejected::Panicked | Rejected::OutOfMemory) => false,
            Err(_) => self.workers.are_in_time(),
        }
    }

    /// Enqueues a search, which runs when a thread is free. It is stopped at its deadline, at the end of the
    /// server, when its client leaves, and when it is dropped.
    pub(crate) fn enqueue<T: Send + 'static>(
        &self,
        lane: Lane,
        board: BoardSize,
        budget: Budget,
        run: impl FnOnce(&Solver, &Limits) -> T + Send + 'static,
    ) -> Result<Search<T>, Rejected> {
        let (sender, receiver) = oneshot::channel();
        let (stop, metrics, solvers) = (StopFlag::new(), Arc::clone(&self.metrics), self.solvers.clone());
        let flag = stop.clone();
        let job = move || {
            let running = GaugeGuard::new(&metrics.running);
            let result = solvers.on(board).map(|solver| run(&solver, &budget.limits(&flag)));
            drop(running);
            // The request may be gone.
            let _ = sender.send(result.map_err(|_| Rejected::OutOfMemory));
        };
        let board = Some(board).filter(|&board| board != self.board());
        let ticket = self.workers.submit(lane, budget.deadline, board, &stop, job)?;
        Ok(Search {
            ticket,
            stop,
            receiver,
            deadline: budget.deadline,
            phases: self.phases.clone(),
            metrics: Arc::clone(&self.metrics),
            is_abandoned: false,
        })
    }
}

/// A search that is enqueued or runs. It holds no thread: the search continues whether or not this is polled.
pub(crate) struct Search<T> {
    ticket: Ticket,
    stop: StopFlag,
    receiver: oneshot::Receiver<Result<T, Rejected>>,
    deadline: Instant,
    phases: watch::Receiver<Phase>,
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
            Ok(_) = self.phases.wait_for(|&phase| phase == Phase::Stopping) => Rejected::ShuttingDown,
            () = client::closed() => Rejected::ClientLeft,
        };
        self.stop.stop();
        let begins_now = reason == Rejected::TimedOut && self.ticket.has_thread;
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
