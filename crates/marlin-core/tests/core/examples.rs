//! The examples, run as their first comment shows it.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the lines of the block of an example's first comment: the command and its output.
fn block(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.rs"));
    let text = fs::read_to_string(path).expect("the example");
    let comment = text.lines().map_while(|line| line.strip_prefix("//!"));
    let inside = comment.skip_while(|line| *line != " ```console").skip(1).take_while(|line| *line != " ```");
    inside.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned()).collect()
}

/// Returns where cargo puts an example, from where it puts this test.
fn program(name: &str) -> PathBuf {
    let test = env::current_exe().expect("this program");
    let profile = test.ancestors().nth(2).expect("the folder of the profile");
    let program = profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "{}: `cargo test` builds it, `cargo test --test` does not", program.display());
    program
}

/// Returns whether lines match a pattern: `...` matches any text, and alone on a line any lines.
fn fits(pattern: &[String], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..]))
        }
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, others)| line_fits(first, line) && fits(rest, others))
        }
    }
}

fn line_fits(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once("...") else { return pattern == line };
    line.strip_prefix(start).is_some_and(|tail| {
        tail.char_indices()
            .map(|(index, _)| index)
            .chain([tail.len()])
            .any(|index| line_fits(rest, &tail[index..]))
    })
}

fn check(name: &str) {
    let block = block(name);
    let (command, expected) = block.split_first().expect("a command");
    assert!(command.ends_with(&format!("cargo run -q -p marlin-core --example {name}")), "{command}");
    let input = command.split('\'').nth(1).unwrap_or_default().replace("\\n", "\n");
    let mut child = Command::new(program(name))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example runs");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{name}: {}", output.status);
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert!(fits(expected, &lines), "{name} prints:\n{text}\nand not:\n{}", expected.join("\n"));
}

#[test]
fn every_example_prints_what_its_comment_says() {
    for name in ["solve", "limits", "threads", "other_board", "game_loop"] {
        check(name);
    }
}

#[test]
fn every_example_is_checked() {
    let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).expect("the folder");
    assert_eq!(folder.count(), 5, "an example more or less: name it in the test above");
}
