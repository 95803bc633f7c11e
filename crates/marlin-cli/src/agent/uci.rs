//! A program that speaks UCI or UGI, with the names for Connect Four that Cute Chess and Fairy-Stockfish know: the
//! variant is `cfour`, and a move drops a piece on its cell, as in `P@d1`.

use std::time::Duration;

use marlin_core::{Column, Game, Position};

use super::talk::Talk;
use super::{Agent, AgentError, Choice, bestmove, numbered};
use crate::protocol::cfour;
use crate::text::excerpt;

/// What a program may think if nobody says: an engine for games knows no other question than what to play in a time.
const TIME: Duration = Duration::from_secs(1);

/// Two protocols that differ in their names for themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
}

impl Protocol {
    /// Returns the first line, its answer, and the line before a game.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Uci => ["uci", "uciok", "ucinewgame"],
            Self::Ugi => ["ugi", "ugiok", "uginewgame"],
        }
    }
}

/// A program that speaks one of them.
#[derive(Debug)]
pub(super) struct Uci {
    talk: Talk,
    protocol: Protocol,
}

impl Uci {
    /// Agrees with the program on the protocol and the game.
    pub(super) fn greet(mut talk: Talk, protocol: Protocol) -> Result<Self, AgentError> {
        let [hello, answer, _] = protocol.words();
        talk.ask_for(hello, answer)?;
        talk.send("setoption name UCI_Variant value cfour")?;
        talk.ask_for("isready", "readyok")?;
        Ok(Self { talk, protocol })
    }
}

impl Agent for Uci {
    fn name(&self) -> &str {
        self.talk.name()
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        let [.., new_game] = self.protocol.words();
        self.talk.send(new_game)?;
        self.talk.ask_for("isready", "readyok")
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<Choice, AgentError> {
        self.talk.send(&position(game))?;
        let time = time.unwrap_or(TIME);
        let go = format!("go movetime {}", time.as_millis());
        self.talk.ask(&go, time, |line| bestmove(line).map(|word| choice(word, game.position())))
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        // One that has ended already knows.
        let _ = self.talk.send("quit");
    }
}

/// Returns the line that tells a game.
fn position(game: &Game) -> String {
    let moves = cfour::line_text(game.start(), game.moves());
    let word = if moves.is_empty() { "" } else { " moves" };
    format!("position startpos{word}{moves}")
}

/// Returns the move that a word stands for: `P@d1`, or what is left of it when one leaves out what is clear anyway. A cell
/// that the stone wouldn't fall to is none.
fn choice(word: &str, position: &Position) -> Choice {
    let falls_there = |(column, row): (Column, Option<usize>)| {
        row.is_none_or(|row| row == position.height(column)).then_some(column)
    };
    let column = numbered(word).or_else(|| cfour::square(word).and_then(falls_there));
    column.map_or_else(|| Choice::Other(excerpt(word)), Choice::Column)
}

#[cfg(test)]
mod tests {
    use super::super::talk::peer;
    use super::*;

    const PATIENT: Duration = Duration::from_secs(60);

    fn column(number: usize) -> Choice {
        Choice::Column(Column::new(number - 1).unwrap())
    }

    #[test]
    fn a_game_is_told_by_the_cells_that_its_stones_fall_to() {
        assert_eq!(position(&Game::new()), "position startpos");
        let told = position(&"4417".parse().unwrap());
        assert_eq!(told, "position startpos moves P@d1 P@d2 P@a1 P@g1");
    }

    #[test]
    fn a_move_is_understood_in_any_of_the_usual_forms() {
        let position: Position = "44".parse().unwrap();
        for word in ["P@d3", "p@d3", "P@D3", "d3", "d", "P@d", "4"] {
            assert_eq!(choice(word, &position), column(4), "{word}");
        }
        for word in ["P@d1", "P@d4", "e2e4", "h1", "P@h1", "9", "0000", "(none)", "", "P@", "dé"] {
            assert_eq!(choice(word, &position), Choice::Other(word.to_owned()), "{word}");
        }
    }

    #[test]
    fn a_program_is_led_through_a_game_in_either_protocol() {
        for (protocol, hello, hello_answer, new_game) in [
            (Protocol::Uci, "uci", "Engine 1 by somebody\nid name Engine\nuciok\n", "ucinewgame"),
            (Protocol::Ugi, "ugi", "id name Engine\nugiok\n", "uginewgame"),
        ] {
            let (talk, heard) = peer::talk(PATIENT, move |line| {
                Some(match line {
                    "isready" => "readyok\n",
                    "go movetime 50" => "info depth 1\nbestmove P@d3 ponder P@d4\n",
                    "go movetime 1000" => "bestmove P@d1\n",
                    line if line == hello => hello_answer,
                    _ => "",
                })
            });
            let mut agent = Uci::greet(talk, protocol).unwrap();
            agent.new_game().unwrap();
            let fifty = Some(Duration::from_millis(50));
            assert_eq!(agent.choose(&"44".parse().unwrap(), fifty).unwrap(), column(4));
            assert_eq!(agent.choose(&Game::new(), None).unwrap(), column(4));
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
            assert_eq!(*heard.lock().unwrap(), expected);
        }
    }

    #[test]
    fn a_program_that_does_not_speak_the_protocol_is_named() {
        let (talk, _) = peer::talk(Duration::from_millis(20), |_| Some("Unknown command: uci\n"));
        let error = Uci::greet(talk, Protocol::Uci).unwrap_err().to_string();
        assert!(error.contains("'uci' within 0.02 s"), "{error}");
    }
}
