//! The commands of a session that need no long search.

use crate::process::{run, session};

/// A game of 42 moves that nobody wins.
const DRAW: &str = "656173566152215676422337377473141445425321";

#[test]
fn a_session_without_input_says_nothing() {
    assert_eq!(session(""), "");
    assert_eq!(session("\n\n  \n"), "");
}

#[test]
fn moves_are_played_from_the_empty_board_each_time() {
    let input = "position 4433\nposition\nposition 4, 4 3\nposition startpos moves 1 2\nposition startpos\n";
    let expected = "Played 4 moves\nPosition reset to empty board\nPlayed 3 moves\nPlayed 2 moves\n\
                    Position reset to empty board\n";
    assert_eq!(session(input), expected);
}

#[test]
fn the_board_is_drawn_with_x_for_the_first_player() {
    let expected = "\
Played 5 moves
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . O O . . . |
| . . X X . . X |
+---------------+
  1 2 3 4 5 6 7
Moves played: 5
Current player: O
";
    assert_eq!(session("position 44337\ndisplay\n"), expected);
    assert_eq!(session("position 44337\nd\n"), expected);
}

#[test]
fn moves_are_taken_back_one_by_one() {
    let expected = "Played 2 moves\nTook back move 3, 1 moves left\nTook back move 4, 0 moves left\n\
                    Error: No move to take back\n";
    assert_eq!(session("position 43\nundo\nundo\nundo\n"), expected);
}

#[test]
fn the_session_ends_with_a_farewell() {
    assert_eq!(session("quit\nposition 4\n"), "Goodbye!\n");
    assert_eq!(session("exit\nposition 4\n"), "Goodbye!\n");
    // A last line without an end counts.
    assert_eq!(session("quit"), "Goodbye!\n");
}

#[test]
fn help_has_a_line_for_every_command() {
    let help = session("help\n");
    for command in ["position", "go", "analyze", "stop", "undo", "display, d", "help", "quit, exit"] {
        assert_eq!(help.lines().filter(|line| line.trim().starts_with(command)).count(), 1, "{command}");
    }
}

#[test]
fn stop_without_a_search_is_ignored() {
    assert_eq!(session("stop\nposition 4\nstop\n"), "Played 1 moves\n");
}

#[test]
fn other_words_are_named_and_change_nothing() {
    let expected = "Unknown command: fly (type 'help' for commands)\n";
    assert_eq!(session("fly to the moon\n"), expected);
    assert_eq!(session("GO\n"), "Unknown command: GO (type 'help' for commands)\n");
}

#[test]
fn an_error_leaves_the_position_as_it_was() {
    for (bad, error) in [
        ("position x", "Error: Invalid character 'x' in move string"),
        ("position 44x", "Error: Invalid character 'x' in move string"),
        ("position 40", "Error: Invalid character '0' in move string"),
        ("position 48", "Error: Invalid character '8' in move string"),
        ("position 49", "Error: Invalid character '9' in move string"),
        ("position 4-4", "Error: Invalid character '-' in move string"),
        ("position 1111111", "Error: Column 1 is full"),
        ("position 12121213", "Error: Move 8 comes after the end of the game: X has won"),
        ("go x", "Error: Invalid time 'x' (milliseconds are expected, as in 'go 500')"),
        ("go -1", "Error: Invalid time '-1' (milliseconds are expected, as in 'go 500')"),
        ("undo 2", "Error: 'undo' doesn't take '2'"),
    ] {
        let output = session(&format!("position 44337\n{bad}\nundo\n"));
        let expected = format!("Played 5 moves\n{error}\nTook back move 7, 4 moves left\n");
        assert_eq!(output, expected, "{bad}");
    }
}

#[test]
fn a_time_beyond_all_numbers_is_an_error() {
    let output = session("go 99999999999999999999999999\n");
    assert!(output.starts_with("Error: Invalid time '999") && output.lines().count() == 1, "{output}");
}

#[test]
fn a_move_on_a_full_board_comes_after_the_end() {
    let expected = "Error: Move 43 comes after the end of the game: the game is a draw\n";
    assert_eq!(session(&format!("position {DRAW}1\n")), expected);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let won = session("position 1212121\ngo\nanalyze\nd\n");
    assert!(won.contains("\nGame is over - X has won, at move 7\nanalysis - - - - - - -\n"), "{won}");
    assert!(won.ends_with("\nGame over: X has won, at move 7\n") && !won.contains("bestmove"), "{won}");

    let drawn = session(&format!("position {DRAW}\ngo\nanalyze\nd\n"));
    let expected = "Played 42 moves\nGame is a draw - no moves available\nanalysis - - - - - - -\n";
    assert!(drawn.starts_with(expected), "{drawn}");
    assert!(drawn.ends_with("\nGame over: the game is a draw, at move 42\n"), "{drawn}");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let output = session("\u{1b}[2J\nposition 4\u{7}\ngo \u{0}\n");
    let expected = "Unknown command: \\u{1b}[2J (type 'help' for commands)\n\
                    Error: Invalid character '\\u{7}' in move string\n\
                    Error: Invalid time '\\0' (milliseconds are expected, as in 'go 500')\n";
    assert_eq!(output, expected);
}

#[test]
fn bytes_that_are_no_text_are_an_error_of_their_line() {
    let output = run(&[], b"position 4433\nposition 4\xff\nundo\n").good();
    let expected = "Played 4 moves\nError: Unreadable input: the line is not valid UTF-8\n\
                    Took back move 3, 3 moves left\n";
    assert_eq!(output, expected);
}

#[test]
fn lines_may_end_as_they_do_on_windows() {
    assert_eq!(session("position 44\r\n\r\nundo\r\n"), "Played 2 moves\nTook back move 4, 1 moves left\n");
}

#[test]
fn an_endless_line_has_one_short_answer() {
    for start in ["position ", "", "go "] {
        let mut input = format!("position 4\n{start}").into_bytes();
        input.resize(10 << 20, b'4');
        input.extend_from_slice(b"\nundo\n");
        let output = run(&[], &input).good();
        let lines: Vec<_> = output.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, "Played 1 moves"), "{start}");
        assert!(lines[1].starts_with("Error: Unreadable input: the line is too long"), "{}", lines[1]);
        assert!(lines[1].len() < 120 && lines[2].starts_with("Took back move 4"), "{output}");
    }
}

#[test]
fn more_lines_than_are_read_ahead_are_all_answered() {
    let output = session(&"position 4\n".repeat(20_000));
    assert_eq!(output, "Played 1 moves\n".repeat(20_000));
}
