//! [`SolverBuilder`]: the parts of a [`Solver`].

use std::sync::Arc;

use crate::board::{Board, assert_board};
use crate::board_size::BoardSize;
use crate::book::Book;
use crate::cpu::Cpu;
use crate::geometry::{Size, Standard};
use crate::solver::Solver;
use crate::transposition::{MAX_THREADS, TableSizeError, TranspositionTable};

/// The default size of a solver's table in MiB.
const DEFAULT_HASH_MIB: usize = 64;

/// The source of the books of other boards, for [`Solver::for_board`].
#[derive(Debug, Clone)]
pub(crate) enum Library {
    /// There are none: every position is searched.
    Closed,
    /// The library has one, or there is none.
    Embedded,
    /// This one, for its own board; for the others as [`Self::Embedded`].
    Named(Book<BoardSize>),
}

impl Library {
    /// Returns the book for a board.
    fn book<B: Board>(&self, board: B) -> Option<Book<B>> {
        match self {
            Self::Closed => None,
            Self::Named(book) if book.size() == board.size() => book.cast(),
            Self::Embedded | Self::Named(_) => Book::embedded_on(board),
        }
    }
}

impl Solver {
    /// Returns a solver for the standard board with the defaults of [`Solver::builder`]. [`Solver::on`] returns one for
    /// any other board.
    ///
    /// # Panics
    ///
    /// As [`SolverBuilder::build`] does.
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

impl<const W: usize, const H: usize> Default for Solver<Size<W, H>> {
    fn default() -> Self {
        Self::on(Size)
    }
}

impl Solver {
    /// Returns a builder of a solver for the standard board with a table of 64 MiB, the book of [`Book::embedded`], as
    /// many threads as the machine runs at once, and the highest CPU level that it has.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// let solver = Solver::builder().hash_mib(16)?.without_book().threads(1).build();
    /// assert_eq!((solver.table().hash_mib(), solver.threads()), (16, 1));
    /// assert!(solver.book().is_none());
    /// # Ok::<(), marlin_core::TableSizeError>(())
    /// ```
    pub fn builder() -> SolverBuilder {
        Self::builder_on(Standard)
    }
}

impl<B: Board> Solver<B> {
    /// Returns a solver for a board with the defaults of [`Solver::builder`].
    ///
    /// # Panics
    ///
    /// As [`SolverBuilder::build`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position, Solver};
    ///
    /// let size: BoardSize = "5x5".parse()?;
    /// assert_eq!(Solver::on(size).solve(&Position::on(size)).get(), 0);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn on(board: B) -> Self {
        Self::builder_on(board).build()
    }

    /// Returns a builder of a solver for a board, with the defaults of [`Solver::builder`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Solver};
    ///
    /// let solver = Solver::builder_on("8x7".parse::<BoardSize>()?).hash_mib(2)?.build();
    /// assert_eq!((solver.size().to_string(), solver.table().hash_mib()), ("8x7".to_owned(), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder_on(board: B) -> SolverBuilder<B> {
        let (book, library) = (Book::embedded_on(board), Library::Embedded);
        SolverBuilder { board, table: None, book, library, cpu: Cpu::detect(), threads: None }
    }

    /// Returns a solver like this one for another board: with a table of the same size, as many threads and the same
    /// CPU level. It has no book if this one has none by [`SolverBuilder::without_book`]; otherwise the book that this
    /// one was given, if it is one of that board, or that of the library. For the same board both share the table.
    ///
    /// # Errors
    ///
    /// [`TableSizeError::OutOfMemory`] if the system has no memory for the table.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position, Size, Solver};
    ///
    /// let solver = Solver::builder().hash_mib(4)?.threads(1).build();
    /// let other = solver.for_board("5x4".parse::<BoardSize>()?)?;
    /// assert_eq!((other.table().hash_mib(), other.threads()), (4, 1));
    /// // Back on the standard board there is its book again.
    /// assert_eq!(other.for_board(Size::<7, 6>)?.book().map(|book| book.plies()), solver.book().map(|book| book.plies()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_board<C: Board>(&self, board: C) -> Result<Solver<C>, TableSizeError> {
        let table = if board.size() == self.size() {
            Arc::clone(&self.table)
        } else {
            Arc::new(TranspositionTable::on(board, self.table.hash_mib())?)
        };
        let (library, cpu, threads) = (self.library.clone(), self.cpu, self.threads);
        Ok(Solver { board, table, book: library.book(board), library, cpu, threads })
    }

    /// Returns a builder with the table, book, threads and CPU level of this solver. The new solver shares the table
    /// with its proven bounds, unless it is given another.
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
    pub fn to_builder(&self) -> SolverBuilder<B> {
        let Self { board, table, book, library, cpu, threads } = self.clone();
        SolverBuilder { board, table: Some(table), book, library, cpu, threads }
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
/// // Two solvers in two threads share their results.
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
pub struct SolverBuilder<B: Board = Standard> {
    board: B,
    /// `None` for a new one of the default size.
    table: Option<Arc<TranspositionTable>>,
    book: Option<Book<B>>,
    library: Library,
    cpu: Cpu,
    threads: Option<usize>,
}

impl<B: Board> SolverBuilder<B> {
    /// Sets a new table of a size in MiB.
    ///
    /// # Errors
    ///
    /// Those of [`TranspositionTable::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Solver, Standard, TableSizeError};
    ///
    /// let error = Solver::builder().hash_mib(0).unwrap_err();
    /// assert_eq!(error, TableSizeError::OutOfRange { mib: 0 });
    /// ```
    pub fn hash_mib(self, mib: usize) -> Result<Self, TableSizeError> {
        let table = TranspositionTable::on(self.board, mib)?;
        Ok(self.table(Arc::new(table)))
    }

    /// Sets a table that other solvers of the board may share.
    ///
    /// # Panics
    ///
    /// If it is the table of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use marlin_core::{Solver, TranspositionTable};
    ///
    /// let table = Arc::new(TranspositionTable::new(4)?);
    /// let solver = Solver::builder().table(table).build();
    /// assert_eq!(solver.table().hash_mib(), 4);
    /// # Ok::<(), marlin_core::TableSizeError>(())
    /// ```
    pub fn table(self, table: Arc<TranspositionTable>) -> Self {
        assert_board("a table", table.size(), "a solver", self.board);
        Self { table: Some(table), ..self }
    }

    /// Sets a book.
    ///
    /// # Panics
    ///
    /// If it is the book of another board.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::fs::File;
    /// use marlin_core::{Book, BoardSize, Solver};
    ///
    /// let book: Book<BoardSize> = Book::read(File::open("8x7.book")?)?;
    /// let solver = Solver::builder_on(book.size()).book(book).build();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn book(self, book: Book<B>) -> Self {
        assert_board("a book", book.size(), "a solver", self.board);
        let library = book.cast().map_or(Library::Embedded, Library::Named);
        Self { book: Some(book), library, ..self }
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
        Self { book: None, library: Library::Closed, ..self }
    }

    /// Sets the number of threads of each search, from 1 to [`Solver::MAX_THREADS`]; a number outside that range counts
    /// as the nearer end of it.
    ///
    /// A search begins with one thread; the others join if it takes longer than a few milliseconds. Answers do not
    /// depend on the number. With one thread node counts, and the nodes at which a limit ends a search, are the same
    /// each time; with more they vary. To search many positions at once, give each its own solver with one thread.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Solver;
    /// let solver = Solver::builder().threads(0).build();
    /// assert_eq!(solver.threads(), 1);
    /// ```
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Some(threads.clamp(1, MAX_THREADS)), ..self }
    }

    /// Sets the CPU level whose instructions the search uses. Answers and node counts do not depend on it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Cpu, Solver};
    ///
    /// let solver = Solver::builder().cpu(Cpu::BASELINE).build();
    /// assert_eq!(solver.cpu(), Cpu::BASELINE);
    /// ```
    pub fn cpu(self, cpu: Cpu) -> Self {
        Self { cpu, ..self }
    }

    /// Returns the solver. Unless [`Self::hash_mib`] or [`Self::table`] set a table, it has one of 64 MiB, or the
    /// largest for which the system has memory: [`TranspositionTable::hash_mib`] returns the size.
    ///
    /// # Panics
    ///
    /// If the system has no memory for the smallest table either.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Size, Solver};
    ///
    /// // The board's size is that of the solver; of this one the library knows the empty board.
    /// let solver = Solver::builder_on(Size::<8, 7>).build();
    /// assert_eq!(solver.book().map(|book| book.plies()), Some(0));
    /// ```
    pub fn build(self) -> Solver<B> {
        let Self { board, table, book, library, cpu, threads } = self;
        let table = table.unwrap_or_else(|| Arc::new(largest_table(board)));
        Solver { board, table, book, library, cpu, threads }
    }
}

/// Returns a table of the default size, or the largest for which there is memory.
fn largest_table(board: impl Board) -> TranspositionTable {
    let mut mib = DEFAULT_HASH_MIB;
    loop {
        match TranspositionTable::on(board, mib) {
            Ok(table) => return table,
            Err(error) if mib == TranspositionTable::MIN_MIB => panic!("{error}"),
            Err(_) => mib /= 2,
        }
    }
}
