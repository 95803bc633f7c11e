//! [`Solver`]: exact answers to positions.

use std::sync::Arc;

use crate::board::Board;
use crate::board_size::BoardSize;
use crate::book::Book;
use crate::builder::Library;
use crate::cpu::Cpu;
use crate::geometry::Standard;
use crate::search::{Resources, default_threads};
use crate::transposition::{self, TranspositionTable};

/// Answers positions exactly: the first plies from an opening [`Book`], all others by search. A solver for the standard
/// board has a book from the start ([`Book::embedded`]).
///
/// A solver is a handle on a [`TranspositionTable`] and a book, and keeps nothing else between two calls, so it is
/// `Send + Sync`, and clones of it in many threads share both. [`Solver::builder`] chooses the table, the book and the
/// threads.
///
/// [`Solver::solve`] and its siblings return exact answers. [`Solver::query`] adds limits and progress, and returns
/// bounds: a score that is not proven has no other type here.
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
///             println!("{}", report.bounds); // the score, or its bounds at the time of the stop
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
/// assert_eq!(solver.analyze(&position)[Column::FIRST].unwrap().get(), -3);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver<B: Board = Standard> {
    pub(crate) board: B,
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) book: Option<Book<B>>,
    /// The source of the books of other boards.
    pub(crate) library: Library,
    pub(crate) cpu: Cpu,
    /// The requested number; `None` for as many as the machine runs at once.
    pub(crate) threads: Option<usize>,
}

impl Solver {
    /// The greatest number of threads of one search.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Solver, Standard};
    ///
    /// let solver = Solver::builder().threads(1_000_000).build();
    /// assert_eq!(solver.threads(), Solver::MAX_THREADS);
    /// ```
    pub const MAX_THREADS: usize = transposition::MAX_THREADS;
}

impl<B: Board> Solver<B> {
    /// Returns the board whose positions it answers.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Board, Position, Solver};
    ///
    /// fn first_score<B: Board>(solver: &Solver<B>) -> i32 {
    ///     solver.solve(&Position::on(solver.board())).get()
    /// }
    /// assert_eq!(first_score(&Solver::new()), 1);
    /// ```
    pub const fn board(&self) -> B {
        self.board
    }

    /// Returns the size of the board whose positions it answers.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Solver};
    ///
    /// assert_eq!(Solver::new().size(), BoardSize::STANDARD);
    /// ```
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Returns the number of threads of a search.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Solver, Standard};
    ///
    /// // As many as the machine runs at once, unless another number is set.
    /// println!("{} threads", Solver::new().threads());
    /// assert_eq!(Solver::builder().threads(2).build().threads(), 2);
    /// ```
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }

    /// Returns the CPU level whose instructions the search uses.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// println!("searching with {}", Solver::new().cpu()); // avx2
    /// ```
    pub const fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Returns the book, if the solver has one.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// if let Some(book) = Solver::new().book() {
    ///     println!("answers up to {} stones come from the book", book.plies());
    /// }
    /// ```
    pub const fn book(&self) -> Option<&Book<B>> {
        self.book.as_ref()
    }

    /// Returns the table.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::new();
    /// solver.solve(&"44444432".parse()?);
    /// solver.table().clear(); // the next search begins with nothing
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn table(&self) -> &Arc<TranspositionTable> {
        &self.table
    }

    /// Returns the resources of a search.
    pub(crate) fn resources(&self) -> Resources<'_> {
        Resources { table: &self.table, cpu: self.cpu, threads: self.threads, growth: None }
    }
}
