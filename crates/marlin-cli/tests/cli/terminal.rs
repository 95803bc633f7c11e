//! A session at a terminal: its prompt, and its colours.

use crate::play_screen::Screen;

const CTRL_D: &str = "\u{4}";

/// Starts a session that searches.
fn session(variables: &[(&str, &str)]) -> Screen {
    Screen::run(variables, &["--no-book"])
}

/// Waits for the end of a session.
fn assert_left(session: Screen) {
    let (code, shown) = session.leave();
    assert!(code == Some(0) && shown.contains("Goodbye!"), "{shown}");
}

#[test]
fn each_answer_is_followed_by_a_prompt_also_of_lines_pasted_together() {
    let mut session = session(&[]);
    session.wait_for("(type 'help' for commands)");
    session.wait_for("X to move>");
    session.press("4\r");
    session.wait_for("Played column 4, O to move\nO to move>");
    session.press("4\rposition 43\rmoves\r");
    session.wait_for("Played column 4, X to move");
    session.wait_for("Played 2 moves");
    session.wait_for("43\nX to move>");
    session.press(CTRL_D);
    assert_left(session);
}

#[test]
fn a_line_typed_during_a_search_stops_it_or_ends_the_session() {
    for (line, answer) in [("stop\r", "bestmove 4 bounds "), ("quit\r", "Goodbye!")] {
        let mut session = session(&[]);
        session.press("go\r");
        session.wait_for("info nodes ");
        session.press(line);
        session.wait_for(answer);
        session.press(CTRL_D);
        assert_left(session);
    }
}

#[test]
fn stones_are_coloured_only_on_request() {
    let board = |variables: &[(&str, &str)]| {
        let mut session = session(variables);
        session.press("position 44\rd\r");
        session.wait_for("Moves played: 2");
        let board = String::from_utf8_lossy(&session.sent).into_owned();
        session.press("quit\r");
        assert_left(session);
        board
    };
    let coloured = board(&[]);
    let stone = |colour: u32, name| format!("\u{1b}[1m\u{1b}[{colour}m{name}\u{1b}[0m");
    assert!(coloured.contains(&stone(33, 'X')) && coloured.contains(&stone(31, 'O')), "{coloured:?}");
    let plain = board(&[("NO_COLOR", "1")]);
    assert!(plain.contains("| . . . X . . . |") && plain.contains("| . . . O . . . |"), "{plain:?}");
}
