//! The explanation of a position in sentences.

use crate::state::Play;

/// Returns the explanation of the position on the board: the result, and the statements that prove it.
pub(crate) fn sentences(play: &Play) -> Vec<String> {
    if let Some(outcome) = play.game().outcome() {
        return vec![format!("{outcome}.")];
    }
    let Some(explanation) = play.explanation() else { return vec!["Searching ...".to_owned()] };
    let result = format!("{}.", explanation.headline());
    [result].into_iter().chain(explanation.sentences()).collect()
}
