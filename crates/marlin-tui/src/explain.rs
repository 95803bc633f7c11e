//! Why a position is worth what it is, in sentences.

use marlin_core::Player;

use crate::state::Play;
use crate::words;

/// Returns what is known of the position on the board: the result, the threats of both sides and the line of best play.
pub(crate) fn sentences(play: &Play) -> Vec<String> {
    let (game, position) = (play.game(), play.game().position());
    if let Some(outcome) = game.outcome() {
        return vec![format!("{outcome}.")];
    }
    let mut sentences = Vec::new();
    if let Some(findings) = play.findings() {
        sentences.push(format!("{}.", words::position(findings.analysis.bounds, position.nb_moves())));
    }
    for player in [Player::X, Player::O] {
        let cells: Vec<_> = position.threats(player).iter().map(|cell| cell.to_string()).collect();
        if !cells.is_empty() {
            sentences.push(format!("{player} threatens {}.", cells.join(", ")));
        }
    }
    if let Some(findings) = play.findings() {
        sentences.push(format!("Best line: {}", words::moves(&findings.line)));
    }
    if sentences.is_empty() {
        sentences.push("Looking ...".to_owned());
    }
    sentences
}
