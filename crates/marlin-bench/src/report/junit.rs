//! Checks as test cases, in the XML form of `JUnit` that the systems of a CI read.

use std::fmt::Write;

use super::Replayed;
use crate::compare::comparison::Comparison;
use crate::compare::row::Row;
use crate::compare::thresholds::{OnUnclear, Thresholds};
use crate::compare::verdict::Verdict;
use crate::replay::summary::Summary;

/// A check.
struct Case {
    /// The set and the measure.
    name: String,
    /// The time of a position, in microseconds.
    time_us: f64,
    outcome: Outcome,
}

/// The outcome of a check, with its reason.
enum Outcome {
    Passed,
    Skipped(String),
    Failed(String),
}

/// Returns the scores of a replay, and its comparison with a baseline if there is one.
pub(super) fn of_replay(replayed: &Replayed<'_>) -> String {
    let scores: Vec<_> = replayed.results.sets.iter().map(scores).collect();
    let compared = replayed.comparison.map(|comparison| ("comparison", cases(comparison)));
    document(&[("scores", scores)].into_iter().chain(compared).collect::<Vec<_>>())
}

/// Returns a comparison.
pub(super) fn of_comparison(comparison: &Comparison) -> String {
    document(&[("comparison", cases(comparison))])
}

fn scores(set: &Summary) -> Case {
    let Summary { wrong, unproven, .. } = set;
    let outcome = if wrong + unproven > 0 {
        Outcome::Failed(format!("{wrong} wrong, {unproven} unproven"))
    } else {
        Outcome::Passed
    };
    Case { name: format!("{} scores", set.name), time_us: set.mean_us, outcome }
}

fn cases(comparison: &Comparison) -> Vec<Case> {
    comparison.rows().flat_map(|row| measures(row, &comparison.thresholds)).collect()
}

/// Returns the checks of both measures of a row.
fn measures(row: &Row, thresholds: &Thresholds) -> [Case; 2] {
    let measures = [
        (
            "time",
            row.verdict.time,
            format!("{} %, {}", row.judged_time().percent_text(), row.judged_time().interval_text()),
        ),
        ("nodes", row.verdict.nodes, format!("{}, now {}", row.old_nodes, row.new_nodes)),
    ];
    measures.map(|(measure, verdict, figures)| {
        let outcome = match (verdict, thresholds.on_unclear) {
            (None, _) => Outcome::Skipped(format!("not judged without --fail-{measure}: {figures}")),
            (Some(Verdict::Pass), _) => Outcome::Passed,
            (Some(Verdict::Unclear), OnUnclear::Pass) => Outcome::Skipped(format!("unclear: {figures}")),
            (Some(Verdict::Unclear), OnUnclear::Fail) => Outcome::Failed(format!("unclear: {figures}")),
            (Some(Verdict::Fail), _) => Outcome::Failed(figures),
        };
        Case { name: format!("{} {measure}", row.name), time_us: row.new_us, outcome }
    })
}

fn document(suites: &[(&str, Vec<Case>)]) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"marlin-bench\">\n".to_owned();
    for (name, cases) in suites {
        let count = |is: fn(&Outcome) -> bool| cases.iter().filter(|case| is(&case.outcome)).count();
        let failures = count(|outcome| matches!(outcome, Outcome::Failed(_)));
        let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
        let _ = writeln!(
            text,
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">",
            cases.len()
        );
        for Case { name: case, time_us, outcome } in cases {
            let (case, seconds) = (escape(case), time_us / 1e6);
            let _ = write!(
                text,
                "    <testcase classname=\"marlin-bench.{name}\" name=\"{case}\" time=\"{seconds:.9}\""
            );
            let _ = match outcome {
                Outcome::Passed => writeln!(text, "/>"),
                Outcome::Skipped(reason) => {
                    writeln!(text, "><skipped message=\"{}\"/></testcase>", escape(reason))
                }
                Outcome::Failed(reason) => {
                    writeln!(text, "><failure message=\"{}\"/></testcase>", escape(reason))
                }
            };
        }
        text.push_str("  </testsuite>\n");
    }
    text + "</testsuites>\n"
}

/// Returns text for an attribute. XML has no form for control characters, which names of files may have.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
