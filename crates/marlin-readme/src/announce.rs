//! The text of the answers to moves.

use marlin_core::{Column, Game, GameOutcome, Position, Score, Solver};

use crate::answer::IssueAnswer;
use crate::series::Series;
use crate::side::Side;

/// Returns the answer to the last move of the running game, which was made on the board `before`.
pub(crate) fn last_move(series: &Series, before: &Game, solver: &Solver) -> String {
    let Some(played) = series.state.moves.last() else { return String::new() };
    let side = Side::from(before.position().side_to_move());
    let turn = series.state.turn();
    let made = if played.bot {
        format!("The bot plays {side} {}: move {} of game {}.", played.column, turn.ply, turn.game)
    } else {
        format!("{} {} it is: move {} of game {}.", side.capital(), played.column, turn.ply, turn.game)
    };
    let next = match series.state.board().outcome() {
        Some(outcome) => outcome_sentence(outcome),
        None => format!("Now it is {}'s turn.", series.state.side_to_move()),
    };
    // A hint after the last move would add nothing.
    let has_hint = series.settings.hints && series.ended().is_none();
    match Column::from_number(played.column).filter(|_| has_hint) {
        Some(column) => format!("{made} {} {next}", hint(before, column, solver)),
        None => format!("{made} {next}"),
    }
}

/// Returns the outcome of a game as a sentence.
fn outcome_sentence(outcome: GameOutcome) -> String {
    match outcome {
        GameOutcome::Won(player) => {
            format!("{} has four in a row and wins the game!", Side::from(player).capital())
        }
        GameOutcome::Drawn => "The board is full: the game is a draw.".to_owned(),
    }
}

/// Returns the change of the score by a move, and the better moves.
fn hint(before: &Game, column: Column, solver: &Solver) -> String {
    let position = before.position();
    let scores = solver.query(position).analyze().scores();
    let best = scores.iter().flatten().copied().max();
    let (Some(best), Some(after)) = (best, scores[column]) else { return String::new() };
    let now = outlook(after, position);
    if after == best {
        return format!("A perfect move: with best play {now}.");
    }
    let better: Vec<_> =
        scores.by_column().filter(|(_, score)| **score == Some(best)).map(|(column, _)| column).collect();
    let before = past_outlook(best, position);
    format!("With best play {before}; now {now}. Better was {}.", any_of(&better))
}

/// Returns the result of best play from a position of a score.
pub(crate) fn outlook(score: Score, position: &Position) -> String {
    let ending = position.ending(score);
    match ending.winner {
        Some(player) => format!("{} wins at move {}", Side::from(player), ending.final_move),
        None => "the game is a draw".to_owned(),
    }
}

/// Returns the result that best play would have reached.
pub(crate) fn past_outlook(score: Score, position: &Position) -> String {
    let ending = position.ending(score);
    match ending.winner {
        Some(player) => format!("{} would have won at move {}", Side::from(player), ending.final_move),
        None => "the game would have been a draw".to_owned(),
    }
}

/// Returns a list of columns, as in `3, 4 or 5`.
pub(crate) fn any_of(columns: &[Column]) -> String {
    let names: Vec<_> = columns.iter().map(Column::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Returns the answer to the beginning of a new game.
pub(crate) fn new_game(number: u32) -> String {
    format!("Game {number} begins. The first move is red's.")
}

/// Returns the answer to an open issue that is done and has no answer to repeat: a user has reopened it, or GitHub has
/// listed it late.
pub(crate) fn reopened(issue: u64, accepted: bool) -> IssueAnswer {
    let text = "This issue is done already. To move, please take a link below the board.".to_owned();
    IssueAnswer { issue, accepted, text }
}

/// Returns the link to the board.
pub(crate) fn board_link(repository: &str) -> String {
    format!("[Back to the board](https://github.com/{repository}#readme)")
}
