//! [`Channel`]: lines to and from a program, and the words that they share. Every wait has a limit. The program ends with its
//! channel.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, Column};
use marlin_support::lines::{Line, LineError, Lines};
use marlin_support::process::ProcessGroup;
use marlin_support::text::excerpt;

use super::agent::{AgentError, LastLine};

/// The capacity of the queue of output lines: a program that never stops writing takes bounded memory.
const LINES_AHEAD: usize = 1024;

/// The time between two checks for the end of a silent program, because its descendants may hold its output open.
const POLL: Duration = Duration::from_millis(100);

/// The capacity of the queue of input lines: a program that never reads is noticed.
const UNREAD_LINES: usize = 1024;

/// Lines to and from a program.
#[derive(Debug)]
pub(super) struct Channel {
    name: String,
    input: SyncSender<String>,
    lines: Receiver<Line>,
    timeout: Duration,
    // Last, because fields are dropped in order: its drop waits for the end of the program, after the input is closed.
    process: Option<Process>,
}

impl Channel {
    /// Starts a program. Its standard error is that of this process.
    pub(super) fn start(
        name: &str,
        program: &str,
        arguments: &[String],
        timeout: Duration,
    ) -> Result<Self, AgentError> {
        let start = || -> io::Result<Self> {
            let mut process = Process::start(program, arguments)?;
            let (input, output) = process.take_pipes()?;
            let channel = Self::over(name, input, output, timeout)?;
            Ok(Self { process: Some(process), ..channel })
        };
        start().map_err(|source| AgentError::Start { program: excerpt(program), source })
    }

    /// Returns a channel over a program's input and output.
    pub(super) fn over(
        name: &str,
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        timeout: Duration,
    ) -> io::Result<Self> {
        let (sender, waiting) = mpsc::sync_channel(UNREAD_LINES);
        thread::Builder::new().name("player input".to_owned()).spawn(move || write_lines(input, &waiting))?;
        let input = sender;
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::Builder::new().name("player output".to_owned()).spawn(move || read_lines(output, &sender))?;
        Ok(Self { name: excerpt(name), input, lines, timeout, process: None })
    }

    /// Returns the program's name, fit to print.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Sends a line without waiting for the program to read it.
    pub(super) fn send(&mut self, line: &str) -> Result<(), AgentError> {
        match self.input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                Err(AgentError::NotReading { name: self.name.clone(), sent: excerpt(line) })
            }
            Err(TrySendError::Disconnected(_)) => Err(self.ended(line, LastLine::default())),
        }
    }

    /// Sends a line and returns the reply: the first line for which `parse_reply` returns a value. The program has `time` for it,
    /// plus the timeout.
    pub(super) fn ask<T>(
        &mut self,
        line: &str,
        time: Duration,
        parse_reply: impl Fn(&str) -> Option<T>,
    ) -> Result<T, AgentError> {
        self.send(line)?;
        let waited = time + self.timeout;
        let asked = Instant::now();
        let mut last_line = LastLine::default();
        let mut has_ended = false;
        while let Some(left) = waited.checked_sub(asked.elapsed()) {
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(Ok(text)) => match parse_reply(&text) {
                    Some(reply) => return Ok(reply),
                    None => last_line = LastLine(Some(excerpt(&text))),
                },
                // A reply is short and text, so this is none.
                Ok(Err(error)) => last_line = LastLine(Some(LineError::start(&error).to_owned())),
                // Its last lines have been read by now.
                Err(RecvTimeoutError::Timeout) if has_ended => return Err(self.ended(line, last_line)),
                Err(RecvTimeoutError::Timeout) => {
                    has_ended = self.process.as_mut().is_some_and(Process::has_ended);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(line, last_line)),
            }
        }
        Err(AgentError::Silent { name: self.name.clone(), sent: excerpt(line), waited, last_line })
    }

    /// Sends a line and waits for a line of one word.
    pub(super) fn ask_for(&mut self, line: &str, word: &str) -> Result<(), AgentError> {
        self.ask(line, Duration::ZERO, |text| (text.trim() == word).then_some(()))
    }

    fn ended(&mut self, sent: &str, last_line: LastLine) -> AgentError {
        let status = self.process.as_mut().and_then(Process::wait_briefly);
        AgentError::Ended { name: self.name.clone(), sent: excerpt(sent), status, last_line }
    }
}

/// Writes lines until there are no more, or until the program has closed its input.
fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

/// Passes lines on until there are no more, or until the channel is dropped.
fn read_lines(output: impl Read, lines: &SyncSender<Line>) {
    let mut output = Lines::new(BufReader::new(output));
    while let Ok(Some(line)) = output.next_line() {
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// Returns the word after `bestmove` in a line that begins with that word, empty if there is none.
pub(super) fn bestmove(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or_default())
}

/// Returns the column with a number, from 1, or with the character of a move string.
pub(super) fn numbered(board: BoardSize, word: &str) -> Option<Column> {
    let mut chars = word.chars();
    let by_char = || chars.next().filter(|_| chars.as_str().is_empty()).and_then(Column::from_char);
    let column = word.parse().ok().and_then(Column::from_number).or_else(by_char);
    column.filter(|&column| board.has_column(column))
}

/// The time that a program has to end by itself after its input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// A child process. The processes that it has started end with it, and all of them end with this process when the user
/// interrupts it.
#[derive(Debug)]
struct Process {
    child: Child,
    // Until this value is dropped.
    group: Option<ProcessGroup>,
}

impl Process {
    /// Starts a program. Its standard error is that of this process.
    fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let (child, group) = ProcessGroup::start(&mut command)?;
        Ok(Self { child, group: Some(group) })
    }

    /// Takes the program's input and output, once.
    fn take_pipes(&mut self) -> io::Result<(ChildStdin, ChildStdout)> {
        let pipes = self.child.stdin.take().zip(self.child.stdout.take());
        pipes.ok_or_else(|| io::Error::other("it has no pipes"))
    }

    /// Returns whether the program has ended.
    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Returns the exit status of the program, `None` if it still runs after half a second.
    fn wait_briefly(&mut self) -> Option<ExitStatus> {
        let asked = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if asked.elapsed() < GRACE => thread::sleep(Duration::from_millis(2)),
                waited => return waited.ok().flatten(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait_briefly();
        // If it has ended, there is nothing to kill.
        let _ = self.child.kill();
        drop(self.group.take());
        let _ = self.child.wait();
    }
}

/// The other end of a channel, for tests: a thread instead of a program.
#[cfg(test)]
pub(super) mod peer {
    use std::io::{self, BufRead, BufReader};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// The lines that were sent to the other end.
    pub(in crate::arena) type SentLines = Arc<Mutex<Vec<String>>>;

    /// Returns a channel to a thread that answers each line with a text, and closes its ends if there is none.
    pub(in crate::arena) fn channel(
        timeout: Duration,
        mut script: impl FnMut(&str) -> Option<&'static str> + Send + 'static,
    ) -> (Channel, SentLines) {
        let (questions, input) = io::pipe().unwrap();
        let (output, mut answers) = io::pipe().unwrap();
        let sent = SentLines::default();
        let log = Arc::clone(&sent);
        thread::spawn(move || {
            for line in BufReader::new(questions).lines().map_while(Result::ok) {
                log.lock().unwrap().push(line.clone());
                let Some(answer) = script(&line) else { break };
                let _ = answers.write_all(answer.as_bytes());
            }
        });
        (Channel::over("peer", input, output, timeout).unwrap(), sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn lines_that_are_not_an_answer_are_skipped() {
        let (mut channel, _) = peer::channel(LONG, |_| Some("a banner\n\ninfo x\nok\r\nlate\n"));
        channel.ask_for("go", "ok").unwrap();
        // A line that came after the answer is no answer to the next question.
        channel.ask_for("go", "ok").unwrap();
    }

    #[test]
    fn a_program_that_ends_is_named_with_the_question_and_its_last_line() {
        let (mut channel, _) = peer::channel(LONG, |line| (line == "go").then_some("well\nno\u{7}\n"));
        channel.send("go").unwrap();
        let error = channel.ask_for("stay", "ok").unwrap_err().to_string();
        let expected = "peer ended without an answer to 'stay' (it closed its end of a pipe; its last line was 'no\\u{7}')";
        assert_eq!(error, expected);
    }

    #[test]
    fn a_silent_program_is_named_with_the_question() {
        let (mut channel, _) = peer::channel(Duration::from_millis(20), |_| Some(""));
        let error = channel.ask_for("go", "ok").unwrap_err().to_string();
        let expected =
            "peer gave no answer to 'go' within 0.02 s (it wrote nothing); --timeout lets it take longer";
        assert_eq!(error, expected);
    }

    #[test]
    fn a_program_that_never_stops_writing_runs_into_the_timeout() {
        let output = io::repeat(b'\n');
        let mut channel = Channel::over("flood", io::sink(), output, Duration::from_millis(20)).unwrap();
        assert!(matches!(channel.ask_for("go", "ok"), Err(AgentError::Silent { .. })));
    }

    #[test]
    fn a_program_that_never_reads_is_noticed() {
        let (_unread, input) = io::pipe().unwrap();
        let mut channel = Channel::over("unread", input, io::repeat(b'\n'), LONG).unwrap();
        let line = "x".repeat(100);
        let error = (0..100_000).find_map(|_| channel.send(&line).err()).unwrap().to_string();
        assert!(error.starts_with("unread doesn't read its input, such as 'xxx"), "{error}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Channel::start("uci:no/such", "no/such", &[], LONG).unwrap_err().to_string();
        assert!(error.starts_with("cannot start 'no/such': "), "{error}");
    }

    #[test]
    fn only_the_word_after_bestmove_counts() {
        assert_eq!(bestmove("bestmove 4 score 18 (WIN) in 3 plies, at move 7"), Some("4"));
        assert_eq!(bestmove("bestmove P@d1 ponder P@d2"), Some("P@d1"));
        assert_eq!(bestmove("bestmove"), Some(""));
        assert_eq!(bestmove("info pv bestmove 4"), None);
        assert_eq!(bestmove(""), None);
    }

    #[test]
    fn only_numbers_of_columns_of_the_board_name_columns() {
        let numbered = |word| numbered(BoardSize::STANDARD, word);
        assert_eq!(numbered("7").map(Column::index), Some(6));
        for word in ["0", "8", "-1", "d", "", "1.0"] {
            assert_eq!(numbered(word), None, "{word}");
        }
    }

    #[test]
    fn columns_past_the_ninth_have_a_number_or_a_letter() {
        let board = BoardSize::new(12, 4).unwrap();
        for (word, index) in
            [("10", Some(9)), ("a", Some(9)), ("c", Some(11)), ("d", None), ("13", None), ("aa", None)]
        {
            assert_eq!(numbered(board, word).map(Column::index), index, "{word}");
        }
    }
}
