//! [`AgentSpec`]: the name of a player, and its start.

use std::fmt::Display;
use std::time::Duration;

use marlin_coach::level::SkillLevel;
use marlin_core::Solver;
use marlin_support::random::Random;
use marlin_support::text::excerpt;

use super::agent::{Agent, AgentError, RestartingAgent};
use super::built_in::{FixedDepthPlayer, LevelPlayer, RandomPlayer};
use super::channel::Channel;
use super::programs::{LinesProgram, NativeProgram, UciProgram};
use crate::protocol::uci::Words;

/// The greatest N of `depth:N`; a deeper search takes longer than solving the position.
const MAX_DEPTH: u8 = 20;

/// A player by its name, before its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AgentSpec {
    /// Random moves.
    Random,
    /// A search to a depth.
    Depth(u8),
    /// A player of a level. The perfect player is one of the greatest level, with another name.
    Level { name: String, level: SkillLevel },
    /// A program.
    Program { name: String, protocol: Protocol, program: String, arguments: Vec<String> },
}

/// The protocol that a program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// The protocol of Marlin's session.
    Native,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
    /// A position a line.
    Lines,
}

impl Protocol {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "native" => Self::Native,
            "uci" => Self::Uci,
            "ugi" => Self::Ugi,
            "lines" => Self::Lines,
            _ => return None,
        })
    }
}

impl AgentSpec {
    /// Reads the name of a player. A single word is split into program and arguments as a shell does. Several words were
    /// split by the user's shell already.
    ///
    /// # Errors
    ///
    /// The text names no player, with the reason.
    pub(crate) fn from_words(words: &[String]) -> Result<Self, String> {
        let text = words.join(" ");
        match text.as_str() {
            "random" => return Ok(Self::Random),
            "perfect" => return Ok(Self::Level { name: text, level: SkillLevel::MAX }),
            _ => {}
        }
        let unknown = || {
            format!(
                "no player '{}': a player is random, perfect, level:N, depth:N, or a program after native:, uci:, ugi: or lines:, \
                 as in 'uci:PROGRAM ARGUMENTS'",
                excerpt(&text)
            )
        };
        let (kind, rest) = text.split_once(':').ok_or_else(unknown)?;
        if kind == "depth" {
            return depth(rest).map(Self::Depth);
        }
        if kind == "level" {
            let level =
                rest.parse().map_err(|_| not_in_range("level", rest, SkillLevel::MIN, SkillLevel::MAX))?;
            return Ok(Self::Level { name: format!("level:{level}"), level });
        }
        let protocol = Protocol::named(kind).ok_or_else(unknown)?;
        let no_program = || {
            let found = excerpt(&text);
            format!(
                "no program in '{found}': name one after the colon, in quotes if there are spaces in its path"
            )
        };
        let mut command = match words {
            [_] => shlex::split(rest).ok_or_else(no_program)?,
            // The first word has the prefix, because no protocol has a space in its name.
            words => [&[words[0][kind.len() + 1..].to_owned()], &words[1..]].concat(),
        };
        if command.first().is_none_or(String::is_empty) {
            return Err(no_program());
        }
        let program = command.remove(0);
        Ok(Self::Program { name: text, protocol, program, arguments: command })
    }

    /// Starts the player. Random choices of built-in players draw from `random`. Each reply of a program may take `timeout`
    /// beyond the time for the move.
    ///
    /// # Errors
    ///
    /// [`AgentError`] if the program cannot be started or does not greet.
    pub(crate) fn start(
        self,
        solver: &Solver,
        random: Random,
        timeout: Duration,
    ) -> Result<RestartingAgent, AgentError> {
        let solver = solver.clone();
        RestartingAgent::new(move || self.start_once(&solver, random.clone(), timeout))
    }

    fn start_once(
        &self,
        solver: &Solver,
        random: Random,
        timeout: Duration,
    ) -> Result<Box<dyn Agent>, AgentError> {
        let (name, protocol, program, arguments) = match self {
            Self::Random => return Ok(Box::new(RandomPlayer(random))),
            Self::Depth(depth) => return Ok(Box::new(FixedDepthPlayer::new(*depth, random))),
            Self::Level { name, level } => {
                return Ok(Box::new(LevelPlayer::new(name.clone(), *level, solver.clone(), random)));
            }
            Self::Program { name, protocol, program, arguments } => (name, protocol, program, arguments),
        };
        let channel = Channel::start(name, program, arguments, timeout)?;
        Ok(match protocol {
            Protocol::Native => Box::new(NativeProgram::greet(channel, solver.size())?),
            Protocol::Uci => Box::new(UciProgram::greet(channel, &Words::UCI, solver.size())?),
            Protocol::Ugi => Box::new(UciProgram::greet(channel, &Words::UGI, solver.size())?),
            Protocol::Lines => Box::new(LinesProgram(channel)),
        })
    }
}

/// Returns the error of a player whose number is out of range.
fn not_in_range(name: &str, found: &str, least: impl Display, most: impl Display) -> String {
    let found = excerpt(found);
    format!("invalid {name} '{found}': a whole number from {least} to {most} is expected, as in {name}:4")
}

/// Reads the N of `depth:N`.
fn depth(text: &str) -> Result<u8, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| not_in_range("depth", text, 1, MAX_DEPTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(words: &[&str]) -> Result<AgentSpec, String> {
        AgentSpec::from_words(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn built_in_players_have_names() {
        assert_eq!(spec(&["random"]), Ok(AgentSpec::Random));
        let level = |name: &str| Ok(AgentSpec::Level { name: name.to_owned(), level: SkillLevel::MAX });
        assert_eq!(spec(&["perfect"]), level("perfect"));
        assert_eq!(spec(&["depth:3"]), Ok(AgentSpec::Depth(3)));
        assert_eq!(spec(&["level:10"]), level("level:10"));
    }

    #[test]
    fn a_program_is_named_in_one_word_or_in_several() {
        let program = |name: &str, protocol, arguments: &[&str]| {
            let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
            Ok(AgentSpec::Program { name: name.to_owned(), protocol, program: "a b".to_owned(), arguments })
        };
        let name = "uci:'a b' -x \"1 2\"";
        assert_eq!(spec(&[name]), program(name, Protocol::Uci, &["-x", "1 2"]));
        assert_eq!(spec(&["ugi:a b", "-x", "1 2"]), program("ugi:a b -x 1 2", Protocol::Ugi, &["-x", "1 2"]));
        assert_eq!(spec(&["native:a\\ b"]), program("native:a\\ b", Protocol::Native, &[]));
        assert_eq!(spec(&["lines:'a b'"]), program("lines:'a b'", Protocol::Lines, &[]));
    }

    #[test]
    fn an_unknown_player_is_refused_with_the_known_ones() {
        let error = |words: &[&str]| spec(words).unwrap_err();
        for words in [&[""][..], &["stockfish"], &["xboard:x"], &["random", "x"], &["C:\\x.exe"], &[]] {
            assert!(error(words).ends_with("or lines:, as in 'uci:PROGRAM ARGUMENTS'"), "{words:?}");
        }
        for word in ["depth:", "depth:0", "depth:21", "depth:-1", "depth:x"] {
            assert!(error(&[word]).contains("from 1 to 20"), "{word}");
        }
        for word in ["level:", "level:0", "level:11", "level:-1", "level:x"] {
            assert!(error(&[word]).contains("from 1 to 10"), "{word}");
        }
        for words in [&["uci:"][..], &["uci: "], &["uci:'a"], &["uci:", "x"]] {
            assert!(error(words).starts_with("no program in 'uci:"), "{words:?}");
        }
    }
}
