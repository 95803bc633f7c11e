//! The table of players.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::finished::{FinishedGame, Quality};
use crate::login::Login;
use crate::series::Series;
use crate::side::Side;

/// The record of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct PlayerStats {
    /// Games won: those in which the player made more moves for the winner than for the loser.
    wins: u32,
    /// Moves, also of the running game.
    moves: u32,
    /// Moves of finished games.
    judged: u32,
    /// Moves of finished games that kept the score.
    perfect: u32,
}

impl PlayerStats {
    /// Returns the share of perfect moves in percent.
    fn share(self) -> Option<u32> {
        (self.judged > 0).then(|| (200 * self.perfect + self.judged) / (2 * self.judged))
    }
}

/// Returns the table of players in Markdown, `None` without players or rows. Moves of the bot are not counted.
pub(super) fn table(series: &Series) -> Option<String> {
    let mut players: Vec<_> = all_stats(series).into_iter().collect();
    players.sort_by_key(|&(_, stats)| Reverse((stats.wins, stats.perfect, stats.moves)));
    players.truncate(series.settings.leaderboard);
    if players.is_empty() {
        return None;
    }
    let mut text = String::from("| Player | Wins | Moves | Perfect |\n|:--|--:|--:|--:|");
    for (player, stats) in players {
        let share = stats.share().map_or_else(|| "-".to_owned(), |percent| format!("{percent} %"));
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
    // The moves of each player for the winner, minus those for the loser.
    let mut balance: BTreeMap<&Login, i32> = BTreeMap::new();
    for (side, played, quality) in finished.judged() {
        let Some(player) = played.person() else { continue };
        let stats = all.entry(player).or_default();
        stats.moves += 1;
        stats.judged += u32::from(quality.is_some());
        stats.perfect += u32::from(quality == Some(Quality::Perfect));
        *balance.entry(player).or_default() += favour(side, finished.winner());
    }
    for (player, _) in balance.into_iter().filter(|&(_, balance)| balance > 0) {
        all.entry(player).or_default().wins += 1;
    }
}

/// Returns 1 for a move of the winner, -1 for one of the loser, and 0 after a draw.
fn favour(side: Side, winner: Option<Side>) -> i32 {
    winner.map_or(0, |winner| if side == winner { 1 } else { -1 })
}
