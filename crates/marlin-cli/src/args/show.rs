//! The arguments of `show` and its help.

use clap::ValueEnum;
use marlin_support::options::{EngineOptions, whole};
use marlin_svg::{Appearance, Theme};

use super::shared::PositionArgs;

pub(super) const SHOW_HELP: &str = "\
The last move has a ring in the SVG, and the stones that won have rings and a stroke through each
four; in the text they are the only capitals. --scores, --threats and --line add more, and can be
combined. A cell is named by its file from 'a' and its rank from 1: a1 is the lower left corner.

The SVG tells the stones apart without colours too: a cross is engraved in those of X, a ring in
those of O. It has the same in words for screen readers, and is light or dark as the reader prefers
unless --appearance fixes it.

Examples:
  marlin-cli show 4433
  marlin-cli show 4433 --threats --line
  marlin-cli show 4433 --svg --scores > board.svg
  marlin-cli show 4433 --svg --line=4 --appearance dark > dark.svg
  marlin-cli show 4433 --svg --theme quiet > quiet.svg
  marlin-cli show 112233 --board 9x5";

/// The default number of moves in a line of play.
const LINE_MOVES: &str = "8";

// The drawing. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Print an SVG instead of text
    #[arg(long)]
    pub(crate) svg: bool,

    /// Add the score of each column
    #[arg(long)]
    pub(crate) scores: bool,

    /// Add the threats of both sides: the empty cells that would complete four in a row
    #[arg(long)]
    pub(crate) threats: bool,

    /// Add the next N moves of best play (8 without a number), in the SVG as numbered ghost discs
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
        default_missing_value = LINE_MOVES, value_parser = whole(1..=64_usize))]
    pub(crate) line: Option<usize>,

    /// Look of the SVG
    #[arg(long, requires = "svg", default_value = "classic", hide_default_value = true)]
    theme: ThemeArg,

    /// Light or dark colours of the SVG
    #[arg(long, value_name = "WHEN", requires = "svg", default_value = "auto", hide_default_value = true)]
    appearance: AppearanceArg,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

impl ShowArgs {
    /// Returns the look of the SVG.
    pub(crate) const fn theme(&self) -> Theme {
        match self.theme {
            ThemeArg::Classic => Theme::Classic,
            ThemeArg::Quiet => Theme::Quiet,
            ThemeArg::HighContrast => Theme::HighContrast,
        }
    }

    /// Returns whether the SVG is light or dark.
    pub(crate) const fn appearance(&self) -> Appearance {
        match self.appearance {
            AppearanceArg::Auto => Appearance::Auto,
            AppearanceArg::Light => Appearance::Light,
            AppearanceArg::Dark => Appearance::Dark,
        }
    }
}

/// The look of the SVG, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ThemeArg {
    /// A blue rack with yellow and red stones
    Classic,
    /// A pale rack
    Quiet,
    /// Strong colours with outlines
    HighContrast,
}

/// Light or dark colours, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum AppearanceArg {
    /// As the reader prefers
    Auto,
    Light,
    Dark,
}
