//! [`Metrics`]: counts of what the server does, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use marlin_support::text::push_line;

/// The upper ends of the classes of times, in seconds.
const CLASSES: [f64; 10] = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0];

/// Counts of what the server does.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(String, u16), Requests>>,
    connections: AtomicI64,
    running: AtomicI64,
    waiting: AtomicI64,
    known: AtomicU64,
    unknown: AtomicU64,
    abandoned: AtomicU64,
    refused: AtomicU64,
    nodes: AtomicU64,
}

/// The requests of an endpoint with a status.
#[derive(Debug, Default, Clone)]
struct Requests {
    count: u64,
    seconds: f64,
    classes: [u64; CLASSES.len()],
}

/// Counts one more of something as long as it lives.
#[derive(Debug)]
pub(crate) struct Gauge {
    metrics: Arc<Metrics>,
    of: fn(&Metrics) -> &AtomicI64,
}

impl Gauge {
    fn new(metrics: &Arc<Metrics>, of: fn(&Metrics) -> &AtomicI64) -> Self {
        of(metrics).fetch_add(1, Relaxed);
        Self { metrics: Arc::clone(metrics), of }
    }
}

impl Drop for Gauge {
    fn drop(&mut self) {
        (self.of)(&self.metrics).fetch_sub(1, Relaxed);
    }
}

impl Metrics {
    /// Counts a request whose answer has begun.
    pub(crate) fn answered(&self, endpoint: &str, status: u16, elapsed: Duration) {
        let seconds = elapsed.as_secs_f64();
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let requests = requests.entry((endpoint.to_owned(), status)).or_default();
        requests.count += 1;
        requests.seconds += seconds;
        for (count, end) in requests.classes.iter_mut().zip(CLASSES) {
            *count += u64::from(seconds <= end);
        }
    }

    /// Counts a position that is known without a search, or one that isn't.
    pub(crate) fn known(&self, is_known: bool) {
        let count = if is_known { &self.known } else { &self.unknown };
        count.fetch_add(1, Relaxed);
    }

    /// Counts a search that nobody waits for any more.
    pub(crate) fn abandoned(&self) {
        self.abandoned.fetch_add(1, Relaxed);
    }

    /// Counts a request beyond the queue.
    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    /// Counts the nodes of a search.
    pub(crate) fn searched(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Counts an open connection.
    pub(crate) fn connection(self: &Arc<Self>) -> Gauge {
        Gauge::new(self, |metrics| &metrics.connections)
    }

    /// Counts a search.
    pub(crate) fn running(self: &Arc<Self>) -> Gauge {
        Gauge::new(self, |metrics| &metrics.running)
    }

    /// Counts a request that waits for a search to begin.
    pub(crate) fn waiting(self: &Arc<Self>) -> Gauge {
        Gauge::new(self, |metrics| &metrics.waiting)
    }

    fn singles(&self) -> [Single<'_>; 8] {
        let counter = |name, help, value: &AtomicU64| Single {
            name,
            help,
            kind: "counter",
            value: value.load(Relaxed).into(),
        };
        let gauge = |name, help, value: &AtomicI64| Single {
            name,
            help,
            kind: "gauge",
            value: value.load(Relaxed).into(),
        };
        [
            gauge("marlin_connections", "Open connections.", &self.connections),
            gauge("marlin_searches_running", "Searches that run now.", &self.running),
            gauge("marlin_searches_waiting", "Searches that wait for a thread.", &self.waiting),
            counter(
                "marlin_searches_abandoned_total",
                "Searches stopped because their client went away.",
                &self.abandoned,
            ),
            counter("marlin_refused_total", "Requests refused because the queue was full.", &self.refused),
            counter("marlin_positions_known_total", "Positions known without a search.", &self.known),
            counter("marlin_positions_unknown_total", "Positions that needed a search.", &self.unknown),
            counter("marlin_nodes_total", "Nodes of all searches for scores.", &self.nodes),
        ]
    }
}

/// A value without labels.
struct Single<'a> {
    name: &'a str,
    help: &'a str,
    kind: &'a str,
    value: i128,
}

/// The text format of Prometheus.
impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Single { name, help, kind, value } in self.singles() {
            writeln!(f, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}")?;
        }
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        f.write_str("# HELP marlin_request_seconds Time until an answer begins.\n# TYPE marlin_request_seconds histogram\n")?;
        for ((endpoint, status), requests) in requests {
            f.write_str(&requests.text(&format!("endpoint=\"{endpoint}\",status=\"{status}\"")))?;
        }
        Ok(())
    }
}

impl Requests {
    fn text(&self, labels: &str) -> String {
        let mut text = String::new();
        let name = "marlin_request_seconds";
        for (count, end) in self.classes.iter().zip(CLASSES) {
            push_line(&mut text, format_args!("{name}_bucket{{{labels},le=\"{end}\"}} {count}"));
        }
        push_line(&mut text, format_args!("{name}_bucket{{{labels},le=\"+Inf\"}} {}", self.count));
        push_line(&mut text, format_args!("{name}_sum{{{labels}}} {}", self.seconds));
        push_line(&mut text, format_args!("{name}_count{{{labels}}} {}", self.count));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_every_class_that_holds_them() {
        let metrics = Metrics::default();
        metrics.answered("/x", 200, Duration::from_millis(3));
        metrics.answered("/x", 200, Duration::from_secs(60));
        let text = metrics.to_string();
        for line in [
            "marlin_request_seconds_bucket{endpoint=\"/x\",status=\"200\",le=\"0.001\"} 0",
            "marlin_request_seconds_bucket{endpoint=\"/x\",status=\"200\",le=\"0.005\"} 1",
            "marlin_request_seconds_bucket{endpoint=\"/x\",status=\"200\",le=\"30\"} 1",
            "marlin_request_seconds_bucket{endpoint=\"/x\",status=\"200\",le=\"+Inf\"} 2",
            "marlin_request_seconds_count{endpoint=\"/x\",status=\"200\"} 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} isn't in\n{text}");
        }
    }

    #[test]
    fn a_gauge_counts_what_lives() {
        let metrics = Arc::new(Metrics::default());
        let one = metrics.running();
        assert!(metrics.to_string().contains("\nmarlin_searches_running 1\n"));
        drop(one);
        assert!(metrics.to_string().contains("\nmarlin_searches_running 0\n"));
    }
}
