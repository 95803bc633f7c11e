//! The options of the engine: their list, and [`Setting`], an option with its new value.

use std::path::PathBuf;

use marlin_coach::level::SkillLevel;
use marlin_core::{BoardSize, ParseError, ParseErrorKind, Solver, TranspositionTable};
use marlin_support::text::excerpt;

/// The maximum value of `Seed`: GUIs keep numbers in 32 bits.
const MAX_SEED: usize = 2_147_483_647;

/// An option as the engine lists it, by its name.
pub(crate) type OptionLine = (&'static str, OptionKind);

/// The values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionKind {
    /// A number.
    Spin { default: usize, min: usize, max: usize },
    /// True or false, with the initial value.
    Check(bool),
    /// No value: an action.
    Button,
    /// A text, initially empty.
    Text,
    /// A board as a [`variant`] of UCI, with the initial one.
    Variant(BoardSize),
}

/// The initial values of options.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OptionValues {
    /// Memory for the transposition table, in MiB.
    pub(crate) hash_mib: usize,
    /// Threads that search one position together.
    pub(crate) threads: usize,
    /// Whether the opening book is used.
    pub(crate) own_book: bool,
    /// The board.
    pub(crate) board: BoardSize,
}

/// Returns all options with their initial values.
pub(crate) fn options(values: OptionValues) -> [OptionLine; 11] {
    use OptionKind::{Button, Check, Spin, Text, Variant};
    let spin = |default, min, max| Spin { default, min, max };
    [
        ("Hash", spin(values.hash_mib, 1, TranspositionTable::MAX_MIB)),
        ("Threads", spin(values.threads, 1, Solver::MAX_THREADS)),
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
}

/// An option of the engine and its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Threads that search one position together.
    Threads(usize),
    /// Memory for the transposition table, in MiB.
    HashMib(usize),
    /// Empty the transposition table.
    ClearHash,
    /// Whether the opening book is used.
    OwnBook(bool),
    /// The file of the book; `None` for the built-in one.
    BookFile(Option<PathBuf>),
    /// The number of lines of play to show.
    MultiPv(usize),
    /// Whether the outcome is shown beside the score.
    ShowWdl(bool),
    /// The strength of play.
    Level(SkillLevel),
    /// The seed of the moves of the levels below 10; 0 for different moves each time.
    Seed(u64),
    /// The board, as a variant of UCI.
    Variant(BoardSize),
    /// An option without any effect.
    NoEffect(&'static str),
}

impl Setting {
    /// Reads an option and its value for a session on a board. Names are case-insensitive.
    ///
    /// # Errors
    ///
    /// The reason why the option cannot be set.
    pub(crate) fn parse(name: &str, value: Option<&str>, board: BoardSize) -> Result<Self, String> {
        let options = options(OptionValues { hash_mib: 64, threads: 1, own_book: true, board });
        let option = options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let unknown = || {
            let names = options.map(|(name, _)| name).join(", ");
            format!("no option '{}' (the options are {names})", excerpt(name))
        };
        let &(name, kind) = option.ok_or_else(unknown)?;
        let value = match (kind, value) {
            (OptionKind::Button, None | Some("")) => "",
            (OptionKind::Button, Some(_)) => return Err(format!("option '{name}' takes no value")),
            (_, value) => value.ok_or_else(|| format!("option '{name}' needs a value, after 'value'"))?,
        };
        let found = || excerpt(value);
        let switch = || {
            let no_switch = |_| format!("invalid value '{}': true or false is expected", found());
            value.to_ascii_lowercase().parse().map_err(no_switch)
        };
        let number = || {
            let OptionKind::Spin { min, max, .. } = kind else { return Ok(0) };
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            let expected = "a whole number from";
            number
                .ok_or_else(|| format!("invalid {name} '{}': {expected} {min} to {max} is expected", found()))
        };
        match name {
            "Threads" => number().map(Self::Threads),
            "Hash" => number().map(Self::HashMib),
            "Clear Hash" => Ok(Self::ClearHash),
            "OwnBook" => switch().map(Self::OwnBook),
            // `<empty>` is the UCI word for an empty text: the built-in book.
            "BookFile" => Ok(Self::BookFile((!matches!(value, "" | "<empty>")).then(|| value.into()))),
            "MultiPV" => number().map(Self::MultiPv),
            "UCI_ShowWDL" => switch().map(Self::ShowWdl),
            "Level" => number().map(|level| Self::Level(SkillLevel::new(level).unwrap_or_default())),
            "Seed" => number().map(|seed| Self::Seed(seed as u64)),
            "UCI_Variant" => board_of_variant(value)
                .map(Self::Variant)
                .map_err(|reason| format!("invalid UCI_Variant '{}': {reason}", found())),
            _ => Ok(Self::NoEffect(name)),
        }
    }
}

/// The variant of the standard board, and the prefix of the others.
const VARIANT: &str = "cfour";

/// Returns the name of a board as a variant of UCI: `cfour` for 7x6, `cfour-8x7` for a board of another size.
pub(crate) fn variant(board: BoardSize) -> String {
    if board == BoardSize::STANDARD { VARIANT.to_owned() } else { format!("{VARIANT}-{board}") }
}

/// Returns the boards that are announced as variants: those with at least four columns and four rows. The
/// others are accepted too.
pub(crate) fn variants() -> impl Iterator<Item = BoardSize> {
    BoardSize::all().filter(|board| board.width() >= 4 && board.height() >= 4)
}

/// Returns the board of a variant, or the reason why there is none.
fn board_of_variant(text: &str) -> Result<BoardSize, String> {
    let unknown = || "cfour is the board of 7x6, and cfour-8x7 one of another size".to_owned();
    if text == VARIANT {
        return Ok(BoardSize::STANDARD);
    }
    let size = text.strip_prefix(VARIANT).and_then(|size| size.strip_prefix('-')).ok_or_else(unknown)?;
    size.parse().map_err(|error: ParseError| match error.kind() {
        ParseErrorKind::BoardSize { .. } => error.to_string(),
        _ => unknown(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(name: &str, value: Option<&str>) -> String {
        Setting::parse(name, value, BoardSize::STANDARD).unwrap_err()
    }

    #[test]
    fn options_are_set_by_name() {
        let set = |name, value| Setting::parse(name, Some(value), BoardSize::STANDARD);
        assert_eq!(set("Threads", "3"), Ok(Setting::Threads(3)));
        assert_eq!(set("hash", "16"), Ok(Setting::HashMib(16)));
        assert_eq!(Setting::parse("Clear Hash", None, BoardSize::STANDARD), Ok(Setting::ClearHash));
        assert_eq!(set("OwnBook", "False"), Ok(Setting::OwnBook(false)));
        assert_eq!(set("BookFile", "a b.book"), Ok(Setting::BookFile(Some("a b.book".into()))));
        assert_eq!(set("BookFile", "<empty>"), Ok(Setting::BookFile(None)));
        assert_eq!(set("multipv", "7"), Ok(Setting::MultiPv(7)));
        assert_eq!(set("UCI_ShowWDL", "true"), Ok(Setting::ShowWdl(true)));
        assert_eq!(set("Level", "1"), Ok(Setting::Level(SkillLevel::MIN)));
        assert_eq!(set("Seed", "7"), Ok(Setting::Seed(7)));
        assert_eq!(set("UCI_Variant", "cfour"), Ok(Setting::Variant(BoardSize::STANDARD)));
        let board = BoardSize::new(9, 5).unwrap();
        assert_eq!(set("uci_variant", "cfour-9x5"), Ok(Setting::Variant(board)));
        assert_eq!(set("UCI_Variant", "cfour-7x6"), Ok(Setting::Variant(BoardSize::STANDARD)));
        assert_eq!(Setting::parse("MultiPV", Some("9"), board), Ok(Setting::MultiPv(9)));
        assert_eq!(set("Ponder", "true"), Ok(Setting::NoEffect("Ponder")));
    }

    #[test]
    fn an_option_that_cannot_be_set_is_refused_with_its_reason() {
        let number = "a whole number from";
        assert_eq!(
            error("Threads", Some("0")),
            format!("invalid Threads '0': {number} 1 to 256 is expected")
        );
        assert_eq!(error("Hash", Some("x")), format!("invalid Hash 'x': {number} 1 to 65536 is expected"));
        assert_eq!(error("MultiPV", Some("8")), format!("invalid MultiPV '8': {number} 1 to 7 is expected"));
        assert_eq!(error("OwnBook", Some("on")), "invalid value 'on': true or false is expected");
        for variant in ["chess", "cfour8x7", "cfour-", "cfour-8", "connect4-8x7"] {
            let expected = format!("invalid UCI_Variant '{variant}': cfour is the board of 7x6, and ");
            assert!(error("UCI_Variant", Some(variant)).starts_with(&expected), "{variant}");
        }
        let expected = "invalid UCI_Variant 'cfour-17x7': a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns";
        assert_eq!(error("UCI_Variant", Some("cfour-17x7")), expected);
        assert_eq!(error("Threads", None), "option 'Threads' needs a value, after 'value'");
        assert_eq!(error("clear hash", Some("1")), "option 'Clear Hash' takes no value");
        assert!(error("Contempt", None).starts_with("no option 'Contempt' (the options are Hash, Threads, "));
    }
}
