//! The parts that a line-by-line game prints on request: threats, hints, the best line, the review and the graph.

use std::io;

use marlin_core::{Bounds, Player, Position};

use super::PlainGame;
use crate::state::Action;
use crate::words;

impl PlainGame<'_> {
    pub(super) fn threats(&mut self) -> io::Result<()> {
        for player in [Player::X, Player::O] {
            let cells: Vec<_> =
                self.play.game().position().threats(player).iter().map(|cell| cell.to_string()).collect();
            let cells = if cells.is_empty() { "none".to_owned() } else { cells.join(" ") };
            writeln!(self.out, "Threats of {player}: {cells}")?;
        }
        Ok(())
    }

    /// Prints the hints, or the line of best play.
    pub(super) fn analysis(&mut self, part: Action) -> io::Result<()> {
        let Some(analysis) = self.play.analysis() else {
            return writeln!(self.out, "error: there is nothing to analyze");
        };
        if part == Action::Line {
            let name = words::best_line(analysis);
            return writeln!(self.out, "{name}: {}", words::moves(self.play.best_line()));
        }
        for (column, bounds) in self.play.game().size().columns().zip(&analysis.columns) {
            match bounds {
                Some(bounds) => {
                    let best = match analysis.best_is_proven() {
                        _ if Some(column) != analysis.best => "",
                        true => " (best)",
                        false => " (looks best)",
                    };
                    let words = words::long(*bounds, self.play.game().position());
                    writeln!(
                        self.out,
                        "Column {column}: {}, {words}{best}",
                        words::number(*bounds, self.play.game().size())
                    )?;
                }
                None => writeln!(self.out, "Column {column}: full")?,
            }
        }
        words::not_proven(analysis).map_or(Ok(()), |text| writeln!(self.out, "{text}"))
    }

    /// Prints the review of the game.
    pub(super) fn review(&mut self) -> io::Result<()> {
        match self.play.review() {
            Some(review) => write!(self.out, "{}", review.to_text()),
            None => Ok(()),
        }
    }

    pub(super) fn graph(&mut self) -> io::Result<()> {
        let of = |(position, bounds): &(Position, Option<Bounds>)| {
            let value = bounds.and_then(|bounds| words::value_for_x(position, bounds));
            match value {
                Some(value) if value > 0 => format!("+{value}"),
                Some(value) => value.to_string(),
                None => "?".to_owned(),
            }
        };
        let values: Vec<_> = self.play.evaluations().iter().map(of).collect();
        writeln!(self.out, "Evaluation for X after each move, from the start: {}", values.join(" "))
    }
}
