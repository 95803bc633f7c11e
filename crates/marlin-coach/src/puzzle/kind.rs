//! [`PuzzleKind`]: the task of a puzzle, in words.

use std::fmt;
use std::str::FromStr;

use marlin_core::Player;
use serde::Serialize;

use super::ParsePuzzleError;

/// The task of a puzzle.
///
/// Lengths are in plies of the whole forced win under perfect play: a win in 3 is a stone of the side to move, the reply, and
/// the stone that completes four.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::PuzzleKind;
/// use marlin_core::Player;
///
/// let kind: PuzzleKind = "only-win".parse()?;
/// assert_eq!((kind.letter(), kind.title()), ('W', "Only one move wins"));
/// assert_eq!(kind.question(Player::X), "X to move. Find the only move that wins.");
/// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PuzzleKind {
    /// One column wins, in 9 plies or more; the win is not that of [`Self::Zugzwang`].
    #[serde(rename = "only-win")]
    OnlyWin,
    /// The position is a draw, and one column keeps it: all others lose.
    #[serde(rename = "only-hold")]
    OnlyHold,
    /// One column wins, and the win takes 3 plies.
    #[serde(rename = "win-in-3")]
    WinIn3,
    /// One column wins, and the win takes 5 plies.
    #[serde(rename = "win-in-5")]
    WinIn5,
    /// One column wins, and the win takes 7 plies.
    #[serde(rename = "win-in-7")]
    WinIn7,
    /// One column wins, in 9 plies or more, and [claimeven](crate::explain::Claimeven) proves it without a search: the other
    /// side must play right below a winning cell in the end.
    #[serde(rename = "zugzwang")]
    Zugzwang,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::OnlyWin, Self::OnlyHold, Self::WinIn3, Self::WinIn5, Self::WinIn7, Self::Zugzwang];

    /// Returns the letter of the kind in the file of the puzzles.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::puzzle::PuzzleKind;
    ///
    /// assert_eq!(PuzzleKind::ALL.map(PuzzleKind::letter), ['W', 'H', '3', '5', '7', 'Z']);
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Self::OnlyWin => 'W',
            Self::OnlyHold => 'H',
            Self::WinIn3 => '3',
            Self::WinIn5 => '5',
            Self::WinIn7 => '7',
            Self::Zugzwang => 'Z',
        }
    }

    /// Returns the kind with a letter.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::puzzle::PuzzleKind;
    ///
    /// assert_eq!(PuzzleKind::from_letter('H'), Some(PuzzleKind::OnlyHold));
    /// assert_eq!(PuzzleKind::from_letter('h'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Returns the name, which is that of records too.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(marlin_coach::puzzle::PuzzleKind::WinIn5.name(), "win-in-5");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnlyWin => "only-win",
            Self::OnlyHold => "only-hold",
            Self::WinIn3 => "win-in-3",
            Self::WinIn5 => "win-in-5",
            Self::WinIn7 => "win-in-7",
            Self::Zugzwang => "zugzwang",
        }
    }

    /// Returns a title for players.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(marlin_coach::puzzle::PuzzleKind::WinIn3.title(), "Win with your second stone");
    /// ```
    pub const fn title(self) -> &'static str {
        match self {
            Self::OnlyWin => "Only one move wins",
            Self::OnlyHold => "Only one move holds the draw",
            Self::WinIn3 => "Win with your second stone",
            Self::WinIn5 => "Win with your third stone",
            Self::WinIn7 => "Win with your fourth stone",
            Self::Zugzwang => "Zugzwang",
        }
    }

    /// Returns the question to the player who is to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::puzzle::PuzzleKind;
    /// use marlin_core::Player;
    ///
    /// assert_eq!(
    ///     PuzzleKind::Zugzwang.question(Player::O),
    ///     "O to move. Find the only move that wins: in the end X has no safe move left."
    /// );
    /// ```
    pub fn question(self, to_move: Player) -> String {
        let task = match self {
            Self::OnlyWin => "Find the only move that wins.".to_owned(),
            Self::OnlyHold => "Find the only move that does not lose.".to_owned(),
            Self::WinIn3 => "Find the only move that wins, with your second stone.".to_owned(),
            Self::WinIn5 => "Find the only move that wins, with your third stone at the latest.".to_owned(),
            Self::WinIn7 => "Find the only move that wins, with your fourth stone at the latest.".to_owned(),
            Self::Zugzwang => {
                format!(
                    "Find the only move that wins: in the end {} has no safe move left.",
                    to_move.opponent()
                )
            }
        };
        format!("{to_move} to move. {task}")
    }
}

/// The name.
impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleKind {
    type Err = ParsePuzzleError;

    fn from_str(name: &str) -> Result<Self, ParsePuzzleError> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(ParsePuzzleError::Kind)
    }
}
