//! [`Solver`]: exact answers to positions.

use std::cell::OnceCell;
use std::num::NonZero;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::book::Book;
use crate::cpu::Cpu;
use crate::limits::Limits;
use crate::report::Progress;
use crate::search::{Crew, Dismissal, Interrupted, Search};
use crate::transposition::{self, TranspositionTable};

/// Answers positions exactly: the first plies from an opening [`Book`], all others by search. A solver for the standard
/// board has a book from the start ([`Book::embedded`]).
///
/// A solver is a handle on a [`TranspositionTable`] and a book, and keeps nothing else between two calls, so it is `Send +
/// Sync`, and clones of it in many threads share both. [`Solver::builder`] chooses the table, the book and the threads.
///
/// [`Solver::solve`] and its siblings return what is proven. [`Solver::query`] adds limits and progress, and returns
/// bounds: a score that isn't proven has no other type here.
///
/// # Many threads
///
/// One search uses all cores by itself. To search many positions at once, give each of your threads a clone of a solver
/// with one thread. A [`StopFlag`](crate::StopFlag) ends the searches that it was given to, from any thread:
///
/// ```
/// use std::thread;
/// use marlin_core::{Position, Solver, StopFlag};
///
/// let solver = Solver::builder().threads(1).build();
/// let positions = ["44", "4433", "32164625"].map(|moves| moves.parse::<Position>().unwrap());
/// let stop = StopFlag::new();
/// thread::scope(|scope| {
///     for position in &positions {
///         let (solver, stop) = (solver.clone(), stop.clone());
///         scope.spawn(move || {
///             let report = solver.query(position).stop(stop).solve();
///             println!("{}", report.bounds); // the score, or what was proven of it before the stop
///         });
///     }
///     stop.stop();
/// });
/// ```
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Outcome, Position, Solver};
///
/// let solver = Solver::new();
/// let position: Position = "4433".parse()?;
/// assert_eq!(solver.solve(&position).get(), 18);
/// assert_eq!(solver.solve_outcome(&position), Outcome::Win);
/// assert_eq!(solver.best_move(&position), Column::new(4));
/// assert_eq!(solver.analyze(&position)[0].unwrap().get(), -3);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver<const W: usize = 7, const H: usize = 6> {
    pub(crate) table: Arc<TranspositionTable<W, H>>,
    pub(crate) book: Option<Arc<Book<W, H>>>,
    pub(crate) cpu: Cpu,
    /// The number asked for; `None` for as many as the machine runs at once.
    pub(crate) threads: Option<usize>,
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// The most threads that work at one search.
    pub const MAX_THREADS: usize = transposition::MAX_THREADS;

    /// Returns the number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| threads_at_once().min(Self::MAX_THREADS))
    }

    /// Returns the CPU level whose instructions the search uses.
    pub const fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Returns the book, if the solver has one.
    pub const fn book(&self) -> Option<&Arc<Book<W, H>>> {
        self.book.as_ref()
    }

    /// Returns the table.
    pub const fn table(&self) -> &Arc<TranspositionTable<W, H>> {
        &self.table
    }

    /// Does some work within limits, which keeps by itself what it has proven: for a while with one thread, then, if it
    /// takes longer, with all.
    pub(crate) fn run(
        &self,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<W, H>),
        work: &mut dyn FnMut(&mut Search<'_, W, H>) -> Result<(), Interrupted>,
    ) -> Effort {
        let crew = OnceCell::new();
        let mut search = Search::new(&self.table, self.cpu, limits, progress);
        search.watch().pause_at((self.threads != Some(1)).then_some(ALONE_NODES));
        if work(&mut search) == Err(Interrupted::Paused) {
            let (crew, started) = (crew.get_or_init(Crew::new), search.watch().started());
            thread::scope(|scope| {
                let _at_the_end = Dismissal(crew);
                search.watch().pause_at(None);
                if self.threads() > 1 {
                    search.join(crew);
                }
                let nodes = search.nodes();
                let goes_on = |_: &usize| !search.watch().is_at_limits(nodes, started.elapsed());
                for _helper in (1..self.threads()).take_while(goes_on) {
                    let help = || self.help(crew, limits, started);
                    // Where the system refuses another thread, those that there are do the work.
                    let _ = thread::Builder::new().spawn_scoped(scope, help);
                }
                let (Ok(()) | Err(_)) = work(&mut search);
            });
        }
        Effort { nodes: search.nodes(), elapsed: search.watch().elapsed() }
    }

    /// Helps with a search until its crew is dismissed.
    fn help(&self, crew: &Crew<W, H>, limits: &Limits, started: Instant) {
        let mut ignore = |_: &Progress<W, H>| {};
        let mut search = Search::new(&self.table, self.cpu, limits, &mut ignore);
        search.watch().start_at(started);
        search.join(crew);
        search.help();
    }
}

/// What a search has taken.
pub(crate) struct Effort {
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

/// Returns how many threads the machine runs at once. The system is asked once, when it first matters: on Linux it reads
/// files for the answer, which takes longer than an easy position.
fn threads_at_once() -> usize {
    static AT_ONCE: OnceLock<usize> = OnceLock::new();
    *AT_ONCE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

/// Nodes that one thread searches before others help.
const ALONE_NODES: u64 = if cfg!(test) { 0 } else { 20_000 };
