//! Scores, bounds and explanations in words.

use marlin_coach::review::ReviewedMove;
use marlin_core::{BoardSize, Bounds, Column, GameOutcome, Outcome, Player, Position, Report, Score};

use crate::state::Play;

/// The note at a puzzle whose hint or solution was shown before.
pub const SEEN: &str = "You have seen its solution, so it no longer counts.";

/// Returns a score or bounds as a short number: `+3`, `0` or `-2`; where only one bound is proven, with its
/// sign, as in `>=1`; `?` where none is.
pub fn number(bounds: Bounds, size: BoardSize, [at_least, at_most]: [&str; 2]) -> String {
    let signed = |score: Score| if score.get() > 0 { format!("+{score}") } else { score.to_string() };
    let (lower, upper, most) = (bounds.lower(), bounds.upper(), Score::highest(size));
    match bounds.score() {
        Some(score) => signed(score),
        None if lower > -most && lower.get() >= 0 => format!("{at_least}{}", signed(lower)),
        None if upper < most && upper.get() <= 0 => format!("{at_most}{}", signed(upper)),
        None => "?".to_owned(),
    }
}

/// Returns the result of a column in at most six letters, and its move, for the side to move: `wins`, `at
/// 23`.
///
/// The position is the one before the column is played.
pub fn short(bounds: Bounds, position: &Position) -> (&'static str, String) {
    let Some(score) = decisive(bounds) else {
        let word = match (bounds.lower().get(), bounds.upper().get()) {
            (0, _) => "safe",
            (_, 0) => "no win",
            _ => "open",
        };
        return (word, String::new());
    };
    let by = if bounds.score().is_some() { "at" } else { "by" };
    let end = format!("{by} {}", position.ending(score).final_move);
    match score.outcome() {
        Outcome::Win => ("wins", end),
        Outcome::Draw => ("draws", String::new()),
        Outcome::Loss => ("loses", end),
    }
}

/// Returns the result of a column for the side to move: `wins on move 23`.
pub fn long(bounds: Bounds, position: &Position) -> String {
    let Some(score) = decisive(bounds) else {
        return match (bounds.lower().get(), bounds.upper().get()) {
            (0, _) => "wins or draws (not proven which)".to_owned(),
            (_, 0) => "draws or loses (not proven which)".to_owned(),
            _ => "open (nothing proven)".to_owned(),
        };
    };
    let end = position.ending(score).final_move;
    let is_exact = bounds.score().is_some();
    let end = if is_exact { format!(" on move {end}") } else { format!(", by move {end} at the latest") };
    match score.outcome() {
        Outcome::Win => format!("wins{end}"),
        Outcome::Draw => "draws".to_owned(),
        Outcome::Loss => format!("loses{end}"),
    }
}

/// Returns the part of an analysis that is not proven, with the most promising column; `None` if all is
/// proven.
pub fn not_proven(analysis: &Report) -> Option<String> {
    let best = analysis.best.filter(|_| !analysis.is_complete())?;
    Some(if analysis.best_is_proven() {
        format!("Column {best} is best; other scores are not proven.")
    } else {
        format!("Column {best} looks best; not proven.")
    })
}

/// Returns the name of a line of play, by the analysis of its beginning.
pub(crate) fn best_line(analysis: &Report) -> &'static str {
    if analysis.best_is_proven() { "Best line" } else { "Best line, not proven" }
}

/// Returns the score, or the bound that proves the winner; `None` if the outcome is not proven.
fn decisive(bounds: Bounds) -> Option<Score> {
    match (bounds.score(), bounds.lower().get(), bounds.upper().get()) {
        (Some(score), ..) => Some(score),
        (None, 1.., _) => Some(bounds.lower()),
        (None, _, ..=-1) => Some(bounds.upper()),
        _ => None,
    }
}

/// Returns the score of a position from X's view; `None` without a proven winner.
pub(crate) fn value_for_x(position: &Position, bounds: Bounds) -> Option<i32> {
    let score = decisive(bounds)?;
    Some(if position.side_to_move() == Player::X { score.get() } else { -score.get() })
}

/// Returns the place of a position on an evaluation bar, from X's view.
pub(crate) fn evaluation_for_x(position: &Position, bounds: Bounds) -> Option<f64> {
    Some(position.ending(decisive(bounds)?).evaluation())
}

/// Returns the goal of the player before a blunder: `One column wins.`
pub(crate) fn question(play: &Play, played: &ReviewedMove) -> String {
    let Some(found) = &played.assessment else { return String::new() };
    let goal = if found.before.outcome() == Outcome::Win { "win" } else { "hold the draw" };
    format!("Column {} was a blunder. How could {} {goal}?", played.column, play.called(played.player))
}

/// Returns moves with spaces between them.
pub(crate) fn moves(moves: &[Column]) -> String {
    moves.iter().map(Column::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the cells that a player threatens.
pub(crate) fn threats(position: &Position, player: Player) -> String {
    let cells: Vec<_> = position.threats(player).iter().map(|cell| cell.to_string()).collect();
    if cells.is_empty() { "none".to_owned() } else { cells.join(" ") }
}

/// Returns the explanation of the position on the board: the result, and the statements that prove it.
pub(crate) fn explanation(play: &Play) -> Vec<String> {
    match play.game().outcome() {
        Some(GameOutcome::Drawn) => return vec!["The board is full: a draw.".to_owned()],
        Some(GameOutcome::Won(winner)) => {
            return vec![format!("{} four in a row.", play.sentence(winner, ["has", "have"]))];
        }
        None => {}
    }
    let Some(explanation) = play.explanation() else { return vec!["Searching ...".to_owned()] };
    let result = format!("{}.", play.named(&explanation.headline()));
    [result].into_iter().chain(explanation.sentences().iter().map(|text| play.named(text))).collect()
}
