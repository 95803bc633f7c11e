//! Checks as test cases, in the XML form of `JUnit` that the systems of a CI read.

use std::fmt::Write;

use crate::compare::comparison::Comparison;
use crate::compare::row::Row;
use crate::compare::verdict::{OnUnclear, Thresholds, Verdict};
use crate::replay::results::ReplayResults;
use crate::replay::summary::Summary;

/// A check.
struct TestCase {
    /// The set and the measure.
    name: String,
    /// The time of a position, in microseconds.
    time_us: f64,
    result: CaseResult,
}

/// The result of a check, with its reason.
enum CaseResult {
    Passed,
    Skipped(String),
    Failed(String),
}

/// Returns the scores of a replay, and its comparison with a baseline if there is one.
pub(super) fn of_replay(results: &ReplayResults, comparison: Option<&Comparison>) -> String {
    let scores: Vec<_> = results.sets.iter().map(scores).collect();
    let compared = comparison.map(|comparison| ("comparison", cases(comparison)));
    document(&[("scores", scores)].into_iter().chain(compared).collect::<Vec<_>>())
}

/// Returns a comparison.
pub(super) fn of_comparison(comparison: &Comparison) -> String {
    document(&[("comparison", cases(comparison))])
}

fn scores(set: &Summary) -> TestCase {
    let Summary { wrong, unproven, .. } = set;
    let result = if wrong + unproven > 0 {
        CaseResult::Failed(format!("{wrong} wrong, {unproven} unproven"))
    } else {
        CaseResult::Passed
    };
    TestCase { name: format!("{} scores", set.name), time_us: set.mean_us, result }
}

fn cases(comparison: &Comparison) -> Vec<TestCase> {
    comparison.rows().flat_map(|row| measures(row, &comparison.thresholds)).collect()
}

/// Returns the checks of both measures of a row.
fn measures(row: &Row, thresholds: &Thresholds) -> [TestCase; 2] {
    let measures = [
        (
            "time",
            row.verdict.time,
            format!("{} %, {}", row.judged_time().percent_text(), row.judged_time().interval_text()),
        ),
        ("nodes", row.verdict.nodes, format!("{}, now {}", row.old_nodes, row.new_nodes)),
    ];
    measures.map(|(measure, verdict, figures)| {
        let result = match (verdict, thresholds.on_unclear) {
            (None, _) => CaseResult::Skipped(format!("not judged without --fail-{measure}: {figures}")),
            (Some(Verdict::Pass), _) => CaseResult::Passed,
            (Some(Verdict::Unclear), OnUnclear::Pass) => CaseResult::Skipped(format!("unclear: {figures}")),
            (Some(Verdict::Unclear), OnUnclear::Fail) => CaseResult::Failed(format!("unclear: {figures}")),
            (Some(Verdict::Fail), _) => CaseResult::Failed(figures),
        };
        TestCase { name: format!("{} {measure}", row.name), time_us: row.new_us, result }
    })
}

fn document(suites: &[(&str, Vec<TestCase>)]) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"marlin-bench\">\n".to_owned();
    for (name, cases) in suites {
        let count = |is: fn(&CaseResult) -> bool| cases.iter().filter(|case| is(&case.result)).count();
        let failures = count(|result| matches!(result, CaseResult::Failed(_)));
        let skipped = count(|result| matches!(result, CaseResult::Skipped(_)));
        let _ = writeln!(
            text,
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">",
            cases.len()
        );
        for TestCase { name: case, time_us, result } in cases {
            let (case, seconds) = (escape(case), time_us / 1e6);
            let _ = write!(
                text,
                "    <testcase classname=\"marlin-bench.{name}\" name=\"{case}\" time=\"{seconds:.9}\""
            );
            let _ = match result {
                CaseResult::Passed => writeln!(text, "/>"),
                CaseResult::Skipped(reason) => {
                    writeln!(text, "><skipped message=\"{}\"/></testcase>", escape(reason))
                }
                CaseResult::Failed(reason) => {
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
