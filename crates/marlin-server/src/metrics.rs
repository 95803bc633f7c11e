//! [`Metrics`]: counters and gauges of the server, in the text format `OpenMetrics`.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};
use tracing_appender::non_blocking::ErrorCounter;

/// The upper ends of the buckets of times, in seconds.
const BUCKETS: [f64; 10] = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0];

/// Counters and gauges of the server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    request_seconds: Family<RequestLabels, Histogram>,
    pub(crate) connections: Gauge,
    pub(crate) running: Gauge,
    pub(crate) waiting: Gauge,
    pub(crate) abandoned: Counter,
    pub(crate) refused: Counter,
    pub(crate) known: Counter,
    pub(crate) unknown: Counter,
    pub(crate) nodes: Counter,
    /// The lines that standard error refused.
    pub(crate) log_lines_failed: Counter,
    /// The number of lost lines.
    log_lines_lost: Counter,
    /// The number of lines that are dropped while others wait to be written.
    pub(crate) log_lines_dropped: OnceLock<ErrorCounter>,
}

/// The requests that share a histogram.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    endpoint: String,
    status: u16,
}

/// One more of a gauge, until it is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("marlin");
        let all = &mut registry;
        let mut metrics = Self {
            connections: registered(all, "connections", "Open connections"),
            running: registered(
                all,
                "searches_running",
                "Searches that have begun, with those that are paused for others",
            ),
            waiting: registered(all, "searches_waiting", "Searches that wait for a thread"),
            abandoned: registered(all, "searches_abandoned", "Searches stopped because their client left"),
            refused: registered(all, "refused", "Requests rejected because the queue was full"),
            known: registered(all, "positions_known", "Positions known without a search"),
            unknown: registered(all, "positions_unknown", "Positions that needed a search"),
            nodes: registered(all, "nodes", "Nodes of all searches for scores"),
            log_lines_lost: registered(all, "log_lines_lost", "Lines of the log that could not be written"),
            log_lines_failed: Counter::default(),
            log_lines_dropped: OnceLock::new(),
            request_seconds: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            registry,
        };
        let (help, seconds) = ("Time until a response begins", metrics.request_seconds.clone());
        metrics.registry.register_with_unit("request", help, Unit::Seconds, seconds);
        metrics
    }
}

/// Returns a new metric of a registry. The names of counters end in `_total`, which is added to them.
fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

impl Metrics {
    /// Counts a request whose response has begun.
    pub(crate) fn observe_request(&self, endpoint: &str, status: u16, elapsed: Duration) {
        let labels = RequestLabels { endpoint: endpoint.to_owned(), status };
        self.request_seconds.get_or_create(&labels).observe(elapsed.as_secs_f64());
    }

    /// Returns the metrics in the text format `OpenMetrics`.
    pub(crate) fn text(&self) -> String {
        let dropped = self.log_lines_dropped.get().map_or(0, ErrorCounter::dropped_lines);
        self.log_lines_lost.inner().store(dropped as u64 + self.log_lines_failed.get(), Relaxed);
        let mut text = String::new();
        // Writing to a `String` never fails.
        let _ = text::encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_the_documented_names() {
        let metrics = Metrics::default();
        metrics.observe_request("/x", 200, Duration::from_millis(3));
        metrics.observe_request("/x", 200, Duration::from_secs(60));
        metrics.nodes.inc_by(7);
        let text = metrics.text();
        for line in [
            "# HELP marlin_request_seconds Time until a response begins.",
            "# TYPE marlin_request_seconds histogram",
            "marlin_request_seconds_bucket{le=\"0.001\",endpoint=\"/x\",status=\"200\"} 0",
            "marlin_request_seconds_bucket{le=\"0.005\",endpoint=\"/x\",status=\"200\"} 1",
            "marlin_request_seconds_bucket{le=\"30.0\",endpoint=\"/x\",status=\"200\"} 1",
            "marlin_request_seconds_bucket{le=\"+Inf\",endpoint=\"/x\",status=\"200\"} 2",
            "marlin_request_seconds_count{endpoint=\"/x\",status=\"200\"} 2",
            "# TYPE marlin_nodes counter",
            "marlin_nodes_total 7",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
