//! Marlin's own dialect.
//!
//! | line | effect | answer |
//! |---|---|---|
//! | `position [startpos] [moves] [MOVES]` | the position after these moves from the empty board | `Played N moves`, or `Position reset to empty board` without any |
//! | `play C`, `C` | play a column | `Played column C, O to move`, or how the game has ended |
//! | `undo` | take back a move | `Took back move C, N moves left` |
//! | `new` | the empty board | `Position reset to empty board` |
//! | `moves` | | the moves so far, or `No moves yet` |
//! | `display`, `d` | draw the board | the board |
//! | `hint` | search | `hint: play C, X wins in N plies, at move M` |
//! | `go [MS]` | search, for at most MS milliseconds | `info` lines, a line a column, `bestmove ...`, `Nodes analyzed: N`; `Game is ...` and `bestmove none` when the game is over |
//! | `analyze` | prove the score of every column | `analysis S S S S S S S` |
//! | `stop` | end the running search; without one, nothing | what that search has proven |
//! | `setoption name NAME [value VALUE]` | set an option, such as `Threads`, or `Clear Hash` | `Threads: N`, `Hash cleared` |
//! | `uci`, `ugi` | speak that dialect from now on | what it says |
//! | `help [COMMAND]`, `?` | list the commands, or explain one | the list, or some lines |
//! | `quit`, `exit` | end the session | `Goodbye!` |
//!
//! Commands may be written in any case. A line that is none of these has one line of [`ProtocolError`] as its answer, and changes nothing.

use std::fmt;
use std::time::Duration;

use marlin_core::{
    Bounds, Column, Game, GameOutcome, Outcome, ParsePositionError, PlayError, Position, Progress,
};

use super::reply::{End, Reply, Verdict};
use super::{Command, Dialect, Go, ProtocolError, help, option, split_word};
use crate::render;
use crate::setting::Setting;
use marlin_support::text::{excerpt, printable, push_line};

/// Understands a line without its end.
pub(super) fn parse(line: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(line.trim());
    match word.to_ascii_lowercase().as_str() {
        "" => Ok(Command::Nothing),
        "position" => position(rest).map(Command::Position),
        "play" => column(rest),
        "new" => alone("new", rest, Command::Position(Game::new())),
        "moves" => alone("moves", rest, Command::Moves),
        "hint" => alone("hint", rest, Command::Hint),
        "go" => time(rest).map(|time| Command::Go(Go { time, ..Go::default() })),
        "analyze" => alone("analyze", rest, Command::Analyze),
        "stop" => alone("stop", rest, Command::Stop),
        "undo" => alone("undo", rest, Command::Undo),
        "display" => alone("display", rest, Command::Display),
        "d" => alone("d", rest, Command::Display),
        "setoption" => option(rest),
        "uci" => alone("uci", rest, Command::Speak(Dialect::Uci)),
        "ugi" => alone("ugi", rest, Command::Speak(Dialect::Ugi)),
        "help" | "?" => help(rest),
        "quit" => alone("quit", rest, Command::Quit),
        "exit" => alone("exit", rest, Command::Quit),
        _ => without_command(line.trim()),
    }
}

/// Understands a line that begins with no command: a column alone is played, and more moves are most likely meant for
/// `position`.
fn without_command(line: &str) -> Result<Command, ProtocolError> {
    match line.as_bytes() {
        [b'0'..=b'9'] => column(line),
        [b'0'..=b'9', ..] => Err(ProtocolError::OnlyMoves { moves: excerpt(line) }),
        _ => Err(ProtocolError::UnknownCommand { word: excerpt(split_word(line).0) }),
    }
}

/// Reads the column of `play`.
fn column(rest: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    let number = word.parse().ok().and_then(Column::from_number);
    let column = number.ok_or_else(|| ProtocolError::InvalidColumn { found: excerpt(word) })?;
    alone("play", rest, Command::Play(column))
}

/// Reads what `help` is asked about.
fn help(rest: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Ok(Command::Help(None));
    }
    let no_help = || ProtocolError::NoHelp { word: excerpt(word), topics: help::topics() };
    let text = help::on(word).ok_or_else(no_help)?;
    alone("help COMMAND", rest, Command::Help(Some(text)))
}

/// Returns a command that stands alone on its line.
fn alone(name: &'static str, rest: &str, command: Command) -> Result<Command, ProtocolError> {
    match split_word(rest).0 {
        "" => Ok(command),
        extra => Err(ProtocolError::ExtraWords { command: name, extra: excerpt(extra) }),
    }
}

/// Reads `[startpos] [moves] [MOVES]`.
fn position(rest: &str) -> Result<Game, ProtocolError> {
    let rest = without_keyword(without_keyword(rest, "startpos"), "moves");
    rest.parse().map_err(|error| move_error(rest, error))
}

/// Returns what follows a keyword, everything if it isn't there.
fn without_keyword<'a>(text: &'a str, keyword: &str) -> &'a str {
    match split_word(text) {
        (word, rest) if word.eq_ignore_ascii_case(keyword) => rest,
        _ => text,
    }
}

/// Says in the words of the protocol what is wrong with the moves in a text.
fn move_error(text: &str, error: ParsePositionError) -> ProtocolError {
    match error {
        ParsePositionError::InvalidCharacter { index, found, expected } => {
            ProtocolError::InvalidCharacter { index, expected, found: printable(found) }
        }
        ParsePositionError::IllegalMove { index, source: PlayError::ColumnFull { number }, .. } => {
            ProtocolError::ColumnFull { index, number }
        }
        ParsePositionError::IllegalMove { index, source: PlayError::GameOver { winner }, .. } => {
            // The index counts characters, and every digit up to it is a move.
            let number = text.chars().take(index + 1).filter(char::is_ascii_digit).count();
            let outcome = winner.map_or(GameOutcome::Drawn, GameOutcome::Won);
            ProtocolError::AfterTheEnd { number, outcome }
        }
        error => ProtocolError::Position(error),
    }
}

/// Reads the time of `go` in milliseconds.
fn time(rest: &str) -> Result<Option<Duration>, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Ok(None);
    }
    let millis = word.parse().map_err(|_| ProtocolError::InvalidTime { found: excerpt(word) })?;
    alone("go MS", rest, Command::Nothing).map(|_| Some(Duration::from_millis(millis)))
}

/// Returns the lines that tell something.
pub(super) fn print(reply: &Reply<'_>) -> String {
    match reply {
        Reply::Position(0) => "Position reset to empty board\n".to_owned(),
        Reply::Position(moves) => format!("Played {}\n", nb_moves(*moves)),
        Reply::Played(game) => played(game),
        Reply::Moves(game) if game.moves().is_empty() => "No moves yet\n".to_owned(),
        Reply::Moves(game) => format!("{game}\n"),
        Reply::Undone(column, left) => format!("Took back move {column}, {} left\n", nb_moves(*left)),
        Reply::Board(game) => render::board(game),
        Reply::Set(setting) => setting_made(setting),
        Reply::Help(text) => text.unwrap_or(help::COMMANDS).to_owned(),
        // A win at once is said in one line.
        Reply::Progress(scope, ..) if scope.position.can_win_next() => String::new(),
        Reply::Lines(verdict) if verdict.scope.position.can_win_next() => String::new(),
        Reply::Progress(_, progress, line) => {
            let &&Progress { nodes, elapsed, bounds, .. } = progress;
            let (nps, hashfull) = (progress.nps(), progress.hashfull());
            Info { nodes, nps, hashfull, elapsed, bounds, line }.to_string()
        }
        Reply::Best(verdict) if verdict.scope.position.can_win_next() => immediate_win(verdict),
        Reply::Lines(verdict) => final_info(verdict),
        Reply::Best(verdict) => best(verdict),
        Reply::Columns(verdict) => columns(verdict),
        Reply::Hint(verdict) => hint(verdict),
        Reply::NoHint(game) => game_over(game),
        Reply::GameOver(game) => game_over(game) + "bestmove none\n",
        Reply::Error(error) => format!("{error}\n"),
        Reply::Goodbye => "Goodbye!\n".to_owned(),
        // What only other dialects ask for.
        Reply::Introduction(_) | Reply::Ready | Reply::Perft(..) | Reply::Answer(..) => String::new(),
    }
}

/// Counts moves, as in '3 moves'.
fn nb_moves(count: usize) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

/// Returns the answer to a move: who is to move, or how the game has ended.
fn played(game: &Game) -> String {
    let position = game.position();
    let last = game.moves().last().map_or_else(String::new, Column::to_string);
    match game.outcome() {
        Some(outcome) => format!("Played column {last}, {outcome}, at move {}\n", position.nb_moves()),
        None => format!("Played column {last}, {} to move\n", position.side_to_move()),
    }
}

/// Returns the best move and what is proven of it in plain words.
fn hint(verdict: &Verdict) -> String {
    let Some(best) = verdict.best() else { return String::new() };
    let nb_moves = verdict.scope.position.nb_moves();
    let words = match (verdict.bounds.score(), verdict.bounds.outcome()) {
        (Some(score), _) => score.in_words(nb_moves),
        (None, Some(Outcome::Draw)) => "a draw".to_owned(),
        (None, Some(outcome)) => {
            let side = verdict.scope.position.side_to_move();
            let winner = if outcome == Outcome::Win { side } else { side.opponent() };
            format!("{winner} wins, when isn't proven yet (bounds {})", verdict.bounds)
        }
        (None, None) => format!("not proven yet (bounds {})", verdict.bounds),
    };
    format!("hint: play {best}, {words}\n")
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
        Setting::NoChoice(name) => format!("{name}: nothing to change\n"),
    }
}

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

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, nps, hashfull, bounds, line, .. } = self;
        let millis = self.elapsed.as_millis();
        write!(f, "info nodes {nodes} nps {nps} hashfull {hashfull} time {millis} bounds {bounds} pv")?;
        line.iter().try_for_each(|column| write!(f, " {column}"))?;
        f.write_str("\n")
    }
}

/// Returns the line that tells what a search has come to, with the moves that both sides play.
fn final_info(verdict: &Verdict) -> String {
    let &Verdict { nodes, nps, elapsed, bounds, hashfull, .. } = verdict;
    let line = verdict.lines.first().map_or(&[][..], |line| &line.moves);
    Info { nodes, nps, hashfull, elapsed, bounds, line }.to_string()
}

/// Returns the answer to `go`: every column that can be played, the best move and the nodes.
fn best(verdict: &Verdict) -> String {
    let mut text = String::new();
    for (column, bounds) in Column::<7>::all().zip(verdict.columns) {
        let Some(bounds) = bounds else { continue };
        match bounds.score() {
            Some(score) => {
                let (word, end) = (column_word(score.outcome()), End::new(score, &verdict.scope.position));
                push_line(&mut text, format_args!("  Column {column}: score {score} ({word} {end})"));
            }
            None => push_line(&mut text, format_args!("  Column {column}: bounds {bounds} (not proven)")),
        }
    }
    if let Some(best) = verdict.best() {
        let words = best_words(verdict.bounds, &verdict.scope.position);
        push_line(&mut text, format_args!("bestmove {best} {words}"));
    }
    push_nodes(&mut text, verdict.nodes);
    text
}

/// Returns what is proven about the best move: its score, the winner alone, or bounds.
fn best_words(bounds: Bounds, position: &Position) -> String {
    match (bounds.score(), bounds.outcome()) {
        (Some(score), _) => {
            format!("score {score} ({}) {}", best_word(score.outcome()), End::new(score, position))
        }
        (None, Some(outcome)) => format!("bounds {bounds} ({})", best_word(outcome)),
        (None, None) => format!("bounds {bounds} (not proven)"),
    }
}

/// Returns the answer to `go` where the side to move wins at once.
fn immediate_win(verdict: &Verdict) -> String {
    let mut text = String::new();
    if let Some(column) = verdict.best() {
        let end = End { plies: 1, at: verdict.scope.position.nb_moves() + 1 };
        push_line(&mut text, format_args!("bestmove {column} score WIN (immediate) {end}"));
    }
    push_nodes(&mut text, verdict.nodes);
    text
}

/// Says how a game has ended in which there is nothing to play any more.
fn game_over(game: &Game) -> String {
    match game.outcome() {
        Some(outcome @ GameOutcome::Won(_)) => {
            format!("Game is over - {outcome}, at move {}\n", game.position().nb_moves())
        }
        Some(GameOutcome::Drawn) | None => "Game is a draw - no moves available\n".to_owned(),
    }
}

/// Returns the answer to `analyze`: what is proven of every column, `-` where no move is possible.
fn columns(verdict: &Verdict) -> String {
    let mut text = "analysis".to_owned();
    for bounds in verdict.columns {
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

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = if self.plies == 1 { "ply" } else { "plies" };
        write!(f, "in {} {plies}, at move {}", self.plies, self.at)
    }
}

#[cfg(test)]
mod tests;
