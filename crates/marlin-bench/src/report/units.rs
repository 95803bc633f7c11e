//! Numbers as people read them.

use indicatif::HumanCount;

use crate::replay::summary::Summary;

/// The columns of a report for people.
pub(super) const HEADINGS: [&str; 9] =
    ["set", "positions", "mean", "median", "p95", "max", "mean nodes", "total nodes", "nodes/s"];

/// Returns the cells below [`HEADINGS`].
pub(super) fn cells(summary: &Summary) -> [String; HEADINGS.len()] {
    [
        summary.name.clone(),
        summary.positions.to_string(),
        duration(summary.mean_us),
        duration(summary.median_us),
        duration(summary.p95_us),
        duration(summary.max_us),
        grouped(summary.mean_nodes.round() as u64),
        grouped(summary.total_nodes),
        grouped(summary.nps),
    ]
}

/// Writes microseconds in the unit that keeps the number below 1000, with three significant digits. No crate writes
/// durations so.
pub(crate) fn duration(micros: f64) -> String {
    // The limits are those of rounding: 999.6 us is written as 1.00 ms.
    let (value, unit) = match micros {
        us if us < 999.5 => (us, "us"),
        us if us < 999_500.0 => (us / 1e3, "ms"),
        us => (us / 1e6, "s"),
    };
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// Writes a number with its thousands apart.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_and_a_unit() {
        let cases = [
            (0.1234, "0.12 us"),
            (9.996, "10.0 us"),
            (999.6, "1.00 ms"),
            (12_340.0, "12.3 ms"),
            (999_600.0, "1.00 s"),
            (1_234_000_000.0, "1234 s"),
        ];
        for (micros, text) in cases {
            assert_eq!(duration(micros), text);
        }
    }

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
