//! [`Pool`]: the searches at a time, and the queue before them.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};
use tokio::time::{Instant, timeout_at};

use crate::metrics::Metrics;

/// Why a request has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The queue is full.
    Busy,
    /// The time was up before a search could begin.
    Late,
    /// There is no memory for the table of the board.
    Memory,
    /// A search panicked.
    Failed,
}

/// The searches at a time, and the queue before them.
#[derive(Debug)]
pub(super) struct Pool {
    threads: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

/// A place in the queue, at whose end a search begins.
#[derive(Debug)]
pub(crate) struct Place {
    threads: Arc<Semaphore>,
    /// A thread, if one was free at once.
    thread: Option<OwnedSemaphorePermit>,
    /// The permit of the queue, if it counts this place.
    queued: Option<OwnedSemaphorePermit>,
    metrics: Arc<Metrics>,
}

impl Pool {
    pub(super) fn new(threads: usize, queue: usize, metrics: &Arc<Metrics>) -> Self {
        let semaphore = |permits: usize| Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)));
        Self { threads: semaphore(threads), queue: semaphore(queue), metrics: Arc::clone(metrics) }
    }

    /// Takes a thread, or else a place in the queue.
    pub(super) fn enter(&self) -> Result<Place, Refused> {
        let thread = Arc::clone(&self.threads).try_acquire_owned().ok();
        let queued = if thread.is_some() { None } else { Some(self.queue_up()?) };
        Ok(Place { thread, queued, ..self.uncounted() })
    }

    /// Takes a place in the queue for a request that will search many times: its searches wait together at this place.
    pub(super) fn enter_with_many(&self) -> Result<Place, Refused> {
        Ok(Place { queued: Some(self.queue_up()?), ..self.uncounted() })
    }

    fn queue_up(&self) -> Result<OwnedSemaphorePermit, Refused> {
        Arc::clone(&self.queue).try_acquire_owned().map_err(|error| match error {
            TryAcquireError::NoPermits | TryAcquireError::Closed => {
                self.metrics.refused();
                Refused::Busy
            }
        })
    }

    fn uncounted(&self) -> Place {
        Place {
            threads: Arc::clone(&self.threads),
            thread: None,
            queued: None,
            metrics: Arc::clone(&self.metrics),
        }
    }
}

impl Place {
    /// Returns a place beside this one, for one of the searches of a request.
    pub(crate) fn beside(&self) -> Self {
        Self {
            threads: Arc::clone(&self.threads),
            thread: None,
            queued: None,
            metrics: Arc::clone(&self.metrics),
        }
    }

    /// Waits for a thread.
    pub(super) async fn wait(self, deadline: Instant) -> Result<OwnedSemaphorePermit, Refused> {
        let Self { threads, thread, queued, metrics } = self;
        if let Some(thread) = thread {
            return Ok(thread);
        }
        let _waiting = metrics.waiting();
        let thread = timeout_at(deadline, threads.acquire_owned()).await;
        drop(queued);
        // The threads are never closed.
        thread.map_err(|_| Refused::Late)?.map_err(|_| Refused::Failed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(20)
    }

    #[tokio::test]
    async fn beyond_the_queue_nobody_waits() {
        let pool = Pool::new(1, 1, &Arc::default());
        let thread = pool.enter().unwrap().wait(soon()).await.unwrap();
        let waiting = pool.enter().unwrap();
        assert_eq!(pool.enter().unwrap_err(), Refused::Busy);
        drop(thread);
        assert!(waiting.wait(soon()).await.is_ok());
        assert!(pool.enter().is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_longer_than_the_time_allows() {
        let pool = Pool::new(1, 1, &Arc::default());
        let _thread = pool.enter().unwrap().wait(soon()).await.unwrap();
        assert_eq!(pool.enter().unwrap().wait(soon()).await.unwrap_err(), Refused::Late);
        assert!(pool.enter().is_ok(), "the place is free again");
    }

    #[tokio::test]
    async fn many_searches_take_one_place() {
        let pool = Pool::new(1, 1, &Arc::default());
        let many = pool.enter_with_many().unwrap();
        assert_eq!(pool.enter_with_many().unwrap_err(), Refused::Busy);
        let first = many.beside().wait(soon()).await.unwrap();
        assert_eq!(many.beside().wait(soon()).await.unwrap_err(), Refused::Late);
        drop(first);
        assert!(many.beside().wait(soon()).await.is_ok());
    }
}
