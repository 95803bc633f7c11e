//! Help texts of the program and of its smaller commands.

pub(super) const EXAMPLES: &str = "\
Positions are the columns played from the empty board, from 1 on the left; X moves first. Columns
past 9 are letters: 'a' is column 10. The board has 7 columns and 6 rows, or those of --board 8x7.

Scores are from the side to move: 0 is a draw, a win counts the stones that the winner has left,
the winning one included (18 for a win with the fourth of 21 stones), and a loss is its negative.

Examples:
  marlin-cli                               start a session; type 'help' in it
  printf 'position 4433\\ngo\\n' | marlin-cli
                                           the same from a pipe
  echo 4433 | marlin-cli solve             4433 18
  echo 4433 | marlin-cli analyze           4433 -3 18 2 2 18 -3 -4
  marlin-cli solve --json positions.txt    print a JSON object for each position
  marlin-cli solve --csv --time 100 positions.txt
                                           spend at most 100 ms on a position, print CSV
  marlin-cli solve --board 8x5 45454       solve a position of another board
  marlin-cli --strict < commands.txt       exit with 2 if a line had an error
  marlin-cli uci                           a session in UCI, for Cute Chess and similar programs
  marlin-cli mcp                           tools for assistants: 'help mcp' has the configuration
  marlin-cli play                          play against the engine; '?' has the keys
  marlin-cli puzzle                        solve the puzzle of the day
  marlin-cli explain 4433                  explain why a position is won, lost or drawn
  marlin-cli explore 44                    explore an opening: results, replies, moves of levels
  marlin-cli show 4433                     draw a board; --svg for a picture
  marlin-cli review 4444452353323          review a game: its blunders and turning point
  marlin-cli perft 9                       count the sequences of 1 to 9 moves
  marlin-cli book info                     describe the opening book of the program
  marlin-cli book generate --plies 4 --out 5x5.book --board 5x5
                                           make an opening book, which --book 5x5.book takes
  marlin-cli match perfect depth:4         let two players play (feature 'match')
  marlin-cli score-agent depth:4           count the good and the perfect moves of a player
  marlin-cli completions bash > marlin-cli.bash
                                           complete commands and options with the tab key
  marlin-cli --version                     with the CPU levels that --cpu takes here

Exit codes: 0 success; 1 internal failure, failed check, or a player that crashed or fell silent;
2 bad usage, input or output; 4 an unproven result within limits.";

pub(super) const UCI_HELP: &str = "\
The commands are uci (or ugi), isready, setoption, ucinewgame (or uginewgame), position, go, stop,
ponderhit, d and quit, and in UGI query.

A session without a command switches to this protocol with the line 'uci' or 'ugi'. A move is a
drop: P@ and a cell, files from a, ranks from 1. A position is 'startpos' or a FEN, as 'd' prints it.
The variant 'cfour' is the board of 7x6, and 'cfour-8x7' one of another size: it is set by --board
or by 'setoption name UCI_Variant value cfour-8x7', which begins a game on the empty board.
'go' takes movetime, wtime and btime (in UGI p1time and p2time), nodes, depth (plies to look ahead),
mate, searchmoves, infinite, ponder and perft. A score is the number of moves until the mate, or
'cp 0' for a draw, and a bound until its proof. Level 10 plays perfectly, and lower levels make
more mistakes. The same Seed gives the same moves; with 0 they are random.
After a refused position, 'go' answers 'bestmove (none)'.

Examples:
  printf 'uci\\nposition startpos moves P@d1 P@d2\\ngo movetime 1000\\n' | marlin-cli uci
  marlin-cli uci --board 8x7";

pub(super) const COMPLETIONS_HELP: &str = "\
The place of the script for each shell:
  bash        marlin-cli completions bash > ~/.local/share/bash-completion/completions/marlin-cli
  zsh         marlin-cli completions zsh > \"${fpath[1]}/_marlin-cli\"
  fish        marlin-cli completions fish > ~/.config/fish/completions/marlin-cli.fish
  PowerShell  marlin-cli completions powershell >> $PROFILE";

#[cfg(feature = "man")]
pub(super) const MAN_HELP: &str = "\
Examples:
  marlin-cli man | man -l -
  marlin-cli man .";
