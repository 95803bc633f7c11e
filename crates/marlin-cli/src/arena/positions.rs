//! The positions for the moves of a player: random ones, or those of a file.

use std::io::{self, BufRead};
use std::ops::RangeInclusive;

use marlin_core::{BoardSize, Game, ParseErrorKind, suite};
use marlin_support::lines::{Line, Lines};
use marlin_support::random::Random;
use marlin_support::text::excerpt;

/// The stream of random numbers for positions. Players draw from others, so the positions of a seed are the same for all
/// players.
const POSITIONS: u64 = 0;

/// The reason why positions cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadPositionsError {
    /// The input cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is no position with a move.
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: String },
    /// The input has no positions.
    #[error("no positions")]
    Empty,
}

/// Returns `count` random unfinished positions of a board, each with a random number of stones within a range.
///
/// # Panics
///
/// If the range is empty.
pub(crate) fn random_positions(
    board: BoardSize,
    count: u64,
    plies: &RangeInclusive<u32>,
    seed: u64,
) -> Vec<Game> {
    assert!(!plies.is_empty(), "a number of stones is drawn from {plies:?}");
    let mut random = Random::new(seed, POSITIONS);
    let mut game = || {
        let plies = random.within(plies);
        random.game(board, plies, |_| true)
    };
    (0..count).map(|_| game()).collect()
}

/// Reads at least one position, one per line: moves, or moves and a score as in position sets.
///
/// Lines that begin with `#` are comments. The comment `# board 8x5` states the board, which must be `board` if that is given.
/// Without either, the positions are those of 7x6.
///
/// # Errors
///
/// Each [`ReadPositionsError`].
pub(crate) fn read_positions(
    mut board: Option<BoardSize>,
    input: impl BufRead,
) -> Result<Vec<Game>, ReadPositionsError> {
    let mut lines = Lines::new(input);
    let mut games = Vec::new();
    let mut number = 0;
    while let Some(line) = lines.next_line()? {
        number += 1;
        let game = game(&mut board, &line);
        games.extend(game.map_err(|reason| ReadPositionsError::Line { line: number, reason })?);
    }
    if games.is_empty() { Err(ReadPositionsError::Empty) } else { Ok(games) }
}

/// Returns the game of a line, `None` for a comment, or the reason why the line is invalid. Sets the board if the line states it, or is
/// the first position.
fn game(board: &mut Option<BoardSize>, line: &Line) -> Result<Option<Game>, String> {
    let text = line.as_ref().map_err(ToString::to_string)?;
    if text.starts_with('#') {
        let Some(found) = suite::stated_board(text).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let expected = *board.get_or_insert(found);
        let other = || format!("a set of board {found}, where {expected} is expected");
        return if found == expected { Ok(None) } else { Err(other()) };
    }
    let board = *board.get_or_insert_default();
    let game = if text.trim_end().contains(char::is_whitespace) {
        suite::parse_line(board, text).map(|(game, _)| game)
    } else {
        Game::parse(board, text)
    };
    let has_number = || {
        let score = text.trim_end().split_once(char::is_whitespace).map(|(_, score)| score.trim_start());
        score.is_some_and(|score| score.parse::<i32>().is_ok())
    };
    let game = game.map_err(|error| match error.kind() {
        ParseErrorKind::Score if !has_number() => {
            format!("expected MOVES or MOVES SCORE, as in '4433 18', found '{}'", excerpt(text))
        }
        _ => error.to_string(),
    })?;
    match game.outcome() {
        Some(outcome) => Err(format!("there is no move to ask for: {outcome}")),
        None => Ok(Some(game)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(text: &str) -> Result<Option<String>, String> {
        game(&mut None, &Ok(text.to_owned())).map(|game| game.map(|game| game.to_string()))
    }

    #[test]
    fn positions_have_stones_within_the_range_and_are_the_same_for_a_seed() {
        let random_positions = |count, plies, seed| random_positions(BoardSize::STANDARD, count, plies, seed);
        let games = random_positions(50, &(20..=22), 1);
        assert!(games.iter().all(|game| (20..=22).contains(&game.moves().len()) && game.outcome().is_none()));
        assert!([20, 21, 22].iter().all(|&plies| games.iter().any(|game| game.moves().len() == plies)));
        assert_eq!(games, random_positions(50, &(20..=22), 1));
        assert_ne!(games, random_positions(50, &(20..=22), 2));
    }

    #[test]
    fn a_line_holds_moves_and_perhaps_their_score() {
        for (line, moves) in
            [("4433", "4433"), ("4433 18", "4433"), ("4433 -1 ", "4433"), ("", ""), (" 1", "")]
        {
            assert_eq!(read_line(line), Ok(Some(moves.to_owned())), "{line}");
        }
        assert_eq!(read_line("# a set"), Ok(None));
    }

    #[test]
    fn the_head_of_a_set_states_its_board() {
        let board = |asked: Option<&str>, text: &str| {
            let asked = asked.map(|size| size.parse().unwrap());
            read_positions(asked, text.as_bytes())
                .map(|games| games[0].size().to_string())
                .map_err(|e| e.to_string())
        };
        assert_eq!(board(None, "# a set\n# board 9x5\n9\n").as_deref(), Ok("9x5"));
        assert_eq!(board(Some("9x5"), "# board 9x5\n9\n").as_deref(), Ok("9x5"));
        assert_eq!(board(Some("9x5"), "9\n").as_deref(), Ok("9x5"));
        assert_eq!(board(None, "# boards of all kinds\n7\n").as_deref(), Ok("7x6"));
        let other = |line, expected| format!("line {line}: a set of board 9x5, where {expected} is expected");
        assert_eq!(board(Some("8x5"), "# board 9x5\n1\n"), Err(other(1, "8x5")));
        // The first position is one of 7x6.
        assert_eq!(board(None, "1\n# board 9x5\n9\n"), Err(other(2, "7x6")));
        let error = board(None, "# board 9x9\n").unwrap_err();
        assert!(error.starts_with("line 1: a board of 9x9 doesn't fit"), "{error}");
    }

    #[test]
    fn a_line_is_refused_with_its_reason() {
        assert!(read_line("4 4 3 3").unwrap_err().starts_with("expected MOVES or MOVES SCORE"));
        assert!(read_line("4433 good").unwrap_err().ends_with("found '4433 good'"));
        assert!(read_line("44x").unwrap_err().starts_with("invalid character 'x'"));
        assert_eq!(read_line("1212121").unwrap_err(), "there is no move to ask for: X has won");
    }
}
