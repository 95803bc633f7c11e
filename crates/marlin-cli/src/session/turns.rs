//! [`Session`]: takes lines in turn.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use marlin_core::{BoardSize, Game, Solver};
use marlin_support::exit::Failure;
use marlin_support::lines::Line;
use marlin_support::text::excerpt;

use super::executor::{CommandError, EngineConfig, Executor};
use super::input::{self, CommandKind, CommandQueue, InputLine, QueueItem, SessionEvent, board_after};
use super::job::RunningSearch;
use crate::commands::shared::STANDARD_INPUT;
use crate::protocol::{Command, Dialect, Go, ProtocolError, Reply, ReplyOn};

/// The kind of user at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A person: with a banner and a prompt, and `quit` ends the search.
    Terminal,
    /// A program or a file: every command is answered in full before the next.
    Piped,
}

/// The values at the start of a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    /// The dialect of the first line.
    pub(crate) dialect: Dialect,
    /// The kind of user at the other end.
    pub(crate) mode: Mode,
    /// Whether a refused line is an error at the end of the session.
    pub(crate) is_strict: bool,
    /// Whether an opening book is used.
    pub(crate) uses_book: bool,
    /// Whether boards have colours, and best moves are bold.
    pub(crate) is_coloured: bool,
}

/// Whether the session continues.
type Flow = Result<ControlFlow<()>, Failure>;

const CONTINUE: Flow = Ok(ControlFlow::Continue(()));
const BREAK: Flow = Ok(ControlFlow::Break(()));

/// A session: the commands that wait for the end of a search, and the executor of their commands.
pub(super) struct Session<'a> {
    pub(super) executor: Executor<'a>,
    /// The dialect of the next line. It differs from the dialect of the answers while a command that changes
    /// it waits.
    dialect_of_lines: Dialect,
    /// The board of the next line, likewise.
    board_of_lines: BoardSize,
    setup: Setup,
    /// Tells the reader the memory of answered lines.
    permits: Sender<usize>,
    waiting: CommandQueue,
    /// The number of lines read so far.
    nb_lines: u64,
    /// The number of refused lines.
    nb_refused: u64,
    first_refused: Option<InputLine>,
    /// Whether a program ends the session without waiting for the search.
    is_leaving: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        solver: Solver,
        setup: Setup,
        out: &'a mut dyn Write,
        events: Sender<SessionEvent>,
        permits: Sender<usize>,
    ) -> Self {
        let Setup { dialect, uses_book, is_coloured, .. } = setup;
        let board = solver.size();
        let executor = Executor {
            engine: EngineConfig::new(solver, uses_book),
            dialect,
            is_coloured,
            out,
            events,
            game: Game::on(board),
            refused_position: None,
            running: None,
            search_failed: false,
        };
        Self {
            executor,
            dialect_of_lines: dialect,
            board_of_lines: board,
            setup,
            permits,
            waiting: CommandQueue::default(),
            nb_lines: 0,
            nb_refused: 0,
            first_refused: None,
            is_leaving: false,
        }
    }

    /// Handles events until the session ends.
    pub(super) fn run(mut self, inbox: &Receiver<SessionEvent>) -> Result<(), Failure> {
        self.greet()?;
        // The executor holds a sender, so the events end after the session.
        while let Some(event) = self.next_event(inbox) {
            if self.handle(event)?.is_break() || self.run_waiting()?.is_break() {
                break;
            }
        }
        match self.first_refused {
            _ if self.executor.search_failed => {
                Err(Failure::failed("a search failed during this session: this is a bug in marlin"))
            }
            Some(InputLine { number, text, .. }) if self.setup.is_strict => {
                Err(Failure::usage(match self.nb_refused {
                    1 => format!("1 line could not be carried out, line {number}: {text}"),
                    many => {
                        format!("{many} lines could not be carried out, the first is line {number}: {text}")
                    }
                }))
            }
            _ => Ok(()),
        }
    }

    /// Waits for an event. If the deadline of the search is first, the search is ended.
    fn next_event(&mut self, inbox: &Receiver<SessionEvent>) -> Option<SessionEvent> {
        if let Some(running) = &mut self.executor.running
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
            let banner = format!("Marlin {version}, exact Connect Four (type 'help' for commands)\n");
            self.executor.write(&banner)?;
        }
        self.prompt()
    }

    /// Returns whether a person uses Marlin's own dialect.
    fn is_at_terminal(&self) -> bool {
        self.setup.mode == Mode::Terminal && self.executor.dialect == Dialect::Native
    }

    /// Prompts a user at a terminal, unless the last line is still unanswered.
    fn prompt(&mut self) -> io::Result<()> {
        if !self.is_at_terminal() || self.executor.running.is_some() {
            return Ok(());
        }
        let game = &self.executor.game;
        let prompt = match game.outcome() {
            Some(_) => "game over> ".to_owned(),
            None => format!("{} to move> ", game.position().side_to_move()),
        };
        self.executor.write(&prompt)
    }

    /// Prompts a user at a terminal if a command was answered.
    fn prompt_if(&mut self, is_answered: bool) -> io::Result<()> {
        if is_answered { self.prompt() } else { Ok(()) }
    }

    fn handle(&mut self, event: SessionEvent) -> Flow {
        match event {
            SessionEvent::Line(line) => return self.receive(line),
            SessionEvent::InputEnded(ended) => return self.receive_end(ended),
            SessionEvent::Progress(info) => self.executor.print_progress(&info)?,
            SessionEvent::Finished(result) => {
                let is_answered = self.executor.finish(result)?;
                self.prompt_if(is_answered)?;
            }
        }
        CONTINUE
    }

    /// Ends the running search, which is then answered.
    fn stop_search(&mut self) -> io::Result<()> {
        let is_answered = self.executor.stop()?;
        self.prompt_if(is_answered)
    }

    /// Handles a line. A command that concerns the running search is executed at once, any other waits for
    /// its turn.
    fn receive(&mut self, line: Line) -> Flow {
        self.nb_lines += 1;
        let text = line.as_ref().map_or_else(|error| error.start().to_owned(), |line| excerpt(line));
        let cost = input::cost(&line);
        let line_read = InputLine { number: self.nb_lines, text, cost };
        let parsed = line.map_err(ProtocolError::from);
        let command = parsed.and_then(|line| self.dialect_of_lines.parse(&line, self.board_of_lines));
        if let Ok(command) = &command {
            match command {
                Command::SwitchTo(dialect) => self.dialect_of_lines = *dialect,
                command => self.board_of_lines = board_after(command).unwrap_or(self.board_of_lines),
            }
        }
        if self.executor.running.is_none() {
            return self.queue(line_read, command);
        }
        match &command {
            Ok(Command::Stop) => {
                self.stop_search()?;
                // It also ends searches before it that have not begun.
                if self.waiting.has(CommandKind::Search) {
                    self.waiting.push(QueueItem::Line(line_read, command));
                    return CONTINUE;
                }
            }
            Ok(Command::PonderHit) if !self.waiting.has(CommandKind::Search) => {
                let is_answered = self.executor.ponder_hit()?;
                self.prompt_if(is_answered)?;
            }
            Ok(Command::IsReady) if self.waiting.is_empty() => self.executor.print(&Reply::Ready)?,
            Ok(Command::Quit) if self.is_at_terminal() => {
                self.executor.print(&Reply::Goodbye)?;
                return BREAK;
            }
            Ok(Command::Nothing) => {}
            // The running search must answer its `bestmove` before a second one.
            Err(error)
                if self.executor.dialect != Dialect::Native
                    && self.waiting.is_empty()
                    && !error.answers_go() =>
            {
                self.refuse(line_read, error)?;
            }
            _ => return self.queue(line_read, command),
        }
        self.permit(cost);
        CONTINUE
    }

    /// Queues a line until its turn.
    fn queue(&mut self, line: InputLine, command: Result<Command, ProtocolError>) -> Flow {
        self.is_leaving |= command == Ok(Command::Quit) && self.executor.dialect != Dialect::Native;
        self.waiting.push(QueueItem::Line(line, command));
        self.end_search_for_waiting()?;
        CONTINUE
    }

    /// Stops an open-ended search (`go infinite`, `ponder`) as soon as another command is queued. Stops any
    /// search if the program leaves, or if a `stop` came before the search began.
    fn end_search_for_waiting(&mut self) -> io::Result<()> {
        let is_stopped = self.waiting.has(CommandKind::Stop);
        let must_end = |running: &RunningSearch| {
            running.reply_on != ReplyOn::Completion || self.is_leaving || is_stopped
        };
        match &self.executor.running {
            Some(running) if must_end(running) && !self.waiting.is_empty() => self.stop_search(),
            _ => Ok(()),
        }
    }

    /// Handles the end of the input. The running search ends first, except at a terminal, where the user has
    /// left.
    fn receive_end(&mut self, ended: io::Result<()>) -> Flow {
        if self.is_at_terminal() {
            self.executor.write("\nGoodbye!\n")?;
            return BREAK;
        }
        self.waiting.push(QueueItem::End(ended));
        self.end_search_for_waiting()?;
        CONTINUE
    }

    /// Runs the waiting commands until one of them starts a search.
    fn run_waiting(&mut self) -> Flow {
        while self.executor.running.is_none() {
            match self.waiting.pop() {
                None => break,
                Some(QueueItem::End(ended)) => {
                    ended.map_err(|error| Failure::read(STANDARD_INPUT, &error))?;
                    return BREAK;
                }
                Some(QueueItem::Line(_, Ok(Command::Quit))) => {
                    self.executor.print(&Reply::Goodbye)?;
                    return BREAK;
                }
                Some(QueueItem::Line(line, command)) => {
                    let cost = line.cost;
                    match command.map_err(CommandError::from).and_then(|command| self.execute(command)) {
                        Ok(()) => {}
                        Err(CommandError::Refused(error)) => {
                            self.refuse(line, &error)?;
                            // The line may have named another board. If a waiting line names a board, that
                            // board applies to the lines to come.
                            if !self.waiting.has(CommandKind::Board) {
                                self.board_of_lines = self.executor.engine.solver.size();
                            }
                        }
                        Err(CommandError::Unwritable(error)) => return Err(error.into()),
                    }
                    self.permit(cost);
                    self.prompt()?;
                }
            }
        }
        CONTINUE
    }

    fn execute(&mut self, mut command: Command) -> Result<(), CommandError> {
        // The move that it ponders on was played while it waited for its turn.
        if let Command::Go(Go { reply_on: reply_on @ ReplyOn::PonderHit, .. }) = &mut command
            && self.waiting.has(CommandKind::PonderHit)
        {
            *reply_on = ReplyOn::Completion;
        }
        self.executor.execute(command)?;
        Ok(self.end_search_for_waiting()?)
    }

    /// Prints the error of a line.
    fn refuse(&mut self, line: InputLine, error: &ProtocolError) -> io::Result<()> {
        self.nb_refused += 1;
        self.first_refused.get_or_insert(line);
        if self.executor.dialect != Dialect::Native
            && let Some(reason) = error.reason_against_position()
        {
            self.executor.refused_position = Some(reason.to_owned());
        }
        self.executor.print(&Reply::Error(error))
    }

    /// Lets the reader use the memory of a line for others. After the end of the input there is no reader.
    fn permit(&self, cost: usize) {
        let _ = self.permits.send(cost);
    }
}
