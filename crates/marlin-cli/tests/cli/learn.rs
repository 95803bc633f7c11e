//! `marlin-cli learn`: lessons line by line, and the steps that it keeps.

use std::fs;

use marlin_coach::lesson;
use tempfile::TempDir;

use super::process::{Run, run, run_with};

/// Runs the command with the steps that are done in a folder.
fn learn(state: &TempDir, arguments: &[&str], input: &str) -> Run {
    let variables = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    run_with(&variables, &[&["learn"], arguments].concat(), input.as_bytes())
}

fn kept(state: &TempDir) -> String {
    fs::read_to_string(state.path().join("marlin/record")).unwrap_or_default()
}

#[test]
fn a_lesson_is_asked_step_by_step_and_goes_on_where_it_was_left() {
    let state = TempDir::new().unwrap();
    let lesson = &lesson::all()[0];
    let [first, second] = [&lesson.steps[0], &lesson.steps[1]];
    let text = learn(&state, &["threat"], "x\n1\n4\n").succeeds();
    assert!(text.contains(&format!("{}, 1 of 5: {}", lesson.title, first.text)), "{text}");
    let expected = format!(
        "{}\n'x' is not a column. Type it, 'hint', 'solution' or 'quit'.\nNo. {}\nYes. {}\n",
        first.task, first.wrong, first.reason
    );
    assert!(text.contains(&expected), "{text}");
    assert!(kept(&state).ends_with(" lesson threat 1\n"), "{}", kept(&state));
    let text = learn(&state, &["1"], "quit\n").succeeds();
    assert!(text.contains(&format!("2 of 5: {}", second.text)) && !text.contains(&first.text), "{text}");
    assert!(learn(&state, &[], "").succeeds().starts_with("1 threat: Threats (1 of 5 done)\n"));
}

#[test]
fn cells_are_named_in_any_order_and_a_solution_that_was_shown_is_not_kept() {
    let state = TempDir::new().unwrap();
    let solutions = "solution\n".repeat(3);
    let text = learn(&state, &["1"], &format!("{solutions}b2\nc4, b2\nhint\n")).succeeds();
    let step = &lesson::all()[0].steps[3];
    assert!(text.contains(&format!("No. {}\nYes. {}\n", step.wrong, step.reason)), "{text}");
    assert!(
        kept(&state).ends_with(" lesson threat 4\n") && kept(&state).lines().count() == 2,
        "{}",
        kept(&state)
    );
}

#[test]
fn a_lesson_that_there_is_not_is_refused_with_those_that_there_are() {
    for (arguments, words) in [
        (&["9"][..], "a number from 1 to 8 is expected, or one of threat, "),
        (&["--board", "8x7"], "'learn' does not use --board"),
    ] {
        let refused = run(&[&["learn"], arguments].concat(), b"");
        assert!(refused.code == Some(2) && refused.stderr.contains(words), "{refused:?}");
    }
}
