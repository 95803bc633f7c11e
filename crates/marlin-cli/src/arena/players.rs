//! [`AgentSpec`]: the name of a player, and its start, and the players in this process: the levels of Marlin, random moves, and a
//! search to a fixed depth.

use std::fmt::Display;
use std::time::Duration;

use marlin_coach::level::{Opponent, SkillLevel};
use marlin_core::{Column, Game, Limits, Position, Solver};
use marlin_support::random::Random;
use marlin_support::text::excerpt;

use super::agent::{Agent, AgentMove, Forfeit, RestartingAgent};
use super::programs::{Channel, Program, Protocol};
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
            let depth = rest.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
            return depth.map(Self::Depth).ok_or_else(|| not_in_range(kind, rest, 1, MAX_DEPTH));
        }
        if kind == "level" {
            let level =
                rest.parse().map_err(|_| not_in_range(kind, rest, SkillLevel::MIN, SkillLevel::MAX))?;
            return Ok(Self::Level { name: format!("level:{level}"), level });
        }
        let protocol = match kind {
            "native" => Protocol::Native,
            "uci" => Protocol::Chess(&Words::UCI),
            "ugi" => Protocol::Chess(&Words::UGI),
            "lines" => Protocol::Lines,
            _ => return Err(unknown()),
        };
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
    /// The program cannot be started, or does not greet.
    pub(crate) fn start(
        self,
        solver: &Solver,
        random: Random,
        timeout: Duration,
    ) -> Result<RestartingAgent, Forfeit> {
        let name = match &self {
            Self::Random => "random".to_owned(),
            Self::Depth(depth) => format!("depth:{depth}"),
            Self::Level { name, .. } | Self::Program { name, .. } => excerpt(name),
        };
        let solver = solver.clone();
        RestartingAgent::new(name, move || self.start_once(&solver, random.clone(), timeout))
    }

    fn start_once(
        &self,
        solver: &Solver,
        random: Random,
        timeout: Duration,
    ) -> Result<Box<dyn Agent>, Forfeit> {
        Ok(match self {
            Self::Random => Box::new(RandomPlayer(random)),
            Self::Depth(depth) => Box::new(FixedDepthPlayer { depth: (*depth).into(), random }),
            Self::Level { level, .. } => {
                Box::new(LevelPlayer { level: *level, seed: 0, solver: solver.clone(), random })
            }
            Self::Program { name, protocol, program, arguments } => {
                let channel = Channel::start(name, program, arguments, timeout)?;
                Box::new(Program::greet(channel, *protocol, solver.size())?)
            }
        })
    }
}

/// Returns the error of a player whose number is out of range.
fn not_in_range(name: &str, found: &str, least: impl Display, most: impl Display) -> String {
    let found = excerpt(found);
    format!("invalid {name} '{found}': a whole number from {least} to {most} is expected, as in {name}:4")
}

/// Plays as a level does, each game with its own seed.
#[derive(Debug)]
struct LevelPlayer {
    level: SkillLevel,
    seed: u64,
    solver: Solver,
    random: Random,
}

impl Agent for LevelPlayer {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        self.seed = self.random.below(u32::MAX).into();
        Ok(())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, Forfeit> {
        let limits = Limits { time, ..Limits::NONE };
        let opponent = Opponent { limits, ..Opponent::new(self.level, self.seed) };
        Ok(opponent.choose(game.position(), &self.solver).map(|choice| choice.column).into())
    }
}

/// Plays any open column.
#[derive(Debug)]
struct RandomPlayer(Random);

impl Agent for RandomPlayer {
    fn choose(&mut self, game: &Game, _: Option<Duration>) -> Result<AgentMove, Forfeit> {
        Ok(self.0.one_of(&game.legal_moves().collect::<Vec<_>>()).into())
    }
}

/// Sees wins and losses within a number of plies, prefers fast wins and slow losses, and plays any of the columns that look
/// best.
#[derive(Debug)]
struct FixedDepthPlayer {
    depth: i32,
    random: Random,
}

impl Agent for FixedDepthPlayer {
    fn choose(&mut self, game: &Game, _: Option<Duration>) -> Result<AgentMove, Forfeit> {
        Ok(self.random.one_of(&best(game.position(), self.depth)).into())
    }
}

/// Returns the columns that look best.
fn best(position: &Position, depth: i32) -> Vec<Column> {
    let values: Vec<(Column, i32)> = position
        .legal_moves()
        .map(|column| (column, value_of_move(position, column, depth, -depth, depth)))
        .collect();
    let greatest = values.iter().map(|&(_, value)| value).max();
    values.into_iter().filter(|&(_, value)| Some(value) == greatest).map(|(column, _)| column).collect()
}

/// Returns the value of a move: the remaining depth at our win, its negative at theirs, 0 without a win in sight. It is exact
/// between `alpha` and `beta`, and a bound of the value beyond them.
fn value_of_move(position: &Position, column: Column, depth: i32, alpha: i32, beta: i32) -> i32 {
    if position.is_winning_move(column) {
        return depth;
    }
    let child = position.after(column);
    -value(&child, depth - 1, -beta, -alpha)
}

/// Returns the value of a position without a winner, in the same way.
fn value(position: &Position, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 || position.is_full() {
        return 0;
    }
    if position.can_win_next() {
        return depth;
    }
    let mut best = -depth;
    for column in position.size().columns().filter(|&column| position.can_play(column)) {
        best = best.max(value_of_move(position, column, depth, alpha, beta));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use marlin_core::BoardSize;

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
        assert_eq!(spec(&[name]), program(name, Protocol::Chess(&Words::UCI), &["-x", "1 2"]));
        assert_eq!(
            spec(&["ugi:a b", "-x", "1 2"]),
            program("ugi:a b -x 1 2", Protocol::Chess(&Words::UGI), &["-x", "1 2"])
        );
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

    #[test]
    fn the_games_of_a_level_differ_and_are_the_same_for_a_seed() {
        let solver = Solver::builder().hash_mib(1).unwrap().build();
        let games = |seed| -> Vec<String> {
            let level = SkillLevel::new(3).unwrap();
            let (solver, random) = (solver.clone(), Random::new(seed, 0));
            let mut agent = LevelPlayer { level, seed: 0, solver, random };
            let mut game = || {
                agent.new_game().unwrap();
                let mut game = Game::on(BoardSize::STANDARD);
                while !game.position().is_over() {
                    agent.choose(&game, None).unwrap().play_in(&mut game).unwrap();
                }
                game.to_string()
            };
            vec![game(), game()]
        };
        assert_eq!(games(1), games(1));
        assert_ne!(games(1), games(2));
        assert_ne!(games(1)[0], games(1)[1]);
    }

    #[test]
    fn the_best_move_is_played_with_and_without_a_limit() {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
        let (level, random) = (SkillLevel::MAX, Random::new(1, 0));
        let mut agent = LevelPlayer { level, seed: 0, solver, random };
        let game = Game::parse(BoardSize::STANDARD, "2252576253462244111563365343671351441").unwrap();
        for time in [None, Some(Duration::from_secs(60))] {
            let column = agent.choose(&game, time).unwrap().play_in(&mut game.clone()).unwrap();
            assert_eq!(column.number(), 6);
        }
    }

    #[test]
    fn every_column_that_is_not_full_is_played_and_no_other() {
        let mut agent = RandomPlayer(Random::new(1, 0));
        let game = Game::parse(BoardSize::STANDARD, "444444").unwrap();
        let choices =
            (0..200).map(|_| agent.choose(&game, None).unwrap().play_in(&mut game.clone()).unwrap());
        let columns: HashSet<usize> = choices.map(Column::index).collect();
        assert_eq!(columns, HashSet::from([0, 1, 2, 4, 5, 6]));
    }

    fn numbers(moves: &str, depth: i32) -> Vec<usize> {
        best(&Position::parse(BoardSize::STANDARD, moves).unwrap(), depth)
            .iter()
            .map(|column| column.number())
            .collect()
    }

    #[test]
    fn a_win_at_once_is_played() {
        assert_eq!(numbers("121212", 1), [1]);
        assert_eq!(numbers("121212", 6), [1]);
    }

    #[test]
    fn a_loss_is_seen_two_plies_ahead() {
        assert_eq!(numbers("12121", 1), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers("12121", 2), [1]);
    }

    #[test]
    fn the_win_of_an_open_two_is_seen_three_plies_ahead() {
        assert_eq!(numbers("4433", 2), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers("4433", 3), [2, 5]);
    }

    #[test]
    fn a_certain_loss_is_delayed() {
        // X wins with both columns, but later after column 6.
        assert_eq!(numbers("2252576253462244111563365343671351441", 3), [6]);
        assert_eq!(numbers("2252576253462244111563365343671351441", 1), [6, 7]);
    }

    #[test]
    fn a_search_to_the_end_of_the_game_agrees_with_the_solver() {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
        let mut random = Random::new(5, 0);
        for _ in 0..50 {
            let game = random.game(BoardSize::STANDARD, 34, |_| true);
            let scores = solver.query(game.position()).analyze().scores().to_vec();
            let greatest = scores.iter().flatten().max().copied();
            let perfect: Vec<usize> =
                (0..7).filter(|&i| scores[i].is_some() && scores[i] == greatest).collect();
            let found: Vec<usize> = best(game.position(), 8).iter().map(|column| column.index()).collect();
            assert_eq!(found, perfect, "{game}");
        }
    }
}
