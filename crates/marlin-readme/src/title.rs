//! [`Title`]: the grammar of titles of issues.

use std::str::FromStr;

use marlin_core::Column;

use crate::side::Side;

/// The first word of the titles of the game's issues.
const GAME: &str = "connect4";

/// The greatest length of a title, in bytes.
const MAX_LEN: usize = 64;

/// The columns of the board.
const COLUMNS: std::ops::RangeInclusive<usize> = 1..=7;

/// The title of an issue: a request for a move or a new game.
///
/// ```text
/// connect4|new
/// connect4|new|12.42             only if game 12 has 42 moves
/// connect4|drop|red|4            red or yellow, a column from 1 to 7
/// connect4|drop|yellow|ai        the bot moves for a side
/// connect4|drop|red|4|12.6       only if game 12 has 6 moves
/// ```
///
/// Letters may be upper or lower case. `blue` is the older name of yellow.
///
/// # Examples
///
/// ```
/// use marlin_readme::{Mover, Title, Side};
///
/// let Ok(Title::Drop { side, mover, turn }) = "connect4|drop|red|4|12.6".parse() else { panic!() };
/// assert_eq!(side, Side::Red);
/// assert!(matches!(mover, Mover::Person(column) if column.number() == 4));
/// assert_eq!(turn.unwrap().to_string(), "12.6");
/// assert!("connect4|drop|red|8".parse::<Title>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Title {
    /// A new game.
    New {
        /// The last turn of the game before it, if the title names it.
        turn: Option<Turn>,
    },
    /// A move.
    Drop {
        /// The side that moves.
        side: Side,
        /// The chooser of the column.
        mover: Mover,
        /// The turn of the move, if the title names it: a guard against links of an old position.
        turn: Option<Turn>,
    },
}

/// The chooser of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// The author of the issue, with this column.
    Person(Column),
    /// The bot.
    Bot,
}

/// A turn of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The number of the game, from 1.
    pub game: u32,
    /// The number of moves before it.
    pub ply: u32,
}

/// The error of a title outside the grammar. It does not repeat the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "titles are 'connect4|new' and 'connect4|drop|red|4', with 'yellow' for the other side and 'ai' for the bot"
)]
pub struct TitleError;

impl Title {
    /// Returns whether an issue with this title belongs to the game, even if the title is outside the grammar.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_readme::Title;
    ///
    /// assert!(Title::is_of_game("Connect4|fly to the moon"));
    /// assert!(!Title::is_of_game("The engine crashes"));
    /// ```
    pub fn is_of_game(title: &str) -> bool {
        title.trim_start().split('|').next().is_some_and(|game| game.trim().eq_ignore_ascii_case(GAME))
            && title.contains('|')
    }
}

impl FromStr for Title {
    type Err = TitleError;

    fn from_str(title: &str) -> Result<Self, TitleError> {
        if title.len() > MAX_LEN {
            return Err(TitleError);
        }
        let title = title.trim().to_ascii_lowercase();
        let words: Vec<_> = title.split('|').collect();
        match words[..] {
            [GAME, "new"] => Ok(Self::New { turn: None }),
            [GAME, "new", turn] => Ok(Self::New { turn: Some(turn.parse()?) }),
            [GAME, "drop", side, mover] => Self::drop(side, mover, None),
            [GAME, "drop", side, mover, turn] => Self::drop(side, mover, Some(turn)),
            _ => Err(TitleError),
        }
    }
}

impl Title {
    fn drop(side: &str, mover: &str, turn: Option<&str>) -> Result<Self, TitleError> {
        let side = match side {
            "red" => Side::Red,
            // The name of yellow in links of earlier versions.
            "yellow" | "blue" => Side::Yellow,
            _ => return Err(TitleError),
        };
        let mover = match mover {
            "ai" => Mover::Bot,
            column => {
                let number = whole(column)? as usize;
                let column = Some(number).filter(|number| COLUMNS.contains(number));
                Mover::Person(column.and_then(Column::from_number).ok_or(TitleError)?)
            }
        };
        Ok(Self::Drop { side, mover, turn: turn.map(str::parse).transpose()? })
    }
}

impl FromStr for Turn {
    type Err = TitleError;

    fn from_str(text: &str) -> Result<Self, TitleError> {
        let (game, ply) = text.split_once('.').ok_or(TitleError)?;
        Ok(Self { game: whole(game)?, ply: whole(ply)? })
    }
}

/// As in a title: `12.6`.
impl std::fmt::Display for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.game, self.ply)
    }
}

/// Returns a number of digits, without a sign.
fn whole(text: &str) -> Result<u32, TitleError> {
    let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    digits.and_then(|digits| digits.parse().ok()).ok_or(TitleError)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_every_form_are_parsed() {
        let parse = str::parse::<Title>;
        assert_eq!(parse("connect4|new"), Ok(Title::New { turn: None }));
        let turn = Some(Turn { game: 1, ply: 7 });
        assert_eq!(parse("connect4|new|1.7"), Ok(Title::New { turn }));
        assert_eq!(parse(" Connect4|NEW "), Ok(Title::New { turn: None }));
        let bot = Title::Drop { side: Side::Yellow, mover: Mover::Bot, turn: None };
        assert_eq!(parse("connect4|drop|yellow|ai"), Ok(bot));
        assert_eq!(parse("connect4|drop|blue|ai"), Ok(bot), "a link of an earlier version");
        let bot =
            Title::Drop { side: Side::Yellow, mover: Mover::Bot, turn: Some(Turn { game: 3, ply: 41 }) };
        assert_eq!(parse("connect4|drop|yellow|ai|3.41"), Ok(bot));
    }

    #[test]
    fn other_titles_are_refused() {
        for title in [
            "",
            "connect4",
            "connect4|",
            "connect4|new|",
            "connect4|drop",
            "connect4|drop|red",
            "connect4|drop|red|0",
            "connect4|drop|red|8",
            "connect4|drop|red|+4",
            "connect4|drop|red|４",
            "connect4|drop|green|4",
            "connect4|drop|red|4|",
            "connect4|drop|red|4|1",
            "connect4|drop|red|4|1.",
            "connect4|drop|red|4|1.2|",
            "connect4|drop|red|4|1.2.3",
            "connect4|drop|red|4|99999999999.0",
            "connect4|drop|red|4 ; rm -rf /",
            "connect4 |new",
            "connect5|new",
        ] {
            assert_eq!(title.parse::<Title>(), Err(TitleError), "{title:?}");
        }
        let long = format!("connect4|new{}", " ".repeat(60));
        assert_eq!(long.parse::<Title>(), Err(TitleError));
    }

    #[test]
    fn titles_with_the_word_and_a_bar_belong_to_the_game() {
        for title in ["connect4|new", "CONNECT4|x", " connect4 |", "connect4||||"] {
            assert!(Title::is_of_game(title), "{title:?}");
        }
        for title in ["", "connect4", "connect40|new", "I like connect4|new", "|connect4"] {
            assert!(!Title::is_of_game(title), "{title:?}");
        }
    }
}
