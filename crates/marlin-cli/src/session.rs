//! The commands of the protocol carried out.
//!
//! Three threads: one reads lines, one searches, and the session itself waits for what either has to tell. A line that
//! comes while a search runs waits its turn, but for `stop`, which ends the search at once; somebody at a terminal
//! may also leave at once. So a file of commands gets the same answers however fast it is read.

mod search;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use marlin_core::{Column, Game, Limits, Progress, Solver, StopFlag};

use self::search::Verdict;
use crate::error::CliError;
use crate::lines::{Line, Lines};
use crate::protocol::{self, Command, ProtocolError};
use crate::render;
use crate::setting::{Engine, Setting};
use crate::text::excerpt;

/// Lines that are read ahead of the one being carried out, so that endless input takes bounded memory. A `stop`
/// behind that many other lines waits too.
const LINES_AHEAD: usize = 4096;

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
    /// There are no more lines, because of an error or not.
    InputEnded(io::Result<()>),
    /// The search tells how far it has come.
    Progress(String),
    /// The search has ended; without a verdict if it panicked.
    Finished(Option<Box<Verdict>>),
}

/// What to do when its turn has come.
#[derive(Debug)]
enum Task {
    /// Carry out a line, or answer why that can't be done.
    Line(Result<Command, ProtocolError>),
    /// End the session: there are no more lines.
    End(io::Result<()>),
}

/// The search that runs, and what to do with its verdict.
#[derive(Debug)]
struct Running {
    stop: StopFlag,
    question: Question,
}

/// What a search is to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// `go`: the best move.
    BestMove,
    /// `analyze`: the columns.
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
/// [`CliError::Output`] and [`CliError::Input`] at once, [`CliError::SearchFailed`] at the end.
pub(crate) fn run(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    solver: Solver,
    mode: Mode,
) -> Result<(), CliError> {
    let (events, inbox) = mpsc::channel();
    let permits = spawn_reader(input, events.clone())?;
    let session = Session {
        engine: Engine::new(solver),
        mode,
        out,
        events,
        permits,
        game: Game::new(),
        waiting: VecDeque::new(),
        running: None,
        search_failed: false,
    };
    session.run(&inbox)
}

/// Starts the thread that reads lines. It reads one for each permit that it is sent, and some ahead.
fn spawn_reader(input: impl BufRead + Send + 'static, events: Sender<Event>) -> io::Result<Sender<()>> {
    let (permits, permitted) = mpsc::channel();
    for _ in 0..LINES_AHEAD {
        // The receiver lives in this function still.
        let _ = permits.send(());
    }
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let ended = read_lines(input, &events, &permitted);
        // A session that is gone doesn't want to know.
        let _ = events.send(Event::InputEnded(ended));
    })?;
    Ok(permits)
}

fn read_lines(input: impl BufRead, events: &Sender<Event>, permitted: &Receiver<()>) -> io::Result<()> {
    let mut lines = Lines::new(input);
    while permitted.recv().is_ok() {
        let Some(line) = lines.next_line()? else { break };
        if events.send(Event::Line(line)).is_err() {
            break;
        }
    }
    Ok(())
}

/// A session: the game, the search that runs, and the tasks that wait for its end.
struct Session<'a> {
    engine: Engine,
    mode: Mode,
    out: &'a mut dyn Write,
    events: Sender<Event>,
    /// Takes one permit for each line done with.
    permits: Sender<()>,
    game: Game,
    waiting: VecDeque<Task>,
    running: Option<Running>,
    search_failed: bool,
}

impl Session<'_> {
    fn run(mut self, inbox: &Receiver<Event>) -> Result<(), CliError> {
        self.greet()?;
        // The session holds a sender itself, so that it never runs out of events before it ends.
        while let Ok(event) = inbox.recv() {
            if self.handle(event)?.is_break() || self.work_off()?.is_break() {
                break;
            }
        }
        if self.search_failed { Err(CliError::SearchFailed) } else { Ok(()) }
    }

    fn greet(&mut self) -> io::Result<()> {
        if self.mode == Mode::Terminal {
            let version = env!("CARGO_PKG_VERSION");
            self.say(&format!("Marlin {version}, exact Connect Four (type 'help' for commands)\n"))?;
        }
        self.prompt()
    }

    /// Asks somebody at a terminal for the next line, unless the last one isn't answered yet.
    fn prompt(&mut self) -> io::Result<()> {
        if self.mode == Mode::Terminal && self.running.is_none() { self.say("> ") } else { Ok(()) }
    }

    fn handle(&mut self, event: Event) -> Result<ControlFlow<()>, CliError> {
        match event {
            Event::Line(line) => return self.receive(line),
            Event::InputEnded(ended) => return self.receive_end(ended),
            Event::Progress(info) => self.tell_progress(&info)?,
            Event::Finished(verdict) => self.finish(verdict.as_deref())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes a line: what concerns the running search acts at once, everything else waits its turn.
    fn receive(&mut self, line: Line) -> Result<ControlFlow<()>, CliError> {
        let command = line.map_err(ProtocolError::from).and_then(|line| line.parse());
        match (&command, &self.running) {
            (Ok(Command::Stop), Some(running)) => {
                running.stop.stop();
                self.permit_line();
            }
            (Ok(Command::Quit), Some(_)) if self.mode == Mode::Terminal => {
                self.say("Goodbye!\n")?;
                return Ok(ControlFlow::Break(()));
            }
            _ => self.waiting.push_back(Task::Line(command)),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes note of the end of the input. The running search ends first, but nobody is left to wait at a terminal.
    fn receive_end(&mut self, ended: io::Result<()>) -> Result<ControlFlow<()>, CliError> {
        if self.mode == Mode::Terminal {
            self.say("\nGoodbye!\n")?;
            return Ok(ControlFlow::Break(()));
        }
        self.waiting.push_back(Task::End(ended));
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
                Some(Task::Line(Ok(Command::Quit))) => {
                    self.say("Goodbye!\n")?;
                    return Ok(ControlFlow::Break(()));
                }
                Some(Task::Line(command)) => self.carry_out(command)?,
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn carry_out(&mut self, command: Result<Command, ProtocolError>) -> io::Result<()> {
        match command.and_then(|command| self.answer(command)) {
            Ok(answer) => self.say(&answer)?,
            Err(error) => self.say(&format!("{error}\n"))?,
        }
        self.permit_line();
        self.prompt()
    }

    /// Lets the reader read another line; if it has reached the end it doesn't listen any more.
    fn permit_line(&self) {
        let _ = self.permits.send(());
    }

    /// Carries out a command and returns the answer, of a search the part that is known at once.
    fn answer(&mut self, command: Command) -> Result<String, ProtocolError> {
        match command {
            // `stop` without a search to stop is no mistake: the search may just have ended by itself.
            Command::Nothing | Command::Stop | Command::Quit => Ok(String::new()),
            Command::Position(game) => Ok(self.set_up(game)),
            Command::Go { time } => self.go(time),
            Command::Analyze => self.start(Question::Columns, None),
            Command::Undo => self.undo(),
            Command::Display => Ok(render::board(&self.game)),
            Command::SetOption(setting) => self.set_option(&setting),
            Command::Help => Ok(protocol::HELP.to_owned()),
        }
    }

    fn set_up(&mut self, game: Game) -> String {
        self.game = game;
        match self.game.moves().len() {
            0 => "Position reset to empty board\n".to_owned(),
            count => format!("Played {count} moves\n"),
        }
    }

    /// Changes the engine; no command is carried out while a search runs.
    fn set_option(&mut self, setting: &Setting) -> Result<String, ProtocolError> {
        self.engine.set(setting)?;
        Ok(match setting {
            Setting::Threads(threads) => format!("Threads: {threads}\n"),
            Setting::HashMib(mib) => format!("Hash: {mib} MiB\n"),
            Setting::ClearHash => "Hash cleared\n".to_owned(),
            Setting::OwnBook(is_asked) => format!("OwnBook: {is_asked}\n"),
            Setting::BookFile(Some(file)) => format!("BookFile: {}\n", excerpt(&file.to_string_lossy())),
            Setting::BookFile(None) => "BookFile: the program's own\n".to_owned(),
        })
    }

    fn undo(&mut self) -> Result<String, ProtocolError> {
        let column = self.game.undo().ok_or(ProtocolError::NothingToUndo)?;
        Ok(format!("Took back move {column}, {} moves left\n", self.game.moves().len()))
    }

    fn go(&mut self, time: Option<Duration>) -> Result<String, ProtocolError> {
        let position = *self.game.position();
        if let Some(outcome) = self.game.outcome() {
            return Ok(protocol::game_over(&position, outcome));
        }
        match search::immediate_win(&position) {
            Some(column) => Ok(protocol::immediate_win(&position, column)),
            None => self.start(Question::BestMove, time),
        }
    }

    /// Starts the search for an answer, of which nothing is known yet.
    fn start(&mut self, question: Question, time: Option<Duration>) -> Result<String, ProtocolError> {
        let stop = StopFlag::new();
        let limits = Limits { time, stop: Some(stop.clone()), ..Limits::NONE };
        let (solver, position) = (self.engine.solver().clone(), *self.game.position());
        let job = move |progress: &mut dyn FnMut(&Progress)| match question {
            Question::BestMove => search::best_move(&solver, &position, &limits, progress),
            Question::Columns => search::columns(&solver, &position, &limits, progress),
        };
        search::spawn(self.events.clone(), job).map_err(|_| ProtocolError::SearchFailed)?;
        self.running = Some(Running { stop, question });
        Ok(String::new())
    }

    fn tell_progress(&mut self, info: &str) -> io::Result<()> {
        match &self.running {
            Some(Running { question: Question::BestMove, .. }) => self.say(info),
            _ => Ok(()),
        }
    }

    /// Answers with the verdict of the search, which has just ended.
    fn finish(&mut self, verdict: Option<&Verdict>) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        match (verdict, running.question) {
            (Some(verdict), Question::BestMove) => self.say(&self.best_move(verdict))?,
            (Some(verdict), Question::Columns) => self.say(&protocol::analysis(&verdict.analysis))?,
            (None, _) => {
                self.search_failed = true;
                self.say(&format!("{}\n", ProtocolError::SearchFailed))?;
            }
        }
        self.prompt()
    }

    fn best_move(&self, verdict: &Verdict) -> String {
        let line: &[Column] = &verdict.line;
        let info = protocol::final_info(&verdict.analysis, self.engine.solver().table().hashfull(), line);
        // No command is carried out while a search runs, so the position is still the one that was searched.
        info + &protocol::verdict(self.game.position(), &verdict.analysis)
    }

    /// Writes text at once.
    fn say(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests;
