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

/// Returns the line that makes a message an error of the workflow.
///
/// # References
///
/// "Workflow commands for GitHub Actions": `%` and line breaks are written as the bytes' numbers.
pub(crate) fn error_line(message: &str) -> String {
    let escaped = message.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    format!("::error title={}::{escaped}", env!("CARGO_PKG_NAME"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_several_lines_stays_one_command() {
        assert_eq!(
            error_line("5 % slower\nsee above"),
            "::error title=marlin-bench::5 %25 slower%0Asee above"
        );
    }
}
