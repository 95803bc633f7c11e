//! [`Folder`]: the files of a game.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use marlin_readme::readme::{BEGIN, END, MarkersError};
use marlin_readme::{
    ARCHIVE_FOLDER, GRAPH_FILE, GameSettings, GameState, Rendered, Series, SeriesError, is_archived,
};
use marlin_support::files::{Existing, read_text, read_whole, write_whole};

use crate::args::PathArgs;
use crate::error::{Error, name};

const SETTINGS_FILE: &str = "settings.toml";
const STATE_FILE: &str = "state.toml";
const FINISHED_FILE: &str = "finished.jsonl";

/// The files of a game.
pub(crate) struct Folder<'a> {
    dir: &'a Path,
    readme: &'a Path,
}

impl<'a> Folder<'a> {
    pub(crate) fn new(paths: &'a PathArgs) -> Self {
        Self { dir: &paths.dir, readme: &paths.readme }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    /// Reads the games.
    pub(crate) fn read(&self) -> Result<Series, Error> {
        self.find()?.ok_or_else(|| Error::NoGame(name(self.dir)))
    }

    /// Reads the games, `None` without a state.
    pub(crate) fn find(&self) -> Result<Option<Series>, Error> {
        let Some(state) = existing(read_text, &self.path(STATE_FILE))? else { return Ok(None) };
        let series = Series::parse(&self.text(SETTINGS_FILE)?, &state, &self.text(FINISHED_FILE)?);
        self.with_folder(series).map(Some)
    }

    /// Reads the settings and the finished games of a folder without a state, and adds that state.
    pub(crate) fn series_without_state(&self, state: GameState) -> Result<Series, Error> {
        self.with_folder(Series::with_state(state, &self.text(SETTINGS_FILE)?, &self.text(FINISHED_FILE)?))
    }

    /// Adds the path of the folder to the settings.
    fn with_folder(&self, series: Result<Series, SeriesError>) -> Result<Series, Error> {
        let placed = series.and_then(|series| {
            let settings = series.settings.with_default_folder(&link_between(self.readme, self.dir))?;
            Ok(Series { settings, ..series })
        });
        placed.map_err(|source| Error::Series { folder: name(self.dir), source })
    }

    /// Reads a file of the folder, empty if it is missing.
    fn text(&self, file: &str) -> Result<String, Error> {
        Ok(existing(read_text, &self.path(file))?.unwrap_or_default())
    }

    /// Reads the README.
    pub(crate) fn readme(&self) -> Result<Vec<u8>, Error> {
        read_whole(self.readme).map_err(|source| Error::read(self.readme, source))
    }

    /// Reads the README, empty if it is missing, and those of the other files that are there.
    pub(crate) fn rendered(&self, expected: &Rendered) -> Result<(Vec<u8>, BTreeMap<String, String>), Error> {
        let readme = existing(read_whole, self.readme)?.unwrap_or_default();
        let mut files = BTreeMap::new();
        for path in expected.files.keys().cloned().chain(self.optional()?) {
            if let Some(bytes) = existing(read_whole, &self.path(&path))? {
                files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Ok((readme, files))
    }

    /// Returns the paths of files that only some states of the games have: the graph, and what the archive has of each game.
    fn optional(&self) -> Result<Vec<String>, Error> {
        let mut paths = vec![GRAPH_FILE.to_owned()];
        let archive = self.path(ARCHIVE_FOLDER);
        let Some(entries) = existing(|path| fs::read_dir(path), &archive)? else { return Ok(paths) };
        for entry in entries {
            let name = entry.map_err(|source| Error::read(&archive, source))?.file_name();
            let name = name.to_string_lossy();
            if is_archived(&name) {
                paths.push(format!("{ARCHIVE_FOLDER}/{name}"));
            }
        }
        Ok(paths)
    }

    /// Adds the file of settings if it is missing.
    pub(crate) fn add_settings(&self) -> Result<(), Error> {
        let path = self.path(SETTINGS_FILE);
        match existing(read_whole, &path)? {
            Some(_) => Ok(()),
            None => self.write(&path, GameSettings::TEMPLATE.as_bytes()),
        }
    }

    /// Adds the markers to the end of a README without any; also the README if it is missing.
    pub(crate) fn add_markers(&self) -> Result<(), Error> {
        let mut readme = existing(read_whole, self.readme)?.unwrap_or_default();
        let has = |marker: &str| readme.windows(marker.len()).any(|part| part == marker.as_bytes());
        if !has(BEGIN) && !has(END) {
            let gap = if readme.is_empty() || readme.ends_with(b"\n") { "" } else { "\n" };
            readme.extend_from_slice(format!("{gap}\n{BEGIN}\n{END}\n").as_bytes());
            self.write(self.readme, &readme)?;
        }
        Ok(())
    }

    /// Writes the finished games and the state.
    pub(crate) fn write_series(&self, series: &Series) -> Result<(), Error> {
        let mut files = [(FINISHED_FILE, series.finished_text()), (STATE_FILE, series.state_text())];
        // The file that gets a game comes first: a run that is killed in between leaves it in both, and in none it would be lost.
        if self.text(FINISHED_FILE)?.lines().count() > series.finished.len() {
            files.reverse();
        }
        files.iter().try_for_each(|(file, text)| self.write(&self.path(file), text.as_bytes()))
    }

    /// Writes the drawings, the archive and the README, and removes what the games no longer have.
    pub(crate) fn write_rendered(&self, rendered: &Rendered, readme: &[u8]) -> Result<(), Error> {
        for (path, text) in &rendered.files {
            self.write(&self.path(path), text.as_bytes())?;
        }
        for path in self.optional()?.iter().filter(|path| !rendered.files.contains_key(*path)) {
            let path = self.path(path);
            match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(Error::write(&path, source));
                }
                _ => {}
            }
        }
        self.write(self.readme, readme)
    }

    /// Writes a whole file, unless it has these bytes already.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        if existing(read_whole, path)?.as_deref() == Some(bytes) {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(self.dir);
        let written = fs::create_dir_all(folder).and_then(|()| write_whole(path, bytes, Existing::Replace));
        written.map_err(|source| Error::write(path, source))
    }

    /// Returns the error of a README without a place for the game.
    pub(crate) fn markers_error(&self, source: MarkersError) -> Error {
        Error::Markers { readme: name(self.readme), source }
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

/// Returns the names of a path from the root, without `.` and `..`.
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

/// Reads a file, `None` if it is missing.
fn existing<T>(read: impl Fn(&Path) -> io::Result<T>, path: &Path) -> Result<Option<T>, Error> {
    match read(path) {
        Ok(contents) => Ok(Some(contents)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::read(path, source)),
    }
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
