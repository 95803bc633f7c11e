//! Repairs by the owner: undo, changes in an editor, and imported games.

use marlin_readme::{GameResult, LoggedMove, Rendered, Series, Turn, import, render, with_section};

use crate::scene::{Scene, solver};

/// Renders the README, as `render` does.
fn write_readme(scene: &mut Scene) {
    let Rendered { section, .. } = render(&scene.series, solver());
    scene.readme = with_section(&scene.readme, &section).unwrap();
}

#[test]
fn moves_are_taken_back_over_the_end_of_a_game() {
    let mut scene = Scene::new();
    scene.play("1212121");
    scene.open("eve", "connect4|new");
    scene.play("4");
    let turn = |scene: &Scene| scene.series.state.turn();
    scene.series.undo(1).unwrap();
    assert_eq!((turn(&scene), scene.series.finished.len()), (Turn { game: 2, ply: 0 }, 1));
    // The beginning of the game.
    scene.series.undo(1).unwrap();
    assert_eq!((turn(&scene), scene.series.finished.len()), (Turn { game: 1, ply: 7 }, 1));
    // The winning move.
    scene.series.undo(1).unwrap();
    assert_eq!((turn(&scene), scene.series.finished.len()), (Turn { game: 1, ply: 6 }, 0));
    write_readme(&mut scene);
    assert_eq!(scene.differences(), "");
    let before = scene.series.clone();
    assert_eq!(scene.series.undo(7).unwrap_err().to_string(), "there are only 6 moves to take back");
    assert_eq!(scene.series, before);
    // The issues of these moves stay done.
    scene.play("1");
    assert_eq!(scene.series.finished[0].result, GameResult::Yellow);
}

#[test]
fn a_game_that_was_ended_by_hand_goes_on_after_undo() {
    let mut scene = Scene::new();
    scene.play("44");
    scene.open("octocat", "connect4|new");
    scene.series.undo(1).unwrap();
    assert_eq!((scene.series.state.board().to_string(), scene.series.finished.len()), ("44".to_owned(), 0));
}

/// Returns the differences after a change to a scene with a finished game and a running one.
fn found(change: impl Fn(&mut Series)) -> String {
    let mut scene = Scene::new();
    scene.play("1212121");
    scene.open("eve", "connect4|new");
    scene.play("44");
    change(&mut scene.series);
    write_readme(&mut scene);
    scene.differences()
}

#[test]
fn verify_returns_the_differences_from_the_log() {
    assert_eq!(found(|_| ()), "");
    let text = found(|series| series.finished[0].log[6].column = 2);
    assert!(text.contains("game 1: its result differs from its log"), "{text}");
    assert!(text.contains("game 1: its text of the moves") && text.contains("game 1: its review"), "{text}");
    let text = found(|series| series.finished[0].review.turning_point = Some(1));
    assert_eq!(text.lines().count(), 1, "{text}");
    let text = found(|series| series.finished[0].game = 3);
    assert!(text.contains("finished.jsonl, line 1: game 3 is in the place of game 1"), "{text}");
    let text = found(|series| series.state.game = 5);
    assert!(text.contains("the running game is 5, and must be 2"), "{text}");
    let text = found(|series| series.state.moves[1].player = series.state.moves[0].player.clone());
    assert!(text.contains("game 2: moves 1 and 2 are both by ann"), "{text}");
    let text = found(|series| series.state.moves[1].issue = Some(1));
    assert!(text.contains("game 2: move 2 is by issue 1, which has made another move before"), "{text}");
    let text = found(|series| series.state.moves[1].issue = Some(99));
    assert!(text.contains("move 2 is by issue 99, which is not among the issues that are done"), "{text}");
}

#[test]
fn a_change_in_an_editor_is_settled() {
    let mut scene = Scene::new();
    scene.play("1212121");
    let before = scene.series.clone();
    scene.series.finished.clear();
    write_readme(&mut scene);
    assert_eq!(
        scene.differences(),
        "game 1 is over, and missing in finished.jsonl: 'marlin-readme render' adds it"
    );
    scene.series.recompute(solver());
    assert_eq!(scene.series, before);
    scene.series.finished[0].review.turning_point = Some(1);
    scene.series.finished[0].result = GameResult::Draw;
    scene.series.recompute(solver());
    assert_eq!(scene.series, before);
}

#[test]
fn invalid_files_are_refused_with_the_place_of_the_error() {
    let mut scene = Scene::new();
    scene.play("1212121");
    let (state, finished) = (scene.series.state.to_string(), scene.series.finished_text());
    let error = |state: &str, finished: &str| Series::parse("", state, finished).unwrap_err().to_string();
    let column = finished.replacen("\"column\":1", "\"column\":12", 1);
    assert_eq!(error(&state, &column), "finished.jsonl, line 1: move 1, column 12, is illegal");
    for number in ["0", "4294967295"] {
        let state = state.replace("game = 1", &format!("game = {number}"));
        assert_eq!(error(&state, &finished), "state.toml: game is a number from 1 to 1000000000");
    }
}

#[test]
fn verify_finds_a_readme_that_was_changed_by_hand() {
    let mut scene = Scene::new();
    scene.play("44");
    let text = scene.text();
    scene.readme = text.replace("Last moves", "Latest moves").into_bytes();
    assert!(scene.differences().starts_with("README differs from the games"));
    scene.readme = text.replace("<!-- connect4 end -->", "").into_bytes();
    assert!(scene.differences().contains("the README has no line <!-- connect4 end -->"));
    scene.readme = text.replace("Hello", "Good morning").into_bytes();
    assert_eq!(scene.differences(), "");
}

/// Returns the YAML state of a game, with peaks.
fn yaml(stones: [u64; 2], peaks: [usize; 7]) -> String {
    let peaks: Vec<_> = peaks.iter().enumerate().map(|(column, stones)| column * 7 + stones).collect();
    format!("---\nbitboards:\n- {}\n- {}\npeaks: {peaks:?}\n", stones[0], stones[1])
}

#[test]
fn an_imported_game_continues_from_its_board() {
    let mut scene = Scene::new();
    let red = 1 << 21 | 1 << 14 | 1 << 36;
    let yellow = 1 << 22 | 1 << 35;
    scene.series =
        Series::new(import(&yaml([red, yellow], [0, 0, 1, 2, 0, 2, 0]), "octocat/octocat", 1).unwrap());
    let drawing = scene.series.state.board().position().to_string();
    assert!(
        drawing.ends_with(". . . O . X .\n. . X X . O .\n")
            || drawing.ends_with(". . . O . X .\n. . X X . O ."),
        "{drawing}"
    );
    assert!(scene.open("ann", "connect4|drop|yellow|4").starts_with("Yellow 4 it is: move 6 of game 1."));
    assert!(scene.text().contains("by someone"));
    assert_eq!(
        scene.series.state.moves[0],
        LoggedMove {
            column: scene.series.state.moves[0].column,
            player: None,
            bot: false,
            issue: None,
            at: None
        }
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
fn a_state_with_a_board_for_each_player_is_read_with_symbols_and_without() {
    let rest = "peaks: [0, 7, 15, 23, 28, 35, 42]\nturn: 3\n";
    let text = format!("---\nplayer1_board: 2113536\nplayer2_board: 4194304\n{rest}");
    let state = import(&text, "a/b", 1).unwrap();
    let columns = state.moves.iter().map(|played| played.column).collect::<Vec<_>>();
    assert!(columns.len() == 3 && columns[1] == 4, "{columns:?}");
    assert!(state.board().position().to_string().ends_with(". . . O . . .\n. . X X . . ."));
    let symbols = ["player1_board", "player2_board", "peaks", "turn"];
    let symbols = symbols.iter().fold(text.clone(), |text, name| text.replace(name, &format!(":{name}")));
    let block = symbols.replace("[0, 7, 15, 23, 28, 35, 42]", "\n- 0\n- 7\n- 15\n- 23\n- 28\n- 35\n- 42");
    let object = block.replace("---", "--- !ruby/object:Connect4::Game");
    for other in [symbols.as_str(), &block, &object, &text.replace('\n', "\r\n"), text.trim_end()] {
        assert_eq!(import(other, "a/b", 1).unwrap(), state, "{other}");
    }
}

#[test]
fn a_field_that_contradicts_the_stones_is_named_with_the_expected_value() {
    let boards = "player1_board: 2113536\nplayer2_board: 4194304";
    for (text, error) in [
        (
            "player1_board: 1",
            "there is no field 'player2_board' with a whole number, the stones of that player",
        ),
        (
            "player1_board: x\nplayer2_board: 1",
            "there is no field 'player1_board' with a whole number, the stones of that player",
        ),
        (
            &format!("{boards}\nturn: 4"),
            "'turn' is 4, where 3 is expected: the moves that were made, as many as stones",
        ),
        (
            &format!("{boards}\n:turn: red"),
            "there is no field 'turn' with a whole number, the moves that were made",
        ),
        (
            &format!("{boards}\npeaks: [0, 7, 14, 23, 28, 35, 42]"),
            "'peaks' has 14 for column 3, where 15 is expected: the bit above its stones",
        ),
        (
            &format!("{boards}\npeaks: [0, 7, 15]"),
            "there is no field 'peaks' with a list of seven whole numbers, the bit above the stones of each column",
        ),
    ] {
        assert_eq!(import(text, "a/b", 1).unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn an_invalid_import_is_an_error_with_the_reason() {
    let error = |text: &str| import(text, "a/b", 1).unwrap_err().to_string();
    assert!(error("a: [b").starts_with("this is not YAML: "));
    for text in ["", "a", "bitboards: 1", "bitboards: [1]", "bitboards: [1, x]", "bitboards: [-1, 0]"] {
        assert!(error(text).starts_with("there is no field 'bitboards' with a list"), "{text}");
    }
    assert!(error("bitboards: [1, 1]").starts_with("the bitboards are not a position: "));
    assert!(error("bitboards: [2, 0]").starts_with("the bitboards are not a position: "));
    let peak = error(&yaml([1, 0], [2, 0, 0, 0, 0, 0, 0]));
    assert_eq!(peak, "'peaks' has 2 for column 1, where 1 is expected: the bit above its stones");
    // A board that fell full of yellow four before red's.
    let unreachable = yaml([0b10_0001 | 0b1010 << 7, 0b01_1110 | 0b0101 << 7], [6, 4, 0, 0, 0, 0, 0]);
    assert!(import(&unreachable, "a/b", 1).is_err());
}
