//! [`Pool`]: the threads that search, and the queue before them.

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

use crate::metrics::{Gauge, Metrics};

/// The time that a search may take to notice its end.
const OVERDUE: Duration = Duration::from_secs(1);

/// Why a request has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The queue is full.
    Busy,
    /// The time was up before a search could begin.
    Late,
    /// The client left before a search could begin.
    Left,
    /// The server stopped before a search could begin.
    Stopping,
    /// There is no memory for the table of the board.
    Memory,
    /// A search panicked.
    Failed,
}

impl From<TableSizeError> for Refused {
    fn from(_: TableSizeError) -> Self {
        Self::Memory
    }
}

/// The line in which a search waits. The threads take from both in turn, so that requests of many searches leave half of the
/// threads' time to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// That of requests of one search, each of which takes a place in the queue while it waits.
    Counted,
    /// That of requests of many searches, each of which has a place until its end.
    Covered,
}

/// A place in the queue, or for a request of many searches.
#[derive(Debug)]
pub(crate) struct Place {
    _permit: OwnedSemaphorePermit,
}

/// The threads that search, and the queue before them. The threads are started once, so that the system can refuse none later,
/// and take their jobs themselves: a request that is not polled holds no thread.
#[derive(Debug)]
pub(super) struct Pool {
    queue: Arc<Queue>,
    places: [Arc<Semaphore>; 2],
    metrics: Arc<Metrics>,
}

/// The jobs that wait and run.
#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    /// Wakes a thread for a job, and all threads for the end.
    wakes: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The jobs of both lines, each in the order of their arrival.
    waiting: [BTreeMap<u64, Job>; 2],
    /// The line that is next.
    line: usize,
    /// When each running job is due.
    running: BTreeMap<u64, Instant>,
    next: u64,
    threads: usize,
    is_closed: bool,
}

/// A search that waits for a thread.
struct Job {
    run: Box<dyn FnOnce() + Send>,
    due: Instant,
    _place: Option<Place>,
    _waiting: Gauge,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("due", &self.due).finish_non_exhaustive()
    }
}

/// A job of the pool, which can be taken back until it begins.
#[derive(Debug)]
pub(super) struct Ticket {
    queue: Arc<Queue>,
    turn: Turn,
    number: u64,
    has_thread: bool,
}

impl Ticket {
    /// Returns whether a thread was free for the job, so that it begins as soon as the system lets that thread run.
    pub(super) const fn has_thread(&self) -> bool {
        self.has_thread
    }

    /// Takes the job back, and returns whether it had not begun.
    pub(super) fn withdraw(&self) -> bool {
        let job = self.queue.lock().waiting[self.turn as usize].remove(&self.number);
        job.is_some()
    }
}

impl Pool {
    /// Starts the threads: as many as are wanted, or as the system grants.
    ///
    /// # Errors
    ///
    /// The system's, if it grants none.
    pub(super) fn start(threads: usize, queue: usize, metrics: &Arc<Metrics>) -> io::Result<Self> {
        let places = || Arc::new(Semaphore::new(queue.min(Semaphore::MAX_PERMITS)));
        let pool = Self { queue: Arc::default(), places: [places(), places()], metrics: Arc::clone(metrics) };
        for number in 0..threads {
            let queue = Arc::clone(&pool.queue);
            let started = thread::Builder::new().name(format!("search-{number}")).spawn(move || queue.work());
            match started {
                Ok(_) => pool.queue.lock().threads += 1,
                Err(error) if number == 0 => return Err(error),
                Err(error) => {
                    warn!(%error, wanted = threads, started = number, "fewer search threads");
                    break;
                }
            }
        }
        Ok(pool)
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.queue.lock().threads
    }

    /// Takes a place.
    pub(super) fn place(&self, turn: Turn) -> Result<Place, Refused> {
        let permit = Arc::clone(&self.places[turn as usize]).try_acquire_owned().map_err(|_| {
            self.metrics.refused();
            Refused::Busy
        })?;
        Ok(Place { _permit: permit })
    }

    /// Gives the threads a job that ends about when it is due.
    pub(super) fn submit(
        &self,
        turn: Turn,
        due: Instant,
        run: impl FnOnce() + Send + 'static,
    ) -> Result<Ticket, Refused> {
        let mut state = self.queue.lock();
        let waiting: usize = state.waiting.iter().map(BTreeMap::len).sum();
        let has_thread = waiting + state.running.len() < state.threads;
        let place = if has_thread || turn == Turn::Covered { None } else { Some(self.place(turn)?) };
        let number = state.next;
        state.next += 1;
        let job = Job { run: Box::new(run), due, _place: place, _waiting: self.metrics.waiting() };
        state.waiting[turn as usize].insert(number, job);
        drop(state);
        self.queue.wakes.notify_one();
        Ok(Ticket { queue: Arc::clone(&self.queue), turn, number, has_thread })
    }

    /// Returns whether a thread is free, or will be when its search is due.
    pub(super) fn moves(&self) -> bool {
        let (state, now) = (self.queue.lock(), Instant::now());
        state.running.len() < state.threads || state.running.values().any(|&due| now < due + OVERDUE)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.lock().is_closed = true;
        self.queue.wakes.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does the jobs in turn until the pool is dropped.
    fn work(&self) {
        while let Some((number, run)) = self.next() {
            // Unwind safe: a job shares only tables, whose entries are checked when they are read.
            if catch_unwind(AssertUnwindSafe(run)).is_err() {
                error!("a search panicked: this is a bug in marlin");
            }
            self.lock().running.remove(&number);
        }
    }

    /// Waits for a job, and takes it out of the queue.
    fn next(&self) -> Option<(u64, Box<dyn FnOnce() + Send>)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            let line = state.line;
            let job = state.waiting[line].pop_first().or_else(|| state.waiting[1 - line].pop_first());
            if let Some((number, job)) = job {
                state.line = 1 - line;
                state.running.insert(number, job.due);
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

    fn pool(threads: usize, queue: usize) -> Pool {
        Pool::start(threads, queue, &Arc::default()).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    /// Keeps a thread until the sender is dropped.
    fn block(pool: &Pool, due: Instant) -> mpsc::Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        let (begins, begun) = mpsc::channel();
        pool.submit(Turn::Counted, due, move || {
            begins.send(()).unwrap();
            let _ = released.recv();
        })
        .unwrap();
        begun.recv().unwrap();
        release
    }

    #[test]
    fn a_full_queue_refuses_and_a_job_that_is_withdrawn_leaves_its_place() {
        let pool = pool(1, 1);
        let _busy = block(&pool, soon());
        let waiting = pool.submit(Turn::Counted, soon(), || {}).unwrap();
        assert_eq!(pool.submit(Turn::Counted, soon(), || {}).unwrap_err(), Refused::Busy);
        assert!(waiting.withdraw() && !waiting.withdraw());
        assert!(pool.submit(Turn::Counted, soon(), || {}).is_ok());
    }

    #[test]
    fn many_searches_of_a_request_take_one_place_and_turns_with_others() {
        let pool = pool(1, 1);
        let busy = block(&pool, soon());
        let _place = pool.place(Turn::Covered).unwrap();
        assert_eq!(pool.place(Turn::Covered).unwrap_err(), Refused::Busy);
        let (sender, done) = mpsc::channel();
        let submit = |turn, number| {
            let sender = sender.clone();
            pool.submit(turn, soon(), move || sender.send(number).unwrap()).unwrap()
        };
        let tickets = [1, 2, 3]
            .map(|number| submit(Turn::Covered, number))
            .into_iter()
            .chain([submit(Turn::Counted, 4)]);
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
        let pool = pool(1, 4);
        for _ in 0..4 {
            pool.submit(Turn::Covered, soon(), || panic!("a test of panics")).unwrap();
        }
        drop(block(&pool, soon()));
    }

    #[test]
    fn a_pool_does_not_move_while_all_its_searches_are_overdue() {
        let pool = pool(2, 1);
        let past = Instant::now().checked_sub(2 * OVERDUE).unwrap();
        let one = block(&pool, past);
        assert!(pool.moves(), "a thread is free");
        let _other = block(&pool, past);
        assert!(!pool.moves());
        drop(one);
        drop(block(&pool, soon()));
        assert!(pool.moves());
    }
}
