//! Checks as test cases, in the XML form of `JUnit` that the systems of a CI read.

use super::comparison::Comparison;
use super::row::Row;
use super::verdict::{OnUnclear, Thresholds, Verdict};
use crate::replay::results::{ReplayResults, Summary};

/// A check.
struct TestCase {
    /// The set and the measure.
    name: String,
    /// The time of a position, in microseconds.
    time_us: f64,
    /// The element of a check that has not passed, with the reason.
    problem: Option<(&'static str, String)>,
}

const SKIPPED: &str = "skipped";
const FAILURE: &str = "failure";

/// Returns the scores of a replay, and its comparison with a baseline if there is one.
pub(crate) fn of_replay(results: &ReplayResults, comparison: Option<&Comparison>) -> String {
    let scores = results.sets.iter().map(scores).collect();
    let comparison = comparison.map(|comparison| suite("comparison", cases(comparison)));
    document(&(suite("scores", scores) + &comparison.unwrap_or_default()))
}

/// Returns a comparison.
pub(super) fn of_comparison(comparison: &Comparison) -> String {
    document(&suite("comparison", cases(comparison)))
}

fn scores(set: &Summary) -> TestCase {
    let Summary { name, wrong, unproven, mean_us, .. } = set;
    let problem = (wrong + unproven > 0).then(|| (FAILURE, format!("{wrong} wrong, {unproven} unproven")));
    TestCase { name: format!("{name} scores"), time_us: *mean_us, problem }
}

fn cases(comparison: &Comparison) -> Vec<TestCase> {
    comparison.rows().flat_map(|row| measures(row, &comparison.thresholds)).collect()
}

/// Returns the checks of both measures of a row.
fn measures(row: &Row, thresholds: &Thresholds) -> [TestCase; 2] {
    let time = format!("{} %, {}", row.judged_time().percent_text(), row.judged_time().interval_text());
    let nodes = format!("{}, now {}", row.old_nodes, row.new_nodes);
    [("time", row.verdict.time, time), ("nodes", row.verdict.nodes, nodes)].map(
        |(measure, verdict, figures)| {
            let problem = match (verdict, thresholds.on_unclear) {
                (None, _) => Some((SKIPPED, format!("not judged without --fail-{measure}: {figures}"))),
                (Some(Verdict::Pass), _) => None,
                (Some(Verdict::Unclear), OnUnclear::Pass) => Some((SKIPPED, format!("unclear: {figures}"))),
                (Some(Verdict::Unclear), OnUnclear::Fail) => Some((FAILURE, format!("unclear: {figures}"))),
                (Some(Verdict::Fail), _) => Some((FAILURE, figures)),
            };
            TestCase { name: format!("{} {measure}", row.name), time_us: row.new_us, problem }
        },
    )
}

fn document(suites: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"marlin-bench\">\n{suites}</testsuites>\n"
    )
}

fn suite(name: &str, cases: Vec<TestCase>) -> String {
    let count =
        |tag| cases.iter().filter(|case| case.problem.as_ref().is_some_and(|found| found.0 == tag)).count();
    let (tests, failures, skipped) = (cases.len(), count(FAILURE), count(SKIPPED));
    let head = format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n"
    );
    let case = |TestCase { name: case, time_us, problem }: TestCase| {
        let (case, seconds) = (escape(&case), time_us / 1e6);
        let end = problem.map_or("/>".to_owned(), |(tag, reason)| {
            format!("><{tag} message=\"{}\"/></testcase>", escape(&reason))
        });
        format!(
            "    <testcase classname=\"marlin-bench.{name}\" name=\"{case}\" time=\"{seconds:.9}\"{end}\n"
        )
    };
    let cases: String = cases.into_iter().map(case).collect();
    format!("{head}{cases}  </testsuite>\n")
}

/// Returns text for an attribute. XML has no form for control characters, which names of files may have.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    text.replace(|found: char| found.is_control() || "\u{fffe}\u{ffff}".contains(found), "\u{fffd}")
}
