//! [`Workers`]: the threads that search, and the queue before them.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use marlin_core::TableSizeError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tracing::{error, warn};

use crate::metrics::{GaugeGuard, Metrics};

/// The time that a search may take to notice its end.
const OVERDUE: Duration = Duration::from_secs(1);

/// The reason why a search has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejected {
    /// The queue is full.
    QueueFull,
    /// The time was up before the search could begin.
    TimedOut,
    /// The client left before the search could begin.
    ClientLeft,
    /// The server stopped before the search could begin.
    ShuttingDown,
    /// There is no memory for the table of the board.
    OutOfMemory,
    /// The search panicked.
    Panicked,
}

impl From<TableSizeError> for Rejected {
    fn from(_: TableSizeError) -> Self {
        Self::OutOfMemory
    }
}

/// The lane of the queue in which a search waits. The threads take from both in turn, so that batches leave half of the
/// threads' time to single searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Requests of one search. Each has a slot while it waits.
    Single,
    /// Requests of many searches. Each request has one slot until its end.
    Batch,
}

/// A slot of a lane, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    _permit: OwnedSemaphorePermit,
}

/// The threads that search, and the queue before them. The threads are started once, so that the system can refuse none later.
/// They take the jobs themselves: a request that is not polled holds no thread.
#[derive(Debug)]
pub(super) struct Workers {
    queue: Arc<Queue>,
    slots: [Arc<Semaphore>; 2],
    metrics: Arc<Metrics>,
}

/// The jobs that wait and run, in both lanes.
#[derive(Debug, Default)]
struct Queue {
    state: Mutex<QueueState>,
    /// Wakes a thread for a job, and all threads for the end.
    wakes: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    /// The jobs of each lane, in the order of their arrival.
    waiting: [BTreeMap<u64, QueuedSearch>; 2],
    /// The lane of the next job.
    next_lane: usize,
    /// The deadline of each running job.
    running: BTreeMap<u64, Instant>,
    next_number: u64,
    threads: usize,
    is_closed: bool,
}

/// A search that waits for a thread.
struct QueuedSearch {
    run: Box<dyn FnOnce() + Send>,
    deadline: Instant,
    _slot: Option<Slot>,
    _waiting: GaugeGuard,
}

impl fmt::Debug for QueuedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueuedSearch").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

/// A submitted job, which can be withdrawn until it begins.
#[derive(Debug)]
pub(super) struct Ticket {
    queue: Arc<Queue>,
    lane: Lane,
    number: u64,
    has_thread: bool,
}

impl Ticket {
    /// Returns whether a thread was free for the job, so that it begins as soon as the system schedules that thread.
    pub(super) const fn has_thread(&self) -> bool {
        self.has_thread
    }

    /// Withdraws the job, and returns whether it had not begun.
    pub(super) fn withdraw(&self) -> bool {
        let job = self.queue.lock().waiting[self.lane as usize].remove(&self.number);
        job.is_some()
    }
}

impl Workers {
    /// Starts the threads, or as many of them as the system grants.
    ///
    /// # Errors
    ///
    /// The system's, if it grants none.
    pub(super) fn start(threads: usize, queue: usize, metrics: &Arc<Metrics>) -> io::Result<Self> {
        let slots = || Arc::new(Semaphore::new(queue.min(Semaphore::MAX_PERMITS)));
        let workers = Self { queue: Arc::default(), slots: [slots(), slots()], metrics: Arc::clone(metrics) };
        for number in 0..threads {
            let queue = Arc::clone(&workers.queue);
            let started = thread::Builder::new().name(format!("search-{number}")).spawn(move || queue.work());
            match started {
                Ok(_) => workers.queue.lock().threads += 1,
                Err(error) if number == 0 => return Err(error),
                Err(error) => {
                    warn!(%error, wanted = threads, started = number, "fewer search threads");
                    break;
                }
            }
        }
        Ok(workers)
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.queue.lock().threads
    }

    /// Reserves a slot.
    pub(super) fn reserve(&self, lane: Lane) -> Result<Slot, Rejected> {
        let permit = Arc::clone(&self.slots[lane as usize]).try_acquire_owned().map_err(|_| {
            self.metrics.refused.inc();
            Rejected::QueueFull
        })?;
        Ok(Slot { _permit: permit })
    }

    /// Enqueues a job that ends about at its deadline.
    pub(super) fn submit(
        &self,
        lane: Lane,
        deadline: Instant,
        run: impl FnOnce() + Send + 'static,
    ) -> Result<Ticket, Rejected> {
        let mut state = self.queue.lock();
        let waiting: usize = state.waiting.iter().map(BTreeMap::len).sum();
        let has_thread = waiting + state.running.len() < state.threads;
        let slot = if has_thread || lane == Lane::Batch { None } else { Some(self.reserve(lane)?) };
        let number = state.next_number;
        state.next_number += 1;
        let waiting = GaugeGuard::new(&self.metrics.waiting);
        let job = QueuedSearch { run: Box::new(run), deadline, _slot: slot, _waiting: waiting };
        state.waiting[lane as usize].insert(number, job);
        drop(state);
        self.queue.wakes.notify_one();
        Ok(Ticket { queue: Arc::clone(&self.queue), lane, number, has_thread })
    }

    /// Returns whether a thread is free, or has a search that is not overdue.
    pub(super) fn are_in_time(&self) -> bool {
        let (state, now) = (self.queue.lock(), Instant::now());
        state.running.len() < state.threads
            || state.running.values().any(|&deadline| now < deadline + OVERDUE)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queue.lock().is_closed = true;
        self.queue.wakes.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the jobs in turn until the workers are dropped.
    fn work(&self) {
        while let Some((number, run)) = self.next() {
            // Unwind safe: a job shares only tables, whose entries are checked when they are read.
            if catch_unwind(AssertUnwindSafe(run)).is_err() {
                error!("a search panicked: this is a bug in marlin");
            }
            self.lock().running.remove(&number);
        }
    }

    /// Waits for a job, and removes it from the queue.
    fn next(&self) -> Option<(u64, Box<dyn FnOnce() + Send>)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            let lane = state.next_lane;
            let job = state.waiting[lane].pop_first().or_else(|| state.waiting[1 - lane].pop_first());
            if let Some((number, job)) = job {
                state.next_lane = 1 - lane;
                state.running.insert(number, job.deadline);
                return Some((number, job.run));
            }
            state = self.wakes.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn workers(threads: usize, queue: usize) -> Workers {
        Workers::start(threads, queue, &Arc::default()).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    /// Keeps a thread until the sender is dropped.
    fn block(workers: &Workers, deadline: Instant) -> mpsc::Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        let (begins, begun) = mpsc::channel();
        workers
            .submit(Lane::Single, deadline, move || {
                begins.send(()).unwrap();
                let _ = released.recv();
            })
            .unwrap();
        begun.recv().unwrap();
        release
    }

    #[test]
    fn a_full_queue_rejects_and_a_job_that_is_withdrawn_leaves_its_slot() {
        let workers = workers(1, 1);
        let _busy = block(&workers, soon());
        let waiting = workers.submit(Lane::Single, soon(), || {}).unwrap();
        assert_eq!(workers.submit(Lane::Single, soon(), || {}).unwrap_err(), Rejected::QueueFull);
        assert!(waiting.withdraw() && !waiting.withdraw());
        assert!(workers.submit(Lane::Single, soon(), || {}).is_ok());
    }

    #[test]
    fn many_searches_of_a_request_take_one_slot_and_turns_with_others() {
        let workers = workers(1, 1);
        let busy = block(&workers, soon());
        let _slot = workers.reserve(Lane::Batch).unwrap();
        assert_eq!(workers.reserve(Lane::Batch).unwrap_err(), Rejected::QueueFull);
        let (sender, done) = mpsc::channel();
        let submit = |lane, number| {
            let sender = sender.clone();
            workers.submit(lane, soon(), move || sender.send(number).unwrap()).unwrap()
        };
        let tickets =
            [1, 2, 3].map(|number| submit(Lane::Batch, number)).into_iter().chain([submit(Lane::Single, 4)]);
        let _tickets: Vec<_> = tickets.collect();
        drop((busy, sender));
        let order: Vec<_> = done.iter().collect();
        assert!(
            order == [1, 4, 2, 3] || order == [4, 1, 2, 3],
            "in the order of their arrival, in turn: {order:?}"
        );
    }

    #[test]
    fn a_panic_costs_no_thread() {
        let workers = workers(1, 4);
        for _ in 0..4 {
            workers.submit(Lane::Batch, soon(), || panic!("a test of panics")).unwrap();
        }
        drop(block(&workers, soon()));
    }

    #[test]
    fn workers_are_not_in_time_while_all_searches_are_overdue() {
        let workers = workers(2, 1);
        let past = Instant::now().checked_sub(2 * OVERDUE).unwrap();
        let one = block(&workers, past);
        assert!(workers.are_in_time(), "a thread is free");
        let _other = block(&workers, past);
        assert!(!workers.are_in_time());
        drop(one);
        drop(block(&workers, soon()));
        assert!(workers.are_in_time());
    }
}
