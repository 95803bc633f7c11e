//! [`Shape`]: the JSON Schema of a field. The fields with types of the core have shapes here, because the
//! core has no schemas: it is compiled once, for builds with and without them.

use std::borrow::Cow;

use marlin_core::{BoardSize, Bounds, Cell, Column, Columns, Outcome, Player, Score, Source};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{ResultRecord, ThreatsRecord};
use crate::explain::{Layer, MarkedCell, SecondFour};
use crate::level::LevelShares;
use crate::opening::{ExploredColumn, PlyCensus};
use crate::puzzle::PuzzleKind;
use crate::review::{ChoiceKind, SideReview};
use crate::text::{Part, Text};

/// A type of a field, with another type that has its JSON Schema.
pub trait Shape {
    /// The type with the schema.
    type As: JsonSchema;
}

/// The type with the schema of a type of a field, for `schemars(with = ...)`.
pub type As<T> = <T as Shape>::As;

/// Implements [`Shape`] for types with a schema of their own, and for types of the core, each with another
/// type that has the schema.
macro_rules! shapes {
    ($($type:ty $(=> $shape:ty)?),* $(,)?) => {$(
        impl Shape for $type {
            type As = shapes!(@ $type $(, $shape)?);
        }
    )*};
    (@ $type:ty) => { $type };
    (@ $type:ty, $shape:ty) => { $shape };
}

shapes! {
    bool, f64, u8, u32, u64, usize, &'static str, String, ChoiceKind, ExploredColumn, Layer, LevelShares, MarkedCell, PlyCensus,
    PuzzleKind, ResultRecord, SecondFour, SideReview, ThreatsRecord, Player => PlayerShape, Outcome => OutcomeShape,
    Source => SourceShape,
}

impl Shape for Text {
    type As = Vec<Part>;
}

impl<T: Shape> Shape for Option<T> {
    type As = Option<T::As>;
}

impl<T: Shape> Shape for Box<T> {
    type As = T::As;
}

impl<T: Shape> Shape for Vec<T> {
    type As = Vec<T::As>;
}

impl<T: Shape, const N: usize> Shape for [T; N]
where
    [T::As; N]: JsonSchema,
{
    type As = [T::As; N];
}

impl<T: Shape> Shape for Columns<T> {
    type As = Vec<T::As>;
}

/// Declares the shapes of types of the core, each with a schema: in the place of its use, or with a name.
macro_rules! of_the_core {
    ($($type:ident: $shape:ident, $is_inline:literal, $schema:tt;)*) => {$(
        #[doc = concat!("The schema of a `", stringify!($type), "`.")]
        #[derive(Debug)]
        #[non_exhaustive]
        pub struct $shape;

        impl Shape for $type {
            type As = $shape;
        }

        impl JsonSchema for $shape {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn inline_schema() -> bool {
                $is_inline
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

of_the_core! {
    BoardSize: BoardSizeShape, true, { "type": "string", "pattern": "^[0-9]{1,2}x[0-9]{1,3}$" };
    Cell: CellShape, true, { "type": "string", "pattern": "^[a-z]{1,2}[0-9]{1,3}$" };
    Column: ColumnShape, true, { "type": "integer", "minimum": 1, "maximum": 32 };
    Score: ScoreShape, true, { "type": "integer" };
    Bounds: BoundsShape, false, {
        "type": "array",
        "items": { "type": "integer" },
        "minItems": 2,
        "maxItems": 2,
        "description": "The minimum and the maximum possible score.",
    };
}

/// One of the two players. X always moves first.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Player")]
#[non_exhaustive]
pub enum PlayerShape {
    /// The first player, drawn `X`.
    X,
    /// The second player, drawn `O`.
    O,
}

/// The result under best play, from the side to move.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Outcome", rename_all = "lowercase")]
#[non_exhaustive]
pub enum OutcomeShape {
    /// The other side wins.
    Loss,
    /// A draw: no side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

/// The source of an answer. A greater source is more costly.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Source", rename_all = "lowercase")]
#[non_exhaustive]
pub enum SourceShape {
    /// The rules alone: the game is over, or its end can be proven without search.
    Rules,
    /// The opening book; on boards other than 7x6 the result of the empty board.
    Book,
    /// A search, complete or ended by its limits.
    Search,
}
