//! [`import`]: reads the YAML state of another game in a README.

use marlin_core::BoardSize;
use marlin_core::any::{Game, Position};
use yaml_rust2::{Yaml, YamlLoader};

use crate::state::{GameState, LoggedMove};

/// The bits of a column: its cells and one more.
const STRIDE: usize = 7;

/// The error of a text that is not the YAML state of a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The text is not YAML.
    #[error("this is not YAML: {0}")]
    Yaml(#[from] yaml_rust2::ScanError),
    /// The list of two bitboards is missing.
    #[error("there is no list 'bitboards' of two whole numbers, the stones of both sides")]
    Bitboards,
    /// The peaks contradict the bitboards.
    #[error("'peaks' says that column {column} has {peak} stones, and the bitboards have {stones} there")]
    Peak {
        /// The column, from 1.
        column: usize,
        /// Its stones by its peak.
        peak: i64,
        /// Its stones by the bitboards.
        stones: usize,
    },
    /// The bitboards are not a position.
    #[error("the bitboards are not a position: {0}")]
    Position(#[from] marlin_core::ParsePositionError),
    /// No legal moves lead to the board.
    #[error(
        "no moves lead to this board: the sides must have moved in turn, and the game ended with the first four"
    )]
    Unreachable,
}

/// Reads the YAML state of another game in a README: two bitboards of seven bits a column, and the peak of each column.
/// It has neither players nor an order of moves: the moves of the result are one order that leads to the board.
///
/// # Errors
///
/// [`ImportError`] if the text is not such a state.
///
/// # Examples
///
/// ```
/// use marlin_readme::import;
///
/// // Red in the columns 4 and 3, yellow between them on 4.
/// let yaml = "---\nbitboards:\n- 2113536\n- 4194304\npeaks: [0, 7, 15, 23, 28, 35, 42]\n";
/// let state = import(yaml, "octocat/octocat", 1)?;
/// assert_eq!(state.board().position().to_string().lines().last(), Some(". . X X . . ."));
/// assert_eq!(state.moves.len(), 3);
/// # Ok::<(), marlin_readme::ImportError>(())
/// ```
pub fn import(yaml: &str, repository: &str, seed: u64) -> Result<GameState, ImportError> {
    let documents = YamlLoader::load_from_str(yaml)?;
    let document = documents.first().ok_or(ImportError::Bitboards)?;
    let bitboards = whole_numbers(document, "bitboards").ok_or(ImportError::Bitboards)?;
    let &[first, second] = &bitboards[..] else { return Err(ImportError::Bitboards) };
    let (first, second) = (to_bits(first)?, to_bits(second)?);
    // The order in the list varies. The side with one stone more is the first player.
    let (first, second) =
        if second.count_ones() > first.count_ones() { (second, first) } else { (first, second) };
    let position = Position::from_bitboards_on(BoardSize::STANDARD, first, second)?;
    if let Some(peaks) = whole_numbers(document, "peaks") {
        check_peaks(&peaks, first | second)?;
    }
    let game = Game::leading_to(&position).ok_or(ImportError::Unreachable)?;
    let played =
        |column: usize| LoggedMove { column: column + 1, player: None, bot: false, issue: None, at: None };
    let moves = game.moves().iter().map(|column| played(column.index())).collect();
    Ok(GameState { moves, ..GameState::new(repository, seed) })
}

/// Returns the list of whole numbers of a key, which may be a Ruby symbol.
fn whole_numbers(document: &Yaml, key: &str) -> Option<Vec<i64>> {
    let of = |key: &str| document[key].as_vec()?.iter().map(Yaml::as_i64).collect::<Option<Vec<_>>>();
    of(key).or_else(|| of(&format!(":{key}")))
}

fn to_bits(number: i64) -> Result<u64, ImportError> {
    u64::try_from(number).map_err(|_| ImportError::Bitboards)
}

/// Checks the peaks: the bit above the highest stone of each column.
fn check_peaks(peaks: &[i64], occupied: u64) -> Result<(), ImportError> {
    for (column, &peak) in peaks.iter().enumerate().take(BoardSize::STANDARD.width()) {
        let stones = (occupied >> (column * STRIDE) & 0x7f).count_ones() as usize;
        let peak = peak - (column * STRIDE) as i64;
        if peak != stones as i64 {
            return Err(ImportError::Peak { column: column + 1, peak, stones });
        }
    }
    Ok(())
}
