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
  marlin-cli uci                           a session in UCI or UGI, for Cute Chess and its like
  marlin-cli mcp                           tools for assistants: 'help mcp' has the configuration
  marlin-cli play                          play against the engine; '?' has the keys
  marlin-cli puzzle                        solve the puzzle of the day
  marlin-cli explain 4433                  explain why a position is won, lost or drawn
  marlin-cli explore 44                    explore an opening: results, replies, moves of levels
  marlin-cli show 4433                     draw a board; --svg FILE for a picture
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

The line 'uci' or 'ugi' chooses the protocol, in a session without a command too. A move is a
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

pub(super) const MCP_HELP: &str = "\
An assistant starts this program and calls its tools, all of which only read:
  analyze       the exact score of each column, the best columns, best play by both sides
  best_move     the best move, or that of a player of level 1 to 10
  explain       why a position is won, lost or drawn, in proven statements
  review        the blunders of a game, only moves, accuracy, the turning point
  draw          the board as text and as SVG
  reach         whether a board can arise in a game, and moves that lead to it

Claude Desktop and other clients take this in their configuration (claude_desktop_config.json), with
the full path of the program:
  {\"mcpServers\": {\"marlin\": {\"command\": \"marlin-cli\", \"args\": [\"mcp\"]}}}
In Claude Code: claude mcp add marlin -- marlin-cli mcp

A position is in any notation that 'marlin-cli help solve' lists; --board is the board where a call
names none. The result of a tool is text and a record, which its output schema describes. A call
takes 5 seconds at most, a review 20, or the time that it names, up to 10 minutes; a score that is
not proven then is null. One call is carried out at a time, and 64 more wait. A cancelled call is
stopped and has no reply.

The protocol is JSON-RPC 2.0, a message a line, of 256 KiB at most. The versions are 2026-07-28,
2025-11-25, 2025-06-18, 2025-03-26 without batches, and 2024-11-05. At the end of the input the
searches are stopped, and the exit code is 0.

Examples:
  marlin-cli mcp
  marlin-cli mcp --hash 256 --threads 2
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | marlin-cli mcp";
