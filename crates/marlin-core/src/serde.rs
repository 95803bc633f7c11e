//! Positions, games, scores, bounds and reports as data, with the feature `serde`: the strings and numbers of
//! Marlin's JSON. The README of the crate has the form of each.

use std::fmt;

use serde_core::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{SerializeStruct, Serializer};
use serde_core::{Deserialize, Serialize};

use crate::bitboard::Cell;
use crate::bounds::Bounds;
use crate::columns::Columns;
use crate::game::Game;
use crate::geometry::{BoardSize, Column};
use crate::notation::any_board;
use crate::player::Player;
use crate::position::Position;
use crate::report::{Report, Source};
use crate::score::{Outcome, Score};

/// Writes a type as its text.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_string())
            }
        }
    )*};
}

as_text!(BoardSize, Cell, Outcome, Player, Source);

impl<'de> Deserialize<'de> for BoardSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.number() as u64).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = usize::deserialize(deserializer)?;
        let no_column = || D::Error::custom(format_args!("there is no column {number}"));
        Self::from_number(number).ok_or_else(no_column)
    }
}

impl<T: Serialize> Serialize for Columns<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values())
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_rows().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        any_board(BoardSize::STANDARD, &text).map_err(D::Error::custom)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i8(self.get() as i8)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let score = i8::deserialize(deserializer)?;
        // No board has a score further from 0, and -128 has no negative.
        if score.unsigned_abs() > 64 {
            Err(D::Error::custom(format!("{score} is no score")))
        } else {
            Ok(Self::new(score))
        }
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let start = Some(*self.start()).filter(|start| start.nb_moves() > 0);
        // A format without names reads a field at each place, so no field is left out.
        let mut fields = serializer.serialize_struct("Game", 3)?;
        fields.serialize_field("board", &self.size())?;
        fields.serialize_field("start", &start)?;
        fields.serialize_field("moves", &self.to_string())?;
        fields.end()
    }
}

/// The fields of a game.
struct GameFields {
    board: BoardSize,
    start: Option<Position>,
    moves: String,
}

impl GameFields {
    const NAMES: &[&str] = &["board", "start", "moves"];
}

struct GameVisitor;

impl<'de> Visitor<'de> for GameVisitor {
    type Value = GameFields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a game: its board, its moves, and the position that it starts from, if that is not empty",
        )
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<GameFields, A::Error> {
        let missing = |index| A::Error::invalid_length(index, &self);
        let board = values.next_element()?.ok_or_else(|| missing(0))?;
        let start = values.next_element()?.ok_or_else(|| missing(1))?;
        Ok(GameFields { board, start, moves: values.next_element()?.ok_or_else(|| missing(2))? })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<GameFields, A::Error> {
        let (mut board, mut start, mut moves) = (None, None, None);
        while let Some(name) = values.next_key::<String>()? {
            match name.as_str() {
                "board" if board.is_some() => return Err(A::Error::duplicate_field("board")),
                "start" if start.is_some() => return Err(A::Error::duplicate_field("start")),
                "moves" if moves.is_some() => return Err(A::Error::duplicate_field("moves")),
                "board" => board = Some(values.next_value()?),
                "start" => start = Some(values.next_value()?),
                "moves" => moves = Some(values.next_value()?),
                other => return Err(A::Error::unknown_field(other, GameFields::NAMES)),
            }
        }
        let board = board.ok_or_else(|| A::Error::missing_field("board"))?;
        Ok(GameFields { board, start: start.unwrap_or_default(), moves: moves.unwrap_or_default() })
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GameFields { board, start, moves } =
            deserializer.deserialize_struct("Game", GameFields::NAMES, GameVisitor)?;
        let Some(start) = start else { return Self::parse(board, &moves).map_err(D::Error::custom) };
        if start.size() != board {
            return Err(D::Error::custom(format_args!("a start on another board, {}", start.size())));
        }
        let mut game = Self::from_position(start);
        game.play_text(1, &moves).map_err(D::Error::custom)?;
        Ok(game)
    }
}

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.lower(), self.upper()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (lower, upper) = Deserialize::deserialize(deserializer)?;
        Self::new(lower, upper).ok_or_else(|| D::Error::custom("the lower bound is above the upper one"))
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Report", 12)?;
        fields.serialize_field("position", &self.position)?;
        fields.serialize_field("board", &self.position.size())?;
        fields.serialize_field("score", &self.bounds.score())?;
        fields.serialize_field("bounds", &self.bounds)?;
        fields.serialize_field("scores", &self.scores())?;
        fields.serialize_field("column_bounds", &self.columns)?;
        fields.serialize_field("best", &self.best)?;
        fields.serialize_field("best_proven", &self.best_is_proven())?;
        fields.serialize_field("play", &self.move_to_play())?;
        fields.serialize_field("source", &self.source)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("time_us", &(self.elapsed.as_micros() as u64))?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;
    use crate::score::Score;
    use crate::solver::Solver;

    /// Writes and reads a value in a format with names and in one without.
    fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(value: &T) {
        assert_eq!(&from_value::<T>(to_value(value).unwrap()).unwrap(), value);
        assert_eq!(
            &postcard::from_bytes::<T>(postcard::to_slice(value, &mut [0; 1024]).unwrap()).unwrap(),
            value
        );
    }

    #[test]
    fn what_is_written_is_read_back_in_a_format_with_names_and_in_one_without() {
        let wide: BoardSize = "12x4".parse().unwrap();
        let games: Vec<Game> = vec![Game::new(), "4433".parse().unwrap(), Game::parse(wide, "10,1").unwrap()];
        let late = Game::from_position(Position::parse(wide, "10,11,12").unwrap());
        let mut later = late.clone();
        later.play(Column::A).unwrap();
        let games = [games, vec![late, later]].concat();
        games.iter().for_each(check);
        check(&games);
        check(&(wide, Column::A, *games[4].position()));
        let score = Score::new(-3);
        check(&(score, Bounds::new(score, Score::DRAW).unwrap()));
        // A type that is read is among the six above.
        assert_eq!(include_str!("serde.rs").matches("\nimpl<'de> Deserialize<'de> for").count(), 6);
        assert_eq!(to_value(&games[1]).unwrap(), json!({"board": "7x6", "start": null, "moves": "4433"}));
        assert_eq!(from_value::<Game>(json!({"board": "7x6", "moves": "4433"})).unwrap(), games[1]);
        assert_eq!(to_value(games[1].position()).unwrap(), "......./......./......./......./..OO.../..XX...");
        assert_eq!(to_value(Bounds::new(score, Score::DRAW)).unwrap(), json!([-3, 0]));
    }

    #[test]
    fn what_is_none_is_refused_with_its_reason() {
        let error = |value| from_value::<Game>(value).unwrap_err().to_string();
        let start = json!({"board": "8x7", "start": "....", "moves": ""});
        assert_eq!(error(start), "a start on another board, 4x1");
        assert_eq!(error(json!({"moves": "44"})), "missing field `board`");
        assert_eq!(
            error(json!({"board": "7x6", "size": 7})),
            "unknown field `size`, expected one of `board`, `start`, `moves`"
        );
        assert_eq!(
            error(json!(44)),
            "invalid type: integer `44`, expected a game: its board, its moves, and the position that it starts from, if that \
             is not empty"
        );
        let twice = serde_json::from_str::<Game>(r#"{"moves": "4", "moves": "4"}"#).unwrap_err().to_string();
        assert!(twice.starts_with("duplicate field `moves`"), "{twice}");
        assert!(error(json!({"board": "7x6", "moves": "48"})).contains("'8'"));
        assert!([190, -128, 65].iter().all(|&score| from_value::<Score>(json!(score)).is_err()));
        assert!(from_value::<Bounds>(json!([3, 2])).is_err() && from_value::<Column>(json!(0)).is_err());
    }

    #[test]
    fn an_analysis_has_the_bounds_of_every_column() {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
        let position: Position = "4433".parse().unwrap();
        let report = solver.query(&position).analyze();
        postcard::to_slice(&(&report, Player::X, Cell::new(Column::A, 0), Outcome::Win), &mut [0; 1024])
            .unwrap();
        let value = to_value(report).unwrap();
        assert_eq!(
            value["column_bounds"],
            json!([[-3, -3], [18, 18], [2, 2], [2, 2], [18, 18], [-3, -3], [-4, -4]])
        );
        assert_eq!((&value["score"], &value["scores"]), (&json!(18), &json!([-3, 18, 2, 2, 18, -3, -4])));
        assert_eq!(from_value::<Position>(value["position"].clone()).unwrap(), position);
        assert_eq!(from_value::<Position>(json!("4433")).unwrap(), position);
        assert_eq!((&value["best"], &value["source"]), (&json!(5), &json!("search")));
    }
}
