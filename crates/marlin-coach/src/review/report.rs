//! A review as text or Markdown.

use marlin_core::Column;
use marlin_core::{Outcome, Player};

use super::side::percent;
use super::table::{Align, Table};
use super::{Assessment, ChoiceKind, MoveQuality, Review, ReviewedMove, SideReview};

/// The heads of the table of moves.
const HEADS: [(&str, Align); 6] = [
    ("move", Align::Right),
    ("column", Align::Left),
    ("score", Align::Left),
    ("best", Align::Left),
    ("best play", Align::Left),
    ("note", Align::Left),
];

/// The accuracy of a side whose moves all led to the same score.
const NO_CHOICE: &str = "no choice";

impl Review {
    /// Returns the review as text: a table of all moves, and below it a summary.
    ///
    /// Scores are those of the player who makes the move, before it and after it; equal scores are one
    /// number. `best play` is the result of the best columns.
    pub fn to_text(&self) -> String {
        let sentences = self.sentences().join("\n");
        format!("{}\n\n{}\n{sentences}\n", self.title(), self.table().to_text())
    }

    /// Returns the review as Markdown, with the same contents as the text.
    pub fn to_markdown(&self) -> String {
        let sentences = self.sentences().join("\n- ");
        format!("**{}**\n\n{}\n- {sentences}\n", self.title(), self.table().to_markdown())
    }

    fn table(&self) -> Table<6> {
        Table { heads: HEADS, rows: self.moves.iter().map(row).collect() }
    }

    /// Returns the moves and the result.
    fn title(&self) -> String {
        let moves = self.game.to_string();
        let moves = if moves.is_empty() { "no moves" } else { &moves };
        format!("{moves}: {}", self.ending())
    }

    /// Returns the result of the game, or that it is not over.
    pub(super) fn ending(&self) -> String {
        self.game.outcome().map_or_else(|| "not over".to_owned(), |outcome| outcome.to_string())
    }

    /// Returns the summary, a sentence a line.
    fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<_> = [Player::X, Player::O].map(|player| self.side(player).sentence()).into();
        sentences.push(self.summary());
        sentences.extend(self.moves.iter().filter_map(blunder));
        sentences.push(self.turning_point_in_words());
        sentences.extend(self.longest_stretch().map(|stretch| {
            let last = stretch.first + 2 * (stretch.moves - 1);
            let (moves, player) = (stretch.moves, stretch.player);
            format!("Longest stretch of only moves: {moves} by {player}, moves {} to {last}.", stretch.first)
        }));
        sentences
    }
}

impl Review {
    /// Returns the number of blunders among the proven moves, the number of the others, and the setup before them.
    pub(crate) fn summary(&self) -> String {
        let open = self.open_moves();
        let proven = self.moves.len() - open;
        let blunders = match self.moves.iter().filter(|played| played.is_blunder()).count() {
            0 => "No blunder".to_owned(),
            count => counted(count, "blunder"),
        };
        let found = match (proven, open) {
            (0, 0) => "No moves.".to_owned(),
            (_, 0) => format!("{blunders} in {}.", counted(proven, "move")),
            (0, open) => format!("No move is proven; {}.", are_open(open)),
            (_, open) => {
                format!("{blunders} among the {}; {}.", counted(proven, "proven move"), are_open(open))
            }
        };
        match self.game.start().nb_moves() {
            0 => found,
            stones => {
                format!("The review begins after a setup of {}. {found}", counted(stones as usize, "stone"))
            }
        }
    }
}

/// Returns the number of unproven moves, with its verb.
fn are_open(count: usize) -> String {
    if count == 1 { "1 is open".to_owned() } else { format!("{count} are open") }
}

impl SideReview {
    /// Returns the accuracy as text.
    pub(crate) fn accuracy_words(&self) -> String {
        match self.accuracy {
            Some(accuracy) => percent(accuracy),
            None if self.assessed == self.moves => NO_CHOICE.to_owned(),
            None => "unknown".to_owned(),
        }
    }

    /// Returns the side's moves in a sentence.
    fn sentence(&self) -> String {
        let unproven = self.moves - self.assessed;
        let accuracy = match self.accuracy_words() {
            words if words == NO_CHOICE => words,
            words => format!("accuracy {words}"),
        };
        let moves = counted(self.assessed, "move");
        let mut text = format!("{}: {accuracy}, {} of {moves} perfect", self.player, self.perfect);
        for (count, noun) in [
            (self.blunders, "blunder"),
            (self.slow_wins, "slow win"),
            (self.quick_losses, "quick loss"),
            (self.only_moves, "only move"),
            (self.forced, "forced move"),
            (unproven, "unproven move"),
        ] {
            if count > 0 {
                text.push_str(", ");
                text.push_str(&counted(count, noun));
            }
        }
        text.push('.');
        text
    }
}

/// Returns a number with its noun.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('s') => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// Returns the cells of a move.
fn row(played: &ReviewedMove) -> [String; 6] {
    let (number, column) = (format!("{} {}", played.number, played.player), played.column.to_string());
    let Some(found) = &played.assessment else {
        return [number, column, String::new(), String::new(), String::new(), "not proven".to_owned()];
    };
    let score = match found.verdict() {
        MoveQuality::Perfect => found.after.to_string(),
        _ => format!("{} to {}", found.before, found.after),
    };
    [number, column, score, best(found), best_play(played, found), note(played, found)]
}

/// Returns the best columns.
pub(super) fn best(found: &Assessment) -> String {
    let playable = found.columns.iter().flatten().count();
    if found.best.len() == playable && playable > 1 { "any".to_owned() } else { columns(&found.best) }
}

/// Returns the result of the best columns.
pub(super) fn best_play(played: &ReviewedMove, found: &Assessment) -> String {
    played.position.ending(found.before).to_string()
}

/// Returns columns with spaces between them.
pub(super) fn columns(columns: &[Column]) -> String {
    columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns a remark on a move, empty for an ordinary one.
fn note(played: &ReviewedMove, found: &Assessment) -> String {
    let later = || played.position.ending(found.after);
    match (found.verdict(), found.choice) {
        (MoveQuality::Blunder { from, to }, _) => format!("blunder: {}", change(from, to)),
        (MoveQuality::SlowWin { .. }, _) => format!("slow win: {}", later()),
        (MoveQuality::QuickLoss { .. }, _) => format!("quick loss: {}", later()),
        (MoveQuality::Perfect, ChoiceKind::Forced) => "forced".to_owned(),
        (MoveQuality::Perfect, ChoiceKind::Only) => "only move".to_owned(),
        (MoveQuality::Perfect, ChoiceKind::Free) => String::new(),
    }
}

/// Returns the change of an outcome in words.
pub(super) fn change(from: Outcome, to: Outcome) -> String {
    format!("{from} to {to}")
}

/// Returns a blunder in words with the lines instead of it and after it; `None` for other moves.
fn blunder(played: &ReviewedMove) -> Option<String> {
    let lines = [("Better play", &played.line), ("Perfect play after it", &played.refutation)];
    let lines = lines.into_iter().filter(|(_, line)| !line.is_empty());
    let lines = lines.map(|(name, line)| format!("{name}: {}.", columns(line)));
    Some(std::iter::once(played.story()?).chain(lines).collect::<Vec<_>>().join(" "))
}
