//! Players that are other programs, by the protocols that they speak.

use std::num::ParseIntError;
use std::time::Duration;

use marlin_core::{BoardSize, Column, DropMove, Game, Position};
use marlin_support::text::excerpt;

use super::agent::{Agent, AgentError, AgentMove};
use super::channel::{Channel, bestmove, numbered};
use crate::protocol::setting::variant;
use crate::protocol::uci::Words;

/// A program that speaks the protocol of Marlin's session: `position MOVES` and `go [MS]`, answered by `bestmove C ...`.
#[derive(Debug)]
pub(super) struct NativeProgram(Channel);

impl NativeProgram {
    /// Begins a session on a board. For the standard board no command is sent: other programs may not have it.
    pub(super) fn greet(mut channel: Channel, board: BoardSize) -> Result<Self, AgentError> {
        if board != BoardSize::STANDARD {
            channel.send(&format!("board {board}"))?;
        }
        Ok(Self(channel))
    }
}

impl Agent for NativeProgram {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        // The program's table of other games is just as true in this one.
        Ok(())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        self.0.send(format!("position {game}").trim_end())?;
        let go = time.map_or_else(|| "go".to_owned(), |time| format!("go {}", time.as_millis()));
        let agent_move =
            |word: &str| numbered(game.size(), word).map_or_else(|| other(word), AgentMove::Column);
        self.0.ask(&go, time.unwrap_or_default(), |line| bestmove(line).map(agent_move))
    }
}

/// The time for a move without a limit, since UCI needs one.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A program that speaks UCI or UGI, with the names for Connect Four that Cute Chess and Fairy-Stockfish use: the variant is
/// `cfour`, and a move drops a piece on its cell, as in `P@d1`.
#[derive(Debug)]
pub(super) struct UciProgram {
    channel: Channel,
    words: &'static Words,
}

impl UciProgram {
    /// Agrees with the program on the protocol and the game.
    pub(super) fn greet(
        mut channel: Channel,
        words: &'static Words,
        board: BoardSize,
    ) -> Result<Self, AgentError> {
        channel.ask_for(words.hello, words.hello_done)?;
        channel.send(&format!("setoption name UCI_Variant value {}", variant(board)))?;
        channel.ask_for("isready", "readyok")?;
        Ok(Self { channel, words })
    }
}

impl Agent for UciProgram {
    fn name(&self) -> &str {
        self.channel.name()
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        self.channel.send(self.words.new_game)?;
        self.channel.ask_for("isready", "readyok")
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        self.channel.send(&position(game))?;
        let time = time.unwrap_or(DEFAULT_TIME);
        let go = format!("go movetime {}", time.as_millis());
        self.channel.ask(&go, time, |line| bestmove(line).map(|word| drop_move(word, game.position())))
    }
}

impl Drop for UciProgram {
    fn drop(&mut self) {
        // An error means that the program has ended already.
        let _ = self.channel.send("quit");
    }
}

/// Returns the line that sets up the position of a game.
fn position(game: &Game) -> String {
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
    let column = numbered(position.size(), word)
        .or_else(|| DropMove::parse(position.size(), word).ok().and_then(falls_there));
    column.map_or_else(|| other(word), AgentMove::Column)
}

/// A program that reads one position per line, as its moves, and answers each with a line: a column, or the scores of all
/// columns. Either may follow a copy of the position.
#[derive(Debug)]
pub(super) struct LinesProgram(pub(super) Channel);

impl Agent for LinesProgram {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        // The program knows single positions, not games.
        Ok(())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        let moves = game.to_string();
        self.0.ask(&moves, time.unwrap_or_default(), |line| line_move(line, &moves, game.position()))
    }
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
        [column] => numbered(position.size(), column),
        [echo, column] if is_echo(echo) => numbered(position.size(), column),
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
    let scores: Vec<Option<i32>> = scores.iter().map(|word| score(word)).collect::<Result<_, _>>().ok()?;
    let playable = position.size().centre_first().filter(|&column| position.can_play(column));
    let rated = playable.filter_map(|column| Some((column, scores[column.index()]?)));
    // Among equal scores the first one stays.
    let best = rated.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(column, _)| column)
}

/// Returns the score of a word, `None` for a dash.
fn score(word: &str) -> Result<Option<i32>, ParseIntError> {
    if word == "-" { Ok(None) } else { word.parse().map(Some) }
}

/// Returns the move of a word that names no column.
fn other(word: &str) -> AgentMove {
    AgentMove::Other(excerpt(word))
}

#[cfg(test)]
mod tests {
    use super::super::channel::peer;
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

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
        let mut native = NativeProgram(channel);
        native.new_game().unwrap();
        assert_eq!(native.choose(&game(""), None).unwrap(), column(4));
        let fifty = Some(Duration::from_millis(50));
        assert_eq!(native.choose(&game("4433"), fifty).unwrap(), AgentMove::Other("9".to_owned()));
        assert_eq!(*sent.lock().unwrap(), ["position", "go", "position 4433", "go 50"]);
    }

    #[test]
    fn a_game_is_written_as_the_cells_that_its_stones_fall_to() {
        assert_eq!(position(&game("")), "position startpos");
        let line = position(&game("4417"));
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
            let mut agent = UciProgram::greet(channel, words, BoardSize::STANDARD).unwrap();
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
        let error = UciProgram::greet(channel, &Words::UCI, BoardSize::STANDARD).unwrap_err().to_string();
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
        let mut agent = LinesProgram(channel);
        agent.new_game().unwrap();
        assert_eq!(agent.choose(&game(""), None).unwrap(), column(4));
        assert_eq!(agent.choose(&game("44"), Some(Duration::ZERO)).unwrap(), column(5));
        assert_eq!(*sent.lock().unwrap(), ["", "44"]);
    }
}
