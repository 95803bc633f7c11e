#![doc = include_str!("../README.md")]
//!
//! # Files
//!
//! | file | contents |
//! |---|---|
//! | `title` | the grammar of titles |
//! | `issue`, `login` | open issues as GitHub lists them, and the people who open them |
//! | `settings`, `state`, `done`, `finished` | what the folder of a game has, each in a form that a person can read and mend |
//! | `toml_text` | files of TOML |
//! | `record` | all of it together; undo |
//! | `rules` | what an issue does, or why it is refused |
//! | `apply`, `announce`, `answer` | issues to moves, and what is said to their authors |
//! | `render/`, `readme` | what readers see, and its place in the README |
//! | `verify` | the log replayed, and all that follows from it compared |
//! | `import` | the state of the game that this one comes from |

mod announce;
mod answer;
mod apply;
mod done;
mod finished;
mod import;
mod issue;
mod login;
pub mod readme;
mod record;
mod render;
mod rules;
mod settings;
mod side;
mod state;
mod title;
mod toml_text;
mod verify;

pub use self::answer::Answer;
pub use self::apply::{Applied, Effect, apply};
pub use self::done::Done;
pub use self::finished::{Ending, FinishedError, FinishedGame, Quality, Summary};
pub use self::import::{ImportError, import};
pub use self::issue::{Issue, IssuesError};
pub use self::login::{Login, LoginError};
pub use self::record::{Record, RecordError, UndoError};
pub use self::render::{BOARD_FILE, GRAPH_FILE, Rendered, render};
pub use self::settings::{Settings, SettingsError};
pub use self::side::Side;
pub use self::state::{Move, State, StateError, is_repository};
pub use self::title::{Mover, Request, TitleError, Turn};
pub use self::toml_text::TomlError;
pub use self::verify::{Difference, Files, verify};
