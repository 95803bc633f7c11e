//! [`Solver`]: exact answers to positions.

use std::cell::OnceCell;
use std::num::NonZero;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::book::Book;
use crate::column::Column;
use crate::cpu::Cpu;
use crate::position::Position;
use crate::report::{Analysis, Line, Report, Source, is_complete};
use crate::score::{Bounds, Outcome, Score};
use crate::search::{self, Crew, Dismissal, Interrupted, Root, Search};
pub use crate::search::{Limits, Progress, StopFlag};
use crate::transposition::{self, TableSizeError, TranspositionTable};

/// The size of a solver's table in MiB unless another is asked for.
const DEFAULT_HASH_MIB: usize = 64;

/// Answers positions exactly: the first plies from an opening [`Book`], all others by search. A solver for the standard
/// board has a book from the start ([`Book::embedded`]).
///
/// A solver is a handle on a [`TranspositionTable`] and a book, and keeps nothing else between two calls, so it is `Send +
/// Sync`, and clones of it in many threads share both.
///
/// The methods without limits return what is proven. Those that end in `_within` take [`Limits`] and a callback for
/// [`Progress`], and return bounds: a score that isn't proven has no other type here.
///
/// # Many threads
///
/// One search uses all cores by itself. To search many positions at once, give each thread of yours a clone that keeps to
/// one; a [`StopFlag`] ends the searches that it was given to, from any thread:
///
/// ```
/// use std::thread;
/// use marlin_core::{Limits, Position, Solver, StopFlag};
///
/// let solver = Solver::new().with_threads(1);
/// let positions = ["44", "4433", "32164625"].map(|moves| moves.parse::<Position>().unwrap());
/// let stop = StopFlag::new();
/// let limits = Limits { stop: Some(stop.clone()), ..Limits::NONE };
/// thread::scope(|scope| {
///     for position in &positions {
///         let (solver, limits) = (solver.clone(), limits.clone());
///         scope.spawn(move || {
///             let report = solver.solve_within(position, &limits, &mut |_| {});
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
    table: Arc<TranspositionTable<W, H>>,
    book: Option<Arc<Book<W, H>>>,
    cpu: Cpu,
    /// The number asked for; `None` for as many as the machine runs at once.
    threads: Option<usize>,
}

impl Solver {
    /// Returns a solver for the standard board with a table of 64 MiB and the book that is part of the library;
    /// `Solver::default()` makes one for any other board.
    ///
    /// # Panics
    ///
    /// If the system has no 64 MiB; [`Solver::with_hash_mib`] returns an error instead.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<const W: usize, const H: usize> Default for Solver<W, H> {
    fn default() -> Self {
        match Self::with_hash_mib(DEFAULT_HASH_MIB) {
            Ok(solver) => solver,
            Err(error) => panic!("{error}"),
        }
    }
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// Returns a solver with a table of a size in MiB.
    ///
    /// # Errors
    ///
    /// Those of [`TranspositionTable::new`].
    pub fn with_hash_mib(mib: usize) -> Result<Self, TableSizeError> {
        TranspositionTable::new(mib).map(|table| Self::with_table(Arc::new(table)))
    }

    /// Returns a solver on a table that it may share with others, with the book of [`Book::embedded`], as many threads as
    /// the machine runs at once, and the highest CPU level that it has.
    pub fn with_table(table: Arc<TranspositionTable<W, H>>) -> Self {
        Self { table, book: Book::embedded().map(Arc::new), cpu: Cpu::detect(), threads: None }
    }

    /// Returns the solver with a book, which it may share with others.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::{fs::File, sync::Arc};
    /// use marlin_core::{Book, Solver};
    ///
    /// let book = Book::read(File::open("8x7.book")?)?;
    /// let solver = Solver::<8, 7>::default().with_book(Arc::new(book));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_book(self, book: Arc<Book<W, H>>) -> Self {
        Self { book: Some(book), ..self }
    }

    /// Returns the solver without a book: it searches every position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Limits, Position, Solver, Source};
    ///
    /// let position: Position = "444444".parse()?;
    /// let report = Solver::new().without_book().solve_within(&position, &Limits::NONE, &mut |_| {});
    /// assert_eq!(report.source, Source::Search);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn without_book(self) -> Self {
        Self { book: None, ..self }
    }

    /// Returns the solver with another table, and everything else as it is.
    #[must_use]
    pub fn on_table(self, table: Arc<TranspositionTable<W, H>>) -> Self {
        Self { table, ..self }
    }

    /// Returns the solver with kernels for a CPU level; without it they are for the highest that the machine has.
    ///
    /// Answers and node counts don't depend on it.
    #[must_use]
    pub fn with_cpu(self, cpu: Cpu) -> Self {
        Self { cpu, ..self }
    }

    /// The most threads that work at one search.
    pub const MAX_THREADS: usize = transposition::MAX_THREADS;

    /// Returns the solver with a number of threads for each search, from 1 to [`Self::MAX_THREADS`]; a number outside that
    /// range counts as the end of it that is nearer. Without it there are as many as the machine runs at once.
    ///
    /// A search begins with one thread; the others join where it takes longer than some milliseconds. Answers don't
    /// depend on the number. Node counts, and the nodes at which a limit ends a search, are the same each time with one
    /// thread, and only with one. Whoever searches many positions at once, each with a solver of its own, wants one, too.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::new().with_threads(2);
    /// assert_eq!(solver.solve(&"444444".parse()?).get(), 1);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: Some(threads.clamp(1, Self::MAX_THREADS)), ..self }
    }

    /// Returns the number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| threads_at_once().min(Self::MAX_THREADS))
    }

    /// Returns the CPU level of the kernels.
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

    /// Returns the exact score of a position.
    #[doc(alias = "strong")]
    pub fn solve(&self, position: &Position<W, H>) -> Score<W, H> {
        let report = self.solve_within(position, &Limits::NONE, &mut |_| {});
        proven(report.bounds.score())
    }

    /// Returns who wins a position, which takes less search than by how much.
    #[doc(alias = "weak")]
    pub fn solve_outcome(&self, position: &Position<W, H>) -> Outcome {
        let report = self.solve_outcome_within(position, &Limits::NONE, &mut |_| {});
        proven(report.bounds.outcome())
    }

    /// Returns the score of every column, from the side to move; `None` where no move is possible, that is in a
    /// full column, and in all of them when the game is over.
    pub fn analyze(&self, position: &Position<W, H>) -> [Option<Score<W, H>>; W] {
        let analysis = self.analyze_within(position, &Limits::NONE, &mut |_| {});
        analysis.columns.map(|column| column.and_then(Bounds::score))
    }

    /// Returns a move that keeps the score: the fastest win or the slowest loss, of equals the nearest to the centre.
    /// `None` when the game is over.
    pub fn best_move(&self, position: &Position<W, H>) -> Option<Column<W>> {
        self.best_move_within(position, &Limits::NONE, &mut |_| {}).best
    }

    /// Returns the moves of a game played perfectly by both sides from a position to its end, each the one that
    /// [`Solver::best_move`] returns.
    #[doc(alias = "pv")]
    pub fn principal_variation(&self, position: &Position<W, H>) -> Vec<Column<W>> {
        self.principal_variation_within(position, usize::MAX, &Limits::NONE)
    }

    /// Proves as much about the score of a position as the limits allow. There is a best move so far even where they allow
    /// nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Limits, Position, Solver};
    ///
    /// let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
    /// let searching = Solver::new().without_book();
    /// let report = searching.solve_within(&Position::new(), &limits, &mut |_| {});
    /// assert_eq!(report.bounds.score(), None);
    /// assert!(report.best.is_some());
    /// ```
    pub fn solve_within(
        &self,
        position: &Position<W, H>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<W, H>),
    ) -> Report<W, H> {
        self.report(position, limits, progress, |_| false)
    }

    /// Proves as much about who wins a position as the limits allow.
    pub fn solve_outcome_within(
        &self,
        position: &Position<W, H>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<W, H>),
    ) -> Report<W, H> {
        self.report(position, limits, progress, |bounds| bounds.outcome().is_some())
    }

    fn report(
        &self,
        position: &Position<W, H>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<W, H>),
        done: impl Fn(Bounds<W, H>) -> bool,
    ) -> Report<W, H> {
        let is_done = |root: &Root<W, H>| root.bounds().score().is_some() || done(root.bounds());
        let (mut root, source) = self.open(position, limits, is_done);
        let effort = self.run(limits, progress, &mut |search| {
            root.as_mut().map_or(Ok(()), |root| root.solve_until(search, &done))
        });
        let bounds = root.as_ref().map_or_else(|| bounds_at_the_end(position), Root::bounds);
        let best = root.as_ref().and_then(Root::best);
        Report { bounds, best, source, nodes: effort.nodes, elapsed: effort.elapsed }
    }

    /// Returns what is known of a position before any search, unless the game is over, and where it comes from, if that is
    /// enough.
    fn open(
        &self,
        position: &Position<W, H>,
        limits: &Limits,
        is_enough: impl Fn(&Root<W, H>) -> bool,
    ) -> (Option<Root<W, H>>, Source) {
        if position.is_over() {
            return (None, Source::Rules);
        }
        let mut root = Root::new(*position).with_horizon(limits.plies);
        if is_enough(&root) {
            return (Some(root), Source::Rules);
        }
        if let Some(book) = &self.book {
            root.look_up(book);
            if !is_enough(&root) {
                root.look_up_parents(book);
            }
        }
        let source = if is_enough(&root) { Source::Book } else { Source::Search };
        (Some(root), source)
    }

    /// Proves as much about the score of every column as the limits allow: first that of the position, then those
    /// of the columns from the edges inwards.
    pub fn analyze_within(
        &self,
        position: &Position<W, H>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<W, H>),
    ) -> Analysis<W, H> {
        let is_enough = |root: &Root<W, H>| is_complete(root.bounds(), &root.columns());
        self.analysis(position, limits, progress, is_enough, Root::prove_columns)
    }

    /// Proves as much about the score of a position, and then about which is the best move, as the limits allow. Of the
    /// other columns there is what came to light on the way: this takes a fraction of [`Solver::analyze_within`].
    pub fn best_move_within(
        &self,
        position: &Position<W, H>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<W, H>),
    ) -> Analysis<W, H> {
        let nb_moves = position.nb_moves();
        let is_in_sight =
            |score: &Score<W, H>| limits.plies.is_none_or(|plies| score.plies_to_end(nb_moves) <= plies);
        self.analysis(position, limits, progress, Root::best_is_proven, |root, search| {
            root.bounds().score().filter(is_in_sight).map_or(Ok(()), |_| root.prove_best(search).map(drop))
        })
    }

    /// Proves the score of a position, and then what else is asked for.
    fn analysis(
        &self,
        position: &Position<W, H>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<W, H>),
        is_enough: impl Fn(&Root<W, H>) -> bool,
        mut prove: impl FnMut(&mut Root<W, H>, &mut Search<'_, W, H>) -> Result<(), Interrupted>,
    ) -> Analysis<W, H> {
        let (mut root, source) = self.open(position, limits, is_enough);
        let Effort { nodes, elapsed } = self.run(limits, progress, &mut |search| {
            let Some(root) = &mut root else { return Ok(()) };
            root.solve_until(search, |_| false)?;
            prove(root, search)
        });
        let (bounds, columns, best) = match root {
            Some(root) => (root.bounds(), root.columns(), root.best()),
            None => (bounds_at_the_end(position), [None; W], None),
        };
        Analysis { bounds, columns, best, source, nodes, elapsed }
    }

    /// Returns the first `len` moves of the principal variation, or as many of them as are proven within the limits.
    pub fn principal_variation_within(
        &self,
        position: &Position<W, H>,
        len: usize,
        limits: &Limits,
    ) -> Vec<Column<W>> {
        self.prove_line(position, None, len, limits, Root::prove_best)
    }

    /// Returns the moves that both sides play from a position of which something is proven. Where that is the score, each
    /// move keeps it, as far as the limits allow to prove that; then follow the moves that look best by what the table
    /// knows.
    ///
    /// After a search without a book the table has the proof, so a few hundred nodes suffice to the end of the game. Of
    /// moves that are equally good [`Solver::principal_variation`] plays the one nearest the centre, which takes far more
    /// search; this one plays any. There is at least one move, unless the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Limits, Position, Solver};
    ///
    /// let solver = Solver::new().without_book();
    /// let position: Position = "32164625".parse()?;
    /// let report = solver.solve_within(&position, &Limits::NONE, &mut |_| {});
    /// let limits = Limits { nodes: Some(500), ..Limits::NONE };
    /// let line = solver.line_within(&position, report.bounds, &limits);
    /// let plies = report.bounds.score().unwrap().plies_to_end(position.nb_moves());
    /// assert_eq!((line.moves.len(), line.proven), (plies as usize, plies as usize));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn line_within(&self, position: &Position<W, H>, bounds: Bounds<W, H>, limits: &Limits) -> Line<W> {
        let mut moves = match bounds.score() {
            Some(score) => self.prove_line(position, Some(score), usize::MAX, limits, Root::prove_any_best),
            None => Vec::new(),
        };
        let proven = moves.len();
        let mut position = *position;
        for &column in &moves {
            position.make_move(column);
        }
        let bounds = if proven.is_multiple_of(2) { bounds } else { -bounds };
        moves.extend(search::likely_line(position, bounds, &self.table.peek()));
        Line { moves, proven }
    }

    /// Returns the first moves of a line that keeps the score of a position, as many as are wanted and proven within the
    /// limits; `prove` finds a move. A score that is known already needn't be proven again.
    fn prove_line(
        &self,
        position: &Position<W, H>,
        mut score: Option<Score<W, H>>,
        len: usize,
        limits: &Limits,
        prove: impl Fn(&mut Root<W, H>, &mut Search<'_, W, H>) -> Result<Option<Column<W>>, Interrupted>,
    ) -> Vec<Column<W>> {
        let mut position = *position;
        let mut line = Vec::new();
        self.run(limits, &mut |_| {}, &mut |search| {
            while line.len() < len {
                let (Some(mut root), _) = self.open(&position, limits, Root::best_is_proven) else { break };
                if let Some(score) = score {
                    root.take_score(score);
                }
                root.solve_until(search, |_| false)?;
                let Some(found) = root.bounds().score() else { break };
                let Some(column) = prove(&mut root, search)? else { break };
                position.make_move(column);
                line.push(column);
                // The best move keeps the score, unless a wrong book has given it.
                let keeps_it = root.columns()[column.index()].is_some_and(|bounds| bounds.lower() >= found);
                score = keeps_it.then(|| -found);
            }
            Ok(())
        });
        line
    }

    /// Does some work within limits, which keeps by itself what it has proven: for a while with one thread, then, if it
    /// takes longer, with all.
    fn run(
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
struct Effort {
    nodes: u64,
    elapsed: Duration,
}

/// Returns how many threads the machine runs at once. The system is asked once, when it first matters: on Linux it reads
/// files for the answer, which takes longer than an easy position.
fn threads_at_once() -> usize {
    static AT_ONCE: OnceLock<usize> = OnceLock::new();
    *AT_ONCE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

/// Nodes that one thread searches before others help.
const ALONE_NODES: u64 = if cfg!(test) { 0 } else { 20_000 };

/// Returns the bounds of the score of a position in which the game is over.
fn bounds_at_the_end<const W: usize, const H: usize>(position: &Position<W, H>) -> Bounds<W, H> {
    Book::first_sight(position).map_or(Bounds::UNKNOWN, Bounds::exact)
}

/// Returns what a search without limits was asked for: such a search ends only with the proof.
fn proven<T>(answer: Option<T>) -> T {
    answer.unwrap_or_else(|| unreachable!("a search without limits ends with a proof"))
}
