//! UCI with the variant `cfour`, as Cute Chess speaks it. Words that mean nothing here are passed over.
//!
//! | line | answer |
//! |---|---|
//! | `uci` | who is there, the options, `uciok` |
//! | `isready` | `readyok`, during a search as well |
//! | `setoption name NAME [value VALUE]` | |
//! | `ucinewgame` | |
//! | `position startpos\|fen FEN [moves P@d1 ...]` | |
//! | `go` with `depth`, `nodes`, `movetime`, `mate`, `infinite`, `ponder`, `searchmoves`, `wtime`, `btime`, `winc`, `binc`, `movestogo` | `info ...` lines, `bestmove M [ponder M]`, or `bestmove (none)` when the game is over |
//! | `go perft N` | the games of N moves that begin with each move |
//! | `stop`, `ponderhit` | the answer that the search holds back |
//! | `d` | the board and its FEN |
//! | `quit` | |
//!
//! `debug` and `register` are accepted and mean nothing here. A line that can't be carried out is answered by `info string`
//! and changes nothing. After a `position` that was refused, `go` is answered by `info string` and `bestmove (none)`, and
//! everything else about the game by `info string` and what holds for the position before, until a good `position` or a new
//! game comes: nobody waits, and no move for another position is played.
//!
//! A score that isn't proven is a bound: a lower one that proves a draw or a win, an upper one that proves a draw or a loss,
//! otherwise the lower one, or the upper one if the lower one says no more than the rules do.

use std::fmt::Write;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use marlin_core::{
    Bounds, Column, DropMove, Game, Outcome, ParsePositionError, Position, Progress, Score, Source,
};
use marlin_support::text::{excerpt, push_line};

use super::command::Clock;
use super::reply::End;
use super::{
    Command, Dialect, Go, ProtocolError, Reply, Scope, Variation, Verdict, When, option, split_word,
};
use crate::render;
use crate::setting::{OptionKind, OptionLine};

/// What UCI and its like call things.
pub(super) struct Words {
    pub(super) hello: &'static str,
    pub(super) hello_done: &'static str,
    pub(super) new_game: &'static str,
    /// The words of `go` for the time that is left, X's first.
    pub(super) times: [&'static str; 2],
    pub(super) increments: [&'static str; 2],
    pub(super) dialect: Dialect,
}

/// What UCI calls them.
const WORDS: Words = Words {
    hello: "uci",
    hello_done: "uciok",
    new_game: "ucinewgame",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
    dialect: Dialect::Uci,
};

/// Moves that `go perft` counts, at most: it isn't interrupted.
const MAX_PERFT: u32 = 9;

/// Understands a line without its end.
pub(super) fn parse(line: &str) -> Result<Command, ProtocolError> {
    parse_with(&WORDS, line)
}

/// Understands a line in UCI or its like. A word at its beginning that is no command is passed over if one follows.
pub(super) fn parse_with(words: &Words, line: &str) -> Result<Command, ProtocolError> {
    let mut text = line;
    loop {
        let (word, rest) = split_word(text);
        return match word {
            "" => match split_word(line).0 {
                "" => Ok(Command::Nothing),
                first => Err(ProtocolError::UnknownCommand { word: excerpt(first) }),
            },
            "isready" => Ok(Command::IsReady),
            "setoption" => option(rest),
            "position" => position(rest).map(Command::Position),
            "go" => go(words, rest),
            "debug" | "register" => Ok(Command::Nothing),
            "stop" => Ok(Command::Stop),
            "ponderhit" => Ok(Command::PonderHit),
            "d" => Ok(Command::Display),
            "quit" => Ok(Command::Quit),
            word if word == words.hello => Ok(Command::Speak(words.dialect)),
            word if word == words.new_game => Ok(Command::NewGame),
            _ => {
                text = rest;
                continue;
            }
        };
    }
}

/// Reads `startpos` or `fen FEN`, and `moves` with moves.
fn position(rest: &str) -> Result<Game, ProtocolError> {
    let mut words = rest.split_whitespace();
    let mut game = match words.next() {
        Some("startpos") => Game::new(),
        Some("fen") => {
            let fen: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
            let bad_fen = |error: ParsePositionError| ProtocolError::Fen {
                found: excerpt(fen.first().copied().unwrap_or_default()),
                reason: error.to_string(),
            };
            Game::from_position(Position::from_fen(&fen.join(" ")).map_err(bad_fen)?)
        }
        other => return Err(ProtocolError::PositionSyntax { found: excerpt(other.unwrap_or_default()) }),
    };
    words.filter(|&word| word != "moves").try_for_each(|word| play(&mut game, word))?;
    Ok(game)
}

/// Plays a move as it is written.
fn play(game: &mut Game, word: &str) -> Result<(), ProtocolError> {
    let played = word.parse().and_then(|drop: DropMove| drop.play_in(game));
    played.map_err(|error| ProtocolError::Drop { found: excerpt(word), reason: error.to_string() })
}

/// Reads what a search is for.
fn go(words: &Words, rest: &str) -> Result<Command, ProtocolError> {
    let mut go = Go::default();
    let mut tokens = rest.split_whitespace();
    let mut clock = Clock::default();
    while let Some(token) = tokens.next() {
        match token {
            "perft" => {
                let depth = number(token, &mut tokens)?;
                let is_fine = (1..=MAX_PERFT).contains(&depth);
                return if is_fine {
                    Ok(Command::Perft(depth))
                } else {
                    Err(bad_number(token, &depth.to_string()))
                };
            }
            "depth" => go.plies = Some(number(token, &mut tokens)?),
            // A mate in N moves is one in 2N - 1 plies.
            "mate" => go.plies = Some(number::<u32>(token, &mut tokens)?.saturating_mul(2).saturating_sub(1)),
            "nodes" => go.nodes = Some(number(token, &mut tokens)?),
            "movetime" => go.time = Some(millis(token, &mut tokens)?),
            "movestogo" => clock.moves_to_go = Some(number(token, &mut tokens)?),
            "infinite" => go.answer = When::Stopped,
            "ponder" => go.answer = When::PonderHit,
            "searchmoves" => {
                // A letter alone may be the beginning of anything.
                let drop = |token: &str| token.parse::<DropMove>().ok().filter(|drop| drop.row().is_some());
                while let Some(drop) = tokens.clone().next().and_then(drop) {
                    go.drops.push(drop);
                    tokens.next();
                }
                if go.drops.is_empty() {
                    return Err(ProtocolError::SearchMoves);
                }
            }
            _ => {
                for side in 0..2 {
                    if token == words.times[side] {
                        clock.left[side] = Some(millis(token, &mut tokens)?);
                    } else if token == words.increments[side] {
                        clock.increment[side] = millis(token, &mut tokens)?;
                    }
                }
            }
        }
    }
    Ok(Command::Go(Go { clock, ..go }))
}

fn number<T: FromStr>(name: &str, tokens: &mut SplitWhitespace<'_>) -> Result<T, ProtocolError> {
    let token = tokens.next().unwrap_or_default();
    token.parse().map_err(|_| bad_number(name, token))
}

/// Reads a time. That of a clock is below zero when a move came late.
fn millis(name: &str, tokens: &mut SplitWhitespace<'_>) -> Result<Duration, ProtocolError> {
    let millis: i64 = number(name, tokens)?;
    Ok(Duration::from_millis(millis.max(0) as u64))
}

fn bad_number(name: &str, found: &str) -> ProtocolError {
    ProtocolError::GoNumber { name: excerpt(name), found: excerpt(found) }
}

/// Returns the lines that tell something.
pub(super) fn print(reply: &Reply<'_>) -> String {
    print_with(&WORDS, reply)
}

/// Returns the lines that tell something in UCI or its like.
pub(super) fn print_with(words: &Words, reply: &Reply<'_>) -> String {
    match reply {
        Reply::Introduction(options) => introduction(words, options),
        Reply::Ready => "readyok\n".to_owned(),
        Reply::Board(game) => format!("{}Fen: {}\n", render::board(game), game.position().to_fen()),
        Reply::Perft(position, counts) => perft(position, counts),
        Reply::Progress(scope, progress, line) => Info::of_progress(scope, progress, line).text(),
        Reply::Lines(verdict) => {
            let lines = verdict.lines.iter().zip(1..);
            lines.map(|(line, rank)| Info::of_line(verdict, line, rank).text()).collect()
        }
        Reply::Best(verdict) => best(verdict),
        Reply::GameOver(game) => {
            let score = if game.is_draw() { "cp 0" } else { "mate 0" };
            format!("info depth 0 score {score}\nbestmove (none)\n")
        }
        // Whoever asks for a move waits for one.
        Reply::Error(error) if error.answers_go() => {
            format!("info string {error}\nbestmove (none)\n")
        }
        Reply::Error(error) => format!("info string {error}\n"),
        // What is done without a word, and what only other dialects ask for.
        Reply::Position(_)
        | Reply::Played(_)
        | Reply::Moves(_)
        | Reply::Undone(..)
        | Reply::Set(_)
        | Reply::Help(_)
        | Reply::Answer(..)
        | Reply::Hint(_)
        | Reply::NoHint(_)
        | Reply::Columns(_)
        | Reply::Goodbye => String::new(),
    }
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
            OptionKind::Only(only) => format!("combo default {only} var {only}"),
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

fn best(verdict: &Verdict) -> String {
    let mut moves = verdict.lines.first().map_or(&[][..], |line| &line.moves).iter();
    let Some(&best) = moves.next() else { return "bestmove (none)\n".to_owned() };
    let mut text = format!("bestmove {}", DropMove::new(&verdict.scope.position, best));
    if let Some(&reply) = moves.next() {
        let mut after = verdict.scope.position;
        after.make_move(best);
        let _ = write!(text, " ponder {}", DropMove::new(&after, reply));
    }
    text.push('\n');
    text
}

/// What an `info` line tells.
struct Info<'a> {
    scope: &'a Scope,
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
    fn of_progress(scope: &'a Scope, progress: &Progress, moves: &'a [Column]) -> Self {
        Self {
            scope,
            bounds: progress.bounds,
            rank: 1,
            nodes: progress.nodes,
            nps: progress.nps(),
            hashfull: progress.hashfull(),
            table_hits: 0,
            elapsed: progress.elapsed,
            moves,
        }
    }

    fn of_line(verdict: &'a Verdict, line: &'a Variation, rank: usize) -> Self {
        Self {
            scope: &verdict.scope,
            bounds: line.bounds,
            rank,
            nodes: verdict.nodes,
            nps: verdict.nps,
            hashfull: verdict.hashfull,
            table_hits: u64::from(verdict.source == Source::Book),
            elapsed: verdict.elapsed,
            moves: &line.moves,
        }
    }

    fn text(&self) -> String {
        let Self { rank, nodes, nps, hashfull, table_hits, .. } = self;
        let depth = self.scope.plies;
        let (score, wdl) = (self.score(), self.wdl());
        let millis = self.elapsed.as_millis();
        let mut text = format!("info depth {depth} seldepth {depth} multipv {rank}{score}{wdl}");
        let _ =
            write!(text, " nodes {nodes} nps {nps} hashfull {hashfull} tbhits {table_hits} time {millis}");
        if !self.moves.is_empty() {
            text.push_str(" pv");
            for drop in DropMove::line(&self.scope.position, self.moves) {
                let _ = write!(text, " {drop}");
            }
        }
        text.push('\n');
        text
    }

    /// Returns the score, or the bound of it that says most.
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

    /// Returns whether a score is that of the fastest wins and losses, which are possible by the rules alone: the fastest of
    /// all, or one with the second stone from here of the side that wins.
    fn is_soonest(&self, score: Score) -> bool {
        let is_extreme = score == Score::MIN || score == Score::MAX;
        is_extreme || End::new(score, &self.scope.position).plies <= 4
    }

    /// Returns a score in the words of UCI: moves of the side to move until the mate, or a draw.
    fn points(&self, score: Score) -> String {
        let moves = End::new(score, &self.scope.position).plies.div_ceil(2);
        match score.outcome() {
            Outcome::Draw => "cp 0".to_owned(),
            Outcome::Win => format!("mate {moves}"),
            Outcome::Loss => format!("mate -{moves}"),
        }
    }

    fn wdl(&self) -> &'static str {
        match self.bounds.outcome().filter(|_| self.scope.shows_wdl) {
            None => "",
            Some(Outcome::Win) => " wdl 1000 0 0",
            Some(Outcome::Draw) => " wdl 0 1000 0",
            Some(Outcome::Loss) => " wdl 0 0 1000",
        }
    }
}

#[cfg(test)]
mod tests;
