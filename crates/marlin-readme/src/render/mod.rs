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

use marlin_core::any::Solver;

use crate::record::Record;
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
/// let rendered = render(&record, &Solver::new(BoardSize::STANDARD));
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
    let describe = |(index, played): (usize, &Move)| {
        let side = if index % 2 == 0 { "red" } else { "blue" };
        let by = match played.issue {
            Some(issue) => {
                let repository = &record.state.repository;
                format!("{}, [issue {issue}](https://github.com/{repository}/issues/{issue})", played.by())
            }
            None => played.by(),
        };
        format!("{}. {side} {} by {by}", index + 1, played.column)
    };
    let moves: Vec<_> =
        record.state.moves.iter().enumerate().rev().take(LISTED_MOVES).map(describe).collect();
    (!moves.is_empty()).then(|| format!("Last moves:\n\n- {}", moves.join("\n- ").replace(". ", "\\. ")))
}
