//! The search. A goal for a position becomes questions with a null window each, and a question becomes a tree of nodes.
//!
//! The path of a question, from file to file:
//!
//! | file | idea |
//! |---|---|
//! | `driver.rs` | questions until a goal is reached, and helper threads when that takes long |
//! | `windows.rs` | the choice of the next question |
//! | `answer.rs` | a question is answered: null windows of the columns, by one thread or a team |
//! | `parallel/` | many threads at one position: a node is marked as busy while one of them searches it |
//! | `dispatch.rs` | which compiled form of the node runs: lanes and CPU level |
//! | `negamax.rs` | the node, in numbered steps |
//! | `node.rs` | a position to search |
//! | `children.rs`, `child.rs` | the values of the children: of all at once, and of one |
//! | `lanes.rs` | the moves of a node by number |
//! | `claimeven.rs` | an upper bound by a strategy of the side not to move |
//! | `fours.rs` | the fours that this strategy leaves: those that come second, and the moves that they take |
//! | `late.rs` | late wins: claimeven without an odd threat |
//! | `reduced.rs` | the part of a position that can still matter: the key of the table |
//! | `move_bounds.rs` | which moves are candidates, by the bounds of the children and the table |
//! | `ordering/` | which candidate to try first |
//!
//! Beside the path:
//!
//! | file | idea |
//! |---|---|
//! | `root.rs` | the position of the query, with the proven bounds of each of its columns |
//! | `book_bounds.rs` | the bounds by the opening book, before the first question |
//! | `search_thread.rs` | `SearchThread`: the state of one thread during a search |
//! | `poll.rs`, `limiter.rs`, `reporter.rs` | limits are polled, progress is reported |
//! | `interrupted.rs` | why a search returns without an answer |
//! | `pv.rs` | likely lines, from the table |
//! | `pruning.rs` | pruning that tests switch off |
//! | `observer.rs`, `internals/` | the hooks of the learner and the benches |
//!
//! The methods of [`SearchThread`](search_thread::SearchThread) are in the file of their idea:
//!
//! | method | file |
//! |---|---|
//! | `new`, `observed`, `join`, `team`, `nodes`, `pruning` | `search_thread.rs` |
//! | `answer`, `help`, `search_question`, `search_position`, `search_column` | `answer.rs` |
//! | `search_marked`, `is_busy`, `search_moves_shared` | `parallel/abdada.rs` |
//! | `search_node` | `dispatch.rs` |
//! | `negamax`, `search_moves`, `next_move`, `store_fail_high` | `negamax.rs` |
//! | `move_bounds` | `move_bounds.rs` |
//! | `pick_moves`, `history_at` | `ordering/priorities.rs` |
//! | `poll_limits` | `poll.rs` |

mod answer;
mod book_bounds;
mod child;
mod children;
mod claimeven;
mod dispatch;
mod driver;
mod fours;
#[cfg(feature = "internals")]
pub mod internals;
mod interrupted;
mod lanes;
mod late;
mod limiter;
mod move_bounds;
mod negamax;
mod node;
mod observer;
#[cfg_attr(not(feature = "internals"), expect(unreachable_pub, reason = "internals exports it"))]
mod ordering;
mod parallel;
mod poll;
mod pruning;
mod pv;
mod reduced;
mod reporter;
mod root;
mod search_thread;
#[cfg(test)]
mod tests;
mod windows;

pub(crate) use self::claimeven::claimeven_with_cells;
pub(crate) use self::driver::{Driver, Effort, Resources, default_threads, drive};
pub(crate) use self::fours::LateFour;
pub(crate) use self::interrupted::Interrupted;
pub(crate) use self::pv::{likely_line, line_from};
pub(crate) use self::reporter::{Found, ProgressFn};
pub(crate) use self::root::{ColumnBounds, Root};
pub(crate) use self::windows::Goal;
