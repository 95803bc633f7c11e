//! Many requests in parallel, with their answers in order.
//!
//! Crates for parallel iterators do not give the last request all threads, keep the order and bound the read-ahead.
//!
//! One thread reads, up to `threads` threads answer, and the caller's thread hands out requests and delivers answers. At most
//! `WINDOW` requests are between the reader and the output: the reader takes a permit for each request, and delivered answers
//! return their permits.
//!
//! The first request is answered on the caller's thread, before any other is started, and its search may use all threads. A
//! single line, the usual input of a script, thus starts no threads.
//!
//! Each later request gets one thread. If only one request is open and no other can be read, the other threads would be idle.
//! So after `EXCLUSIVE_AFTER` its flag is raised, and its search may use all threads. Requests that are read in the meantime
//! wait for its end, so that the number of busy threads never exceeds `threads`.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The system refuses a thread.
///
/// # Examples
///
/// ```
/// use std::io;
/// use marlin_support::pipeline::ThreadError;
///
/// let error = ThreadError(io::Error::other("no memory"));
/// assert_eq!(error.to_string(), "cannot start a thread: no memory");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("cannot start a thread: {0}")]
pub struct ThreadError(pub io::Error);

/// The greatest number of requests between the reader and the output.
const WINDOW: usize = 4096;

/// The number of permits in a batch to the reader, which thus does not wake for each of them.
const PERMITS: usize = WINDOW / 4;

/// The time for which a request must be the only open one before it gets all threads: long enough to read a request that
/// follows at once.
const EXCLUSIVE_AFTER: Duration = Duration::from_millis(5);

/// With more open requests than this for each thread, the pipeline collects answers only every [`NAP`]. A wake-up for each
/// answer would cost the threads more time than an easy answer takes.
const MANY: usize = 16;

/// The time between collections of answers while many requests are open.
const NAP: Duration = Duration::from_micros(100);

/// An event of a pipeline.
enum PipelineEvent<R, A, E> {
    /// A request was read.
    Read(R),
    /// The end of the input, or the error of reading it.
    NoMore(Result<(), E>),
    /// The request with a number was answered.
    Answered(usize, A),
    /// A thread panicked.
    Panicked(Box<dyn Any + Send>),
}

/// A request on its way to a thread.
struct QueuedRequest<R> {
    /// The number of requests before it.
    number: usize,
    request: R,
    /// Raised when it has all threads exclusively.
    exclusive: Arc<AtomicBool>,
}

/// The place of an answer among the others.
struct AnswerSlot<A> {
    answer: Option<A>,
    exclusive: Arc<AtomicBool>,
}

/// Answers all requests of a source, and delivers each answer in the order of the requests, as soon as it and all earlier ones
/// are ready.
///
/// `threads` returns the number of threads; it is called for the second request. The flag that `answer` gets is raised, at any
/// time or never, when its request has all threads exclusively.
///
/// After an error it does not wait for the threads, since the program ends.
///
/// # Errors
///
/// That of `source` after all answers before it, that of `deliver` at once.
///
/// # Panics
///
/// If `source` or `answer` panics.
///
/// # Examples
///
/// ```
/// use marlin_support::pipeline::{self, ThreadError};
///
/// let (mut numbers, mut doubled) = (0..100, Vec::new());
/// let ended = pipeline::run(
///     || 2,
///     move || Ok::<_, ThreadError>(numbers.next()),
///     |number, _| 2 * number,
///     &mut |answers| {
///         doubled.extend(answers);
///         Ok(())
///     },
/// );
/// assert!(ended.is_ok() && doubled.into_iter().eq((0..200).step_by(2)));
/// ```
pub fn run<R: Send + 'static, A: Send + 'static, E: From<ThreadError> + Send + 'static>(
    threads: impl FnOnce() -> usize,
    mut source: impl FnMut() -> Result<Option<R>, E> + Send + 'static,
    answer: impl Fn(R, &Arc<AtomicBool>) -> A + Send + Sync + 'static,
    deliver: &mut dyn FnMut(Vec<A>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(first) = source()? else { return Ok(()) };
    let exclusive = Arc::<AtomicBool>::default();
    exclusive.store(true, Relaxed);
    deliver(vec![answer(first, &exclusive)])?;
    let Some(second) = source()? else { return Ok(()) };
    let mut second = Some(second);
    let source = move || second.take().map_or_else(&mut source, |request| Ok(Some(request)));
    let threads = threads();
    if threads == 1 {
        return run_one_by_one(source, answer, deliver);
    }
    let (events, inbox) = mpsc::channel();
    let (permits, permits_taken) = mpsc::channel();
    grant(&permits, WINDOW);
    spawn("reader", &events, move |events| read(source, &permits_taken, events))?;
    let (tasks, queue) = mpsc::channel();
    let pipeline = Pipeline {
        threads,
        answer: Arc::new(answer),
        events,
        inbox,
        permits,
        tasks,
        queue: Arc::new(Mutex::new(queue)),
        workers: 0,
        slots: VecDeque::new(),
        delivered: 0,
        owed: 0,
        open: 0,
        is_exclusive: false,
        held: Vec::new(),
        end: None,
    };
    pipeline.run(deliver)
}

/// Does the work of [`run`] on the caller's thread: passing requests and answers between threads takes longer than an easy
/// answer.
fn run_one_by_one<R, A, E>(
    mut source: impl FnMut() -> Result<Option<R>, E>,
    answer: impl Fn(R, &Arc<AtomicBool>) -> A,
    deliver: &mut dyn FnMut(Vec<A>) -> Result<(), E>,
) -> Result<(), E> {
    let never = Arc::default();
    while let Some(request) = source()? {
        deliver(vec![answer(request, &never)])?;
    }
    Ok(())
}

/// Starts a thread. A panic of it is an event.
fn spawn<R: Send + 'static, A: Send + 'static, E: From<ThreadError> + Send + 'static>(
    name: &str,
    events: &Sender<PipelineEvent<R, A, E>>,
    work: impl FnOnce(&Sender<PipelineEvent<R, A, E>>) + Send + 'static,
) -> Result<(), E> {
    let events = events.clone();
    let guarded = move || {
        // Unwind safe: state touched by a panic is discarded.
        if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| work(&events))) {
            let _ = events.send(PipelineEvent::Panicked(panic));
        }
    };
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(guarded)
        .map(drop)
        .map_err(|error| ThreadError(error).into())
}

/// Gives the reader permits. At the end of the input it no longer takes them.
fn grant(permits: &Sender<()>, count: usize) {
    for _ in 0..count {
        let _ = permits.send(());
    }
}

/// Reads requests as long as there are permits.
fn read<R, A, E>(
    mut source: impl FnMut() -> Result<Option<R>, E>,
    permits: &Receiver<()>,
    events: &Sender<PipelineEvent<R, A, E>>,
) {
    while permits.recv().is_ok() {
        let event = match source() {
            Ok(Some(request)) => PipelineEvent::Read(request),
            Ok(None) => PipelineEvent::NoMore(Ok(())),
            Err(error) => PipelineEvent::NoMore(Err(error)),
        };
        let is_last = matches!(event, PipelineEvent::NoMore(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Answers requests until the queue is closed.
fn work<R, A, E>(
    queue: &Mutex<Receiver<QueuedRequest<R>>>,
    answer: &impl Fn(R, &Arc<AtomicBool>) -> A,
    events: &Sender<PipelineEvent<R, A, E>>,
) {
    loop {
        let task = queue.lock().map(|queue| queue.recv());
        let Ok(Ok(QueuedRequest { number, request, exclusive })) = task else { return };
        if events.send(PipelineEvent::Answered(number, answer(request, &exclusive))).is_err() {
            return;
        }
    }
}

/// The requests that are open, and the threads that answer them.
struct Pipeline<R, A, E, F> {
    threads: usize,
    answer: Arc<F>,
    events: Sender<PipelineEvent<R, A, E>>,
    inbox: Receiver<PipelineEvent<R, A, E>>,
    permits: Sender<()>,
    tasks: Sender<QueuedRequest<R>>,
    queue: Arc<Mutex<Receiver<QueuedRequest<R>>>>,
    /// Threads started.
    workers: usize,
    /// The requests whose answers are still to be delivered.
    slots: VecDeque<AnswerSlot<A>>,
    /// The number of the first of them.
    delivered: usize,
    /// Permits to return to the reader.
    owed: usize,
    /// Requests handed out and unanswered.
    open: usize,
    /// Whether the only open one has all threads exclusively.
    is_exclusive: bool,
    /// Requests that were read while another has all threads.
    held: Vec<QueuedRequest<R>>,
    /// The result at the end of the input.
    end: Option<Result<(), E>>,
}

impl<R, A, E, F> Pipeline<R, A, E, F>
where
    R: Send + 'static,
    A: Send + 'static,
    E: From<ThreadError> + Send + 'static,
    F: Fn(R, &Arc<AtomicBool>) -> A + Send + Sync + 'static,
{
    fn run(mut self, deliver: &mut dyn FnMut(Vec<A>) -> Result<(), E>) -> Result<(), E> {
        loop {
            match self.next_event() {
                Some(event) => self.handle(event)?,
                None => self.give_all_threads(),
            }
            // Answers that are there already are delivered together.
            while let Ok(event) = self.inbox.try_recv() {
                self.handle(event)?;
            }
            self.deliver(deliver)?;
            if self.slots.is_empty()
                && let Some(end) = self.end.take()
            {
                return end;
            }
        }
    }

    /// Waits for an event; `None` if a request has been the only open one for a while.
    fn next_event(&self) -> Option<PipelineEvent<R, A, E>> {
        if self.open > MANY * self.threads {
            thread::sleep(NAP);
        }
        // The pipeline keeps a sender, so this always ends with an event or the time.
        if self.open == 1 && !self.is_exclusive {
            self.inbox.recv_timeout(EXCLUSIVE_AFTER).ok()
        } else {
            self.inbox.recv().ok()
        }
    }

    fn handle(&mut self, event: PipelineEvent<R, A, E>) -> Result<(), E> {
        match event {
            PipelineEvent::Read(request) => self.take(request)?,
            PipelineEvent::NoMore(end) => self.end = Some(end),
            PipelineEvent::Answered(number, answer) => {
                self.slots[number - self.delivered].answer = Some(answer);
                self.open -= 1;
                self.is_exclusive = false;
                for task in std::mem::take(&mut self.held) {
                    self.hand_out(task)?;
                }
            }
            PipelineEvent::Panicked(panic) => panic::resume_unwind(panic),
        }
        Ok(())
    }

    /// Gives a request its place, and hands it out unless another one has all threads.
    fn take(&mut self, request: R) -> Result<(), E> {
        let exclusive = Arc::<AtomicBool>::default();
        let number = self.delivered + self.slots.len();
        self.slots.push_back(AnswerSlot { answer: None, exclusive: exclusive.clone() });
        let task = QueuedRequest { number, request, exclusive };
        if self.is_exclusive {
            self.held.push(task);
            return Ok(());
        }
        self.hand_out(task)
    }

    /// Sends a request to the threads, and starts another thread if all are busy.
    fn hand_out(&mut self, task: QueuedRequest<R>) -> Result<(), E> {
        self.open += 1;
        if self.workers < self.threads && self.workers < self.open {
            let (queue, answer) = (Arc::clone(&self.queue), Arc::clone(&self.answer));
            match spawn("answer", &self.events, move |events| work(&queue, &*answer, events)) {
                Ok(()) => self.workers += 1,
                Err(error) if self.workers == 0 => return Err(error),
                // If the system refuses another thread, the existing ones do the work.
                Err(_) => self.threads = self.workers,
            }
        }
        // The queue exists as long as the pipeline.
        self.tasks.send(task).map_err(|_| ThreadError(io::Error::other("the queue is gone")).into())
    }

    /// Gives the only open request all threads.
    fn give_all_threads(&mut self) {
        if let Some(slot) = self.slots.iter().find(|slot| slot.answer.is_none()) {
            slot.exclusive.store(true, Relaxed);
            self.is_exclusive = true;
        }
    }

    /// Delivers the next answers.
    fn deliver(&mut self, deliver: &mut dyn FnMut(Vec<A>) -> Result<(), E>) -> Result<(), E> {
        let mut answers = Vec::new();
        while let Some(answer) = self.slots.front_mut().and_then(|slot| slot.answer.take()) {
            self.slots.pop_front();
            answers.push(answer);
        }
        if answers.is_empty() {
            return Ok(());
        }
        self.delivered += answers.len();
        self.owed += answers.len();
        deliver(answers)?;
        if self.owed >= PERMITS {
            grant(&self.permits, std::mem::take(&mut self.owed));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
