//! The review of a game as cards, the whole game first, then each blunder.

use marlin_coach::review::{Review, ReviewedMove};
use marlin_core::{Column, Game, Outcome};

use super::action::{Dialog, Story, StoryAction};
use super::play::Play;

/// A card of the review that tells of a blunder.
#[derive(Debug)]
pub(crate) struct BlunderCard<'a> {
    /// The blunder.
    pub(crate) played: &'a ReviewedMove,
    /// The moves from the blunder on, with best play of both sides after it, as far as it is known.
    pub(crate) line: Vec<Column>,
    /// The moves before the blunder.
    before: &'a [Column],
    start: &'a Review,
}

impl BlunderCard<'_> {
    /// Returns the board after some moves of the line.
    pub(crate) fn board(&self, step: usize) -> Game {
        let mut game = Game::from_position(*self.start.game.start());
        for &column in self.before.iter().chain(self.line.iter().take(step)) {
            // The review has legal moves only.
            let _ = game.play(column);
        }
        game
    }
}

impl Play {
    /// Returns the review of the game on the board, if it is known.
    pub fn review(&self) -> Option<&Review> {
        self.review.as_deref().filter(|review| review.game == self.game)
    }

    /// Returns the place in the review, `None` unless it is open.
    pub(crate) const fn story(&self) -> Option<Story> {
        match self.dialog {
            Some(Dialog::Review(story)) => Some(story),
            _ => None,
        }
    }

    /// Returns the number of cards.
    pub(crate) fn nb_cards(&self) -> usize {
        let blunders = |review: &Review| review.moves.iter().filter(|played| played.is_blunder()).count();
        1 + self.review().map_or(0, blunders)
    }

    /// Returns the blunder of the open card.
    pub(crate) fn blunder_card(&self) -> Option<BlunderCard<'_>> {
        let card = self.story()?.card.checked_sub(1)?;
        let review = self.review()?;
        let mut blunders = review.moves.iter().enumerate().filter(|(_, played)| played.is_blunder());
        let (index, played) = blunders.nth(card)?;
        let before = &review.game.moves()[..index];
        let line = std::iter::once(played.column).chain(played.refutation.iter().copied()).collect();
        Some(BlunderCard { played, line, before, start: review })
    }

    pub(super) fn open_or_close_review(&mut self) {
        self.top = 0;
        if self.dialog.take().is_some_and(|dialog| matches!(dialog, Dialog::Review(_))) {
            return;
        }
        if self.game.moves().is_empty() {
            self.fail("no moves to review yet");
            return;
        }
        // An engine that is to move waits for the end of the review.
        self.is_paused = true;
        self.wants_review = true;
        self.review.take_if(|review| !review.is_complete());
        self.forget_unproven();
        self.dialog = Some(Dialog::Review(Story::default()));
    }

    /// Carries out an action in the review.
    pub(super) fn go_through_story(&mut self, action: StoryAction) {
        let Some(mut story) = self.story() else { return };
        let (last_card, last_step) =
            (self.nb_cards() - 1, self.blunder_card().map_or(0, |card| card.line.len()));
        let before = story.card;
        match action {
            StoryAction::Next => story.card = (story.card + 1).min(last_card),
            StoryAction::Previous => story.card = story.card.saturating_sub(1),
            // The card of the whole game has no line. The next card is the first blunder.
            StoryAction::Forward if story.card == 0 => story.card = last_card.min(1),
            StoryAction::Forward if story.is_hidden() => {}
            StoryAction::Forward => story.step = (story.step + 1).min(last_step),
            StoryAction::Back => story.step = story.step.saturating_sub(1),
            StoryAction::Guess => {
                story = Story { is_guessing: !story.is_guessing, is_solved: false, step: 0, ..story };
                if story.is_guessing && story.card == 0 {
                    story.card = last_card.min(1);
                }
            }
            StoryAction::Try(column) => story.is_solved |= self.try_column(column),
        }
        if story.card != before {
            story = Story { step: 0, is_solved: false, ..story };
            self.top = 0;
        }
        self.dialog = Some(Dialog::Review(story));
    }

    /// Tells whether a column is the better one. Returns whether it is.
    fn try_column(&mut self, column: Column) -> bool {
        let Some(card) = self.blunder_card() else { return false };
        let Some(found) = &card.played.assessment else { return false };
        let score = if self.game.size().has_column(column) { found.columns[column] } else { None };
        let Some(score) = score else {
            self.fail(format!("column {column} cannot be played"));
            return false;
        };
        let is_best = found.best.contains(&column);
        let keeps = score.outcome() == found.before.outcome();
        let result = match score.outcome() {
            Outcome::Win => self.sentence(card.played.player, ["wins", "win"]),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Loss => self.sentence(card.played.player.opponent(), ["wins", "win"]),
        };
        self.say(match (is_best, keeps) {
            (true, _) => format!("Column {column} is right: {result}"),
            (false, true) => format!("Column {column} is right too: {result}, but later"),
            (false, false) => format!("Column {column} is not enough: {result}. Try another one"),
        });
        keeps
    }
}
