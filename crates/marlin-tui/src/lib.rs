#![doc = include_str!("../README.md")]

mod engine;
mod error;
mod explain;
mod keys;
mod look;
mod options;
mod outside;
mod plain;
mod seat;
mod state;
mod terminal;
mod view;
pub mod words;
mod work;

pub use self::error::PlayError;
pub use self::keys::action;
pub use self::look::Look;
pub use self::options::Options;
pub use self::plain::run_plain;
pub use self::seat::{ParseSeatError, Seat};
pub use self::state::{
    Action, Dialog, Effect, Falling, Message, ParseRecordError, Play, Question, Shown, parse_record, record,
};
pub use self::terminal::run;
pub use self::view::{column_at, draw};
pub use self::work::{Answer, Findings, Thought, Work};
pub use marlin_coach::level::Level;
