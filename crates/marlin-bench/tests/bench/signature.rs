//! The signature, by the real program.

use crate::common::{SMALL_SET, TempDir, run, suite};

fn signature(dir: &TempDir, args: &[&str]) -> crate::common::Run {
    run(dir, &[&["signature", "--sets-dir", "."], args].concat())
}

#[test]
fn the_values_are_the_same_for_any_number_of_jobs() {
    let dir = suite();
    let one = signature(&dir, &["--jobs", "1"]);
    let values = |run: &crate::common::Run| ["scores", "nodes"].map(|name| run.value(name));
    for jobs in ["2", "5"] {
        assert_eq!(values(&signature(&dir, &["--jobs", jobs])), values(&one), "{jobs} jobs");
    }
    let lines: Vec<_> = one.succeeds().lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[2].starts_with(&format!("Bench: {} nodes ", one.value("nodes"))));
    assert_eq!(one.value("scores").len(), 64);
}

#[test]
fn a_set_that_was_changed_fails_the_check_even_where_the_suite_does_not_look() {
    let dir = suite();
    signature(&dir, &["--write"]).succeeds();
    dir.write("L1_R3.txt", &SMALL_SET.replace("4433 18", "4433 17"));
    let changed = signature(&dir, &["--check"]);
    assert!(changed.fails_with(1).contains("the set L1_R3: expected "));
    assert!(!changed.out.contains("as recorded"), "{changed:?}");
}

#[test]
fn a_written_signature_passes_the_check() {
    let dir = suite();
    let written = signature(&dir, &["--write"]);
    assert!(written.succeeds().contains("\nrecorded in ./signature.toml\n"), "{written:?}");
    let checked = signature(&dir, &["--check"]);
    let lines: Vec<_> = checked.succeeds().lines().collect();
    assert_eq!(lines[2], "as recorded in ./signature.toml: the scores, the nodes and all 6 sets");
    assert!(lines[3].starts_with("Bench: ") && lines.len() == 4, "{checked:?}");
}

#[test]
fn a_wrong_score_fails_whatever_is_recorded() {
    let dir = suite();
    signature(&dir, &["--write"]).succeeds();
    dir.write("L2_R1.txt", &SMALL_SET.replace("4433 18", "4433 17"));
    assert!(signature(&dir, &["--check"]).fails_with(1).contains("expected 17, got 18"));
    let recorded = dir.read("signature.toml");
    signature(&dir, &["--write"]).fails_with(1);
    assert_eq!(dir.read("signature.toml"), recorded, "nothing is recorded of a wrong engine");
}

#[test]
fn a_check_without_a_record_names_the_command_that_creates_one() {
    let dir = suite();
    assert!(signature(&dir, &["--check"]).fails_with(2).contains("signature --write"));
    dir.write("signature.toml", "scores = 3\n");
    assert!(signature(&dir, &["--check"]).fails_with(2).contains("signature.toml: "));
}
