//! The thread of a session that reads.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use marlin_support::lines::Lines;
use marlin_support::pipeline::ThreadError;

use super::event::Event;
use super::terminal::{Entry, LineEditor};

/// Lines that are read ahead of the one being carried out, so that endless input takes bounded memory. A `stop`
/// behind that many other lines waits too.
const LINES_AHEAD: usize = 4096;

/// How the session asks the reading thread for lines.
#[derive(Debug)]
pub(super) enum Feed {
    /// A line is answered, and another may be read ahead.
    Permits(Sender<()>),
    /// The user may enter a line after this prompt.
    Prompts(Sender<String>),
}

/// Starts the thread in which the user enters lines, one after each prompt that it is sent.
pub(super) fn spawn_editor(mut editor: LineEditor, events: Sender<Event>) -> Result<Feed, ThreadError> {
    let (prompts, prompted) = mpsc::channel::<String>();
    start(move || {
        for prompt in prompted {
            let event = match editor.read(&prompt) {
                Entry::Line(line) => Event::Line(Ok(line)),
                Entry::Interrupt => Event::Interrupted,
                Entry::End(ended) => Event::InputEnded(ended),
            };
            // If the session is gone, there is no further prompt.
            let _ = events.send(event);
        }
    })?;
    Ok(Feed::Prompts(prompts))
}

/// Starts the thread that reads lines. It reads one for each permit that it is sent, and some ahead.
pub(super) fn spawn(
    input: impl BufRead + Send + 'static,
    events: Sender<Event>,
) -> Result<Feed, ThreadError> {
    let (permits, permitted) = mpsc::channel();
    for _ in 0..LINES_AHEAD {
        // The receiver still exists, so this can't fail.
        let _ = permits.send(());
    }
    start(move || {
        let ended = read_lines(input, &events, &permitted);
        // If the session is gone, the end doesn't matter.
        let _ = events.send(Event::InputEnded(ended));
    })?;
    Ok(Feed::Permits(permits))
}

fn start(read: impl FnOnce() + Send + 'static) -> Result<(), ThreadError> {
    thread::Builder::new().name("reader".to_owned()).spawn(read).map(drop).map_err(ThreadError)
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
