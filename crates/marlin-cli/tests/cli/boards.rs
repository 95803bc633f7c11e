//! Boards of other sizes, in every dialect and by every command.

use marlin_core::BoardSize;
use marlin_core::any::{Column, Game};

use crate::positions::RandomGames;
use crate::process::{InteractiveRun, TestFile, run};

/// A position of 9x5 that is solved in no time: X is to move and wins in three plies.
const WIDE: &str = "1766722411276729121758536363338598";

/// One of 5x9: X is to move and wins in eleven plies.
const HIGH: &str = "2452532234534543435533323422555221";

/// Returns the output of a session of one thread without a book, `info` lines left out.
fn transcript(arguments: &[&str], lines: &[&str]) -> String {
    let options = ["--hash", "1", "--threads", "1", "--no-book"];
    let output = run(&[arguments, &options[..]].concat(), (lines.join("\n") + "\n").as_bytes()).succeeds();
    output.split_inclusive('\n').filter(|line| !line.starts_with("info ") || line.contains("Error")).collect()
}

/// Returns the line that sets up the position after some moves, with drops as UCI writes them.
fn position(moves: &str) -> String {
    let mut heights = [0; 32];
    let drop = |column: char| {
        let index = column.to_digit(36).unwrap() as usize - 1;
        heights[index] += 1;
        format!(" P@{}{}", char::from(b'a' + index as u8), heights[index])
    };
    format!("position startpos moves{}", moves.chars().map(drop).collect::<String>())
}

#[test]
fn a_session_on_9x5() {
    let lines = [
        "board 9x5",
        "position 9988776",
        "d",
        "undo",
        "6",
        &format!("position {WIDE}"),
        "analyze",
        "hint",
        "go 60000",
        "position 99999",
        "9",
        "play 10",
        "play a",
        "moves",
        "undo",
        "new",
        "9",
    ];
    let expected = "\
Board: 9x5
Played 7 moves
| . . . . . . . . . |
| . . . . . . . . . |
| . . . . . . . . . |
| . . . . . . o o o |
| . . . . . X X X X |
+-------------------+
  1 2 3 4 5 6 7 8 9
Moves played: 7
Game over: X has won, at move 7
Took back column 6, 6 moves played
Played column 6, X has won, at move 7
Played 34 moves
analysis - - - 5 4 - - 2 2
hint: play 4, X wins in 3 plies, at move 37
  Column 4: score 5 (WIN in 3 plies, at move 37)
  Column 5: score 4 (WIN in 5 plies, at move 39)
  Column 8: score 2 (WIN in 9 plies, at move 43)
  Column 9: score 2 (WIN in 9 plies, at move 43)
bestmove 4 score 5 (WIN) in 3 plies, at move 37
Nodes analyzed: 6
Played 5 moves
Error: Column 9 is full (columns 1, 2, 3, 4, 5, 6, 7 and 8 are open)
Error: Invalid column '10' (columns are 1 to 9, as in 'play 5')
Error: Invalid column 'a' (columns are 1 to 9, as in 'play 5')
99999
Took back column 9, 4 moves played
Position reset to empty board
Played column 9, O to move
";
    assert_eq!(transcript(&[], &lines), expected);
    // The same session with the board as an option.
    let (_, without_first_line) = expected.split_once('\n').unwrap();
    assert_eq!(transcript(&["--board", "9x5"], &lines[1..]), without_first_line);
}

#[test]
fn a_session_on_5x9() {
    let lines = ["position 1111211212131", "d", "undo", "hint", &format!("position {HIGH}"), "analyze", "6"];
    let expected = "\
Played 13 moves
| X . . . . |
| X . . . . |
| X . . . . |
| X . . . . |
| o . . . . |
| o . . . . |
| x o . . . |
| o o . . . |
| x x o . . |
+-----------+
  1 2 3 4 5
Moves played: 13
Game over: X has won, at move 13
Took back column 1, 12 moves played
hint: play 1, X wins in 1 ply, at move 13
Played 34 moves
analysis -5 - - 1 -
Error: Invalid column '6' (columns are 1 to 5, as in 'play 3')
";
    assert_eq!(transcript(&["--board", "5x9"], &lines), expected);
}

#[test]
fn columns_past_the_ninth_are_letters() {
    let lines =
        ["board 12x4", "position c9c9c", "b", "play 10", "moves", "d", "position 10", "position cd", "ab"];
    let expected = "\
Board: 12x4
Played 5 moves
Played column b, X to move
Played column a, O to move
c9c9cba
| . . . . . . . . . . . . |
| . . . . . . . . . . . X |
| . . . . . . . . O . . X |
| . . . . . . . . O X O X |
+-------------------------+
  1 2 3 4 5 6 7 8 9 a b c
Moves played: 7
Current player: O
Error: Invalid character '0' in move string at index 1 (moves are columns, 1 to 9 and a to c)
Error: Invalid character 'd' in move string at index 1 (moves are columns, 1 to 9 and a to c)
Unknown command: ab (did you mean 'position ab'?)
";
    assert_eq!(transcript(&[], &lines), expected);
}

#[test]
fn a_session_in_uci_on_9x5() {
    let (won, late) = (position("9988776"), position(WIDE));
    let lines = [
        "setoption name UCI_Variant value cfour-9x5",
        &won,
        "d",
        "go nodes 1000",
        &late,
        "go nodes 1000",
        "d",
        "position fen Ppp2Pp2/PPP2Pp2/pPp1pPpp1/PPp1PpPPP/PpppPPppp[] w - - 0 18 moves P@d2 P@e4",
        "go movetime 60000",
        "position startpos moves P@i1",
        "go perft 2",
    ];
    let expected = "\
| . . . . . . . . . |
| . . . . . . . . . |
| . . . . . . . . . |
| . . . . . . o o o |
| . . . . . X X X X |
+-------------------+
  1 2 3 4 5 6 7 8 9
Moves played: 7
Game over: X has won, at move 7
Fen: 9/9/9/6ppp/5PPPP[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] b - - 0 4
bestmove (none)
bestmove P@d2 ponder P@e4
| X O O . . X O . . |
| X X X . . X O . . |
| O X O . O X O O . |
| X X O . X O X X X |
| X O O O X X O O O |
+-------------------+
  1 2 3 4 5 6 7 8 9
Moves played: 34
Current player: X
Fen: Ppp2Pp2/PPP2Pp2/pPp1pPpp1/PPp1PpPPP/PpppPPppp[PPPPPPppppp] w - - 0 18
bestmove P@d3
P@a1: 9
P@b1: 9
P@c1: 9
P@d1: 9
P@e1: 9
P@f1: 9
P@g1: 9
P@h1: 9
P@i2: 9

Nodes searched: 81
";
    assert_eq!(transcript(&["uci"], &lines), expected);
    assert_eq!(transcript(&["uci", "--board", "9x5"], &lines[1..]), expected);
    // A session that began in Marlin's own dialect keeps its board.
    let switched = transcript(&[], &[&["board 9x5", "uci"][..], &lines[1..]].concat());
    assert!(switched.ends_with(&format!("uciok\n{expected}")), "{switched}");
    assert!(switched.contains("option name UCI_Variant type combo default cfour-9x5 var "), "{switched}");
}

#[test]
fn a_session_in_ugi_on_5x9() {
    let (won, soon) = (position("1111211212131"), position("111121121213"));
    let lines = [
        "uginewgame",
        &won,
        "query gameover",
        "query result",
        "go",
        &soon,
        "query p1turn",
        "query result",
        "go p1time 60000 p2time 60000",
        "d",
        "position startpos moves P@f1",
        "query p1turn",
    ];
    let refused = "illegal move 'P@f1': moves are drops like P@e1, a to e and 1 to 9";
    let expected = format!(
        "\
response true
response p1win
bestmove (none)
response true
response none
bestmove P@a9
| . . . . . |
| X . . . . |
| X . . . . |
| X . . . . |
| O . . . . |
| O . . . . |
| X O . . . |
| O O . . . |
| X X O . . |
+-----------+
  1 2 3 4 5
Moves played: 12
Current player: X
Fen: 5/P4/P4/P4/p4/p4/Pp3/pp3/PPp2[PPPPPPPPPPPPPPPPPpppppppppppppppp] w - - 0 7
info string Error: {refused}
info string Error: the last position was refused ({refused}): answering for the position before it
response true
"
    );
    assert_eq!(transcript(&["ugi", "--board", "5x9"], &lines), expected);
}

#[test]
fn what_cannot_be_done_on_a_board_is_refused_in_one_line_and_changes_nothing() {
    let lines = [
        "position 44",
        "board 9x7",
        "board 0x5",
        "board seven",
        "board",
        "board 8x7 8",
        "position 48",
        "8",
        "setoption name UCI_Variant value cfour-9x7",
        "moves",
    ];
    let expected = "\
Played 2 moves
Error: a board of 9x7 doesn't fit: with 7 rows it has 1 to 8 columns
Error: a board of 0x5 doesn't fit: with 5 rows it has 1 to 10 columns
Error: \"seven\" is no board size (write columns x rows, as in 7x6)
Error: 'board' needs a size, columns x rows, as in 'board 8x7'
Error: 'board' doesn't take '8'
Error: Invalid character '8' in move string at index 1 (moves are columns, 1 to 7)
Error: Invalid column '8' (columns are 1 to 7, as in 'play 4')
Error: invalid UCI_Variant 'cfour-9x7': a board of 9x7 doesn't fit: with 7 rows it has 1 to 8 columns
44
";
    assert_eq!(transcript(&[], &lines), expected);

    let fen = "position fen 9/9/9/8p/8P[] w - - 0 2";
    let lines = [
        "position startpos moves P@g1",
        fen,
        "go",
        "setoption name UCI_Variant value cfour-9x5",
        "go nodes 1",
    ];
    let reason = "it is of board 9x5, and 7x6 is set: UCI_Variant cfour-9x5 sets the other";
    let refused = format!("invalid FEN '9/9/9/8p/8P[]': {reason}");
    let there_is_none =
        format!("info string Error: the last position was refused ({refused}): there is no move");
    let output = transcript(&["uci"], &lines);
    let answers: Vec<_> = output.lines().collect();
    assert_eq!(answers[..3], [&format!("info string Error: {refused}"), &*there_is_none, "bestmove (none)"]);
    // A game on the other board has begun.
    assert!(answers.len() == 4 && answers[3].starts_with("bestmove P@"), "{output}");
}

#[test]
fn a_board_that_the_system_has_no_memory_for_leaves_the_session_as_it_was() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let program = env!("CARGO_BIN_EXE_marlin-cli");
    let input = "position 44\\nsetoption name OwnBook value false\\nanalyze\\nboard 9x5\\nposition 99\\nposition 44\\nmoves\\nboard 9x5\\n7\\nd\\n";
    // Room for one table, and not for two.
    let script = format!("ulimit -v 1500000; printf '{input}' | '{program}' --hash 1000 --threads 1");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let refused = "Error: no memory for a table of 1000 MiB (ask for a smaller one)\n";
    let (searched, rest) = output.split_once(refused).unwrap_or_else(|| panic!("{output}"));
    assert!(searched.contains("analysis -"), "{output}");
    // These lines were read before it was refused, while the search was running.
    let rest =
        rest.strip_prefix(&"Error: the position is of board 9x5, which isn't set\n".repeat(2)).unwrap();
    let rest = rest.strip_prefix("44\n").unwrap();
    let rows = "| . . . O . . . |\n| . . . X . . X |\n";
    assert!(
        rest.starts_with(&format!("{refused}Played column 7, O to move\n")) && rest.contains(rows),
        "{output}"
    );
}

#[test]
fn the_board_may_be_changed_while_a_search_runs() {
    let mut program = InteractiveRun::start(&["--no-book", "--hash", "1"]);
    program.send("analyze");
    for line in ["board 9x5", "position 99", "moves", "stop"] {
        program.send(line);
    }
    let analysis = program.line();
    assert!(analysis.starts_with("analysis ") && analysis.split(' ').count() == 8, "{analysis}");
    for expected in ["Board: 9x5", "Played 2 moves", "99"] {
        assert_eq!(program.line(), expected);
    }
    // It stops a search on the new board as well.
    program.send("analyze");
    program.send("stop");
    assert_eq!(program.line().split(' ').count(), 10);
    assert_eq!(program.finish(), (String::new(), Some(0)));
}

#[test]
fn positions_of_a_board_are_solved_and_analyzed() {
    let input = format!("{WIDE}\n9988776\n");
    let expected = format!("{WIDE} 5\n9988776 -20\n");
    assert_eq!(run(&["solve", "--board", "9x5", "--hash", "1"], input.as_bytes()).succeeds(), expected);
    assert_eq!(run(&["--board", "9x5", "--hash", "1", "solve"], input.as_bytes()).succeeds(), expected);

    let json =
        run(&["analyze", "--json", "--board", "9x5", "--hash", "1", "--pv"], input.as_bytes()).succeeds();
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["scores"], serde_json::json!([null, null, null, 5, 4, null, null, 2, 2]));
    assert_eq!((&lines[0]["board"], &lines[0]["pv"]), (&"9x5".into(), &serde_json::json!([4, 5, 4])));
    assert_eq!(lines[1]["winning_cells"], serde_json::json!(["f1", "g1", "h1", "i1"]));
    assert_eq!((&lines[1]["board"], &lines[1]["final_move"]), (&"9x5".into(), &7.into()));

    let csv = run(&["solve", "--csv", "--board", "9x5", "--hash", "1"], b"9988776\n").succeeds();
    let (names, values) = csv.split_once('\n').unwrap();
    assert!(
        names.ends_with(",winning_cells,board,error") && values.ends_with(",f1 g1 h1 i1,9x5,\n"),
        "{csv}"
    );

    let limited = run(&["solve", "--json", "--board", "9x5", "--hash", "1", "--nodes", "100"], b"9\n");
    let answer: serde_json::Value = serde_json::from_str(&limited.stdout).unwrap();
    assert_eq!((limited.code, &answer["proven"], &answer["board"]), (Some(4), &false.into(), &"9x5".into()));
    let (lower, upper) = (answer["bounds"][0].as_i64().unwrap(), answer["bounds"][1].as_i64().unwrap());
    assert!(-20 <= lower && lower < upper && upper <= 20, "{answer}");
}

#[test]
fn columns_past_the_ninth_are_numbers_in_json_and_letters_in_moves() {
    let arguments = ["solve", "--json", "--board", "12x4", "--hash", "1"];
    let json = run(&arguments, b"91b2c3\nababaca\n").succeeds();
    let answers: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["best"], &answers[0]["plies_to_end"]), (&10.into(), &1.into()), "{json}");
    assert_eq!(answers[1]["winning_cells"], serde_json::json!(["j1", "j2", "j3", "j4"]));
    let shown = run(&["show", "91b2c3", "--board", "12x4"], b"").succeeds();
    assert!(shown.contains("\n| O O O . . . . . X . X X |\n"), "{shown}");
}

#[test]
fn a_set_states_its_board() {
    let set = TestFile::new("9x5.txt", format!("# a set\n# board 9x5\n\n{WIDE} 5\n9988776 -20\n"));
    let expected = format!("{WIDE} 5\n9988776 -20\n");
    assert_eq!(run(&["solve", "--hash", "1", set.path()], b"").succeeds(), expected);
    assert_eq!(run(&["solve", "--board", "9x5", "--hash", "1", set.path()], b"").succeeds(), expected);

    let other = run(&["solve", "--board", "8x5", "--hash", "1", set.path()], b"");
    let expected = format!(
        "error: {} is a set of board 9x5, not 8x5: leave --board out, or name another file",
        set.path()
    );
    assert_eq!((other.error_line(), other.stdout.as_str()), (&*expected, ""));

    let wrong = run(&["solve", "--hash", "1"], format!("# board 9x5\n{WIDE} 4\n{WIDE} 21\n").as_bytes());
    let range = "error: invalid score \"21\" (scores are -20 to 20)";
    assert_eq!(wrong.stdout, format!("{WIDE} error: the score is 5, not 4\n{WIDE} 21 {range}\n"));
    assert_eq!(wrong.code, Some(1));

    let late = run(&["solve", "--hash", "1"], b"1212121\n# board 9x5\n9\n");
    let expected = "error: standard input, line 2: board 9x5 is stated where the positions are of 7x6";
    assert_eq!((late.error_line(), late.stdout.as_str()), (expected, "1212121 -18\n"));
    let unfit = run(&["solve", "--hash", "1"], b"# board 9x9\n9\n");
    assert!(unfit.error_line().contains("standard input: a board of 9x9 doesn't fit"), "{unfit:?}");
}

#[test]
fn a_drawn_board_has_the_size_that_it_is_drawn_in() {
    for (size, moves) in
        [("9x5", "9988776"), ("5x9", "1111211212131"), ("12x4", "ababaca"), ("32x1", "wqvputs")]
    {
        let drawn = run(&["show", moves, "--board", size], b"").succeeds();
        for arguments in [&["solve", "--json", "--input", "board"][..], &["solve", "--json"]] {
            let is_line = arguments.len() == 2;
            let rows = drawn.lines().take_while(|line| line.starts_with('|'));
            let line = rows.map(|row| row.trim_matches('|').trim()).collect::<Vec<_>>().join("/");
            // A single row has no slash by which it could be told from moves.
            if is_line && size.ends_with("x1") {
                continue;
            }
            let input = if is_line { line } else { drawn.clone() };
            let answer =
                run(&[arguments, &["--hash", "1", "--nodes", "1000"]].concat(), input.as_bytes()).stdout;
            assert!(answer.contains(&format!("\"board\":\"{size}\"")), "{input}\n{answer}");
        }
    }
    let mixed = run(&["solve", "--hash", "1"], b"...../...../..O../.OXX.\n1212121\n").succeeds();
    assert!(mixed.ends_with("\n1212121 -18\n"), "{mixed}");
    let asked = run(&["solve", "--hash", "1", "--board", "5x5"], b"...../...../..O../.OXX.\n1111\n");
    assert!(asked.stdout.contains("error: 4 rows, where the board has 5 "), "{asked:?}");
    assert!(asked.stdout.ends_with("\n1111 0\n"), "{asked:?}");
    let unfit = run(&["solve", "--hash", "1"], ["........."; 7].join("/").as_bytes());
    assert!(
        unfit.stdout.contains(" error: a board of 9x7 doesn't fit: with 7 rows it has 1 to 8 columns"),
        "{unfit:?}"
    );
}

#[test]
fn drawings_of_many_sizes_are_answered_in_their_order() {
    let sizes = [(4, 4), (5, 4), (4, 5), (3, 3), (6, 1), (1, 6), (2, 2), (5, 3), (4, 4), (7, 2)];
    let drawn = |&(width, height): &(usize, usize)| (".".repeat(width) + "\n").repeat(height);
    let drawings: Vec<_> = sizes.iter().map(drawn).collect();
    let answers =
        run(&["solve", "--input", "board", "--json", "--hash", "1"], drawings.join("\n").as_bytes())
            .succeeds();
    let answers: Vec<serde_json::Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (&(width, height), answer) in sizes.iter().zip(&answers) {
        assert_eq!(
            (&answer["board"], &answer["score"]),
            (&format!("{width}x{height}").into(), &0.into()),
            "{answer}"
        );
    }
    assert_eq!(answers.len(), sizes.len());
}

#[test]
fn perft_and_show_take_a_board() {
    let expected = "perft 1 8\nperft 2 64\nperft 3 512\n";
    assert_eq!(run(&["perft", "3", "--board", "8x7"], b"").succeeds(), expected);
    assert_eq!(run(&["--board", "8x7", "perft", "3"], b"").succeeds(), expected);
    // The board after the name of the command counts.
    assert_eq!(run(&["--board", "8x7", "perft", "1", "--board", "9x5"], b"").succeeds(), "perft 1 9\n");
    assert_eq!(
        run(&["perft", "2", "--position", "c", "--board", "12x4"], b"").succeeds(),
        "perft 1 12\nperft 2 144\n"
    );

    let svg = run(&["show", "9988776", "--board", "9x5", "--svg"], b"").succeeds();
    assert!(
        svg.contains("<desc>9 columns, 5 rows, from the top: ") && svg.contains(">X has won</text>"),
        "{svg}"
    );
    assert_eq!(svg.matches("class=\"four\"").count(), 4);
    let scored = run(&["show", WIDE, "--board", "9x5", "--scores", "--hash", "1"], b"").succeeds();
    assert!(scored.ends_with("\nScores: - - - 5 4 - - 2 2\n"), "{scored}");
    let off = run(&["show", "99", "--board", "8x5"], b"");
    assert_eq!(
        off.error_line(),
        "error: invalid MOVES: invalid character '9' at index 0 (moves are columns, 1 to 8)"
    );
}

#[test]
fn pons_format_has_all_columns_of_the_board() {
    let input = format!("{WIDE}\n9988776\n99999\n");
    let arguments = ["solve", "--compat", "pons", "-a", "--board", "9x5", "--hash", "1"];
    let answered = run(&arguments, format!("{WIDE}\n9988776\n").as_bytes());
    assert_eq!(answered.stdout, format!("{WIDE} -1000 -1000 -1000 5 4 -1000 -1000 2 2\n"));
    assert_eq!(answered.stderr, "Line 2: Invalid move 7 \"9988776\"\n");
    let refused = run(&["solve", "--compat", "pons", "--hash", "1"], input.as_bytes());
    assert!(
        refused.stdout.is_empty() && refused.stderr.contains("Line 3: Invalid move 1 \"99999\""),
        "{refused:?}"
    );
}

#[test]
fn a_size_that_does_not_fit_is_refused_by_every_command_in_one_line() {
    let unfit = "error: invalid --board: a board of 9x9 doesn't fit: with 9 rows it has 1 to 6 columns";
    for command in [
        &[][..],
        &["solve"],
        &["analyze"],
        &["uci"],
        &["ugi"],
        &["perft", "2"],
        &["show", "1"],
        &["match", "random", "random"],
        &["score-agent", "random"],
        &["book", "verify"],
        &["book", "generate", "--plies", "1", "--out", "none"],
    ] {
        let refused = run(&[command, &["--board", "9x9"]].concat(), b"1212121\n");
        assert_eq!((refused.error_line(), refused.stdout.as_str()), (unfit, ""), "{command:?}");
    }
    for size in ["", "x", "7", "7x", "-7x6", "7x6x", "seven"] {
        let refused = run(&["solve", "--board", size], b"1212121\n");
        let expected =
            format!("error: invalid --board: {size:?} is no board size (write columns x rows, as in 7x6)");
        assert_eq!((refused.error_line(), refused.stdout.as_str()), (&*expected, ""));
    }
    for command in [&["book", "info"][..], &["man"], &["completions", "bash"], &["book", "export"]] {
        let refused = run(&[&["--board", "9x5"], command].concat(), b"");
        assert!(refused.error_line().ends_with(" doesn't use --board: leave it out"), "{refused:?}");
    }
}

#[test]
fn a_match_is_played_on_8x5() {
    let games = std::env::temp_dir().join(format!("marlin-cli-8x5-{}.tsv", std::process::id()));
    let file = games.to_str().unwrap();
    let options =
        ["--board", "8x5", "--hash", "1", "--threads", "1", "--opening-plies", "22", "--games", "4"];
    let arguments = ["match", "perfect", "depth:2", "--out", file, "--force"];
    let table = run(&[&arguments[..], &options].concat(), b"").succeeds();
    assert!(table.contains("\n4 games, openings of 22 plies, seed 1\n"), "{table}");
    let perfect = table.lines().find(|line| line.starts_with("A  ")).unwrap();
    assert!(perfect.ends_with(" 0"), "perfect play is never below theory: {table}");
    let played = std::fs::read_to_string(&games).unwrap();
    std::fs::remove_file(&games).unwrap();
    assert!(played.lines().skip(1).any(|game| game.split('\t').nth(2).unwrap().contains('8')), "{played}");
}

#[test]
fn programs_of_every_protocol_are_told_the_board() {
    let program = env!("CARGO_BIN_EXE_marlin-cli");
    let options = ["--board", "8x5", "--hash", "1", "--opening-plies", "22", "--games", "4", "--json"];
    let lines = "lines:'P' analyze --board 8x5 --hash 1";
    for player in ["native:'P' --hash 1", "uci:'P' uci --hash 1", "ugi:'P' ugi --hash 1", lines] {
        let player = player.replace('P', program);
        let report = run(&[&["match", &player, "random"], &options[..]].concat(), b"").succeeds();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let counts = ["games", "illegal", "below_theory"].map(|name| report["a"]["all"][name].as_u64());
        assert_eq!(counts, [Some(4), Some(0), Some(0)], "{report}");
    }
}

#[test]
fn a_player_is_asked_about_positions_of_8x5() {
    let options = ["--hash", "1", "--json", "--blunders", "1"];
    let random = ["score-agent", "depth:4", "--board", "8x5", "--count", "20", "--min-plies", "20"];
    let report = run(&[&random[..], &options].concat(), b"").succeeds();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["all"]["positions"], &report["phases"][2]["plies"]), (&20.into(), &"27-39".into()));

    let set = TestFile::new("agent-8x5.txt", "# board 8x5\n8877665 -17\n88776 1\n");
    let named = run(&["score-agent", "perfect", "--positions", set.path(), "--hash", "1"], b"");
    assert_eq!(
        named.error_line(),
        format!("error: {}, line 2: there is no move to ask for: X has won", set.path())
    );
    let set = TestFile::new("agent2-8x5.txt", "# board 8x5\n887766 17\n");
    let asked = |board: &[&str]| {
        run(&[&["score-agent", "perfect", "--positions", set.path(), "--hash", "1"], board].concat(), b"")
    };
    assert!(asked(&[]).succeeds().contains("\nall             1  100.0 %  100.0 %"));
    assert!(asked(&["--board", "8x5"]).succeeds().contains("\nall             1  100.0 %  100.0 %"));
    let other = asked(&["--board", "9x5"]);
    assert!(other.error_line().ends_with(", line 1: a set of board 8x5, where 9x5 is expected"), "{other:?}");
}

#[test]
fn small_boards_have_few_stones() {
    for (arguments, option, most) in [
        (&["match", "random", "random", "--opening-plies", "11"][..], "--opening-plies", 10),
        (&["score-agent", "random", "--min-plies", "13"], "--min-plies", 12),
        (&["score-agent", "random", "--max-plies", "13"], "--max-plies", 12),
        (&["book", "generate", "--plies", "16", "--out", "none"], "--plies", 15),
    ] {
        let refused = run(&[arguments, &["--board", "4x4"]].concat(), b"");
        assert_eq!(refused.error_line(), format!("error: {option} is at most {most} on a board of 4x4"));
    }
    for size in ["1x1", "3x3", "4x4"] {
        let options = ["--board", size, "--hash", "1"];
        let table =
            run(&[&["match", "random", "perfect", "--games", "2"], &options[..]].concat(), b"").succeeds();
        assert!(table.contains("\n2 games, openings of "), "{table}");
        run(&[&["score-agent", "random", "--count", "2"], &options[..]].concat(), b"").succeeds();
    }
}

/// Returns a line of a session: nearly any command that needs no search, on any board, with errors among them.
fn random_line(random: &mut RandomGames) -> String {
    const SIZES: [&str; 12] =
        ["7x6", "9x5", "5x9", "12x4", "1x1", "32x1", "1x63", "4x4", "8x7", "9x9", "0x3", "x"];
    const COLUMNS: &[u8] = b"123456789abcw0";
    let mut column = || char::from(COLUMNS[random.number(COLUMNS.len())]);
    let columns: [char; 6] = std::array::from_fn(|_| column());
    let moves: String = columns.iter().collect();
    let size = SIZES[random.number(SIZES.len())];
    match random.number(16) {
        0 => format!("board {size}"),
        1 => format!("setoption name UCI_Variant value cfour-{size}"),
        2 => format!("position {moves}"),
        3 => "undo".to_owned(),
        4 => "new".to_owned(),
        5 => format!("play {}", random.number(40)),
        6 => format!("position {} {}", columns[0], columns[1]),
        7 => ["", "board", "board 7x6 x", "play", "\u{1b}[2J", "stop", "help board"][random.number(7)]
            .to_owned(),
        8..12 => columns[0].to_string(),
        _ => format!("play {}", columns[0]),
    }
}

/// Plays a line in a game by the rules alone; lines that can't be carried out change nothing.
fn carry_out(line: &str, game: &mut Game) {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let size = rest.trim_start_matches("name UCI_Variant value cfour-").parse::<BoardSize>();
    match (word, size) {
        ("board", Ok(size)) => *game = Game::empty(size),
        // A variant that is set already begins no game.
        ("setoption", Ok(size)) if size != game.size() => *game = Game::empty(size),
        ("new", _) => *game = Game::empty(game.size()),
        ("undo", _) => drop(game.undo()),
        ("position", _) => *game = Game::parse(game.size(), rest).unwrap_or_else(|_| game.clone()),
        _ => {
            let word = if word == "play" { rest } else { word };
            let by_letter = || (word.len() == 1).then(|| Column::from_char(word.chars().next()?)).flatten();
            // A number of two digits is a column after `play` only.
            let by_number = word.parse().ok().filter(|_| rest == word || word.len() == 1);
            if let Some(column) = by_number.and_then(Column::from_number).or_else(by_letter) {
                let _ = game.play(column);
            }
        }
    }
}

#[test]
fn any_lines_leave_the_game_that_the_rules_give() {
    let mut random = RandomGames::new(7);
    let mut game = Game::empty(BoardSize::STANDARD);
    let (mut input, mut expected) = (String::new(), String::new());
    for index in 0..4_000 {
        let line = random_line(&mut random);
        carry_out(&line, &mut game);
        input += &line;
        input.push('\n');
        if index % 4 == 3 {
            input += "d\n";
            expected += &marlin_protocol::board::draw(&game);
        }
    }
    let output = run(&["--hash", "1", "--threads", "1"], input.as_bytes()).succeeds();
    let is_drawn = |line: &&str| {
        ["| ", "+-", "  1", "Moves played", "Current", "Game over"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let drawn: String = output.split_inclusive('\n').filter(is_drawn).collect();
    assert_eq!(drawn, expected);
    assert!(expected.contains("Game over: ") && expected.contains(" a b c\n"));
}
