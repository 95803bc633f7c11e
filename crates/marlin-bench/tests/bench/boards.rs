//! Solving empty boards, by the real program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{PATIENCE, TempDir, command, outcome, run};

#[test]
fn small_boards_are_solved_and_agree() {
    let dir = TempDir::new();
    let run = run(&dir, &["boards", "4x4", "5x4", "6x4", "--hash", "2"]);
    let rows: Vec<_> = run.succeeds().lines().collect();
    assert_eq!(rows.len(), 4, "{run:?}");
    assert!(rows[0].starts_with("board  result"), "{run:?}");
    let results = ["4x4    draw ", "5x4    draw ", "6x4    second player wins at move 24 "];
    for (row, result) in rows[1..].iter().zip(results) {
        assert!(row.starts_with(result) && row.ends_with("  yes"), "{row}");
        assert_eq!(row.len(), rows[1].len(), "{row}");
    }
}

#[test]
fn a_board_without_enough_time_shows_its_bounds() {
    let dir = TempDir::new();
    let run = run(&dir, &["boards", "15x3", "7x6", "--time", "1", "--hash", "1"]);
    assert!(run.fails_with(4).ends_with("not proven within 1ms: 15x3, 7x6"), "{run:?}");
    let rows: Vec<_> = run.out.lines().collect();
    assert!(rows[1].starts_with("15x3   score in -") && rows[1].ends_with("  -"), "{run:?}");
    assert!(rows[2].starts_with("7x6    score in -") && rows[2].ends_with("  open"), "{run:?}");
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused_with_the_reason() {
    let dir = TempDir::new();
    let args = |hash| ["boards", "7x6", "--hash", hash, "--time", "1", "--checkpoints", "states"];
    assert!(run(&dir, &args("2")).fails_with(4).ends_with("not proven within 1ms: 7x6"));
    let file = dir.path().join("states/7x6.checkpoint");
    assert!(file.metadata().unwrap().len() > 2 << 20);
    let expected = "its table has 2 MiB: continue with --hash 2, or remove the file";
    assert!(run(&dir, &args("1")).fails_with(2).ends_with(expected));
    fs::write(&file, "something else").unwrap();
    let expected = "it is not the state of a search: name another folder, or remove the file";
    assert!(run(&dir, &args("2")).fails_with(2).ends_with(expected));
}

#[test]
fn a_proven_board_is_not_searched_again_for_its_checkpoint() {
    let dir = TempDir::new();
    let keep =
        ["boards", "6x5", "--hash", "1", "--time", "1", "--checkpoints", "states", "--table", "boards.toml"];
    run(&dir, &keep).fails_with(4);
    let state = dir.path().join("states/6x5.checkpoint");
    let before = fs::read(&state).unwrap();
    run(&dir, &["boards", "6x5", "--hash", "1", "--table", "boards.toml"]).succeeds();
    let again = run(&dir, &keep);
    again.succeeds();
    assert!(again.err.contains("solved before") && fs::read(&state).unwrap() == before, "{again:?}");
}

const CHECKPOINTS: [&str; 6] = ["boards", "6x5", "--hash", "1", "--checkpoints", "states"];

/// Returns a folder with the state of a search, and the path of the state.
fn with_state() -> (TempDir, PathBuf) {
    let dir = TempDir::new();
    run(&dir, &[&CHECKPOINTS[..], &["--time", "1"]].concat()).fails_with(4);
    let state = dir.path().join("states/6x5.checkpoint");
    (dir, state)
}

#[cfg(target_os = "linux")]
#[test]
fn the_state_of_a_proven_board_stays_until_its_result_is_written() {
    let (dir, state) = with_state();
    for format in [&[][..], &["--format", "markdown"], &["--json"]] {
        let args = [&CHECKPOINTS[..], format].concat();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let run = command(&dir, &args).stdout(full).output().unwrap().status;
        assert_eq!((run.code(), state.exists()), (Some(2), true), "{format:?}");
    }
    run(&dir, &[&CHECKPOINTS[..], &["--json"]].concat()).succeeds();
    assert!(!state.exists());
}

#[test]
fn a_run_with_checkpoints_leaves_neither_drafts_of_killed_runs_nor_its_lock() {
    let (dir, _) = with_state();
    fs::write(dir.path().join("states/.6x5.checkpoint.draft-1"), "half").unwrap();
    run(&dir, &CHECKPOINTS).succeeds();
    assert_eq!(fs::read_dir(dir.path().join("states")).unwrap().count(), 0);
}

#[test]
fn a_state_is_refused_after_any_damage_to_its_numbers_and_if_the_disk_has_zeros_in_its_place() {
    let (dir, state) = with_state();
    let whole = fs::read(&state).unwrap();
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(&state, bytes).unwrap();
        let run = run(&dir, &CHECKPOINTS);
        assert!(run.fails_with(2).contains(reason), "{run:?}");
    };
    // The nodes, the time and their checksum.
    for byte in 8..32 {
        let mut damaged = whole.clone();
        damaged[byte] ^= 1 << (byte % 8);
        refused(&damaged, "the state is damaged");
    }
    refused(&vec![0; whole.len()], "it is not the state of a search");
    for zeros_from in [8, 32, 80, 4096] {
        let mut damaged = whole.clone();
        damaged[zeros_from..].fill(0);
        refused(&damaged, "the state is damaged");
    }
}

#[cfg(unix)]
#[test]
fn a_state_or_a_lock_that_is_no_file_is_refused_at_once() {
    for name in ["6x5.checkpoint", "6x5.lock"] {
        let dir = TempDir::new();
        fs::create_dir(dir.path().join("states")).unwrap();
        let fifo = dir.path().join("states").join(name);
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let limited = &mut Command::new("timeout");
        limited
            .current_dir(dir.path())
            .arg(PATIENCE.as_secs().to_string())
            .arg(command(&dir, &[]).get_program())
            .args(CHECKPOINTS);
        let refused = outcome(limited);
        assert!(refused.fails_with(2).ends_with("it is a FIFO, where a file is expected"), "{refused:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_state_beyond_the_size_limit_of_files_is_an_error_and_the_earlier_one_stays() {
    let (dir, state) = with_state();
    let earlier = fs::read(&state).unwrap();
    let limited = &mut Command::new("prlimit");
    limited.current_dir(dir.path()).arg("--fsize=1000000").arg(command(&dir, &[]).get_program());
    let refused = outcome(limited.args(CHECKPOINTS).args(["--time", "1"]));
    assert!(refused.fails_with(2).contains("File too large"), "{refused:?}");
    assert!(fs::read(&state).unwrap() == earlier);
    assert_eq!(fs::read_dir(dir.path().join("states")).unwrap().count(), 1);
}

#[test]
fn json_can_be_read_back_with_every_number() {
    let dir = TempDir::new();
    let args = ["boards", "6x4", "4x4", "--json", "--hash", "2", "--cpu", "baseline"];
    let run = run(&dir, &args);
    let json: serde_json::Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!((&json["schema_version"], &json["tool"]), (&2.into(), &"marlin-bench".into()));
    assert_eq!(
        json["config"],
        serde_json::json!({ "threads": 1, "hash_mib": 2, "time_ms": null, "cpu": "baseline" })
    );
    let board = &json["boards"][0];
    assert_eq!((&board["board"], &board["winning_move"]), (&"6x4".into(), &24.into()));
    assert_eq!(
        (&board["lower"], &board["upper"], &board["proven"]),
        (&(-1).into(), &(-1).into(), &true.into())
    );
    assert_eq!((&board["result"], &board["published"]), (&board["published"], &board["result"]));
    assert_eq!(board["agreement"], "agrees");
    for field in ["nodes", "time_us", "nps"] {
        assert!(board[field].as_f64().unwrap() > 0.0, "{field}");
    }
    assert!(json["boards"][1]["winning_move"].is_null());
}

/// Returns the names of the boards for which a table has a result of Marlin's.
fn solved(dir: &TempDir, table: &str) -> Vec<String> {
    let text = dir.read(table);
    let sections = text.split("[boards.").skip(1).filter(|section| section.contains("\nmarlin = "));
    sections.filter_map(|section| Some(section.split_once(']')?.0.to_owned())).collect()
}

#[test]
fn a_run_resumes_where_its_table_ends() {
    let dir = TempDir::new();
    let table = ["--hash", "1", "--table", "t.toml"];
    run(&dir, &[&["boards", "4x4"][..], &table].concat()).succeeds();
    assert_eq!(solved(&dir, "t.toml"), ["4x4"]);
    let first = dir.read("t.toml");
    let resumed = run(&dir, &[&["boards", "5x4", "4x4"][..], &table].concat());
    assert!(resumed.succeeds().contains("\n5x4    draw ") && !resumed.out.contains("4x4"), "{resumed:?}");
    assert!(resumed.err.starts_with("note: ") && resumed.err.ends_with(": 4x4\n"), "{resumed:?}");
    assert_eq!(solved(&dir, "t.toml"), ["4x4", "5x4"]);
    let line = |text: &str| text.split("[boards.4x4]\n").nth(1).unwrap().lines().nth(1).unwrap().to_owned();
    assert_eq!(line(&dir.read("t.toml")), line(&first));
    assert_eq!(run(&dir, &[&["boards", "5x4", "4x4"][..], &table].concat()).succeeds(), "");
    let again = run(&dir, &[&["boards", "4x4", "--again"][..], &table].concat());
    assert!(again.succeeds().contains("\n4x4    draw ") && again.err.is_empty(), "{again:?}");
    assert_eq!(dir.names(), ["t.toml"]);
}

#[test]
fn runs_at_the_same_time_keep_all_of_their_results_in_one_table() {
    let dir = TempDir::new();
    let boards: Vec<_> =
        (1..=5).flat_map(|width| (1..=4).map(move |height| format!("{width}x{height}"))).collect();
    let shard = |shard| {
        let table = ["--hash", "1", "--table", "t.toml", "--shard", shard];
        let boards = boards.iter().map(String::as_str);
        command(&dir, &["boards"].into_iter().chain(boards).chain(table).collect::<Vec<_>>())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    for mut run in ["1/3", "2/3", "3/3"].map(shard) {
        assert_eq!(run.wait().unwrap().code(), Some(0));
    }
    assert_eq!(solved(&dir, "t.toml").len(), boards.len());
    assert_eq!(dir.names(), ["t.toml"]);
}

#[test]
fn a_proven_result_stays_in_the_table_when_a_later_run_proves_less() {
    let dir = TempDir::new();
    let table = ["boards", "6x5", "--hash", "1", "--table", "t.toml"];
    run(&dir, &table).succeeds();
    let proven = dir.read("t.toml");
    run(&dir, &[&table[..], &["--again", "--time", "1"]].concat()).fails_with(4);
    assert_eq!(dir.read("t.toml"), proven);
}

#[test]
fn a_board_that_was_not_proven_is_tried_again_with_more_time_only() {
    let dir = TempDir::new();
    let timed = |time| run(&dir, &["boards", "7x7", "--hash", "1", "--table", "t.toml", "--time", time]);
    assert!(timed("20").fails_with(4).contains("7x7"));
    assert!(dir.read("t.toml").contains("marlin = { bounds = [-"));
    for time in ["20", "10"] {
        let skipped = timed(time);
        assert!(skipped.succeeds().is_empty() && skipped.err.contains("7x7"), "{skipped:?}");
    }
    assert_eq!(timed("500").code, Some(4));
}

#[test]
fn shards_are_merged_to_the_table_of_one_run() {
    let dir = TempDir::new();
    let boards = ["boards", "4x4", "5x4", "6x4", "--hash", "1", "--table"];
    for (shard, expected) in [("1/2", &["4x4", "6x4"][..]), ("2/2", &["5x4"])] {
        let part = format!("part-{}.toml", &shard[..1]);
        run(&dir, &[&boards[..], &[&part, "--shard", shard]].concat()).succeeds();
        assert_eq!(solved(&dir, &part), expected);
    }
    let merge = ["boards", "--merge", "part-2.toml", "part-1.toml", "--table", "whole.toml"];
    let merged = run(&dir, &merge);
    assert_eq!(merged.succeeds(), "52 boards: 3 proven, 0 not proven in the time, 49 not tried\n");
    run(&dir, &[&boards[..], &["one.toml"]].concat()).succeeds();
    // All but the times is equal.
    let untimed = |table| {
        let text = dir.read(table);
        let words =
            text.split(", seconds = ").map(|part| part.split_once(", ").map_or(part, |(_, rest)| rest));
        words.collect::<String>()
    };
    assert_eq!(untimed("whole.toml"), untimed("one.toml"));
    assert_eq!(solved(&dir, "whole.toml"), ["4x4", "5x4", "6x4"]);
    // Merging again changes nothing.
    let whole = dir.read("whole.toml");
    run(&dir, &merge).succeeds();
    assert_eq!(dir.read("whole.toml"), whole);
}

#[test]
fn a_wrong_result_is_not_merged() {
    let dir = TempDir::new();
    run(&dir, &["boards", "4x4", "--hash", "1", "--table", "right.toml"]).succeeds();
    let right = dir.read("right.toml");
    let (start, end) = right.split_once("marlin = { winner = \"none\"").unwrap();
    dir.write("wrong.toml", &format!("{start}marlin = {{ winner = \"second\", move = 12{end}"));
    let merge = |table| run(&dir, &["boards", "--merge", "wrong.toml", "--table", table]);
    let line = "error: 4x4: published is 'draw', found 'second player wins at move 12'";
    assert_eq!(merge("new.toml").fails_with(1), line);
    let line = "error: wrong.toml: 4x4: one table has 'draw', another 'second player wins at move 12'";
    assert_eq!(merge("right.toml").fails_with(1), line);
    assert_eq!(dir.read("right.toml"), right);
    assert_eq!(dir.names(), ["right.toml", "wrong.toml"]);
}

#[test]
fn a_bad_table_or_shard_is_refused_in_one_line() {
    let dir = TempDir::new();
    dir.write("bad.toml", "[boards.13x9]\n");
    let line = "error: bad.toml: a board of 13x9 does not fit: with 9 rows it has 1 to 12 columns";
    for args in [
        &["boards", "4x4", "--table", "bad.toml"][..],
        &["boards", "--grid", "--table", "bad.toml"],
        &["boards", "--merge", "bad.toml", "--table", "new.toml"],
    ] {
        assert_eq!(run(&dir, args).fails_with(2), line);
    }
    assert!(run(&dir, &["boards", "4x4", "--table", "no/such/t.toml"]).fails_with(2).contains("no/such"));
    assert!(run(&dir, &["boards", "--grid", "--table", "none.toml"]).fails_with(2).contains("none.toml"));
    assert!(run(&dir, &["boards", "--all", "--shard", "3/2"]).err.contains("as in 2/3"));
    assert_eq!(dir.names(), ["bad.toml"]);
}

#[test]
fn the_page_of_boards_has_the_grid_of_the_recorded_table() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results.md");
    let printed = run(&TempDir::new(), &["boards", "--grid"]);
    let grid = printed.succeeds();
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains(grid), "put this into docs/results.md\n{grid}");
    // The harder boards, of which the page repeats the records.
    let table = include_str!("../../boards.toml");
    let (_, harder) = page.split_once("### Harder boards").unwrap();
    let rows: Vec<_> = harder.lines().filter(|line| line.ends_with(" MiB |")).collect();
    assert!(rows.len() > 10, "{rows:?}");
    for row in rows {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let (_, entry) = table.split_once(&format!("[boards.{}]\n", cells[1])).unwrap();
        let entry = entry.split("\n\n").next().unwrap();
        let nodes = format!("nodes = {},", cells[3].replace(',', ""));
        let mib = format!("hash_mib = {},", cells[5].trim_end_matches(" MiB").replace(',', ""));
        assert!(entry.contains(&nodes) && entry.contains(&mib), "{row}\n{entry}");
    }
}
