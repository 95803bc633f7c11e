//! A full disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;

use crate::sandbox::Sandbox;

/// A disk of its own, of some pages.
struct Disk(PathBuf);

impl Disk {
    /// Mounts a disk in a folder; `None` where that is not allowed.
    fn mount(folder: PathBuf) -> Option<Self> {
        fs::create_dir(&folder).unwrap();
        let options = ["-t", "tmpfs", "-o", "size=64k", "tmpfs"];
        let mounted = Command::new("mount").args(options).arg(&folder).output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self(folder));
        }
        let _ =
            io::stderr().write_all(b"skipped: attacks with a full disk, without the right to mount one\n");
        None
    }

    /// Fills the disk, and returns what fills it.
    fn fill(&self) -> PathBuf {
        let path = self.0.join("filler");
        let mut file = File::create(&path).unwrap();
        while file.write_all(&[0; 512]).is_ok() {}
        path
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The folder cannot be removed otherwise.
        assert!(Command::new("umount").arg(&self.0).status().unwrap().success());
    }
}

#[test]
fn on_a_full_disk_the_earlier_file_stays_and_the_work_continues_later() {
    let sandbox = Sandbox::new();
    let Some(disk) = Disk::mount(sandbox.path("disk")) else { return };
    let book = disk.0.join("a.book");
    let book_name = book.to_str().unwrap();
    let make = |plies| {
        sandbox
            .run(&["book", "generate", "--board", "5x4", "--plies", plies, "--force", "--out", book_name], "")
    };
    assert_eq!(make("2").code, Some(0));
    let earlier = fs::read(&book).unwrap();
    let filler = disk.fill();
    let run = make("6");
    assert!(run.error_line().contains("No space left on device"), "{run:?}");
    assert_eq!(fs::read(&book).unwrap(), earlier);
    fs::remove_file(filler).unwrap();
    assert_eq!(make("6").code, Some(0));
    let verified = sandbox.run(&["book", "verify", book_name], "");
    assert!(verified.stdout.ends_with(" 0 wrong\n"), "{verified:?}");
}

#[test]
fn an_output_that_is_full_ends_the_run_with_its_reason() {
    let sandbox = Sandbox::new();
    for arguments in [
        "--help",
        "--version",
        "analyze 4433",
        "solve 4433",
        "review 4433",
        "explain 4433",
        "show 4433",
        "book info",
    ] {
        let words: Vec<_> = arguments.split(' ').collect();
        let run = sandbox.run_into("/dev/full", &words);
        let error = run.stderr.lines().last().unwrap_or_default();
        let is_told = error.starts_with("error: ") && error.contains("No space left on device");
        assert!(run.code == Some(2) && is_told, "{arguments}: {run:?}");
    }
}
