//! Replaying sets, by the real program.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::common::{SMALL_SET, TempDir, run};

fn small() -> TempDir {
    let dir = TempDir::new();
    dir.write("small.txt", SMALL_SET);
    dir
}

#[test]
fn right_scores_end_with_the_speed_of_one_job_and_of_all_together() {
    let dir = small();
    let run = run(&dir, &["small.txt", "--jobs", "2"]);
    let last: Vec<_> = run.succeeds().lines().rev().take(2).collect();
    let words: Vec<_> = last[1].split(' ').collect();
    assert!(matches!(words[..], ["Bench:", _, "nodes", _, "nps"]), "{last:?}");
    let together: Vec<_> = last[0].split(' ').collect();
    let [
        "2",
        "jobs:",
        nodes,
        "nodes",
        "in",
        _,
        "s,",
        all,
        "nodes/s",
        "together,",
        one,
        "nodes/s",
        "of",
        "one",
    ] = together[..]
    else {
        panic!("{last:?}")
    };
    assert!(nodes == words[1] && one == words[3] && all.parse::<u64>().unwrap() > 0, "{last:?}");
    assert!(
        words[1].parse::<u64>().unwrap() > 0 && words[3].parse::<u64>().unwrap() > 0 && run.err.is_empty()
    );
}

#[test]
fn a_wrong_score_ends_with_the_command_that_shows_it() {
    let dir = TempDir::new();
    dir.write("bad.txt", "1212121 -18\n4433 3\n4433 4\n");
    let run = run(&dir, &["bad.txt"]);
    let line = run.fails_with(1);
    assert!(line.contains("position 4433, expected 3, got 18"), "{line}");
    assert!(
        line.contains("printf '%s\\n' 4433 | cargo run --release -q -p marlin-cli -- solve --no-book -"),
        "{line}"
    );
    assert!(line.ends_with("; 1 more wrong"), "{line}");
    assert!(run.out.contains("bad: 2 wrong, 0 unproven"), "{}", run.out);
}

#[test]
fn an_unproven_position_is_reported_as_such() {
    let dir = TempDir::new();
    dir.write("hard.txt", "4433 18\n1 2\n");
    let run = run(&dir, &["hard.txt", "--time", "1"]);
    assert!(run.fails_with(4).contains("1 of 2 positions are not proven within 1ms"), "{}", run.err);
    assert!(run.out.contains("hard: 0 wrong, 1 unproven"), "{}", run.out);
}

#[test]
fn a_wrong_score_matters_more_than_an_unproven_one() {
    let dir = TempDir::new();
    dir.write("hard.txt", "1 2\n4433 1\n");
    run(&dir, &["hard.txt", "--time", "1"]).fails_with(1);
}

#[test]
fn node_counts_depend_neither_on_jobs_nor_on_earlier_positions() {
    // These overfill a table of 1 MiB: whatever a cleared table keeps of an earlier position would be seen.
    let searched = "7517113246261 2\n47312164713425 -7\n6567336616 4\n763245433117 5\n";
    let dir = small();
    dir.write("there.txt", searched);
    dir.write("back.txt", &searched.lines().rev().map(|line| line.to_owned() + "\n").collect::<String>());
    let report = |jobs| {
        let args = ["there.txt", "back.txt", "small.txt", "--hash", "1", "--json", "--jobs", jobs];
        let json: serde_json::Value = serde_json::from_str(run(&dir, &args).succeeds()).unwrap();
        [0, 1, 2].map(|set| json["sets"][set]["total_nodes"].as_u64().unwrap())
    };
    let one = report("1");
    assert_eq!(one[0], one[1], "the same positions in the other order");
    assert_eq!([report("2"), report("5")], [one, one]);
}

#[test]
fn scores_are_right_with_many_threads_at_each_position() {
    let dir = TempDir::new();
    dir.write("long.txt", "7517113246261 2\n47312164713425 -7\n");
    let run_of_three = run(&dir, &["long.txt", "--threads", "3", "--json"]);
    let report: serde_json::Value = serde_json::from_str(run_of_three.succeeds()).unwrap();
    assert_eq!(report["config"]["threads"], 3);
    for threads in ["0", "257", "x"] {
        assert_eq!(run(&dir, &["long.txt", "--threads", threads]).code, Some(2));
    }
}

#[test]
fn sets_are_found_by_name_in_the_folder_given_or_below_the_current_one() {
    let dir = TempDir::new();
    std::fs::create_dir(dir.path().join("test-positions")).unwrap();
    dir.write("test-positions/mine.txt", SMALL_SET);
    run(&dir, &["mine"]).succeeds();
    run(&dir, &["mine", "--sets-dir", "test-positions"]).succeeds();
}

#[test]
fn without_a_set_the_quick_ones_are_replayed_and_the_others_named() {
    let dir = crate::common::suite();
    let plain = run(&dir, &["--sets-dir", "."]);
    assert!(plain.succeeds().contains("\nL1_R1 ") && !plain.out.contains("\nL1_R2 "), "{plain:?}");
    assert_eq!(
        plain.err,
        "note: the sets that take seconds; --board 7x6 replays all six, which takes minutes\n"
    );
    let whole = run(&dir, &["--sets-dir", ".", "--board", "7x6"]);
    assert!(whole.succeeds().contains("\nL1_R3 ") && whole.err.is_empty(), "{whole:?}");
}

#[test]
fn what_solve_prints_is_a_set_and_positions_without_scores_are_refused_with_the_line_that_adds_them() {
    let dir = TempDir::new();
    let hands = "P".repeat(19) + &"p".repeat(19);
    let solved = "4433 18\nd1 d2 c1 c2 18\n4 4 3 3 18\n7/7/7/7/2pp3/2PP3 18\n7/7/7/7/2pp3/2PP3 w 18\n";
    let solved = format!("{solved}7/7/7/7/2pp3/2PP3[{hands}] w - - 0 3 18\n");
    dir.write("solved.txt", &solved);
    let json: serde_json::Value =
        serde_json::from_str(run(&dir, &["solved.txt", "--json"]).succeeds()).unwrap();
    assert_eq!((&json["sets"][0]["positions"], &json["sets"][0]["wrong"]), (&6.into(), &0.into()));
    for line in solved.lines().map(|line| line.trim_end_matches(" 18")) {
        // The last word of moves may look like a score.
        dir.write("mine.txt", &format!("{line}\n"));
        let refused = run(&dir, &["mine.txt"]);
        let advice = "; `marlin-cli solve mine.txt > SET` makes a set of it";
        assert!(refused.fails_with(2).ends_with(advice), "{refused:?}");
    }
}

#[test]
fn an_unknown_set_is_refused_with_the_known_ones() {
    let dir = small();
    dir.write("perft.txt", "perft 1 7\n");
    let run = run(&dir, &["other", "--sets-dir", "."]);
    assert!(run.fails_with(2).ends_with("no position set \"other\" in . (there: small)"), "{}", run.err);
}

#[test]
fn a_missing_folder_is_refused_with_the_options_that_help() {
    let dir = TempDir::new();
    let missing = run(&dir, &["--sets-dir", "nowhere"]);
    assert!(missing.fails_with(2).contains("nowhere (name one with --sets-dir"), "{}", missing.err);
    // The tree in which the program was built may have the sets of another version by now.
    for args in [&[][..], &["L1_R1"], &["ab", "a", "b"], &["signature"]] {
        let error = "no folder of position sets at test-positions (name one with --sets-dir";
        let refused = run(&dir, args);
        assert!(refused.fails_with(2).contains(error), "{args:?}: {}", refused.err);
    }
    assert!(dir.names().is_empty());
}

#[test]
fn invalid_sets_are_named_with_the_line() {
    let dir = TempDir::new();
    dir.write("bad.txt", "44 0\n4x 1\n");
    dir.write("empty.txt", "# nothing\n");
    assert!(run(&dir, &["bad.txt"]).fails_with(2).contains("bad.txt: line 2: invalid character 'x'"));
    assert!(run(&dir, &["empty.txt"]).fails_with(2).contains("empty.txt: no positions"));
    assert!(run(&dir, &["missing.txt"]).fails_with(2).contains("missing.txt: "));
}

#[test]
fn impossible_sizes_are_refused_in_one_line() {
    let dir = small();
    for (command, hash) in
        [("small.txt", "0"), ("small.txt", "1048577"), ("small.txt", "18446744073709551615"), ("boards", "0")]
    {
        let run = run(&dir, &[command, "--hash", hash]);
        assert!(run.fails_with(2).contains(&format!("a table of {hash} MiB is out of range")), "{}", run.err);
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let dir = small();
    let mut child = crate::common::command(&dir, &["small.txt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn long_work_reports_progress_where_standard_error_is_not_a_terminal() {
    let dir = TempDir::new();
    dir.write("slow.txt", &"47312164713425 -7\n".repeat(50));
    let args = ["slow.txt", "--jobs", "1", "--slowdown", "1000000"];
    let mut long = crate::common::command(&dir, &args);
    if cfg!(unix) {
        // The work has no end: it leaves the cores to other tests.
        let mut nice = Command::new("nice");
        nice.args(["-n", "19"]).arg(long.get_program()).args(args).current_dir(dir.path());
        long = nice;
    }
    let mut child = long.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("marlin-bench: solving slow: ") && line.ends_with(" s\n"), "{line}");
    assert!(line.contains(" of 50 positions after "), "{line}");
}

#[test]
fn a_number_out_of_range_is_refused_with_the_range() {
    let dir = small();
    let cases: [(&[&str], &str); 7] = [
        (&["small.txt", "--count", "0"], "'0' for '--count <N>': a whole number, 1 or more, is expected"),
        (&["small.txt", "--count", "x"], "'x' for '--count <N>': a whole number, 1 or more, is expected"),
        (
            &["small.txt", "--repeat", "0"],
            "'0' for '--repeat <K>': a whole number from 1 to 1000 is expected",
        ),
        (&["small.txt", "--jobs", "0"], "'0' for '--jobs <N>': a whole number from 1 to 1024 is expected"),
        (&["small.txt", "--slowdown", "2e9"], "a percentage from 0 to 1000000 is expected"),
        (
            &["ab", "a", "b", "--rounds", "0"],
            "'0' for '--rounds <N>': a whole number from 1 to 10000 is expected",
        ),
        (&["ab", "a", "b", "--count", "0"], "'0' for '--count <N>': a whole number, 1 or more, is expected"),
    ];
    for (args, reason) in cases {
        let run = run(&dir, args);
        assert!(
            run.code == Some(2) && run.err.lines().next().unwrap().ends_with(reason),
            "{reason}: {run:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_output_error_for_every_command() {
    let dir = small();
    let commands: [&[&str]; 6] = [
        &["small.txt", "--hash", "1"],
        &["small.txt", "--hash", "1", "--json"],
        &["boards", "4x4", "--hash", "1"],
        &["boards", "4x4", "--hash", "1", "--json"],
        &["--version"],
        &["--help"],
    ];
    for args in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let run = crate::common::outcome(crate::common::command(&dir, args).stdout(full));
        assert!(run.fails_with(2).contains("No space left on device"), "{args:?}: {}", run.err);
    }
    let refused = run(&dir, &["small.txt", "--out", "/dev/full", "--force"]);
    assert!(
        refused.fails_with(2).ends_with("/dev/full: it is a device, where a file is expected"),
        "{refused:?}"
    );
}

#[test]
fn help_includes_examples() {
    let dir = TempDir::new();
    let run = run(&dir, &["--help"]);
    for part in
        ["Examples:\n  marlin-bench ", "Columns of the table", "p95, max ", "1us...1ms...1s ", "nodes/s "]
    {
        assert!(run.succeeds().contains(part), "{part}: {}", run.out);
    }
    let [readme, crate_readme] = [include_str!("../../../../README.md"), include_str!("../../README.md")];
    for text in [run.out.lines().next().unwrap(), &crate_readme[..200], readme] {
        assert!(
            text.contains("rayon") && text.contains("osition sets"),
            "what it does, at first sight: {text}"
        );
    }
}
