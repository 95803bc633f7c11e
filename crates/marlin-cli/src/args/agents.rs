//! The arguments of the commands that let players play, and their help.

use std::path::PathBuf;
use std::time::Duration;

use clap::value_parser;

/// What both helps say of players.
macro_rules! players {
    () => {
        "\
A player is one of
  random          plays any column
  depth:N         sees what is won or lost within N plies, and plays any column otherwise
  perfect         Marlin itself
  native:COMMAND  a program with the protocol of Marlin's session
  uci:COMMAND     a program that speaks UCI, of the variant 'cfour' (as Fairy-Stockfish)
  ugi:COMMAND     a program that speaks UGI
  lines:COMMAND   a program that reads the moves of a position a line, as in '4433', and
                  answers by a column or by seven scores, '-' for none, after the position
                  or alone (as 'marlin-cli analyze'); a number that is no column is an
                  illegal move, and lines that are no answer are skipped
A COMMAND is a program with its arguments, split as a shell does.

Without --time a program of UCI or UGI gets a second a move, and all others what they take.
A program that crashes, or is silent for longer than --timeout, is started again. Standard
error says when, and with which exit status or signal. Three such failures in a row without a
move end the command. The report is printed in any case, and the exit code is 1. A program
that can't be started or doesn't greet at the very beginning ends the command without one.
"
    };
}

pub(super) const MATCH_HELP: &str = concat!(
    players!(),
    "
A player that makes an illegal move, crashes or is silent loses the game. The next game is
played all the same.

With --time each move is timed from the question to the answer. A move is counted as an
overstep if it takes more than 20 ms longer than that; the margin is for the way through the
pipe. With --strict-time it also loses the game.

Each opening is random: after it nobody has won, and the side to move can't at once. It is
played twice, with A as the first player (X) and then with B. Marlin solves it, so that the
results stand beside those of perfect play from there, and 'below theory' counts the games
in which a player got less. The book answers openings of up to 13 plies at once, and later
ones take milliseconds to solve. With --no-book, one of 4 plies takes about a second.

--out writes a line a game, fields apart by tabs, named in the first line:
  game     its number, from 1
  opening  its moves
  moves    all moves, those of the opening too
  first    who plays X
  second   who plays O
  result   1-0, 1/2-1/2 or 0-1, X's points first
  theory   the same under perfect play from the opening on
  illegal  what was wrong with the last move, if it was no move
  end      how the game ended: rules, illegal, crash, timeout or overstep
  failure  how the player failed, if it crashed, was silent or moved too late
With --json these are the names of an object a line, and the report is one object too:
  games, opening_plies, seed, time_ms, strict_time
           what was played; time_ms is null without --time
  a, b     the players, each with its name, and the counts of all games, of those in which
           it was the first player, and of those in which it was the second:
    name, all, first, second
  and in each of these counts
    games, wins, draws, losses, theory (of wins, draws and losses), below_theory
    illegal, crashes, timeouts
             games lost by an illegal move, a crash, or silence
    oversteps, worst_overstep_ms
             moves that took longer than --time, and by how much at most (or null)

Examples:
  marlin-cli match perfect depth:4
  marlin-cli match 'uci:fairy-stockfish' 'native:marlin-cli --threads 1' --time 100 --out games.tsv
  marlin-cli match random depth:2 --games 1000 --opening-plies 12 --seed 7 --json"
);

pub(super) const SCORE_AGENT_HELP: &str = concat!(
    players!(),
    "
Each position is random unless --positions names a file of them: lines of moves, as in '4433',
or of moves and a score, as the sets of Marlin have; lines that begin with '#' are skipped. A
move is good if it keeps the win, or the draw, or loses when all do. It is perfect if it also
keeps the score: no other wins sooner or loses later. The true scores are Marlin's. An illegal
move, a crash and silence are bad answers.

With --json the report is one object:
  agent       who was asked
  all         of all positions:
    positions   how many
    good        good moves
    perfect     perfect moves
    illegal     answers that were no moves
    crashes     positions at which the player crashed
    timeouts    positions at which it was silent for longer than --timeout
    mean_ms     mean time of an answer in milliseconds
  phases      the same by the stones on the board: \"plies\" is \"0-14\", \"15-28\" or \"29-41\"
  blunders    the worst of the moves that aren't perfect, as many as --blunders says:
    position    the moves that lead to it
    column      the column played, null if there is none
    illegal     what was wrong with the answer, null if nothing
    failure     how the player failed to answer, null if it did answer
    score       the score of the move, null if there is none
    best        the columns of the best moves
    best_score  their score

Examples:
  marlin-cli score-agent depth:4 --count 200 --blunders 5
  marlin-cli score-agent --time 100 -- uci:fairy-stockfish
  marlin-cli score-agent --positions L2_R2.txt --json -- 'lines:marlin-cli analyze'"
);

// How players are asked, and how the answer is written. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// Seed of everything that is random: the same seed gives the same
    #[arg(long, default_value = "1")]
    pub(crate) seed: u64,

    /// Time for a move in milliseconds
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,

    /// Seconds to wait for an answer of a program, beyond the time for the move
    #[arg(long, value_name = "S", default_value = "60", value_parser = value_parser!(u64).range(1..=86_400))]
    timeout: u64,

    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl PlayArgs {
    /// Returns the time for a move.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.map(Duration::from_millis)
    }

    /// Returns how long to wait for an answer of a program beyond that.
    pub(crate) const fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

// Arguments of `match`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct MatchArgs {
    /// First player: random, perfect, depth:N or a program, as described below
    pub(crate) a: String,

    /// Second player, named in the same way
    pub(crate) b: String,

    /// Number of games, two from each opening
    #[arg(long, value_name = "N", default_value = "100", value_parser = value_parser!(u64).range(1..))]
    pub(crate) games: u64,

    /// Number of moves in an opening
    #[arg(long, value_name = "K", default_value = "8", value_parser = value_parser!(u32).range(0..=36))]
    pub(crate) opening_plies: u32,

    /// Let a move that takes longer than --time lose the game
    #[arg(long)]
    pub(crate) strict_time: bool,

    /// Write the games to a file, each as soon as it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Replace the file of --out if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) play: PlayArgs,
}

// Arguments of `score-agent`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreAgentArgs {
    /// Player to ask, as described below; a program may be followed by its arguments
    #[arg(required = true, num_args = 1..)]
    pub(crate) agent: Vec<String>,

    /// Ask about the positions of a file [default: random ones]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "min_plies", "max_plies"])]
    pub(crate) positions: Option<PathBuf>,

    /// Number of random positions to ask about
    #[arg(long, value_name = "N", default_value = "100", value_parser = value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// The least number of stones on the board
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u32).range(0..=38))]
    pub(crate) min_plies: u32,

    /// The greatest number of stones on the board
    #[arg(long, value_name = "N", default_value = "36", value_parser = value_parser!(u32).range(0..=38))]
    pub(crate) max_plies: u32,

    /// Print the N worst moves
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) blunders: usize,

    #[command(flatten)]
    pub(crate) play: PlayArgs,
}
