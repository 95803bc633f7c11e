//! A histogram of times as a line of text.

/// The heading of a histogram, of the same width: each label begins at its time.
pub(crate) const HISTOGRAM_HEADING: &str = "1us......1ms......1s....";

/// Characters of a histogram.
const BUCKETS: usize = HISTOGRAM_HEADING.len();

/// Characters for ten times as long.
const BUCKETS_PER_DECADE: f64 = 3.0;

/// Draws a histogram: a character for each part of a logarithmic scale.
pub(super) fn histogram(times: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let mut counts = [0; BUCKETS];
    for time in times {
        counts[bucket(*time)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    counts
        .map(|count| if count == 0 { ' ' } else { BARS[(count * BARS.len()).div_ceil(most) - 1] })
        .iter()
        .collect()
}

/// Returns the index of the character for a time in microseconds. Times beyond the scale count at its ends.
fn bucket(time: f64) -> usize {
    // A negative number becomes 0.
    ((time.max(1e-3).log10() * BUCKETS_PER_DECADE) as usize).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_histogram_has_a_bar_where_the_times_are() {
        assert_eq!(histogram(&[0.2, 1.5, 2.0, 2.1, 1100.0, 1e9]), "█        ▂             ▂");
        for (label, time) in [("1us", 1.01), ("1ms", 1.01e3), ("1s", 1.01e6)] {
            assert_eq!(HISTOGRAM_HEADING.find(label), Some(bucket(time)), "{label}");
        }
        assert_eq!(histogram(&[]).len(), BUCKETS);
    }
}
