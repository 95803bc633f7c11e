//! [`Settings`]: what the owner of a game chooses.

use marlin_coach::level::Level;
use serde::Deserialize;

use crate::login::Login;
use crate::toml_text::{self, TomlError};

/// What the owner of a game chooses: the contents of `settings.toml`. What isn't in the file has its default.
///
/// # Examples
///
/// ```
/// use marlin_readme::Settings;
///
/// let settings = Settings::parse("level = 3\nhints = false")?;
/// assert_eq!((settings.level.get(), settings.hints, settings.moves_per_hour), (3, false, 20));
/// assert_eq!(Settings::parse(Settings::TEMPLATE)?, Settings::default());
/// # Ok::<(), marlin_readme::SettingsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The strength of the bot.
    #[serde(deserialize_with = "level")]
    pub level: Level,
    /// Whether the answer to a move says what it did to the score.
    pub hints: bool,
    /// The moves that a person may make within an hour.
    pub moves_per_hour: usize,
    /// Those who can't take part.
    pub blocked: Vec<Login>,
    /// Those who may begin a new game before the end of the running one, beside the owner of the repository.
    pub moderators: Vec<Login>,
    /// The people in the table of players.
    pub leaderboard: usize,
    /// The folder of the game's files, as a link from the README has it; empty for where it is.
    pub folder: String,
    /// A page that shows the position of the moves after its `?pos=`; empty for none.
    pub page: String,
}

/// The error of settings that can't be read.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The text is no TOML, or has a wrong key or value.
    #[error("settings.toml, {0}")]
    Text(#[from] TomlError),
    /// The address of the page can't stand in a link.
    #[error(
        "settings.toml: page is an address that begins with https:// and has no spaces, quotes, brackets, ? or #"
    )]
    Page,
    /// The folder can't stand in a link.
    #[error("the folder of the game is a path of letters, digits and -_./, as in \"connect4\"")]
    Folder,
}

impl Settings {
    /// A file with every setting and what it means, all at their defaults.
    pub const TEMPLATE: &str = include_str!("settings.toml");

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// [`SettingsError`], which names the line.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let settings: Self = toml_text::parse(text)?;
        if !settings.page.is_empty() && !is_address(&settings.page) {
            return Err(SettingsError::Page);
        }
        if settings.folder.bytes().all(is_path) { Ok(settings) } else { Err(SettingsError::Folder) }
    }

    /// Returns the link to a file of the folder, which is `connect4` if nothing says where it is.
    pub(crate) fn link(&self, file: &str) -> String {
        let folder = if self.folder.is_empty() { "connect4" } else { &self.folder };
        format!("{folder}/{file}")
    }

    /// Says where the folder is, for settings that don't say it: as a link from the README has it.
    ///
    /// # Errors
    ///
    /// [`SettingsError::Folder`] if that can't stand in a link.
    pub fn found_in(mut self, folder: &str) -> Result<Self, SettingsError> {
        if self.folder.is_empty() {
            folder.clone_into(&mut self.folder);
        }
        if self.folder.bytes().all(is_path) { Ok(self) } else { Err(SettingsError::Folder) }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            level: Level::MAX,
            hints: true,
            moves_per_hour: 20,
            blocked: Vec::new(),
            moderators: Vec::new(),
            leaderboard: 10,
            folder: String::new(),
            page: String::new(),
        }
    }
}

/// Returns whether an address may stand in a link of Markdown or HTML as it is.
fn is_address(text: &str) -> bool {
    let is_special =
        |char: char| char.is_whitespace() || char.is_control() || "\"'<>()[]{}|\\`?#".contains(char);
    (text.starts_with("https://") || text.starts_with("http://")) && !text.contains(is_special)
}

/// Returns whether a byte may stand in the path of a folder.
const fn is_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/')
}

fn level<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    let number = usize::deserialize(deserializer)?;
    Level::new(number).ok_or_else(|| serde::de::Error::custom("the level is a number from 1 to 10"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_setting_is_an_error_that_names_it() {
        let error = |text| Settings::parse(text).unwrap_err().to_string();
        assert!(error("levle = 3").contains("unknown field `levle`"));
        assert!(error("level = 11").contains("a number from 1 to 10"));
        assert!(error("blocked = [\"a b\"]").contains("letters, digits"));
        assert!(error("page = \"https://a.example/)x\"").contains("page is an address"));
        assert!(error("folder = \"a b\"").contains("folder of the game is a path"));
    }

    #[test]
    fn the_page_is_an_address() {
        assert_eq!(Settings::parse("page = \"https://a.example/4/\"").unwrap().page, "https://a.example/4/");
        assert!(Settings::parse("page = \"javascript:alert\"").is_err());
    }
}
