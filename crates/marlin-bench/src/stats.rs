//! Statistics of measured times.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// What an interval leaves out at each end: confidence intervals are those of 95 %.
const TAIL: f64 = 0.025;

/// Times below this, in microseconds, are those of the clock.
const SHORTEST_US: f64 = 1e-3;

/// A mean ratio with its confidence interval of 95 %, where there are repeats to tell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ratio {
    pub(crate) estimate: f64,
    pub(crate) interval: Option<(f64, f64)>,
}

impl Ratio {
    /// Returns how many times as long the new ones take, from times that were measured apart: the ratio of the geometric
    /// means, with Welch's interval on the logarithms.
    pub(crate) fn of_samples(old: &[f64], new: &[f64]) -> Self {
        let (old, new) = (Sample::of_logarithms(old), Sample::of_logarithms(new));
        let (old_error, new_error) = (old.squared_error(), new.squared_error());
        let error = old_error.zip(new_error).map(|(old_error, new_error)| {
            let freedom = (old_error + new_error).powi(2)
                / (old_error.powi(2) / (old.count - 1.0) + new_error.powi(2) / (new.count - 1.0));
            ((old_error + new_error).sqrt(), freedom)
        });
        Self::from_logarithm(new.mean - old.mean, error)
    }

    /// Returns how many times as long the second of each pair takes, from pairs that were measured side by side: the
    /// geometric mean of their ratios, with Student's interval on the logarithms.
    pub(crate) fn of_pairs(pairs: &[(f64, f64)]) -> Self {
        let ratios: Vec<_> =
            pairs.iter().map(|&(first, second)| second.max(SHORTEST_US) / first.max(SHORTEST_US)).collect();
        let sample = Sample::of_logarithms(&ratios);
        let error = sample.squared_error().map(|error| (error.sqrt(), sample.count - 1.0));
        Self::from_logarithm(sample.mean, error)
    }

    /// Returns a ratio from its logarithm with the standard error and the degrees of freedom of that.
    fn from_logarithm(mean: f64, error: Option<(f64, f64)>) -> Self {
        let interval = error.map(|(error, freedom)| {
            let half = if error > 0.0 { error * quantile(freedom) } else { 0.0 };
            (rounded_mean((mean - half).exp()), rounded_mean((mean + half).exp()))
        });
        Self { estimate: rounded_mean(mean.exp()), interval }
    }
}

/// Returns how many standard errors an interval extends to each side.
fn quantile(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - TAIL))
}

/// What is needed to know of some values.
struct Sample {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Sample {
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

/// Returns nodes in a second, from a time in microseconds that the clock may not tell from none.
pub(crate) fn nodes_per_second(nodes: u64, time_us: f64) -> u64 {
    (nodes as f64 / time_us.max(SHORTEST_US) * 1e6) as u64
}

/// Returns a duration in microseconds, as exact as clocks are: to the nanosecond.
pub(crate) fn micros(duration: Duration) -> f64 {
    rounded(duration.as_secs_f64() * 1e6, 3)
}

/// Returns a mean or a ratio without the digits that mean nothing. What is reported is what was decided on.
pub(crate) fn rounded_mean(value: f64) -> f64 {
    rounded(value, 6)
}

/// Returns the nearest number that has no more decimals, so that it is short when it is written in full.
fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    let scaled = (value * scale).round();
    // Larger numbers have no decimals to lose.
    if scaled.abs() < 1e15 { scaled / scale } else { value }
}

/// Returns the geometric mean.
pub(crate) fn geometric_mean(values: &[f64]) -> f64 {
    rounded_mean(Sample::of_logarithms(values).mean.exp())
}

/// Returns the middle of sorted values, of an even number the mean of the two in the middle.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted {
        [] => 0.0,
        _ if sorted.len() % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// Returns the smallest of sorted values that at least `percent` of them don't exceed.
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
    fn the_ratio_of_pairs_has_the_interval_of_students_distribution() {
        // Logarithms 0, 0.1 and 0.2: mean 0.1, deviation 0.1, error 0.1 / sqrt(3); t(0.975, 2) = 4.3027.
        let pairs = [0.0_f64, 0.1, 0.2].map(|logarithm| (10.0, 10.0 * logarithm.exp()));
        let Ratio { estimate, interval: Some((lower, upper)) } = Ratio::of_pairs(&pairs) else { panic!() };
        assert_near(estimate.ln(), 0.1);
        assert_near(lower.ln(), 0.1 - 4.3027 * 0.1 / 3.0_f64.sqrt());
        assert_near(upper.ln(), 0.1 + 4.3027 * 0.1 / 3.0_f64.sqrt());
    }

    #[test]
    fn the_ratio_of_samples_has_the_interval_of_welch() {
        // Logarithms -0.1, 0, 0.1 against 0.4, 0.5, 0.6: equal variances, so four degrees of freedom; t = 2.7764.
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
        assert_eq!(Ratio::of_pairs(&[(2.0, 4.0)]).interval, None);
        let Some((lower, upper)) = Ratio::of_pairs(&[(2.0, 4.0), (3.0, 6.0)]).interval else { panic!() };
        assert_near(lower, 2.0);
        assert_near(upper, 2.0);
    }

    #[test]
    fn numbers_lose_the_digits_that_mean_nothing_and_no_others() {
        assert_eq!(micros(Duration::from_nanos(1592)).to_string(), "1.592");
        assert_eq!(rounded_mean(1.0 / 3.0).to_string(), "0.333333");
        for large in [1e15, 123_456_789_012_345_680.0, 1e300, f64::INFINITY] {
            assert!(rounded_mean(large) >= large, "{large}");
        }
    }

    #[test]
    fn the_middle_and_the_ranks_are_those_of_sorted_values() {
        assert_near(median(&[1.0, 2.0, 9.0]), 2.0);
        assert_near(median(&[1.0, 2.0, 4.0, 9.0]), 3.0);
        assert_near(nearest_rank(&[1.0, 2.0, 3.0, 4.0], 50), 2.0);
        assert_near(nearest_rank(&[1.0, 2.0, 3.0, 4.0], 95), 4.0);
    }
}
