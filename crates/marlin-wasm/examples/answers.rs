//! Answers requests like the module, but natively: one line of JSON for each, from standard input to standard
//! output. The first argument is the path of a book, if there is one.

use std::io::{self, BufRead, Write};

use marlin_wasm::Engine;

fn main() -> io::Result<()> {
    let mut engine = Engine::default();
    if let Some(path) = std::env::args_os().nth(1) {
        engine.load_book(&std::fs::read(path)?).map_err(io::Error::other)?;
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", engine.respond(&line?))?;
    }
    out.flush()
}
