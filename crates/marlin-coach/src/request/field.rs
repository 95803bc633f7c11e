//! The fields that most requests have, and [`Fields`], the values of one request, each checked.

use marlin_core::{BoardSize, Cell, ParseError, ParseErrorKind};
use marlin_notation::{Notation, excerpt};
use serde::Serialize;
use serde_json::{Map, Value};

/// The maximum length of a text in a request, in bytes.
const MAX_BYTES: usize = 4096;

/// The maximum whole number that every client can write in JSON.
pub const MAX_JSON_NUMBER: u64 = (1 << 53) - 1;

/// A field of a request.
#[derive(Debug, Clone, Copy, Eq)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The values.
    pub kind: FieldKind,
    /// The default of the field, if it is a number, and the description of the field.
    #[cfg(feature = "schema")]
    pub(super) words: (Option<u64>, &'static str),
}

/// A field with another description is the same.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.kind) == (other.name, other.kind)
    }
}

/// The values of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A text.
    Text,
    /// A size of a board.
    Board,
    /// True or false; false if the field is absent.
    Flag,
    /// A whole number in a range.
    Number {
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// One of some words; the first word if the field is absent.
    OneOf(&'static [&'static str]),
}

impl Field {
    /// Returns a field.
    pub const fn new(name: &'static str, kind: FieldKind) -> Self {
        Self {
            name,
            kind,
            #[cfg(feature = "schema")]
            words: (None, ""),
        }
    }

    /// Returns a field of whole numbers in a range.
    pub const fn number(name: &'static str, least: u64, most: u64) -> Self {
        Self::new(name, FieldKind::Number { least, most })
    }

    /// Returns the field with its description and its default, which only its schema has.
    #[cfg_attr(
        not(feature = "schema"),
        expect(unused_variables, reason = "texts would be part of every program")
    )]
    pub(super) const fn about(self, default: Option<u64>, about: &'static str) -> Self {
        Self {
            #[cfg(feature = "schema")]
            words: (default, about),
            ..self
        }
    }
}

/// The moves from the empty board.
pub const MOVES: &Field = &Field::new("moves", FieldKind::Text).about(
    None,
    "The columns played from the empty board, the leftmost being 1, as in 4433; on a board of more than nine columns they \
     are separated, as in 10,3,10. No text is the empty board.",
);
/// The position in any notation.
pub const POSITION: &Field = &Field::new("position", FieldKind::Text).about(
    None,
    "The position: the columns played from the empty board, the leftmost being 1, as in 4433 or 10,3,10, or any other \
     notation: cells such as d1 d2, drops such as P@d1 P@d2, a game such as 1. d1 d2 *, FEN such as \
     7/7/7/7/2pp3/2PP3 w, a drawn board with its rows from the top and / between them, such as \
     ......./......./......./......./..OO.../..XX..., an observation of Kaggle, or a row of connect-4.data. No text is the \
     empty board.",
);
/// The position under the name that other pages for this game use, only in a URL.
pub const POS: &Field = &Field::new("pos", FieldKind::Text)
    .about(None, "Another name of position, as on other pages for this game.");
/// The size of the board.
pub const BOARD: &Field = &Field::new("board", FieldKind::Board).about(
    None,
    "The size of the board, columns x rows, as in 8x7: any of up to 32 columns with columns * (rows + 1) of at most 128. \
     Without it that of a drawn board, and otherwise that of the program, most often 7x6.",
);
/// The number of the leftmost column.
pub const BASE: &Field = &Field::number("base", 0, 1)
    .about(Some(1), "The number of the leftmost column in moves, 0 or 1. Answers count columns from 1.");
/// The time in milliseconds.
pub const TIME: &Field = &Field::number("time", 1, u64::MAX).about(
    None,
    "The time for the answer, in milliseconds; a program may allow less. A score without a proof by then is null.",
);
/// The nodes of each search.
pub const NODES: &Field = &Field::number("nodes", 1, u64::MAX).about(
    None,
    "The maximum number of nodes of each search, in a review of the search of each position. A score without a proof by then is \
     null.",
);

/// The look of a drawing.
pub const THEME: &Field = &Field::new("theme", FieldKind::OneOf(&["classic", "quiet", "high-contrast"]));
/// Light or dark colours of a drawing.
pub const APPEARANCE: &Field = &Field::new("appearance", FieldKind::OneOf(&["auto", "light", "dark"]));

/// The form in which a program takes requests.
#[derive(Debug, Clone, Copy)]
pub struct Door {
    /// The word for a field in the error about an unknown field; with `None`, unknown fields are ignored.
    pub noun: Option<&'static str>,
    /// The fields that this program does not take.
    pub without: &'static [&'static str],
    /// Whether the values are the texts of a URL, and not JSON.
    pub is_url: bool,
    /// The notation of positions, if the program takes only one.
    pub notation: Option<Notation>,
    /// The board of a position that shows no board and names none.
    pub board: BoardSize,
}

impl Door {
    /// All fields in JSON, for 7x6.
    pub const JSON: Self =
        Self { noun: Some("field"), without: &[], is_url: false, notation: None, board: BoardSize::STANDARD };

    /// Returns the fields that the program takes, out of some fields.
    pub fn takes<'a>(&self, fields: &'a [&'static Field]) -> impl Iterator<Item = &'static Field> + use<'a> {
        let (absent, is_url) = (self.without, self.is_url);
        fields.iter().copied().filter(move |field| !absent.contains(&field.name) && (is_url || *field != POS))
    }
}

/// The error of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ErrorRecord"))]
#[error("{text}")]
#[non_exhaustive]
pub struct RequestError {
    /// The kind, for programs: the name of the field with the error, `request` for a field that does not
    /// exist or is missing, or a kind of its own: `needs_moves`, `column`, `score`, `table`, `book` or
    /// `no_task`.
    pub code: &'static str,
    /// The name of the field with the error.
    #[serde(skip)]
    pub field: Option<String>,
    /// The error with its remedy, fit to print.
    #[serde(rename = "message")]
    pub text: String,
    /// The place of the error in the text of a position, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The cell with the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Cell>>"))]
    pub cell: Option<Cell>,
    /// Whether the position was understood and breaks a rule.
    #[serde(skip)]
    pub breaks_a_rule: bool,
}

impl RequestError {
    /// Returns the error of a field.
    pub fn of_field(name: &'static str, text: impl Into<String>) -> Self {
        let (code, field, text) = (name, Some(name.to_owned()), text.into());
        Self { code, field, text, index: None, cell: None, breaks_a_rule: false }
    }

    /// Returns the error of a request whose fields are no request.
    pub fn of_request(field: Option<String>, text: impl Into<String>) -> Self {
        Self { code: "request", field, ..Self::of_field("request", text) }
    }

    /// Returns the error of a position, with the field that helps.
    pub fn of_position(field: &'static str, error: &ParseError, door: &Door) -> Self {
        let has_base = !door.without.contains(&BASE.name);
        let text = match error.kind() {
            ParseErrorKind::ColumnZero if has_base => {
                let sign = if door.is_url { "=" } else { ": " };
                format!("{error}; base{sign}0 reads columns from 0")
            }
            _ => error.to_string(),
        };
        // A column of a wider board.
        let are_moves = field == MOVES.name || door.notation == Some(Notation::Moves);
        let is_beyond =
            matches!(error.kind(), ParseErrorKind::Character { found: '0'..='9', .. }) && are_moves;
        let breaks_a_rule = error.breaks_a_rule() || is_beyond;
        Self { index: error.index(), cell: error.cell(), breaks_a_rule, ..Self::of_field(field, text) }
    }
}

/// The names and values of a request.
type Object = Map<String, Value>;

/// The values of a request, each valid for one of its fields. The value null means an absent field.
#[derive(Debug)]
pub struct Fields<'a> {
    pub(super) door: &'a Door,
    known: &'a [&'static Field],
    given: &'a Object,
}

impl<'a> Fields<'a> {
    /// Checks the values of a request.
    ///
    /// # Errors
    ///
    /// The error of the first value that its field does not allow; and the error of an unknown field, if the
    /// program refuses unknown fields.
    pub fn new(door: &'a Door, known: &'a [&'static Field], given: &'a Object) -> Result<Self, RequestError> {
        for (name, value) in given {
            let Some(field) = door.takes(known).find(|field| field.name == name) else {
                let Some(noun) = door.noun else { continue };
                let (name, names) = (excerpt(name), door.takes(known).map(|field| field.name));
                let names = names.collect::<Vec<_>>().join(", ");
                let text = format!("no {noun} '{name}' (there are {names})");
                return Err(RequestError::of_request(Some(name), text));
            };
            if !value.is_null() {
                door.check(field, value)?;
            }
        }
        Ok(Self { door, known, given })
    }

    /// Returns the value of a field, `None` if the request does not have the field.
    fn get(&self, field: &Field) -> Option<&'a Value> {
        let has_field = self.door.takes(self.known).any(|known| known.name == field.name);
        self.given.get(field.name).filter(|_| has_field)
    }

    /// Returns a text.
    pub fn text(&self, field: &Field) -> Option<&'a str> {
        self.get(field)?.as_str()
    }

    /// Returns whether a flag is set.
    pub fn flag(&self, field: &Field) -> bool {
        self.get(field).and_then(|value| self.door.flag(value)).unwrap_or_default()
    }

    /// Returns a number.
    pub fn number(&self, field: &Field) -> Option<u64> {
        self.get(field).and_then(|value| self.door.number(value))
    }

    /// Returns a number as a `usize`; the maximum `usize` for any greater number.
    pub fn count(&self, field: &Field) -> Option<usize> {
        self.number(field).map(|number| number.try_into().unwrap_or(usize::MAX))
    }

    /// Returns the size of the board.
    ///
    /// # Errors
    ///
    /// If the text is no size of a board.
    pub fn board(&self) -> Result<Option<BoardSize>, RequestError> {
        let board = self.text(BOARD).map(str::parse).transpose();
        board.map_err(|error: ParseError| RequestError::of_field(BOARD.name, error.to_string()))
    }
}

impl Door {
    /// Returns the value of a flag. In a URL the name alone suffices.
    fn flag(&self, value: &Value) -> Option<bool> {
        match value.as_str() {
            Some("" | "true" | "1") if self.is_url => Some(true),
            Some("false" | "0") if self.is_url => Some(false),
            _ => value.as_bool(),
        }
    }

    /// Returns a whole number. Some clients write one with a fraction of 0.
    fn number(&self, value: &Value) -> Option<u64> {
        if self.is_url {
            return digits(value)?.parse().ok();
        }
        let of_float = |float: f64| {
            let is_whole = float.fract() == 0.0 && (0.0..=MAX_JSON_NUMBER as f64).contains(&float);
            is_whole.then_some(float as u64)
        };
        value.as_u64().or_else(|| value.as_f64().and_then(of_float))
    }

    /// Checks that a field allows a value.
    fn check(&self, field: &Field, value: &Value) -> Result<(), RequestError> {
        let name = field.name;
        let expected = |found: bool, expected: &str| {
            let text = || format!("invalid {name}{expected}");
            if found { Ok(()) } else { Err(RequestError::of_field(name, text())) }
        };
        match field.kind {
            FieldKind::Text | FieldKind::Board => {
                let length = value.as_str().map_or(0, str::len);
                if length > MAX_BYTES {
                    let text = format!("{name} is too long: {length} bytes, of {MAX_BYTES} at most");
                    return Err(RequestError::of_field(name, text));
                }
                expected(value.is_string(), ": a string, in quotes, is expected")
            }
            FieldKind::Flag => expected(self.flag(value).is_some(), ": true or false is expected"),
            FieldKind::Number { most: u64::MAX, .. } if self.is_url && is_beyond_64_bits(value) => {
                Err(RequestError::of_field(name, format!("{name} is {} at most", u64::MAX)))
            }
            FieldKind::Number { least, most } => {
                let is_one = self.number(value).is_some_and(|number| (least..=most).contains(&number));
                let numbers = match most {
                    u64::MAX => format!("a whole number, {least} or more,"),
                    1 => format!("{least} or {most}"),
                    most => format!("a whole number from {least} to {most}"),
                };
                expected(is_one, &format!("{}: {numbers} is expected", shown(value)))
            }
            FieldKind::OneOf(words) => {
                let is_one = value.as_str().is_some_and(|found| words.contains(&found));
                let (last, others) = words.split_last().unwrap_or((&"", &[]));
                expected(is_one, &format!("{}: {} or {last} is expected", shown(value), others.join(", ")))
            }
        }
    }
}

/// Returns a text as an error shows it, nothing for another value.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(String::new, |text| format!(" '{}'", excerpt(text)))
}

/// Returns the text of a value if it has digits alone.
fn digits(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether a text has more digits than a number of 64 bits.
fn is_beyond_64_bits(value: &Value) -> bool {
    digits(value).is_some_and(|digits| digits.parse::<u64>().is_err())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::request::LEVEL;

    const KNOWN: &Field = &Field::new("known", FieldKind::Flag);
    const DOOR: Door = Door { without: &["base"], ..Door::JSON };

    fn error(door: &Door, name: &str, value: &Value) -> String {
        let look: &Field = &const { Field::new("look", FieldKind::OneOf(&["classic", "quiet", "plain"])) };
        let fields = [POSITION, BASE, LEVEL, TIME, KNOWN, look];
        let given = Map::from_iter([(name.to_owned(), value.clone())]);
        Fields::new(door, &fields, &given).map_or_else(|error| error.text, |_| String::new())
    }

    #[test]
    fn an_error_names_the_field_and_its_values() {
        let json = |name, value| error(&DOOR, name, &value);
        let names = "(there are position, level, time, known, look)";
        assert_eq!(json("colour", json!(1)), format!("no field 'colour' {names}"));
        assert_eq!(json("base", json!(1)), format!("no field 'base' {names}"));
        assert_eq!(json("position", json!(44)), "invalid position: a string, in quotes, is expected");
        let long = json!("4".repeat(5000));
        assert_eq!(json("position", long), "position is too long: 5000 bytes, of 4096 at most");
        assert_eq!(json("known", json!(1)), "invalid known: true or false is expected");
        for (value, shown) in [(json!(0), ""), (json!(11), ""), (json!(1.5), ""), (json!("5"), " '5'")] {
            let expected = format!("invalid level{shown}: a whole number from 1 to 10 is expected");
            assert_eq!(json("level", value), expected);
        }
        assert_eq!(json("time", json!(-1)), "invalid time: a whole number, 1 or more, is expected");
        assert_eq!(json("look", json!("blue")), "invalid look 'blue': classic, quiet or plain is expected");
    }

    #[test]
    fn values_of_a_url_are_texts() {
        let door = Door { is_url: true, ..DOOR };
        let url = |name, text: &str| error(&door, name, &json!(text));
        assert_eq!(url("time", "18446744073709551615"), "");
        assert_eq!(url("time", "18446744073709551616"), "time is 18446744073709551615 at most");
        for text in ["0", "-1", "", "+1", "1.5", "1 "] {
            let expected = format!("invalid time '{text}': a whole number, 1 or more, is expected");
            assert_eq!(url("time", text), expected);
        }
        assert_eq!(url("known", "yes"), "invalid known: true or false is expected");
        assert_eq!((url("known", ""), url("known", "0"), url("level", "10")), Default::default());
    }

    #[test]
    fn null_is_an_absent_field_and_a_fraction_of_0_is_none() {
        let given = json!({"position": null, "known": true, "level": 7.0});
        let fields = [POSITION, KNOWN, LEVEL];
        let fields = Fields::new(&DOOR, &fields, given.as_object().unwrap()).unwrap();
        assert_eq!((fields.text(POSITION), fields.flag(KNOWN), fields.number(LEVEL)), (None, true, Some(7)));
        assert_eq!((fields.number(TIME), fields.count(LEVEL)), (None, Some(7)));
    }
}
