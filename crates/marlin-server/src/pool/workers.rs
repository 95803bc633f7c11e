//! [`Workers`]: the threads that search, and the queue before them.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use marlin_core::{BoardSize, StopFlag};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tracing::{error, warn};

use super::turns::Turns;
use crate::metrics::{GaugeGuard, Metrics};

/// The time that a search may take to notice its end.
const OVERDUE: Duration = Duration::from_secs(1);

/// The time that a search runs before it is paused for others that wait.
pub(super) const SLICE: Duration = Duration::from_millis(100);

/// The time after which a thread checks again whether a board has had its turn.
const LOOK: Duration = Duration::from_millis(20);

/// The maximum number of searches that are paused at a time. Each keeps a thread of the system.
pub(super) const MAX_PAUSED: usize = 32;

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

/// The lane of the queue in which a search waits. The threads take from all in turn, and a search that others
/// wait for is paused after its slice. So batches and short work leave most of the threads' time to single
/// searches, and long searches to short ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Requests of one search. Each has a slot while it waits.
    Single,
    /// Requests of many searches. Each request has one slot until its end.
    Batch,
    /// Work of less than half a second that is never paused: pictures, and games that lead to boards. Each
    /// has a slot while it waits.
    Short,
}

impl Lane {
    const ALL: [Self; 3] = [Self::Single, Self::Batch, Self::Short];
}

/// The threads that search, and the queue before them. The threads are started once, so that the system can
/// refuse none later. They take the jobs themselves: a request that is not polled holds no thread. A search
/// that is paused keeps its thread, so more are started while others wait, as many as the system grants.
pub(crate) struct Workers {
    queue: Arc<Queue>,
    slots: [Arc<Semaphore>; Lane::ALL.len()],
    metrics: Arc<Metrics>,
}

/// The jobs that wait and run, in all lanes.
#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    /// Wakes a thread for a job, and all threads for the end.
    wakes: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// The jobs of each lane that have not begun, in the order of their arrival.
    waiting: [BTreeMap<u64, QueuedSearch>; Lane::ALL.len()],
    paused: VecDeque<(u64, Running)>,
    running: BTreeMap<u64, Running>,
    /// Whose turn is next: each lane has one, and so have the paused jobs.
    turn: usize,
    next_number: u64,
    /// The number of threads that were started.
    started: usize,
    /// The number of threads without a job.
    idle: usize,
    /// The number of searches at a time.
    threads: usize,
    slice: Duration,
    turns: Turns,
    /// Whether a job waits for the table of its board.
    is_blocked: bool,
    is_closed: bool,
}

/// A search that waits for a thread.
struct QueuedSearch {
    run: Box<dyn FnOnce() + Send>,
    deadline: Instant,
    /// The board whose table it takes, unless that is the main one.
    board: Option<BoardSize>,
    flag: StopFlag,
    _slot: Option<OwnedSemaphorePermit>,
    _waiting: GaugeGuard,
}

/// A search that has begun.
struct Running {
    lane: Lane,
    deadline: Instant,
    board: Option<BoardSize>,
    flag: StopFlag,
    /// When it may be paused for others.
    slice_end: Instant,
}

/// A submitted job, which can be withdrawn until it begins.
pub(super) struct Ticket {
    queue: Arc<Queue>,
    lane: Lane,
    number: u64,
    /// Whether a thread was free for the job, so that it begins as soon as the system schedules that thread.
    pub(super) has_thread: bool,
}

impl Ticket {
    /// Withdraws the job, and returns whether it had not begun.
    pub(super) fn withdraw(&self) -> bool {
        self.queue.lock().waiting[self.lane as usize].remove(&self.number).is_some()
    }
}

impl Workers {
    /// Starts the threads, or as many of them as the system grants. It fails if the system grants none.
    pub(super) fn start(
        threads: usize,
        queue: usize,
        slice: Duration,
        metrics: &Arc<Metrics>,
    ) -> io::Result<Self> {
        let slots = || Arc::new(Semaphore::new(queue.min(Semaphore::MAX_PERMITS)));
        let workers =
            Self { queue: Arc::default(), slots: Lane::ALL.map(|_| slots()), metrics: Arc::clone(metrics) };
        workers.queue.lock().slice = slice;
        for number in 0..threads {
            let mut state = workers.queue.lock();
            match workers.queue.start_thread(&mut state) {
                Ok(()) => state.threads += 1,
                Err(error) if number == 0 => return Err(error),
                Err(error) => {
                    warn!(%error, wanted = threads, started = number, "fewer search threads");
                    break;
                }
            }
        }
        Ok(workers)
    }

    /// Returns these workers for searches on a number of boards at a time, beside the main one.
    pub(super) fn with_turns(self, most: usize) -> Self {
        self.queue.lock().turns = Turns::of(most);
        self
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.queue.lock().threads
    }

    /// Reserves a slot, which is free again when it is dropped.
    pub(crate) fn reserve(&self, lane: Lane) -> Result<OwnedSemaphorePermit, Rejected> {
        Arc::clone(&self.slots[lane as usize]).try_acquire_owned().map_err(|_| {
            self.metrics.refused.inc();
            Rejected::QueueFull
        })
    }

    /// Enqueues a job that ends about at its deadline.
    pub(super) fn submit(
        &self,
        lane: Lane,
        deadline: Instant,
        board: Option<BoardSize>,
        flag: &StopFlag,
        run: impl FnOnce() + Send + 'static,
    ) -> Result<Ticket, Rejected> {
        let mut state = self.queue.lock();
        let waiting: usize = state.waiting.iter().map(BTreeMap::len).sum();
        let has_thread = waiting + state.running.len() < state.threads
            && state.paused.is_empty()
            && board.is_none_or(|board| state.turns.may_enter(board));
        let slot = if has_thread || lane == Lane::Batch { None } else { Some(self.reserve(lane)?) };
        let number = state.next_number;
        state.next_number += 1;
        let waiting = GaugeGuard::new(&self.metrics.waiting);
        let (run, flag) = (Box::new(run), flag.clone());
        let job = QueuedSearch { run, deadline, board, flag, _slot: slot, _waiting: waiting };
        state.waiting[lane as usize].insert(number, job);
        self.queue.provide_spare(&mut state);
        drop(state);
        self.queue.wakes.notify_one();
        Ok(Ticket { queue: Arc::clone(&self.queue), lane, number, has_thread })
    }

    /// Returns whether a thread is free, or has a search that is not overdue.
    pub(super) fn are_in_time(&self) -> bool {
        let (state, now) = (self.queue.lock(), Instant::now());
        state.running.len() < state.threads
            || state.running.values().any(|search| now < search.deadline + OVERDUE)
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
    fn work(self: &Arc<Self>) {
        yield_to_requests();
        while let Some((number, run)) = self.next() {
            // Unwind safe: a job shares only tables, whose entries are checked when they are read.
            if catch_unwind(AssertUnwindSafe(run)).is_err() {
                error!("a search panicked: this is a bug in marlin");
            }
            let mut state = self.lock();
            state.remove(number);
            state.idle += 1;
        }
    }

    /// Starts a thread, which is idle at first.
    fn start_thread(self: &Arc<Self>, state: &mut QueueState) -> io::Result<()> {
        let queue = Arc::clone(self);
        let name = format!("search-{}", state.started);
        thread::Builder::new().name(name).spawn(move || queue.work())?;
        state.started += 1;
        state.idle += 1;
        Ok(())
    }

    /// Starts a thread that pauses a search and runs one that waits, unless a thread is idle or no search
    /// waits.
    fn provide_spare(self: &Arc<Self>, state: &mut QueueState) {
        let is_needed = state.idle == 0 && state.is_awaited();
        if is_needed && state.started < state.threads.saturating_add(MAX_PAUSED) {
            // If the system refuses the thread, the others wait for the end of a search.
            let _ = self.start_thread(state);
        }
    }

    /// Waits for a job that has not begun, and removes it from the queue. Meanwhile it pauses jobs that
    /// others wait for, and resumes them when it is their turn.
    fn next(self: &Arc<Self>) -> Option<(u64, Box<dyn FnOnce() + Send>)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((number, job)) = state.take_turn() {
                state.idle -= 1;
                // Another thread attends to the others that wait.
                self.provide_spare(&mut state);
                self.wakes.notify_one();
                return Some((number, job));
            }
            let pause = state.pause_for_others(Instant::now());
            // A turn ends between two looks.
            let pause =
                if state.is_blocked { Some(pause.map_or(LOOK, |pause| pause.min(LOOK))) } else { pause };
            state = match pause {
                Some(Duration::ZERO) => state,
                Some(time) => self.wakes.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0,
                None => self.wakes.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// Lowers the priority of the current thread, so that those that read requests and write responses need not
/// wait for it. Linux has a priority for each thread.
#[cfg(target_os = "linux")]
fn yield_to_requests() {
    use std::sync::OnceLock;

    use rustix::process::{getpriority_process, setpriority_process};

    // A thread begins with the priority of the one that starts it, which may search too.
    static PRIORITY: OnceLock<i32> = OnceLock::new();
    let priority = *PRIORITY.get_or_init(|| getpriority_process(None).map_or(0, |nice| nice + 5));
    // Without it they wait more often.
    let _ = setpriority_process(None, priority);
}

#[cfg(not(target_os = "linux"))]
const fn yield_to_requests() {}

impl QueueState {
    fn is_awaited(&self) -> bool {
        !self.paused.is_empty() || self.waiting.iter().any(|lane| !lane.is_empty())
    }

    /// Resumes the paused jobs whose turn it is, and takes the first job that has not begun.
    fn take_turn(&mut self) -> Option<(u64, Box<dyn FnOnce() + Send>)> {
        let turns = self.waiting.len() + 1;
        let mut skipped = 0;
        self.is_blocked = false;
        while skipped < turns && self.running.len() < self.threads {
            let turn = self.turn;
            self.turn = (turn + 1) % turns;
            let slice_end = Instant::now() + self.slice;
            if let Some(&lane) = Lane::ALL.get(turn) {
                let first = self.first_without_table();
                let waiting = &mut self.waiting[turn];
                let next = waiting.iter().find(|&(&number, job)| {
                    job.board.is_none_or(|board| {
                        (self.turns.has(board) || first == Some(number))
                            && self.turns.enter(board, number, &job.flag)
                    })
                });
                let next = next.map(|(&number, _)| number);
                self.is_blocked |= next.is_none() && !waiting.is_empty();
                if let Some((number, job)) = next.and_then(|number| waiting.remove_entry(&number)) {
                    let QueuedSearch { run, deadline, board, flag, .. } = job;
                    self.running.insert(number, Running { lane, deadline, board, flag, slice_end });
                    return Some((number, run));
                }
            } else if let Some((number, search)) = self.paused.pop_front() {
                search.flag.resume();
                self.running.insert(number, Running { slice_end, ..search });
                skipped = 0;
                continue;
            }
            skipped += 1;
        }
        if self.is_blocked {
            self.turns.end_longest();
        }
        None
    }

    /// Returns the search, in any lane, that gets the next table, of those whose board has none.
    fn first_without_table(&self) -> Option<u64> {
        let waiting = self.waiting.iter().flatten();
        let without = waiting.filter(|(_, job)| job.board.is_some_and(|board| !self.turns.has(board)));
        let is_for_short = self.turns.given % 2 == 1;
        let first = without.min_by_key(|&(&number, job)| (is_for_short.then_some(job.deadline), number));
        first.map(|(&number, _)| number)
    }

    /// Counts the time for which a search has run in its slice.
    fn count(&mut self, search: &Running, now: Instant) {
        if let Some(board) = search.board {
            self.turns.add(board, (now + self.slice).saturating_duration_since(search.slice_end));
        }
    }

    /// Pauses the job whose slice ends first if it has ended, and others wait. Returns the time until then,
    /// if others wait.
    fn pause_for_others(&mut self, now: Instant) -> Option<Duration> {
        if self.running.len() < self.threads || !self.is_awaited() {
            return None;
        }
        let pausable = self.running.iter().filter(|(_, search)| search.lane != Lane::Short);
        let (&number, search) = pausable.min_by_key(|(_, search)| search.slice_end)?;
        let left = search.slice_end.saturating_duration_since(now);
        if left.is_zero() {
            let search = self.running.remove(&number)?;
            self.count(&search, now);
            search.flag.pause();
            if self.paused.is_empty() {
                // Not the turn of this one: others wait.
                self.turn %= Lane::ALL.len();
            }
            self.paused.push_back((number, search));
        }
        Some(left)
    }

    /// Removes a job that has ended. It may have been paused just before.
    fn remove(&mut self, number: u64) {
        let search = if let Some(search) = self.running.remove(&number) {
            self.count(&search, Instant::now());
            Some(search)
        } else {
            let index = self.paused.iter().position(|&(paused, _)| paused == number);
            index.and_then(|index| self.paused.remove(index)).map(|(_, search)| search)
        };
        if let Some(board) = search.and_then(|search| search.board) {
            self.turns.leave(board, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use marlin_core::{BoardSize, Limits, Position, Solver};

    use super::*;
    use crate::tests::PATIENCE;

    /// Workers that pause no search.
    fn workers(threads: usize, queue: usize) -> Workers {
        Workers::start(threads, queue, Duration::from_secs(20), &Arc::default()).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + 2 * PATIENCE
    }

    /// Keeps a thread until the sender is dropped.
    fn block(workers: &Workers, deadline: Instant) -> mpsc::Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        let (begins, begun) = mpsc::channel();
        workers
            .submit(Lane::Single, deadline, None, &StopFlag::new(), move || {
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
        let waiting = workers.submit(Lane::Single, soon(), None, &StopFlag::new(), || {}).unwrap();
        let refused = workers.submit(Lane::Single, soon(), None, &StopFlag::new(), || {}).err();
        assert_eq!(refused, Some(Rejected::QueueFull));
        assert!(waiting.withdraw() && !waiting.withdraw());
        assert!(workers.submit(Lane::Single, soon(), None, &StopFlag::new(), || {}).is_ok());
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
            workers
                .submit(lane, soon(), None, &StopFlag::new(), move || sender.send(number).unwrap())
                .unwrap()
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
    fn a_search_that_others_wait_for_is_paused_and_goes_on() {
        let slice = Duration::from_millis(5);
        let workers = Workers::start(1, 1, slice, &Arc::default()).unwrap();
        let (sender, done) = mpsc::channel();
        let flags = [(); 2].map(|()| StopFlag::new());
        let submit = |flag: &StopFlag, moves: &str, name| {
            let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
            let (limits, sender) = (Limits { stop: Some(flag.clone()), ..Limits::NONE }, sender.clone());
            let run = move || {
                let builder = Solver::builder().hash_mib(1).unwrap();
                let solver = builder.without_book().threads(1).build();
                sender
                    .send((name, solver.query(&position).limits(&limits).score().bounds.score().is_some()))
                    .unwrap();
            };
            workers.submit(Lane::Batch, soon(), None, flag, run).unwrap();
        };
        // Two long ones, which are paused for each other too, and short ones.
        for flag in &flags {
            submit(flag, "", "long");
        }
        for _ in 0..10 {
            submit(&StopFlag::new(), "225257625346224411156336", "short");
            assert_eq!(done.recv_timeout(PATIENCE), Ok(("short", true)));
        }
        // A stop ends one that is paused.
        flags.iter().for_each(StopFlag::stop);
        for _ in 0..2 {
            assert_eq!(done.recv_timeout(PATIENCE), Ok(("long", false)));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn all_searches_have_one_priority_below_that_of_requests() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let workers = Workers::start(1, 1, Duration::from_millis(5), &Arc::default()).unwrap();
        let (sender, found) = mpsc::channel();
        // Each keeps its thread, so that the next one has a new thread.
        let mut busy = Vec::new();
        for _ in 0..4 {
            let (sender, (release, released)) = (sender.clone(), mpsc::channel::<()>());
            busy.push(release);
            let run = move || {
                sender.send(nice()).unwrap();
                let _ = released.recv();
            };
            workers.submit(Lane::Batch, soon(), None, &StopFlag::new(), run).unwrap();
            assert_eq!(found.recv_timeout(PATIENCE), Ok((nice() + 5).min(19)));
        }
    }

    #[test]
    fn the_board_that_has_waited_longest_is_next_and_the_one_with_the_least_time_in_turn_whatever_its_lane() {
        let workers = workers(1, 6).with_turns(1);
        let busy = block(&workers, soon());
        let (sender, order) = mpsc::channel();
        let boards = ["4x4", "5x4", "6x4", "7x4", "8x4", "9x4"];
        let lanes = [Lane::Batch, Lane::Batch, Lane::Single, Lane::Single, Lane::Batch, Lane::Single];
        let deadlines = [0, 1, 2, 3, -1, -2].map(|place| {
            let gap = PATIENCE.mul_f64(f64::abs(place.into()) / 8.0);
            if place < 0 { soon() - gap } else { soon() + gap }
        });
        for ((board, lane), deadline) in boards.into_iter().zip(lanes).zip(deadlines) {
            let (sender, size) = (sender.clone(), board.parse().unwrap());
            let run = move || sender.send(board).unwrap();
            workers.submit(lane, deadline, Some(size), &StopFlag::new(), run).unwrap();
        }
        drop((busy, sender));
        assert_eq!(order.iter().collect::<Vec<_>>(), ["4x4", "9x4", "5x4", "8x4", "6x4", "7x4"]);
    }

    #[test]
    fn a_panic_costs_no_thread() {
        let workers = workers(1, 4);
        for _ in 0..4 {
            workers
                .submit(Lane::Batch, soon(), None, &StopFlag::new(), || panic!("a test of panics"))
                .unwrap();
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
