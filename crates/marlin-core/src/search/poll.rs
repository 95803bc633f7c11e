//! A thread polls: the limits of the search, and in a team also what the other threads have found out.

use super::interrupted::Interrupted;
use super::search_thread::SearchThread;

impl<const W: usize, const H: usize, O> SearchThread<'_, W, H, O> {
    /// Polls the limits, and what the other threads have found out meanwhile. Every thread polls the limits, so that they
    /// are obeyed even while the system has put the leader aside.
    #[cold]
    pub(super) fn poll_limits(&mut self) -> Result<(), Interrupted> {
        if let Some(worker) = &mut self.worker {
            worker.report_nodes(self.nodes);
        }
        let result = self.limiter.poll(self.nodes, self.nodes());
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
