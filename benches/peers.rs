//! Marlin beside its peers on the first positions of the sets: the crate connect-four-ai and, with `--bitbully PYTHON`, the
//! Python package BitBully.
//!
//! All have the same conditions: one thread, a table without entries of earlier positions, and no opening book. Only the
//! search is timed, not parsing or clearing the table. Every score is compared with that of the set, and a wrong score of
//! Marlin ends the program with 1. `--markdown` writes the table for a document.

mod sets;

use std::env;
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use connect_four_ai::{Position as PeerPosition, Solver as PeerSolver, TTEntry, TranspositionTable};
use marlin_core::{Cpu, Game, Score, Solver, TableError};

/// The sets, with the number of their first positions that are solved unless the arguments say otherwise. All of them take
/// a few minutes.
const SETS: [(&str, usize); 5] =
    [("L3_R1", 200), ("L2_R1", 200), ("L2_R2", 50), ("L1_R1", 100), ("L1_R2", 10)];

/// Marlin's table in MiB: as large as that of connect-four-ai, which is fixed.
const HASH_MIB: usize = 64;

const _: () = assert!((TranspositionTable::MAX_SIZE * size_of::<TTEntry>()) >> 20 == HASH_MIB);

/// A set is solved again until the slowest contender has searched for this long, because easy positions take microseconds.
const MIN_SEARCH_TIME: Duration = Duration::from_secs(5);

/// A set is solved this many times at most.
const MAX_ROUNDS: u32 = 20;

/// A set is not solved again after this time: BitBully takes a twentieth of a second to clear its table.
const MAX_SET_TIME: Duration = Duration::from_secs(60);

/// Why the comparison ended.
#[derive(Debug, thiserror::Error)]
enum PeersError {
    #[error(
        "unknown argument {found:?} (expected SET=COUNT, as in L2_R1=500, --markdown or --bitbully PYTHON)"
    )]
    Argument { found: String },
    #[error(transparent)]
    Read(io::Error),
    #[error("{name}: no positions to solve")]
    Empty { name: String },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("--bitbully needs a Python that has the package, as `just peers` makes one")]
    NoPython,
    #[error("BitBully: {0} (`just peers` installs it)")]
    BitBully(io::Error),
    #[error("can't write the table: {0}")]
    Write(#[from] io::Error),
    #[error("{wrong} of Marlin's answers are wrong")]
    Wrong { wrong: usize },
}

/// One of the solvers that are compared.
trait Contender {
    /// Returns its name.
    fn name(&self) -> &'static str;

    /// Solves the position after a game without entries of other positions, and returns its score and the time of the search.
    fn solve(&mut self, game: &Game) -> io::Result<(i32, Duration)>;
}

/// Returns the result of a search and its time.
fn timed<T>(search: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let score = search();
    (score, started.elapsed())
}

struct Marlin(Solver);

impl Contender for Marlin {
    fn name(&self) -> &'static str {
        "Marlin"
    }

    fn solve(&mut self, game: &Game) -> io::Result<(i32, Duration)> {
        self.0.table().clear();
        Ok(timed(|| self.0.solve(black_box(game.position())).get()))
    }
}

struct ConnectFourAi {
    solver: PeerSolver,
    /// Resets since the table was made.
    resets: u8,
}

impl ConnectFourAi {
    fn new() -> Self {
        // `new` would load the book that is part of the crate; without it, every score comes from a search.
        Self { solver: PeerSolver::empty(), resets: 0 }
    }

    /// Resets the table, which only raises its age. A new table replaces it before the ages repeat, when entries of the first
    /// age would be found again.
    fn clear(&mut self) {
        if self.resets == u8::MAX {
            self.solver.transposition_table = TranspositionTable::new();
            self.resets = 0;
        } else {
            self.solver.reset();
            self.resets += 1;
        }
    }
}

impl Contender for ConnectFourAi {
    fn name(&self) -> &'static str {
        "connect-four-ai"
    }

    fn solve(&mut self, game: &Game) -> io::Result<(i32, Duration)> {
        let mut position = PeerPosition::new();
        game.moves().iter().for_each(|column| position.play(column.index()));
        self.clear();
        let (score, time) = timed(|| self.solver.solve(black_box(&position)));
        Ok((i32::from(score), time))
    }
}

/// BitBully in a separate process, which measures the time of each search itself.
struct BitBully {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl BitBully {
    /// Starts it with a Python that has the package.
    fn new(python: &str) -> io::Result<Self> {
        let mut process = Command::new(python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/ask_bitbully.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let ends = process.stdin.take().zip(process.stdout.take());
        let (questions, answers) = ends.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { process, questions, answers: BufReader::new(answers) })
    }
}

impl Drop for BitBully {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Contender for BitBully {
    fn name(&self) -> &'static str {
        "BitBully"
    }

    fn solve(&mut self, game: &Game) -> io::Result<(i32, Duration)> {
        writeln!(self.questions, "{game}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let parsed = answer.trim().split_once(' ').and_then(|(score, nanos)| {
            Some((score.parse().ok()?, Duration::from_nanos(nanos.parse().ok()?)))
        });
        parsed.ok_or_else(|| io::Error::other(format!("it answered {answer:?} to {game}")))
    }
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
    fn add_round(&mut self, contender: &mut dyn Contender, set: &[(Game, Score)]) -> io::Result<()> {
        for (game, expected) in set {
            let (score, time) = contender.solve(game)?;
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
    match run(&mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere left to say that standard error is closed.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(if matches!(error, PeersError::Wrong { .. }) { 1 } else { 2 })
        }
    }
}

/// Compares all contenders on every set, and writes a row as soon as a set is done.
fn run(out: &mut dyn Write) -> Result<(), PeersError> {
    let Arguments { sets, form, python } = Arguments::parse(env::args().skip(1))?;
    let sets = sets.iter().map(|(name, count)| load(name, *count)).collect::<Result<Vec<_>, _>>()?;
    let marlin = Marlin(Solver::builder().hash_mib(HASH_MIB)?.without_book().threads(1).build());
    let mut contenders: Vec<Box<dyn Contender>> = vec![Box::new(marlin), Box::new(ConnectFourAi::new())];
    if let Some(python) = python {
        contenders.push(Box::new(BitBully::new(&python).map_err(PeersError::BitBully)?));
    }
    writeln!(
        out,
        "Mean time of a position, one thread, no book; Marlin has {HASH_MIB} MiB and uses {}.",
        Cpu::detect()
    )?;
    form.heading(&contenders, out)?;
    let mut wrong = 0;
    for (name, set) in &sets {
        let tallies = compare(&mut contenders, set).map_err(PeersError::BitBully)?;
        form.row(name, set.len(), &contenders, &tallies, out)?;
        out.flush()?;
        wrong += tallies[0].wrong;
    }
    if wrong == 0 { Ok(()) } else { Err(PeersError::Wrong { wrong }) }
}

/// The arguments.
struct Arguments {
    /// The sets to solve and how much of each.
    sets: Vec<(String, usize)>,
    /// How the table is written.
    form: Form,
    /// The Python that has BitBully, if BitBully takes part.
    python: Option<String>,
}

impl Arguments {
    /// Parses the arguments. Without a set among them, all sets are meant.
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, PeersError> {
        let mut parsed = Self { sets: Vec::new(), form: Form::Table, python: None };
        while let Some(argument) = arguments.next() {
            let named = argument.split_once('=').and_then(|(name, count)| Some((name, count.parse().ok()?)));
            match (named, argument.as_str()) {
                (Some((name, count)), _) => parsed.sets.push((name.to_owned(), count)),
                // `cargo bench` adds this one.
                (None, "--bench") => {}
                (None, "--markdown") => parsed.form = Form::Markdown,
                (None, "--bitbully") => parsed.python = Some(arguments.next().ok_or(PeersError::NoPython)?),
                (None, _) => return Err(PeersError::Argument { found: argument }),
            }
        }
        if parsed.sets.is_empty() {
            parsed.sets = SETS.map(|(name, count)| (name.to_owned(), count)).into();
        }
        Ok(parsed)
    }
}

/// Reads the first positions of a set.
fn load(name: &str, count: usize) -> Result<(String, Vec<(Game, Score)>), PeersError> {
    let mut set = sets::load(name).map_err(PeersError::Read)?;
    set.truncate(count);
    let name = name.to_owned();
    if set.is_empty() { Err(PeersError::Empty { name }) } else { Ok((name, set)) }
}

/// Lets all contenders solve a set alternately, until the slowest has searched long enough.
fn compare(contenders: &mut [Box<dyn Contender>], set: &[(Game, Score)]) -> io::Result<Vec<Tally>> {
    let started = Instant::now();
    let mut tallies: Vec<_> = contenders.iter().map(|_| Tally::default()).collect();
    for _ in 0..MAX_ROUNDS {
        for (contender, tally) in contenders.iter_mut().zip(&mut tallies) {
            tally.add_round(contender.as_mut(), set)?;
        }
        let is_enough = tallies.iter().any(|tally| tally.total >= MIN_SEARCH_TIME);
        if is_enough || started.elapsed() >= MAX_SET_TIME {
            break;
        }
    }
    Ok(tallies)
}

/// How the table is written.
#[derive(Clone, Copy)]
enum Form {
    Table,
    Markdown,
}

impl Form {
    /// Writes the heading: Marlin, and each peer with the ratio of its time to Marlin's.
    fn heading(self, contenders: &[Box<dyn Contender>], out: &mut dyn Write) -> io::Result<()> {
        let (marlin, peers) = (contenders[0].name(), &contenders[1..]);
        match self {
            Self::Table => {
                write!(out, "set    positions  rounds  {marlin:>12}")?;
                peers.iter().try_for_each(|peer| write!(out, "  {:>15}  ratio", peer.name()))?;
                writeln!(out)
            }
            Self::Markdown => {
                write!(out, "\n| set | positions | rounds | {marlin} |")?;
                peers.iter().try_for_each(|peer| write!(out, " {} | ratio |", peer.name()))?;
                writeln!(out, "\n|:---|---:|---:|---:|{}", "---:|---:|".repeat(peers.len()))
            }
        }
    }

    /// Writes the row of a set.
    fn row(
        self,
        name: &str,
        positions: usize,
        contenders: &[Box<dyn Contender>],
        tallies: &[Tally],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rounds = tallies[0].solved as usize / positions;
        let marlin = tallies[0].mean_us();
        match self {
            Self::Table => write!(out, "{name:<5}  {positions:>9}  {rounds:>6}  {marlin:>9.1} us")?,
            Self::Markdown => write!(out, "| `{name}` | {positions} | {rounds} | {marlin:.1} us |")?,
        }
        for mean in tallies[1..].iter().map(Tally::mean_us) {
            let ratio = mean / marlin;
            match self {
                Self::Table => write!(out, "  {mean:>12.1} us  {ratio:>4.1}x")?,
                Self::Markdown => write!(out, " {mean:.1} us | {ratio:.1} |")?,
            }
        }
        for (contender, tally) in contenders.iter().zip(tallies).filter(|(_, tally)| tally.wrong > 0) {
            write!(out, "  WRONG ANSWERS of {}: {}", contender.name(), tally.wrong)?;
        }
        writeln!(out)
    }
}
