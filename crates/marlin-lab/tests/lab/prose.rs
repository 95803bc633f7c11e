//! Comments and documents: their width, their words, and what they name.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The columns of a line of Rust, as in rustfmt.toml.
const WIDTH: usize = 110;

/// Words with a plainer one: maximum, no one or a passive, a side or a person.
const DIALECT: [&str; 5] = ["greatest", "nobody", "somebody", "whoever", "whatsoever"];

/// Names that a comment takes from elsewhere: other programs, formats and notations.
const FOREIGN: [&str; 7] = ["SplitMix64", "OpenMetrics", "nohup", "_total", "a1xc3", "a1oc3", "snapshots"];

/// Returns the texts of a folder and of its folders with their paths.
fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let is_own = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !["target", "node_modules"].contains(&&*name) && (name == ".ci" || !name.starts_with('.'))
    };
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        if path.is_dir() {
            return texts(&path);
        }
        fs::read_to_string(&path).map_or_else(|_| Vec::new(), |text| vec![(path, text)])
    };
    entries.filter(is_own).flat_map(read).collect()
}

fn workspace() -> Vec<(PathBuf, String)> {
    texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

/// Returns whether a file is of one of some kinds.
fn is_of(path: &Path, kinds: &[&str]) -> bool {
    kinds.iter().any(|kind| path.extension().is_some_and(|found| found == *kind))
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Returns the words of a text that may name something.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|name| !name.is_empty())
}

/// Returns the last name of each path in backticks, as `play` of `Position::play()`.
fn named(comment: &str) -> impl Iterator<Item = &str> {
    let is_path = |text: &&str| {
        text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_:.()".contains(letter))
            && !text.starts_with(|letter: char| letter.is_ascii_digit())
    };
    let last = |path| if is_of(Path::new(path), &["rs"]) { Some(path) } else { names(path).last() };
    comment.split('`').skip(1).step_by(2).filter(is_path).filter_map(last)
}

#[test]
fn a_comment_is_no_wider_than_code() {
    let mut found = Vec::new();
    for (path, text) in workspace().iter().filter(|(path, _)| is_of(path, &["rs"])) {
        let is_wide = |line: &&str| is_comment(line) && line.chars().count() > WIDTH && !line.contains("| ");
        found.extend(text.lines().filter(is_wide).map(|line| format!("{}: {}", path.display(), line.trim())));
    }
    assert!(found.is_empty(), "over {WIDTH} columns:\n{}", found.join("\n"));
}

#[test]
fn a_comment_names_nothing_that_is_gone() {
    let files = workspace();
    let mut there: HashSet<&str> = FOREIGN.into_iter().collect();
    for (path, text) in files.iter().filter(|(path, _)| !is_of(path, &["md", "svg"])) {
        there.extend(path.file_name().and_then(|name| name.to_str()));
        there.extend(path.file_stem().and_then(|name| name.to_str()));
        there.extend(text.lines().filter(|line| !is_comment(line)).flat_map(names));
    }
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| is_of(path, &["rs"])) {
        for line in text.lines().filter(|line| is_comment(line)) {
            let gone = named(line).filter(|name| !there.contains(name.rsplit('/').next().unwrap_or(name)));
            found.extend(gone.map(|name| format!("{}: `{name}`: {}", path.display(), line.trim())));
        }
    }
    assert!(found.is_empty(), "no code has these names:\n{}", found.join("\n"));
}

#[test]
fn a_text_has_plain_words() {
    let mut found = Vec::new();
    let texts = workspace();
    for (path, text) in
        texts.iter().filter(|(path, _)| is_of(path, &["rs", "md", "txt", "html"]) && !path.ends_with(file!()))
    {
        for line in text.lines() {
            // The prose of code is in its quotes.
            let is_prose = is_comment(line) || !is_of(path, &["rs"]);
            let prose = if is_prose { line.to_owned() } else { line.split('"').skip(1).step_by(2).collect() };
            if names(&prose.to_lowercase()).any(|word| DIALECT.contains(&word)) {
                found.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "maximum for greatest, no one for nobody:\n{}", found.join("\n"));
}

#[test]
fn a_name_in_backticks_is_the_last_of_its_path() {
    assert_eq!(
        named("see `Position::play()`, `a b` and `moves.rs`").collect::<Vec<_>>(),
        ["play", "moves.rs"]
    );
}
