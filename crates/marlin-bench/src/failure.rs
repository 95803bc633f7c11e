//! [`Failure`]: the reasons of exit codes other than 0, and messages as GitHub Actions wants them.

use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A failure, by its exit code.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A wrong score or a check that failed.
    #[error("{0}")]
    Wrong(String),
    /// Bad usage or bad input.
    #[error("{0}")]
    Input(String),
    /// More time or nodes than a baseline allows.
    #[error("regression: {0}")]
    Regression(String),
    /// Unclear times, with `--on-unclear fail`.
    #[error("unclear: {0}")]
    Unclear(String),
    /// Positions that are unproven at the time limit.
    #[error("{0}")]
    TimeLimit(String),
    /// The report cannot be written.
    #[error("cannot write the report: {0}")]
    Write(#[from] io::Error),
}

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// Returns bad usage or bad input, for a text that is no `String` yet.
    pub(crate) fn input(error: impl Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Returns the failure of reading or writing a file.
    pub(crate) fn file(path: &Path, error: impl Display) -> Self {
        Self::Input(format!("{}: {error}", path.display()))
    }

    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::Wrong(_) => 1,
            Self::Input(_) | Self::Write(_) => 2,
            Self::Regression(_) | Self::Unclear(_) => 3,
            Self::TimeLimit(_) => 4,
        }
    }

    /// Returns whether the reader has closed the output: no reason for a message.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Gives an error the name of its file.
pub(crate) trait InFile<T> {
    fn in_file(self, path: &Path) -> Result<T>;
}

impl<T, E: Display> InFile<T> for Result<T, E> {
    fn in_file(self, path: &Path) -> Result<T> {
        self.map_err(|error| Failure::file(path, error))
    }
}

/// Returns whether GitHub Actions runs this program.
pub(crate) fn is_action() -> bool {
    env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Writes a line to standard error. If that is closed, no place is left for it.
pub(crate) fn complain(line: &str) {
    drop(writeln!(io::stderr(), "{line}"));
}

/// Returns an `error` or a `warning` as a line, under GitHub Actions as an annotation.
pub(crate) fn message(severity: &str, text: &str) -> String {
    if is_action() { annotation(severity, text) } else { format!("{severity}: {text}") }
}

/// Returns the line that makes a message an annotation of the workflow.
///
/// # References
///
/// "Workflow commands for GitHub Actions": `%` and line breaks are written as the bytes' numbers.
fn annotation(severity: &str, text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    format!("::{severity} title={}::{escaped}", env!("CARGO_PKG_NAME"))
}

/// Adds Markdown below a heading to the summary of a workflow, if there is one.
pub(crate) fn add_to_summary(heading: &str, markdown: &str) -> Result<()> {
    let path = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from);
    let Some(path) = path else { return Ok(()) };
    let text = format!("### {heading}\n\n{markdown}\n");
    let file = File::options().append(true).create(true).open(&path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| Failure::file(&path, format!("{error} (GITHUB_STEP_SUMMARY names it)")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_several_lines_stays_one_command() {
        assert_eq!(
            annotation("error", "5 % slower\nsee above"),
            "::error title=marlin-bench::5 %25 slower%0Asee above"
        );
    }
}
