//! UCI with the variant `cfour`, as Cute Chess speaks it, and UGI, the Universal Game Interface of the match
//! runner Cute Games. Words without a meaning here are skipped.
//!
//! | line | reply |
//! |---|---|
//! | `uci` | name and author, the options, `uciok` |
//! | `isready` | `readyok`, during a search as well |
//! | `setoption name NAME [value VALUE]` | |
//! | `ucinewgame` | |
//! | `position startpos\|fen FEN [moves P@d1 ...]` | |
//! | `go` with `depth`, `nodes`, `movetime`, `mate`, `infinite`, `ponder`, `searchmoves`, `wtime`, `btime`, `winc`, `binc`, `movestogo` | `info ...` lines, `bestmove M [ponder M]`, or `bestmove (none)` when the game is over; no `ponder` if that move ends the game |
//! | `go perft N` | the number of sequences of N moves that begin with each move |
//! | `stop`, `ponderhit` | the reply of the waiting search |
//! | `d` | the board and its FEN |
//! | `quit` | |
//!
//! `debug` and `register` are accepted and have no effect. The reply to an invalid line is `info string`, and
//! it changes nothing. After an invalid `position`, the reply to `go` is `info string` and `bestmove (none)`,
//! and other queries return `info string` and the result for the previous position, until the next valid
//! `position` or a new game. So no program waits for ever, or plays a move from another position.
//!
//! An unproven score is printed as a bound: a lower one that proves a draw or a win, or an upper one that
//! proves a draw or a loss. Otherwise it is the lower bound, or the upper one if the lower one follows from
//! the rules alone.
//!
//! UGI is UCI without chess:
//!
//! | line | reply |
//! |---|---|
//! | `ugi` | name and author, the options, `ugiok` |
//! | `uginewgame`, `position`, `setoption`, `stop`, `isready`, `quit` | as in UCI, also after an invalid position |
//! | `go p1time MS p2time MS p1inc MS p2inc MS ...` | as in UCI |
//! | `query gameover`, `query p1turn` | `response true` or `response false` |
//! | `query result` | `response p1win`, `p2win`, `draw` or `none` |

#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use marlin_core::{BoardSize, Bounds, Column, Game, GameOutcome, Outcome, Player, Position, Score, Source};
use marlin_notation::{DropMove, Notation, Reader, Reading};
use marlin_support::text::{excerpt, push_line};

use super::message::{
    Clock, Command, Dialect, GameQuery, Go, Info, ProtocolError, Reply, ReplyOn, SearchRequest, SearchResult,
    Variation, parse_set_option, split_word,
};
use super::setting::{OptionKind, OptionLine, variant, variants};

/// The words in which UCI and UGI differ.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) hello: &'static str,
    pub(crate) hello_done: &'static str,
    pub(crate) new_game: &'static str,
    /// The words of `go` for the remaining time, X's first.
    pub(crate) times: [&'static str; 2],
    pub(crate) increments: [&'static str; 2],
    pub(crate) dialect: Dialect,
}

impl Words {
    pub(crate) const UCI: Self = Self {
        hello: "uci",
        hello_done: "uciok",
        new_game: "ucinewgame",
        times: ["wtime", "btime"],
        increments: ["winc", "binc"],
        dialect: Dialect::Uci,
    };

    pub(crate) const UGI: Self = Self {
        hello: "ugi",
        hello_done: "ugiok",
        new_game: "uginewgame",
        times: ["p1time", "p2time"],
        increments: ["p1inc", "p2inc"],
        dialect: Dialect::Ugi,
    };
}

/// The maximum depth of `go perft`, which cannot be interrupted.
const MAX_PERFT: u32 = 9;

/// Reads a line of UCI or UGI without its end. Words before the command are skipped. Either greeting chooses
/// its protocol.
pub(super) fn parse(words: &Words, line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let mut text = line;
    loop {
        let (word, rest) = split_word(text);
        return match word {
            "" => match split_word(line).0 {
                "" => Ok(Command::Nothing),
                first => {
                    Err(ProtocolError::unknown(&excerpt(first), "'marlin-cli help uci' lists the commands"))
                }
            },
            "isready" => Ok(Command::IsReady),
            "setoption" => parse_set_option(rest, board),
            "position" => position(rest, board).map(Command::Position),
            "go" => go(words, rest, board),
            "debug" | "register" => Ok(Command::Nothing),
            "stop" => Ok(Command::Stop),
            "ponderhit" => Ok(Command::PonderHit),
            "d" => Ok(Command::Display),
            "quit" => Ok(Command::Quit),
            word if word == Words::UCI.hello => Ok(Command::SwitchTo(Dialect::Uci)),
            word if word == Words::UGI.hello => Ok(Command::SwitchTo(Dialect::Ugi)),
            "query" if words.dialect == Dialect::Ugi => query(rest),
            word if word == words.new_game => Ok(Command::NewGame),
            _ => {
                text = rest;
                continue;
            }
        };
    }
}

/// Reads a query about the game.
fn query(rest: &str) -> Result<Command, ProtocolError> {
    Ok(Command::Query(match split_word(rest).0 {
        "gameover" => GameQuery::GameOver,
        "p1turn" => GameQuery::FirstToMove,
        "result" => GameQuery::Result,
        other => {
            let (found, known) = (excerpt(other), "ask for gameover, p1turn or result");
            return Err(ProtocolError::new(format_args!("no answer to the query '{found}' ({known})")));
        }
    }))
}

/// Reads `startpos` or `fen FEN`, and `moves` with moves.
fn position(rest: &str, board: BoardSize) -> Result<Game, ProtocolError> {
    let mut words = rest.split_whitespace();
    let mut game = match words.next() {
        Some("startpos") => Game::on(board),
        Some("fen") => {
            let fen: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
            Game::from_position(from_fen(&fen, board)?)
        }
        other => {
            let (found, moves) = (excerpt(other.unwrap_or_default()), "'moves P@d1 ...'");
            return Err(ProtocolError::of_position(format_args!(
                "'position' expects 'startpos' or 'fen FEN', and {moves}, not '{found}'"
            )));
        }
    };
    words.filter(|&word| word != "moves").try_for_each(|word| play(&mut game, word))?;
    Ok(game)
}

/// Reads the words of a FEN. A FEN of another board has a separate error, because only an option sets the
/// board.
fn from_fen(fen: &[&str], board: BoardSize) -> Result<Position, ProtocolError> {
    let text = fen.join(" ");
    let reader = Reader::new().notation(Some(Notation::Fen));
    let read = reader.board(Some(board)).read(&text);
    read.map(|read| *read.position()).map_err(|error| {
        let of_another_board = |other: Reading<'_>| {
            let size = other.game.size();
            format!(
                "it is on a board of {size}, but the board is {board}: set UCI_Variant to {}",
                variant(size)
            )
        };
        let reason = reader.read(&text).map_or_else(|_| error.to_string(), of_another_board);
        let found = excerpt(fen.first().copied().unwrap_or_default());
        ProtocolError::of_position(format_args!("invalid FEN '{found}': {reason}"))
    })
}

/// Plays a move as it is written.
fn play(game: &mut Game, word: &str) -> Result<(), ProtocolError> {
    let drop = DropMove::parse(game.position().size(), word);
    let played = drop.and_then(|drop| drop.play_in(game));
    let illegal = |error| format!("illegal move '{}': {error}", excerpt(word));
    played.map_err(|error| ProtocolError::of_position(illegal(error)))
}

/// Reads the limits of a search.
fn go(words: &Words, rest: &str, board: BoardSize) -> Result<Command, ProtocolError> {
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
            "depth" => go.depth = Some(number(token, &mut tokens)?),
            // A mate in N moves is one in 2N - 1 plies.
            "mate" => go.depth = Some(number::<u32>(token, &mut tokens)?.saturating_mul(2).saturating_sub(1)),
            "nodes" => go.nodes = Some(number(token, &mut tokens)?),
            "movetime" => go.time = Some(millis(token, &mut tokens)?),
            "movestogo" => clock.moves_to_go = Some(number(token, &mut tokens)?),
            "infinite" => go.reply_on = ReplyOn::Stop,
            "ponder" => go.reply_on = ReplyOn::PonderHit,
            "searchmoves" => {
                // A letter alone may be the beginning of anything.
                let drop =
                    |token: &str| DropMove::parse(board, token).ok().filter(|drop| drop.row().is_some());
                while let Some(drop) = tokens.clone().next().and_then(drop) {
                    go.drops.push(drop);
                    tokens.next();
                }
                if go.drops.is_empty() {
                    return Err(bad_search_moves());
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

/// Reads a time. A clock is below zero when a move came late.
fn millis(name: &str, tokens: &mut SplitWhitespace<'_>) -> Result<Duration, ProtocolError> {
    let millis: i64 = number(name, tokens)?;
    Ok(Duration::from_millis(millis.max(0) as u64))
}

fn bad_number(name: &str, found: &str) -> ProtocolError {
    let text = format!("invalid number '{}' after '{}'", excerpt(found), excerpt(name));
    match name {
        "perft" => ProtocolError::new(text + ", which takes 1 to 9"),
        _ => ProtocolError::of_go(text),
    }
}

/// Returns the error of a candidate move that cannot be played.
pub(crate) fn bad_search_moves() -> ProtocolError {
    let reason = "a stone falls on the lowest empty cell of its file";
    ProtocolError::of_go(format_args!("a move after 'searchmoves' cannot be played: {reason}"))
}

/// Returns the lines of a reply in UCI or UGI; none if they have no words for it.
pub(super) fn print(words: &Words, reply: &Reply<'_>) -> String {
    match reply {
        Reply::Introduction(options) => introduction(words, options),
        Reply::Ready => "readyok\n".to_owned(),
        Reply::Board(game) => format!("{}Fen: {}\n", game.to_drawing(), game.position().to_fen()),
        Reply::Perft(position, counts) => perft(position, counts),
        Reply::Progress(request, progress, line) => info(request, 1, 0, &Info::of_progress(progress, line)),
        Reply::Lines(result) if result.request.position.is_over() => {
            end_of_game(result.bounds.outcome() == Some(Outcome::Draw))
        }
        Reply::Lines(result) => {
            let table_hits = u64::from(result.source == Source::Book);
            let show = |(line, rank): (&Variation, _)| {
                info(&result.request, rank, table_hits, &Info::of_result(result, line.bounds, &line.moves))
            };
            result.lines.iter().zip(1..).map(show).collect()
        }
        Reply::Best(result) => best(result),
        Reply::GameOver(game) => end_of_game(game.is_draw()) + "bestmove (none)\n",
        // A program that has asked for a move waits for an answer.
        Reply::Error(error) if error.answers_go() => {
            format!("info string {error}\nbestmove (none)\n")
        }
        Reply::Error(error) => format!("info string {error}\n"),
        Reply::Query(query, game) => format!("response {}\n", response(*query, game)),
        // This dialect has no words for these replies, or only other dialects produce them.
        _ => String::new(),
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
    for (name, kind) in options {
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
    let line = |&(column, count): &(Column, u64)| format!("{}: {count}\n", DropMove::new(position, column));
    let (lines, all): (String, u64) =
        (counts.iter().map(line).collect(), counts.iter().map(|(_, count)| count).sum());
    format!("{lines}\nNodes searched: {all}\n")
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

fn response(query: GameQuery, game: &Game) -> &'static str {
    let truth = |is_true| if is_true { "true" } else { "false" };
    match (query, game.outcome()) {
        (GameQuery::GameOver, outcome) => truth(outcome.is_some()),
        (GameQuery::FirstToMove, _) => truth(game.position().side_to_move() == Player::X),
        (GameQuery::Result, None) => "none",
        (GameQuery::Result, Some(GameOutcome::Won(Player::X))) => "p1win",
        (GameQuery::Result, Some(GameOutcome::Won(Player::O))) => "p2win",
        (GameQuery::Result, Some(GameOutcome::Drawn)) => "draw",
    }
}

/// Returns an `info` line.
fn info(request: &SearchRequest, rank: usize, table_hits: u64, facts: &Info<'_>) -> String {
    let Info { nodes, nps, hashfull, bounds, moves, .. } = facts;
    let (depth, millis) = (request.depth, facts.elapsed.as_millis());
    let (score, wdl) = (score(request, *bounds), wdl(request, *bounds));
    let word = |drop: &DropMove| format!(" {drop}");
    let line: String = DropMove::line(&request.position, moves).iter().map(word).collect();
    let pv = if moves.is_empty() { "" } else { " pv" };
    format!(
        "info depth {depth} seldepth {depth} multipv {rank}{score}{wdl} nodes {nodes} nps {nps} hashfull {hashfull} \
         tbhits {table_hits} time {millis}{pv}{line}\n"
    )
}

/// Returns the score, or the more useful bound of it.
fn score(request: &SearchRequest, bounds: Bounds) -> String {
    let (lower, upper) = (bounds.lower(), bounds.upper());
    let is_known = |score| !is_soonest(&request.position, score);
    let points = |score| points(&request.position, score);
    if lower == upper {
        format!(" score {}", points(lower))
    } else if upper.get() <= 0 || lower.get() < 0 && is_known(upper) && !is_known(lower) {
        format!(" score {} upperbound", points(upper))
    } else {
        format!(" score {} lowerbound", points(lower))
    }
}

/// Returns whether a score belongs to the fastest wins and losses: a game on the board cannot end sooner, or
/// it ends within four plies from here. Bounds often have such scores by the rules alone.
fn is_soonest(position: &Position, score: Score) -> bool {
    let is_extreme = score.get().abs() == Score::highest(position.size()).get();
    is_extreme || position.ending(score).plies <= 4
}

/// Returns a score in the words of UCI: moves of the side to move until the mate, or a draw.
fn points(position: &Position, score: Score) -> String {
    let moves = position.ending(score).plies.div_ceil(2);
    match score.outcome() {
        Outcome::Draw => "cp 0".to_owned(),
        Outcome::Win => format!("mate {moves}"),
        Outcome::Loss => format!("mate -{moves}"),
    }
}

fn wdl(request: &SearchRequest, bounds: Bounds) -> &'static str {
    match bounds.outcome().filter(|_| request.shows_wdl) {
        None => "",
        Some(Outcome::Win) => " wdl 1000 0 0",
        Some(Outcome::Draw) => " wdl 0 1000 0",
        Some(Outcome::Loss) => " wdl 0 0 1000",
    }
}
