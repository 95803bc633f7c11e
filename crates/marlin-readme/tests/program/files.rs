//! The commands on files.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::process::{Run, run_in};

/// A folder with a README.
pub(crate) struct GameFolder(TempDir);

impl GameFolder {
    /// Returns a folder with a game that has begun.
    pub(crate) fn begun() -> Self {
        let folder = Self::empty();
        fs::write(folder.path("README.md"), "# Hello\n\n<!-- connect4 begin --><!-- connect4 end -->\nBye\n")
            .unwrap();
        folder.run(&["init", "--repository", "octocat/octocat"], b"").succeeds();
        folder
    }

    pub(crate) fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Runs the program in the folder.
    pub(crate) fn run(&self, arguments: &[&str], input: &[u8]) -> Run {
        run_in(self.0.path(), arguments, input)
    }

    /// Runs a command in the folder.
    fn game(&self, arguments: &[&str]) -> Run {
        self.run(arguments, b"")
    }

    /// Applies issues with these titles, and returns the subject of the commit.
    fn apply(&self, first: u64, titles: &[&str]) -> String {
        self.apply_in("octocat/octocat", first, titles).succeeds()
    }

    pub(crate) fn apply_in(&self, repository: &str, first: u64, titles: &[&str]) -> Run {
        let arguments = ["apply", "--issues", "-", "--repository", repository, "--answers", "answers"];
        self.run(&arguments, &issues(first, titles))
    }

    /// Returns the contents of the two files that have the games.
    fn games(&self) -> [Option<String>; 2] {
        GAMES.map(|file| fs::read_to_string(self.path(file)).ok())
    }
}

/// The files of the running game and of the finished ones.
const GAMES: [&str; 2] = ["connect4/state.toml", "connect4/finished.jsonl"];

/// The moves of a short game.
const YELLOW_WINS: [&str; 7] = [
    "connect4|drop|yellow|1",
    "connect4|drop|red|2",
    "connect4|drop|yellow|1",
    "connect4|drop|red|2",
    "connect4|drop|yellow|1",
    "connect4|drop|red|2",
    "connect4|drop|yellow|1",
];

/// Returns the list of issues with these titles. The owner opens those that begin a game.
fn issues(first: u64, titles: &[&str]) -> Vec<u8> {
    let issue = |(number, title): (u64, &&str)| {
        let login = if *title == "connect4|new" { "octocat" } else { &format!("player-{number}") };
        serde_json::json!({ "number": number, "title": title, "user": { "login": login },
            "created_at": "2026-11-23T07:00:00Z" })
    };
    serde_json::to_vec(&(first..).zip(titles).map(issue).collect::<Vec<_>>()).unwrap()
}

#[test]
fn a_game_begins_between_the_markers_with_the_documented_settings() {
    let folder = GameFolder::begun();
    let readme = folder.read("README.md");
    assert!(readme.starts_with("# Hello\n\n<!-- connect4 begin -->\n\n**Game 1, move 1"), "{readme}");
    assert!(readme.ends_with("<!-- connect4 end -->\nBye\n"), "{readme}");
    assert!(folder.read("connect4/settings.toml").contains("level = 10"));
    assert!(folder.read("connect4/board.svg").starts_with("<svg "));
    assert_eq!(folder.game(&["verify"]).succeeds(), "All is well: 0 finished, game 1 has 0 moves.\n");
    let state = folder.read("connect4/state.toml");
    fs::remove_file(folder.path("connect4/settings.toml")).unwrap();
    // In a running game it adds the missing files.
    folder.game(&["init", "--repository", "octocat/octocat"]).succeeds();
    assert!(folder.read("connect4/settings.toml").contains("level = 10"));
    assert_eq!(folder.read("connect4/state.toml"), state);
}

#[test]
fn a_lost_state_keeps_the_finished_games() {
    let folder = GameFolder::begun();
    folder.apply(1, &YELLOW_WINS);
    fs::remove_file(folder.path("connect4/state.toml")).unwrap();
    folder.game(&["init", "--repository", "octocat/octocat"]).succeeds();
    assert_eq!(folder.read("connect4/finished.jsonl").lines().count(), 1);
    assert!(folder.read("connect4/state.toml").contains("game = 2"));
}

#[test]
fn missing_markers_and_a_missing_readme_are_added() {
    let folder = GameFolder::empty();
    folder.game(&["init", "--repository", "octocat/octocat"]).succeeds();
    assert!(folder.read("README.md").starts_with("\n<!-- connect4 begin -->\n\n**Game 1"));
    let folder = GameFolder::empty();
    fs::write(folder.path("README.md"), "Hello").unwrap();
    folder.game(&["init", "--repository", "octocat/octocat"]).succeeds();
    assert!(folder.read("README.md").starts_with("Hello\n\n<!-- connect4 begin -->\n\n**Game 1"));
}

#[test]
fn issues_become_moves_and_answers() {
    let folder = GameFolder::begun();
    assert_eq!(
        folder.apply(5, &["connect4|drop|yellow|4", "A bug", "connect4|?"]),
        "Connect Four: game 1, move 1\n"
    );
    assert_eq!(folder.read("answers/list"), "5\trocket\tconnect4\tnew\n7\tconfused\tconnect4-refused\tnew\n");
    assert!(folder.read("answers/5.md").ends_with("\n<!-- connect4 answer 5 -->\n"));
    let (readme, state) = (folder.read("README.md"), folder.read("connect4/state.toml"));
    folder.apply(5, &["connect4|drop|yellow|4", "A bug", "connect4|?"]);
    assert_eq!((folder.read("README.md"), folder.read("connect4/state.toml")), (readme, state));
    assert_eq!(
        folder.read("answers/list"),
        "7\tconfused\tconnect4-refused\tagain\n5\trocket\tconnect4\tagain\n"
    );
    assert_eq!(folder.apply(8, &["connect4|drop|yellow|4"]), "Connect Four: answer 1 issue\n");
    assert!(!folder.path("answers/5.md").exists());
    assert!(folder.game(&["verify"]).succeeds().contains("game 1 has 1 move."));
}

#[test]
fn a_first_issue_begins_the_first_game() {
    let folder = GameFolder::empty();
    fs::write(folder.path("README.md"), "<!-- connect4 begin --><!-- connect4 end -->").unwrap();
    assert_eq!(folder.apply(1, &["connect4|drop|yellow|4"]), "Connect Four: game 1, move 1\n");
    assert!(folder.read("connect4/state.toml").contains("column = 4, player = \"player-1\", issue = 1"));
}

#[test]
fn a_copy_of_the_files_links_to_its_own_repository() {
    let folder = GameFolder::begun();
    folder.apply_in("hubot/copy", 1, &[]).succeeds();
    let readme = folder.read("README.md");
    assert!(readme.contains("github.com/hubot/copy/issues") && !readme.contains("octocat"), "{readme}");
}

#[test]
fn the_graph_is_there_from_the_end_of_a_game_to_the_next() {
    let folder = GameFolder::begun();
    folder.apply(1, &YELLOW_WINS);
    assert!(folder.read("connect4/graph.svg").contains("Yellow wins"));
    assert_eq!(folder.read("connect4/finished.jsonl").lines().count(), 1);
    folder.apply(8, &["connect4|new"]);
    assert!(!folder.path("connect4/graph.svg").exists());
    assert!(folder.read("connect4/archive/1.md").starts_with("# Game 1: yellow won on move 7"));
    assert_eq!(folder.game(&["verify"]).succeeds(), "All is well: 1 finished, game 2 has 0 moves.\n");
    folder.game(&["undo", "2"]).succeeds();
    assert_eq!(folder.game(&["verify"]).succeeds(), "All is well: 0 finished, game 1 has 6 moves.\n");
    assert!(!folder.path("connect4/archive/1.md").exists(), "a game that goes on is in no archive");
    let refused = folder.game(&["undo", "7"]);
    assert_eq!(refused.error_line(), "error: there are only 6 moves to take back");
}

#[test]
fn changes_by_hand_are_found_and_repaired() {
    let folder = GameFolder::begun();
    fs::write(folder.path("README.md"), folder.read("README.md").replace("No one", "Someone")).unwrap();
    fs::remove_file(folder.path("connect4/board.svg")).unwrap();
    let found = folder.game(&["verify"]);
    assert_eq!(found.code, Some(1));
    assert_eq!(found.stdout.lines().count(), 2, "{found:?}");
    assert!(found.stderr.starts_with("error: 2 differences;"), "{found:?}");
    folder.game(&["render"]).succeeds();
    folder.game(&["verify"]).succeeds();
}

#[test]
fn the_state_of_another_game_is_imported() {
    let folder = GameFolder::empty();
    let yaml = folder.path("game.yml");
    fs::write(&yaml, "bitboards: [2113536, 4194304]\npeaks: [0, 7, 15, 23, 28, 35, 42]\n").unwrap();
    folder.game(&["import", "game.yml", "--repository", "octocat/octocat"]).succeeds();
    assert!(folder.game(&["verify"]).succeeds().contains("game 1 has 3 moves"));
    let refused = || folder.game(&["import", "game.yml", "--repository", "octocat/octocat"]);
    assert!(refused().error_line().contains("there is a game in connect4 already"));
    fs::write(&yaml, "moves: 4").unwrap();
    let reason = "no field 'bitboards' with a list of two whole numbers, the stones of both sides, nor 'player1_board'";
    assert!(refused().error_line().contains(reason));
}

#[cfg(unix)]
#[test]
fn every_example_of_every_help_text_succeeds() {
    use std::os::unix::fs::PermissionsExt;
    let played = GameFolder::begun();
    played.apply(1, &["connect4|drop|yellow|4", "connect4|drop|red|4"]);
    for (command, folder) in [
        ("init", GameFolder::empty()),
        ("apply", GameFolder::empty()),
        ("undo", played),
        ("import", GameFolder::empty()),
    ] {
        fs::write(folder.path("README.md"), "<!-- connect4 begin --><!-- connect4 end -->").unwrap();
        fs::create_dir_all(folder.path("connect4")).unwrap();
        fs::write(folder.path("connect4/game.yml"), "bitboards: [2113536, 4194304]\n").unwrap();
        fs::write(folder.path("gh"), "#!/bin/sh\necho '[]'\n").unwrap();
        fs::set_permissions(folder.path("gh"), fs::Permissions::from_mode(0o755)).unwrap();
        let help = folder.game(&[command, "--help"]).succeeds();
        let (_, examples) = help.split_once("\nExample:\n").unwrap();
        let program = PathBuf::from(env!("CARGO_BIN_EXE_marlin-readme"));
        let places = [folder.path("."), program.parent().unwrap().to_owned()];
        let path = std::env::var_os("PATH").unwrap();
        let path = std::env::join_paths(places.into_iter().chain(std::env::split_paths(&path))).unwrap();
        let mut shell = std::process::Command::new("sh");
        shell.args(["-ec", examples]).current_dir(folder.path(".")).env("PATH", path);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{examples}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_drawings_are_found_from_a_readme_in_a_folder_of_its_own() {
    let folder = GameFolder::empty();
    fs::create_dir(folder.path("docs")).unwrap();
    let init = |dir: &str| {
        folder.game(&["init", "--repository", "octocat/octocat", "--readme", "docs/GAME.md", "--dir", dir])
    };
    init("games/four").succeeds();
    assert!(folder.read("docs/GAME.md").contains("src=\"../games/four/column-1.svg?"));
    let files = ["--readme", "docs/GAME.md", "--dir", "games/four", "--answers", "answers"];
    let apply = ["apply", "--issues", "-", "--repository", "octocat/octocat"];
    folder.run(&[&apply[..], &files].concat(), &issues(1, &YELLOW_WINS)).succeeds();
    let page = "https://github.com/octocat/octocat/blob/HEAD/games/four/archive/1.md";
    assert!(folder.read("answers/7.md").contains(page), "{}", folder.read("answers/7.md"));
    let refused = init("my games");
    assert!(refused.error_line().contains("letters, digits and -_./"), "{refused:?}");
}

#[test]
fn new_issues_are_answered_before_those_that_are_still_open() {
    let folder = GameFolder::begun();
    let titles =
        ["connect4|drop|yellow|4", "connect4|drop|red|4", "connect4|drop|yellow|4", "connect4|drop|red|4"];
    folder.apply(1, &titles[..3]);
    folder.apply(1, &titles);
    let list = folder.read("answers/list");
    let order: Vec<_> = list.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(order, ["4", "3", "2", "1"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_ends_before_it_has_written_the_finished_games_has_not_begun_the_next_one() {
    let folder = GameFolder::begun();
    folder.apply(1, &[&["connect4|drop|yellow|4", "connect4|drop|red|4"], &YELLOW_WINS[..6]].concat());
    let before = folder.games();
    // Enough for a state without moves, and too little for a finished game of eight.
    let program = env!("CARGO_BIN_EXE_marlin-readme");
    fs::write(folder.path("issues.json"), issues(9, &["connect4|new"])).unwrap();
    let apply =
        ["apply", "--issues", "issues.json", "--repository", "octocat/octocat", "--answers", "answers"];
    let mut limited = std::process::Command::new("prlimit");
    let limited = limited.arg("--fsize=700").arg(program).args(apply).current_dir(folder.path("."));
    let output = limited.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(folder.games(), before);
    assert!(
        output.status.code() == Some(2) && error.contains("File too large"),
        "{:?}: {error}",
        output.status
    );
    folder.apply(9, &["connect4|new"]);
    assert_eq!(folder.read("connect4/finished.jsonl").lines().count(), 1);
    assert!(folder.read("connect4/state.toml").contains("\ngame = 2\nfirst = \"yellow\"\nmoves = []\n"));
}

/// Checks that after a run that was killed between the two files of the games, the next run repeats its work
/// unless it was complete.
fn assert_done_after_a_kill(folder: &GameFolder, begun: &[&str], run: &dyn Fn(), kept: usize) {
    folder.apply(1, begun);
    let before = folder.games();
    run();
    let after = folder.games();
    let place = |file: usize, text: &Option<String>| match text {
        Some(text) => fs::write(folder.path(GAMES[file]), text).unwrap(),
        None => fs::remove_file(folder.path(GAMES[file])).unwrap(),
    };
    // The file that was written last is still the earlier one.
    place(1 - kept, &before[1 - kept]);
    run();
    assert_eq!(folder.games(), after);
    folder.game(&["verify"]).succeeds();
}

#[test]
fn a_run_that_was_killed_between_the_files_of_the_games_loses_no_move_and_no_game() {
    let new = ["connect4|new"];
    for (begun, more) in [
        // A game that is abandoned, one that is won, one of each, and two that begin and end in one run.
        (&YELLOW_WINS[..2], &new[..]),
        (&YELLOW_WINS[..2], &YELLOW_WINS[2..]),
        (&YELLOW_WINS[..2], &[&YELLOW_WINS[2..4], &new, &YELLOW_WINS].concat()),
        (&YELLOW_WINS[..0], &[&YELLOW_WINS[..], &new, &YELLOW_WINS, &new, &YELLOW_WINS[..1]].concat()),
        (&YELLOW_WINS, &[&new, &YELLOW_WINS[..3], &new].concat()),
    ] {
        let folder = GameFolder::begun();
        let run = || drop(folder.apply(100, more));
        assert_done_after_a_kill(&folder, begun, &run, 1);
    }
}

#[test]
fn a_game_that_was_filed_too_early_is_found_and_goes_on() {
    let folder = GameFolder::begun();
    folder.apply(1, &YELLOW_WINS[..2]);
    let state = folder.read(GAMES[0]);
    folder.apply(3, &["connect4|new"]);
    fs::write(folder.path(GAMES[0]), &state).unwrap();
    let verified = folder.game(&["verify"]);
    assert!(verified.stdout.contains("game 1 goes on, and is in finished.jsonl"), "{verified:?}");
    folder.game(&["render"]).succeeds();
    folder.game(&["verify"]).succeeds();
    assert_eq!(folder.games(), [Some(state), Some(String::new())]);
    // The issue that ended it may be gone.
    folder.apply(4, &YELLOW_WINS[2..3]);
    assert!(folder.read(GAMES[0]).contains("issue = 4"));
}

#[test]
fn a_game_that_was_taken_back_when_the_run_was_killed_is_not_lost() {
    let folder = GameFolder::begun();
    folder.apply(1, &YELLOW_WINS[..2]);
    folder.apply(3, &["connect4|new"]);
    let finished = folder.read(GAMES[1]);
    folder.game(&["undo", "1"]).succeeds();
    let state = folder.read(GAMES[0]);
    fs::write(folder.path(GAMES[1]), finished).unwrap();
    folder.game(&["render"]).succeeds();
    assert_eq!(folder.games(), [Some(state), Some(String::new())]);
}

#[test]
fn a_draft_among_the_answers_stops_no_run() {
    let folder = GameFolder::begun();
    folder.apply(1, &YELLOW_WINS[..1]);
    let [left, used] = ["answers/.list.draft-1", "answers/.list.draft-2"].map(|name| folder.path(name));
    fs::write(&left, "half").unwrap();
    let lock = fs::File::create(&used).unwrap();
    lock.lock().unwrap();
    folder.apply(2, &YELLOW_WINS[1..2]);
    assert_eq!((left.exists(), used.exists()), (false, true));
}

#[test]
fn moves_that_are_applied_at_the_same_time_are_all_in_the_game() {
    let folder = GameFolder::begun();
    let title = "connect4|drop|yellow|4";
    std::thread::scope(|scope| {
        let apply = |number: u64| {
            let (folder, answers) = (&folder, format!("answers-{number}"));
            let arguments = ["apply", "--issues", "-", "--repository", "octocat/octocat", "--answers"];
            scope
                .spawn(move || folder.run(&[&arguments[..], &[&answers]].concat(), &issues(number, &[title])))
        };
        // All of one side: the first is a move, and the others come too late. None is answered as a move and
        // then lost.
        for run in (1..=4).map(apply).collect::<Vec<_>>() {
            run.join().unwrap().succeeds();
        }
    });
    let answers: Vec<_> =
        (1..=4).map(|number| folder.read(&format!("answers-{number}/{number}.md"))).collect();
    let accepted = answers.iter().filter(|answer| answer.contains("move 1 of game 1")).count();
    assert_eq!(accepted, 1, "{answers:#?}");
    assert!(folder.game(&["verify"]).succeeds().contains("All is well"));
    assert!(!folder.path(".README.md.lock").exists());
}

#[test]
fn a_game_is_verified_after_the_run_that_writes_it() {
    let folder = GameFolder::begun();
    let (readme, lock) = (folder.path("README.md"), folder.path(".README.md.lock"));
    let whole = fs::read(&readme).unwrap();
    let writer = fs::File::create(&lock).unwrap();
    writer.lock().unwrap();
    fs::write(&readme, "half").unwrap();
    std::thread::scope(|scope| {
        let verified = scope.spawn(|| folder.game(&["verify"]).succeeds());
        std::thread::sleep(std::time::Duration::from_millis(300));
        fs::write(&readme, &whole).unwrap();
        fs::remove_file(&lock).unwrap();
        drop(writer);
        assert!(verified.join().unwrap().contains("All is well"));
    });
}

#[cfg(unix)]
#[test]
fn a_game_that_may_only_be_read_is_verified() {
    use std::os::unix::fs::PermissionsExt;

    let folder = GameFolder::begun();
    // A folder in place of the lock stops even users who may write everywhere.
    fs::create_dir(folder.path(".README.md.lock")).unwrap();
    let allow = |mode| fs::set_permissions(folder.path("."), fs::Permissions::from_mode(mode)).unwrap();
    allow(0o555);
    let verified = folder.game(&["verify"]);
    allow(0o755);
    assert!(verified.succeeds().contains("All is well"));
}
