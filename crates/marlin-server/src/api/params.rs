//! [`Params`]: the parameters of a request, each checked, with an error that names it, and [`PositionRequest`]: those of most.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use axum::http::StatusCode;
use marlin_coach::level::SkillLevel;
use marlin_coach::review::after_setup;
use marlin_core::notation::{Notation, Reader};
use marlin_core::{BoardSize, Column, Game, ParseError, ParseErrorKind, Position};
use marlin_support::text::excerpt;

use super::problem::Problem;
use super::shared::Shared;
use crate::pool::Budget;

/// The parameters of a request.
#[derive(Debug)]
pub(super) struct Params {
    given: Vec<(String, String)>,
}

impl Params {
    /// Parses the parameters of a URL. Each must be one of `allowed`, and may be given once.
    pub(super) fn new(query: Option<&str>, allowed: &[&str]) -> Result<Self, Problem> {
        let mut given: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            // Clients such as jQuery add it, so that no cache answers.
            if name == "_" {
                continue;
            }
            if !allowed.contains(&&*name) {
                let (name, names) = (excerpt(&name), allowed.join(", "));
                return Err(Problem::of_field(&name, format!("no parameter '{name}' (there are {names})")));
            }
            if given.iter().any(|(other, _)| *other == name) {
                return Err(Problem::of_field(&name, format!("{name} is given twice: leave out one")));
            }
            given.push((name.into_owned(), value.into_owned()));
        }
        Ok(Self { given })
    }

    /// Returns the value of a parameter.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(given, _)| given == name).map(|(_, value)| &**value)
    }

    /// Parses the value of a parameter.
    fn parse<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, Problem> {
        let parse = |text: &str| text.parse().map_err(|error| Problem::of_field(name, format!("{error}")));
        self.text(name).map(parse).transpose()
    }

    /// Returns a whole number, `least` or more.
    fn number(&self, name: &str, least: u64) -> Result<Option<u64>, Problem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if digits && number >= least => Ok(Some(number)),
            // More digits than a number of 64 bits has.
            Err(_) if digits => Err(Problem::of_field(name, format!("{name} is {} at most", u64::MAX))),
            _ => {
                let error = format!(
                    "invalid {name} '{}': a whole number, {least} or more, is expected",
                    excerpt(text)
                );
                Err(Problem::of_field(name, error))
            }
        }
    }

    /// Returns the reader of positions, on the board of the request or a default one.
    pub(super) fn reader(&self, default: BoardSize) -> Result<Reader, Problem> {
        let base = self.parse("base")?.unwrap_or_default();
        Ok(Reader::new().board(self.parse("board")?).default_board(default).base(base))
    }

    /// Returns the game after the moves of a parameter, none if it is absent, on the board of the request or a default one.
    pub(super) fn game(&self, name: &str, default: BoardSize) -> Result<Game, Problem> {
        let reader = self.reader(default)?.notation(Some(Notation::Moves));
        let read = reader.read(self.text(name).unwrap_or_default());
        read.map(|read| read.game).map_err(|error| moves_problem(name, &error))
    }

    /// Returns the game with as many of its first moves as setup as the request states.
    pub(super) fn after_setup(&self, game: &Game) -> Result<Game, Problem> {
        let stones = self.number("setup", 0)?.unwrap_or(0);
        let played = usize::try_from(stones).ok().and_then(|stones| after_setup(game, stones));
        let many = || format!("a setup of {stones} stones, and {} moves", game.moves().len());
        played.ok_or_else(|| Problem::of_field("setup", many()))
    }

    /// Returns the text of the position, and its game: `moves`, or `position` in any notation.
    pub(super) fn position(&self, default: BoardSize) -> Result<(&str, Game), Problem> {
        let Some(text) = self.text("position") else {
            let game = self.game("moves", default)?;
            return Ok((self.text("moves").unwrap_or_default(), game));
        };
        if self.text("moves").is_some() {
            return Err(Problem::of_field("position", "moves and position are given: leave out one"));
        }
        let read = self.reader(default)?.read(text).map_err(|error| notation_problem("position", &error))?;
        Ok((text, read.game))
    }

    /// Returns the game of a parameter in any notation, after as many of its moves as `ply` states.
    pub(super) fn game_at_ply(&self, name: &str, default: BoardSize) -> Result<Game, Problem> {
        let text = self.text(name).unwrap_or_default();
        let read = self.reader(default)?.read(text).map_err(|error| notation_problem(name, &error))?;
        let (mut game, ply) = (read.game, self.number("ply", 0)?);
        let played = game.moves().len();
        let Some(ply) = ply else { return Ok(game) };
        if ply > played as u64 {
            return Err(Problem::of_field("ply", format!("ply {ply}, and {played} moves")));
        }
        while game.moves().len() as u64 > ply {
            game.undo();
        }
        Ok(game)
    }

    /// Returns whether a picture has the score of each column. The name alone suffices, as in `?pos=44&scores`.
    pub(super) fn scores(&self) -> Result<bool, Problem> {
        match self.text("scores") {
            None | Some("false" | "0") => Ok(false),
            Some("" | "true" | "1") => Ok(true),
            Some(_) => Err(Problem::of_field("scores", "invalid scores: true or false is expected")),
        }
    }

    /// Returns the choice with a name, by default the first one.
    pub(super) fn choice<T: Copy + Default>(
        &self,
        name: &str,
        choices: [T; 3],
        name_of: fn(T) -> &'static str,
    ) -> Result<T, Problem> {
        let Some(text) = self.text(name) else { return Ok(T::default()) };
        let [first, second, third] = choices.map(name_of);
        let error =
            || Problem::of_field(name, format!("invalid {name}: {first}, {second} or {third} is expected"));
        choices.into_iter().find(|&choice| name_of(choice) == text).ok_or_else(error)
    }

    /// Returns the greatest number of moves of the principal variation.
    pub(super) fn line(&self) -> Result<usize, Problem> {
        Ok(self.number("line", 0)?.map_or(0, |plies| usize::try_from(plies).unwrap_or(usize::MAX)))
    }

    /// Returns whether the response has the scores that rules and book give.
    pub(super) fn known(&self) -> Result<bool, Problem> {
        let error = "invalid known: true or false is expected";
        let read = |text: &str| text.parse().map_err(|_| Problem::of_field("known", error));
        self.text("known").map_or(Ok(false), read)
    }

    /// Returns the level of the player.
    pub(super) fn level(&self) -> Result<Option<SkillLevel>, Problem> {
        self.parse("level")
    }

    /// Returns the seed of the choices of a level.
    pub(super) fn seed(&self) -> Result<u64, Problem> {
        Ok(self.number("seed", 0)?.unwrap_or(0))
    }

    /// Returns the time of the request, at most that of the server.
    pub(super) fn time(&self, most: Duration) -> Result<Duration, Problem> {
        Ok(self.number("time", 1)?.map_or(most, Duration::from_millis).min(most))
    }

    /// Returns the greatest number of nodes of a search.
    pub(super) fn nodes(&self) -> Result<Option<u64>, Problem> {
        self.number("nodes", 1)
    }

    /// Returns the limits of a request that has just arrived.
    pub(super) fn budget(&self, most: Duration) -> Result<Budget, Problem> {
        Ok(Budget::from_now(self.time(most)?, self.nodes()?))
    }
}

/// Returns the reason with the parameter that helps.
pub(super) fn in_words(error: &ParseError) -> String {
    match error.kind() {
        ParseErrorKind::ColumnZero => format!("{error}; base=0 reads columns from 0"),
        _ => error.to_string(),
    }
}

/// Returns the problem of a parameter that is no position.
pub(super) fn notation_problem(field: &str, error: &ParseError) -> Problem {
    let problem = Problem::of_field(field, in_words(error));
    if error.breaks_a_rule() { problem.with_status(StatusCode::UNPROCESSABLE_ENTITY) } else { problem }
}

/// Returns the problem of moves that are no game. A column of a wider board breaks a rule.
pub(super) fn moves_problem(field: &str, error: &ParseError) -> Problem {
    let problem = notation_problem(field, error);
    match error.kind() {
        ParseErrorKind::Character { found, .. } if Column::from_char(*found).is_some() => {
            problem.with_status(StatusCode::UNPROCESSABLE_ENTITY)
        }
        _ => problem,
    }
}

/// A request about one position.
#[derive(Debug)]
pub(super) struct PositionRequest {
    /// The position as it was given.
    pub(super) given: String,
    pub(super) position: Position,
    pub(super) budget: Budget,
    /// The greatest number of moves of the principal variation.
    pub(super) line: usize,
}

impl PositionRequest {
    /// Parses the parameters of a request.
    pub(super) fn parse(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        Self::of(&Params::new(query, &["moves", "position", "board", "base", "time", "nodes"])?, shared)
    }

    /// Parses the parameters of a request that may ask for a principal variation.
    pub(super) fn parse_with_line(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        let allowed = ["moves", "position", "board", "base", "line", "time", "nodes"];
        Self::of(&Params::new(query, &allowed)?, shared)
    }

    fn of(params: &Params, shared: &Shared) -> Result<Self, Problem> {
        let (given, game) = params.position(shared.pool.board())?;
        Ok(Self {
            given: given.to_owned(),
            position: *game.position(),
            budget: params.budget(shared.time)?,
            line: params.line()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: [&str; 5] = ["moves", "position", "board", "time", "nodes"];

    fn params(query: &str) -> Result<Params, Problem> {
        Params::new(Some(query), &ALLOWED)
    }

    #[test]
    fn values_are_decoded() {
        let params = params("moves=4+4%203,3&board=8x7").unwrap();
        let game = params.game("moves", BoardSize::STANDARD).unwrap();
        assert_eq!(params.text("moves"), Some("4 4 3,3"));
        assert_eq!((game.to_string(), game.size().to_string()), ("4433".to_owned(), "8x7".to_owned()));
        assert_eq!(params.time(Duration::from_secs(5)), Ok(Duration::from_secs(5)));
    }

    #[test]
    fn times_are_at_most_what_the_server_allows() {
        let time = |text: &str| params(&format!("time={text}")).unwrap().time(Duration::from_secs(5));
        assert_eq!(time("20"), Ok(Duration::from_millis(20)));
        assert_eq!(time("18446744073709551615"), Ok(Duration::from_secs(5)));
        assert_eq!(time("18446744073709551616").unwrap_err().error, "time is 18446744073709551615 at most");
        for text in ["0", "-1", "", "+1", "1.5", "1 "] {
            let problem = time(&text.replace('+', "%2B")).unwrap_err();
            assert!(problem.error.ends_with("a whole number, 1 or more, is expected"), "{problem:?}");
        }
    }

    #[test]
    fn a_parameter_that_does_not_exist_is_named_and_so_are_those_that_do() {
        let problem = params("mvoes=44").unwrap_err();
        assert_eq!(problem.error, "no parameter 'mvoes' (there are moves, position, board, time, nodes)");
        assert_eq!(problem.field.as_deref(), Some("mvoes"));
        assert_eq!(params("moves=4&moves=4").unwrap_err().error, "moves is given twice: leave out one");
        assert!(params("%1b[31m=4").unwrap_err().error.is_ascii());
    }

    #[test]
    fn a_position_may_be_in_any_notation() {
        let read = |query: &str| {
            let params = params(query).unwrap();
            let position = params.position("5x4".parse().unwrap());
            position
                .map(|(text, game)| (text.to_owned(), game.size().to_string(), game.position().nb_moves()))
        };
        let found = |text: &str, size: &str, stones| Ok((text.to_owned(), size.to_owned(), stones));
        assert_eq!(read("position=P@a1+P@a2"), found("P@a1 P@a2", "5x4", 2));
        assert_eq!(read("position=..../..../..O./.XX."), found("..../..../..O./.XX.", "4x4", 3));
        assert_eq!(read("moves=44&board=7x6"), found("44", "7x6", 2));
        assert_eq!(read("position=44&moves=44").unwrap_err().field.as_deref(), Some("position"));
        assert_eq!(
            read("position=..../..O./..../.XX.").unwrap_err().status,
            StatusCode::UNPROCESSABLE_ENTITY
        );
        assert_eq!(read("position=..../..&board=5x4").unwrap_err().status, StatusCode::BAD_REQUEST);
        assert_eq!(read("position=4&board=9").unwrap_err().field.as_deref(), Some("board"));
    }

    #[test]
    fn moves_against_the_rules_are_understood_and_refused() {
        let status = |moves: &str| {
            params(&format!("moves={moves}")).unwrap().game("moves", BoardSize::STANDARD).unwrap_err().status
        };
        assert_eq!(status("4x"), StatusCode::BAD_REQUEST);
        assert_eq!(status("48"), StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(status("4444444"), StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(status("12121212"), StatusCode::UNPROCESSABLE_ENTITY);
    }
}
