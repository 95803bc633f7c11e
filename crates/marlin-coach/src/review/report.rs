//! Reviews as text or Markdown: of a game with all moves, and of many games as a table with the worst moves.

use std::cmp::Reverse;

use marlin_core::{Outcome, Player};

use super::assess::{Assessment, ChoiceKind, MoveQuality};
use super::game::{NO_CHOICE, Review, ReviewedMove, SideReview, percent};
use crate::explain::{line, list};
use crate::text::{Text, text};

/// The heads of the table of moves.
const MOVES: [&str; 6] = [">move", "column", "score", "best", "best play", "note"];

impl Review {
    /// Returns the review as text: a table of all moves, and below it a summary.
    ///
    /// Scores are from the view of the player who makes the move, before and after it; equal scores are one
    /// number. `best play` is the result of the best columns.
    pub fn to_text(&self) -> String {
        let sentences = self.sentences().join("\n");
        format!("{}\n\n{}\n{sentences}\n", self.title(), self.table().to_text())
    }

    /// Returns the review as Markdown, with the same contents as the text.
    pub fn to_markdown(&self) -> String {
        let sentences = self.sentences().join("\n- ");
        format!("**{}**\n\n{}\n- {sentences}\n", self.title(), self.table().to_markdown())
    }

    fn table(&self) -> Table<6> {
        Table { heads: MOVES, rows: self.moves.iter().map(row).collect() }
    }

    /// Returns the moves and the result.
    fn title(&self) -> String {
        let moves = self.game.to_string();
        let moves = if moves.is_empty() { "no moves" } else { &moves };
        format!("{moves}: {}", self.ending())
    }

    /// Returns the result of the game, or the words that it is not over.
    fn ending(&self) -> String {
        self.game.outcome().map_or_else(|| "not over".to_owned(), |outcome| outcome.to_string())
    }

    /// Returns the summary, a sentence a line.
    fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<_> = [Player::X, Player::O].map(|player| self.side(player).sentence()).into();
        sentences.push(self.summary());
        sentences.extend(self.moves.iter().filter_map(blunder));
        sentences.push(self.turning_point_in_words().to_string());
        sentences.extend(self.longest_stretch().map(|stretch| {
            let (moves, player, last) = (stretch.moves, stretch.player, stretch.last());
            format!("Longest stretch of only moves: {moves} by {player}, moves {} to {last}.", stretch.first)
        }));
        sentences
    }

    /// Returns the number of blunders among the proven moves, the number of unproven moves, and the setup
    /// before them.
    pub fn summary(&self) -> String {
        let open = self.open_moves();
        let proven = self.moves.len() - open;
        let blunders = match self.moves.iter().filter(|played| played.is_blunder()).count() {
            0 => "No blunder".to_owned(),
            count => counted(count, "blunder"),
        };
        let found = match (proven, open) {
            (0, 0) => "No moves.".to_owned(),
            (_, 0) => format!("{blunders} in {}.", counted(proven, "move")),
            (0, open) => format!("No move is proven; {}.", are_open(open)),
            (_, open) => {
                format!("{blunders} among the {}; {}.", counted(proven, "proven move"), are_open(open))
            }
        };
        match self.game.start().nb_moves() {
            0 => found,
            stones => {
                format!("The review begins after a setup of {}. {found}", counted(stones as usize, "stone"))
            }
        }
    }

    /// Returns the turning point in words.
    pub fn turning_point_in_words(&self) -> Text {
        match self.turning_point() {
            Some(&ReviewedMove { number, player, column, .. }) => {
                text!["Turning point: move ", number, ", when ", player, " played column ", column, "."]
            }
            None if self.is_complete() => text!["No turning point: neither side ever threw away its result."],
            None => text!["Turning point: unknown, because not every move is solved."],
        }
    }
}

/// Returns the number of unproven moves, with its verb.
fn are_open(count: usize) -> String {
    if count == 1 { "1 is open".to_owned() } else { format!("{count} are open") }
}

impl SideReview {
    /// Returns the side's moves in a sentence.
    fn sentence(&self) -> String {
        let unproven = self.moves - self.proven;
        let words = &self.accuracy_words;
        let accuracy = if words == NO_CHOICE { words.clone() } else { format!("accuracy {words}") };
        let moves = counted(self.proven, "move");
        let mut text = format!("{}: {accuracy}, {} of {moves} perfect", self.player, self.perfect);
        for (count, noun) in [
            (self.blunders, "blunder"),
            (self.slow_wins, "slow win"),
            (self.quick_losses, "quick loss"),
            (self.only_moves, "only move"),
            (self.forced, "forced move"),
            (unproven, "unproven move"),
        ] {
            if count > 0 {
                text = format!("{text}, {}", counted(count, noun));
            }
        }
        text + "."
    }
}

/// Returns a number with its noun.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('s') => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// Returns the cells of a move.
fn row(played: &ReviewedMove) -> [String; 6] {
    let (number, column) = (format!("{} {}", played.number, played.player), played.column.to_string());
    let Some(found) = &played.assessment else {
        return [number, column, String::new(), String::new(), String::new(), "not proven".to_owned()];
    };
    let score = match found.verdict() {
        MoveQuality::Perfect => found.after.to_string(),
        _ => format!("{} to {}", found.before, found.after),
    };
    [number, column, score, best(found), best_play(played, found), note(played, found)]
}

/// Returns the best columns.
fn best(found: &Assessment) -> String {
    let playable = found.columns.values().flatten().count();
    if found.best.len() == playable && playable > 1 {
        "any".to_owned()
    } else {
        line(&found.best).to_string()
    }
}

/// Returns the result of the best columns.
fn best_play(played: &ReviewedMove, found: &Assessment) -> String {
    played.position.ending(found.before).to_string()
}

/// Returns a remark on a move, empty for an ordinary one.
fn note(played: &ReviewedMove, found: &Assessment) -> String {
    let later = || played.position.ending(found.after);
    match (found.verdict(), found.choice) {
        (MoveQuality::Blunder { from, to }, _) => format!("blunder: {}", change(from, to)),
        (MoveQuality::SlowWin { .. }, _) => format!("slow win: {}", later()),
        (MoveQuality::QuickLoss { .. }, _) => format!("quick loss: {}", later()),
        (MoveQuality::Perfect, ChoiceKind::Forced) => "forced".to_owned(),
        (MoveQuality::Perfect, ChoiceKind::Only) => "only move".to_owned(),
        (MoveQuality::Perfect, ChoiceKind::Free) => String::new(),
    }
}

/// Returns the change of an outcome in words.
fn change(from: Outcome, to: Outcome) -> String {
    format!("{from} to {to}")
}

/// Returns a blunder in words with the lines instead of it and after it; `None` for other moves.
fn blunder(played: &ReviewedMove) -> Option<String> {
    let lines = [("Better play", &played.line), ("Perfect play after it", &played.refutation)];
    let lines = lines.into_iter().filter(|(_, moves)| !moves.is_empty());
    let lines = lines.map(|(name, moves)| format!("{name}: {}.", line(moves)));
    Some(std::iter::once(played.story()?.to_string()).chain(lines).collect::<Vec<_>>().join(" "))
}

impl ReviewedMove {
    /// Returns a blunder in words: the move, its loss and the better columns. `None` for other moves.
    pub fn story(&self) -> Option<Text> {
        let found = self.assessment.as_ref().filter(|_| self.is_blunder())?;
        let &Self { number, player, column, .. } = self;
        let lost = match (found.before.outcome(), found.after.outcome()) {
            (Outcome::Win, Outcome::Loss) => "turned a win into a loss",
            (Outcome::Win, _) => "threw away the win",
            _ => "threw away the draw",
        };
        let played = text!["Move ", number, ": ", player, " played column ", column, " and ", lost, ". "];
        Some(text![played, better(found)])
    }
}

/// Returns the columns that keep the result; only the fastest wins, if other columns win later.
fn better(found: &Assessment) -> String {
    let (s, plural) = if found.best.len() == 1 { ("s", "") } else { ("", "s") };
    let columns = format!("Column{plural} {}", list(&found.best, "and"));
    let outcome = found.before.outcome();
    let keeping = found.columns.values().flatten().filter(|score| score.outcome() == outcome).count();
    match outcome {
        Outcome::Win if keeping > found.best.len() => format!("{columns} win{s} the soonest."),
        Outcome::Win => format!("{columns} win{s}."),
        _ => format!("{columns} draw{s}."),
    }
}

/// The heads of the table of games.
const GAMES: [&str; 7] =
    [">game", ">moves", "result", ">accuracy of X", ">accuracy of O", ">blunders", "turning point"];

/// The reviews of many games.
///
/// # Examples
///
/// ```
/// use marlin_coach::review::{Games, Review};
/// use marlin_core::{BoardSize, Game, Limits, Solver};
///
/// let solver = Solver::on("6x5".parse()?);
/// let mut games = Games::default();
/// for (line, moves) in ["3141516", "33"].into_iter().enumerate() {
///     let game = Game::parse(solver.size(), moves)?;
///     games.reviews.push((line as u64 + 1, Review::new(&game, &solver, &Limits::NONE, |_| {})));
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
        let (game, better) = (self.game, best_play(self.played, found));
        format!("Game {game}, move {number}, {player} {column}: {what}, {scores}; better {best}: {better}.")
    }
}

impl Games {
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
            let (number, moves) = (number.to_string(), review.moves.len().to_string());
            [number, moves, review.ending(), accuracy(&x), accuracy(&o), blunders, turning_point]
        });
        Table { heads: GAMES, rows: rows.collect() }
    }
}

/// Rows below the heads of their columns. The cells below a head with `>` are aligned to the right.
#[derive(Debug)]
struct Table<const N: usize> {
    heads: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// Returns the heads as a row.
    fn names(&self) -> [String; N] {
        self.heads.map(|head| head.trim_start_matches('>').to_owned())
    }

    /// Returns the table as text, with two spaces between the columns.
    fn to_text(&self) -> String {
        let names = self.names();
        let rows: Vec<_> = std::iter::once(&names).chain(&self.rows).collect();
        let widths: [usize; N] =
            std::array::from_fn(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0));
        let line = |row: &&[String; N]| {
            let cells = row.iter().zip(widths).zip(self.heads).map(|((cell, width), head)| {
                if head.starts_with('>') { format!("{cell:>width$}") } else { format!("{cell:width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        rows.iter().map(line).collect()
    }

    /// Returns the table as Markdown.
    fn to_markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rules = self.heads.map(|head| if head.starts_with('>') { "---:" } else { ":---" }.to_owned());
        let rows = self.rows.iter().map(|row| line(row));
        [line(&self.names()), line(&rules)].into_iter().chain(rows).collect()
    }
}
