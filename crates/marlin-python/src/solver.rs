//! [`PySolver`]: exact answers about single positions.

use std::io;
use std::path::PathBuf;

use marlin_coach::explain::explain;
use marlin_coach::review::Review;
use marlin_core::{BoardSize, Book, BookError, Position, Query, Report, Solver, TableError};
use marlin_support::solvers::{EngineError, SolverPool, read_book};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::{Answer, analysis, explanation, indices, numbers, package, review};
use crate::arguments::{Nodes, Time, limits, memory_error, one_of, threads_of, value_error};
use crate::position::{AnyPosition, PyGame, PyPosition};
use crate::workers::{Call, Calls, Searching};

/// The nodes that a search takes on the thread of the caller: about a millisecond. Starting another thread
/// takes longer than most searches.
const NODES_AT_ONCE: u64 = 5_000;

/// A solver for every board: a table for each, and the book. Threads can share it.
///
/// Args:
///     hash_mib: The size of a table in MiB; each of the last boards that were asked for has a table.
///     threads: The number of threads of a search; by default the number that the machine runs at once.
///     book: Whether to use the built-in book, or the path of another book.
///
/// Raises:
///     ValueError: A size or a number is out of range.
///     MemoryError: There is no memory for the table.
///
/// Examples:
///     >>> solver = Solver(threads=1)
///     >>> solver.scores(Position("4433"))
///     [-3, 18, 2, 2, 18, -3, -4]
#[pyclass(frozen, name = "Solver", module = "marlin_connect4")]
#[derive(Debug)]
pub(crate) struct PySolver {
    pool: SolverPool,
    /// The arguments `hash_mib`, `threads` and `book`, from which another process makes a copy of the solver.
    arguments: (i64, Option<i64>, Option<BookArgument>),
    calls: Calls,
}

impl PySolver {
    /// Begins a call about positions of a board.
    pub(crate) fn begin(&self, size: BoardSize, time: Time, nodes: Nodes) -> PyResult<Call<'_>> {
        self.calls.begin(limits(size, time, nodes)?, || self.pool.on(size).map_err(memory_error))
    }

    /// Proves a result about a position: on the caller's thread if few nodes suffice, otherwise on other
    /// threads.
    fn prove<T: Send>(
        &self,
        py: Python<'_>,
        position: &Position,
        (time, nodes): (Time, Nodes),
        search: impl Fn(Query<'_>) -> Option<T> + Sync,
    ) -> PyResult<T> {
        let mut call = self.begin(position.size(), time, nodes)?;
        let at_once = nodes.unwrap_or(NODES_AT_ONCE).min(NODES_AT_ONCE);
        if let Some(found) = search(call.solver.query(position).nodes(at_once)) {
            return Ok(found);
        }
        call.limits.nodes = nodes.map(|nodes| nodes - at_once);
        call.ask(py, |ticket| search(ticket.query(&call.solver, position)))
    }

    /// Returns the analysis of all columns, complete.
    fn columns(&self, py: Python<'_>, position: &Position, within: (Time, Nodes)) -> PyResult<Report> {
        self.prove(py, position, within, |query| Some(query.analyze()).filter(Report::is_complete))
    }
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (*, hash_mib = 64, threads = None, book = Some(BookArgument::BuiltIn(true)), board = None))]
    #[pyo3(text_signature = "(*, hash_mib=64, threads=None, book=True)")]
    fn new(
        py: Python<'_>,
        hash_mib: i64,
        threads: Option<i64>,
        book: Option<BookArgument>,
        board: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if board.is_some() {
            return Err(PyTypeError::new_err(
                "one solver answers for every board: Position(..., board='9x7') has the board",
            ));
        }
        let _searching = Searching::begin()?;
        let (file, book) = match book {
            Some(BookArgument::File(path)) => {
                let file = py.detach(|| read_book(&path, None)).map_err(book_error)?;
                // Another process may have another working directory.
                (Some(file), Some(BookArgument::File(std::path::absolute(&path).unwrap_or(path))))
            }
            built_in => (None, built_in),
        };
        let size = file.as_ref().map(Book::size).unwrap_or_default();
        let mib = usize::try_from(hash_mib).unwrap_or(0);
        let builder = py.detach(|| Solver::builder_on(size).hash_mib(mib));
        let mut builder = builder.map_err(|error| match error {
            TableError::OutOfMemory { .. } => memory_error(error),
            error => value_error(format!("hash_mib={hash_mib}: {error}")),
        })?;
        if let Some(threads) = threads {
            builder = builder.threads(threads_of(threads)?);
        }
        builder = match (file, &book) {
            (Some(file), _) => builder.book(file),
            (None, Some(BookArgument::BuiltIn(true))) => builder,
            _ => builder.without_book(),
        };
        let solver = builder.build();
        solver.table().reserve(solver.threads()).map_err(memory_error)?;
        let arguments = (hash_mib, threads, book);
        Ok(Self { pool: SolverPool::new(solver), arguments, calls: Calls::default() })
    }

    /// The number of threads of a search.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.main().threads()
    }

    /// The size of the table in MiB.
    #[getter]
    fn hash_mib(&self) -> usize {
        self.pool.main().table().hash_mib()
    }

    /// The number of stones up to which the book answers; 0 without a book.
    #[getter]
    fn book_plies(&self) -> u32 {
        self.pool.main().book().map_or(0, Book::plies)
    }

    /// Return the exact score from the side to move: the stones that the winner has left, the winning one
    /// included, below 0 for a loss.
    ///
    /// Args:
    ///     position: The position, in any form that `Position` takes.
    ///     time: The seconds that the search may take, `math.inf` for no limit; by default five on boards
    ///         that are not solved in seconds.
    ///     nodes: The nodes that it may visit.
    ///
    /// Raises:
    ///     TimeoutError: The limits ended the search before its proof.
    ///
    /// Examples:
    ///     >>> Solver().solve(Position("4433"))
    ///     18
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn solve(&self, py: Python<'_>, position: AnyPosition, time: Time, nodes: Nodes) -> PyResult<i32> {
        let score = self.prove(py, &position.0, (time, nodes), |query| query.score().bounds.score())?;
        Ok(score.get())
    }

    /// Return the exact score of each column, `None` for a column that cannot be played. `time` and `nodes`
    /// are as in `solve`.
    ///
    /// Examples:
    ///     >>> Solver().scores(Position("444444"))
    ///     [-1, 0, 1, None, 1, 0, -1]
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn scores(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        time: Time,
        nodes: Nodes,
    ) -> PyResult<Vec<Option<i32>>> {
        Ok(numbers(&self.columns(py, &position.0, (time, nodes))?.scores()))
    }

    /// Return a column that keeps the score.
    ///
    /// Args:
    ///     position: The position, in any form that `Position` takes.
    ///     tie: The choice among equal columns: `"center"` for the nearest to the centre, `"left"` or
    ///         `"random"`.
    ///     rng: The source of random ties: a generator of `NumPy` or a `random.Random`, or a seed from 0 on,
    ///         with which each call draws the same; by default a seed of the system.
    ///     time: The seconds that the search may take, as in `solve`.
    ///     nodes: The nodes that it may visit.
    ///
    /// Raises:
    ///     ValueError: The game is over.
    ///     TimeoutError: The limits ended the search before its proof: `Opponent.perfect` plays the best move
    ///         so far.
    ///
    /// Examples:
    ///     >>> Solver().best_move(Position("4433")), Solver().best_move(Position("4433"), tie="left")
    ///     (4, 1)
    #[expect(clippy::similar_names, reason = "tie and time are the names in Python")]
    #[pyo3(signature = (position, *, tie = "center", rng = None, time = None, nodes = None))]
    fn best_move(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        tie: &str,
        rng: Option<&Bound<'_, PyAny>>,
        time: Time,
        nodes: Nodes,
    ) -> PyResult<usize> {
        let (position, within) = (&position.0, (time, nodes));
        if position.is_over() {
            return Err(value_error("the game is over: there is no move"));
        }
        let tie = one_of("tie", tie, ["center", "left", "random"])?;
        if tie == 0 {
            let proven = |report: Report| report.best.filter(|_| report.best_is_proven());
            let column = self.prove(py, position, within, |query| proven(query.best_move()))?;
            return Ok(column.index());
        }
        let analysis = self.columns(py, position, within)?;
        let best = indices(position.legal_moves().filter(|&column| analysis.keeps_score(column)));
        if tie == 1 {
            return Ok(best[0]);
        }
        let generator = package(py, "opponents", "generator_of")?.call1((rng,))?;
        let index: usize = generator.call_method1("integers", (best.len(),))?.extract()?;
        Ok(best[index])
    }

    /// Return the scores of all columns, as far as they are proven within the limits: see `Analysis`.
    ///
    /// Args:
    ///     position: The position, in any form that `Position` takes.
    ///     time: The seconds that the search may take, as in `solve`.
    ///     nodes: The nodes that it may visit.
    ///     pv: The number of moves of best play to return.
    ///
    /// Examples:
    ///     >>> analysis = Solver(book=False).analyze(Position(), nodes=1000)
    ///     >>> analysis.score is None, analysis.bounds[0] <= 1 <= analysis.bounds[1]
    ///     (True, True)
    #[pyo3(signature = (position, *, time = None, nodes = None, pv = 0))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        position: AnyPosition,
        time: Time,
        nodes: Nodes,
        pv: usize,
    ) -> Answer<'py> {
        let position = &position.0;
        let mut call = self.begin(position.size(), time, nodes)?;
        let mut found = call.solver.lookup().analyze(position);
        if !found.is_complete() {
            found = call.ask(py, |ticket| Some(ticket.query(&call.solver, position).analyze()))?;
        }
        let mut moves = Vec::new();
        if pv > 0 {
            // The limits are for the analysis and the line together.
            call.limits.time = call.limits.time.map(|time| time.saturating_sub(found.elapsed));
            call.limits.nodes = call.limits.nodes.map(|nodes| nodes.saturating_sub(found.nodes));
            let line = call.ask(py, |ticket| Some(ticket.query(&call.solver, position).best_line(pv)))?;
            found.nodes += line.nodes;
            found.elapsed += line.elapsed;
            moves = line.moves;
        }
        analysis(py, PyPosition(*position), position, &found, &moves)
    }

    /// Return the reasons for the score of a position: see `Position.explain`.
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn explain<'py>(&self, py: Python<'py>, position: AnyPosition, time: Time, nodes: Nodes) -> Answer<'py> {
        let position = &position.0;
        let call = self.begin(position.size(), time, nodes)?;
        let found = call.ask(py, |ticket| Some(explain(&call.solver, position, &ticket.limits())))?;
        explanation(py, PyPosition(*position), &found)
    }

    /// Return the quality of every move of a game: see `Game.review`.
    #[pyo3(signature = (game, *, time = None, nodes = None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        game: &Bound<'py, PyGame>,
        time: Time,
        nodes: Nodes,
    ) -> Answer<'py> {
        // This is a copy, because another thread may continue the game.
        let game = game.borrow().0.clone();
        let call = self.begin(game.size(), time, nodes)?;
        review(py, &call.ask(py, |ticket| Some(Review::new(&game, &call.solver, &ticket.limits(), |_| {})))?)
    }

    /// Stop all searches of this solver that run in other threads.
    ///
    /// `analyze`, `explain` and `review` return the results that are proven so far, and other searches raise
    /// `RuntimeError`.
    fn stop(&self) {
        self.calls.stop();
    }

    /// Forget all results of searches.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let _searching = Searching::begin()?;
        py.detach(|| self.pool.clear());
        Ok(())
    }

    /// Returns the arguments of a copy: it has the same settings, and a table of its own.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let (arguments, (hash_mib, threads, book)) = (PyDict::new(py), self.arguments.clone());
        arguments.set_item("hash_mib", hash_mib)?;
        arguments.set_item("threads", threads)?;
        arguments.set_item("book", book)?;
        Ok(((), arguments))
    }

    fn __repr__(&self) -> String {
        format!("Solver(hash_mib={}, threads={})", self.hash_mib(), self.threads())
    }
}

/// The book of a solver.
#[derive(Debug, Clone, FromPyObject, IntoPyObject)]
enum BookArgument {
    /// Whether to use the built-in book.
    BuiltIn(bool),
    /// The file of another book.
    File(PathBuf),
}

/// Returns the error of the file of a book.
fn book_error(error: EngineError) -> PyErr {
    match error {
        EngineError::Book { name, source: BookError::Io(error) } => {
            io::Error::new(error.kind(), format!("{name}: {error}")).into()
        }
        error => value_error(error),
    }
}
