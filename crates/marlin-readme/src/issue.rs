//! [`Issue`]: an open issue of the repository.

use jiff::Timestamp;
use serde::Deserialize;

use crate::login::Login;

/// An open issue of the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Its number.
    pub number: u64,
    /// Its title: untrusted text.
    pub title: String,
    /// The account that opened it.
    pub author: Login,
    /// The time at which it was opened.
    pub at: Timestamp,
}

/// The error of a text that is not a list of issues.
#[derive(Debug, thiserror::Error)]
#[error("the issues are not a list in the format of GitHub's API: {0}")]
pub struct IssuesError(#[from] serde_json::Error);

/// An issue in GitHub's list.
#[derive(Deserialize)]
struct ListedIssue {
    number: u64,
    title: String,
    user: Option<User>,
    created_at: Timestamp,
    pull_request: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct User {
    login: String,
}

impl Issue {
    /// Reads the list of issues from GitHub's API: one or more pages in a row, as
    /// `gh api --paginate "repos/OWNER/NAME/issues?state=open"` prints them. Pull requests are excluded.
    ///
    /// # Errors
    ///
    /// [`IssuesError`] if the text is not such a list.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_readme::Issue;
    ///
    /// let page = r#"[{"number": 7, "title": "connect4|new", "user": {"login": "octocat"},
    ///                 "created_at": "2026-11-23T07:00:00Z"}]"#;
    /// let issues = Issue::from_github(&[page, page].concat())?;
    /// assert_eq!((issues.len(), issues[0].author.to_string()), (2, "octocat".to_owned()));
    /// # Ok::<(), marlin_readme::IssuesError>(())
    /// ```
    pub fn from_github(text: &str) -> Result<Vec<Self>, IssuesError> {
        let mut issues = Vec::new();
        for page in serde_json::Deserializer::from_str(text).into_iter::<Vec<ListedIssue>>() {
            issues.extend(page?.into_iter().filter(|listed| listed.pull_request.is_none()).map(Self::from));
        }
        Ok(issues)
    }
}

impl From<ListedIssue> for Issue {
    fn from(listed: ListedIssue) -> Self {
        let author = listed.user.and_then(|user| Login::new(&user.login)).unwrap_or_else(Login::ghost);
        Self { number: listed.number, title: listed.title, author, at: listed.created_at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pull_requests_and_unknown_fields_are_skipped_and_deleted_people_are_ghosts() {
        let issues = Issue::from_github(
            r#"[{"number":1,"title":"a","user":null,"created_at":"2026-01-01T00:00:00Z","labels":[]},
                {"number":2,"title":"b","user":{"login":"x y"},"created_at":"2026-01-01T00:00:00Z"},
                {"number":3,"title":"c","user":{"login":"x"},"created_at":"2026-01-01T00:00:00Z","pull_request":{}}]"#,
        );
        let found: Vec<_> =
            issues.unwrap().into_iter().map(|issue| (issue.number, issue.author.to_string())).collect();
        assert_eq!(found, [(1, "ghost".to_owned()), (2, "ghost".to_owned())]);
    }

    #[test]
    fn no_pages_are_no_issues_and_other_texts_are_errors() {
        assert_eq!(Issue::from_github("").unwrap(), []);
        assert_eq!(Issue::from_github("[]\n[]").unwrap(), []);
        assert!(Issue::from_github(r#"{"message":"Not Found"}"#).is_err());
        assert!(Issue::from_github("[").is_err());
    }
}
