//! What the answers to moves say.

use marlin_core::Column;
use marlin_core::GameOutcome;
use marlin_core::any::{Game, Score, Solver};

use crate::answer::Answer;
use crate::record::Record;
use crate::side::Side;

/// Returns what to say about the last move of the running game, which was made on the board `before`.
pub(crate) fn played(record: &Record, before: &Game, solver: &Solver) -> String {
    let Some(played) = record.state.moves.last() else { return String::new() };
    let side = Side::from(before.position().side_to_move());
    let turn = record.state.turn();
    let what = if played.bot {
        format!("The bot plays {side} {}: move {} of game {}.", played.column, turn.ply, turn.game)
    } else {
        format!("{} {} it is: move {} of game {}.", side.capital(), played.column, turn.ply, turn.game)
    };
    let next = match record.state.board().outcome() {
        Some(outcome) => ending(outcome),
        None => format!("Now it is {}'s turn.", record.state.side_to_move()),
    };
    // What a move did to the score is no news when it ends the game.
    let has_hint = record.settings.hints && record.ended().is_none();
    match Column::from_number(played.column).filter(|_| has_hint) {
        Some(column) => format!("{what} {} {next}", hint(before, column, solver)),
        None => format!("{what} {next}"),
    }
}

/// Returns how a game ended, as a sentence.
fn ending(outcome: GameOutcome) -> String {
    match outcome {
        GameOutcome::Won(player) => {
            format!("{} has four in a row and wins the game!", Side::from(player).capital())
        }
        GameOutcome::Drawn => "The board is full: the game is a draw.".to_owned(),
    }
}

/// Returns what a move does to the score.
fn hint(before: &Game, column: Column, solver: &Solver) -> String {
    let (position, nb_moves) = (before.position(), before.position().nb_moves());
    let scores = solver.analyze(position);
    let best = scores.iter().flatten().copied().max();
    let (Some(best), Some(after)) = (best, scores[column]) else { return String::new() };
    let now = outlook(after, nb_moves);
    if after == best {
        return format!("A perfect move: with best play {now}.");
    }
    let better: Vec<_> =
        scores.by_column().filter(|(_, score)| **score == Some(best)).map(|(column, _)| column).collect();
    let before = past_outlook(best, nb_moves);
    format!("With best play {before}; now {now}. Better was {}.", any_of(&better))
}

/// Returns what best play leads to from a position after `nb_moves` moves.
pub(crate) fn outlook(score: Score, nb_moves: u32) -> String {
    match score.winner(nb_moves) {
        Some(player) => format!("{} wins at move {}", Side::from(player), score.final_move(nb_moves)),
        None => "the game is a draw".to_owned(),
    }
}

/// Returns what best play would have led to.
pub(crate) fn past_outlook(score: Score, nb_moves: u32) -> String {
    match score.winner(nb_moves) {
        Some(player) => {
            format!("{} would have won at move {}", Side::from(player), score.final_move(nb_moves))
        }
        None => "the game would have been a draw".to_owned(),
    }
}

/// Returns columns as in `3, 4 or 5`.
pub(crate) fn any_of(columns: &[Column]) -> String {
    let names: Vec<_> = columns.iter().map(Column::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Returns what to say about a new game.
pub(crate) fn new_game(number: u32) -> String {
    format!("Game {number} begins. The first move is red's.")
}

/// Returns the answer to an issue that is done and open, with no answer left to repeat: somebody has opened it again, or
/// GitHub hasn't listed it for a while.
pub(crate) fn reopened(issue: u64, accepted: bool) -> Answer {
    let text = "This issue is done already. To move, please take a link below the board.".to_owned();
    Answer { issue, accepted, text }
}

/// Returns the way back to the board.
pub(crate) fn link(repository: &str) -> String {
    format!("[Back to the board](https://github.com/{repository}#readme)")
}
