//! Players of Connect Four: other programs, by their protocols, and built-in ones.
//!
//! | module | contents |
//! |---|---|
//! | `agent` | the trait of all players, their moves, and the reasons for a forfeited game |
//! | `spec` | the name of a player, and its start |
//! | `channel` | lines to and from a program, each wait with a limit, and the words that they share |
//! | `process` | a child process and its descendants |
//! | `native` | a program that speaks the protocol of Marlin's session |
//! | `uci` | a program that speaks UCI or UGI, with the names for Connect Four that Cute Chess uses |
//! | `position_lines` | a program that reads one position per line, as `marlin-cli analyze` does |
//! | `built_in` | Marlin itself, its levels, and random moves |
//! | `depth` | a plain search to a fixed depth |
//! | `restarting` | any of them, started again after a failure |
//! | `error` | the failures of a player |

mod agent;
mod built_in;
mod channel;
mod depth;
mod error;
mod native;
mod position_lines;
mod process;
mod restarting;
mod spec;
mod uci;

pub(crate) use self::agent::play_move;
pub use self::agent::{Agent, AgentMove, Forfeit};
pub use self::error::{AgentError, LastLine};
pub use self::restarting::{MAX_FAILURES, RestartingAgent};
pub use self::spec::{AgentSpec, AgentSpecError, Protocol};
