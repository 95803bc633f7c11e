//! The position sets: finding and reading them.

pub(crate) mod category;
pub(crate) mod generate;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use marlin_core::suite::{self, SuiteLine};

use self::category::Category;
use crate::failure::Failure;

/// The folder of the sets, as seen from the root of the workspace.
const DIR_NAME: &str = "test-positions";

/// A file of the folder that isn't a position set.
const NOT_A_SET: &str = "perft";

/// The name of all sets together.
pub(crate) const TOTAL: &str = "total";

/// A position set.
#[derive(Debug)]
pub(crate) struct PositionSet {
    /// The name of its file without the extension.
    pub(crate) name: String,
    /// Its positions.
    pub(crate) lines: Vec<SuiteLine>,
}

/// Returns the folder of the sets: the one given, else `test-positions` in the current folder, else the one of the workspace
/// that this program was built in.
pub(crate) fn find_dir(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let built_with = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(DIR_NAME);
    let places = given.map_or_else(|| vec![PathBuf::from(DIR_NAME), built_with], |dir| vec![dir.to_owned()]);
    places.iter().find(|dir| dir.is_dir()).cloned().ok_or_else(|| {
        let tried: Vec<_> = places.iter().map(|dir| dir.display().to_string()).collect();
        Failure::Input(format!(
            "no folder of position sets at {} (name one with --sets-dir, or make one with `marlin-bench generate`)",
            tried.join(" or ")
        ))
    })
}

/// Returns the file of a set.
pub(crate) fn file_of(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.txt"))
}

/// Reads the sets with these names or paths, or only their first positions. If none are given, reads the six of the folder.
pub(crate) fn load(
    given: &[String],
    dir: Option<&Path>,
    count: Option<NonZeroUsize>,
) -> Result<Vec<PositionSet>, Failure> {
    let mut sets: Vec<_> = if given.is_empty() {
        let dir = find_dir(dir)?;
        Category::ALL.iter().map(|category| load_named(&dir, category.name())).collect::<Result<_, _>>()?
    } else {
        let load =
            |set: &String| if is_path(set) { read(Path::new(set)) } else { load_named(&find_dir(dir)?, set) };
        given.iter().map(load).collect::<Result<_, _>>()?
    };
    different_names(&sets)?;
    if let Some(count) = count {
        for set in &mut sets {
            set.lines.truncate(count.get());
        }
    }
    Ok(sets)
}

/// Returns an error if two sets have the same name, or one has the name of the total: reports identify sets by name.
fn different_names(sets: &[PositionSet]) -> Result<(), Failure> {
    let mut seen = HashSet::from([TOTAL]);
    let twice = sets.iter().find(|set| !seen.insert(set.name.as_str()));
    twice.map_or(Ok(()), |set| {
        Err(Failure::Input(format!("a second set named {:?}: reports go by the names", set.name)))
    })
}

/// Returns whether an argument is a path: names of sets have neither an extension nor a folder.
fn is_path(set: &str) -> bool {
    Path::new(set).extension().is_some() || Path::new(set).components().count() > 1
}

/// Reads a set of the folder.
pub(crate) fn load_named(dir: &Path, name: &str) -> Result<PositionSet, Failure> {
    let path = file_of(dir, name);
    if path.is_file() && name != NOT_A_SET {
        return read(&path);
    }
    let known = known_names(dir);
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Err(Failure::Input(format!("no position set {name:?} in {} (there: {known})", dir.display())))
}

/// Returns the names of the sets in a folder.
fn known_names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| name != NOT_A_SET)
        .collect();
    names.sort();
    names
}

/// Reads a set from a file.
fn read(path: &Path) -> Result<PositionSet, Failure> {
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    let lines = suite::read(BufReader::new(file)).map_err(|error| Failure::file(path, &error))?;
    if lines.is_empty() {
        return Err(Failure::file(path, &"no positions"));
    }
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(PositionSet { name, lines })
}
