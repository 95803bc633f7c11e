//! Polling: a thread checks the limits of the search, in a team also the results of the other threads, and reports its
//! progress.

use super::interrupted::Interrupted;
use super::search_thread::SearchThread;
use crate::geometry::Layout;

impl<B: Layout, O> SearchThread<'_, B, O> {
    /// Polls the limits, and the results of the other threads. Every thread polls the limits, so that they are obeyed
    /// even while the system has put the leader aside.
    #[cold]
    pub(super) fn poll_limits(&mut self) -> Result<(), Interrupted> {
        if let Some(worker) = &mut self.worker {
            worker.report_nodes(self.nodes);
        }
        let (in_all, elapsed) = (self.nodes(), self.limiter.elapsed());
        let result = self.limiter.poll(self.nodes, in_all, elapsed);
        if result.is_ok() {
            self.reporter.report_if_due(in_all, elapsed);
        }
        let Some(worker) = &self.worker else { return result };
        if result.is_err() {
            worker.team.end();
        }
        if worker.team.is_over() {
            Err(Interrupted::AtLimits)
        } else if !worker.team.is_open(worker.question) {
            Err(Interrupted::Answered)
        } else {
            worker.decided_node(&self.table).map_or(Ok(()), |index| Err(Interrupted::Decided(index)))
        }
    }
}
