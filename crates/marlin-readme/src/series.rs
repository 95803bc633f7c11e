//! [`Series`]: the games of a README. [`FinishedGame`]: a finished one, with its review.

use marlin_coach::review::{MoveQuality, Review, ReviewedMove};
use marlin_core::{Column, Game, GameOutcome, Limits, Player, Position, Score, Solver};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::issue::Colour;
use crate::settings::GameSettings;
use crate::state::{GameState, LoggedMove, replay};

/// The games of a README, one after the other: the contents of their folder. Files are texts here; the caller
/// reads and writes them.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The owner's choices.
    pub settings: GameSettings,
    /// The running game.
    pub state: GameState,
    /// The finished games, the first one first. The running game is among them from its end on.
    pub finished: Vec<FinishedGame>,
}

impl Series {
    /// Returns a series that begins with a first game, with the default settings.
    pub fn new(state: GameState) -> Self {
        Self { settings: GameSettings::default(), state, finished: Vec::new() }
    }

    /// Reads `settings.toml` and `finished.jsonl` beside a state that begins a first game, or the next one
    /// after those that are finished.
    ///
    /// # Errors
    ///
    /// The error names the file and the line.
    pub fn with_state(state: GameState, settings: &str, finished: &str) -> Result<Self, Error> {
        let (settings, finished) = (GameSettings::parse(settings)?, parse_finished(finished)?);
        let game = finished.last().map_or(state.game, |last| last.game + 1);
        Ok(Self { settings, state: GameState { game, ..state }, finished })
    }

    /// Reads the contents of `settings.toml`, `state.toml` and `finished.jsonl`.
    ///
    /// # Errors
    ///
    /// The error names the file and the line.
    pub fn parse(settings: &str, state: &str, finished: &str) -> Result<Self, Error> {
        Ok(Self {
            settings: GameSettings::parse(settings)?,
            state: GameState::parse(state)?,
            finished: parse_finished(finished)?,
        })
    }

    /// Returns the contents of `finished.jsonl`.
    #[expect(clippy::missing_panics_doc, reason = "no value has a map or a writer that could fail")]
    pub fn finished_text(&self) -> String {
        let line = |game| {
            serde_json::to_string(game).expect("a finished game has no map and no writer that could fail")
        };
        self.finished.iter().map(|game| line(game) + "\n").collect()
    }

    /// Returns the running game if it is finished.
    pub(crate) fn ended(&self) -> Option<&FinishedGame> {
        self.finished.last().filter(|last| last.game == self.state.game)
    }

    /// Returns the moves of all games.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &LoggedMove> {
        let running = self.state.moves.iter();
        let ended = self.finished.iter().filter(|finished| finished.game != self.state.game);
        ended.flat_map(|finished| &finished.log).chain(running)
    }

    /// Computes the results and reviews of the finished games from their logs. Adds the running game to them
    /// if it has ended, and removes it if it goes on. This repairs the series after a killed run or a change
    /// in an editor.
    pub fn recompute(&mut self, solver: &Solver) {
        self.unfile();
        for finished in &mut self.finished {
            if let Some(recomputed) = finished.recomputed(solver) {
                *finished = recomputed;
            }
        }
        self.file_ended_game(solver);
    }

    /// Returns whether the finished games wrongly include the running game, which is not over.
    pub(crate) fn is_filed_early(&self) -> bool {
        self.ended().is_some() && self.state.board().outcome().is_none()
    }

    /// Removes finished games that only a killed run has left: the running game before its end, and later
    /// games of issues that are not done. The state is the truth, and these issues are applied again.
    pub(crate) fn unfile(&mut self) {
        let GameState { game, done, .. } = &self.state;
        let is_done = |played: &LoggedMove| played.issue.is_none_or(|issue| done.contains(issue));
        self.finished.retain(|finished| finished.game <= *game || finished.log.iter().any(is_done));
        if self.is_filed_early() {
            self.finished.pop();
        }
    }

    /// Adds the running game to the finished ones if it has just ended.
    pub(crate) fn file_ended_game(&mut self, solver: &Solver) {
        if self.ended().is_none() && self.state.board().outcome().is_some() {
            self.finished.push(FinishedGame::new(&self.state, solver));
        }
    }

    /// Begins the next game. An unfinished one is abandoned.
    pub(crate) fn begin_next_game(&mut self, solver: &Solver) {
        if self.ended().is_none() {
            self.finished.push(FinishedGame::new(&self.state, solver));
        }
        self.state.game += 1;
        self.state.first = Colour::Yellow;
        self.state.moves.clear();
    }

    /// Takes back the last moves of the running game. Its beginning counts as one more move, before which is
    /// the game before it. The issues of these moves remain done.
    ///
    /// # Errors
    ///
    /// If the games have fewer moves; then nothing is changed.
    pub fn undo(&mut self, count: usize) -> Result<(), Error> {
        let mut earlier = self.clone();
        earlier.unfile();
        for step in 0..count {
            earlier.undo_once().ok_or_else(|| {
                let moves = match step {
                    0 => "is no move".to_owned(),
                    1 => "is only 1 move".to_owned(),
                    moves => format!("are only {moves} moves"),
                };
                Error::new(format!("there {moves} to take back"))
            })?;
        }
        *self = earlier;
        Ok(())
    }

    fn undo_once(&mut self) -> Option<()> {
        if self.state.moves.pop().is_some() {
            self.finished.retain(|finished| finished.game != self.state.game);
            return Some(());
        }
        let last = self.finished.last()?.clone();
        (self.state.game, self.state.first, self.state.moves) = (last.game, last.first, last.log);
        if last.result == GameResult::Abandoned {
            self.finished.pop();
        }
        Some(())
    }
}

/// A finished game: a line of `finished.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// Its number, from 1.
    pub game: u32,
    /// The colour that began it.
    pub first: Colour,
    /// Its result.
    pub result: GameResult,
    /// Its moves as text: the columns.
    pub moves: String,
    /// Its moves, each with its player and issue.
    pub log: Vec<LoggedMove>,
    /// Its review.
    pub review: ReviewSummary,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Red won.
    Red,
    /// Yellow won.
    Yellow,
    /// The board is full.
    Draw,
    /// Ended by the beginning of the next game.
    Abandoned,
}

/// The review of a game: the part that is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSummary {
    /// The score after each move, from the view of the side that began.
    pub scores: Vec<i32>,
    /// The quality of each move.
    pub verdicts: Vec<Quality>,
    /// The accuracy of the side that began and of the other in percent; `None` for a side that had no choice.
    pub accuracy: [Option<f64>; 2],
    /// The number of the last blunder.
    pub turning_point: Option<u32>,
}

/// The quality of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// Keeps the score.
    Perfect,
    /// Keeps a win, at a later move.
    #[serde(rename = "slow win")]
    SlowWin,
    /// Keeps a loss, at an earlier move.
    #[serde(rename = "quick loss")]
    QuickLoss,
    /// Changes the result under perfect play.
    Blunder,
}

impl FinishedGame {
    /// Returns the running game of a state as a finished one.
    pub(crate) fn new(state: &GameState, solver: &Solver) -> Self {
        let (game, first) = (state.board(), state.first);
        let result = match game.outcome() {
            Some(GameOutcome::Won(winner)) if first.of(winner) == Colour::Red => GameResult::Red,
            Some(GameOutcome::Won(_)) => GameResult::Yellow,
            Some(GameOutcome::Drawn) => GameResult::Draw,
            None => GameResult::Abandoned,
        };
        let review = ReviewSummary::new(&review(&game, solver));
        Self { game: state.game, first, result, moves: game.to_string(), log: state.moves.clone(), review }
    }

    /// Returns the winner.
    pub fn winner(&self) -> Option<Colour> {
        match self.result {
            GameResult::Red => Some(Colour::Red),
            GameResult::Yellow => Some(Colour::Yellow),
            GameResult::Draw | GameResult::Abandoned => None,
        }
    }

    /// Returns the moves, each with its side and quality.
    pub(crate) fn judged(&self) -> impl Iterator<Item = (Colour, &LoggedMove, Option<Quality>)> {
        let qualities = self.review.verdicts.iter().copied().map(Some).chain(std::iter::repeat(None));
        let sides = [Player::X, Player::O].map(|player| self.first.of(player)).into_iter().cycle();
        sides.zip(&self.log).zip(qualities).map(|((side, played), quality)| (side, played, quality))
    }

    /// Returns the game computed from its log, `None` if the log has an illegal move.
    pub(crate) fn recomputed(&self, solver: &Solver) -> Option<Self> {
        replay(&self.log).ok()?;
        let (game, first, moves) = (self.game, self.first, self.log.clone());
        Some(Self::new(&GameState { game, first, moves, ..GameState::new("", 0) }, solver))
    }
}

impl ReviewSummary {
    fn new(review: &Review) -> Self {
        let assessed =
            || review.moves.iter().filter_map(|played| Some((played, played.assessment.as_ref()?)));
        let view = |played: &ReviewedMove, score: Score| {
            if played.player == Player::X { score.get() } else { -score.get() }
        };
        Self {
            scores: assessed().map(|(played, found)| view(played, found.after)).collect(),
            verdicts: assessed().map(|(_, found)| found.verdict().into()).collect(),
            accuracy: [Player::X, Player::O].map(|player| review.side(player).accuracy),
            turning_point: review.turning_point().map(|played| played.number),
        }
    }
}

impl From<MoveQuality> for Quality {
    fn from(verdict: MoveQuality) -> Self {
        match verdict {
            MoveQuality::Perfect => Self::Perfect,
            MoveQuality::SlowWin { .. } => Self::SlowWin,
            MoveQuality::QuickLoss { .. } => Self::QuickLoss,
            MoveQuality::Blunder { .. } => Self::Blunder,
        }
    }
}

/// Returns the review of a game, without limits: with the book it takes less than 0.1 s.
pub(crate) fn review(game: &Game, solver: &Solver) -> Review {
    Review::new(game, solver, &Limits::NONE, |_| {})
}

/// Reads a line.
fn parse_line(line: usize, text: &str) -> Result<FinishedGame, Error> {
    let error = |reason| Error::new(format!("finished.jsonl, line {line}: {reason}"));
    let game: FinishedGame = serde_json::from_str(text).map_err(|source| error(source.to_string()))?;
    match replay(&game.log) {
        Ok(_) => Ok(game),
        Err((number, column)) => Err(error(format!("move {number}, column {column}, is illegal"))),
    }
}

/// Reads the contents of `finished.jsonl`.
fn parse_finished(text: &str) -> Result<Vec<FinishedGame>, Error> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(line, text)| parse_line(line, text)).collect()
}

impl Colour {
    /// Returns the result of best play from a position of a score, in a game that this colour begins.
    pub(crate) fn outlook(self, score: Score, position: &Position) -> String {
        self.outlook_in(score, position, ["wins", "is"])
    }

    /// Returns the result that best play would have reached.
    pub(crate) fn past_outlook(self, score: Score, position: &Position) -> String {
        self.outlook_in(score, position, ["would have won", "would have been"])
    }

    fn outlook_in(self, score: Score, position: &Position, [wins, is]: [&str; 2]) -> String {
        let ending = position.ending(score);
        match ending.winner {
            Some(player) => format!("{} {wins} on move {}", self.of(player), ending.final_move),
            None => format!("the game {is} a draw"),
        }
    }
}

/// Returns a number with its noun.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns the better columns in a sentence: `Columns 3, 4 and 5 were better.`
pub(crate) fn better(columns: &[Column]) -> String {
    let names: Vec<_> = columns.iter().map(Column::to_string).collect();
    match names.split_last() {
        Some((last, [])) => format!("Column {last} was better."),
        Some((last, rest)) => format!("Columns {} and {last} were better.", rest.join(", ")),
        None => String::new(),
    }
}
