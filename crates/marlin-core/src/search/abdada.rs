//! The moves of a node shared out among threads: simplified ABDADA.
//!
//! # The plain algorithm
//!
//! ```text
//! for each move, the first one, then those that no other thread is searching, then the others:
//!     if the table now decides the child: take its bound
//!     mark the child as busy; search it; unmark it; keep the answer in the main table
//! ```
//!
//! # Where this code departs from it
//!
//! *Decided meanwhile.* A thread keeps the shared nodes on its path. If another thread has answered one of
//! them, a poll ends the search below it (`Interrupted::Decided`), and the node takes the answer.

use super::moves::Moves;
use super::node::Node;
use super::ordering::MovePicker;
use super::poll::{Interrupted, Searched};
use super::search_thread::{Observer, SearchThread};
use super::team::SharedNode;
use super::windows::Window;
use crate::bounds::Bounds;
use crate::geometry::Layout;
use crate::transposition::FormKey;

/// Positions with at most this many empty cells have no kept answers and no busy marks: a few nodes prove
/// them, and a cache miss takes as long.
const LATE_EMPTY_CELLS: u32 = 14;

impl<B: Layout, O: Observer<B>> SearchThread<'_, B, O> {
    /// Answers the question about a child of the root or of a shared node by its bounds or by a search, and
    /// keeps the answer in the main table. In a team the child is marked as busy during the search. The
    /// answer of a late child is not kept, and a late child is not marked.
    pub(super) fn answer_child(&mut self, child: &Node<B>, known: Bounds, alpha: i32) -> Searched {
        let is_late = child.masks().cells() - child.nb_moves <= LATE_EMPTY_CELLS;
        let key = (!is_late).then(|| child.answer_key());
        let known = key.map_or(known, |key| self.table.narrowed_by_answer(known, key));
        let window = match self.open_window(child, known, alpha) {
            Ok(window) => window,
            Err(decided) => return Ok(decided),
        };
        let Some(key) = key else { return self.search_node(child, window) };
        let entered = self.nodes;
        self.team().inspect(|team| team.busy.mark(key));
        let value = self.search_node(child, window);
        self.team().inspect(|team| team.busy.unmark(key));
        // A book may have given the bounds on entry, so the answer leaves them out.
        let mut proven = Bounds::of_board(&child.masks());
        proven.narrow(Bounds::of_search(alpha, value?));
        self.table.keep_answer(key, proven, self.nodes - entered);
        value
    }

    /// Returns the question about a node, or the value that its bounds decide. The claim of a decided node is
    /// the node itself, because the claim of its bound is not known.
    fn open_window(&mut self, node: &Node<B>, known: Bounds, alpha: i32) -> Result<Window, i32> {
        let Some(decided) = known.decides(alpha) else { return Ok(Window::new(known, alpha)) };
        self.note_claim(node, |_| node.claim_of_itself(decided > alpha));
        Err(decided)
    }

    /// Returns whether another thread is searching a position.
    pub(super) fn is_busy(&self, key: FormKey) -> bool {
        self.observer.seems_busy(key) || self.team().is_some_and(|team| team.busy.is_marked(key))
    }

    /// Step 4 of a node whose moves are shared: returns the proven bound of the best of them, and the bounds
    /// of the node, which another thread may have narrowed.
    #[cold]
    pub(super) fn search_moves_shared<const L: usize>(
        &mut self,
        moves: &Moves<'_, B, L>,
        picker: &MovePicker<L>,
        known: Bounds,
    ) -> Searched<(i32, Bounds)> {
        let (node, alpha) = (moves.children.node, moves.alpha);
        let Some(worker) = &mut self.worker else { unreachable!("only a worker of a team shares moves") };
        let index = worker.path.len();
        worker.path.push(SharedNode { key: node.answer_key(), window: Window::new(known, alpha) });
        let result = loop {
            let best = self.search_moves_deferring(moves, picker.clone());
            if best != Err(Interrupted::Decided(index)) {
                break best.map(|best| (best, known));
            }
            let known = self.table.narrowed_by_answer(known, node.answer_key());
            if let Err(decided) = self.open_window(node, known, alpha) {
                break Ok((decided, known));
            }
            // Its entry has been overwritten since the poll that found it, so the moves are searched again.
        };
        if let Some(worker) = &mut self.worker {
            worker.path.truncate(index);
        }
        result
    }

    /// Searches the candidates of a node: the first one, then those that are not busy, then the deferred
    /// ones. The first one is never deferred: it often decides the node, and then a thread that deferred it
    /// would search all others needlessly.
    fn search_moves_deferring<const L: usize>(
        &mut self,
        moves: &Moves<'_, B, L>,
        mut picker: MovePicker<L>,
    ) -> Searched {
        let Moves { children, bounds, alpha, .. } = *moves;
        let node = children.node;
        let mut deferred = MovePicker::<L>::new();
        let mut nb_deferred = 0;
        let mut best = bounds.best_of_excluded;
        let mut claims = self.claims_of_excluded(moves);
        let mut next = picker.next();
        let mut is_first = true;
        loop {
            let Some(lane) = next.or_else(|| deferred.next()) else {
                self.note_claim(node, |_| claims.before_their_move(node));
                return Ok(best);
            };
            let child = moves.child(lane);
            if !is_first && next.is_some() && self.is_busy(child.answer_key()) {
                deferred.add(lane, nb_deferred, 0);
                nb_deferred += 1;
                next = picker.next();
                continue;
            }
            is_first = false;
            // Another thread may have searched it meanwhile.
            let lookup = self.table.lookup(child.key, child.sides().held());
            let known = bounds.of_child(lane).within(self.table.probe(&node.masks(), &lookup));
            let value = -self.answer_child(&child, known, -alpha - 1)?;
            best = best.max(value);
            self.history.update(node.nb_moves, node.last, child.last, value > alpha);
            if value > alpha {
                self.note_claim(node, |search| children.before_our_move(lane, search.claim));
                return Ok(best);
            }
            self.add_claim(&mut claims, node, child.last);
            next = self.next_move(moves, &mut picker);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Standard;
    use crate::limits::Limits;
    use crate::position::Position;
    use crate::search::children::Children;
    use crate::search::moves::{Keys, MoveBounds};
    use crate::search::node::Child;
    use crate::search::ordering::weights::OrderingWeights;
    use crate::search::root::Root;
    use crate::search::team::{Sharing, Team};
    use crate::search::windows::Question;
    use crate::transposition::TranspositionTable;

    /// Writes down the children of a node in the order in which they are searched, by number of stones and
    /// last cell.
    struct Searched(Vec<(u32, u64)>);

    impl Observer<Standard> for Searched {
        fn seems_busy(&self, key: FormKey) -> bool {
            key.hash.is_multiple_of(3)
        }

        fn after_node(&mut self, node: &Node<Standard>, _alpha: i32, _fails_high: bool, _nodes: u64) {
            self.0.push((node.nb_moves, node.last));
        }
    }

    /// Returns the positions one move after a game in which the next two stones decide nothing.
    fn longer_games(moves: &str) -> Vec<Position> {
        let position: Position = moves.parse().expect("a legal game");
        let children = position.legal_moves().map(|column| {
            let mut child = position;
            child.make_move(column);
            child
        });
        children.filter(|child| child.decided().is_none()).collect()
    }

    /// Searches the moves of a node while every third position seems busy. For each move that took a search,
    /// in the order of the searches, returns whether it seemed busy; and whether the first of them had the
    /// highest priority. `None` if the move of the highest priority took no search.
    fn searched_while_busy(position: Position) -> Option<(Vec<bool>, bool)> {
        let (node, root, alpha) = (Node::root(Standard, &position.raw), Root::new(Standard, position.raw), 0);
        let table = TranspositionTable::new(1).expect("a MiB");
        let team = Team::new(Sharing::EAGER);
        let weights = OrderingWeights::of_board(&Standard::MASKS);
        let observer = Searched(Vec::new());
        let mut search = SearchThread::observed(Standard, &table, weights, &Limits::NONE, observer);
        search.join(&team);
        let number = team.post(&root, Question { column: None, alpha });
        search.worker.as_mut().expect("it has joined").begin(number, &root);
        let children = Children::<_, 8>::expand(&node);
        let claimeven = children.claimeven();
        let keys = Keys::of_children(&children, &search.table);
        let bounds = MoveBounds::new(&children, &keys, claimeven.uppers, Some(&search.table), alpha);
        let moves = Moves { children: &children, claimeven: &claimeven, keys: &keys, bounds: &bounds, alpha };
        let picker = search.pick_moves(&moves, None);
        let first = picker.clone().next()?;
        assert!(search.search_moves_deferring(&moves, picker).is_ok());
        let of_node = search.observer.0.iter().filter(|&&(nb_moves, _)| nb_moves == node.nb_moves + 1);
        let cells: Vec<u64> = of_node.map(|&(_, cell)| cell).collect();
        let is_busy =
            |&cell: &u64| search.is_busy(Child::of(&node, cell).as_node(&node, node.key).answer_key());
        let first = children.cells[first];
        cells.contains(&first).then(|| (cells.iter().map(is_busy).collect(), cells[0] == first))
    }

    #[test]
    fn the_first_move_of_a_node_is_never_deferred_and_later_ones_are_while_they_are_busy() {
        let (mut busy_first, mut deferred) = (0, 0);
        for position in ["44444326236", "44444326", "4444433", "444122"].into_iter().flat_map(longer_games) {
            let Some((busy, is_first_first)) = searched_while_busy(position) else { continue };
            assert!(is_first_first, "{busy:?} of\n{position}");
            let (first, others) = (busy[0], &busy[1..]);
            assert!(others.is_sorted(), "{busy:?} of\n{position}");
            busy_first += usize::from(first && others.contains(&false));
            deferred += usize::from(others.contains(&false) && others.contains(&true));
        }
        assert!(busy_first > 0 && deferred > 0, "{busy_first} {deferred}");
    }
}
