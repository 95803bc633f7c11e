//! A system that refuses threads.

use crate::sandbox::Sandbox;

#[test]
fn a_book_is_made_and_verified_without_a_second_thread() {
    let sandbox = Sandbox::new();
    let made = ["book", "generate", "--board", "5x4", "--plies", "4", "--threads", "3", "--out", "5x4.book"];
    let Some(run) = sandbox.run_without_threads(&made, "") else { return };
    assert_eq!(run.code, Some(0), "{run:?}");
    let verified = ["book", "verify", "5x4.book", "--board", "5x4"];
    let run = sandbox.run_without_threads(&verified, "").unwrap();
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "191 positions searched, 0 wrong\n"), "{run:?}");
    let run = sandbox.run(&verified, "");
    assert_eq!(run.stdout, "191 positions searched, 0 wrong\n");
}

#[test]
fn commands_that_need_a_second_thread_name_it() {
    let sandbox = Sandbox::new();
    for arguments in [&[][..], &["uci"], &["play", "--plain"]] {
        let Some(run) = sandbox.run_without_threads(arguments, "4433\n") else { return };
        let error = run.error_line();
        assert!(error.starts_with("error: cannot start a thread: "), "{arguments:?}: {error}");
    }
}

#[test]
fn positions_are_answered_without_a_second_thread() {
    let sandbox = Sandbox::new();
    for (arguments, answer) in
        [(["analyze", "4433"], "4433 -3 18 2 2 18 -3 -4\n"), (["solve", "4433"], "4433 18\n")]
    {
        let Some(run) = sandbox.run_without_threads(&arguments, "") else { return };
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), answer), "{run:?}");
    }
}
