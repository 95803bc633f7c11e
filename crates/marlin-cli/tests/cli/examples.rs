//! The examples of every help text, run in a shell.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{is_exhaustive, run};

/// The files that examples read.
const FILES: [(&str, &str); 5] = [
    ("positions.txt", "4433\n44\n"),
    ("commands.txt", "position 4433\ngo\n"),
    ("games.txt", "4444452353323\n"),
    ("L2_R2.txt", "271236361557237 14\n"),
    ("weak.txt", include_str!("../../../marlin-coach/weak.txt")),
];

/// Other programs that examples call.
const PROGRAMS: [(&str, &str); 2] =
    [("man", "cat > /dev/null"), ("fairy-stockfish", "exec marlin-cli uci --threads 1")];

/// Examples that take seconds, and whose work another test does: they run only by night.
const BY_NIGHT: [&str; 2] = ["marlin-cli weak verify", "marlin-cli weak verify weak.txt"];

/// Returns the help texts of the program and of all commands at every level.
fn help_texts(command: &[&str]) -> Vec<String> {
    let help = run(&[command, &["--help"]].concat(), b"").succeeds();
    let list = |heading| help.split_once(heading).map_or("", |(_, list)| list);
    let lists = [list("\nCommands:\n"), list("\nMakers and checks:\n")];
    let names = lists.iter().flat_map(|list| list.lines().take_while(|line| !line.is_empty()));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help");
    let below: Vec<_> = names.flat_map(|name| help_texts(&[command, &[name]].concat())).collect();
    [vec![help], below].concat()
}

/// Returns the examples of a help text: the lines below that heading, without the remark beside each.
fn examples(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| !["Example:", "Examples:"].contains(line)).skip(1);
    let indented = lines.map_while(|line| line.strip_prefix("  "));
    let commands = indented.filter(|line| !line.starts_with(' '));
    commands.map(|line| line.split_once("  ").map_or(line, |(command, _)| command)).collect()
}

/// Makes a folder with all that the examples need.
fn prepare(folder: &Path) {
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    for (name, script) in PROGRAMS {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn every_example_of_every_help_text_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    // Examples may read what earlier ones write.
    let program = Path::new(env!("CARGO_BIN_EXE_marlin-cli")).parent().unwrap();
    let path = format!("{}:{}:{}", folder.path().display(), program.display(), env::var("PATH").unwrap());
    let texts = help_texts(&[]);
    let examples: Vec<_> = texts.iter().flat_map(|help| examples(help)).collect();
    assert!(examples.len() > 60 && BY_NIGHT.iter().all(|example| examples.contains(example)), "{examples:?}");
    let mut failed = Vec::new();
    for example in examples.into_iter().filter(|example| is_exhaustive() || !BY_NIGHT.contains(example)) {
        let mut shell = Command::new("sh");
        shell.args(["-c", example]).current_dir(folder.path()).env("PATH", &path).env("HOME", folder.path());
        let output = shell.stdin(Stdio::null()).output().unwrap();
        if !output.status.success() {
            failed.push(format!("{example}: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
