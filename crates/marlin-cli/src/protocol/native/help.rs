//! The output of `help` in Marlin's own dialect: a line for each command, or the details of one.

/// The output of `help`.
pub(super) const COMMANDS: &str = "\
Commands, in any case:
  position [MOVES]   set up the position after these moves, columns from 1 (as in 'position 4433')
  play C, or just C  play column C in the current game
  undo               take back the last move
  new                start a new game with the empty board
  board WxH          start a new game on a board of W columns and H rows (as in 'board 8x7')
  moves              print the moves played so far
  display, d         draw the board
  hint               name the best move in plain words
  go [MS]            find the best move, within MS milliseconds if given
  analyze            print the score of every column
  stop               end the search and print what it has proven
  setoption name N value V
                     set Threads, Hash (MiB), OwnBook (true or false: use the opening book),
                     BookFile or Level (1 to 10); 'setoption name Clear Hash' empties the table
  uci, ugi           switch to that protocol
  help, ? [COMMAND]  list the commands, or explain one (as in 'help go')
  quit, exit         leave
";

/// The commands and their details.
const TOPICS: [(&[&str], &str); 15] = [
    (
        &["position"],
        "\
position [MOVES]: set up the position after these moves from the empty board.
Columns count from 1 on the left, with letters past 9 ('a' is column 10), with or without spaces
or commas between them; X moves first.
Without moves it is the empty board. After an error the position is unchanged.
Example: position 4433
",
    ),
    (
        &["play"],
        "\
play C, or just C: play column C, from 1 on the left, in the current game.
On a wide board column 10 is 'play 10', 'play a' or just 'a', and so on; just 'd' draws the board.
Both sides play this way: the answer says who is to move, or how the game has ended.
Example: play 4
",
    ),
    (
        &["undo"],
        "\
undo: take back the last move.
Repeat it to go back further, as far as the empty board.
Example: undo
",
    ),
    (
        &["new"],
        "\
new: start a new game with the empty board.
The settings stay as they are.
Example: new
",
    ),
    (
        &["board"],
        "\
board WxH: start a new game on a board of W columns and H rows, with W * (H + 1) at most 64.
The settings stay as they are, but the table is emptied, and a book of another size isn't used.
Columns past 9 are letters in moves: 'a' is column 10. 'board 7x6' is the standard board.
Example: board 8x7
",
    ),
    (
        &["moves"],
        "\
moves: print the moves played so far as columns, in the form that 'position' takes.
Example: moves
",
    ),
    (
        &["display", "d"],
        "\
display, or d: draw the board, X for the first player and O for the second.
When somebody has won, only the stones that did are capitals.
Below it stand the number of moves and whose turn it is, or how the game has ended.
Example: d
",
    ),
    (
        &["hint"],
        "\
hint: name the best move, and how the game ends if both sides play perfectly.
A ply is one move by one player.
Example: hint      answers, after 4433: hint: play 5, X wins on move 7 if both play perfectly
",
    ),
    (
        &["go"],
        "\
go [MS]: find the best move and the score of every column, within MS milliseconds if given.
A score is from the side to move: 0 is a draw, a win counts the stones that the winner has left,
the winning one included (18 for a win with the fourth of 21 stones), a loss is its negative.
Bounds stand for an unproven score.
'info' lines show the progress; 'stop' ends the search early.
Example: go 500
",
    ),
    (
        &["analyze"],
        "\
analyze: print the scores of all columns in one line, from the left, '-' for a column that can't
be played.
'help go' explains the scores. 'stop' ends the search early and leaves bounds.
Example: analyze      answers, after 4433: analysis -3 18 2 2 18 -3 -4
",
    ),
    (
        &["stop"],
        "\
stop: end the running search and print what it has proven.
Without a search it does nothing.
Example: stop
",
    ),
    (
        &["setoption"],
        "\
setoption name NAME value VALUE: change a setting.
Threads (1 to 256), Hash (size of the table in MiB), OwnBook (true or false), BookFile (a file),
Level (1 for beginners to 10, which is perfect), Seed (a number for the games of a level, 0 for
others each time), MultiPV and UCI_ShowWDL (for UCI), and UCI_Variant (cfour is the board of 7x6,
cfour-8x7 one of another size). 'setoption name Clear Hash' empties the table.
Example: setoption name Threads value 4
",
    ),
    (
        &["uci", "ugi"],
        "\
uci, ugi: speak the Universal Chess Interface (variant cfour, or cfour-8x7 on another board) or
the Universal Game Interface from now on, as programs do. There is no way back: 'quit' ends the
session.
Example: uci
",
    ),
    (
        &["help", "?"],
        "\
help [COMMAND], or ?: list the commands, or explain one.
Example: help go
",
    ),
    (
        &["quit", "exit"],
        "\
quit, or exit: leave. At a terminal Ctrl-D does the same, and a running search is abandoned;
from a file or a pipe the search is finished first.
Example: quit
",
    ),
];

/// Returns the help on a command.
pub(super) fn on(command: &str) -> Option<&'static str> {
    let found = TOPICS.iter().find(|(names, _)| names.iter().any(|name| name.eq_ignore_ascii_case(command)));
    found.map(|(_, text)| *text)
}

/// Returns the commands that have help.
pub(super) fn topics() -> String {
    TOPICS.map(|(names, _)| names.join(", ")).join(", ")
}
