//! A session at a terminal: the editor of its lines, with printed text above the line being edited.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustyline::config::Config;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, ExternalPrinter, KeyEvent,
    Movement, RepeatCount,
};

use super::input::SessionEvent;

/// Reads lines that are edited, with a history that lasts as long as the session.
pub(super) struct LineEditor(Editor<(), MemHistory>);

impl LineEditor {
    /// Returns an editor of lines, and an output that prints above the line being edited; `None` on a terminal without
    /// support for this.
    pub(super) fn open() -> Option<(Self, Printer)> {
        let mut editor = Editor::with_history(Config::default(), MemHistory::new()).ok()?;
        editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(ClearLine)));
        // The editor does not take the terminal back after a stop: there would be no prompt, and a line half hidden.
        editor.bind_sequence(KeyEvent::ctrl('Z'), EventHandler::Simple(Cmd::Noop));
        let printer = Printer::start(editor.create_external_printer().ok()?).ok()?;
        Some((Self(editor), printer))
    }

    /// Lets a line be entered after a prompt.
    pub(super) fn read(&mut self, prompt: &str) -> SessionEvent {
        match self.0.readline(prompt) {
            Ok(line) => {
                // A line outside of the history is carried out all the same.
                let _ = self.0.add_history_entry(&line);
                SessionEvent::Line(Ok(line))
            }
            Err(ReadlineError::Interrupted) => SessionEvent::Interrupted,
            Err(ReadlineError::Eof) => SessionEvent::InputEnded(Ok(())),
            Err(ReadlineError::Io(error)) => SessionEvent::InputEnded(Err(error)),
            Err(error) => SessionEvent::InputEnded(Err(io::Error::other(error))),
        }
    }
}

/// Ctrl-C clears a line; on an empty one it is an interrupt.
struct ClearLine;

impl ConditionalEventHandler for ClearLine {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        (!context.line().is_empty()).then_some(Cmd::Kill(Movement::WholeBuffer))
    }
}

/// Prints above the line being edited, text by text as it is flushed.
///
/// A separate thread prints, because the editor takes one text at a time, and only while a line is edited. If the session
/// waited for that, it could not prompt for the next line.
pub(super) struct Printer {
    text: String,
    texts: Option<Sender<String>>,
    printed: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

/// The time to wait for a text to be printed. Nearly always it is printed at once, and the next prompt follows it. But an
/// editor that has just returned a line prints no text before it is asked for the next line.
const PRINT_TIMEOUT: Duration = Duration::from_millis(50);

impl Printer {
    fn start(mut terminal: impl ExternalPrinter + Send + 'static) -> io::Result<Self> {
        let (texts, to_print) = mpsc::channel();
        let (done, printed) = mpsc::channel();
        let thread = thread::Builder::new().name("printer".to_owned()).spawn(move || {
            for text in to_print {
                // If the terminal is gone, the input ends as well.
                let _ = terminal.print(text);
                let _ = done.send(());
            }
        })?;
        Ok(Self { text: String::new(), texts: Some(texts), printed, thread: Some(thread) })
    }
}

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.text);
        // Reports about texts that were printed late are out of date.
        self.printed.try_iter().for_each(drop);
        let is_taken = self.texts.as_ref().is_some_and(|texts| texts.send(text).is_ok());
        let _ = self.printed.recv_timeout(PRINT_TIMEOUT);
        if is_taken { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }
}

/// Everything is printed before the program ends. No line is edited by then, so nothing waits.
impl Drop for Printer {
    fn drop(&mut self) {
        self.texts = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
