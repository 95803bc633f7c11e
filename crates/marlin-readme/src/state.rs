//! [`State`]: the running game, and which issues are done.

use std::fmt::{self, Write as _};

use jiff::Timestamp;
use marlin_core::Column;
use marlin_core::any::Game;
use marlin_core::{BoardSize, Player};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::done::Done;
use crate::login::Login;
use crate::side::Side;
use crate::title::Turn;
use crate::toml_text::{self, Quoted, TomlError};

/// The version of the form of `state.toml`.
const SCHEMA: u32 = 1;

/// The greatest number of a game.
const MAX_GAME: u32 = 1_000_000_000;

/// The game in the README: the contents of `state.toml`. All else that readers see follows from it, the finished games and
/// the settings.
///
/// # Examples
///
/// ```
/// use marlin_readme::State;
///
/// let state = State::new("octocat/octocat", 1);
/// assert_eq!(State::parse(&state.to_string())?, state);
/// assert_eq!(state.turn().to_string(), "1.0");
/// # Ok::<(), marlin_readme::StateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub(crate) schema: u32,
    /// The repository, as in `octocat/octocat`.
    pub repository: String,
    /// What decides which of several best moves the bot plays.
    pub seed: u64,
    /// The number of the game, from 1.
    pub game: u32,
    /// Its moves.
    pub moves: Vec<Move>,
    /// The issues that are done.
    pub done: Done,
    /// The answers to those of them that were open when the last of them was decided.
    pub answers: Vec<Answer>,
}

/// A move, who made it, and with which issue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The number of the column, from 1.
    pub column: usize,
    /// The person who chose the column, or asked the bot to; `None` in a game that was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Login>,
    /// Whether the bot chose the column.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The number of the issue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<u64>,
    /// When the issue was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}

/// The error of a text that is no state.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The text is no TOML, or has a wrong key or value.
    #[error("state.toml, {0}")]
    Text(#[from] TomlError),
    /// It was written by a newer program.
    #[error("state.toml has schema {0}, and this program knows {SCHEMA}: use a newer one")]
    Schema(u32),
    /// The name of the repository can't stand in a link.
    #[error("state.toml: the repository is named as in \"octocat/octocat\"")]
    Repository,
    /// The number of the game is none.
    #[error("state.toml: game is a number from 1 to {MAX_GAME}")]
    Game,
    /// A move isn't possible.
    #[error(
        "state.toml: move {number}, column {column}, isn't possible; 'undo' can't take it back, but an editor can"
    )]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// Its column.
        column: usize,
    },
}

impl State {
    /// Returns the first game of a repository, before its first move.
    pub fn new(repository: &str, seed: u64) -> Self {
        Self {
            schema: SCHEMA,
            repository: repository.to_owned(),
            seed,
            game: 1,
            moves: Vec::new(),
            done: Done::default(),
            answers: Vec::new(),
        }
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// [`StateError`].
    pub fn parse(text: &str) -> Result<Self, StateError> {
        let state: Self = toml_text::parse(text)?;
        if state.schema != SCHEMA {
            return Err(StateError::Schema(state.schema));
        }
        if !is_repository(&state.repository) {
            return Err(StateError::Repository);
        }
        if !(1..=MAX_GAME).contains(&state.game) {
            return Err(StateError::Game);
        }
        replay(&state.moves).map_err(|(number, column)| StateError::Move { number, column })?;
        Ok(state)
    }

    /// Returns the running game.
    ///
    /// # Panics
    ///
    /// If a move isn't possible, which [`State::parse`] rules out.
    pub fn board(&self) -> Game {
        replay(&self.moves).expect("the moves of a state are possible")
    }

    /// Returns the turn that is next.
    pub fn turn(&self) -> Turn {
        Turn { game: self.game, ply: self.moves.len() as u32 }
    }

    /// Returns the side whose turn is next.
    pub fn side_to_move(&self) -> Side {
        Player::to_move_after(self.moves.len() as u32).into()
    }

    /// Returns the owner of the repository.
    pub(crate) fn owner(&self) -> &str {
        self.repository.split('/').next().unwrap_or_default()
    }
}

impl Move {
    /// Returns who made the move in Markdown, as in `the bot for [octocat](...)`.
    pub(crate) fn by(&self) -> String {
        let person = self.player.as_ref().map_or_else(|| "someone".to_owned(), Login::link);
        if self.bot { format!("the bot for {person}") } else { person }
    }

    /// Returns whether the bot or one person made both moves, which the rules forbid in a row.
    pub(crate) fn is_by_the_same(&self, other: &Self) -> bool {
        self.bot && other.bot || self.person().is_some() && self.person() == other.person()
    }

    /// Returns the person who chose the column; `None` if it was the bot, or if nobody knows.
    pub(crate) fn person(&self) -> Option<&Login> {
        self.player.as_ref().filter(|_| !self.bot)
    }
}

/// Returns whether a text names a repository: `owner/name`, of letters, digits, `-`, `_` and `.`.
pub fn is_repository(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_name = |name: &str| !name.is_empty() && name.len() <= 100 && name.bytes().all(is_plain);
    text.split_once('/').is_some_and(|(owner, name)| is_name(owner) && is_name(name))
}

/// Returns the game of some moves, or the number and the column of the first that isn't possible.
pub(crate) fn replay(moves: &[Move]) -> Result<Game, (usize, usize)> {
    let mut game = Game::on(BoardSize::STANDARD);
    for (number, played) in (1..).zip(moves) {
        let column = Column::from_number(played.column).ok_or((number, played.column))?;
        game.play(column).map_err(|_| (number, played.column))?;
    }
    Ok(game)
}

/// The contents of the file.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# The game in the README. After a change by hand, 'marlin-cli readme-game verify' checks it."
        )?;
        writeln!(
            f,
            "schema = {}\nrepository = {}\nseed = {}",
            self.schema,
            Quoted(&self.repository),
            self.seed
        )?;
        writeln!(
            f,
            "\n# The issues that are done: all up to a number, and these after it.\ndone = {}",
            self.done
        )?;
        writeln!(f, "\n# The number of the game, and its moves. Red moves first.\ngame = {}", self.game)?;
        write_list(f, "moves", self.moves.iter().map(Move::to_toml))?;
        writeln!(f, "\n# Answers to the issues that were open when the last one was done.")?;
        write_list(f, "answers", self.answers.iter().map(Answer::to_toml))
    }
}

impl Move {
    /// Returns the move as a table on one line.
    fn to_toml(&self) -> String {
        let mut text = format!("{{ column = {}", self.column);
        // Writing to a `String` never fails.
        let _ = self
            .player
            .iter()
            .try_for_each(|player| write!(text, ", player = {}", Quoted(&player.to_string())));
        if self.bot {
            text.push_str(", bot = true");
        }
        let _ = self.issue.iter().try_for_each(|issue| write!(text, ", issue = {issue}"));
        let _ = self.at.iter().try_for_each(|at| write!(text, ", at = {}", Quoted(&at.to_string())));
        text + " }"
    }
}

/// Writes a list of TOML with each element on a line.
fn write_list(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    elements: impl ExactSizeIterator<Item = String>,
) -> fmt::Result {
    if elements.len() == 0 {
        return writeln!(f, "{name} = []");
    }
    writeln!(f, "{name} = [")?;
    for element in elements {
        writeln!(f, "  {element},")?;
    }
    writeln!(f, "]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        let at = "2026-11-23T07:00:00Z".parse().ok();
        let octocat = Login::new("octocat");
        let mut state = State::new("octocat/octo.cat", 7);
        state.moves = vec![
            Move { column: 4, player: octocat.clone(), bot: false, issue: Some(3), at },
            Move { column: 4, player: octocat, bot: true, issue: Some(4), at },
            Move { column: 1, player: None, bot: false, issue: None, at: None },
        ];
        state.done.insert(3);
        state.answers =
            vec![Answer { issue: 4, accepted: true, text: "two\nlines and \"quotes\" {}".to_owned() }];
        state
    }

    #[test]
    fn what_is_written_is_read_back() {
        let state = state();
        assert_eq!(State::parse(&state.to_string()).unwrap(), state);
    }

    #[test]
    fn a_move_stands_on_a_line() {
        let text = state().to_string();
        let moves = "moves = [\n  \
            { column = 4, player = \"octocat\", issue = 3, at = \"2026-11-23T07:00:00Z\" },\n  \
            { column = 4, player = \"octocat\", bot = true, issue = 4, at = \"2026-11-23T07:00:00Z\" },\n  \
            { column = 1 },\n]\n";
        assert!(text.contains(moves), "{text}");
    }

    #[test]
    fn what_can_not_be_is_an_error_that_says_where() {
        let error = |change: &dyn Fn(&mut State)| {
            let mut state = state();
            change(&mut state);
            State::parse(&state.to_string()).unwrap_err().to_string()
        };
        assert!(error(&|state| state.moves[1].column = 8).contains("move 2, column 8"));
        assert!(error(&|state| state.schema = 2).contains("schema 2"));
        assert!(error(&|state| state.repository = "a/b)".to_owned()).contains("repository"));
        let text = state().to_string().replace("player", "playr");
        assert!(State::parse(&text).unwrap_err().to_string().contains("unknown field `playr`"));
    }
}
