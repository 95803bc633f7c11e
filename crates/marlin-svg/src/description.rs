//! The drawing in words.

use marlin_core::any::{Game, Score};

/// Returns whose turn it is, or how the game ended, and the score of the position if it is known.
pub(crate) fn caption(game: &Game, score: Option<Score>) -> String {
    let position = game.position();
    match (game.outcome(), score) {
        (Some(outcome), _) => outcome.to_string(),
        (None, None) => format!("{} to move", position.side_to_move()),
        (None, Some(score)) => {
            format!("{} to move: {}", position.side_to_move(), score.in_words(position.nb_moves()))
        }
    }
}

/// Returns the rows of the board from the top and the scores of the columns, in words.
pub(crate) fn text(game: &Game, scores: Option<&[Option<Score>]>) -> String {
    let drawing = game.position().to_string().replace(' ', "");
    let rows = drawing.lines().collect::<Vec<_>>().join(" ");
    let board = {
        let size = game.size();
        format!("{} columns, {} rows, from the top: {rows}.", size.width(), size.height())
    };
    let Some(columns) = scores else { return board };
    let score = |score: &Option<Score>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
    let columns: Vec<_> = columns.iter().map(score).collect();
    format!("{board} Scores of the columns from the left: {}.", columns.join(" "))
}
