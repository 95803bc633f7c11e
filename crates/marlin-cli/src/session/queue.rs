//! [`CommandQueue`]: the commands that wait for their turn.

use std::collections::VecDeque;
use std::io;

use marlin_core::BoardSize;

use crate::protocol::setting::Setting;
use crate::protocol::{Command, ProtocolError};

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
        Command::Go(_) | Command::Hint | Command::Analyze => Some(CommandKind::Search),
        Command::PonderHit => Some(CommandKind::PonderHit),
        command => board_after(command).map(|_| CommandKind::Board),
    }
}

/// The commands that wait for their turn, and the number of each kind: with 100,000 of them, a scan would be slow.
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
