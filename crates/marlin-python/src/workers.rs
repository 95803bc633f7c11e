//! Searches on all cores, without the lock of the interpreter. Ctrl-C ends them.
//!
//! Each call starts its own threads, because a forked process inherits none. What it inherits of a search of another thread
//! stays as it was at the fork, locks too: [`Searching`] refuses to wait for them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use marlin_core::{Limits, Position, Query, Solver, StopFlag};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::stopped;
use crate::memory::collect;

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

/// A call that searches, or uses what searches share. It begins and ends with the lock of the interpreter, as a fork does.
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

/// The settings of a call.
pub(crate) struct Job<'a> {
    /// The threads to use at most.
    pub(crate) threads: usize,
    /// Ends the searches.
    pub(crate) stop: StopFlag,
    /// Called with the number of answers and of all requests.
    pub(crate) progress: Option<&'a Bound<'a, PyAny>>,
}

/// A request within a job: it can be stopped, and the last one gets all threads.
#[derive(Debug)]
pub(crate) struct Ticket<'a> {
    stop: &'a StopFlag,
    grow: Arc<AtomicBool>,
}

impl Ticket<'_> {
    /// Returns a query that ends with the job, and that has one thread unless it is the last of the job.
    pub(crate) fn query<'a>(&self, solver: &'a Solver, position: &Position) -> Query<'a> {
        solver.query(position).stop(self.stop.clone()).grow_when(Arc::clone(&self.grow))
    }

    /// Returns limits that end with the job too.
    pub(crate) fn limits(&self, limits: &Limits) -> Limits {
        Limits { stop: Some(self.stop.clone()), ..limits.clone() }
    }

    /// Returns a query with limits.
    pub(crate) fn within<'a>(&self, solver: &'a Solver, position: &Position, limits: &Limits) -> Query<'a> {
        solver.query(position).limits(&self.limits(limits)).grow_when(Arc::clone(&self.grow))
    }

    /// Returns whether the job has been stopped: its answers are discarded.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

/// The requests that no thread has taken, and the flags of the searches that run.
struct Queue {
    count: usize,
    next: AtomicUsize,
    done: AtomicUsize,
    /// The flags of the threads that have a request.
    running: Mutex<Vec<Arc<AtomicBool>>>,
}

impl Queue {
    fn take(&self) -> Option<usize> {
        Some(self.next.fetch_add(1, Relaxed)).filter(|&index| index < self.count)
    }

    /// Removes a thread that has found no request. The last one may use the cores of the others.
    fn leave(&self, flag: &Arc<AtomicBool>) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| !Arc::ptr_eq(other, flag));
        if let [last] = running.as_slice() {
            last.store(true, Relaxed);
        }
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
/// The exception of a signal handler, as for Ctrl-C, or of the progress callback, within a few milliseconds; that of an
/// answer.
pub(crate) fn answer_all<T: Send + Sync>(
    py: Python<'_>,
    job: &Job<'_>,
    count: usize,
    answer: impl Fn(usize, &Ticket<'_>) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    let threads = job.threads.min(marlin_core::MAX_THREADS).clamp(1, count.max(1));
    let flags: Vec<_> = (0..threads).map(|_| Arc::<AtomicBool>::default()).collect();
    let queue = Queue {
        count,
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        // With one thread for the job, the only search keeps to it.
        running: Mutex::new(if threads > 1 || job.threads > 1 { flags.clone() } else { Vec::new() }),
    };
    if job.threads > 1 && threads == 1 {
        flags[0].store(true, Relaxed);
    }
    let stop = &job.stop;
    let answers = collect(count, (0..count).map(|_| Ok(OnceLock::new())))?;
    let failed = OnceLock::new();
    let work = |flag: Arc<AtomicBool>| {
        let ticket = Ticket { stop, grow: flag };
        while let Some(index) = queue.take().filter(|_| !stop.is_stopped()) {
            match answer(index, &ticket) {
                Ok(found) => drop(answers[index].set(found)),
                Err(error) => {
                    let _ = failed.set(error);
                    stop.stop();
                }
            }
            queue.done.fetch_add(1, Relaxed);
        }
        queue.leave(&ticket.grow);
    };
    let progress = job.progress.map(|callback| callback.clone().unbind());
    py.detach(|| {
        thread::scope(|scope| {
            let (ended, ends) = mpsc::channel::<()>();
            let start = |flag: Arc<AtomicBool>| {
                let (work, ended, own) = (&work, ended.clone(), Arc::clone(&flag));
                let worker = thread::Builder::new().spawn_scoped(scope, move || {
                    let _guard = StopOnPanic(stop);
                    work(own);
                    drop(ended);
                });
                // The other threads do the work of one that the system refuses.
                worker.inspect_err(|_| queue.leave(&flag))
            };
            let started: Vec<_> = flags.into_iter().map(start).collect();
            drop(ended);
            let refused = started.iter().all(Result::is_err);
            let workers: Vec<_> = started.into_iter().flatten().collect();
            let watched = watch(&ends, progress.as_ref(), || (queue.done.load(Relaxed), count));
            if watched.is_err() {
                stop.stop();
            }
            for worker in workers {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            match watched {
                Ok(()) if refused && count > 0 => Err(PyRuntimeError::new_err("the system refuses a thread")),
                watched => watched,
            }
        })
    })?;
    failed.into_inner().map_or(Ok(()), Err)?;
    let answers = collect(count, answers.into_iter().map(|answer| answer.into_inner().ok_or_else(stopped)))?;
    if let Some(progress) = job.progress {
        progress.call1((count, count))?;
    }
    Ok(answers)
}

/// Waits until all threads have ended, and checks for signals meanwhile.
fn watch(
    ends: &mpsc::Receiver<()>,
    progress: Option<&Py<PyAny>>,
    state: impl Fn() -> (usize, usize),
) -> PyResult<()> {
    let mut shown = Instant::now();
    while ends.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
        let callback = progress.filter(|_| shown.elapsed() >= PROGRESS);
        Python::attach(|py| {
            py.check_signals()?;
            callback.map_or(Ok(()), |callback| callback.call1(py, state()).map(drop))
        })?;
        if callback.is_some() {
            shown = Instant::now();
        }
    }
    Ok(())
}
