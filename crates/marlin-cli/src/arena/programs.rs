//! Players that are other programs, by the protocols that they speak over a [`Channel`]: lines to and from a program. Every wait
//! has a limit, and the program ends with its channel.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, Column, Game, Position};
use marlin_notation::DropMove;

use marlin_support::lines::{Line, LineError, Lines};
use marlin_support::process::ProcessGroup;
use marlin_support::text::excerpt;

use super::agent::{Agent, AgentMove, Forfeit, ForfeitKind};
use crate::protocol::column_named;
use crate::protocol::setting::variant;
use crate::protocol::uci::Words;

/// The protocol that a program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// That of Marlin's session: `position MOVES` and `go [MS]`, answered by `bestmove C ...`.
    Native,
    /// UCI or UGI, with the names for Connect Four that Cute Chess and Fairy-Stockfish use: the variant is `cfour`, and a move
    /// drops a piece on its cell, as in `P@d1`.
    Chess(&'static Words),
    /// One position per line, as its moves, answered by a line: a column, or the scores of all columns. Either may follow a copy
    /// of the position.
    Lines,
}

/// The time for a move without a limit, since UCI needs one.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A program that speaks a protocol.
#[derive(Debug)]
pub(super) struct Program {
    channel: Channel,
    protocol: Protocol,
}

impl Program {
    /// Agrees with the program on the protocol and the board.
    pub(super) fn greet(mut channel: Channel, protocol: Protocol, board: BoardSize) -> Result<Self, Forfeit> {
        match protocol {
            // For the standard board no command is sent: other programs may not have it.
            Protocol::Native if board != BoardSize::STANDARD => channel.send(&format!("board {board}"))?,
            Protocol::Chess(words) => {
                channel.ask_for(words.hello, words.hello_done)?;
                channel.send(&format!("setoption name UCI_Variant value {}", variant(board)))?;
                channel.ask_for("isready", "readyok")?;
            }
            Protocol::Native | Protocol::Lines => {}
        }
        Ok(Self { channel, protocol })
    }
}

impl Agent for Program {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        let Protocol::Chess(words) = self.protocol else { return Ok(()) };
        self.channel.send(words.new_game)?;
        self.channel.ask_for("isready", "readyok")
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, Forfeit> {
        let (channel, position) = (&mut self.channel, game.position());
        match self.protocol {
            Protocol::Native => {
                channel.send(format!("position {game}").trim_end())?;
                let go = time.map_or_else(|| "go".to_owned(), |time| format!("go {}", time.as_millis()));
                let column = |word: &str| column_named(game.size(), word);
                let agent_move = |word: &str| column(word).map_or_else(|| other(word), AgentMove::Column);
                channel.ask(&go, time.unwrap_or_default(), |line| bestmove(line).map(agent_move))
            }
            Protocol::Chess(_) => {
                channel.send(&set_up(game))?;
                let time = time.unwrap_or(DEFAULT_TIME);
                let go = format!("go movetime {}", time.as_millis());
                channel.ask(&go, time, |line| bestmove(line).map(|word| drop_move(word, position)))
            }
            Protocol::Lines => {
                let moves = game.to_string();
                channel.ask(&moves, time.unwrap_or_default(), |line| line_move(line, &moves, position))
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Protocol::Chess(_) = self.protocol {
            // An error means that the program has ended already.
            let _ = self.channel.send("quit");
        }
    }
}

/// Returns the line that sets up the position of a game.
fn set_up(game: &Game) -> String {
    let mut words = vec!["position startpos".to_owned()];
    if !game.moves().is_empty() {
        words.push("moves".to_owned());
        words.extend(DropMove::line(game.start(), game.moves()).iter().map(ToString::to_string));
    }
    words.join(" ")
}

/// Returns the move of a word: `P@d1`, a shorter form of it, or the number of the column. A drop on a cell other than the
/// lowest empty one of its column is no move.
fn drop_move(word: &str, position: &Position) -> AgentMove {
    let falls_there = |drop: DropMove| {
        drop.row().is_none_or(|row| row == position.height(drop.column())).then_some(drop.column())
    };
    let column = column_named(position.size(), word)
        .or_else(|| DropMove::parse(position.size(), word).ok().and_then(falls_there));
    column.map_or_else(|| other(word), AgentMove::Column)
}

/// Returns the move of a line, `None` if it is no reply.
///
/// A reply starts with the position, is a single number, or has a number for each column, valid or not: after such a line the
/// program waits for its next position.
fn line_move(line: &str, moves: &str, position: &Position) -> Option<AgentMove> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let width = position.size().width();
    let is_echo = |word: &str| word == moves;
    let column = match words[..] {
        [column] => column_named(position.size(), column),
        [echo, column] if is_echo(echo) => column_named(position.size(), column),
        _ if words.len() == width => best(&words, position),
        [echo, ..] if is_echo(echo) && words.len() == width + 1 => best(&words[1..], position),
        _ => None,
    };
    let is_answer = match words[..] {
        [word] => is_number(word),
        _ if words.len() == width && words.iter().all(|&word| word == "-" || is_number(word)) => true,
        [first, ..] => is_echo(first),
        [] => false,
    };
    column.map(AgentMove::Column).or_else(|| is_answer.then(|| other(line.trim())))
}

/// Returns whether a word is a number of any kind, as `9`, `-1` and `4.0` are.
fn is_number(word: &str) -> bool {
    // `nan` and `inf` are numbers to the parser too.
    word.contains(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_ok()
}

/// Returns the column with the best of the scores of all columns, and among equal ones the nearest to the centre. The scores of
/// full columns are ignored. `None` if a word is no score, or if no open column has one.
fn best(scores: &[&str], position: &Position) -> Option<Column> {
    let score = |word: &&str| if *word == "-" { Ok(None) } else { word.parse().map(Some) };
    let scores: Vec<Option<i32>> = scores.iter().map(score).collect::<Result<_, _>>().ok()?;
    let playable = position.size().centre_first().filter(|&column| position.can_play(column));
    let rated = playable.filter_map(|column| Some((column, scores[column.index()]?)));
    // Among equal scores the first one stays.
    let best = rated.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(column, _)| column)
}

/// Returns the move of a word that names no column.
fn other(word: &str) -> AgentMove {
    AgentMove::Other(excerpt(word))
}

/// The capacity of the queue of output lines: a program that never stops writing takes bounded memory.
const LINES_AHEAD: usize = 1024;

/// The time between two checks for the end of a silent program, because its descendants may hold its output open.
const POLL: Duration = Duration::from_millis(100);

/// The capacity of the queue of input lines: a program that never reads is noticed.
const UNREAD_LINES: usize = 1024;

/// The words for the last line of a program that wrote none since its last request.
const NOTHING: &str = "it wrote nothing";

/// Lines to and from a program.
#[derive(Debug)]
pub(super) struct Channel {
    /// The program's name, fit to print.
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
    ) -> Result<Self, Forfeit> {
        let start = || -> io::Result<Self> {
            let (process, input, output) = Process::start(program, arguments)?;
            let channel = Self::over(name, input, output, timeout)?;
            Ok(Self { process: Some(process), ..channel })
        };
        start().map_err(|error| {
            let advice = "name a program as on the command line, with its path";
            let text = format!("cannot start '{}': {error}; {advice}", excerpt(program));
            Forfeit::new(ForfeitKind::Start, text)
        })
    }

    /// Returns a channel over a program's input and output.
    pub(super) fn over(
        name: &str,
        mut input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        timeout: Duration,
    ) -> io::Result<Self> {
        let (sent, waiting) = mpsc::sync_channel::<String>(UNREAD_LINES);
        // Until there are no more lines, or the program has closed its input.
        let write_lines = move || {
            let mut write = |line: String| input.write_all(line.as_bytes()).and_then(|()| input.flush());
            while waiting.recv().is_ok_and(|line| write(line).is_ok()) {}
        };
        thread::Builder::new().name("player input".to_owned()).spawn(write_lines)?;
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        // Until there are no more lines, or the channel is dropped.
        let read_lines = move || {
            let mut output = Lines::new(BufReader::new(output));
            while let Ok(Some(line)) = output.next_line()
                && sender.send(line).is_ok()
            {}
        };
        thread::Builder::new().name("player output".to_owned()).spawn(read_lines)?;
        Ok(Self { name: excerpt(name), input: sent, lines, timeout, process: None })
    }

    /// Sends a line without waiting for the program to read it.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        match self.input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                let text = format!("{} does not read its input, such as '{}'", self.name, excerpt(line));
                Err(Forfeit::new(ForfeitKind::Timeout, text))
            }
            Err(TrySendError::Disconnected(_)) => Err(self.ended(line, NOTHING)),
        }
    }

    /// Sends a line and returns the reply: the first line for which `parse_reply` returns a value. The program has `time` for it,
    /// plus the timeout.
    pub(super) fn ask<T>(
        &mut self,
        line: &str,
        time: Duration,
        parse_reply: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Forfeit> {
        self.send(line)?;
        let waited = time + self.timeout;
        let asked = Instant::now();
        let mut last_line = NOTHING.to_owned();
        let noted = |line: &str| format!("its last line was '{line}'");
        let mut has_ended = false;
        while let Some(left) = waited.checked_sub(asked.elapsed()) {
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(Ok(text)) => match parse_reply(&text) {
                    Some(reply) => return Ok(reply),
                    None => last_line = noted(&excerpt(&text)),
                },
                // A reply is short and text, so this is none.
                Ok(Err(error)) => last_line = noted(LineError::start(&error)),
                // Its last lines have been read by now.
                Err(RecvTimeoutError::Timeout) if has_ended => return Err(self.ended(line, &last_line)),
                Err(RecvTimeoutError::Timeout) => {
                    let ended = |process: &mut Process| matches!(process.child.try_wait(), Ok(Some(_)));
                    has_ended = self.process.as_mut().is_some_and(ended);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(line, &last_line)),
            }
        }
        let (name, sent, waited) = (&self.name, excerpt(line), waited.as_secs_f64());
        let advice = "--timeout lets it take longer";
        let text = format!("{name} gave no answer to '{sent}' within {waited} s ({last_line}); {advice}");
        Err(Forfeit::new(ForfeitKind::Timeout, text))
    }

    /// Sends a line and waits for a line of one word.
    pub(super) fn ask_for(&mut self, line: &str, word: &str) -> Result<(), Forfeit> {
        self.ask(line, Duration::ZERO, |text| (text.trim() == word).then_some(()))
    }

    fn ended(&mut self, sent: &str, last_line: &str) -> Forfeit {
        let status = self.process.as_mut().and_then(Process::wait_briefly);
        let closed = || "it closed its end of a pipe".to_owned();
        let end = status.map_or_else(closed, |status| status.to_string());
        let (name, sent) = (&self.name, excerpt(sent));
        let text = format!("{name} ended without an answer to '{sent}' ({end}; {last_line})");
        Forfeit::new(ForfeitKind::Crash, text)
    }
}

/// Returns the word after `bestmove` in a line that begins with that word, empty if there is none.
pub(super) fn bestmove(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or_default())
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
    /// Starts a program, and returns its input and output. Its standard error is that of this process.
    fn start(program: &str, arguments: &[String]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let (mut child, group) = ProcessGroup::start(&mut command)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("it has no pipes"))?;
        Ok((Self { child, group: Some(group) }, input, output))
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
mod peer {
    use std::io::{self, BufRead, BufReader};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// The lines that were sent to the other end.
    pub(super) type SentLines = Arc<Mutex<Vec<String>>>;

    /// Returns a channel to a thread that answers each line with a text, and closes its ends if there is none.
    pub(super) fn channel(
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
        assert_eq!(channel.ask_for("go", "ok").unwrap_err().kind, ForfeitKind::Timeout);
    }

    #[test]
    fn a_program_that_never_reads_is_noticed() {
        let (_unread, input) = io::pipe().unwrap();
        let mut channel = Channel::over("unread", input, io::repeat(b'\n'), LONG).unwrap();
        let line = "x".repeat(100);
        let error = (0..100_000).find_map(|_| channel.send(&line).err()).unwrap().to_string();
        assert!(error.starts_with("unread does not read its input, such as 'xxx"), "{error}");
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

    fn game(moves: &str) -> Game {
        Game::parse(BoardSize::STANDARD, moves).unwrap()
    }

    fn column(number: usize) -> AgentMove {
        AgentMove::Column(Column::new(number - 1).unwrap())
    }

    #[test]
    fn a_session_is_asked_in_its_own_words() {
        let (channel, sent) = peer::channel(LONG, |line| {
            Some(match line {
                "go" => {
                    "info nodes 0 pv 4\n  Column 4: score 1\nbestmove 4 score 1 (WIN)\nNodes analyzed: 7\n"
                }
                "go 50" => "bestmove 9\n",
                _ => "Played some moves\n",
            })
        });
        let mut native = Program { channel, protocol: Protocol::Native };
        native.new_game().unwrap();
        assert_eq!(native.choose(&game(""), None).unwrap(), column(4));
        let fifty = Some(Duration::from_millis(50));
        assert_eq!(native.choose(&game("4433"), fifty).unwrap(), AgentMove::Other("9".to_owned()));
        assert_eq!(*sent.lock().unwrap(), ["position", "go", "position 4433", "go 50"]);
    }

    #[test]
    fn a_game_is_written_as_the_cells_that_its_stones_fall_to() {
        assert_eq!(set_up(&game("")), "position startpos");
        let line = set_up(&game("4417"));
        assert_eq!(line, "position startpos moves P@d1 P@d2 P@a1 P@g1");
    }

    #[test]
    fn a_move_is_understood_in_any_of_the_usual_forms() {
        let position = *game("44").position();
        for word in ["P@d3", "p@d3", "P@D3", "d3", "d", "P@d", "4"] {
            assert_eq!(drop_move(word, &position), column(4), "{word}");
        }
        for word in ["P@d1", "P@d4", "e2e4", "h1", "P@h1", "9", "0000", "(none)", "", "P@", "dé"] {
            assert_eq!(drop_move(word, &position), AgentMove::Other(word.to_owned()), "{word}");
        }
    }

    #[test]
    fn a_program_plays_a_game_in_either_protocol() {
        for (words, hello, hello_answer, new_game) in [
            (&Words::UCI, "uci", "Engine 1 by somebody\nid name Engine\nuciok\n", "ucinewgame"),
            (&Words::UGI, "ugi", "id name Engine\nugiok\n", "uginewgame"),
        ] {
            let (channel, sent) = peer::channel(LONG, move |line| {
                Some(match line {
                    "isready" => "readyok\n",
                    "go movetime 50" => "info depth 1\nbestmove P@d3 ponder P@d4\n",
                    "go movetime 1000" => "bestmove P@d1\n",
                    line if line == hello => hello_answer,
                    _ => "",
                })
            });
            let mut agent = Program::greet(channel, Protocol::Chess(words), BoardSize::STANDARD).unwrap();
            agent.new_game().unwrap();
            let fifty = Some(Duration::from_millis(50));
            assert_eq!(agent.choose(&game("44"), fifty).unwrap(), column(4));
            assert_eq!(agent.choose(&game(""), None).unwrap(), column(4));
            let expected = [
                hello,
                "setoption name UCI_Variant value cfour",
                "isready",
                new_game,
                "isready",
                "position startpos moves P@d1 P@d2",
                "go movetime 50",
                "position startpos",
                "go movetime 1000",
            ];
            assert_eq!(*sent.lock().unwrap(), expected);
        }
    }

    #[test]
    fn a_program_that_does_not_speak_the_protocol_is_named() {
        let (channel, _) = peer::channel(Duration::from_millis(20), |_| Some("Unknown command: uci\n"));
        let uci = Protocol::Chess(&Words::UCI);
        let error = Program::greet(channel, uci, BoardSize::STANDARD).unwrap_err().to_string();
        assert!(error.contains("'uci' within 0.02 s"), "{error}");
    }

    fn answer(line: &str, moves: &str) -> Option<AgentMove> {
        line_move(line, moves, game(moves).position())
    }

    #[test]
    fn a_line_is_a_column_or_seven_scores_after_the_position_or_alone() {
        assert_eq!(answer("3", "4433"), Some(column(3)));
        assert_eq!(answer("4433 3", "4433"), Some(column(3)));
        assert_eq!(answer("4433 -3 18 2 2 18 -3 -4", "4433"), Some(column(5)));
        assert_eq!(answer(" -2 -1 0 1 0 -1 -2", ""), Some(column(4)));
        // The first of seven numbers is a score, even if the position looks the same.
        assert_eq!(answer("4 3 3 5 3 3 3", "4"), Some(column(4)));
        assert_eq!(answer("4 4", "4"), Some(column(4)));
    }

    #[test]
    fn full_columns_are_never_best() {
        assert_eq!(answer("444444 -1 -1 -2 -1000 -2 0 -1", "444444"), Some(column(6)));
        assert_eq!(answer("444444 -5 -5 -5 - -5 -5 -5", "444444"), Some(column(3)));
        assert_eq!(answer("0 0 0 99 0 0 0", "444444"), Some(column(3)));
    }

    #[test]
    fn other_lines_are_not_answers_unless_they_begin_with_the_position() {
        for line in ["", "ready", "banner text", "v1.2.3", "-", "nan", "4 4 3", "a b c d e f g"] {
            assert_eq!(answer(line, "4433"), None, "{line}");
        }
        assert_eq!(answer("Weak solver: 7 columns of 6 rows", "4433"), None);
        let other = |line: &str| Some(AgentMove::Other(line.to_owned()));
        assert_eq!(answer("4433 error: what?", "4433"), other("4433 error: what?"));
        assert_eq!(answer("4433 - - - - - - -", "4433"), other("4433 - - - - - - -"));
        assert_eq!(answer("4433 win", "4433"), other("4433 win"));
    }

    #[test]
    fn a_number_that_is_not_a_column_is_still_an_answer() {
        for line in ["9", "0", "8", "-1", "10", "4.0", "4433", "99999999999999999999999", "- - - - - - -"] {
            assert_eq!(answer(line, "4433"), Some(AgentMove::Other(line.to_owned())), "{line}");
        }
        let rates = "0.1 0.2 0.1 0.3 0.1 0.1 0.1";
        assert_eq!(answer(rates, "4433"), Some(AgentMove::Other(rates.to_owned())));
        // A position of one move looks like a column, and is taken for one.
        assert_eq!(answer("4", "4"), Some(column(4)));
    }

    #[test]
    fn a_program_is_sent_one_position_per_line() {
        let (channel, sent) =
            peer::channel(LONG, |line| Some(if line.is_empty() { "hello\n4\n" } else { "44 5\n" }));
        let mut agent = Program { channel, protocol: Protocol::Lines };
        agent.new_game().unwrap();
        assert_eq!(agent.choose(&game(""), None).unwrap(), column(4));
        assert_eq!(agent.choose(&game("44"), Some(Duration::ZERO)).unwrap(), column(5));
        assert_eq!(*sent.lock().unwrap(), ["", "44"]);
    }
}
