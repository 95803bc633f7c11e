//! The position sets, for the benches that replay them.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use marlin_core::{Game, Score, suite};

/// Returns the positions of a set of the folder `test-positions`.
///
/// # Errors
///
/// The errors of opening and reading the file, with the name of the set.
pub(crate) fn load(name: &str) -> io::Result<Vec<(Game, Score)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-positions");
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{name}: {error}"));
    let file = File::open(folder.join(name).with_extension("txt")).map_err(named)?;
    let set = suite::read(BufReader::new(file)).map_err(named)?;
    Ok(set.lines)
}
