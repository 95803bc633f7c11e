//! [`Shared`]: the state that all requests share.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use marlin_core::Solver;
use tokio::sync::Semaphore;

use crate::metrics::Metrics;
use crate::options::Options;
use crate::phase::Phases;
use crate::pool::SearchPool;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(super) pool: SearchPool,
    pub(super) metrics: Arc<Metrics>,
    pub(super) phases: Phases,
    /// The greatest time of a request.
    pub(super) time: Duration,
    /// The greatest time of a request of many lines in all.
    pub(super) lines_time: Duration,
    /// The greatest time of a client to send its request.
    pub(super) client_timeout: Duration,
    /// The greatest length of a request of many lines, in bytes.
    pub(super) max_body: usize,
    pub(super) pictures: Pictures,
    /// The bytes of all requests of many lines.
    pub(super) body_bytes: Arc<Semaphore>,
}

impl Shared {
    pub(crate) fn new(
        options: &Options,
        solver: &Solver,
        metrics: &Arc<Metrics>,
        phases: Phases,
    ) -> io::Result<Self> {
        let body_bytes = options.max_body.saturating_mul(options.queue).min(Semaphore::MAX_PERMITS);
        Ok(Self {
            pool: SearchPool::start(solver, options.queue, metrics, phases.clone())?,
            metrics: Arc::clone(metrics),
            phases,
            time: options.time,
            lines_time: options.lines_time,
            client_timeout: options.client_timeout,
            max_body: options.max_body,
            pictures: Pictures::default(),
            body_bytes: Arc::new(Semaphore::new(body_bytes)),
        })
    }
}

/// The last pictures that were made, by their drawings: a link is most often opened by many at a time.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    last: Mutex<VecDeque<(String, Bytes)>>,
}

impl Pictures {
    /// Some 50 KB each, with their drawings.
    const MOST: usize = 64;

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Bytes)>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, drawing: &str) -> Option<Bytes> {
        self.lock().iter().find(|(made, _)| made == drawing).map(|(_, picture)| picture.clone())
    }

    pub(super) fn keep(&self, drawing: String, picture: Bytes) {
        let mut last = self.lock();
        // Requests at the same time make a picture several times.
        if last.iter().any(|(made, _)| *made == drawing) {
            return;
        }
        if last.len() == Self::MOST {
            last.pop_front();
        }
        last.push_back((drawing, picture));
    }
}
