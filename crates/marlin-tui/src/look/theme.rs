//! [`Theme`]: the looks that a player can choose.

use std::fmt;
use std::str::FromStr;

use super::palette::{CLASSIC, CONTRAST, Palette, QUIET};

/// The colours of the board and the stones.
///
/// # Examples
///
/// ```
/// use marlin_tui::Theme;
///
/// assert_eq!("quiet".parse(), Ok(Theme::Quiet));
/// assert_eq!(Theme::Contrast.to_string(), "high-contrast");
/// assert_eq!(Theme::Classic.next(), Theme::Quiet);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// A blue rack with yellow and red stones.
    #[default]
    Classic,
    /// Muted stones on the ground of the terminal.
    Quiet,
    /// Bright stones on black.
    Contrast,
}

impl Theme {
    /// All themes, in the order of the key that changes them.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Quiet, Self::Contrast];

    /// Returns the theme after this one; the first follows the last.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    /// Returns the word that parses to this theme.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Quiet => "quiet",
            Self::Contrast => "high-contrast",
        }
    }

    pub(super) const fn palette(self) -> &'static Palette {
        match self {
            Self::Classic => &CLASSIC,
            Self::Quiet => &QUIET,
            Self::Contrast => &CONTRAST,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that names no theme.
///
/// # Examples
///
/// ```
/// use marlin_tui::Theme;
///
/// let error = "pink".parse::<Theme>().unwrap_err();
/// assert_eq!(error.to_string(), "'pink' is not a theme: 'classic', 'quiet' or 'high-contrast'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a theme: 'classic', 'quiet' or 'high-contrast'")]
pub struct ParseThemeError {
    /// The text, fit to print.
    pub found: String,
}

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Self, ParseThemeError> {
        let theme = Self::ALL.into_iter().find(|theme| theme.name() == text);
        theme.ok_or_else(|| ParseThemeError { found: marlin_support::text::excerpt(text) })
    }
}
