//! [`Verb::Level`](super::Verb::Level): the move of a player of a level as plain data.

use super::prelude::*;
use crate::level::{ChosenMove, LevelTask, Opponent, SkillLevel};

/// The level of a player.
pub const LEVEL: &Field = &Field::number("level", SkillLevel::MIN.get() as u64, SkillLevel::MAX.get() as u64)
    .about(Some(10), "The strength of a player: 1 is a beginner, 10 plays perfectly.");
/// The seed of a player.
pub const SEED: &Field = &Field::number("seed", 0, u64::MAX).about(
    Some(0),
    "The seed of the choices among moves that look equal, and of the mistakes: the same seed plays the same game.",
);

pub(super) const SPEC: Spec = Spec {
    fields: fields![LEVEL, SEED],
    read: |request, fields| {
        let level = fields.count(LEVEL).and_then(SkillLevel::new).unwrap_or_default();
        request.player = (level, fields.number(SEED).unwrap_or(0));
    },
    at_once: |request, lookup| {
        if request.game.position().is_over() {
            return Some(Found::Level(None));
        }
        let choice = opponent(request, &Limits::NONE).choose_proven(known(request, lookup)?);
        choice.map(|choice| Found::Level(Some(choice)))
    },
    task: |request, solver, limits| {
        let task = LevelTask::new(&opponent(request, limits), request.game.position(), solver);
        let none = || RequestTask::of(solver, |_| Ok(Found::Level(None)));
        task.map_or_else(none, |task| task.map(|choice| Found::Level(Some(choice))))
    },
    ..COMMON
};

fn opponent(request: &Request, limits: &Limits) -> Opponent {
    let (level, seed) = request.player;
    Opponent { limits: limits.clone(), ..Opponent::new(level, seed) }
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
        /// The best move; before its proof, the most promising move that the bounds allow; only for level 10.
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
