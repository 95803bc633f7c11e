//! Screens, compared with those in `snapshots`. `INSTA_UPDATE=always` writes them anew: look at the
//! difference.

use crossterm::event::KeyCode;
use insta::assert_snapshot;
use marlin_core::Limits;
use marlin_tui::{Look, Seat, in_colours};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use crate::player::{PLAIN, Player, engine};

const ASCII: Look = Look { is_ascii: true, ..PLAIN };

#[test]
fn a_new_game_says_what_to_press() {
    let player = Player::against("7x6", "", [Seat::Person, engine(5)]);
    assert_snapshot!(player.look(PLAIN));
}

#[test]
fn everything_can_be_shown_at_once() {
    let mut player = Player::new("7x6", "443325");
    player.screen = Rect::new(0, 0, 120, 40);
    player.type_text("hhtgb");
    player.let_engine_reply();
    assert_snapshot!(player.look(PLAIN));
}

#[test]
fn hints_have_words_below_the_columns() {
    let mut player = Player::new("7x6", "4433");
    player.type_text("hh");
    player.let_engine_reply();
    assert_snapshot!(player.look(PLAIN));
}

#[test]
fn the_first_hint_names_a_column_and_the_second_one_in_a_position_has_all_scores() {
    let mut player = Player::new("7x6", "4433");
    player.type_text("h");
    player.let_engine_reply();
    assert_eq!((player.message(), player.moves().as_str()), ("Hint: column 5", "4433"));
    let screen = player.look(PLAIN);
    assert!(screen.contains("▼ ● ▼   ▼") && !screen.contains("wins"), "{screen}");
    player.type_text("h");
    assert!(player.look(PLAIN).contains("+18") && player.message().is_empty(), "{}", player.look(PLAIN));
    player.type_text("h2h");
    player.let_engine_reply();
    assert_eq!((player.message(), player.play.shown.hints), ("Hint: column 4", false));
}

#[test]
fn searching_hints_that_are_not_proven_and_proven_ones_look_different() {
    let mut player = Player::new("9x6", "54");
    player.limits = Limits { nodes: Some(2_000), ..Limits::NONE };
    let mut screens = Vec::new();
    player.type_text("h");
    for (width, height) in [(120, 40), (80, 24)] {
        player.screen = Rect::new(0, 0, width, height);
        player.type_text("hb");
        assert!(player.look(PLAIN).contains("Searching ..."), "{}", player.look(PLAIN));
        player.let_engine_reply();
        screens.push(player.look(PLAIN));
        // Shown again, they are searched again.
        player.type_text("hb");
    }
    for screen in &screens {
        assert!(screen.contains(" looks best; not prov"), "{screen}");
        assert!(screen.contains("Best line, not proven") && !screen.contains("Searching"), "{screen}");
    }
    assert!(screens[0].contains("best?"), "{}", screens[0]);
    let mut proven = Player::new("7x6", "4433");
    proven.type_text("hhb");
    proven.let_engine_reply();
    let screen = proven.look(PLAIN);
    assert!(screen.contains("Best line\n") || screen.contains("Best line "), "{screen}");
    assert!(!screen.contains("not proven") && !screen.contains("looks best"), "{screen}");
}

#[test]
fn level_10_is_perfect_on_boards_where_it_proves_its_moves() {
    for (board, name) in [("7x6", "perfect"), ("9x6", "strongest")] {
        let mut player = Player::against(board, "", [Seat::Person, engine(10)]);
        player.screen = Rect::new(0, 0, 120, 40);
        assert!(player.look(PLAIN).contains(&format!("level 10 ({name})")));
        player.type_text("p");
        assert!(player.look(PLAIN).contains(&format!("10 {name} ")), "{}", player.look(PLAIN));
    }
}

#[test]
fn the_stones_that_won_stand_in_brackets() {
    assert_snapshot!(Player::new("7x6", "4433221").look(PLAIN));
}

#[test]
fn ascii_suffices() {
    let mut player = Player::new("7x6", "443322");
    player.type_text("hhtbg");
    player.let_engine_reply();
    let screen = player.look(ASCII);
    assert!(screen.is_ascii(), "{screen}");
    assert_snapshot!(screen);
    player.type_text("e");
    player.let_engine_reply();
    let explained = player.look(ASCII);
    assert!(explained.contains("+ Why ---") && explained.is_ascii(), "{explained}");
}

#[test]
fn the_help_lists_the_keys() {
    let mut player = Player::new("7x6", "");
    player.type_text("?");
    assert_snapshot!(player.look(PLAIN));
}

#[test]
fn a_question_takes_the_place_of_the_status() {
    let mut player = Player::new("7x6", "44");
    player.type_text("s");
    let screen = player.look(PLAIN);
    assert!(screen.contains(" Save the game in the file: marlin-game.txt\n"), "{screen}");
}

#[test]
fn a_wide_board_has_small_cells_and_its_hints_in_the_pane() {
    let mut player = Player::new("12x4", "6,6,7,7,8");
    player.type_text("hh");
    player.let_engine_reply();
    assert_snapshot!(player.look(PLAIN));
}

#[test]
fn a_small_screen_has_the_board_and_a_smaller_one_says_what_is_missing() {
    let mut player = Player::new("7x6", "443322");
    player.screen = Rect::new(0, 0, 24, 11);
    assert_snapshot!(player.look(PLAIN));
    player.screen = Rect::new(0, 0, 23, 11);
    let screen = player.look(PLAIN);
    assert!(screen.starts_with("Too small for 7x6:\ncolumns: 23 of 24,\nlines: 11 of 11.\n"), "{screen}");
}

#[test]
fn every_board_is_drawn_on_screens_of_every_size() {
    for board in marlin_core::BoardSize::all() {
        let mut player = Player::new(&board.to_string(), "1");
        player.type_text("hhtgbe");
        for (width, height) in [(1, 1), (24, 11), (80, 24), (120, 40)] {
            player.screen = Rect::new(0, 0, width, height);
            let screen = player.look(PLAIN);
            assert_eq!(screen.lines().count(), usize::from(height), "{board}");
        }
    }
}

#[test]
fn no_colour_is_used_without_colours() {
    let mut player = Player::new("7x6", "443322");
    player.type_text("hhtgbe");
    player.let_engine_reply();
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
    let mut has_colours = |look| {
        terminal.draw(|frame| marlin_tui::draw(frame, &player.play, look)).unwrap();
        let cells = &terminal.backend().buffer().content;
        let reset = ratatui::style::Color::Reset;
        cells.iter().any(|cell| cell.fg != reset || cell.bg != reset)
    };
    assert!(!has_colours(PLAIN) && !has_colours(ASCII));
    assert!(has_colours(Look::FULL));
}

#[test]
fn text_that_does_not_fit_beside_the_board_scrolls() {
    let mut player = Player::new("12x4", "6,6,7,7,8");
    player.screen = Rect::new(0, 0, 76, 18);
    player.type_text("hhbt");
    player.let_engine_reply();
    let screen = player.look(PLAIN);
    assert!(screen.contains("PgUp PgDn: 1 to 13 of 19") && !screen.contains("Threats"), "{screen}");
    player.press(KeyCode::PageDown);
    let screen = player.look(PLAIN);
    assert!(screen.contains("PgUp PgDn: 7 to 19 of 19") && screen.contains("Best line"), "{screen}");
}

#[test]
fn an_explanation_scrolls_beside_the_board() {
    let mut player = Player::new("7x6", "42444744");
    player.type_text("e");
    player.let_engine_reply();
    player.press(KeyCode::PageDown);
    assert_snapshot!(player.look(PLAIN));
}

/// Returns the lines of the explanation that are on a screen, without its frame.
fn explained(player: &Player) -> Vec<String> {
    let screen = player.look(PLAIN);
    let left = screen.lines().find_map(|line| line.chars().position(|char| char == '╭')).expect("a frame");
    let inside = screen.lines().filter_map(|line| {
        let line: String = line.chars().skip(left).collect();
        Some(line.strip_prefix('│')?.trim_end_matches('│').trim_end().to_owned())
    });
    inside.collect()
}

#[test]
fn an_explanation_is_read_to_its_last_word_on_a_screen_of_any_size() {
    for (width, height) in [(80, 24), (100, 30), (120, 40), (60, 40), (24, 11)] {
        let mut player = Player::new("7x6", "42444744");
        player.screen = Rect::new(0, 0, width, height);
        player.type_text("e");
        player.let_engine_reply();
        let mut lines = explained(&player);
        loop {
            player.press(KeyCode::Down);
            let shown = explained(&player);
            if lines.ends_with(&shown) {
                break;
            }
            lines.extend(shown.last().cloned());
        }
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let explanation = player.play.explanation().expect("an explanation");
        let expected = words(&explanation.sentences().iter().map(in_colours).collect::<Vec<_>>().join(" "));
        let shown = words(&lines.join(" "));
        assert!(shown.ends_with(&expected), "{width}x{height}: {shown:?}");
        // The result comes first, and no line is shown twice.
        assert!(shown.len() < expected.len() + 12, "{width}x{height}: {shown:?}");
        player.press(KeyCode::Home);
        assert_eq!(explained(&player), lines[..explained(&player).len()]);
        player.press(KeyCode::End);
        assert!(lines.ends_with(&explained(&player)), "{width}x{height}");
        player.press(KeyCode::Char('4'));
        assert_eq!((&player.play.dialog, player.moves().as_str()), (&None, "42444744"));
    }
}
