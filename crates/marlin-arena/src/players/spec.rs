//! [`AgentSpec`]: the name of a player.

use std::time::Duration;

use marlin_coach::level::SkillLevel;
use marlin_core::Solver;
use marlin_support::random::Random;
use marlin_support::text::excerpt;

use super::agent::Agent;
use super::built_in::{LevelPlayer, PerfectPlayer, RandomPlayer};
use super::channel::Channel;
use super::depth::FixedDepthPlayer;
use super::error::AgentError;
use super::native::NativeProgram;
use super::position_lines::LinesProgram;
use super::restarting::RestartingAgent;
use super::uci::{UciDialect, UciProgram};

/// The greatest N of `depth:N`; a deeper search takes longer than solving the position.
const MAX_DEPTH: u8 = 20;

/// The reason why a text names no player.
///
/// # Examples
///
/// ```
/// use marlin_arena::{AgentSpec, AgentSpecError};
///
/// let error = AgentSpec::from_words(&["magic".to_owned()]).unwrap_err();
/// assert!(matches!(error, AgentSpecError::Unknown { found } if found == "magic"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentSpecError {
    /// It begins with no word for a player.
    #[error(
        "no player '{found}': a player is random, perfect, level:N, depth:N, or a program after native:, uci:, ugi: or lines:, \
         as in 'uci:PROGRAM ARGUMENTS'"
    )]
    Unknown {
        /// The text, fit to print.
        found: String,
    },
    /// The depth is not a number, or too great.
    #[error("invalid depth '{found}': a whole number from 1 to {MAX_DEPTH} is expected, as in depth:4")]
    Depth {
        /// The text in its place, fit to print.
        found: String,
    },
    /// There is no such level.
    #[error(
        "invalid level '{found}': a whole number from {} to {} is expected, as in level:4",
        SkillLevel::MIN,
        SkillLevel::MAX
    )]
    Level {
        /// The text in its place, fit to print.
        found: String,
    },
    /// It names no program.
    #[error("no program in '{found}': name one after the colon, in quotes if there are spaces in its path")]
    Program {
        /// The text, fit to print.
        found: String,
    },
}

/// A player by its name, before its start.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use marlin_arena::{Agent, AgentMove, AgentSpec, Random};
/// use marlin_core::{BoardSize, Game, Solver, SolverBuilder};
///
/// let board = BoardSize::STANDARD;
/// let solver = SolverBuilder::on(board).hash_mib(1)?.without_book().build();
/// let spec = AgentSpec::from_words(&["depth:4".to_owned()])?;
/// let mut player = spec.start(&solver, Random::new(1, 0), Duration::from_secs(60))?;
///
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// let game = Game::parse(board, "121212")?;
/// assert!(matches!(player.choose(&game, None)?, AgentMove::Column(column) if column.index() == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentSpec {
    /// Random moves.
    Random,
    /// A search to a depth.
    Depth(u8),
    /// A player of a level.
    Level(SkillLevel),
    /// Marlin itself.
    Perfect,
    /// A program.
    Program {
        /// The text that names it.
        name: String,
        /// The protocol that it speaks.
        protocol: Protocol,
        /// Its file.
        program: String,
        /// Its arguments.
        arguments: Vec<String>,
    },
}

/// The protocol that a program speaks.
///
/// # Examples
///
/// ```
/// use marlin_arena::AgentSpec;
/// use marlin_arena::players::Protocol;
///
/// let spec = AgentSpec::from_words(&["uci:marlin-cli --threads 1".to_owned()])?;
/// let AgentSpec::Program { protocol, program, arguments, .. } = spec else { panic!("it is a program") };
/// assert_eq!((protocol, program.as_str()), (Protocol::Uci, "marlin-cli"));
/// assert_eq!(arguments, ["--threads", "1"]);
/// # Ok::<(), marlin_arena::AgentSpecError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
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
    /// Each [`AgentSpecError`].
    pub fn from_words(words: &[String]) -> Result<Self, AgentSpecError> {
        let text = words.join(" ");
        match text.as_str() {
            "random" => return Ok(Self::Random),
            "perfect" => return Ok(Self::Perfect),
            _ => {}
        }
        let unknown = || AgentSpecError::Unknown { found: excerpt(&text) };
        let (kind, rest) = text.split_once(':').ok_or_else(unknown)?;
        if kind == "depth" {
            return depth(rest).map(Self::Depth);
        }
        if kind == "level" {
            let level = rest.parse().map(Self::Level);
            return level.map_err(|_| AgentSpecError::Level { found: excerpt(rest) });
        }
        let protocol = Protocol::named(kind).ok_or_else(unknown)?;
        let no_program = || AgentSpecError::Program { found: excerpt(&text) };
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
    pub fn start(
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
            Self::Level(level) => return Ok(Box::new(LevelPlayer::new(*level, solver.clone(), random))),
            Self::Perfect => return Ok(Box::new(PerfectPlayer(solver.clone()))),
            Self::Program { name, protocol, program, arguments } => (name, protocol, program, arguments),
        };
        let channel = Channel::start(name, program, arguments, timeout)?;
        Ok(match protocol {
            Protocol::Native => Box::new(NativeProgram::greet(channel, solver.size())?),
            Protocol::Uci => Box::new(UciProgram::greet(channel, UciDialect::Uci, solver.size())?),
            Protocol::Ugi => Box::new(UciProgram::greet(channel, UciDialect::Ugi, solver.size())?),
            Protocol::Lines => Box::new(LinesProgram(channel)),
        })
    }
}

/// Reads the N of `depth:N`.
fn depth(text: &str) -> Result<u8, AgentSpecError> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| AgentSpecError::Depth { found: excerpt(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(words: &[&str]) -> Result<AgentSpec, AgentSpecError> {
        AgentSpec::from_words(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn built_in_players_have_names() {
        assert_eq!(spec(&["random"]), Ok(AgentSpec::Random));
        assert_eq!(spec(&["perfect"]), Ok(AgentSpec::Perfect));
        assert_eq!(spec(&["depth:3"]), Ok(AgentSpec::Depth(3)));
        assert_eq!(spec(&["level:10"]), Ok(AgentSpec::Level(SkillLevel::MAX)));
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
        let error = |words: &[&str]| spec(words).unwrap_err().to_string();
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
