//! Replies to lines of Marlin's own dialect.

use std::fmt;
use std::time::Duration;

use marlin_core::{Bounds, Column, Ending, Game, GameOutcome, Outcome, Position, Report, Score};
use marlin_support::text::{excerpt, push_line};

use super::help;
use crate::protocol::reply::{Reply, SearchResult};
use crate::protocol::setting::{Setting, variant};

/// Returns the lines of a reply; none if the dialect has no words for it.
pub(crate) fn print(reply: &Reply<'_>) -> String {
    match reply {
        Reply::Position(0) => "Position reset to empty board\n".to_owned(),
        Reply::Position(moves) => format!("Played {}\n", nb_moves(*moves)),
        Reply::NewBoard(size) => format!("Board: {size}\n"),
        Reply::Played(game) => played(game),
        Reply::Moves(game) if game.moves().is_empty() => "No moves yet\n".to_owned(),
        Reply::Moves(game) => format!("{game}\n"),
        Reply::Undone(column, played) => format!("Took back column {column}, {} played\n", nb_moves(*played)),
        Reply::Board(game) => game.to_drawing(),
        Reply::Set(setting) => setting_made(setting),
        Reply::Help(text) => text.unwrap_or(help::COMMANDS).to_owned(),
        // A win at once takes one line.
        Reply::Progress(request, ..) if request.position.can_win_next() => String::new(),
        Reply::Lines(result) if result.request.position.can_win_next() => String::new(),
        Reply::Progress(_, progress, line) => {
            let &Report { nodes, elapsed, .. } = &***progress;
            let (nps, hashfull, bounds) = (progress.nps(), progress.hashfull(), progress.best_bounds());
            Info { nodes, nps, hashfull, elapsed, bounds, line }.to_string()
        }
        Reply::Best(result) if result.request.position.can_win_next() => immediate_win(result),
        Reply::Lines(result) => final_info(result),
        Reply::Best(result) => best(result),
        Reply::Columns(result) => columns(result),
        Reply::Hint(result) => hint(result),
        Reply::NoHint(game) => game_over(game),
        Reply::GameOver(game) => game_over(game) + "bestmove none\n",
        Reply::Error(error) => format!("{error}\n"),
        Reply::Goodbye => "Goodbye!\n".to_owned(),
        // Only in other dialects.
        Reply::Introduction(_) | Reply::Ready | Reply::Perft(..) | Reply::Query(..) => String::new(),
    }
}

/// Counts moves, as in '3 moves'.
fn nb_moves(count: usize) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

/// Returns the reply to a move: the side to move, or the end of the game.
fn played(game: &Game) -> String {
    let position = game.position();
    let last = game.moves().last().map_or_else(String::new, Column::to_string);
    match game.outcome() {
        Some(outcome) => format!("Played column {last}, {outcome}, at move {}\n", position.nb_moves()),
        None => format!("Played column {last}, {} to move\n", position.side_to_move()),
    }
}

/// Returns the best move and its score or bounds in plain words.
fn hint(result: &SearchResult) -> String {
    let Some(best) = result.best() else { return String::new() };
    let words = result.request.position.in_words(result.bounds);
    let bounds =
        if result.bounds.score().is_some() { String::new() } else { format!(" (bounds {})", result.bounds) };
    format!("hint: play {best}, {words}{bounds}\n")
}

fn setting_made(setting: &Setting) -> String {
    match setting {
        Setting::Threads(threads) => format!("Threads: {threads}\n"),
        Setting::HashMib(mib) => format!("Hash: {mib} MiB\n"),
        Setting::ClearHash => "Hash cleared\n".to_owned(),
        Setting::OwnBook(is_asked) => format!("OwnBook: {is_asked}\n"),
        Setting::BookFile(Some(file)) => format!("BookFile: {}\n", excerpt(&file.to_string_lossy())),
        Setting::BookFile(None) => "BookFile: the program's own\n".to_owned(),
        Setting::MultiPv(lines) => format!("MultiPV: {lines}\n"),
        Setting::ShowWdl(shows_wdl) => format!("UCI_ShowWDL: {shows_wdl}\n"),
        Setting::Level(level) => format!("Level: {level}\n"),
        Setting::Seed(seed) => format!("Seed: {seed}\n"),
        Setting::Variant(board) => format!("UCI_Variant: {}\n", variant(*board)),
        Setting::NoEffect(name) => format!("{name}: nothing to change\n"),
    }
}

/// An `info` line.
pub(super) struct Info<'a> {
    pub(super) nodes: u64,
    pub(super) nps: u64,
    /// The share of the table in use, in thousandths.
    pub(super) hashfull: u32,
    pub(super) elapsed: Duration,
    pub(super) bounds: Bounds,
    /// The moves that both sides play.
    pub(super) line: &'a [Column],
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

/// Returns the last `info` line of a search, with the best line of play.
fn final_info(result: &SearchResult) -> String {
    let &SearchResult { nodes, nps, elapsed, bounds, hashfull, .. } = result;
    let line = result.lines.first().map_or(&[][..], |line| &line.moves);
    Info { nodes, nps, hashfull, elapsed, bounds, line }.to_string()
}

/// Returns the reply to `go`: every column that can be played, the best move and the nodes.
fn best(result: &SearchResult) -> String {
    let mut text = String::new();
    let position = &result.request.position;
    for (column, bounds) in position.size().columns().zip(&result.columns) {
        let &Some(bounds) = bounds else { continue };
        match bounds.score() {
            Some(score) => {
                let (word, end) = (column_word(score.outcome()), end(score, position));
                push_line(&mut text, format_args!("  Column {column}: score {score} ({word} {end})"));
            }
            None => push_line(&mut text, format_args!("  Column {column}: bounds {bounds} (not proven)")),
        }
    }
    if let Some(best) = result.best() {
        let words = best_words(result.bounds, position);
        push_line(&mut text, format_args!("bestmove {best} {words}"));
    }
    push_nodes(&mut text, result.nodes);
    text
}

/// Describes the best move by its score, the winner alone, or bounds.
pub(super) fn best_words(bounds: Bounds, position: &Position) -> String {
    match (bounds.score(), bounds.outcome()) {
        (Some(score), _) => {
            format!("score {score} ({}) {}", best_word(score.outcome()), end(score, position))
        }
        (None, Some(outcome)) => format!("bounds {bounds} ({})", best_word(outcome)),
        (None, None) => format!("bounds {bounds} (not proven)"),
    }
}

/// Returns the reply to `go` where the side to move wins at once.
fn immediate_win(result: &SearchResult) -> String {
    let mut text = String::new();
    if let Some(column) = result.best() {
        let at = result.request.position.nb_moves() + 1;
        push_line(&mut text, format_args!("bestmove {column} score WIN (immediate) in 1 ply, at move {at}"));
    }
    push_nodes(&mut text, result.nodes);
    text
}

/// Describes the end of a finished game.
fn game_over(game: &Game) -> String {
    match game.outcome() {
        Some(outcome @ GameOutcome::Won(_)) => {
            format!("Game over: {outcome}, at move {}\n", game.position().nb_moves())
        }
        Some(GameOutcome::Drawn) | None => "Game is a draw - no moves available\n".to_owned(),
    }
}

/// Returns the reply to `analyze`: the score or the proven bounds of every column, `-` for a full one.
fn columns(result: &SearchResult) -> String {
    let mut text = "analysis".to_owned();
    for bounds in &result.columns {
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

/// The word for an outcome in the `bestmove` line: scripts look there for `LOSE`, as the first Marlin printed it.
fn best_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Loss => "LOSE",
        Outcome::Draw | Outcome::Win => column_word(outcome),
    }
}

/// Describes the end of a game with a score, as in 'in 3 plies, at move 7'.
fn end(score: Score, position: &Position) -> String {
    let Ending { plies, final_move, .. } = position.ending(score);
    format!("in {plies} {}, at move {final_move}", if plies == 1 { "ply" } else { "plies" })
}
