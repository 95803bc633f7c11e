//! Inputs that are refused: paths that are not regular files, endless input, and invalid texts.

use std::fs;

use crate::files::GameFolder;

#[cfg(unix)]
#[test]
fn an_input_that_is_no_file_or_too_long_is_refused_by_its_kind() {
    let folder = GameFolder::empty();
    assert!(std::process::Command::new("mkfifo").arg(folder.path("fifo")).status().unwrap().success());
    fs::create_dir(folder.path("folder")).unwrap();
    fs::File::create(folder.path("sparse")).unwrap().set_len(2 << 30).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path("link")).unwrap();
    let kinds = [
        ("link", "it is a link to nothing, where a file is expected"),
        ("fifo", "it is a FIFO, where a file is expected"),
        ("folder", "it is a directory, where a file is expected"),
        ("/dev/zero", "it is a device, where a file is expected"),
        ("sparse", "it has more than 67108864 bytes"),
    ];
    for (name, reason) in kinds {
        for arguments in [
            &["import", name, "--repository", "a/b"][..],
            &["apply", "--issues", name, "--repository", "a/b", "--answers", "answers"],
        ] {
            let run = folder.run(arguments, b"");
            assert!(run.error_line().contains(reason), "{arguments:?}: {run:?}");
        }
    }
    let long = folder.run(&["import", "-", "--repository", "a/b"], &vec![0; (64 << 20) + 1]);
    assert!(long.error_line().contains("it has more than 67108864 bytes"), "{long:?}");
}

#[cfg(unix)]
#[test]
fn a_file_of_the_game_that_is_a_device_or_a_link_to_nothing_is_refused() {
    let folder = GameFolder::begun();
    for file in ["settings.toml", "state.toml", "finished.jsonl"] {
        let path = folder.path("connect4").join(file);
        let before = fs::read(&path).unwrap();
        for target in ["/dev/zero", "/dev/fd/0", "nowhere"] {
            fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink(target, &path).unwrap();
            let verified = folder.run(&["verify"], b"");
            for run in [verified, folder.apply_in("octocat/octocat", 1, &["connect4|drop|yellow|4"])] {
                assert!(run.error_line().contains(", where a file is expected"), "{file}, {target}: {run:?}");
            }
        }
        fs::remove_file(&path).unwrap();
        fs::write(&path, before).unwrap();
    }
    folder.run(&["verify"], b"").succeeds();
}

#[test]
fn a_refused_command_names_the_repair_and_changes_nothing() {
    let folder = GameFolder::empty();
    let error = |folder: &GameFolder, arguments: &[&str], part: &str| {
        let run = folder.run(arguments, b"");
        assert!(run.error_line().contains(part), "{run:?}");
    };
    error(&folder, &["verify"], "'marlin-readme init' begins one");
    error(&folder, &["init", "--repository", "octocat"], "--repository octocat/octocat");
    let folder = GameFolder::begun();
    fs::write(folder.path("README.md"), "nothing").unwrap();
    let state = folder.read("connect4/state.toml");
    let run = folder.apply_in("octocat/octocat", 1, &["connect4|drop|yellow|4"]);
    assert!(run.error_line().contains("the README has no line <!-- connect4 begin -->"), "{run:?}");
    error(&folder, &["undo", "0"], "<!-- connect4 begin -->");
    assert_eq!(folder.read("connect4/state.toml"), state);
    let folder = GameFolder::begun();
    fs::create_dir(folder.path("answers")).unwrap();
    fs::write(folder.path("answers/thesis.md"), "years of work").unwrap();
    let run = folder.apply_in("octocat/octocat", 1, &[]);
    assert!(run.error_line().contains("has other files than answers"), "{run:?}");
    fs::write(folder.path("connect4/state.toml"), "schema = 1").unwrap();
    error(&folder, &["render"], "state.toml, line 1: missing field");
}
