//! What is proven, as text. Scores are from the side to move; what isn't proven is printed as bounds.

use std::fmt;
use std::time::Duration;

use marlin_core::{Analysis, Bounds, Column, GameOutcome, Outcome, Position, Progress, Score};

use crate::text::push_line;

/// What an `info` line tells of a search.
struct Info<'a> {
    nodes: u64,
    nps: u64,
    /// Thousandths of the table that are full.
    hashfull: u32,
    elapsed: Duration,
    bounds: Bounds,
    /// The moves that both sides play.
    line: &'a [Column],
}

/// Returns the line that tells how far a search has come.
pub(crate) fn info(progress: &Progress) -> String {
    let &Progress { nodes, elapsed, bounds, .. } = progress;
    let (nps, hashfull, line) = (progress.nps(), progress.hashfull(), progress.line());
    Info { nodes, nps, hashfull, elapsed, bounds, line: &line }.to_string()
}

/// Returns the line that tells what a search has come to, with the moves that both sides play.
pub(crate) fn final_info(analysis: &Analysis, hashfull: u32, line: &[Column]) -> String {
    let &Analysis { nodes, elapsed, bounds, .. } = analysis;
    Info { nodes, nps: analysis.nps(), hashfull, elapsed, bounds, line }.to_string()
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, nps, hashfull, bounds, line, .. } = self;
        let millis = self.elapsed.as_millis();
        write!(f, "info nodes {nodes} nps {nps} hashfull {hashfull} time {millis} bounds {bounds} pv")?;
        line.iter().try_for_each(|column| write!(f, " {column}"))?;
        f.write_str("\n")
    }
}

/// Returns the answer to `go`: every column that can be played, the best move and the nodes.
pub(crate) fn verdict(position: &Position, analysis: &Analysis) -> String {
    let nb_moves = position.nb_moves();
    let mut text = String::new();
    for (column, bounds) in Column::<7>::all().zip(analysis.columns) {
        let Some(bounds) = bounds else { continue };
        match bounds.score() {
            Some(score) => {
                let end = End { score, nb_moves };
                let word = column_word(score.outcome());
                push_line(&mut text, format_args!("  Column {column}: score {score} ({word} {end})"));
            }
            None => push_line(&mut text, format_args!("  Column {column}: bounds {bounds} (not proven)")),
        }
    }
    if let Some(best) = analysis.best {
        push_line(&mut text, format_args!("bestmove {best} {}", best_words(analysis.bounds, nb_moves)));
    }
    push_nodes(&mut text, analysis.nodes);
    text
}

/// Returns what is proven about the best move: its score, the winner alone, or bounds.
fn best_words(bounds: Bounds, nb_moves: u32) -> String {
    match (bounds.score(), bounds.outcome()) {
        (Some(score), _) => {
            format!("score {score} ({}) {}", best_word(score.outcome()), End { score, nb_moves })
        }
        (None, Some(outcome)) => format!("bounds {bounds} ({})", best_word(outcome)),
        (None, None) => format!("bounds {bounds} (not proven)"),
    }
}

/// Returns the answer to `go` where the side to move wins at once with a column.
pub(crate) fn immediate_win(position: &Position, column: Column) -> String {
    let mut text = String::new();
    let end = position.nb_moves() + 1;
    push_line(
        &mut text,
        format_args!("bestmove {column} score WIN (immediate) in {}, at move {end}", Plies(1)),
    );
    push_nodes(&mut text, 0);
    text
}

/// Returns the answer to `go` when there is nothing to play any more.
pub(crate) fn game_over(position: &Position, outcome: GameOutcome) -> String {
    match outcome {
        GameOutcome::Won(_) => format!("Game is over - {outcome}, at move {}\n", position.nb_moves()),
        GameOutcome::Drawn => "Game is a draw - no moves available\n".to_owned(),
    }
}

/// Returns the answer to `analyze`: what is proven of every column, `-` where no move is possible.
pub(crate) fn analysis(analysis: &Analysis) -> String {
    let mut text = "analysis".to_owned();
    for bounds in analysis.columns {
        text.push(' ');
        text.push_str(&bounds.map_or_else(|| "-".to_owned(), |bounds| bounds.to_string()));
    }
    text.push('\n');
    text
}

fn push_nodes(text: &mut String, nodes: u64) {
    push_line(text, format_args!("Nodes analyzed: {nodes}"));
}

/// The word for an outcome in the line of a column.
fn column_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "WIN",
        Outcome::Draw => "DRAW",
        Outcome::Loss => "LOSS",
    }
}

/// The word for an outcome in the `bestmove` line, where scripts look for it.
fn best_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Loss => "LOSE",
        Outcome::Draw | Outcome::Win => column_word(outcome),
    }
}

/// When a game ends that has a score after some moves.
struct End {
    score: Score,
    nb_moves: u32,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = Plies(self.score.plies_to_end(self.nb_moves));
        write!(f, "in {plies}, at move {}", self.score.final_move(self.nb_moves))
    }
}

/// A number of moves by either side.
struct Plies(u32);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 ply"),
            plies => write!(f, "{plies} plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds::new(Score::new(lower).unwrap(), Score::new(upper).unwrap()).unwrap()
    }

    #[test]
    fn the_best_move_comes_with_exactly_what_is_proven() {
        assert_eq!(best_words(bounds(18, 18), 4), "score 18 (WIN) in 3 plies, at move 7");
        assert_eq!(best_words(bounds(-1, -1), 0), "score -1 (LOSE) in 42 plies, at move 42");
        assert_eq!(best_words(bounds(0, 0), 41), "score 0 (DRAW) in 1 ply, at move 42");
        assert_eq!(best_words(bounds(1, 18), 0), "bounds 1..18 (WIN)");
        assert_eq!(best_words(bounds(-18, -2), 0), "bounds -18..-2 (LOSE)");
        assert_eq!(best_words(bounds(-3, 18), 0), "bounds -3..18 (not proven)");
    }

    #[test]
    fn an_info_line_tells_everything_in_one_line() {
        let line = &[Column::new(3).unwrap(), Column::new(0).unwrap()];
        let elapsed = Duration::from_micros(1500);
        let info = Info { nodes: 5, nps: 3333, hashfull: 12, elapsed, bounds: bounds(-3, 4), line };
        assert_eq!(info.to_string(), "info nodes 5 nps 3333 hashfull 12 time 1 bounds -3..4 pv 4 1\n");
    }

    #[test]
    fn a_game_that_is_over_says_how() {
        let position: Position = "1212121".parse().unwrap();
        let won = GameOutcome::Won(marlin_core::Player::X);
        assert_eq!(game_over(&position, won), "Game is over - X has won, at move 7\n");
        assert_eq!(game_over(&position, GameOutcome::Drawn), "Game is a draw - no moves available\n");
    }
}
