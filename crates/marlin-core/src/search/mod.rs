//! The search: one node, and the pieces that it is made of.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the node, in numbered steps |
//! | `bounds.rs` | what the rules alone say about a score |
//! | `ordering.rs` | which move to try first |
//! | `root.rs` | the position asked about: what is proven of each of its columns |
//! | `watch.rs` | limits, the stop flag and progress |

mod bounds;
mod ordering;
mod root;
mod watch;

use self::ordering::MoveList;
pub(crate) use self::root::Root;
use self::watch::Watch;
pub use self::watch::{Limits, Progress, StopFlag};
use crate::position::Position;
use crate::score::{Bounds, Score};
use crate::transposition::TranspositionTable;

/// The search was told to stop before it had proven anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interrupted;

/// A search in progress: the table it shares with others, and the nodes it has visited.
pub(crate) struct Search<'a, const W: usize, const H: usize> {
    table: &'a TranspositionTable<W, H>,
    watch: Watch<'a, W, H>,
    nodes: u64,
}

impl<'a, const W: usize, const H: usize> Search<'a, W, H> {
    pub(crate) fn new(
        table: &'a TranspositionTable<W, H>,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
    ) -> Self {
        Self { table, watch: Watch::new(limits, progress), nodes: 0 }
    }

    /// Returns the nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn watch(&mut self) -> &mut Watch<'a, W, H> {
        &mut self.watch
    }

    /// Returns on which side of `alpha` the score of a position lies, by fail-soft alpha-beta with the null window
    /// from `alpha` to `alpha + 1`.
    ///
    /// The score is from the side to move. A result above `alpha` says that the score is that or more, a result at
    /// or below `alpha` that it is that or less.
    ///
    /// `nb_moves` is the number of stones on the board. The side to move must not be able to win at once, and the
    /// board must not be full: whoever calls has seen to that, so that no node is spent on it.
    pub(crate) fn node(
        &mut self,
        position: Position<W, H>,
        nb_moves: u32,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        debug_assert!(!position.can_win_next() && !position.is_over());

        // Step 1. Now and then look at the clock; count the node.
        if self.nodes >= self.watch.next_look() {
            self.watch.look(self.nodes)?;
        }
        self.nodes += 1;

        // Step 2. Keep the moves after which the opponent does not win at once. Without one the game is lost.
        let moves = bounds::non_losing_cells(&position);
        if moves == 0 {
            return Ok(-Score::<W, H>::win_in(nb_moves, 1));
        }

        // Step 3. The rules alone bound the score; on a nearly full board they decide it.
        let (mut lower, mut upper) = bounds::without_immediate_wins::<W, H>(nb_moves);
        if upper <= alpha || lower == upper {
            return Ok(upper);
        }
        if lower > alpha {
            return Ok(lower);
        }

        // Step 4. The table may know better bounds.
        let key = position.key();
        if let Some(known) = self.table.probe(key) {
            lower = lower.max(known.lower().get());
            upper = upper.min(known.upper().get());
            if upper <= alpha || lower == upper {
                return Ok(upper);
            }
            if lower > alpha {
                return Ok(lower);
            }
        }

        // Step 5. Search the moves, the most promising one first, until one exceeds alpha.
        let mut best = i32::MIN;
        for cell in MoveList::sorted(&position, moves) {
            let value = -self.node(position.after(cell), nb_moves + 1, -alpha - 1)?;
            best = best.max(value);
            if best > alpha {
                break;
            }
        }

        // Step 6. What this proves is one bound; it never contradicts the other one.
        if best > alpha {
            lower = best.min(upper);
        } else {
            upper = best.max(lower);
        }
        self.table.store(key, Bounds::from_search(lower, upper));
        Ok(if best > alpha { lower } else { upper })
    }
}
