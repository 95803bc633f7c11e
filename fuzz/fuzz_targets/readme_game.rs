//! The files of a game in a README: a file that is read can be written and read again. The parts are
//! settings, state and finished games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marlin_readme::{Issue, Series, Title, import};

fuzz_target!(|text: &str| {
    let _ = Issue::from_github(text);
    let _ = Title::parse(text);
    let _ = import(text, "octocat/octocat", 1);
    let mut parts = text.split("\n---\n");
    let mut part = || parts.next().unwrap_or_default();
    let (state, settings, finished) = (part(), part(), part());
    let Ok(series) = Series::parse(settings, state, finished) else { return };
    let again = Series::parse(settings, &series.state.to_string(), &series.finished_text());
    assert_eq!(again.expect("what was written is read again").state.to_string(), series.state.to_string());
});
