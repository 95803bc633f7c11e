//! Marlin beside a peer, the crate connect-four-ai, on the first positions of the sets.
//!
//! Both are given the same: one thread, a table of 64 MiB that knows nothing of an earlier position, and no opening
//! book. Only the solving is timed; neither parsing nor clearing a table is. Every score is compared with that of the
//! set, and a wrong one of Marlin's ends the program with 1. `--markdown` writes the table for a document.

use std::env;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use connect_four_ai::{Position as PeerPosition, Solver as PeerSolver, TTEntry, TranspositionTable};
use marlin_core::suite::{self, ReadSuiteError, SuiteLine};
use marlin_core::{Cpu, Game, Position, Solver, TableSizeError};

/// How many of the first positions of a set are solved, unless the arguments say otherwise: all of it in a minute or
/// two.
const SETS: [(&str, usize); 5] =
    [("L3_R1", 200), ("L2_R1", 200), ("L2_R2", 50), ("L1_R1", 100), ("L1_R2", 10)];

/// The table in MiB: as near to the peer's, which is fixed, as there is.
const HASH_MIB: usize = 64;

const _: () = assert!((TranspositionTable::MAX_SIZE * size_of::<TTEntry>()) >> 20 == HASH_MIB);

/// A set is solved again until the slower one has worked for this long, because easy positions take microseconds.
const ENOUGH: Duration = Duration::from_secs(1);

/// A set is solved this many times at most.
const MAX_ROUNDS: u32 = 20;

/// Why there is nothing more to compare.
#[derive(Debug, thiserror::Error)]
enum PeersError {
    #[error("unknown argument {found:?} (expected SET=COUNT, as in L2_R1=500)")]
    Argument { found: String },
    #[error("{name}: {source}")]
    Open { name: String, source: io::Error },
    #[error("{name}: {source}")]
    Read { name: String, source: ReadSuiteError },
    #[error("{name}: no positions to solve")]
    Empty { name: String },
    #[error(transparent)]
    Table(#[from] TableSizeError),
    #[error("can't write the table: {0}")]
    Write(#[from] io::Error),
    #[error("{wrong} of Marlin's answers are wrong")]
    Wrong { wrong: usize },
}

/// One of the two.
trait Contender {
    /// What it calls a position.
    type Position;

    /// Returns the position after a game.
    fn position(game: &Game) -> Self::Position;

    /// Forgets what it has found out about other positions.
    fn forget(&mut self);

    /// Returns the score of a position.
    fn solve(&mut self, position: &Self::Position) -> i32;
}

struct Marlin(Solver);

impl Contender for Marlin {
    type Position = Position;

    fn position(game: &Game) -> Position {
        *game.position()
    }

    fn forget(&mut self) {
        self.0.table().clear();
    }

    fn solve(&mut self, position: &Position) -> i32 {
        self.0.solve(position).get()
    }
}

struct Peer {
    solver: PeerSolver,
    /// Resets since the table was made.
    resets: u8,
}

impl Peer {
    fn new() -> Self {
        // `new` would load the book that is part of the crate; without it, every score comes from a search.
        Self { solver: PeerSolver::empty(), resets: 0 }
    }
}

impl Contender for Peer {
    type Position = PeerPosition;

    fn position(game: &Game) -> PeerPosition {
        let mut position = PeerPosition::new();
        game.moves().iter().for_each(|column| position.play(column.index()));
        position
    }

    /// Resets the table, which only raises its age; before the ages come round and what has the first one would be
    /// found again, a new table takes its place.
    fn forget(&mut self) {
        if self.resets == u8::MAX {
            self.solver.transposition_table = TranspositionTable::new();
            self.resets = 0;
        } else {
            self.solver.reset();
            self.resets += 1;
        }
    }

    fn solve(&mut self, position: &PeerPosition) -> i32 {
        i32::from(self.solver.solve(position))
    }
}

/// What one of them has made of a set so far.
#[derive(Default)]
struct Tally {
    /// Time spent on solving.
    total: Duration,
    /// Positions solved, each as often as it was.
    solved: u32,
    /// Wrong answers among them.
    wrong: usize,
}

impl Tally {
    /// Solves a set once more.
    fn add_round<C: Contender>(&mut self, contender: &mut C, set: &[SuiteLine]) {
        for line in set {
            let position = C::position(&line.game);
            contender.forget();
            let started = Instant::now();
            let score = contender.solve(black_box(&position));
            self.total += started.elapsed();
            self.solved += 1;
            self.wrong += usize::from(score != line.score.get());
        }
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

/// Compares the two on every set, and writes a row as soon as a set is done.
fn run(out: &mut dyn Write) -> Result<(), PeersError> {
    let (sets, is_markdown) = arguments()?;
    let sets = sets.iter().map(|(name, count)| load(name, *count)).collect::<Result<Vec<_>, _>>()?;
    let mut marlin = Marlin(Solver::with_hash_mib(HASH_MIB)?.without_book().with_threads(1));
    let mut peer = Peer::new();
    writeln!(
        out,
        "Mean time of a position, {HASH_MIB} MiB, one thread, no book; Marlin uses {}.",
        Cpu::detect()
    )?;
    let form = if is_markdown { Form::Markdown } else { Form::Table };
    form.heading(out)?;
    let mut wrong = 0;
    for (name, set) in &sets {
        let (ours, theirs) = compare(&mut marlin, &mut peer, set);
        writeln!(out, "{}", form.row(name, set.len(), &ours, &theirs))?;
        out.flush()?;
        wrong += ours.wrong;
    }
    if wrong == 0 { Ok(()) } else { Err(PeersError::Wrong { wrong }) }
}

/// Returns the sets to solve and how much of each, those that the arguments name or all, and whether the table is for a
/// document.
fn arguments() -> Result<(Vec<(String, usize)>, bool), PeersError> {
    let (mut sets, mut is_markdown) = (Vec::new(), false);
    for argument in env::args().skip(1) {
        let named = argument.split_once('=').and_then(|(name, count)| Some((name, count.parse().ok()?)));
        match named {
            Some((name, count)) => sets.push((name.to_owned(), count)),
            // `cargo bench` adds this one.
            None if argument == "--bench" => {}
            None if argument == "--markdown" => is_markdown = true,
            None => return Err(PeersError::Argument { found: argument }),
        }
    }
    if sets.is_empty() {
        sets = SETS.map(|(name, count)| (name.to_owned(), count)).into();
    }
    Ok((sets, is_markdown))
}

/// Reads the first positions of a set.
fn load(name: &str, count: usize) -> Result<(String, Vec<SuiteLine>), PeersError> {
    let name = name.to_owned();
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../test-positions").join(&name).with_extension("txt");
    let file = match File::open(path) {
        Ok(file) => file,
        Err(source) => return Err(PeersError::Open { name, source }),
    };
    match suite::read(BufReader::new(file)) {
        Ok(mut set) => {
            set.truncate(count);
            if set.is_empty() { Err(PeersError::Empty { name }) } else { Ok((name, set)) }
        }
        Err(source) => Err(PeersError::Read { name, source }),
    }
}

/// Lets the two solve a set by turns until the slower one has worked long enough.
fn compare(marlin: &mut Marlin, peer: &mut Peer, set: &[SuiteLine]) -> (Tally, Tally) {
    let (mut ours, mut theirs) = (Tally::default(), Tally::default());
    for _ in 0..MAX_ROUNDS {
        ours.add_round(marlin, set);
        theirs.add_round(peer, set);
        if ours.total.max(theirs.total) >= ENOUGH {
            break;
        }
    }
    (ours, theirs)
}

/// How the table is written.
#[derive(Clone, Copy)]
enum Form {
    Table,
    Markdown,
}

impl Form {
    fn heading(self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Table => writeln!(out, "set    positions  rounds       marlin  connect-four-ai  ratio"),
            Self::Markdown => writeln!(
                out,
                "\n| set | positions | rounds | Marlin | connect-four-ai | ratio |\n|:---|---:|---:|---:|---:|---:|"
            ),
        }
    }

    fn row(self, name: &str, positions: usize, ours: &Tally, theirs: &Tally) -> String {
        let rounds = ours.solved as usize / positions;
        let (our_mean, their_mean) = (ours.mean_us(), theirs.mean_us());
        let ratio = their_mean / our_mean;
        let remark = match (ours.wrong, theirs.wrong) {
            (0, 0) => String::new(),
            (ours, theirs) => format!("  WRONG ANSWERS: marlin {ours}, connect-four-ai {theirs}"),
        };
        match self {
            Self::Table => format!(
                "{name:<5}  {positions:>9}  {rounds:>6}  {our_mean:>8.1} us  {their_mean:>12.1} us  {ratio:>4.1}x{remark}"
            ),
            Self::Markdown => format!(
                "| `{name}` | {positions} | {rounds} | {our_mean:.1} us | {their_mean:.1} us | {ratio:.1}{remark} |"
            ),
        }
    }
}
