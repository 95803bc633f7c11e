//! The arguments of the batch commands, and their help on input and output.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use marlin_core::notation::Notation;
use marlin_support::options::{EngineOptions, at_least_one};

use super::shared::BaseArgs;

/// The help of both batch commands on their input.
macro_rules! input_help {
    () => {
        "\
Each line of the input is a position, in any of these notations:
  4433                       moves, columns from 1, with letters past 9 ('a' is column 10); an
                             empty line is the empty board
  4 4 3 3                    the same, each move by itself, with spaces or commas between them
  d1 d2 c1, P@d1 P@d2        the cells of the moves, or drops; also a game with move numbers and its
                             result, as in '1. d1 d2 2. c1 *'
  4433 18                    moves and their score, as in a position set: the score is checked,
                             and a wrong one is an error of the line, with exit code 1
  {\"board\": [0, 1, 2, ...]}  Kaggle's ConnectX: the cells row by row from the top left, 1 and 2
                             for the players; if \"mark\" is there it must be the side to move
  b,b,x,o,...,win            connect-4.data of the UCI repository: the cells column by column from
                             the bottom left; a class after them may follow
  ......./.../..OO.../..XX...
                             a board, its rows from the top, spaces and | allowed
  7/7/7/7/2pp3/2PP3 w        FEN, P for a stone of X and p for one of O
A line that begins with # is a comment and has no answer. In a file that begins with a comment,
as a position set does, blank lines are skipped too; tags of PGN are refused, and blank lines
after them skipped. A line with two meanings ('4 4') is refused: --input chooses one notation.
With --input board each row is a line, as 'display' prints it in a session, and boards are
separated by empty lines. X, 1, x and P move first. --base 0 reads moves whose columns count
from 0; answers count columns from 1.

The board is 7x6, or that of --board, or of a comment before the positions: '# board 8x7'. A
drawing of another board is refused unless that one is stated: it may be a part.

"
    };
}

/// The help of both batch commands on the fields that both have.
macro_rules! fields_help {
    () => {
        "  outcome       \"win\", \"draw\" or \"loss\" for the side to move; null if not proven
  plies_to_end  moves until the game ends under best play; null without a score
  final_move    number of the move that ends the game; null without a score
  source        \"rules\", \"book\" or \"search\": the source of the answer
  nodes         positions searched
  time_us       time taken in microseconds
"
    };
}

/// The help of both batch commands on the last fields that both have.
macro_rules! last_fields_help {
    () => {
        "  winning_cells the cells of the stones that won, a column from a and a row from 1, as in [\"a1\",
                \"b1\", \"c1\", \"d1\"]: every four that the last stone completed; null without a win
  board         the size of the board, as in \"7x6\"
"
    };
}

/// The help of both batch commands on invalid lines and comma-separated values.
macro_rules! bad_lines_help {
    () => {
        "An invalid line, or one with a wrong score, is answered by an object with these fields:
  line          its number, from 1
  position      the line, cut if it is long
  error         the reason
With --csv the first line has the names, and each answer is a line of values: nothing for null,
spaces between the items of a list ('-' for null in it), and the error of an invalid line in the
last field.

Each thread works on a position of its own, and when only one position is left, all work on it.

With --time or --nodes, an unproven score is written as LOWER..UPPER, and the exit code is 4.

"
    };
}

/// The help of both batch commands on `--compat pons`.
macro_rules! compat_help {
    () => {
        "--compat pons imitates the output of Pascal Pons's solver byte for byte: the line as given, a space
and the score, or the scores of all columns and -1000 for a full one. With -w it prints 1, 0 or -1
for a win, a draw or a loss, and the full score of a win with the next stone. With -a (or in
'analyze') and -w, a column has the negated value of the position after it, and the full score if
it wins at once. That format has no finished games: a winning move is refused, and so is a full
column or a character that names none. A refused line has no answer but 'Line N: Invalid move
K \"LINE\"' on standard error, K being the first such move, and the exit code is 0. The empty line
is the empty board. Spaces, carriage returns and byte order marks are invalid moves. In LINE,
unprintable characters are escaped, and a long line is cut.

"
    };
}

pub(super) const SOLVE_HELP: &str = concat!(
    input_help!(),
    "\
Each answer is the line as it was given, without its score if it states one, a space and the
score. Answers are in the order of the lines, each printed as soon as it is known. An invalid line
produces 'LINE error: MESSAGE' in place of its answer, and the exit code is then 2, or 1 if a line
states a wrong score.

With --json each answer is one object:
  position      the line as it was given, without its score if it states one; for a board, its
                rows with / between them
  score         -18 to 18 on 7x6, from the side to move; null with --outcome, and if not proven
",
    fields_help!(),
    "  best          a column that keeps the score, from 1, the nearest to the centre; within limits
                the best so far; null with --outcome, when the game is over, and without --pv
                if the book knows the score but not the move
  proven        whether the score is, or with --outcome the outcome: false only within limits
  bounds        [LOWER, UPPER], the proven bounds of an unproven score; otherwise null
  best_proven   whether best is proven to keep the score: false only within limits; null without best
",
    last_fields_help!(),
    "  pv            with --pv: the columns of a perfect game by both sides, as far as proven; its
                search is not part of nodes and time_us
",
    bad_lines_help!(),
    compat_help!(),
    "\
Examples:
  echo 4433 | marlin-cli solve             4433 18
  echo 4433 | marlin-cli solve --outcome   4433 win
  echo 4433 | marlin-cli solve --compat pons -a
                                           4433 -3 18 2 2 18 -3 -4
  echo 11 | marlin-cli solve --board 5x4   11 0
  marlin-cli solve positions.txt > scores.txt"
);

pub(super) const ANALYZE_HELP: &str = concat!(
    input_help!(),
    "\
Each answer is the line as it was given, without its score if it states one, and the score of each
column from left to right, '-' where no move is possible. Answers are in the order of the lines,
each printed as soon as it is known. An invalid line produces 'LINE error: MESSAGE' in place of
its answer, and the exit code is then 2.

With --json each answer is one object:
  position      the line as it was given, without its score if it states one; for a board, its
                rows with / between them
  scores        the score of each column from the side to move, null for a full column or an
                unproven score
  best          the best column, from 1, among equals the nearest to the centre; within limits the
                best so far; null when the game is over
  score         the score of the position from the side to move, -18 to 18 on 7x6; null if not
                proven
",
    fields_help!(),
    "  best_columns  all columns with the score of the position; null unless all are proven
  proven        whether all scores are: false only within limits
  bounds        [LOWER, UPPER] of the score of the position; null if all is proven
  column_bounds the same for each column, null where no move is possible; null if all is proven
  best_proven   whether best is proven to keep the score: false only within limits
",
    last_fields_help!(),
    "  evaluation    the height of the score on an evaluation bar, from X's view: 1 for a win of X with
                the next stone, 0 for a draw, -1 for a win of O; null if the score is not proven
  pv            with --pv: the columns of a perfect game by both sides, as far as proven
",
    bad_lines_help!(),
    compat_help!(),
    "\
Examples:
  echo 4433 | marlin-cli analyze           4433 -3 18 2 2 18 -3 -4
  marlin-cli analyze --json positions.txt"
);

// Arguments of `solve`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    /// Print 'win', 'draw' or 'loss' for the side to move instead of the score, which is faster
    #[arg(short = 'w', long, visible_alias = "weak", conflicts_with = "pv")]
    pub(crate) outcome: bool,

    /// With --compat, print the scores of all columns, as 'analyze' does
    #[arg(short = 'a', long = "columns", requires = "compat")]
    pub(crate) columns: bool,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

// Arguments of `analyze`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    /// With --compat, print only the outcome of each column
    #[arg(short = 'w', long, visible_alias = "weak")]
    pub(crate) outcome: bool,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

// The input and output of a batch command. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct BatchArgs {
    /// File of positions, '-' or nothing for standard input; if there is no such file, moves such as 4433
    pub(crate) file: Option<PathBuf>,

    /// Print a JSON object for each position
    #[arg(long, group = "fields")]
    pub(crate) json: bool,

    /// Print comma-separated values, with the names of the fields in the first line
    #[arg(long, group = "fields", conflicts_with = "json")]
    pub(crate) csv: bool,

    /// With --json or --csv, add the moves of a perfect game by both sides. An early position then takes
    /// about 15 ms instead of 0.1 ms, because the book has scores alone
    #[arg(long, requires = "fields")]
    pub(crate) pv: bool,

    /// Search each position for at most MS milliseconds
    #[arg(long, value_name = "MS", value_parser = at_least_one.map(Duration::from_millis), allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,

    /// Search at most N nodes of each position
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// Notation of the positions
    #[arg(long, value_parser = notation(), default_value = "auto")]
    pub(crate) input: InputNotation,

    #[command(flatten)]
    pub(crate) base: BaseArgs,

    /// Read and write like another program, with all its quirks: see below
    #[arg(long, value_enum, conflicts_with_all = ["fields", "pv", "time", "nodes", "input", "base"])]
    pub(crate) compat: Option<Compat>,
}

/// A notation, or none to recognise each line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InputNotation(pub(crate) Option<Notation>);

/// The notations of positions, with their names and descriptions.
const NOTATIONS: [(&str, &str, Option<Notation>); 8] = [
    ("auto", "Recognise each line", None),
    ("moves", "The columns played, without a score", Some(Notation::Moves)),
    ("set", "Lines of a position set: the columns played, a space, and the score", Some(Notation::Set)),
    ("cells", "The cells played, drops, and games with move numbers and results", Some(Notation::Cells)),
    ("kaggle", "Observations of Kaggle's game", Some(Notation::Kaggle)),
    ("uci-data", "Rows of the UCI repository's connect-4.data", Some(Notation::Connect4Data)),
    ("board", "Drawn boards, with empty lines between them", Some(Notation::Board)),
    ("fen", "FEN with drops", Some(Notation::Fen)),
];

/// Returns the reader of a notation's name.
fn notation() -> impl TypedValueParser<Value = InputNotation> {
    let values = NOTATIONS.map(|(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|found| {
        let named = NOTATIONS.iter().find(|(name, ..)| *name == found);
        InputNotation(named.and_then(|&(.., notation)| notation))
    })
}

/// A program whose input and output are imitated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compat {
    /// Pascal Pons's solver
    Pons,
}
