//! Many threads at one position: they search the same tree with the same table, and a move that one of them is at is put
//! off by the others until nothing else is left.
//!
//! One thread leads: it asks the questions at the root, and looks at the limits. The others help with the question of the
//! moment. Whoever answers it first ends it for all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::children::{Children, Node};
use super::observer::Observer;
use super::ordering::Order;
use super::root::{Question, Root};
use super::{Interrupted, Prospect, Search, Window};
use crate::geometry::Geometry;
use crate::transposition::Fingerprint;

/// The fewest empty cells of a node whose moves are shared out. With fewer a move takes too little time.
const SHARED_EMPTY_CELLS: u32 = 25;

/// Marks for positions that are being searched. There are a few dozen at a time; of two that share a mark one isn't seen,
/// which costs some work and nothing else.
const MARKS: usize = 1024;

/// The threads of one search.
#[derive(Debug)]
pub(crate) struct Crew<const W: usize, const H: usize> {
    /// The places of the positions that are being searched, by their lowest bits.
    marks: Box<[AtomicU64]>,
    /// The number of the question of the moment, or [`DISMISSED`].
    present: AtomicU64,
    task: Mutex<Option<Task<W, H>>>,
    new_task: Condvar,
    /// Nodes of the helpers.
    nodes: AtomicU64,
    /// Whether a helper has panicked.
    has_failed: AtomicBool,
}

/// The number of the question when there will be no more of them.
const DISMISSED: u64 = 0;

/// A question about a root.
#[derive(Debug, Clone)]
struct Task<const W: usize, const H: usize> {
    number: u64,
    root: Root<W, H>,
    question: Question,
}

/// What a thread of a crew knows of its place in it.
pub(super) struct Member<'a, const W: usize, const H: usize> {
    pub(super) crew: &'a Crew<W, H>,
    /// The number of the question that the thread is at.
    question: u64,
    helps: bool,
    /// Nodes that the crew has been told of.
    counted: u64,
    /// The shared nodes from the root to here: name, number of stones, and alpha.
    path: Vec<(Fingerprint, u32, i32)>,
}

impl<const W: usize, const H: usize> Crew<W, H> {
    pub(crate) fn new() -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            present: AtomicU64::new(DISMISSED + 1),
            task: Mutex::new(None),
            new_task: Condvar::new(),
            nodes: AtomicU64::new(0),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Returns the nodes that the helpers have told of.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Sends the helpers home.
    pub(crate) fn dismiss(&self) {
        let _task = self.task();
        self.present.store(DISMISSED, Relaxed);
        self.new_task.notify_all();
    }

    /// Takes note that a helper has panicked; the search ends at its leader's next look.
    fn fail(&self) {
        self.has_failed.store(true, Relaxed);
    }

    fn mark(&self, name: Fingerprint) -> &AtomicU64 {
        &self.marks[name.place as usize % MARKS]
    }

    /// Returns whether a thread is searching a position.
    pub(super) fn is_at(&self, name: Fingerprint) -> bool {
        self.mark(name).load(Relaxed) == name.place
    }

    fn enter(&self, name: Fingerprint) {
        self.mark(name).store(name.place, Relaxed);
    }

    fn leave(&self, name: Fingerprint) {
        let _or_another_is_marked = self.mark(name).compare_exchange(name.place, 0, Relaxed, Relaxed);
    }

    /// Poses a question and returns its number.
    fn pose(&self, root: &Root<W, H>, question: Question) -> u64 {
        let mut task = self.task();
        let number = self.present.load(Relaxed) + 1;
        *task = Some(Task { number, root: root.clone(), question });
        self.present.store(number, Relaxed);
        self.new_task.notify_all();
        number
    }

    /// Takes note that a question is answered.
    fn answer(&self, number: u64) {
        let _or_it_was_before = self.present.compare_exchange(number, number + 1, Relaxed, Relaxed);
    }

    fn is_answered(&self, number: u64) -> bool {
        self.present.load(Relaxed) != number
    }

    /// Waits for a question that isn't answered; `None` says that there will be none.
    fn wait(&self) -> Option<Task<W, H>> {
        let mut task = self.task();
        loop {
            if self.present.load(Relaxed) == DISMISSED {
                return None;
            }
            if let Some(open) = task.as_ref().filter(|task| !self.is_answered(task.number)) {
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

/// Tells a crew that a helper has panicked, when it does.
struct Alarm<'a, const W: usize, const H: usize>(&'a Crew<W, H>);

impl<const W: usize, const H: usize> Drop for Alarm<'_, W, H> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail();
        }
    }
}

impl<'a, const W: usize, const H: usize> Member<'a, W, H> {
    pub(super) const fn new(crew: &'a Crew<W, H>, thread: usize) -> Self {
        Self { crew, question: DISMISSED, helps: thread > 0, counted: 0, path: Vec::new() }
    }

    /// Tells the crew of nodes that it hasn't been told of; the leader's own it doesn't count.
    fn count(&mut self, nodes: u64) {
        if self.helps {
            self.crew.nodes.fetch_add(nodes - self.counted, Relaxed);
            self.counted = nodes;
        }
    }

    /// Returns whether the moves of a node are shared out.
    pub(super) const fn shares(node: &Node<W, H>) -> bool {
        node.nb_moves + SHARED_EMPTY_CELLS <= Geometry::<W, H>::CELLS
    }
}

impl<const W: usize, const H: usize, O: Observer<W, H>> Search<'_, W, H, O> {
    /// Works at the questions of a crew until there are no more.
    pub(crate) fn help(&mut self) {
        let Some(crew) = self.member.as_ref().map(|member| member.crew) else { return };
        let _alarm = Alarm(crew);
        while let Some(Task { number, mut root, question }) = crew.wait() {
            self.begin(number);
            let result = root.work_at(self, question);
            if let Some(member) = &mut self.member {
                member.count(self.nodes);
            }
            match result {
                Ok(()) => crew.answer(number),
                Err(Interrupted::AtLimits) => return,
                Err(Interrupted::Answered | Interrupted::Decided(_)) => {}
            }
        }
    }

    /// Begins to work at a question.
    fn begin(&mut self, question: u64) {
        if let Some(member) = &mut self.member {
            member.question = question;
            member.path.clear();
        }
    }

    /// Leads the crew through a question about a root; without a crew the thread answers it alone.
    pub(super) fn lead(&mut self, root: &mut Root<W, H>, question: Question) -> Result<(), Interrupted> {
        let Some(crew) = self.member.as_ref().map(|member| member.crew) else {
            return root.work_at(self, question);
        };
        let number = crew.pose(root, question);
        self.begin(number);
        let result = root.work_at(self, question);
        crew.answer(number);
        if result != Err(Interrupted::Answered) {
            return result;
        }
        // A helper was faster, and what it has found is in the table, or was a moment ago.
        root.narrow(&self.table);
        if root.answers(question) {
            return Ok(());
        }
        self.begin(crew.present.load(Relaxed));
        root.work_at(self, question)
    }

    /// Looks at the limits, and at what the other threads have found out meanwhile.
    #[cold]
    pub(super) fn look(&mut self) -> Result<(), Interrupted> {
        let Some(member) = &mut self.member else { return self.watch.look(self.nodes, 0) };
        self.watch.look(self.nodes, member.crew.nodes())?;
        member.count(self.nodes);
        if member.crew.has_failed.load(Relaxed) {
            return Err(Interrupted::AtLimits);
        }
        if member.crew.is_answered(member.question) {
            return Err(Interrupted::Answered);
        }
        let table = self.table;
        let is_decided = |&(name, nb_moves, alpha): &(Fingerprint, u32, i32)| {
            let known = table.probe(name, nb_moves);
            known.is_some_and(|bounds| bounds.lower().get() > alpha || bounds.upper().get() <= alpha)
        };
        member.path.iter().position(is_decided).map_or(Ok(()), |depth| Err(Interrupted::Decided(depth)))
    }

    /// Searches a node that other threads are to see.
    pub(super) fn visibly(
        &mut self,
        name: Fingerprint,
        search: impl FnOnce(&mut Self) -> Result<i32, Interrupted>,
    ) -> Result<i32, Interrupted> {
        let Some(crew) = self.member.as_ref().map(|member| member.crew) else { return search(self) };
        crew.enter(name);
        let value = search(self);
        crew.leave(name);
        value
    }

    /// Returns whether another thread is at a position.
    pub(super) fn another_is_at(&self, name: Fingerprint) -> bool {
        self.member.as_ref().is_some_and(|member| member.crew.is_at(name))
    }

    /// Step 4 of a node whose moves are shared out: returns what is proven of the best of them.
    #[cold]
    pub(super) fn try_together<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        children: &Children<L>,
        prospect: &Prospect<L>,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        let Some(member) = &mut self.member else { unreachable!("only a member of a crew shares moves") };
        let depth = member.path.len();
        member.path.push((node.name, node.nb_moves, alpha));
        let mut value;
        loop {
            value = self.try_in_turn(node, children, prospect, alpha);
            if value != Err(Interrupted::Decided(depth)) {
                break;
            }
            let known = Window::ANY.narrowed(&self.table, node);
            if let Some(decided) = known.decides(alpha) {
                value = Ok(decided);
                break;
            }
            // Its entry was there a moment ago, and has been overwritten since: once more, then.
        }
        if let Some(member) = &mut self.member {
            member.path.truncate(depth);
        }
        value
    }

    /// Searches the candidates of a node, those that other threads are at after all others.
    fn try_in_turn<const L: usize>(
        &mut self,
        node: &Node<W, H>,
        children: &Children<L>,
        prospect: &Prospect<L>,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        let mut order = self.order(node, children, prospect, alpha);
        let mut put_off = Order::<L>::new();
        let mut nb_put_off = 0;
        let mut best = prospect.best_of_others;
        let mut next = order.next();
        loop {
            let Some(column) = next.or_else(|| put_off.next()) else { return Ok(best) };
            let child = children.node(node, column);
            if next.is_some() && self.another_is_at(child.name) {
                put_off.add(column, nb_put_off, 0);
                nb_put_off += 1;
                next = order.next();
                continue;
            }
            // Another thread may have searched it meanwhile.
            let known = prospect.windows[column].narrowed(&self.table, &child);
            let value = -match known.decides(-alpha - 1) {
                Some(decided) => decided,
                None => self.visibly(child.name, |search| search.node::<L>(&child, known, -alpha - 1))?,
            };
            best = best.max(value);
            self.memory.note(node.nb_moves, node.last, child.last, value > alpha);
            if value > alpha {
                return Ok(best);
            }
            next = self.next(node, prospect, &mut order);
        }
    }
}
