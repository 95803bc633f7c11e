//! [`Spec`]: how a player is named on the command line.

use std::time::Duration;

use marlin_core::Solver;

use super::depth::FixedDepth;
use super::lines::PositionLines;
use super::native::Native;
use super::perfect::Perfect;
use super::random::RandomMoves;
use super::restarting::Restarting;
use super::talk::Talk;
use super::uci::{Protocol, Uci};
use super::{Agent, AgentError};
use crate::random::Random;
use crate::text::excerpt;

/// The greatest N of `depth:N`; more would take longer than to solve the position.
const MAX_DEPTH: u8 = 20;

/// Why a text names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpecError {
    /// It begins with no word that there is.
    #[error(
        "no player '{found}': it is random, perfect, depth:N, or a program after native:, uci:, ugi: or lines:, \
         as in 'uci:PROGRAM ARGUMENTS'"
    )]
    Unknown {
        /// The text, fit to print.
        found: String,
    },
    /// A depth that is none.
    #[error("no depth '{found}': a whole number from 1 to {MAX_DEPTH} is expected, as in depth:4")]
    Depth {
        /// What stands in its place, fit to print.
        found: String,
    },
    /// No program can be made of the text.
    #[error(
        "no program in '{found}': one is named after the colon, in quotes if there are spaces in its path"
    )]
    Program {
        /// The text, fit to print.
        found: String,
    },
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Spec {
    /// Random moves.
    Random,
    /// A search to a depth.
    Depth(u8),
    /// Marlin itself.
    Perfect,
    /// A program.
    Program {
        /// The text it was named by.
        name: String,
        /// What it speaks.
        dialect: Language,
        /// Its file.
        program: String,
        /// What it is started with.
        arguments: Vec<String>,
    },
}

/// What a program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// The protocol of Marlin's session.
    Native,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
    /// A position a line.
    Lines,
}

impl Language {
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

impl Spec {
    /// Reads who plays. One word alone is split into program and arguments as a shell does; of several, the shell that
    /// called has done it already.
    pub(crate) fn from_words(words: &[String]) -> Result<Self, SpecError> {
        let text = words.join(" ");
        match text.as_str() {
            "random" => return Ok(Self::Random),
            "perfect" => return Ok(Self::Perfect),
            _ => {}
        }
        let unknown = || SpecError::Unknown { found: excerpt(&text) };
        let (kind, rest) = text.split_once(':').ok_or_else(unknown)?;
        if kind == "depth" {
            return depth(rest).map(Self::Depth);
        }
        let dialect = Language::named(kind).ok_or_else(unknown)?;
        let no_program = || SpecError::Program { found: excerpt(&text) };
        let mut command = match words {
            [_] => shlex::split(rest).ok_or_else(no_program)?,
            // The first of them holds the prefix, because no dialect has a space in its name.
            words => [&[words[0][kind.len() + 1..].to_owned()], &words[1..]].concat(),
        };
        if command.first().is_none_or(String::is_empty) {
            return Err(no_program());
        }
        let program = command.remove(0);
        Ok(Self::Program { name: text, dialect, program, arguments: command })
    }

    /// Makes the player, and starts it if it is a program: each of its answers may take as long as `patience` says.
    pub(crate) fn start(
        self,
        solver: &Solver,
        random: Random,
        patience: Duration,
    ) -> Result<Restarting, AgentError> {
        let solver = solver.clone();
        Restarting::new(move || self.start_once(&solver, random.clone(), patience))
    }

    fn start_once(
        &self,
        solver: &Solver,
        random: Random,
        patience: Duration,
    ) -> Result<Box<dyn Agent>, AgentError> {
        let (name, dialect, program, arguments) = match self {
            Self::Random => return Ok(Box::new(RandomMoves(random))),
            Self::Depth(plies) => return Ok(Box::new(FixedDepth::new(*plies, random))),
            Self::Perfect => return Ok(Box::new(Perfect(solver.clone()))),
            Self::Program { name, dialect, program, arguments } => (name, dialect, program, arguments),
        };
        let talk = Talk::start(name, program, arguments, patience)?;
        Ok(match dialect {
            Language::Native => Box::new(Native(talk)),
            Language::Uci => Box::new(Uci::greet(talk, Protocol::Uci)?),
            Language::Ugi => Box::new(Uci::greet(talk, Protocol::Ugi)?),
            Language::Lines => Box::new(PositionLines(talk)),
        })
    }
}

/// Reads the N of `depth:N`.
fn depth(text: &str) -> Result<u8, SpecError> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| SpecError::Depth { found: excerpt(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(words: &[&str]) -> Result<Spec, SpecError> {
        Spec::from_words(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn players_that_are_built_in_have_names() {
        assert_eq!(spec(&["random"]), Ok(Spec::Random));
        assert_eq!(spec(&["perfect"]), Ok(Spec::Perfect));
        assert_eq!(spec(&["depth:3"]), Ok(Spec::Depth(3)));
    }

    #[test]
    fn a_program_is_named_in_one_word_or_in_several() {
        let program = |name: &str, dialect, arguments: &[&str]| {
            let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
            Ok(Spec::Program { name: name.to_owned(), dialect, program: "a b".to_owned(), arguments })
        };
        let name = "uci:'a b' -x \"1 2\"";
        assert_eq!(spec(&[name]), program(name, Language::Uci, &["-x", "1 2"]));
        assert_eq!(spec(&["ugi:a b", "-x", "1 2"]), program("ugi:a b -x 1 2", Language::Ugi, &["-x", "1 2"]));
        assert_eq!(spec(&["native:a\\ b"]), program("native:a\\ b", Language::Native, &[]));
        assert_eq!(spec(&["lines:'a b'"]), program("lines:'a b'", Language::Lines, &[]));
    }

    #[test]
    fn what_names_no_player_is_answered_with_those_that_there_are() {
        let error = |words: &[&str]| spec(words).unwrap_err().to_string();
        for words in [&[""][..], &["stockfish"], &["xboard:x"], &["random", "x"], &["C:\\x.exe"], &[]] {
            assert!(error(words).ends_with("or lines:, as in 'uci:PROGRAM ARGUMENTS'"), "{words:?}");
        }
        for word in ["depth:", "depth:0", "depth:21", "depth:-1", "depth:x"] {
            assert!(error(&[word]).contains("from 1 to 20"), "{word}");
        }
        for words in [&["uci:"][..], &["uci: "], &["uci:'a"], &["uci:", "x"]] {
            assert!(error(words).starts_with("no program in 'uci:"), "{words:?}");
        }
    }
}
