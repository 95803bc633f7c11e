//! [`Talk`]: a conversation with a program, line by line, in which nobody waits for ever.

use std::io::{self, BufReader, Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

use super::program::Program;
use crate::lines::{Line, LineError, Lines};
use crate::text::excerpt;

/// Lines that are read before anybody asks for them, so that a program that never stops talking takes bounded memory.
const LINES_AHEAD: usize = 1024;

/// How often it is looked whether a program that says nothing has ended: what it started may hold its output open.
const LOOK: Duration = Duration::from_millis(100);

/// Why there is no answer of a program. Texts in it are fit to print.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AgentError {
    /// The program can't be started.
    #[error("cannot start '{program}': {source}; a program is named as on the command line, with its path")]
    Start {
        /// The program as it was named.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The program talks to nobody any more.
    #[error("{name} ended without an answer to '{sent}' ({}; {said})", in_words(*.status))]
    Ended {
        /// The player.
        name: String,
        /// The line that was sent to it.
        sent: String,
        /// How it ended, `None` if it only closed its end of a pipe.
        status: Option<ExitStatus>,
        /// What it said last.
        said: Said,
    },
    /// The program answers without reading.
    #[error("{name} doesn't read what it is sent, '{sent}' for one")]
    Deaf {
        /// The player.
        name: String,
        /// The line that was sent to it.
        sent: String,
    },
    /// The program didn't answer in time.
    #[error("{name} gave no answer to '{sent}' within {} s ({said}); --timeout lets it take longer", .waited.as_secs_f64())]
    Silent {
        /// The player.
        name: String,
        /// The line that was sent to it.
        sent: String,
        /// What it was given.
        waited: Duration,
        /// What it said last.
        said: Said,
    },
}

/// Returns how a program ended: its exit status, or the signal that killed it.
fn in_words(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "it closed its end of a pipe".to_owned(), |status| status.to_string())
}

/// What a program said last since it was asked, if anything.
#[derive(Debug, Default)]
pub(crate) struct Said(Option<String>);

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(line) => write!(f, "the last line that came back is '{line}'"),
            None => f.write_str("nothing came back"),
        }
    }
}

/// Lines that wait for a program to read them, at most: one that never reads is found out.
const LINES_BEHIND: usize = 1024;

/// A conversation with a program.
#[derive(Debug)]
pub(super) struct Talk {
    name: String,
    input: SyncSender<String>,
    lines: Receiver<Line>,
    patience: Duration,
    // Last, because fields are dropped in order: the program is waited for when its input is closed.
    program: Option<Program>,
}

impl Talk {
    /// Starts a program. What it writes to standard error is seen by the user.
    pub(super) fn start(
        name: &str,
        program: &str,
        arguments: &[String],
        patience: Duration,
    ) -> Result<Self, AgentError> {
        let start = || -> io::Result<Self> {
            let mut program = Program::start(program, arguments)?;
            let (input, output) = program.take_pipes()?;
            let talk = Self::over(name, input, output, patience)?;
            Ok(Self { program: Some(program), ..talk })
        };
        start().map_err(|source| AgentError::Start { program: excerpt(program), source })
    }

    /// Returns a conversation over what a program reads and what it writes.
    pub(super) fn over(
        name: &str,
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        patience: Duration,
    ) -> io::Result<Self> {
        let (sender, waiting) = mpsc::sync_channel(LINES_BEHIND);
        thread::Builder::new().name("agent's input".to_owned()).spawn(move || speak(input, &waiting))?;
        let input = sender;
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::Builder::new().name("agent".to_owned()).spawn(move || listen(output, &sender))?;
        Ok(Self { name: excerpt(name), input, lines, patience, program: None })
    }

    /// Returns what the program is called, fit to print.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Sends a line, which doesn't wait until the program reads it.
    pub(super) fn send(&mut self, line: &str) -> Result<(), AgentError> {
        match self.input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                Err(AgentError::Deaf { name: self.name.clone(), sent: excerpt(line) })
            }
            Err(TrySendError::Disconnected(_)) => Err(self.ended(line, Said::default())),
        }
    }

    /// Sends a line and returns the answer: what is made of the first line that comes back of which something can be
    /// made. It may take a time, and beyond that as long as the user has patience.
    pub(super) fn ask<T>(
        &mut self,
        line: &str,
        time: Duration,
        answer: impl Fn(&str) -> Option<T>,
    ) -> Result<T, AgentError> {
        self.send(line)?;
        let waited = time + self.patience;
        let asked = Instant::now();
        let mut said = Said::default();
        let mut has_ended = false;
        while let Some(left) = waited.checked_sub(asked.elapsed()) {
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(Ok(text)) => match answer(&text) {
                    Some(answer) => return Ok(answer),
                    None => said = Said(Some(excerpt(&text))),
                },
                // Noise of some kind: an answer is short, and text.
                Ok(Err(error)) => said = Said(Some(LineError::start(&error).to_owned())),
                // Its last lines have been waited for by now.
                Err(RecvTimeoutError::Timeout) if has_ended => return Err(self.ended(line, said)),
                Err(RecvTimeoutError::Timeout) => {
                    has_ended = self.program.as_mut().is_some_and(Program::has_ended);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(line, said)),
            }
        }
        Err(AgentError::Silent { name: self.name.clone(), sent: excerpt(line), waited, said })
    }

    /// Sends a line and waits for one that is a certain word.
    pub(super) fn ask_for(&mut self, line: &str, word: &str) -> Result<(), AgentError> {
        self.ask(line, Duration::ZERO, |text| (text.trim() == word).then_some(()))
    }

    fn ended(&mut self, sent: &str, said: Said) -> AgentError {
        let status = self.program.as_mut().and_then(Program::wait_a_little);
        AgentError::Ended { name: self.name.clone(), sent: excerpt(sent), status, said }
    }
}

/// Writes lines until there are no more, or nobody reads them.
fn speak(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

/// Passes lines on until there are no more, or nobody wants them.
fn listen(output: impl Read, lines: &SyncSender<Line>) {
    let mut output = Lines::new(BufReader::new(output));
    while let Ok(Some(line)) = output.next_line() {
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// The other end of a conversation, for tests: a thread instead of a program.
#[cfg(test)]
pub(super) mod peer {
    use std::io::{self, BufRead, BufReader};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// What was sent to the other end, line by line.
    pub(in crate::agent) type Heard = Arc<Mutex<Vec<String>>>;

    /// Returns a conversation with somebody who answers each line by a text, and hangs up where there is none.
    pub(in crate::agent) fn talk(
        patience: Duration,
        mut script: impl FnMut(&str) -> Option<&'static str> + Send + 'static,
    ) -> (Talk, Heard) {
        let (questions, input) = io::pipe().unwrap();
        let (output, mut answers) = io::pipe().unwrap();
        let heard = Heard::default();
        let log = Arc::clone(&heard);
        thread::spawn(move || {
            for line in BufReader::new(questions).lines().map_while(Result::ok) {
                log.lock().unwrap().push(line.clone());
                let Some(answer) = script(&line) else { break };
                let _ = answers.write_all(answer.as_bytes());
            }
        });
        (Talk::over("peer", input, output, patience).unwrap(), heard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENT: Duration = Duration::from_secs(60);

    #[test]
    fn what_is_no_answer_is_skipped() {
        let (mut talk, _) = peer::talk(PATIENT, |_| Some("a banner\n\ninfo x\nok\r\nlate\n"));
        talk.ask_for("go", "ok").unwrap();
        // What came after the answer is no answer to the next question.
        talk.ask_for("go", "ok").unwrap();
    }

    #[test]
    fn who_hangs_up_is_named_with_the_question_and_the_last_words() {
        let (mut talk, _) = peer::talk(PATIENT, |line| (line == "go").then_some("well\nno\u{7}\n"));
        talk.send("go").unwrap();
        let error = talk.ask_for("stay", "ok").unwrap_err().to_string();
        let expected = "peer ended without an answer to 'stay' (it closed its end of a pipe; the last line that came back is 'no\\u{7}')";
        assert_eq!(error, expected);
    }

    #[test]
    fn who_says_nothing_is_named_with_the_question() {
        let (mut talk, _) = peer::talk(Duration::from_millis(20), |_| Some(""));
        let error = talk.ask_for("go", "ok").unwrap_err().to_string();
        let expected =
            "peer gave no answer to 'go' within 0.02 s (nothing came back); --timeout lets it take longer";
        assert_eq!(error, expected);
    }

    #[test]
    fn who_never_stops_talking_is_not_listened_to_for_ever() {
        let output = io::repeat(b'\n');
        let mut talk = Talk::over("flood", io::sink(), output, Duration::from_millis(20)).unwrap();
        assert!(matches!(talk.ask_for("go", "ok"), Err(AgentError::Silent { .. })));
    }

    #[test]
    fn who_never_reads_is_found_out() {
        let (_unread, input) = io::pipe().unwrap();
        let mut talk = Talk::over("deaf", input, io::repeat(b'\n'), PATIENT).unwrap();
        let line = "x".repeat(100);
        let error = (0..100_000).find_map(|_| talk.send(&line).err()).unwrap().to_string();
        assert!(error.starts_with("deaf doesn't read what it is sent, 'xxx"), "{error}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Talk::start("uci:no/such", "no/such", &[], PATIENT).unwrap_err().to_string();
        assert!(error.starts_with("cannot start 'no/such': "), "{error}");
    }
}
