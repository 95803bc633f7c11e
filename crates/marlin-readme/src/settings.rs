//! [`GameSettings`]: the owner's choices.

use marlin_coach::level::SkillLevel;
use marlin_svg::Theme;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Error;
use crate::issue::Login;

/// The owner's choices: the contents of `settings.toml`. A setting that is not in the file has its default.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameSettings {
    /// The strength of the bot.
    #[serde(deserialize_with = "level")]
    pub level: SkillLevel,
    /// Whether the answer to a move includes the effect of the move on the score.
    pub hints: bool,
    /// The maximum number of moves of a player within an hour.
    pub moves_per_hour: usize,
    /// The accounts that may not play.
    pub blocked: Vec<Login>,
    /// The accounts that may end a running game by a new one, besides the owner of the repository.
    pub moderators: Vec<Login>,
    /// The maximum number of rows in the table of players.
    pub leaderboard: usize,
    /// The look of the drawings.
    #[serde(deserialize_with = "theme")]
    pub theme: Theme,
    /// The address of a guide, for a line "Add this game to your README"; empty for no line.
    pub invite: String,
    /// The path of the folder in links of the README; empty for its real path.
    pub folder: String,
    /// The address of a page that shows the position of `?pos=MOVES`; empty for none.
    pub page: String,
    /// The path of the folder from the root of the repository, for links from answers: no setting of the
    /// file.
    #[serde(skip)]
    pub path: String,
}

impl GameSettings {
    /// A file with every setting at its default, and its meaning.
    pub const TEMPLATE: &str = include_str!("settings.toml");

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, or has a wrong key or value.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let settings: Self = parse_toml("settings.toml", text)?;
        for (name, address) in [("page", &settings.page), ("invite", &settings.invite)] {
            if !address.is_empty() && !is_address(address) {
                return Err(Error::new(format!(
                    "settings.toml: {name} is an address that begins with https:// and has no spaces, quotes, brackets, ? or #"
                )));
            }
        }
        settings.with_default_folder("")
    }

    /// Returns the link to a file of the folder, which is `connect4` by default.
    pub(crate) fn link(&self, file: &str) -> String {
        let folder = if self.folder.is_empty() { "connect4" } else { &self.folder };
        format!("{folder}/{file}")
    }

    /// Sets the path of the folder in links of the README, unless the settings have one.
    ///
    /// # Errors
    ///
    /// If the path is not safe in a link.
    pub fn with_default_folder(mut self, folder: &str) -> Result<Self, Error> {
        if self.folder.is_empty() {
            folder.clone_into(&mut self.folder);
        }
        if !self.folder.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte)) {
            return Err(Error::new(
                "the folder of the game is a path of letters, digits and -_./, as in \"connect4\"",
            ));
        }
        Ok(self)
    }
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            level: SkillLevel::MAX,
            hints: true,
            moves_per_hour: 20,
            blocked: Vec::new(),
            moderators: Vec::new(),
            leaderboard: 10,
            theme: Theme::Classic,
            invite: String::new(),
            folder: String::new(),
            page: String::new(),
            path: "connect4".to_owned(),
        }
    }
}

/// Returns whether an address is safe in a link of Markdown or HTML.
fn is_address(text: &str) -> bool {
    let is_special =
        |char: char| char.is_whitespace() || char.is_control() || "\"'<>()[]{}|\\`?#".contains(char);
    // The owner wrote this text.
    (text.starts_with("https://") || text.starts_with("http://")) && !text.contains(is_special)
}

fn level<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<SkillLevel, D::Error> {
    let number = usize::deserialize(deserializer)?;
    SkillLevel::new(number).ok_or_else(|| serde::de::Error::custom("the level is a number from 1 to 10"))
}

fn theme<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Theme, D::Error> {
    let [first, second, third] = Theme::ALL.map(Theme::name);
    let error = |_| serde::de::Error::custom(format!("the theme is {first}, {second} or {third}"));
    String::deserialize(deserializer)?.parse().map_err(error)
}

/// Reads a file of TOML.
pub(crate) fn parse_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Error> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        Error::new(format!("{file}, line {line}: {}", plain(error.message())))
    })
}

/// Returns a message of the crate `toml`, which has no other form, on one line, with plain words for Rust's
/// types.
fn plain(message: &str) -> String {
    let mut message = message.lines().collect::<Vec<_>>().join(", ");
    for number in ["u8", "u32", "u64", "usize"] {
        message = message.replace(&format!("expected {number}"), "expected a whole number, 0 or more");
    }
    // The crate `toml` wrote this text.
    message.replace("expected a sequence", "expected a list, as in [\"name\"]")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_wrong_setting_is_an_error_that_names_it() {
        let error = |text| GameSettings::parse(text).unwrap_err().to_string();
        assert!(error("levle = 3").contains("unknown field `levle`"));
        assert!(error("level = 11").contains("a number from 1 to 10"));
        assert!(error("theme = \"loud\"").contains("the theme is classic, quiet or high-contrast"));
        assert!(error("invite = \"a b\"").contains("invite is an address"));
        assert!(error("blocked = [\"a b\"]").contains("letters, digits"));
        assert!(error("page = \"https://a.example/)x\"").contains("page is an address"));
        assert!(error("folder = \"a b\"").contains("folder of the game is a path"));
    }

    #[test]
    fn the_page_is_an_address() {
        assert_eq!(
            GameSettings::parse("page = \"https://a.example/4/\"").unwrap().page,
            "https://a.example/4/"
        );
        assert!(GameSettings::parse("page = \"javascript:alert\"").is_err());
    }

    #[test]
    fn an_error_has_no_names_of_types() {
        let error = |text| parse_toml::<BTreeMap<String, u32>>("a.toml", text).unwrap_err().to_string();
        assert!(error("a = -1").ends_with("expected a whole number, 0 or more"), "{}", error("a = -1"));
        let error = parse_toml::<BTreeMap<String, Vec<String>>>("a.toml", "a = 'b'").unwrap_err().to_string();
        assert!(error.ends_with("expected a list, as in [\"name\"]"), "{error}");
    }

    #[test]
    fn an_error_has_the_line() {
        let error = parse_toml::<toml::Table>("a.toml", "a = 1\nb = \n").unwrap_err();
        assert!(error.to_string().starts_with("a.toml, line 2: "), "{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}
