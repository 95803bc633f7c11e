//! `puzzle`: a puzzle and its answers, on the screen or line by line. The solved puzzles are kept in a file
//! of the user.

use std::io::{self, BufRead, Write};

use marlin_coach::explain::explain;
use marlin_coach::progress::{LogEntry, PuzzleAnswer};
use marlin_coach::puzzle::{self, Day, Puzzle, PuzzleKind, of_day, share_line};
use marlin_coach::record::{ExplanationRecord, PuzzleRecord};
use marlin_core::{BoardSize, Column, Game, Limits, Solver};
use marlin_support::exit::Failure;
use marlin_support::options::{EngineOptions, whole};
use marlin_support::text::excerpt;
use marlin_tui::words::SEEN;
use marlin_tui::{Kept, TaskQuestion, in_colours};

use super::play::ScreenArgs;
use super::shared::{ask, input, json_line, remark};

// A puzzle. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("board", |arg| arg.hide(true)), mut_arg("book", |arg| arg.hide(true)), mut_arg("no_book", |arg| arg.hide(true)))]
pub(super) struct PuzzleArgs {
    /// The puzzle of a day, as in 2026-12-24 [default: today]
    #[arg(long, value_name = "DATE", allow_hyphen_values = true, conflicts_with_all = ["number", "kind"])]
    day: Option<Day>,

    /// The puzzle with a number
    #[arg(long, value_name = "N", value_parser = whole(1..=puzzle::COUNT), allow_negative_numbers = true, conflicts_with = "kind")]
    number: Option<usize>,

    /// The first puzzle of a kind that is not solved yet
    #[arg(long, value_name = "KIND")]
    kind: Option<PuzzleKind>,

    /// Print a JSON object, and ask nothing
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    screen: ScreenArgs,

    #[command(flatten, next_help_heading = "Engine")]
    engine: EngineOptions,
}

impl PuzzleArgs {
    /// Asks a puzzle, or prints it as JSON.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.engine.search.board.is_some_and(|board| board != BoardSize::STANDARD) {
            return Err(Failure::usage("'puzzle' does not use --board: leave it out"));
        }
        let kept = Kept::of_user();
        let (number, puzzle) = choose(self, &kept)?;
        if self.json {
            return Ok(out.write_all(json_line(&PuzzleRecord::new(number, &puzzle))?.as_bytes())?);
        }
        let solver = self.engine.solver_on(BoardSize::STANDARD)?;
        if self.screen.is_used() {
            let (game, options) = (Game::on(BoardSize::STANDARD), self.screen.options(None));
            return self.screen.run(game, solver, &options, out, |play, _| {
                play.pose(TaskQuestion::Puzzle(number, Box::new(puzzle)));
            });
        }
        let (tries, was_shown) = kept.progress.tries(number, kept.today);
        let mut round = Round { number, puzzle: &puzzle, solver, tries, was_shown, is_over: false };
        round.ask(&kept, out)?;
        Ok(round.answer(&mut input(), out)?)
    }
}

/// Returns the puzzle that the options name, with its number.
fn choose(args: &PuzzleArgs, kept: &Kept) -> Result<(usize, Puzzle), Failure> {
    let number = args.number.unwrap_or_else(|| of_day(args.day.unwrap_or(kept.today)));
    let mut numbered = puzzle::all().enumerate().map(|(index, puzzle)| (index + 1, puzzle));
    let found = match args.kind {
        Some(kind) => {
            numbered.find(|(number, puzzle)| puzzle.kind == kind && !kept.progress.has_solved(*number))
        }
        None => numbered.find(|(other, _)| *other == number),
    };
    // Every number of an option or of a day has a puzzle.
    found.ok_or_else(|| {
        let kind = args.kind.unwrap_or(PuzzleKind::OnlyWin);
        Failure::usage(format_args!("all puzzles of the kind '{kind}' are solved: choose one with --number"))
    })
}

/// A puzzle that is being solved.
#[derive(Debug)]
struct Round<'a> {
    number: usize,
    puzzle: &'a Puzzle,
    solver: Solver,
    tries: u32,
    was_shown: bool,
    is_over: bool,
}

impl Round<'_> {
    /// Writes the puzzle.
    fn ask(&self, kept: &Kept, out: &mut dyn Write) -> io::Result<()> {
        let Self { number, puzzle, .. } = self;
        writeln!(out, "Puzzle {number}: {}. {}", puzzle.kind.title(), kept.ratings_in_words(puzzle))?;
        write!(out, "{}", puzzle.game.to_drawing())?;
        writeln!(out, "Yellow has X, Red O. {}", in_colours(&puzzle.question()))?;
        if self.was_shown { writeln!(out, "{SEEN}") } else { Ok(()) }
    }

    /// Answers lines until the player quits or the input ends.
    fn answer(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        while let Some(line) = ask(if self.is_over { "line or quit" } else { "column" }, input, out)? {
            match line.as_str() {
                "" => {}
                "quit" | "q" => break,
                "line" | "l" if self.is_over => self.play_out(out)?,
                "line" | "l" => writeln!(out, "First find the move, or give up with 'solution'.")?,
                "solution" | "s" if !self.is_over => self.give_up(out)?,
                _ if self.is_over => writeln!(out, "Type 'line' or 'quit'.")?,
                word => match self.column(word) {
                    Some(column) => self.attempt(column, out)?,
                    None => writeln!(
                        out,
                        "'{}' is not an open column. Type one from 1 to 7, 'solution' or 'quit'.",
                        excerpt(word)
                    )?,
                },
            }
        }
        Ok(())
    }

    /// Returns the column with a number, if it has room.
    fn column(&self, word: &str) -> Option<Column> {
        let index = word.parse::<usize>().ok()?.checked_sub(1)?;
        Column::new(index).filter(|&column| self.puzzle.game.position().can_play(column))
    }

    /// Judges an answer.
    fn attempt(&mut self, column: Column, out: &mut dyn Write) -> io::Result<()> {
        let Some(attempt) = self.puzzle.attempt(column, &self.solver) else { return Ok(()) };
        self.tries += 1;
        if attempt.is_solved() {
            self.is_over = true;
            let tries = (!self.was_shown).then_some(self.tries);
            writeln!(out, "{}", in_colours(&attempt.text(tries)))?;
            writeln!(out, "{}", share_line(self.number, tries))?;
            return writeln!(out, "{}", self.keep(PuzzleAnswer::after(self.tries)).puzzles_in_words());
        }
        self.keep(PuzzleAnswer::Wrong);
        writeln!(out, "{}", in_colours(&attempt.text(None)))?;
        attempt.refutation().map_or(Ok(()), |sentence| writeln!(out, "{}", in_colours(&sentence)))
    }

    /// Records an answer, and returns the record with it. If that fails, the failure is reported, and the
    /// puzzle continues.
    fn keep(&self, answer: PuzzleAnswer) -> Kept {
        let (number, difficulty) = (self.number, self.puzzle.difficulty);
        let (kept, written) = Kept::keep(&[LogEntry::Puzzle { number, difficulty, answer }]);
        if let Err(error) = written {
            remark(&format!("warning: cannot record this answer: {error}"));
        }
        kept
    }

    /// Names the solution.
    fn give_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.is_over = true;
        self.keep(PuzzleAnswer::Shown);
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
            writeln!(out, "{}", in_colours(&step.sentence(position)))?;
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
