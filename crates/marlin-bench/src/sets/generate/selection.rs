//! Selects the positions of a set: threads verify candidates, and those that fit are taken in the order in which they were
//! drawn.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use marlin_core::{Cpu, Game, Score, TableSizeError};

use super::candidates::{Candidate, Candidates};
use super::checkpoint::{Checkpoint, Decision};
use super::verifier::{self, Verifier, VerifyError};
use crate::sets::category::Category;

/// The set to make.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetSpec {
    pub(crate) seed: u64,
    pub(crate) category: Category,
    pub(crate) count: usize,
    pub(crate) jobs: usize,
    pub(crate) cpu: Cpu,
}

/// Why a set can't be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SelectError {
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error(transparent)]
    Table(#[from] TableSizeError),
    #[error("the candidates decided so far: {0}")]
    Checkpoint(#[from] io::Error),
}

/// A candidate with its place in the order, and the decision about it.
struct Decided {
    place: u64,
    candidate: Candidate,
    decision: Result<Decision, VerifyError>,
    is_new: bool,
}

/// Returns the first candidates that fit the category. The result doesn't depend on which thread verifies which candidate,
/// and when.
pub(crate) fn select(
    spec: SetSpec,
    checkpoint: &mut Checkpoint,
    mut on_accepted: impl FnMut(usize),
) -> Result<Vec<(Game, Score)>, SelectError> {
    let known = checkpoint.known().clone();
    let stop = AtomicBool::new(false);
    let solver = verifier::shared_solver(spec.cpu)?;
    let verifiers = (0..spec.jobs)
        .map(|_| Verifier::new(spec.category, &solver, &stop))
        .collect::<Result<Vec<_>, _>>()?;
    let candidates = Mutex::new((0..).zip(Candidates::new(spec.seed, spec.category)));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for verifier in &verifiers {
            let sender = sender.clone();
            let (candidates, known, stop) = (&candidates, &known, &stop);
            scope.spawn(move || work(verifier, candidates, known, &sender, stop));
        }
        drop(sender);
        let set = collect(spec.count, &receiver, checkpoint, &mut on_accepted);
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
    count: usize,
    receiver: &Receiver<Decided>,
    checkpoint: &mut Checkpoint,
    on_accepted: &mut impl FnMut(usize),
) -> Result<Vec<(Game, Score)>, SelectError> {
    let mut set = Vec::new();
    let mut waiting = BTreeMap::new();
    let mut next_place = 0;
    while set.len() < count {
        let Ok(decided) = receiver.recv() else { break };
        let decision = decided.decision?;
        if decided.is_new {
            checkpoint.append(&decided.candidate, decision)?;
        }
        waiting.insert(decided.place, (decided.candidate.game, decision));
        while let Some((game, decision)) = waiting.remove(&next_place) {
            next_place += 1;
            set.extend(decision.map(|score| (game, score)));
        }
        set.truncate(count);
        on_accepted(set.len());
    }
    Ok(set)
}
