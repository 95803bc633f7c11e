//! The record of a person on a device, computed from one log. The log has a line for each game against a
//! level, each answer to a puzzle and each step of a lesson that is done ([`LogLine`]). A damaged line
//! affects no other line. Every program computes the record here; the page asks its engine for a
//! [`ProgressRecord`].
//!
//! | file | contents |
//! |---|---|
//! | `log` | the lines of the log |
//! | this file | the rating, the streak, the results against the levels and the lessons |
//!
//! # The rules
//!
//! - The rating begins at the value that the person chooses before the first puzzle, else at 1200.
//! - The rating is an Elo rating. The first entry of each puzzle is a game against the puzzle: won if the
//!   first try was right, and lost otherwise, by a wrong try, a hint or the solution.
//! - A day counts for the streak if its puzzle was solved on that day, at any try, before a hint or the
//!   solution was shown on that day. The streak is the number of such days in a row, up to today or
//!   yesterday.
//! - A puzzle is solved if it has a right answer before a hint or the solution. On its day it may be solved
//!   anew.
//! - A game counts once, if it was played from the empty standard board without hints and takebacks. Scores
//!   and lines that are shown are hints.
//! - A mistake is asked again a day after it was made, then after 3 days, and then every 7 days, until its
//!   move is found. A miss before that day changes nothing. A mistake that was found is never asked again,
//!   even if it is missed again.
//! - Today is the local date of the device.

mod log;

use marlin_core::{Game, Outcome};
use serde::Serialize;

pub use self::log::{FinishedGame, LogEntry, LogLine, PuzzleAnswer};
use crate::lesson::Lesson;
use crate::level::SkillLevel;
use crate::puzzle::{self, Day, of_day};

/// The rating before the first answer if the person chooses none, the minimum and the maximum to begin with,
/// and the maximum change by a puzzle.
const FIRST_RATING: f64 = 1200.0;
const LEAST_RATING: u32 = 400;
const MOST_RATING: u32 = 2400;
const RATING_STEP: f64 = 32.0;

/// The maximum number of steps of lessons in a record: many more than there are, and few enough for a foreign
/// log.
const MOST_STEPS: usize = 1_000;

/// The maximum number of mistakes in a record.
const MOST_MISTAKES: usize = 1_000;

/// The days until a mistake is asked again, by the number of times that it was missed.
const PAUSES: [i64; 3] = [1, 3, 7];

/// The reason why a game whose id is in the record does not count again.
const COUNTED: &str = "Not in your record: this game has counted already.";

/// The maximum number of wrong tries at a puzzle that count: the third one shows its solution.
const MOST_TRIES: u8 = 3;

/// The games of a person against a level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The level.
    pub level: usize,
    /// The games that the person won.
    pub won: u32,
    /// The drawn games.
    pub drawn: u32,
    /// The games that the person lost.
    pub lost: u32,
}

impl Standing {
    /// Returns the number of games.
    pub const fn games(self) -> u32 {
        self.won + self.lost + self.drawn
    }
}

/// The record of a person.
///
/// # Examples
///
/// ```
/// use marlin_coach::progress::Progress;
///
/// let log = "2026-01-01 puzzle 1 40 first\n2026-01-02 puzzle 2 50 later\n- game 3 won\n";
/// let progress = Progress::parse(log);
/// assert_eq!(progress.streak("2026-01-03".parse()?), 2);
/// assert_eq!(progress.next_level().map(|level| level.get()), Some(4));
/// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    rating: f64,
    /// The best answer to each puzzle by its number from 1; it is `First` if the first entry is.
    puzzles: Vec<Option<PuzzleAnswer>>,
    /// The number of wrong tries at each puzzle before its solution was found or shown.
    wrong: Vec<u8>,
    /// The days, in order, whose puzzle was solved on the day, or was shown before it was solved. A list
    /// takes less of the page's module than a map.
    days: Vec<(Day, bool)>,
    standings: [Standing; SkillLevel::MAX.get()],
    learned: Vec<LearnedStep>,
    /// The last day on which its puzzle was answered, with the answers.
    last_day: (Option<Day>, Vec<PuzzleAnswer>),
    /// The number of games, including games that do not count.
    nb_games: usize,
    /// The ids of the games that count.
    games: Vec<u64>,
    uncounted: Option<String>,
    mistakes: Vec<Mistake>,
}

/// A mistake, the number of times that it was missed, and the day on which it is asked again: none once it is
/// found.
#[derive(Debug, Clone, PartialEq)]
struct Mistake {
    game: Game,
    misses: usize,
    due: Option<Day>,
    /// The number of games before it.
    after_game: usize,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            rating: FIRST_RATING,
            puzzles: vec![None; puzzle::COUNT],
            wrong: vec![0; puzzle::COUNT],
            days: Vec::new(),
            standings: std::array::from_fn(|index| Standing { level: index + 1, ..Standing::default() }),
            learned: Vec::new(),
            last_day: (None, Vec::new()),
            nb_games: 0,
            games: Vec::new(),
            uncounted: None,
            mistakes: Vec::new(),
        }
    }
}

impl Progress {
    /// Reads a log. Lines that are not lines of a log are skipped.
    pub fn parse(log: &str) -> Self {
        let mut progress = Self::default();
        for line in log.lines().filter_map(LogLine::parse) {
            progress.add(&line);
        }
        progress
    }

    /// Adds a line of the log. Returns whether the line changes the record; otherwise the log does not need
    /// it.
    pub fn add(&mut self, line: &LogLine) -> bool {
        match &line.entry {
            LogEntry::Game(game) => {
                self.nb_games += 1;
                let is_known = game.id != 0 && self.games.contains(&game.id);
                self.uncounted = game.uncounted().or_else(|| is_known.then(|| COUNTED.into()));
                if self.uncounted.is_some() {
                    return false;
                }
                self.games.push(game.id);
                let standing = &mut self.standings[game.level.get() - 1];
                match game.outcome {
                    Outcome::Win => standing.won += 1,
                    Outcome::Draw => standing.drawn += 1,
                    Outcome::Loss => standing.lost += 1,
                }
                true
            }
            &LogEntry::Puzzle { number, difficulty, answer } => {
                let counts = self.add_day(line.day, number, answer);
                self.add_answer(number, difficulty, answer, counts) || counts
            }
            LogEntry::Step(lesson, step) => {
                let done = LearnedStep { lesson: lesson.clone(), step: *step };
                let is_new = self.learned.len() < MOST_STEPS && !self.learned.contains(&done);
                if is_new {
                    self.learned.push(done);
                }
                is_new
            }
            &LogEntry::Start(rating) => {
                let is_first = self.answered().next().is_none();
                if is_first {
                    self.rating = rating.clamp(LEAST_RATING, MOST_RATING).into();
                }
                is_first
            }
            LogEntry::Mistake(game, is_found) => {
                line.day.is_some_and(|day| self.add_mistake(day, game, *is_found))
            }
        }
    }

    /// Adds an answer to a mistake. Returns whether the answer changes the day on which the mistake is asked
    /// again.
    fn add_mistake(&mut self, day: Day, game: &Game, is_found: bool) -> bool {
        let has_room = self.mistakes.len() < MOST_MISTAKES;
        let known = self.mistakes.iter_mut().find(|known| known.game == *game);
        let is_due = known.as_ref().is_some_and(|known| known.due.is_some_and(|due| due <= day));
        let after = |misses: usize| Some(Day(day.0 + PAUSES[misses.min(PAUSES.len() - 1)]));
        match known {
            Some(known) if is_found => known.due.take().is_some(),
            Some(known) if is_due => {
                known.due = after(known.misses);
                known.misses += 1;
                true
            }
            None if !is_found && has_room => {
                let after_game = self.nb_games;
                self.mistakes.push(Mistake { game: game.clone(), misses: 1, due: after(0), after_game });
                true
            }
            _ => false,
        }
    }

    /// Adds an answer to the day of its puzzle, if it is given on that day. Returns whether the answer
    /// decides the day.
    fn add_day(&mut self, day: Option<Day>, number: usize, answer: PuzzleAnswer) -> bool {
        let own = day.filter(|&day| of_day(day) == number);
        if let Some(day) = own {
            if self.last_day.0 != Some(day) {
                self.last_day = (Some(day), Vec::new());
            }
            self.last_day.1.push(answer);
        }
        let own = own.filter(|_| answer != PuzzleAnswer::Wrong);
        let place = own.map(|day| (day, self.days.binary_search_by_key(&day, |&(other, _)| other)));
        let Some((day, Err(place))) = place else { return false };
        self.days.insert(place, (day, answer.is_solved()));
        true
    }

    /// Adds an answer to its puzzle, and the first one to the rating. A puzzle that was shown stays so,
    /// unless the answer decides about its day. Returns whether anything changes.
    fn add_answer(&mut self, number: usize, difficulty: u8, answer: PuzzleAnswer, counts: bool) -> bool {
        let Some(best) = number.checked_sub(1).and_then(|index| self.puzzles.get_mut(index)) else {
            return false;
        };
        let before = *best;
        let wrong = &mut self.wrong[number - 1];
        let is_try = answer == PuzzleAnswer::Wrong
            && matches!(before, None | Some(PuzzleAnswer::Wrong))
            && *wrong < MOST_TRIES;
        *wrong += u8::from(is_try);
        *best = Some(match before {
            None => {
                let expected =
                    1.0 / (1.0 + 10_f64.powf((puzzle::rating_of(difficulty) - self.rating) / 400.0));
                let result = if answer == PuzzleAnswer::First { 1.0 } else { 0.0 };
                self.rating = (self.rating + RATING_STEP * (result - expected)).round();
                answer
            }
            Some(before) if before.is_solved() || answer == PuzzleAnswer::Wrong => before,
            Some(before) if answer.is_solved() && (counts || before == PuzzleAnswer::Wrong) => {
                PuzzleAnswer::Later
            }
            Some(_) => PuzzleAnswer::Shown,
        });
        *best != before || is_try
    }

    /// Returns the rating.
    pub const fn rating(&self) -> u32 {
        self.rating.max(0.0) as u32
    }

    /// Returns the number of days in a row, up to today or yesterday, on which the puzzle of the day was
    /// solved.
    pub fn streak(&self, today: Day) -> usize {
        let is_solved = |day: i64| self.days.binary_search(&(Day(day), true)).is_ok();
        let back =
            |from: i64| (0..=self.days.len() as i64).take_while(|before| is_solved(from - before)).count();
        back(today.0).max(back(today.0 - 1))
    }

    /// Returns whether a puzzle is solved.
    pub fn has_solved(&self, number: usize) -> bool {
        let answer = number.checked_sub(1).and_then(|index| *self.puzzles.get(index)?);
        answer.is_some_and(PuzzleAnswer::is_solved)
    }

    /// Returns the wrong tries at a puzzle, and whether a hint or the solution was shown after them. On its
    /// day a puzzle has the answers of that day alone.
    pub fn tries(&self, number: usize, today: Day) -> (u32, bool) {
        let of_today = if self.last_day.0 == Some(today) { &self.last_day.1[..] } else { &[] };
        let wrong = of_today.iter().take_while(|&&answer| answer == PuzzleAnswer::Wrong).count();
        match self.answered().find(|puzzle| puzzle.number == number) {
            _ if of_day(today) == number => (wrong as u32, of_today.get(wrong) == Some(&PuzzleAnswer::Shown)),
            Some(puzzle) if !puzzle.answer.is_solved() => {
                (puzzle.wrong.into(), puzzle.answer == PuzzleAnswer::Shown)
            }
            _ => (0, false),
        }
    }

    /// Returns the puzzles with an answer.
    fn answered(&self) -> impl Iterator<Item = AnsweredPuzzle> {
        let numbered = (1..).zip(self.puzzles.iter().zip(&self.wrong));
        numbered.filter_map(|(number, (answer, &wrong))| {
            Some(AnsweredPuzzle { number, answer: (*answer)?, wrong })
        })
    }

    /// Returns the number of solved puzzles.
    pub fn nb_solved(&self) -> usize {
        self.answered().filter(|puzzle| puzzle.answer.is_solved()).count()
    }

    /// Returns the results against a level.
    pub const fn standing(&self, level: SkillLevel) -> Standing {
        self.standings[level.get() - 1]
    }

    /// Returns the level to play next: the level above the highest one against which the person has won more
    /// often than lost. If there is none, it is the level below the lowest one that was played; `None` before
    /// the first game.
    pub fn next_level(&self) -> Option<SkillLevel> {
        let mut played = SkillLevel::all().filter(|&level| self.standing(level).games() > 0);
        let beaten = SkillLevel::all().rfind(|&level| self.standing(level).won > self.standing(level).lost);
        let number = match beaten {
            Some(level) => (level.get() + 1).min(SkillLevel::MAX.get()),
            None => (played.next()?.get() - 1).max(SkillLevel::MIN.get()),
        };
        SkillLevel::new(number)
    }

    /// Returns whether a step of a lesson is done, counted from 1.
    pub fn has_learned(&self, lesson: &Lesson, step: usize) -> bool {
        self.learned.iter().any(|done| done.lesson == lesson.id && done.step == step)
    }

    /// Returns the number of steps of a lesson that are done.
    pub fn nb_learned(&self, lesson: &Lesson) -> usize {
        (1..=lesson.steps.len()).filter(|&step| self.has_learned(lesson, step)).count()
    }

    /// Returns the first step of a lesson that is not done; the very first step if none is left.
    pub fn next_step(&self, lesson: &Lesson) -> usize {
        (1..=lesson.steps.len()).find(|&step| !self.has_learned(lesson, step)).unwrap_or(1)
    }

    /// Returns the record of a day as plain data.
    pub fn record(&self, today: Day) -> ProgressRecord {
        let puzzles: Vec<_> = self.answered().collect();
        let solved = self.days.iter().filter(|(_, is_solved)| *is_solved);
        let open = |Mistake { game, due, after_game, .. }: &Mistake| {
            let (board, moves) = (game.size().to_string(), game.to_string());
            due.map(|due| OpenMistake {
                board,
                moves,
                is_due: due <= today,
                is_of_last_game: *after_game == self.nb_games,
            })
        };
        ProgressRecord {
            rating: self.rating(),
            streak: self.streak(today),
            daily: of_day(today),
            solved: self.nb_solved(),
            tried: puzzles.len(),
            at_first_try: puzzles.iter().filter(|puzzle| puzzle.answer == PuzzleAnswer::First).count(),
            puzzles,
            answers: self.last_day.1.iter().copied().filter(|_| self.last_day.0 == Some(today)).collect(),
            on_their_day: solved.map(|&(day, _)| of_day(day)).collect(),
            mistakes: self.mistakes.iter().filter_map(open).collect(),
            levels: self.standings.iter().copied().filter(|standing| standing.games() > 0).collect(),
            next_level: self.next_level().map(SkillLevel::get),
            learned: self.learned.clone(),
            uncounted: self.uncounted.clone(),
        }
    }
}

/// The record of a person as plain data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PersonRecord"))]
#[non_exhaustive]
pub struct ProgressRecord {
    /// The rating by the first answers to puzzles (Elo).
    pub rating: u32,
    /// The number of days in a row, up to today or yesterday, on which the puzzle of the day was solved.
    pub streak: usize,
    /// The number of the puzzle of today.
    pub daily: usize,
    /// The number of puzzles that are solved.
    pub solved: usize,
    /// The number of puzzles with an answer.
    pub tried: usize,
    /// The number of puzzles that were solved at the first try.
    pub at_first_try: usize,
    /// The puzzles with an answer.
    pub puzzles: Vec<AnsweredPuzzle>,
    /// The puzzles of days that were solved on their day.
    pub on_their_day: Vec<usize>,
    /// The answers of today to the puzzle of today, in order.
    pub answers: Vec<PuzzleAnswer>,
    /// The mistakes whose better move was not found, in the order in which they were made.
    pub mistakes: Vec<OpenMistake>,
    /// The levels that were played, with the results.
    pub levels: Vec<Standing>,
    /// The level to play next, `null` before the first game.
    pub next_level: Option<usize>,
    /// The steps of lessons that are done.
    pub learned: Vec<LearnedStep>,
    /// The reason why the last game of the log is not in the record; null if it counts.
    pub uncounted: Option<String>,
}

/// A puzzle with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweredPuzzle {
    /// Its number.
    pub number: usize,
    /// The best answer; `first` if the first one is.
    pub answer: PuzzleAnswer,
    /// The number of wrong tries before the solution was found or shown, at most three.
    pub wrong: u8,
}

/// A mistake of a person whose better move was not found so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenMistake {
    /// The size of the board.
    pub board: String,
    /// The moves that lead to the position.
    pub moves: String,
    /// Whether it is to be asked again today.
    pub is_due: bool,
    /// Whether it was first missed after the last game: in the review of that game.
    pub is_of_last_game: bool,
}

/// A step of a lesson that is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnedStep {
    /// The name of the lesson.
    pub lesson: String,
    /// The step, from 1.
    pub step: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn next(text: &str) -> Option<usize> {
        Progress::parse(text).next_level().map(SkillLevel::get)
    }

    #[test]
    fn damaged_lines_are_skipped_and_lines_without_news_change_nothing() {
        let text = "# head\n2026-01-03 puzzle 9 35 first\n\u{fffd}\n2026-01-04 puzzle 4\n- game 3 won\nx\n";
        let mut progress = Progress::parse(text);
        assert_eq!((progress.nb_solved(), progress.has_solved(9), progress.has_solved(4)), (1, true, false));
        for (line, is_new) in [
            ("2026-01-05 puzzle 9 35 first", false),
            ("2026-01-05 puzzle 9 35 shown", false),
            // A puzzle that was solved before its day counts on its day too.
            ("2026-01-09 puzzle 9 35 later", true),
            ("2026-01-09 puzzle 9 35 later", false),
            ("2026-01-05 puzzle 4 35 wrong", true),
            ("2026-01-05 puzzle 4 35 wrong", true),
            ("2026-01-05 puzzle 4 35 wrong", true),
            ("2026-01-05 puzzle 4 35 wrong", false),
            ("2026-01-05 puzzle 4 35 later", true),
            ("2026-01-05 puzzle 7 35 shown", true),
            ("2026-01-06 puzzle 7 35 first", false),
            ("2026-01-05 lesson threat 1", true),
            ("2026-01-05 lesson threat 1", false),
        ] {
            assert_eq!(progress.add(&LogLine::parse(line).unwrap()), is_new, "{line}");
        }
        assert_eq!((progress.nb_solved(), progress.streak(day("2026-01-09"))), (2, 1));
        let record = progress.record(day("2026-01-09"));
        assert_eq!((record.tried, record.at_first_try), (3, 1));
        let tries = |number, today| progress.tries(number, day(today));
        assert_eq!([4, 7, 9].map(|number| tries(number, "2026-01-10")), [(0, false), (0, true), (0, false)]);
        assert_eq!((tries(7, "2026-01-07"), tries(12, "2026-01-10")), ((0, false), (0, false)));
        assert_eq!(record.puzzles[0], AnsweredPuzzle { number: 4, answer: PuzzleAnswer::Later, wrong: 3 });
        assert_eq!((record.on_their_day, record.answers), (vec![9], vec![PuzzleAnswer::Later; 2]));
        assert!(progress.record(day("2026-01-10")).answers.is_empty());
    }

    #[test]
    fn a_rating_has_the_first_answer_to_each_puzzle_by_its_difficulty() {
        let rating = |text: &str| f64::from(Progress::parse(text).rating());
        assert!((rating("") - 1200.0).abs() < 0.5);
        let expected = |rating: f64, difficulty: f64, result: f64| {
            let odds = 10_f64.powf((800.0 + 16.0 * difficulty - rating) / 400.0);
            (rating + 32.0 * (result - 1.0 / (1.0 + odds))).round()
        };
        let first = expected(1200.0, 60.0, 1.0);
        assert!(first > 1200.0);
        let both = expected(first, 20.0, 0.0);
        for lost in ["later", "wrong", "shown"] {
            let text = format!(
                "- puzzle 7 60 first\n- puzzle 7 60 shown\n- puzzle 3 20 {lost}\n- puzzle 3 20 first\n"
            );
            assert!((rating(&text) - both).abs() < 0.5, "{lost}");
        }
        let hopeless: Vec<_> = (1..3000).map(|number| format!("- puzzle {number} 1 wrong\n")).collect();
        assert!(rating(&hopeless.concat()) < 700.0);
    }

    #[test]
    fn a_rating_begins_where_the_person_says_before_the_first_puzzle() {
        let rating = |text: &str| Progress::parse(text).rating();
        assert_eq!(rating("- start 900\n- start 1600\n"), 1600);
        let first = rating("- start 900\n- puzzle 7 9 wrong\n");
        assert!(first < 900);
        assert_eq!(rating("- start 900\n- puzzle 7 9 wrong\n- start 1600\n"), first);
    }

    /// Each way to answer or not on 40 days, as bits of a number that a small generator draws.
    #[test]
    fn a_mistake_is_asked_after_1_3_and_7_days_until_it_is_found_and_never_after() {
        for seed in 1..500_u64 {
            let draw = |day: i64| seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(day as u32 * 7) % 4;
            let mut progress = Progress::default();
            let answer = |is_found| LogEntry::Mistake("44443".parse().unwrap(), is_found);
            assert!(!progress.add(&LogLine { day: Some(Day(0)), entry: answer(true) }));
            assert!(progress.add(&LogLine { day: Some(Day(0)), entry: answer(false) }));
            let (mut pauses, mut due, mut is_found) = (PAUSES.into_iter().skip(1), 1, false);
            for day in 0..40 {
                let open = progress.record(Day(day)).mistakes;
                assert_eq!(
                    (open.len(), open.iter().any(|open| open.is_due)),
                    (usize::from(!is_found), !is_found && day >= due)
                );
                let finds = match draw(day) {
                    0 => true,
                    1 | 2 => false,
                    _ => continue,
                };
                let changes = !is_found && (finds || day >= due);
                assert_eq!(progress.add(&LogLine { day: Some(Day(day)), entry: answer(finds) }), changes);
                if changes && !finds {
                    due = day + pauses.next().unwrap_or(7);
                }
                is_found |= finds;
            }
        }
    }

    #[test]
    fn a_streak_has_the_puzzles_of_the_day_alone_and_lasts_until_the_end_of_the_next_day() {
        // The third was solved a day late, and the seventh early.
        let text = "2026-01-01 puzzle 1 9 first\n2026-01-02 puzzle 2 9 wrong\n2026-01-02 puzzle 2 9 later\n\
                    2026-01-04 puzzle 3 9 first\n2026-01-05 puzzle 5 9 first\n2026-01-06 puzzle 6 9 first\n\
                    2026-01-06 puzzle 7 9 first\n";
        let progress = Progress::parse(text);
        let streaks = ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-06", "2026-01-07", "2026-01-08"];
        assert_eq!(streaks.map(|today| progress.streak(day(today))), [2, 2, 0, 2, 2, 0]);
    }

    #[test]
    fn a_day_on_which_the_solution_was_shown_first_ends_the_streak() {
        let text = "2026-01-01 puzzle 1 9 first\n2026-01-02 puzzle 2 9 shown\n2026-01-02 puzzle 2 9 first\n\
                    2026-01-03 puzzle 3 9 first\n2026-01-03 puzzle 3 9 shown\n";
        let progress = Progress::parse(text);
        assert_eq!((progress.streak(day("2026-01-03")), progress.has_solved(2)), (1, false));
        let early = Progress::parse(
            "2026-01-01 puzzle 2 9 shown\n2026-01-02 puzzle 2 9 wrong\n2026-01-02 puzzle 2 9 later\n",
        );
        assert_eq!((early.streak(day("2026-01-02")), early.has_solved(2)), (1, true));
        assert_eq!(
            (early.tries(2, day("2026-01-02")), early.tries(2, day("2026-01-03"))),
            ((1, false), (0, false))
        );
    }

    #[test]
    fn the_next_level_is_above_the_highest_that_was_beaten_or_below_the_lowest_that_was_not() {
        assert_eq!(next(""), None);
        assert_eq!(next("- game 3 won\n- game 3 won\n- game 3 lost"), Some(4));
        assert_eq!(next("- game 3 won\n- game 4 won\n- game 4 lost\n"), Some(4));
        assert_eq!(next("- game 5 lost\n- game 7 lost\n"), Some(4));
        assert_eq!(next("- game 1 lost\n"), Some(1));
        assert_eq!(next("- game 10 won\n"), Some(10));
    }

    #[test]
    fn a_game_counts_once_and_only_from_the_empty_standard_board_without_help() {
        let mut progress = Progress::default();
        for (line, counts, reason) in [
            ("- game 3 won id=8", true, None),
            ("- game 3 won id=8", false, Some(COUNTED)),
            ("- game 3 won", true, None),
            ("- game 3 won", true, None),
            (
                "- game 3 won id=9 hints=1 takebacks=2",
                false,
                Some("Not in your record: 1 hint, 2 takebacks."),
            ),
            ("- game 3 won id=9 setup=24", false, Some("Not in your record: begun from a position.")),
            ("- game 3 won id=9 board=8x7", false, Some("Not in your record: the board 8x7.")),
            ("- game 3 lost id=9", true, None),
        ] {
            assert_eq!(progress.add(&LogLine::parse(line).unwrap()), counts, "{line}");
            assert_eq!(progress.record(day("2026-01-05")).uncounted.as_deref(), reason, "{line}");
        }
        let standing = progress.standing(SkillLevel::new(3).unwrap());
        assert_eq!((standing.won, standing.lost), (3, 1));
    }

    #[test]
    fn the_next_step_of_a_lesson_is_the_first_that_is_not_done() {
        let lesson = &lesson::all()[0];
        let mut text = format!("- lesson {} 1\n", lesson.id);
        let progress = Progress::parse(&text);
        assert_eq!((progress.nb_learned(lesson), progress.next_step(lesson)), (1, 2));
        text.extend((2..=lesson.steps.len()).map(|step| format!("- lesson {} {step}\n", lesson.id)));
        let progress = Progress::parse(&text);
        assert_eq!((progress.nb_learned(lesson), progress.next_step(lesson)), (lesson.steps.len(), 1));
    }
}
