//! Sessions on boards of other sizes, in every dialect.

use crate::process::{InteractiveRun, run};

/// A position of 9x5 that is solved in no time: X is to move and wins in three plies.
pub(crate) const WIDE: &str = "1766722411276729121758536363338598";

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
        let index = column as usize - '1' as usize;
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
        "play j",
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
hint: play 4, X wins on move 37 if both play perfectly
  Column 4: score 5 (WIN in 3 plies, at move 37)
  Column 5: score 4 (WIN in 5 plies, at move 39)
  Column 8: score 2 (WIN in 9 plies, at move 43)
  Column 9: score 2 (WIN in 9 plies, at move 43)
bestmove 4 score 5 (WIN) in 3 plies, at move 37
Nodes analyzed: 6
Played 5 moves
Error: Column 9 is full (columns 1, 2, 3, 4, 5, 6, 7 and 8 are open)
Error: Invalid column '10' (columns are 1 to 9, as in 'play 5')
Error: Invalid column 'j' (columns are 1 to 9, as in 'play 5')
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
fn columns_past_the_ninth_are_numbers() {
    let lines = [
        "board 12x4",
        "position 12 9 12 9 12",
        "11",
        "play j",
        "moves",
        "d",
        "position 1,13",
        "position 112",
        "10 11",
    ];
    let expected = "\
Board: 12x4
Played 5 moves
Played column 11, X to move
Played column 10, O to move
12,9,12,9,12,11,10
|  .  .  .  .  .  .  .  .  .  .  .  . |
|  .  .  .  .  .  .  .  .  .  .  .  X |
|  .  .  .  .  .  .  .  .  O  .  .  X |
|  .  .  .  .  .  .  .  .  O  X  O  X |
+-------------------------------------+
   1  2  3  4  5  6  7  8  9 10 11 12
Moves played: 7
Current player: O
Error: Invalid position: \"13\" at character 3 is no column (moves are columns, 1 to 12)
Error: Invalid position: \"112\" at character 1 is no column (separate the moves on a board of 12 columns, as in 10,3,10)
Unknown command: 10 11 (did you mean 'position 10 11'?)
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
    let lines = [&["ugi"], &lines[..]].concat();
    let answers = transcript(&["uci", "--board", "5x9"], &lines);
    assert_eq!(answers.split_once("ugiok\n").map(|(_, answers)| answers), Some(&*expected));
}

#[test]
fn what_cannot_be_done_on_a_board_is_refused_in_one_line_and_changes_nothing() {
    let lines = ["position 44", "board 17x7", "8", "setoption name UCI_Variant value cfour-17x7", "moves"];
    let expected = "\
Played 2 moves
Error: a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns
Error: Invalid column '8' (columns are 1 to 7, as in 'play 4')
Error: invalid UCI_Variant 'cfour-17x7': a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns
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
    let reason = "it is on a board of 9x5, but the board is 7x6: set UCI_Variant to cfour-9x5";
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
    let input = "position 4433\\nsetoption name OwnBook value false\\nanalyze\\nboard 9x5\\nposition 99\\nposition 44\\nmoves\\nboard 9x5\\n7\\nd\\n";
    // Room for one table, and not for two.
    let script = format!("ulimit -v 1500000; printf '{input}' | '{program}' --hash 1000 --threads 1");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let refused = "Error: no memory for a table of 1000 MiB (ask for a smaller one)\n";
    let (searched, rest) = output.split_once(refused).unwrap_or_else(|| panic!("{output}"));
    assert!(searched.contains("analysis -"), "{output}");
    // These lines were read before it was refused, while the search was running.
    let rest =
        rest.strip_prefix(&"Error: the position is of board 9x5, which is not set\n".repeat(2)).unwrap();
    let rest = rest.strip_prefix("4433\n").unwrap();
    let rows = "| . . O O . . . |\n| . . X X . . X |\n";
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
