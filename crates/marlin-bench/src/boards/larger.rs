//! [`LargerBoard`]: the published result of a board that does not fit 64 bits, and that Marlin cannot search.

use std::collections::BTreeMap;

use marlin_core::{BoardSize, Player};
use serde::Deserialize;

use super::text::{ReadTableError, Winner, check_sources, sources_field, winner_fields};

/// The published results of larger boards, by width and height.
pub(crate) type LargerBoards = BTreeMap<(usize, usize), LargerBoard>;

/// The published result of a larger board.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LargerBoard {
    winner: Winner,
    /// The move of the game that wins it, if the source has it.
    #[serde(rename = "move")]
    winning_move: Option<u32>,
    sources: Vec<String>,
}

impl LargerBoard {
    /// Returns the result as the grid has it.
    pub(super) fn cell(&self, (width, height): (usize, usize)) -> String {
        let sign = match self.winner.player() {
            None => return format!("={}", width * height),
            Some(Player::X) => '+',
            Some(Player::O) => '-',
        };
        self.winning_move.map_or_else(|| format!("{sign}?"), |number| format!("{sign}{number}"))
    }

    /// Returns the line of the file.
    pub(super) fn line(&self, (width, height): (usize, usize)) -> String {
        let result = winner_fields(self.winner, self.winning_move);
        format!("{width}x{height} = {{ {result}, {} }}", sources_field(&self.sources))
    }

    /// Returns whether a game on a board of this many cells can end so.
    fn is_possible(&self, cells: usize) -> bool {
        let Some(player) = self.winner.player() else { return self.winning_move.is_none() };
        // The first player makes the odd moves of a game. The fourth stone of a player is move 7 or 8.
        let parity = u32::from(player == Player::X);
        self.winning_move
            .is_none_or(|number| number % 2 == parity && (7..=cells as u64).contains(&number.into()))
    }
}

/// Reads the larger boards of a file.
pub(super) fn read(
    raw: BTreeMap<String, LargerBoard>,
    known: &BTreeMap<String, String>,
) -> Result<LargerBoards, ReadTableError> {
    raw.into_iter().map(|(name, board)| Ok((read_size(&name, &board, known)?, board))).collect()
}

fn read_size(
    name: &str,
    board: &LargerBoard,
    known: &BTreeMap<String, String>,
) -> Result<(usize, usize), ReadTableError> {
    let sides =
        name.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    // A side beyond the greatest of any board would make the grid endless.
    let is_side = |side: &usize| (1..=BoardSize::MAX_HEIGHT).contains(side);
    let size: (usize, usize) = sides
        .filter(|(width, height)| is_side(width) && is_side(height) && format!("{width}x{height}") == name)
        .ok_or_else(|| ReadTableError::Name(name.to_owned()))?;
    if BoardSize::new(size.0, size.1).is_ok() {
        return Err(ReadTableError::NotLarger(name.to_owned()));
    }
    check_sources(name, &board.sources, known)?;
    if board.is_possible(size.0 * size.1) { Ok(size) } else { Err(ReadTableError::Result(name.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::super::table::BoardTable;

    const SOURCES: &str = "[sources]\nexample = 'an example'\n";

    fn read(line: &str) -> Result<BoardTable, String> {
        BoardTable::read(&format!("{SOURCES}[larger]\n{line}")).map_err(|error| error.to_string())
    }

    #[test]
    fn a_larger_board_is_kept_and_is_in_the_grid() {
        let first = "9x7 = { winner = \"first\", move = 55, sources = [\"example\"] }\n";
        let open = "10x7 = { winner = \"first\", sources = [\"example\"] }\n";
        let draw = "10x8 = { winner = \"none\", sources = [\"example\"] }\n";
        let table = read(&(first.to_owned() + open + draw)).unwrap();
        assert!(table.to_string().ends_with(&format!("[larger]\n{first}{open}{draw}")), "{table}");
        let expected = "|  | 9 | 10 |\n|---:|---:|---:|\n| **8** |  | *=80* |\n| **7** | *+55* | *+?* |\n";
        assert_eq!(table.grid(), expected);
    }

    #[test]
    fn a_larger_board_that_cannot_be_so_is_refused_with_the_reason() {
        let impossible = "9x7: no game can end so, or a result is incomplete";
        for (name, result, expected) in [
            ("9x7", "winner = 'first', move = 54", impossible),
            ("9x7", "winner = 'second', move = 55", impossible),
            ("9x7", "winner = 'first', move = 65", impossible),
            ("9x7", "winner = 'first', move = 5", impossible),
            ("9x7", "winner = 'none', move = 63", impossible),
            (
                "7x6",
                "winner = 'first', move = 41",
                "7x6 is not larger than 64 bits: its place is in [boards]",
            ),
            ("09x7", "winner = 'none'", "\"09x7\" is not the name of a board, as 7x6 is"),
            ("9x999999", "winner = 'none'", "\"9x999999\" is not the name of a board, as 7x6 is"),
        ] {
            let line = format!("{name} = {{ {result}, sources = ['example'] }}");
            assert_eq!(read(&line).unwrap_err(), expected, "{line}");
        }
        assert_eq!(
            read("9x7 = { winner = 'none', sources = [] }").unwrap_err(),
            "9x7: a published result without a source"
        );
        assert_eq!(
            read("9x7 = { winner = 'none', sources = ['hearsay'] }").unwrap_err(),
            "9x7: no source \"hearsay\""
        );
    }
}
