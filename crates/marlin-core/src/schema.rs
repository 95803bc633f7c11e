//! The JSON Schemas of scores, bounds, columns, cells and sizes as data, with the feature `schema`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::bitboard::Cell;
use crate::bounds::Bounds;
use crate::columns::Columns;
use crate::geometry::{BoardSize, Column};
use crate::score::Score;

/// Gives a type a schema in the place of its use.
macro_rules! schemas {
    ($($type:ty: $name:literal, $is_inline:literal, $schema:tt;)*) => {$(
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
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

schemas! {
    BoardSize: "BoardSize", true, { "type": "string", "pattern": "^[0-9]{1,2}x[0-9]{1,2}$" };
    Cell: "Cell", true, { "type": "string", "pattern": "^[a-z][0-9]{1,2}$" };
    Column: "Column", true, { "type": "integer", "minimum": 1, "maximum": 32 };
    Score: "Score", true, { "type": "integer" };
    Bounds: "Bounds", false, {
        "type": "array",
        "items": { "type": "integer" },
        "minItems": 2,
        "maxItems": 2,
        "description": "The least and the greatest possible score.",
    };
}

impl<T: JsonSchema> JsonSchema for Columns<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Columns_of_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <[T]>::json_schema(generator)
    }
}
