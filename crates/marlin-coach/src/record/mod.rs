//! Records: results as plain data, for JSON and the like. The names of the fields are part of the interface,
//! and new ones are added at the end.
//!
//! Each record is declared beside its question; the records of [requests](crate::request) are in the file of
//! their [`Verb`](crate::request::Verb).
//!
//! Other results are records of their own: [`SideReview`](crate::review::SideReview),
//! [`ExploredColumn`](crate::opening::ExploredColumn), [`PlyCensus`](crate::opening::PlyCensus),
//! [`LevelShares`](crate::level::LevelShares) and [`TaskProgress`](crate::task::TaskProgress).
//!
//! Columns are numbered from 1 on the left, scores are from the side to move, and cells are named as in `d3`.
//! A fact without a proof is `None`.
//!
//! With the feature `schema` every record has a JSON Schema, of `schema_generator`. The OpenAPI document of
//! the server and the TypeScript of the package for pages are derived from these.

#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "schema")]
mod shape;

use marlin_core::{GameOutcome, Player};
use serde::Serialize;

#[cfg(feature = "schema")]
pub use self::schema::schema_generator;
#[cfg(feature = "schema")]
pub use self::shape::{As, Shape};
pub use crate::puzzle::PuzzleRecord;
pub use crate::request::verb::{
    BranchRecord, ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, LineRecord,
    PositionRecord, ReachRecord, ReviewRecord, ReviewedMoveRecord, ScoreRecord, StepRecord, ThreatsRecord,
};

/// Declares a record: its fields in their order, each with its type, in brackets the additions to the schema
/// of the type, and its value. The schema is derived from a struct whose fields have the types with schemas.
macro_rules! record {
    ($(#[$about:meta])* $name:ident($schema:tt) $new:vis from ($($arg:ident: $type:ty),*) { $(let $known:pat = $found:expr;)* } {
        $($(#[$field_about:meta])* $field:ident: $field_type:ty $([$($more:tt)*])? = $value:expr,)*
    }) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize)]
        $(#[$about])*
        #[non_exhaustive]
        pub struct $name {
            $($(#[$field_about])* pub $field: $field_type,)*
        }

        impl $name {
            /// The names of the fields, in their order.
            pub const FIELDS: &[&str] = &[$(stringify!($field)),*];

            /// Returns the record.
            $new fn new($($arg: $type),*) -> Self {
                $(let $known = $found;)*
                Self { $($field: $value,)* }
            }
        }

        #[cfg(feature = "schema")]
        const _: () = {
            #[derive(schemars::JsonSchema)]
            #[schemars(rename = $schema)]
            #[expect(dead_code, reason = "only its schema is used")]
            $(#[$about])*
            struct Shadow {
                $($(#[$field_about])* $(#[schemars($($more)*)])? $field: $crate::record::As<$field_type>,)*
            }

            impl schemars::JsonSchema for $name {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    Shadow::schema_name()
                }

                fn schema_id() -> std::borrow::Cow<'static, str> {
                    Shadow::schema_id()
                }

                fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    Shadow::json_schema(generator)
                }
            }

            impl $crate::record::Shape for $name {
                type As = Self;
            }
        };
    };
}
pub(crate) use record;

/// The result of a game: its winner, or a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameResult"))]
pub enum ResultRecord {
    /// X wins.
    X,
    /// O wins.
    O,
    /// The board is full without four in a row.
    #[serde(rename = "draw")]
    Draw,
}

impl From<GameOutcome> for ResultRecord {
    fn from(outcome: GameOutcome) -> Self {
        match outcome {
            GameOutcome::Won(Player::X) => Self::X,
            GameOutcome::Won(Player::O) => Self::O,
            GameOutcome::Drawn => Self::Draw,
        }
    }
}
