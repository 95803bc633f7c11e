//! [`BoardSize`], the size of a board; [`Column`]; [`Masks`], the size and the sets of cells of a board; and
//! [`Layout`], the part of the masks that the compiler knows.

use std::fmt;
use std::sync::OnceLock;

use crate::word::Word;

/// The size of a board, and sets of its cells in the layout of [`Bitboard`](crate::Bitboard).
///
/// The rules and the search take them from here, so that one source serves the standard board, whose masks
/// are constants, and all other boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Masks<W = u128> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The lowest cell of every column.
    pub(crate) bottom: W,
    /// Every cell of the board, without the sentinels.
    pub board: W,
    /// The sentinel above every column.
    pub(crate) sentinels: W,
    /// The rows of claimeven, those at an odd distance from the top edge: the top row, the third from the
    /// top, and so on.
    ///
    /// In a column with an even number of empty cells these are the cells that fall to the player who answers
    /// each stone in it with one right above. On 7x6 they are the 2nd, 4th and 6th row from the bottom.
    pub(crate) claimeven_rows: W,
    /// The rows of odd threats, all others: they fall to the player who begins in a column with an even
    /// number of empty cells.
    pub(crate) odd_threat_rows: W,
    /// The cells of the first column.
    pub(crate) first_column: W,
}

impl Masks {
    /// Returns the masks of a board that fits a word: `1 <= width * (height + 1) <= 128`.
    pub(crate) const fn of(width: usize, height: usize) -> Self {
        let stride = height + 1;
        let mut bottom = 0;
        let mut column = 0;
        while column < width {
            bottom |= 1 << (column * stride);
            column += 1;
        }
        let first_column = (1 << height) - 1;
        let board = bottom * first_column;
        let mut claimeven_rows = 0;
        let mut row = 0;
        while row < height {
            if (height - row) % 2 == 1 {
                claimeven_rows |= bottom << row;
            }
            row += 1;
        }
        Self {
            width: width as u32,
            height: height as u32,
            bottom,
            board,
            sentinels: bottom << height,
            claimeven_rows,
            odd_threat_rows: board ^ claimeven_rows,
            first_column,
        }
    }

    /// Returns the masks in a word of 64 bits, for a board that fits it.
    pub(crate) const fn in_u64(&self) -> Masks<u64> {
        Masks {
            width: self.width,
            height: self.height,
            bottom: self.bottom as u64,
            board: self.board as u64,
            sentinels: self.sentinels as u64,
            claimeven_rows: self.claimeven_rows as u64,
            odd_threat_rows: self.odd_threat_rows as u64,
            first_column: self.first_column as u64,
        }
    }
}

impl<W> Masks<W> {
    /// Whether this is the default board of `Position` and `Solver`.
    pub(crate) const fn is_standard(&self) -> bool {
        self.width == 7 && self.height == 6
    }

    /// Returns the number of cells.
    pub(crate) const fn cells(&self) -> u32 {
        self.width * self.height
    }

    /// Returns the distance in bits from a cell to its right-hand neighbour: the rows and the sentinel.
    pub(crate) const fn stride(&self) -> u32 {
        self.height + 1
    }

    /// Returns whether the board has a column, counted from 0.
    pub(crate) const fn has_column(&self, column: usize) -> bool {
        column < self.width as usize
    }

    /// Returns the rank of a column by nearness to the centre: the inverse of [`nth_column_from_centre`].
    pub(crate) const fn centre_rank(&self, column: usize) -> usize {
        let (twice, middle) = (2 * column, self.width as usize - 1);
        twice.abs_diff(middle) - (twice < middle) as usize
    }

    /// Returns the columns, nearest to the centre first: see
    /// [`BoardSize::centre_first`](crate::BoardSize::centre_first).
    pub(crate) fn centre_first(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + use<W> {
        let width = self.width as usize;
        (0..width).map(move |rank| nth_column_from_centre(width, rank))
    }
}

/// The sets of a board, one bit a cell.
impl<W: Word> Masks<W> {
    /// Returns the masks in a word of 64 bits, for a board that fits it: as [`Masks::in_u64`], for words of
    /// either length.
    #[inline(always)]
    pub(crate) fn low(&self) -> Masks<u64> {
        Masks {
            width: self.width,
            height: self.height,
            bottom: self.bottom.low(),
            board: self.board.low(),
            sentinels: self.sentinels.low(),
            claimeven_rows: self.claimeven_rows.low(),
            odd_threat_rows: self.odd_threat_rows.low(),
            first_column: self.first_column.low(),
        }
    }

    /// Returns the lowest cell of a column, counted from 0.
    pub(crate) fn bottom_mask(&self, column: usize) -> W {
        W::ONE << (column as u32 * self.stride())
    }

    /// Returns a cell by its column and row, counted from 0, and no cell if the board does not have it.
    pub(crate) fn cell(&self, column: usize, row: usize) -> W {
        let is_on_board = self.has_column(column) && row < self.height as usize;
        if is_on_board { self.bottom_mask(column) << row as u32 } else { W::ZERO }
    }

    /// Returns the highest cell of a column, counted from 0.
    pub(crate) fn top_mask(&self, column: usize) -> W {
        self.bottom_mask(column) << (self.height - 1)
    }

    /// Returns all cells of a column, counted from 0.
    pub(crate) fn column_mask(&self, column: usize) -> W {
        self.first_column << (column as u32 * self.stride())
    }

    /// Returns the column, counted from 0, of the lowest cell of a set that is not empty.
    #[inline(always)]
    pub(crate) fn column_of(&self, cell: W) -> usize {
        (cell.trailing_zeros() / self.stride()) as usize
    }

    /// Returns the row, counted from 0 at the bottom, of the lowest cell of a set that is not empty.
    pub(crate) fn row_of(&self, cell: W) -> usize {
        (cell.trailing_zeros() % self.stride()) as usize
    }
}

/// Returns the n-th column by nearness to the centre, both counted from 0: see [`BoardSize::centre_first`].
const fn nth_column_from_centre(width: usize, n: usize) -> usize {
    // From the left one of the middle columns outwards: right, left, right ... for even widths, left, right,
    // left ... for odd ones, so that the nearer column is always first.
    let middle = (width - 1) / 2;
    let step = n.div_ceil(2);
    if n % 2 == width % 2 { middle - step } else { middle + step }
}

/// The layout of a board, as far as the compiler knows it: the masks of [`Standard`] are constants, the
/// height of [`OfHeight`] is a constant, and [`Masks`] has no constants. The search takes the layout as a
/// value.
pub trait Layout: Copy + Send + Sync + 'static {
    /// The word that holds a set of its cells.
    type Word: Word;

    /// The maximum number of columns of a board of this type.
    const MAX_WIDTH: usize;

    /// The number of rows, if the compiler knows it.
    const HEIGHT: Option<u32>;

    /// Whether the search of such boards is compiled only for AVX2 and higher levels.
    const NEEDS_AVX2: bool = false;

    /// Returns the masks of the board, kept in static memory.
    fn static_masks(self) -> &'static Masks<Self::Word>;

    /// Returns the masks of the board as a value. The fields that the compiler knows are constants.
    #[inline(always)]
    fn masks(self) -> Masks<Self::Word> {
        *self.static_masks()
    }
}

impl<W: Word> Layout for &'static Masks<W> {
    type Word = W;

    const MAX_WIDTH: usize = if W::BITS == 64 { BoardSize::MAX_U64_WIDTH } else { MAX_WIDTH };
    const HEIGHT: Option<u32> = None;

    #[inline(always)]
    fn static_masks(self) -> &'static Masks<W> {
        self
    }
}

/// Evaluates an expression with the masks of a board in the word of its search.
macro_rules! with_masks {
    ($size:expr, $masks:ident => $answer:expr) => {
        if let Some($masks) = $size.masks_u64() {
            $answer
        } else {
            let $masks = $size.masks();
            $answer
        }
    };
}

pub(crate) use with_masks;

/// A board whose height the compiler knows. The distances between neighbours, by which the search shifts most
/// of the time, are then constants. A node takes hardly longer than on a board whose width is a constant as
/// well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OfHeight<const H: usize>(pub(crate) &'static Masks<u64>);

impl<const H: usize> Layout for OfHeight<H> {
    type Word = u64;

    const MAX_WIDTH: usize = 64 / (H + 1);
    const HEIGHT: Option<u32> = Some(H as u32);
    // Few machines of x86-64 lack AVX2. On these, a search that looks the height up takes 1.2 times as long.
    // The forms that avoid this would be a quarter of all compiled forms.
    const NEEDS_AVX2: bool = cfg!(target_arch = "x86_64");

    #[inline(always)]
    fn static_masks(self) -> &'static Masks<u64> {
        self.0
    }

    #[inline(always)]
    fn masks(self) -> Masks<u64> {
        Masks { height: H as u32, first_column: (1 << H) - 1, ..*self.0 }
    }
}

/// The layout of the standard board of 7 columns and 6 rows, whose masks are constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standard;

impl Standard {
    /// The masks of the board.
    pub(crate) const MASKS: Masks<u64> = Masks::of(7, 6).in_u64();
}

impl Layout for Standard {
    type Word = u64;

    const MAX_WIDTH: usize = 7;
    const HEIGHT: Option<u32> = Some(6);

    #[inline(always)]
    fn static_masks(self) -> &'static Masks<u64> {
        &Self::MASKS
    }

    #[inline(always)]
    fn masks(self) -> Masks<u64> {
        Self::MASKS
    }
}

/// By number of rows minus one: the number of board sizes with fewer rows.
const FIRST_OF_HEIGHT: [usize; BoardSize::MAX_HEIGHT + 1] = {
    let mut first = [0; BoardSize::MAX_HEIGHT + 1];
    let mut height = 1;
    while height <= BoardSize::MAX_HEIGHT {
        first[height] = first[height - 1] + BoardSize::most_columns(height);
        height += 1;
    }
    first
};

/// Returns the masks of a board, which are kept after their first use.
fn kept<W>(
    boards: &'static [OnceLock<Masks<W>>; BoardSize::COUNT],
    size: BoardSize,
    of: fn(Masks) -> Masks<W>,
) -> &'static Masks<W> {
    boards[size.index()].get_or_init(|| of(Masks::of(size.width(), size.height())))
}

/// The size of a board: columns and rows.
///
/// Every size of up to 32 columns with `1 <= width * (height + 1) <= 128` fits: a set of its cells is a word
/// with a bit for each cell and one more for each column. A size is written as `7x6`, the columns first, and
/// read from the same form.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
///
/// let size: BoardSize = "8x7".parse()?;
/// assert_eq!((size.width(), size.height(), size.cells()), (8, 7, 56));
/// assert_eq!(size.to_string(), "8x7");
///
/// assert_eq!(BoardSize::default(), BoardSize::STANDARD);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize {
    height: u8,
    width: u8,
}

impl BoardSize {
    /// The standard board of 7 columns and 6 rows.
    pub const STANDARD: Self = Self::of_fitting(7, 6);

    /// The maximum number of columns of a board. A board of a single row can have it.
    pub(crate) const MAX_WIDTH: usize = MAX_WIDTH;

    /// The maximum number of rows of a board. A board of a single column can have it.
    pub(crate) const MAX_HEIGHT: usize = 127;

    /// Returns the size with these numbers of columns and rows; `None` if it has no cell or does not fit.
    pub const fn new(width: usize, height: usize) -> Option<Self> {
        if width == 0 || height == 0 || height > Self::MAX_HEIGHT || width > Self::most_columns(height) {
            return None;
        }
        Some(Self { height: height as u8, width: width as u8 })
    }

    /// Returns the maximum number of columns of a board with a number of rows.
    pub(crate) const fn most_columns(height: usize) -> usize {
        let fitting = 128 / (height + 1);
        if fitting < MAX_WIDTH { fitting } else { MAX_WIDTH }
    }

    /// The number of sizes.
    pub(crate) const COUNT: usize = FIRST_OF_HEIGHT[Self::MAX_HEIGHT];

    /// Returns the place of the size among [all](Self::all).
    pub(crate) const fn index(self) -> usize {
        FIRST_OF_HEIGHT[self.height() - 1] + self.width() - 1
    }

    /// Returns the size with these numbers of columns and rows, which fits.
    pub(crate) const fn of_fitting(width: usize, height: usize) -> Self {
        Self::new(width, height).expect("a board needs 1 <= width * (height + 1) <= 128")
    }

    /// Returns all sizes, from the lowest board to the highest, and of one height from the narrowest to the
    /// widest.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX_HEIGHT)
            .flat_map(|height| (1..=MAX_WIDTH).filter_map(move |width| Self::new(width, height)))
    }

    /// The maximum number of columns of a board that is searched in words of 64 bits. A board of four rows
    /// can have it. Wider boards that fit have three rows at most, and are not worth a node with more lanes,
    /// which takes seconds to compile.
    pub(crate) const MAX_U64_WIDTH: usize = 64 / 5;

    /// Returns whether the board is searched in words of 64 bits, which takes less time.
    pub(crate) const fn uses_u64(self) -> bool {
        self.width() <= Self::MAX_U64_WIDTH && self.width() * (self.height() + 1) <= 64
    }

    /// Returns the number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of cells: the stones that fill the board.
    pub const fn cells(self) -> u32 {
        (self.width() * self.height()) as u32
    }

    /// Returns the columns from left to right.
    pub fn columns(self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator + Clone + use<> {
        (0..self.width()).map(any_column)
    }

    /// Returns the columns, nearest to the centre first; of two at the same distance the left one.
    pub fn centre_first(self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator + Clone + use<> {
        let width = self.width();
        (0..width).map(move |rank| any_column(nth_column_from_centre(width, rank)))
    }

    /// Returns whether the board has a column.
    pub const fn has_column(self, column: Column) -> bool {
        column.index() < self.width()
    }

    /// Returns the size of a board.
    pub(crate) const fn of_masks<W>(masks: &Masks<W>) -> Self {
        Self::of_fitting(masks.width as usize, masks.height as usize)
    }

    /// Returns the masks of the board.
    pub(crate) fn masks(self) -> &'static Masks {
        static BOARDS: [OnceLock<Masks>; BoardSize::COUNT] = [const { OnceLock::new() }; BoardSize::COUNT];
        kept(&BOARDS, self, |masks| masks)
    }

    /// Returns the masks of the board in words of 64 bits, if it is searched in such words.
    pub(crate) fn masks_u64(self) -> Option<&'static Masks<u64>> {
        static BOARDS: [OnceLock<Masks<u64>>; BoardSize::COUNT] =
            [const { OnceLock::new() }; BoardSize::COUNT];
        self.uses_u64().then(|| kept(&BOARDS, self, |masks| masks.in_u64()))
    }
}

/// Returns a column of some board.
pub(crate) fn any_column(index: usize) -> Column {
    Column::new(index).expect("no board has more columns than the widest")
}

/// Checks that a value belongs to the expected board.
///
/// # Panics
///
/// If it is of another board: `a book of 8x7 for a solver of 7x6`.
#[inline]
pub(crate) fn assert_same_board(what: &str, size: BoardSize, user: &str, expected: BoardSize) {
    if size != expected {
        panic_of_other_board(what, size, user, expected);
    }
}

/// The panic of [`assert_same_board`], compiled once, because sets are combined in many places.
#[cold]
#[inline(never)]
fn panic_of_other_board(what: &str, size: BoardSize, user: &str, expected: BoardSize) -> ! {
    panic!("{what} of {size} for {user} of {expected}")
}

impl Default for BoardSize {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardSize({self})")
    }
}

/// The maximum number of columns of a board.
pub(crate) const MAX_WIDTH: usize = 32;

/// The columns as files: as in chess, and after `z` as the columns of a spreadsheet.
const FILES: [&str; MAX_WIDTH] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u",
    "v", "w", "x", "y", "z", "aa", "ab", "ac", "ad", "ae", "af",
];

/// A column. Code counts columns from 0 ([`Column::index`]), text counts them from 1 ([`Column::number`]).
///
/// A column is one of the 32 columns of the widest board. Whether a board has the column is checked when it
/// is played.
///
/// In text, a move is the number of its column. The name of a [cell](crate::Cell) has the letters of its
/// column, the [file](Self::file), as in chess: [`Column::D`] is column 4, and `d1` is its lowest cell. Both
/// forms are read.
///
/// # Examples
///
/// ```
/// use marlin_core::Column;
///
/// let column = Column::D;
/// assert_eq!((column.index(), column.number()), (3, 4));
/// assert_eq!(column.to_string(), "4");
/// assert_eq!(["4".parse(), "d".parse()], [Ok(column), Ok(column)]);
/// assert_eq!(Column::new(32), None);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// The leftmost column.
    pub const A: Self = Self(0);
    /// The second column.
    pub const B: Self = Self(1);
    /// The third column.
    pub const C: Self = Self(2);
    /// The fourth column, the middle one of the standard board.
    pub const D: Self = Self(3);
    /// The fifth column.
    pub const E: Self = Self(4);
    /// The sixth column.
    pub const F: Self = Self(5);
    /// The seventh column.
    pub const G: Self = Self(6);

    /// Returns the column with an index from 0 to 31, `None` for any other.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_WIDTH { Some(Self(index as u8)) } else { None }
    }

    /// Returns the column with a number from 1 to 32, `None` for any other.
    pub const fn from_number(number: usize) -> Option<Self> {
        if number == 0 { None } else { Self::new(number - 1) }
    }

    /// Returns the column with the letters of a [file](Self::file), small or capital; `None` for any other
    /// text.
    pub fn from_file(letters: &str) -> Option<Self> {
        Self::new(FILES.iter().position(|file| file.eq_ignore_ascii_case(letters))?)
    }

    /// Returns the letters of the column in the name of a cell: `a` to `z`, then `aa` to `af`, as in a
    /// spreadsheet.
    pub const fn file(self) -> &'static str {
        FILES[self.index()]
    }

    /// Returns the index, counted from 0 at the left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, counted from 1 at the left.
    pub const fn number(self) -> usize {
        self.index() + 1
    }
}

/// Shows the number, as in `Column(4)`.
impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_of_the_standard_board_are_the_published_ones() {
        let masks = Standard::MASKS;
        assert_eq!((masks.bottom, masks.board), (0x0408_1020_4081, 0xfdfb_f7ef_dfbf));
        assert_eq!((masks.top_mask(0), masks.column_mask(6)), (1 << 5, 0b11_1111 << 42));
    }

    #[test]
    fn a_layout_of_a_known_height_has_the_numbers_of_each_board_of_that_height() {
        fn check<const H: usize>() {
            for masks in BoardSize::all().filter(|size| size.height() == H).filter_map(BoardSize::masks_u64) {
                assert_eq!(format!("{:?}", OfHeight::<H>(masks).masks()), format!("{masks:?}"));
                assert!(masks.width as usize <= OfHeight::<H>::MAX_WIDTH);
            }
        }
        check::<4>();
        check::<5>();
        check::<6>();
        check::<7>();
        check::<8>();
    }

    #[test]
    fn columns_come_nearest_to_the_centre_first() {
        let order = |width| Masks::of(width, 6).centre_first().collect::<Vec<_>>();
        assert_eq!(order(7), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(order(6), [2, 3, 1, 4, 0, 5]);
        assert_eq!((order(1), order(2)), (vec![0], vec![0, 1]));
        for width in 1..=32 {
            let masks = Masks::of(width, 1);
            assert!(masks.centre_first().map(|column| masks.centre_rank(column)).eq(0..width), "{width}");
        }
    }

    #[test]
    fn the_boards_that_fit_are_those_of_a_word_and_32_columns() {
        let fits = |width, height| width <= 32 && width * (height + 1) <= 128;
        let sizes = (1..140).flat_map(|height| (1..70).map(move |width| (width, height)));
        let fitting: Vec<_> = sizes.filter(|&(width, height)| fits(width, height)).collect();
        assert!(BoardSize::all().map(|size| (size.width(), size.height())).eq(fitting.iter().copied()));
        for (width, height) in fitting {
            let size = BoardSize::new(width, height).unwrap();
            assert_eq!((size.width(), size.height()), (width, height));
            assert_eq!(size.masks_u64().is_some(), width <= 12 && width * (height + 1) <= 64);
            assert_eq!(size.to_string().parse(), Ok(size));
        }
    }
}
