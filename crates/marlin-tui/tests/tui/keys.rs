//! The actions of keys and of the mouse.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use marlin_coach::review::Review;
use marlin_core::{BoardSize, Game, Limits, Solver};
use marlin_tui::{Effect, EngineReply, Question, Seat, parse_record, record};
use ratatui::layout::Rect;

use crate::player::{PLAIN, Player, engine};

#[test]
fn arrows_choose_a_column_and_enter_drops() {
    let mut player = Player::new("7x6", "");
    for code in [KeyCode::Left, KeyCode::Left, KeyCode::Enter, KeyCode::Right, KeyCode::Char(' ')] {
        assert_eq!(player.press(code), None);
    }
    assert_eq!(player.moves(), "23");
    // After the last column the first one is selected.
    player.press(KeyCode::End);
    player.press(KeyCode::Right);
    player.press(KeyCode::Down);
    assert_eq!(player.moves(), "231");
}

#[test]
fn digits_drop_and_those_that_are_no_column_say_so() {
    let mut player = Player::new("7x6", "");
    player.type_text("4490");
    assert_eq!(player.moves(), "44");
    assert_eq!(player.message(), "there is no column 10 (the columns are 1 to 7)");
    let mut wide = Player::new("12x4", "");
    wide.type_text("0");
    assert_eq!(wide.moves(), "10");
}

#[test]
fn a_click_drops_into_the_column_below_the_mouse() {
    let mut player = Player::new("7x6", "");
    // Cells are six columns wide, after the frame.
    player.click(1 + 6 * 4 + 2, 5);
    assert_eq!(player.moves(), "5");
    player.click(70, 5);
    assert_eq!(player.moves(), "5");
}

#[test]
fn a_full_column_and_a_finished_game_lose_nothing() {
    let mut player = Player::new("7x6", "444444");
    player.type_text("4");
    assert_eq!((player.moves().as_str(), player.message()), ("444444", "column 4 is full"));
    let mut won = Player::new("7x6", "1212121");
    won.type_text("3");
    assert_eq!(won.moves(), "1212121");
    assert_eq!(won.message(), "The game is over: n new game, u take back.");
    won.type_text("u3");
    assert_eq!(won.moves(), "1212123");
}

#[test]
fn undo_and_redo_go_back_and_forth_until_another_move_is_played() {
    let mut player = Player::new("7x6", "");
    player.type_text("1234uuu");
    assert_eq!(player.moves(), "1");
    player.type_text("rr");
    assert_eq!(player.moves(), "123");
    // The move that was taken back, then another one.
    player.type_text("uu2");
    player.type_text("r");
    assert_eq!(player.moves(), "123");
    player.type_text("u7r");
    assert_eq!((player.moves().as_str(), player.message()), ("127", "no move was taken back"));
    player.type_text("uuuu");
    assert_eq!((player.moves().as_str(), player.message()), ("", "no move to take back"));
}

#[test]
fn undo_against_the_engine_takes_back_both_moves() {
    let mut player = Player::against("7x6", "", [Seat::Person, engine(10)]);
    player.type_text("4");
    player.let_engine_reply();
    assert_eq!(player.moves().len(), 2);
    player.type_text("u");
    assert_eq!((player.moves().as_str(), player.play.engine_task()), ("", None));
    player.type_text("r");
    assert_eq!((player.moves().len(), player.play.engine_task()), (2, None));
}

#[test]
fn an_engine_that_begins_waits_after_an_undo_until_it_is_let_go() {
    let mut player = Player::against("7x6", "", [engine(10), Seat::Person]);
    player.let_engine_reply();
    player.type_text("u");
    assert_eq!((player.moves().as_str(), player.play.engine_task()), ("", None));
    assert!(player.look(PLAIN).contains("Yellow ● is paused. Enter: go on"), "{}", player.look(PLAIN));
    player.type_text("1");
    assert_eq!(player.message(), "the engine is to move: let it go on, or swap the players");
    player.press(KeyCode::Enter);
    player.let_engine_reply();
    assert_eq!(player.moves(), "4");
}

#[test]
fn swapping_lets_the_engine_play_the_other_side() {
    let mut player = Player::against("7x6", "", [Seat::Person, engine(10)]);
    player.type_text("x");
    player.let_engine_reply();
    assert_eq!(player.moves(), "4");
    assert_eq!(player.play.seat(marlin_core::Player::O), Seat::Person);
}

#[test]
fn an_answer_that_comes_too_late_changes_nothing() {
    let mut player = Player::against("7x6", "", [Seat::Person, engine(10)]);
    player.type_text("4");
    let task = player.play.engine_task().unwrap();
    player.type_text("u5");
    player.play.receive(&task, EngineReply::Move(marlin_core::Column::from_number(1)));
    assert_eq!(player.moves(), "5");
}

#[test]
fn the_players_are_chosen_by_name_and_a_wrong_name_can_be_mended() {
    let mut player = Player::new("7x6", "");
    player.type_text("p");
    for _ in 0.."person person".len() {
        player.press(KeyCode::Backspace);
    }
    player.type_text("person 11");
    player.press(KeyCode::Enter);
    assert_eq!(
        player.message(),
        "'11' is not a player: write 'person', or a level of the engine from 1 to 10"
    );
    player.press(KeyCode::Backspace);
    player.press(KeyCode::Enter);
    assert_eq!(player.play.seat(marlin_core::Player::O), engine(1));
    assert_eq!(player.play.dialog, None);
}

#[test]
fn saving_asks_for_a_name_and_names_the_board() {
    let mut player = Player::new("8x7", "4433");
    player.type_text("sx");
    let effect = player.press(KeyCode::Enter);
    let text = "# board 8x7\n4433\n".to_owned();
    assert_eq!(effect, Some(Effect::Save { path: "marlin-game.txtx".into(), text, replaces: false }));
    player.play.warn_of_existing("marlin-game.txtx");
    let again = player.press(KeyCode::Enter);
    assert!(matches!(again, Some(Effect::Save { replaces: true, .. })), "{again:?}");
}

#[test]
fn a_saved_game_of_every_board_is_read_here_and_by_other_commands() {
    let mut numbers = Numbers(72);
    for board in BoardSize::all() {
        let mut game = Game::on(board);
        loop {
            let saved = record(&game);
            assert_eq!(saved, format!("# board {board}\n{game}\n"));
            assert_eq!(parse_record(&saved).as_ref(), Ok(&game));
            let legal: Vec<_> = game.legal_moves().collect();
            let Some(&column) = legal.get(numbers.below(legal.len().max(1) as u64) as usize) else { break };
            game.play(column).unwrap();
        }
    }
}

#[test]
fn a_file_that_is_no_game_leaves_the_game_as_it_is() {
    let mut player = Player::new("7x6", "4433");
    for text in ["", "# nothing", "48", "hello", "# board 99x99\n1"] {
        player.play.load("a.txt", text);
        assert!(
            player.message().starts_with("a.txt: ") && player.play.message.as_ref().unwrap().is_error,
            "{text:?}"
        );
        assert_eq!(player.moves(), "4433");
    }
    player.play.load("a.txt", "\u{feff}# board 8x7\n8887 5\n");
    assert_eq!((player.moves().as_str(), player.play.game().size().to_string()), ("8887", "8x7".to_owned()));
}

#[test]
fn copying_shows_the_moves_as_well() {
    let mut player = Player::new("7x6", "4433");
    assert_eq!(player.press(KeyCode::Char('c')), Some(Effect::Copy("4433".to_owned())));
    assert_eq!(player.message(), "copied: 4433");
}

#[test]
fn every_end_is_reached_by_q_and_by_ctrl_c_in_a_dialog() {
    let ctrl_c = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut player = Player::new("7x6", "");
    assert_eq!(player.press(KeyCode::Char('q')), Some(Effect::Quit));
    for dialog in ["?", "s", "p"] {
        player.type_text(dialog);
        assert_eq!(player.send(&ctrl_c), Some(Effect::Quit));
        player.press(KeyCode::Esc);
    }
}

#[test]
fn a_stone_falls_row_by_row_and_a_key_lets_it_lie() {
    let mut player = Player::new("7x6", "");
    player.play.is_animated = true;
    player.type_text("4");
    let mut rows = vec![player.play.falling.unwrap().row];
    while player.play.tick() {
        rows.push(player.play.falling.unwrap().row);
    }
    assert_eq!(rows, [5, 4, 3, 2, 1, 0]);
    player.type_text("1");
    assert!(player.play.falling.is_some());
    player.press(KeyCode::Left);
    assert_eq!((player.play.falling, player.moves().as_str()), (None, "41"));
}

/// A stream of numbers that is the same for a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Returns an event that a person, a cat or a terminal may cause.
fn any_event(numbers: &mut Numbers) -> Event {
    let codes = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::F(3),
        KeyCode::Null,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::BackTab,
    ];
    match numbers.below(11) {
        0..=5 => {
            let letter = char::from(b' ' + numbers.below(95) as u8);
            Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE))
        }
        6..=8 => Event::Key(KeyEvent::new(codes[numbers.below(15) as usize], KeyModifiers::NONE)),
        9 => Event::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL)),
        _ => Event::Mouse(MouseEvent {
            kind: [
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Moved,
                MouseEventKind::ScrollUp,
                MouseEventKind::ScrollDown,
            ][numbers.below(4) as usize],
            column: numbers.below(120) as u16,
            row: numbers.below(50) as u16,
            modifiers: KeyModifiers::NONE,
        }),
    }
}

/// Returns a solver with a small table for the board of a game.
fn solver_of(game: &Game) -> Solver {
    Solver::builder_on(game.size()).hash_mib(1).unwrap().threads(1).build()
}

#[test]
fn ten_thousand_random_keys_never_panic_and_every_game_stays_legal() {
    let mut numbers = Numbers(7);
    for board in ["7x6", "4x4", "12x4", "5x9", "1x1", "32x1"] {
        let mut player = Player::against(board, "", [Seat::Person, engine(3)]);
        for step in 0..2_000 {
            let event = any_event(&mut numbers);
            player.send(&event);
            if let Some(task) = player.play.engine_task() {
                // The engine is quick, late or broken.
                let legal: Vec<_> = player.play.game().legal_moves().collect();
                let column = legal.get(numbers.below(legal.len().max(1) as u64) as usize).copied();
                match (numbers.below(4), &task.question) {
                    (_, Question::Review(game)) if game.moves().len() < 12 => {
                        let review = Review::new(
                            game,
                            &solver_of(game),
                            &Limits { nodes: Some(200), ..Limits::NONE },
                            |_| {},
                        );
                        player.play.receive(&task, EngineReply::Reviewed(Box::new(review)));
                    }
                    (0, _) => player.play.receive(&task, EngineReply::Failed("no memory".into())),
                    (1, _) => {}
                    _ => player.play.receive(&task, EngineReply::Move(column)),
                }
            }
            player.play.tick();
            player.screen = Rect::new(0, 0, 20 + numbers.below(100) as u16, 8 + numbers.below(40) as u16);
            if step % 10 == 0 {
                player.look(PLAIN);
            }
        }
        let (size, moves) = (player.play.game().size(), player.moves());
        assert_eq!(size, board.parse::<BoardSize>().unwrap());
        assert_eq!(marlin_core::Game::parse(size, &moves).as_ref(), Ok(player.play.game()));
    }
}
