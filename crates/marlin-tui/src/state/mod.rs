//! A game as the players see it, without input, output, clock or threads: actions change it, and it returns effects
//! and tasks for the engine.

mod action;
mod apply;
mod dialog;
mod games;
mod play;
mod prompt;
mod record;
mod story;
mod tally;
mod tasks;

pub use self::action::{Action, Effect};
pub use self::dialog::{Dialog, Prompt, Story};
pub use self::play::{Falling, Message, Play, Shown};
pub use self::record::{ParseRecordError, parse_record, record};
pub(crate) use self::story::BlunderCard;
pub use self::story::StoryAction;
pub use self::tally::Tally;
