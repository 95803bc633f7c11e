//! Tests and the clock: none fails because the machine is busy, or stops for seconds.

#![expect(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// Lines that limit the time of something, with the end of the path of their file and the reason why they
/// may.
const ALLOWED: [(&str, &str, &str); 13] = [
    ("core/tests/core/main.rs", "started.elapsed() < time", "one of 20 attempts counts"),
    ("cli/tests/cli/play_screen.rs", "recv_timeout(Duration::from_millis(20))", "it looks again"),
    ("cli/tests/cli/play_screen.rs", "recv_timeout(deadline", "its deadline is that of PATIENCE"),
    ("python/tests/test_positions.py", "0.2 < seconds < 0.6", "one of 20 attempts counts"),
    ("server/src/tests/limits.rs", "begun.elapsed() < 5 * ", "one of several times counts"),
    ("server/src/tests/limits.rs", "from_millis(20), body.frame()", "nothing may come"),
    ("server/tests/serve/clients.rs", "Some(Duration::from_millis(200))", "nothing may come"),
    ("server/tests/serve/hostile.rs", "full_since.elapsed() < ", "it waits as long"),
    ("server/tests/serve/mcp.rs", "started.elapsed() < 10 * ", "one of several times counts"),
    ("server/tests/serve/load.rs", "begun.elapsed() < time", "it asks as long"),
    ("server/tests/serve/load.rs", "stay.elapsed() < time", "it stays as long"),
    ("support/src/process.rs", "after < before + Duration", "it is CPU time"),
    ("wasm/npm/test/engine.test.js", "waited < 1000", "one of 20 attempts counts"),
];

/// Returns the files of a folder and of its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let is_own = |path: &PathBuf| !["node_modules", "target"].iter().any(|name| path.ends_with(name));
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(is_own);
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Returns the part of a file that is a test.
fn tests<'a>(path: &Path, text: &'a str) -> &'a str {
    let is_test = |name: &str| ["test", "tests", "tests.rs"].contains(&name);
    if path.iter().filter_map(|name| name.to_str()).any(is_test) {
        return text;
    }
    let begin = ["#[cfg(test)]", "#[cfg(all(test"].into_iter().find_map(|mark| text.find(mark));
    begin.map_or("", |begin| &text[begin..])
}

/// Returns whether a line of Rust limits the time of something.
fn limits_time(line: &str) -> bool {
    let waits = ["recv_timeout(", "_timeout(Some(", "wait_timeout(", " timeout(", "::timeout(", "(timeout("];
    let is_compared = |(before, after): (&str, &str)| {
        let before =
            before.trim_end_matches(|letter: char| letter.is_alphanumeric() || "_.".contains(letter));
        after.starts_with(" <") || [" > ", " >= "].iter().any(|sign| before.ends_with(sign))
    };
    line.split_once(".elapsed()").is_some_and(is_compared)
        || [" < Duration::from", " <= Duration::from", " < before + Duration"]
            .iter()
            .any(|part| line.contains(part))
        || line.contains("Instant::now() + ")
        || waits.iter().any(|wait| line.contains(wait))
}

/// Returns whether a line of Python or JavaScript limits the time of something, by a timeout to less than a
/// minute.
fn limits_time_in_scripts(line: &str, minute: u32) -> bool {
    let clocks = ["now()", "time()", "monotonic()", "perf_counter()", "seconds", "elapsed", "waited", "took"];
    let is_compared = |clock: &&str| line.contains("assert") && line.contains(" < ") && line.contains(*clock);
    let is_short = |(_, rest): (&str, &str)| {
        let is_digit = |letter: &char| letter.is_ascii_digit() || *letter == '_';
        let digits: String = rest.chars().take_while(is_digit).filter(char::is_ascii_digit).collect();
        digits.parse::<u32>().is_ok_and(|time| time < minute)
    };
    clocks.iter().any(is_compared)
        || ["timeout=", "timeout: "].iter().filter_map(|name| line.split_once(name)).any(is_short)
}

/// Returns whether a line of a file limits the time of something by another limit than the patience of all
/// tests.
fn is_limit(path: &Path, line: &str) -> bool {
    let is_limit = match path.extension().and_then(|kind| kind.to_str()) {
        Some("rs") => limits_time(line),
        Some("py") => limits_time_in_scripts(line, 60),
        _ => limits_time_in_scripts(line, 60_000),
    };
    is_limit && !line.contains("PATIENCE")
}

#[test]
fn no_test_wants_an_answer_within_seconds_of_a_busy_machine() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let is_source = |path: &PathBuf| {
        path.extension().is_some_and(|kind| ["rs", "py", "js"].iter().any(|name| kind == *name))
    };
    let (mut found, mut used) = (Vec::new(), [false; ALLOWED.len()]);
    for path in files(crates).into_iter().filter(is_source).filter(|path| !path.ends_with(file!())) {
        for line in
            tests(&path, &fs::read_to_string(&path).unwrap()).lines().filter(|line| is_limit(&path, line))
        {
            let allows = |(file, part, _): &(&str, &str, &str)| {
                path.ends_with(format!("marlin-{file}")) && line.contains(part)
            };
            match ALLOWED.iter().position(allows) {
                Some(index) => used[index] = true,
                None => found.push(format!("{}: {}", path.display(), line.trim())),
            }
        }
    }
    assert!(
        found.is_empty(),
        "a busy machine takes seconds: wait for an event with PATIENCE, or count nodes or CPU time\n{}",
        found.join("\n")
    );
    assert_eq!(used, [true; ALLOWED.len()], "some are allowed that are no more");
}

#[test]
fn a_limit_of_seconds_is_found_and_a_minimum_or_the_patience_of_a_test_is_none() {
    for (file, line, expected) in [
        ("a.rs", "assert!(begun.elapsed() < Duration::from_secs(5), \"{:?}\", begun.elapsed());", true),
        ("a.rs", "assert!(Duration::from_secs(5) > begun.elapsed());", true),
        ("a.rs", "assert!(took < Duration::from_secs(20));", true),
        ("a.rs", "assert_eq!(done.recv_timeout(Duration::from_secs(20)), Ok(1));", true),
        ("a.rs", "stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();", true),
        ("a.rs", "let deadline = Instant::now() + Duration::from_secs(20);", true),
        ("a.rs", "assert!(begun.elapsed() < PATIENCE);", false),
        ("a.rs", "assert!(begun.elapsed() >= Duration::from_secs(1));", false),
        ("a.py", "assert 0.2 < analysis.seconds < 0.6", true),
        ("a.py", "subprocess.run(command, timeout=20)", true),
        ("a.py", "subprocess.run(command, timeout=120)", false),
        ("a.js", "assert.ok(performance.now() - before < 100);", true),
        ("a.js", "await part.waitFor({ timeout: 120_000 });", false),
    ] {
        assert_eq!(is_limit(Path::new(file), line), expected, "{line}");
    }
}

/// `1s`, `5min` and `1k` are understood by every program for people, because one module reads numbers and
/// times.
#[test]
fn every_time_and_number_on_a_command_line_may_have_a_unit() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let own = [".map(Duration::from_", "value_parser!(u", "\"MS\", default_value_t", "fn whole<T>"];
    let programs = ["marlin-bench/src", "marlin-cli/src", "marlin-server/src", "marlin-tui/src"];
    for path in programs.iter().flat_map(|program| files(&crates.join(program))) {
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            let is_own = own.iter().any(|part| line.contains(part));
            let is_option = line.contains("#[arg(") || line.contains("fn ") || line.contains("whole(");
            assert!(!(is_own && is_option), "{}: marlin_support::options reads it: {line}", path.display());
        }
    }
}
