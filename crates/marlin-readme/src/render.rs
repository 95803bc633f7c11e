//! [`render`]: the section of the README and the drawings.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use marlin_core::{Player, Solver};

use crate::issue::Login;
use crate::series::{FinishedGame, Quality, Series};
use crate::state::LoggedMove;
use crate::{Error, archive, board};

/// The number of moves in the list.
const LISTED_MOVES: usize = 5;

/// The section of the README and the other files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The section between the markers of the README, in Markdown.
    pub section: String,
    /// The other files by their paths in the folder of the game: the drawings, and the archive of finished
    /// games. A game that is over has the graph of its score.
    pub files: BTreeMap<String, String>,
}

/// Renders the games. The result depends only on them.
pub fn render(series: &Series, solver: &Solver) -> Rendered {
    let game = series.state.board();
    let ended = series.ended();
    let mut paragraphs = vec![board::headline(series), board::columns_with_links(series, &game)];
    if ended.is_none() {
        paragraphs.push(board::other_links(series));
    }
    paragraphs.extend(last_moves(series));
    paragraphs.extend(ended.map(|ended| archive::review(series, ended, solver)));
    paragraphs.extend(board::last_game(series));
    paragraphs.extend(player_table(series));
    paragraphs.extend(archive::totals_link(series));
    paragraphs.extend(board::invitation(series));
    let mut files = board::drawings(&game, series.state.first, series.settings.theme);
    files.extend(ended.map(|ended| {
        (archive::GRAPH_FILE.to_owned(), archive::graph(ended, series.settings.theme).to_string())
    }));
    archive::add_files(&mut files, series);
    Rendered { section: paragraphs.join("\n\n") + "\n", files }
}

/// Returns the last moves, the latest first.
fn last_moves(series: &Series) -> Option<String> {
    let line = |(index, played): (usize, &LoggedMove)| {
        let side = series.state.first.of(Player::to_move_after(index as u32));
        let by = played.player_and_issue(&series.state.repository);
        format!("Move {}: {side} {} by {by}", index + 1, played.column)
    };
    let moves = series.state.moves.iter().enumerate().rev().take(LISTED_MOVES);
    let lines: Vec<_> = moves.map(line).collect();
    (!lines.is_empty()).then(|| format!("Last moves:\n\n- {}", lines.join("\n- ")))
}

/// The record of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct PlayerStats {
    /// Won games, in which the player made more moves for the winner than for the loser.
    wins: u32,
    /// Moves, also of the running game.
    moves: u32,
    /// Moves of finished games.
    judged: u32,
    /// Moves of finished games that kept the score.
    perfect: u32,
}

/// Returns the table of players in Markdown, `None` without players or rows. Moves of the bot are not
/// counted.
fn player_table(series: &Series) -> Option<String> {
    let mut players: Vec<_> = all_stats(series).into_iter().collect();
    players.sort_by_key(|&(_, stats)| Reverse((stats.wins, stats.perfect, stats.moves)));
    players.truncate(series.settings.leaderboard);
    if players.is_empty() {
        return None;
    }
    let mut text = String::from("| Player | Wins | Moves | Perfect |\n|:--|--:|--:|--:|");
    for (player, stats) in players {
        let share = match stats.judged {
            0 => "-".to_owned(),
            judged => format!("{} %", (200 * stats.perfect + judged) / (2 * judged)),
        };
        // Writing to a `String` never fails.
        let _ = write!(text, "\n| {} | {} | {} | {share} |", player.link(), stats.wins, stats.moves);
    }
    Some(text + "\n\nPerfect: the share of moves that kept the score, in games that are over.")
}

fn all_stats(series: &Series) -> BTreeMap<&Login, PlayerStats> {
    let mut all: BTreeMap<&Login, PlayerStats> = BTreeMap::new();
    for finished in &series.finished {
        add_game(&mut all, finished);
    }
    if series.ended().is_none() {
        for player in series.state.moves.iter().filter_map(|played| played.person()) {
            all.entry(player).or_default().moves += 1;
        }
    }
    all
}

fn add_game<'a>(all: &mut BTreeMap<&'a Login, PlayerStats>, finished: &'a FinishedGame) {
    // The moves of each player for the winner, minus those for the loser; 0 after a draw.
    let mut balance: BTreeMap<&Login, i32> = BTreeMap::new();
    for (side, played, quality) in finished.judged() {
        let Some(player) = played.person() else { continue };
        let stats = all.entry(player).or_default();
        stats.moves += 1;
        stats.judged += u32::from(quality.is_some());
        stats.perfect += u32::from(quality == Some(Quality::Perfect));
        let favour = finished.winner().map_or(0, |winner| if side == winner { 1 } else { -1 });
        *balance.entry(player).or_default() += favour;
    }
    for (player, _) in balance.into_iter().filter(|&(_, balance)| balance > 0) {
        all.entry(player).or_default().wins += 1;
    }
}

/// The marker before the game.
pub const BEGIN: &str = "<!-- connect4 begin -->";
/// The marker after the game.
pub const END: &str = "<!-- connect4 end -->";

/// Returns a README with a text between the markers. All other bytes stay the same. The text gets the line
/// ends of the README.
///
/// # Errors
///
/// The README does not have each marker once, in order.
pub fn with_section(readme: &[u8], section: &str) -> Result<Vec<u8>, Error> {
    let (begin, end) = (find(readme, BEGIN)?, find(readme, END)?);
    let start = begin + BEGIN.len();
    if end < start {
        return Err(Error::new(format!("the README has {END} before {BEGIN}: the game is between them")));
    }
    let text = format!("\n\n{}\n\n", section.trim_end());
    let first_end = readme.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    // As on Windows.
    let has_carriage_returns = readme[..first_end].ends_with(b"\r");
    let text = if has_carriage_returns { text.replace('\n', "\r\n") } else { text };
    Ok([&readme[..start], text.as_bytes(), &readme[end..]].concat())
}

/// Returns the position of a marker.
fn find(readme: &[u8], marker: &str) -> Result<usize, Error> {
    let mut found = readme.windows(marker.len()).enumerate().filter(|(_, part)| *part == marker.as_bytes());
    match (found.next(), found.next()) {
        (Some((position, _)), None) => Ok(position),
        (None, _) => Err(Error::new(format!(
            "the README has no line {marker}: put {BEGIN} and below it {END} at the place for the game"
        ))),
        _ => Err(Error::new(format!(
            "the README has {marker} more than once: leave one pair at the place for the game"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_readme_stays_byte_for_byte() {
        let readme = b"\xff{braces} \r\n<!-- connect4 begin -->{}\n<!-- connect4 end -->\r\n\0";
        let new = with_section(readme, "a\nb").unwrap();
        assert_eq!(
            new,
            b"\xff{braces} \r\n<!-- connect4 begin -->\r\n\r\na\r\nb\r\n\r\n<!-- connect4 end -->\r\n\0"
        );
        assert_eq!(with_section(&new, "a\nb").unwrap(), new);
    }

    #[test]
    fn a_readme_without_markers_is_an_error_with_the_repair() {
        let error = |parts: &[&str]| with_section(parts.concat().as_bytes(), "").unwrap_err().to_string();
        for (parts, expected) in [
            (&[][..], format!("no line {BEGIN}: put {BEGIN} and below it {END}")),
            (&[BEGIN], format!("no line {END}")),
            (&[END, BEGIN], format!("{END} before {BEGIN}")),
            (&[BEGIN, END, END], format!("{END} more than once")),
            (&[BEGIN, BEGIN, END], format!("{BEGIN} more than once")),
        ] {
            assert!(error(parts).contains(&expected), "{}", error(parts));
        }
    }
}
