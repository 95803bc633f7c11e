//! The choices of the reader: [`Theme`], [`Appearance`] and [`Sides`].

use std::fmt;
use std::str::FromStr;

use marlin_core::{Player, Verdict};

/// The look of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// The game as it is sold: a blue rack with yellow and red stones.
    #[default]
    Classic,
    /// A pale rack, for a page with much text.
    Quiet,
    /// Strong colours with an outline around each part.
    HighContrast,
}

impl Theme {
    /// The themes.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Quiet, Self::HighContrast];

    /// Returns the name of the theme in options and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Quiet => "quiet",
            Self::HighContrast => "high-contrast",
        }
    }

    /// Returns the look in a few words, for help texts.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Classic => "A blue rack with yellow and red stones",
            Self::Quiet => "A pale rack",
            Self::HighContrast => "Strong colours with outlines",
        }
    }
}

/// Light or dark colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Appearance {
    /// Light or dark, as the reader prefers.
    #[default]
    Auto,
    /// Light for every reader.
    Light,
    /// Dark for every reader.
    Dark,
}

impl Appearance {
    /// The appearances.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// Returns the name of the appearance in options and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The names of the two players in the words of a drawing, and their colours. The stones of the player who
/// moves first have an engraved cross, and the stones of the other player an engraved ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    /// X, who moves first, is yellow, and O red.
    #[default]
    XO,
    /// Red, who moves first, and yellow.
    RedYellow,
    /// Yellow, who moves first, and red.
    YellowRed,
}

impl Sides {
    /// Returns the name of a player at the beginning of a sentence.
    pub const fn name(self, player: Player) -> &'static str {
        match (self, player) {
            (Self::XO, Player::X) => "X",
            (Self::XO, Player::O) => "O",
            (Self::RedYellow, Player::X) | (Self::YellowRed, Player::O) => "Red",
            (Self::RedYellow, Player::O) | (Self::YellowRed, Player::X) => "Yellow",
        }
    }

    /// Returns a verdict with the name of its player.
    pub(crate) fn verdict(self, verdict: &Verdict) -> String {
        let Verdict { player, verb: [verb, _], rest, .. } = verdict;
        player.map_or_else(|| rest.clone(), |player| format!("{} {verb}{rest}", self.name(player)))
    }

    /// Returns the letter of these sides for a stone written `X` or `O`.
    pub(crate) const fn letter(self, drawn: char) -> char {
        match (self, drawn) {
            (Self::RedYellow, 'X') | (Self::YellowRed, 'O') => 'R',
            (Self::RedYellow, 'O') | (Self::YellowRed, 'X') => 'Y',
            _ => drawn,
        }
    }
}

impl FromStr for Theme {
    /// The names that are known.
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        find(name, "a theme", Self::ALL, Self::name)
    }
}

impl FromStr for Appearance {
    /// The names that are known.
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        find(name, "an appearance", Self::ALL, Self::name)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the one of three choices that has a name.
fn find<T: Copy>(name: &str, kind: &str, all: [T; 3], name_of: fn(T) -> &'static str) -> Result<T, String> {
    all.into_iter().find(|&choice| name_of(choice) == name).ok_or_else(|| {
        let [first, second, third] = all.map(name_of);
        let shown: String = name.chars().take(20).flat_map(char::escape_debug).collect();
        format!("'{shown}' is not {kind}: '{first}', '{second}' or '{third}'")
    })
}

/// The look of a board or a graph, and the names of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Drawing {
    /// The look.
    pub theme: Theme,
    /// Light or dark colours; by default they follow the reader's colour scheme.
    pub appearance: Appearance,
    /// The names and colours of the players, by default X and O.
    pub sides: Sides,
}
