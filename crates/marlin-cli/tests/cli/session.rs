//! The commands of a session that need no long search.

use crate::process::{run, session};

/// A drawn game of 42 moves.
const DRAW: &str = "656173566152215676422337377473141445425321";

#[test]
fn a_session_without_input_prints_nothing() {
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
    let expected = "Played 2 moves\nTook back column 3, 1 move played\nTook back column 4, 0 moves played\n\
                    Error: No move to take back\n";
    assert_eq!(session("position 43\nundo\nundo\nundo\n"), expected);
}

#[test]
fn the_session_ends_with_goodbye() {
    assert_eq!(session("quit\nposition 4\n"), "Goodbye!\n");
    assert_eq!(session("exit\nposition 4\n"), "Goodbye!\n");
    // A last line without an end counts.
    assert_eq!(session("quit"), "Goodbye!\n");
}

#[test]
fn help_has_a_line_for_every_command_and_its_own_text_with_an_example() {
    let help = session("help\n");
    assert_eq!(help, session("?\n"));
    let listed = "position|play|undo|new|board|moves|display, d|hint|go|analyze|stop|setoption|uci, ugi|help, ?|quit, exit";
    for names in listed.split('|') {
        assert_eq!(help.lines().filter(|line| line.trim().starts_with(names)).count(), 1, "{names}");
        for name in names.split(", ").chain(["GO"]) {
            let help = session(&format!("help {name}\n"));
            assert!((2..=6).contains(&help.lines().count()) && help.contains("Example:"), "{name}: {help}");
        }
    }
    let unknown = session("help fly\n");
    assert!(unknown.starts_with("Error: No help on 'fly' (topics: position, play, undo, "), "{unknown}");
}

#[test]
fn stop_without_a_search_is_ignored() {
    assert_eq!(session("stop\nposition 4\nstop\n"), "Played 1 move\n");
}

#[test]
fn commands_may_be_written_in_any_case() {
    assert_eq!(
        session("POSITION StartPos Moves 44\nUndo\n"),
        "Played 2 moves\nTook back column 4, 1 move played\n"
    );
    assert!(session("position 223344\nGO\n").contains("bestmove 5 score WIN"));
}

#[test]
fn moves_without_a_command_are_refused_with_the_right_command() {
    for moves in ["4433", "4 4 3 3", "4,4"] {
        let shown = format!("Unknown command: {moves} (did you mean 'position {moves}'?)\n");
        assert_eq!(session(&format!("{moves}\n")), shown);
    }
    // A position that would be refused is no advice.
    for word in ["44x", "8833", "9999999", "4444444"] {
        let shown = format!("Unknown command: {word} (type 'help' for commands)\n");
        assert_eq!(session(&format!("{word}\n")), shown);
    }
}

#[test]
fn a_column_alone_is_played() {
    let expected = "Played column 4, O to move\nPlayed column 4, X to move\nTook back column 4, 1 move played\n\
                    Played column 3, X to move\n43\n";
    assert_eq!(session("play 4\n4\nundo\n3\nmoves\n"), expected);
    let won = session("position 121212\n1\n2\nplay 3\n");
    let error = "Error: the game is over: X has won ('undo' takes a move back, 'new' begins another game)\n";
    assert_eq!(won, format!("Played 6 moves\nPlayed column 1, X has won, at move 7\n{error}{error}"));
    let drawn = session(&format!("position {}\n{}\n", &DRAW[..41], &DRAW[41..]));
    assert!(drawn.ends_with("\nPlayed column 1, the game is a draw, at move 42\n"), "{drawn}");
}

#[test]
fn an_illegal_move_is_refused_with_the_legal_ones() {
    let open = "columns 2, 3, 4, 5, 6 and 7 are open";
    for (line, error) in [
        ("1", format!("Error: Column 1 is full ({open})")),
        ("play 1", format!("Error: Column 1 is full ({open})")),
        ("8", "Error: Invalid column '8' (columns are 1 to 7, as in 'play 4')".to_owned()),
        ("play 0", "Error: Invalid column '0' (columns are 1 to 7, as in 'play 4')".to_owned()),
        ("play 44", "Error: Invalid column '44' (columns are 1 to 7, as in 'play 4')".to_owned()),
        ("play", "Error: 'play' needs a column, as in 'play 4'".to_owned()),
        ("play 4 4", "Error: 'play' does not take '4'".to_owned()),
    ] {
        let output = session(&format!("position 111111\n{line}\nmoves\n"));
        assert_eq!(output, format!("Played 6 moves\n{error}\n111111\n"), "{line}");
    }
}

#[test]
fn a_new_game_begins_with_the_empty_board() {
    let expected = "No moves yet\nPlayed 2 moves\n44\nPosition reset to empty board\nNo moves yet\n";
    assert_eq!(session("moves\nposition 44\nmoves\nnew\nmoves\n"), expected);
}

#[test]
fn a_hint_names_the_best_move_in_plain_words() {
    let hint = |moves: &str| session(&format!("position {moves}\nhint\n")).lines().nth(1).unwrap().to_owned();
    assert_eq!(hint("4433"), "hint: play 5, X wins on move 7 if both play perfectly");
    assert_eq!(
        hint("2252576253462244111563365343671351441"),
        "hint: play 6, X wins on move 41 if both play perfectly"
    );
    assert_eq!(hint(&DRAW[..41]), "hint: play 1, a draw if both play perfectly");
    assert_eq!(hint("223344"), "hint: play 5, X wins on move 7 if both play perfectly");
    assert_eq!(hint("1212121"), "Game over: X has won, at move 7");
}

#[test]
fn an_error_leaves_the_position_as_it_was() {
    for (bad, error) in [
        ("position x", "Error: Invalid character 'x' in move string at index 0 (moves are columns, 1 to 7)"),
        (
            "position 44x",
            "Error: Invalid character 'x' in move string at index 2 (moves are columns, 1 to 7)",
        ),
        ("position 40", "Error: Invalid position: column 0 at character 2: columns count from 1 here"),
        (
            "position 4-4",
            "Error: Invalid character '-' in move string at index 1 (moves are columns, 1 to 7)",
        ),
        ("position 1111111", "Error: Column 1 is full, at index 6"),
        ("position 12121213", "Error: Move 8 comes after the end of the game: X has won"),
        ("go x", "Error: Invalid time 'x' (milliseconds are expected, as in 'go 500')"),
        ("go -1", "Error: Invalid time '-1' (milliseconds are expected, as in 'go 500')"),
        ("undo 2", "Error: 'undo' does not take '2'"),
    ] {
        let output = session(&format!("position 44337\n{bad}\nundo\n"));
        let expected = format!("Played 5 moves\n{error}\nTook back column 7, 4 moves played\n");
        assert_eq!(output, expected, "{bad}");
    }
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let won = session("position 1212121\ngo\nanalyze\nd\n");
    assert!(won.contains("\nGame over: X has won, at move 7\nbestmove none\nanalysis - - - - - - -\n"));
    assert!(won.ends_with("\nGame over: X has won, at move 7\n"), "{won}");

    let drawn = session(&format!("position {DRAW}\ngo\nanalyze\nd\n"));
    let expected =
        "Played 42 moves\nGame is a draw - no moves available\nbestmove none\nanalysis - - - - - - -\n";
    assert!(drawn.starts_with(expected), "{drawn}");
    assert!(drawn.ends_with("\nGame over: the game is a draw, at move 42\n"), "{drawn}");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let output = session("\u{1b}[2J\nposition 4\u{7}\ngo \u{0}\n");
    let expected = "Unknown command: \\u{1b}[2J (type 'help' for commands)\n\
                    Error: Invalid character '\\u{7}' in move string at index 1 (moves are columns, 1 to 7)\n\
                    Error: Invalid time '\\0' (milliseconds are expected, as in 'go 500')\n";
    assert_eq!(output, expected);
}

#[test]
fn bytes_that_are_not_text_are_an_error_of_their_line() {
    let output = run(&[], b"position 4433\nposition 4\xff\nundo\n").succeeds();
    let expected = "Played 4 moves\nError: Unreadable input: the line is not valid UTF-8\n\
                    Took back column 3, 3 moves played\n";
    assert_eq!(output, expected);
}

#[test]
fn lines_may_end_as_they_do_on_windows() {
    assert_eq!(session("position 44\r\n\r\nundo\r\n"), "Played 2 moves\nTook back column 4, 1 move played\n");
}

#[test]
fn a_very_long_line_has_one_short_answer() {
    for start in ["position ", "", "go "] {
        let mut input = format!("position 4\n{start}").into_bytes();
        input.resize(10 << 20, b'4');
        input.extend_from_slice(b"\nundo\n");
        let output = run(&[], &input).succeeds();
        let lines: Vec<_> = output.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, "Played 1 move"), "{start}");
        assert!(lines[1].starts_with("Error: Unreadable input: the line is too long"), "{}", lines[1]);
        assert!(lines[1].len() < 120 && lines[2].starts_with("Took back column 4"), "{output}");
    }
}

#[test]
fn all_lines_are_answered_even_if_more_than_are_read_ahead() {
    let output = session(&"position 4\n".repeat(20_000));
    assert_eq!(output, "Played 1 move\n".repeat(20_000));
}

#[test]
fn a_strict_session_goes_on_after_bad_lines_and_ends_with_an_exit_code() {
    let lines = b"position 44\n\nfly me to the moon\nposition 48\nundo\n";
    let lenient = run(&["--hash", "8"], lines);
    assert_eq!((lenient.code, lenient.stderr.as_str()), (Some(0), ""));
    let strict = run(&["--hash", "8", "--strict"], lines);
    assert_eq!(strict.stdout, lenient.stdout);
    let expected = "error: 2 lines could not be carried out, the first is line 3: fly me to the moon";
    assert_eq!(strict.error_line(), expected);

    let quits = run(&["--hash", "8", "--strict"], b"undo\nquit\n");
    let expected = "error: 1 line could not be carried out, line 1: undo";
    assert_eq!(quits.error_line(), expected);
    assert_eq!(run(&["--hash", "8", "--strict"], b"position 44\nundo\nquit\n").succeeds().lines().count(), 3);
    // A line that is not text counts, and so does one that comes during a search.
    let unreadable = run(&["--hash", "8", "--strict"], b"position 4\xff\n");
    assert!(unreadable.error_line().ends_with("line 1: position 4\u{fffd}"), "{unreadable:?}");
    let waiting = run(&["--hash", "8", "--strict"], b"go 20\nfly\n");
    assert!(waiting.error_line().ends_with("line 2: fly"), "{waiting:?}");
}

#[test]
fn other_dialects_can_be_strict_as_well() {
    let strict = run(&["uci", "--strict"], b"isready\nposition startpos moves P@z9\nquit\n");
    assert!(strict.stdout.starts_with("readyok\n"), "{strict:?}");
    assert!(strict.error_line().ends_with("line 2: position startpos moves P@z9"), "{strict:?}");
    let lenient = run(&["uci", "--strict"], b"debug on\nregister later\njoho isready\nquit\n");
    assert_eq!(lenient.succeeds(), "readyok\n");
    let strict = run(&["uci", "--strict"], b"ugi\nposition startpos moves P@z9\nquit\n");
    assert!(strict.error_line().ends_with("line 2: position startpos moves P@z9"), "{strict:?}");
    let refused = run(&["--strict", "solve"], b"44\n");
    assert!(refused.code == Some(2) && refused.stderr.contains("--strict"), "{refused:?}");
}
