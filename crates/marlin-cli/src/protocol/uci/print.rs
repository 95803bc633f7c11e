//! Replies to lines of UCI and UGI.

use std::fmt::Write;
use std::time::Duration;

use marlin_core::{Bounds, Column, DropMove, Outcome, Position, Progress, Score, Source};
use marlin_support::text::push_line;

use super::parse::Words;
use crate::protocol::reply::{Reply, SearchRequest, SearchResult, Variation};
use crate::protocol::setting::{OptionKind, OptionLine, variant, variants};

/// Returns the lines of a reply in UCI.
pub(crate) fn print(reply: &Reply<'_>) -> String {
    print_with(&Words::UCI, reply)
}

/// Returns the lines of a reply in UCI or UGI; none if they have no words for it.
pub(crate) fn print_with(words: &Words, reply: &Reply<'_>) -> String {
    match reply {
        Reply::Introduction(options) => introduction(words, options),
        Reply::Ready => "readyok\n".to_owned(),
        Reply::Board(game) => format!("{}Fen: {}\n", game.to_drawing(), game.position().to_fen()),
        Reply::Perft(position, counts) => perft(position, counts),
        Reply::Progress(request, progress, line) => Info::of_progress(request, progress, line).text(),
        Reply::Lines(result) if result.request.position.is_over() => {
            end_of_game(result.bounds.outcome() == Some(Outcome::Draw))
        }
        Reply::Lines(result) => {
            let lines = result.lines.iter().zip(1..);
            lines.map(|(line, rank)| Info::of_line(result, line, rank).text()).collect()
        }
        Reply::Best(result) => best(result),
        Reply::GameOver(game) => end_of_game(game.is_draw()) + "bestmove (none)\n",
        // The program that asked for a move waits for one.
        Reply::Error(error) if error.answers_go() => {
            format!("info string {error}\nbestmove (none)\n")
        }
        Reply::Error(error) => format!("info string {error}\n"),
        // Without a reply in this dialect, or only of other dialects.
        Reply::Position(_)
        | Reply::NewBoard(_)
        | Reply::Played(_)
        | Reply::Moves(_)
        | Reply::Undone(..)
        | Reply::Set(_)
        | Reply::Help(_)
        | Reply::Query(..)
        | Reply::Hint(_)
        | Reply::NoHint(_)
        | Reply::Columns(_)
        | Reply::Goodbye => String::new(),
    }
}

/// Returns the `info` line about a finished game.
fn end_of_game(is_draw: bool) -> String {
    let score = if is_draw { "cp 0" } else { "mate 0" };
    format!("info depth 0 score {score}\n")
}

fn introduction(words: &Words, options: &[OptionLine]) -> String {
    let mut text = String::new();
    push_line(&mut text, format_args!("id name Marlin {}", env!("CARGO_PKG_VERSION")));
    push_line(&mut text, format_args!("id author {}", env!("CARGO_PKG_AUTHORS")));
    for OptionLine { name, kind } in options {
        let kind = match kind {
            OptionKind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            OptionKind::Check(default) => format!("check default {default}"),
            OptionKind::Button => "button".to_owned(),
            OptionKind::Text => "string default <empty>".to_owned(),
            OptionKind::Variant(board) => {
                let variants: Vec<_> = variants().map(variant).collect();
                format!("combo default {} var {}", variant(*board), variants.join(" var "))
            }
        };
        push_line(&mut text, format_args!("option name {name} type {kind}"));
    }
    push_line(&mut text, format_args!("{}", words.hello_done));
    text
}

fn perft(position: &Position, counts: &[(Column, u64)]) -> String {
    let mut text = String::new();
    for &(column, count) in counts {
        push_line(&mut text, format_args!("{}: {count}", DropMove::new(position, column)));
    }
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    push_line(&mut text, format_args!("\nNodes searched: {all}"));
    text
}

fn best(result: &SearchResult) -> String {
    let mut position = result.request.position;
    let mut moves = result.lines.first().map_or(&[][..], |line| &line.moves).iter();
    let Some(&best) = moves.next() else { return "bestmove (none)\n".to_owned() };
    let mut text = format!("bestmove {}", DropMove::new(&position, best));
    position.play_unchecked(best);
    if let Some(&reply) = moves.next() {
        let drop = DropMove::new(&position, reply);
        position.play_unchecked(reply);
        // After a reply that ends the game, there is nothing to ponder on.
        if !position.is_over() {
            let _ = write!(text, " ponder {drop}");
        }
    }
    text.push('\n');
    text
}

/// An `info` line.
struct Info<'a> {
    request: &'a SearchRequest,
    bounds: Bounds,
    rank: usize,
    nodes: u64,
    nps: u64,
    hashfull: u32,
    table_hits: u64,
    elapsed: Duration,
    moves: &'a [Column],
}

impl<'a> Info<'a> {
    fn of_progress(request: &'a SearchRequest, progress: &Progress, moves: &'a [Column]) -> Self {
        Self {
            request,
            bounds: progress.best_bounds(),
            rank: 1,
            nodes: progress.nodes,
            nps: progress.nps(),
            hashfull: progress.hashfull(),
            table_hits: 0,
            elapsed: progress.elapsed,
            moves,
        }
    }

    fn of_line(result: &'a SearchResult, line: &'a Variation, rank: usize) -> Self {
        Self {
            request: &result.request,
            bounds: line.bounds,
            rank,
            nodes: result.nodes,
            nps: result.nps,
            hashfull: result.hashfull,
            table_hits: u64::from(result.source == Source::Book),
            elapsed: result.elapsed,
            moves: &line.moves,
        }
    }

    fn text(&self) -> String {
        let Self { rank, nodes, nps, hashfull, table_hits, .. } = self;
        let depth = self.request.depth;
        let (score, wdl) = (self.score(), self.wdl());
        let millis = self.elapsed.as_millis();
        let mut text = format!("info depth {depth} seldepth {depth} multipv {rank}{score}{wdl}");
        let _ =
            write!(text, " nodes {nodes} nps {nps} hashfull {hashfull} tbhits {table_hits} time {millis}");
        if !self.moves.is_empty() {
            text.push_str(" pv");
            for drop in DropMove::line(&self.request.position, self.moves) {
                let _ = write!(text, " {drop}");
            }
        }
        text.push('\n');
        text
    }

    /// Returns the score, or the more useful bound of it.
    fn score(&self) -> String {
        let (lower, upper) = (self.bounds.lower(), self.bounds.upper());
        let is_known = |score| !self.is_soonest(score);
        if lower == upper {
            format!(" score {}", self.points(lower))
        } else if upper.get() <= 0 || lower.get() < 0 && is_known(upper) && !is_known(lower) {
            format!(" score {} upperbound", self.points(upper))
        } else {
            format!(" score {} lowerbound", self.points(lower))
        }
    }

    /// Returns whether a score belongs to the fastest wins and losses, which are possible by the rules alone: the fastest of
    /// all, or one with the winner's second stone from here.
    fn is_soonest(&self, score: Score) -> bool {
        let is_extreme = score.get().abs() == Score::highest(self.request.position.size()).get();
        is_extreme || self.request.position.ending(score).plies <= 4
    }

    /// Returns a score in the words of UCI: moves of the side to move until the mate, or a draw.
    fn points(&self, score: Score) -> String {
        let moves = self.request.position.ending(score).plies.div_ceil(2);
        match score.outcome() {
            Outcome::Draw => "cp 0".to_owned(),
            Outcome::Win => format!("mate {moves}"),
            Outcome::Loss => format!("mate -{moves}"),
        }
    }

    fn wdl(&self) -> &'static str {
        match self.bounds.outcome().filter(|_| self.request.shows_wdl) {
            None => "",
            Some(Outcome::Win) => " wdl 1000 0 0",
            Some(Outcome::Draw) => " wdl 0 1000 0",
            Some(Outcome::Loss) => " wdl 0 0 1000",
        }
    }
}
