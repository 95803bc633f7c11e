//! `show`: a board as text, or as SVG too.

use std::io::Write;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use marlin_core::{BoardSize, Bounds, Game, Grid};
use marlin_notation::Base;
use marlin_support::exit::Failure;
use marlin_support::options::{EngineOptions, whole};
use marlin_support::progress;
use marlin_support::text::{Extras, drawing};
use marlin_svg::{Appearance, Diagram, Drawing, Theme};

use super::shared::{LimitArgs, PositionArgs, SvgArgs, stop_at_interrupt, theme};

// The drawing. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Add the score of each column
    #[arg(long)]
    scores: bool,

    /// Add the threats of both sides: the empty cells that would complete four in a row
    #[arg(long)]
    threats: bool,

    /// Add the next N moves of best play (8 without a number), in the SVG as numbered ghost discs
    #[arg(long, value_name = "N", num_args = 0..=1,
        default_missing_value = "8", value_parser = whole(1..=64_usize))]
    line: Option<usize>,

    /// Look of the SVG
    #[arg(long, requires = "svg", default_value = "classic", hide_default_value = true, value_parser = theme())]
    theme: Theme,

    /// Light or dark colours of the SVG
    #[arg(long, value_name = "WHEN", requires = "svg", default_value = "auto", hide_default_value = true, value_parser = appearance())]
    appearance: Appearance,

    #[command(flatten)]
    svg: SvgArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    engine: EngineOptions<AnySize>,
}

/// The size of a board, which may be too large for a search.
#[derive(Debug, Clone, Copy)]
struct AnySize {
    width: usize,
    height: usize,
}

impl FromStr for AnySize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        match sides {
            Some((width, height)) if Grid::new(width, height).is_some() => Ok(Self { width, height }),
            Some(_) => Err("a board of 1 to 255 columns and rows is expected".to_owned()),
            None => Err(format!("{text:?} is not a board size (write columns x rows, as in 7x6)")),
        }
    }
}

/// Returns the reader of an appearance's name.
fn appearance() -> impl TypedValueParser<Value = Appearance> {
    PossibleValuesParser::new(Appearance::ALL.map(Appearance::name))
        .map(|name| name.parse().unwrap_or_default())
}

impl ShowArgs {
    /// Prints the board of a position. A solver is made only for scores or a line.
    ///
    /// # Errors
    ///
    /// If the limits left a score or a move of the line unproven, an error follows the board.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let size = self.engine.search.board;
        let board = size.and_then(|size| BoardSize::new(size.width, size.height));
        if let (Some(size), None) = (size, board) {
            return self.show_grid(size, out);
        }
        let (game, _) = self.position.read_or_piped(board)?;
        let mut extras = Extras { threats: self.threats, ..Extras::default() };
        let mut proven = Ok(());
        if self.scores || self.line.is_some() {
            let (solver, position) = (self.engine.solver_on(game.size())?, game.position());
            let (stop, bar) = (stop_at_interrupt(), progress::waiting_bar("searching"));
            let query = || solver.query(position).limits(&self.limits.limits(&solver, &stop));
            let report = self.scores.then(|| query().analyze());
            let line = self.line.map(|length| query().best_line(length));
            bar.finish_and_clear();
            let is_open = report.as_ref().is_some_and(|report| !report.is_complete())
                || line.as_ref().is_some_and(|line| {
                    line.proven < line.moves.len() || line.moves.is_empty() && game.outcome().is_none()
                });
            proven = self.limits.check_proven(&solver, &stop, is_open.into(), 1);
            extras.scores = report.map(|report| report.columns);
            extras.line = line.map(|line| line.moves);
        }
        let look = Drawing { theme: self.theme, appearance: self.appearance, ..Drawing::default() };
        let diagram = || Diagram { drawing: look, ..to_diagram(&game, &extras) };
        self.svg.write(&drawing(&game, &extras), || diagram().to_string(), out)?;
        proven
    }

    /// Prints the board after moves on a board that is too large for a search.
    fn show_grid(&self, AnySize { width, height }: AnySize, out: &mut dyn Write) -> Result<(), Failure> {
        if self.scores || self.threats || self.line.is_some() || self.svg.svg.is_some() {
            return Err(Failure::usage(format_args!(
                "a board of {width}x{height} has the rules alone: scores, threats, lines and pictures are of boards \
                 with columns * (rows + 1) at most 128, and at most 32 columns"
            )));
        }
        let Some(mut grid) = Grid::new(width, height) else { return Ok(()) };
        let (name, text) = self.position.text(true)?;
        let invalid = |error: String| Failure::usage(format_args!("invalid {name}: {error}"));
        play_all(&mut grid, self.position.base.base, &text).map_err(invalid)?;
        writeln!(out, "{grid}")?;
        let moves = grid.moves().len();
        match (grid.winner(), grid.is_draw()) {
            (Some(winner), _) => writeln!(out, "Game over: {winner} has won, at move {moves}")?,
            (None, true) => writeln!(out, "Game over: a draw, at move {moves}")?,
            (None, false) => writeln!(out, "Current player: {}, after {moves} moves", grid.side_to_move())?,
        }
        for (direction, cells) in grid.fours() {
            let names = cells.map(|cell| format!("{}.{}", cell % width + 1, height - cell / width));
            writeln!(out, "Four: {} ({direction:?})", names.join(" "))?;
        }
        Ok(())
    }
}

/// Plays moves in the form of the other boards: digits together on up to nine columns, and numbers with
/// separators on all.
fn play_all(grid: &mut Grid, base: Base, moves: &str) -> Result<(), String> {
    let separates = |found: char| found.is_whitespace() || found == ',';
    let mut words: Vec<&str> = moves.split(separates).filter(|word| !word.is_empty()).collect();
    if let ([word], 1..=9) = (&words[..], grid.width()) {
        words = word.split("").filter(|digit| !digit.is_empty()).collect();
    }
    for (number, word) in (1..).zip(words) {
        let column = word.parse::<usize>().ok().and_then(|column| column.checked_sub(base.number()));
        let column =
            column.ok_or_else(|| format!("{word:?} is no column (moves are numbers, as in 10,3,10)"))?;
        grid.play(column).map_err(|reason| format!("move {number}: {reason}"))?;
    }
    Ok(())
}

/// Returns the picture of a board with the additions.
fn to_diagram<'a>(game: &'a Game, extras: &Extras) -> Diagram<'a> {
    let scores =
        extras.scores.map(|columns| columns.values().map(|bounds| bounds.and_then(Bounds::score)).collect());
    let line = extras.line.clone().unwrap_or_default();
    Diagram { scores, line, has_threats: extras.threats, ..Diagram::new(game) }
}
