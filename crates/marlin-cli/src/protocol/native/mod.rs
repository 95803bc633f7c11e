//! Marlin's own dialect.
//!
//! | line | effect | reply |
//! |---|---|---|
//! | `position [startpos] [moves] [MOVES]` | the position after these moves from the empty board | `Played N moves`, or `Position reset to empty board` without any |
//! | `play C`, `C` | play a column | `Played column C, O to move`, or the end of the game |
//! | `undo` | take back a move | `Took back column C, N moves played` |
//! | `new` | the empty board | `Position reset to empty board` |
//! | `moves` | | the moves so far, or `No moves yet` |
//! | `display`, `d` | draw the board | the board |
//! | `hint` | search | `hint: play C, X wins on move M if both play perfectly` |
//! | `go [MS]` | search, for at most MS milliseconds | `info` lines, a line for each column, `bestmove ...`, `Nodes analyzed: N`; `Game is ...` and `bestmove none` when the game is over |
//! | `analyze [MS]` | prove the score of every column | `analysis S S S S S S S` |
//! | `stop` | end the running search, if there is one | its reply, as far as it is proven |
//! | `setoption name NAME [value VALUE]` | set an option, such as `Threads`, or `Clear Hash` | `Threads: N`, `Hash cleared` |
//! | `uci`, `ugi` | switch to that protocol | its reply |
//! | `help [COMMAND]`, `?` | list the commands, or explain one | the list, or some lines |
//! | `quit`, `exit` | end the session | `Goodbye!` |
//!
//! Commands may be written in any case. Any other line changes nothing, and its reply is an error in one
//! line.

#[cfg(test)]
mod tests;

use std::time::Duration;

use marlin_core::{
    BoardSize, Bounds, Column, Ending, Game, GameOutcome, Outcome, ParseError, ParseErrorKind, PlayError,
    Position, Score,
};
use marlin_support::text::{excerpt, push_line};

use super::message::{
    Command, Dialect, Go, Info, ProtocolError, Reply, SearchResult, column_named, parse_set_option,
    split_word,
};
use super::setting::{Setting, variant};

/// The list of commands, and the details of each below a line of its names.
const HELP: &str = include_str!("help.txt");

/// Returns the list of commands.
fn commands() -> String {
    HELP.split("\n= ").next().unwrap_or_default().to_owned()
}

/// Returns the names of each command with its details.
fn topics() -> impl Iterator<Item = (&'static str, &'static str)> {
    HELP.split("\n= ").skip(1).filter_map(|topic| topic.split_once('\n'))
}

/// Reads a line without its end.
pub(super) fn parse(line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(line.trim());
    match word.to_ascii_lowercase().as_str() {
        "" => Ok(Command::Nothing),
        "position" => position(rest, board).map(Command::Position),
        "play" => column(rest, board),
        "new" => without_arguments("new", rest, Command::Position(Game::on(board))),
        "moves" => without_arguments("moves", rest, Command::Moves),
        "hint" => without_arguments("hint", rest, Command::Hint),
        "go" => time("go", rest).map(|time| Command::Go(Go { time, ..Go::default() })),
        "analyze" => time("analyze", rest).map(Command::Analyze),
        "stop" => without_arguments("stop", rest, Command::Stop),
        "undo" => without_arguments("undo", rest, Command::Undo),
        "display" => without_arguments("display", rest, Command::Display),
        "d" => without_arguments("d", rest, Command::Display),
        "setoption" => parse_set_option(rest, board),
        "board" => board_size(rest),
        "uci" => without_arguments("uci", rest, Command::SwitchTo(Dialect::Uci)),
        "ugi" => without_arguments("ugi", rest, Command::SwitchTo(Dialect::Ugi)),
        "help" | "?" => help(rest),
        "quit" => without_arguments("quit", rest, Command::Quit),
        "exit" => without_arguments("exit", rest, Command::Quit),
        _ => without_command(line.trim(), board),
    }
}

/// Reads a line without a command: a single column is played, and a game is most likely meant for `position`.
fn without_command(line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let only_moves = |command| {
        let moves = excerpt(line);
        Err(ProtocolError::unknown(&moves, format_args!("did you mean '{command} {moves}'?")))
    };
    match line.as_bytes() {
        [b'0'..=b'9'] => column(line, board),
        _ if column_named(board, line).is_some() => column(line, board),
        [first, ..] if first.is_ascii_alphanumeric() && Game::parse(board, line).is_ok() => {
            only_moves("position")
        }
        _ => Err(ProtocolError::unknown(&excerpt(split_word(line).0), "type 'help' for commands")),
    }
}

/// Reads the column of `play`.
fn column(rest: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Err(ProtocolError::new("'play' needs a column, as in 'play 4'"));
    }
    let no_column = || {
        let (found, columns, middle) = (excerpt(word), columns_of(board), board.width().div_ceil(2));
        let example = format_args!("(columns are {columns}, as in 'play {middle}')");
        ProtocolError::new(format_args!("Invalid column '{found}' {example}"))
    };
    let column = column_named(board, word).ok_or_else(no_column)?;
    without_arguments("play", rest, Command::Play(column))
}

/// Reads the size of a board.
fn board_size(rest: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        let expected = "'board' needs a size, columns x rows, as in 'board 8x7'";
        return Err(ProtocolError::new(expected));
    }
    let board = word.parse().map_err(|error: ParseError| ProtocolError::new(error))?;
    without_arguments("board", rest, Command::Board(board))
}

/// Reads the command to explain.
fn help(rest: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Ok(Command::Help(None));
    }
    let no_help = || {
        let names: Vec<_> = topics().map(|(names, _)| names.replace(' ', ", ")).collect();
        let text = format!("No help on '{}' (topics: {})", excerpt(word), names.join(", "));
        ProtocolError::new(text)
    };
    let is_asked = |(names, _): &(&str, _)| names.split(' ').any(|name| name.eq_ignore_ascii_case(word));
    let (_, text) = topics().find(is_asked).ok_or_else(no_help)?;
    without_arguments("help COMMAND", rest, Command::Help(Some(text)))
}

/// Returns a command that takes no further arguments.
fn without_arguments(name: &str, rest: &str, command: Command) -> Result<Command, ProtocolError> {
    match split_word(rest).0 {
        "" => Ok(command),
        extra => Err(ProtocolError::new(format_args!("'{name}' does not take '{}'", excerpt(extra)))),
    }
}

/// Reads `[startpos] [moves] [MOVES]`.
fn position(rest: &str, board: BoardSize) -> Result<Game, ProtocolError> {
    let rest = without_keyword(without_keyword(rest, "startpos"), "moves");
    Game::parse(board, rest).map_err(|error| move_error(&error))
}

/// Returns the text after a keyword, or the whole text without it.
fn without_keyword<'a>(text: &'a str, keyword: &str) -> &'a str {
    match split_word(text) {
        (word, rest) if word.eq_ignore_ascii_case(keyword) => rest,
        _ => text,
    }
}

/// Returns the error of the protocol for an error in a text of moves. Scripts read the index in it, which
/// counts from 0.
fn move_error(error: &ParseError) -> ProtocolError {
    let index = error.index().unwrap_or_default();
    match error.kind() {
        ParseErrorKind::Character { found, expected } => {
            let found = excerpt(&found.to_string());
            ProtocolError::new(format_args!(
                "Invalid character '{found}' in move string at index {index} ({expected})"
            ))
        }
        ParseErrorKind::Move { reason: PlayError::ColumnFull { number }, .. } => {
            ProtocolError::new(format_args!("Column {number} is full, at index {index}"))
        }
        ParseErrorKind::Move { number, reason: PlayError::GameOver { winner } } => {
            let outcome = winner.map_or(GameOutcome::Drawn, GameOutcome::Won);
            ProtocolError::new(format_args!("Move {number} comes after the end of the game: {outcome}"))
        }
        _ => ProtocolError::new(format_args!("Invalid position: {error}")),
    }
}

/// Reads the time of a search in milliseconds.
fn time(command: &str, rest: &str) -> Result<Option<Duration>, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Ok(None);
    }
    let millis = word.parse().map_err(|_| {
        let found = excerpt(word);
        ProtocolError::new(format_args!(
            "Invalid time '{found}' (milliseconds are expected, as in '{command} 500')"
        ))
    })?;
    without_arguments(&format!("{command} MS"), rest, Command::Nothing)
        .map(|_| Some(Duration::from_millis(millis)))
}

/// Names the columns of a board by the first and the last.
fn columns_of(board: BoardSize) -> String {
    format!("1 to {}", board.width())
}

/// Returns the lines of a reply; none if the dialect has no words for it.
pub(super) fn print(reply: &Reply<'_>) -> String {
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
        Reply::Help(topic) => topic.map_or_else(commands, |text| format!("{}\n", text.trim_end())),
        // A win at once takes one line.
        Reply::Progress(request, ..) if request.position.can_win_next() => String::new(),
        Reply::Lines(result) if result.request.position.can_win_next() => String::new(),
        Reply::Progress(_, progress, line) => info(&Info::of_progress(progress, line)),
        Reply::Lines(result) => {
            let moves = result.lines.first().map_or(&[][..], |line| &line.moves);
            info(&Info::of_result(result, result.bounds, moves))
        }
        Reply::Best(result) => {
            let is_immediate = result.request.position.can_win_next();
            let text = if is_immediate { immediate_win(result) } else { best(result) };
            format!("{text}Nodes analyzed: {}\n", result.nodes)
        }
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
    let words = result.request.position.verdict(result.bounds);
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

/// Returns an `info` line.
fn info(info: &Info<'_>) -> String {
    let Info { nodes, nps, hashfull, bounds, moves, .. } = info;
    let millis = info.elapsed.as_millis();
    let word = |column: &Column| format!(" {column}");
    let line: String = moves.iter().map(word).collect();
    format!("info nodes {nodes} nps {nps} hashfull {hashfull} time {millis} bounds {bounds} pv{line}\n")
}

/// Returns the reply to `go`: every column that can be played, the best move and the nodes.
fn best(result: &SearchResult) -> String {
    let mut text = String::new();
    let position = &result.request.position;
    for (column, bounds) in position.size().columns().zip(result.columns.values()) {
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
    text
}

/// Describes the best move by its score, by the winner if only that is proven, or by bounds.
fn best_words(bounds: Bounds, position: &Position) -> String {
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
    let Some(column) = result.best() else { return String::new() };
    let at = result.request.position.nb_moves() + 1;
    format!("bestmove {column} score WIN (immediate) in 1 ply, at move {at}\n")
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
    let column =
        |bounds: &Option<Bounds>| bounds.map_or_else(|| " -".to_owned(), |found| format!(" {found}"));
    format!("analysis{}\n", result.columns.values().map(column).collect::<String>())
}

/// The word for an outcome in the line of a column.
fn column_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "WIN",
        Outcome::Draw => "DRAW",
        Outcome::Loss => "LOSS",
    }
}

/// The word for an outcome in the `bestmove` line, where scripts look for `LOSE`.
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
