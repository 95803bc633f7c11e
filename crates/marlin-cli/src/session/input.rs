//! The input of a session: the thread that reads, the reports of the threads, and the commands that wait for
//! their turn.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use marlin_core::BoardSize;
use marlin_support::lines::{Line, Lines};
use marlin_support::pipeline::ThreadError;

use crate::protocol::setting::Setting;
use crate::protocol::{Command, ProtocolError, SearchResult};

/// A report of another thread to the session.
#[derive(Debug)]
pub(super) enum SessionEvent {
    /// A line was read.
    Line(Line),
    /// There are no more lines, because of an error or not.
    InputEnded(io::Result<()>),
    /// The search has made progress: these lines describe it.
    Progress(String),
    /// The search has ended; without a result if it panicked.
    Finished(Option<Box<SearchResult>>),
}

/// The memory for lines that are read ahead of the one being carried out, in bytes, so that endless input
/// takes bounded memory: some 100,000 lines. Only a `stop` behind more lines than that waits too.
const AHEAD: usize = 64 << 20;

/// The maximum memory of a waiting line, without its text.
const LINE_COST: usize = 512;

/// Returns the memory that a line takes while it waits for its turn.
pub(super) fn cost(line: &Line) -> usize {
    LINE_COST + line.as_ref().map_or(0, String::len)
}

/// Starts the thread that reads lines, ahead of their turn as far as there is memory for them. Returns the
/// sender that tells it the memory of answered lines, which is free for others.
pub(super) fn spawn(
    input: impl BufRead + Send + 'static,
    events: Sender<SessionEvent>,
) -> Result<Sender<usize>, ThreadError> {
    let (permits, permitted) = mpsc::channel();
    let read = move || {
        let ended = read_lines(input, &events, &permitted);
        // If the session has ended, no report of the end is needed.
        let _ = events.send(SessionEvent::InputEnded(ended));
    };
    thread::Builder::new().name("reader".to_owned()).spawn(read).map_err(ThreadError)?;
    Ok(permits)
}

fn read_lines(
    input: impl BufRead,
    events: &Sender<SessionEvent>,
    permitted: &Receiver<usize>,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut waiting: usize = 0;
    while let Some(line) = lines.next_line()? {
        waiting += cost(&line);
        if events.send(SessionEvent::Line(line)).is_err() {
            break;
        }
        waiting -= permitted.try_iter().sum::<usize>();
        while waiting > AHEAD {
            let Ok(freed) = permitted.recv() else { return Ok(()) };
            waiting -= freed;
        }
    }
    Ok(())
}

/// A line of the input, as an error names it.
#[derive(Debug)]
pub(super) struct InputLine {
    /// Its number, counted from 1.
    pub(super) number: u64,
    /// Its beginning, fit to print.
    pub(super) text: String,
    /// The memory that it takes until it is answered, in bytes.
    pub(super) cost: usize,
}

/// A line with its command, or the end of the input, in the queue.
#[derive(Debug)]
pub(super) enum QueueItem {
    /// Carry out a line, or print its error.
    Line(InputLine, Result<Command, ProtocolError>),
    /// End the session: there are no more lines.
    End(io::Result<()>),
}

/// The commands that matter before their turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandKind {
    /// It ends a search.
    Stop,
    /// It starts a search.
    Search,
    /// The move that a search ponders on was played.
    PonderHit,
    /// It names a board.
    Board,
}

/// Returns the board that a command names, if any.
pub(super) const fn board_after(command: &Command) -> Option<BoardSize> {
    match command {
        Command::Board(board) | Command::SetOption(Setting::Variant(board)) => Some(*board),
        _ => None,
    }
}

fn kind(item: &QueueItem) -> Option<CommandKind> {
    let QueueItem::Line(_, Ok(command)) = item else { return None };
    match command {
        Command::Stop => Some(CommandKind::Stop),
        Command::Go(_) | Command::Hint | Command::Analyze(_) => Some(CommandKind::Search),
        Command::PonderHit => Some(CommandKind::PonderHit),
        command => board_after(command).map(|_| CommandKind::Board),
    }
}

/// The commands that wait for their turn, and the number of each kind: with 100,000 of them, a scan would be
/// slow.
#[derive(Debug, Default)]
pub(super) struct CommandQueue {
    items: VecDeque<QueueItem>,
    counts: [usize; 4],
}

impl CommandQueue {
    pub(super) fn push(&mut self, item: QueueItem) {
        if let Some(kind) = kind(&item) {
            self.counts[kind as usize] += 1;
        }
        self.items.push_back(item);
    }

    pub(super) fn pop(&mut self) -> Option<QueueItem> {
        let item = self.items.pop_front()?;
        if let Some(kind) = kind(&item) {
            self.counts[kind as usize] -= 1;
        }
        Some(item)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(super) const fn has(&self, kind: CommandKind) -> bool {
        self.counts[kind as usize] > 0
    }
}
