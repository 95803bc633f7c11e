//! A program that reads one position per line and answers each with a line.

use std::num::ParseIntError;
use std::time::Duration;

use marlin_core::{Column, Game, Position};
use marlin_support::text::excerpt;

use super::agent::{Agent, AgentMove};
use super::channel::{Channel, numbered};
use super::error::AgentError;

/// A position, as the digits of its moves, answered by a column, or by the scores of all columns; either may follow a copy of the
/// position.
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
        self.0.ask(&moves, time.unwrap_or_default(), |line| agent_move(line, &moves, game.position()))
    }
}

/// Returns the move of a line, `None` if it is no reply.
///
/// A reply starts with the position, is a single number, or has a number for each column, valid or not: after such a line the
/// program waits for its next position.
fn agent_move(line: &str, moves: &str, position: &Position) -> Option<AgentMove> {
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
    column.map(AgentMove::Column).or_else(|| is_answer.then(|| AgentMove::Other(excerpt(line.trim()))))
}

/// Returns whether a word is a number of any kind, as `9`, `-1` and `4.0` are.
fn is_number(word: &str) -> bool {
    // `nan` and `inf` are numbers to the parser too.
    word.contains(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_ok()
}

/// Returns the column with the best of the scores of all columns, and among equal ones the nearest to the centre. The scores of full columns
/// are ignored. `None` if a word is no score, or if no open column has one.
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

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::super::channel::peer;
    use super::*;

    fn game(moves: &str) -> Game {
        Game::parse(BoardSize::STANDARD, moves).unwrap()
    }

    fn answer(line: &str, moves: &str) -> Option<AgentMove> {
        agent_move(line, moves, game(moves).position())
    }

    fn column(number: usize) -> AgentMove {
        AgentMove::Column(Column::new(number - 1).unwrap())
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
        let (channel, sent) = peer::channel(Duration::from_secs(60), |line| {
            Some(if line.is_empty() { "hello\n4\n" } else { "44 5\n" })
        });
        let mut agent = LinesProgram(channel);
        agent.new_game().unwrap();
        assert_eq!(agent.choose(&game(""), None).unwrap(), column(4));
        assert_eq!(agent.choose(&game("44"), Some(Duration::ZERO)).unwrap(), column(5));
        assert_eq!(*sent.lock().unwrap(), ["", "44"]);
    }
}
