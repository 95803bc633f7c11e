//! Many threads at one position: they search the same tree with the same table, and a move that one of them is at is put
//! off by the others until nothing else is left, unless it is the first of its node. At the root the first column is put
//! off too.
//!
//! One thread leads: it asks the questions at the root. The others help with the question of the moment. Whoever answers
//! it first ends it for all, and whoever first sees that the search has come to its limits ends that.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::children::Children;
use super::negamax::MoveBounds;
use super::node::{Node, NodeBounds};
use super::observer::Observer;
use super::ordering::picker::MovePicker;
use super::root::{Question, Root};
use super::{Interrupted, Search};
use crate::geometry::Geometry;
use crate::transposition::{TableHandle, TableKey};

/// The fewest empty cells of a node whose moves are shared out. With fewer a move takes too little time. Chosen with two
/// threads on the empty board and the first 25 positions of `L1_R3`; the figures stand in docs/measurements.md.
const SHARED_EMPTY_CELLS: u32 = if cfg!(test) { 4 } else { 28 };

/// Plies after the root whose moves are shared out however few cells are empty.
const SHARED_PLIES: u32 = 4;

/// Marks for positions that are being searched. There are a few dozen at a time. Of two positions that share a mark one isn't
/// seen, and of two threads at one position the first to leave clears the mark. Both cost some work and nothing else.
const MARKS: usize = 1024;

/// The threads of one search.
#[derive(Debug)]
pub(crate) struct Crew<const W: usize, const H: usize> {
    /// The places of the positions that are being searched, by their lowest bits.
    marks: Box<[AtomicU64]>,
    /// The number of the question that is open, or [`DISMISSED`].
    open: AtomicU64,
    task: Mutex<Option<Task<W, H>>>,
    new_task: Condvar,
    /// Nodes that the threads have told of.
    nodes: AtomicU64,
    /// Whether the search has come to its limits, or a helper has panicked.
    is_over: AtomicBool,
}

/// The number of the question when there will be no more of them.
const DISMISSED: u64 = 0;

/// A question about a root, and once it is answered the root with the answer.
#[derive(Debug, Clone)]
struct Task<const W: usize, const H: usize> {
    number: u64,
    root: Root<W, H>,
    question: Question,
}

/// What a thread of a crew knows of its place in it.
pub(super) struct Member<'a, const W: usize, const H: usize> {
    crew: &'a Crew<W, H>,
    /// The number of the question that the thread is at.
    question: u64,
    /// The fewest empty cells of a node whose moves are shared out at this question.
    shared_empty_cells: u32,
    /// Nodes that the crew has been told of.
    told: u64,
    /// The shared nodes from the root to here: key, number of stones, and alpha.
    path: Vec<(TableKey, u32, i32)>,
}

impl<const W: usize, const H: usize> Crew<W, H> {
    pub(crate) fn new() -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            open: AtomicU64::new(DISMISSED + 1),
            task: Mutex::new(None),
            new_task: Condvar::new(),
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Sends the helpers home.
    pub(crate) fn dismiss(&self) {
        let _task = self.task();
        self.open.store(DISMISSED, Relaxed);
        self.new_task.notify_all();
    }

    /// Has every thread end the search at its next look.
    fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Returns whether the search has come to its limits, or a helper has panicked.
    fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    fn mark(&self, key: TableKey) -> &AtomicU64 {
        &self.marks[key.hash as usize % MARKS]
    }

    /// Returns whether a thread is searching a position.
    fn is_at(&self, key: TableKey) -> bool {
        self.mark(key).load(Relaxed) == key.hash
    }

    fn enter(&self, key: TableKey) {
        self.mark(key).store(key.hash, Relaxed);
    }

    fn leave(&self, key: TableKey) {
        let _or_another_is_marked = self.mark(key).compare_exchange(key.hash, 0, Relaxed, Relaxed);
    }

    /// Poses a question and returns its number.
    fn pose(&self, root: &Root<W, H>, question: Question) -> u64 {
        let mut task = self.task();
        let number = self.open.load(Relaxed) + 1;
        *task = Some(Task { number, root: root.clone(), question });
        self.open.store(number, Relaxed);
        self.new_task.notify_all();
        number
    }

    /// Closes a question, unless another thread has done so, and leaves the answer for the leader.
    fn answer(&self, number: u64, root: &Root<W, H>) {
        let mut task = self.task();
        if let Some(task) = task.as_mut().filter(|task| task.number == number && self.is_open(number)) {
            task.root = root.clone();
            self.open.store(number + 1, Relaxed);
        }
    }

    fn is_open(&self, number: u64) -> bool {
        self.open.load(Relaxed) == number
    }

    /// Waits for a question that isn't answered; `None` says that there will be none.
    fn wait(&self) -> Option<Task<W, H>> {
        let mut task = self.task();
        loop {
            if self.is_open(DISMISSED) {
                return None;
            }
            if let Some(open) = task.as_ref().filter(|task| self.is_open(task.number)) {
                return Some(open.clone());
            }
            task = self.new_task.wait(task).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn task(&self) -> MutexGuard<'_, Option<Task<W, H>>> {
        // A task is written as a whole, so that one left by a thread that panicked is as good as any.
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dismisses a crew when the leader is done with it, and when the leader panics.
#[derive(Debug)]
pub(crate) struct Dismissal<'a, const W: usize, const H: usize>(pub(crate) &'a Crew<W, H>);

impl<const W: usize, const H: usize> Drop for Dismissal<'_, W, H> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

/// Ends the search of a crew when a helper panics.
struct Alarm<'a, const W: usize, const H: usize>(&'a Crew<W, H>);

impl<const W: usize, const H: usize> Drop for Alarm<'_, W, H> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

impl<'a, const W: usize, const H: usize> Member<'a, W, H> {
    pub(super) const fn new(crew: &'a Crew<W, H>) -> Self {
        Self { crew, question: DISMISSED, shared_empty_cells: u32::MAX, told: 0, path: Vec::new() }
    }

    /// Begins to work at a question.
    fn begin(&mut self, number: u64, root: &Root<W, H>) {
        self.question = number;
        self.shared_empty_cells = SHARED_EMPTY_CELLS.min(root.empty_cells().saturating_sub(SHARED_PLIES));
        self.path.clear();
    }

    /// Tells the crew of the nodes that it hasn't been told of.
    fn tell(&mut self, nodes: u64) {
        self.crew.nodes.fetch_add(nodes - self.told, Relaxed);
        self.told = nodes;
    }

    /// Returns the nodes of all threads, if this one has visited some.
    pub(super) fn nodes(&self, nodes: u64) -> u64 {
        self.crew.nodes.load(Relaxed) + nodes - self.told
    }

    /// Returns whether the moves of a node are shared out.
    #[inline(always)]
    pub(super) const fn shares_moves(&self, node: &Node<W, H>) -> bool {
        node.nb_moves + self.shared_empty_cells <= Geometry::<W, H>::CELLS
    }

    /// Returns the first shared node on the path whose question another thread has answered.
    fn decided(&self, table: &TableHandle<'_, W, H>) -> Option<usize> {
        self.path.iter().position(|&(key, nb_moves, alpha)| {
            let known = table.probe(key, nb_moves);
            known.is_some_and(|bounds| bounds.lower().get() > alpha || bounds.upper().get() <= alpha)
        })
    }
}

impl<'a, const W: usize, const H: usize, O: Observer<W, H>> Search<'a, W, H, O> {
    /// Joins a crew.
    pub(crate) fn join(&mut self, crew: &'a Crew<W, H>) {
        let mut member = Member::new(crew);
        member.tell(self.nodes);
        self.worker = Some(member);
    }

    fn crew(&self) -> Option<&'a Crew<W, H>> {
        self.worker.as_ref().map(|member| member.crew)
    }

    /// Works at a question of the crew.
    fn work_at(&mut self, number: u64, root: &mut Root<W, H>, question: Question) -> Result<(), Interrupted> {
        if let Some(member) = &mut self.worker {
            member.begin(number, root);
        }
        let result = root.work_at(self, question);
        if let Some(member) = &mut self.worker {
            member.tell(self.nodes);
            if result.is_ok() {
                member.crew.answer(number, root);
            }
        }
        result
    }

    /// Works at the questions of the crew until there are no more, or the search has come to its limits.
    pub(crate) fn help(&mut self) {
        let Some(crew) = self.crew() else { return };
        let _alarm = Alarm(crew);
        while let Some(Task { number, mut root, question }) = crew.wait() {
            if self.work_at(number, &mut root, question) == Err(Interrupted::AtLimits) {
                return;
            }
        }
    }

    /// Leads the crew through a question about a root; without a crew the thread answers it alone.
    pub(super) fn lead(&mut self, root: &mut Root<W, H>, question: Question) -> Result<(), Interrupted> {
        let Some(crew) = self.crew() else { return root.work_at(self, question) };
        let number = crew.pose(root, question);
        let result = self.work_at(number, root, question);
        if result.is_err() {
            // A helper was faster, perhaps at the last moment before the limits.
            crew.task().iter().for_each(|task| root.merge(&task.root));
        }
        if result == Err(Interrupted::Answered) { Ok(()) } else { result }
    }

    /// Looks at the limits, and at what the other threads have found out meanwhile. Every thread looks at the limits, so
    /// that they are obeyed even while the system has put the leader aside.
    #[cold]
    pub(super) fn poll_limits(&mut self) -> Result<(), Interrupted> {
        if let Some(member) = &mut self.worker {
            member.tell(self.nodes);
        }
        let result = self.limiter.look(self.nodes, self.nodes());
        let Some(member) = &self.worker else { return result };
        if result.is_err() {
            member.crew.end();
        }
        if member.crew.is_over() {
            Err(Interrupted::AtLimits)
        } else if !member.crew.is_open(member.question) {
            Err(Interrupted::Answered)
        } else {
            member.decided(&self.table).map_or(Ok(()), |depth| Err(Interrupted::Decided(depth)))
        }
    }

    /// Searches a node below the root, unless what is known of it decides.
    pub(super) fn search(
        &mut self,
        node: &Node<W, H>,
        known: NodeBounds,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        if let Some(decided) = known.decides(alpha) {
            return Ok(decided);
        }
        self.visibly(node.key, |search| search.node(node, known, alpha))
    }

    /// Searches a node that other threads are to see.
    pub(super) fn visibly(
        &mut self,
        key: TableKey,
        search: impl FnOnce(&mut Self) -> Result<i32, Interrupted>,
    ) -> Result<i32, Interrupted> {
        let Some(crew) = self.crew() else { return search(self) };
        crew.enter(key);
        let value = search(self);
        crew.leave(key);
        value
    }

    /// Returns whether another thread is at a position.
    pub(super) fn another_is_at(&self, key: TableKey) -> bool {
        let pretend_busy = self.rules().pretend_busy && key.hash.is_multiple_of(3);
        self.crew().is_some_and(|crew| crew.is_at(key) || pretend_busy)
    }

    /// Step 4 of a node whose moves are shared out: returns what is proven of the best of them, and what is known of the
    /// node, of which another thread may have found out more.
    #[cold]
    pub(super) fn search_moves_shared<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        children: &mut Children<L>,
        bounds: &MoveBounds,
        known: NodeBounds,
        alpha: i32,
    ) -> Result<(i32, NodeBounds), Interrupted> {
        let Some(member) = &mut self.worker else { unreachable!("only a member of a crew shares moves") };
        let depth = member.path.len();
        member.path.push((node.key, node.nb_moves, alpha));
        let result = loop {
            let best = self.try_in_turn(node, children, bounds, alpha);
            if best != Err(Interrupted::Decided(depth)) {
                break best.map(|best| (best, known));
            }
            let known = known.narrowed(&self.table, node);
            if let Some(decided) = known.decides(alpha) {
                break Ok((decided, known));
            }
            // Its entry was there a moment ago, and has been overwritten since: once more, then.
        };
        if let Some(member) = &mut self.worker {
            member.path.truncate(depth);
        }
        result
    }

    /// Searches the candidates of a node: the first one, then those that no other thread is at, then the others (Kerrigan's
    /// simplified ABDADA). The first one often decides the node, and a thread that left it out would search in vain.
    fn try_in_turn<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        children: &mut Children<L>,
        bounds: &MoveBounds,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        let mut picker = self.pick_moves(node, children, bounds, alpha);
        let mut put_off = MovePicker::<L>::new();
        let mut nb_put_off = 0;
        let mut best = bounds.best_of_others;
        let mut next = picker.next();
        let mut is_first = true;
        loop {
            let Some(lane) = next.or_else(|| put_off.next()) else { return Ok(best) };
            let child = children.node(node, lane);
            if !is_first && next.is_some() && self.another_is_at(child.key) {
                put_off.add(lane, nb_put_off, 0);
                nb_put_off += 1;
                next = picker.next();
                continue;
            }
            is_first = false;
            // Another thread may have searched it meanwhile.
            let known = children.bounds(lane).narrowed(&self.table, &child);
            let value = -match known.decides(-alpha - 1) {
                Some(decided) => decided,
                None => self.visibly(child.key, |search| search.node(&child, known, -alpha - 1))?,
            };
            best = best.max(value);
            self.history.update(node.nb_moves, node.last, child.last, value > alpha);
            if value > alpha {
                return Ok(best);
            }
            next = self.next_move(node, children, &mut picker);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::*;
    use crate::cpu::Cpu;
    use crate::limits::Limits;
    use crate::position::Position;
    use crate::transposition::TranspositionTable;

    #[test]
    fn a_helper_that_panics_ends_the_search() {
        let table = Arc::new(TranspositionTable::<7, 6>::new(1).expect("a MiB"));
        let crew = Crew::new();
        let helper = || {
            let _alarm = Alarm(&crew);
            panic!("on purpose");
        };
        assert!(thread::scope(|scope| scope.spawn(helper).join()).is_err());
        let mut ignore = |_: &_| {};
        let mut search = Search::new(&table, Cpu::detect(), &Limits::NONE, &mut ignore);
        search.join(&crew);
        let mut root = Root::new(Position::new());
        assert_eq!(root.solve_until(&mut search, |_| false), Err(Interrupted::AtLimits));
    }

    #[test]
    fn a_helper_gives_its_answer_to_the_leader() {
        let crew = Crew::<7, 6>::new();
        let root = Root::new("444444".parse().expect("a position"));
        let question = Question::Position { alpha: 0 };
        let number = crew.pose(&root, question);
        let mut answered = root.clone();
        let table = Arc::new(TranspositionTable::new(1).expect("a MiB"));
        let mut ignore = |_: &_| {};
        let mut helper = Search::new(&table, Cpu::detect(), &Limits::NONE, &mut ignore);
        helper.join(&crew);
        assert_eq!(helper.work_at(number, &mut answered, question), Ok(()));
        assert!(!crew.is_open(number));
        let mut merged = root;
        crew.task().iter().for_each(|task| merged.merge(&task.root));
        assert_eq!(merged.bounds(), answered.bounds());
        assert!(merged.bounds().lower().get() > 0, "{}", merged.bounds());
        // Who comes later leaves it as it is.
        crew.answer(number, &Root::new("444444".parse().expect("a position")));
        assert_eq!(crew.task().as_ref().map(|task| task.root.bounds()), Some(answered.bounds()));
    }
}
