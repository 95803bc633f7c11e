//! Messages and summaries for GitHub Actions.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use crate::failure::Failure;

/// Returns whether GitHub Actions runs this program.
pub(crate) fn is_action() -> bool {
    env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Returns the file of the workflow's summary, if there is one.
fn step_summary() -> Option<PathBuf> {
    env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Severity {
    /// The command succeeds nevertheless.
    Warning,
    /// The command fails.
    Error,
}

impl Severity {
    /// Returns the word before a message, which is also the name of GitHub's command.
    const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Returns a message as a line, under GitHub Actions as an annotation.
pub(crate) fn message(severity: Severity, text: &str) -> String {
    if is_action() { annotation(severity, text) } else { format!("{}: {text}", severity.name()) }
}

/// Returns the line that makes a message an annotation of the workflow.
///
/// # References
///
/// "Workflow commands for GitHub Actions": `%` and line breaks are written as the bytes' numbers.
fn annotation(severity: Severity, text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    format!("::{} title={}::{escaped}", severity.name(), env!("CARGO_PKG_NAME"))
}

/// The summary of a workflow; nothing outside of GitHub Actions.
#[derive(Debug)]
pub(crate) struct StepSummary(Option<(PathBuf, File)>);

impl StepSummary {
    /// Opens the file that GitHub Actions names.
    pub(crate) fn open() -> Result<Self, Failure> {
        let Some(path) = step_summary() else { return Ok(Self(None)) };
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let file =
            file.map_err(|error| Failure::file(&path, &format!("{error} (GITHUB_STEP_SUMMARY names it)")))?;
        Ok(Self(Some((path, file))))
    }

    /// Adds Markdown below a heading, after the summaries of earlier steps.
    pub(crate) fn add(&mut self, heading: &str, markdown: &str) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let text = format!("### {heading}\n\n{markdown}\n");
        file.write_all(text.as_bytes()).map_err(|error| Failure::file(path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_several_lines_stays_one_command() {
        assert_eq!(
            annotation(Severity::Error, "5 % slower\nsee above"),
            "::error title=marlin-bench::5 %25 slower%0Asee above"
        );
    }
}
