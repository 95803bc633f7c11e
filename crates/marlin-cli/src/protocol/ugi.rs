//! UGI, the Universal Game Interface of the match runner Cute Games: UCI without chess.
//!
//! | line | reply |
//! |---|---|
//! | `ugi` | name and author, the options, `ugiok` |
//! | `uginewgame`, `position`, `setoption`, `stop`, `isready`, `quit` | as in UCI, also after an invalid position |
//! | `go p1time MS p2time MS p1inc MS p2inc MS ...` | as in UCI |
//! | `query gameover`, `query p1turn` | `response true` or `response false` |
//! | `query result` | `response p1win`, `p2win`, `draw` or `none` |

use marlin_core::{BoardSize, Game, GameOutcome, Player};
use marlin_support::text::excerpt;

use super::command::{Command, GameQuery};
use super::error::ProtocolError;
use super::reply::Reply;
use super::uci::{self, Words};

/// Reads a line without its end.
pub(crate) fn parse(line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "query");
    match (words.next(), words.next()) {
        (Some(_), Some("gameover")) => Ok(Command::Query(GameQuery::GameOver)),
        (Some(_), Some("p1turn")) => Ok(Command::Query(GameQuery::FirstToMove)),
        (Some(_), Some("result")) => Ok(Command::Query(GameQuery::Result)),
        (Some(_), other) => Err(ProtocolError::Query { found: excerpt(other.unwrap_or_default()) }),
        (None, _) => uci::parse_with(&Words::UGI, line, board),
    }
}

/// Returns the lines of a reply.
pub(crate) fn print(reply: &Reply<'_>) -> String {
    match reply {
        Reply::Query(query, game) => format!("response {}\n", response(*query, game)),
        reply => uci::print_with(&Words::UGI, reply),
    }
}

fn response(query: GameQuery, game: &Game) -> &'static str {
    let truth = |is_true| if is_true { "true" } else { "false" };
    match (query, game.outcome()) {
        (GameQuery::GameOver, outcome) => truth(outcome.is_some()),
        (GameQuery::FirstToMove, _) => truth(game.position().side_to_move() == Player::X),
        (GameQuery::Result, None) => "none",
        (GameQuery::Result, Some(GameOutcome::Won(Player::X))) => "p1win",
        (GameQuery::Result, Some(GameOutcome::Won(Player::O))) => "p2win",
        (GameQuery::Result, Some(GameOutcome::Drawn)) => "draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a line of a session on the standard board.
    fn parse(line: &str) -> Result<Command, ProtocolError> {
        super::parse(line, BoardSize::STANDARD)
    }

    #[test]
    fn questions_about_the_game_are_answered() {
        let ask = |query: &str, moves: &str| {
            let Ok(Command::Query(query)) = parse(&format!("query {query}")) else { panic!("{query}") };
            print(&Reply::Query(query, &Game::parse(BoardSize::STANDARD, moves).unwrap()))
        };
        let full = "656173566152215676422337377473141445425321";
        for (moves, answers) in [
            ("", ["false", "true", "none"]),
            ("4", ["false", "false", "none"]),
            ("1212121", ["true", "false", "p1win"]),
            ("71212121", ["true", "true", "p2win"]),
            (full, ["true", "true", "draw"]),
        ] {
            for (query, answer) in ["gameover", "p1turn", "result"].iter().zip(answers) {
                assert_eq!(ask(query, moves), format!("response {answer}\n"), "{query} {moves}");
            }
        }
        let error = parse("query weather").unwrap_err().to_string();
        assert!(error.contains("'weather'") && error.contains("gameover, p1turn or result"), "{error}");
    }
}
