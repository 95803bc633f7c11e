//! The arguments of `play` and its help.

use std::time::Duration;

use clap::ColorChoice;
use marlin_support::options::{EngineOptions, at_least_one, seed};
use marlin_tui::{Seat, Theme};

use super::shared::{PositionArgs, default_ms};

pub(super) const PLAY_HELP: &str = "\
Choose a column with the arrow keys and drop a stone with Enter, type the number of the column, or
click on it. '?' lists all keys: hints (h), threats (t), the best line (b), who is winning over the
game (g), an explanation (e), a review of the blunders (v), undo (u or z) and redo (r), a new game
(n), a rematch (m), other players (p), swapped sides (x), the theme (y), save (s) and load (l).
PgUp and PgDn scroll. Ctrl-Z suspends the program. 'q' leaves, and prints the command to continue.

Without --x and --o the players are those of the last game. In the first one you are X and begin,
and the engine is O at level 5. Levels: 1 newcomer, 2 beginner, 3 learner, 4 casual player, 5 keen
player, 6 club player, 7 strong player, 8 expert, 9 master, 10 perfect (strongest on large boards).

Stones are yellow with an X and red with an O; without colours X is a full disc and O a ring. A
terminal has at least 24 lines and 80 columns, or fewer if the board fits. Colours follow --color,
NO_COLOR, COLORTERM and TERM. REDUCE_MOTION and --no-animation turn the fall of stones off.

The players, the theme and the hints are remembered in marlin/play.conf, in the folder of
XDG_CONFIG_HOME or in ~/.config. Delete the file to forget them.

With --plain, and without a terminal at the input or the output, the same game is played line by
line: type a column, or 'help'. Screen readers and scripts read it from the top down. Nothing is remembered.

On a large board an answer may not be proven within --time: it is shown as bounds, '>=1' for a win
with an unknown end, '?' without any proof. The engine then plays the move of the best bounds.

Examples:
  marlin-cli play
  marlin-cli play --o 10                   against perfect play
  marlin-cli play --x 8 --o person         the engine begins
  marlin-cli play --o person               two people
  marlin-cli play --theme quiet            muted colours
  marlin-cli play 4433 --board 8x7         continue after these moves
  printf '4\\n4\\nhints\\n' | marlin-cli play --o person";

// A game. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Player of X, who begins: 'person', or a level of the engine, 1 to 10 [default: person, or as in the last game]
    #[arg(long, value_name = "WHO", allow_negative_numbers = true)]
    pub(crate) x: Option<Seat>,

    /// Player of O [default: 5, or as in the last game]
    #[arg(long, value_name = "WHO", allow_negative_numbers = true)]
    pub(crate) o: Option<Seat>,

    /// Colours of the board and the stones: 'classic', 'quiet' or 'high-contrast' [default: as in the last game]
    #[arg(long, value_name = "THEME")]
    pub(crate) theme: Option<Theme>,

    /// Play line by line, for screen readers, pipes and scripts
    #[arg(long)]
    pub(crate) plain: bool,

    /// Draw with ASCII alone
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Show stones in their place at once, without the fall
    #[arg(long)]
    pub(crate) no_animation: bool,

    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    pub(crate) no_mouse: bool,

    /// Colours: 'auto' means at a terminal, unless the variable `NO_COLOR` is set
    #[arg(long = "color", value_name = "WHEN")]
    pub(crate) colours: Option<ColorChoice>,

    /// Time that the engine may take for a move or a hint, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = default_ms(), value_parser = at_least_one, allow_negative_numbers = true)]
    time: u64,

    /// Seed of the engine's choices below level 10: the same moves are answered by the same [default: random]
    #[arg(long, value_name = "N", value_parser = seed(), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

impl PlayArgs {
    /// Returns the players of X and of O: those of the last game, if none is named.
    pub(crate) fn seats(&self, last: Option<[Seat; 2]>) -> [Seat; 2] {
        let [x, o] = Seat::USUAL;
        match (self.x, self.o) {
            (None, None) => last.unwrap_or([x, o]),
            _ => [self.x.unwrap_or(x), self.o.unwrap_or(o)],
        }
    }

    /// Returns the time for a move or a hint.
    pub(crate) const fn time(&self) -> Duration {
        Duration::from_millis(self.time)
    }
}
