//! [`SolutionReport`]: percentiles of the measurements, and the questions with the most nodes.

use marlin_core::{Game, Position};
use serde::Serialize;

use super::measurement::{Measurement, Question};
use crate::host::Host;
use crate::report::tables::{aligned, duration, grouped, markdown_paragraph, markdown_table};
use crate::stats::{median, micros, per_mille, rounded_mean};

/// The results. The names are part of the interface.
#[derive(Debug, Serialize)]
pub(crate) struct SolutionReport {
    pub(crate) host: Host,
    pub(crate) seed: u64,
    pub(crate) hash_mib: usize,
    pub(crate) cpu: &'static str,
    /// Positions of each number of stones whose scores were searched again without the book; all were equal.
    pub(crate) checked: usize,
    pub(crate) rows: Vec<Row>,
}

/// One question about the positions of a number of stones.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    question: Question,
    stones: usize,
    positions: usize,
    /// Positions that were answered by the rules or the book.
    without_nodes: usize,
    mean_us: f64,
    median_us: f64,
    p99_us: f64,
    p999_us: f64,
    max_us: f64,
    mean_nodes: f64,
    max_nodes: u64,
    /// The moves of a game that leads to the position with the most nodes.
    max_nodes_moves: String,
    /// Its time.
    max_nodes_us: f64,
}

impl Row {
    /// Returns the row of a question about the first positions, whose measurements are in the same order.
    pub(crate) fn new(
        question: Question,
        stones: usize,
        positions: &[Position],
        measurements: &[Measurement],
    ) -> Self {
        let count = measurements.len().max(1) as f64;
        let mut times: Vec<_> = measurements.iter().map(|measurement| micros(measurement.time)).collect();
        times.sort_unstable_by(f64::total_cmp);
        let total_nodes: u64 = measurements.iter().map(|measurement| measurement.nodes).sum();
        // The first of equals, so that the position is the same on every machine.
        let pairs = positions.iter().zip(measurements);
        let hardest = pairs.rev().max_by_key(|(_, measurement)| measurement.nodes);
        let moves =
            hardest.and_then(|(position, _)| Game::leading_to(position).ok()).map(|game| game.to_string());
        Self {
            question,
            stones,
            positions: measurements.len(),
            without_nodes: measurements.iter().filter(|measurement| measurement.nodes == 0).count(),
            mean_us: rounded_mean(times.iter().sum::<f64>() / count),
            median_us: median(&times),
            p99_us: per_mille(&times, 990),
            p999_us: per_mille(&times, 999),
            max_us: per_mille(&times, 1000),
            mean_nodes: rounded_mean(total_nodes as f64 / count),
            max_nodes: hardest.map_or(0, |(_, measurement)| measurement.nodes),
            max_nodes_moves: moves.unwrap_or_default(),
            max_nodes_us: hardest.map_or(0.0, |(_, measurement)| micros(measurement.time)),
        }
    }

    /// Returns whether the question is about all columns.
    pub(crate) fn is_of_columns(&self) -> bool {
        self.question == Question::Columns
    }

    fn times(&self) -> Vec<String> {
        let searched = (self.positions - self.without_nodes) as f64 * 100.0 / self.positions.max(1) as f64;
        let mut cells = self.beginning();
        cells.push(format!("{searched:.0} %"));
        let times = [self.mean_us, self.median_us, self.p99_us, self.p999_us, self.max_us];
        cells.extend(times.map(duration));
        cells.push(grouped(self.mean_nodes.round() as u64));
        cells
    }

    fn hardest(&self) -> Vec<String> {
        let mut cells = self.beginning();
        cells.extend([grouped(self.max_nodes), duration(self.max_nodes_us), self.max_nodes_moves.clone()]);
        cells
    }

    /// Returns the cells that both tables begin with.
    fn beginning(&self) -> Vec<String> {
        let (stones, positions) = (self.stones.to_string(), grouped(self.positions as u64));
        vec![self.question.title().to_owned(), stones, positions]
    }
}

impl SolutionReport {
    /// Describes the positions, the machine and the settings.
    fn heading(&self) -> String {
        let Self { host, seed, hash_mib, cpu, checked, .. } = self;
        let check = match checked {
            0 => String::new(),
            _ => format!(
                "; {} of each number also without the book, with equal scores",
                grouped(*checked as u64)
            ),
        };
        format!(
            "{}\nRandom positions of seed {seed}, one thread, {cpu}, a table of {hash_mib} MiB{check}",
            host.describe(),
        )
    }

    fn times(&self) -> Vec<Vec<String>> {
        let times = ["mean", "median", "p99", "p99.9", "worst"];
        let heading = [&["question", "stones", "tried", "searched"], &times[..], &["mean nodes"]].concat();
        table(&heading, self.rows.iter().map(Row::times))
    }

    /// Returns the hardest position of each row with a search.
    fn hardest(&self) -> Vec<Vec<String>> {
        let heading = ["question", "stones", "tried", "most nodes", "time", "moves"];
        table(&heading, self.rows.iter().filter(|row| row.max_nodes > 0).map(Row::hardest))
    }

    /// Returns the longest time of each question with the number of positions: it is no bound for others.
    fn slowest(&self) -> String {
        let sentence = |question: Question| {
            let rows = self.rows.iter().filter(move |row| row.question == question);
            let tried: usize = rows.clone().map(|row| row.positions).sum();
            let slowest = rows.map(|row| row.max_us).fold(0.0, f64::max);
            (tried > 0).then(|| {
                let (title, tried, slowest) = (question.title(), grouped(tried as u64), duration(slowest));
                format!("The slowest answer of {tried} tried took {slowest} ({title}).")
            })
        };
        Question::ALL.into_iter().filter_map(sentence).collect::<Vec<_>>().join(" ")
    }

    /// Returns the report for people: aligned columns.
    pub(crate) fn text(&self) -> String {
        let tables = [aligned(&self.times()), aligned(&self.hardest())];
        format!("{}\n\n{}\n{}\n\n{}", self.heading(), tables[0], self.slowest(), tables[1])
    }

    /// Returns the report for a document.
    pub(crate) fn markdown(&self) -> String {
        let heading = self.heading().lines().map(markdown_paragraph).collect::<String>();
        let slowest = markdown_paragraph(&self.slowest());
        let tried = markdown_paragraph("The positions with the most nodes of those tried:");
        let tables = [markdown_table(&self.times()), markdown_table(&self.hardest())];
        format!("{}\n{}{slowest}{tried}\n{}", heading.trim_start(), tables[0], tables[1])
    }
}

fn table(heading: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let heading = heading.iter().map(ToString::to_string).collect();
    [heading].into_iter().chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marlin_core::BoardSize;

    use super::*;

    #[test]
    fn a_row_has_the_percentiles_and_the_first_position_with_the_most_nodes() {
        let position = |moves| Position::parse(BoardSize::STANDARD, moves).unwrap();
        let positions: Vec<_> =
            (0..1000).map(|index| position(if index == 7 { "44" } else { "1" })).collect();
        let measurement = |index: u64| Measurement {
            score: None,
            nodes: if index == 7 || index == 900 { 50 } else { index % 2 },
            time: Duration::from_micros(index + 1),
        };
        let measurements: Vec<_> = (0..1000).map(measurement).collect();
        let row = Row::new(Question::Score, 2, &positions, &measurements);
        assert_eq!((row.max_nodes, row.max_nodes_moves.as_str(), row.without_nodes), (50, "44", 499));
        let times = [row.mean_us, row.median_us, row.p99_us, row.p999_us, row.max_us, row.max_nodes_us];
        assert_eq!(times.map(duration), ["500 us", "500 us", "990 us", "999 us", "1.00 ms", "8.00 us"]);
    }
}
