//! Finished games: the review of the running game at its end, a page for each, and an index with their
//! totals.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use marlin_coach::review::{MoveQuality, Review, ReviewedMove};
use marlin_core::{BoardSize, Player, Score, Solver};
use marlin_svg::{Drawing, Graph, Surroundings, Theme};

use crate::board::{drawing, last_stone, page_link, result};
use crate::issue::Login;
use crate::series::{FinishedGame, GameResult, Quality, Series, better, counted, review as review_of};
use crate::state::{LoggedMove, replay};

/// The folder of the archive, within the folder of the game.
pub const ARCHIVE_FOLDER: &str = "archive";

/// The index of the archive.
const INDEX: &str = "archive/README.md";

/// Returns whether a file of the archive's folder belongs to a game, as in `12.md`, `12-board.svg` and
/// `12-graph.svg`.
pub fn is_archived(name: &str) -> bool {
    let number = [".md", "-board.svg", "-graph.svg"].iter().find_map(|end| name.strip_suffix(end));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Adds the pages of all finished games and the index to the files.
pub(crate) fn add_files(files: &mut BTreeMap<String, String>, series: &Series) {
    for ended in &series.finished {
        let Ok(game) = replay(&ended.log) else { continue };
        let name = |end: &str| format!("{ARCHIVE_FOLDER}/{}{end}", ended.game);
        files.insert(name(".md"), page(series, ended));
        let board = drawing(&game, ended.first, series.settings.theme, Surroundings::Bare);
        files.insert(name("-board.svg"), board);
        files.insert(name("-graph.svg"), graph(ended, series.settings.theme).to_string());
    }
    if !series.finished.is_empty() {
        files.insert(INDEX.to_owned(), index(series));
    }
}

/// Returns the totals with a link to the index; none before the end of the first game.
pub(crate) fn totals_link(series: &Series) -> Option<String> {
    (!series.finished.is_empty())
        .then(|| format!("[All games]({}): {}", series.settings.link(INDEX), totals(series)))
}

/// Returns the numbers of games, results, moves and players.
fn totals(series: &Series) -> String {
    let count = |result| series.finished.iter().filter(|ended| ended.result == result).count();
    let games = series.finished.len();
    let moves: usize = series.finished.iter().map(|ended| ended.log.len()).sum();
    let players: BTreeSet<&Login> =
        series.finished.iter().flat_map(|ended| &ended.log).filter_map(|played| played.person()).collect();
    let [red, yellow, drawn, abandoned] =
        [GameResult::Red, GameResult::Yellow, GameResult::Draw, GameResult::Abandoned].map(count);
    let results = format!("Yellow won {yellow}, red {red}; {drawn} drawn, {abandoned} abandoned");
    let (moves, players) = (counted(moves, "move"), counted(players.len(), "player"));
    format!("{}. {results}. {moves} by {players}.", counted(games, "game"))
}

/// Returns the index of the archive, the latest game first.
fn index(series: &Series) -> String {
    let mut text =
        format!("# Finished games\n\n{}\n\n| Game | Result | Players |\n|--:|:--|:--|", totals(series));
    for ended in series.finished.iter().rev() {
        let players: BTreeSet<&Login> = ended.log.iter().filter_map(|played| played.person()).collect();
        let players: Vec<_> = players.into_iter().map(Login::link).collect();
        let _ =
            write!(text, "\n| [{0}]({0}.md) | {1} | {2} |", ended.game, result(ended), players.join(", "));
    }
    text + "\n"
}

/// Returns the page of a game: the last board, the graph, the players and the moves with their review.
fn page(series: &Series, ended: &FinishedGame) -> String {
    let number = ended.game;
    let words = graph(ended, series.settings.theme).description();
    let mut parts = vec![
        format!("# Game {number}: {}", result(ended)),
        format!("{}[All games](README.md)", last_stone(ended)),
        format!("<p><img src=\"{number}-board.svg\" width=\"336\" alt=\"The board at the end\"></p>"),
        format!("<p><img src=\"{number}-graph.svg\" alt=\"The score over the game. {words}\"></p>"),
        players(ended),
        moves(series, ended),
    ];
    parts.extend(page_link(series, &ended.moves));
    parts.join("\n\n") + "\n"
}

/// Returns a table of the players of a game.
fn players(ended: &FinishedGame) -> String {
    // The moves of each player for the side that began and for the other.
    let mut counts: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for (side, played, _) in ended.judged() {
        counts.entry(played.player_link()).or_default()[usize::from(side != ended.first)] += 1;
    }
    let row = |(player, [first, second]): (String, [u32; 2])| format!("\n| {player} | {first} | {second} |");
    let accuracy =
        |percent: Option<_>| percent.map_or("no choice".to_owned(), |percent| format!("{percent:.1} %"));
    let rows: String = counts.into_iter().map(row).collect();
    let [first, second] = [Player::X, Player::O].map(|player| ended.first.of(player));
    let head = format!("| Player | Moves for {first} | Moves for {second} |\n|:--|--:|--:|");
    let [first, second] = ended.review.accuracy.map(accuracy);
    format!("{head}{rows}\n| Accuracy | {first} | {second} |")
}

/// Returns a table of the moves, each with its effect.
fn moves(series: &Series, ended: &FinishedGame) -> String {
    let mut text = String::from("| Move | Column | Player | Review |\n|--:|:--|:--|:--|");
    for (index, (side, played, quality)) in ended.judged().enumerate() {
        let player = played.player_and_issue(&series.state.repository);
        let note = quality.map_or_else(String::new, |quality| note(ended, index, quality));
        let _ = write!(text, "\n| {} | {side} {} | {player} | {note} |", index + 1, played.column);
    }
    text
}

/// Returns the effect of a move that did not keep the score.
fn note(ended: &FinishedGame, index: usize, quality: Quality) -> String {
    let Ok(game) = replay(&ended.log[..index]) else { return String::new() };
    if quality == Quality::Perfect {
        let is_forced = game.legal_moves().count() == 1;
        return if is_forced { "the only move left" } else { "perfect" }.to_owned();
    }
    let position = game.position();
    // The scores are from the view of the side that began, after each move. The empty board is a win for it
    // on move 41.
    let before = index.checked_sub(1).map_or(Some(1), |index| ended.review.scores.get(index).copied());
    let (Some(before), Some(&after)) = (before, ended.review.scores.get(index)) else { return String::new() };
    let of_mover = |score: i32| if position.side_to_move() == Player::X { score } else { -score };
    let score = |value| Score::checked(BoardSize::STANDARD, of_mover(value));
    let (Some(before), Some(after)) = (score(before), score(after)) else { return String::new() };
    let now = ended.first.outlook(after, position);
    if let Some(delay) = MoveQuality::between(before, after).delay() {
        let result = if after > Score::DRAW { "wins" } else { "loses" };
        return format!("{result} {delay}: {now}");
    }
    let before = ended.first.past_outlook(before, position);
    let turned = turning_point(ended, position.nb_moves() + 1);
    format!("**Blunder.** With best play {before}; after it {now}.{turned}")
}

/// The file with the drawing of the score over a finished game.
pub const GRAPH_FILE: &str = "graph.svg";

/// The number of blunders in the list: the last ones, which decided the game.
const LISTED_BLUNDERS: usize = 5;

/// Returns the graph of a game's score with its blunders marked.
pub(crate) fn graph(ended: &FinishedGame, theme: Theme) -> Graph {
    let scores = ended.review.scores.iter().map(|&score| Score::checked(BoardSize::STANDARD, score));
    let blunders = (1..).zip(&ended.review.verdicts).filter(|(_, quality)| **quality == Quality::Blunder);
    let marks = blunders.map(|(number, _)| number).collect();
    let drawing = Drawing { theme, sides: ended.first.sides(), ..Drawing::default() };
    Graph { marks, drawing, ..Graph::new(BoardSize::STANDARD, scores.collect()) }
}

/// Returns the image of the graph with the review below it.
pub(crate) fn review(series: &Series, ended: &FinishedGame, solver: &Solver) -> String {
    let review = review_of(&series.state.board(), solver);
    let words = graph(ended, series.settings.theme).description();
    let source = format!("{}?v={}", series.settings.link(GRAPH_FILE), series.state.turn());
    let image = format!("<p><img src=\"{source}\" alt=\"The score over the game. {words}\"></p>");
    let mut lines = sides(&review, ended);
    let blunders: Vec<_> = review.moves.iter().filter(|played| played.is_blunder()).collect();
    let last = blunders.len().saturating_sub(LISTED_BLUNDERS);
    let sentence = |played: &&ReviewedMove| {
        format!("Move {}{}", blunder(played, ended), turning_point(ended, played.number))
    };
    lines.extend(blunders[last..].iter().map(sentence));
    if last > 0 {
        let page = series.settings.link(&format!("{ARCHIVE_FOLDER}/{}.md", ended.game));
        lines.push(format!("and {last} earlier, see [the game]({page})."));
    }
    let link = page_link(series, &ended.moves).map_or_else(String::new, |link| format!("\n\n{link}"));
    format!("{image}\n\n- {}{link}", lines.join("\n- "))
}

/// Returns the review in the answer to the last move of a game: both sides, the turning point, and the page
/// in the archive.
pub(crate) fn review_in_answer(series: &Series, ended: &FinishedGame, solver: &Solver) -> String {
    let review = review_of(&series.state.board(), solver);
    let mut lines = sides(&review, ended);
    lines.push(match review.turning_point() {
        Some(played) => format!("The turning point was move {}", blunder(played, ended)),
        None => review.turning_point_in_words().to_string(),
    });
    let (lines, repository, game) = (lines.join("\n- "), &series.state.repository, ended.game);
    let folder = series.settings.path.replace(' ', "%20");
    let page = format!("https://github.com/{repository}/blob/HEAD/{folder}/{ARCHIVE_FOLDER}/{game}.md");
    format!("- {lines}\n\n[Game {game}, move by move]({page})")
}

/// Returns a sentence for each side.
fn sides(review: &Review, ended: &FinishedGame) -> Vec<String> {
    let sentence = |player| {
        let side = review.side(player);
        let accuracy = if side.accuracy.is_some() { "accuracy " } else { "" };
        let blunders =
            if side.blunders == 0 { "no blunder".to_owned() } else { counted(side.blunders, "blunder") };
        let (name, words) = (ended.first.sides().name(player), side.accuracy_words);
        format!("{name}: {accuracy}{words}, {} of {} moves perfect, {blunders}.", side.perfect, side.moves)
    };
    [Player::X, Player::O].map(sentence).into()
}

/// Returns the number of a blunder with its player and the better columns, for a sentence that begins with
/// "Move".
fn blunder(played: &ReviewedMove, ended: &FinishedGame) -> String {
    let ReviewedMove { number, column, position, .. } = played;
    let Some(found) = &played.assessment else { return String::new() };
    let by = ended.log.get(*number as usize - 1);
    let by = by.map_or_else(|| "someone".to_owned(), LoggedMove::player_link);
    let (first, side) = (ended.first, ended.first.of(played.player));
    let (before, after) = (first.past_outlook(found.before, position), first.outlook(found.after, position));
    let better = better(&found.best);
    format!("{number}, {side} {column} by {by}: with best play {before}; after it {after}. {better}")
}

/// Returns a sentence about the turning point of a game, empty for other moves.
fn turning_point(ended: &FinishedGame, number: u32) -> &'static str {
    if ended.review.turning_point == Some(number) { " This was the turning point." } else { "" }
}
