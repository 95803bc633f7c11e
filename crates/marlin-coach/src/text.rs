//! [`Text`]: sentences about a game as data, for programs that name the players themselves.
//!
//! A sentence of the coach calls the players X and O when it is printed. A program that says "Yellow" or
//! "You" takes its parts instead: `You win on move 7` needs the name, the verb that agrees with it, and a
//! capital letter where the sentence begins.

use std::fmt;

use marlin_core::{Cell, Column, Player, Verdict};
use serde::Serialize;

/// Sentences as their parts, in the order of reading.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::by_rules;
/// use marlin_coach::text::Name;
/// use marlin_core::{BoardSize, Position};
///
/// let position = Position::parse(BoardSize::STANDARD, "44553")?;
/// let text = by_rules(&position).steps[0].text(&position);
/// assert_eq!(text.to_string(), "X threatens to win on both b1 and f1. O can block only one of them.");
/// assert_eq!(
///     text.named([Name::You, Name::Is("Red")]),
///     "You threaten to win on both b1 and f1. Red can block only one of them."
/// );
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Text(Vec<Part>);

/// A part of a text: words as they are, or an object for a part that depends on the names of the players or
/// on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Part {
    /// Words, with the spaces around them.
    Words(String),
    /// The name of a player.
    Player {
        /// The player.
        #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Player>"))]
        player: Player,
        /// Whether the sentence begins with it.
        starts: bool,
        /// Whether it is a possessive: "X's", or "your".
        owns: bool,
    },
    /// Words that agree with a player.
    Agreeing {
        /// The player.
        #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Player>"))]
        of: Player,
        /// The words for a player with a name, as in `wins`.
        it: &'static str,
        /// The words for a player that is called "you", as in `win`.
        you: &'static str,
    },
    /// The name of a cell.
    Cell {
        /// The cell.
        #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Cell>"))]
        cell: Cell,
    },
    /// The end of an item of a list; in running text a space.
    Break,
}

/// The name of a player in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name<'a> {
    /// The reader.
    You,
    /// Another name.
    Is(&'a str),
}

impl Part {
    /// Returns the possessive of a player.
    pub(crate) const fn owner(player: Player) -> Self {
        Self::Player { player, starts: false, owns: true }
    }

    /// Returns the words that agree with a player.
    pub(crate) const fn of(player: Player, [it, you]: [&'static str; 2]) -> Self {
        Self::Agreeing { of: player, it, you }
    }
}

impl Text {
    /// Returns the parts.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Returns the text with the names of X and O.
    pub fn named(&self, names: [Name<'_>; 2]) -> String {
        let name = |player| names[usize::from(player == Player::O)];
        let word = |part: &Part| match *part {
            Part::Words(ref words) => words.clone(),
            Part::Player { player, starts, owns } => match (name(player), starts) {
                (Name::You, true) => if owns { "Your" } else { "You" }.to_owned(),
                (Name::You, false) => if owns { "your" } else { "you" }.to_owned(),
                (Name::Is(name), _) => format!("{name}{}", if owns { "'s" } else { "" }),
            },
            Part::Agreeing { of, it, you } => if name(of) == Name::You { you } else { it }.to_owned(),
            Part::Cell { cell } => cell.to_string(),
            Part::Break => " ".to_owned(),
        };
        self.0.iter().map(word).collect()
    }

    /// Returns whether a sentence begins after the parts so far.
    fn is_at_start(&self) -> bool {
        match self.0.last() {
            None | Some(Part::Break) => true,
            // The coach wrote these words: a sentence ends with one of the signs, and a line may be indented.
            Some(Part::Words(words)) => match words.trim_end_matches(' ').chars().next_back() {
                None => self.0.len() == 1,
                last => matches!(last, Some('.' | '?' | '\n')),
            },
            Some(_) => false,
        }
    }

    /// Adds a part.
    pub(crate) fn push(&mut self, part: Part) {
        let starts = self.is_at_start();
        match (part, self.0.last_mut()) {
            (Part::Words(words), Some(Part::Words(before))) => before.push_str(&words),
            (Part::Words(words), _) if words.is_empty() => {}
            (Part::Player { player, owns, .. }, _) => self.0.push(Part::Player { player, starts, owns }),
            (part, _) => self.0.push(part),
        }
    }

    /// Returns texts with something between them.
    pub(crate) fn join(texts: impl IntoIterator<Item = Self>, between: &Part) -> Self {
        let mut joined = Self::default();
        for (index, text) in texts.into_iter().enumerate() {
            if index > 0 {
                joined.push(between.clone());
            }
            text.add_to(&mut joined);
        }
        joined
    }

    /// Returns sentences, one after the other.
    pub(crate) fn sentences(texts: impl IntoIterator<Item = Self>) -> Self {
        Self::join(texts, &Part::Words(" ".to_owned()))
    }

    /// Returns the text with a capital letter at its beginning.
    pub(crate) fn capitalized(mut self) -> Self {
        if let Some(Part::Words(words)) = self.0.first_mut()
            && let Some(first) = words.get_mut(..1)
        {
            first.make_ascii_uppercase();
        }
        self
    }
}

/// The text about X and O.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.named(["X", "O"].map(Name::Is)))
    }
}

/// A thing that has a place in a text.
pub(crate) trait InText {
    /// Adds its parts to a text.
    fn add_to(self, text: &mut Text);
}

impl InText for Part {
    fn add_to(self, text: &mut Text) {
        text.push(self);
    }
}

impl InText for Text {
    fn add_to(self, text: &mut Text) {
        self.0.into_iter().for_each(|part| text.push(part));
    }
}

impl InText for Player {
    fn add_to(self, text: &mut Text) {
        text.push(Part::Player { player: self, starts: false, owns: false });
    }
}

impl InText for Cell {
    fn add_to(self, text: &mut Text) {
        text.push(Part::Cell { cell: self });
    }
}

impl InText for Verdict {
    fn add_to(self, text: &mut Text) {
        if let Some(player) = self.player {
            player.add_to(text);
            text.push(Part::Words(" ".to_owned()));
            text.push(Part::of(player, self.verb));
        }
        text.push(Part::Words(self.rest));
    }
}

/// Things that are words in any text.
macro_rules! words {
    ($($type:ty),*) => {$(
        impl InText for $type {
            fn add_to(self, text: &mut Text) {
                text.push(Part::Words(self.to_string()));
            }
        }
    )*};
}

words! { &str, &String, String, u32, usize, Column }

/// Returns a text of some parts.
macro_rules! text {
    ($($part:expr),* $(,)?) => {{
        let mut text = $crate::text::Text::default();
        $($crate::text::InText::add_to($part, &mut text);)*
        text
    }};
}
pub(crate) use text;
