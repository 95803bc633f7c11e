//! `perft`: the number of move sequences of each length, a check of the rules.

use std::io::Write;

use marlin_core::notation::Reader;
use marlin_core::{BoardSize, perft};

use super::position::PositionError;
use crate::args::PerftArgs;
use crate::failure::Failure;

/// Prints the number of sequences of 1 to `depth` moves from a position, each as soon as it is known.
pub(super) fn run(args: &PerftArgs, board: Option<BoardSize>, out: &mut dyn Write) -> Result<(), Failure> {
    let reader = Reader::new().board(board).base(args.base.base);
    let read = reader.read(&args.position);
    let read = read.map_err(|source| PositionError { argument: "--position", source })?;
    for depth in 1..=args.depth {
        writeln!(out, "perft {depth} {}", perft(read.position(), depth))?;
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::BaseArgs;

    fn perft(board: &str, moves: &str, depth: u32) -> String {
        let base = BaseArgs { base: "1".parse().unwrap() };
        let args = PerftArgs { depth, position: moves.to_owned(), board: None, base };
        let mut out = Vec::new();
        run(&args, board.parse().ok(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_depth_up_to_the_last_has_a_line() {
        assert_eq!(perft("7x6", "", 3), "perft 1 7\nperft 2 49\nperft 3 343\n");
    }

    #[test]
    fn the_board_may_have_any_size() {
        assert_eq!(perft("12x4", "c", 2), "perft 1 12\nperft 2 144\n");
        assert_eq!(perft("1x3", "", 5), "perft 1 1\nperft 2 1\nperft 3 1\nperft 4 0\nperft 5 0\n");
    }

    #[test]
    fn a_finished_game_has_no_continuation() {
        assert_eq!(perft("7x6", "1212121", 2), "perft 1 0\nperft 2 0\n");
    }
}
