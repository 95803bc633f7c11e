//! The session and the commands of the README and of docs/command-line.md, run as they are printed.

use std::fs;
use std::path::{Path, PathBuf};

use marlin_coach::lesson;
use marlin_core::BoardSize;

use super::process::run;

const README: &str = include_str!("../../../../README.md");
const COMMAND_LINE: &str = include_str!("../../../../docs/command-line.md");

/// Returns the fenced blocks of a language in a document.
fn blocks(document: &'static str, language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    document.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Returns whether a text matches a pattern with `...` for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once("...") else { return pattern == text };
    text.strip_prefix(start)
        .is_some_and(|tail| (0..=tail.len()).any(|i| tail.is_char_boundary(i) && fits(rest, &tail[i..])))
}

/// Returns whether lines match a pattern with a line `...` for any lines.
fn lines_fit(pattern: &[&str], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|i| lines_fit(rest, &lines[i..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, tail)| fits(first, line) && lines_fit(rest, tail))
        }
    }
}

fn assert_fits(pattern: &[&str], output: &str) {
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines_fit(pattern, &lines), "expected:\n{}\n\nfound:\n{output}", pattern.join("\n"));
}

#[test]
fn the_session_matches_the_document() {
    let is_command = |line: &&str| line.starts_with("position ") || ["go", "display", "quit"].contains(line);
    let (commands, answers): (Vec<&str>, Vec<&str>) =
        blocks(COMMAND_LINE, "text")[0].lines().partition(is_command);
    assert!(commands.len() >= 3, "{commands:?}");
    assert_fits(&answers, &run(&[], (commands.join("\n") + "\n").as_bytes()).succeeds());
}

#[test]
fn the_commands_print_the_documented_output() {
    let mut run_so_far = 0;
    let consoles = [README, COMMAND_LINE].map(|document| blocks(document, "console")).concat();
    for command in consoles.iter().flat_map(|block| block.split("$ ").skip(1)) {
        let (line, answer) = command.split_once('\n').unwrap();
        let Some(arguments) = line.split("marlin-cli").nth(1) else { continue };
        let arguments: Vec<&str> = arguments.split_whitespace().filter(|&word| word != "--").collect();
        let source = line.split_once(" | ").map_or("", |(source, _)| source);
        let input = match source.strip_prefix("printf '") {
            Some(lines) => lines.trim_end_matches("\\n'").replace("\\n", "\n"),
            None => source.chars().filter(char::is_ascii_digit).collect(),
        };
        assert_fits(
            &answer.lines().collect::<Vec<_>>(),
            &run(&arguments, (input + "\n").as_bytes()).succeeds(),
        );
        run_so_far += 1;
    }
    assert!(run_so_far >= 5, "{run_so_far} commands");
}

#[test]
fn the_rust_code_of_the_readme_is_in_the_library_documentation() {
    // The library's documentation compiles and runs its own examples.
    let library = include_str!("../../../marlin-core/README.md");
    for block in blocks(README, "rust") {
        assert!(library.contains(block), "{block}");
    }
}

/// Adds the texts of a folder for people: its documents, helps and pages.
fn add_texts(folder: &Path, texts: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() && !name.starts_with('.') && !["target", "node_modules"].contains(&&*name) {
            add_texts(&entry, texts);
        } else if [".md", ".txt", ".html"].iter().any(|end| name.ends_with(end)) {
            let text = fs::read_to_string(&entry).unwrap_or_default();
            texts.push((entry, text.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }
}

/// Returns the number that a text begins with, in digits or as a word.
fn number(text: &str) -> Option<usize> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let word = text.trim_matches(|found: char| !found.is_ascii_alphanumeric()).to_lowercase();
    word.parse().ok().or_else(|| WORDS.iter().position(|other| *other == word))
}

#[test]
fn a_number_of_the_program_is_the_same_in_every_text() {
    let mut texts = Vec::new();
    add_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), &mut texts);
    assert!(texts.len() > 60, "{} texts", texts.len());
    let bits = BoardSize::all().map(|size| size.width() * (size.height() + 1)).max().unwrap();
    let mut found = [0; 3];
    for (path, text) in &texts {
        let before = |phrase: &'static str| {
            text.match_indices(phrase).filter_map(|(at, _)| number(text[..at].split(' ').next_back()?))
        };
        let after = |phrase: &'static str| {
            text.match_indices(phrase)
                .filter_map(|(at, _)| number(text[at + phrase.len()..].split(' ').next()?))
        };
        let facts: [(Vec<usize>, usize); 3] = [
            (before(" lessons").collect(), lesson::all().len()),
            (
                before(" sizes of up to 32 columns").chain(before(" boards of up to 32 columns")).collect(),
                BoardSize::all().count(),
            ),
            (after("(height + 1) <= ").chain(after("(height + 1) ≤ ")).collect(), bits),
        ];
        for ((stated, fact), found) in facts.into_iter().zip(&mut found) {
            assert!(
                stated.iter().all(|&number| number == fact),
                "{}: {stated:?}, not {fact}",
                path.display()
            );
            *found += stated.len();
        }
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}
