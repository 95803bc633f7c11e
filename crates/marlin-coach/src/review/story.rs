//! Blunders and the turning point in sentences for players.

use marlin_core::{Column, Outcome};

use super::{Assessment, Review, ReviewedMove};

impl ReviewedMove {
    /// Returns a blunder in words: the move, its loss and the better columns. `None` for other moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::review::Review;
    /// use marlin_core::Limits;
    /// use marlin_core::any::{Game, Solver};
    ///
    /// let game = Game::parse("6x5".parse()?, "3141516")?;
    /// let review = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {});
    /// let story = review.moves[1].story().expect("a blunder");
    /// assert_eq!(story, "Move 2: O played column 1 and threw away the draw. Columns 3 and 4 draw.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn story(&self) -> Option<String> {
        let found = self.assessment.as_ref().filter(|_| self.is_blunder())?;
        let Self { number, player, column, .. } = self;
        let lost = match (found.before.outcome(), found.after.outcome()) {
            (Outcome::Win, Outcome::Loss) => "turned a win into a loss",
            (Outcome::Win, _) => "threw away the win",
            _ => "threw away the draw",
        };
        Some(format!("Move {number}: {player} played column {column} and {lost}. {}", better(found)))
    }
}

impl Review {
    /// Returns the turning point in words.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::review::Review;
    /// use marlin_core::Limits;
    /// use marlin_core::any::{Game, Solver};
    ///
    /// let game = Game::parse("6x5".parse()?, "3")?;
    /// let review = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {});
    /// assert_eq!(
    ///     review.turning_point_in_words(),
    ///     "No turning point: neither side ever threw away its result."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turning_point_in_words(&self) -> String {
        match self.turning_point() {
            Some(ReviewedMove { number, player, column, .. }) => {
                format!("Turning point: move {number}, when {player} played column {column}.")
            }
            None if self.is_complete() => {
                "No turning point: neither side ever threw away its result.".to_owned()
            }
            None => "Turning point: unknown, because not every move is solved.".to_owned(),
        }
    }
}

/// Returns the columns that keep the result: those that win the soonest, where others win later.
fn better(found: &Assessment) -> String {
    let (columns, is_one) = (columns_in_words(&found.best), found.best.len() == 1);
    let keeps = |column: &&Column| {
        found.columns[**column].is_some_and(|score| score.outcome() == found.before.outcome())
    };
    let all = found.columns.by_column().map(|(column, _)| column).collect::<Vec<_>>();
    let others = all.iter().filter(keeps).count() > found.best.len();
    match (found.before.outcome(), is_one) {
        (Outcome::Win, true) if others => format!("{columns} wins the soonest."),
        (Outcome::Win, false) if others => format!("{columns} win the soonest."),
        (Outcome::Win, true) => format!("{columns} wins."),
        (Outcome::Win, false) => format!("{columns} win."),
        (_, true) => format!("{columns} draws."),
        (_, false) => format!("{columns} draw."),
    }
}

/// Returns columns as the beginning of a sentence: "Columns 3, 4 and 5".
fn columns_in_words(columns: &[Column]) -> String {
    let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("Columns {} and {last}", others.join(", ")),
        _ => format!("Column {}", names.concat()),
    }
}
