//! Issues: their titles, authors and answers.

use std::cmp::Ordering;
use std::fmt;

use jiff::Timestamp;
use marlin_core::{Column, Player};
use marlin_svg::Sides;
use serde::{Deserialize, Serialize};

use crate::Error;

/// The first word of the titles of the game's issues.
const GAME: &str = "connect4";

/// The maximum length of a title, in bytes.
const MAX_TITLE: usize = 64;

/// The columns of the board.
const COLUMNS: std::ops::RangeInclusive<usize> = 1..=7;

/// The title of an issue: a request for a move or a new game.
///
/// ```text
/// connect4|new
/// connect4|new|12.42             only if game 12 has 42 moves
/// connect4|drop|yellow|4         yellow or red, a column from 1 to 7
/// connect4|drop|red|ai           the bot moves for a side
/// connect4|drop|yellow|4|12.6    only if game 12 has 6 moves
/// ```
///
/// Letters may be upper or lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Title {
    /// A new game.
    New {
        /// The last turn of the game before it, if the title names it.
        turn: Option<Turn>,
    },
    /// A move.
    Drop {
        /// The side that moves.
        side: Colour,
        /// The chooser of the column.
        mover: Mover,
        /// The turn of the move, if the title names it: a guard against links of an old position.
        turn: Option<Turn>,
    },
}

/// The chooser of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// The author of the issue, with this column.
    Person(Column),
    /// The bot.
    Bot,
}

/// A turn of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The number of the game, from 1.
    pub game: u32,
    /// The number of moves before it.
    pub ply: u32,
}

impl Title {
    /// Returns whether an issue with this title belongs to the game, even if the title is outside the
    /// grammar.
    pub fn is_of_game(title: &str) -> bool {
        title.trim_start().split('|').next().is_some_and(|game| game.trim().eq_ignore_ascii_case(GAME))
            && title.contains('|')
    }

    /// Reads a title; `None` if it is outside the grammar.
    pub fn parse(title: &str) -> Option<Self> {
        if title.len() > MAX_TITLE {
            return None;
        }
        let title = title.trim().to_ascii_lowercase();
        let words: Vec<_> = title.split('|').collect();
        match words[..] {
            [GAME, "new"] => Some(Self::New { turn: None }),
            [GAME, "new", turn] => Some(Self::New { turn: Some(Turn::parse(turn)?) }),
            [GAME, "drop", side, mover] => Self::drop(side, mover, None),
            [GAME, "drop", side, mover, turn] => Self::drop(side, mover, Some(Turn::parse(turn)?)),
            _ => None,
        }
    }

    fn drop(side: &str, mover: &str, turn: Option<Turn>) -> Option<Self> {
        let side = [Colour::Yellow, Colour::Red].into_iter().find(|colour| colour.to_string() == side)?;
        let mover = match mover {
            "ai" => Mover::Bot,
            column => {
                let number = whole(column)? as usize;
                Mover::Person(Column::from_number(number).filter(|_| COLUMNS.contains(&number))?)
            }
        };
        Some(Self::Drop { side, mover, turn })
    }
}

impl Turn {
    fn parse(text: &str) -> Option<Self> {
        let (game, ply) = text.split_once('.')?;
        Some(Self { game: whole(game)?, ply: whole(ply)? })
    }
}

/// As in a title: `12.6`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.game, self.ply)
    }
}

/// Returns a number of digits, without a sign.
fn whole(text: &str) -> Option<u32> {
    let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    digits?.parse().ok()
}

/// The colour of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Yellow, which begins every new game.
    Yellow,
    /// Red, which may have begun an imported game.
    Red,
}

impl Colour {
    /// Returns the colour of a player in a game that this colour begins.
    pub(crate) const fn of(self, player: Player) -> Self {
        match (self, player) {
            (Self::Yellow, Player::X) | (Self::Red, Player::O) => Self::Yellow,
            (Self::Red, Player::X) | (Self::Yellow, Player::O) => Self::Red,
        }
    }

    /// Returns the names and colours in drawings of a game that this colour begins.
    pub(crate) const fn sides(self) -> Sides {
        match self {
            Self::Yellow => Sides::YellowRed,
            Self::Red => Sides::RedYellow,
        }
    }
}

/// As in a title.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yellow => "yellow",
            Self::Red => "red",
        })
    }
}

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
    /// Reads the list of issues from GitHub's API: one or more pages in a row, as `gh api --paginate
    /// "repos/OWNER/NAME/issues?state=open"` prints them. Pull requests are excluded.
    ///
    /// # Errors
    ///
    /// If the text is not such a list.
    pub fn from_github(text: &str) -> Result<Vec<Self>, Error> {
        let mut issues = Vec::new();
        for page in serde_json::Deserializer::from_str(text).into_iter::<Vec<ListedIssue>>() {
            let page = page.map_err(|error| {
                Error::new(format!("the issues are not a list in the format of GitHub's API: {error}"))
            })?;
            for ListedIssue { number, title, user, created_at: at, pull_request } in page {
                let author = user.and_then(|user| Login::new(&user.login)).unwrap_or_else(Login::ghost);
                if pull_request.is_none() {
                    issues.push(Self { number, title, author, at });
                }
            }
        }
        Ok(issues)
    }
}

/// The login of deleted accounts.
const GHOST: &str = "ghost";

/// The maximum length of a login.
const MAX_LOGIN: usize = 50;

/// The name of an account on GitHub: letters, digits, `-` and `_`, for apps with `[bot]` at the end. It is
/// safe in Markdown and HTML.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Login(String);

impl Login {
    /// Returns the login, `None` if the text is not one.
    pub fn new(text: &str) -> Option<Self> {
        // GitHub wrote this text.
        let name = text.strip_suffix("[bot]").unwrap_or(text);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let fits = !name.is_empty() && name.len() <= MAX_LOGIN && name.bytes().all(is_plain);
        fits.then(|| Self(text.to_owned()))
    }

    /// Returns the login that GitHub shows for deleted accounts.
    pub(crate) fn ghost() -> Self {
        Self(GHOST.to_owned())
    }

    /// Returns whether it is the login for all deleted accounts: two players may have made two of its moves.
    pub(crate) fn is_ghost(&self) -> bool {
        self.is(GHOST)
    }

    /// Returns a link to the account in Markdown. Unlike `@name` it sends no notification.
    pub fn link(&self) -> String {
        // GitHub wrote this text.
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
        self.0.to_ascii_lowercase().cmp(&other.0.to_ascii_lowercase())
    }
}

impl TryFrom<String> for Login {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        Self::new(&text).ok_or("a player is named by letters, digits, '-' and '_'")
    }
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The answer to an issue.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_every_form_are_parsed() {
        let parse = Title::parse;
        assert_eq!(parse("connect4|new"), Some(Title::New { turn: None }));
        let turn = Some(Turn { game: 1, ply: 7 });
        assert_eq!(parse("connect4|new|1.7"), Some(Title::New { turn }));
        assert_eq!(parse(" Connect4|NEW "), Some(Title::New { turn: None }));
        let bot = Title::Drop { side: Colour::Yellow, mover: Mover::Bot, turn: None };
        assert_eq!(parse("connect4|drop|yellow|ai"), Some(bot));
        let turn = Some(Turn { game: 3, ply: 41 });
        let bot = Title::Drop { side: Colour::Yellow, mover: Mover::Bot, turn };
        assert_eq!(parse("connect4|drop|yellow|ai|3.41"), Some(bot));
    }

    #[test]
    fn other_titles_are_refused() {
        for title in [
            "",
            "connect4",
            "connect4|",
            "connect4|new|",
            "connect4|drop",
            "connect4|drop|red",
            "connect4|drop|red|0",
            "connect4|drop|red|8",
            "connect4|drop|red|+4",
            "connect4|drop|red|４",
            "connect4|drop|green|4",
            "connect4|drop|red|4|",
            "connect4|drop|red|4|1",
            "connect4|drop|red|4|1.",
            "connect4|drop|red|4|1.2|",
            "connect4|drop|red|4|1.2.3",
            "connect4|drop|red|4|99999999999.0",
            "connect4|drop|red|4 ; rm -rf /",
            "connect4 |new",
            "connect5|new",
        ] {
            assert_eq!(Title::parse(title), None, "{title:?}");
        }
        let long = format!("connect4|new{}", " ".repeat(60));
        assert_eq!(Title::parse(&long), None);
    }

    #[test]
    fn titles_with_the_word_and_a_bar_belong_to_the_game() {
        for title in ["connect4|new", "CONNECT4|x", " connect4 |", "connect4||||"] {
            assert!(Title::is_of_game(title), "{title:?}");
        }
        for title in ["", "connect4", "connect40|new", "I like connect4|new", "|connect4"] {
            assert!(!Title::is_of_game(title), "{title:?}");
        }
    }

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

    #[test]
    fn only_plain_names_are_logins() {
        for name in ["a", "octo-cat", "user_company", "dependabot[bot]"] {
            assert_eq!(Login::new(name).map(|login| login.to_string()), Some(name.to_owned()));
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
