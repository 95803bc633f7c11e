//! The review, the end of a game and the match.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use marlin_tui::{Dialog, Effect, Look, Seat, Theme};
use ratatui::layout::Rect;

use crate::player::{PLAIN, Player, engine};

/// A game with blunders on moves 3, 4 and 5.
const BLUNDERS: &str = "443312";

fn reviewed(moves: &str) -> Player {
    let mut player = Player::new("7x6", moves);
    player.type_text("v");
    player.let_engine_reply();
    player
}

#[test]
fn a_review_tells_of_each_blunder_and_plays_it_out() {
    let mut player = reviewed(BLUNDERS);
    let whole = player.look(PLAIN);
    assert!(whole.contains("5.1??") && whole.contains("Review, card 1 of"), "{whole}");
    player.press(KeyCode::Right);
    // The review has the moves after the blunder.
    assert_eq!(player.play.engine_task(), None);
    let card = player.look(PLAIN);
    assert!(
        card.contains("Move 3: Yellow played column 3") && card.contains("and turned a win into a loss."),
        "{card}"
    );
    // Over the board are the blunder and the better column.
    assert!(card.lines().nth(1).is_some_and(|line| line.starts_with("               ??    ▼  ")), "{card}");
    player.press(KeyCode::Down);
    let blunder = player.look(PLAIN);
    assert_ne!(blunder, card);
    player.press(KeyCode::Down);
    assert_ne!(player.look(PLAIN), blunder);
    player.press(KeyCode::Up);
    player.press(KeyCode::Up);
    assert_eq!(player.look(PLAIN), card);
    player.press(KeyCode::Esc);
    assert_eq!((&player.play.dialog, player.moves().as_str()), (&None, BLUNDERS));
}

#[test]
fn a_better_column_is_guessed_without_the_answer_in_view() {
    let mut player = reviewed(BLUNDERS);
    player.type_text("t");
    player.press(KeyCode::Tab);
    player.press(KeyCode::Tab);
    player.let_engine_reply();
    let hidden = player.look(PLAIN);
    assert!(hidden.contains("Find the better column") && !hidden.contains("Better"), "{hidden}");
    assert!(!hidden.contains("wins"), "{hidden}");
    player.type_text("7");
    assert!(player.message().starts_with("Column 7 is not enough"), "{}", player.message());
    assert!(player.look(PLAIN).contains("Find the better column"));
    player.type_text("3");
    assert_eq!(player.message(), "Column 3 is right too: Yellow wins, but later");
    player.type_text("t");
    player.type_text("t");
    player.type_text("2");
    assert_eq!(player.message(), "Column 2 is right: Yellow wins");
    let shown = player.look(PLAIN);
    assert!(shown.contains("Better") && shown.contains("Move 5: Yellow played column 1"), "{shown}");
    // The next card hides its answer again.
    player.press(KeyCode::Left);
    assert!(player.look(PLAIN).contains("Find the better column"), "{}", player.look(PLAIN));
    assert_eq!(player.moves(), BLUNDERS);
}

#[test]
fn the_screens_of_the_review_fit_every_terminal() {
    for (name, width, height) in
        [("80x24", 80, 24), ("120x40", 120, 40), ("60x20", 60, 20), ("40x15", 40, 15)]
    {
        let mut player = reviewed(BLUNDERS);
        player.screen = Rect::new(0, 0, width, height);
        insta::assert_snapshot!(format!("review_{name}"), player.look(PLAIN));
        player.press(KeyCode::Right);
        player.let_engine_reply();
        player.press(KeyCode::Enter);
        insta::assert_snapshot!(format!("blunder_{name}"), player.look(PLAIN));
    }
}

#[test]
fn the_end_of_a_game_names_the_winner_the_accuracy_and_the_keys() {
    for (name, width, height) in
        [("80x24", 80, 24), ("120x40", 120, 40), ("60x20", 60, 20), ("40x15", 40, 15)]
    {
        let mut player = Player::against("7x6", "443322", [Seat::Person, engine(7)]);
        player.screen = Rect::new(0, 0, width, height);
        player.type_text("5");
        player.let_engine_reply();
        insta::assert_snapshot!(format!("end_{name}"), player.look(PLAIN));
    }
}

#[test]
fn a_rematch_swaps_the_sides_and_the_match_follows_the_players() {
    let mut player = Player::against("7x6", "443322", [Seat::Person, engine(7)]);
    player.type_text("m");
    assert_eq!(player.message(), "the game is not over: n begins a new one");
    player.type_text("5");
    let score = |player: &Player| player.play.tally().wins;
    assert_eq!(score(&player), [1, 0]);
    // A win that is taken back does not count.
    player.type_text("u");
    assert_eq!(score(&player), [0, 0]);
    player.type_text("5m");
    assert_eq!((score(&player), player.play.seats), ([0, 1], [engine(7), Seat::Person]));
    player.type_text("n");
    assert_eq!(score(&player), [0, 1]);
    // Other players begin a match of their own.
    player.type_text("p");
    (0..20).for_each(|_| drop(player.press(KeyCode::Backspace)));
    player.type_text("person person");
    player.press(KeyCode::Enter);
    assert_eq!(player.play.tally().games(), 0);
}

#[test]
fn a_new_game_can_be_undone_with_its_players_and_its_score() {
    let mut player = Player::against("7x6", "443322", [Seat::Person, engine(7)]);
    player.type_text("5m");
    player.type_text("u");
    assert_eq!((player.moves().as_str(), player.play.seats), ("4433225", [Seat::Person, engine(7)]));
    assert_eq!(player.play.tally().wins[0], 1);
    player.type_text("uz");
    assert_eq!(player.moves(), "4433");
    player.type_text("nn");
    assert_eq!(player.moves(), "");
    player.type_text("u");
    assert_eq!((player.moves().as_str(), player.message()), ("4433", "the last game is back"));
    // The engine does not move before it is told to.
    assert_eq!(player.play.engine_task(), None);
}

#[test]
fn a_game_that_is_over_is_shared_in_a_line() {
    let mut player = Player::against("7x6", "443322", [Seat::Person, engine(7)]);
    player.type_text("5");
    player.let_engine_reply();
    let Some(Effect::Copy(line)) = player.press(KeyCode::Char('c')) else { panic!("nothing is copied") };
    assert!(
        line.starts_with("Connect Four: Yellow beat level 7 (Red) on move 7 (accuracy: Yellow "),
        "{line}"
    );
    assert!(line.ends_with(". 4433225"), "{line}");
}

#[test]
fn the_cursor_stays_in_the_column_of_the_player() {
    let mut player = Player::against("7x6", "", [Seat::Person, engine(10)]);
    player.type_text("7");
    player.let_engine_reply();
    assert_eq!((player.moves().len(), player.play.cursor.number()), (2, 7));
}

#[test]
fn the_theme_changes_the_colours_and_the_levels_are_described() {
    let mut player = Player::new("7x6", "");
    player.type_text("y");
    assert_eq!((player.play.theme, player.message()), (Theme::Quiet, "theme quiet"));
    player.type_text("p");
    let screen = player.look(PLAIN);
    assert!(
        screen.contains(" 1 newcomer") && screen.contains("10 perfect       Plays perfectly"),
        "{screen}"
    );
    insta::assert_snapshot!(screen);
}

#[test]
fn the_moves_of_a_review_have_their_marks_in_ascii_too() {
    let mut player = reviewed("4156532577431125746515");
    player.screen = Rect::new(0, 0, 120, 40);
    let screen = player.look(PLAIN);
    for part in ["2.1·", "13.1??", "14.1? ", "12.3!", "?? blunder, ? slip, · inexact, ! only move"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    let ascii = player.look(Look { is_ascii: true, ..PLAIN });
    assert!(ascii.contains("2.1-") && ascii.contains("? slip, - inexact") && ascii.is_ascii(), "{ascii}");
}

#[cfg(unix)]
#[test]
fn ctrl_z_suspends_in_every_dialog() {
    let ctrl_z = Event::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    for keys in ["", "?", "s", "v"] {
        let mut player = Player::new("7x6", "44");
        player.type_text(keys);
        let dialog = player.play.dialog.clone();
        assert_eq!(player.send(&ctrl_z), Some(Effect::Suspend));
        assert_eq!(player.play.dialog, dialog);
    }
}

#[test]
fn a_review_without_moves_is_refused_and_one_without_an_engine_is_closed() {
    let mut player = Player::new("7x6", "");
    player.type_text("v");
    assert_eq!((player.message(), &player.play.dialog), ("no moves to review yet", &None));
    player.type_text("4v");
    let task = player.play.engine_task().unwrap();
    assert!(matches!(player.play.dialog, Some(Dialog::Review(_))));
    player.play.receive(&task, marlin_tui::EngineReply::Failed("no memory".into()));
    assert_eq!((&player.play.dialog, player.play.engine_task()), (&None, None));
}

#[test]
fn a_screen_without_room_for_a_key_says_which_size_has_it() {
    let mut player = Player::new("7x6", "44");
    player.screen = Rect::new(0, 0, 40, 15);
    player.type_text("g");
    assert!(player.look(PLAIN).contains("The graph needs 54x11."), "{}", player.look(PLAIN));
}
