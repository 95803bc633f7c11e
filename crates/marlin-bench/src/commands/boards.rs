//! The command `boards`: solves empty boards of several sizes.

use std::io::Write;
use std::time::Duration;

use marlin_boards::{Board, Settings, Solved, UnknownBoardError};
use marlin_core::Cpu;
use marlin_support::progress::Progress;

use crate::commands::args::{BoardsArgs, ShortFormat};
use crate::failure::Failure;
use crate::report;
use crate::report::boards::Config;

/// Solves the boards one after the other, reports on them, and returns an error if it isn't all well.
pub(crate) fn run(args: &BoardsArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let boards = choose(&args.boards)?;
    let limit = args.limit_ms.map(Duration::from_millis);
    let settings = Settings { threads: args.search_threads.into(), hash_mib: args.hash, time: limit, cpu };
    let results = match args.format {
        ShortFormat::Table => print_rows(&boards, &settings, out)?,
        ShortFormat::Markdown => {
            let results = solve_all(&boards, &settings)?;
            out.write_all(report::boards::markdown(&results).as_bytes())?;
            results
        }
        ShortFormat::Json => {
            let results = solve_all(&boards, &settings)?;
            let config = Config {
                search_threads: args.search_threads,
                hash_mib: args.hash,
                limit_ms: args.limit_ms,
                cpu: cpu.name(),
            };
            out.write_all(report::boards::json(&config, &results)?.as_bytes())?;
            results
        }
    };
    verdict(&results, &settings)
}

/// Returns the boards with these names.
fn choose(names: &[String]) -> Result<Vec<Board>, Failure> {
    let boards: Result<_, UnknownBoardError> = names.iter().map(|name| Board::named(name)).collect();
    boards.map_err(|error| Failure::Input(error.to_string()))
}

fn solve_all(boards: &[Board], settings: &Settings) -> Result<Vec<Solved>, Failure> {
    let progress = begin(boards);
    boards.iter().map(|board| solve(board, settings, &progress)).collect()
}

fn begin(boards: &[Board]) -> Progress {
    Progress::new(env!("CARGO_PKG_NAME"), "solving", boards.len(), "boards")
}

fn solve(board: &Board, settings: &Settings, progress: &Progress) -> Result<Solved, Failure> {
    progress.set_part(&board.name());
    let solved = board.solve(settings).map_err(|error| Failure::Input(error.to_string()))?;
    progress.inc();
    Ok(solved)
}

/// Solves the boards and writes the row of each at once: the next one may take minutes.
fn print_rows(boards: &[Board], settings: &Settings, out: &mut dyn Write) -> Result<Vec<Solved>, Failure> {
    let mut results = Vec::new();
    let progress = begin(boards);
    for (index, board) in boards.iter().enumerate() {
        let solved = solve(board, settings, &progress)?;
        let heading = if index == 0 { report::boards::heading() } else { String::new() };
        progress.suspend(|| {
            out.write_all((heading + &report::boards::row(&solved)).as_bytes())?;
            out.flush()
        })?;
        results.push(solved);
    }
    Ok(results)
}

/// Returns an error if a result disagrees or, second to that, if boards are unproven.
fn verdict(results: &[Solved], settings: &Settings) -> Result<(), Failure> {
    let wrong: Vec<_> = results.iter().filter_map(Solved::disagreement).collect();
    if !wrong.is_empty() {
        return Err(Failure::Wrong(wrong.join("; ")));
    }
    let unproven: Vec<_> =
        results.iter().filter(|solved| solved.ending.is_none()).map(|solved| solved.board.as_str()).collect();
    if unproven.is_empty() {
        return Ok(());
    }
    Err(Failure::TimeLimit(format!(
        "not proven within {:?}: {}",
        settings.time.unwrap_or_default(),
        unproven.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use marlin_boards::Agreement;

    use super::*;

    fn settings() -> Settings {
        Settings { threads: 1, hash_mib: 1, time: Some(Duration::ZERO), cpu: Cpu::detect() }
    }

    fn solve(name: &str) -> Solved {
        Board::named(name).unwrap().solve(&Settings { time: None, ..settings() }).unwrap()
    }

    fn exit_code(results: &[Solved]) -> Option<u8> {
        verdict(results, &settings()).err().map(|failure| failure.exit_code())
    }

    #[test]
    fn a_disagreement_matters_more_than_an_open_board() {
        let right = solve("4x4");
        let open = Solved { ending: None, agreement: Agreement::Open, ..solve("4x4") };
        let wrong = Solved { agreement: Agreement::Disagrees, ..solve("5x4") };
        assert_eq!(exit_code(std::slice::from_ref(&right)), None);
        assert_eq!(exit_code(&[right, open.clone()]), Some(4));
        assert_eq!(exit_code(&[open, wrong]), Some(1));
    }
}
