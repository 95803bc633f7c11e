//! The folder of the state of a user's programs.

use std::ffi::OsString;
use std::path::PathBuf;

/// The folder of the programs within the user's folder of state.
const PROGRAM: &str = "marlin";

/// Returns the folder of files that a program keeps between its runs, as the [XDG base directories] and Windows name it:
/// `$XDG_STATE_HOME/marlin`, otherwise `~/.local/state/marlin`, and on Windows `%LOCALAPPDATA%\marlin`. `None` if the user has
/// no such folder. It may not exist yet.
///
/// [XDG base directories]: https://specifications.freedesktop.org/basedir-spec/latest/
///
/// # Examples
///
/// ```
/// use marlin_support::files::state_folder;
///
/// assert!(state_folder().is_none_or(|folder| folder.is_absolute() && folder.ends_with("marlin")));
/// ```
pub fn state_folder() -> Option<PathBuf> {
    folder(std::env::var_os)
}

/// Returns the folder by the variables of an environment. Relative paths are invalid by the specification.
fn folder(variable: impl Fn(&'static str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let at_home = || Some(path("HOME")?.join(".local").join("state"));
    let base =
        path("XDG_STATE_HOME").or_else(|| path("LOCALAPPDATA").filter(|_| cfg!(windows))).or_else(at_home);
    Some(base?.join(PROGRAM))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_before_the_home_folder_and_relative_paths_do_not_count() {
        let found = |variables: &[(&str, &str)]| {
            let value =
                |name| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).into());
            folder(value).map(|folder| folder.display().to_string())
        };
        assert_eq!(found(&[("HOME", "/h"), ("XDG_STATE_HOME", "/s")]).as_deref(), Some("/s/marlin"));
        assert_eq!(
            found(&[("HOME", "/h"), ("XDG_STATE_HOME", "s")]).as_deref(),
            Some("/h/.local/state/marlin")
        );
        assert_eq!(found(&[("HOME", "")]), None);
    }
}
