//! [`PySolver`]: exact answers about single positions.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use marlin_coach::default_time;
use marlin_coach::explain::explain;
use marlin_coach::record::{ColumnsRecord, ExplanationRecord, ReviewRecord};
use marlin_coach::review::Review;
use marlin_core::{
    BoardSize, Book, BookError, Limits, Position, Query, Report, Score, Solver, StopFlag, TableError,
};
use marlin_support::solvers::{EngineError, SolverPool, read_book};
use marlin_support::text::excerpt;
use marlin_svg::Graph;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::value_error;
use crate::position::{AnyPosition, PyGame, indices};
use crate::workers::{Job, Searching, Ticket, answer_one};

/// The nodes that a search takes on the thread of the caller: about a millisecond. Starting another thread takes longer
/// than most searches.
const NODES_AT_ONCE: u64 = 5_000;

/// A solver for every board: a table for each, and the book. Threads can share it.
///
/// Args:
///     hash_mib: The size of the table in MiB; each of the last boards that are asked for has one.
///     threads: The number of threads of a search; by default as many as the machine runs at once.
///     book: Whether to use the built-in book, or the path of another one.
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
    /// The arguments `hash_mib`, `threads` and `book`, of which a copy is made in another process.
    arguments: (i64, Option<i64>, Option<BookArgument>),
    /// The flags of the calls that run, each under the number of its call.
    running: Mutex<BTreeMap<u64, StopFlag>>,
    calls: AtomicU64,
}

/// A call, whose flag its solver has until the call ends.
pub(crate) struct Running<'a> {
    solver: &'a PySolver,
    call: u64,
    _searching: Searching,
    pub(crate) stop: StopFlag,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.solver.running().remove(&self.call);
    }
}

impl PySolver {
    /// Begins a call that [`PySolver::stop`] ends.
    pub(crate) fn begin(&self) -> PyResult<Running<'_>> {
        let searching = Searching::begin()?;
        let (call, stop) = (self.calls.fetch_add(1, Relaxed), StopFlag::new());
        self.running().insert(call, stop.clone());
        Ok(Running { solver: self, call, stop, _searching: searching })
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<u64, StopFlag>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the solver of a board.
    pub(crate) fn on(&self, size: BoardSize) -> PyResult<Solver> {
        self.pool.on(size).map_err(|error| PyMemoryError::new_err(error.to_string()))
    }

    /// Answers a question about one position on other threads.
    fn ask<T: Send + Sync>(
        &self,
        py: Python<'_>,
        position: &Position,
        limits: Limits,
        search: impl Fn(&Solver, &Ticket<'_>) -> Option<T> + Sync,
    ) -> PyResult<T> {
        let running = self.begin()?;
        ask_on(py, &self.on(position.size())?, &running.stop, limits, search)
    }

    /// Proves something about a position: at once where few nodes suffice, otherwise on other threads.
    fn prove<T: Send + Sync>(
        &self,
        py: Python<'_>,
        position: &Position,
        limits: Limits,
        search: impl Fn(Query<'_>) -> Option<T> + Sync,
    ) -> PyResult<T> {
        let running = self.begin()?;
        let solver = self.on(position.size())?;
        let at_once = limits.nodes.unwrap_or(NODES_AT_ONCE).min(NODES_AT_ONCE);
        if let Some(found) = search(solver.query(position).nodes(at_once)) {
            return Ok(found);
        }
        let left = Limits { nodes: limits.nodes.map(|nodes| nodes - at_once), ..limits };
        ask_on(py, &solver, &running.stop, left, |solver, ticket| search(ticket.query(solver, position)))
    }

    /// Returns the analysis of all columns, complete.
    fn columns(&self, py: Python<'_>, position: &Position, limits: Limits) -> PyResult<Report> {
        self.prove(py, position, limits, |query| Some(query.analyze()).filter(Report::is_complete))
    }
}

/// Answers one question by a solver on other threads.
fn ask_on<T: Send + Sync>(
    py: Python<'_>,
    solver: &Solver,
    stop: &StopFlag,
    limits: Limits,
    search: impl Fn(&Solver, &Ticket<'_>) -> Option<T> + Sync,
) -> PyResult<T> {
    let job = Job { threads: solver.threads(), stop: stop.clone(), limits, progress: None };
    answer_one(py, &job, |ticket| search(solver, ticket).ok_or_else(|| ticket.unproven()))
}

/// Returns the limits of a search on a board: a time in seconds, infinite for no limit, and nodes. Without either of them the
/// search has [`default_time`].
pub(crate) fn limits(size: BoardSize, time: Option<f64>, nodes: Option<u64>) -> PyResult<Limits> {
    let time = match time {
        None => default_time(size).filter(|_| nodes.is_none()),
        Some(seconds) if seconds == f64::INFINITY => None,
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| value_error(format!("time={seconds}: seconds from 0 on are expected")))?,
        ),
    };
    Ok(Limits { time, nodes, ..Limits::NONE })
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
        let read = match &book {
            Some(BookArgument::File(path)) => Some(py.detach(|| read_book(path, None))),
            _ => None,
        };
        // Another process may have another working directory.
        let book = book.map(BookArgument::absolute);
        let file = read.transpose().map_err(|error| book_error(&error))?;
        let size = file.as_ref().map(Book::size).unwrap_or_default();
        let mib = usize::try_from(hash_mib).unwrap_or(0);
        let builder = py.detach(|| Solver::builder_on(size).hash_mib(mib));
        let mut builder = builder.map_err(|error| match error {
            TableError::OutOfMemory { .. } => PyMemoryError::new_err(error.to_string()),
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
        let reserved = solver.table().reserve(solver.threads());
        reserved.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        Ok(Self {
            pool: SolverPool::new(solver),
            arguments: (hash_mib, threads, book),
            running: Mutex::default(),
            calls: AtomicU64::new(0),
        })
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

    /// Return the exact score from the side to move: the stones that the winner has left, the winning one included,
    /// below 0 for a loss.
    ///
    /// Args:
    ///     position: The position, in any form that `Position` takes.
    ///     time: The seconds that the search may take, `math.inf` for no limit; by default five on boards that are not solved
    ///         in seconds.
    ///     nodes: The nodes that it may visit.
    ///
    /// Raises:
    ///     TimeoutError: The limits ended the search before its proof.
    ///
    /// Examples:
    ///     >>> Solver().solve(Position("4433"))
    ///     18
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<i32> {
        let (position, limits) = position.within(time, nodes)?;
        Ok(self.prove(py, position, limits, |query| query.score().bounds.score())?.get())
    }

    /// Return the exact score of each column, `None` for one that cannot be played: `time` and `nodes` are as in `solve`.
    ///
    /// Examples:
    ///     >>> Solver().scores(Position("444444"))
    ///     [-1, 0, 1, None, 1, 0, -1]
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn scores(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Vec<Option<i32>>> {
        let (position, limits) = position.within(time, nodes)?;
        let scores = self.columns(py, position, limits)?.scores();
        Ok(scores.map(|score| score.map(Score::get)).to_vec())
    }

    /// Return a column that keeps the score.
    ///
    /// Args:
    ///     position: The position, in any form that `Position` takes.
    ///     tie: The choice among equal columns: `"center"` for the nearest to the centre, `"left"` or `"random"`.
    ///     rng: The source of random ties: a generator of `NumPy` or a `random.Random`, or a seed from 0 on, with which each
    ///         call draws the same; by default a seed of the system.
    ///     time: The seconds that the search may take, as in `solve`.
    ///     nodes: The nodes that it may visit.
    ///
    /// Raises:
    ///     ValueError: The game is over.
    ///     TimeoutError: The limits ended the search before its proof: `Opponent.perfect` plays the best move so far.
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
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<usize> {
        let (position, limits) = position.within(time, nodes)?;
        if position.is_over() {
            return Err(value_error("the game is over: there is no move"));
        }
        if tie == "center" {
            let proven = |report: Report| report.best.filter(|_| report.best_is_proven());
            let column = self.prove(py, position, limits, |query| proven(query.best_move()))?;
            return Ok(column.index());
        }
        let analysis = self.columns(py, position, limits)?;
        let best = indices(position.legal_moves().filter(|&column| analysis.keeps_score(column)));
        match tie {
            "left" => Ok(best[0]),
            "random" => Ok(best[random_index(py, rng, best.len())?]),
            _ => Err(value_error(format!(
                "tie='{}' is not one of 'center', 'left' and 'random'",
                excerpt(tie)
            ))),
        }
    }

    /// Return the scores of all columns as far as the limits allow to prove: see `Analysis`.
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
        time: Option<f64>,
        nodes: Option<u64>,
        pv: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = position;
        let (position, limits) = position.within(time, nodes)?;
        let running = self.begin()?;
        let solver = self.on(position.size())?;
        let known = solver.lookup().analyze(position);
        let mut analysis = if known.is_complete() {
            known
        } else {
            ask_on(py, &solver, &running.stop, limits.clone(), |solver, ticket| {
                Some(ticket.query(solver, position).analyze())
            })?
        };
        let mut line = None;
        if pv > 0 {
            // The limits are for the analysis and the line together.
            let time = limits.time.map(|time| time.saturating_sub(analysis.elapsed));
            let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(analysis.nodes));
            let left = Limits { time, nodes, ..limits };
            let found = ask_on(py, &solver, &running.stop, left, |solver, ticket| {
                Some(ticket.query(solver, position).best_line(pv))
            })?;
            analysis.nodes += found.nodes;
            analysis.elapsed += found.elapsed;
            line = Some(found);
        }
        let record = ColumnsRecord::new(&position.to_rows(), position, &analysis);
        let record = match line {
            Some(line) => record.with_line(&line.moves),
            None => record,
        };
        let words = match analysis.bounds.score() {
            Some(_) => analysis.in_words(),
            None => format!("{}: the score is {}", analysis.in_words(), analysis.bounds),
        };
        answer(py, "analysis_of")?.call1((json(&record)?, words, given.0))
    }

    /// Return the reasons for the score of a position: see `Position.explain`.
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        position: AnyPosition,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = position;
        let (position, limits) = position.within(time, nodes)?;
        let explanation = self
            .ask(py, position, limits, |solver, ticket| Some(explain(solver, position, &ticket.limits())))?;
        let record = json(&ExplanationRecord::new(&position.to_rows(), &explanation))?;
        answer(py, "explanation_of")?.call1((record, given.0))
    }

    /// Return the quality of every move of a game: see `Game.review`.
    #[pyo3(signature = (game, *, time = None, nodes = None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        game: &Bound<'py, PyGame>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // A copy: another thread may go on with the game.
        let game = &game.borrow().game.clone();
        let review = self.ask(py, game.position(), limits(game.size(), time, nodes)?, |solver, ticket| {
            Some(Review::new(game, solver, &ticket.limits(), |_| {}))
        })?;
        answer(py, "review_of")?.call1((json(&ReviewRecord::new(&review))?, graph(&review)))
    }

    /// Stop all searches of this solver that run in other threads.
    ///
    /// `analyze`, `explain` and `review` return what is proven so far, and other searches raise `RuntimeError`.
    fn stop(&self) {
        self.running().values().for_each(StopFlag::stop);
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

/// Draws the score over a reviewed game, with its blunders marked.
fn graph(review: &Review) -> String {
    let blunders =
        review.moves.iter().filter(|played| played.is_blunder()).map(|played| played.number as usize);
    Graph { marks: blunders.collect(), ..Graph::new(review.game.size(), review.scores_of_x()) }.to_string()
}

/// Returns a function that makes an answer of its record in JSON.
fn answer<'py>(py: Python<'py>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("marlin_connect4._answers")?.getattr(function)
}

/// The book of a solver.
#[derive(Debug, Clone, FromPyObject, IntoPyObject)]
enum BookArgument {
    /// Whether to use the built-in one.
    BuiltIn(bool),
    /// The file of another one.
    File(PathBuf),
}

impl BookArgument {
    fn absolute(self) -> Self {
        match self {
            Self::File(path) => Self::File(std::path::absolute(&path).unwrap_or(path)),
            built_in @ Self::BuiltIn(_) => built_in,
        }
    }
}

/// Reads a number of threads.
pub(crate) fn threads_of(threads: i64) -> PyResult<usize> {
    let threads = usize::try_from(threads).ok().filter(|&threads| threads > 0);
    threads.ok_or_else(|| value_error("threads: at least one thread is needed"))
}

fn json(record: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(value_error)
}

/// Returns the error of the file of a book.
fn book_error(error: &EngineError) -> PyErr {
    match error {
        EngineError::Book { name, source: BookError::Io(error) } => {
            let message = format!("{name}: {error}");
            match error.kind() {
                ErrorKind::OutOfMemory => PyMemoryError::new_err(message),
                _ => PyOSError::new_err(message),
            }
        }
        _ => value_error(error),
    }
}

/// Draws an index below a number.
fn random_index(py: Python<'_>, rng: Option<&Bound<'_, PyAny>>, end: usize) -> PyResult<usize> {
    let generator = py.import("marlin_connect4.opponents")?.call_method1("generator_of", (rng,))?;
    generator.call_method1("integers", (end,))?.extract()
}
