//! Paths that are not regular files, files without an end, and files that cannot be written whole.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::sandbox::Sandbox;

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_book_or_a_set_that_is_no_file_is_refused_by_its_kind() {
    let sandbox = Sandbox::new();
    make_fifo(&sandbox.path("fifo"));
    fs::create_dir(sandbox.path("folder")).unwrap();
    std::os::unix::fs::symlink("nowhere", sandbox.path("link")).unwrap();
    let kinds = [
        ("fifo", "a FIFO"),
        ("folder", "a directory"),
        ("/dev/zero", "a device"),
        ("link", "a link to nothing"),
    ];
    for (name, kind) in kinds {
        for arguments in
            [&["analyze", "--book", name][..], &["book", "info", name], &["book", "verify", name]]
        {
            let run = sandbox.run(arguments, "4433\n");
            let error = run.error_line();
            assert!(
                error.contains(&format!("it is {kind}, where a file is expected")),
                "{arguments:?}: {error}"
            );
        }
    }
}

#[test]
fn a_link_to_nothing_is_no_place_for_a_book() {
    let sandbox = Sandbox::new();
    let shard = ["book", "generate", "--board", "5x4", "--plies", "2", "--shard", "1/1", "--out", "a"];
    assert_eq!(sandbox.run(&shard, "").code, Some(0));
    std::os::unix::fs::symlink("folder/b", sandbox.path("link")).unwrap();
    for arguments in [
        &["book", "generate", "--board", "5x4", "--plies", "2", "--out", "link"][..],
        &["book", "merge", "--out", "link", "a.1-of-1.record"],
    ] {
        let run = sandbox.run(arguments, "");
        assert!(run.error_line().contains("link exists already"), "{arguments:?}: {run:?}");
    }
    assert_eq!(fs::read_dir(sandbox.path(".")).unwrap().count(), 2, "no record is left");
}

#[test]
fn a_session_continues_after_every_file_that_is_no_book() {
    let sandbox = Sandbox::new();
    make_fifo(&sandbox.path("fifo"));
    File::create(sandbox.path("sparse")).unwrap().set_len(2 << 30).unwrap();
    fs::write(sandbox.path("empty"), "").unwrap();
    for name in ["fifo", "sparse", "empty", "/dev/zero", "nothing", "."] {
        let lines = format!("setoption name BookFile value {name}\nposition 4433\nmoves\nquit\n");
        let run = sandbox.run(&[], &lines);
        assert!(run.code == Some(0) && run.stdout.starts_with("Error: "), "{name}: {run:?}");
        assert!(run.stdout.contains("\n4433\n"), "{name}: {run:?}");
    }
}

#[test]
fn of_two_merges_into_one_file_one_is_refused() {
    let sandbox = Sandbox::new();
    for part in ["1/2", "2/2"] {
        let made = ["book", "generate", "--board", "5x4", "--plies", "4", "--shard", part, "--out", "b"];
        assert_eq!(sandbox.run(&made, "").code, Some(0));
    }
    let merge = ["book", "merge", "--out", "b", "b.1-of-2.record", "b.2-of-2.record"];
    let mut codes = thread::scope(|scope| {
        let runs = [(); 4].map(|()| scope.spawn(|| sandbox.run(&merge, "")));
        runs.map(|run| run.join().unwrap().code)
    });
    codes.sort_unstable();
    assert_eq!(codes, [Some(0), Some(2), Some(2), Some(2)]);
    let verified = sandbox.run(&["book", "verify", "b"], "");
    assert_eq!(verified.stdout, "191 positions searched, 0 wrong\n", "{verified:?}");
}

#[test]
fn a_book_is_read_as_far_as_it_states_its_length() {
    let sandbox = Sandbox::new();
    sandbox.make_book("whole");
    let whole = fs::read(sandbox.path("whole")).unwrap();
    for (name, length) in
        [("short", whole.len() as u64 - 1), ("long", whole.len() as u64 + 1), ("sparse", 4 << 30)]
    {
        fs::write(sandbox.path(name), &whole).unwrap();
        File::options().write(true).open(sandbox.path(name)).unwrap().set_len(length).unwrap();
        let run = sandbox.run(&["book", "info", name], "");
        assert!(run.error_line().contains("its length differs from the stated one"), "{name}: {run:?}");
    }
    assert_eq!(sandbox.run(&["book", "info", "whole"], "").code, Some(0));
}

#[test]
fn a_saved_game_is_a_file_that_ends() {
    let sandbox = Sandbox::new();
    make_fifo(&sandbox.path("fifo"));
    fs::create_dir(sandbox.path("folder")).unwrap();
    File::create(sandbox.path("sparse")).unwrap().set_len(2 << 30).unwrap();
    let kinds = [
        ("fifo", "it is a FIFO, where a file is expected"),
        ("folder", "it is a directory, where a file is expected"),
        ("/dev/zero", "it is a device, where a file is expected"),
        ("sparse", "it has more than 67108864 bytes"),
    ];
    for (name, reason) in kinds {
        let load = format!("load {name}\n");
        let run = sandbox.run(&["play", "--plain", "--o", "person"], &load);
        assert!(run.code == Some(0) && run.stdout.contains(reason), "load {name}: {run:?}");
    }
}

#[test]
fn the_record_of_a_book_is_a_file_or_refused() {
    for (name, kind) in [("b.record", "a FIFO"), ("c.record", "a device")] {
        let sandbox = Sandbox::new();
        make_fifo(&sandbox.path("b.record"));
        std::os::unix::fs::symlink("/dev/zero", sandbox.path("c.record")).unwrap();
        let book = name.strip_suffix(".record").unwrap();
        let expected = format!("it is {kind}, where a file is expected");
        for arguments in [
            &["book", "generate", "--board", "5x4", "--plies", "2", "--out", book][..],
            &["book", "merge", "--out", "merged", name],
        ] {
            let run = sandbox.run(arguments, "");
            assert!(run.error_line().contains(&expected), "{arguments:?}: {run:?}");
        }
    }
}

#[test]
fn a_record_is_read_as_far_as_it_states_its_positions() {
    let sandbox = Sandbox::new();
    let shard = ["book", "generate", "--board", "5x4", "--plies", "4", "--shard", "1/2", "--out", "b"];
    assert_eq!(sandbox.run(&shard, "").code, Some(0));
    let record = "b.1-of-2.record";
    File::options().write(true).open(sandbox.path(record)).unwrap().set_len(2 << 30).unwrap();
    for arguments in [&shard[..], &["book", "merge", "--out", "b", record]] {
        let run = sandbox.run(arguments, "");
        assert!(run.error_line().contains("it has more than "), "{arguments:?}: {run:?}");
    }
}
