//! The time of three kinds of answer: `Solver::best_move`; `go` in `marlin-cli uci`, which searches for the
//! best move and its score; and `go` in `marlin-cli`, which scores all seven columns. Each answer runs on one
//! thread with an empty table, for the empty board, all positions of two plies and 10,000 random positions of
//! 0 to 41 plies. The time from `go` to `bestmove` includes two pipes.
//!
//! ```text
//! cargo build --release -p marlin-cli && cargo bench -p marlin-lab --bench answers
//! ```
//!
//! The table is Markdown, with plies in groups. With `--test` it uses only a few positions and no programs,
//! which suffices to show that it works.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::iter;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, Game, Solver};
use marlin_support::random::Random;

const SEED: u64 = 1;
const RANDOM_POSITIONS: usize = 10_000;
const CELLS: usize = BoardSize::STANDARD.cells() as usize;

/// Plies that share a row.
const GROUPS: [RangeInclusive<usize>; 9] =
    [0..=12, 13..=13, 14..=14, 15..=15, 16..=16, 17..=19, 20..=24, 25..=41, 0..=CELLS];

fn main() -> Result<(), Box<dyn Error>> {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let games = games(if is_test { 20 } else { RANDOM_POSITIONS });
    let solver = Solver::builder().threads(1).build();
    let best_move = |game: &Game| {
        solver.table().clear();
        let started = Instant::now();
        std::hint::black_box(solver.best_move(game.position()));
        started.elapsed()
    };
    let mut rows = vec![("`Solver::best_move`", games.iter().map(best_move).collect::<Vec<_>>())];
    if !is_test {
        for dialect in [UCI, NATIVE] {
            let title = dialect.title;
            let mut engine = Engine::start(dialect)?;
            let times = games.iter().map(|game| engine.go(game)).collect::<Result<_, _>>()?;
            rows.push((title, times));
        }
    }
    Ok(print(&mut io::stdout().lock(), &games, &rows)?)
}

/// Returns the empty board, every game of two plies, and random ones.
fn games(random_positions: usize) -> Vec<Game> {
    let mut random = Random::new(SEED, 0);
    let two_plies = (1..=7).flat_map(|first| (1..=7).map(move |second| format!("{first}{second}")));
    let early = iter::once(String::new()).chain(two_plies).map(|moves| moves.parse().expect("a legal game"));
    let random = iter::repeat_with(|| {
        let plies = random.below(CELLS as u32);
        random.game(BoardSize::STANDARD, plies, |_| true)
    });
    early.chain(random.take(random_positions)).collect()
}

/// A protocol of the requests to `marlin-cli`.
struct Dialect {
    title: &'static str,
    /// The command line after the name of the program.
    arguments: &'static [&'static str],
    /// Returns the lines that set a position.
    set: fn(&Game) -> String,
    /// The start of the line that answers these lines.
    answer: &'static str,
}

const UCI: Dialect = Dialect {
    title: "`go` in UCI, the best move",
    arguments: &["uci", "--threads", "1"],
    set: |game| {
        let files = game.moves().iter().map(|column| b'a' + column.index() as u8);
        let moves: String = files.flat_map(|file| [' ', char::from(file)]).collect();
        format!("position startpos moves{moves}\nisready")
    },
    answer: "readyok",
};

const NATIVE: Dialect = Dialect {
    title: "`go`, all seven columns",
    arguments: &["--threads", "1"],
    set: |game| format!("position {game}"),
    answer: "P",
};

/// A running `marlin-cli`.
struct Engine {
    dialect: Dialect,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the program that was built in release mode.
    fn start(dialect: Dialect) -> Result<Self, Box<dyn Error>> {
        let bench = std::env::current_exe()?;
        let program: PathBuf = bench.ancestors().nth(2).ok_or("no folder")?.join("marlin-cli");
        let mut child = Command::new(&program)
            .args(dialect.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| {
                format!("{}: {error}; 'cargo build --release -p marlin-cli' makes it", program.display())
            })?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { dialect, child, input, output })
    }

    /// Returns the time from `go` to `bestmove`.
    fn go(&mut self, game: &Game) -> io::Result<Duration> {
        let position = (self.dialect.set)(game);
        writeln!(self.input, "setoption name Clear Hash\n{position}")?;
        while !self.line()?.starts_with(self.dialect.answer) {}
        let started = Instant::now();
        self.input.write_all(b"go\n")?;
        while !self.line()?.starts_with("bestmove ") {}
        Ok(started.elapsed())
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.output.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit\n");
        let _ = self.child.wait();
    }
}

/// Returns the times at some plies in milliseconds, sorted.
fn sorted_ms(games: &[Game], times: &[Duration], plies: &RangeInclusive<usize>) -> Vec<f64> {
    let of_plies = games.iter().zip(times).filter(|(game, _)| plies.contains(&game.moves().len()));
    let mut times: Vec<_> = of_plies.map(|(_, time)| time.as_secs_f64() * 1e3).collect();
    times.sort_unstable_by(f64::total_cmp);
    times
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

/// Prints the mean and worst times of all rows side by side.
fn print(out: &mut dyn Write, games: &[Game], rows: &[(&str, Vec<Duration>)]) -> io::Result<()> {
    let titles: Vec<_> = rows.iter().map(|(title, _)| format!(" {title} |")).collect();
    writeln!(out, "| plies | positions |{}", titles.concat())?;
    writeln!(out, "|:---|---:|{}", "---:|".repeat(rows.len()))?;
    for plies in GROUPS {
        let name = match (plies.start(), plies.end()) {
            (0, &CELLS) => "all".to_owned(),
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first} to {last}"),
        };
        let times: Vec<_> = rows.iter().map(|(_, times)| sorted_ms(games, times, &plies)).collect();
        let Some(count) = times.first().map(Vec::len).filter(|&count| count > 0) else { continue };
        let cell = |times: &Vec<f64>| format!(" {:.3}, {:.1} |", mean(times), times[count - 1]);
        writeln!(out, "| {name} | {count} |{}", times.iter().map(cell).collect::<String>())?;
    }
    Ok(())
}
