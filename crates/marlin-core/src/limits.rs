//! [`Limits`] of a search, and the [`StopFlag`] that ends it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A flag that stops or pauses the searches it was given to, from any thread. Given to
/// [`Query::serial_until`], it lets the other threads join once it is raised.
///
/// [`Query::serial_until`]: crate::Query::serial_until
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Solver, StopFlag};
///
/// let flag = StopFlag::new();
/// let other = flag.clone();
/// std::thread::spawn(move || other.stop()).join().unwrap();
/// let report = Solver::builder().without_book().build().query(&Position::new()).stop(flag).score();
/// assert_eq!(report.bounds.score(), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<Signals>);

#[derive(Debug, Default)]
struct Signals {
    is_stopped: AtomicBool,
    is_paused: AtomicBool,
    /// Held during every change, so that a search misses none between its check and its wait.
    changes: Mutex<()>,
    wakes: Condvar,
}

impl StopFlag {
    /// Returns a flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag permanently: a later search with it stops at once.
    pub fn stop(&self) {
        self.change(|signals| signals.is_stopped.store(true, Relaxed));
    }

    /// Pauses the searches within 5 ms in a release build. Each search keeps its thread and its state, and
    /// the pause counts towards its limit of time.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use marlin_core::{Position, Solver, StopFlag};
    ///
    /// let (position, flag) = ("2252576253462244111563".parse::<Position>()?, StopFlag::new());
    /// flag.pause();
    /// let search = std::thread::spawn({
    ///     let flag = flag.clone();
    ///     move || Solver::new().query(&position).stop(flag).score()
    /// });
    /// std::thread::sleep(Duration::from_millis(10));
    /// assert!(!search.is_finished());
    /// flag.resume();
    /// assert!(search.join().unwrap().bounds.score().is_some());
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn pause(&self) {
        self.change(|signals| signals.is_paused.store(true, Relaxed));
    }

    /// Lets paused searches continue.
    pub fn resume(&self) {
        self.change(|signals| signals.is_paused.store(false, Relaxed));
    }

    fn change(&self, change: impl FnOnce(&Signals)) {
        let held = self.0.changes.lock().unwrap_or_else(PoisonError::into_inner);
        change(&self.0);
        drop(held);
        self.0.wakes.notify_all();
    }

    /// Returns the signal that the flag is raised.
    pub(crate) fn signal(&self) -> &AtomicBool {
        &self.0.is_stopped
    }

    /// Returns whether the flag is raised, after the end of a pause.
    pub(crate) fn is_stopped_after_pause(&self) -> bool {
        if self.0.is_paused.load(Relaxed) {
            self.sleep();
        }
        self.is_stopped()
    }

    #[cold]
    fn sleep(&self) {
        let mut held = self.0.changes.lock().unwrap_or_else(PoisonError::into_inner);
        while self.0.is_paused.load(Relaxed) && !self.is_stopped() {
            held = self.0.wakes.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns whether the flag is raised. A pause does not raise it.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Relaxed)
    }
}

/// The limits of a search; without any limit it ends with the answer.
///
/// [`Query`](crate::Query) has a shortcut for each limit; this type keeps several together.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use marlin_core::{Limits, Position, Solver};
///
/// let limits = Limits { time: Some(Duration::from_millis(500)), nodes: Some(1_000), ..Limits::NONE };
/// let solver = Solver::builder().without_book().build();
/// let report = solver.query(&Position::new()).limits(&limits).score();
/// assert_eq!(report.bounds.score(), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The time that the search may take from its start, obeyed within 5 ms in a release build. On
    /// `wasm32-unknown-unknown` no time passes, and the limit has no effect, until the program calls
    /// `marlin_core::set_clock`. That function exists on this target alone: it takes a `fn() -> Duration`,
    /// the time since any fixed moment.
    pub time: Option<Duration>,
    /// The nodes that the search may visit. One thread obeys it exactly; several go beyond it by a few
    /// hundred each.
    pub nodes: Option<u64>,
    /// A flag that stops or pauses the search, obeyed within 5 ms in a release build.
    pub stop: Option<StopFlag>,
    /// The depth: the number of plies that the search looks ahead. The search stops once it knows whether the
    /// game ends within that number of plies, and with which result. It does not prove which of two wins
    /// within the depth is faster. Rules, book and table may prove more: the depth bounds the search and not
    /// the answer.
    pub depth: Option<u32>,
}

impl Limits {
    /// No limits: the search ends with the answer.
    pub const NONE: Self = Self { time: None, nodes: None, stop: None, depth: None };

    /// Returns whether there is no limit.
    pub const fn is_none(&self) -> bool {
        let Self { time, nodes, stop, depth } = self;
        time.is_none() && nodes.is_none() && stop.is_none() && depth.is_none()
    }
}
