//! [`Executor`]: carries out the commands of a session, and prints the answers. [`EngineConfig`]: its solver
//! and options.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use marlin_coach::default_time;
use marlin_coach::level::SkillLevel;
use marlin_core::{BoardSize, Book, Column, Game, Limits, Solver, StopFlag, TableError, perft};
use marlin_notation::DropMove;
use marlin_support::options::{EngineError, read_book};

use super::input::SessionEvent;
use super::job::{self, Job, RunningSearch, SearchCommand};
use crate::protocol::setting::{OptionLine, OptionValues, Setting, options};
use crate::protocol::uci::bad_search_moves;
use crate::protocol::{Command, Dialect, Go, ProtocolError, Reply, ReplyOn, SearchResult};

/// The game of a session, its engine, and the search that runs.
pub(super) struct Executor<'a> {
    pub(super) engine: EngineConfig,
    /// The dialect of the answers.
    pub(super) dialect: Dialect,
    pub(super) is_coloured: bool,
    pub(super) out: &'a mut dyn Write,
    /// Passed on to searches.
    pub(super) events: Sender<SessionEvent>,
    pub(super) game: Game,
    /// The reason why the last position was refused, if it was. Programs ignore that error, so their next
    /// `go` must not search the position before it.
    pub(super) refused_position: Option<String>,
    pub(super) running: Option<RunningSearch>,
    pub(super) search_failed: bool,
}

impl Executor<'_> {
    /// Carries out a command and prints its answer. A search is only started.
    pub(super) fn execute(&mut self, command: Command) -> Result<(), CommandError> {
        if let Some(reason) = self.refused_position.clone() {
            match command {
                Command::Go(_) => {
                    let refused = format_args!("the last position was refused ({reason}): there is no move");
                    return Err(ProtocolError::of_go(refused).into());
                }
                Command::Perft(_) | Command::Display | Command::Query(_) => {
                    let before = "answering for the position before it";
                    let reason = format_args!("the last position was refused ({reason}): {before}");
                    self.print(&Reply::Error(&ProtocolError::new(reason)))?;
                }
                Command::Position(_) => self.refused_position = None,
                _ => {}
            }
        }
        match command {
            // `stop` without a search is no error: the search may just have ended by itself.
            Command::Nothing | Command::Stop | Command::PonderHit | Command::Quit => {}
            Command::SwitchTo(dialect) => {
                self.dialect = dialect;
                let options = self.engine.options();
                self.print(&Reply::Introduction(&options))?;
            }
            Command::IsReady => self.print(&Reply::Ready)?,
            Command::NewGame => {
                self.engine.solver.table().clear();
                self.begin_game();
            }
            Command::Position(game) => {
                // A command before this line failed to set the board on which the line was read.
                if game.size() != self.engine.solver.size() {
                    let reason = format!("the position is of board {}, which is not set", game.size());
                    return Err(ProtocolError::of_position(reason).into());
                }
                self.game = game;
                self.print(&Reply::Position(self.game.moves().len()))?;
            }
            Command::Board(board) => {
                self.engine.set_board(board).map_err(ProtocolError::new)?;
                self.begin_game();
                self.print(&Reply::NewBoard(board))?;
            }
            Command::Play(column) => self.play(column)?,
            Command::Moves => self.print_of_game(|game| Reply::Moves(game))?,
            Command::Hint if self.game.outcome().is_some() => {
                self.print_of_game(|game| Reply::NoHint(game))?;
            }
            Command::Hint => self.start(SearchCommand::Hint)?,
            Command::Go(go) => self.go(go)?,
            Command::Analyze(time) => self.start(SearchCommand::Columns(time))?,
            Command::Perft(depth) => {
                let position = *self.game.position();
                let after = |column| (column, perft(&position.after(column), depth - 1));
                let counts = position.legal_moves().map(after).collect();
                self.print_of_game(|game| Reply::Perft(game.position(), counts))?;
            }
            Command::Undo => {
                let column = self.game.undo();
                let column = column.ok_or_else(|| ProtocolError::new("No move to take back"))?;
                self.print(&Reply::Undone(column, self.game.moves().len()))?;
            }
            Command::Display => self.print_of_game(|game| Reply::Board(game))?,
            Command::Help(text) => self.print(&Reply::Help(text))?,
            Command::SetOption(setting) => {
                self.engine.set(&setting).map_err(ProtocolError::new)?;
                if self.engine.solver.size() != self.game.size() {
                    self.begin_game();
                }
                self.print(&Reply::Set(&setting))?;
            }
            Command::Query(query) => self.print_of_game(|game| Reply::Query(query, game))?,
        }
        Ok(())
    }

    /// Begins a game on the empty board.
    fn begin_game(&mut self) {
        self.game = Game::on(self.engine.solver.size());
        self.refused_position = None;
    }

    /// Plays a column in the game.
    fn play(&mut self, column: Column) -> Result<(), CommandError> {
        if let Some(outcome) = self.game.outcome() {
            let advice = "'undo' takes a move back, 'new' begins another game";
            return Err(ProtocolError::new(format_args!("the game is over: {outcome} ({advice})")).into());
        }
        self.game.play(column).map_err(|_| {
            let open = columns_are(&self.game.legal_moves().collect::<Vec<_>>());
            ProtocolError::new(format_args!("Column {column} is full ({open} open)"))
        })?;
        Ok(self.print_of_game(|game| Reply::Played(game))?)
    }

    /// Starts the search for the best move.
    fn go(&mut self, go: Go) -> Result<(), CommandError> {
        // A search that only a command ends is answered by that command, even where there is nothing to
        // search.
        if self.game.outcome().is_some() && go.reply_on == ReplyOn::Completion {
            return Ok(self.print_of_game(|game| Reply::GameOver(game))?);
        }
        let position = self.game.position();
        let can_play = |drop: &DropMove| {
            position.can_play(drop.column()) && drop.row() == Some(position.height(drop.column()))
        };
        if !go.drops.iter().all(can_play) {
            return Err(bad_search_moves().into());
        }
        self.start(SearchCommand::BestMove(go))
    }

    /// Starts the search that answers a command.
    fn start(&mut self, command: SearchCommand) -> Result<(), CommandError> {
        let stop = StopFlag::new();
        let job = self.job(&command, &stop);
        let (dialect, request) = (self.dialect, job.request());
        let describe =
            move |progress: &_, line: &_| dialect.print(&Reply::Progress(&request, progress, line));
        job::spawn(self.events.clone(), describe, move |report| job.run(report))
            .map_err(|_| ProtocolError::search_failed())?;
        let reply_on = match &command {
            SearchCommand::BestMove(go) => go.reply_on,
            SearchCommand::Hint | SearchCommand::Columns(_) => ReplyOn::Completion,
        };
        self.running = Some(RunningSearch { stop, command, reply_on, deadline: None, result: None });
        Ok(())
    }

    /// Returns the search that answers a command.
    fn job(&self, command: &SearchCommand, stop: &StopFlag) -> Job {
        let (solver, position) = (self.engine.solver.clone(), *self.game.position());
        let limits = Limits { stop: Some(stop.clone()), ..Limits::NONE };
        let shows_wdl = self.engine.shows_wdl;
        // The commands of the shell have the same limit: a program that disappears must not leave an endless
        // search.
        let limit = |asked: Option<Duration>, nodes: Option<u64>| {
            asked.or_else(|| default_time(solver.size()).filter(|_| nodes.is_none()))
        };
        let SearchCommand::BestMove(go) = command else {
            let asked = if let SearchCommand::Columns(time) = command { *time } else { None };
            let limits = Limits { time: limit(asked, None), ..limits };
            let (scores_all, columns) = (*command != SearchCommand::Hint, Vec::new());
            let (lines, level) = (usize::from(!scores_all), SkillLevel::MAX);
            return Job { solver, position, limits, scores_all, lines, columns, level, seed: 0, shows_wdl };
        };
        let is_timed = go.reply_on == ReplyOn::Completion;
        let time = limit(go.time_for(position.side_to_move()), go.nodes).filter(|_| is_timed);
        let lines = self.engine.multi_pv;
        let scores_all = self.dialect == Dialect::Native || go.reply_on == ReplyOn::Stop || lines != 1;
        let columns = go.drops.iter().map(|drop| drop.column()).collect();
        let (level, seed) = (self.engine.level, self.engine.seed());
        let limits = Limits { time, nodes: go.nodes, depth: go.depth, ..limits };
        Job { solver, position, limits, scores_all, lines, columns, level, seed, shows_wdl }
    }

    /// Prints the progress of a search for the best move.
    pub(super) fn print_progress(&mut self, info: &str) -> io::Result<()> {
        match &self.running {
            Some(RunningSearch { command: SearchCommand::BestMove(_), result: None, .. }) => self.write(info),
            _ => Ok(()),
        }
    }

    /// Takes the result of the search, which has just ended. Returns whether the command is answered now.
    pub(super) fn finish(&mut self, result: Option<Box<SearchResult>>) -> io::Result<bool> {
        let Some(running) = &mut self.running else { return Ok(false) };
        let Some(result) = result else {
            self.running = None;
            self.search_failed = true;
            self.print(&Reply::Error(&ProtocolError::search_failed()))?;
            return Ok(true);
        };
        let reply = match running.command {
            SearchCommand::BestMove(_) => Reply::Lines(&result),
            SearchCommand::Hint => Reply::Hint(&result),
            SearchCommand::Columns(_) => Reply::Columns(&result),
        };
        let is_whole = !matches!(reply, Reply::Lines(_));
        let text = text_of(self.dialect, self.is_coloured, &reply);
        let is_due = running.reply_on == ReplyOn::Completion;
        running.result = Some(result);
        if is_whole {
            self.running = None;
        }
        self.write(&text)?;
        if is_due && !is_whole { self.answer_when_found() } else { Ok(is_whole) }
    }

    /// Ends the search, and prints the best move as soon as it is known. Returns whether the command is
    /// answered now.
    pub(super) fn stop(&mut self) -> io::Result<bool> {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
        self.answer_when_found()
    }

    /// Prints the best move if it is known, otherwise as soon as it will be. Returns whether the command is
    /// answered now.
    fn answer_when_found(&mut self) -> io::Result<bool> {
        let Some(running) = &mut self.running else { return Ok(false) };
        running.reply_on = ReplyOn::Completion;
        let Some(result) = running.result.take() else { return Ok(false) };
        self.running = None;
        self.print(&Reply::Best(&result))?;
        Ok(true)
    }

    /// Starts the clock of a search that has pondered on the right move. Returns whether the command is
    /// answered now.
    pub(super) fn ponder_hit(&mut self) -> io::Result<bool> {
        let side = self.game.position().side_to_move();
        match &mut self.running {
            Some(running) if running.reply_on == ReplyOn::PonderHit => {
                if let SearchCommand::BestMove(go) = &running.command {
                    running.deadline = go.time_for(side).and_then(|time| Instant::now().checked_add(time));
                }
                self.answer_when_found()
            }
            _ => Ok(false),
        }
    }

    /// Prints a reply in the dialect of the session.
    pub(super) fn print(&mut self, reply: &Reply<'_>) -> io::Result<()> {
        let text = text_of(self.dialect, self.is_coloured, reply);
        self.write(&text)
    }

    /// Prints a reply about the game in the dialect of the session.
    fn print_of_game(&mut self, reply: impl FnOnce(&Game) -> Reply<'_>) -> io::Result<()> {
        let text = text_of(self.dialect, self.is_coloured, &reply(&self.game));
        self.write(&text)
    }

    /// Writes text at once.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// Names columns, as in 'columns 1, 2 and 5 are'.
fn columns_are(columns: &[Column]) -> String {
    let names: Vec<_> = columns.iter().map(Column::to_string).collect();
    match names.split_last() {
        Some((last, [])) => format!("column {last} is"),
        Some((last, others)) => format!("columns {} and {last} are", others.join(", ")),
        None => "no column is".to_owned(),
    }
}

/// The reason why a command is not carried out.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(super) enum CommandError {
    /// The line is refused.
    Refused(#[from] ProtocolError),
    /// The answer cannot be written.
    Unwritable(#[from] io::Error),
}

/// The solver of a session, and the values of its options.
#[derive(Debug)]
pub(super) struct EngineConfig {
    pub(super) solver: Solver,
    /// The book of a file, for its own board. The other boards have the built-in book, if there is one.
    named_book: Option<Book>,
    uses_book: bool,
    /// The number of lines of play to show.
    pub(super) multi_pv: usize,
    /// Whether the outcome is shown beside the score.
    pub(super) shows_wdl: bool,
    /// The strength of play.
    pub(super) level: SkillLevel,
    seed: u64,
}

impl EngineConfig {
    /// Returns the solver and its book, with the usual values of the other options.
    pub(super) fn new(solver: Solver, uses_book: bool) -> Self {
        let named_book = solver.book().cloned();
        Self { solver, named_book, uses_book, multi_pv: 1, shows_wdl: false, level: SkillLevel::MAX, seed: 0 }
    }

    /// Returns all options with their present values.
    pub(super) fn options(&self) -> [OptionLine; 11] {
        options(OptionValues {
            hash_mib: self.solver.table().hash_mib(),
            threads: self.solver.threads(),
            own_book: self.uses_book,
            board: self.solver.size(),
        })
    }

    /// Returns the seed of the moves of a level below 10: the value of the option, or a random one.
    pub(super) fn seed(&self) -> u64 {
        if self.seed == 0 { RandomState::new().hash_one(()) } else { self.seed }
    }

    /// Sets an option. If that fails, nothing changes.
    pub(super) fn set(&mut self, setting: &Setting) -> Result<(), EngineError> {
        let with_memory = |solver: Solver| {
            solver.table().reserve(solver.threads())?;
            Ok::<_, TableError>(solver)
        };
        match setting {
            Setting::Threads(threads) => {
                self.solver = with_memory(self.solver.to_builder().threads(*threads).build())?;
            }
            Setting::HashMib(mib) => {
                let builder = self.solver.to_builder().hash_mib(*mib);
                self.solver = with_memory(builder?.build())?;
            }
            Setting::ClearHash => self.solver.table().clear(),
            Setting::OwnBook(uses_book) => {
                self.uses_book = *uses_book;
                self.open_book();
            }
            Setting::BookFile(file) => {
                let read = |file: &PathBuf| read_book(file, Some(self.solver.size()));
                self.named_book = file.as_ref().map(read).transpose()?;
                self.open_book();
            }
            Setting::MultiPv(lines) => self.multi_pv = *lines,
            Setting::ShowWdl(shows_wdl) => self.shows_wdl = *shows_wdl,
            Setting::Level(level) => self.level = *level,
            Setting::Seed(seed) => self.seed = *seed,
            Setting::Variant(board) => self.set_board(*board)?,
            Setting::NoEffect(_) => {}
        }
        Ok(())
    }

    /// Changes the board, with an empty table and a book for that board, if there is one. The other settings
    /// are kept. If that fails, nothing changes.
    pub(super) fn set_board(&mut self, board: BoardSize) -> Result<(), TableError> {
        if board != self.solver.size() {
            self.solver = self.solver.for_board(board)?;
            self.open_book();
        }
        Ok(())
    }

    /// Gives the solver the book of its board, or none.
    fn open_book(&mut self) {
        let (builder, size) = (self.solver.to_builder(), self.solver.size());
        let named = self.named_book.clone().filter(|book| book.size() == size);
        self.solver = match named.or_else(|| Book::embedded(size)).filter(|_| self.uses_book) {
            Some(book) => builder.book(book),
            None => builder.without_book(),
        }
        .build();
    }
}

/// The stones of both players, in the colours of every drawing. For colour-blind readers the letters remain.
const X_STYLE: Style = AnsiColor::Yellow.on_default();
const O_STYLE: Style = AnsiColor::Red.on_default();

/// Returns the text of a reply, on request with its board in colours or its best move in bold.
fn text_of(dialect: Dialect, is_coloured: bool, reply: &Reply<'_>) -> String {
    let text = dialect.print(reply);
    match reply {
        _ if !is_coloured || dialect != Dialect::Native => text,
        Reply::Board(game) => coloured(&text, game.size()),
        Reply::Hint(_) => bold(&text, 0),
        // The move is above the number of nodes.
        Reply::Best(_) => bold(&text, text.lines().count().saturating_sub(2)),
        _ => text,
    }
}

/// Returns a drawing with coloured stones: its first lines are the rows of the board.
fn coloured(drawing: &str, size: BoardSize) -> String {
    let lines = drawing.split_inclusive('\n').enumerate();
    let line = |(row, line): (usize, &str)| {
        if row < size.height() { line.chars().map(coloured_symbol).collect() } else { line.to_owned() }
    };
    lines.map(line).collect()
}

/// Returns a text with a line in bold.
fn bold(text: &str, index: usize) -> String {
    let style = Style::new().bold();
    let line = |(number, line): (usize, &str)| {
        if number == index { format!("{style}{line}{style:#}\n") } else { format!("{line}\n") }
    };
    text.lines().enumerate().map(line).collect()
}

/// Returns a symbol of a drawing in colour; small letters, the stones that did not win, are not bold.
fn coloured_symbol(symbol: char) -> String {
    let style = match symbol {
        'X' => X_STYLE.bold(),
        'x' => X_STYLE,
        'O' => O_STYLE.bold(),
        'o' => O_STYLE,
        _ => return symbol.to_string(),
    };
    format!("{style}{symbol}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_leave_the_text_unchanged() {
        let game = "443".parse::<Game>().unwrap();
        let drawing = game.to_drawing();
        let coloured = coloured(&drawing, game.size());
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), drawing);
        assert_eq!(coloured.lines().filter(|line| line.contains('\u{1b}')).count(), 2, "{coloured:?}");
        assert_eq!(bold("a\nb\n", 1), "a\n\u{1b}[1mb\u{1b}[0m\n");
    }

    #[test]
    fn stones_that_did_not_win_have_a_colour_and_are_not_bold() {
        let line = "| o . X |\n";
        assert_eq!(
            coloured(line, BoardSize::STANDARD),
            "| \u{1b}[31mo\u{1b}[0m . \u{1b}[1m\u{1b}[33mX\u{1b}[0m |\n"
        );
    }
}
