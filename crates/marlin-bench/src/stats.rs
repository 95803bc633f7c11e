//! Statistics of measured times, and [`Ratio`], a ratio of times with its confidence interval.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The resolution of clocks, in microseconds: shorter times mean nothing.
const SHORTEST_US: f64 = 1e-3;

/// Count, mean and variance of the logarithms of some values.
struct LogSample {
    count: f64,
    mean: f64,
    variance: f64,
}

impl LogSample {
    fn of_logarithms(values: &[f64]) -> Self {
        let logarithms: Vec<f64> = values.iter().map(|value| value.max(SHORTEST_US).ln()).collect();
        let count = logarithms.len() as f64;
        let mean = logarithms.iter().sum::<f64>() / count;
        let squares: f64 = logarithms.iter().map(|logarithm| (logarithm - mean).powi(2)).sum();
        Self { count, mean, variance: squares / (count - 1.0) }
    }

    /// Returns the square of the mean's standard error; `None` for a single value.
    fn squared_error(&self) -> Option<f64> {
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

/// Returns a mean or a ratio without insignificant digits. Decisions use the rounded value, as it is
/// reported.
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
/// This function and the next one exist because statrs sorts the values again, and interpolates its
/// percentiles.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted {
        [] => 0.0,
        _ if sorted.len() % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// Returns the nearest-rank percentile of sorted values: the smallest that at least `percent` of them do not
/// exceed.
pub(crate) fn nearest_rank(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// The probability beyond each end of a confidence interval of 95 %.
const TAIL: f64 = 0.025;

/// A mean ratio with its confidence interval of 95 %, if there are repeats.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ratio {
    pub(crate) estimate: f64,
    pub(crate) interval: Option<(f64, f64)>,
}

impl Ratio {
    /// Returns the ratio of new times to old ones that were measured apart: the ratio of the geometric means,
    /// with Welch's interval on the logarithms.
    pub(crate) fn of_samples(old: &[f64], new: &[f64]) -> Self {
        let (old, new) = (LogSample::of_logarithms(old), LogSample::of_logarithms(new));
        let (old_error, new_error) = (old.squared_error(), new.squared_error());
        let error = old_error.zip(new_error).map(|(old_error, new_error)| {
            let freedom = (old_error + new_error).powi(2)
                / (old_error.powi(2) / (old.count - 1.0) + new_error.powi(2) / (new.count - 1.0));
            ((old_error + new_error).sqrt(), freedom)
        });
        Self::from_logarithm(new.mean - old.mean, error)
    }

    /// Returns the same for times that were measured far apart. In each round they are divided by the time of
    /// the reference in that round, which shows the speed of the machine. The change of the machine may have
    /// affected the search more than the reference, or not at all, so the interval extends to both sides by
    /// the whole change of the reference. It is `None` without references.
    pub(crate) fn corrected([old, new]: [&[f64]; 2], [before, after]: [&[f64]; 2]) -> Self {
        if before.is_empty() || after.is_empty() {
            return Self { interval: None, ..Self::of_samples(old, new) };
        }
        let usual = geometric_mean(before);
        let divided = |times: &[f64], reference: &[f64]| -> Vec<_> {
            times.iter().zip(reference).map(|(time, reference)| time * usual / reference).collect()
        };
        let Self { estimate, interval } = Self::of_samples(&divided(old, before), &divided(new, after));
        let change = geometric_mean(after) / usual;
        let factor = change.max(1.0 / change);
        let widened = |(lower, upper)| (rounded_mean(lower / factor), rounded_mean(upper * factor));
        Self { estimate, interval: interval.map(widened) }
    }

    /// Returns the ratio of the second time of each pair to the first, which was measured beside it: the
    /// geometric mean of the ratios, with Student's interval on the logarithms.
    pub(crate) fn of_pairs(first: &[f64], second: &[f64]) -> Self {
        let ratio = |(first, second): (&f64, &f64)| second.max(SHORTEST_US) / first.max(SHORTEST_US);
        let ratios: Vec<_> = first.iter().zip(second).map(ratio).collect();
        let sample = LogSample::of_logarithms(&ratios);
        let error = sample.squared_error().map(|error| (error.sqrt(), sample.count - 1.0));
        Self::from_logarithm(sample.mean, error)
    }

    /// Returns a ratio from its logarithm, with the standard error and the degrees of freedom of the
    /// logarithm.
    fn from_logarithm(mean: f64, error: Option<(f64, f64)>) -> Self {
        let interval = error.map(|(error, freedom)| {
            let half = if error > 0.0 { error * quantile(freedom) } else { 0.0 };
            (rounded_mean((mean - half).exp()), rounded_mean((mean + half).exp()))
        });
        Self { estimate: rounded_mean(mean.exp()), interval }
    }

    /// Writes the increase in percent, in few characters however large it is.
    pub(crate) fn percent_text(self) -> String {
        percent_text(self.estimate)
    }

    /// Writes the interval of the increase in percent.
    pub(crate) fn interval_text(self) -> String {
        self.interval.map_or_else(
            || "-".to_owned(),
            |(lower, upper)| format!("{} to {} %", percent_text(lower), percent_text(upper)),
        )
    }
}

fn percent_text(ratio: f64) -> String {
    let percent = percent(ratio);
    if percent < 1e7 { format!("{percent:+.1}") } else { format!("{percent:+.0e}") }
}

/// Returns a ratio as an increase in percent.
pub(crate) fn percent(ratio: f64) -> f64 {
    (ratio - 1.0) * 100.0
}

/// Returns the number of standard errors that an interval extends to each side.
fn quantile(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - TAIL))
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

    #[test]
    fn the_ratio_of_pairs_has_the_interval_of_students_distribution() {
        // Logarithms 0, 0.1 and 0.2: mean 0.1, deviation 0.1, error 0.1 / sqrt(3); t(0.975, 2) = 4.3027.
        let second = [0.0_f64, 0.1, 0.2].map(|logarithm| 10.0 * logarithm.exp());
        let Ratio { estimate, interval: Some((lower, upper)) } = Ratio::of_pairs(&[10.0; 3], &second) else {
            panic!()
        };
        assert_near(estimate.ln(), 0.1);
        assert_near(lower.ln(), 0.1 - 4.3027 * 0.1 / 3.0_f64.sqrt());
        assert_near(upper.ln(), 0.1 + 4.3027 * 0.1 / 3.0_f64.sqrt());
    }

    #[test]
    fn the_ratio_of_samples_has_the_interval_of_welch() {
        // Logarithms -0.1, 0, 0.1 against 0.4, 0.5, 0.6: equal variances, so four degrees of freedom; t =
        // 2.7764.
        let sample = |mean: f64| [-0.1, 0.0, 0.1].map(|off| (mean + off).exp());
        let Ratio { estimate, interval: Some((lower, upper)) } =
            Ratio::of_samples(&sample(0.0), &sample(0.5))
        else {
            panic!()
        };
        assert_near(estimate.ln(), 0.5);
        assert_near(lower.ln(), 0.5 - 2.7764 * (0.02_f64 / 3.0).sqrt());
        assert_near(upper.ln(), 0.5 + 2.7764 * (0.02_f64 / 3.0).sqrt());
    }

    #[test]
    fn a_single_time_has_no_interval_and_equal_ones_have_a_point() {
        assert_eq!(Ratio::of_samples(&[2.0], &[3.0, 4.0]).interval, None);
        assert_near(Ratio::of_samples(&[2.0], &[3.0]).estimate, 1.5);
        assert_eq!(Ratio::of_pairs(&[2.0], &[4.0]).interval, None);
        let Some((lower, upper)) = Ratio::of_pairs(&[2.0, 3.0], &[4.0, 6.0]).interval else { panic!() };
        assert_near(lower, 2.0);
        assert_near(upper, 2.0);
    }
}
