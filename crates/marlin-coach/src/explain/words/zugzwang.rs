//! Zugzwang as sentences: free moves and claimeven.

use marlin_core::Cell;
use marlin_core::Player;
use marlin_core::any::Position;

use super::list;
use crate::explain::board::empty_cells;
use crate::explain::statement::{Claimeven, Entry, LateFour};

pub(super) fn free_moves(cells: &[Cell], last: Player, entries: &[Entry]) -> String {
    let next = last.opponent();
    let free = match cells.len() {
        0 => format!("Every move is right below a winning cell, and {next} must make one:"),
        1 => format!(
            "One move isn't below a winning cell. {last} makes it. If no other winning cell comes up, {next} must then play one of these:"
        ),
        count => format!(
            "{count} moves aren't below a winning cell. {last} makes the last of them. If no other winning cell comes up, {next} must then play one of these:"
        ),
    };
    let entries: Vec<_> = entries.iter().map(|&entry| format!("  {}", entry_in_words(entry, next))).collect();
    format!("{free}\n{}", entries.join("\n"))
}

fn entry_in_words(entry: Entry, player: Player) -> String {
    let (Entry { cell, above, .. }, them) = (entry, player.opponent());
    let wins_for_them = entry.wins_for[usize::from(them == Player::O)];
    if wins_for_them {
        format!("{cell}, and {them} wins on {above}.")
    } else {
        format!("{cell}, and {them} can take {above} away from {player}.")
    }
}

pub(super) fn claimeven_in_words(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them) = (claimeven.player, claimeven.player.opponent());
    let mut sentences = vec![format!("{us} answers each stone of {them} right above it.")];
    let own_column = claimeven.odd_threat.map(Cell::column);
    let columns = position.size().columns().filter(|&column| Some(column) != own_column);
    let lowest = |column| {
        let mut empty = empty_cells(position, column);
        let cell = empty.next()?;
        empty.count().is_multiple_of(2).then_some(cell)
    };
    let odd: Vec<Cell> = columns.filter_map(lowest).collect();
    if !odd.is_empty() {
        let pairs: Vec<String> = odd
            .chunks(2)
            .filter_map(|pair| Some(format!("{} and {}", pair.first()?, pair.get(1)?)))
            .collect();
        sentences.push(format!(
            "When {them} plays one of {}, {us} plays the other one of the pair instead.",
            list(&pairs, "or of")
        ));
    }
    let fours =
        if claimeven.late_fours.is_empty() { "makes no four there" } else { "makes no four there in time" };
    sentences.push(format!("So {them} gets at most the cells marked *, and {fours}."));
    sentences.extend(late_fours(claimeven, position));
    let wins = below_which(claimeven);
    match (wins.is_empty(), claimeven.at_least.get()) {
        (false, 1..) => sentences.push(format!(
            "In the end {them} must play right below {}, and {us} wins there.",
            list(&wins, "or")
        )),
        (_, 1..) => {
            sentences.push(format!("{us} gets all cells marked =, and has a four with them in the end."));
        }
        _ => {}
    }
    sentences.push(proven_alone(claimeven, position));
    sentences.join(" ")
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

/// Returns the proof of the strategy by itself, which may be weaker than that of the position.
fn proven_alone(claimeven: &Claimeven, position: &Position) -> String {
    let Claimeven { player, at_least, .. } = claimeven;
    if at_least.get() > 0 {
        let end = (-*at_least).final_move(position.nb_moves());
        format!("This rule alone proves a win by move {end}.")
    } else {
        format!("This rule alone proves that {player} doesn't lose.")
    }
}

/// Returns the winning cells below which the side to move must play in the end.
fn below_which(claimeven: &Claimeven) -> Vec<Cell> {
    claimeven.odd_threat.into_iter().chain(claimeven.traps.iter().copied()).collect()
}

/// Returns the same without the cells that each side gets.
pub(super) fn claimeven_in_short(claimeven: &Claimeven, position: &Position) -> String {
    let (us, them, wins) = (claimeven.player, claimeven.player.opponent(), below_which(claimeven));
    let result = match (wins.is_empty(), claimeven.at_least.get()) {
        (false, 1..) => {
            format!("{them} must play right below {} in the end, where {us} wins", list(&wins, "or"))
        }
        (_, 1..) => format!("{us} has a four in the end"),
        _ => format!("{them} gets no four"),
    };
    let proven = proven_alone(claimeven, position);
    let late = if claimeven.late_fours.is_empty() {
        String::new()
    } else {
        format!(" All fours of {them} come too late.")
    };
    format!("{us} answers each stone of {them} right above it, and {result}.{late} {proven}")
}
