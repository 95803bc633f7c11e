#![doc = include_str!("../README.md")]

mod engine;
mod files;
mod keys;
mod look;
mod options;
mod plain;
mod state;
mod terminal;
mod view;
pub mod words;

pub use self::engine::{EngineReply, EngineTask, Question};
pub use self::files::PlaySettings;
pub use self::keys::action;
pub use self::look::{ColourDepth, Look, Theme, has_unicode};
pub use self::options::{PlayOptions, TuiError};
pub use self::plain::run_plain;
pub use self::state::{
    Action, BoardTask, Dialog, Effect, Falling, Kept, Menu, MenuAction, MenuPage, Message, Play, Prompt,
    Seat, Shown, Story, StoryAction, Tally, TaskAction, TaskQuestion, in_colours, parse_record, record,
};
pub use self::terminal::run;
pub use self::view::{column_at, draw};
pub use marlin_coach::level::SkillLevel;
pub use marlin_coach::task::TaskProgress;
