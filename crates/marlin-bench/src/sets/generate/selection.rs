//! Selects the positions of a set: threads verify candidates, and those that fit are taken in the order in which they were
//! drawn.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use marlin_core::{Cpu, Game, Score, TableError};
use marlin_support::pipeline::ThreadError;

use super::candidates::{Candidate, Candidates};
use super::checkpoint::{Checkpoint, Decision};
use super::verifier::{self, Verifier, VerifyError};
use crate::sets::category::SetKind;

/// The set to make.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetSpec {
    pub(crate) seed: u64,
    pub(crate) kind: SetKind,
    pub(crate) count: usize,
    pub(crate) jobs: usize,
    pub(crate) cpu: Cpu,
}

/// An error of making a set.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SelectError {
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system refuses every thread.
    #[error(transparent)]
    Thread(ThreadError),
    #[error("the candidates decided so far: {0}")]
    Checkpoint(#[from] io::Error),
    /// The board has fewer such positions, or they are too rare to be found.
    #[error("{}: {}", .kind.name(), too_few(*.found, *.count))]
    TooFew { kind: SetKind, found: usize, count: usize },
}

/// Returns the number of positions found, and the option that accepts it.
fn too_few(found: usize, count: usize) -> String {
    match found {
        0 => "no such position found".to_owned(),
        _ => format!("only {found} of {count} positions found (ask for them with --count {found})"),
    }
}

/// Candidates in a row that do not fit, after which no more are tried: those that fit are too rare, or there are none. On
/// 7x6 one in four or more fits, and at most 30 in a row do not.
const MOST_MISFITS: u32 = 100_000;

/// A candidate with its place in the order, and the decision about it.
struct Decided {
    place: u64,
    candidate: Candidate,
    decision: Result<Decision, VerifyError>,
    is_new: bool,
}

/// Returns the first candidates that fit, the same ones for any number of threads.
pub(crate) fn select(
    spec: SetSpec,
    checkpoint: &mut Checkpoint,
    mut on_accepted: impl FnMut(usize),
) -> Result<Vec<(Game, Score)>, SelectError> {
    let known = checkpoint.known().clone();
    let stop = AtomicBool::new(false);
    let solver = verifier::shared_solver(spec.kind.board, spec.cpu)?;
    let verifiers =
        (0..spec.jobs).map(|_| Verifier::new(spec.kind, &solver, &stop)).collect::<Result<Vec<_>, _>>()?;
    let candidates = Mutex::new((0..).zip(Candidates::new(spec.seed, spec.kind)).fuse());
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let start = |verifier| {
            let sender = sender.clone();
            let (candidates, known, stop) = (&candidates, &known, &stop);
            let work = move || work(verifier, candidates, known, &sender, stop);
            thread::Builder::new().spawn_scoped(scope, work).map(drop)
        };
        for (number, verifier) in verifiers.iter().enumerate() {
            match start(verifier) {
                Ok(()) => {}
                Err(error) if number == 0 => return Err(SelectError::Thread(ThreadError(error))),
                // If the system refuses another thread, those that there are do the work.
                Err(_) => break,
            }
        }
        drop(sender);
        let set = collect(spec, &receiver, checkpoint, &mut on_accepted);
        // The threads end at once: the set is complete, or it failed.
        stop.store(true, Relaxed);
        set
    })
}

/// Verifies one candidate after the other until the flag is raised.
fn work(
    verifier: &Verifier<'_>,
    candidates: &Mutex<impl Iterator<Item = (u64, Candidate)>>,
    known: &HashMap<u64, (String, Decision)>,
    sender: &Sender<Decided>,
    stop: &AtomicBool,
) {
    while !stop.load(Relaxed) {
        let next = candidates.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((place, candidate)) = next else { return };
        let recorded = known.get(&candidate.index).filter(|(moves, _)| *moves == candidate.game.to_string());
        let decision =
            recorded.map_or_else(|| verifier.verify(&candidate.game), |(_, decision)| Ok(*decision));
        let is_new = recorded.is_none();
        if sender.send(Decided { place, candidate, decision, is_new }).is_err() {
            return;
        }
    }
}

/// Records the decisions of the threads, and puts them in order until the set is complete.
fn collect(
    SetSpec { kind, count, .. }: SetSpec,
    receiver: &Receiver<Decided>,
    checkpoint: &mut Checkpoint,
    on_accepted: &mut impl FnMut(usize),
) -> Result<Vec<(Game, Score)>, SelectError> {
    let mut set = Vec::new();
    let mut waiting = BTreeMap::new();
    let (mut next_place, mut misfits) = (0, 0);
    while set.len() < count {
        // The threads have ended if there are no more candidates.
        let decided = receiver.recv().ok().filter(|_| misfits < MOST_MISFITS);
        let decided = decided.ok_or(SelectError::TooFew { kind, found: set.len(), count })?;
        let decision = decided.decision?;
        if decided.is_new {
            checkpoint.append(&decided.candidate, decision)?;
        }
        waiting.insert(decided.place, (decided.candidate.game, decision));
        while misfits < MOST_MISFITS
            && let Some((game, decision)) = waiting.remove(&next_place)
        {
            next_place += 1;
            misfits = if decision.is_some() { 0 } else { misfits + 1 };
            set.extend(decision.map(|score| (game, score)));
        }
        set.truncate(count);
        on_accepted(set.len());
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;
    use crate::sets::category::Category;

    /// Collects a set of one position: the candidate after a number of misfits fits. The threads send in pairs, the later
    /// candidate first.
    fn collect_after(misfits: u64) -> Result<Vec<(Game, Score)>, SelectError> {
        let kind = SetKind { board: BoardSize::STANDARD, category: Category::L1R1 };
        let spec = SetSpec { seed: 1, kind, count: 1, jobs: 2, cpu: Cpu::detect() };
        let (sender, receiver) = mpsc::channel();
        for place in (0..misfits.next_multiple_of(2) + 2).map(|place| place ^ 1) {
            let candidate = Candidate { index: place, game: Game::on(kind.board) };
            let decision = Ok((place >= misfits).then_some(Score::DRAW));
            sender.send(Decided { place, candidate, decision, is_new: false }).unwrap();
        }
        drop(sender);
        let folder = tempfile::tempdir().unwrap();
        let mut checkpoint = Checkpoint::open(&folder.path().join("set.partial"), 1, kind).unwrap();
        collect(spec, &receiver, &mut checkpoint, &mut |_| ())
    }

    #[test]
    fn a_search_for_positions_that_do_not_come_ends() {
        assert_eq!(collect_after(u64::from(MOST_MISFITS) - 1).unwrap().len(), 1);
        for misfits in [MOST_MISFITS, MOST_MISFITS + 1] {
            let error = collect_after(misfits.into()).unwrap_err();
            assert_eq!(error.to_string(), "L1_R1: no such position found");
        }
    }
}
