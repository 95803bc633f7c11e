//! Searches on all cores, without the lock of the interpreter. Ctrl-C ends them.
//!
//! Each call starts its own threads, because a forked process inherits none. The state of another thread's
//! search, including its locks, stays as it was at the fork: [`Searching`] refuses to wait for such locks.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use marlin_core::{Limits, Position, Query, Solver, StopFlag};
use marlin_support::pipeline::Queue;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::arguments::{stopped, unproven, with_room};

/// The time between two checks for signals.
const POLL: Duration = Duration::from_millis(20);

/// The time between two calls of a progress callback.
const PROGRESS: Duration = Duration::from_millis(100);

/// The searches that run.
struct Searches {
    process: u32,
    count: usize,
}

static SEARCHES: Mutex<Searches> = Mutex::new(Searches { process: 0, count: 0 });

/// A call that searches, or uses what searches share. It begins and ends with the lock of the interpreter, as
/// a fork does.
pub(crate) struct Searching(());

impl Searching {
    /// Begins a call, unless this process was forked during one.
    pub(crate) fn begin() -> PyResult<Self> {
        let mut searches = searches();
        let own = std::process::id();
        if searches.process != own && searches.count > 0 {
            return Err(PyRuntimeError::new_err(
                "this process was forked while another thread searched, so it cannot search itself: \
                 start it by multiprocessing's 'spawn', or fork it before the search",
            ));
        }
        *searches = Searches { process: own, count: searches.count + 1 };
        Ok(Self(()))
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        searches().count -= 1;
    }
}

fn searches() -> MutexGuard<'static, Searches> {
    SEARCHES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The calls of a solver that run: the flag of each, under its number.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    running: Mutex<BTreeMap<u64, StopFlag>>,
    begun: AtomicU64,
}

/// A call about positions of one board. The solver has the flag of the call until the call ends.
pub(crate) struct Call<'a> {
    calls: &'a Calls,
    number: u64,
    _searching: Searching,
    stop: StopFlag,
    /// The solver of the board.
    pub(crate) solver: Solver,
    /// The limits of each search.
    pub(crate) limits: Limits,
}

impl Calls {
    /// Begins a call that [`Calls::stop`] ends.
    pub(crate) fn begin(
        &self,
        limits: Limits,
        solver: impl FnOnce() -> PyResult<Solver>,
    ) -> PyResult<Call<'_>> {
        let searching = Searching::begin()?;
        let (number, stop) = (self.begun.fetch_add(1, Relaxed), StopFlag::new());
        self.running().insert(number, stop.clone());
        let solver = solver().inspect_err(|_| drop(self.running().remove(&number)))?;
        Ok(Call { calls: self, number, _searching: searching, stop, solver, limits })
    }

    /// Stops all calls.
    pub(crate) fn stop(&self) {
        self.running().values().for_each(StopFlag::stop);
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<u64, StopFlag>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Call<'_> {
    /// Returns the settings of the searches on some threads.
    pub(crate) fn job<'a>(&self, threads: usize, progress: Option<&'a Bound<'a, PyAny>>) -> Job<'a> {
        Job { threads, stop: self.stop.clone(), limits: self.limits.clone(), progress }
    }

    /// Answers a question on other threads.
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        search: impl Fn(&Ticket<'_>) -> Option<T> + Sync,
    ) -> PyResult<T> {
        let job = self.job(self.solver.threads(), None);
        answer_one(py, &job, |ticket| search(ticket).ok_or_else(|| ticket.unproven()))
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.calls.running().remove(&self.number);
    }
}

/// The settings of a call.
pub(crate) struct Job<'a> {
    /// The maximum number of threads.
    pub(crate) threads: usize,
    /// Ends the searches.
    pub(crate) stop: StopFlag,
    /// The other limits of each search.
    pub(crate) limits: Limits,
    /// Called with the number of answers and of all requests.
    pub(crate) progress: Option<&'a Bound<'a, PyAny>>,
}

impl Job<'_> {
    /// Returns the settings of a call with one thread and without limits.
    pub(crate) fn alone() -> Self {
        Self { threads: 1, stop: StopFlag::new(), limits: Limits::NONE, progress: None }
    }
}

/// A request within a job: it can be stopped, and the last one gets all threads.
#[derive(Debug)]
pub(crate) struct Ticket<'a> {
    stop: &'a StopFlag,
    limits: &'a Limits,
    serial: &'a StopFlag,
}

impl Ticket<'_> {
    /// Returns a query within the limits of the job, that has one thread unless it is the last of the job.
    pub(crate) fn query<'a>(&self, solver: &'a Solver, position: &Position) -> Query<'a> {
        solver.query(position).limits(&self.limits()).serial_until(self.serial.clone())
    }

    /// Returns the limits of a search, which ends with the job.
    pub(crate) fn limits(&self) -> Limits {
        Limits { stop: Some(self.stop.clone()), ..self.limits.clone() }
    }

    /// Returns whether the job has been stopped: its answers are discarded.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Returns the error of a search without a proof.
    pub(crate) fn unproven(&self) -> PyErr {
        if self.is_stopped() { stopped() } else { unproven() }
    }
}

/// Ends the searches of a job when a thread of it panics, because its answers are discarded then.
struct StopOnPanic<'a>(&'a StopFlag);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// Answers requests 0 to `count`, in their order. The first error of an answer ends the job.
///
/// # Errors
///
/// The exception of a signal handler, as for Ctrl-C, or of the progress callback, within a few milliseconds;
/// or the exception of an answer.
pub(crate) fn answer_all<T: Send>(
    py: Python<'_>,
    job: &Job<'_>,
    count: usize,
    answer: impl Fn(usize, &Ticket<'_>) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    let threads = job.threads.min(marlin_core::Solver::MAX_THREADS).clamp(1, count.max(1));
    let (stop, limits) = (&job.stop, &job.limits);
    let (done, failed) = (AtomicUsize::new(0), OnceLock::new());
    let mut requests = 0..count;
    let next = || Ok::<_, PyErr>(if stop.is_stopped() { None } else { requests.next() });
    // If the job has one thread, its only search has no other thread.
    let queue = Queue::new(next, job.threads > 1);
    let work = || {
        queue.work(|index, serial| {
            let found = answer(index, &Ticket { stop, limits, serial }).map_err(|error| {
                let _ = failed.set(error);
                stop.stop();
            });
            done.fetch_add(1, Relaxed);
            found.ok()
        });
    };
    let mut answers = with_room(count)?;
    let progress = job.progress.map(|callback| callback.clone().unbind());
    py.detach(|| {
        thread::scope(|scope| {
            let _guard = StopOnPanic(stop);
            // If the system refuses a thread, the other threads do its work.
            let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
            if (0..threads).filter(start).count() == 0 {
                return Err(PyRuntimeError::new_err("the system refuses a thread"));
            }
            let begun = Instant::now();
            let mut watch = Watch { progress: progress.as_ref(), polled: begun, shown: begun };
            while let Some(found) = queue.answers()? {
                answers.extend(found.into_iter().flatten());
                if let Err(error) = watch.look((done.load(Relaxed), count)) {
                    stop.stop();
                    // Without this loop, the threads would wait for room in the queue.
                    while let Ok(Some(_)) = queue.answers() {}
                    return Err(error);
                }
            }
            Ok(())
        })
    })?;
    failed.into_inner().map_or(Ok(()), Err)?;
    if answers.len() < count {
        return Err(stopped());
    }
    if let Some(progress) = job.progress {
        progress.call1((count, count))?;
    }
    Ok(answers)
}

/// Answers one request: see [`answer_all`].
pub(crate) fn answer_one<T: Send>(
    py: Python<'_>,
    job: &Job<'_>,
    answer: impl Fn(&Ticket<'_>) -> PyResult<T> + Sync,
) -> PyResult<T> {
    answer_all(py, job, 1, |_, ticket| answer(ticket))?.pop().ok_or_else(stopped)
}

/// Checks for signals, and reports the progress.
struct Watch<'a> {
    progress: Option<&'a Py<PyAny>>,
    polled: Instant,
    shown: Instant,
}

impl Watch<'_> {
    fn look(&mut self, state: (usize, usize)) -> PyResult<()> {
        if self.polled.elapsed() < POLL {
            return Ok(());
        }
        let callback = self.progress.filter(|_| self.shown.elapsed() >= PROGRESS);
        Python::attach(|py| {
            py.check_signals()?;
            callback.map_or(Ok(()), |callback| callback.call1(py, state).map(drop))
        })?;
        self.polled = Instant::now();
        if callback.is_some() {
            self.shown = self.polled;
        }
        Ok(())
    }
}
