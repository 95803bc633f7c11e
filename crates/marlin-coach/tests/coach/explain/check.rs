//! The truth of each kind of statement, by the rules of the game alone.

use std::collections::HashSet;

use marlin_coach::explain::{
    Entry, Explanation, Fork, ForkKind, Opening, Search, Statement, Step, Threat, Worth,
};
use marlin_core::{Cell, GameOutcome, Player, Position, Solver};

use super::claimeven;
use crate::naive::{Board, Place, place, places};

fn set(places: impl IntoIterator<Item = Place>) -> HashSet<Place> {
    places.into_iter().collect()
}

/// Checks all statements about a position. The solver is asked for scores alone.
pub(crate) fn steps(position: &Position, steps: &[Step], solver: &Solver) {
    let score = solver.solve(position);
    for step in steps {
        assert!(step.bounds.contains(score), "{position:?} has the score {score}, but {step:?}");
        statement(position, &step.statement, solver);
    }
}

/// Checks a whole explanation, in which a search finds the facts that the rules do not prove.
pub(crate) fn explanation(explanation: &Explanation, solver: &Solver) {
    let position = &explanation.position;
    steps(position, &explanation.steps, solver);
    assert_eq!(explanation.bounds.score(), Some(solver.solve(position)), "{position:?}");
    layers(explanation);
}

/// Checks that each move number in the sentences is the number of the headline, or is marked as all that a
/// rule proves. Returns whether one is later than the number of the headline.
pub(crate) fn move_numbers(explanation: &Explanation) -> bool {
    let (position, score) = (&explanation.position, explanation.bounds.score().unwrap());
    let last = position.ending(score).final_move;
    let mut is_later = false;
    let is_opening = |step: &&Step| matches!(step.statement, Statement::Opening(_));
    // The scores of the other columns have ends of their own.
    for step in explanation.steps.iter().filter(|step| !is_opening(step)) {
        let sentence = step.sentence(position).to_string();
        let parts: Vec<_> = sentence.split("move ").collect();
        for pair in parts.windows(2) {
            let digits = pair[1].chars().take_while(char::is_ascii_digit).collect::<String>();
            let Ok(number) = digits.parse::<u32>() else { continue };
            let plan = pair[0].rsplit(". ").next().unwrap_or_default();
            let is_of_a_rule = plan.starts_with("With this plan ") && plan.ends_with(" wins by ");
            assert!(is_of_a_rule || number == last, "{position:?}: {sentence}");
            is_later |= number > last;
        }
    }
    is_later
}

/// Checks that the layers are those in which the bounds told the winner and the score, and that no layer is
/// out of turn.
fn layers(explanation: &Explanation) {
    let position = &explanation.position;
    let layers: Vec<_> = explanation.steps.iter().map(|step| step.layer).collect();
    assert!(layers.is_sorted(), "{position:?}: {layers:?}");
    let told = explanation.steps.iter().find(|step| step.bounds.outcome().is_some());
    if let (Some(step), Some(layer)) = (told, explanation.outcome_layer) {
        assert!(layer <= step.layer, "{position:?}");
    }
    assert!(explanation.outcome_layer <= explanation.score_layer || explanation.score_layer.is_none());
}

fn statement(position: &Position, statement: &Statement, solver: &Solver) {
    let board = &Board::of(position);
    let (us, them) = (board.to_move(), if board.to_move() == Player::X { Player::O } else { Player::X });
    let context = format!("{position:?}: {statement:?}");
    match statement {
        Statement::Over { outcome, stones } => over(board, *outcome, stones, &context),
        Statement::WinsAtOnce { player, cells } => {
            assert_eq!((*player, set(places(cells))), (us, set(board.wins())), "{context}");
            assert!(!cells.is_empty(), "{context}");
        }
        Statement::MustBlock { player, cell } => {
            assert!(*player == us && board.wins().is_empty(), "{context}");
            assert!(board.completes(them, place(*cell)), "{context}");
            let others = board.legal().into_iter().filter(|&other| other != place(*cell));
            others.for_each(|(column, _)| assert!(!board.after(column).wins().is_empty(), "{context}"));
        }
        Statement::CannotBlock { winner, fork } => {
            assert_eq!(*winner, them, "{context}");
            check_fork(board, fork, &context);
        }
        Statement::DoubleThreat { player, by, fork } => {
            assert!(*player == us && board.legal().contains(&place(*by)), "{context}");
            check_fork(&board.after(place(*by).0), fork, &context);
        }
        Statement::ForcedLine { winner, moves, fork } => forced_line(board, *winner, moves, fork, &context),
        Statement::EveryMove { player, branches } => {
            assert_eq!(*player, us, "{context}");
            let cells = branches.iter().map(|branch| place(branch.cell));
            assert_eq!(set(cells), set(board.legal()), "{context}");
            for branch in branches {
                assert!(!branch.steps.is_empty(), "{context}");
                steps(&after(position, branch.cell), &branch.steps, solver);
            }
        }
        Statement::After { player, branch } => {
            assert!(*player == us && board.legal().contains(&place(branch.cell)), "{context}");
            assert!(!branch.steps.is_empty(), "{context}");
            steps(&after(position, branch.cell), &branch.steps, solver);
        }
        Statement::Threats(threats) => check_threats(board, threats, &context),
        Statement::NoLineLeft { player } => {
            let other = player.opponent();
            let is_blocked = |line: &[Place; 4]| line.iter().any(|&place| board.at(place) == Some(other));
            assert!(board.lines().iter().all(is_blocked), "{context}");
        }
        Statement::TooLate { player } => {
            assert!(board.empty() <= 6 && !board.can_win(*player), "{context}");
        }
        Statement::FreeMoves { cells, last, entries } => free_moves(board, cells, *last, entries, &context),
        Statement::Claimeven(claimeven) => claimeven::check(board, claimeven, &context),
        Statement::Opening(opening) => check_opening(position, opening, solver, &context),
        Statement::Search(search) => check_search(position, search, solver, &context),
        other => panic!("an unchecked statement: {other:?}"),
    }
}

fn after(position: &Position, cell: Cell) -> Position {
    let mut next = *position;
    next.play(cell.column()).expect("a legal move");
    next
}

fn over(board: &Board, outcome: GameOutcome, stones: &[Cell], context: &str) {
    let mut won = HashSet::new();
    for line in board.lines() {
        let player = board.at(line[0]);
        if player.is_some() && line.iter().all(|&place| board.at(place) == player) {
            won.extend(line);
        }
    }
    assert_eq!(set(places(stones)), won, "{context}");
    match outcome {
        GameOutcome::Won(player) => assert!(board.has_won(player), "{context}"),
        GameOutcome::Drawn => assert!(won.is_empty() && board.empty() == 0, "{context}"),
    }
}

/// Checks that the side to move loses to the next stone of the other side, on one of the named cells,
/// whatever it plays.
fn check_fork(board: &Board, fork: &Fork, context: &str) {
    assert!(!board.is_over() && board.wins().is_empty(), "{context}");
    let wins = places(&fork.wins);
    for (column, _) in board.legal() {
        let answers = board.after(column).wins();
        let answer = answers.iter().find(|answer| wins.contains(answer));
        assert!(answer.is_some(), "{context}: nothing wins after column {column}");
    }
    let winner = board.to_move().opponent();
    assert!(wins.iter().all(|&win| board.completes(winner, win)), "{context}: a cell that does not win");
    let playable = board.legal();
    let now: Vec<_> = wins.iter().filter(|win| playable.contains(win)).collect();
    match fork.kind {
        ForkKind::TwoCells => assert!(now.len() == wins.len() && now.len() >= 2, "{context}"),
        ForkKind::Stacked => {
            assert!(playable.contains(&wins[0]) && wins[1..] == [(wins[0].0, wins[0].1 + 1)], "{context}");
        }
        ForkKind::Zugzwang => assert!(now.is_empty() && wins.len() == playable.len(), "{context}"),
    }
}

fn forced_line(board: &Board, winner: Player, moves: &[Cell], fork: &Fork, context: &str) {
    let mut board = *board;
    for cell in places(moves) {
        assert!(board.legal().contains(&cell), "{context}");
        if board.to_move() != winner {
            assert_eq!(board.safe(), [cell], "{context}: another reply does not lose at once");
        }
        assert!(board.wins().is_empty(), "{context}: a side wins at once on the way");
        board = board.after(cell.0);
    }
    assert_ne!(board.to_move(), winner, "{context}");
    check_fork(&board, fork, context);
}

/// Checks that these are all winning cells, each with its value.
pub(crate) fn check_threats(board: &Board, threats: &[Threat], context: &str) {
    let mut expected = HashSet::new();
    for cell in (0..board.width).flat_map(|column| (0..board.height).map(move |row| (column, row))) {
        let players = [Player::X, Player::O].into_iter().filter(|&player| board.completes(player, cell));
        expected.extend(players.map(|player| (player, cell)));
    }
    let found: HashSet<_> = threats.iter().map(|threat| (threat.player, place(threat.cell))).collect();
    assert!(found == expected && threats.len() == expected.len(), "{context}");
    for threat in threats {
        let (column, row) = place(threat.cell);
        assert_eq!(
            threat.is_odd(),
            [1, 3, 5, 7, 9, 11, 13, 15].contains(&(row + 1)) || row > 15 && row % 2 == 0
        );
        assert_eq!(threat.falls_to, player_if_last(board, (column, row)), "{context}");
        let above = row - board.height_of(column);
        let expected = match above {
            _ if !can_be_reached(board, (column, row)) => Worth::Unreachable,
            0 => Worth::Playable,
            1 => Worth::Guarded,
            _ => Worth::Waiting,
        };
        assert_eq!(threat.worth, expected, "{context}");
        if expected == Worth::Guarded {
            let next = board.with(column, threat.player.opponent()).with(column, threat.player);
            assert!(next.has_won(threat.player), "{context}");
        }
    }
}

/// Returns the player who plays a cell if all other columns are filled first and then its own, by filling
/// them.
fn player_if_last(board: &Board, (column, row): Place) -> Player {
    let mut board = *board;
    for other in (0..board.width).filter(|&other| other != column) {
        while board.height_of(other) < board.height {
            board = board.after(other);
        }
    }
    while board.height_of(column) < row {
        board = board.after(column);
    }
    board.to_move()
}

/// Returns whether a cell can be reached by stones in its column, with any moves elsewhere between them, if
/// each side takes a win that it has in the column.
fn can_be_reached(board: &Board, (column, row): Place) -> bool {
    let mut to_move = HashSet::from([Player::X, Player::O]);
    let mut previous: Option<Player> = None;
    for lower in board.height_of(column)..row {
        let wins = |player| board.completes(player, (column, lower));
        // The other side moves right after the stone below: a win that is there then is taken.
        if previous.is_some_and(|player: Player| wins(player.opponent())) {
            return false;
        }
        to_move.retain(|&player| !wins(player));
        if to_move.is_empty() {
            return false;
        }
        previous = (to_move.len() == 1).then(|| to_move.iter().copied().next()).flatten();
        to_move = HashSet::from([Player::X, Player::O]);
    }
    true
}

fn free_moves(board: &Board, cells: &[Cell], last: Player, entries: &[Entry], context: &str) {
    let mut board = *board;
    let mut left = set(places(cells));
    assert_eq!(left.len(), cells.len(), "{context}");
    while !left.is_empty() {
        let next =
            (0..board.width).map(|column| (column, board.height_of(column))).find(|cell| left.contains(cell));
        let next = next.unwrap_or_else(|| panic!("{context}: a free cell that cannot be reached"));
        left.remove(&next);
        board = board.after(next.0);
    }
    assert_eq!(board.to_move(), last.opponent(), "{context}");
    let open = (0..board.width).filter(|&column| board.height_of(column) < board.height);
    let open = set(open.map(|column| (column, board.height_of(column))));
    assert_eq!(set(entries.iter().map(|entry| place(entry.cell))), open, "{context}");
    assert!(!entries.is_empty(), "{context}");
}

/// Checks the winning cells that a list of free moves names, on the board before these moves.
pub(crate) fn entries(board: &Board, entries: &[Entry]) {
    for entry in entries {
        let (column, row) = place(entry.above);
        assert_eq!(place(entry.cell), (column, row - 1));
        assert_eq!(
            entry.wins_for,
            [Player::X, Player::O].map(|player| board.completes(player, (column, row)))
        );
        assert!(entry.wins_for.contains(&true));
        let lower = board.height_of(column)..row;
        let wins =
            |row| board.completes(Player::X, (column, row)) || board.completes(Player::O, (column, row));
        assert!(!lower.into_iter().any(wins));
    }
}

fn check_opening(position: &Position, opening: &Opening, solver: &Solver, context: &str) {
    assert_eq!(opening.player, position.side_to_move(), "{context}");
    let scores: Vec<_> = position
        .legal_moves()
        .map(|column| {
            let cell = Cell::new(column, position.height(column)).expect("a cell");
            (cell, -solver.solve(&after(position, cell)))
        })
        .collect();
    assert_eq!(opening.columns, scores, "{context}");
}

fn check_search(position: &Position, search: &Search, solver: &Solver, context: &str) {
    let mut position = *position;
    let mut score = solver.solve(&position);
    assert_eq!(search.player, position.side_to_move(), "{context}");
    for &cell in &search.line {
        assert!(Board::of(&position).legal().contains(&place(cell)), "{context}");
        position = after(&position, cell);
        assert_eq!(solver.solve(&position), -score, "{context}: {cell} is not best play");
        score = -score;
    }
    if let Some(end) = &search.end {
        assert!(end.position == position && end.outcome_layer.is_some(), "{context}");
        steps(&position, &end.steps, solver);
    }
}
