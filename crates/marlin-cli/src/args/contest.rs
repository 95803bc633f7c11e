//! The arguments of `match` and `score-agent`, and their help.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use marlin_support::options::{EngineOptions, at_least_one, seed, whole};

use crate::arena::{AgentSpec, AgentSpecError};

/// The help of both commands on players.
macro_rules! players {
    () => {
        "\
A player is one of
  random          plays any column
  depth:N         sees wins and losses within N plies, and plays any column otherwise
  level:N         plays at a level from 1, a beginner, to 10, which is perfect
  perfect         Marlin itself
  native:COMMAND  a program that speaks the protocol of Marlin's session
  uci:COMMAND     a program that speaks UCI with the variant 'cfour' (such as Fairy-Stockfish),
                  and on a board of another size with the variant 'cfour-8x7'
  ugi:COMMAND     a program that speaks UGI
  lines:COMMAND   a program that reads a position on each line, as in '4433', and answers with
                  a column or with the scores of all, '-' for none, after the position or alone
                  (such as 'marlin-cli analyze'); a number that is no column is an illegal
                  move, and other lines are skipped; the board is not sent
A COMMAND is a program with its arguments, split as a shell does.

Without --time a UCI or UGI program has one second for a move, and all others have no limit.
A program that crashes, or is silent for longer than --timeout, is restarted, and standard error
names the exit status or signal. Three such failures in a row without a move end the command.
The report is printed all the same, and the exit code is 1. There is no report if a program fails
to start or to complete its handshake.
"
    };
}

pub(super) const MATCH_HELP: &str = concat!(
    players!(),
    "
A player that makes an illegal move, crashes or is silent loses the game, and the match continues.

With --time each move is timed from the request to the answer. A move counts as late if it
takes more than 20 ms longer than that; the margin covers the delay of the pipes. The report
counts late moves as oversteps. With --strict-time a late move also loses the game.

Each opening is random, without a winner or a win at once for the side to move. It is played twice,
first with A as the first player (X), then with B. Marlin solves each opening, and the report
compares the results with those of perfect play: 'below theory' counts the worse results.
The book has the scores of openings of up to 13 plies, and later ones take milliseconds to solve.
With --no-book, an opening of 4 plies takes about a second. Boards of another size have none: a
large one needs a greater --opening-plies.

--out writes a line for each game, with tabs between the fields and their names in the first
line:
  game     its number, from 1
  opening  its moves
  moves    all moves, those of the opening too
  first    the player of X
  second   the player of O
  result   1-0, 1/2-1/2 or 0-1, X's points first
  theory   the same under perfect play from the opening on
  illegal  the reason why the last answer was illegal, if it was
  end      the end of the game: rules, illegal, crash, timeout or overstep
  failure  the failure of the player: a crash, silence or a late move
With --json each game is an object with these names, and the report is an object too:
  games, opening_plies, seed, time_ms, strict_time
           the conditions; time_ms is null without --time
  a, b     the players, each with its name and its counts: of all games, of those as the
           first player, and of those as the second:
    name, all, first, second
  and each of these counts has
    games, wins, draws, losses, theory (of wins, draws and losses), below_theory
    illegal, crashes, timeouts
             games lost by an illegal move, a crash, or silence
    oversteps, worst_overstep_ms
             moves that took longer than --time, and the greatest excess (or null)

Examples:
  marlin-cli match perfect depth:4
  marlin-cli match 'uci:fairy-stockfish' 'native:marlin-cli --threads 1' --time 100 --out games.tsv
  marlin-cli match random depth:2 --games 1000 --opening-plies 12 --seed 7 --json
  marlin-cli match perfect depth:4 --board 8x5 --opening-plies 16"
);

pub(super) const SCORE_AGENT_HELP: &str = concat!(
    players!(),
    "
The positions are random, or those of the file that --positions names: each line has moves, as
in '4433', or moves and a score, as in Marlin's position sets; lines that begin with '#' are
skipped, but '# board 8x5' before the positions states their board. A move is good if it keeps the
win or the draw, or if all moves lose. It is perfect if it also keeps the score: no other move wins
sooner or loses later. An illegal move, a crash and silence are bad answers.

With --json the report is one object:
  agent       the player
  all         the counts of all positions:
    positions   their number
    good        good moves
    perfect     perfect moves
    illegal     answers that were no legal moves
    crashes     positions at which the player crashed
    timeouts    positions at which it was silent for longer than --timeout
    mean_ms     mean time of an answer in milliseconds
  phases      the same by the stones on the board: \"plies\" is \"0-14\", \"15-28\" or
              \"29-41\" on 7x6, thirds of the cells
  blunders    the worst moves, at most the number given by --blunders:
    position    the moves that lead to it
    column      the column played, null if there is none
    illegal     the reason why the answer was illegal; null for a legal move
    failure     the failure of the player; null if it answered
    score       the score of the move, null if there is none
    best        the columns of the best moves
    best_score  their score

Examples:
  marlin-cli score-agent depth:4 --count 200 --blunders 5
  marlin-cli score-agent --time 100 -- uci:fairy-stockfish
  marlin-cli score-agent --positions L2_R2.txt --json -- 'lines:marlin-cli analyze'"
);

/// No board has more cells.
const MAX_PLIES: u32 = 63;

// Options of games and of their report. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ContestArgs {
    /// Seed of all random choices: the same seed makes the same choices
    #[arg(long, default_value = "1", value_parser = seed(), allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Time for a move in milliseconds
    #[arg(long, value_name = "MS", value_parser = whole(1..=86_400_000_u64).map(Duration::from_millis), allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,

    /// Seconds to wait for the answer of a program, beyond the time for the move
    #[arg(long, value_name = "S", default_value = "60", value_parser = whole(1..=86_400_u64).map(Duration::from_secs), allow_negative_numbers = true)]
    pub(crate) timeout: Duration,

    /// Print the report as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Returns the player of a name, which a shell would split into a program and its arguments.
fn player(name: &str) -> Result<AgentSpec, AgentSpecError> {
    AgentSpec::from_words(&[name.to_owned()])
}

// Arguments of `match`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct MatchArgs {
    /// First player: random, perfect, level:N, depth:N or a program, as described below
    #[arg(value_parser = player)]
    pub(crate) a: AgentSpec,

    /// Second player, named in the same way
    #[arg(value_parser = player)]
    pub(crate) b: AgentSpec,

    /// Number of games, two from each opening
    #[arg(long, value_name = "N", default_value = "100", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) games: u64,

    /// Number of moves in an opening: at least 6 cells of the board stay empty [default: 8]
    #[arg(long, value_name = "K", value_parser = whole(0..=MAX_PLIES), allow_negative_numbers = true)]
    pub(crate) opening_plies: Option<u32>,

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
    pub(crate) contest: ContestArgs,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

// Arguments of `score-agent`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreAgentArgs {
    /// Player to ask, as described below; a program may be followed by its arguments
    #[arg(required = true, num_args = 1.., value_name = "PLAYER")]
    pub(crate) agent: Vec<String>,

    /// Ask about the positions of a file [default: random ones]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "min_plies", "max_plies"])]
    pub(crate) positions: Option<PathBuf>,

    /// Number of random positions to ask about
    #[arg(long, value_name = "N", default_value = "100", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// Least number of stones on the board [default: 8]
    #[arg(long, value_name = "N", value_parser = whole(0..=MAX_PLIES), allow_negative_numbers = true)]
    pub(crate) min_plies: Option<u32>,

    /// Greatest number of stones on the board: at least 4 cells stay empty [default: all but 6 cells, 36 on 7x6]
    #[arg(long, value_name = "N", value_parser = whole(0..=MAX_PLIES), allow_negative_numbers = true)]
    pub(crate) max_plies: Option<u32>,

    /// Print the N worst moves
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole(0..=usize::MAX), allow_negative_numbers = true)]
    pub(crate) blunders: usize,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
