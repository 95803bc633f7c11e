//! Games, openings and play as plain data.

use marlin_core::{BoardSize, Bounds, Column, Outcome, Player, Position, Score};
use serde::Serialize;

use super::{ResultRecord, record};
use crate::level::{ChosenMove, LevelShares, SkillLevel};
use crate::opening::{CENSUS, Exploration, ExploredColumn, PlyCensus};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::review::{ChoiceKind, MoveQuality, Review, ReviewedMove, SideReview};

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
        /// The number of blunders in words, with that of the unproven moves and of the stones of the setup.
        summary: String = review.summary(),
        /// The stones on the board before the first of the moves: a setup, which is not reviewed.
        setup: u32 = review.game.start().nb_moves(),
        /// The turning point in words.
        turning_point_words: String = review.turning_point_in_words(),
        /// Whether the quality of every move is proven.
        proven: bool = review.moves.iter().all(|played| played.assessment.is_some()),
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
        /// The score before it, from the view of its player. This and all fields after it are null or empty without a proof.
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
        /// The mark beside the move: `??` for a blunder, `?` for a slip, a slow win nearly thrown away or a loss within two moves
        /// of the opponent, `·` for any other slow win or quick loss, `!` for the only move that kept the result, or nothing.
        mark: &'static str = played.mark(),
        /// The height of the score after it on an evaluation bar, from the view of X: 1 for a win of X with the next stone, 0 for a
        /// draw, -1 for a win of O.
        evaluation: Option<f64> = played.evaluation(),
        /// A blunder in words: the move, its loss and the better columns; null for other moves.
        story: Option<String> = played.story(),
        /// After a blunder, perfect play of both sides from the position after it: the proof of the loss.
        refutation: Vec<Column> = played.refutation.clone(),
    }
}

record! {
    /// The facts about a position in a tree of openings as plain data.
    ExplorationRecord("Exploration") pub from (given: &str, found: &Exploration) {
        let position = &found.position;
    } {
        /// The position as given.
        position: String = given.to_owned(),
        /// The size of the board.
        board: BoardSize = position.size(),
        /// The stones on the board.
        stones: u32 = position.nb_moves(),
        /// The side to move; null after the end of the game.
        to_move: Option<Player> = (!position.is_over()).then(|| position.side_to_move()),
        /// The score of the position; null without a proof.
        score: Option<Score> = found.bounds.score(),
        /// The outcome for the side to move; null without a proof.
        outcome: Option<Outcome> = found.bounds.outcome(),
        /// The number of move orders that lead to the position; null if they are too many to count.
        orders: Option<u64> = found.orders,
        /// The columns that can be played, from the left; none after the end of the game.
        columns: Vec<ExploredColumn> = found.columns.clone(),
        /// The moves of each level; none after the end of the game.
        levels: Vec<LevelShares> = found.levels.clone(),
        /// The won, drawn and lost positions of 7x6 by their stones, for 0 to 12; none on other boards.
        census: Vec<PlyCensus> = if position.size() == BoardSize::STANDARD { CENSUS.to_vec() } else { Vec::new() },
        /// Whether the score of each column and the result of each reply are proven.
        proven: bool = found.is_proven(),
    }
}

record! {
    /// The move of a player of a level as plain data.
    LevelMoveRecord("LevelMove") pub from (given: &str, position: &Position, player: (SkillLevel, u64), choice: Option<&ChosenMove>) {
        let bounds = choice.and_then(|choice| choice.analysis.columns[choice.column]);
    } {
        /// The position as given.
        position: String = given.to_owned(),
        /// The size of the board.
        board: BoardSize = position.size(),
        /// The level of the player, from 1 to 10.
        level: usize = player.0.get(),
        /// The seed of its choices.
        seed: u64 = player.1,
        /// The best move, or before its proof the most promising one that the bounds leave possible; only of level 10.
        #[serde(skip_serializing_if = "Option::is_none")]
        best: Option<Column> = choice.filter(|_| player.0 == SkillLevel::MAX).and_then(|choice| choice.analysis.best),
        /// The score after `play`, from the side to move before it; null without a proof.
        score: Option<Score> = bounds.and_then(Bounds::score),
        /// Whether `play` is proven to keep the score of the position.
        best_proven: Option<bool> = choice.map(ChosenMove::keeps_score),
        /// The column to play; null after the end of the game.
        play: Option<Column> = choice.map(|choice| choice.column),
    }
}

record! {
    /// A puzzle as plain data, without its solution.
    PuzzleRecord("Puzzle") pub from (number: usize, puzzle: &Puzzle) {} {
        /// The number of the puzzle, from 1 on.
        number: usize = number,
        /// The task.
        kind: PuzzleKind = puzzle.kind,
        /// The task as a title for players.
        title: &'static str = puzzle.kind.title(),
        /// The question to the player who is to move.
        question: String = puzzle.question(),
        /// The percentage of the moves of levels 1 to 9 that miss the solution, from 1 to 99.
        difficulty: u8 = puzzle.difficulty,
        /// The moves that lead to the position.
        position: String = puzzle.game.to_string(),
        /// The size of the board.
        board: BoardSize = puzzle.game.size(),
        /// The side to move.
        to_move: Player = puzzle.to_move(),
    }
}
