//! Fills a set: threads decide candidates, and one after the other they are taken in the order they were drawn.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use marlin_core::{Cpu, Game, Score, TableSizeError};

use super::candidates::{Candidate, Candidates};
use super::decisions::{Decision, Partial};
use super::verifier::{self as judge, Judge, JudgeError};
use crate::sets::category::Shape;

/// What to make.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Order {
    pub(crate) seed: u64,
    pub(crate) shape: Shape,
    pub(crate) count: usize,
    pub(crate) threads: usize,
    pub(crate) cpu: Cpu,
}

/// Why a set isn't made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FillError {
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error(transparent)]
    Table(#[from] TableSizeError),
    #[error("the candidates decided so far: {0}")]
    Partial(#[from] io::Error),
}

/// A candidate with its place in the order, and what was decided about it.
struct Decided {
    place: u64,
    candidate: Candidate,
    decision: Result<Decision, JudgeError>,
    is_new: bool,
}

/// Returns the first candidates that fit the shape, as many as asked for. Which thread decides which candidate, and
/// when, has no influence on what comes out.
pub(crate) fn fill(
    order: Order,
    partial: &mut Partial,
    mut on_accepted: impl FnMut(usize),
) -> Result<Vec<(Game, Score)>, FillError> {
    let known = partial.known().clone();
    let stop = AtomicBool::new(false);
    let solver = judge::shared_solver(order.cpu)?;
    let judges =
        (0..order.threads).map(|_| Judge::new(order.shape, &solver, &stop)).collect::<Result<Vec<_>, _>>()?;
    let candidates = Mutex::new((0..).zip(Candidates::new(order.seed, order.shape)));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for judge in &judges {
            let sender = sender.clone();
            let (candidates, known, stop) = (&candidates, &known, &stop);
            scope.spawn(move || work(judge, candidates, known, &sender, stop));
        }
        drop(sender);
        let set = collect(order.count, &receiver, partial, &mut on_accepted);
        // The threads end at once, whatever they are about: the set is complete, or it failed.
        stop.store(true, Relaxed);
        set
    })
}

/// Decides one candidate after the other until the flag is raised.
fn work(
    judge: &Judge<'_>,
    candidates: &Mutex<impl Iterator<Item = (u64, Candidate)>>,
    known: &HashMap<u64, (String, Decision)>,
    sender: &Sender<Decided>,
    stop: &AtomicBool,
) {
    while !stop.load(Relaxed) {
        let next = candidates.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((place, candidate)) = next else { return };
        let remembered =
            known.get(&candidate.index).filter(|(moves, _)| *moves == candidate.game.to_string());
        let decision =
            remembered.map_or_else(|| judge.decide(&candidate.game), |(_, decision)| Ok(*decision));
        let is_new = remembered.is_none();
        if sender.send(Decided { place, candidate, decision, is_new }).is_err() {
            return;
        }
    }
}

/// Takes what the threads decide, writes it down, and puts it in order until the set is complete.
fn collect(
    count: usize,
    receiver: &Receiver<Decided>,
    partial: &mut Partial,
    on_accepted: &mut impl FnMut(usize),
) -> Result<Vec<(Game, Score)>, FillError> {
    let mut set = Vec::new();
    let mut waiting = BTreeMap::new();
    let mut next_place = 0;
    while set.len() < count {
        let Ok(decided) = receiver.recv() else { break };
        let decision = decided.decision?;
        if decided.is_new {
            partial.append(&decided.candidate, decision)?;
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
