//! The files of the page, built in.
//!
//! Its answers are those of the HTTP API beside it, `api/v1/`: a server without the WebAssembly module has the same page as a
//! static host that has the module.

/// A file of the embedded page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EmbeddedFile {
    /// Its path from the page, as in `src/main.js`.
    pub(super) path: &'static str,
    /// Its type, as in the header `Content-Type`.
    pub(super) media_type: &'static str,
    /// Its text.
    pub(super) text: &'static str,
}

const CSS: &str = "text/css; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const MANIFEST: &str = "application/manifest+json";
const SVG: &str = "image/svg+xml";

/// Makes the list of the files: path, location relative to this file, type.
macro_rules! files {
    ($(($path:literal, $source:literal, $media_type:ident)),* $(,)?) => {
        &[$(EmbeddedFile { path: $path, media_type: $media_type, text: include_str!(concat!("../../page/", $source)) }),*]
    };
}

/// The files of the page. Where a built page has the engine of WebAssembly, there is one that asks a server.
pub(super) const FILES: &[EmbeddedFile] = files![
    ("index.html", "index.html", HTML),
    ("style.css", "style.css", CSS),
    ("icon.svg", "icon.svg", SVG),
    ("manifest.webmanifest", "manifest.webmanifest", MANIFEST),
    ("engine/index.js", "remote/index.js", JAVASCRIPT),
    ("src/board.js", "src/board.js", JAVASCRIPT),
    ("src/engine.js", "src/engine.js", JAVASCRIPT),
    ("src/game.js", "src/game.js", JAVASCRIPT),
    ("src/graph.js", "src/graph.js", JAVASCRIPT),
    ("src/main.js", "src/main.js", JAVASCRIPT),
    ("src/memory.js", "src/memory.js", JAVASCRIPT),
    ("src/panels.js", "src/panels.js", JAVASCRIPT),
    ("src/parts.js", "src/parts.js", JAVASCRIPT),
    ("src/players.js", "src/players.js", JAVASCRIPT),
    ("src/retry.js", "src/retry.js", JAVASCRIPT),
    ("src/setup.js", "src/setup.js", JAVASCRIPT),
    ("src/state.js", "src/state.js", JAVASCRIPT),
    ("src/storage.js", "src/storage.js", JAVASCRIPT),
    ("src/view.js", "src/view.js", JAVASCRIPT),
    ("src/words.js", "src/words.js", JAVASCRIPT),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::FILES;

    #[test]
    fn every_script_of_the_page_is_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/src");
        for entry in fs::read_dir(folder).unwrap() {
            let path = format!("src/{}", entry.unwrap().file_name().to_str().unwrap());
            assert!(FILES.iter().any(|file| file.path == path), "FILES lacks {path}");
        }
    }

    #[test]
    fn a_browser_loads_all_scripts_at_once() {
        let index = FILES.iter().find(|file| file.path == "index.html").unwrap().text;
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
        for file in FILES {
            for quoted in file.text.split('"').skip(1).step_by(2) {
                let name = quoted.rsplit('/').next().unwrap();
                let is_relative = quoted.starts_with("./") || quoted.starts_with("../");
                if is_relative && Path::new(name).extension().is_some_and(|kind| kind == "js") {
                    assert!(FILES.iter().any(|found| found.path.ends_with(name)), "{}: {quoted}", file.path);
                }
            }
        }
    }
}
