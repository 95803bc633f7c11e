//! The rules of a game of Connect Four in a README: the library of the program `marlin-readme`.
//!
//! It is pure. Open issues, the files of the game and a README are the input; new files, a new README and the
//! answers to the issues are the output. Without network, clock and files, the same arguments always have the
//! same result.
//!
//! ```
//! use marlin_core::{BoardSize, Solver};
//! use marlin_readme::{GameState, Issue, Series, apply};
//!
//! let issues = Issue::from_github(
//!     r#"[{"number": 7, "title": "connect4|drop|yellow|9", "user": {"login": "octocat"},
//!          "created_at": "2026-11-23T07:00:00Z"}]"#,
//! )?;
//! let readme = b"# Hello\n<!-- connect4 begin -->\n<!-- connect4 end -->\n";
//! let series = Series::new(GameState::new("octocat/octocat", 1));
//! let applied = apply(&series, &issues, readme, &Solver::on(BoardSize::STANDARD))?;
//! assert!(applied.pending[0].answer.text.starts_with("That title is not one of this game"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files
//!
//! | file | contents |
//! |---|---|
//! | `issue` | open issues, with the grammar of their titles, and the answers to them |
//! | `settings`, `state`, `series` | the files in the folder of a game, which its owner may edit |
//! | `apply` | issues to moves, and the answers to their authors |
//! | `render`, `board`, `archive` | the section of the README, the drawings and the pages of finished games |
//! | `verify` | the log replayed, and compared with the files |
//! | `import` | the state of another game in a README |
//! | `bin/marlin-readme/` | the program: the commands on files |

mod apply;
mod archive;
mod board;
mod import;
mod issue;
mod render;
mod series;
mod settings;
mod state;
mod verify;

pub use self::apply::{Applied, PendingAnswer, apply};
pub use self::archive::{ARCHIVE_FOLDER, GRAPH_FILE, is_archived};
pub use self::board::BOARD_FILE;
pub use self::import::import;
pub use self::issue::{Colour, Issue, IssueAnswer, Login, Mover, Title, Turn};
pub use self::render::{BEGIN, END, Rendered, render, with_section};
pub use self::series::{FinishedGame, GameResult, Quality, ReviewSummary, Series};
pub use self::settings::GameSettings;
pub use self::state::{DoneIssues, GameState, LoggedMove, is_repository};
pub use self::verify::verify;

/// The error of an invalid file or input, as a text with the place and the repair.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Error {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}
