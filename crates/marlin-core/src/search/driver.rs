//! [`Driver`]: asks one question after another about a root until a goal is reached, and lets helper threads
//! join when that takes long.

use std::cell::OnceCell;
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::thread::{self, Scope};
use std::time::Duration;

use super::poll::{Interrupted, ProgressFn, Searched};
use super::root::Root;
use super::search_thread::{Observer, SearchThread};
use super::team::{DismissOnDrop, Sharing, Team};
use super::windows::{self, Goal, Question};
use crate::cpu::Cpu;
use crate::geometry::Layout;
use crate::limits::Limits;
use crate::target::IS_WASM;
use crate::transposition::{MAX_THREADS, TranspositionTable};

/// The table, the instructions and the threads of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resources<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) cpu: Cpu,
    /// The number of threads; `None` for the number that the machine runs at once.
    pub(crate) threads: Option<usize>,
    /// Other threads join only after this flag is raised; with `None` they join as soon as that pays.
    pub(crate) growth: Option<&'a AtomicBool>,
    pub(crate) sharing: Sharing,
}

impl Resources<'_> {
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }
}

/// The cost of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

impl Effort {
    /// The cost of an answer without a search.
    pub(crate) const NONE: Self = Self { nodes: 0, elapsed: Duration::ZERO };
}

/// Asks questions about roots, with one thread at first.
pub struct Driver<'scope, 'env, B: Layout, O = ()> {
    search: SearchThread<'env, B, O>,
    /// The means to start helpers; `None` once they have started, and for a search without helpers.
    helpers: Option<Helpers<'scope, 'env>>,
    /// Dismisses the helpers at the end, even by a panic.
    dismissal: Option<DismissOnDrop<'env>>,
}

/// The means to start helpers.
struct Helpers<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    team: &'env OnceCell<Team>,
    resources: Resources<'env>,
    limits: &'env Limits,
}

/// Does some work with a driver, within limits. The work itself keeps its proven bounds.
///
/// The work is passed by reference, so that a layout has one compiled driver for all kinds of work.
pub(crate) fn drive<B: Layout>(
    board: B,
    resources: Resources<'_>,
    limits: &Limits,
    progress: Option<&mut ProgressFn<'_>>,
    work: &mut dyn FnMut(&mut Driver<'_, '_, B>) -> Searched<()>,
) -> Effort {
    let team = OnceCell::new();
    // Shortens the lifetime to the lifetime of the search.
    let progress = progress.map(|progress| progress as &mut ProgressFn<'_>);
    let search = SearchThread::new(board, resources.table.handle(), resources.cpu, limits, progress);
    let search = if resources.threads == Some(1) {
        Driver::serial(search).run(work)
    } else {
        thread::scope(|scope| {
            let helpers = Helpers { scope, team: &team, resources, limits };
            Driver::with_helpers(search, helpers).run(work)
        })
    };
    // All threads have reported their nodes now.
    Effort { nodes: search.nodes(), elapsed: search.limiter.elapsed() }
}

impl<'scope, 'env, B: Layout> Driver<'scope, 'env, B> {
    fn with_helpers(mut search: SearchThread<'env, B>, helpers: Helpers<'scope, 'env>) -> Self {
        let Resources { growth, sharing, .. } = helpers.resources;
        (search.limiter.serial_nodes, search.limiter.growth) = (sharing.serial_nodes, growth);
        Self { search, helpers: Some(helpers), dismissal: None }
    }

    /// Does the work, dismisses the helpers, and returns the search.
    fn run(mut self, work: &mut dyn FnMut(&mut Self) -> Searched<()>) -> SearchThread<'env, B> {
        let (Ok(()) | Err(_)) = work(&mut self);
        self.search
    }
}

impl<'env, B: Layout, O: Observer<B>> Driver<'_, 'env, B, O> {
    /// Returns a driver whose search no other thread joins.
    pub const fn serial(search: SearchThread<'env, B, O>) -> Self {
        Self { search, helpers: None, dismissal: None }
    }

    /// Asks questions about a root until the goal is reached. The root holds the proven bounds, even after an
    /// interruption.
    pub fn prove(&mut self, root: &mut Root, goal: Goal) -> Searched<()> {
        if goal == Goal::AnyBestMove {
            root.narrow(self.search.board, &self.search.table);
        }
        self.report(root);
        while let Some(question) = windows::next_question(root, goal) {
            self.ask(root, question)?;
            root.infer_last_column();
            self.report(root);
        }
        Ok(())
    }

    /// Asks a question. When helpers are due, it starts them and asks again, together with them.
    fn ask(&mut self, root: &mut Root, question: Question) -> Searched<()> {
        match self.search.answer(root, question) {
            Err(Interrupted::HelpersDue) => {
                self.start_helpers();
                self.search.answer(root, question)
            }
            result => result,
        }
    }

    fn start_helpers(&mut self) {
        self.search.limiter.serial_nodes = u64::MAX;
        let Some(Helpers { scope, team, resources, limits }) = self.helpers.take() else { return };
        if IS_WASM || resources.threads() == 1 {
            return;
        }
        let (team, board) = (team.get_or_init(|| Team::new(resources.sharing)), self.search.board);
        self.dismissal = Some(DismissOnDrop(team));
        self.search.join(team);
        let started = self.search.limiter.started;
        for _helper in 1..resources.threads() {
            if self.search.limiter.is_at_limits(self.search.nodes(), started.elapsed()) {
                break;
            }
            // If the system refuses another thread or its memory, the existing threads do the work.
            let help = move || {
                let Some(table) = resources.table.try_handle() else { return };
                let mut search = SearchThread::new(board, table, resources.cpu, limits, None);
                search.limiter.started = started;
                search.join(team);
                search.help();
            };
            let _ = thread::Builder::new().spawn_scoped(scope, help);
        }
    }

    fn report(&mut self, root: &Root) {
        let search = &mut self.search;
        if search.reporter.update(root) {
            search.reporter.report(search.nodes(), search.limiter.elapsed(), &search.table);
        }
    }

    /// Returns the search.
    #[cfg(any(test, feature = "internals"))]
    pub fn into_search(self) -> SearchThread<'env, B, O> {
        self.search
    }
}

/// Returns the number of threads that the machine runs at once, up to the maximum of a search. The number is
/// determined once, on first use: on Linux the system reads files for it, which takes longer than an easy
/// position.
pub(crate) fn default_threads() -> usize {
    static DEFAULT: OnceLock<usize> = OnceLock::new();
    *DEFAULT.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS))
}
