//! The definition of the command line, and the page of its JSON: docs/json.md.

use std::fmt::Write;

use clap::{Command, CommandFactory, Parser};
use marlin_coach::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, PuzzleRecord, ReviewRecord, ScoreRecord,
    schema_generator,
};
use marlin_coach::request::{FieldKind, THEME};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::Args;
use super::batch::BadLine;
use super::book::BookPositionRecord;
use crate::all_commands;

#[test]
fn the_arguments_are_well_defined() {
    Args::command().debug_assert();
}

#[test]
fn the_readme_of_the_crate_has_every_command() {
    let readme = include_str!("../../README.md");
    for command in Args::command().get_subcommands() {
        assert!(readme.contains(&format!("`{}`", command.get_name())), "{}", command.get_name());
    }
}

#[test]
fn every_command_with_a_position_takes_a_file_and_names_one_that_is_missing() {
    let takes_one = |command: &Command| {
        command.get_positionals().any(|argument| {
            argument.get_value_names().is_some_and(|names| names.iter().any(|name| name.starts_with("MOVES")))
        })
    };
    let commands: Vec<_> = all_commands().into_iter().filter(|(_, command)| takes_one(command)).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for (line, command) in commands {
        let depth = command.get_positionals().any(|argument| argument.get_id() == "depth").then_some("1");
        let words = line.split(' ').chain(depth).chain(["no-file.txt"]);
        let error = super::run(Args::try_parse_from(words).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("cannot read no-file.txt: "), "{line}: {error}");
    }
}

#[test]
fn every_option_takes_its_value_behind_a_space_and_behind_an_equals_sign() {
    for (line, command) in all_commands() {
        let alone = command.get_arguments().find(|option| option.is_require_equals_set());
        assert_eq!(alone.map(clap::Arg::get_id), None, "{line}");
    }
}

#[test]
fn every_command_with_a_table_has_limits_or_ends_by_other_words() {
    // The requests of a session and the moves of games and puzzles have limits; a book is made or verified
    // whole.
    const OTHERS: [&str; 7] = ["marlin-cli", "uci", "play", "puzzle", "learn", "generate", "verify"];
    for (line, command) in all_commands() {
        let has = |name: &str| command.get_arguments().any(|option| option.get_long() == Some(name));
        let is_other = OTHERS.contains(&command.get_name());
        assert!(!has("hash") || is_other || has("time") && has("nodes"), "{line}");
    }
}

#[test]
fn the_help_of_a_command_begins_with_its_own_description() {
    for (line, mut command) in all_commands() {
        let listed = command.get_about().expect("a line in the list of commands").to_string();
        let help = command.render_help().to_string();
        assert_eq!(help.lines().next(), Some(listed.as_str()), "{line}");
    }
}

/// The start of docs/json.md.
const HEAD: &str = "\
<!-- Written by `MARLIN_WRITE=1 cargo test -p marlin-cli json_page` from the records of the program. -->

# JSON

This page is for a programmer who reads the answers of [the command line](command-line.md): with `--json` a command
prints objects, each on a line. The fields of each command are first, and then the objects within them. `explore
--census` prints a list of [PlyCensus](#plycensus). A field that is not always there is marked by `?`. Columns and moves
count from 1, scores are for the side to move, and a fact without a proof is null.
";

/// A command, the text about its objects, and their name.
type Section = (&'static str, &'static str, String);

fn section<T: JsonSchema>(
    generator: &mut SchemaGenerator,
    command: &'static str,
    about: &'static str,
) -> Section {
    let schema = generator.subschema_for::<T>();
    (command, about, object_name(schema.get("$ref").and_then(Value::as_str).unwrap()))
}

fn object_name(reference: &str) -> String {
    reference.trim_start_matches("#/$defs/").to_owned()
}

/// Adds a table of the fields of an object.
fn push_fields(page: &mut String, schema: &Value, schemas: &Map<String, Value>) {
    page.push_str("| field | value | meaning |\n|---|---|---|\n");
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, field) in schema["properties"].as_object().unwrap() {
        let sign = if required.iter().any(|other| other == name) { "" } else { "?" };
        let about = about(field);
        assert!(!about.is_empty(), "the meaning of {name} in {schema}");
        let _ = writeln!(page, "| `{name}`{sign} | {} | {about} |", kind(field, schemas));
    }
}

/// Returns the description of a field in a line.
fn about(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// Returns whether values that are no objects are described in a place of their own, because they are of many
/// kinds.
fn has_place(schema: &Value, schemas: &Map<String, Value>) -> bool {
    schema.get("properties").is_none() && kind(schema, schemas).matches(" or ").count() > 3
}

/// Returns the kind of a value in words.
fn kind(schema: &Value, schemas: &Map<String, Value>) -> String {
    let literal = |value: &Value| if value.is_null() { "null".to_owned() } else { format!("`{value}`") };
    if let Some(reference) = schema["$ref"].as_str() {
        let name = object_name(reference);
        let found = &schemas[&name];
        let is_linked = found.get("properties").is_some() || has_place(found, schemas);
        return if is_linked { format!("[{name}](#{})", name.to_lowercase()) } else { kind(found, schemas) };
    }
    if let Some(kinds) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        return kinds.iter().map(|of| kind(of, schemas)).collect::<Vec<_>>().join(" or ");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(literal).collect::<Vec<_>>().join(" or ");
    }
    if let Some(value) = schema.get("const") {
        return literal(value);
    }
    let names = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    let words = names.iter().map(|name| match name.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("string") => "text".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        Some("array") => match kind(&schema["items"], schemas) {
            item if item.contains(" or ") => format!("list of ({item})"),
            item if item.starts_with('[') => format!("list of {item}"),
            item => format!("list of {item}s"),
        },
        Some("null") => "null".to_owned(),
        Some("object") => {
            let fields: Vec<_> =
                schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
            format!("`{{{}}}`", fields.join(", "))
        }
        _ => panic!("the kind of {schema}"),
    });
    words.collect::<Vec<_>>().join(" or ")
}

/// `MARLIN_WRITE=1 cargo test -p marlin-cli json_page` writes the page anew.
#[test]
fn the_json_page_has_the_fields_of_every_command() {
    let generator = &mut schema_generator("/$defs");
    let position = "One object for each position. `--csv` has the same fields.";
    let bad_line = "`solve` and `analyze` answer an invalid line, or one with a wrong score, by its error.";
    let sections = [
        section::<ScoreRecord>(generator, "solve", position),
        section::<ColumnsRecord>(generator, "analyze", position),
        section::<BadLine<'_>>(generator, "An invalid line", bad_line),
        section::<ExplanationRecord>(generator, "explain", "One object."),
        section::<ExplorationRecord>(generator, "explore", "One object."),
        section::<ReviewRecord>(generator, "review", "One object for each game."),
        section::<PuzzleRecord>(generator, "puzzle", "One object."),
        section::<BookPositionRecord>(generator, "book export", "One object for each position."),
    ];
    let schemas = generator.take_definitions(true);
    let mut page = HEAD.to_owned();
    for (command, about, name) in &sections {
        let _ = write!(page, "\n## {command}\n\n{about}\n\n");
        push_fields(&mut page, &schemas[name], &schemas);
    }
    page.push_str("\n## Objects within objects\n");
    for (name, schema) in &schemas {
        let is_within = schemas.values().any(|other| other.to_string().contains(&format!("/{name}\"")));
        if schema.get("properties").is_some() && is_within {
            let _ = write!(page, "\n### {name}\n\n{}\n\n", about(schema));
            push_fields(&mut page, schema, &schemas);
        } else if has_place(schema, &schemas) {
            let _ = write!(page, "\n### {name}\n\n{} It is {}.\n", about(schema), kind(schema, &schemas));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    if std::env::var_os("MARLIN_WRITE").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap();
    let differing = page.lines().zip(found.lines()).find(|(expected, found)| expected != found);
    assert_eq!(differing, None, "MARLIN_WRITE=1 cargo test -p marlin-cli json_page writes the page anew");
    assert_eq!(page.lines().count(), found.lines().count());
}

#[test]
fn the_themes_of_a_request_are_those_of_a_drawing() {
    let FieldKind::OneOf(names) = THEME.kind else { panic!("{:?}", THEME.kind) };
    assert_eq!(names, marlin_svg::Theme::ALL.map(marlin_svg::Theme::name));
}
