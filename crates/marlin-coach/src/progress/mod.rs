//! What a device keeps of its player: solved puzzles, results against the levels, and lessons that are done. Each is a text of
//! lines, and a damaged line costs no more than itself.
//!
//! | file | contents |
//! |---|---|
//! | `solved` | the solved puzzles, and the streak |
//! | `standings` | the results against each level, and the level to play next |
//! | `learned` | the steps of lessons that are done |

mod learned;
mod solved;
mod standings;

pub use self::learned::Learned;
pub use self::solved::Solved;
pub use self::standings::{Standing, Standings};
