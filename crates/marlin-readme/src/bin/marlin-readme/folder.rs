//! The files of a game, and the folder with the answers to issues: the input of the script that posts them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use marlin_readme::{
    ARCHIVE_FOLDER, BEGIN, END, Error, GRAPH_FILE, GameSettings, GameState, PendingAnswer, Rendered, Series,
    is_archived,
};
use marlin_support::exit::{Failure, InFile, printable_name};
use marlin_support::files::{
    Existing, LockFile, folder_of, is_draft, read_text, read_whole, remove_drafts, write_whole,
};

use crate::args::PathArgs;

const SETTINGS_FILE: &str = "settings.toml";
const STATE_FILE: &str = "state.toml";
const FINISHED_FILE: &str = "finished.jsonl";

/// The file that lists the answers.
const LIST: &str = "list";

impl PathArgs {
    fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    /// Waits until no other run changes the files, which are read, changed and written as a whole. The lock
    /// is beside the README, because the README's folder exists before a game does.
    pub(crate) fn lock(&self) -> Result<Option<LockFile>, Failure> {
        let is_there = folder_of(&self.readme).is_dir();
        let lock = is_there.then(|| LockFile::beside(&self.readme)).transpose();
        lock.map_err(|source| Failure::write(&self.readme, &source))
    }

    /// Reads the games.
    pub(crate) fn read(&self) -> Result<Series, Failure> {
        self.find()?.ok_or_else(|| {
            Failure::usage(format_args!(
                "there is no game in {}: 'marlin-readme init' begins one, and --dir names another folder",
                printable_name(&self.dir)
            ))
        })
    }

    /// Reads the games, `None` without a state.
    pub(crate) fn find(&self) -> Result<Option<Series>, Failure> {
        let Some(state) = existing(read_text, &self.path(STATE_FILE))? else { return Ok(None) };
        let series = Series::parse(&self.text(SETTINGS_FILE)?, &state, &self.text(FINISHED_FILE)?);
        self.with_folder(series).map(Some)
    }

    /// Reads the settings and the finished games of a folder without a state, and adds that state.
    pub(crate) fn series_without_state(&self, state: GameState) -> Result<Series, Failure> {
        self.with_folder(Series::with_state(state, &self.text(SETTINGS_FILE)?, &self.text(FINISHED_FILE)?))
    }

    /// Adds the path of the folder to the settings.
    fn with_folder(&self, series: Result<Series, Error>) -> Result<Series, Failure> {
        let placed = series.and_then(|series| {
            let mut settings = series.settings.with_default_folder(&link_between(&self.readme, &self.dir))?;
            // The program runs in the root of the repository.
            settings.path = link_between(Path::new("README.md"), &self.dir);
            Ok(Series { settings, ..series })
        });
        placed.in_file(&self.dir)
    }

    /// Reads a file of the folder, empty if it is missing.
    fn text(&self, file: &str) -> Result<String, Failure> {
        Ok(existing(read_text, &self.path(file))?.unwrap_or_default())
    }

    /// Reads the README.
    pub(crate) fn read_readme(&self) -> Result<Vec<u8>, Failure> {
        read_whole(&self.readme).map_err(|source| Failure::read_file(&self.readme, &source))
    }

    /// Reads the README, empty if it is missing, and the other files that exist.
    pub(crate) fn rendered(
        &self,
        expected: &Rendered,
    ) -> Result<(Vec<u8>, BTreeMap<String, String>), Failure> {
        let readme = existing(read_whole, &self.readme)?.unwrap_or_default();
        let mut files = BTreeMap::new();
        for path in expected.files.keys().cloned().chain(self.optional()?) {
            if let Some(bytes) = existing(read_whole, &self.path(&path))? {
                files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Ok((readme, files))
    }

    /// Returns the paths of files that only some states of the games have: the graph, and the files of each
    /// game in the archive.
    fn optional(&self) -> Result<Vec<String>, Failure> {
        let mut paths = vec![GRAPH_FILE.to_owned()];
        let archive = self.path(ARCHIVE_FOLDER);
        let Some(entries) = existing(|path| fs::read_dir(path), &archive)? else { return Ok(paths) };
        for entry in entries {
            let name = entry.map_err(|source| Failure::read_file(&archive, &source))?.file_name();
            let name = name.to_string_lossy();
            if is_archived(&name) {
                paths.push(format!("{ARCHIVE_FOLDER}/{name}"));
            }
        }
        Ok(paths)
    }

    /// Adds the file of settings if it is missing.
    pub(crate) fn add_settings(&self) -> Result<(), Failure> {
        let path = self.path(SETTINGS_FILE);
        let found = existing(read_whole, &path)?;
        found.map_or_else(|| self.write(&path, GameSettings::TEMPLATE.as_bytes()), |_| Ok(()))
    }

    /// Adds the markers to the end of a README without any; also the README if it is missing.
    pub(crate) fn add_markers(&self) -> Result<(), Failure> {
        let mut readme = existing(read_whole, &self.readme)?.unwrap_or_default();
        let has = |marker: &str| readme.windows(marker.len()).any(|part| part == marker.as_bytes());
        if !has(BEGIN) && !has(END) {
            let gap = if readme.is_empty() || readme.ends_with(b"\n") { "" } else { "\n" };
            readme.extend_from_slice(format!("{gap}\n{BEGIN}\n{END}\n").as_bytes());
            self.write(&self.readme, &readme)?;
        }
        Ok(())
    }

    /// Writes the finished games and the state.
    pub(crate) fn write_series(&self, series: &Series) -> Result<(), Failure> {
        let mut files = [(FINISHED_FILE, series.finished_text()), (STATE_FILE, series.state.to_string())];
        // The file that gets a game is written first: a run that is killed in between leaves the game in both
        // files. In the other order the game would be lost.
        if self.text(FINISHED_FILE)?.lines().count() > series.finished.len() {
            files.reverse();
        }
        files.iter().try_for_each(|(file, text)| self.write(&self.path(file), text.as_bytes()))
    }

    /// Writes the drawings, the archive and the README, and removes files that the games no longer have.
    pub(crate) fn write_rendered(&self, rendered: &Rendered, readme: &[u8]) -> Result<(), Failure> {
        for (path, text) in &rendered.files {
            self.write(&self.path(path), text.as_bytes())?;
        }
        for path in self.optional()?.iter().filter(|path| !rendered.files.contains_key(*path)) {
            let path = self.path(path);
            if let Err(source) = fs::remove_file(&path)
                && source.kind() != io::ErrorKind::NotFound
            {
                return Err(Failure::write(&path, &source));
            }
        }
        self.write(&self.readme, readme)
    }

    /// Writes a whole file, unless it has these bytes already.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        if existing(read_whole, path)?.as_deref() == Some(bytes) {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(&self.dir);
        let written = fs::create_dir_all(folder).and_then(|()| write_whole(path, bytes, Existing::Replace));
        written.map_err(|source| Failure::write(path, &source))
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
fn existing<T>(read: impl Fn(&Path) -> io::Result<T>, path: &Path) -> Result<Option<T>, Failure> {
    match read(path) {
        Ok(contents) => Ok(Some(contents)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Failure::read_file(path, &source)),
    }
}

/// Writes the answers, and removes the answers of an earlier run.
pub(crate) fn write_answers(dir: &Path, pending: &[PendingAnswer]) -> Result<(), Failure> {
    let failed = |source: io::Error| Failure::write(dir, &source);
    fs::create_dir_all(dir).map_err(failed)?;
    remove_answers(dir)?;
    let mut list = String::new();
    // New answers are first, then the earlier ones, latest first: an answer that fails in each run delays no
    // other.
    let (repeated, new): (Vec<_>, Vec<_>) = pending.iter().partition(|pending| pending.is_repeated);
    for PendingAnswer { answer, is_repeated } in new.into_iter().chain(repeated.into_iter().rev()) {
        let path = dir.join(format!("{}.md", answer.issue));
        fs::write(&path, answer.comment()).map_err(|source| Failure::write(&path, &source))?;
        let freshness = if *is_repeated { "again" } else { "new" };
        list += &[&answer.issue.to_string(), answer.reaction(), answer.label(), freshness].join("\t");
        list.push('\n');
    }
    // The list is last, so that it never names a missing answer.
    write_whole(&dir.join(LIST), list.as_bytes(), Existing::Replace).map_err(failed)
}

/// Removes the answers of an earlier run.
///
/// # Errors
///
/// If the folder has anything else; then nothing is removed.
fn remove_answers(dir: &Path) -> Result<(), Failure> {
    let failed = |source: io::Error| Failure::write(dir, &source);
    let list = dir.join(LIST);
    remove_drafts(&list);
    let mut entries: Vec<_> =
        fs::read_dir(dir).and_then(Iterator::collect::<io::Result<_>>).map_err(failed)?;
    // The files of a run at the same time are left to that run.
    entries.retain(|entry| !is_draft(&list, &entry.file_name()));
    let is_answer = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".md"));
        name == LIST || number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    if !entries.iter().all(is_answer) {
        return Err(Failure::usage(format_args!(
            "{} has other files than answers: name a new folder with --answers",
            printable_name(dir)
        )));
    }
    entries.iter().try_for_each(|entry| fs::remove_file(entry.path())).map_err(failed)
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
