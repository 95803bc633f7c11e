//! [`Claims`]: the scores that a text states.

use marlin_core::{Bounds, Report};

/// The scores that a text states, to be compared with those found.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The bounds of the score of the position.
    pub score: Option<Bounds>,
    /// The score of each column, `None` for one that is not stated.
    pub columns: Vec<Option<i32>>,
}

impl Claims {
    /// Returns how they contradict the bounds of the position, if they do.
    pub fn contradiction_of_score(&self, found: Bounds) -> Option<String> {
        let stated = self.score.filter(|stated| stated.intersection(found).is_none())?;
        let score = match stated.outcome() {
            Some(outcome) if stated.score().is_none() => format!("that of a {outcome}"),
            _ => stated.to_string(),
        };
        Some(format!("the score is {found}, not {score}"))
    }

    /// Returns how they contradict an answer, if they do. A full column has no score to compare.
    pub fn contradiction(&self, found: &Report) -> Option<String> {
        let wrong = self.contradiction_of_score(found.bounds);
        let mut columns = found.columns.iter().zip(&self.columns);
        wrong.or_else(|| {
            columns.find_map(|((column, bounds), &stated)| {
                let (bounds, stated) = ((*bounds)?, stated?);
                let is_possible = (bounds.lower().get()..=bounds.upper().get()).contains(&stated);
                (!is_possible)
                    .then(|| format!("the score of column {} is {bounds}, not {stated}", column.number()))
            })
        })
    }
}
