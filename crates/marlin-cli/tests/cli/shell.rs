//! Completions and manual pages.

use std::fs;

use crate::process::run;

/// All commands but `help`, as the program lists them.
const COMMANDS: [&str; 15] = [
    "solve",
    "analyze",
    "uci",
    "ugi",
    "book",
    "match",
    "score-agent",
    "play",
    "explain",
    "explore",
    "show",
    "review",
    "perft",
    "completions",
    "man",
];

#[test]
fn completions_for_every_shell_know_the_commands_and_their_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell], b"").succeeds();
        for word in COMMANDS.iter().chain(&["generate", "opening-plies", "no-book"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn an_unknown_shell_is_refused_with_the_known_ones() {
    let refused = run(&["completions", "cmd"], b"");
    assert!(refused.code == Some(2) && refused.stderr.contains("bash"), "{refused:?}");
}

#[test]
fn the_manual_page_has_the_commands_and_the_examples() {
    let page = run(&["man"], b"").succeeds();
    let title = format!(".TH marlin-cli 1  \"marlin-cli {}\"", env!("CARGO_PKG_VERSION"));
    assert!(page.contains(&title), "{page}");
    for command in COMMANDS {
        assert!(page.contains(&format!("marlin\\-cli\\-{}(1)", command.replace('-', "\\-"))), "{command}");
    }
    assert!(page.contains("Examples:") && page.contains("\\-\\-hash"), "{page}");
}

#[test]
fn every_command_has_a_manual_page_in_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    assert_eq!(run(&["man", path], b"").succeeds(), "");
    for command in COMMANDS.iter().chain(&["book-generate", "book-export"]) {
        let page = fs::read_to_string(dir.path().join(format!("marlin-cli-{command}.1"))).unwrap();
        assert!(page.contains(".SH DESCRIPTION") && page.contains(".SH OPTIONS"), "{command}");
    }
    let main = fs::read_to_string(dir.path().join("marlin-cli.1")).unwrap();
    assert!(main.contains(".SH SUBCOMMANDS"), "{main}");
}

#[test]
fn manual_pages_need_a_directory_that_exists() {
    let refused = run(&["man", "no/such/directory"], b"");
    let line = refused.error_line();
    assert_eq!(line, "error: cannot write no/such/directory: there is no such directory");
    let file = run(&["man", "Cargo.toml"], b"");
    assert_eq!(file.error_line(), "error: cannot write Cargo.toml: it isn't a directory");
}
