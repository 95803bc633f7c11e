//! `puzzle`: a puzzle and its answers, line by line. The solved puzzles are kept in a file of the user: a line has the day of the
//! solution, the number of the puzzle and the number of tries, as in `2026-11-24 328 1`. Other lines are skipped, so a damaged
//! file costs no more than its damaged lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use marlin_coach::explain::{Layer, by_rules, explain};
use marlin_coach::puzzle::{self, Day, Puzzle, PuzzleKind, of_day, share_line};
use marlin_coach::record::{ExplanationRecord, PuzzleRecord};
use marlin_core::{BoardSize, Column, Game, Limits, Outcome, Solver};
use marlin_support::files::{Existing, UserFolder, folder_of, read_whole, write_whole};
use marlin_support::options::{EngineOptions, whole};
use marlin_support::text::excerpt;

use super::shared::{input, is_interactive, json_line, remark};
use crate::failure::Failure;

// A puzzle. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(super) struct PuzzleArgs {
    /// The puzzle of a day, as in 2026-12-24 [default: today]
    #[arg(long, value_name = "DATE", allow_hyphen_values = true, conflicts_with_all = ["number", "kind"])]
    day: Option<Day>,

    /// The puzzle with a number
    #[arg(long, value_name = "N", value_parser = whole(1..=puzzle::all().count()), allow_negative_numbers = true, conflicts_with = "kind")]
    number: Option<usize>,

    /// The first puzzle of a kind that is not solved yet
    #[arg(long, value_name = "KIND")]
    kind: Option<PuzzleKind>,

    /// Print a JSON object, and ask nothing
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineOptions,
}

impl PuzzleArgs {
    /// Asks a puzzle, or prints it as JSON.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.engine.search.board.is_some_and(|board| board != BoardSize::STANDARD) {
            return Err(Failure::usage("'puzzle' does not use --board: leave it out"));
        }
        let today = today();
        let file = SolvedFile::of_user();
        let (number, puzzle) = choose(self, today, &file.read())?;
        if self.json {
            return Ok(out.write_all(json_line(&PuzzleRecord::new(number, &puzzle))?.as_bytes())?);
        }
        let solver = self.engine.solver_on(BoardSize::STANDARD)?;
        let (puzzle, has_prompt) = (&puzzle, is_interactive());
        let mut round = Round { number, puzzle, solver, has_prompt, today, file, tries: 0, is_over: false };
        round.ask(out)?;
        Ok(round.answer(&mut input(), out)?)
    }
}

/// Returns the puzzle that the options name, with its number.
fn choose(args: &PuzzleArgs, today: Day, solved: &Solved) -> Result<(usize, Puzzle), Failure> {
    let number = args.number.unwrap_or_else(|| of_day(args.day.unwrap_or(today)));
    let mut numbered = puzzle::all().enumerate().map(|(index, puzzle)| (index + 1, puzzle));
    let found = match args.kind {
        Some(kind) => numbered.find(|(number, puzzle)| puzzle.kind == kind && !solved.0.contains_key(number)),
        None => numbered.find(|(other, _)| *other == number),
    };
    // The numbers of options and days are those of puzzles.
    found.ok_or_else(|| {
        let kind = args.kind.unwrap_or(PuzzleKind::OnlyWin);
        Failure::usage(format_args!("all puzzles of the kind '{kind}' are solved: choose one with --number"))
    })
}

/// Returns the day by UTC.
fn today() -> Day {
    Day::from_unix(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

/// Returns a number of days in words.
fn days(count: usize) -> String {
    if count == 1 { "1 day".to_owned() } else { format!("{count} days") }
}

/// A puzzle that is being solved.
#[derive(Debug)]
struct Round<'a> {
    number: usize,
    puzzle: &'a Puzzle,
    solver: Solver,
    /// Whether each line is asked for.
    has_prompt: bool,
    today: Day,
    file: SolvedFile,
    tries: u32,
    is_over: bool,
}

impl Round<'_> {
    /// Writes the puzzle.
    fn ask(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { number, puzzle, .. } = self;
        writeln!(out, "Puzzle {number}: {} (difficulty {} of 99)", puzzle.kind.title(), puzzle.difficulty)?;
        write!(out, "{}", puzzle.game.to_drawing())?;
        writeln!(out, "{}", puzzle.question())
    }

    /// Answers lines until the player quits or the input ends.
    fn answer(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            self.prompt(out)?;
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            match String::from_utf8_lossy(&line).trim() {
                "" => {}
                "quit" | "q" => return Ok(()),
                "line" | "l" if self.is_over => self.play_out(out)?,
                "line" | "l" => writeln!(out, "First find the move, or give up with 'solution'.")?,
                "solution" | "s" if !self.is_over => self.give_up(out)?,
                _ if self.is_over => writeln!(out, "Type 'line' or 'quit'.")?,
                word => match self.column(word) {
                    Some(column) => self.attempt(column, out)?,
                    None => writeln!(
                        out,
                        "'{}' is no open column. Type one from 1 to 7, 'solution' or 'quit'.",
                        excerpt(word)
                    )?,
                },
            }
        }
    }

    fn prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.has_prompt {
            let words = if self.is_over { "line or quit" } else { "column" };
            write!(out, "{words}> ")?;
        }
        out.flush()
    }

    /// Returns the column with a number, if it has room.
    fn column(&self, word: &str) -> Option<Column> {
        let index = word.parse::<usize>().ok()?.checked_sub(1)?;
        Column::new(index).filter(|&column| self.puzzle.game.legal_moves().contains(&column))
    }

    /// Judges an answer.
    fn attempt(&mut self, column: Column, out: &mut dyn Write) -> io::Result<()> {
        let Some(attempt) = self.puzzle.attempt(column, &self.solver) else { return Ok(()) };
        self.tries += 1;
        writeln!(out, "{attempt}")?;
        if attempt.is_solved() {
            self.is_over = true;
            writeln!(out, "{}", share_line(self.number, Some(self.tries)))?;
            self.file.add(self.today, self.number, self.tries);
            let (solved, all) = (self.file.read(), puzzle::all().count());
            let streak = days(solved.streak(self.today));
            return writeln!(out, "Solved: {} of {all}. Streak: {streak}.", solved.0.len());
        }
        self.refute(column, out)
    }

    /// Writes why a wrong move loses, where the next few stones prove it.
    fn refute(&self, column: Column, out: &mut dyn Write) -> io::Result<()> {
        let mut game = self.puzzle.game.clone();
        game.play(column).map_err(io::Error::other)?;
        let reason = by_rules(game.position());
        let is_short = reason.outcome_layer.is_some_and(|layer| layer <= Layer::ForcedLine);
        if reason.bounds.outcome() == Some(Outcome::Win) && is_short {
            reason.sentences().last().map_or(Ok(()), |sentence| writeln!(out, "{sentence}"))?;
        }
        Ok(())
    }

    /// Names the solution.
    fn give_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.is_over = true;
        if let Some(solution) = self.puzzle.solution(&self.solver) {
            writeln!(out, "The solution is column {solution}.")?;
        }
        writeln!(out, "{}", share_line(self.number, None))
    }

    /// Writes the reasons for the solution, and the board after the moves up to the rule that decides.
    fn play_out(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.puzzle.position();
        let explanation = explain(&self.solver, position, &Limits::NONE);
        for step in &explanation.steps {
            writeln!(out, "{}", step.sentence(position))?;
        }
        let record = ExplanationRecord::new("", &explanation);
        let cells = record.steps.last().map_or(&[][..], |step| &step.moves);
        let mut game: Game = self.puzzle.game.clone();
        for cell in cells {
            game.play(cell.column()).map_err(io::Error::other)?;
        }
        write!(out, "{}", game.to_drawing())
    }
}

/// The name of the file in the folder of state.
const NAME: &str = "puzzles";

/// The first line of the file.
const HEAD: &str = "# Solved puzzles of Marlin: day, number, tries\n";

/// Solved puzzles: the day of the solution and its tries, by number. That is the first solution, or the one on the day of the
/// puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Solved(BTreeMap<usize, (Day, u32)>);

impl Solved {
    /// Reads the text of a file.
    fn parse(text: &str) -> Self {
        let entry = |line: &str| {
            let [day, number, tries] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
            Some((number.parse().ok()?, (day.parse().ok()?, tries.parse().ok()?)))
        };
        // Of a puzzle that is there twice the first line counts.
        Self(text.lines().rev().filter_map(entry).collect())
    }

    /// Returns the text of a file.
    fn render(&self) -> String {
        let lines = self.0.iter().map(|(number, (day, tries))| format!("{day} {number} {tries}\n"));
        HEAD.to_owned() + &lines.collect::<String>()
    }

    /// Returns the number of days in a row, up to today or yesterday, on which the puzzle of the day was solved.
    fn streak(&self, today: Day) -> usize {
        let days: BTreeSet<Day> = self
            .0
            .iter()
            .filter(|(number, (day, _))| **number == of_day(*day))
            .map(|(_, (day, _))| *day)
            .collect();
        let back = |from: i64| {
            (0..=days.len() as i64).take_while(|&before| days.contains(&Day(from - before))).count()
        };
        back(today.0).max(back(today.0 - 1))
    }
}

/// The file of the user, if there is a place for one.
#[derive(Debug, Clone)]
struct SolvedFile(Option<PathBuf>);

impl SolvedFile {
    /// Returns the file in the user's folder of state.
    fn of_user() -> Self {
        Self(UserFolder::State.path().map(|folder| folder.join(NAME)))
    }

    /// Reads the solved puzzles; none if the file is missing or unreadable.
    fn read(&self) -> Solved {
        let bytes = self.0.as_ref().and_then(|path| read_whole(path).ok()).unwrap_or_default();
        Solved::parse(&String::from_utf8_lossy(&bytes))
    }

    /// Adds a puzzle that is solved for the first time, or for the first time on its day: the streak counts those. A failure is
    /// reported and ends nothing: the puzzle is solved anyway.
    fn add(&self, day: Day, number: usize, tries: u32) {
        let mut solved = self.read();
        let of_its_day = |day: Day| of_day(day) == number;
        if solved.0.get(&number).is_some_and(|&(before, _)| of_its_day(before) || !of_its_day(day)) {
            return;
        }
        solved.0.insert(number, (day, tries));
        if let Err(error) = self.write(&solved) {
            remark(&format!("warning: the streak is not kept: {error}"));
        }
    }

    fn write(&self, solved: &Solved) -> io::Result<()> {
        let path = self.0.as_ref().ok_or_else(|| io::Error::other("there is no home folder"))?;
        fs::create_dir_all(folder_of(path))?;
        write_whole(path, solved.render().as_bytes(), Existing::Replace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn damaged_lines_are_skipped_and_the_first_solution_counts() {
        let text = "# head\n2026-01-03 3 1\n\u{fffd}\n2026-01-04 4\n2026-13-04 4 1\n2026-01-09 3 7\n2026-01-05 9 2\n";
        let solved = Solved::parse(text);
        assert_eq!((solved.0.len(), solved.0.contains_key(&4)), (2, false));
        assert_eq!(solved.render(), format!("{HEAD}2026-01-03 3 1\n2026-01-05 9 2\n"));
        assert_eq!(Solved::parse(&solved.render()), solved);
    }

    #[test]
    fn a_puzzle_that_was_solved_before_its_day_counts_on_its_day_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = SolvedFile(Some(folder.path().join(NAME)));
        let steps =
            [("2026-01-01", 2), ("2026-01-01", 1), ("2026-01-02", 2), ("2026-01-03", 1), ("2026-01-03", 3)];
        for ((today, number), tries) in steps.into_iter().zip(1..) {
            file.add(day(today), number, tries);
        }
        assert_eq!(file.read().render(), format!("{HEAD}2026-01-01 1 2\n2026-01-02 2 3\n2026-01-03 3 5\n"));
        assert_eq!(file.read().streak(day("2026-01-03")), 3);
        // A puzzle of another day keeps its first solution.
        file.add(day("2026-01-03"), 9, 6);
        file.add(day("2026-01-04"), 9, 7);
        assert!(file.read().render().ends_with("2026-01-03 9 6\n"));
    }

    #[test]
    fn a_streak_has_the_puzzles_of_the_day_alone_and_lasts_until_the_end_of_the_next_day() {
        // The third was solved a day late, and the seventh early.
        let text = "2026-01-01 1 1\n2026-01-02 2 3\n2026-01-04 3 1\n2026-01-05 5 1\n2026-01-06 6 1\n2026-01-06 7 1\n";
        let solved = Solved::parse(text);
        let streaks = ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-06", "2026-01-07", "2026-01-08"];
        assert_eq!(streaks.map(|today| solved.streak(day(today))), [2, 2, 0, 2, 2, 0]);
    }
}
