#![doc = include_str!("../README.md")]

mod effects;
mod engine;
mod error;
mod keys;
mod look;
mod options;
mod plain;
mod seat;
mod settings;
mod state;
mod task;
mod terminal;
mod view;
pub mod words;

pub use self::error::TuiError;
pub use self::keys::action;
pub use self::look::{ColourDepth, Look, ParseThemeError, Theme};
pub use self::options::PlayOptions;
pub use self::plain::run_plain;
pub use self::seat::{ParseSeatError, Seat};
pub use self::settings::{PlaySettings, SettingsFile};
pub use self::state::{
    Action, Dialog, Effect, Falling, Message, ParseRecordError, Play, Prompt, Shown, Story, StoryAction,
    Tally, parse_record, record,
};
pub use self::task::{EngineProgress, EngineReply, EngineTask};
pub use self::terminal::run;
pub use self::view::{column_at, draw};
pub use marlin_coach::level::SkillLevel;
