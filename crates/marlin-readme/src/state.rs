//! [`GameState`]: the running game, and the issues that are done.

use std::fmt;

use jiff::Timestamp;
use marlin_core::{BoardSize, Column, Game, Player};
use serde::{Deserialize, Serialize};
use toml::ser::ValueSerializer;

use crate::Error;
use crate::issue::{Colour, IssueAnswer, Login, Turn};
use crate::settings::parse_toml;

/// The version of the format of `state.toml`.
const SCHEMA: u32 = 1;

/// The maximum number of a game.
const MAX_GAME: u32 = 1_000_000_000;

/// The running game: the contents of `state.toml`. The README and the drawings are a function of it, of the
/// finished games and of the settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameState {
    pub(crate) schema: u32,
    /// The repository, as in `octocat/octocat`.
    pub repository: String,
    /// The seed of the bot's choice among equally good moves.
    pub seed: u64,
    /// The number of the game, from 1.
    pub game: u32,
    /// The colour that begins it.
    pub first: Colour,
    /// Its moves.
    pub moves: Vec<LoggedMove>,
    /// The issues that are done.
    pub done: DoneIssues,
    /// The answers to the issues that were open in the last run with a new one.
    pub answers: Vec<IssueAnswer>,
}

/// A move, with its player and issue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoggedMove {
    /// The number of the column, from 1.
    pub column: usize,
    /// The player who chose the column, or asked the bot to; `None` in an imported game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Login>,
    /// Whether the bot chose the column.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The number of the issue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<u64>,
    /// The time at which the issue was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}

impl GameState {
    /// Returns the first game of a repository, before its first move.
    pub fn new(repository: &str, seed: u64) -> Self {
        Self {
            schema: SCHEMA,
            repository: repository.to_owned(),
            seed,
            game: 1,
            first: Colour::Yellow,
            moves: Vec::new(),
            done: DoneIssues::default(),
            answers: Vec::new(),
        }
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// If the text is not a state, or has an illegal move.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let state: Self = parse_toml("state.toml", text)?;
        if state.schema != SCHEMA {
            return Err(Error::new(format!(
                "state.toml has schema {}, and this program reads schema {SCHEMA}: use a newer program",
                state.schema
            )));
        }
        if !is_repository(&state.repository) {
            return Err(Error::new("state.toml: the repository is named as in \"octocat/octocat\""));
        }
        if !(1..=MAX_GAME).contains(&state.game) {
            return Err(Error::new(format!("state.toml: game is a number from 1 to {MAX_GAME}")));
        }
        replay(&state.moves).map_err(|(number, column)| {
            let place = format!("state.toml: move {number}, column {column}");
            Error::new(format!("{place}, is illegal: remove it in an editor"))
        })?;
        Ok(state)
    }

    /// Returns the running game.
    ///
    /// # Panics
    ///
    /// If a move is illegal. [`GameState::parse`] refuses such a state.
    pub fn board(&self) -> Game {
        replay(&self.moves).expect("the moves of a state are legal")
    }

    /// Returns the turn of the next move.
    pub fn turn(&self) -> Turn {
        Turn { game: self.game, ply: self.moves.len() as u32 }
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Colour {
        self.first.of(Player::to_move_after(self.moves.len() as u32))
    }

    /// Returns the owner of the repository.
    pub(crate) fn owner(&self) -> &str {
        self.repository.split('/').next().unwrap_or_default()
    }
}

impl LoggedMove {
    /// Returns the player in Markdown, as in `the bot for [octocat](...)`.
    pub(crate) fn player_link(&self) -> String {
        let person = self.player.as_ref().map_or_else(|| "someone".to_owned(), Login::link);
        if self.bot { format!("the bot for {person}") } else { person }
    }

    /// Returns the player and the issue in Markdown.
    pub(crate) fn player_and_issue(&self, repository: &str) -> String {
        let player = self.player_link();
        let Some(issue) = self.issue else { return player };
        format!("{player} ([issue {issue}](https://github.com/{repository}/issues/{issue}))")
    }

    /// Returns whether both moves are by the bot or by one player, which the rules forbid in a row.
    pub(crate) fn is_by_same_player(&self, other: &Self) -> bool {
        self.bot && other.bot || self.person().is_some() && self.person() == other.person()
    }

    /// Returns the player who chose the column; `None` if the bot chose it, or if the player is unknown, as
    /// for deleted accounts.
    pub(crate) fn person(&self) -> Option<&Login> {
        self.player.as_ref().filter(|player| !self.bot && !player.is_ghost())
    }
}

/// Returns whether a text names a repository: `owner/name`, of letters, digits, `-`, `_` and `.`.
pub fn is_repository(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_name =
        |name: &str| !matches!(name, "" | "." | "..") && name.len() <= 100 && name.bytes().all(is_plain);
    text.split_once('/').is_some_and(|(owner, name)| is_name(owner) && is_name(name))
}

/// Returns the game of some moves, or the number and the column of the first illegal one.
pub(crate) fn replay(moves: &[LoggedMove]) -> Result<Game, (usize, usize)> {
    let mut game = Game::on(BoardSize::STANDARD);
    for (number, played) in (1..).zip(moves) {
        let column = Column::from_number(played.column).ok_or((number, played.column))?;
        game.play(column).map_err(|_| (number, played.column))?;
    }
    Ok(game)
}

/// The contents of the file.
impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# The game in the README. After a change by hand, 'marlin-readme verify' checks it.")?;
        let (repository, DoneIssues { up_to, since }) = (quoted(&self.repository), &self.done);
        writeln!(f, "schema = {}\nrepository = {repository}\nseed = {}", self.schema, self.seed)?;
        writeln!(f, "\n# The issues that are done: all up to a number, and these after it.")?;
        writeln!(f, "done = {{ up_to = {up_to}, since = {since:?} }}")?;
        writeln!(f, "\n# The number of the game, the colour that begins it, and its moves.")?;
        writeln!(f, "game = {}\nfirst = \"{}\"", self.game, self.first)?;
        writeln!(f, "moves = {}", list(&self.moves.iter().map(to_toml).collect::<Result<Vec<_>, _>>()?))?;
        writeln!(f, "\n# Answers to the issues that were open when the last one was done.")?;
        let answer = |IssueAnswer { issue, accepted, text }: &_| {
            format!("{{ issue = {issue}, accepted = {accepted}, text = {} }}", quoted(text))
        };
        writeln!(f, "answers = {}", list(&self.answers.iter().map(answer).collect::<Vec<_>>()))
    }
}

/// Returns a move as a table of TOML on one line.
fn to_toml(played: &LoggedMove) -> Result<String, fmt::Error> {
    let mut text = String::new();
    played.serialize(ValueSerializer::new(&mut text)).map_err(|_| fmt::Error)?;
    Ok(text)
}

/// Returns a list of TOML with each element on a line.
fn list(elements: &[String]) -> String {
    if elements.is_empty() { "[]".to_owned() } else { format!("[\n  {},\n]", elements.join(",\n  ")) }
}

/// The numbers that are kept one by one. GitHub may list an issue late, but never this late.
const KEPT: usize = 500;

/// The numbers of the issues that are done: all up to a limit, and single ones after it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoneIssues {
    up_to: u64,
    since: Vec<u64>,
}

impl DoneIssues {
    /// Adds a number. Once there are many, all numbers far below the highest one count as done.
    pub fn insert(&mut self, number: u64) {
        if self.contains(number) {
            return;
        }
        let place = self.since.partition_point(|&done| done < number);
        self.since.insert(place, number);
        while self.since.len() > KEPT {
            self.up_to = self.since.remove(0);
        }
    }

    /// Returns whether a number was added.
    pub fn contains(&self, number: u64) -> bool {
        number <= self.up_to || self.since.contains(&number)
    }

    /// Returns the highest number that was added, 0 if there is none.
    pub fn highest(&self) -> u64 {
        self.since.iter().copied().max().unwrap_or(self.up_to)
    }
}

/// Returns a text as a string of TOML on one line, as JSON has it. TOML forbids one character more.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> GameState {
        let at = "2026-11-23T07:00:00Z".parse().ok();
        let octocat = Login::new("octocat");
        let mut state = GameState::new("octocat/octo.cat", 7);
        state.moves = vec![
            LoggedMove { column: 4, player: octocat.clone(), bot: false, issue: Some(3), at },
            LoggedMove { column: 4, player: octocat, bot: true, issue: Some(4), at },
            LoggedMove { column: 1, player: None, bot: false, issue: None, at: None },
        ];
        state.done.insert(3);
        state.answers =
            vec![IssueAnswer { issue: 4, accepted: true, text: "two\nlines and \"quotes\" {}".to_owned() }];
        state
    }

    #[test]
    fn a_written_state_is_read_back() {
        let state = state();
        assert_eq!(GameState::parse(&state.to_string()).unwrap(), state);
    }

    #[test]
    fn a_move_is_written_on_one_line() {
        let text = state().to_string();
        let moves = "moves = [\n  \
            { column = 4, player = \"octocat\", issue = 3, at = \"2026-11-23T07:00:00Z\" },\n  \
            { column = 4, player = \"octocat\", bot = true, issue = 4, at = \"2026-11-23T07:00:00Z\" },\n  \
            { column = 1 },\n]\n";
        assert!(text.contains(moves), "{text}");
    }

    #[test]
    fn an_invalid_state_is_an_error_with_its_place() {
        let error = |change: &dyn Fn(&mut GameState)| {
            let mut state = state();
            change(&mut state);
            GameState::parse(&state.to_string()).unwrap_err().to_string()
        };
        assert!(error(&|state| state.moves[1].column = 8).contains("move 2, column 8"));
        assert!(error(&|state| state.schema = 2).contains("schema 2"));
        assert!(error(&|state| state.repository = "a/b)".to_owned()).contains("repository"));
        let text = state().to_string().replace("player", "playr");
        assert!(GameState::parse(&text).unwrap_err().to_string().contains("unknown field `playr`"));
    }

    #[test]
    fn an_issue_that_comes_late_is_not_done() {
        let mut done = DoneIssues::default();
        for number in [5, 3, 9] {
            done.insert(number);
        }
        assert_eq!((1..=9).filter(|&number| done.contains(number)).collect::<Vec<_>>(), [3, 5, 9]);
    }

    #[test]
    fn the_list_stays_short() {
        let mut done = DoneIssues::default();
        (1..=2_000).for_each(|number| done.insert(number));
        assert_eq!((done.up_to, done.since.len(), done.highest()), (1_500, KEPT, 2_000));
        assert!(done.contains(1) && done.contains(1_500) && done.contains(2_000) && !done.contains(2_001));
    }

    #[test]
    fn every_text_is_read_back() {
        let text: String = (0..0x400).filter_map(char::from_u32).chain("\u{2028}👩\"\\".chars()).collect();
        let table: toml::Table = toml::from_str(&format!("text = {}", quoted(&text))).unwrap();
        assert_eq!(table["text"].as_str(), Some(text.as_str()));
        assert!(!quoted(&text).contains('\n'));
    }
}
