//! The rules of a game of Connect Four in a README: the library of the program `marlin-readme`.
//!
//! It is pure. Open issues, the files of the game and a README are the input; new files, a new README and the answers to
//! the issues are the output. Without network, clock and files, the same arguments always have the same result.
//!
//! ```
//! use marlin_core::{BoardSize, Solver};
//! use marlin_readme::{GameState, Issue, Series, apply};
//!
//! let issues = Issue::from_github(
//!     r#"[{"number": 7, "title": "connect4|drop|red|9", "user": {"login": "octocat"},
//!          "created_at": "2026-11-23T07:00:00Z"}]"#,
//! )?;
//! let readme = b"# Hello\n<!-- connect4 begin -->\n<!-- connect4 end -->\n";
//! let series = Series::new(GameState::new("octocat/octocat", 1));
//! let applied = apply(&series, &issues, readme, &Solver::on(BoardSize::STANDARD))?;
//! assert!(applied.pending[0].answer.text.starts_with("That title isn't one of this game"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files
//!
//! | file | contents |
//! |---|---|
//! | `title` | the grammar of titles |
//! | `issue`, `login` | open issues in GitHub's list, and their authors |
//! | `settings`, `state`, `done`, `finished` | the files in the folder of a game, which its owner may edit |
//! | `toml_text` | reading and writing of TOML |
//! | `series` | all games together; undo |
//! | `rules` | an issue to a move, a new game, or the reason for refusing it |
//! | `apply`, `announce`, `answer` | issues to moves, and the answers to their authors |
//! | `render/`, `readme` | the section and the drawings, and their place in the README |
//! | `verify` | the log replayed, and compared with the files |
//! | `import` | the state of another game in a README |
//! | `bin/marlin-readme/` | the program: the commands on files |

mod announce;
mod answer;
mod apply;
mod done;
mod finished;
mod import;
mod issue;
mod login;
pub mod readme;
mod render;
mod rules;
mod series;
mod settings;
mod side;
mod state;
mod title;
mod toml_text;
mod verify;

pub use self::answer::IssueAnswer;
pub use self::apply::{Applied, PendingAnswer, apply};
pub use self::done::DoneIssues;
pub use self::finished::{FinishedError, FinishedGame, GameResult, Quality, ReviewSummary};
pub use self::import::{ImportError, import};
pub use self::issue::{Issue, IssuesError};
pub use self::login::{Login, LoginError};
pub use self::render::{ARCHIVE_FOLDER, BOARD_FILE, GRAPH_FILE, Rendered, is_archived, render};
pub use self::series::{Series, SeriesError, UndoError};
pub use self::settings::{GameSettings, SettingsError};
pub use self::side::Side;
pub use self::state::{GameState, LoggedMove, StateError, is_repository};
pub use self::title::{Mover, Title, TitleError, Turn};
pub use self::toml_text::TomlError;
pub use self::verify::{Difference, FoundFiles, verify};
