//! The ideas as they are written: `{35}` is a place for the columns 3 and 5, which are mirrored in the mirror image.

use self::Claim::{Best, Draws, EndsOnMove, Loses, Wins};

/// The idea of a position.
#[derive(Debug)]
pub(super) struct Written {
    /// The moves to the position.
    pub(super) moves: &'static str,
    /// The sentences.
    pub(super) sentences: &'static [Said],
}

/// A sentence.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) text: &'static str,
    /// All that it says about columns and moves.
    pub(super) claims: &'static [Claim],
}

/// A claim, with the digits of its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Wins(&'static str),
    Draws(&'static str),
    Loses(&'static str),
    Best(&'static str),
    EndsOnMove(u32),
}

const fn idea(moves: &'static str, sentences: &'static [Said]) -> Written {
    Written { moves, sentences }
}

const fn said(text: &'static str, claims: &'static [Claim]) -> Said {
    Said { text, claims }
}

/// All ideas.
pub(super) const IDEAS: &[Written] = &[
    idea(
        "",
        &[
            said("Only the centre wins: X has to start in column {4}.", &[Wins("4")]),
            said("Columns {35} draw, and the four others lose.", &[Draws("35"), Loses("1267")]),
            said("Even from the centre the win takes until move 41, the last stone of X.", &[EndsOnMove(41)]),
        ],
    ),
    idea(
        "1",
        &[
            said("The corner is a poor start for X: O wins with columns {2346}.", &[Wins("2346")]),
            said("Columns {24} win the soonest, on move 40.", &[Best("24"), EndsOnMove(40)]),
            said("The other three give the win back to X.", &[Loses("157")]),
        ],
    ),
    idea(
        "2",
        &[
            said("O can win, but only with column {3}, right beside the stone of X.", &[Wins("3")]),
            said("Columns {24} draw, and the four others lose.", &[Draws("24"), Loses("1567")]),
            said("The win takes until move 42, when the board is full.", &[EndsOnMove(42)]),
        ],
    ),
    idea(
        "3",
        &[
            said("Columns {3456} draw, and nothing wins.", &[Draws("3456"), Wins("")]),
            said("Columns {127} lose.", &[Loses("127")]),
        ],
    ),
    idea(
        "4",
        &[
            said("X has made the only first move that wins, and every reply loses.", &[Loses("1234567")]),
            said(
                "O holds out the longest with column {4}, on top of the stone of X: until move 41.",
                &[Best("4"), EndsOnMove(41)],
            ),
        ],
    ),
    idea(
        "22",
        &[
            said("A single column saves X: column {5} draws.", &[Draws("5"), Wins("")]),
            said("Each of the others loses.", &[Loses("123467")]),
        ],
    ),
    idea(
        "23",
        &[
            said("O has the win: X loses with every column.", &[Loses("1234567")]),
            said(
                "On top of the stones, in columns {23}, it holds out the longest: until move 42.",
                &[Best("23"), EndsOnMove(42)],
            ),
        ],
    ),
    idea(
        "24",
        &[
            said("X draws on top of either stone, in columns {24}.", &[Draws("24"), Wins("")]),
            said("Each of the others loses.", &[Loses("13567")]),
        ],
    ),
    idea(
        "31",
        &[
            said("The reply at the edge lets X win after all, but only with column {4}.", &[Wins("4")]),
            said("Column {7} loses, and the others draw.", &[Loses("7"), Draws("12356")]),
        ],
    ),
    idea(
        "32",
        &[
            said("X wins with column {6} alone, far away from both stones.", &[Wins("6")]),
            said("Columns {25} draw, and the others lose.", &[Draws("25"), Loses("1347")]),
        ],
    ),
    idea(
        "33",
        &[
            said("X draws right beside the two stones, in columns {24}.", &[Draws("24"), Wins("")]),
            said("Each of the others loses.", &[Loses("13567")]),
        ],
    ),
    idea(
        "34",
        &[
            said("X draws on top of either stone, in columns {34}.", &[Draws("34"), Wins("")]),
            said("Each of the others loses.", &[Loses("12567")]),
        ],
    ),
    idea(
        "41",
        &[
            said("X wins with most columns: {34567}.", &[Wins("34567")]),
            said("The centre wins the soonest: column {4}, on move 35.", &[Best("4"), EndsOnMove(35)]),
            said("Column {1} draws, and column {2} loses.", &[Draws("1"), Loses("2")]),
        ],
    ),
    idea(
        "42",
        &[
            said(
                "X wins with columns {26}, and with no others: on move 39.",
                &[Wins("26"), Best("26"), EndsOnMove(39)],
            ),
            said("Columns {45} draw, and the others lose.", &[Draws("45"), Loses("137")]),
        ],
    ),
    idea(
        "43",
        &[
            said("A trap: the centre does not win here, but columns {67} do.", &[Wins("67"), Draws("34")]),
            said("Column {6} wins the soonest, on move 39.", &[Best("6"), EndsOnMove(39)]),
            said("Columns {34} draw, and columns {125} lose.", &[Draws("34"), Loses("125")]),
        ],
    ),
    idea(
        "44",
        &[
            said("Only the centre wins again: column {4}.", &[Wins("4")]),
            said("Every other column loses.", &[Loses("123567")]),
            said("The win takes until move 41.", &[EndsOnMove(41)]),
        ],
    ),
    idea(
        "444",
        &[
            said("O loses with every column.", &[Loses("1234567")]),
            said(
                "It holds out the longest in the centre, column {4}: until move 41.",
                &[Best("4"), EndsOnMove(41)],
            ),
        ],
    ),
    idea(
        "4444",
        &[
            said("For the third time only the centre wins: column {4}.", &[Wins("4")]),
            said("Every other column loses.", &[Loses("123567")]),
            said("The win takes until move 41.", &[EndsOnMove(41)]),
        ],
    ),
    idea(
        "44444",
        &[said(
            "O loses with every column, and with each of them on move 41.",
            &[Best("1234567"), Loses("1234567"), EndsOnMove(41)],
        )],
    ),
];
