//! Issues that are refused.

use marlin_readme::Login;

use crate::scene::Scene;

#[test]
fn a_move_is_made_by_the_side_whose_turn_it_is() {
    let mut scene = Scene::new();
    assert_eq!(scene.open("ann", "connect4|drop|red|4"), "It is yellow's turn.");
    scene.play("4");
    assert_eq!(scene.open("cat", "connect4|drop|yellow|4"), "It is red's turn.");
}

#[test]
fn a_player_moves_twice_in_a_row_only_against_the_bot() {
    let mut scene = Scene::new();
    scene.play("4");
    let answer = scene.open("ann", "connect4|drop|red|4");
    assert!(answer.starts_with("You have made the last move."), "{answer}");
    assert!(scene.open("ann", "connect4|drop|red|ai").starts_with("The bot plays red "));
    let answer = scene.open("bob", "connect4|drop|yellow|ai");
    assert!(answer.starts_with("The bot has made the last move."), "{answer}");
    assert!(scene.open("ann", "connect4|drop|yellow|1").starts_with("Yellow 1 it is"));
}

#[test]
fn two_deleted_accounts_are_not_one_player() {
    let mut scene = Scene::new();
    for (column, colour) in [(4, "yellow"), (4, "red")] {
        let answer = scene.open("ghost", &format!("connect4|drop|{colour}|{column}"));
        assert!(answer.contains(" 4 it is"), "{answer}");
    }
}

#[test]
fn a_full_column_takes_no_stone() {
    let mut scene = Scene::new();
    scene.play("111111");
    assert_eq!(scene.open("ann", "connect4|drop|yellow|1"), "Column 1 is full. Please choose another one.");
}

#[test]
fn an_old_link_does_nothing() {
    let mut scene = Scene::new();
    scene.play("44");
    let answer = scene.open("ann", "connect4|drop|yellow|4|1.0");
    let text = "The board has changed since that link was made: it is yellow's turn on move 3 of game 1. Please choose again.";
    assert_eq!(answer, text);
    assert_eq!(scene.open("ann", "connect4|drop|yellow|4|2.2"), text);
    assert!(scene.open("ann", "connect4|drop|yellow|4|1.2").starts_with("Yellow 4 it is"));
}

#[test]
fn a_game_that_is_over_stays_over_until_the_next_one() {
    let mut scene = Scene::new();
    scene.play("1212121");
    assert!(scene.open("bob", "connect4|drop|red|1").starts_with("This game is over."));
    assert!(scene.open("bob", "connect4|drop|red|ai").starts_with("This game is over."));
    assert_eq!(scene.open("eve", "connect4|new"), "Game 2 begins. The first move is yellow's.");
}

#[test]
fn a_link_to_the_next_game_ends_only_the_game_that_it_follows() {
    let mut scene = Scene::new();
    scene.play("1212121");
    assert!(scene.text().contains("title=connect4%7Cnew%7C1.7&"), "{}", scene.text());
    assert!(scene.open("eve", "connect4|new|1.7").starts_with("Game 2 begins."));
    scene.play("4");
    let answer = scene.open("octocat", "connect4|new|1.7");
    assert!(answer.starts_with("The board has changed since that link was made"), "{answer}");
    assert_eq!(scene.series.state.turn().to_string(), "2.1");
}

#[test]
fn the_case_of_a_name_makes_no_other_person() {
    let mut scene = Scene::new();
    scene.open("Ann", "connect4|drop|yellow|4");
    assert!(scene.open("ann", "connect4|drop|red|4").starts_with("You have made the last move."));
}

#[test]
fn only_the_owner_and_moderators_end_a_running_game() {
    let mut scene = Scene::new();
    scene.series.settings.moderators = vec![Login::new("mod").unwrap()];
    scene.play("44");
    assert!(scene.open("ann", "connect4|new").starts_with("The running game is not over yet."));
    assert_eq!(scene.open("Octocat", "connect4|new"), "Game 2 begins. The first move is yellow's.");
    assert!(scene.text().contains("Game 1: abandoned after 2 moves."), "{}", scene.text());
    scene.play("4");
    assert_eq!(scene.open("mod", "connect4|new"), "Game 3 begins. The first move is yellow's.");
}

#[test]
fn the_moves_of_a_person_within_an_hour_are_limited_also_those_asked_of_the_bot() {
    let mut scene = Scene::new();
    scene.series.settings.moves_per_hour = 3;
    scene.open("ann", "connect4|drop|yellow|1");
    scene.open("ann", "connect4|drop|red|ai");
    scene.open("ann", "connect4|drop|yellow|2");
    let limit = "That would be more than 3 moves within an hour. Please come back later.";
    assert_eq!(scene.open("ann", "connect4|drop|red|ai"), limit);
    for turn in 0..56 {
        // Issues are a minute apart.
        scene.issue("bob", &turn.to_string());
    }
    // The first move is an hour old.
    assert!(scene.open("ann", "connect4|drop|red|ai").starts_with("The bot plays"));
}

#[test]
fn a_blocked_account_is_refused() {
    let mut scene = Scene::new();
    scene.series.settings.blocked = vec![Login::new("Eve").unwrap()];
    for title in ["connect4|drop|yellow|4", "connect4|new", "connect4|?"] {
        assert_eq!(scene.open("eve", title), "This account cannot take part in the game.");
    }
}

#[test]
fn other_issues_are_ignored() {
    let mut scene = Scene::new();
    let issues = ["A bug", "connect4", "about connect4|new"].map(|title| scene.issue("ann", title));
    assert!(scene.apply(&issues).is_empty());
    assert_eq!(scene.series.state.done.highest(), 0);
}
