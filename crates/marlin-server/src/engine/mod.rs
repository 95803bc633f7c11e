//! [`Engine`]: answers to positions, from the book at once and from searches in turn.
//!
//! | file | contents |
//! |---|---|
//! | `pool` | the searches at a time, and the queue before them |
//! | `budget` | the limits of a request |

mod budget;
mod pool;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use marlin_core::any::{Analysis, Position, Solver};
use marlin_core::{BoardSize, Limits, StopFlag};
use marlin_support::solvers::SolverPool;
use tokio::sync::oneshot::{self, error::TryRecvError};
use tokio::time::{Instant, sleep_until};

pub(crate) use self::budget::{Budget, after};
pub(crate) use self::pool::{Place, Refused, Turn};
use self::pool::{Pool, Ticket};
use crate::client;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::phase::{Phase, Phases, reached};

/// The limits of the search that shows whether a thread is there.
const PROBE: (Duration, u64) = (Duration::from_millis(250), 100);

/// Answers to positions.
#[derive(Debug)]
pub(crate) struct Engine {
    solvers: SolverPool,
    pool: Pool,
    metrics: Arc<Metrics>,
    phases: Phases,
}

impl Engine {
    /// Starts the threads that search.
    ///
    /// # Errors
    ///
    /// The system's, if it grants none.
    pub(crate) fn start(config: &Config, metrics: &Arc<Metrics>, phases: Phases) -> io::Result<Self> {
        Ok(Self {
            solvers: SolverPool::new(config.solver.to_builder().threads(1).build()),
            pool: Pool::start(config.solver.threads(), config.queue, metrics)?,
            metrics: Arc::clone(metrics),
            phases,
        })
    }

    /// Returns the board of requests that name none.
    pub(crate) fn board(&self) -> BoardSize {
        self.solvers.main().size()
    }

    /// Returns the searches at a time.
    pub(crate) fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Returns what is known of all columns without a search, if that is all.
    pub(crate) fn known(&self, position: &Position) -> Result<Option<Analysis>, Refused> {
        let analysis = self.solvers.on(position.size())?.query(position).known();
        let known = analysis.is_complete().then_some(analysis);
        self.metrics.known(known.is_some());
        Ok(known)
    }

    /// Returns the score of a position and a move that keeps it, if both are known without a search.
    pub(crate) fn known_move(&self, position: &Position) -> Result<Option<Analysis>, Refused> {
        let found = self.solvers.on(position.size())?.query(position).nodes(0).solve_with_move();
        let is_known = found.best_is_proven() || position.is_over();
        self.metrics.known(is_known);
        Ok(is_known.then_some(found))
    }

    /// Takes a place for a request of many searches.
    pub(crate) fn place(&self) -> Result<Place, Refused> {
        self.pool.place(Turn::Covered)
    }

    /// Returns whether searches are answered: by a search, or where all threads are busy by whether their searches will end.
    pub(crate) async fn is_ready(&self) -> bool {
        let budget = Budget::from_now(PROBE.0, Some(PROBE.1));
        let start = Position::on(self.board());
        let ask = move |solver: &Solver, limits: &Limits| solver.query(&start).limits(limits).solve();
        match self.search(Turn::Covered, self.board(), &budget, ask).await {
            Ok(_) => true,
            Err(Refused::Failed | Refused::Memory) => false,
            Err(_) => self.pool.moves(),
        }
    }

    /// Runs a search in its turn.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        turn: Turn,
        board: BoardSize,
        budget: &Budget,
        ask: impl FnOnce(&Solver, &Limits) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        self.begin(turn, board, budget, ask)?.answer().await
    }

    /// Gives the threads a search. It is stopped when its time is up, when the server stops, when its client leaves, and when
    /// it is dropped.
    pub(crate) fn begin<T: Send + 'static>(
        &self,
        turn: Turn,
        board: BoardSize,
        budget: &Budget,
        ask: impl FnOnce(&Solver, &Limits) -> T + Send + 'static,
    ) -> Result<Search<T>, Refused> {
        let (reply, found) = oneshot::channel();
        let (stop, metrics, solvers) = (StopFlag::new(), Arc::clone(&self.metrics), self.solvers.clone());
        let (flag, budget) = (stop.clone(), *budget);
        let run = move || {
            let running = metrics.running();
            let found =
                solvers.on(board).map(|solver| ask(&solver, &budget.limits(&flag))).map_err(Refused::from);
            drop(running);
            // The request may be gone.
            let _ = reply.send(found);
        };
        let ticket = self.pool.submit(turn, budget.deadline(), run)?;
        Ok(Search {
            ticket,
            stop,
            found,
            deadline: budget.deadline(),
            phases: self.phases.clone(),
            metrics: Arc::clone(&self.metrics),
        })
    }
}

/// A search that the threads were given. Nothing is held by it: it runs whether or not it is polled.
#[derive(Debug)]
pub(crate) struct Search<T> {
    ticket: Ticket,
    stop: StopFlag,
    found: oneshot::Receiver<Result<T, Refused>>,
    deadline: Instant,
    phases: Phases,
    metrics: Arc<Metrics>,
}

impl<T> Search<T> {
    /// Waits for what the search finds. Stopped before its end, it finds what is proven until then.
    pub(crate) async fn answer(mut self) -> Result<T, Refused> {
        let reason = tokio::select! {
            biased;
            found = &mut self.found => return found.unwrap_or(Err(Refused::Failed)),
            () = sleep_until(self.deadline) => Refused::Late,
            () = reached(self.phases.clone(), Phase::Stopping) => Refused::Stopping,
            () = client::left() => Refused::Left,
        };
        self.stop.stop();
        let is_late = reason == Refused::Late;
        if !(is_late && self.ticket.has_thread()) && self.ticket.withdraw() {
            return Err(reason);
        }
        if reason == Refused::Left {
            self.metrics.abandoned();
        }
        (&mut self.found).await.unwrap_or(Err(Refused::Failed))
    }
}

impl<T> Drop for Search<T> {
    fn drop(&mut self) {
        if matches!(self.found.try_recv(), Err(TryRecvError::Empty)) {
            self.stop.stop();
            if !self.ticket.withdraw() {
                self.metrics.abandoned();
            }
        }
    }
}
