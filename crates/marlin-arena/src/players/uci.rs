//! A program that speaks UCI or UGI, with the names for Connect Four that Cute Chess and Fairy-Stockfish use: the variant
//! is `cfour`, and a move drops a piece on its cell, as in `P@d1`.

use std::time::Duration;

use marlin_core::{BoardSize, DropMove, Game, Position};
use marlin_support::text::excerpt;

use super::agent::{Agent, AgentMove};
use super::channel::{Channel, bestmove, numbered};
use super::error::AgentError;

/// The time for a move without a limit, since UCI needs one.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The two protocols, which differ in their names for themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UciDialect {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
}

impl UciDialect {
    /// Returns the first line, its answer, and the line before a game.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Uci => ["uci", "uciok", "ucinewgame"],
            Self::Ugi => ["ugi", "ugiok", "uginewgame"],
        }
    }
}

/// A program that speaks UCI or UGI.
#[derive(Debug)]
pub(super) struct UciProgram {
    channel: Channel,
    dialect: UciDialect,
}

impl UciProgram {
    /// Agrees with the program on the protocol and the game.
    pub(super) fn greet(
        mut channel: Channel,
        dialect: UciDialect,
        board: BoardSize,
    ) -> Result<Self, AgentError> {
        let [hello, answer, _] = dialect.words();
        channel.ask_for(hello, answer)?;
        channel.send(&format!("setoption name UCI_Variant value {}", variant(board)))?;
        channel.ask_for("isready", "readyok")?;
        Ok(Self { channel, dialect })
    }
}

impl Agent for UciProgram {
    fn name(&self) -> &str {
        self.channel.name()
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        let [.., new_game] = self.dialect.words();
        self.channel.send(new_game)?;
        self.channel.ask_for("isready", "readyok")
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        self.channel.send(&position(game))?;
        let time = time.unwrap_or(DEFAULT_TIME);
        let go = format!("go movetime {}", time.as_millis());
        self.channel.ask(&go, time, |line| bestmove(line).map(|word| agent_move(word, game.position())))
    }
}

impl Drop for UciProgram {
    fn drop(&mut self) {
        // An error means that the program has ended already.
        let _ = self.channel.send("quit");
    }
}

/// Returns the name of a board as a variant of UCI.
fn variant(board: BoardSize) -> String {
    if board == BoardSize::STANDARD { "cfour".to_owned() } else { format!("cfour-{board}") }
}

/// Returns the line that sets up the position of a game.
fn position(game: &Game) -> String {
    let mut words = vec!["position startpos".to_owned()];
    if !game.moves().is_empty() {
        words.push("moves".to_owned());
        words.extend(DropMove::line(game.start(), game.moves()).iter().map(ToString::to_string));
    }
    words.join(" ")
}

/// Returns the move of a word: `P@d1`, a shorter form of it, or the number of the column. A drop on a cell other than the
/// lowest empty one of its column is no move.
fn agent_move(word: &str, position: &Position) -> AgentMove {
    let falls_there = |drop: DropMove| {
        drop.row().is_none_or(|row| row == position.height(drop.column())).then_some(drop.column())
    };
    let column = numbered(position.size(), word)
        .or_else(|| DropMove::parse(position.size(), word).ok().and_then(falls_there));
    column.map_or_else(|| AgentMove::Other(excerpt(word)), AgentMove::Column)
}

#[cfg(test)]
mod tests {
    use marlin_core::Column;

    use super::super::channel::peer;
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn game(moves: &str) -> Game {
        Game::parse(BoardSize::STANDARD, moves).unwrap()
    }

    fn column(number: usize) -> AgentMove {
        AgentMove::Column(Column::new(number - 1).unwrap())
    }

    #[test]
    fn a_game_is_written_as_the_cells_that_its_stones_fall_to() {
        assert_eq!(position(&game("")), "position startpos");
        let line = position(&game("4417"));
        assert_eq!(line, "position startpos moves P@d1 P@d2 P@a1 P@g1");
    }

    #[test]
    fn a_move_is_understood_in_any_of_the_usual_forms() {
        let position = *game("44").position();
        for word in ["P@d3", "p@d3", "P@D3", "d3", "d", "P@d", "4"] {
            assert_eq!(agent_move(word, &position), column(4), "{word}");
        }
        for word in ["P@d1", "P@d4", "e2e4", "h1", "P@h1", "9", "0000", "(none)", "", "P@", "dé"] {
            assert_eq!(agent_move(word, &position), AgentMove::Other(word.to_owned()), "{word}");
        }
    }

    #[test]
    fn a_program_plays_a_game_in_either_protocol() {
        for (dialect, hello, hello_answer, new_game) in [
            (UciDialect::Uci, "uci", "Engine 1 by somebody\nid name Engine\nuciok\n", "ucinewgame"),
            (UciDialect::Ugi, "ugi", "id name Engine\nugiok\n", "uginewgame"),
        ] {
            let (channel, sent) = peer::channel(LONG, move |line| {
                Some(match line {
                    "isready" => "readyok\n",
                    "go movetime 50" => "info depth 1\nbestmove P@d3 ponder P@d4\n",
                    "go movetime 1000" => "bestmove P@d1\n",
                    line if line == hello => hello_answer,
                    _ => "",
                })
            });
            let mut agent = UciProgram::greet(channel, dialect, BoardSize::STANDARD).unwrap();
            agent.new_game().unwrap();
            let fifty = Some(Duration::from_millis(50));
            assert_eq!(agent.choose(&game("44"), fifty).unwrap(), column(4));
            assert_eq!(agent.choose(&game(""), None).unwrap(), column(4));
            let expected = [
                hello,
                "setoption name UCI_Variant value cfour",
                "isready",
                new_game,
                "isready",
                "position startpos moves P@d1 P@d2",
                "go movetime 50",
                "position startpos",
                "go movetime 1000",
            ];
            assert_eq!(*sent.lock().unwrap(), expected);
        }
    }

    #[test]
    fn a_program_that_does_not_speak_the_protocol_is_named() {
        let (channel, _) = peer::channel(Duration::from_millis(20), |_| Some("Unknown command: uci\n"));
        let error = UciProgram::greet(channel, UciDialect::Uci, BoardSize::STANDARD).unwrap_err().to_string();
        assert!(error.contains("'uci' within 0.02 s"), "{error}");
    }
}
