//! The result of a command, and messages in the form that GitHub Actions reads.

use std::env;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

pub(crate) use marlin_support::exit::Failure;

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Gives an error the name of its file.
pub(crate) trait InFile<T> {
    fn in_file(self, path: &Path) -> Result<T>;
}

impl<T, E: Display> InFile<T> for Result<T, E> {
    fn in_file(self, path: &Path) -> Result<T> {
        self.map_err(|error| Failure::file(path, error))
    }
}

/// Writes a line to standard error. If that is closed, no place is left for it.
pub(crate) fn complain(line: &str) {
    drop(writeln!(io::stderr(), "{line}"));
}

/// Writes an `error` or a `warning` as an annotation of the workflow too, if GitHub Actions runs this program.
pub(crate) fn annotate(severity: &str, text: &str) {
    if env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        complain(&annotation(severity, text));
    }
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
