//! [`Error`]: the reasons of a failure, and their exit codes.

use std::io;
use std::path::Path;

use marlin_readme::readme::MarkersError;
use marlin_readme::{ImportError, IssuesError, SeriesError, UndoError};
use marlin_support::text::excerpt;

/// The reason of a failure. Files are named as on the command line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// An input is not readable.
    #[error("cannot read {name}: {source}")]
    Read { name: String, source: io::Error },
    /// A file is not writable.
    #[error("cannot write {name}: {source}")]
    Write { name: String, source: io::Error },
    /// Standard output is not writable.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A file of the game is invalid.
    #[error("{folder}: {source}")]
    Series { folder: String, source: SeriesError },
    /// The README has no place for the game.
    #[error("{readme}: {source}")]
    Markers { readme: String, source: MarkersError },
    /// The list of issues is invalid.
    #[error(transparent)]
    Issues(#[from] IssuesError),
    /// The state of another game is invalid.
    #[error("{name}: {source}")]
    Import { name: String, source: ImportError },
    /// The games have fewer moves.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// The repository is not named as on GitHub.
    #[error("--repository is named as on GitHub: --repository octocat/octocat")]
    Repository,
    /// The folder has no game.
    #[error("there is no game in {0}: 'marlin-readme init' begins one, and --dir names another folder")]
    NoGame(String),
    /// The folder has a game already.
    #[error(
        "there is a game in {0} already: name another folder with --dir, or end that game with an issue 'connect4|new'"
    )]
    Exists(String),
    /// The folder for answers has other files.
    #[error("{0} has other files than answers: name a new folder with --answers")]
    OtherFiles(String),
    /// Files differ from the log of the games.
    #[error("{count} difference{}; 'marlin-readme verify --help' names the commands that repair them", if *.count == 1 { "" } else { "s" })]
    Differs { count: usize },
}

impl Error {
    /// Returns the error of an input that is not readable.
    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        Self::Read { name: name(path), source }
    }

    /// Returns the error of a file that is not writable.
    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        Self::Write { name: name(path), source }
    }

    /// Returns whether the reader has closed the output, as `head` does, which is no failure.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns the exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            _ if self.is_silent() => 0,
            Self::Differs { .. } => 1,
            _ => 2,
        }
    }
}

/// Returns a path, fit for a message.
pub(crate) fn name(path: &Path) -> String {
    excerpt(&path.to_string_lossy())
}
