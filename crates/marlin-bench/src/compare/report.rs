//! The report on a comparison, and the checks of it and of a replay as the test cases of a CI.

use std::io::Write;

use super::comparison::Comparison;
use super::row::{OnUnclear, Row, Thresholds, Verdict};
use crate::failure::Result;
use crate::replay::results::{ReplayResults, Summary};
use crate::report::{
    Format, ReportArgs, aligned, document, duration, grouped, markdown_paragraph, markdown_table, rows_below,
};
use crate::stats::percent;

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 1;

/// The columns of a comparison.
const HEADINGS: &str =
    "set,before,now,time,95 % confidence,CPU time,95 % confidence,nodes before,now,nodes,difference";

/// Writes a comparison, and returns an error if a measure exceeds its threshold.
pub(super) fn conclude(comparison: &Comparison, args: &ReportArgs, out: &mut dyn Write) -> Result<()> {
    let render = |format| match format {
        Format::Table => Ok(table(comparison)),
        Format::Markdown => Ok(markdown(comparison)),
        Format::Json => document(SCHEMA_VERSION, comparison),
        Format::Junit => Ok(testsuites(&suite("comparison", cases(comparison)))),
    };
    let written = args.write("Connect Four positions, before and now", render, out);
    comparison.check()?;
    written
}

/// Returns a comparison as aligned columns.
pub(crate) fn table(comparison: &Comparison) -> String {
    aligned(&rows(comparison)) + &lines(comparison).map(|line| line + "\n").collect::<String>()
}

/// Returns a comparison as a Markdown table.
pub(crate) fn markdown(comparison: &Comparison) -> String {
    let text = markdown_table(&rows(comparison));
    text + &lines(comparison).map(|line| markdown_paragraph(&line)).collect::<String>()
}

/// Returns the lines below the table: first the remarks, then the verdict.
fn lines(comparison: &Comparison) -> impl Iterator<Item = String> {
    comparison.remarks.iter().cloned().chain(comparison.conclusion())
}

fn rows(comparison: &Comparison) -> Vec<Vec<String>> {
    rows_below(&HEADINGS.split(',').collect::<Vec<_>>(), comparison.rows().map(cells))
}

fn cells(row: &Row) -> Vec<String> {
    vec![
        row.name.clone(),
        duration(row.old_us),
        duration(row.new_us),
        format!("{} %", row.time.percent_text()),
        row.time.interval_text(),
        row.cpu_time.map_or_else(|| "-".to_owned(), |_| format!("{} %", row.judged.percent_text())),
        row.cpu_time.map_or_else(|| "-".to_owned(), |_| row.judged.interval_text()),
        grouped(row.old_nodes),
        grouped(row.new_nodes),
        format!("{:+.2} %", percent(row.nodes())),
        format!("{:+}", i128::from(row.new_nodes) - i128::from(row.old_nodes)),
    ]
}

/// A check.
struct TestCase {
    /// The set and the measure.
    name: String,
    /// The time of the set, and in a comparison of a position, in microseconds.
    time_us: f64,
    /// The element of a check that has not passed, with the reason.
    problem: Option<(&'static str, String)>,
}

const SKIPPED: &str = "skipped";
const FAILURE: &str = "failure";

/// Returns the scores of a replay in the XML form of `JUnit`, and its comparison with a baseline if there is one.
pub(crate) fn junit_of_replay(results: &ReplayResults, comparison: Option<&Comparison>) -> String {
    let scores = |set: &Summary| TestCase {
        name: format!("{} scores", set.name),
        time_us: set.mean_us * set.positions as f64,
        problem: set.remark().map(|remark| (FAILURE, remark)),
    };
    let scores = results.sets.iter().map(scores).collect();
    let comparison = comparison.map(|comparison| suite("comparison", cases(comparison)));
    testsuites(&(suite("scores", scores) + &comparison.unwrap_or_default()))
}

fn cases(comparison: &Comparison) -> Vec<TestCase> {
    comparison.rows().flat_map(|row| measures(row, &comparison.thresholds)).collect()
}

/// Returns the checks of both measures of a row.
fn measures(row: &Row, thresholds: &Thresholds) -> [TestCase; 2] {
    let allowed =
        |allowed: Option<f64>| allowed.map_or_else(String::new, |most| format!(", {most} % allowed"));
    let time = row.judged_text() + &allowed(thresholds.fail_time);
    let nodes = format!("{}, now {}{}", row.old_nodes, row.new_nodes, allowed(thresholds.fail_nodes));
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

fn testsuites(suites: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::row::Thresholds;
    use crate::replay::results::samples::sample;

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
