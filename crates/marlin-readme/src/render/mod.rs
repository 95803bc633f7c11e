//! [`render`]: what readers see of the games.
//!
//! | file | contents |
//! |---|---|
//! | `board` | the board with the links below it |
//! | `after` | what follows the end of a game: its graph and its review |
//! | `players` | the table of players |

mod after;
mod board;
mod players;

use marlin_core::Player;
use marlin_core::any::Solver;

use crate::record::Record;
use crate::side::Side;
use crate::state::Move;

/// The name of the board's drawing.
pub const BOARD_FILE: &str = "board.svg";
/// The name of the drawing of the score over a game that is over.
pub const GRAPH_FILE: &str = "graph.svg";

/// The moves that are listed.
const LISTED_MOVES: usize = 5;

/// What readers see of the games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// What stands between the markers of the README, in Markdown.
    pub section: String,
    /// The drawing of the board.
    pub board: String,
    /// The drawing of the score over the game, if it is over.
    pub graph: Option<String>,
}

/// Renders the games: it follows from them alone.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::Solver;
/// use marlin_readme::{Record, State, render};
///
/// let record = Record::new(State::new("octocat/octocat", 1));
/// let rendered = render(&record, &Solver::on(BoardSize::STANDARD));
/// assert!(rendered.section.starts_with("**Game 1, move 1: it is red's turn.**"));
/// assert!(rendered.section.contains("title=connect4%7Cdrop%7Cred%7C4%7C1.0"));
/// ```
pub fn render(record: &Record, solver: &Solver) -> Rendered {
    let game = record.state.board();
    let ended = record.ended();
    let mut paragraphs = vec![board::headline(record), board::table(record, &game)];
    if ended.is_none() {
        paragraphs.push(board::invitation(record));
    }
    paragraphs.extend(last_moves(record));
    paragraphs.extend(ended.map(|ended| after::review(record, ended, solver)));
    paragraphs.extend(board::last_game(record));
    paragraphs.extend(players::table(record));
    Rendered {
        section: paragraphs.join("\n\n") + "\n",
        board: board::drawing(&game),
        graph: ended.map(|ended| after::graph(ended).to_string()),
    }
}

/// Returns the last moves, the latest first.
fn last_moves(record: &Record) -> Option<String> {
    let moves = record.state.moves.iter().enumerate().rev().take(LISTED_MOVES);
    let lines: Vec<_> = moves.map(|(index, played)| line_of_move(record, index, played)).collect();
    (!lines.is_empty()).then(|| format!("Last moves:\n\n- {}", lines.join("\n- ")))
}

/// Returns a move, who made it, and with which issue.
fn line_of_move(record: &Record, index: usize, played: &Move) -> String {
    let side = Side::from(Player::to_move_after(index as u32));
    let line = format!("Move {}: {side} {} by {}", index + 1, played.column, played.by());
    let repository = &record.state.repository;
    match played.issue {
        Some(issue) => format!("{line} ([issue {issue}](https://github.com/{repository}/issues/{issue}))"),
        None => line,
    }
}
