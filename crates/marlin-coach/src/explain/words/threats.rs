//! Winning cells as sentences.

use marlin_core::Cell;

use crate::explain::board::below;
use crate::explain::statement::{Threat, Worth};

/// Returns a sentence or two for each winning cell.
pub(super) fn threats_in_words(threats: &[Threat]) -> String {
    threats.iter().map(|&threat| in_words(threat, threats)).collect::<Vec<_>>().join(" ")
}

fn in_words(threat: Threat, threats: &[Threat]) -> String {
    let Threat { player, cell, falls_to, .. } = threat;
    let (them, column) = (player.opponent(), letter(cell));
    // The other side wins right below: the cell is never played.
    let is_theirs = |under| threats.iter().any(|other| (other.player, other.cell) == (them, under));
    if let Some(under) = below(cell).filter(|&under| threat.worth != Worth::Unreachable && is_theirs(under)) {
        return format!("{cell} wins for {player} too, but {under} right below it wins for {them}.");
    }
    let last = format!("If column {column} is filled last, {falls_to} gets that cell.");
    match (threat.worth, below(cell)) {
        (Worth::Playable, _) => format!("{cell} wins for {player}, and can be played now."),
        (Worth::Guarded, Some(below)) => {
            format!("{cell} wins for {player} if {them} plays {below}. {last}")
        }
        (Worth::Guarded | Worth::Waiting, _) => format!("{cell} wins for {player}. {last}"),
        (Worth::Unreachable, _) => {
            format!("{cell} wins for {player} too, but the game ends lower in column {column}.")
        }
    }
}

/// Returns the letter of a cell's column.
fn letter(cell: Cell) -> String {
    cell.to_string().trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned()
}
