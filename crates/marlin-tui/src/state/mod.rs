//! A game as the players see it, without input, output, clock or threads: actions change it, and it returns effects
//! and tasks for the engine.

mod action;
mod apply;
mod dialog;
mod play;
mod prompt;
mod record;

pub use self::action::{Action, Effect};
pub use self::dialog::{Dialog, Prompt};
pub use self::play::{Falling, Message, Play, Shown};
pub use self::record::{ParseRecordError, parse_record, record};
