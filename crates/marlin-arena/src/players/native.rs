//! A program that speaks the protocol of Marlin's session.

use std::time::Duration;

use marlin_core::{BoardSize, Game};
use marlin_support::text::excerpt;

use super::agent::{Agent, AgentMove};
use super::channel::{Channel, bestmove, numbered};
use super::error::AgentError;

/// `position MOVES` and `go [MS]`, answered by `bestmove C ...`.
#[derive(Debug)]
pub(super) struct NativeProgram(Channel);

impl NativeProgram {
    /// Begins a session on a board. For the standard board no command is sent: other programs may not have it.
    pub(super) fn greet(mut channel: Channel, board: BoardSize) -> Result<Self, AgentError> {
        if board != BoardSize::STANDARD {
            channel.send(&format!("board {board}"))?;
        }
        Ok(Self(channel))
    }
}

impl Agent for NativeProgram {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        // The program's table of other games is just as true in this one.
        Ok(())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        self.0.send(format!("position {game}").trim_end())?;
        let go = time.map_or_else(|| "go".to_owned(), |time| format!("go {}", time.as_millis()));
        self.0.ask(&go, time.unwrap_or_default(), |line| {
            bestmove(line).map(|word| agent_move(word, game.size()))
        })
    }
}

/// Returns the move of a word.
fn agent_move(word: &str, board: BoardSize) -> AgentMove {
    numbered(board, word).map_or_else(|| AgentMove::Other(excerpt(word)), AgentMove::Column)
}

#[cfg(test)]
mod tests {
    use super::super::channel::peer;
    use super::*;

    #[test]
    fn a_session_is_asked_in_its_own_words() {
        let (channel, sent) = peer::channel(Duration::from_secs(60), |line| {
            Some(match line {
                "go" => {
                    "info nodes 0 pv 4\n  Column 4: score 1\nbestmove 4 score 1 (WIN)\nNodes analyzed: 7\n"
                }
                "go 50" => "bestmove 9\n",
                _ => "Played some moves\n",
            })
        });
        let mut native = NativeProgram(channel);
        let column = numbered(BoardSize::STANDARD, "4").unwrap();
        native.new_game().unwrap();
        assert_eq!(native.choose(&Game::on(BoardSize::STANDARD), None).unwrap(), AgentMove::Column(column));
        let game = Game::parse(BoardSize::STANDARD, "4433").unwrap();
        let fifty = Some(Duration::from_millis(50));
        assert_eq!(native.choose(&game, fifty).unwrap(), AgentMove::Other("9".to_owned()));
        assert_eq!(*sent.lock().unwrap(), ["position", "go", "position 4433", "go 50"]);
    }
}
