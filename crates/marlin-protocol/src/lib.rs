//! The text protocols of the Marlin Connect Four engine, as pure functions: a line of text to a [`Command`], and a [`Reply`]
//! to text. The dialects differ only in their words: a command has the same effect in all of them.
//!
//! | module | contents |
//! |---|---|
//! | `translate` | text to commands, and replies to text |
//! | `native` | Marlin's own dialect, and its help |
//! | `uci` | UCI with the variant `cfour`, on other boards `cfour-8x7`, for Cute Chess and similar programs |
//! | `ugi` | UGI, for Cute Games |
//! | `command` | the dialects by name, and the meaning of a line |
//! | `reply` | a reply, before a dialect puts it into words |
//! | `result` | the result of a search |
//! | `shown_line` | the line of play that was shown last |
//! | `error` | the reason why a line is refused |
//! | [`setting`] | the options of the engine, and boards as variants of UCI |

mod command;
mod error;
mod native;
mod reply;
mod result;
pub mod setting;
mod shown_line;
mod translate;
mod uci;
mod ugi;

pub use self::command::{Clock, Command, Dialect, GameQuery, Go, ReplyOn};
pub use self::error::ProtocolError;
pub use self::reply::Reply;
pub use self::result::{SearchRequest, SearchResult, Variation};
pub use self::shown_line::ShownLine;
