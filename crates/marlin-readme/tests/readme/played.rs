//! Whole games, from the first issue to the table of players.

use marlin_readme::{Colour, GameResult, Issue};

use crate::scene::{README, Scene, solver};

/// A game of two people and the bot, which wins for red.
fn people_and_bot(scene: &mut Scene) -> Vec<String> {
    let opening = [
        ("ann", "connect4|drop|yellow|1|1.0"),
        ("bob", "connect4|drop|red|4|1.1"),
        ("ann", "connect4|drop|yellow|1|1.2"),
        ("ann", "connect4|drop|red|ai|1.3"),
        ("bob", "connect4|drop|yellow|7|1.4"),
    ];
    let mut comments = Vec::new();
    let mut open = |scene: &mut Scene, author: &str, title: &str| {
        let issue = scene.issue(author, title);
        comments.extend(scene.apply(&[issue]));
    };
    for (author, title) in opening {
        open(scene, author, title);
    }
    while scene.series.finished.is_empty() {
        let turn = scene.series.state.moves.len();
        let (author, side, mover) = if turn % 2 == 1 {
            ("bob", "red", "ai".to_owned())
        } else {
            ("ann", "yellow", (turn % 7 + 1).to_string())
        };
        open(scene, author, &format!("connect4|drop|{side}|{mover}|1.{turn}"));
    }
    comments
}

#[test]
fn two_people_and_the_bot_play_a_game_to_its_end() {
    let mut scene = Scene::new();
    let answer = scene.open("ann", "connect4|new");
    assert_eq!(answer, "The board is empty already: the first move is yellow's.");
    insta::assert_snapshot!("before_the_first_move", scene.text());
    let comments = people_and_bot(&mut scene);
    assert_eq!(scene.series.finished.len(), 1);
    assert_eq!(scene.series.finished[0].result, GameResult::Red);
    insta::assert_snapshot!("comments_of_a_game", comments.join("----\n"));
    insta::assert_snapshot!("after_the_end", scene.text());
    insta::assert_snapshot!("finished", scene.series.finished_text());

    assert_eq!(scene.open("eve", "connect4|new"), "Game 2 begins. The first move is yellow's.");
    scene.play("44");
    insta::assert_snapshot!("next_game", scene.text());
    insta::assert_snapshot!("state", scene.series.state.to_string());
}

#[test]
fn everything_outside_the_markers_stays_as_it_was() {
    let mut scene = Scene::new();
    scene.play("4433");
    let text = scene.text();
    let (before, after) = README.split_once("<!-- connect4 begin -->\n<!-- connect4 end -->").unwrap();
    assert!(text.starts_with(before) && text.ends_with(after), "{text}");
}

#[test]
fn the_bot_always_takes_the_fastest_win() {
    let mut scene = Scene::new();
    scene.play("445566");
    assert!(
        scene.open("bob", "connect4|drop|yellow|ai").contains("Yellow has four in a row and wins the game!")
    );
    for moves in ["4433", "44444432", "121212", "35343"] {
        let mut scene = Scene::new();
        scene.play(moves);
        let side = ["yellow", "red"][moves.len() % 2];
        let before = scene.series.state.board();
        scene.open("eve", &format!("connect4|drop|{side}|ai"));
        let scores = solver().query(before.position()).analyze().scores().to_vec();
        let played = scene.series.state.moves.last().unwrap().column;
        assert_eq!(scores[played - 1], scores.iter().flatten().copied().max(), "{moves}");
    }
}

#[test]
fn many_issues_at_once_are_taken_in_order() {
    let mut scene = Scene::new();
    let titles = ["yellow|4", "red|4", "yellow|4", "yellow|4", "red|3", "red|3"];
    let mut issues: Vec<Issue> = titles
        .iter()
        .enumerate()
        .map(|(index, title)| {
            let author = format!("player-{index}");
            scene.issue(&author, &format!("connect4|drop|{title}"))
        })
        .collect();
    issues.reverse();
    issues.push(issues[0].clone());
    let comments = scene.apply(&issues);
    assert_eq!(comments.len(), 6);
    assert_eq!(scene.series.state.board().to_string(), "4443");
    let accepted: Vec<_> =
        scene.last.as_ref().unwrap().pending.iter().map(|pending| pending.answer.accepted).collect();
    assert_eq!(accepted, [true, true, true, false, true, false]);
}

#[test]
fn an_issue_that_is_listed_late_is_not_lost() {
    let mut scene = Scene::new();
    let (first, second) =
        (scene.issue("ann", "connect4|drop|yellow|4"), scene.issue("bob", "connect4|drop|yellow|3"));
    scene.apply(&[second]);
    let answers = scene.apply(&[first]);
    assert!(answers[0].starts_with("It is red's turn."), "{answers:?}");
    let third = scene.issue("ann", "connect4|drop|red|4");
    let fourth = scene.issue("eve", "connect4|drop|yellow|4");
    scene.apply(&[fourth]);
    assert!(scene.apply(&[third])[0].starts_with("Red 4 it is: move 2"));
}

#[test]
fn a_run_without_new_issues_changes_nothing() {
    let mut scene = Scene::new();
    let first = scene.issue("ann", "connect4|drop|yellow|4");
    let answer = scene.apply(std::slice::from_ref(&first));
    let before = scene.series.clone();
    // GitHub may leave an open issue out of a list, and name it in the next one.
    assert!(scene.apply(&[]).is_empty());
    assert_eq!(scene.series, before);
    assert_eq!(scene.apply(&[first]), answer);
}

#[test]
fn an_issue_that_is_opened_again_does_nothing() {
    let mut scene = Scene::new();
    let first = scene.issue("ann", "connect4|drop|yellow|4");
    scene.apply(std::slice::from_ref(&first));
    // It was closed, and the next answer takes the place of its own.
    scene.open("bob", "connect4|drop|red|4");
    let answers = scene.apply(&[first]);
    assert!(answers[0].starts_with("This issue is done already."), "{answers:?}");
    // Its move was accepted, and stays so.
    assert!(scene.last.as_ref().unwrap().pending[0].answer.accepted);
    assert_eq!(scene.series.state.board().to_string(), "44");
}

#[test]
fn a_draw_and_a_full_column_are_shown() {
    let mut scene = Scene::new();
    scene.play("111111");
    assert!(scene.text().contains("alt=\"Column 1, full: "));
    let mut scene = Scene::new();
    let moves = "121212212121343434434343565656656565777777";
    for (number, column) in (0..).zip(moves.chars()) {
        // A player has fewer moves an hour.
        let author = format!("p{number}");
        let side = ["yellow", "red"][number % 2];
        scene.open(&author, &format!("connect4|drop|{side}|{column}"));
    }
    assert_eq!(scene.series.finished[0].result, GameResult::Draw);
    assert!(scene.text().contains("**Game 1 is over: a draw.**"), "{}", scene.text());
    let page = &scene.last.as_ref().unwrap().rendered.files["archive/1.md"];
    let last = page.lines().find(|line| line.starts_with("| 42 | "));
    assert!(last.is_some_and(|line| line.ends_with(" | the only move left |")), "{page}");
}

#[test]
fn the_owner_gets_links_to_a_page_and_no_hints_as_the_settings_say() {
    let mut scene = Scene::new();
    scene.series.settings.page = "https://example.org/board/".to_owned();
    scene.series.settings.hints = false;
    let answer = scene.open("ann", "connect4|drop|yellow|1");
    assert_eq!(answer, "Yellow 1 it is: move 1 of game 1. Now it is red's turn.");
    assert!(scene.text().contains("(https://example.org/board/?pos=1)"));
}

#[test]
fn the_drawings_are_where_the_settings_say() {
    let mut scene = Scene::new();
    scene.series.settings.folder = "../games/connect4".to_owned();
    scene.play("1212121");
    for drawing in ["column-1", "graph"] {
        let source = format!("src=\"../games/connect4/{drawing}.svg?v=1.7\"");
        assert!(scene.text().contains(&source), "{}", scene.text());
    }
}

#[test]
fn a_click_on_a_column_is_a_move() {
    let mut scene = Scene::new();
    scene.play("444444");
    let text = scene.text();
    let board = text.split("<p align=\"center\">").nth(1).unwrap().split("</p>").next().unwrap();
    assert_eq!((board.matches("<img ").count(), board.matches("<a ").count()), (7, 6), "{board}");
    assert!(!board.contains("> <") && !board.contains('\n'), "no gap between the pictures: {board}");
    assert!(
        board.contains("alt=\"Column 4, full: yellow, red, yellow, red, yellow, red, from the bottom."),
        "{board}"
    );
    let (link, _) = board.split_once("column-3.svg").unwrap();
    assert!(link.rsplit_once("<a ").unwrap().1.contains("drop%7Cyellow%7C3%7C1.6"), "{board}");
    let files = &scene.last.as_ref().unwrap().rendered.files;
    assert_eq!(files.keys().filter(|path| path.starts_with("column-")).count(), 7);
    assert!(files["column-4.svg"].contains("class=\"o\"") && !files["column-3.svg"].contains("class=\"o\""));
}

#[test]
fn every_finished_game_has_a_page_in_the_archive_with_totals() {
    let mut scene = Scene::new();
    assert!(!scene.text().contains("All games"));
    scene.play("1212121");
    scene.open("eve", "connect4|new");
    scene.play("44");
    scene.open("octocat", "connect4|new");
    let totals = "2 games. Yellow won 1, red 0; 0 drawn, 1 abandoned. 9 moves by 2 players.";
    assert!(
        scene.text().contains(&format!("[All games](connect4/archive/README.md): {totals}")),
        "{}",
        scene.text()
    );
    let files = &scene.last.as_ref().unwrap().rendered.files;
    let page = &files["archive/1.md"];
    insta::assert_snapshot!("archived_game", page);
    assert!(
        files["archive/1-board.svg"].contains("Yellow has won") && files.contains_key("archive/2-graph.svg")
    );
    let index = &files["archive/README.md"];
    assert!(index.contains(totals) && index.contains("| [2](2.md) | abandoned after 2 moves |"), "{index}");
    assert!(index.find("[2](2.md)").unwrap() < index.find("[1](1.md)").unwrap(), "the latest first: {index}");
}

#[test]
fn settings_choose_the_look_and_the_invitation() {
    let mut scene = Scene::new();
    assert!(!scene.text().contains("Add this game"));
    let settings = "theme = \"quiet\"\ninvite = \"https://a.example/guide\"";
    scene.series.settings = marlin_readme::GameSettings::parse(settings).unwrap();
    scene.play("4");
    assert!(scene.text().contains("[Add this game to your README](https://a.example/guide)."));
    assert!(scene.last.as_ref().unwrap().rendered.files["board.svg"].contains("#d7dfe8"));
}

/// The files of games that red began: a finished game, and a running one of two moves.
const RED_STATE: &str = r#"# The game in the README. After a change by hand, 'marlin-readme verify' checks it.
schema = 1
repository = "octocat/octocat"
seed = 1

# The issues that are done: all up to a number, and these after it.
done = { up_to = 0, since = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }

# The number of the game, and its moves. Red moves first.
game = 2
first = "red"
moves = [
  { column = 4, player = "ann", issue = 11, at = "2026-11-23T07:11:00Z" },
  { column = 4, player = "bob", issue = 12, at = "2026-11-23T07:12:00Z" },
]

# Answers to the issues that were open when the last one was done.
answers = [
  { issue = 12, accepted = true, text = "Yellow 4 it is: move 2 of game 2." },
]
"#;
const RED_FINISHED: &str = concat!(
    r#"{"game":1,"first":"red","result":"yellow","moves":"14147474","log":[{"column":1,"player":"ann","issue":2,"#,
    r#""at":"2026-11-23T07:02:00Z"},{"column":4,"player":"bob","issue":3,"at":"2026-11-23T07:03:00Z"},"#,
    r#"{"column":1,"player":"ann","issue":4,"at":"2026-11-23T07:04:00Z"},{"column":4,"player":"ann","#,
    r#""bot":true,"issue":5,"at":"2026-11-23T07:05:00Z"},{"column":7,"player":"bob","issue":6,"#,
    r#""at":"2026-11-23T07:06:00Z"},{"column":4,"player":"bob","bot":true,"issue":7,"#,
    r#""at":"2026-11-23T07:07:00Z"},{"column":7,"player":"ann","issue":8,"at":"2026-11-23T07:08:00Z"},"#,
    r#"{"column":4,"player":"bob","bot":true,"issue":9,"at":"2026-11-23T07:09:00Z"}],"#,
    r#""review":{"scores":[-2,-2,-5,-5,-11,-11,-18,-18],"verdicts":["blunder","perfect","quick loss","#,
    r#""perfect","quick loss","perfect","quick loss","perfect"],"accuracy":[63.9,100.0],"turning_point":1}}"#,
    "\n"
);

#[test]
fn a_review_says_how_many_blunders_it_leaves_out() {
    let mut scene = Scene::new();
    scene.play("7167531553135535332667746227676");
    let text = scene.text();
    let listed =
        text.lines().filter(|line| line.starts_with("- Move ") && line.contains(": with best play "));
    assert_eq!(listed.count(), 5, "{text}");
    assert!(text.contains("\n- and 22 earlier, see [the game](connect4/archive/1.md)."), "{text}");
}

#[test]
fn a_game_that_red_began_keeps_its_colours_and_yellow_begins_the_next_one() {
    let mut scene = Scene::new();
    scene.series = marlin_readme::Series::parse("", RED_STATE, RED_FINISHED).unwrap();
    (1..=12).for_each(|_| drop(scene.issue("ann", "")));
    let answer = scene.open("ann", "connect4|drop|red|4|2.2");
    assert!(
        answer.starts_with("Red 4 it is: move 3 of game 2. A perfect move: with best play red wins"),
        "{answer}"
    );
    let text = scene.text();
    assert!(
        text.contains("it is yellow's turn") && text.contains("red, yellow, red, from the bottom"),
        "{text}"
    );
    assert!(text.contains("Yellow won 1, red 0; 0 drawn"), "{text}");
    let files = &scene.last.as_ref().unwrap().rendered.files;
    for file in ["column-4.svg", "archive/1-board.svg"] {
        assert!(
            files[file].contains("class=\"x\" fill=\"#e8474c\""),
            "the first player's stones are red: {file}"
        );
    }
    let page = &files["archive/1.md"];
    assert!(
        page.starts_with("# Game 1: yellow won on move 8\n")
            && page.contains("| Moves for red | Moves for yellow |")
    );
    assert!(page.contains("| 8 | yellow 4 | "), "{page}");

    assert_eq!(scene.open("octocat", "connect4|new"), "Game 3 begins. The first move is yellow's.");
    assert!(scene.text().contains("drop%7Cyellow%7C4%7C3.0"), "{}", scene.text());
    let firsts: Vec<_> = scene.series.finished.iter().map(|ended| ended.first).collect();
    assert_eq!((firsts, scene.series.state.first), (vec![Colour::Red; 2], Colour::Yellow));
    scene.series.undo(1).unwrap();
    assert_eq!(scene.series.state.first, Colour::Red, "the game before it goes on in its colours");
}
