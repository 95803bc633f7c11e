//! The rules, and the positions that notation stands for, against the naive reference.

use std::collections::{HashMap, HashSet};

use marlin_core::{Cell, Column, Game, GameOutcome, PlayError, Player, Position, Size};
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

use crate::games::Choices;
use crate::reference::{Board, EMPTY, O, X};

/// Checks a property on random inputs; it panics where it doesn't hold.
fn check(property: impl Testable) {
    QuickCheck::new().tests(300).quickcheck(property);
}

/// Checks a property that has the board's size as parameters on several: the standard one, small ones, odd ones, those
/// that fill the word to its last bit, and those too narrow or too low for most lines.
macro_rules! check_on_boards {
    ($property:ident($($input:ty),+)) => {
        check($property::<7, 6> as fn($($input),+));
        check($property::<5, 4> as fn($($input),+));
        check($property::<4, 5> as fn($($input),+));
        check($property::<6, 6> as fn($($input),+));
        check($property::<9, 6> as fn($($input),+));
        check($property::<8, 7> as fn($($input),+));
        check($property::<3, 20> as fn($($input),+));
        check($property::<1, 63> as fn($($input),+));
        check($property::<32, 1> as fn($($input),+));
    };
}

/// Returns the player whose stone this is.
fn player(stone: u8) -> Option<Player> {
    match stone {
        X => Some(Player::X),
        O => Some(Player::O),
        _ => None,
    }
}

/// Returns the bit of a cell: columns one after the other, each with one bit more than it has cells.
fn bit(height: usize, (column, row): (usize, usize)) -> u64 {
    1 << (column * (height + 1) + row)
}

/// Returns the bits of some cells.
fn bits(height: usize, cells: &[(usize, usize)]) -> u64 {
    cells.iter().fold(0, |bits, &cell| bits | bit(height, cell))
}

/// Returns the bits of a player's stones.
fn stones<const W: usize, const H: usize>(board: &Board, stone: u8) -> u64 {
    let cells = (0..W).flat_map(|column| (0..H).map(move |row| (column, row)));
    bits(H, &cells.filter(|&(column, row)| board.stone(column, row) == stone).collect::<Vec<_>>())
}

/// Calls a function for every ply of a game, from the empty board on.
fn at_every_ply<const W: usize, const H: usize>(
    game: &Game<Size<W, H>>,
    mut compare: impl FnMut(&Game<Size<W, H>>, &Board),
) {
    let (mut replayed, mut board) = (Game::<Size<W, H>>::default(), Board::new(W, H));
    compare(&replayed, &board);
    for &column in game.moves() {
        replayed.play(column).expect("a legal game");
        board.play(column.index());
        compare(&replayed, &board);
    }
}

#[test]
fn stones_stand_where_the_reference_has_them() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            let position = game.position();
            assert_eq!(position.stones(Player::X).bits(), stones::<W, H>(board, X), "\n{position}");
            assert_eq!(position.stones(Player::O).bits(), stones::<W, H>(board, O), "\n{position}");
            assert_eq!(position.occupied(), position.us() | position.them(), "\n{position}");
            assert_eq!(position.mask(), position.occupied().bits(), "\n{position}");
            assert!((position.us() & position.them()).is_empty(), "\n{position}");
            assert_eq!(position.mask() & !Size::<W, H>::BOARD_MASK, 0, "a sentinel is set in\n{position}");
            assert_eq!(position.nb_moves() as usize, board.ply(), "\n{position}");
            assert_eq!(Some(position.side_to_move()), player(board.to_move()), "\n{position}");
            assert_eq!(
                game.heights(),
                std::array::from_fn::<_, W, _>(|column| board.stones_in(column)),
                "\n{position}"
            );
            for column in Size::<W, H>::columns() {
                for row in 0..H {
                    let expected = player(board.stone(column.index(), row));
                    assert_eq!(
                        Cell::new(column, row).and_then(|cell| position.at(cell)),
                        expected,
                        "{column}, row {row} of\n{position}"
                    );
                }
            }
        });
    }
    check_on_boards!(property(Choices));
}

#[test]
fn moves_and_wins_are_those_of_the_reference() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            let position = game.position();
            let legal: Vec<usize> = position.legal_moves().map(Column::index).collect();
            assert_eq!(legal, board.legal_moves(), "\n{position}");
            assert_eq!(game.legal_moves(), position.legal_moves().collect::<Vec<_>>(), "\n{position}");
            assert_eq!(position.winner(), board.winner().and_then(player), "\n{position}");
            assert_eq!(position.is_full(), board.is_full(), "\n{position}");
            assert_eq!(position.is_over(), board.is_over(), "\n{position}");
            let mut wins = false;
            for column in Size::<W, H>::columns() {
                let expected = board.is_winning_move(column.index());
                assert_eq!(position.is_winning_move(column), expected, "{column} in\n{position}");
                wins |= expected;
            }
            assert_eq!(position.can_win_next(), wins, "\n{position}");
        });
    }
    check_on_boards!(property(Choices));
}

#[test]
fn winning_cells_are_those_of_the_reference() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            let (position, us) = (game.position(), board.to_move());
            assert_eq!(position.winning_cells().bits(), bits(H, &board.winning_cells(us)), "\n{position}");
            let them = if us == X { O } else { X };
            assert_eq!(
                position.opponent_winning_cells().bits(),
                bits(H, &board.winning_cells(them)),
                "\n{position}"
            );
        });
    }
    check_on_boards!(property(Choices));
}

#[test]
fn the_end_of_a_game_is_that_of_the_reference() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            let position = game.position();
            let won = board.winner().and_then(player).map(GameOutcome::Won);
            let drawn = (won.is_none() && board.is_full()).then_some(GameOutcome::Drawn);
            assert_eq!(game.outcome(), won.or(drawn), "\n{position}");
            // A board with an empty cell is no draw, however many stones stand on it.
            assert_eq!(game.is_draw(), drawn.is_some(), "\n{position}");
            assert_eq!(game.is_win(Player::X), board.has_four(X), "\n{position}");
            assert_eq!(game.is_win(Player::O), board.has_four(O), "\n{position}");
            let lines = game.winning_lines();
            let found: HashSet<_> =
                lines.iter().map(|l| l.map(|cell| (cell.column().index(), cell.row()))).collect();
            let expected = board.winner().map_or(Vec::new(), |winner| board.fours(winner));
            assert_eq!(lines.len(), expected.len(), "\n{position}");
            assert_eq!(game.winning_stones().bits(), bits(H, &expected.concat()), "\n{position}");
            assert_eq!(position.winning_stones(), game.winning_stones(), "\n{position}");
            assert_eq!(found, expected.into_iter().collect(), "\n{position}");
        });
    }
    check_on_boards!(property(Choices));
}

#[test]
fn a_game_takes_no_move_that_the_rules_dont_allow() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            for column in Size::<W, H>::columns() {
                let mut tried = game.clone();
                let expected = if board.is_over() {
                    Err(PlayError::GameOver { winner: board.winner().and_then(player) })
                } else if board.stones_in(column.index()) == H {
                    Err(PlayError::ColumnFull { number: column.number() })
                } else {
                    Ok(())
                };
                assert_eq!(tried.play(column), expected, "{column} in\n{}", game.position());
                assert!(expected.is_ok() || tried == *game, "a refused move changes\n{}", game.position());
            }
        });
    }
    check_on_boards!(property(Choices));
}

#[test]
fn keys_are_the_stones_of_the_side_to_move_below_a_mark_at_the_height() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            let marks: Vec<_> = (0..W).map(|column| (column, board.stones_in(column))).collect();
            let expected = stones::<W, H>(board, board.to_move()) | bits(H, &marks);
            assert_eq!(game.position().key().get(), expected, "\n{}", game.position());
        });
    }
    check_on_boards!(property(Choices));
}

#[test]
fn different_positions_have_different_keys() {
    fn property<const W: usize, const H: usize>(one: Choices, two: Choices) {
        let mut keys = HashMap::new();
        for choices in [one, two] {
            at_every_ply::<W, H>(&choices.into_game(), |game, board| {
                let known = keys.entry(game.position().key()).or_insert_with(|| board.clone());
                assert_eq!(known, board, "one key for two positions");
            });
        }
        let boards: HashSet<_> = keys.values().collect();
        assert_eq!(boards.len(), keys.len(), "two keys for one position");
    }
    check_on_boards!(property(Choices, Choices));
}

#[test]
fn mirroring_twice_changes_nothing() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            let mirrored = game.position().mirror();
            assert_eq!(mirrored.mirror(), *game.position(), "\n{mirrored}");
            assert_eq!(mirrored.to_cells(), board.mirror().rows(), "\n{mirrored}");
        });
    }
    check_on_boards!(property(Choices));
}

#[test]
fn the_mirror_of_a_game_is_the_game_of_the_mirrored_moves() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        let game = choices.into_game::<W, H>();
        let mirrored =
            Game::<Size<W, H>>::from_columns(game.moves().iter().map(|column| W - 1 - column.index()));
        assert_eq!(mirrored.map(|mirrored| *mirrored.position()), Ok(game.position().mirror()));
    }
    check_on_boards!(property(Choices));
}

#[test]
fn undoing_restores_every_earlier_position() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        let game = choices.into_game::<W, H>();
        let mut earlier = Vec::new();
        at_every_ply(&game, |game, _| earlier.push(game.clone()));
        let mut undone = game.clone();
        for &column in game.moves().iter().rev() {
            assert_eq!(Some(undone.clone()), earlier.pop());
            assert_eq!(undone.undo(), Some(column));
        }
        assert_eq!(undone, Game::default());
        assert_eq!(undone.undo(), None);
    }
    check_on_boards!(property(Choices));
}

#[test]
fn a_game_from_a_position_ends_its_undoing_there() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        let whole = choices.into_game::<W, H>();
        let half: Game<Size<W, H>> =
            Game::from_columns(whole.moves().iter().map(|c| c.index()).take(whole.moves().len() / 2))
                .expect("the beginning of a legal game");
        let mut game = Game::from_position(*half.position());
        for &column in &whole.moves()[half.moves().len()..] {
            game.play(column).expect("a legal move");
        }
        assert_eq!(game.position(), whole.position());
        assert_eq!(game.start(), half.position());
        while game.undo().is_some() {}
        assert_eq!(game.position(), half.position());
    }
    check_on_boards!(property(Choices));
}

#[test]
fn parsing_what_was_written_gives_the_same_in_every_form() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        let game = choices.into_game::<W, H>();
        let position = game.position();
        assert_eq!(game.to_string().parse().as_ref(), Ok(&game), "digits");
        assert_eq!(game.to_string().parse().as_ref(), Ok(position), "digits");
        let spaced: String = game.to_string().chars().flat_map(|digit| [digit, ',', ' ']).collect();
        assert_eq!(spaced.parse().as_ref(), Ok(&game), "digits apart");
        let columns = game.moves().iter().map(|column| column.index());
        assert_eq!(Game::from_columns(columns).as_ref(), Ok(&game), "columns");
        let (first, second) = (position.stones(Player::X).bits(), position.stones(Player::O).bits());
        assert_eq!(Position::from_bitboards(first, second).as_ref(), Ok(position), "bitboards");
        assert_eq!(Position::from_cells(&position.to_cells()).as_ref(), Ok(position), "cells");
        for drawing in drawings(position) {
            assert_eq!(Position::from_drawing(&drawing).as_ref(), Ok(position), "{drawing}");
        }
    }
    check_on_boards!(property(Choices));
}

/// Returns drawings of one position in several styles.
fn drawings<const W: usize, const H: usize>(position: &Position<Size<W, H>>) -> [String; 4] {
    let plain = position.to_string();
    let rows = plain.replace('\n', " |\r\n| ");
    let frame = format!("+{}+", "-".repeat(2 * W + 1));
    let numbers: Vec<String> = (1..=W).map(|number| number.to_string()).collect();
    let framed = format!("{frame}\r\n| {rows} |\r\n{frame}\r\n  {}\r\n", numbers.join(" "));
    [plain.to_lowercase(), plain.replace(' ', ""), framed, plain]
}

#[test]
fn cells_agree_with_the_reference() {
    fn property<const W: usize, const H: usize>(choices: Choices) {
        at_every_ply::<W, H>(&choices.into_game(), |game, board| {
            assert_eq!(game.position().to_cells(), board.rows(), "\n{}", game.position());
        });
    }
    check_on_boards!(property(Choices));
}

/// Random cells: anything, or stones that rest on each other, about as many of each player.
#[derive(Debug, Clone)]
struct RandomCells<const W: usize, const H: usize>(Vec<u8>);

impl<const W: usize, const H: usize> Arbitrary for RandomCells<W, H> {
    fn arbitrary(g: &mut Gen) -> Self {
        if u8::arbitrary(g) % 8 == 0 {
            return Self((0..W * H).map(|_| u8::arbitrary(g) % 3).collect());
        }
        let mut board = Board::new(W, H);
        for column in 0..W {
            for row in 0..usize::from(u8::arbitrary(g)) % (H + 1) {
                // The player with fewer stones is the more likely one, so that the numbers come out right often.
                let behind = if board.count(X) <= board.count(O) { X } else { O };
                let stone = if u8::arbitrary(g) % 3 == 0 { X + O - behind } else { behind };
                board.put(column, row, stone);
            }
        }
        Self(board.rows())
    }
}

/// Returns whether a board can be accepted: as many stones as the turns give, none in the air, and a four only of
/// the player who moved last, through one stone on top of a column.
fn is_sound<const W: usize, const H: usize>(board: &Board) -> bool {
    let counts = (board.count(X), board.count(O));
    let no_stone_floats = (0..W).all(|column| {
        (0..H).all(|row| (board.stone(column, row) == EMPTY) == (row >= board.stones_in(column)))
    });
    let (us, them) = if board.to_move() == X { (X, O) } else { (O, X) };
    no_stone_floats
        && (counts.0 == counts.1 || counts.0 == counts.1 + 1)
        && !board.has_four(us)
        && (!board.has_four(them) || was_won_by_one_stone::<W>(board, them))
}

/// Returns whether a player has no four without one of the topmost stones.
fn was_won_by_one_stone<const W: usize>(board: &Board, stone: u8) -> bool {
    (0..W).filter(|&column| board.stones_in(column) > 0).any(|column| {
        let mut before = board.clone();
        before.take_back(column);
        board.stone(column, before.stones_in(column)) == stone && !before.has_four(stone)
    })
}

#[test]
fn random_cells_are_accepted_exactly_when_they_are_sound() {
    fn property<const W: usize, const H: usize>(RandomCells(cells): RandomCells<W, H>) {
        let board = Board::from_rows(W, H, &cells);
        let (first, second) = (stones::<W, H>(&board, X), stones::<W, H>(&board, O));
        let found = Position::<Size<W, H>>::from_cells(&cells);
        assert_eq!(found, Position::from_bitboards(first, second), "{cells:?}");
        assert_eq!(found.is_ok(), is_sound::<W, H>(&board), "{found:?} of {cells:?}");
        if let Ok(position) = found {
            assert_eq!(position.to_cells(), cells);
            assert_eq!(position.winner(), board.winner().and_then(player), "\n{position}");
            assert_eq!(
                position.winning_cells().bits(),
                bits(H, &board.winning_cells(board.to_move())),
                "\n{position}"
            );
        }
    }
    fn check_board<const W: usize, const H: usize>() {
        QuickCheck::new().tests(400).quickcheck(property as fn(RandomCells<W, H>));
    }
    check_board::<7, 6>();
    check_board::<4, 4>();
    check_board::<5, 4>();
    check_board::<4, 5>();
    check_board::<6, 6>();
    check_board::<8, 7>();
}

#[test]
fn four_cells_at_equal_distances_win_only_where_the_reference_has_a_line() {
    check_equal_distances::<7, 6>();
    check_equal_distances::<5, 4>();
    check_equal_distances::<6, 6>();
    check_equal_distances::<8, 7>();
}

/// Puts four stones on cells whose bits lie at equal distances, in every way that the board has, and compares the winner
/// with that of the reference: around an edge there is none.
fn check_equal_distances<const W: usize, const H: usize>() {
    let board_mask = Size::<W, H>::BOARD_MASK;
    let mut random = Random(1);
    let (mut tried, mut built) = (0, 0);
    for start in 0..64 {
        for distance in 1..=(63 - start) / 3 {
            let four = [0, 1, 2, 3].map(|step| start + step * distance);
            if four.iter().all(|bit| board_mask >> bit & 1 == 1) {
                let cells = four.map(|bit| (bit / (H + 1), bit % (H + 1)));
                tried += 1;
                built += usize::from(check_four_cells::<W, H>(&cells, &mut random));
            }
        }
    }
    assert!(built * 10 >= tried * 9, "only {built} of {tried} fours on {W}x{H}");
}

/// Looks for a sound position with these four stones of one player, the others at random; returns whether there was one.
fn check_four_cells<const W: usize, const H: usize>(
    cells: &[(usize, usize); 4],
    random: &mut Random,
) -> bool {
    let is_line = Board::new(W, H).lines().iter().any(|line| line.iter().all(|cell| cells.contains(cell)));
    for _ in 0..2_000 {
        let board = random.board_with::<W, H>(cells);
        if let Ok(position) = Position::<Size<W, H>>::from_cells(&board.rows()) {
            assert_eq!(position.winner(), board.winner().and_then(player), "\n{position}");
            // Another line than the four cells would hide that they are taken for one.
            if board.winner().is_some() == is_line {
                return true;
            }
        }
    }
    false
}

/// A generator of numbers that gives the same ones in every run.
struct Random(u64);

impl Random {
    /// Returns a number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// Returns a board with stones of the first player on these cells, what they rest on, and a few on top.
    fn board_with<const W: usize, const H: usize>(&mut self, cells: &[(usize, usize)]) -> Board {
        let mut board = Board::new(W, H);
        for &(column, row) in cells {
            board.put(column, row, X);
        }
        for &(column, row) in cells {
            for below in (0..row).filter(|&below| !cells.contains(&(column, below))) {
                board.put(column, below, self.stone_for(&board));
            }
        }
        // Stones on top until the numbers are right; the first player moved last, who may have won by it.
        while board.count(X) != board.count(O) + 1 && !board.is_full() {
            let column = self.below(W);
            if board.stones_in(column) < H {
                board.put(column, board.stones_in(column), self.stone_for(&board));
            }
        }
        board
    }

    /// Returns a stone, most often one of the player who has too few.
    fn stone_for(&mut self, board: &Board) -> u8 {
        let behind = if board.count(X) <= board.count(O) { X } else { O };
        if self.below(4) == 0 { X + O - behind } else { behind }
    }
}
