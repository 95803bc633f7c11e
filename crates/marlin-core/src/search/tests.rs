//! Every rule of the search, checked on every position that can be reached on small boards.
//!
//! The scores are computed backwards from the ends of all games, with nothing but the rules of `Position`
//! (which the properties in `tests/` check against a naive board). A board is checked level by level, a level
//! being the positions with the same number of stones.

use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::Path;
use std::thread;

use super::children::{Children, ClaimevenBounds, FourCut, FourLimits};
use super::claim::checks::{LEFT_OUT, Stored};
use super::claim::{Claim, Clause};
use super::driver::{Driver, Resources, drive};
use super::moves::Keys;
use super::node::{Child, Node, ReducedForm};
use super::ordering::weights::OrderingWeights;
use super::root::Root;
use super::search_thread::{Observer, Pruning, SearchThread};
use super::team::{Sharing, Team};
use super::windows::Goal;
use crate::bounds::{Bounds, static_bounds};
use crate::cpu::Cpu;
use crate::geometry::{BoardSize, Layout, Masks};
use crate::limits::Limits;
use crate::notation::suite;
use crate::position::Position;
use crate::solver::Solver;
use crate::transposition::{FormKey, SMALL_ON_ALL_PLIES, TableHandle, TranspositionTable};
use crate::word::Word;

/// The reachable positions with one number of stones, by key, and their scores.
struct Level {
    positions: Vec<Position>,
    scores: Vec<i8>,
}

impl Level {
    /// Returns the score of a position of this level.
    fn score(&self, position: &Position) -> i8 {
        let place = self.positions.binary_search_by_key(&position.key(), Position::key);
        self.scores[place.expect("a reachable position")]
    }
}

/// Returns the children of a position, none if it is over.
fn children(position: Position) -> impl Iterator<Item = Position> {
    position.legal_moves().map(move |column| position.after(column))
}

/// Returns all levels of a board, solved.
fn solve_board(size: BoardSize) -> Vec<Level> {
    let mut levels = vec![Level { positions: vec![Position::on(size)], scores: Vec::new() }];
    for _ in 0..size.cells() {
        let parents = &levels[levels.len() - 1].positions;
        let mut positions: Vec<_> = parents.iter().flat_map(|&position| children(position)).collect();
        positions.sort_unstable_by_key(Position::key);
        positions.dedup();
        levels.push(Level { positions, scores: Vec::new() });
    }
    let mut next: Option<Level> = None;
    let mut solved = Vec::new();
    while let Some(mut level) = levels.pop() {
        level.scores = level.positions.iter().map(|position| score(position, next.as_ref())).collect();
        solved.extend(next.replace(level));
    }
    solved.extend(next);
    solved.reverse();
    solved
}

/// Returns the score of a position from the scores of its children.
fn score(position: &Position, next: Option<&Level>) -> i8 {
    if position.winner().is_some() {
        // The winner has the stones left that it would still place on a full board, and the winning one.
        return -(((position.size().cells() + 2 - position.nb_moves()) / 2) as i8);
    }
    let best = next.and_then(|next| children(*position).map(|child| -next.score(&child)).max());
    best.unwrap_or(0)
}

/// Returns whether a search would visit a position: it is not over, and the side to move cannot win at once.
fn is_searched(position: &Position) -> bool {
    !position.is_over() && !position.can_win_next()
}

/// Checks the rules of the search, in words of some length, on every position of a board that a search would
/// visit.
fn check_board<W: Word>(masks: &'static Masks<W>) -> usize {
    let levels = solve_board(BoardSize::of_masks(masks));
    let check = |parity| {
        let levels_of_parity = (parity..levels.len()).step_by(2);
        levels_of_parity
            .map(|nb_moves| check_level(masks, &levels[nb_moves], levels.get(nb_moves + 1)))
            .sum::<usize>()
    };
    // Neighbouring levels are about equally large.
    thread::scope(|scope| {
        let even = scope.spawn(|| check(0));
        check(1) + even.join().expect("the rules hold")
    })
}

/// Checks the positions with one number of stones that a search would visit, and returns their number.
fn check_level<W: Word>(masks: &'static Masks<W>, level: &Level, next: Option<&Level>) -> usize {
    let mut forms = Vec::new();
    let table = TranspositionTable::on(BoardSize::of_masks(masks), 1).expect("a MiB");
    let handle = table.handle();
    for (position, &score) in level.positions.iter().zip(&level.scores) {
        if is_searched(position) {
            check_node(&Node::root(masks, &position.raw), position, i32::from(score), next, &handle);
            forms.push((reduced(masks, position).min_mirror(masks), score));
        }
    }
    let positions = forms.len();
    check_forms(forms);
    positions
}

/// The result of a check of claims.
#[derive(Debug, Clone, Copy, Default)]
struct CheckedClaims {
    claims: usize,
    /// Pairs of a claim and a position that it holds for.
    pairs: usize,
    /// The pairs in which the score is not as claimed.
    wrong: usize,
}

/// Searches every `step`-th position of a board, with claims on all plies, and compares every claim that was
/// stored with the score of every position of the board that it holds for.
fn check_claims<W: Word>(masks: &'static Masks<W>, levels: &[Level], step: usize) -> CheckedClaims {
    SMALL_ON_ALL_PLIES.set(true);
    let mut claims = claims_of_searches(masks, levels, step);
    SMALL_ON_ALL_PLIES.set(false);
    let mut positions: Vec<Scored<W>> = levels.iter().flat_map(scored).collect();
    positions.sort_unstable_by_key(|position| position.occupied);
    let mut checked = CheckedClaims { claims: claims.len(), ..CheckedClaims::default() };
    for of_heights in claims.chunk_by_mut(|one, other| one.occupied == other.occupied) {
        let occupied = of_heights[0].occupied;
        let first = positions.partition_point(|position| position.occupied < occupied);
        let with_heights = positions[first..].chunk_by(|one, other| one.occupied == other.occupied).next();
        let with_heights = with_heights.expect("the position of the claim");
        for is_lower in [false, true] {
            let of_side = of_heights.iter().filter(|stored| stored.is_lower == is_lower);
            let mut parts: Vec<_> =
                of_side.map(|stored| ([stored.claim.has, stored.claim.lacks], stored)).collect();
            let whole = |position: &Scored<W>| {
                let [ours, theirs] = position.all;
                if is_lower { [ours, !theirs] } else { [theirs, !ours] }
            };
            let mut wholes: Vec<_> =
                with_heights.iter().map(|position| (whole(position), position)).collect();
            for_each_within(
                &mut parts,
                &mut wholes,
                [masks.board; 2],
                &mut |stored: &Stored<W>, position: &Scored<W>| {
                    let score = i32::from(position.score);
                    checked.pairs += 1;
                    checked.wrong +=
                        usize::from(if is_lower { score < stored.bound } else { score > stored.bound });
                },
            );
        }
    }
    checked
}

/// A search that differs from an ordinary one, and the claims that it stores.
struct Changes<W> {
    pruning: Pruning,
    /// Whether other threads seem to be at every third position.
    seems_shared: bool,
    claims: Vec<Stored<W>>,
}

impl<W: Word> Observer<&'static Masks<W>> for Changes<W> {
    fn pruning(&self) -> Pruning {
        self.pruning
    }

    fn seems_busy(&self, key: FormKey) -> bool {
        self.seems_shared && key.hash.is_multiple_of(3)
    }

    fn after_claim(&mut self, node: &Node<&'static Masks<W>>, claim: Claim<W>, proven: Bounds) {
        self.claims.push(Stored::new(node, claim, proven));
    }
}

/// Begins a search with changes, in a team if it is to seem shared.
fn changed_search<'a, W: Word>(
    masks: &'static Masks<W>,
    table: &'a TranspositionTable,
    changes: Changes<W>,
    team: &'a Team,
) -> SearchThread<'a, &'static Masks<W>, Changes<W>> {
    let (weights, is_shared) = (OrderingWeights::of_board(masks), changes.seems_shared);
    let mut search = SearchThread::observed(masks, table, weights, &Limits::NONE, changes);
    if is_shared {
        search.join(team);
    }
    search
}

/// Returns all claims that the searches of every `step`-th position store, sorted by heights. In some
/// searches the table has the claims of earlier searches, and other threads seem to search some of the
/// positions.
fn claims_of_searches<W: Word>(masks: &'static Masks<W>, levels: &[Level], step: usize) -> Vec<Stored<W>> {
    let table = TranspositionTable::on(BoardSize::of_masks(masks), 1).expect("a MiB");
    let mut claims = Vec::new();
    let all = levels.iter().flat_map(|level| level.positions.iter().zip(&level.scores));
    let searched = all.step_by(step).filter(|(position, _)| !position.is_over());
    for (number, (position, &score)) in searched.enumerate() {
        if number % 4 == 0 {
            table.clear();
        }
        // Without limits the fours are looked at on small boards too. Wrong bounds may keep a team from
        // ending.
        let pruning = Pruning { fours: FourLimits::NONE, ..Pruning::ALL };
        let seems_shared = number % 3 == 0 && LEFT_OUT.get().is_none();
        let team = Team::new(Sharing::EAGER);
        let search =
            changed_search(masks, &table, Changes { pruning, seems_shared, claims: Vec::new() }, &team);
        let mut driver = Driver::serial(search);
        let mut root = Root::new(masks, position.raw);
        assert_eq!(driver.prove(&mut root, Goal::Score), Ok(()));
        if LEFT_OUT.get().is_none() {
            assert_eq!(root.bounds().value(), Some(i32::from(score)), "score of\n{position}");
        }
        claims.extend(driver.into_search().observer.claims);
        if claims.len() > 1 << 22 {
            claims.sort_unstable();
            claims.dedup();
        }
    }
    claims.sort_unstable();
    claims.dedup();
    claims
}

/// A position that is not over: its filled cells, all stones and winning cells of the side to move and of the
/// other, and its score.
#[derive(Debug)]
struct Scored<W> {
    occupied: W,
    all: [W; 2],
    score: i8,
}

/// Returns the positions of a level that are not over.
fn scored<W: Word>(level: &Level) -> impl Iterator<Item = Scored<W>> {
    let open = level.positions.iter().zip(&level.scores).filter(|(position, _)| !position.is_over());
    open.map(|(position, &score)| {
        let (us, them) = (position.us().bits(), position.them().bits());
        let all = [us | position.winning_cells().bits(), them | position.opponent_winning_cells().bits()];
        Scored { occupied: W::of(us | them), all: all.map(W::of), score }
    })
}

/// Two words, and the claim or position that they describe.
type Keyed<'a, W, T> = ([W; 2], &'a T);

/// Calls a function with each pair of a part and a whole that has all its bits, among some bits of both
/// words.
///
/// Each bit splits both sides. A part with the bit is in no whole without it, so that combination is skipped,
/// and the time is about proportional to the number of pairs.
fn for_each_within<W: Word, P, T>(
    parts: &mut [Keyed<'_, W, P>],
    wholes: &mut [Keyed<'_, W, T>],
    mut bits: [W; 2],
    found: &mut impl FnMut(&P, &T),
) {
    const FEW: usize = 64;
    if parts.len() * wholes.len() <= FEW || bits == [W::ZERO; 2] {
        for (part, described) in &*parts {
            for (whole, position) in &*wholes {
                if (0..2).all(|word| part[word] & !whole[word] & bits[word] == W::ZERO) {
                    found(described, position);
                }
            }
        }
        return;
    }
    let word = usize::from(bits[0] == W::ZERO);
    let bit = bits[word].lowest();
    bits[word] &= !bit;
    let (parts_without, wholes_without) = (with_last(parts, word, bit), with_last(wholes, word, bit));
    for_each_within(&mut parts[parts_without..], &mut wholes[wholes_without..], bits, found);
    for_each_within(&mut parts[..parts_without], wholes, bits, found);
}

/// Moves the items with a bit in one of the words to the end, and returns the number of items without it.
fn with_last<W: Word, T>(all: &mut [Keyed<'_, W, T>], word: usize, bit: W) -> usize {
    let mut without = 0;
    for place in 0..all.len() {
        if all[place].0[word] & bit == W::ZERO {
            all.swap(place, without);
            without += 1;
        }
    }
    without
}

/// Checks the bounds of a node without search against its score and the scores of its children.
fn check_node<W: Word>(
    node: &Node<&'static Masks<W>>,
    position: &Position,
    score: i32,
    next: Option<&Level>,
    table: &TableHandle<'_>,
) {
    if node.moves.count_ones() <= 4 {
        check_children::<W, 4>(node, position, score, next, table);
    }
    check_children::<W, 8>(node, position, score, next, table);
    // The lanes of wide boards are filled in another way.
    if node.position.occupied.low().is_multiple_of(7) {
        check_children::<W, 16>(node, position, score, next, table);
        check_children::<W, 32>(node, position, score, next, table);
    }
    if node.moves == W::ZERO {
        let loss = -node.masks().win_in(node.nb_moves, 1);
        assert_eq!(score, loss, "no safe move in\n{position}");
    }
}

/// [`check_node`] for its children, with a number of lanes.
fn check_children<W: Word, const L: usize>(
    node: &Node<&'static Masks<W>>,
    position: &Position,
    score: i32,
    next: Option<&Level>,
    table: &TableHandle<'_>,
) {
    let children = Children::<_, L>::expand(node);
    let claimeven = children.claimeven();
    let least_uppers = bound_for_every_alpha(&children, &claimeven, score);
    let keys = Keys::of_children(&children, table);
    let (mut is_one_lost, mut least_upper) = (false, i32::MAX);
    for column in position.legal_moves() {
        let child = position.after(column);
        let cell = W::of(position.playable_cells().bits()) & node.masks().column_mask(column.index());
        let is_safe = node.moves & cell != W::ZERO;
        assert_eq!(is_safe, !child.can_win_next(), "non-losing moves of\n{position}");
        if !is_safe || child.is_full() {
            continue;
        }
        let of_child = i32::from(next.expect("a child is on the next level").score(&child));
        let lane = children.lane(cell);
        assert_eq!(children.cells[lane], cell, "lanes of\n{position}");
        // The search computes these values for many children at once, and the root for a single child.
        let by_itself = Child::of(node, cell);
        let searched = children.child(lane).as_node(node, keys.of_child(lane));
        assert_eq!(searched, by_itself.as_node(node, by_itself.key()), "child\n{child}");
        let upper = claimeven.uppers[lane] as i32;
        assert!(of_child <= upper, "upper {upper}, score {of_child} of\n{child}");
        assert!(i64::from(of_child) <= least_uppers[lane], "{least_uppers:?}, score {of_child} of\n{child}");
        check_fours(&by_itself, of_child);
        least_upper = least_upper.min(by_itself.claimeven().upper as i32);
        if searched.moves == W::ZERO {
            is_one_lost = true;
            assert_eq!(of_child, -node.masks().win_in(node.nb_moves, 2), "lost child\n{child}");
        } else {
            let Bounds { lower, upper } = static_bounds(&node.masks(), child.nb_moves());
            assert!(lower <= of_child && of_child <= upper, "{lower}..{upper}, score {of_child} of\n{child}");
        }
    }
    let lost = children.lost().map(|lane| children.child(lane).moves);
    assert_eq!(lost, is_one_lost.then_some(W::ZERO), "a lost child of\n{position}");
    if least_upper != i32::MAX {
        assert_eq!(claimeven.least, least_upper, "the least upper bound of\n{position}");
    }
}

/// Bounds the children of a node by their fours for every alpha, and checks the bounds of the node's score.
/// Returns the least upper bound of each child.
fn bound_for_every_alpha<W: Word, const L: usize>(
    children: &Children<'_, &'static Masks<W>, L>,
    claimeven: &ClaimevenBounds<L>,
    score: i32,
) -> [i64; L] {
    let mut least = [i64::MAX; L];
    let most = children.node.masks().max_score();
    for alpha in -most..most {
        match children.fours(claimeven, alpha, Pruning { fours: FourLimits::NONE, ..Pruning::ALL }) {
            Ok(uppers) => (0..L).for_each(|lane| least[lane] = least[lane].min(uppers[lane])),
            Err(FourCut { lane, upper, .. }) => {
                assert!(alpha < -upper && -upper <= score, "{upper}, score {score} of\n{:?}", children.node);
                least[lane] = least[lane].min(i64::from(upper));
            }
        }
    }
    least
}

/// Checks the bounds of a child by claimeven and its fours.
fn check_fours<W: Word>(child: &Child<&'static Masks<W>>, score: i32) {
    let (masks, score) = (&child.board.masks(), i64::from(score));
    let (upper, by_stones) = (child.best_upper(), child.upper_by_stones());
    assert!(score <= upper.min(by_stones), "{upper}, {by_stones} by stones, score {score} of\n{child:?}");
    if child.claimeven().our_fours > 0 && child.fours().all_come_second(masks) {
        assert!(child.fours().may_come_second(masks), "{child:?}");
    }
}

/// Returns the reduced form of a position that a search would visit.
fn reduced<W: Word>(masks: &'static Masks<W>, position: &Position) -> ReducedForm<W> {
    let child = Child {
        board: masks,
        nb_moves: position.nb_moves(),
        cell: W::ZERO,
        sides: position.raw.in_words::<W>().sides(masks),
        their_threats_before: W::ZERO,
        moves: W::ZERO,
    };
    child.reduced(&child.open_lines())
}

/// Checks that positions with the same form and number of stones have the same score.
fn check_forms<W: Word>(mut forms: Vec<(ReducedForm<W>, i8)>) {
    forms.sort_unstable();
    for pair in forms.windows(2) {
        assert!(pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1, "one form, two scores: {pair:?}");
    }
}

/// Checks that a search with some pruning gives the scores of a board, on every `step`-th position, also
/// where other threads seem to search some of them.
fn check_search<W: Word>(
    masks: &'static Masks<W>,
    levels: &[Level],
    step: usize,
    pruning: Pruning,
    seems_shared: bool,
) {
    let table = TranspositionTable::on(BoardSize::of_masks(masks), 1).expect("a MiB");
    let all = levels.iter().flat_map(|level| level.positions.iter().zip(&level.scores));
    for (position, &score) in all.step_by(step).filter(|(position, _)| !position.is_over()) {
        table.clear();
        let team = Team::new(Sharing::EAGER);
        let search =
            changed_search(masks, &table, Changes { pruning, seems_shared, claims: Vec::new() }, &team);
        let mut root = Root::new(masks, position.raw);
        assert_eq!(Driver::serial(search).prove(&mut root, Goal::Score), Ok(()));
        assert_eq!(root.bounds().value(), Some(i32::from(score)), "score of\n{position}");
    }
}

/// Checks the search with every combination of pruning. The root keeps its bounds by claimeven in all of
/// them.
fn check_combinations<W: Word>(masks: &'static Masks<W>, step: usize) {
    let levels = solve_board(BoardSize::of_masks(masks));
    for combination in 0..16 {
        let [claimeven, reduced_form, probe_children, is_limited] =
            [0, 1, 2, 3].map(|bit| combination >> bit & 1 == 0);
        let fours = if is_limited { FourLimits::STANDARD } else { FourLimits::NONE };
        check_search(masks, &levels, step, Pruning { claimeven, fours, reduced_form, probe_children }, false);
    }
    check_search(masks, &levels, step, Pruning::ALL, true);
}

/// Checks that many threads, which share out every node of some size from the first one on, give the scores
/// of a board, on every `step`-th position.
fn check_threads(size: BoardSize, step: usize) {
    let (masks, levels) = (masks_of(size.width(), size.height()), solve_board(size));
    let all = levels.iter().flat_map(|level| level.positions.iter().zip(&level.scores));
    let solver = Solver::builder_on(size).hash_mib(1).expect("a MiB").build();
    let searched = all.step_by(step).filter(|(position, _)| !position.is_over());
    for (number, (position, &score)) in searched.enumerate() {
        // Now and then the table already has the results of other threads.
        if number % 4 != 0 {
            solver.table().clear();
        }
        let threads = Some(2 + number % 3);
        let resources = Resources { threads, sharing: Sharing::EAGER, ..solver.resources() };
        let mut root = Root::new(masks, position.raw);
        drive(masks, resources, &Limits::NONE, None, &mut |driver| driver.prove(&mut root, Goal::Score));
        assert_eq!(root.bounds().value(), Some(i32::from(score)), "score of\n{position}");
    }
}

/// Returns whether the slow checks are on, those with more than ten million positions.
fn slow_checks_are_on() -> bool {
    std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

/// Checks the rules of the search on a board and prints the number of positions, for the record of the slow
/// ones.
fn report<W: Word>(masks: &'static Masks<W>) {
    let (size, positions) = (BoardSize::of_masks(masks), check_board(masks));
    assert!(positions as u32 > size.cells(), "{size} has more positions than {positions}");
    let _unread = writeln!(
        io::stderr(),
        "{size}: every rule of the search holds on {positions} positions, in words of {} bits",
        W::BITS
    );
}

/// Checks the claims of the search on a board and prints their number.
fn report_claims<W: Word>(masks: &'static Masks<W>, step: usize) {
    let size = BoardSize::of_masks(masks);
    let CheckedClaims { claims, pairs, wrong } = check_claims(masks, &solve_board(size), step);
    let _unread =
        writeln!(io::stderr(), "{size}, step {step}: {claims} claims, {pairs} pairs, {wrong} wrong");
    assert!(wrong == 0 && pairs > 2 * claims, "{wrong} of {pairs} wrong on {size}");
}

/// Returns the masks of a board in words of 64 bits.
fn masks_of(width: usize, height: usize) -> &'static Masks<u64> {
    BoardSize::of_fitting(width, height).masks_u64().expect("it fits")
}

/// Returns the masks of a board in words of 128 bits, although shorter words suffice.
fn wide(width: usize, height: usize) -> &'static Masks {
    BoardSize::of_fitting(width, height).masks()
}

#[test]
fn every_rule_of_the_search_holds_on_every_position_of_small_boards() {
    let check = |boards: &[_]| boards.iter().for_each(|&(width, height)| report(masks_of(width, height)));
    let check_wide = |boards: &[_]| boards.iter().for_each(|&(width, height)| report(wide(width, height)));
    check(&[(4, 4), (3, 5), (5, 3)]);
    check_wide(&[(4, 4)]);
    if !cfg!(debug_assertions) || slow_checks_are_on() {
        check(&[(5, 4), (4, 5), (4, 6)]);
        check_wide(&[(5, 4), (4, 5)]);
    }
    if slow_checks_are_on() {
        check(&[(6, 4), (5, 5)]);
        check_wide(&[(4, 6)]);
    }
}

#[test]
fn every_claim_of_the_search_holds_for_every_position_that_matches_it() {
    let check = |boards: &[_]| {
        for &(width, height, step) in boards {
            report_claims(masks_of(width, height), step);
        }
    };
    check(&[(4, 4, 5), (3, 5, 1), (5, 3, 5)]);
    report_claims(wide(4, 4), 50);
    if !cfg!(debug_assertions) || slow_checks_are_on() {
        check(&[(4, 4, 1), (5, 3, 1), (4, 5, 97), (5, 4, 97)]);
    }
    if slow_checks_are_on() {
        check(&[(4, 5, 1), (5, 4, 1), (4, 6, 97), (5, 5, 9973), (6, 4, 9973)]);
    }
}

#[test]
fn a_claim_without_one_of_its_clauses_is_found_wrong() {
    let is_slow = !cfg!(debug_assertions) || slow_checks_are_on();
    let boards: &[_] = if is_slow { &[(4, 4, 5), (5, 4, 97), (4, 5, 19)] } else { &[(4, 4, 5)] };
    let mut left: Vec<Clause> = Clause::ALL.to_vec();
    for &(width, height, step) in boards {
        let masks = masks_of(width, height);
        let levels = solve_board(BoardSize::of_masks(masks));
        left.retain(|&clause| {
            LEFT_OUT.set(Some(clause));
            let CheckedClaims { wrong, .. } = check_claims(masks, &levels, step);
            LEFT_OUT.set(None);
            let _unread = writeln!(io::stderr(), "{width}x{height} without {clause:?}: {wrong} wrong");
            wrong == 0
        });
    }
    // 4x4 has no fours that come second.
    let expected: &[Clause] = if is_slow { &[] } else { &[Clause::SecondFours] };
    assert_eq!(left, expected);
}

#[test]
fn scores_are_the_same_with_many_threads() {
    check_threads(BoardSize::of_fitting(4, 4), 37);
    if !cfg!(debug_assertions) || slow_checks_are_on() {
        check_threads(BoardSize::of_fitting(5, 4), 499);
        check_threads(BoardSize::of_fitting(4, 5), 499);
        check_threads(BoardSize::of_fitting(4, 6), 2999);
    }
}

#[test]
fn scores_are_the_same_with_any_combination_of_pruning() {
    check_combinations(masks_of(4, 4), 7);
    check_combinations(wide(4, 4), 7);
    if !cfg!(debug_assertions) || slow_checks_are_on() {
        check_combinations(masks_of(5, 4), 499);
        check_combinations(masks_of(4, 5), 499);
    }
}

/// Checks that a search in words of 64 bits, at the CPU level of the machine, and one in words of 128 bits
/// find the same and visit the same nodes. Returns their number.
fn check_words(position: &Position, goal: Goal, tables: &[TranspositionTable; 2]) -> u64 {
    fn nodes<W: Word>(
        masks: &'static Masks<W>,
        position: &Position,
        goal: Goal,
        table: &TranspositionTable,
        cpu: Cpu,
    ) -> (Option<i32>, u64) {
        table.clear();
        let search = SearchThread::new(masks, table.handle(), cpu, &Limits::NONE, None);
        let (mut driver, mut root) = (Driver::serial(search), Root::new(masks, position.raw));
        assert_eq!(driver.prove(&mut root, goal), Ok(()));
        (root.bounds().value(), driver.into_search().nodes)
    }
    let size = position.size();
    let one = nodes(masks_of(size.width(), size.height()), position, goal, &tables[0], Cpu::detect());
    let other = nodes(size.masks(), position, goal, &tables[1], Cpu::BASELINE);
    assert_eq!(one, other, "{position}");
    one.1
}

#[test]
fn a_search_in_longer_words_visits_the_same_nodes() {
    let tables = |size| [(); 2].map(|()| TranspositionTable::on(size, 1).expect("a MiB"));
    let long = if slow_checks_are_on() {
        ["5555566644", "12345678959"]
    } else {
        ["55555666443", "1234567895911998"]
    };
    for (size, games) in [("5x5", ["", "33"]), ("9x5", long)] {
        let size: BoardSize = size.parse().expect("a board");
        for moves in games {
            let position = Position::parse(size, moves).expect("a position");
            assert!(check_words(&position, Goal::Columns, &tables(size)) > 100);
        }
    }
    let tables = tables(BoardSize::STANDARD);
    // The slow checks use all positions of all sets.
    let shares: &[usize] = if slow_checks_are_on() { &[1; 6] } else { &[20, 50, 100, 500] };
    for (set, share) in ["L3_R1", "L2_R1", "L1_R1", "L2_R2", "L1_R2", "L1_R3"].into_iter().zip(shares) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../test-positions/{set}.txt"));
        let lines = suite::read(BufReader::new(File::open(path).expect("a set"))).expect("positions").lines;
        let positions = lines.iter().step_by(*share).map(|(game, _)| game.position());
        let nodes: u64 = positions.map(|position| check_words(position, Goal::Score, &tables)).sum();
        let _unread = writeln!(io::stderr(), "{set}: {nodes} nodes in words of 64 and of 128 bits");
    }
}
