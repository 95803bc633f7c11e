//! What GitHub Actions expects of a program that it runs.

use std::env;
use std::path::PathBuf;

/// Returns whether a workflow of GitHub's runs this program.
pub(crate) fn is_action() -> bool {
    env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Returns the file that becomes part of the workflow's summary, if there is one.
pub(crate) fn step_summary() -> Option<PathBuf> {
    env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// How much a message matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// The program does what it was asked for all the same.
    Warning,
    /// It doesn't.
    Error,
}

impl Level {
    /// Returns the word before a message, which is also the name of GitHub's command.
    const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Returns a message as a line: in a workflow of GitHub's as an annotation.
pub(crate) fn message(level: Level, text: &str) -> String {
    if is_action() { annotation(level, text) } else { format!("{}: {text}", level.name()) }
}

/// Returns the line that makes a message an annotation of the workflow.
///
/// # References
///
/// "Workflow commands for GitHub Actions": `%` and line breaks are written as the bytes' numbers.
fn annotation(level: Level, text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    format!("::{} title={}::{escaped}", level.name(), env!("CARGO_PKG_NAME"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_several_lines_stays_one_command() {
        assert_eq!(
            annotation(Level::Error, "5 % slower\nsee above"),
            "::error title=marlin-bench::5 %25 slower%0Asee above"
        );
    }
}
