//! Zugzwang as sentences: free moves and claimeven.

use marlin_core::any::Position;
use marlin_core::{Cell, Player};

use super::list;
use crate::explain::board::below;
use crate::explain::show::pairs;
use crate::explain::statement::{Claimeven, Entry, LateFour};

pub(super) fn free_moves(cells: &[Cell], last: Player, entries: &[Entry]) -> String {
    let next = last.opponent();
    let safe = match cells.len() {
        0 => format!("No move is safe: {next} has to give something away."),
        1 => format!(
            "One move is safe, and {last} makes it. Unless a new threat appears, {next} then has to give something away."
        ),
        count => format!(
            "{count} moves are safe, and {last} makes the last one. Unless a new threat appears, {next} then has to give \
             something away."
        ),
    };
    let entries = entries.iter().map(|&entry| entry_in_words(entry, next));
    std::iter::once(safe).chain(entries).collect::<Vec<_>>().join(" ")
}

fn entry_in_words(entry: Entry, player: Player) -> String {
    let (Entry { cell, above, .. }, them) = (entry, player.opponent());
    let wins_for_them = entry.wins_for[usize::from(them == Player::O)];
    if wins_for_them {
        format!("If {player} plays {cell}, {them} wins on {above}.")
    } else {
        format!("If {player} plays {cell}, {them} can take {above} away.")
    }
}

pub(super) fn claimeven_in_words(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let mut sentences = vec![format!("From now on {us} always plays on top of {them}'s last stone.")];
    let pairs = pairs(claimeven, position);
    if !pairs.is_empty() {
        let pairs: Vec<String> = pairs.iter().map(|[one, other]| format!("{one} and {other}")).collect();
        sentences.push(format!(
            "Only when {them} plays one of {}, {us} plays the other one of the pair.",
            list(&pairs, "or of")
        ));
    }
    let in_time = if claimeven.late_fours.is_empty() { "" } else { " in time" };
    sentences.push(format!("The cells that {them} can still get make no four{in_time}."));
    sentences.extend(late_fours(claimeven, position));
    sentences.extend(end(claimeven, position));
    sentences.join(" ")
}

/// Returns the same without the pairs and the fours.
pub(super) fn claimeven_in_short(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let plan = if pairs(claimeven, position).is_empty() {
        format!("From then on {us} always plays on top of {them}'s last stone.")
    } else {
        format!(
            "From then on {us} plays on top of {them}'s last stone, or takes the other one of a pair of cells."
        )
    };
    let fours = match (claimeven.late_fours.is_empty(), claimeven.at_least.get()) {
        (false, _) => Some(format!("All fours of {them} come too late.")),
        (true, 1..) => None,
        (true, _) => Some(format!("{them} gets no four.")),
    };
    [plan].into_iter().chain(fours).chain(end(claimeven, position)).collect::<Vec<_>>().join(" ")
}

/// Returns the end of the game under claimeven, and the bound of the score by it alone, which may be weaker than that of the
/// position.
fn end(claimeven: &Claimeven, position: &Position) -> Vec<String> {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    if claimeven.at_least.get() <= 0 {
        return vec![format!("With this plan {us} does not lose.")];
    }
    let wins = below_which(claimeven);
    let how = if wins.is_empty() {
        format!("In the end {us} completes four on the cells that {them} never gets.")
    } else {
        let entries: Vec<Cell> = wins.iter().filter_map(|&cell| below(cell)).collect();
        format!(
            "In the end {them} has to play {}, and {us} completes four on {}.",
            list(&entries, "or"),
            list(&wins, "or")
        )
    };
    let last = position.ending(-claimeven.at_least).final_move;
    vec![how, format!("With this plan {us} wins by move {last}.")]
}

/// Returns a sentence for each four of the side that answers, with all fours of the side to move that come after it.
fn late_fours(claimeven: &Claimeven, position: &Position) -> Vec<String> {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let mut groups: Vec<(&LateFour, Vec<String>)> = Vec::new();
    for late in &claimeven.late_fours {
        let is_same = |other: &LateFour| {
            other.own == late.own && own_is_below(other, position) == own_is_below(late, position)
        };
        match groups.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, fours)) => fours.push(ends(&late.opponent)),
            None => groups.push((late, vec![ends(&late.opponent)])),
        }
    }
    let in_words = |(late, fours): (&LateFour, Vec<String>)| {
        let (four, come, it) =
            if fours.len() == 1 { ("four", "comes", "it") } else { ("fours", "come", "them") };
        let (too_late, own) =
            (format!("{them}'s {four} {} {come} too late", list(&fours, "and")), ends(&late.own));
        if own_is_below(late, position) {
            format!(
                "{too_late}, because {us} completes the four {own} first: its empty cells are below {it}."
            )
        } else {
            format!("{too_late}: in every order of moves {us} completes a four first, for example {own}.")
        }
    };
    groups.into_iter().map(in_words).collect()
}

/// Returns whether each empty cell of the four of the side that answers is below a cell of the other four.
fn own_is_below(late: &LateFour, position: &Position) -> bool {
    let is_above = |cell: Cell, other: &Cell| other.column() == cell.column() && other.row() > cell.row();
    let mut empty = late.own.iter().filter(|&&cell| position.at(cell).is_none());
    empty.all(|&cell| late.opponent.iter().any(|other| is_above(cell, other)))
}

/// Returns the ends of a four: "from c3 to f3".
fn ends(four: &[Cell]) -> String {
    match four {
        [first, .., last] => format!("from {first} to {last}"),
        _ => String::new(),
    }
}

/// Returns the winning cells below which the side to move must play in the end.
fn below_which(claimeven: &Claimeven) -> Vec<Cell> {
    claimeven.odd_threat.into_iter().chain(claimeven.traps.iter().copied()).collect()
}
