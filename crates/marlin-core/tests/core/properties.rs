//! The rules on every board, and the positions of notations, against the naive reference.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use marlin_core::{BoardSize, Cell, Column, Direction, Game, GameOutcome, Grid, PlayError, Player, Position};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::comparison::is_whole;
use crate::games::{Random, at_every_ply, played, with_every_game};
use crate::reference::{Board, EMPTY, O, X};
use crate::size;

/// Returns the player whose stone this is.
fn player(stone: u8) -> Option<Player> {
    match stone {
        X => Some(Player::X),
        O => Some(Player::O),
        _ => None,
    }
}

/// Returns the bits of some cells: columns one after the other, each with one bit more than it has cells.
fn bits(size: BoardSize, cells: &[(usize, usize)]) -> u128 {
    cells.iter().fold(0, |bits, (column, row)| bits | 1 << (column * (size.height() + 1) + row))
}

/// Returns the bits of a player's stones.
fn stones(size: BoardSize, board: &Board, stone: u8) -> u128 {
    let cells = (0..size.width()).flat_map(|column| (0..size.height()).map(move |row| (column, row)));
    bits(size, &cells.filter(|&(column, row)| board.stone(column, row) == stone).collect::<Vec<_>>())
}

/// Returns column and row of a cell.
fn place(cell: Cell) -> (usize, usize) {
    (cell.column().index(), cell.row())
}

#[test]
fn stones_stand_where_the_reference_has_them() {
    at_every_ply(4, |game, board| {
        let (size, position) = (game.size(), game.position());
        assert_eq!(position.stones(Player::X).bits(), stones(size, board, X), "\n{position}");
        assert_eq!(position.stones(Player::O).bits(), stones(size, board, O), "\n{position}");
        assert_eq!(position.occupied(), position.us() | position.them(), "\n{position}");
        assert_eq!(position.get_mask(), position.occupied().bits(), "\n{position}");
        assert_eq!(position.get_position(), position.us().bits(), "\n{position}");
        assert!((position.us() & position.them()).is_empty(), "\n{position}");
        assert_eq!(position.nb_moves() as usize, board.ply(), "\n{position}");
        assert_eq!(Some(position.side_to_move()), player(board.to_move()), "\n{position}");
        assert_eq!(position.to_cells(), board.rows(), "\n{position}");
        let heights: Vec<_> = (0..size.width()).map(|column| board.stones_in(column)).collect();
        assert_eq!(game.heights().to_vec(), heights, "\n{position}");
        for column in size.columns() {
            for row in 0..size.height() {
                let stone = Cell::new(column, row).and_then(|cell| position.at(cell));
                let expected = player(board.stone(column.index(), row));
                assert_eq!(stone, expected, "{column}, row {row} of\n{position}");
            }
        }
    });
}

/// Checks that items have a number, and are the same from the end.
fn assert_has_two_ends<T: PartialEq + std::fmt::Debug>(
    items: impl DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone,
) {
    let mut reversed: Vec<_> = items.clone().rev().collect();
    reversed.reverse();
    assert_eq!((items.len(), items.collect::<Vec<_>>()), (reversed.len(), reversed));
}

#[test]
fn moves_and_wins_are_those_of_the_reference() {
    at_every_ply(4, |game, board| {
        let (size, position) = (game.size(), game.position());
        let legal: Vec<usize> = position.legal_moves().map(Column::index).collect();
        assert_eq!(legal, board.legal_moves(), "\n{position}");
        assert!(game.legal_moves().eq(position.legal_moves()), "\n{position}");
        assert_has_two_ends(position.legal_moves());
        assert_has_two_ends(position.occupied().iter());
        assert_has_two_ends(size.columns());
        assert_has_two_ends(game.heights().iter());
        assert_eq!(position.winner(), board.winner().and_then(player), "\n{position}");
        assert_eq!(position.is_full(), board.is_full(), "\n{position}");
        assert_eq!(position.is_over(), board.is_over(), "\n{position}");
        let (mut wins, mut playable) = (false, Vec::new());
        for column in size.columns() {
            let expected = board.is_winning_move(column.index());
            assert_eq!(position.is_winning_move(column), expected, "{column} in\n{position}");
            wins |= expected;
            let row = board.stones_in(column.index());
            assert_eq!(position.can_play(column), row < size.height(), "{column} in\n{position}");
            playable.extend(position.can_play(column).then_some((column.index(), row)));
        }
        assert_eq!(position.can_win_next(), wins, "\n{position}");
        assert!(position.playable_cells().iter().map(place).eq(playable), "\n{position}");
    });
}

#[test]
fn winning_cells_are_those_of_the_reference() {
    at_every_ply(4, |game, board| {
        let (position, us) = (game.position(), board.to_move());
        for (cells, stone) in
            [(position.winning_cells(), us), (position.opponent_winning_cells(), X + O - us)]
        {
            assert_eq!(cells.bits(), bits(game.size(), &board.winning_cells(stone)), "\n{position}");
            assert!(cells.iter().map(place).eq(board.winning_cells(stone)), "\n{position}");
        }
    });
}

#[test]
fn the_end_of_a_game_is_that_of_the_reference() {
    let mut ends = [0, 0];
    at_every_ply(4, |game, board| {
        let position = game.position();
        let won = board.winner().and_then(player).map(GameOutcome::Won);
        let drawn = (won.is_none() && board.is_full()).then_some(GameOutcome::Drawn);
        assert_eq!(game.outcome(), won.or(drawn), "\n{position}");
        // A board with an empty cell is no draw, whatever the number of its stones.
        assert_eq!(game.is_draw(), drawn.is_some(), "\n{position}");
        assert_eq!(game.is_win(Player::X), board.has_four(X), "\n{position}");
        assert_eq!(game.is_win(Player::O), board.has_four(O), "\n{position}");
        let lines = game.winning_lines();
        let found: HashSet<_> = lines.iter().map(|line| line.map(place)).collect();
        let expected = board.winner().map_or(Vec::new(), |winner| board.fours(winner));
        assert_eq!(lines.len(), expected.len(), "\n{position}");
        assert_eq!(position.winning_stones().bits(), bits(game.size(), &expected.concat()), "\n{position}");
        assert_eq!(found, expected.into_iter().collect(), "\n{position}");
        ends[0] += u32::from(won.is_some());
        ends[1] += u32::from(drawn.is_some());
    });
    assert!(ends[0] > 250 && ends[1] > 50, "{ends:?} games won and drawn");
}

#[test]
fn a_game_takes_no_move_that_the_rules_dont_allow() {
    at_every_ply(4, |game, board| {
        let (size, position) = (game.size(), game.position());
        for column in (0..=size.width()).filter_map(Column::new) {
            let mut tried = game.clone();
            let number = column.number();
            let expected = if board.is_over() {
                Err(PlayError::GameOver { winner: board.winner().and_then(player) })
            } else if !size.has_column(column) {
                Err(PlayError::NoColumn { number, width: size.width() })
            } else if board.stones_in(column.index()) == size.height() {
                Err(PlayError::ColumnFull { number })
            } else {
                Ok(())
            };
            assert_eq!(tried.play(column), expected, "{column} in\n{position}");
            assert!(expected.is_ok() || tried == *game, "a refused move changes\n{position}");
        }
        if let Some(beyond) = Column::new(size.width()) {
            assert!(!size.has_column(beyond) && !position.can_play(beyond) && position.height(beyond) == 0);
            assert!(
                !position.is_winning_move(beyond) && position.at(Cell::new(beyond, 0).unwrap()).is_none()
            );
        }
    });
}

#[test]
fn keys_are_the_stones_of_the_side_to_move_below_a_mark_at_the_height() {
    at_every_ply(4, |game, board| {
        let marks: Vec<_> = game.heights().values().copied().enumerate().collect();
        let expected = stones(game.size(), board, board.to_move()) | bits(game.size(), &marks);
        assert_eq!(game.position().key(), expected, "\n{}", game.position());
    });
}

#[test]
fn different_positions_have_different_keys() {
    let mut keys = HashMap::new();
    at_every_ply(4, |game, board| {
        let known = keys.entry((game.size(), game.position().key())).or_insert_with(|| board.clone());
        assert_eq!(known, board, "one key for two positions");
    });
    let boards: HashSet<_> = keys.values().collect();
    assert_eq!(boards.len(), keys.len(), "two keys for one position");
    assert_ne!(Position::on(size("6x4")), Position::on(size("4x6")), "one position of two boards");
}

#[test]
fn mirroring_twice_changes_nothing() {
    at_every_ply(4, |game, board| {
        let (position, mirrored) = (game.position(), game.position().mirror());
        assert_eq!(mirrored.mirror(), *position, "\n{mirrored}");
        assert_eq!(mirrored.to_cells(), board.mirror().rows(), "\n{mirrored}");
        let canonical = if position.key() <= mirrored.key() { *position } else { mirrored };
        assert_eq!([position.canonical(), mirrored.canonical()], [canonical; 2], "\n{mirrored}");
    });
}

#[test]
fn the_mirror_of_a_game_is_the_game_of_the_mirrored_moves() {
    with_every_game(4, |game| {
        let columns = game.moves().iter().map(|column| game.size().width() - 1 - column.index());
        let mirrored = played(game.size(), columns.filter_map(Column::new));
        assert_eq!(*mirrored.position(), game.position().mirror());
    });
}

#[test]
fn undoing_restores_every_earlier_position() {
    let mut before: Vec<Game> = Vec::new();
    at_every_ply(if is_whole() { 4 } else { 1 }, |game, _| {
        before.truncate(game.moves().len());
        let mut undone = game.clone();
        for earlier in before.iter().rev() {
            assert_eq!(undone.undo().as_ref(), game.moves().get(earlier.moves().len()), "{game}");
            assert_eq!(&undone, earlier, "{game}");
        }
        assert_eq!(undone.undo(), None, "{game}");
        before.push(game.clone());
    });
}

#[test]
fn a_game_from_a_position_ends_its_undoing_there() {
    with_every_game(4, |whole| {
        let (first, second) = whole.moves().split_at(whole.moves().len() / 2);
        let half = played(whole.size(), first.iter().copied());
        let mut game = Game::from_position(*half.position());
        for &column in second {
            game.play(column).expect("a legal move");
        }
        assert_eq!(game.position(), whole.position());
        assert_eq!(game.start(), half.position());
        while game.undo().is_some() {}
        assert_eq!(game.position(), half.position());
    });
}

#[test]
fn some_legal_moves_lead_to_every_position_that_was_played() {
    with_every_game(2, |game| {
        let found = Game::leading_to(game.position()).expect("it was played");
        assert_eq!(Game::parse(game.size(), &found.to_string()).as_ref(), Ok(&found));
        assert_eq!(found.position(), game.position(), "{game}");
    });
}

/// Random cells of a board: anything, or stones that rest on each other, with about equal numbers of both
/// players.
#[derive(Debug, Clone)]
struct RandomCells(BoardSize, Vec<u8>);

impl Arbitrary for RandomCells {
    fn arbitrary(g: &mut Gen) -> Self {
        let size = size(g.choose(&["7x6", "4x4", "5x4", "4x5", "6x6", "8x7"]).expect("a board"));
        if u8::arbitrary(g) % 8 == 0 {
            return Self(size, (0..size.cells()).map(|_| u8::arbitrary(g) % 3).collect());
        }
        let mut board = Board::new(size.width(), size.height());
        for column in 0..size.width() {
            for row in 0..usize::from(u8::arbitrary(g)) % (size.height() + 1) {
                // The player with fewer stones is more likely, so that the numbers are often valid.
                let behind = if board.count(X) <= board.count(O) { X } else { O };
                let stone = if u8::arbitrary(g) % 3 == 0 { X + O - behind } else { behind };
                board.put(column, row, stone);
            }
        }
        Self(size, board.rows())
    }
}

/// Returns whether a board can be accepted: the numbers of stones agree with the turns, no stone is in the
/// air, and only the player who moved last has a four, through one stone on top of a column.
fn is_sound(size: BoardSize, board: &Board) -> bool {
    let counts = (board.count(X), board.count(O));
    let no_stone_floats = (0..size.width()).all(|column| {
        (0..size.height()).all(|row| (board.stone(column, row) == EMPTY) == (row >= board.stones_in(column)))
    });
    let us = board.to_move();
    let them = X + O - us;
    no_stone_floats
        && (counts.0 == counts.1 || counts.0 == counts.1 + 1)
        && !board.has_four(us)
        && (!board.has_four(them) || was_won_by_one_stone(size, board, them))
}

/// Returns whether a player has no four without one of the topmost stones.
fn was_won_by_one_stone(size: BoardSize, board: &Board, stone: u8) -> bool {
    (0..size.width()).filter(|&column| board.stones_in(column) > 0).any(|column| {
        let mut before = board.clone();
        before.take_back(column);
        board.stone(column, before.stones_in(column)) == stone && !before.has_four(stone)
    })
}

#[test]
fn random_cells_are_accepted_exactly_when_they_are_sound() {
    fn property(RandomCells(size, cells): RandomCells) {
        let board = Board::from_rows(size.width(), size.height(), &cells);
        let (first, second) = (stones(size, &board, X), stones(size, &board, O));
        let found = Position::from_cells(size, &cells);
        assert_eq!(found, Position::from_bitboards(size, first, second), "{cells:?}");
        assert_eq!(found.is_ok(), is_sound(size, &board), "{found:?} of {cells:?}");
        if let Ok(position) = found {
            assert_eq!(position.to_cells(), cells);
            assert_eq!(position.winner(), board.winner().and_then(player), "\n{position}");
            let winning = bits(size, &board.winning_cells(board.to_move()));
            assert_eq!(position.winning_cells().bits(), winning, "\n{position}");
        }
    }
    QuickCheck::new().tests(2_400).quickcheck(property as fn(RandomCells));
}

#[test]
fn four_cells_at_equal_distances_win_only_where_the_reference_has_a_line() {
    check_equal_distances(size("7x6"));
    check_equal_distances(size("5x4"));
    check_equal_distances(size("6x6"));
    check_equal_distances(size("8x7"));
}

/// Puts four stones on cells whose bits are at equal distances, in every way that the board has, and compares
/// the winner with the reference's winner: four cells around an edge win nothing.
fn check_equal_distances(size: BoardSize) {
    let board_mask = stones(size, &Board::new(size.width(), size.height()), EMPTY);
    let mut random = Random(1);
    let (mut tried, mut built) = (0, 0);
    for start in 0..64 {
        for distance in 1..=(63 - start) / 3 {
            let four = [0, 1, 2, 3].map(|step| start + step * distance);
            if four.iter().all(|bit| board_mask >> bit & 1 == 1) {
                let cells = four.map(|bit| (bit / (size.height() + 1), bit % (size.height() + 1)));
                tried += 1;
                built += usize::from(check_four_cells(size, &cells, &mut random));
            }
        }
    }
    assert!(built * 10 >= tried * 9, "only {built} of {tried} fours on {size}");
}

/// Looks for a sound position with these four stones of one player, the others at random; returns whether
/// there was one.
fn check_four_cells(size: BoardSize, cells: &[(usize, usize); 4], random: &mut Random) -> bool {
    let lines = Board::new(size.width(), size.height()).lines();
    let is_line = lines.iter().any(|line| line.iter().all(|cell| cells.contains(cell)));
    for _ in 0..2_000 {
        let board = board_with(size, cells, random);
        if let Ok(position) = Position::from_cells(size, &board.rows()) {
            assert_eq!(position.winner(), board.winner().and_then(player), "\n{position}");
            // A second line would hide whether the four cells are wrongly taken for a line.
            if board.winner().is_some() == is_line {
                return true;
            }
        }
    }
    false
}

/// Returns a board with stones of the first player on these cells, the stones below them, and a few on top.
fn board_with(size: BoardSize, cells: &[(usize, usize)], random: &mut Random) -> Board {
    let mut board = Board::new(size.width(), size.height());
    for &(column, row) in cells {
        board.put(column, row, X);
    }
    for &(column, row) in cells {
        for below in (0..row).filter(|&below| !cells.contains(&(column, below))) {
            board.put(column, below, stone_for(&board, random));
        }
    }
    // Stones on top until the numbers are right; the first player moved last, who may have won by it.
    while board.count(X) != board.count(O) + 1 && !board.is_full() {
        let column = random.below(size.width());
        if board.stones_in(column) < size.height() {
            board.put(column, board.stones_in(column), stone_for(&board, random));
        }
    }
    board
}

/// Returns a stone, most often one of the player who has too few.
fn stone_for(board: &Board, random: &mut Random) -> u8 {
    let behind = if board.count(X) <= board.count(O) { X } else { O };
    if random.below(4) == 0 { X + O - behind } else { behind }
}

/// Returns the direction of a four by its first two cells, each a column and a row.
fn direction([(column, row), (next, above), ..]: [(usize, usize); 4]) -> Direction {
    match (next - column, above.cmp(&row)) {
        (0, _) => Direction::Up,
        (_, Ordering::Equal) => Direction::Right,
        (_, Ordering::Greater) => Direction::UpRight,
        (_, Ordering::Less) => Direction::DownRight,
    }
}

/// Plays a random game on a plain board beside the reference, and takes it back. Returns whether a player has
/// won.
fn compare_grid(width: usize, height: usize, random: &mut Random) -> bool {
    let (mut grid, mut board) = (Grid::new(width, height).expect("a size"), Board::new(width, height));
    let mut before = Vec::new();
    while !board.is_over() {
        let moves = board.legal_moves();
        let column = moves[random.below(moves.len())];
        before.push((grid.clone(), column));
        let row = board.play(column);
        assert_eq!(grid.play(column), Ok((height - 1 - row) * width + column));
        let number = board.rows();
        assert!(grid.cells().iter().map(|&stone| stone.map_or(EMPTY, |player| player as u8 + 1)).eq(number));
        let heights: Vec<_> = (0..width).map(|column| board.stones_in(column)).collect();
        assert_eq!((grid.heights(), Some(grid.side_to_move())), (heights, player(board.to_move())));
        assert_eq!(grid.winner(), board.winner().and_then(player), "\n{grid}");
        if let Some(full) = (0..width).find(|&column| board.stones_in(column) == height && !board.is_over()) {
            assert_eq!(grid.clone().play(full), Err(PlayError::ColumnFull { number: full + 1 }));
        }
    }
    let winner = board.winner();
    assert_eq!(grid.clone().play(0), Err(PlayError::GameOver { winner: winner.and_then(player) }));
    assert_eq!(grid.is_draw(), winner.is_none(), "\n{grid}");
    let cell = |(column, row): (usize, usize)| (height - 1 - row) * width + column;
    let expected = winner.map_or(Vec::new(), |winner| board.fours(winner));
    let expected: HashSet<_> = expected.into_iter().map(|four| (direction(four), four.map(cell))).collect();
    let found = grid.fours();
    assert_eq!((found.len(), found.into_iter().collect()), (expected.len(), expected), "\n{grid}");
    while let Some((earlier, column)) = before.pop() {
        assert_eq!((grid.undo(), &grid), (Some(column), &earlier));
    }
    assert_eq!(grid.undo(), None);
    winner.is_some()
}

#[test]
fn a_plain_board_of_any_size_has_the_rules_of_the_reference() {
    let (mut random, mut won) = (Random(11), 0);
    for _ in 0..1000 {
        let (width, height) = (1 + random.below(12), 1 + random.below(12));
        won += usize::from(compare_grid(width, height, &mut random));
    }
    assert!((300..900).contains(&won), "{won} games won");
    compare_grid(255, 255, &mut random);
    for (width, height) in [(0, 6), (7, 0), (256, 6), (7, 256)] {
        assert_eq!(Grid::new(width, height), None);
    }
}

#[test]
fn a_plain_board_is_drawn_as_a_position_is() {
    at_every_ply(2, |game, _| {
        let mut grid = Grid::new(game.size().width(), game.size().height()).unwrap();
        for column in game.moves() {
            grid.play(column.index()).unwrap();
        }
        assert_eq!(grid.to_string(), game.position().to_string());
    });
}
