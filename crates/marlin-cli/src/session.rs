//! A session: lines are taken in turn, carried out, and answered.
//!
//! Three threads: one reads lines, one searches, and the session itself waits for what either has to tell. A line that
//! comes while a search runs waits its turn, but for those that concern the search, as `stop` does, which ends it at once;
//! somebody at a terminal may also leave at once. So a file of commands gets the same answers however fast it is read.
//! At a terminal a line is edited while the session tells what it has to tell: a fourth thread prints that above it.

mod execution;
mod reader;
mod search;
mod shown;
mod terminal;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use marlin_core::{Game, Solver, StopFlag};

use self::execution::Failure;
use self::reader::Feed;
use self::terminal::LineEditor;
use crate::engine::Engine;
use crate::error::CliError;
use marlin_protocol::board;
use marlin_protocol::{Command, Dialect, Go, ProtocolError, Reply, SearchResult, When};
use marlin_support::lines::Line;
use marlin_support::text::excerpt;

/// Who is at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A person: with a banner and a prompt, and `quit` doesn't wait for the search.
    Terminal,
    /// A program or a file: every command is answered in full before the next.
    Piped,
}

/// What the other threads tell the session.
#[derive(Debug)]
enum Event {
    /// A line was read.
    Line(Line),
    /// Somebody at a terminal has pressed Ctrl-C on an empty line.
    Interrupted,
    /// There are no more lines, because of an error or not.
    InputEnded(io::Result<()>),
    /// The search tells how far it has come.
    Progress(String),
    /// The search has ended; without a result if it panicked.
    Finished(Option<Box<SearchResult>>),
}

/// How a session begins, and what it is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    /// The language of the first line.
    pub(crate) dialect: Dialect,
    /// Who is at the other end.
    pub(crate) mode: Mode,
    /// Whether a line that can't be carried out is an error of the session in the end.
    pub(crate) is_strict: bool,
    /// Whether boards and best moves have colours.
    pub(crate) is_coloured: bool,
}

/// A line of the input as an error names it.
#[derive(Debug)]
struct Given {
    /// Its number, counted from 1.
    number: u64,
    /// How it begins, fit to print.
    text: String,
}

/// What to do when its turn has come.
#[derive(Debug)]
enum Task {
    /// Carry out a line, or answer why that can't be done.
    Line(Given, Result<Command, ProtocolError>),
    /// End the session: there are no more lines.
    End(io::Result<()>),
}

/// The search that runs, and what to do with its result.
#[derive(Debug)]
struct Running {
    stop: StopFlag,
    question: Question,
    /// When to answer.
    answer: When,
    /// When its time is over that began with a ponder hit.
    deadline: Option<Instant>,
    /// The result, if it is there and isn't to be told yet.
    result: Option<Box<SearchResult>>,
}

/// What a search is to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Question {
    /// The best move.
    BestMove(Go),
    /// The best move in plain words.
    Hint,
    /// The scores of all columns.
    Columns,
}

/// Nobody waits for the result of a search whose session is gone.
impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Carries out the lines of the input until it ends or one says so.
///
/// # Errors
///
/// [`CliError::Output`] and [`CliError::Input`] at once, [`CliError::SearchFailed`] and, of a strict session,
/// [`CliError::RefusedLines`] at the end.
pub(crate) fn run(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    solver: Solver,
    setup: Setup,
) -> Result<(), CliError> {
    let (events, inbox) = mpsc::channel();
    let feed = reader::spawn(input, events.clone())?;
    Session::new(solver, setup, out, events, feed).run(&inbox)
}

/// Carries out the lines that somebody enters at a terminal, who can edit them; where the terminal can't do that, the lines
/// of the input.
///
/// # Errors
///
/// Those of [`run`].
pub(crate) fn run_at_terminal(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    solver: Solver,
    setup: Setup,
) -> Result<(), CliError> {
    let Some((editor, mut printer)) = LineEditor::open() else { return run(input, out, solver, setup) };
    let (events, inbox) = mpsc::channel();
    let feed = reader::spawn_editor(editor, events.clone())?;
    Session::new(solver, setup, &mut printer, events, feed).run(&inbox)
}

/// A session: the game, the search that runs, and the tasks that wait for its end.
struct Session<'a> {
    engine: Engine,
    /// The language of what is told.
    dialect: Dialect,
    /// The language of the next line: it may be another while the command that changes it waits its turn.
    dialect_of_lines: Dialect,
    setup: Setup,
    out: &'a mut dyn Write,
    events: Sender<Event>,
    feed: Feed,
    game: Game,
    /// Why the last position was refused, if it was: a dialect in which nobody looks doesn't go on with the one before.
    refused_position: Option<String>,
    waiting: VecDeque<Task>,
    running: Option<Running>,
    /// The lines read so far.
    nb_lines: u64,
    /// Those of them that couldn't be carried out.
    nb_refused: u64,
    first_refused: Option<Given>,
    /// Whether the end was asked for in a dialect in which that doesn't wait for a search.
    is_leaving: bool,
    /// Whether the last thing entered was an interrupt without a search to end.
    was_interrupted: bool,
    search_failed: bool,
}

impl<'a> Session<'a> {
    fn new(solver: Solver, setup: Setup, out: &'a mut dyn Write, events: Sender<Event>, feed: Feed) -> Self {
        Self {
            engine: Engine::new(solver),
            dialect: setup.dialect,
            dialect_of_lines: setup.dialect,
            setup,
            out,
            events,
            feed,
            game: Game::new(),
            refused_position: None,
            waiting: VecDeque::new(),
            running: None,
            nb_lines: 0,
            nb_refused: 0,
            first_refused: None,
            is_leaving: false,
            was_interrupted: false,
            search_failed: false,
        }
    }

    fn run(mut self, inbox: &Receiver<Event>) -> Result<(), CliError> {
        self.greet()?;
        self.ask_for_line();
        // The session holds a sender itself, so that it never runs out of events before it ends.
        while let Some(event) = self.next_event(inbox) {
            let is_entered = matches!(event, Event::Line(_) | Event::Interrupted);
            if self.handle(event)?.is_break() || self.work_off()?.is_break() {
                break;
            }
            if is_entered {
                self.ask_for_line();
            }
        }
        match self.first_refused {
            _ if self.search_failed => Err(CliError::SearchFailed),
            Some(Given { number, text }) if self.setup.is_strict => {
                Err(CliError::RefusedLines { refused: self.nb_refused, first: number, text })
            }
            _ => Ok(()),
        }
    }

    /// Waits for an event; a search whose time comes before that is stopped.
    fn next_event(&mut self, inbox: &Receiver<Event>) -> Option<Event> {
        if let Some(running) = &mut self.running
            && let Some(deadline) = running.deadline
        {
            match inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Err(RecvTimeoutError::Timeout) => {
                    running.stop.stop();
                    running.deadline = None;
                }
                event => return event.ok(),
            }
        }
        inbox.recv().ok()
    }

    fn greet(&mut self) -> io::Result<()> {
        if self.is_at_terminal() {
            let version = env!("CARGO_PKG_VERSION");
            self.write(&format!("Marlin {version}, exact Connect Four (type 'help' for commands)\n"))?;
        }
        self.prompt()
    }

    /// Returns whether a person speaks Marlin's own dialect.
    fn is_at_terminal(&self) -> bool {
        self.setup.mode == Mode::Terminal && self.dialect == Dialect::Native
    }

    /// Asks somebody at a terminal without an editor for the next line, unless the last one isn't answered yet.
    fn prompt(&mut self) -> io::Result<()> {
        let is_due = matches!(self.feed, Feed::Permits(_)) && self.is_at_terminal() && self.running.is_none();
        if is_due { self.write(&self.prompt_text()) } else { Ok(()) }
    }

    /// Asks for the next line in an editor: during a search as well, and only when the answer to the last one can't come
    /// between any more.
    fn ask_for_line(&self) {
        if let Feed::Prompts(prompts) = &self.feed {
            let prompt = if self.is_at_terminal() { self.prompt_text() } else { String::new() };
            // A reader that is gone has told the end of the input.
            let _ = prompts.send(prompt);
        }
    }

    fn prompt_text(&self) -> String {
        match self.game.outcome() {
            Some(_) => "game over> ".to_owned(),
            None => format!("{} to move> ", self.game.position().side_to_move()),
        }
    }

    fn handle(&mut self, event: Event) -> Result<ControlFlow<()>, CliError> {
        match event {
            Event::Line(line) => return self.receive(line),
            Event::Interrupted => return self.interrupt(),
            Event::InputEnded(ended) => return self.receive_end(ended),
            Event::Progress(info) => self.tell_progress(&info)?,
            Event::Finished(result) => self.finish(result)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Ends the search that runs. If there is none, the second interrupt in a row ends the session: the first may have been
    /// meant for a search that has just ended by itself.
    fn interrupt(&mut self) -> Result<ControlFlow<()>, CliError> {
        let Some(running) = &self.running else {
            if !std::mem::replace(&mut self.was_interrupted, true) {
                self.write("(Ctrl-C again, Ctrl-D or 'quit' leaves)\n")?;
                self.prompt()?;
                return Ok(ControlFlow::Continue(()));
            }
            self.tell(&Reply::Goodbye)?;
            return Ok(ControlFlow::Break(()));
        };
        running.stop.stop();
        self.release()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Takes a line: what concerns the running search acts at once, everything else waits its turn.
    fn receive(&mut self, line: Line) -> Result<ControlFlow<()>, CliError> {
        self.nb_lines += 1;
        self.was_interrupted = false;
        let text = line.as_ref().map_or_else(|error| error.start().to_owned(), |line| excerpt(line));
        let given = Given { number: self.nb_lines, text };
        let command = line.map_err(ProtocolError::from).and_then(|line| self.dialect_of_lines.parse(&line));
        if let Ok(Command::SwitchTo(dialect)) = command {
            self.dialect_of_lines = dialect;
        }
        match (&command, &self.running) {
            (Ok(Command::Stop), Some(running)) => {
                running.stop.stop();
                self.release()?;
                // It also ends what was asked for before it and hasn't begun.
                if self.is_search_waiting() {
                    self.waiting.push_back(Task::Line(given, command));
                    return Ok(ControlFlow::Continue(()));
                }
            }
            (Ok(Command::PonderHit), Some(_)) if !self.is_search_waiting() => self.begin_time()?,
            (Ok(Command::IsReady), Some(_)) if self.waiting.is_empty() => self.tell(&Reply::Ready)?,
            (Ok(Command::Quit), Some(_)) if self.is_at_terminal() => {
                self.tell(&Reply::Goodbye)?;
                return Ok(ControlFlow::Break(()));
            }
            (Ok(Command::Nothing), Some(_)) => {}
            // A second `bestmove` must not come before that of the search that runs.
            (Err(error), Some(_))
                if self.dialect != Dialect::Native && self.waiting.is_empty() && !error.answers_go() =>
            {
                self.refuse(given, error)?;
            }
            _ => {
                self.is_leaving |= command == Ok(Command::Quit) && self.dialect != Dialect::Native;
                self.waiting.push_back(Task::Line(given, command));
                self.hurry()?;
                return Ok(ControlFlow::Continue(()));
            }
        }
        self.permit_line();
        Ok(ControlFlow::Continue(()))
    }

    /// Returns whether a search was asked for that hasn't begun.
    fn is_search_waiting(&self) -> bool {
        self.is_waiting(|command| matches!(command, Command::Go(_) | Command::Hint | Command::Analyze))
    }

    fn is_waiting(&self, is_meant: impl Fn(&Command) -> bool) -> bool {
        self.waiting.iter().any(|task| matches!(task, Task::Line(_, Ok(command)) if is_meant(command)))
    }

    /// Ends a search that waits to be told so, if something else waits for its end: nothing must wait for ever. Whoever
    /// leaves waits for none, and a `stop` that came before it began is for it.
    fn hurry(&mut self) -> io::Result<()> {
        let is_stopped = self.is_waiting(|command| *command == Command::Stop);
        let is_urgent = |running: &Running| running.answer != When::Found || self.is_leaving || is_stopped;
        match &self.running {
            Some(running) if is_urgent(running) && !self.waiting.is_empty() => {
                running.stop.stop();
                self.release()
            }
            _ => Ok(()),
        }
    }

    /// Takes note of the end of the input. The running search ends first, but nobody is left to wait at a terminal.
    fn receive_end(&mut self, ended: io::Result<()>) -> Result<ControlFlow<()>, CliError> {
        if self.is_at_terminal() {
            // An editor has ended the line already.
            let line_end = if matches!(self.feed, Feed::Permits(_)) { "\n" } else { "" };
            self.write(&format!("{line_end}Goodbye!\n"))?;
            return Ok(ControlFlow::Break(()));
        }
        self.waiting.push_back(Task::End(ended));
        self.hurry()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Carries out what waits, until a search runs.
    fn work_off(&mut self) -> Result<ControlFlow<()>, CliError> {
        while self.running.is_none() {
            match self.waiting.pop_front() {
                None => break,
                Some(Task::End(ended)) => {
                    ended.map_err(|source| CliError::Input { name: "standard input".to_owned(), source })?;
                    return Ok(ControlFlow::Break(()));
                }
                Some(Task::Line(_, Ok(Command::Quit))) => {
                    self.tell(&Reply::Goodbye)?;
                    return Ok(ControlFlow::Break(()));
                }
                Some(Task::Line(given, command)) => {
                    let done = command.map_err(Failure::from).and_then(|command| self.carry_out(command));
                    match done {
                        Ok(()) => {}
                        Err(Failure::Refused(error)) => self.refuse(given, &error)?,
                        Err(Failure::Unwritable(error)) => return Err(error.into()),
                    }
                    self.permit_line();
                    self.prompt()?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Answers a line that can't be carried out.
    fn refuse(&mut self, line: Given, error: &ProtocolError) -> io::Result<()> {
        self.nb_refused += 1;
        self.first_refused.get_or_insert(line);
        if self.dialect != Dialect::Native
            && let Some(reason) = error.reason_against_position()
        {
            self.refused_position = Some(reason);
        }
        self.tell(&Reply::Error(error))
    }

    /// Lets the reader read another line; if it has reached the end it doesn't listen any more.
    fn permit_line(&self) {
        if let Feed::Permits(permits) = &self.feed {
            let _ = permits.send(());
        }
    }

    /// Tells something in the dialect of the session.
    fn tell(&mut self, reply: &Reply<'_>) -> io::Result<()> {
        let text = self.dialect.print(reply);
        self.write(&text)
    }

    /// Tells something about the game in the dialect of the session.
    fn tell_of_game(&mut self, reply: impl FnOnce(&Game) -> Reply<'_>) -> io::Result<()> {
        let text = self.dialect.print(&reply(&self.game));
        self.write(&text)
    }

    /// Writes text at once.
    fn write(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let is_coloured = self.setup.is_coloured && self.dialect == Dialect::Native;
        let text = if is_coloured { &board::coloured(text) } else { text };
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests;
