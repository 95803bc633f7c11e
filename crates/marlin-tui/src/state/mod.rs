//! A game as the players see it, without input, output, clock or threads: actions change it, and it returns effects
//! and tasks for the engine.

mod action;
mod apply;
mod games;
mod play;
mod players;
mod story;

pub(crate) use self::action::Command;
pub use self::action::{Action, Dialog, Effect, Prompt, Story, StoryAction};
pub use self::games::{parse_record, record};
pub(crate) use self::play::last_cell;
pub use self::play::{Falling, Message, Play, Shown};
pub(crate) use self::players::parse_seats;
pub use self::players::{Seat, Tally};
pub(crate) use self::story::BlunderCard;
