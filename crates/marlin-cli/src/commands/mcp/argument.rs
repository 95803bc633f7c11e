//! [`Argument`]: an argument of a tool, with its schema and the check of its values.

use marlin_support::text::excerpt;
use serde_json::{Map, Value, json};

use super::message::Params;

/// The greatest length of a text, in bytes: as much as a line of positions has elsewhere.
const MAX_BYTES: usize = 4096;

/// The greatest whole number that every client can send.
pub(super) const GREATEST: u64 = (1 << 53) - 1;

/// An argument of a tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) kind: ArgumentKind,
    pub(super) description: &'static str,
}

/// The values of an argument.
#[derive(Debug, Clone, Copy)]
pub(super) enum ArgumentKind {
    Text,
    /// True or false, by default false.
    Flag,
    /// A whole number, with the default if there is one.
    Number {
        least: u64,
        most: u64,
        default: Option<u64>,
    },
}

impl ArgumentKind {
    /// A whole number that may be as great as a client can send.
    pub(super) const fn at_least(least: u64) -> Self {
        Self::Number { least, most: GREATEST, default: None }
    }
}

impl Argument {
    /// Returns the JSON Schema of the argument.
    pub(super) fn schema(&self) -> Value {
        let mut schema = match self.kind {
            ArgumentKind::Text => json!({"type": "string"}),
            ArgumentKind::Flag => json!({"type": "boolean", "default": false}),
            ArgumentKind::Number { least, most, default: None } => {
                json!({"type": "integer", "minimum": least, "maximum": most})
            }
            ArgumentKind::Number { least, most, default: Some(default) } => {
                json!({"type": "integer", "minimum": least, "maximum": most, "default": default})
            }
        };
        schema["description"] = self.description.into();
        schema
    }

    /// Returns the reason why a value is not one of the argument, with the values that are.
    fn error(&self, value: &Value) -> Option<String> {
        let name = self.name;
        match self.kind {
            ArgumentKind::Text => match value.as_str() {
                None => Some(format!("{name} must be a string, in quotes")),
                Some(text) if text.len() > MAX_BYTES => {
                    Some(format!("{name} is too long: {} bytes, of {MAX_BYTES} at most", text.len()))
                }
                Some(_) => None,
            },
            ArgumentKind::Flag => (!value.is_boolean()).then(|| format!("{name} must be true or false")),
            ArgumentKind::Number { least, most, .. } => {
                let is_one = number(value).is_some_and(|number| (least..=most).contains(&number));
                (!is_one).then(|| format!("{name} must be a whole number from {least} to {most}"))
            }
        }
    }
}

/// Returns a whole number, which some clients write with a fraction of 0.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let float = value.as_f64().filter(|float| float.fract() == 0.0)?;
        // Exact below the greatest number that a client can send.
        (0.0..=GREATEST as f64).contains(&float).then(|| float.to_string().parse().ok())?
    })
}

/// The arguments of a call, each of its tool and with one of its values.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    allowed: &'a [Argument],
    given: &'a Params,
}

impl<'a> Arguments<'a> {
    /// Returns the arguments of a call. An argument with the value null is not given.
    ///
    /// # Errors
    ///
    /// The first argument that is not one of the tool, or has no valid value, with those that are valid.
    pub(super) fn new(allowed: &'a [Argument], given: &'a Params) -> Result<Self, String> {
        for (name, value) in given {
            let Some(argument) = allowed.iter().find(|argument| argument.name == name) else {
                let names: Vec<_> = allowed.iter().map(|argument| argument.name).collect();
                return Err(format!("no argument '{}': there are {}", excerpt(name), names.join(", ")));
            };
            if let Some(error) = argument.error(value).filter(|_| !value.is_null()) {
                return Err(error);
            }
        }
        Ok(Self { allowed, given })
    }

    /// Returns a text, if it is given.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.given.get(name)?.as_str()
    }

    /// Returns whether a flag is set.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(|value| value == true)
    }

    /// Returns a number, or its default if there is one.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        let default = self.allowed.iter().find(|argument| argument.name == name).and_then(|argument| {
            if let ArgumentKind::Number { default, .. } = argument.kind { default } else { None }
        });
        self.given.get(name).and_then(number).or(default)
    }
}

/// Returns the JSON Schema of the arguments of a tool.
pub(super) fn schema(arguments: &[Argument], required: &[&str]) -> Value {
    let properties: Map<_, _> =
        arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: [Argument; 3] = [
        Argument { name: "text", kind: ArgumentKind::Text, description: "" },
        Argument { name: "flag", kind: ArgumentKind::Flag, description: "" },
        Argument {
            name: "number",
            kind: ArgumentKind::Number { least: 1, most: 9, default: Some(5) },
            description: "",
        },
    ];

    fn error(given: &Value) -> String {
        Arguments::new(&ALLOWED, given.as_object().unwrap()).unwrap_err()
    }

    #[test]
    fn an_error_names_the_argument_and_its_values() {
        assert_eq!(error(&json!({"moves": "44"})), "no argument 'moves': there are text, flag, number");
        assert_eq!(error(&json!({"text": 44})), "text must be a string, in quotes");
        assert_eq!(
            error(&json!({"text": "4".repeat(5000)})),
            "text is too long: 5000 bytes, of 4096 at most"
        );
        assert_eq!(error(&json!({"flag": 1})), "flag must be true or false");
        for value in [json!(0), json!(10), json!(1.5), json!(-1), json!(1e300), json!("5"), json!([])] {
            assert_eq!(error(&json!({"number": value})), "number must be a whole number from 1 to 9");
        }
    }

    #[test]
    fn values_are_those_given_or_the_defaults() {
        let given = json!({"text": "44", "flag": true, "number": 7.0});
        let arguments = Arguments::new(&ALLOWED, given.as_object().unwrap()).unwrap();
        assert_eq!(
            (arguments.text("text"), arguments.flag("flag"), arguments.number("number")),
            (Some("44"), true, Some(7))
        );
        let given = json!({"text": null, "number": null});
        let arguments = Arguments::new(&ALLOWED, given.as_object().unwrap()).unwrap();
        assert_eq!(
            (arguments.text("text"), arguments.flag("flag"), arguments.number("number")),
            (None, false, Some(5))
        );
    }
}
