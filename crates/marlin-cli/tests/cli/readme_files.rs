//! `marlin-cli readme-game`: the game in a README, on files.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::process::{Run, run};

/// A folder with a README.
struct Place(TempDir);

impl Place {
    /// Returns a folder with a game that has begun.
    fn begun() -> Self {
        let place = Self::empty();
        fs::write(place.path("README.md"), "# Hello\n\n<!-- connect4 begin --><!-- connect4 end -->\nBye\n")
            .unwrap();
        place.game("init", &["--repository", "octocat/octocat"]).succeeds();
        place
    }

    fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Runs a command on the files of the folder.
    fn game(&self, command: &str, arguments: &[&str]) -> Run {
        self.game_on(command, arguments, b"")
    }

    fn game_on(&self, command: &str, arguments: &[&str], input: &[u8]) -> Run {
        let (dir, readme) = (self.path("connect4"), self.path("README.md"));
        let place = ["--dir", text(&dir), "--readme", text(&readme)];
        run(&[&["readme-game", command], arguments, &place].concat(), input)
    }

    /// Applies issues with these titles, and returns the subject of the commit.
    fn apply(&self, first: u64, titles: &[&str]) -> String {
        self.apply_in("octocat/octocat", first, titles).succeeds()
    }

    fn apply_in(&self, repository: &str, first: u64, titles: &[&str]) -> Run {
        let issues: Vec<_> = (first..)
            .zip(titles)
            .map(|(number, title)| {
                serde_json::json!({ "number": number, "title": title, "user": { "login": format!("player-{number}") },
                    "created_at": "2026-11-23T07:00:00Z" })
            })
            .collect();
        let issues = serde_json::to_vec(&issues).unwrap();
        let answers = self.path("answers");
        let arguments = ["--issues", "-", "--repository", repository, "--answers", text(&answers)];
        self.game_on("apply", &arguments, &issues)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_game_begins_between_the_markers_and_with_settings_that_explain_themselves() {
    let place = Place::begun();
    let readme = place.read("README.md");
    assert!(readme.starts_with("# Hello\n\n<!-- connect4 begin -->\n\n**Game 1, move 1"), "{readme}");
    assert!(readme.ends_with("<!-- connect4 end -->\nBye\n"), "{readme}");
    assert!(place.read("connect4/settings.toml").contains("level = 10"));
    assert!(place.read("connect4/board.svg").starts_with("<svg "));
    assert_eq!(place.game("verify", &[]).succeeds(), "All is well: 0 finished, game 1 has 0 moves.\n");
    let state = place.read("connect4/state.toml");
    fs::remove_file(place.path("connect4/settings.toml")).unwrap();
    // On a game that has begun it adds what is missing.
    place.game("init", &["--repository", "octocat/octocat"]).succeeds();
    assert!(place.read("connect4/settings.toml").contains("level = 10"));
    assert_eq!(place.read("connect4/state.toml"), state);
}

#[test]
fn finished_games_are_kept_where_the_state_is_lost() {
    let place = Place::begun();
    let titles = ["red|1", "blue|2", "red|1", "blue|2", "red|1", "blue|2", "red|1"];
    let titles: Vec<_> = titles.iter().map(|title| format!("connect4|drop|{title}")).collect();
    place.apply(1, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    fs::remove_file(place.path("connect4/state.toml")).unwrap();
    place.game("init", &["--repository", "octocat/octocat"]).succeeds();
    assert_eq!(place.read("connect4/finished.jsonl").lines().count(), 1);
    assert!(place.read("connect4/state.toml").contains("game = 2"));
}

#[test]
fn undo_without_a_place_in_the_readme_changes_nothing() {
    let place = Place::begun();
    place.apply(1, &["connect4|drop|red|4"]);
    let state = place.read("connect4/state.toml");
    fs::write(place.path("README.md"), "nothing").unwrap();
    assert!(place.game("undo", &[]).error_line().contains("<!-- connect4 begin -->"));
    assert_eq!(place.read("connect4/state.toml"), state);
}

#[test]
fn markers_and_a_readme_are_added_where_there_are_none() {
    let place = Place::empty();
    place.game("init", &["--repository", "octocat/octocat"]).succeeds();
    assert!(place.read("README.md").starts_with("\n<!-- connect4 begin -->\n\n**Game 1"));
    let place = Place::empty();
    fs::write(place.path("README.md"), "Hello").unwrap();
    place.game("init", &["--repository", "octocat/octocat"]).succeeds();
    assert!(place.read("README.md").starts_with("Hello\n\n<!-- connect4 begin -->\n\n**Game 1"));
}

#[test]
fn issues_become_moves_and_answers() {
    let place = Place::begun();
    assert_eq!(
        place.apply(5, &["connect4|drop|red|4", "A bug", "connect4|?"]),
        "Connect Four: game 1, move 1\n"
    );
    assert_eq!(place.read("answers/list"), "5\trocket\tconnect4\tnew\n7\tconfused\tconnect4-refused\tnew\n");
    assert!(place.read("answers/5.md").ends_with("\n<!-- connect4 answer 5 -->\n"));
    let (readme, state) = (place.read("README.md"), place.read("connect4/state.toml"));
    place.apply(5, &["connect4|drop|red|4", "A bug", "connect4|?"]);
    assert_eq!((place.read("README.md"), place.read("connect4/state.toml")), (readme, state));
    assert_eq!(
        place.read("answers/list"),
        "7\tconfused\tconnect4-refused\tagain\n5\trocket\tconnect4\tagain\n"
    );
    assert_eq!(place.apply(8, &["connect4|drop|red|4"]), "Connect Four: answer 1 issue\n");
    assert!(!place.path("answers/5.md").exists());
    assert!(place.game("verify", &[]).succeeds().contains("game 1 has 1 move."));
}

#[test]
fn a_first_issue_begins_the_first_game() {
    let place = Place::empty();
    fs::write(place.path("README.md"), "<!-- connect4 begin --><!-- connect4 end -->").unwrap();
    assert_eq!(place.apply(1, &["connect4|drop|red|4"]), "Connect Four: game 1, move 1\n");
    assert!(place.read("connect4/state.toml").contains("column = 4, player = \"player-1\", issue = 1"));
}

#[test]
fn a_copy_of_the_files_links_to_its_own_repository() {
    let place = Place::begun();
    place.apply_in("hubot/copy", 1, &[]).succeeds();
    let readme = place.read("README.md");
    assert!(readme.contains("github.com/hubot/copy/issues") && !readme.contains("octocat"), "{readme}");
}

#[test]
fn the_graph_is_there_from_the_end_of_a_game_to_the_next() {
    let place = Place::begun();
    let titles = ["red|1", "blue|2", "red|1", "blue|2", "red|1", "blue|2", "red|1"];
    let titles: Vec<_> = titles.iter().map(|title| format!("connect4|drop|{title}")).collect();
    let titles: Vec<_> = titles.iter().map(String::as_str).collect();
    place.apply(1, &titles);
    assert!(place.read("connect4/graph.svg").contains("Red wins"));
    assert_eq!(place.read("connect4/finished.jsonl").lines().count(), 1);
    place.apply(8, &["connect4|new"]);
    assert!(!place.path("connect4/graph.svg").exists());
    assert_eq!(place.game("verify", &[]).succeeds(), "All is well: 1 finished, game 2 has 0 moves.\n");
    place.game("undo", &["2"]).succeeds();
    assert_eq!(place.game("verify", &[]).succeeds(), "All is well: 0 finished, game 1 has 6 moves.\n");
    let refused = place.game("undo", &["7"]);
    assert_eq!(refused.error_line(), "error: there are only 6 moves to take back");
}

#[test]
fn changes_by_hand_are_found_and_mended() {
    let place = Place::begun();
    fs::write(place.path("README.md"), place.read("README.md").replace("Nobody", "Somebody")).unwrap();
    fs::remove_file(place.path("connect4/board.svg")).unwrap();
    let found = place.game("verify", &[]);
    assert_eq!(found.code, Some(1));
    assert_eq!(found.stdout.lines().count(), 2, "{found:?}");
    assert!(found.stderr.starts_with("error: 2 differences;"), "{found:?}");
    place.game("render", &[]).succeeds();
    place.game("verify", &[]).succeeds();
}

#[test]
fn the_state_of_another_game_is_imported() {
    let place = Place::empty();
    let yaml = place.path("game.yml");
    fs::write(&yaml, "bitboards: [2113536, 4194304]\npeaks: [0, 7, 15, 23, 28, 35, 42]\n").unwrap();
    place.game("import", &[text(&yaml), "--repository", "octocat/octocat"]).succeeds();
    assert!(place.game("verify", &[]).succeeds().contains("game 1 has 3 moves"));
    fs::write(&yaml, "moves: 4").unwrap();
    let refused = Place::empty().game("import", &[text(&yaml), "--repository", "octocat/octocat"]);
    assert!(
        refused
            .error_line()
            .ends_with("there is no list 'bitboards' of two whole numbers, the stones of both sides")
    );
}

#[test]
fn what_can_not_be_done_is_an_error_that_says_how_to_mend_it_and_changes_nothing() {
    let place = Place::empty();
    let error = |run: &Run, part: &str| assert!(run.error_line().contains(part), "{run:?}");
    error(&place.game("verify", &[]), "'marlin-cli readme-game init' begins one");
    error(&place.game("init", &["--repository", "octocat"]), "--repository octocat/octocat");
    let place = Place::begun();
    fs::write(place.path("README.md"), "nothing").unwrap();
    let state = place.read("connect4/state.toml");
    error(
        &place.apply_in("octocat/octocat", 1, &["connect4|drop|red|4"]),
        "the README has no line <!-- connect4 begin -->",
    );
    assert_eq!(place.read("connect4/state.toml"), state);
    let place = Place::begun();
    let answers = place.path("answers");
    fs::create_dir(&answers).unwrap();
    fs::write(answers.join("thesis.md"), "years of work").unwrap();
    error(&place.apply_in("octocat/octocat", 1, &[]), "has other files than answers");
    fs::write(place.path("connect4/state.toml"), "schema = 1").unwrap();
    error(&place.game("render", &[]), "state.toml, line 1: missing field");
    error(&run(&["--board", "8x7", "readme-game", "verify"], b""), "'readme-game' doesn't use --board");
}

#[test]
fn the_drawings_are_found_from_a_readme_in_a_folder_of_its_own() {
    let place = Place::empty();
    fs::create_dir(place.path("docs")).unwrap();
    let (readme, dir) = (place.path("docs/GAME.md"), place.path("games/four"));
    let arguments = ["readme-game", "init", "--repository", "octocat/octocat"];
    let files = ["--readme", text(&readme), "--dir", text(&dir)];
    run(&[&arguments[..], &files[..]].concat(), b"").succeeds();
    assert!(place.read("docs/GAME.md").contains("src=\"../games/four/board.svg?"));
    let dir = place.path("my games");
    let files = ["--readme", text(&readme), "--dir", text(&dir)];
    let refused = run(&[&arguments[..], &files[..]].concat(), b"");
    let error = refused.error_line();
    assert!(error.contains("letters, digits and -_./"), "{error}");
}

#[test]
fn new_issues_are_answered_before_those_that_are_still_open() {
    let place = Place::begun();
    let titles =
        ["connect4|drop|red|4", "connect4|drop|blue|4", "connect4|drop|red|4", "connect4|drop|blue|4"];
    place.apply(1, &titles[..3]);
    place.apply(1, &titles);
    let list = place.read("answers/list");
    let order: Vec<_> = list.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(order, ["4", "3", "2", "1"]);
}
