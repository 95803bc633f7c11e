//! The commands of the protocols carried out.
//!
//! Three threads: one reads lines, one searches, and the session itself waits for what either has to tell. A line that
//! comes while a search runs waits its turn, but for those that concern the search, as `stop` does, which ends it at once;
//! somebody at a terminal may also leave at once. So a file of commands gets the same answers however fast it is read.
//! At a terminal a line is edited while the session tells what it has to tell: a fourth thread prints that above it.

mod reader;
mod search;
mod shown;
mod terminal;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use marlin_core::{Column, Game, Limits, Solver, StopFlag};

use self::reader::Feed;
use self::search::{Job, Width};
use self::terminal::LineEditor;
use crate::commands::perft;
use crate::engine::Engine;
use crate::error::CliError;
use crate::lines::Line;
use crate::protocol::{Command, Dialect, Go, ProtocolError, Reply, Verdict, When};
use crate::render;
use crate::text::excerpt;

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
    /// The search has ended; without a verdict if it panicked.
    Finished(Option<Box<Verdict>>),
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

/// The search that runs, and what to do with its verdict.
#[derive(Debug)]
struct Running {
    stop: StopFlag,
    question: Question,
    /// When to answer.
    answer: When,
    /// When its time is over that began with a ponder hit.
    deadline: Option<Instant>,
    /// The verdict, if it is there and isn't to be told yet.
    verdict: Option<Box<Verdict>>,
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

/// Nobody waits for the verdict of a search whose session is gone.
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
            Event::Finished(verdict) => self.finish(verdict)?,
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
        if let Ok(Command::Speak(dialect)) = command {
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

    /// Carries out a command and tells the answer, of a search the part that is known at once.
    fn carry_out(&mut self, command: Command) -> Result<(), Failure> {
        if let Some(reason) = self.refused_position.clone() {
            match command {
                Command::Go(_) => return Err(ProtocolError::NothingToSearch { reason }.into()),
                Command::Perft(_) | Command::Display | Command::Query(_) => {
                    self.tell(&Reply::Error(&ProtocolError::PositionBefore { reason }))?;
                }
                Command::Position(_) | Command::NewGame => self.refused_position = None,
                _ => {}
            }
        }
        match command {
            // `stop` without a search to stop is no mistake: the search may just have ended by itself.
            Command::Nothing | Command::Stop | Command::PonderHit | Command::Quit => {}
            Command::Speak(dialect) => {
                self.dialect = dialect;
                let options = self.engine.options();
                self.tell(&Reply::Introduction(&options))?;
            }
            Command::IsReady => self.tell(&Reply::Ready)?,
            Command::NewGame => {
                self.engine.solver().table().clear();
                self.game = Game::new();
            }
            Command::Position(game) => {
                self.game = game;
                self.tell(&Reply::Position(self.game.moves().len()))?;
            }
            Command::Play(column) => self.play(column)?,
            Command::Moves => self.tell_of_game(|game| Reply::Moves(game))?,
            Command::Hint if self.game.outcome().is_some() => {
                self.tell_of_game(|game| Reply::NoHint(game))?;
            }
            Command::Hint => self.start(Question::Hint)?,
            Command::Go(go) => self.go(go)?,
            Command::Analyze => self.start(Question::Columns)?,
            Command::Perft(depth) => {
                let counts = perft::divide(self.game.position(), depth);
                self.tell_of_game(|game| Reply::Perft(game.position(), counts))?;
            }
            Command::Undo => {
                let column = self.game.undo().ok_or(ProtocolError::NothingToUndo)?;
                self.tell(&Reply::Undone(column, self.game.moves().len()))?;
            }
            Command::Display => self.tell_of_game(|game| Reply::Board(game))?,
            Command::Help(text) => self.tell(&Reply::Help(text))?,
            Command::SetOption(setting) => {
                self.engine.set(&setting).map_err(ProtocolError::from)?;
                self.tell(&Reply::Set(&setting))?;
            }
            Command::Query(query) => self.tell_of_game(|game| Reply::Answer(query, game))?,
        }
        Ok(())
    }

    /// Plays a column in the game.
    fn play(&mut self, column: Column) -> Result<(), Failure> {
        let outcome = self.game.outcome();
        self.game.play(column).map_err(|_| match outcome {
            Some(outcome) => ProtocolError::NothingToPlay { outcome },
            None => ProtocolError::CannotPlay { column, open: self.game.legal_moves() },
        })?;
        Ok(self.tell_of_game(|game| Reply::Played(game))?)
    }

    fn go(&mut self, mut go: Go) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return Ok(self.tell_of_game(|game| Reply::GameOver(game))?);
        }
        let position = self.game.position();
        let can_play =
            |&(column, row): &(Column, usize)| position.can_play(column) && position.height(column) == row;
        if !go.cells.iter().all(can_play) {
            return Err(ProtocolError::SearchMoves.into());
        }
        // The move that it ponders on was played while it waited for its turn.
        if go.answer == When::PonderHit && self.is_waiting(|command| *command == Command::PonderHit) {
            go.answer = When::Found;
        }
        self.start(Question::BestMove(go))
    }

    /// Starts the search for an answer, of which nothing is known yet.
    fn start(&mut self, question: Question) -> Result<(), Failure> {
        let stop = StopFlag::new();
        let job = self.job(&question, &stop);
        let (dialect, scope) = (self.dialect, job.scope());
        let words = move |progress: &_, line: &_| dialect.print(&Reply::Progress(&scope, progress, line));
        search::spawn(self.events.clone(), words, move |tell| job.run(tell))
            .map_err(|_| ProtocolError::SearchFailed)?;
        let answer = match &question {
            Question::BestMove(go) => go.answer,
            Question::Hint | Question::Columns => When::Found,
        };
        self.running = Some(Running { stop, question, answer, deadline: None, verdict: None });
        Ok(self.hurry()?)
    }

    /// Returns what a search has to do.
    fn job(&self, question: &Question, stop: &StopFlag) -> Job {
        let (solver, position) = (self.engine.solver().clone(), *self.game.position());
        let limits = Limits { stop: Some(stop.clone()), ..Limits::NONE };
        let shows_wdl = self.engine.shows_wdl();
        match question {
            Question::Columns => Job::for_columns(solver, position, limits, shows_wdl),
            Question::Hint => {
                Job { width: Width::Best, ..Job::for_columns(solver, position, limits, shows_wdl) }
            }
            Question::BestMove(go) => {
                let is_timed = go.answer == When::Found;
                let time = go.time_for(position.side_to_move()).filter(|_| is_timed);
                let scores_all = self.dialect == Dialect::Native || go.answer == When::Stopped;
                let width = match self.engine.multi_pv() {
                    1 if !scores_all => Width::Best,
                    lines => Width::All { lines },
                };
                let columns = go.cells.iter().map(|&(column, _)| column).collect();
                let level = self.engine.level();
                let limits = Limits { time, nodes: go.nodes, plies: go.plies, ..limits };
                Job { solver, position, limits, width, columns, level, shows_wdl }
            }
        }
    }

    fn tell_progress(&mut self, info: &str) -> io::Result<()> {
        match &self.running {
            Some(Running { question: Question::BestMove(_), verdict: None, .. }) => self.write(info),
            _ => Ok(()),
        }
    }

    /// Takes the verdict of the search, which has just ended.
    fn finish(&mut self, verdict: Option<Box<Verdict>>) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let Some(verdict) = verdict else {
            self.running = None;
            self.search_failed = true;
            self.tell(&Reply::Error(&ProtocolError::SearchFailed))?;
            return self.prompt();
        };
        let short_answer = match running.question {
            Question::BestMove(_) => None,
            Question::Hint => Some(Reply::Hint(&verdict)),
            Question::Columns => Some(Reply::Columns(&verdict)),
        };
        if let Some(answer) = short_answer {
            self.running = None;
            self.tell(&answer)?;
            return self.prompt();
        }
        let is_told = running.answer == When::Found;
        let lines = self.dialect.print(&Reply::Lines(&verdict));
        running.verdict = Some(verdict);
        self.write(&lines)?;
        if is_told { self.release() } else { Ok(()) }
    }

    /// Tells the best move if it is known, otherwise as soon as it will be.
    fn release(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.answer = When::Found;
        let Some(verdict) = running.verdict.take() else { return Ok(()) };
        self.running = None;
        self.tell(&Reply::Best(&verdict))?;
        self.prompt()
    }

    /// Lets the time of a search begin that has pondered on the right move.
    fn begin_time(&mut self) -> io::Result<()> {
        let side = self.game.position().side_to_move();
        match &mut self.running {
            Some(running) if running.answer == When::PonderHit => {
                if let Question::BestMove(go) = &running.question {
                    running.deadline = go.time_for(side).and_then(|time| Instant::now().checked_add(time));
                }
                self.release()
            }
            _ => Ok(()),
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
        let text = if is_coloured { &render::coloured(text) } else { text };
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// Why a command wasn't carried out.
enum Failure {
    /// It can't be: the session goes on.
    Refused(ProtocolError),
    /// Its answer can't be written: the session ends.
    Unwritable(io::Error),
}

impl From<ProtocolError> for Failure {
    fn from(error: ProtocolError) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Unwritable(error)
    }
}

#[cfg(test)]
mod tests;
