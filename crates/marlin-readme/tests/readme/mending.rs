//! What a person can mend: undo, changes by hand, and games from elsewhere.

use marlin_readme::{Ending, ImportError, Move, Record, Rendered, Turn, UndoError, import, render};

use crate::scene::{Scene, solver};

/// Writes the README anew, as `render` does.
fn write_readme(scene: &mut Scene) {
    let Rendered { section, .. } = render(&scene.record, solver());
    scene.readme = marlin_readme::readme::with_section(&scene.readme, &section).unwrap();
}

#[test]
fn moves_are_taken_back_over_the_end_of_a_game() {
    let mut scene = Scene::new();
    scene.play("1212121");
    scene.open("eve", "connect4|new");
    scene.play("4");
    let turn = |scene: &Scene| scene.record.state.turn();
    scene.record.undo(1).unwrap();
    assert_eq!((turn(&scene), scene.record.finished.len()), (Turn { game: 2, ply: 0 }, 1));
    // The beginning of the game.
    scene.record.undo(1).unwrap();
    assert_eq!((turn(&scene), scene.record.finished.len()), (Turn { game: 1, ply: 7 }, 1));
    // The winning move.
    scene.record.undo(1).unwrap();
    assert_eq!((turn(&scene), scene.record.finished.len()), (Turn { game: 1, ply: 6 }, 0));
    write_readme(&mut scene);
    assert_eq!(scene.differences(), "");
    let before = scene.record.clone();
    assert_eq!(scene.record.undo(7), Err(UndoError(6)));
    assert_eq!(scene.record, before);
    // The issues of these moves stay done.
    scene.play("1");
    assert_eq!(scene.record.finished[0].result, Ending::Red);
}

#[test]
fn a_game_that_was_ended_by_hand_goes_on_after_undo() {
    let mut scene = Scene::new();
    scene.play("44");
    scene.open("octocat", "connect4|new");
    scene.record.undo(1).unwrap();
    assert_eq!((scene.record.state.board().to_string(), scene.record.finished.len()), ("44".to_owned(), 0));
}

/// Returns what is found after a change to a scene with a game that is over and a running one.
fn found(change: impl Fn(&mut Record)) -> String {
    let mut scene = Scene::new();
    scene.play("1212121");
    scene.open("eve", "connect4|new");
    scene.play("44");
    change(&mut scene.record);
    write_readme(&mut scene);
    scene.differences()
}

#[test]
fn verify_says_where_the_log_and_what_follows_from_it_differ() {
    assert_eq!(found(|_| ()), "");
    let text = found(|record| record.finished[0].log[6].column = 2);
    assert!(text.contains("game 1: its result isn't what its log comes to"), "{text}");
    assert!(text.contains("game 1: its text of the moves") && text.contains("game 1: its review"), "{text}");
    let text = found(|record| record.finished[0].review.turning_point = Some(1));
    assert_eq!(text.lines().count(), 1, "{text}");
    let text = found(|record| record.finished[0].game = 3);
    assert!(text.contains("finished.jsonl, line 1: game 3 stands where game 1 must be"), "{text}");
    let text = found(|record| record.state.game = 5);
    assert!(text.contains("the running game is 5, and must be 2"), "{text}");
    let text = found(|record| record.state.moves[1].player = record.state.moves[0].player.clone());
    assert!(text.contains("game 2: moves 1 and 2 are both by ann"), "{text}");
    let text = found(|record| record.state.moves[1].issue = Some(1));
    assert!(text.contains("game 2: move 2 is by issue 1, which has made another move before"), "{text}");
    let text = found(|record| record.state.moves[1].issue = Some(99));
    assert!(text.contains("move 2 is by issue 99, which isn't among the issues that are done"), "{text}");
}

#[test]
fn what_an_editor_has_left_undone_is_settled() {
    let mut scene = Scene::new();
    scene.play("1212121");
    let before = scene.record.clone();
    scene.record.finished.clear();
    write_readme(&mut scene);
    assert_eq!(
        scene.differences(),
        "game 1 is over and isn't in finished.jsonl: 'marlin-cli readme-game render' adds it"
    );
    scene.record.settle(solver());
    assert_eq!(scene.record, before);
    scene.record.finished[0].review.turning_point = Some(1);
    scene.record.finished[0].result = Ending::Draw;
    scene.record.settle(solver());
    assert_eq!(scene.record, before);
}

#[test]
fn files_that_can_not_be_are_refused_with_their_place() {
    let mut scene = Scene::new();
    scene.play("1212121");
    let (state, finished) = (scene.record.state_text(), scene.record.finished_text());
    let error = |state: &str, finished: &str| Record::parse("", state, finished).unwrap_err().to_string();
    let column = finished.replacen("\"column\":1", "\"column\":12", 1);
    assert_eq!(error(&state, &column), "finished.jsonl, line 1: move 1, column 12, isn't possible");
    for number in ["0", "4294967295"] {
        let state = state.replace("game = 1", &format!("game = {number}"));
        assert_eq!(error(&state, &finished), "state.toml: game is a number from 1 to 1000000000");
    }
}

#[test]
fn verify_says_that_the_readme_was_changed_by_hand() {
    let mut scene = Scene::new();
    scene.play("44");
    let text = scene.text();
    scene.readme = text.replace("Last moves", "Latest moves").into_bytes();
    assert!(scene.differences().starts_with("README isn't what the games come to"));
    scene.readme = text.replace("<!-- connect4 end -->", "").into_bytes();
    assert!(scene.differences().contains("the README has no line <!-- connect4 end -->"));
    scene.readme = text.replace("Hello", "Good morning").into_bytes();
    assert_eq!(scene.differences(), "");
}

/// Returns the state of the game that this one comes from, with peaks.
fn yaml(stones: [u64; 2], peaks: [usize; 7]) -> String {
    let peaks: Vec<_> = peaks.iter().enumerate().map(|(column, stones)| column * 7 + stones).collect();
    format!("---\nbitboards:\n- {}\n- {}\npeaks: {peaks:?}\n", stones[0], stones[1])
}

#[test]
fn a_game_from_elsewhere_goes_on_from_its_board() {
    let mut scene = Scene::new();
    let red = 1 << 21 | 1 << 14 | 1 << 36;
    let blue = 1 << 22 | 1 << 35;
    scene.record =
        Record::new(import(&yaml([red, blue], [0, 0, 1, 2, 0, 2, 0]), "octocat/octocat", 1).unwrap());
    let drawing = scene.record.state.board().position().to_string();
    assert!(
        drawing.ends_with(". . . O . X .\n. . X X . O .\n")
            || drawing.ends_with(". . . O . X .\n. . X X . O ."),
        "{drawing}"
    );
    assert!(scene.open("ann", "connect4|drop|blue|4").starts_with("Blue 4 it is: move 6 of game 1."));
    assert!(scene.text().contains("by someone"));
    assert_eq!(
        scene.record.state.moves[0],
        Move { column: scene.record.state.moves[0].column, player: None, bot: false, issue: None, at: None }
    );
}

#[test]
fn symbols_of_ruby_and_either_order_of_the_sides_are_read() {
    let text = yaml([1 << 22, 1 << 21 | 1], [1, 0, 0, 2, 0, 0, 0]);
    let state = import(&text, "a/b", 1).unwrap();
    let symbols = text.replace("bitboards", ":bitboards").replace("peaks", ":peaks");
    assert_eq!(import(&symbols, "a/b", 1).unwrap(), state);
    assert_eq!(state.moves.len(), 3);
}

#[test]
fn what_is_no_such_game_is_an_error_that_says_why() {
    let error = |text: &str| import(text, "a/b", 1).unwrap_err();
    assert!(matches!(error("a: [b"), ImportError::Yaml(_)));
    for text in ["", "a", "bitboards: 1", "bitboards: [1]", "bitboards: [1, x]", "bitboards: [-1, 0]"] {
        assert!(matches!(error(text), ImportError::Bitboards), "{text}");
    }
    assert!(matches!(error("bitboards: [1, 1]"), ImportError::Position(_)));
    assert!(matches!(error("bitboards: [2, 0]"), ImportError::Position(_)));
    let peak = error(&yaml([1, 0], [2, 0, 0, 0, 0, 0, 0])).to_string();
    assert_eq!(peak, "'peaks' says that column 1 has 2 stones, and the bitboards have 1 there");
    // A board that fell full of blue four before red's.
    let unreachable = yaml([0b10_0001 | 0b1010 << 7, 0b01_1110 | 0b0101 << 7], [6, 4, 0, 0, 0, 0, 0]);
    assert!(import(&unreachable, "a/b", 1).is_err());
}
