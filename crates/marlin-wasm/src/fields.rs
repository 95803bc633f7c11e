//! [`Fields`]: the values of a request in JSON by their names.
//!
//! With the readers that serde derives for tagged and flattened types the module is 48 kB larger.

use serde_json::{Map, Value};

/// The values of a request by their names.
pub(crate) struct Fields<'a>(&'a Map<String, Value>);

/// The error of a field.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FieldError {
    /// The request has no fields.
    #[error("expected an object")]
    NoObject,
    /// A field is absent.
    #[error("missing field `{name}`")]
    Missing {
        /// The name of the field.
        name: &'static str,
    },
    /// A field has a value of another type, or one out of its range.
    #[error("invalid field `{name}`: expected {expected}")]
    Invalid {
        /// The name of the field.
        name: &'static str,
        /// The values that it can have.
        expected: &'static str,
    },
}

/// A type of a field.
pub(crate) trait Field: Sized {
    /// The values of the type in words.
    const EXPECTED: &'static str;

    /// Returns the value of the type.
    fn read(value: &Value) -> Option<Self>;
}

impl<'a> Fields<'a> {
    /// Returns the fields of an object.
    pub(crate) fn new(value: &'a Value) -> Result<Self, FieldError> {
        value.as_object().map(Self).ok_or(FieldError::NoObject)
    }

    /// Returns the value of a field that each request of its kind has.
    pub(crate) fn required<T: Field>(&self, name: &'static str) -> Result<T, FieldError> {
        self.get(name)?.ok_or(FieldError::Missing { name })
    }

    /// Returns the value of a field, and without it the default of the type.
    pub(crate) fn optional<T: Field + Default>(&self, name: &'static str) -> Result<T, FieldError> {
        Ok(self.get(name)?.unwrap_or_default())
    }

    fn get<T: Field>(&self, name: &'static str) -> Result<Option<T>, FieldError> {
        let read = |value| T::read(value).ok_or(FieldError::Invalid { name, expected: T::EXPECTED });
        self.0.get(name).map(read).transpose()
    }
}

impl Field for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Field for String {
    const EXPECTED: &'static str = "a string";

    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(Self::from)
    }
}

impl Field for u64 {
    const EXPECTED: &'static str = "a whole number, not negative";

    fn read(value: &Value) -> Option<Self> {
        value.as_u64()
    }
}

impl Field for u32 {
    const EXPECTED: &'static str = u64::EXPECTED;

    fn read(value: &Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl Field for usize {
    const EXPECTED: &'static str = u64::EXPECTED;

    fn read(value: &Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl Field for i32 {
    const EXPECTED: &'static str = "a whole number";

    fn read(value: &Value) -> Option<Self> {
        value.as_i64()?.try_into().ok()
    }
}

/// `null` is no value.
impl<T: Field> Field for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn read(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::read(value).map(Some) }
    }
}

impl<T: Field> Field for Vec<T> {
    const EXPECTED: &'static str = "an array of whole numbers";

    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::read).collect()
    }
}
