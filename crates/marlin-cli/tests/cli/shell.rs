//! Completions and manual pages.

use crate::process::run;

#[test]
fn an_unknown_shell_is_refused_with_the_known_ones() {
    let refused = run(&["completions", "cmd"], b"");
    assert!(refused.code == Some(2) && refused.stderr.contains("bash"), "{refused:?}");
}

#[test]
fn manual_pages_need_a_directory_that_exists() {
    let refused = run(&["man", "no/such/directory"], b"");
    let line = refused.error_line();
    assert_eq!(line, "error: cannot write no/such/directory: there is no such directory");
    let file = run(&["man", "Cargo.toml"], b"");
    assert_eq!(file.error_line(), "error: cannot write Cargo.toml: it is not a directory");
}
