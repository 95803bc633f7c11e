//! Drawings as people make them: each is read as the position that was drawn, or refused, and never as
//! another one.

use marlin_core::{BoardSize, Game, Position};
use marlin_notation::{Notation, Reader};

use crate::{Random, size};

/// The boards of the drawings: wide, high, narrow, and the standard one.
const BOARDS: [&str; 20] = [
    "7x6", "5x1", "1x6", "2x1", "2x2", "2x3", "3x2", "3x3", "4x4", "5x4", "6x5", "6x7", "8x7", "9x6", "10x5",
    "12x4", "16x3", "21x2", "32x1", "3x15",
];

fn one_of<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[random.below(items.len())]
}

/// The separators of the cells in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cells {
    /// A bar on each side of every cell, with blanks beside the cell.
    InBars(usize),
    /// Bars only at both ends, or no bars, with a text between the cells.
    InFrame(&'static str),
    Bare(&'static str),
    /// As `NumPy` prints a matrix, or as a list of lists.
    InBrackets(&'static str),
}

/// A way to draw.
#[derive(Debug, Clone, Copy)]
struct Style {
    stones: [char; 2],
    empty: char,
    cells: Cells,
    /// The lines above and below the board.
    frame: Option<char>,
    /// Whether there is a line between two rows.
    has_grid: bool,
    /// The first name of a column, above the board or below.
    columns: Option<(char, bool)>,
    /// Whether rows are numbered on the left, and on the right, too.
    rows: Option<bool>,
    line_end: &'static str,
    /// Whether blanks at the ends of lines are kept.
    keeps_blanks: bool,
}

impl Style {
    fn random(random: &mut Random) -> Self {
        let stones =
            one_of(random, &[['X', 'O'], ['x', 'o'], ['X', 'o'], ['R', 'Y'], ['1', '2'], ['●', '○']]);
        let empty = one_of(random, &['.', '.', '-', '_', '*', ' ', ' ', '·', '0']);
        let cells = match random.below(8) {
            0 => Cells::InBars(0),
            1 | 2 => Cells::InBars(1),
            3 => Cells::InFrame(one_of(random, &["", " ", "  "])),
            4 | 5 => Cells::Bare(one_of(random, &["", " ", "  ", "\t"])),
            6 => Cells::InFrame("\t"),
            _ => Cells::InBrackets(one_of(random, &[" ", ", "])),
        };
        Self {
            stones,
            empty,
            cells,
            frame: one_of(random, &[None, None, Some('-'), Some('+'), Some('='), Some('─')]),
            has_grid: random.below(4) == 0,
            columns: one_of(random, &[None, None, Some('1'), Some('0'), Some('a'), Some('A')])
                .map(|name| (name, random.below(2) == 0)),
            rows: one_of(random, &[None, None, Some(false), Some(true)]),
            line_end: one_of(random, &["\n", "\n", "\r\n"]),
            keeps_blanks: random.below(2) == 0,
        }
    }

    /// Returns whether every drawing in this style has to be read: its signs are the signs of the documents,
    /// and a blank is a cell only between two bars.
    fn is_documented(self, position: &Position) -> bool {
        let size = position.size();
        let has_digits = self.stones == ['1', '2'];
        let is_sign = match self.empty {
            ' ' => matches!(self.cells, Cells::InBars(_)),
            '0' => has_digits,
            // Dashes are frames, too.
            '-' => false,
            _ => true,
        };
        // Numbers on narrow and low boards may be stones.
        let is_clear = size.width() > 3 && size.height() > 3
            || !has_digits && self.columns.is_none() && self.rows.is_none();
        let is_bare = self.frame.is_none() && self.columns.is_none() && self.rows.is_none();
        let is_readable = match self.cells {
            Cells::InBrackets(_) => is_bare,
            Cells::Bare(_) => !has_digits || is_bare,
            _ => true,
        };
        let is_frame = self.frame != Some('-') || position.nb_moves() < size.cells();
        size.width() > 1 && is_sign && is_frame && is_clear && is_readable && self.stones != ['R', 'Y']
    }

    fn draw(self, position: &Position) -> String {
        let (size, cells) = (position.size(), position.to_cells());
        let rows: Vec<String> =
            cells.chunks(size.width()).zip(0..).map(|(row, number)| self.row(row, number, size)).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut lines = Vec::new();
        let line = |sign: char| match sign {
            '+' => format!("+{}+", "-".repeat(width.saturating_sub(2).max(1))),
            sign => sign.to_string().repeat(width),
        };
        lines.extend(self.frame.map(line));
        for (number, row) in rows.into_iter().enumerate() {
            if self.has_grid && number > 0 && matches!(self.cells, Cells::InBars(1)) {
                lines.push(format!("|{}", "---|".repeat(size.width())));
            }
            lines.push(row);
        }
        lines.extend(self.frame.map(line));
        if let Some((first, is_above)) = self.columns {
            let name = |index: usize| match first {
                'a' | 'A' => char::from(first as u8 + index as u8).to_string(),
                first => (first as usize - '0' as usize + index).to_string(),
            };
            // Letters end at z.
            if size.width() <= 26 {
                let names = (0..size.width()).map(name).collect::<Vec<_>>().join(" ");
                lines.insert(if is_above { 0 } else { lines.len() }, format!("  {names}"));
            }
        }
        if !self.keeps_blanks {
            lines = lines.iter().map(|line| line.trim_end().to_owned()).collect();
        }
        lines.join(self.line_end) + self.line_end
    }

    fn row(self, cells: &[u8], number: usize, size: BoardSize) -> String {
        let signs: Vec<String> = cells
            .iter()
            .map(|&cell| [self.empty, self.stones[0], self.stones[1]][usize::from(cell)].to_string())
            .collect();
        let row = match self.cells {
            Cells::InBars(blanks) => {
                let blanks = " ".repeat(blanks);
                format!("|{blanks}{}{blanks}|", signs.join(&format!("{blanks}|{blanks}")))
            }
            Cells::InFrame(between) => format!("|{}|", signs.join(between)),
            Cells::Bare(between) => signs.join(between),
            Cells::InBrackets(between) => {
                let (first, last) = (number == 0, number + 1 == size.height());
                let end = if last {
                    "]]"
                } else if between == " " {
                    "]"
                } else {
                    "],"
                };
                return format!("{}{}{end}", if first { "[[" } else { " [" }, signs.join(between));
            }
        };
        let name = (size.height() - number).to_string();
        match self.rows {
            None => row,
            Some(false) => format!("{name:>2} {row}"),
            Some(true) => format!("{name:>2} {row} {name}"),
        }
    }
}

/// Returns the position after a random number of random moves, or fewer if the game ends.
fn random_position(size: BoardSize, random: &mut Random) -> Position {
    let mut game = Game::on(size);
    for _ in 0..random.below(size.cells() as usize + 1) {
        let moves: Vec<_> = game.position().legal_moves().collect();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        game.play(one_of(random, &moves)).expect("a legal move");
    }
    *game.position()
}

#[test]
fn a_drawing_is_read_as_it_was_drawn_or_refused() {
    let mut random = Random(20_261_125);
    let (mut read, mut documented) = (0, 0);
    for number in 0..10_000 {
        let size = size(BOARDS[number % BOARDS.len()]);
        let position = random_position(size, &mut random);
        let style = Style::random(&mut random);
        let drawing = style.draw(&position);
        // A text without a sign is the empty board, and a line of numbers is moves.
        let has_signs =
            position.nb_moves() > 0 || style.empty != ' ' || matches!(style.cells, Cells::InBars(_));
        if !has_signs || size.height() == 1 && style.stones == ['1', '2'] {
            continue;
        }
        let readers = [Reader::new(), Reader::new().board(Some(size)), Reader::new().default_board(size)];
        for reader in readers {
            if let Ok(found) = reader.read(&drawing) {
                assert_eq!(found.position(), &position, "{style:?}\n{drawing}");
                read += 1;
            }
        }
        // Without bars, blanks that are cells cannot be told from those between cells.
        if (style.empty != ' ' || matches!(style.cells, Cells::InBars(_)))
            && let Ok(found) = drawing.parse::<Position>()
        {
            assert_eq!(found, position, "{style:?}\n{drawing}");
        }
        if style.is_documented(&position) {
            documented += 1;
            let found = Reader::new().board(Some(size)).read(&drawing).map(|found| *found.position());
            assert_eq!(found.as_ref(), Ok(&position), "{style:?}\n{drawing}");
        }
    }
    assert!(read > 10_000 && documented > 2_000, "{read} read, {documented} of documented forms");
}

#[test]
fn blanks_between_bars_are_cells() {
    let empty = "| | | | | | | |\n".repeat(4);
    let drawing = empty + "| | |O|O| | | |\n| | |X|X| | | |\n";
    assert_eq!(Reader::new().read(&drawing).unwrap().position(), &"4433".parse().unwrap());
    let wide = drawing.replace(' ', "   ").replace('X', " X ").replace('O', " O ").replace('\n', "\r\n");
    assert_eq!(Reader::new().read(&wide).unwrap().position().nb_moves(), 4);
}

#[test]
fn a_part_of_a_drawing_is_no_board() {
    let part = "| . O |\n| X X |\n";
    assert_eq!(
        Reader::new().read(part).unwrap_err().to_string(),
        "read as a drawn board, because of '.': a board of 2x2, where 7x6 is expected: state the board, if it is that one"
    );
    assert_eq!(Reader::new().board(Some(size("2x2"))).read(part).unwrap().position().nb_moves(), 3);
}

#[test]
fn blanks_that_cannot_be_counted_are_refused() {
    let blank = "|       |\n";
    for drawing in [
        blank.repeat(4) + "|  OO   |\n|  XX   |\n",
        "\n\n\n\n  OO\n  XX\n".to_owned(),
        "| . O   . |\n".repeat(6),
    ] {
        let error = Reader::new().read(&drawing).unwrap_err().to_string();
        assert!(
            error.contains("a board of 2x2") || error.contains("blanks that may be cells"),
            "{drawing}{error}"
        );
    }
}

#[test]
fn blanks_outside_of_bars_may_be_cells() {
    // Nine columns with bars only between them; the outer columns are empty.
    let between = " | | | | | | | | \n".repeat(5) + " | | |X|O| | | | \n";
    for drawing in [
        between.clone(),
        between.replace(" \n", "\n"),
        between.replace(' ', "   ").replace('X', " X ").replace('O', " O "),
    ] {
        let error = Reader::new().read(&drawing).unwrap_err().to_string();
        assert!(error.contains("a row has bars at both ends"), "{drawing}{error}");
    }
    // With a larger or smaller indent, it is a drawing with a margin.
    let framed = "| | | |X|O| | |\n";
    let margin = ("    ".to_owned() + &framed.replace(['X', 'O'], " ")).repeat(5) + "    " + framed;
    assert_eq!(Reader::new().read(&margin).unwrap().position().nb_moves(), 2);
}

#[test]
fn small_letters_beside_capitals_are_those_of_a_game_that_is_won() {
    // A sign of a threat, as a program marks one, is no stone.
    let marked = ". . . . . . .\n".repeat(4) + ". . O O . . .\n. . X X x . .\n";
    let error = Reader::new().read(&marked).unwrap_err().to_string();
    assert!(error.contains("small letters and capitals"), "{error}");
    let won = "112255443".parse::<Game>().unwrap();
    assert_eq!(Reader::new().read(&won.to_drawing()).unwrap().position(), won.position());
}

#[test]
fn lists_are_moves_or_cells() {
    let position = "4433".parse::<Position>().unwrap();
    let cells = position.to_cells();
    let rows: Vec<String> = cells.chunks(7).map(|row| format!("{row:?}")).collect();
    for text in [
        "[4, 4, 3, 3]".to_owned(),
        "[4 4 3 3]".to_owned(),
        format!("{cells:?}"),
        format!("[{}]", rows.join(", ")),
        format!("[{}]", rows.join("\n ").replace(',', "")),
        rows.join("\n").replace(['[', ']', ',', ' '], ""),
        rows.join("\n"),
        rows.join("\n").replace(',', ""),
        rows.join("\n").replace('0', "_").replace('1', "X").replace('2', "O"),
        // Without brackets, on one line.
        cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        rows.join(";").replace(['[', ']'], ""),
        rows.join(" / ").replace(['[', ']', ',', ' '], ""),
        // As other languages write them.
        format!("[{}];", rows.join("; ").replace(['[', ']', ','], "")),
        format!("[{}]", rows.join(",")).replace('[', "{").replace(']', "}") + ";",
        format!("[{}]", rows.join(",")).replace('[', "(").replace(']', ")"),
        // With the numbers of the rows at both ends, from 0.
        (0..6)
            .zip(&rows)
            .map(|(row, cells)| format!("{0} {cells} {0}\n", 5 - row).replace(['[', ']', ','], ""))
            .collect(),
    ] {
        let reader = Reader::new();
        assert_eq!(reader.read(&text).map(|found| *found.position()).as_ref(), Ok(&position), "{text}");
        if !text.contains('\n') {
            let line = reader.read_line(&text).map(|found| *found.position());
            assert_eq!(line.as_ref(), Ok(&position), "{text}");
        }
    }
    for (text, part) in [
        ("[4, 8]", "\"8\", item 2 of the list, is no column (1 to 7)"),
        ("[4, 4", "the list has no end"),
        ("[[0, 0], [0, 0]]", "a board of 2x2"),
        (&["0 0 0 0 0 -1 1"; 6].join(" "), "read as cells, because all numbers are 0, 1, 2 or -1: "),
        (&["0, 0, 0, 0, 0, -1, 1"; 6].join("\n"), "read as cells"),
        (&["[ ][ ][X][O][ ][ ][ ]"; 6].join("\n"), "read as a drawn board, because of '['"),
        (&["[ , ,X,O, , , ]"; 6].join("\n"), "blanks that may be cells"),
    ] {
        let error = Reader::new().read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    // The rows show their board.
    let other = ["0,0,0,0,0,0"; 7].join(";");
    assert_eq!(Reader::new().read_line(&other).unwrap().game.size(), size("6x7"));
    assert!(Reader::new().board(Some(size("7x6"))).read_line(&other).is_err());
    // Single cells between separators may be the cells of a whole board, or moves: they are no board of one
    // column.
    for separator in [";", "/"] {
        for cells in [&["0"; 42][..], &["0"; 7], &["0", "2", "1"]] {
            let text = cells.join(separator);
            assert!(Reader::new().read(&text).is_err() && Reader::new().read_line(&text).is_err(), "{text}");
        }
    }
    // Columns on a narrow board are numbers of cells, too.
    let narrow = Reader::new().board(Some(size("2x2")));
    assert!(narrow.read("[1, 2, 1, 2]").unwrap_err().to_string().contains(": a list of columns or of cells"));
    let moves = narrow.notation(Some(Notation::Moves)).read("[1, 2, 1, 2]").unwrap();
    assert_eq!(moves.game.to_string(), "1212");
    assert_eq!(narrow.read("[0, 0, 1, 2]").unwrap().position().to_rows(), "../XO");
    assert_eq!(narrow.read("1 2 1 2").unwrap().game.to_string(), "1212");
}
