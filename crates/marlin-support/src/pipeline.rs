//! Many requests in parallel, with their answers in order.
//!
//! No crate for parallel iterators gives the last request all threads, keeps the order and bounds the
//! read-ahead.
//!
//! [`run`] answers the first request on the caller's thread, before any other is started, and its search may
//! use all threads. A single line, the usual input of a script, thus starts no threads. The later requests go
//! through a [`Queue`].

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use marlin_core::StopFlag;

/// The system refuses a thread.
#[derive(Debug, thiserror::Error)]
#[error("cannot start a thread: {0}")]
pub struct ThreadError(pub io::Error);

/// The maximum number of requests between the source and the delivery.
const WINDOW: usize = 4096;

/// The time for which a request must be the only open one before it gets all threads: long enough to read a
/// request that follows at once.
const EXCLUSIVE_AFTER: Duration = Duration::from_millis(5);

/// After more answers than this at once, the next are awaited for [`NAP`] before they are taken. A wake-up
/// for each answer would cost more time than an easy answer takes.
const MANY: usize = 16;

/// The time in which easy answers collect.
const NAP: Duration = Duration::from_micros(100);

/// The requests of a source, which threads take and answer, and the answers in the order of the requests.
///
/// Each request has one thread. If only one is open and no other can be read, the other threads would be
/// idle: then its flag is raised, and its search may use all threads. A request that is read in the meantime
/// waits for its end, so that the number of busy threads never exceeds the number of the queue's threads.
#[derive(Debug)]
pub struct Queue<S, A, E> {
    source: Mutex<S>,
    state: Mutex<State<A, E>>,
    /// Signalled when the next answer is there.
    ready: Condvar,
    /// Signalled when the thread that reads may go on.
    free: Condvar,
    /// Whether the only open request gets all threads.
    grows: bool,
}

#[derive(Debug)]
struct State<A, E> {
    /// The answers from the next one on, `None` where a request is still open.
    slots: VecDeque<Option<A>>,
    /// The number of the request of the first slot.
    first: usize,
    /// The answers that were taken last, and may not be delivered yet.
    taken: usize,
    /// The numbers of the open requests, and the flags that let them use all threads.
    open: Vec<(usize, StopFlag)>,
    /// The number of taken requests, and the number of answered ones.
    events: usize,
    is_exclusive: bool,
    /// Whether no request is left.
    is_read: bool,
    /// The error of the source.
    error: Option<E>,
    panic: Option<Box<dyn Any + Send>>,
    /// Whether an answer has panicked: no thread waits for others then.
    has_panicked: bool,
}

impl<A, E> State<A, E> {
    /// Gives the only open request all threads.
    fn grow_only(&mut self) {
        if let [(_, only)] = self.open.as_slice() {
            only.stop();
            self.is_exclusive = true;
        }
    }

    fn take_ready(&mut self) -> Vec<A> {
        self.taken = self.slots.iter().take_while(|slot| slot.is_some()).count();
        self.first += self.taken;
        self.slots.drain(..self.taken).flatten().collect()
    }
}

impl<S, A, E> Queue<S, A, E> {
    /// Returns a queue. Without `grows`, a request keeps to one thread even if it is the only open one.
    pub fn new(source: S, grows: bool) -> Self {
        let state = State {
            slots: VecDeque::new(),
            first: 0,
            taken: 0,
            open: Vec::new(),
            events: 0,
            is_exclusive: false,
            is_read: false,
            error: None,
            panic: None,
            has_panicked: false,
        };
        let (source, state) = (Mutex::new(source), Mutex::new(state));
        Self { source, state, ready: Condvar::new(), free: Condvar::new(), grows }
    }

    /// Answers requests on this thread until there are no more. The flag of a request is raised when it has
    /// all threads.
    pub fn work<R>(&self, mut answer: impl FnMut(R, &StopFlag) -> A)
    where
        S: FnMut() -> Result<Option<R>, E>,
    {
        let work = || {
            while let Some((number, request, serial)) = self.take() {
                self.finish(number, answer(request, &serial));
            }
        };
        // Unwind safe: state touched by a panic is discarded.
        if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(work)) {
            let mut state = self.state();
            (state.panic, state.has_panicked, state.is_read) = (Some(panic), true, true);
            drop(state);
            self.ready.notify_one();
            self.free.notify_all();
        }
    }

    /// Takes the next request, with its number and its flag. One thread at a time reads, and the others wait
    /// for the lock of the source.
    fn take<R>(&self) -> Option<(usize, R, StopFlag)>
    where
        S: FnMut() -> Result<Option<R>, E>,
    {
        let mut source = self.source.lock().ok()?;
        if self.wait_while(|state| state.slots.len() + state.taken >= WINDOW).is_read {
            return None;
        }
        let read = source();
        let mut state = self.wait_while(|state| state.is_exclusive);
        if let Ok(Some(request)) = read {
            let (number, serial) = (state.first + state.slots.len(), StopFlag::new());
            state.open.push((number, serial.clone()));
            state.slots.push_back(None);
            state.events += 1;
            return Some((number, request, serial));
        }
        state.is_read = true;
        state.error = read.err();
        if self.grows {
            state.grow_only();
        }
        self.ready.notify_one();
        None
    }

    fn finish(&self, number: usize, answer: A) {
        let mut state = self.state();
        let index = number - state.first;
        state.slots[index] = Some(answer);
        state.open.retain(|&(other, _)| other != number);
        state.events += 1;
        let was_exclusive = std::mem::take(&mut state.is_exclusive);
        if state.is_read && self.grows {
            state.grow_only();
        }
        drop(state);
        // A signal is a call of the system, even if no thread waits.
        if index == 0 {
            self.ready.notify_one();
        }
        if was_exclusive {
            self.free.notify_one();
        }
    }

    /// Waits a few milliseconds for the next answers, and returns those that are there; `None` after the last
    /// one.
    ///
    /// # Errors
    ///
    /// That of the source, after all answers before it.
    ///
    /// # Panics
    ///
    /// If the source or an answer has panicked.
    pub fn answers(&self) -> Result<Option<Vec<A>>, E> {
        let mut state = self.state();
        let events = state.events;
        if std::mem::take(&mut state.taken) > 0 {
            self.free.notify_one();
        }
        let is_waiting = |state: &mut State<A, E>| match state.slots.front() {
            Some(next) => next.is_none() && state.panic.is_none(),
            None => !state.is_read && state.panic.is_none(),
        };
        let waited = self.ready.wait_timeout_while(state, EXCLUSIVE_AFTER, is_waiting);
        let (mut state, time) = waited.unwrap_or_else(PoisonError::into_inner);
        if let Some(panic) = state.panic.take() {
            drop(state);
            panic::resume_unwind(panic);
        }
        if time.timed_out() && state.events == events && self.grows {
            state.grow_only();
        }
        let answers = state.take_ready();
        let is_over = answers.is_empty() && state.slots.is_empty() && state.is_read;
        if is_over {
            return state.error.take().map_or(Ok(None), Err);
        }
        drop(state);
        if answers.len() > MANY {
            thread::sleep(NAP);
        }
        Ok(Some(answers))
    }

    fn state(&self) -> MutexGuard<'_, State<A, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, condition: impl Fn(&State<A, E>) -> bool) -> MutexGuard<'_, State<A, E>> {
        let waited = self.free.wait_while(self.state(), |state| condition(state) && !state.has_panicked);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers all requests of a source, and delivers each answer in the order of the requests, as soon as it and
/// all earlier ones are ready.
///
/// `threads` returns the number of threads; it is called for the second request. The flag that `answer` gets
/// is raised, at any time or never, when its request has all threads exclusively.
///
/// After an error it does not wait for the threads, since the program ends.
///
/// # Errors
///
/// An error of `source` is returned after all answers before it, an error of `deliver` at once.
///
/// # Panics
///
/// If `source` or `answer` panics.
pub fn run<R: Send + 'static, A: Send + 'static, E: From<ThreadError> + Send + 'static>(
    threads: impl FnOnce() -> usize,
    mut source: impl FnMut() -> Result<Option<R>, E> + Send + 'static,
    answer: impl Fn(R, &StopFlag) -> A + Send + Sync + 'static,
    deliver: &mut dyn FnMut(Vec<A>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(first) = source()? else { return Ok(()) };
    let alone = StopFlag::new();
    alone.stop();
    deliver(vec![answer(first, &alone)])?;
    let Some(second) = source()? else { return Ok(()) };
    let mut second = Some(second);
    let mut source = move || second.take().map_or_else(&mut source, |request| Ok(Some(request)));
    let threads = threads();
    if threads == 1 {
        // Passing answers between threads takes longer than an easy answer.
        let never = StopFlag::new();
        while let Some(request) = source()? {
            deliver(vec![answer(request, &never)])?;
        }
        return Ok(());
    }
    let queue = Arc::new(Queue::new(source, true));
    start(threads, &queue, &Arc::new(answer)).map_err(ThreadError)?;
    while let Some(answers) = queue.answers()? {
        if !answers.is_empty() {
            deliver(answers)?;
        }
    }
    Ok(())
}

/// Starts a thread that works for a queue. With its first request it starts the next one.
fn start<R: Send + 'static, S, A: Send + 'static, E: Send + 'static>(
    threads: usize,
    queue: &Arc<Queue<S, A, E>>,
    answer: &Arc<impl Fn(R, &StopFlag) -> A + Send + Sync + 'static>,
) -> io::Result<()>
where
    S: FnMut() -> Result<Option<R>, E> + Send + 'static,
{
    let (queue, answer) = (Arc::clone(queue), Arc::clone(answer));
    let mut others = threads - 1;
    let work = move || {
        queue.work(|request, serial| {
            let others = std::mem::take(&mut others);
            if others > 0 {
                // The existing threads do the work of one that the system refuses.
                let _ = start(others, &queue, &answer);
            }
            answer(request, serial)
        });
    };
    thread::Builder::new().name("answer".to_owned()).spawn(work).map(drop)
}

#[cfg(test)]
mod tests;
