//! A game as the players see it, without input, output, clock or threads: actions change it, and it returns
//! effects and tasks for the engine.

mod action;
mod apply;
mod command;
mod games;
mod menu;
mod play;
mod players;
mod solve;
mod story;
mod task;

pub use self::action::{
    Action, Dialog, Effect, Menu, MenuAction, MenuPage, Message, Prompt, Story, StoryAction, TaskAction,
};
pub(crate) use self::command::Command;
pub use self::games::{parse_record, record};
pub(crate) use self::menu::MenuItem;
pub(crate) use self::play::last_cell;
pub use self::play::{Falling, Play, Shown};

pub use self::players::{Kept, Seat, Tally, in_colours};
pub(crate) use self::players::{colour, parse_seats};
pub(crate) use self::story::BlunderCard;
pub use self::task::{BoardTask, TaskQuestion};
