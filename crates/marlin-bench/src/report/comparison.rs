//! A comparison for people.

use super::units::{duration, grouped};
use super::{markdown, table as aligned_table};
use crate::compare::comparison::Comparison;
use crate::compare::gate::interval;
use crate::compare::row::{Delta, percent, percent_text};

/// The columns of a comparison.
const HEADINGS: [&str; 9] =
    ["set", "before", "now", "time", "95 % confidence", "nodes before", "now", "nodes", "difference"];

/// Returns a comparison as aligned columns.
pub(crate) fn table(comparison: &Comparison) -> String {
    let mut text = aligned_table::aligned(&rows(comparison));
    for line in lines(comparison) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Returns a comparison as a Markdown table.
pub(crate) fn markdown(comparison: &Comparison) -> String {
    let text = markdown::table(&rows(comparison));
    text + &lines(comparison).map(|line| markdown::paragraph(&line)).collect::<String>()
}

/// Returns the lines below the table: the remarks, and then the verdict.
fn lines(comparison: &Comparison) -> impl Iterator<Item = String> {
    comparison.remarks.iter().cloned().chain(comparison.conclusion())
}

fn rows(comparison: &Comparison) -> Vec<Vec<String>> {
    let heading = HEADINGS.map(str::to_owned).to_vec();
    [heading].into_iter().chain(comparison.rows().map(cells)).collect()
}

fn cells(delta: &Delta) -> Vec<String> {
    vec![
        delta.name.clone(),
        duration(delta.old_us),
        duration(delta.new_us),
        format!("{} %", percent_text(delta.time.estimate)),
        interval(delta.time),
        grouped(delta.old_nodes),
        grouped(delta.new_nodes),
        format!("{:+.2} %", percent(delta.nodes())),
        format!("{:+}", i128::from(delta.new_nodes) - i128::from(delta.old_nodes)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::args::Thresholds;
    use crate::replay::results::sample;

    #[test]
    fn time_has_its_interval_and_nodes_are_exact() {
        let (mut old, mut new) = (sample(), sample());
        old.sets[0].rounds_us = vec![10.0, 10.0];
        new.sets[0].rounds_us = vec![11.0, 11.0];
        new.sets[0].total_nodes += 1;
        let comparison = Comparison::new(&old, &new, &Thresholds::NONE).unwrap();
        let text = table(&comparison);
        assert!(text.contains("10.0 us  11.0 us  +10.0 %  +10.0 to +10.0 %"), "{text}");
        assert!(text.contains("1,234,560  1,234,561  +0.00 %          +1"), "{text}");
        let markdown = markdown(&comparison);
        assert!(markdown.contains("| L2\\_R1 | 10.0 us | 11.0 us | +10.0 % |"), "{markdown}");
    }
}
