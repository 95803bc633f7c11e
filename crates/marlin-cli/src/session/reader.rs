//! The thread of a session that reads.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use marlin_support::lines::{Line, Lines};
use marlin_support::pipeline::ThreadError;

use super::event::SessionEvent;
#[cfg(feature = "line-editor")]
use super::line_editor::{EditorInput, LineEditor};

/// The memory for lines that are read ahead of the one being carried out, in bytes, so that endless input takes bounded memory:
/// some 100,000 lines. Only a `stop` behind more lines than that waits too.
const AHEAD: usize = 64 << 20;

/// The memory that a line takes beside its text, at most, while it waits for its turn.
const LINE_COST: usize = 512;

/// Returns the memory that a line takes while it waits for its turn.
pub(super) fn cost(line: &Line) -> usize {
    LINE_COST + line.as_ref().map_or(0, String::len)
}

/// A request of the session to the reading thread.
#[derive(Debug)]
pub(super) enum Feed {
    /// A line is answered, and its memory is free for others.
    Permits(Sender<usize>),
    /// The user may enter a line after this prompt.
    #[cfg_attr(not(feature = "line-editor"), expect(dead_code, reason = "an editor of lines takes it"))]
    Prompts(Sender<String>),
}

/// Starts the thread in which the user enters lines, one after each prompt that it is sent.
#[cfg(feature = "line-editor")]
pub(super) fn spawn_editor(
    mut editor: LineEditor,
    events: Sender<SessionEvent>,
) -> Result<Feed, ThreadError> {
    let (prompts, prompted) = mpsc::channel::<String>();
    start(move || {
        for prompt in prompted {
            let event = match editor.read(&prompt) {
                EditorInput::Line(line) => SessionEvent::Line(Ok(line)),
                EditorInput::Interrupt => SessionEvent::Interrupted,
                EditorInput::End(ended) => SessionEvent::InputEnded(ended),
            };
            // If the session is gone, there is no further prompt.
            let _ = events.send(event);
        }
    })?;
    Ok(Feed::Prompts(prompts))
}

/// Starts the thread that reads lines, ahead of their turn as far as there is memory for them.
pub(super) fn spawn(
    input: impl BufRead + Send + 'static,
    events: Sender<SessionEvent>,
) -> Result<Feed, ThreadError> {
    let (permits, permitted) = mpsc::channel();
    start(move || {
        let ended = read_lines(input, &events, &permitted);
        // Without a session the end is of no interest.
        let _ = events.send(SessionEvent::InputEnded(ended));
    })?;
    Ok(Feed::Permits(permits))
}

fn start(read: impl FnOnce() + Send + 'static) -> Result<(), ThreadError> {
    thread::Builder::new().name("reader".to_owned()).spawn(read).map(drop).map_err(ThreadError)
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
