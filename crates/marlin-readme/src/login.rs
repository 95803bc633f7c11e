//! [`Login`]: the name of an account on GitHub.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The greatest length of a login.
const MAX_LEN: usize = 50;

/// The name of an account on GitHub: letters, digits, `-` and `_`, for apps with `[bot]` at the end. It is safe in Markdown
/// and HTML.
///
/// # Examples
///
/// ```
/// use marlin_readme::Login;
///
/// assert_eq!(Login::new("octocat").unwrap().link(), "[octocat](https://github.com/octocat)");
/// assert_eq!(Login::new("<script>"), None);
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Login(String);

/// The error of a text that is not a login.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a player is named by letters, digits, '-' and '_'")]
pub struct LoginError;

impl Login {
    /// Returns the login, `None` if the text is not one.
    pub fn new(text: &str) -> Option<Self> {
        let name = text.strip_suffix("[bot]").unwrap_or(text);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let fits = !name.is_empty() && name.len() <= MAX_LEN && name.bytes().all(is_plain);
        fits.then(|| Self(text.to_owned()))
    }

    /// Returns the login that GitHub shows for deleted accounts.
    pub(crate) fn ghost() -> Self {
        Self("ghost".to_owned())
    }

    /// Returns a link to the account in Markdown. Unlike `@name` it sends no notification.
    pub fn link(&self) -> String {
        match self.0.strip_suffix("[bot]") {
            Some(name) => format!("[{name}](https://github.com/apps/{name})"),
            None => format!("[{0}](https://github.com/{0})", self.0),
        }
    }

    /// Returns whether two logins name the same account, ignoring case.
    pub fn is(&self, other: &str) -> bool {
        self.0.eq_ignore_ascii_case(other)
    }
}

/// Ignores case, as GitHub does.
impl PartialEq for Login {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Login {}

impl PartialOrd for Login {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Login {
    fn cmp(&self, other: &Self) -> Ordering {
        let letters =
            |login: &Self| login.0.bytes().map(|byte| byte.to_ascii_lowercase()).collect::<Vec<_>>();
        letters(self).cmp(&letters(other))
    }
}

impl TryFrom<String> for Login {
    type Error = LoginError;

    fn try_from(text: String) -> Result<Self, LoginError> {
        Self::new(&text).ok_or(LoginError)
    }
}

impl From<Login> for String {
    fn from(login: Login) -> Self {
        login.0
    }
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_logins() {
        for name in ["a", "octo-cat", "user_company", "dependabot[bot]"] {
            assert_eq!(Login::new(name).map(String::from), Some(name.to_owned()));
        }
        for name in ["", "[bot]", "a b", "a]b", "ä", "a.b", "@a", &"x".repeat(60)] {
            assert_eq!(Login::new(name), None, "{name}");
        }
    }

    #[test]
    fn an_app_has_a_page_of_another_address() {
        assert_eq!(Login::new("helper[bot]").unwrap().link(), "[helper](https://github.com/apps/helper)");
    }
}
