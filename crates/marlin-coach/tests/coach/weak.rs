//! The weak solution: its proof, and damage to it.

use std::collections::HashSet;

use marlin_coach::weak::{FILE, Fault, LostLine, Reason, Rule, Solution, Stones, WeakPlayer, verify};
use marlin_core::{BoardSize, Column, Game, GameOutcome, Outcome, Player, Position, Solver};

use crate::naive::{Board, Place};

/// Returns the solution of the crate.
fn solution() -> Solution {
    FILE.parse().unwrap()
}

/// Returns the lines of the file.
fn lines() -> Vec<String> {
    FILE.lines().map(str::to_owned).collect()
}

/// Returns the reason why a file with these lines is no proof, and checks that it names a game that X does
/// not win.
fn refused(lines: &[String]) -> String {
    match lines.join("\n").parse::<Solution>() {
        Err(error) => error.to_string(),
        Ok(solution) => {
            let lost = verify(&solution).unwrap_err();
            assert_names_a_fault(&lost);
            lost.to_string()
        }
    }
}

/// Checks that a solution has no move after a game, or that X does not win after it, by the solver.
fn assert_names_a_fault(lost: &LostLine) {
    let position: Position = lost.moves.parse().unwrap();
    let is_won = !position.is_over() && Solver::new().solve_outcome(&position) == Outcome::Win;
    assert!(lost.fault == Fault::NoMove || !is_won, "{lost}");
}

/// Returns the index of the first leaf with at least five items.
fn long_leaf(lines: &[String]) -> usize {
    lines
        .iter()
        .position(|line| {
            line.strip_prefix('=').is_some_and(|rule| rule.parse::<Rule>().unwrap().items.len() > 4)
        })
        .unwrap()
}

#[test]
fn the_solution_wins_against_every_reply_and_is_smaller_than_the_published_one() {
    let proof = verify(&solution()).unwrap();
    assert!(proof.positions() < 10_000 && FILE.len() < 150_000, "{proof:?}");
    assert!(proof.leaves > 500 && proof.played > 1_000_000 && proof.longest == 41, "{proof:?}");
}

#[test]
fn a_solution_is_written_as_it_was_read() {
    let text: String =
        FILE.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(solution().to_string(), text);
}

#[test]
fn a_rule_without_its_items_is_refused_with_a_game_that_it_does_not_win() {
    let mut lines = lines();
    let leaf = long_leaf(&lines);
    "=".clone_into(&mut lines[leaf]);
    let reason = refused(&lines);
    assert!(reason.starts_with("after 4"), "{reason}");
}

#[test]
fn a_file_without_one_of_its_leaves_is_refused() {
    let mut lines = lines();
    let mut without = lines.clone();
    without.remove(long_leaf(&lines));
    assert!(!refused(&without).is_empty());
    lines.truncate(10);
    let error = lines.join("\n").parse::<Solution>().unwrap_err();
    assert!(error.to_string().starts_with("the file ends before the position after 4"), "{error}");
}

#[test]
fn a_changed_move_is_refused() {
    let lines = lines();
    let first = lines.iter().position(|line| !line.starts_with('#')).unwrap();
    for digit in ['1', '2', '3', '4', '5', '6', '7', '8', 'x'] {
        let mut changed = lines.clone();
        if !changed[first].starts_with(digit) {
            changed[first].replace_range(..1, &digit.to_string());
            assert!(!refused(&changed).is_empty());
        }
    }
}

#[test]
fn a_tree_without_a_move_or_with_a_losing_one_is_refused_with_the_game() {
    let full = solution();
    let (stones, _) = Solution::replies(Solution::start()).into_iter().find(|(_, is_only)| !is_only).unwrap();
    let mut changed = full.clone();
    changed.moves.remove(&stones.key());
    let lost = verify(&changed).unwrap_err();
    assert_eq!((lost.moves.len(), lost.fault), (2, Fault::NoMove));
    for column in 0..7 {
        let cell = stones.playable() & 0b11_1111 << (7 * column);
        let mut changed = full.clone();
        if changed.moves.insert(stones.key(), cell) != Some(cell) {
            assert_names_a_fault(&verify(&changed).unwrap_err());
        }
    }
}

#[test]
fn more_lines_or_moves_than_the_tree_needs_are_refused() {
    let mut longer = lines();
    longer.push("4".to_owned());
    assert_eq!(refused(&longer), format!("line {}: more than the tree needs", longer.len()));
    let mut wider = lines();
    let first = wider.iter().position(|line| !line.starts_with('#')).unwrap();
    wider[first].push('4');
    assert_eq!(refused(&wider), format!("line {}: more than the tree needs", first + 1));
}

#[test]
fn the_solver_agrees_with_every_move_of_the_tree_and_every_leaf() {
    let (solution, solver) = (solution(), Solver::new());
    let outcome = |stones: Stones| {
        solver.solve_outcome(
            &Position::from_bitboards(BoardSize::STANDARD, stones.x.into(), stones.o.into()).unwrap(),
        )
    };
    let (mut seen, mut left) = (HashSet::new(), vec![Solution::start()]);
    while let Some(stones) = left.pop() {
        if !seen.insert(stones.key()) {
            continue;
        }
        assert_eq!(outcome(stones), Outcome::Loss, "O is to move: {stones:?}");
        if solution.rules.contains_key(&stones.key()) {
            continue;
        }
        for (reply, _) in Solution::replies(stones) {
            assert_eq!(outcome(reply), Outcome::Win, "X is to move: {reply:?}");
            left.push(reply.with_x(solution.moves[&reply.key()]).canonical().0);
        }
    }
    assert!(seen.len() > 1_000);
}

#[test]
fn a_game_and_its_mirror_image_get_mirrored_answers() {
    let solution = solution();
    let game = |mirror: bool| {
        let mut player = WeakPlayer::new(&solution);
        let mut columns = vec![];
        for reply in [2, 5, 3, 6, 1, 7] {
            let on_board = |column: u32| if mirror { 8 - column } else { column };
            player = match player.answer(on_board(reply)) {
                Ok((next, _)) if !next.has_won() => next,
                _ => break,
            };
            columns.push(on_board(player.column()));
        }
        columns
    };
    assert!(game(false).len() > 1);
    assert_eq!(game(false), game(true));
}

#[test]
fn random_games_end_with_a_four_of_x_by_the_rules_of_the_core() {
    let (solution, mut random) = (solution(), 1_u64);
    for _ in 0..5_000 {
        let (mut player, mut game) = (WeakPlayer::new(&solution), Game::new());
        loop {
            game.play(Column::new(player.column() as usize - 1).unwrap()).unwrap();
            if player.has_won() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves: Vec<_> = game.legal_moves().collect();
            let reply = moves[(random >> 33) as usize % moves.len()];
            game.play(reply).unwrap();
            player = player.answer(reply.number() as u32).unwrap().0;
        }
        assert_eq!(game.outcome(), Some(GameOutcome::Won(Player::X)), "{game}");
    }
}

/// All games against a solution, by the rules of the core: a check of [`verify`] that has none of its sets of
/// positions, and plays mirror images by themselves.
///
/// A position is skipped only if the same position was met with an equal player, which has the same answers.
#[derive(Default)]
struct AllGames<'a> {
    after_tree_moves: HashSet<(Position, WeakPlayer<'a>)>,
    /// Those since the last move of the tree.
    after_other_moves: HashSet<(Position, WeakPlayer<'a>)>,
    /// The positions with O to move.
    positions: u64,
    wins: u64,
}

impl<'a> AllGames<'a> {
    /// Plays every reply of O to the end.
    fn play(&mut self, position: &Position, player: &WeakPlayer<'a>) {
        self.positions += 1;
        position.legal_moves().for_each(|reply| self.reply(*position, player, reply));
    }

    /// Plays all games after a reply of O.
    fn reply(&mut self, mut position: Position, player: &WeakPlayer<'a>, reply: Column) {
        position.play(reply).unwrap();
        let (next, reason) = player.answer(reply.number() as u32).unwrap();
        position.play(Column::from_number(next.column() as usize).unwrap()).unwrap();
        assert_eq!(position.winner(), next.has_won().then_some(Player::X), "{position}");
        if next.has_won() {
            self.wins += 1;
            return;
        }
        assert!(!position.is_over(), "{position}");
        let met = if matches!(reason, Reason::Tree | Reason::Only) {
            self.after_other_moves.clear();
            &mut self.after_tree_moves
        } else {
            &mut self.after_other_moves
        };
        if met.insert((position, next)) {
            self.play(&position, &next);
        }
    }
}

/// `MARLIN_EXHAUSTIVE=1` plays all first replies of O in place of the leftmost one.
#[test]
fn every_game_ends_with_a_four_of_x_by_the_rules_of_the_core() {
    let (solution, mut all) = (solution(), AllGames::default());
    let is_exhaustive = crate::is_exhaustive();
    let position: Position = "4".parse().unwrap();
    for reply in position.legal_moves().take(if is_exhaustive { 7 } else { 1 }) {
        all.reply(position, &WeakPlayer::new(&solution), reply);
    }
    // docs/results.md has the numbers of all games.
    let expected = if is_exhaustive { (16_933_607, 31_201_266) } else { (300_149, 530_463) };
    assert_eq!((all.positions, all.wins), expected);
}

#[test]
fn a_column_that_o_cannot_play_has_no_answer() {
    let solution = solution();
    let mut player = WeakPlayer::new(&solution);
    assert!([0, 8, u32::MAX].iter().all(|&column| player.answer(column).unwrap_err() == Fault::Unplayable));
    let mut position: Position = "4".parse().unwrap();
    while !player.has_won() {
        let full = (1..=7).filter(|&number| !position.can_play(Column::from_number(number).unwrap()));
        full.for_each(|number| assert_eq!(player.answer(number as u32).unwrap_err(), Fault::Unplayable));
        let reply = position.legal_moves().next().unwrap();
        player = player.answer(reply.number() as u32).unwrap().0;
        position.play(reply).unwrap();
        position.play(Column::from_number(player.column() as usize).unwrap()).unwrap();
    }
    assert!((1..=7).all(|column| player.answer(column).unwrap_err() == Fault::Unplayable));
}

#[test]
fn a_move_of_several_cells_is_one_stone() {
    let mut changed = solution();
    changed.moves.values_mut().for_each(|cells| *cells = u64::MAX);
    assert_names_a_fault(&verify(&changed).unwrap_err());
}

#[test]
fn a_solution_without_moves_is_refused_at_its_first_reply() {
    assert_eq!(verify(&Solution::default()).unwrap_err().to_string(), "after 41: the solution has no move");
}

/// Returns whether X wins whatever O plays, who is to move: a step of X's play as docs/results.md has it,
/// like the next one.
fn is_double_threat(board: &Board) -> bool {
    board.open().all(|(column, _)| board.after(column).wins_of(Player::X).next().is_some())
}

/// Returns the lowest cells of the other odd columns if an odd threat wins. O is to move.
fn odd_threat(board: &Board) -> Option<Vec<Place>> {
    let odd = || (0..7).filter(|&column| board.height_of(column) % 2 == 1);
    let mut threats = odd().flat_map(|column| [0, 2, 4].map(|row| (column, row)));
    let (column, _) = threats.find(|&(its_column, threat)| {
        let is_trap = |c, r| r % 2 == 1 && r > board.height_of(c) && board.completes(Player::X, (c, r));
        let may_get = |&(c, r): &Place| {
            let is_below = c == its_column && r < threat && r % 2 == 1;
            let is_outside = c != its_column && (r % 2 == 0 || r == board.height_of(c));
            is_below || is_outside && !(board.height_of(c)..=r).any(|below| is_trap(c, below))
        };
        let empty = (0..7).flat_map(|c| (board.height_of(c)..6).map(move |r| (c, r)));
        let theirs = empty.filter(may_get).fold(board.set(Player::O), |set, cell| set | board.bit(cell));
        board.completes(Player::X, (its_column, threat)) && !board.has_four(theirs)
    })?;
    Some(odd().filter(|&other| other != column).map(|other| (other, board.height_of(other))).collect())
}

#[test]
fn a_player_written_from_the_document_finds_the_odd_threats_of_the_solution_and_wins_by_them() {
    let (solution, mut state, mut won) = (solution(), 1_u64, 0);
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % end
    };
    // Positions with X to move, of games against the solution.
    let mut boards = Vec::new();
    for _ in 0..3_000 {
        let (mut player, mut board) = (WeakPlayer::new(&solution), Board::new(7, 6));
        while !player.has_won() {
            board = board.after(player.column() as usize - 1);
            let replies: Vec<_> = board.open().collect();
            let (reply, _) = replies[below(replies.len())];
            board = board.after(reply);
            boards.push(board);
            player = player.answer(reply as u32 + 1).unwrap().0;
        }
    }
    for board in boards {
        let [x, o] = [Player::X, Player::O].map(|player| board.set(player) as u64);
        let after_safe = || board.safe().into_iter().map(|(column, _)| board.after(column));
        let at_once = !board.wins().is_empty() || after_safe().any(|after| is_double_threat(&after));
        let found = after_safe().find_map(|after| odd_threat(&after).map(|pairs| (after, pairs)));
        assert_eq!(Stones { x, o }.wins_by_rules(), at_once || found.is_some(), "{board:?}");
        let Some((start, pairs)) = found.filter(|_| !at_once) else { continue };
        won += 1;
        for _ in 0..20 {
            let mut board = start;
            loop {
                let replies: Vec<_> = board.open().collect();
                let last = replies[below(replies.len())];
                assert!(!board.completes(Player::O, last), "{board:?}");
                board = board.after(last.0);
                if !board.wins().is_empty() {
                    break;
                }
                let place = pairs.iter().position(|&cell| cell == last);
                let partner = place.map(|place| pairs[place ^ 1]).filter(|&(c, r)| board.height_of(c) == r);
                board = board.after(partner.unwrap_or(last).0);
            }
        }
    }
    assert!(won > 40, "{won}");
}
