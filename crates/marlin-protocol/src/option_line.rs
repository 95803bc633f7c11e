//! [`OptionLine`]: an option as the engine lists it.

use marlin_coach::level::SkillLevel;
use marlin_core::{BoardSize, TranspositionTable};

/// The greatest value of `Seed`: GUIs keep numbers in 32 bits.
const MAX_SEED: usize = 2_147_483_647;

/// An option as the engine lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionLine {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub kind: OptionKind,
}

/// The values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// A number.
    Spin {
        /// The initial value.
        default: usize,
        /// The least value.
        min: usize,
        /// The greatest value.
        max: usize,
    },
    /// True or false, with the initial value.
    Check(bool),
    /// No value: an action.
    Button,
    /// A text, initially empty.
    Text,
    /// A board as a [`variant`](crate::setting::variant) of UCI, with the initial one.
    Variant(BoardSize),
}

/// The initial values of options.
#[derive(Debug, Clone, Copy)]
pub struct OptionValues {
    /// Memory for the transposition table, in MiB.
    pub hash_mib: usize,
    /// Threads that search one position together.
    pub threads: usize,
    /// Whether the opening book is used.
    pub own_book: bool,
    /// The board.
    pub board: BoardSize,
}

impl OptionValues {
    /// The values without options on the command line, on a machine with one core.
    pub(crate) const fn usual(board: BoardSize) -> Self {
        Self { hash_mib: 64, threads: 1, own_book: true, board }
    }
}

/// Returns all options with their initial values.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_protocol::setting::{OptionKind, OptionValues, options};
///
/// let values = OptionValues { hash_mib: 16, threads: 1, own_book: true, board: BoardSize::STANDARD };
/// let [hash, ..] = options(values);
/// assert_eq!(hash.name, "Hash");
/// assert!(matches!(hash.kind, OptionKind::Spin { default: 16, min: 1, .. }));
/// ```
pub fn options(values: OptionValues) -> [OptionLine; 11] {
    use OptionKind::{Button, Check, Spin, Text, Variant};
    let spin = |default, min, max| Spin { default, min, max };
    let line = |(name, kind)| OptionLine { name, kind };
    [
        ("Hash", spin(values.hash_mib, 1, TranspositionTable::MAX_MIB)),
        ("Threads", spin(values.threads, 1, marlin_core::Solver::MAX_THREADS)),
        ("Clear Hash", Button),
        ("MultiPV", spin(1, 1, values.board.width())),
        ("UCI_ShowWDL", Check(false)),
        ("OwnBook", Check(values.own_book)),
        ("BookFile", Text),
        ("Level", spin(SkillLevel::MAX.get(), SkillLevel::MIN.get(), SkillLevel::MAX.get())),
        ("Seed", spin(0, 0, MAX_SEED)),
        ("Ponder", Check(false)),
        ("UCI_Variant", Variant(values.board)),
    ]
    .map(line)
}
