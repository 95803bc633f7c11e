//! The explanation of a position in sentences.

use crate::state::Play;
use crate::words;

/// Returns the explanation of the position on the board: the result, and the statements that prove it.
pub(crate) fn sentences(play: &Play) -> Vec<String> {
    let (game, position) = (play.game(), play.game().position());
    if let Some(outcome) = game.outcome() {
        return vec![format!("{outcome}.")];
    }
    let Some(explanation) = play.explanation() else { return vec!["Searching ...".to_owned()] };
    let result = format!("{}.", words::position(explanation.bounds, position.nb_moves()));
    [result].into_iter().chain(explanation.sentences()).collect()
}
