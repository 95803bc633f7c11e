//! Players of Connect Four: other programs, by their protocols, and built-in ones.
//!
//! | module | contents |
//! |---|---|
//! | `agent` | the trait of all players, and the type of their moves |
//! | `spec` | the name of a player, and its start |
//! | `channel` | lines to and from a program, each wait with a limit |
//! | `process` | a child process and its descendants |
//! | `native` | a program that speaks the protocol of Marlin's session |
//! | `uci` | a program that speaks UCI or UGI, with the names for Connect Four that Cute Chess uses |
//! | `position_lines` | a program that reads one position per line, as `marlin-cli analyze` does |
//! | `random` | random moves |
//! | `depth` | a plain search to a fixed depth |
//! | `level` | a player of one of Marlin's levels |
//! | `perfect` | Marlin itself |
//! | `restarting` | any of them, started again after a failure |
//! | `words` | words of replies that several protocols share |
//! | `forfeit` | the reasons for a forfeited game |
//! | `error` | the failures of a player |

mod agent;
mod channel;
mod depth;
mod error;
mod forfeit;
mod level;
mod native;
mod perfect;
mod position_lines;
mod process;
mod random;
mod restarting;
mod spec;
mod uci;
mod words;

pub use self::agent::{Agent, AgentMove};
pub use self::error::{AgentError, LastLine};
pub use self::forfeit::Forfeit;
pub(crate) use self::forfeit::play_move;
pub use self::restarting::{MAX_FAILURES, RestartingAgent};
pub use self::spec::{AgentSpec, AgentSpecError, Protocol};
