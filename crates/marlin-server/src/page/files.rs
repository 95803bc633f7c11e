//! The files of the page, built in.
//!
//! Its answers are those of the HTTP API beside it, `api/v1/`: a server without the WebAssembly module has the same page as a
//! static host that has the module.

use marlin_coach::puzzle;

/// A file of the embedded page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EmbeddedFile {
    /// Its path from the page, as in `src/main.js`.
    pub(super) path: &'static str,
    /// Its type, as in the header `Content-Type`.
    pub(super) media_type: &'static str,
    /// Its bytes.
    pub(super) bytes: &'static [u8],
}

const CSS: &str = "text/css; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const MANIFEST: &str = "application/manifest+json";
const JSON: &str = "application/json";
const PNG: &str = "image/png";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

/// Makes the list of the files: path, location relative to this file, type.
macro_rules! files {
    ($(($path:literal, $source:literal, $media_type:ident)),* $(,)?) => {
        &[$(EmbeddedFile { path: $path, media_type: $media_type, bytes: include_bytes!(concat!("../../page/", $source)) }),*]
    };
}

/// The files of the page. Where a built page has the engine of WebAssembly, there is one that asks a server.
pub(super) const FILES: &[EmbeddedFile] = files![
    ("index.html", "index.html", HTML),
    ("style.css", "style.css", CSS),
    ("icon.svg", "icon.svg", SVG),
    ("card.png", "card.png", PNG),
    ("lessons.json", "lessons.json", JSON),
    ("manifest.webmanifest", "manifest.webmanifest", MANIFEST),
    ("engine/index.js", "remote/index.js", JAVASCRIPT),
    ("src/address.js", "src/address.js", JAVASCRIPT),
    ("src/analysis.js", "src/analysis.js", JAVASCRIPT),
    ("src/board.js", "src/board.js", JAVASCRIPT),
    ("src/engine.js", "src/engine.js", JAVASCRIPT),
    ("src/explorer.js", "src/explorer.js", JAVASCRIPT),
    ("src/game.js", "src/game.js", JAVASCRIPT),
    ("src/graph.js", "src/graph.js", JAVASCRIPT),
    ("src/html.js", "src/html.js", JAVASCRIPT),
    ("src/lessons.js", "src/lessons.js", JAVASCRIPT),
    ("src/kinds.js", "src/kinds.js", JAVASCRIPT),
    ("src/levels.js", "src/levels.js", JAVASCRIPT),
    ("src/main.js", "src/main.js", JAVASCRIPT),
    ("src/memory.js", "src/memory.js", JAVASCRIPT),
    ("src/moves.js", "src/moves.js", JAVASCRIPT),
    ("src/parts.js", "src/parts.js", JAVASCRIPT),
    ("src/play.js", "src/play.js", JAVASCRIPT),
    ("src/players.js", "src/players.js", JAVASCRIPT),
    ("src/puzzles.js", "src/puzzles.js", JAVASCRIPT),
    ("src/reasons.js", "src/reasons.js", JAVASCRIPT),
    ("src/session.js", "src/session.js", JAVASCRIPT),
    ("src/settings.js", "src/settings.js", JAVASCRIPT),
    ("src/setup.js", "src/setup.js", JAVASCRIPT),
    ("src/share.js", "src/share.js", JAVASCRIPT),
    ("src/sound.js", "src/sound.js", JAVASCRIPT),
    ("src/state.js", "src/state.js", JAVASCRIPT),
    ("src/storage.js", "src/storage.js", JAVASCRIPT),
    ("src/story.js", "src/story.js", JAVASCRIPT),
    ("src/tools.js", "src/tools.js", JAVASCRIPT),
    ("src/view.js", "src/view.js", JAVASCRIPT),
    ("src/words.js", "src/words.js", JAVASCRIPT),
];

/// The file of the puzzles, which the page reads too.
pub(super) const PUZZLES: EmbeddedFile =
    EmbeddedFile { path: "puzzles.txt", media_type: TEXT, bytes: puzzle::FILE.as_bytes() };

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use marlin_coach::level::SkillLevel;
    use marlin_coach::puzzle::PuzzleKind;
    use marlin_core::{BoardSize, Player};

    use super::FILES;

    /// Returns the text of a file of the page.
    fn text(path: &str) -> &'static str {
        let file = FILES.iter().find(|file| file.path == path).unwrap();
        std::str::from_utf8(file.bytes).unwrap()
    }

    #[test]
    fn every_script_of_the_page_is_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/src");
        for entry in fs::read_dir(folder).unwrap() {
            let path = format!("src/{}", entry.unwrap().file_name().to_str().unwrap());
            assert!(FILES.iter().any(|file| file.path == path), "FILES lacks {path}");
        }
    }

    #[test]
    fn the_page_states_this_version_the_licence_and_the_source() {
        let index = text("index.html");
        let (version, licence) =
            (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE").replace(" OR ", " or "));
        assert!(index.contains(&format!("Marlin {version}, free software under the licence {licence}")));
        assert!(index.contains(env!("CARGO_PKG_REPOSITORY")));
    }

    #[test]
    fn the_levels_of_the_page_are_those_of_the_coach() {
        let levels = text("src/levels.js");
        let expected: Vec<_> = SkillLevel::all()
            .map(|level| format!("    [\"{}\", \"{}\"],\n", level.name(BoardSize::STANDARD), level.summary()))
            .collect();
        assert!(levels.contains(&format!("([\n{}]);", expected.concat())), "{expected:?}");
        let strongest = SkillLevel::MAX.name("9x6".parse().unwrap());
        assert!(levels.contains(&format!("const STRONGEST = \"{strongest}\";")), "{strongest}");
    }

    #[test]
    fn the_puzzles_of_the_page_have_the_words_of_the_coach() {
        let kinds = text("src/kinds.js");
        for kind in PuzzleKind::ALL {
            let question = kind.question(Player::X).replace("X to move. ", "").replace(" O ", " {them} ");
            let line = format!("    {}: [\"{}\", \"{question}\"],\n", kind.letter(), kind.title());
            assert!(kinds.contains(&line), "{line}");
        }
    }

    #[test]
    fn a_browser_loads_all_scripts_at_once() {
        let index = text("index.html");
        for file in FILES.iter().filter(|file| file.media_type == super::JAVASCRIPT) {
            assert!(
                index.contains(&format!("<link rel=\"modulepreload\" href=\"{}\">", file.path)),
                "{}",
                file.path
            );
        }
    }

    #[test]
    fn what_a_file_loads_is_there() {
        for file in FILES.iter().filter(|file| [super::HTML, super::JAVASCRIPT].contains(&file.media_type)) {
            for quoted in text(file.path).split('"').skip(1).step_by(2) {
                let name = quoted.rsplit('/').next().unwrap();
                let is_relative = quoted.starts_with("./") || quoted.starts_with("../");
                if is_relative && Path::new(name).extension().is_some_and(|kind| kind == "js") {
                    assert!(FILES.iter().any(|found| found.path.ends_with(name)), "{}: {quoted}", file.path);
                }
            }
        }
    }
}
