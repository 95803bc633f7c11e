//! [`Verb::Review`](super::Verb::Review): the quality of the moves of a game as plain data.

use super::prelude::*;
use crate::review::{ChoiceKind, MoveQuality, Review, ReviewTask, ReviewedMove, SideReview, after_setup};
use crate::text::Text;

const SETUP: &Field = &Field::number("setup", 0, u64::MAX).about(
    Some(0),
    "The number of the first moves that only set the board up: the review begins after them.",
);
const GAME: &Field = &POSITION.about(
    None,
    "The moves of the game: the columns played from the empty board, the leftmost being 1, as in 4433 or 10,3,10, or \
     cells, as in d1 d2 c1 c2.",
);

pub(super) const SPEC: Spec = Spec {
    fields: &[MOVES, GAME, BOARD, BASE, SETUP, TIME, NODES],
    of_moves: Some(|game, fields| {
        let stones = fields.number(SETUP).unwrap_or(0);
        let after = usize::try_from(stones).ok().and_then(|stones| after_setup(game, stones));
        let many = || format!("a setup of {stones} stones, and {} moves", game.moves().len());
        after.ok_or_else(|| RequestError::of_field(SETUP.name, many()))
    }),
    task: |request, solver, limits| ReviewTask::new(&request.game, solver, limits).map(Found::Review),
    ..COMMON
};

record! {
    /// The quality of the moves of a game as plain data. Moves are numbered from 1.
    ReviewRecord("Review") pub from (review: &Review) {} {
        /// The moves of the game.
        game: String = review.game.to_string(),
        /// The size of the board.
        board: BoardSize = review.game.size(),
        /// The result of the game; null before its end.
        result: Option<ResultRecord> = review.game.outcome().map(ResultRecord::from),
        /// Both sides, X first.
        sides: [SideReview; 2] = [Player::X, Player::O].map(|player| review.side(player)),
        /// The number of the last move that changed the winner.
        turning_point: Option<u32> = review.turning_point().map(|played| played.number),
        /// The first and the last move of the longest stretch of only moves that one side found.
        longest_stretch: Option<[u32; 2]> = review.longest_stretch().map(|stretch| [stretch.first, stretch.last()]),
        /// All moves.
        moves: Vec<ReviewedMoveRecord> = review.moves.iter().map(ReviewedMoveRecord::new).collect(),
        /// The number of blunders in words, with the numbers of unproven moves and of the stones of the
        /// setup.
        summary: String = review.summary(),
        /// The stones on the board before the first of the moves: a setup, which is not reviewed.
        setup: u32 = review.game.start().nb_moves(),
        /// The turning point in words.
        turning_point_words: String = review.turning_point_in_words().to_string(),
        /// Whether the quality of every move is proven.
        proven: bool = review.moves.iter().all(|played| played.assessment.is_some()),
        /// The turning point as parts.
        turning_point_parts: Text = review.turning_point_in_words(),
    }
}

record! {
    /// A move of the game.
    ReviewedMoveRecord("ReviewedMove") pub from (played: &ReviewedMove) {
        let (found, verdict) = (played.assessment.as_ref(), played.verdict());
        let outcomes = if let Some(MoveQuality::Blunder { from, to }) = verdict { Some([from, to]) } else { None };
    } {
        /// Its number.
        number: u32 = played.number,
        /// Its player.
        player: Player = played.player,
        /// Its column.
        column: Column = played.column,
        /// The score before it, from the view of its player. This and all fields after it are null or empty
        /// without a proof.
        before: Option<Score> = found.map(|found| found.before),
        /// The score after it, from the same view.
        after: Option<Score> = found.map(|found| found.after),
        /// The number of the last move of the game under best play from before this one.
        final_move: Option<u32> = found.map(|found| played.position.ending(found.before).final_move),
        /// The score of each column; null for a full one.
        scores: Vec<Option<Score>> = found.map_or_else(Vec::new, |found| found.columns.to_vec()),
        /// The columns that keep the score.
        best_columns: Vec<Column> = found.map_or_else(Vec::new, |found| found.best.clone()),
        /// The quality of the move.
        verdict: Option<&'static str> [extend("enum" = ["perfect", "slow win", "quick loss", "blunder", null])] = verdict.map(MoveQuality::name),
        /// The outcomes before and after a blunder.
        outcomes: Option<[Outcome; 2]> = outcomes,
        /// The choice of its player.
        choice: Option<ChoiceKind> = found.map(|found| found.choice),
        /// After a blunder, a line of perfect play instead.
        line: Vec<Column> = played.line.clone(),
        /// The mark beside the move: `??` for a blunder, `?` for a slip, a slow win nearly thrown away or a
        /// loss within two moves of the opponent, `·` for any other slow win or quick loss, `!` for the only
        /// move that kept the result, or nothing.
        mark: &'static str = played.mark(),
        /// The height of the score after it on an evaluation bar, from the view of X: 1 for a win of X with
        /// the next stone, 0 for a draw, -1 for a win of O.
        evaluation: Option<f64> = played.evaluation(),
        /// A blunder in words: the move, its loss and the better columns; null for other moves.
        story: Option<String> = played.story().map(|story| story.to_string()),
        /// After a blunder, perfect play of both sides from the position after it: the proof of the loss.
        refutation: Vec<Column> = played.refutation.clone(),
        /// The story as parts.
        story_parts: Option<Text> = played.story(),
    }
}
