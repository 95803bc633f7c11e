//! The positions that a player is asked about.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use marlin_core::Game;

use super::POSITIONS;
use crate::error::CliError;
use crate::lines::{Line, Lines};
use crate::random::Random;
use crate::text::excerpt;

/// Draws positions, each with a random number of stones within the limits.
pub(super) fn draw(count: u64, min: u32, max: u32, seed: u64) -> Result<Vec<Game>, CliError> {
    if min > max {
        return Err(CliError::NoPlies { min, max });
    }
    let mut random = Random::new(seed, POSITIONS);
    let mut game = || {
        let plies = min + random.below(max - min + 1);
        random.game(plies, |_| true)
    };
    Ok((0..count).map(|_| game()).collect())
}

/// Reads positions, a line each.
pub(super) fn read(path: &Path) -> Result<Vec<Game>, CliError> {
    let name = excerpt(&path.to_string_lossy());
    let unreadable = |source| CliError::Input { name: name.clone(), source };
    let mut lines = Lines::new(BufReader::new(File::open(path).map_err(unreadable)?));
    let mut games = Vec::new();
    let mut number = 0;
    while let Some(line) = lines.next_line().map_err(unreadable)? {
        number += 1;
        let game = game(&line).map_err(|reason| CliError::BadPosition {
            name: name.clone(),
            line: number,
            reason,
        })?;
        games.extend(game);
    }
    if games.is_empty() { Err(CliError::NoPositions { name }) } else { Ok(games) }
}

/// Returns the game of a line, nothing for a comment, or what is wrong.
fn game(line: &Line) -> Result<Option<Game>, String> {
    let text = line.as_ref().map_err(ToString::to_string)?;
    if text.starts_with('#') {
        return Ok(None);
    }
    let (moves, score) = text.split_once(' ').unwrap_or((text, "0"));
    if score.trim().parse::<i32>().is_err() {
        return Err(format!("expected MOVES or MOVES SCORE, as in '4433 18', found '{}'", excerpt(text)));
    }
    let game: Game = moves.trim_end().parse().map_err(|error| format!("{error}"))?;
    match game.outcome() {
        Some(outcome) => Err(format!("there is no move to ask for: {outcome}")),
        None => Ok(Some(game)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(text: &str) -> Result<Option<String>, String> {
        game(&Ok(text.to_owned())).map(|game| game.map(|game| game.to_string()))
    }

    #[test]
    fn positions_have_as_many_stones_as_asked_for_and_are_the_same_for_a_seed() {
        let games = draw(50, 20, 22, 1).unwrap();
        assert!(games.iter().all(|game| (20..=22).contains(&game.moves().len()) && game.outcome().is_none()));
        assert!([20, 21, 22].iter().all(|&plies| games.iter().any(|game| game.moves().len() == plies)));
        assert_eq!(games, draw(50, 20, 22, 1).unwrap());
        assert_ne!(games, draw(50, 20, 22, 2).unwrap());
        assert!(draw(1, 9, 8, 1).is_err());
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
    fn what_is_wrong_with_a_line_is_said() {
        assert!(read_line("4 4 3 3").unwrap_err().starts_with("expected MOVES or MOVES SCORE"));
        assert!(read_line("4433 good").unwrap_err().ends_with("found '4433 good'"));
        assert!(read_line("44x").unwrap_err().starts_with("invalid character 'x'"));
        assert_eq!(read_line("1212121").unwrap_err(), "there is no move to ask for: X has won");
    }
}
