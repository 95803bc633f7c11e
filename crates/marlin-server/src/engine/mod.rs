//! [`Engine`]: answers to positions, from the book at once and from searches in turn.
//!
//! | file | contents |
//! |---|---|
//! | `solvers` | a solver for each board, with bounded memory |
//! | `pool` | the searches at a time, and the queue before them |
//! | `budget` | the limits of a request |

mod budget;
mod pool;
mod solvers;

use std::sync::Arc;

use marlin_core::any::{Analysis, Position, Report, Solver};
use marlin_core::{BoardSize, Limits, StopFlag};
use tokio::task;
use tokio::time::sleep_until;

pub(crate) use self::budget::{Budget, after};
use self::pool::Pool;
pub(crate) use self::pool::{Place, Refused};
use self::solvers::Solvers;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::phase::{Phase, Phases, reached};

/// Answers to positions.
#[derive(Debug)]
pub(crate) struct Engine {
    solvers: Solvers,
    pool: Pool,
    metrics: Arc<Metrics>,
    phases: Phases,
}

impl Engine {
    pub(crate) fn new(config: &Config, metrics: &Arc<Metrics>, phases: Phases) -> Self {
        Self {
            solvers: Solvers::new(&config.solver, config.uses_book),
            pool: Pool::new(config.solver.threads(), config.queue, metrics),
            metrics: Arc::clone(metrics),
            phases,
        }
    }

    /// Returns the board of requests that name none.
    pub(crate) fn board(&self) -> BoardSize {
        self.solvers.board()
    }

    /// Returns what is known of all columns without a search, if that is all.
    pub(crate) fn known(&self, position: &Position) -> Result<Option<Analysis>, Refused> {
        let analysis = self.solvers.of(position.size())?.query(position).nodes(0).analyze();
        let known = analysis.is_complete().then_some(analysis);
        self.metrics.known(known.is_some());
        Ok(known)
    }

    /// Returns the score of a position without a search, as far as it is known.
    pub(crate) fn known_score(&self, position: &Position) -> Result<Report, Refused> {
        Ok(self.solvers.of(position.size())?.query(position).nodes(0).solve())
    }

    /// Takes a place in the queue.
    pub(crate) fn enter(&self) -> Result<Place, Refused> {
        self.pool.enter()
    }

    /// Takes a place for a request of many searches, which wait in turn with the others.
    pub(crate) fn enter_with_many(&self) -> Result<Place, Refused> {
        self.pool.enter_with_many()
    }

    /// Runs a search once a thread is free. It is stopped when its time is up, when the server stops, and when nobody waits
    /// for this future any more.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        place: Place,
        board: BoardSize,
        budget: &Budget,
        ask: impl FnOnce(&Solver, &Limits) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = place.wait(budget.deadline()).await?;
        let solver = self.solvers.of(board)?;
        let (stop, metrics) = (StopFlag::new(), Arc::clone(&self.metrics));
        let limits = budget.limits(&stop);
        let mut unwanted = StopUnwanted { stop, metrics: Some(Arc::clone(&metrics)) };
        let mut search = task::spawn_blocking(move || {
            let _running = metrics.running();
            let found = ask(&solver, &limits);
            drop(permit);
            found
        });
        let found = tokio::select! {
            found = &mut search => found,
            () = sleep_until(budget.deadline()) => unwanted.stop_and_wait(search).await,
            () = reached(self.phases.clone(), Phase::Stopping) => unwanted.stop_and_wait(search).await,
        };
        unwanted.metrics = None;
        found.map_err(|_| Refused::Failed)
    }
}

/// Stops a search that nobody waits for any more.
#[derive(Debug)]
struct StopUnwanted {
    stop: StopFlag,
    /// Where to count it, until the search has ended.
    metrics: Option<Arc<Metrics>>,
}

impl StopUnwanted {
    async fn stop_and_wait<T>(&self, search: task::JoinHandle<T>) -> Result<T, task::JoinError> {
        self.stop.stop();
        search.await
    }
}

impl Drop for StopUnwanted {
    fn drop(&mut self) {
        if let Some(metrics) = &self.metrics {
            self.stop.stop();
            metrics.abandoned();
        }
    }
}
