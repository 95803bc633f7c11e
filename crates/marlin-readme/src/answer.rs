//! [`IssueAnswer`]: the answer to an issue.

use serde::Deserialize;

use crate::toml_text::Quoted;

/// The answer to an issue.
///
/// # Examples
///
/// ```
/// use marlin_readme::IssueAnswer;
///
/// let answer = IssueAnswer { issue: 7, accepted: true, text: "Red drops into column 4.".to_owned() };
/// assert_eq!((answer.reaction(), answer.label()), ("rocket", "connect4"));
/// assert!(answer.comment().ends_with("<!-- connect4 answer 7 -->\n"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssueAnswer {
    /// The number of the issue.
    pub issue: u64,
    /// Whether the move or the new game was made.
    pub accepted: bool,
    /// The text of the comment, in Markdown.
    pub text: String,
}

impl IssueAnswer {
    /// Returns the comment. Its last line, hidden in the rendered page, identifies it among other comments.
    pub fn comment(&self) -> String {
        format!("{}\n\n<!-- connect4 answer {} -->\n", self.text, self.issue)
    }

    /// Returns the reaction to the issue, by GitHub's name.
    pub const fn reaction(&self) -> &'static str {
        if self.accepted { "rocket" } else { "confused" }
    }

    /// Returns the label of the issue.
    pub const fn label(&self) -> &'static str {
        if self.accepted { "connect4" } else { "connect4-refused" }
    }

    /// Returns the answer as a table on one line.
    pub(crate) fn to_toml(&self) -> String {
        format!("{{ issue = {}, accepted = {}, text = {} }}", self.issue, self.accepted, Quoted(&self.text))
    }
}
