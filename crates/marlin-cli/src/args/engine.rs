//! The options of a search and of the opening book, and the solver that they make.

use std::path::PathBuf;

use marlin_core::any::{Solver, SolverBuilder};
use marlin_core::{BoardSize, Cpu};
use marlin_protocol::setting::{self, SettingError};

use crate::error::CliError;

// Options of a search. No doc comment: see `Command`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SearchArgs {
    /// The board, columns x rows: any with columns * (rows + 1) of at most 64 [default: 7x6]
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    board: Option<String>,

    /// Memory for the transposition table, in MiB [default: 64]
    #[arg(long = "hash", value_name = "MIB", allow_negative_numbers = true)]
    hash_mib: Option<String>,

    /// Number of threads of a search [default: one per hardware thread]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<String>,

    /// CPU instructions to use, one of the levels that --version lists: the answers are the same [default: the highest]
    #[arg(long, value_name = "LEVEL")]
    cpu: Option<String>,
}

// Options of the opening book. No doc comment: see `Command`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BookArgs {
    /// An opening book, made by 'marlin-cli book generate', instead of the one that is part of the program
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,

    /// Use no opening book: search every position
    #[arg(long)]
    pub(super) no_book: bool,
}

// Options of the engine. No doc comment: see `Command`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(super) search: SearchArgs,

    #[command(flatten)]
    pub(super) book: BookArgs,
}

impl EngineArgs {
    /// Returns the options of the search.
    pub(crate) const fn search(&self) -> &SearchArgs {
        &self.search
    }

    /// Refuses these options for a command that has no use for them, even for the board.
    ///
    /// # Errors
    ///
    /// [`CliError::UnusedOption`] if one of them is given.
    pub(crate) fn refuse(&self, command: &'static str) -> Result<(), CliError> {
        refuse(self.search.board().map(|_| "--board"), command)?;
        self.refuse_but_board(command)
    }

    /// Refuses these options for a command that needs the board alone.
    ///
    /// # Errors
    ///
    /// [`CliError::UnusedOption`] if one of them is given.
    pub(crate) fn refuse_but_board(&self, command: &'static str) -> Result<(), CliError> {
        refuse(self.search.given().or(self.book.given()), command)
    }
}

/// The size of the table in MiB unless another is asked for.
const DEFAULT_HASH: &str = "64";

impl SearchArgs {
    /// Returns a builder of a solver of a board.
    pub(super) fn builder(&self, board: BoardSize) -> Result<SolverBuilder, CliError> {
        let cpu = self.cpu()?;
        let mib = setting::hash_mib(self.hash_mib.as_deref().unwrap_or(DEFAULT_HASH))?;
        let threads = self.threads.as_deref().map(setting::threads).transpose()?;
        let builder = Solver::builder_on(board).hash_mib(mib).map_err(SettingError::from)?.cpu(cpu);
        Ok(match threads {
            Some(threads) => builder.threads(threads),
            None => builder,
        })
    }

    /// Returns the board that was asked for, as it is written.
    pub(crate) fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// Returns the CPU level that was asked for, or the highest.
    pub(super) fn cpu(&self) -> Result<Cpu, CliError> {
        Ok(self.cpu.as_deref().map_or_else(|| Ok(Cpu::detect()), str::parse)?)
    }

    /// Returns these options, completed by those of `others`.
    pub(super) fn or(&self, others: &Self) -> Self {
        let or = |own: &Option<String>, other: &Option<String>| own.clone().or_else(|| other.clone());
        Self {
            board: or(&self.board, &others.board),
            hash_mib: or(&self.hash_mib, &others.hash_mib),
            threads: or(&self.threads, &others.threads),
            cpu: or(&self.cpu, &others.cpu),
        }
    }

    /// Returns the name of an option that was given, `--board` excepted.
    pub(super) fn given(&self) -> Option<&'static str> {
        let options = [("--hash", &self.hash_mib), ("--threads", &self.threads), ("--cpu", &self.cpu)];
        options.into_iter().find(|(_, value)| value.is_some()).map(|(name, _)| name)
    }
}

impl BookArgs {
    /// Gives the solver of a board the book that was asked for, or none.
    pub(super) fn open(&self, builder: SolverBuilder, board: BoardSize) -> Result<SolverBuilder, CliError> {
        Ok(match &self.book {
            Some(path) => builder.book(setting::read_book(path, Some(board))?),
            None if self.no_book => builder.without_book(),
            None => builder,
        })
    }

    /// Returns these options, and if none is given the others.
    pub(super) fn or(&self, others: &Self) -> Self {
        if self.given().is_some() { self.clone() } else { others.clone() }
    }

    /// Returns the name of an option that was given.
    pub(super) fn given(&self) -> Option<&'static str> {
        match self {
            Self { book: Some(_), .. } => Some("--book"),
            Self { no_book: true, .. } => Some("--no-book"),
            _ => None,
        }
    }
}

/// Refuses an option that a command has no use for: the user expects it to have an effect.
pub(super) fn refuse(option: Option<&'static str>, command: &'static str) -> Result<(), CliError> {
    option.map_or(Ok(()), |option| Err(CliError::UnusedOption { option, command }))
}
