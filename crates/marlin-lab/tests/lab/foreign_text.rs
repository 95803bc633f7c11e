//! No program takes its own text apart, because data has its content. Code looks for words only in foreign
//! text: input, files, the environment, messages of other programs and crates. The comment before such a line
//! names the source. The rule holds for scripts of pages too, where each pattern counts as a word.

use std::fs;
use std::path::{Path, PathBuf};

/// The calls that look for a text within another one.
const LOOKS: [&str; 13] = [
    "starts_with(\"",
    "ends_with(\"",
    "contains(\"",
    "strip_prefix(\"",
    "strip_suffix(\"",
    "split(\"",
    "split_once(\"",
    "rsplit_once(\"",
    "trim_start_matches(\"",
    "trim_end_matches(\"",
    "replace(\"",
    "replacen(\"",
    "find(\"",
];

/// The same in a script.
const LOOKS_OF_SCRIPTS: [&str; 21] = [
    ".startsWith(\"",
    ".startsWith('",
    ".endsWith(\"",
    ".endsWith('",
    ".includes(\"",
    ".includes('",
    ".indexOf(\"",
    ".indexOf('",
    ".split(\"",
    ".split('",
    ".split(/",
    ".replace(\"",
    ".replace(`",
    ".replace('",
    ".replace(/",
    ".replaceAll(\"",
    ".replaceAll('",
    ".replaceAll(/",
    ".matchAll(",
    ".exec(",
    ".test(",
];

/// The end of the comment with the reason, as in `// A client wrote this text.`
const REASON: &str = " this text.";

/// Returns the sources of a kind below a folder, without tests.
fn sources(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tests")))
        .flat_map(|path| if path.is_dir() { sources(&path, kind) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|found| found == kind))
        .collect()
}

/// Returns whether a line of code looks for a word: three letters in a row.
fn looks_for_a_word(line: &str) -> bool {
    let is_word =
        |text: &str| text.as_bytes().windows(3).any(|three| three.iter().all(u8::is_ascii_alphabetic));
    LOOKS.iter().any(|look| {
        let mut rest = line.split(look).skip(1).map(|rest| rest.split('"').next().unwrap_or_default());
        rest.any(is_word)
    })
}

/// Returns whether a line of a script takes a text apart by words or a pattern.
fn takes_text_apart(line: &str) -> bool {
    let ends = ['"', '\'', '`', '/'];
    // A pattern may be behind a condition, and a cache matches requests without one.
    line.split(".match(").skip(1).any(|rest| rest.contains('/'))
        || LOOKS_OF_SCRIPTS.iter().any(|look| {
            let mut rest = line.split(look).skip(1).map(|rest| rest.split(ends).next().unwrap_or_default());
            rest.any(|found| !look.ends_with(['"', '\'', '`']) || found.len() > 2)
        })
}

/// Checks that each line of code that takes a text apart is behind a comment with the reason.
fn check(paths: impl Iterator<Item = PathBuf>, takes_apart: fn(&str) -> bool) {
    let mut found = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let mut before = "";
        for (line, number) in code.lines().map(str::trim).zip(1..) {
            if !line.starts_with("//")
                && takes_apart(line)
                && !(before.starts_with("//") && before.ends_with(REASON))
            {
                found.push(format!("{}:{number}: {line}", path.display()));
            }
            before = line;
        }
    }
    assert!(found.is_empty(), "no comment before that ends in '{REASON}':\n{}", found.join("\n"));
}

#[test]
fn a_word_is_looked_for_in_foreign_text_alone() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let paths = folders.filter(|folder| folder.is_dir()).flat_map(|folder| sources(&folder, "rs"));
    check(paths, looks_for_a_word);
    check(sources(&crates.join("marlin-server/page/src"), "js").into_iter(), takes_text_apart);
    let npm = fs::read_dir(crates.join("marlin-wasm/npm")).unwrap().map(|entry| entry.unwrap().path());
    check(npm.filter(|path| path.extension().is_some_and(|kind| kind == "js")), takes_text_apart);
}

#[test]
fn a_sign_is_no_word() {
    assert!(looks_for_a_word("let is_error = text.starts_with(\"error: \");"));
    assert!(!looks_for_a_word("text.split_once(\" \").replace(\",\", \"and\")"));
    assert!(takes_text_apart("text.replace(/ wins /, \"\")") && takes_text_apart("text.startsWith(\"You\")"));
    assert!(
        takes_text_apart("text.match(gap ? /,/ : /\\d/)") && takes_text_apart("if (/^\\d$/.test(text)) {")
    );
    assert!(!takes_text_apart("text.split(\"\\n\")") && !takes_text_apart("await caches.match(BOOK)"));
}
