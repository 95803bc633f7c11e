//! [`Folder`]: the files of a game.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use marlin_readme::readme::{BEGIN, END, MarkersError};
use marlin_readme::{BOARD_FILE, GRAPH_FILE, Record, RecordError, Rendered, Settings, State};
use marlin_support::files::{Existing, read_whole, write_whole};

use super::{GameError, name};
use crate::args::PlaceArgs;
use crate::error::CliError;

const SETTINGS_FILE: &str = "settings.toml";
const STATE_FILE: &str = "state.toml";
const FINISHED_FILE: &str = "finished.jsonl";

/// The files of a game.
pub(super) struct Folder<'a> {
    dir: &'a Path,
    readme: &'a Path,
}

impl<'a> Folder<'a> {
    pub(super) fn new(place: &'a PlaceArgs) -> Self {
        Self { dir: &place.dir, readme: &place.readme }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    /// Reads the games.
    pub(super) fn read(&self) -> Result<Record, CliError> {
        Ok(self.find()?.ok_or_else(|| GameError::NoGame(name(self.dir)))?)
    }

    /// Reads the games, `None` if there is no state.
    pub(super) fn find(&self) -> Result<Option<Record>, CliError> {
        let Some(state) = found_text(&self.path(STATE_FILE))? else { return Ok(None) };
        let finished = found_text(&self.path(FINISHED_FILE))?.unwrap_or_default();
        let record = Record::parse(&self.settings()?, &state, &finished);
        self.placed(record).map(Some)
    }

    /// Returns the record of a game where there is no state, with the settings and the earlier games if there are any.
    pub(super) fn record(&self, state: State) -> Result<Record, CliError> {
        let finished = found_text(&self.path(FINISHED_FILE))?.unwrap_or_default();
        let record = Record::with_state(state, &self.settings()?, &finished);
        self.placed(record)
    }

    /// Returns a record whose settings say where the folder is.
    fn placed(&self, record: Result<Record, RecordError>) -> Result<Record, CliError> {
        let placed = record.and_then(|record| {
            let settings = record.settings.found_in(&link_between(self.readme, self.dir))?;
            Ok(Record { settings, ..record })
        });
        Ok(placed.map_err(|source| GameError::Record { dir: name(self.dir), source })?)
    }

    fn settings(&self) -> Result<String, CliError> {
        Ok(found_text(&self.path(SETTINGS_FILE))?.unwrap_or_default())
    }

    /// Reads the README.
    pub(super) fn readme(&self) -> Result<Vec<u8>, CliError> {
        read_whole(self.readme).map_err(|source| CliError::Input { name: name(self.readme), source })
    }

    /// Reads the README and the drawings, as far as they are there.
    pub(super) fn rendered(&self) -> Result<[Option<Vec<u8>>; 3], CliError> {
        Ok([found(self.readme)?, found(&self.path(BOARD_FILE))?, found(&self.path(GRAPH_FILE))?])
    }

    /// Adds the file of settings, if there is none.
    pub(super) fn add_settings(&self) -> Result<(), CliError> {
        let path = self.path(SETTINGS_FILE);
        if found(&path)?.is_some() { Ok(()) } else { self.write(&path, Settings::TEMPLATE.as_bytes()) }
    }

    /// Adds the markers to the end of the README, if it has none; a README too, if there is none.
    pub(super) fn add_markers(&self) -> Result<(), CliError> {
        let mut readme = found(self.readme)?.unwrap_or_default();
        let has = |marker: &str| readme.windows(marker.len()).any(|found| found == marker.as_bytes());
        if !has(BEGIN) && !has(END) {
            let gap = if readme.is_empty() || readme.ends_with(b"\n") { "" } else { "\n" };
            readme.extend_from_slice(format!("{gap}\n{BEGIN}\n{END}\n").as_bytes());
            self.write(self.readme, &readme)?;
        }
        Ok(())
    }

    /// Writes the state and the games that are over.
    pub(super) fn write_record(&self, record: &Record) -> Result<(), CliError> {
        self.write(&self.path(STATE_FILE), record.state_text().as_bytes())?;
        self.write(&self.path(FINISHED_FILE), record.finished_text().as_bytes())
    }

    /// Writes the drawings and the README.
    pub(super) fn write_rendered(&self, rendered: &Rendered, readme: &[u8]) -> Result<(), CliError> {
        self.write(&self.path(BOARD_FILE), rendered.board.as_bytes())?;
        let graph = self.path(GRAPH_FILE);
        match &rendered.graph {
            Some(drawing) => self.write(&graph, drawing.as_bytes())?,
            None => match fs::remove_file(&graph) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(not_written(&graph, source));
                }
                _ => {}
            },
        }
        self.write(self.readme, readme)
    }

    /// Writes a file whole, unless it has these bytes already.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
        if found(path)?.as_deref() == Some(bytes) {
            return Ok(());
        }
        let written = fs::create_dir_all(self.dir).and_then(|()| write_whole(path, bytes, Existing::Replace));
        written.map_err(|source| not_written(path, source))
    }

    /// Returns the error of a README without a place for the game.
    pub(super) fn markers(&self, source: MarkersError) -> GameError {
        GameError::Markers { readme: name(self.readme), source }
    }
}

/// Returns the link from a file to a folder: `../connect4` from `docs/GAME.md` to `connect4`.
fn link_between(file: &Path, folder: &Path) -> String {
    let (mut from, to) = (names(file), names(folder));
    from.pop();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| "..");
    let link: Vec<_> = up.chain(to[shared..].iter().map(String::as_str)).collect();
    if link.is_empty() { ".".to_owned() } else { link.join("/") }
}

/// Returns the names on the way from the root to a path, without `.` and `..`.
fn names(path: &Path) -> Vec<String> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut names = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                names.pop();
            }
            part => names.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    names
}

/// Reads a file, `None` if there is none.
fn found(path: &Path) -> Result<Option<Vec<u8>>, CliError> {
    match read_whole(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(CliError::Input { name: name(path), source }),
    }
}

/// Reads a file of text, `None` if there is none.
fn found_text(path: &Path) -> Result<Option<String>, CliError> {
    let Some(bytes) = found(path)? else { return Ok(None) };
    let text = String::from_utf8(bytes).map_err(io::Error::other);
    text.map(Some).map_err(|source| CliError::Input { name: name(path), source })
}

/// Returns the error of a file that can't be written.
pub(super) fn not_written(path: &Path, source: io::Error) -> CliError {
    CliError::Write { name: name(path), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_goes_from_the_folder_of_the_file() {
        let link = |file: &str, folder: &str| link_between(Path::new(file), Path::new(folder));
        assert_eq!(link("README.md", "connect4"), "connect4");
        assert_eq!(link("docs/GAME.md", "connect4"), "../connect4");
        assert_eq!(link("docs/GAME.md", "./docs/games/four/"), "games/four");
        assert_eq!(link("a/../README.md", "b/../games"), "games");
        assert_eq!(link("games/README.md", "games"), ".");
    }
}
