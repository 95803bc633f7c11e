//! The text protocols of the Marlin Connect Four engine, as pure functions: a line of text to a [`Command`], and a [`Reply`]
//! to text. The dialects differ only in their words: a command has the same effect in all of them.
//!
//! | module | contents |
//! |---|---|
//! | `dialect` | the names of the dialects |
//! | `translate` | text to commands, and replies to text |
//! | `native` | Marlin's own dialect, and its help |
//! | `uci` | UCI with the variant `cfour`, on other boards `cfour-8x7`, for Cute Chess and similar programs |
//! | `ugi` | UGI, for Cute Games |
//! | `command` | the meaning of a line |
//! | `reply` | a reply, before a dialect puts it into words |
//! | `result` | the result of a search |
//! | `shown_line` | the line of play that was shown last |
//! | `error` | the reason why a line is refused |
//! | [`setting`] | the options of the engine |
//! | `option_line` | the list of the options |
//! | `variant` | boards as variants of UCI |
//! | `words` | words of lines that several dialects share |

mod command;
mod dialect;
mod error;
mod native;
mod option_line;
mod reply;
mod result;
pub mod setting;
mod shown_line;
mod translate;
mod uci;
mod ugi;
mod variant;
mod words;

pub use self::command::{Clock, Command, GameQuery, Go, ReplyOn};
pub use self::dialect::Dialect;
pub use self::error::ProtocolError;
pub use self::reply::Reply;
pub use self::result::{SearchRequest, SearchResult, Variation};
pub use self::shown_line::ShownLine;
