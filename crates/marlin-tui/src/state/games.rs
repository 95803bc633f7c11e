//! Games one after the other: new ones, the match that they make, the way back to the last one, and games as
//! text files.

use marlin_coach::progress::FinishedGame;
use marlin_core::{Game, GameOutcome, Outcome, Player, Score, suite};

use super::play::{Earlier, Play, middle};
use super::players::{Contest, Seat, Tally, colour};

impl Play {
    /// Returns the score of the match, the game on the board included if it is over.
    pub fn tally(&self) -> Tally {
        let Contest { tally, counts, .. } = self.contest;
        self.game.outcome().filter(|_| counts).map_or(tally, |outcome| tally.with(outcome))
    }

    /// Continues the first game of a file's text. Without one, the game on the board remains.
    pub fn load(&mut self, name: &str, text: &str) {
        match parse_record(text) {
            Ok(game) => {
                self.begin(game);
                self.is_paused = true;
                self.say(format!("loaded {name}"));
            }
            Err(error) => self.fail(format!("{name}: {error}")),
        }
    }

    /// Returns a person's game against a level, once it is over.
    pub(crate) fn finished(&self) -> Option<FinishedGame> {
        let (person, level) = match self.seats {
            [Seat::Person, Seat::Engine(level)] => (Player::X, level),
            [Seat::Engine(level), Seat::Person] => (Player::O, level),
            _ => return None,
        };
        let outcome = match self.game.outcome()? {
            GameOutcome::Drawn => Outcome::Draw,
            GameOutcome::Won(winner) if winner == person => Outcome::Win,
            GameOutcome::Won(_) => Outcome::Loss,
        };
        Some(FinishedGame { level, outcome, ..self.contest.facts })
    }

    /// Counts a hint for the position on the board, one at most.
    pub(super) fn count_hint(&mut self) {
        let position = Some(*self.game.position());
        if self.contest.hinted != position && self.game.outcome().is_none() {
            self.contest.hinted = position;
            self.contest.facts.hints += 1;
        }
    }

    pub(super) fn begin_new(&mut self) {
        let had_moves = !self.game.moves().is_empty();
        self.begin(Game::on(self.game.size()));
        if had_moves {
            self.say("a new game; u brings the last one back");
        }
    }

    pub(super) fn begin_rematch(&mut self) {
        if self.game.outcome().is_none() {
            self.fail("the game is not over: n begins a new one");
            return;
        }
        self.begin(Game::on(self.game.size()));
        self.swap_sides();
        self.say(format!("a rematch: {}", self.sentence(Player::X, ["moves first", "move first"])));
    }

    /// Puts another game on the board. The one that was there can be brought back.
    fn begin(&mut self, game: Game) {
        let contest = Contest::of(self.tally(), &game);
        let last = Earlier {
            game: std::mem::replace(&mut self.game, game),
            undone: std::mem::take(&mut self.undone),
            seats: self.seats,
            contest: std::mem::replace(&mut self.contest, contest),
        };
        if !last.game.moves().is_empty() {
            self.earlier = Some(last);
        }
        self.fit_cursor();
        self.is_paused = false;
        self.wants_review = false;
        self.top = 0;
    }

    /// Selects a column of the board, if the selected one is not on it.
    pub(super) fn fit_cursor(&mut self) {
        if !self.game.size().has_column(self.cursor) {
            self.cursor = middle(self.game.size());
        }
    }

    /// Brings the last game back. Returns whether there is one.
    pub(super) fn bring_back_earlier(&mut self) -> bool {
        let Some(Earlier { game, undone, seats, contest }) = self.earlier.take() else { return false };
        (self.game, self.undone, self.seats, self.contest) = (game, undone, seats, contest);
        self.fit_cursor();
        self.is_paused = true;
        self.wants_review = self.game.outcome().is_some();
        self.say("the last game is back");
        true
    }

    fn swap_sides(&mut self) {
        self.seats.swap(0, 1);
        self.contest.tally.wins.swap(0, 1);
    }

    /// Sets the players. A match continues only between the same players.
    pub(crate) fn set_seats(&mut self, seats: [Seat; 2]) {
        let [x, o] = seats;
        if self.seats != seats && self.seats == [o, x] {
            self.swap_sides();
        } else if self.seats != seats {
            self.seats = seats;
            self.contest.tally = Tally::default();
        }
        // The result of a game counts for one level, so the game of the new level begins here.
        self.contest.facts.setup = self.game.position().nb_moves();
        self.is_paused = false;
        let size = self.game.size();
        self.say(format!("Yellow is {}, Red {}", x.on(size), o.on(size)));
    }

    /// Returns a line about the game that is over, to be shared.
    pub(crate) fn share_line(&self) -> Option<String> {
        let outcome = self.game.outcome()?;
        let name = |player: Player| match self.seat(player) {
            Seat::Person => colour(player).to_owned(),
            seat @ Seat::Engine(_) => format!("{seat} ({})", colour(player)),
        };
        let moves = self.game.position().nb_moves();
        let story = match outcome {
            GameOutcome::Won(winner) => {
                format!("{} beat {} on move {moves}", name(winner), name(winner.opponent()))
            }
            GameOutcome::Drawn => format!("{} and {} drew", name(Player::X), name(Player::O)),
        };
        let accuracy = |player: Player| {
            let percent = self.review()?.side(player).accuracy?;
            Some(format!("{} {percent:.1} %", colour(player)))
        };
        let accuracy: Vec<_> = [Player::X, Player::O].into_iter().filter_map(accuracy).collect();
        let accuracy =
            if accuracy.is_empty() { String::new() } else { format!(" (accuracy: {})", accuracy.join(", ")) };
        Some(format!("Connect Four: {story}{accuracy}. {}", self.game))
    }
}

/// Returns a game as the text of a file. [`parse_record`] reads it, and so does `marlin-cli solve`.
pub fn record(game: &Game) -> String {
    format!("# board {}\n{}\n", game.size(), game)
}

/// Reads the first game of a text: its first line that is not a comment, on the board that a comment above it
/// names, or on 7x6. A score after the moves is skipped.
///
/// # Errors
///
/// The stated board is invalid, the first line that is not a comment is no game, or there is none.
pub fn parse_record(text: &str) -> Result<Game, String> {
    let mut size = None;
    for line in text.trim_start_matches('\u{feff}').lines().map(str::trim) {
        if !suite::is_comment(&mut size, line).map_err(|error| error.to_string())? && !line.is_empty() {
            let size = size.unwrap_or_default();
            // After moves in one word, a number is the score of a position set.
            let (moves, _) = suite::split_line(size, line).unwrap_or((line, Score::DRAW));
            return Game::parse(size, moves)
                .or_else(|_| Game::parse(size, line))
                .map_err(|error| error.to_string());
        }
    }
    // A file that names its board and has no moves is a new game.
    size.map(Game::on).ok_or_else(|| "there is no line with moves".to_owned())
}
