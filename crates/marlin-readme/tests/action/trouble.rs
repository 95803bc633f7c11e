//! Runs that are killed, refused or failed by GitHub at each step.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;

use marlin_readme::Series;

use crate::runs::open_three;
use crate::world::{ACTION, Hub, Run, World, finish};

/// More calls than a run with three issues makes.
const MANY: usize = 100;

/// Returns the calls that get into trouble: each one with `MARLIN_EXHAUSTIVE=1`, as by night, and one in five
/// else.
fn calls() -> impl Iterator<Item = usize> {
    (1..MANY).step_by(if std::env::var_os("MARLIN_EXHAUSTIVE").is_some() { 1 } else { 5 })
}

/// The result: the games, and three issues on GitHub.
type End = (Series, [Hub; 3]);

/// Runs the script once more, checks that all files agree, and returns the result.
fn end(world: &World) -> End {
    world.play();
    result_of(world)
}

fn result_of(world: &World) -> End {
    let mut series = world.series();
    assert_eq!(series.state.moves.len(), 2);
    // After trouble, a later run repeats fewer answers.
    series.state.answers.clear();
    (series, [1, 2, 3].map(|number| world.hub(number)))
}

/// Returns the result without trouble.
fn undisturbed() -> Option<End> {
    let world = World::new()?;
    open_three(&world);
    let end = end(&world);
    let issues = &end.1;
    assert!(issues.iter().all(|issue| issue.state == "closed" && issue.comments.len() == 1), "{issues:?}");
    Some(end)
}

/// Runs are killed after each call of a program in turn. The script stores nothing by itself, so that a run
/// killed before a call leaves the same as one killed after the call before it.
#[test]
fn a_run_that_is_killed_after_any_step_is_finished_by_the_next_one() {
    let Some(expected) = undisturbed() else { return };
    for call in calls() {
        let world = World::new().unwrap();
        open_three(&world);
        let run = world.play_with(&[("TROUBLE", &format!("kill after {call}"))]);
        if run.status.signal() != Some(9) {
            run.succeeds();
            // git is called eight times, gh ten times, and the program once.
            assert_eq!(world.calls().len(), 8 + 10 + 1);
            return;
        }
        let calls = world.calls();
        assert_eq!(calls.len(), call, "{calls:#?}");
        assert_eq!(end(&world), expected, "killed after {:?}", calls.last());
    }
    panic!("a run has more than {MANY} calls");
}

#[test]
fn runs_that_are_killed_one_after_the_other_come_to_the_same_end() {
    let Some(expected) = undisturbed() else { return };
    let world = World::new().unwrap();
    open_three(&world);
    for call in 1..MANY {
        let run = world.play_with(&[("TROUBLE", &format!("kill after {call}"))]);
        if run.status.signal() != Some(9) {
            run.succeeds();
            assert!(call > 10, "{call}");
            assert_eq!(result_of(&world), expected);
            return;
        }
    }
    panic!("{MANY} runs have no end");
}

/// Lets each call of gh fail in turn, before or after it does its work.
fn fail_at_each_call(when: &str) {
    let Some(expected) = undisturbed() else { return };
    for call in calls() {
        let world = World::new().unwrap();
        open_three(&world);
        let run = world.play_with(&[("TROUBLE", &format!("fail {when} {call}"))]);
        if !run.stderr.contains("HTTP 502") {
            run.succeeds();
            let of_gh = world.calls().iter().filter(|call| call.starts_with("gh ")).count();
            assert_eq!(of_gh, 1 + 3 * 3);
            return;
        }
        // A list of issues that fails is asked for again.
        assert_eq!(run.code(), Some(i32::from(call > 1)), "{call}: {}", run.stderr);
        let open =
            [1, 2, 3].map(|number| world.hub(number)).into_iter().filter(|issue| issue.state == "open");
        assert!(open.count() <= 1, "{call}: {}", run.stderr);
        assert_eq!(end(&world), expected, "{call} fails {when} its work");
    }
    panic!("a run has more than {MANY} calls");
}

#[test]
fn a_call_that_github_refuses_is_repeated_by_the_next_run() {
    fail_at_each_call("before");
}

#[test]
fn a_call_that_github_carries_out_and_reports_as_failed_is_not_done_twice() {
    fail_at_each_call("after");
}

#[test]
fn a_push_that_is_refused_five_times_answers_nothing_and_loses_nothing() {
    let Some(expected) = undisturbed() else { return };
    let world = World::new().unwrap();
    open_three(&world);
    let before = [1, 2, 3].map(|number| world.hub(number));
    world.let_rivals_push(5);
    let run = world.play_with(&[]);
    assert_eq!(run.code(), Some(1), "{}", run.stderr);
    assert_eq!([1, 2, 3].map(|number| world.hub(number)), before);
    let rivals = ["Begin", "rival 5", "rival 4", "rival 3", "rival 2", "rival 1"];
    assert_eq!(world.subjects(), rivals);

    let (_, issues) = end(&world);
    assert_eq!(issues, expected.1);
    assert_eq!(world.file("notes.md"), "notes\nrival 4\nrival 2\n");
    assert!(world.file("README.md").starts_with("rival 1\nrival 3\nrival 5\nHello"));
}

#[test]
fn of_two_runs_the_second_leaves_alone_what_the_first_has_done_between_list_and_push() {
    let Some(expected) = undisturbed() else { return };
    let world = World::new().unwrap();
    open_three(&world);
    let other = world.path("other-run");
    fs::write(&other, format!("#!/bin/sh\nexec bash '{ACTION}/play.sh'\n")).unwrap();
    fs::set_permissions(&other, Permissions::from_mode(0o755)).unwrap();
    world.play_with(&[("OTHER_RUN", other.to_str().unwrap())]).succeeds();
    assert!(world.path("other-run.started").exists());
    assert_eq!(result_of(&world), expected);
}

#[test]
fn two_runs_at_the_same_time_make_every_move_once() {
    let Some(expected) = undisturbed() else { return };
    let world = World::new().unwrap();
    open_three(&world);
    let runs = [world.start(&[]), world.start(&[])];
    runs.map(finish).iter().for_each(Run::succeeds);
    let (series, issues) = result_of(&world);
    assert_eq!(series, expected.0);
    // The workflow has one run at a time. Two runs may both comment on an issue at the same moment.
    for (issue, expected) in issues.iter().zip(&expected.1) {
        assert_eq!((&issue.state, &issue.labels), (&expected.state, &expected.labels));
        assert!(issue.comments.iter().all(|comment| *comment == expected.comments[0]), "{issue:?}");
    }
}

#[test]
fn a_comment_of_anybody_with_the_marker_of_an_answer_is_no_answer() {
    let Some((_, expected)) = undisturbed() else { return };
    // One of these calls is the push: the next run looks which issues have their answers.
    for call in 9..13 {
        let world = World::new().unwrap();
        open_three(&world);
        world.play_with(&[("TROUBLE", &format!("kill after {call}"))]);
        let markers = [1, 2, 3].map(|issue| (issue, format!("<!-- connect4 answer {issue} -->\n")));
        for (issue, marker) in &markers {
            world.comment(*issue, "mallory", marker);
        }
        world.play();
        for ((issue, marker), hub) in markers.iter().zip(&expected) {
            assert_eq!(
                world.hub(*issue).comments,
                [marker.clone(), hub.comments[0].clone()],
                "killed after {call}"
            );
        }
    }
}
