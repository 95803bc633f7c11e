//! Players of Connect Four: other programs, by the protocol that they speak, and some that are built in.
//!
//! | module | what it has |
//! |---|---|
//! | `agent` | what a player is, and what it answers |
//! | `spec` | how a player is named, and its start |
//! | `channel` | lines to and from a program, each wait with a limit |
//! | `process` | a child process, and what it starts |
//! | `native` | a program that speaks the protocol of Marlin's session |
//! | `uci` | a program that speaks UCI or UGI, with the names for Connect Four that Cute Chess knows |
//! | `position_lines` | a program that answers a position a line, as `marlin-cli analyze` does |
//! | `random` | random moves |
//! | `depth` | a plain search to a fixed depth |
//! | `perfect` | Marlin itself |
//! | `restarting` | any of them, started again after it has failed |
//! | `words` | words of answers that several protocols share |
//! | `fault` | what a player does instead of a legal move in time |
//! | `error` | why a player gave no answer |

mod agent;
mod channel;
mod depth;
mod error;
mod fault;
mod native;
mod perfect;
mod position_lines;
mod process;
mod random;
mod restarting;
mod spec;
mod uci;
mod words;

pub use self::agent::{Agent, Choice};
pub use self::error::{AgentError, LastLine};
pub use self::fault::Fault;
pub(crate) use self::fault::play_move;
pub use self::restarting::{MAX_FAILURES, Restarting};
pub use self::spec::{Protocol, Spec, SpecError};
