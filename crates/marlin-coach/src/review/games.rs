//! [`Games`]: the reviews of many games as a table, with the worst moves.

use std::cmp::Reverse;

use marlin_core::Player;

use super::report::{best, best_play, change};
use super::side::percent;
use super::table::{Align, Table};
use super::{MoveQuality, Review, ReviewedMove, SideReview};

/// The heads of the table of games.
const HEADS: [(&str, Align); 7] = [
    ("game", Align::Right),
    ("moves", Align::Right),
    ("result", Align::Left),
    ("accuracy of X", Align::Right),
    ("accuracy of O", Align::Right),
    ("blunders", Align::Right),
    ("turning point", Align::Left),
];

/// The reviews of many games.
///
/// # Examples
///
/// ```
/// use marlin_coach::review::{Games, Review};
/// use marlin_core::any::{Game, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::on("6x5".parse()?);
/// let mut games = Games::default();
/// for (line, moves) in ["3141516", "33"].into_iter().enumerate() {
///     let game = Game::parse(solver.size(), moves)?;
///     games.push(line as u64 + 1, Review::new(&game, &solver, &Limits::NONE, |_| {}));
/// }
/// assert_eq!(games.worst_moves(1)[0].game, 1);
/// print!("{}", games.to_text(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Games {
    /// The number of each game, and its review.
    pub reviews: Vec<(u64, Review)>,
}

/// A move of one of many games.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct WorstMove<'a> {
    /// The number of the game.
    pub game: u64,
    /// The move.
    pub played: &'a ReviewedMove,
}

impl WorstMove<'_> {
    /// Returns the severity of the move: first the change of the result, then the score lost.
    fn cost(&self) -> (u8, u32) {
        let Some(found) = &self.played.assessment else { return (0, 0) };
        let outcomes = found.before.outcome() as u8 - found.after.outcome() as u8;
        (outcomes, found.before.get().abs_diff(found.after.get()))
    }

    /// Describes the move in a sentence.
    fn sentence(&self) -> String {
        let ReviewedMove { number, player, column, .. } = self.played;
        let Some(found) = &self.played.assessment else { return String::new() };
        let what = match found.verdict() {
            MoveQuality::Blunder { from, to } => change(from, to),
            verdict => verdict.name().to_owned(),
        };
        let (before, after, best) = (found.before, found.after, best(found));
        let scores = format!("score {before} to {after}");
        let better = best_play(self.played, found);
        format!(
            "Game {}, move {number}, {player} {column}: {what}, {scores}; better {best}: {better}.",
            self.game
        )
    }
}

impl Games {
    /// Adds the review of a game with its number.
    pub fn push(&mut self, number: u64, review: Review) {
        self.reviews.push((number, review));
    }

    /// Returns the `count` worst moves of all games, the worst first; only moves that gave score away.
    pub fn worst_moves(&self, count: usize) -> Vec<WorstMove<'_>> {
        let moves = self
            .reviews
            .iter()
            .flat_map(|(game, review)| review.moves.iter().map(|played| WorstMove { game: *game, played }));
        let mut moves: Vec<_> = moves.filter(|worst| worst.cost() > (0, 0)).collect();
        // A stable sort: equally bad moves stay in the order of the games.
        moves.sort_by_key(|worst| Reverse(worst.cost()));
        moves.truncate(count);
        moves
    }

    /// Returns a table of the games and their `worst` worst moves as text.
    pub fn to_text(&self, worst: usize) -> String {
        self.table().to_text() + &self.sentences(worst, "")
    }

    /// Returns the table and the `worst` worst moves as Markdown.
    pub fn to_markdown(&self, worst: usize) -> String {
        self.table().to_markdown() + &self.sentences(worst, "- ")
    }

    /// Returns the worst moves, a line each, after an empty one.
    fn sentences(&self, worst: usize, bullet: &str) -> String {
        let worst = self.worst_moves(worst);
        let gap = if worst.is_empty() { "" } else { "\n" };
        let lines = worst.iter().map(|worst| format!("{bullet}{}\n", worst.sentence()));
        std::iter::once(gap.to_owned()).chain(lines).collect()
    }

    fn table(&self) -> Table<7> {
        let rows = self.reviews.iter().map(|(number, review)| {
            let [x, o] = [Player::X, Player::O].map(|player| review.side(player));
            let accuracy = |side: &SideReview| side.accuracy.map_or_else(|| "-".to_owned(), percent);
            let blunders = (x.blunders + o.blunders).to_string();
            let (blunders, none) = match review.open_moves() {
                0 => (blunders, "-"),
                open => (format!("{blunders}, {open} open"), "unknown"),
            };
            let turning_point = review.turning_point().map_or_else(
                || none.to_owned(),
                |played| format!("move {}, {} {}", played.number, played.player, played.column),
            );
            [
                number.to_string(),
                review.moves.len().to_string(),
                review.ending(),
                accuracy(&x),
                accuracy(&o),
                blunders,
                turning_point,
            ]
        });
        Table { heads: HEADS, rows: rows.collect() }
    }
}
