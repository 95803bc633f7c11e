//! Lines of UCI and UGI to commands.

use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use marlin_core::{
    BoardSize, DropMove, Game, Position,
    notation::{Notation, Reader, Reading},
};
use marlin_support::text::excerpt;

use crate::protocol::command::{Clock, Command, Dialect, Go, ReplyOn, parse_set_option, split_word};
use crate::protocol::error::ProtocolError;
use crate::protocol::setting::variant;

/// The words in which UCI and UGI differ.
#[derive(Debug)]
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

/// The greatest depth of `go perft`, which cannot be interrupted.
const MAX_PERFT: u32 = 9;

/// Reads a line of UCI without its end.
pub(crate) fn parse(line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    parse_with(&Words::UCI, line, board)
}

/// Reads a line of UCI or UGI. Words before the command are skipped.
pub(crate) fn parse_with(words: &Words, line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let mut text = line;
    loop {
        let (word, rest) = split_word(text);
        return match word {
            "" => match split_word(line).0 {
                "" => Ok(Command::Nothing),
                first => Err(ProtocolError::UnknownWord { word: excerpt(first), protocol: words.hello }),
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
            word if word == words.hello => Ok(Command::SwitchTo(words.dialect)),
            word if word == words.new_game => Ok(Command::NewGame),
            _ => {
                text = rest;
                continue;
            }
        };
    }
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
        other => return Err(ProtocolError::PositionSyntax { found: excerpt(other.unwrap_or_default()) }),
    };
    words.filter(|&word| word != "moves").try_for_each(|word| play(&mut game, word))?;
    Ok(game)
}

/// Reads the words of a FEN. A FEN of another board has a separate error, because only an option sets the board.
fn from_fen(fen: &[&str], board: BoardSize) -> Result<Position, ProtocolError> {
    let text = fen.join(" ");
    let reader = Reader::new().notation(Some(Notation::Fen));
    let read = reader.board(Some(board)).read(&text);
    read.map(|read| *read.position()).map_err(|error| {
        let of_another_board = |other: Reading<'_>| {
            let size = other.game.size();
            format!("it is of board {size}, and {board} is set: UCI_Variant {} sets the other", variant(size))
        };
        let reason = reader.read(&text).map_or_else(|_| error.to_string(), of_another_board);
        ProtocolError::Fen { found: excerpt(fen.first().copied().unwrap_or_default()), reason }
    })
}

/// Plays a move as it is written.
fn play(game: &mut Game, word: &str) -> Result<(), ProtocolError> {
    let drop = DropMove::parse(game.position().size(), word);
    let played = drop.and_then(|drop| drop.play_in(game));
    played.map_err(|error| ProtocolError::Drop { found: excerpt(word), reason: error.to_string() })
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

/// Reads a time. A clock is below zero when a move came late.
fn millis(name: &str, tokens: &mut SplitWhitespace<'_>) -> Result<Duration, ProtocolError> {
    let millis: i64 = number(name, tokens)?;
    Ok(Duration::from_millis(millis.max(0) as u64))
}

fn bad_number(name: &str, found: &str) -> ProtocolError {
    ProtocolError::GoNumber { name: excerpt(name), found: excerpt(found) }
}
