//! Marlin beside its peers on the first positions of the sets: the crate connect-four-ai, and each program
//! that `--peer NAME=COMMAND` starts, such as BitBully or a solver that was built from its sources.
//!
//! All have the same conditions: one thread, a table without entries of earlier positions, and no opening
//! book. Only the search is timed, not parsing or clearing the table. Every score is compared with the score
//! of the set. If a score of Marlin is wrong, the program ends with status 1. The table is Markdown.

mod sets;

use std::error::Error;
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use connect_four_ai::{Position as PeerPosition, Solver as PeerSolver, TTEntry, TranspositionTable};
use marlin_core::{Cpu, Game, Score, Solver, TableError};

/// The sets, with the number of their first positions that are solved unless the arguments say otherwise. All
/// of them take a few minutes.
const SETS: [(&str, usize); 5] =
    [("L3_R1", 200), ("L2_R1", 200), ("L2_R2", 50), ("L1_R1", 100), ("L1_R2", 10)];

/// The size of Marlin's table in MiB, which is the fixed size of connect-four-ai's table.
const HASH_MIB: usize = 64;

const _: () = assert!((TranspositionTable::MAX_SIZE * size_of::<TTEntry>()) >> 20 == HASH_MIB);

/// A set is solved again until the slowest contender has searched for this long, because easy positions take
/// microseconds.
const MIN_SEARCH_TIME: Duration = Duration::from_secs(5);

/// The maximum number of times that a set is solved.
const MAX_ROUNDS: u32 = 20;

/// A set is not solved again after this time: BitBully takes a twentieth of a second to clear its table.
const MAX_SET_TIME: Duration = Duration::from_secs(60);

/// Marlin and its peers on the first positions of the sets
#[derive(Parser)]
struct Arguments {
    /// A set and the number of its positions, as in `L2_R1=500`; without one, the first positions of five
    /// sets
    #[arg(value_name = "SET=COUNT", value_parser = set)]
    sets: Vec<(String, usize)>,
    /// A program to compare with Marlin
    #[arg(long = "peer", value_name = "NAME=COMMAND", allow_hyphen_values = true)]
    peers: Vec<String>,
    // `cargo bench` adds it.
    #[arg(long, hide = true)]
    bench: bool,
}

fn set(named: &str) -> Result<(String, usize), String> {
    let named = named.split_once('=').and_then(|(name, count)| Some((name.to_owned(), count.parse().ok()?)));
    named.ok_or_else(|| "SET=COUNT is expected, as in L2_R1=500".to_owned())
}

/// A solver that is compared: its name, and the function that solves the position after a game, without
/// entries of other positions. The function returns the score and the time of the search.
type Contender = (String, Box<dyn FnMut(&Game) -> io::Result<(i32, Duration)>>);

/// Returns the result of a search and its time.
fn timed<T>(search: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let score = search();
    (score, started.elapsed())
}

fn marlin() -> Result<Contender, TableError> {
    let solver = Solver::builder().hash_mib(HASH_MIB)?.without_book().threads(1).build();
    let solve = move |game: &Game| {
        solver.table().clear();
        Ok(timed(|| solver.solve(black_box(game.position())).get()))
    };
    Ok(("Marlin".to_owned(), Box::new(solve)))
}

fn connect_four_ai() -> Contender {
    // `new` would load the book that is part of the crate; without it, every score comes from a search.
    let (mut solver, mut resets) = (PeerSolver::empty(), 0_u8);
    let solve = move |game: &Game| {
        let mut position = PeerPosition::new();
        game.moves().iter().for_each(|column| position.play(column.index()));
        // A reset of the table only raises its age. A new table replaces it before the ages repeat, when
        // entries of the first age would be found again.
        if resets == u8::MAX {
            solver.transposition_table = TranspositionTable::new();
            resets = 0;
        } else {
            solver.reset();
            resets += 1;
        }
        let (score, time) = timed(|| solver.solve(black_box(&position)));
        Ok((i32::from(score), time))
    };
    ("connect-four-ai".to_owned(), Box::new(solve))
}

/// A program in a process of its own, which is asked line by line.
struct Program {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a program, `NAME=COMMAND`. It answers the moves of a game with the score and the nanoseconds of its
/// search, or like Pascal Pons's solver with the moves and the score. In the latter case the time until the
/// answer counts.
fn program(named: &str) -> io::Result<Contender> {
    let (name, command) =
        named.split_once('=').ok_or_else(|| io::Error::other("NAME=COMMAND is expected"))?;
    let mut process = Command::new("sh")
        .args(["-c", &format!("exec {command}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let ends = process.stdin.take().zip(process.stdout.take());
    let (questions, answers) = ends.ok_or(io::ErrorKind::BrokenPipe)?;
    let mut peer = Program { process, questions, answers: BufReader::new(answers) };
    let (name, command) = (name.to_owned(), command.to_owned());
    let solve = move |game: &Game| {
        let (mut answer, moves) = (String::new(), game.to_string());
        let ask = || writeln!(peer.questions, "{moves}").and_then(|()| peer.answers.read_line(&mut answer));
        let (asked, time) = timed(ask);
        asked.map_err(|error| io::Error::other(format!("{command}: {error}")))?;
        let words: Vec<_> = answer.split_whitespace().collect();
        let parsed = match words[..] {
            [first, score, ..] if first == moves => score.parse().ok().map(|score| (score, time)),
            [score, nanos] => score.parse().ok().zip(nanos.parse().ok().map(Duration::from_nanos)),
            _ => None,
        };
        parsed.ok_or_else(|| io::Error::other(format!("{command} answers {moves} by {answer:?}")))
    };
    Ok((name, Box::new(solve)))
}

/// The results of one contender for a set so far.
#[derive(Default)]
struct Tally {
    /// Time spent in searches.
    total: Duration,
    /// Searches: positions times rounds.
    solved: u32,
    /// Wrong answers among them.
    wrong: usize,
}

impl Tally {
    /// Solves a set once more.
    fn add_round(&mut self, contender: &mut Contender, set: &[(Game, Score)]) -> io::Result<()> {
        for (game, expected) in set {
            let (score, time) = (contender.1)(game)?;
            self.total += time;
            self.solved += 1;
            self.wrong += usize::from(score != expected.get());
        }
        Ok(())
    }

    fn mean_us(&self) -> f64 {
        self.total.as_secs_f64() * 1e6 / f64::from(self.solved)
    }
}

fn main() -> ExitCode {
    let (code, message) = match run(&mut io::stdout().lock()) {
        Ok(0) => return ExitCode::SUCCESS,
        Ok(wrong) => (1, format!("{wrong} of Marlin's answers are wrong")),
        Err(error) => (2, error.to_string()),
    };
    drop(writeln!(io::stderr(), "error: {message}"));
    ExitCode::from(code)
}

/// Compares all contenders on every set, writes a row as soon as a set is done, and returns the number of
/// Marlin's wrong answers.
fn run(out: &mut dyn Write) -> Result<usize, Box<dyn Error>> {
    let Arguments { mut sets, peers, .. } = Arguments::parse();
    if sets.is_empty() {
        sets = SETS.map(|(name, count)| (name.to_owned(), count)).into();
    }
    let sets = sets.iter().map(|(name, count)| load(name, *count)).collect::<Result<Vec<_>, _>>()?;
    let mut contenders = vec![marlin()?, connect_four_ai()];
    for named in &peers {
        contenders.push(program(named).map_err(|error| format!("--peer {named}: {error}"))?);
    }
    writeln!(
        out,
        "Mean time of a position, one thread, no book; Marlin has {HASH_MIB} MiB and uses {}.",
        Cpu::detect()
    )?;
    let peers = contenders[1..].iter().flat_map(|(name, _)| [name.as_str(), "ratio"]);
    let heading: Vec<_> = ["set", "positions", "rounds", "Marlin"].into_iter().chain(peers).collect();
    writeln!(out, "\n| {} |\n|:---{}|", heading.join(" | "), "|---:".repeat(heading.len() - 1))?;
    let mut wrong = 0;
    for (name, set) in &sets {
        let tallies = compare(&mut contenders, set)?;
        writeln!(out, "| {} |", row(name, set.len(), &tallies).join(" | "))?;
        for (contender, tally) in contenders.iter().zip(&tallies).filter(|(_, tally)| tally.wrong > 0) {
            writeln!(out, "WRONG ANSWERS of {}: {}", contender.0, tally.wrong)?;
        }
        out.flush()?;
        wrong += tallies[0].wrong;
    }
    Ok(wrong)
}

/// Returns the cells of a set: Marlin's mean time, and the mean time of each peer with its ratio to Marlin's.
fn row(name: &str, positions: usize, tallies: &[Tally]) -> Vec<String> {
    let (rounds, marlin) = (tallies[0].solved as usize / positions, tallies[0].mean_us());
    let mut cells =
        vec![format!("`{name}`"), positions.to_string(), rounds.to_string(), format!("{marlin:.1} us")];
    for mean in tallies[1..].iter().map(Tally::mean_us) {
        cells.extend([format!("{mean:.1} us"), format!("{:.1}", mean / marlin)]);
    }
    cells
}

/// Reads the first positions of a set.
fn load(name: &str, count: usize) -> io::Result<(String, Vec<(Game, Score)>)> {
    let mut set = sets::load(name)?;
    set.truncate(count);
    let none = || io::Error::other(format!("{name}: no positions to solve"));
    if set.is_empty() { Err(none()) } else { Ok((name.to_owned(), set)) }
}

/// Lets all contenders solve a set alternately, until the slowest has searched long enough.
fn compare(contenders: &mut [Contender], set: &[(Game, Score)]) -> io::Result<Vec<Tally>> {
    let started = Instant::now();
    let mut tallies: Vec<_> = contenders.iter().map(|_| Tally::default()).collect();
    for _ in 0..MAX_ROUNDS {
        for (contender, tally) in contenders.iter_mut().zip(&mut tallies) {
            tally.add_round(contender, set)?;
        }
        let is_enough = tallies.iter().any(|tally| tally.total >= MIN_SEARCH_TIME);
        if is_enough || started.elapsed() >= MAX_SET_TIME {
            break;
        }
    }
    Ok(tallies)
}
