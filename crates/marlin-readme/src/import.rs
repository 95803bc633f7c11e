//! [`import`]: reads the YAML state of another game in a README.

use marlin_core::{BoardSize, Game, Position};
use yaml_rust2::{Yaml, YamlLoader};

use crate::Error;
use crate::issue::Colour;
use crate::state::{GameState, LoggedMove};

/// The bits of a column: its cells and one more.
const STRIDE: usize = 7;

/// Reads the YAML state of another game in a README: two bitboards of seven bits a column, with the bottom of
/// column 1 as bit 0. They are the list `bitboards`, or the fields `player1_board` and `player2_board`. If
/// the peaks are given they must be the lowest free bit of each of the seven columns, and the turn must be
/// the number of moves made, as many as stones. The names of fields may be symbols of Ruby. The state has
/// neither players nor an order of moves: the moves of the result are one order that leads to the board. Red
/// begins there, and keeps its stones.
///
/// # Errors
///
/// If the text is not such a state.
pub fn import(yaml: &str, repository: &str, seed: u64) -> Result<GameState, Error> {
    let documents =
        YamlLoader::load_from_str(yaml).map_err(|error| Error::new(format!("this is not YAML: {error}")))?;
    let document = documents.first().unwrap_or(&Yaml::BadValue);
    let [first, second] = bitboards(document)?;
    // The order of the sides varies. The side with one stone more is the first player.
    let (first, second) =
        if second.count_ones() > first.count_ones() { (second, first) } else { (first, second) };
    let position = Position::from_bitboards(BoardSize::STANDARD, first.into(), second.into())
        .map_err(|error| Error::new(format!("the bitboards are not a position: {error}")))?;
    check_peaks(document, first | second)?;
    check_turn(document, position.nb_moves().into())?;
    let game = Game::leading_to(&position).map_err(|error| Error::new(error.to_string()))?;
    let played =
        |column: usize| LoggedMove { column: column + 1, player: None, bot: false, issue: None, at: None };
    let moves = game.moves().iter().map(|column| played(column.index())).collect();
    Ok(GameState { first: Colour::Red, moves, ..GameState::new(repository, seed) })
}

/// Returns the error of a field that is missing, or has another kind of value.
fn missing(name: &str, expected: &str) -> Error {
    Error::new(format!("there is no field '{name}' with {expected}"))
}

/// Returns the value of a field, whose name may be a Ruby symbol; `None` without one.
fn field<'a>(document: &'a Yaml, name: &str) -> Option<&'a Yaml> {
    let fields = [&document[name], &document[format!(":{name}").as_str()]];
    fields.into_iter().find(|field| !field.is_badvalue())
}

/// Returns the stones of both sides, in the order of the text.
fn bitboards(document: &Yaml) -> Result<[u64; 2], Error> {
    let bits = |number: &Yaml| u64::try_from(number.as_i64()?).ok();
    let of_player = |name| {
        let board = field(document, name).and_then(bits);
        board.ok_or_else(|| missing(name, "a whole number, the stones of that player"))
    };
    let expected =
        "a list of two whole numbers, the stones of both sides, nor 'player1_board' and 'player2_board'";
    let error = || missing("bitboards", expected);
    let names = ["player1_board", "player2_board"];
    if let Some(list) = field(document, "bitboards") {
        let both = list.as_vec().and_then(|list| list.iter().map(bits).collect::<Option<Vec<_>>>());
        return both.and_then(|both| both.try_into().ok()).ok_or_else(error);
    }
    if names.iter().all(|name| field(document, name).is_none()) {
        return Err(error());
    }
    Ok([of_player(names[0])?, of_player(names[1])?])
}

/// Checks the peaks, if they are given: the bit above the highest stone of each column.
fn check_peaks(document: &Yaml, occupied: u64) -> Result<(), Error> {
    let Some(peaks) = field(document, "peaks") else { return Ok(()) };
    let peaks = peaks.as_vec().and_then(|list| list.iter().map(Yaml::as_i64).collect::<Option<Vec<_>>>());
    let peaks = peaks.filter(|peaks| peaks.len() == BoardSize::STANDARD.width());
    let expected = "a list of seven whole numbers, the bit above the stones of each column";
    for (column, &found) in peaks.ok_or_else(|| missing("peaks", expected))?.iter().enumerate() {
        let bottom = column * STRIDE;
        let expected = bottom as i64 + i64::from((occupied >> bottom & 0x7f).count_ones());
        if found != expected {
            let column = column + 1;
            return Err(Error::new(format!(
                "'peaks' has {found} for column {column}, where {expected} is expected: the bit above its stones"
            )));
        }
    }
    Ok(())
}

/// Checks the turn, if it is given: the number of moves made.
fn check_turn(document: &Yaml, expected: i64) -> Result<(), Error> {
    let Some(turn) = field(document, "turn") else { return Ok(()) };
    let moves = "a whole number, the moves that were made";
    let found = turn.as_i64().ok_or_else(|| missing("turn", moves))?;
    if found != expected {
        return Err(Error::new(format!(
            "'turn' is {found}, where {expected} is expected: the moves that were made, as many as stones"
        )));
    }
    Ok(())
}
