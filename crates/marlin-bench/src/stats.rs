//! Statistics of measured times.

use std::time::Duration;

/// The resolution of clocks, in microseconds: shorter times mean nothing.
pub(crate) const SHORTEST_US: f64 = 1e-3;

/// Count, mean and variance of the logarithms of some values.
pub(crate) struct LogSample {
    pub(crate) count: f64,
    pub(crate) mean: f64,
    variance: f64,
}

impl LogSample {
    pub(crate) fn of_logarithms(values: &[f64]) -> Self {
        let logarithms: Vec<f64> = values.iter().map(|value| value.max(SHORTEST_US).ln()).collect();
        let count = logarithms.len() as f64;
        let mean = logarithms.iter().sum::<f64>() / count;
        let squares: f64 = logarithms.iter().map(|logarithm| (logarithm - mean).powi(2)).sum();
        Self { count, mean, variance: squares / (count - 1.0) }
    }

    /// Returns the square of the mean's standard error; `None` for a single value.
    pub(crate) fn squared_error(&self) -> Option<f64> {
        (self.count > 1.0).then_some(self.variance / self.count)
    }
}

/// Returns the nodes per second, from a time in microseconds that may be too short to measure.
pub(crate) fn nodes_per_second(nodes: u64, time_us: f64) -> u64 {
    (nodes as f64 / time_us.max(SHORTEST_US) * 1e6) as u64
}

/// Returns a duration in microseconds, as exact as clocks are: to the nanosecond.
pub(crate) fn micros(duration: Duration) -> f64 {
    rounded(duration.as_secs_f64() * 1e6, 3)
}

/// Returns a mean or a ratio without insignificant digits. Decisions use the rounded value, as it is reported.
pub(crate) fn rounded_mean(value: f64) -> f64 {
    rounded(value, 6)
}

/// Returns a number rounded to some decimals, so that it is short when it is written in full.
fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    let scaled = (value * scale).round();
    // Larger numbers have no decimals to lose.
    if scaled.abs() < 1e15 { scaled / scale } else { value }
}

/// Returns the geometric mean.
pub(crate) fn geometric_mean(values: &[f64]) -> f64 {
    rounded_mean(LogSample::of_logarithms(values).mean.exp())
}

/// Returns the median of sorted values: the mean of the middle two if their number is even.
///
/// This and the next are written here because statrs sorts the values again, and interpolates its percentiles.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted {
        [] => 0.0,
        _ if sorted.len() % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// Returns the nearest-rank percentile of sorted values: the smallest that at least `percent` of them do not exceed.
pub(crate) fn nearest_rank(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3, "{found}, not {expected}");
    }

    #[test]
    fn numbers_lose_insignificant_digits_and_no_others() {
        assert_eq!(micros(Duration::from_nanos(1592)).to_string(), "1.592");
        assert_eq!(rounded_mean(1.0 / 3.0).to_string(), "0.333333");
        for large in [1e15, 123_456_789_012_345_680.0, 1e300, f64::INFINITY] {
            assert!(rounded_mean(large) >= large, "{large}");
        }
    }

    #[test]
    fn the_median_and_the_percentiles_are_those_of_sorted_values() {
        assert_near(median(&[1.0, 2.0, 9.0]), 2.0);
        assert_near(median(&[1.0, 2.0, 4.0, 9.0]), 3.0);
        assert_near(nearest_rank(&[1.0, 2.0, 3.0, 4.0], 50), 2.0);
        assert_near(nearest_rank(&[1.0, 2.0, 3.0, 4.0], 95), 4.0);
    }
}
