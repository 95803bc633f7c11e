//! [`render`]: the section of the README and the drawings.
//!
//! | file | contents |
//! |---|---|
//! | `board` | the board with the links below it |
//! | `archive` | the pages of all finished games |
//! | `after` | the graph and the review of a finished game |
//! | `players` | the table of players |

mod after;
mod archive;
mod board;
mod players;

use std::collections::BTreeMap;

use marlin_core::{Player, Solver};

pub use self::after::GRAPH_FILE;
pub use self::archive::{ARCHIVE_FOLDER, is_archived};
pub use self::board::BOARD_FILE;
use crate::series::Series;
use crate::side::Side;
use crate::state::LoggedMove;

/// The number of moves in the list.
const LISTED_MOVES: usize = 5;

/// The section of the README and the other files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The section between the markers of the README, in Markdown.
    pub section: String,
    /// The other files by their paths in the folder of the game: the drawings, and the archive of finished games. A game that
    /// is over has the graph of its score.
    pub files: BTreeMap<String, String>,
}

/// Renders the games, as a function of them alone.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Solver};
/// use marlin_readme::{Series, GameState, render};
///
/// let series = Series::new(GameState::new("octocat/octocat", 1));
/// let rendered = render(&series, &Solver::on(BoardSize::STANDARD));
/// assert!(rendered.section.starts_with("**Game 1, move 1: it is red's turn.**"));
/// assert!(rendered.section.contains("title=connect4%7Cdrop%7Cred%7C4%7C1.0"));
/// ```
pub fn render(series: &Series, solver: &Solver) -> Rendered {
    let game = series.state.board();
    let ended = series.ended();
    let mut paragraphs = vec![board::headline(series), board::columns_with_links(series, &game)];
    if ended.is_none() {
        paragraphs.push(board::other_links(series));
    }
    paragraphs.extend(last_moves(series));
    paragraphs.extend(ended.map(|ended| after::review(series, ended, solver)));
    paragraphs.extend(board::last_game(series));
    paragraphs.extend(players::table(series));
    paragraphs.extend(archive::totals_link(series));
    paragraphs.extend(board::invitation(series));
    let mut files = board::drawings(&game, series.settings.theme);
    files.extend(
        ended.map(|ended| (GRAPH_FILE.to_owned(), after::graph(ended, series.settings.theme).to_string())),
    );
    archive::add_files(&mut files, series);
    Rendered { section: paragraphs.join("\n\n") + "\n", files }
}

/// Returns the last moves, the latest first.
fn last_moves(series: &Series) -> Option<String> {
    let moves = series.state.moves.iter().enumerate().rev().take(LISTED_MOVES);
    let lines: Vec<_> = moves.map(|(index, played)| line_of_move(series, index, played)).collect();
    (!lines.is_empty()).then(|| format!("Last moves:\n\n- {}", lines.join("\n- ")))
}

/// Returns a move, with its player and issue.
fn line_of_move(series: &Series, index: usize, played: &LoggedMove) -> String {
    let side = Side::from(Player::to_move_after(index as u32));
    let line = format!("Move {}: {side} {} by {}", index + 1, played.column, played.player_link());
    let repository = &series.state.repository;
    match played.issue {
        Some(issue) => format!("{line} ([issue {issue}](https://github.com/{repository}/issues/{issue}))"),
        None => line,
    }
}
