//! The graph and the review of a finished game.

use marlin_coach::review::{ReviewedMove, SideReview};
use marlin_core::{BoardSize, Player, Score, Solver};
use marlin_svg::{Graph, Sides, Theme};

use crate::announce::{any_of, outlook, past_outlook};
use crate::finished::{FinishedGame, Quality, review as review_of};
use crate::render::board::page_link;
use crate::series::Series;
use crate::side::Side;

/// The file with the drawing of the score over a finished game.
pub const GRAPH_FILE: &str = "graph.svg";

/// The number of blunders in the list: the last ones, which decided the game.
const LISTED_BLUNDERS: usize = 5;

/// Returns the graph of a game's score with its blunders marked.
pub(super) fn graph(ended: &FinishedGame, theme: Theme) -> Graph {
    let scores = ended.review.scores.iter().map(|&score| Score::on(BoardSize::STANDARD, score));
    let blunders = (1..).zip(&ended.review.verdicts).filter(|(_, quality)| **quality == Quality::Blunder);
    Graph::new(BoardSize::STANDARD, scores.collect())
        .with_marks(blunders.map(|(number, _)| number).collect())
        .with_sides(Sides::RedYellow)
        .with_theme(theme)
}

/// Returns the image of the graph with the review below it.
pub(super) fn review(series: &Series, ended: &FinishedGame, solver: &Solver) -> String {
    let review = review_of(&series.state.board(), solver);
    let words = graph(ended, series.settings.theme).description();
    let source = format!("{}?v={}", series.settings.link(GRAPH_FILE), series.state.turn());
    let image = format!("<p><img src=\"{source}\" alt=\"The score over the game. {words}\"></p>");
    let mut lines: Vec<_> = [Player::X, Player::O].map(|player| side(&review.side(player))).into();
    let blunders: Vec<_> = review.moves.iter().filter(|played| played.is_blunder()).collect();
    let last = blunders.len().saturating_sub(LISTED_BLUNDERS);
    lines.extend(blunders[last..].iter().map(|played| blunder(played, ended)));
    let link = page_link(series, &ended.moves).map_or_else(String::new, |link| format!("\n\n{link}"));
    format!("{image}\n\n- {}{link}", lines.join("\n- "))
}

/// Returns the summary of a side in a sentence.
fn side(side: &SideReview) -> String {
    let accuracy =
        side.accuracy.map_or_else(|| "no choice".to_owned(), |percent| format!("accuracy {percent:.1} %"));
    let perfect = format!("{} of {} moves perfect", side.perfect, side.moves);
    let blunders = match side.blunders {
        0 => "no blunder".to_owned(),
        1 => "1 blunder".to_owned(),
        count => format!("{count} blunders"),
    };
    format!("{}: {accuracy}, {perfect}, {blunders}.", Side::from(side.player).capital())
}

/// Returns a blunder and the better columns in a sentence.
fn blunder(played: &ReviewedMove, ended: &FinishedGame) -> String {
    let Some(found) = &played.assessment else { return String::new() };
    let by = ended
        .log
        .get(played.number as usize - 1)
        .map_or_else(|| "someone".to_owned(), crate::state::LoggedMove::player_link);
    let (before, after) =
        (past_outlook(found.before, &played.position), outlook(found.after, &played.position));
    let turned =
        if ended.review.turning_point == Some(played.number) { " This decided the game." } else { "" };
    format!(
        "Move {}, {} {} by {by}: with best play {before}; after it {after}. Better was {}.{turned}",
        played.number,
        Side::from(played.player),
        played.column,
        any_of(&found.best)
    )
}
