//! Boards whose size is chosen at run time: all 216 against the naive board, and against the boards with the size in their
//! type.

use std::collections::BTreeSet;

use marlin_core::any::{self, Game, Position};
use marlin_core::suite;
use marlin_core::{BoardSize, DropError, GameOutcome, ParsePositionError, PlayError, Player};
use marlin_core::{Cell, Column, DropMove, Size};

use crate::comparison::Random;
use crate::reference::{Board, O, X};

/// Returns the size with this name.
fn size(text: &str) -> BoardSize {
    text.parse().expect("a size that fits")
}

/// Returns the column with this index.
fn column_at(index: usize) -> Column {
    Column::new(index).expect("a column of some board")
}

/// Calls a function with every position of random games of a size, the first of which last as long as they can: nobody
/// completes a four though they could. The naive board beside each has the same stones.
fn play_random_games(size: BoardSize, games: usize, mut visit: impl FnMut(&Game, &Board)) {
    let mut random = Random((size.width() * 100 + size.height()) as u64);
    for number in 0..games {
        let (mut game, mut board) = (Game::on(size), Board::new(size.width(), size.height()));
        visit(&game, &board);
        while !board.is_over() {
            let all = board.legal_moves();
            let quiet: Vec<_> =
                all.iter().copied().filter(|&column| !board.is_winning_move(column)).collect();
            let choice = if number < games / 2 && !quiet.is_empty() { quiet } else { all };
            let column = choice[random.below(choice.len())];
            game.play(column_at(column)).expect("a legal move");
            board.play(column);
            visit(&game, &board);
        }
    }
}

/// Returns the player of a stone of the naive board.
fn player(stone: u8) -> Option<Player> {
    match stone {
        X => Some(Player::X),
        O => Some(Player::O),
        _ => None,
    }
}

/// Returns column and row of a cell.
fn place(cell: Cell) -> (usize, usize) {
    (cell.column().index(), cell.row())
}

/// Asserts that the rules say the same of a game as the naive board.
fn assert_agrees(game: &Game, board: &Board) {
    let position = game.position();
    let size = game.size();
    let context = || format!("{size}, {game}");
    assert_eq!(position.to_cells(), board.rows(), "{}", context());
    let moves: Vec<_> = position.legal_moves().map(Column::index).collect();
    assert_eq!(moves, board.legal_moves(), "{}", context());
    assert_eq!(game.legal_moves(), position.legal_moves().collect::<Vec<_>>());
    assert_eq!(position.nb_moves() as usize, board.ply(), "{}", context());
    assert_eq!(position.side_to_move(), player(board.to_move()).expect("one of the two"), "{}", context());
    assert_eq!(position.winner(), board.winner().and_then(player), "{}", context());
    assert_eq!((position.is_full(), position.is_over()), (board.is_full(), board.is_over()), "{}", context());
    let heights: Vec<_> = (0..size.width()).map(|column| board.stones_in(column)).collect();
    assert_eq!(game.heights(), heights, "{}", context());
    for column in size.columns() {
        assert_eq!(position.can_play(column), heights[column.index()] < size.height(), "{}", context());
        assert_eq!(position.is_winning_move(column), board.is_winning_move(column.index()), "{}", context());
    }
    assert_eq!(position.mirror().to_cells(), board.mirror().rows(), "{}", context());
    let them = if board.to_move() == X { O } else { X };
    for (cells, stone) in
        [(position.winning_cells(), board.to_move()), (position.opponent_winning_cells(), them)]
    {
        assert!(cells.iter().map(place).eq(board.winning_cells(stone)), "{cells:?} of {}", context());
    }
    for column in size.columns() {
        for row in 0..size.height() {
            let stone = position.at(Cell::new(column, row).expect("a cell"));
            assert_eq!(stone, player(board.stone(column.index(), row)), "{}", context());
        }
    }
}

/// Asserts that a game ends as the naive board does, with the same winning stones.
fn assert_ends_alike(game: &Game, board: &Board) {
    let context = || format!("{}, {game}", game.size());
    let outcome = board.winner().and_then(player).map(GameOutcome::Won);
    let drawn = board.is_full().then_some(GameOutcome::Drawn);
    assert_eq!(game.outcome(), outcome.or(drawn), "{}", context());
    assert_eq!(game.is_draw(), game.outcome() == Some(GameOutcome::Drawn));
    for stone in [X, O] {
        assert_eq!(
            game.is_win(player(stone).expect("one of the two")),
            board.has_four(stone),
            "{}",
            context()
        );
    }
    let fours = board.winner().map_or_else(Vec::new, |winner| board.fours(winner));
    let lines: BTreeSet<_> = game.winning_lines().into_iter().map(|line| line.map(place)).collect();
    assert_eq!(lines.len(), fours.len(), "{}", context());
    assert_eq!(lines, fours.iter().copied().collect(), "{}", context());
    let stones: BTreeSet<_> = game.winning_stones().iter().map(place).collect();
    assert_eq!(stones, fours.into_iter().flatten().collect(), "{}", context());
    if board.is_over() {
        let refused = game.clone().play(Column::FIRST);
        assert_eq!(refused, Err(PlayError::GameOver { winner: game.position().winner() }), "{}", context());
    }
}

#[test]
fn random_games_on_every_board_go_as_on_the_naive_one() {
    let (mut won, mut drawn) = (0, 0);
    for size in BoardSize::all() {
        play_random_games(size, 8, |game, board| {
            assert_agrees(game, board);
            assert_ends_alike(game, board);
            won += u32::from(board.winner().is_some());
            drawn += u32::from(game.is_draw());
        });
    }
    assert!(won > 500 && drawn > 100, "{won} won, {drawn} drawn");
}

#[test]
fn every_move_on_every_board_can_be_taken_back() {
    for size in BoardSize::all() {
        let mut before: Vec<Game> = Vec::new();
        play_random_games(size, 4, |game, _| {
            before.truncate(game.moves().len());
            let mut back = game.clone();
            for earlier in before.iter().rev() {
                assert_eq!(back.undo().as_ref(), game.moves().get(earlier.moves().len()), "{size}, {game}");
                assert_eq!(&back, earlier, "{size}, {game}");
            }
            assert_eq!(back.undo(), None, "{size}, {game}");
            before.push(game.clone());
        });
    }
}

#[test]
fn a_column_is_refused_when_it_is_full_or_not_on_the_board() {
    for size in BoardSize::all() {
        let mut game = Game::on(size);
        if let Some(beyond) = Column::new(size.width()) {
            let (number, width) = (size.width() + 1, size.width());
            assert_eq!(game.play(beyond), Err(PlayError::NoColumn { number, width }));
            let position = game.position();
            assert!(
                !position.can_play(beyond)
                    && !position.is_winning_move(beyond)
                    && position.height(beyond) == 0
            );
            assert!(!size.has_column(beyond) && position.at(Cell::new(beyond, 0).unwrap()).is_none());
        }
        // Up to three stones, which no four ends.
        while size.height() <= 3 && game.play(Column::FIRST).is_ok() {}
        if size.height() <= 3 && size.width() > 1 {
            assert_eq!(game.play(Column::FIRST), Err(PlayError::ColumnFull { number: 1 }), "{size}");
        }
        assert_eq!(game.moves().len(), game.position().nb_moves() as usize);
    }
}

/// Asserts that a game and its position come back from each of their forms, and from those that show the board without its
/// size too.
fn assert_round_trips(game: &Game) {
    let (size, position) = (game.size(), game.position());
    assert_eq!(Game::parse(size, &game.to_string()).as_ref(), Ok(game));
    let columns = game.moves().iter().map(|column| column.index());
    assert_eq!(Game::from_columns_on(size, columns).as_ref(), Ok(game));
    let numbers: Vec<_> = size.columns().map(|column| column.to_string()).collect();
    let framed = format!(
        "+---+\n| {} |\n+---+\n  {}\n",
        position.to_string().replace('\n', " |\n| "),
        numbers.join(" ")
    );
    let (x, o) = (position.stones(Player::X).bits(), position.stones(Player::O).bits());
    let mark = if position.side_to_move() == Player::X { 1 } else { 2 };
    let hands = position.to_fen();
    let forms = [
        ("moves", Position::parse(size, &game.to_string())),
        ("drawing", Position::from_drawing(&position.to_string())),
        ("frame", Position::from_drawing(&framed)),
        ("rows", Position::from_rows(&position.to_rows())),
        ("FEN", Position::from_fen(&hands)),
        ("FEN without hands", Position::from_fen(hands.split('[').next().unwrap_or_default())),
        ("cells", Position::from_cells_on(size, &position.to_cells())),
        ("Kaggle", Position::from_kaggle(size, &position.to_cells(), Some(mark))),
        ("connect-4.data", Position::from_connect4_data(size, &position.to_connect4_data())),
        ("bitboards", Position::from_bitboards_on(size, x, o)),
    ];
    for (form, read) in forms {
        assert_eq!(read.as_ref(), Ok(position), "{form} of {size}, {game}");
    }
    let stones_left = hands.chars().filter(|c| *c == 'P' || *c == 'p').count();
    assert_eq!(stones_left, size.cells() as usize, "stones on the board and in hand: {hands}");
    let mut by_drops = Game::on(size);
    for drop in DropMove::line(game.start(), game.moves()) {
        let text = drop.to_string();
        assert_eq!(DropMove::parse(size, &text), Ok(drop), "{text} on {size}");
        assert!(text[2..].chars().all(|c| c.is_ascii_alphanumeric()), "{text} on {size}");
        drop.play_in(&mut by_drops).expect("a legal move");
    }
    assert_eq!(&by_drops, game);
}

#[test]
fn every_position_of_every_board_comes_back_from_each_of_its_forms() {
    for size in BoardSize::all() {
        play_random_games(size, 4, |game, board| {
            // Every position of the way would take long: the first, the last, and some between them.
            if board.is_over() || game.moves().len().is_multiple_of(7) {
                assert_round_trips(game);
            }
        });
    }
}

#[test]
fn some_legal_moves_lead_to_every_position_that_was_played() {
    for size in BoardSize::all() {
        play_random_games(size, 2, |game, board| {
            if board.is_over() {
                let found = Game::leading_to(game.position()).expect("it was played");
                assert_eq!(Game::parse(size, &found.to_string()).as_ref(), Ok(&found));
                assert_eq!(found.position(), game.position(), "{size}, {game}");
            }
        });
    }
}

#[test]
fn boards_of_two_sizes_have_no_position_in_common() {
    let [wide, high] = [size("6x4"), size("4x6")].map(Position::on);
    assert_ne!(wide, high);
    assert_eq!(
        (wide.cast::<Size<4, 6>>(), high.cast::<Size<4, 6>>()),
        (None, Some(marlin_core::Position::empty()))
    );
}

/// Compares the boards of a size in the type with those of a size at run time.
fn assert_typed_is_the_same<const W: usize, const H: usize>() {
    let size = BoardSize::new(W, H).expect("a size that fits");
    play_random_games(size, 40, |game, _| {
        let typed: marlin_core::Game<Size<W, H>> = game.cast().expect("a game of this size");
        assert_eq!(&Game::from(typed.clone()), game);
        let (ours, theirs) = (game.position(), typed.position());
        assert_eq!(&Position::from(*theirs), ours);
        assert_eq!(ours.cast().as_ref(), Some(theirs));
        assert_eq!((game.to_string(), ours.to_string()), (typed.to_string(), theirs.to_string()));
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        assert_eq!((ours.key(), ours.mask()), (theirs.key(), theirs.mask()));
        assert_eq!(ours.canonical(), theirs.canonical().into());
        assert_eq!((ours.to_rows(), ours.to_fen()), (theirs.to_rows(), theirs.to_fen()));
        assert_eq!(ours.to_connect4_data(), theirs.to_connect4_data());
        assert_eq!(ours.can_win_next(), theirs.can_win_next());
        assert_eq!(ours.playable_cells().to_string(), theirs.playable_cells().to_string());
        assert_eq!(game.heights(), typed.heights());
        assert_eq!(game.winning_stones().bits(), typed.winning_stones().bits());
        assert_eq!(
            marlin_core::decided(ours).map(any::Score::get),
            marlin_core::decided(theirs).map(marlin_core::Score::get)
        );
        let (counts, typed_counts) =
            (marlin_core::perft_divide(ours, 2), marlin_core::perft_divide(theirs, 2));
        assert!(
            counts
                .iter()
                .map(|(column, count)| (column.index(), count))
                .eq(typed_counts.iter().map(|(column, count)| (column.index(), count)))
        );
    });
}

#[test]
fn the_rules_are_those_of_the_boards_with_the_size_in_their_type() {
    assert_typed_is_the_same::<7, 6>();
    assert_typed_is_the_same::<8, 7>();
    assert_typed_is_the_same::<12, 4>();
}

#[test]
fn a_text_is_refused_for_the_same_reason_as_by_the_boards_with_the_size_in_their_type() {
    type Typed = marlin_core::Position<Size<8, 7>>;
    let eight = size("8x7");
    let texts = [
        "4433",
        "44 33",
        "449",
        "48x",
        "11111111",
        "12121213",
        "9",
        "",
        "./.",
        "8/8/8/8/8/8/8 w",
        "8/8/8/8/8/8/8 b",
        "9/8/8/8/8/8/8",
        "8/8/8/8/8/8/3P4 b",
        "8/8/8/8/8/3P4/8",
        "8/8",
        "x,o",
        "X",
        "?",
        "........",
        "d1",
        "P@h1",
        "i1",
        "h8",
    ];
    let mut errors = 0;
    for text in texts {
        let (read, typed) = (Position::parse(eight, text), text.parse::<Typed>().map(Position::from));
        errors += u32::from(read.is_err());
        assert_eq!(read, typed, "{text:?}");
        let data = Position::from_connect4_data(eight, text);
        assert_eq!(data, Typed::from_connect4_data(Size, text).map(Position::from), "{text:?}");
        let drop = DropMove::parse(eight, text).map(|drop| drop.to_string());
        assert_eq!(drop, DropMove::parse(Size::<8, 7>, text).map(|drop| drop.to_string()), "{text:?}");
    }
    assert!(errors > 10);
}

#[test]
fn what_is_wrong_with_a_text_takes_one_line() {
    let (nine, twelve) = (size("9x5"), size("12x4"));
    let error = |read: Result<Position, ParsePositionError>| read.unwrap_err().to_string();
    for (found, expected) in [
        (error(Position::parse(nine, "44a")), "invalid character 'a' at index 2 (moves are columns, 1 to 9)"),
        (
            error(Position::parse(size("10x5"), "b")),
            "invalid character 'b' at index 0 (moves are columns, 1 to 9 and a)",
        ),
        (error(Position::parse(twelve, "aaaaa")), "move 5: column 10 is full"),
        (error(Position::from_columns_on(nine, [9])), "invalid column 9 at index 0 (columns are 0 to 8)"),
        (error(Position::from_rows("...../....")), "4 cells in row 2 from the top, where the board has 5"),
        (
            error(marlin_core::Position::<Size<9, 5>>::from_rows(".../...").map(Position::from)),
            "2 rows, where the board has 5 ('/' stands between rows, the top row comes first)",
        ),
        (
            error(Position::from_rows("........./".repeat(7).trim_end_matches('/'))),
            "a board of 9x7 doesn't fit: with 7 rows it has 1 to 8 columns",
        ),
        (error(Position::from_drawing("...\n....")), "4 cells in row 2 from the top, where the board has 3"),
        (
            error(Position::from_drawing("")),
            "a board of 0x0 doesn't fit: width * (height + 1) is 1 to 64, as in 7x6 or 8x7",
        ),
        (
            error(Position::from_fen("9/9/9/9/9/9/9 w - - 0 1")),
            "a board of 9x7 doesn't fit: with 7 rows it has 1 to 8 columns",
        ),
        (
            error(marlin_core::Position::<Size<12, 4>>::from_fen("12/12/12/13 w").map(Position::from)),
            "invalid character '1' at index 9 (a rank is made of P, p and 1 to 12)",
        ),
        (
            error(Position::from_fen("12/11/12/12 w")),
            "11 cells in row 2 from the top, where the board has 12",
        ),
        (error(Position::from_cells_on(nine, &[0; 42])), "42 cells, where the board has 45"),
    ] {
        assert_eq!(found, expected);
        assert_eq!(found.lines().count(), 1);
    }
}

#[test]
fn drops_on_the_widest_boards_have_files_of_two_letters() {
    let widest = size("32x1");
    let all: Vec<_> = widest.columns().map(|column| DropMove::new(&Position::on(widest), column)).collect();
    let texts: Vec<_> = all.iter().map(ToString::to_string).collect();
    assert_eq!([&texts[0], &texts[25], &texts[26], &texts[31]], ["P@a1", "P@z1", "P@aa1", "P@af1"]);
    for (drop, text) in all.iter().zip(&texts) {
        for text in [text.as_str(), &text.to_uppercase(), &text[2..], text[2..].trim_end_matches('1')] {
            assert_eq!(DropMove::parse(widest, text).map(DropMove::column), Ok(drop.column()), "{text}");
        }
    }
    let twenty_seven = size("27x1");
    assert_eq!(DropMove::parse(twenty_seven, "aa").map(|drop| drop.column().number()), Ok(27));
    for text in ["ab1", "{1", "aaa", "a2", "a0", "", "P@"] {
        assert_eq!(
            DropMove::parse(twenty_seven, text),
            Err(DropError::NoCell { last_file: "aa", ranks: 1 }),
            "{text}"
        );
    }
    assert_eq!(DropMove::parse(Size::<32, 1>, "af").map(|drop| drop.column().number()), Ok(32));
}

#[test]
fn a_drop_of_a_wider_board_is_refused_by_the_rules() {
    let drop = DropMove::parse(size("9x5"), "i2").unwrap();
    let mut game = Game::on(BoardSize::STANDARD);
    let refused = drop.play_in(&mut game).unwrap_err();
    assert_eq!(refused.to_string(), "there is no column 9 (the columns are 1 to 7)");
    assert!(game.moves().is_empty());
}

/// Returns the number of move sequences by the naive board.
fn naive_perft(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for column in board.legal_moves() {
        board.play(column);
        count += naive_perft(board, depth - 1);
        board.take_back(column);
    }
    count
}

#[test]
fn move_sequences_of_every_board_are_as_many_as_on_the_naive_one() {
    for size in BoardSize::all() {
        // A depth at which the sequences are some thousands.
        let depth = (0..9).take_while(|&depth| (size.width() as u64).pow(depth) <= 5_000).last().unwrap();
        let mut naive = Board::new(size.width(), size.height());
        let expected = naive_perft(&mut naive, depth);
        let position = Position::on(size);
        assert_eq!(marlin_core::perft(&position, depth), expected, "{size} to {depth} plies");
        let counts = marlin_core::perft_divide(&position, depth.max(1));
        assert!(counts.iter().map(|(column, _)| column.index()).eq(0..size.width()), "{size}");
    }
}

#[test]
fn a_set_states_its_board_in_its_head() {
    let read = |text: &str| suite::read::<BoardSize>(text.as_bytes());
    let set = read("# some positions\n# board 9x5\n\n9191919 -19\n 1\n").unwrap();
    assert_eq!((set.board, set.lines.len()), (size("9x5"), 2));
    assert_eq!(set.lines[0].game, Game::parse(set.board, "9191919").unwrap());
    for (text, expected) in [("4433 18\n", "7x6"), ("# no positions\n", "7x6"), ("# board 5x4\n", "5x4")] {
        assert_eq!(read(text).unwrap().board, size(expected), "{text:?}");
    }
    // A comment is one, whatever it tells of boards.
    assert_eq!(read("# board games\n#board 5x4 of the other set\n").unwrap().board, size("5x4"));
    for (text, expected) in [
        ("# board 9x9\n", "line 1: a board of 9x9 doesn't fit: with 9 rows it has 1 to 6 columns"),
        ("# board 9\n", "line 1: \"9\" isn't a board size (write columns x rows, as in 7x6)"),
        ("4433 18\n# board 9x5\n", "line 2: a set of board 9x5, where 7x6 is expected"),
        ("# board 8x5\n# board 9x5\n", "line 2: a set of board 9x5, where 8x5 is expected"),
        ("# board 5x4\n4433 18\n", "line 2: invalid score \"18\" (scores are -7 to 7)"),
        ("# board 5x4\n6 0\n", "line 2: invalid character '6' at index 0 (moves are columns, 1 to 5)"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), expected, "{text:?}");
    }
}

#[test]
fn a_set_of_another_board_is_refused_by_a_reader_of_one() {
    use marlin_core::suite::{self, Suite};
    let text = "# board 8x7\n1122334 -25\n".as_bytes();
    let set: Suite<Size<8, 7>> = suite::read(text).unwrap();
    assert_eq!(set.lines[0].score.get(), -25);
    let error = suite::read::<marlin_core::Standard>(text).unwrap_err();
    assert_eq!(error.to_string(), "line 1: a set of board 8x7, where 7x6 is expected");
}
