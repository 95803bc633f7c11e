//! The terminal at the input and the output of the program.

use std::io::{self, BufReader, IsTerminal, Stdin};

use anstream::AutoStream;
use clap::ColorChoice;

/// Returns whether the input and the output are a terminal.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns whether the output has colours: as chosen, and otherwise at a terminal that has them, unless `NO_COLOR` is set.
pub(crate) fn has_colours(choice: Option<ColorChoice>) -> bool {
    match choice.unwrap_or_default() {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}

/// Returns standard input, line by line.
pub(crate) fn input() -> BufReader<Stdin> {
    BufReader::new(io::stdin())
}
