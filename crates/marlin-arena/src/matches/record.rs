//! [`MatchRecord`]: a game of a match as data.

use marlin_core::Outcome;
use serde::Serialize;

use super::game::PlayedGame;
use super::opening::Opening;
use crate::players::Forfeit;

/// A game of a match, as an object or as a line of fields. The names are part of the interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MatchRecord {
    /// The number of the game, from 1.
    pub game: u64,
    /// The moves of the opening.
    pub opening: String,
    /// All moves, including the opening.
    pub moves: String,
    /// The name of the player with X.
    pub first: String,
    /// The name of the player with O.
    pub second: String,
    /// The points of X and O: `1-0`, `1/2-1/2` or `0-1`.
    pub result: &'static str,
    /// The points under perfect play from the opening on.
    pub theory: &'static str,
    /// The reason why the last reply was illegal, if it was.
    pub illegal: Option<String>,
    /// The end of the game: `rules`, `illegal`, `crash`, `timeout` or `overstep`.
    pub end: &'static str,
    /// The failure of a player, if one crashed, was silent or moved too late.
    pub failure: Option<String>,
}

impl MatchRecord {
    /// The names of the fields, with tabs between them: the first line of a file of [`MatchRecord::fields`].
    pub const NAMES: &'static str =
        "game\topening\tmoves\tfirst\tsecond\tresult\ttheory\tillegal\tend\tfailure";

    /// Returns the record of a game by its number and the names of X and O.
    pub(super) fn new(game: u64, opening: &Opening, played: &PlayedGame, [first, second]: [&str; 2]) -> Self {
        let forfeit = played.forfeit.as_ref().map(|(_, forfeit)| forfeit);
        let failure = forfeit.and_then(|forfeit| forfeit.failure().or(forfeit.too_late()));
        Self {
            game,
            opening: opening.game.to_string(),
            moves: played.game.to_string(),
            first: first.to_owned(),
            second: second.to_owned(),
            result: points(played.result),
            theory: points(opening.theory),
            illegal: forfeit.and_then(Forfeit::illegal).map(str::to_owned),
            end: end(forfeit),
            failure: failure.map(str::to_owned),
        }
    }

    /// Returns the fields as a line, with tabs between them. None of them has a tab or a line feed in it, so no crate for
    /// tables of text is needed.
    pub fn fields(&self) -> String {
        let Self { game, opening, moves, first, second, result, theory, end, .. } = self;
        let [illegal, failure] =
            [&self.illegal, &self.failure].map(|text| text.as_deref().unwrap_or_default());
        format!(
            "{game}\t{opening}\t{moves}\t{first}\t{second}\t{result}\t{theory}\t{illegal}\t{end}\t{failure}"
        )
    }
}

/// Returns the points of X and O.
const fn points(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "1-0",
        Outcome::Draw => "1/2-1/2",
        Outcome::Loss => "0-1",
    }
}

/// Returns the word for the end of a game.
const fn end(forfeit: Option<&Forfeit>) -> &'static str {
    match forfeit {
        None => "rules",
        Some(Forfeit::Illegal(_)) => "illegal",
        Some(Forfeit::Crash(_)) => "crash",
        Some(Forfeit::Timeout(_)) => "timeout",
        Some(Forfeit::Overstep(_)) => "overstep",
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Game, Player};

    use super::*;

    fn game(moves: &str) -> Game {
        Game::parse(BoardSize::STANDARD, moves).unwrap()
    }

    fn record(forfeit: Option<Forfeit>) -> MatchRecord {
        let opening = Opening { game: game("3"), theory: Outcome::Draw };
        let played = PlayedGame {
            game: game("3212"),
            result: Outcome::Win,
            forfeit: forfeit.map(|forfeit| (Player::O, forfeit)),
            oversteps: Default::default(),
        };
        MatchRecord::new(7, &opening, &played, ["a", "b"])
    }

    #[test]
    fn games_are_written_as_lines_of_fields() {
        for (forfeit, fields) in [
            (None, "\trules\t"),
            (Some(Forfeit::Illegal("'x' is no move".to_owned())), "'x' is no move\tillegal\t"),
            (Some(Forfeit::Crash("b ended".to_owned())), "\tcrash\tb ended"),
            (Some(Forfeit::Timeout("b gave no answer".to_owned())), "\ttimeout\tb gave no answer"),
            (Some(Forfeit::Overstep("the move took long".to_owned())), "\toverstep\tthe move took long"),
        ] {
            assert_eq!(record(forfeit).fields(), format!("7\t3\t3212\ta\tb\t1-0\t1/2-1/2\t{fields}"));
        }
    }

    #[test]
    fn objects_have_the_names_of_the_fields() {
        let value = serde_json::to_value(record(None)).unwrap();
        let object = value.as_object().unwrap();
        let names: Vec<_> = MatchRecord::NAMES.split('\t').collect();
        assert!(object.len() == names.len() && names.iter().all(|&name| object.contains_key(name)));
        assert_eq!((&object["game"], &object["result"]), (&7.into(), &"1-0".into()));
    }
}
