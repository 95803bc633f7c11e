//! The table of players.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::finished::{FinishedGame, Quality};
use crate::login::Login;
use crate::record::Record;
use crate::side::Side;

/// What a person has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tally {
    /// Games won: those in which most of the person's moves were the winner's.
    wins: u32,
    /// Moves, also of the running game.
    moves: u32,
    /// Moves of the games that are over.
    judged: u32,
    /// Those of them that kept the score.
    perfect: u32,
}

impl Tally {
    /// Returns the perfect moves in percent.
    fn share(self) -> Option<u32> {
        (self.judged > 0).then(|| (200 * self.perfect + self.judged) / (2 * self.judged))
    }
}

/// Returns the table of players in Markdown, `None` if there is nobody, or no place for one. The moves that the bot chose
/// count for nobody.
pub(super) fn table(record: &Record) -> Option<String> {
    let mut players: Vec<_> = tallies(record).into_iter().collect();
    players.sort_by_key(|&(_, tally)| Reverse((tally.wins, tally.perfect, tally.moves)));
    players.truncate(record.settings.leaderboard);
    if players.is_empty() {
        return None;
    }
    let mut text = String::from("| Player | Wins | Moves | Perfect |\n|:--|--:|--:|--:|");
    for (player, tally) in players {
        let share = tally.share().map_or_else(|| "-".to_owned(), |percent| format!("{percent} %"));
        // Writing to a `String` never fails.
        let _ = write!(text, "\n| {} | {} | {} | {share} |", player.link(), tally.wins, tally.moves);
    }
    Some(text + "\n\nPerfect: the share of moves that kept the score, in games that are over.")
}

fn tallies(record: &Record) -> BTreeMap<&Login, Tally> {
    let mut tallies: BTreeMap<&Login, Tally> = BTreeMap::new();
    for finished in &record.finished {
        add_game(&mut tallies, finished);
    }
    if record.ended().is_none() {
        for player in record.state.moves.iter().filter_map(|played| played.person()) {
            tallies.entry(player).or_default().moves += 1;
        }
    }
    tallies
}

fn add_game<'a>(tallies: &mut BTreeMap<&'a Login, Tally>, finished: &'a FinishedGame) {
    // The moves of each person for the winner, less those against it.
    let mut balance: BTreeMap<&Login, i32> = BTreeMap::new();
    for (side, played, quality) in finished.judged() {
        let Some(player) = played.person() else { continue };
        let tally = tallies.entry(player).or_default();
        tally.moves += 1;
        tally.judged += u32::from(quality.is_some());
        tally.perfect += u32::from(quality == Some(Quality::Perfect));
        *balance.entry(player).or_default() += favour(side, finished.winner());
    }
    for (player, _) in balance.into_iter().filter(|&(_, balance)| balance > 0) {
        tallies.entry(player).or_default().wins += 1;
    }
}

/// Returns 1 for a move of the winner, and -1 for one of the loser.
fn favour(side: Side, winner: Option<Side>) -> i32 {
    winner.map_or(0, |winner| if side == winner { 1 } else { -1 })
}
