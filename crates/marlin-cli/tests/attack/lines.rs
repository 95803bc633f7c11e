//! More lines than a session can carry out at once.

use crate::sandbox::Sandbox;

/// Starts a search that takes hours, sends many lines behind it, and then `stop`.
fn stopped_behind(lines: usize, go: &str, line: &str) -> String {
    let input = format!("{go}\n{}stop\nquit\n", format!("{line}\n").repeat(lines));
    let run = Sandbox::new().run(&["--board", "9x6", "--threads", "1"], &input);
    assert_eq!(run.code, Some(0), "{} bytes: {}", run.stdout.len(), run.stderr);
    run.stdout
}

#[test]
fn a_stop_is_heard_behind_a_hundred_thousand_lines() {
    let found = stopped_behind(100_000, "analyze", "moves");
    assert!(found.contains("analysis "), "{found:.200}");
    let refused = stopped_behind(50_000, "analyze", "nonsense");
    assert_eq!(refused.matches("Unknown command: ").count(), 50_000);
    let ended = stopped_behind(20_000, "uci\ngo", "position startpos moves P@a1");
    assert!(ended.contains("bestmove P@"), "{ended:.200}");
}
