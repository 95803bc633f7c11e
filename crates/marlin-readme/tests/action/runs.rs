//! One run of the script, and its result.

use marlin_readme::GameSettings;

use crate::world::{PULL_REQUEST, World};

/// Three issues: a move, one that is refused, and the bot's.
pub(crate) fn open_three(world: &World) {
    world.open(1, "connect4|drop|yellow|4|1.0", "ann");
    world.open(2, "connect4|drop|red|4", "ann");
    world.open(3, "connect4|drop|red|ai|1.1", "bob");
}

#[test]
fn a_first_move_begins_the_game_and_is_answered_after_the_push() {
    let Some(world) = World::new() else { return };
    world.open(7, "connect4|drop|yellow|4", "ann");
    world.play();

    assert_eq!(world.subjects(), ["Begin", "Connect Four: game 1, move 1"]);
    let author = world.git(&["-C", "remote.git", "log", "-1", "--format=%an <%ae>", "main"]);
    assert_eq!(author.trim(), "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>");
    let moves: Vec<_> =
        world.series().state.moves.iter().map(|played| (played.column, played.issue)).collect();
    assert_eq!(moves, [(4, Some(7))]);
    let readme = world.file("README.md");
    assert!(
        readme.starts_with("Hello {braces}\n<!--") && readme.ends_with("-->\nThe end, without a line end")
    );

    let issue = world.hub(7);
    assert_eq!(
        (&*issue.state, &*issue.labels, &*issue.reactions, issue.comments.len()),
        ("closed", "connect4", "rocket", 1)
    );
    assert!(issue.comments[0].starts_with("Yellow 4 it is"), "{issue:?}");
    assert!(issue.comments[0].ends_with("<!-- connect4 answer 7 -->\n"), "{issue:?}");

    let calls = world.calls();
    let place = |word: &str| calls.iter().position(|call| call.contains(word)).unwrap();
    let order = [" push ", "/reactions ", "/comments ", "PATCH "].map(place);
    assert!(order.is_sorted(), "{calls:#?}");
    assert_eq!(calls.iter().filter(|call| call.starts_with("gh ")).count(), 1 + 3, "{calls:#?}");
}

#[test]
fn the_first_run_shows_the_board_without_any_issue() {
    let Some(world) = World::new() else { return };
    world.play();
    assert!(world.file("README.md").contains("**Game 1, move 1: it is yellow's turn.**"));
    assert_eq!(world.series().state.moves, []);
}

#[test]
fn a_refused_issue_is_closed_with_the_label_for_it() {
    let Some(world) = World::new() else { return };
    open_three(&world);
    world.play();
    let issue = world.hub(2);
    assert_eq!(
        (&*issue.state, &*issue.labels, &*issue.reactions),
        ("closed", "connect4-refused", "confused")
    );
}

#[test]
fn a_run_with_nothing_to_do_pushes_nothing() {
    let Some(world) = World::new() else { return };
    open_three(&world);
    world.play();
    let commits = world.subjects();
    world.play();
    assert_eq!(world.subjects(), commits);
    let calls = world.calls();
    assert!(!calls.iter().any(|call| call.contains(" push ")), "{calls:#?}");
    assert_eq!(calls.iter().filter(|call| call.starts_with("gh ")).count(), 1, "{calls:#?}");
}

#[test]
fn an_issue_that_is_opened_again_is_closed_without_a_second_comment() {
    let Some(world) = World::new() else { return };
    open_three(&world);
    world.play();
    let before = world.hub(1);
    world.reopen(1);
    world.play();
    let after = world.hub(1);
    assert_eq!((&after.state, &after.comments), (&before.state, &before.comments));
    assert_eq!(world.series().state.moves.len(), 2);
}

#[test]
fn other_issues_and_pull_requests_are_left_alone() {
    let Some(world) = World::new() else { return };
    world.open(1, "The engine crashes", "ann");
    world.open(2, "connect4|drop|yellow|4", PULL_REQUEST);
    let before = [world.hub(1), world.hub(2)];
    world.open(3, "connect4|drop|yellow|4", "bob");
    world.play();
    assert_eq!([world.hub(1), world.hub(2)], before);
    assert_eq!(world.series().state.moves.len(), 1);
}

#[test]
fn a_missing_readme_ends_the_run_without_another_attempt() {
    let Some(world) = World::new() else { return };
    world.git(&["-C", "second", "rm", "-q", "README.md"]);
    world.git(&["-C", "second", "commit", "-q", "-m", "No README"]);
    world.git(&["-C", "second", "push", "-q"]);
    world.open(1, "connect4|drop|yellow|4", "ann");
    let run = world.play_with(&[]);
    assert_eq!(run.code(), Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("README.md"), "{}", run.stderr);
    assert_eq!(world.calls().iter().filter(|call| call.starts_with("marlin-readme ")).count(), 1);
    assert_eq!(world.hub(1).state, "open");
}

#[test]
fn the_folder_and_the_readme_may_have_other_names() {
    let Some(world) = World::new() else { return };
    world.git(&["-C", "second", "mv", "README.md", "GAME.md"]);
    world.git(&["-C", "second", "commit", "-q", "-m", "Rename"]);
    world.git(&["-C", "second", "push", "-q"]);
    world.open(1, "connect4|drop|yellow|4", "ann");
    world.play_with(&[("FOLDER", "games/four"), ("README", "GAME.md")]).succeeds();
    assert!(world.file("games/four/state.toml").contains("column = 4"));
    assert!(world.file("GAME.md").contains("src=\"games/four/column-1.svg?"));
}

#[test]
fn the_guide_has_every_setting_with_its_default_and_every_input() {
    let guide = include_str!("../../../../docs/readme-game.md");
    let settings = GameSettings::TEMPLATE.lines().filter_map(|line| line.split_once(" = "));
    let settings: Vec<_> = settings.filter(|(name, _)| !name.starts_with('#')).collect();
    assert_eq!(settings.len(), 10);
    for (name, default) in settings {
        assert!(guide.contains(&format!("\n| `{name}` | `{default}` | ")), "{name}");
    }
    let action = include_str!("../../action/action.yml");
    let inputs = action.split("inputs:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names: Vec<_> =
        inputs.lines().filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':')).collect();
    assert_eq!(names.len(), 5);
    for name in names {
        assert!(guide.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_picture_of_the_guide_is_the_board_after_five_moves() {
    let Some(world) = World::new() else { return };
    for (number, column) in (1..).zip([4, 4, 3, 2, 5]) {
        let (side, author) = if number % 2 == 1 { ("yellow", "ann") } else { ("red", "bob") };
        world.open(number, &format!("connect4|drop|{side}|{column}"), author);
    }
    world.play();
    let picture = include_str!("../../../../docs/readme-game.svg");
    assert_eq!(world.file("connect4/board.svg"), picture, "write this into docs/readme-game.svg");
}
