//! [`SolverBuilder`]: how a [`Solver`] is put together.

use std::sync::Arc;

use crate::book::Book;
use crate::cpu::Cpu;
use crate::solver::Solver;
use crate::transposition::{TableSizeError, TranspositionTable};

/// The size of a solver's table in MiB unless another is asked for.
pub(crate) const DEFAULT_HASH_MIB: usize = 64;

impl Solver {
    /// Returns a solver for the standard board with the defaults of [`Solver::builder`]: a table of 64 MiB and the
    /// book that is part of the library. `Solver::default()` returns one for any other board.
    ///
    /// # Panics
    ///
    /// If the system has no 64 MiB; [`SolverBuilder::hash_mib`] returns an error instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// assert_eq!(Solver::new().solve(&Position::new()).get(), 1);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }
}

impl<const W: usize, const H: usize> Default for Solver<W, H> {
    fn default() -> Self {
        Self::builder().build()
    }
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// Returns a builder of a solver with a table of 64 MiB, the book of [`Book::embedded`], as many threads as the
    /// machine runs at once, and the highest CPU level that it has.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// let solver: Solver = Solver::builder().hash_mib(16)?.without_book().threads(1).build();
    /// assert_eq!((solver.table().hash_mib(), solver.threads()), (16, 1));
    /// assert!(solver.book().is_none());
    /// # Ok::<(), marlin_core::TableSizeError>(())
    /// ```
    pub fn builder() -> SolverBuilder<W, H> {
        let book = Book::embedded().map(Arc::new);
        SolverBuilder { table: None, book, cpu: Cpu::detect(), threads: None }
    }

    /// Returns a builder that begins with what this solver has. The new solver shares the table, so it knows what this one
    /// has proven, unless it is given another.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use marlin_core::Solver;
    ///
    /// let solver = Solver::new();
    /// let single = solver.to_builder().threads(1).build();
    /// assert!(Arc::ptr_eq(solver.table(), single.table()));
    /// assert!(single.book().is_some());
    /// ```
    pub fn to_builder(&self) -> SolverBuilder<W, H> {
        let Self { table, book, cpu, threads } = self.clone();
        SolverBuilder { table: Some(table), book, cpu, threads }
    }
}

/// Builds a [`Solver`]; see [`Solver::builder`] and [`Solver::to_builder`].
///
/// Only a new table can fail, so only [`SolverBuilder::hash_mib`] returns a `Result`.
///
/// # Examples
///
/// ```
/// use std::{sync::Arc, thread};
/// use marlin_core::{Position, Solver, TranspositionTable};
///
/// // Two solvers in two threads share what they prove.
/// let table = Arc::new(TranspositionTable::new(16)?);
/// thread::scope(|scope| {
///     for moves in ["444444", "4444443"] {
///         let solver = Solver::builder().table(Arc::clone(&table)).threads(1).build();
///         scope.spawn(move || solver.solve(&moves.parse::<Position>().unwrap()));
///     }
/// });
/// # Ok::<(), marlin_core::TableSizeError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct SolverBuilder<const W: usize = 7, const H: usize = 6> {
    /// `None` for a new one of the default size.
    table: Option<Arc<TranspositionTable<W, H>>>,
    book: Option<Arc<Book<W, H>>>,
    cpu: Cpu,
    threads: Option<usize>,
}

impl<const W: usize, const H: usize> SolverBuilder<W, H> {
    /// Sets a new table of a size in MiB.
    ///
    /// # Errors
    ///
    /// Those of [`TranspositionTable::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Solver, TableSizeError};
    ///
    /// let error = Solver::<7, 6>::builder().hash_mib(0).unwrap_err();
    /// assert_eq!(error, TableSizeError::OutOfRange { mib: 0 });
    /// ```
    pub fn hash_mib(self, mib: usize) -> Result<Self, TableSizeError> {
        Ok(self.table(Arc::new(TranspositionTable::new(mib)?)))
    }

    /// Sets a table that other solvers may share.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use marlin_core::{Solver, TranspositionTable};
    ///
    /// let table = Arc::new(TranspositionTable::new(4)?);
    /// let solver: Solver = Solver::builder().table(table).build();
    /// assert_eq!(solver.table().hash_mib(), 4);
    /// # Ok::<(), marlin_core::TableSizeError>(())
    /// ```
    pub fn table(self, table: Arc<TranspositionTable<W, H>>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Sets a book that other solvers may share.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::{fs::File, sync::Arc};
    /// use marlin_core::{Book, Solver};
    ///
    /// let book = Book::read(File::open("8x7.book")?)?;
    /// let solver = Solver::<8, 7>::builder().book(Arc::new(book)).build();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn book(self, book: Arc<Book<W, H>>) -> Self {
        Self { book: Some(book), ..self }
    }

    /// Leaves the book out: the solver searches every position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver, Source};
    ///
    /// let position: Position = "444444".parse()?;
    /// let report = Solver::builder().without_book().build().query(&position).solve();
    /// assert_eq!(report.source, Source::Search);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn without_book(self) -> Self {
        Self { book: None, ..self }
    }

    /// Sets the number of threads of each search, from 1 to [`Solver::MAX_THREADS`]; a number outside that range counts as
    /// the nearer end of it.
    ///
    /// A search begins with one thread; the others join if it takes longer than a few milliseconds. Answers don't depend
    /// on the number. With one thread node counts, and the nodes at which a limit ends a search, are the same each time;
    /// with more they vary. To search many positions at once, give each its own solver with one thread.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Solver;
    /// let solver: Solver = Solver::builder().threads(0).build();
    /// assert_eq!(solver.threads(), 1);
    /// ```
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Some(threads.clamp(1, Solver::<W, H>::MAX_THREADS)), ..self }
    }

    /// Sets the CPU level whose instructions the search uses. Answers and node counts don't depend on it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Cpu, Solver};
    ///
    /// let solver: Solver = Solver::builder().cpu(Cpu::BASELINE).build();
    /// assert_eq!(solver.cpu(), Cpu::BASELINE);
    /// ```
    pub fn cpu(self, cpu: Cpu) -> Self {
        Self { cpu, ..self }
    }

    /// Returns the solver.
    ///
    /// # Panics
    ///
    /// If neither [`Self::hash_mib`] nor [`Self::table`] set a table, and the system has no 64 MiB for one.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// // The board's size is that of the solver; the library has no book for this one.
    /// let solver = Solver::<8, 7>::builder().build();
    /// assert!(solver.book().is_none());
    /// ```
    pub fn build(self) -> Solver<W, H> {
        let Self { table, book, cpu, threads } = self;
        let table = table.unwrap_or_else(|| match TranspositionTable::new(DEFAULT_HASH_MIB) {
            Ok(table) => Arc::new(table),
            Err(error) => panic!("{error}"),
        });
        Solver { table, book, cpu, threads }
    }
}
