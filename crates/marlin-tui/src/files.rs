//! Games in files, and the file of settings that the next game begins with.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use marlin_coach::level::SkillLevel;
use marlin_coach::progress::{FinishedGame, LogEntry, LogLine, Progress, PuzzleAnswer};
use marlin_coach::puzzle::{self, Day};
use marlin_core::Outcome;
use marlin_support::files::{Existing, StateFile, UserFolder, read_text, write_own, write_whole};
use marlin_support::text::excerpt;

use crate::look::Theme;
use crate::state::{Kept, Play, Seat, parse_seats};

/// Returns a path fit to print.
fn name(path: &Path) -> String {
    excerpt(&path.display().to_string())
}

/// Saves a game.
pub(crate) fn save(path: &Path, text: &str, replaces: bool, play: &mut Play) {
    let name = name(path);
    if !replaces && path.exists() {
        play.warn_of_existing(&name);
        return;
    }
    match write_whole(path, text.as_bytes(), Existing::by_force(replaces)) {
        Ok(()) => {
            play.dialog = None;
            play.say(format!("saved in {name}"));
        }
        Err(error) => play.fail(format!("cannot write {name}: {error}")),
    }
}

/// Loads a game.
pub(crate) fn load(path: &Path, play: &mut Play) {
    let name = name(path);
    match read_text(path) {
        Ok(text) => {
            play.dialog = None;
            play.load(&name, &text);
        }
        Err(error) => play.fail(format!("cannot read {name}: {error}")),
    }
}

/// The file of the player's log in the folder of state.
const RECORD: &str = "record";

/// The first line of the log.
const RECORD_HEAD: &str =
    "# The record of a person in Marlin: games, puzzles and lessons, a line for each entry\n";

impl Kept {
    /// Reads the record of the player on the device.
    pub fn of_user() -> Self {
        Self::read(&log_of(&StateFile::named(RECORD).read()))
    }

    /// Reads a log as of today, the local date of the device.
    fn read(log: &str) -> Self {
        // `jiff` writes a date in the form that `Day` reads.
        let today = jiff::Zoned::now().date().to_string().parse().unwrap_or_default();
        Self { today, progress: Progress::parse(log) }
    }

    /// Adds entries to the log of the player, and returns the record with them. Another program may have
    /// changed the log: it is read again. A failure to write it is returned beside the record.
    pub fn keep(entries: &[LogEntry]) -> (Self, io::Result<()>) {
        let with_them = |log: &mut String| {
            let mut kept = Self::read(log);
            for line in entries.iter().filter_map(|entry| kept.add(entry.clone())) {
                log.push_str(&line.to_string());
                log.push('\n');
            }
            kept
        };
        let mut kept = None;
        let file = StateFile::named(RECORD);
        let written = file.update(|text| {
            let mut log = log_of(text);
            kept = Some(with_them(&mut log));
            log
        });
        (kept.unwrap_or_else(|| with_them(&mut log_of(&file.read()))), written)
    }
}

/// Returns the log of a file. Where there is none, it is made of the files that earlier programs kept.
fn log_of(text: &str) -> String {
    if !text.is_empty() {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        return format!("{text}{end}");
    }
    let [puzzles, levels, lessons] =
        ["puzzles", "levels", "lessons"].map(|name| StateFile::named(name).read());
    let lines = log_of_files(&puzzles, &levels, &lessons);
    let lines: Vec<_> = lines.iter().map(|line| format!("{line}\n")).collect();
    RECORD_HEAD.to_owned() + &lines.concat()
}

/// The maximum number of games of a kind against a level that are taken from an old file.
const MOST_GAMES: usize = 1_000;

/// Returns the log of the files of earlier programs. Each had a line for a puzzle that was solved
/// (`2026-11-24 328 1`: day, number, tries), for the games against a level (`3 2 1 0`: level, won, lost,
/// drawn), and for a step of a lesson that is done (`zugzwang 2`). Damaged lines are skipped.
fn log_of_files(puzzles: &str, levels: &str, lessons: &str) -> Vec<LogLine> {
    let line = |day, entry| LogLine { day, entry };
    let mut solved: Vec<_> = puzzles.lines().filter_map(solved_puzzle).collect();
    solved.sort_unstable();
    let solved = solved.into_iter().filter_map(|(day, number, tries)| {
        let difficulty = puzzle::numbered(number)?.difficulty;
        let answer = PuzzleAnswer::after(tries);
        Some(line(Some(day), LogEntry::Puzzle { number, difficulty, answer }))
    });
    let games = levels.lines().flat_map(|text| {
        let numbers: Vec<usize> = text.split(' ').map_while(|word| word.parse().ok()).collect();
        let [level, won, lost, drawn] = numbers[..] else { return Vec::new() };
        let Some(level) = SkillLevel::new(level) else { return Vec::new() };
        let counts = [(won, Outcome::Win), (lost, Outcome::Loss), (drawn, Outcome::Draw)];
        let lines = counts.into_iter().flat_map(|(count, outcome)| {
            std::iter::repeat_n(
                line(None, LogEntry::Game(FinishedGame::new(level, outcome))),
                count.min(MOST_GAMES),
            )
        });
        lines.collect()
    });
    let steps = lessons.lines().filter(|line| !line.starts_with('#')).filter_map(|text| {
        let (lesson, step) = text.split_once(' ')?;
        Some(line(None, LogEntry::Step(lesson.to_owned(), step.parse().ok()?)))
    });
    solved.chain(games).chain(steps).collect()
}

/// Reads a line of the old file of solved puzzles.
fn solved_puzzle(line: &str) -> Option<(Day, usize, u32)> {
    let [day, number, tries] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
    Some((day.parse().ok()?, number.parse().ok()?, tries.parse().ok()?))
}

/// Keeps the results of a game that are not kept yet.
pub(crate) fn keep_results(play: &mut Play) {
    let entries = play.take_earned();
    if entries.is_empty() {
        return;
    }
    let (kept, written) = Kept::keep(&entries);
    if let Err(error) = written {
        play.fail(format!("cannot record the result: {error}"));
    }
    play.kept = kept;
}

/// The first line of the file.
const HEAD: &str =
    "# The settings of the last game of marlin-cli play. Without this file it begins with the usual ones.";

/// The players, the theme and the hints of the last game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PlaySettings {
    /// The players of X and of O; `None` for the usual ones.
    pub seats: Option<[Seat; 2]>,
    /// The theme.
    pub theme: Theme,
    /// Whether the hints are shown.
    pub has_hints: bool,
}

impl FromStr for PlaySettings {
    /// The first line that cannot be read, fit to print.
    type Err = String;

    /// Reads lines of a name and a value. Unknown names belong to another version.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut settings = Self::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fault = || excerpt(line);
            let (name, value) = line.split_once('=').ok_or_else(fault)?;
            match (name.trim(), value.trim()) {
                ("players", value) => settings.seats = Some(parse_seats(value).map_err(|_| fault())?),
                ("theme", value) => settings.theme = value.parse().map_err(|_| fault())?,
                ("hints", "on") => settings.has_hints = true,
                ("hints", "off") => settings.has_hints = false,
                ("hints", _) => return Err(fault()),
                _ => {}
            }
        }
        Ok(settings)
    }
}

impl fmt::Display for PlaySettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        if let Some([x, o]) = self.seats {
            writeln!(f, "players = {} {}", x.word(), o.word())?;
        }
        writeln!(f, "theme = {}", self.theme)?;
        writeln!(f, "hints = {}", if self.has_hints { "on" } else { "off" })
    }
}

impl PlaySettings {
    /// Returns these settings, updated by the settings of a game. Players without a person are not
    /// remembered.
    #[must_use]
    pub fn with(self, play: &Play) -> Self {
        let seats = Some(play.seats).filter(|seats| seats.contains(&Seat::Person));
        Self { seats: seats.or(self.seats), theme: play.theme, has_hints: play.shown.hints }
    }

    /// Returns the file of the user, `marlin/play.conf` in the folder of settings; `None` without one.
    pub fn path_of_user() -> Option<PathBuf> {
        Some(UserFolder::Config.path()?.join("play.conf"))
    }

    /// Reads the settings of a file. The settings of a missing or damaged file are the usual ones, and a note
    /// reports the damage.
    pub fn read(path: &Path) -> (Self, Option<String>) {
        let fault = match read_text(path) {
            Ok(text) => match text.parse() {
                Ok(settings) => return (settings, None),
                Err(line) => format!("'{line}' in {}", name(path)),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => return Default::default(),
            Err(error) => format!("{}: {error}", name(path)),
        };
        (Self::default(), Some(format!("the settings are not used and will be replaced: {fault}")))
    }

    /// Writes the settings. The game is over, and a folder that cannot be written is no reason for an error.
    pub fn write(&self, path: &Path) {
        let _ = write_own(path, self.to_string().as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_noted_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("marlin/play.conf");
        assert_eq!(PlaySettings::read(&file), (PlaySettings::default(), None));
        let settings = PlaySettings { has_hints: true, theme: Theme::HighContrast, seats: None };
        settings.write(&file);
        assert_eq!(PlaySettings::read(&file), (settings, None));
        for damaged in [&b"hints = maybe"[..], b"players = person", b"\xff\xfe", b"hello"] {
            std::fs::write(&file, damaged).unwrap();
            let (read, note) = PlaySettings::read(&file);
            assert_eq!(read, PlaySettings::default());
            assert!(
                note.is_some_and(|note| note.contains("will be replaced") && note.contains("play.conf")),
                "{damaged:?}"
            );
        }
        settings.write(&file);
        assert_eq!(PlaySettings::read(&file), (settings, None));
    }

    #[test]
    fn the_files_of_earlier_programs_are_a_log() {
        let puzzles = "# head\n2026-02-02 3 2\n2026-02-01 7 1\n\u{fffd}\n2026-02-01 9999 1\n2026-13-01 1 1\n";
        let log =
            log_of_files(puzzles, "# head\n3 2 1 0\n11 1 1 1\n4 1\n", "# head 1\nthreat 1\nx\nthreat two\n");
        let [third, seventh] = [3, 7].map(|number| puzzle::numbered(number).unwrap().difficulty);
        let expected = [
            // The days are the order.
            format!("2026-02-01 puzzle 7 {seventh} first"),
            format!("2026-02-02 puzzle 3 {third} later"),
            "- game 3 won".to_owned(),
            "- game 3 won".to_owned(),
            "- game 3 lost".to_owned(),
            "- lesson threat 1".to_owned(),
        ];
        assert_eq!(log.iter().map(LogLine::to_string).collect::<Vec<_>>(), expected);
        let many = log_of_files("", "1 4000000000 0 0", "");
        assert_eq!(many.len(), MOST_GAMES);
    }
}
