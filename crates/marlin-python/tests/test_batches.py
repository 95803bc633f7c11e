"""Exact answers about many boards: as one by one, on any number of threads."""

from __future__ import annotations

import functools
from typing import Any

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import ILLEGAL, Batch, Position, Solver
from model import lines

BOARDS = m4.random_boards(300, (10, 41), seed=11)


def scores_one_by_one(solver: Solver, boards: Any) -> list[list[int]]:
    rows = [solver.scores(Position.from_array(board)) for board in boards]
    return [[ILLEGAL if score is None else score for score in row] for row in rows]


def test_a_batch_is_a_loop() -> None:
    solver = Solver(threads=1, book=False)
    scores = m4.analyze(BOARDS)
    assert scores.tolist() == scores_one_by_one(solver, BOARDS)
    assert m4.solve(BOARDS).tolist() == scores.max(axis=1).tolist()
    assert m4.outcomes(BOARDS).tolist() == np.sign(scores.max(axis=1)).tolist()
    ends = [solver.analyze(Position.from_array(board)).plies_to_end for board in BOARDS[:50]]
    assert m4.plies_to_end(BOARDS[:50], scores[:50].max(axis=1)).tolist() == ends


def test_other_boards_are_answered_too() -> None:
    for board in ("5x4", "6x5", "4x7"):
        boards = m4.random_boards(20, (3, 12), seed=3, board=board)
        assert m4.analyze(boards).tolist() == scores_one_by_one(Solver(book=False), boards)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_any_number_of_threads_has_the_same_answers(threads: int) -> None:
    solver = Solver(book=False)
    assert (m4.analyze(BOARDS, solver=solver, threads=threads) == m4.analyze(BOARDS)).all()
    labels = m4.features(BOARDS, threads=threads)
    assert all((labels[name] == values).all() for name, values in m4.features(BOARDS, threads=1).items())


def test_equal_rows_and_mirror_images_are_solved_once_and_scattered_back() -> None:
    boards = np.concatenate([BOARDS, BOARDS[:, :, ::-1], BOARDS[:10]])
    seen: list[tuple[int, int]] = []
    scores = m4.analyze(boards, progress=lambda done, total: seen.append((done, total)))
    n = len(BOARDS)
    assert (scores[:n] == m4.analyze(BOARDS)).all() and (scores[2 * n :] == scores[:10]).all()
    assert (scores[n : 2 * n] == scores[:n, ::-1]).all()
    assert seen[-1][0] == seen[-1][1] <= n


def test_finished_games_have_scores_and_no_moves() -> None:
    over = Position("1122334").to_array()
    assert (m4.analyze(over) == ILLEGAL).all() and m4.solve(over) == -18 and m4.outcomes(over) == -1
    assert m4.winner(over) == 1 and not m4.legal(over).any() and m4.turn(over) == 0


def test_one_board_alone_has_no_axis_of_boards() -> None:
    board = Position("4433").to_array()
    assert m4.analyze(board).shape == (7,) and m4.solve(board).shape == () and m4.legal(board).shape == (7,)
    assert m4.step(board, 4).shape == (6, 7) and m4.features(board)["threats"].shape == (2, 6, 7)


def test_marked_rows_do_not_stop_a_batch() -> None:
    boards = BOARDS[:3].copy()
    boards[1, 0] = 1
    scores = m4.analyze(boards, errors="mark")
    assert (scores[1] == ILLEGAL).all() and (scores[[0, 2]] == m4.analyze(BOARDS[[0, 2]])).all()
    assert m4.solve(boards, errors="mark")[1] == ILLEGAL == m4.winner(boards, errors="mark")[1]
    assert not m4.legal(boards, errors="mark")[1].any() and (m4.canonical(boards, errors="mark")[1] == ILLEGAL).all()
    labels = m4.features(boards, errors="mark")
    assert not labels.pop("threats")[1].any() and all((values[1] == ILLEGAL).all() for values in labels.values())
    batch, rng = Batch(boards, errors="mark"), np.random.default_rng(1)
    for player in (m4.Opponent.perfect(), m4.Opponent.level(2), m4.Opponent.depth(3), m4.Opponent.epsilon(0.5), m4.Opponent.random()):
        moves = player.moves(batch, rng)
        assert moves[1] == -1 and (moves[[0, 2]] >= 0).all(), player


def test_scores_are_written_into_an_array_that_is_given() -> None:
    scores = np.zeros((300, 7), dtype=np.int8)
    assert m4.analyze(BOARDS, out=scores) is scores and (scores == m4.analyze(BOARDS)).all()
    part = np.zeros((600, 7), dtype=np.int8)
    m4.analyze(BOARDS, out=part[300:])
    assert (part[300:] == scores).all() and not part[:300].any()


def test_an_array_that_is_also_the_output_is_read_before_it_is_written_to() -> None:
    # Six boards of one row each on 7x1, whose scores have the shape of the boards.
    boards = np.zeros((6, 1, 7), dtype=np.int8)
    expected = m4.analyze(boards)
    m4.analyze(boards, out=boards.reshape(6, 7))
    assert (boards[:, 0] == expected).all()


def test_a_step_leaves_its_boards_as_they_are() -> None:
    board = np.zeros((6, 7), dtype=np.int8)
    assert m4.step(board, 3).sum() == 1 and not board.any()


def test_a_batch_is_read_once_for_many_questions() -> None:
    batch = Batch(BOARDS)
    assert len(batch) == 300 and (m4.solve(batch) == m4.solve(BOARDS)).all()
    assert (m4.step(batch, m4.legal(batch).argmax(axis=1)) != BOARDS).sum() == 300


def test_policies_are_distributions_over_the_columns_that_can_be_played() -> None:
    scores = m4.analyze(BOARDS)
    best = scores.max(axis=1, keepdims=True)
    for kind in ("best", "keep", "softmax"):
        found = m4.policy(scores, kind)  # type: ignore[arg-type]
        assert found.dtype == np.float32 and np.allclose(found.sum(axis=1), 1)
        assert (found[scores == ILLEGAL] == 0).all() and (found[scores == best] > 0).all()
    assert (m4.policy(scores)[scores < best] == 0).all()
    assert np.allclose(m4.policy(scores, "softmax", 1e-3), m4.policy(scores), atol=1e-6)
    assert not m4.policy(np.full(7, ILLEGAL, dtype=np.int8)).any()


def test_random_boards_are_the_same_for_a_seed_and_all_different() -> None:
    boards = m4.random_boards(1000, (0, 41), seed=5)
    assert (boards == m4.random_boards(1000, (0, 41), seed=5)).all()
    assert (boards[:400] == m4.random_boards(400, (0, 41), seed=5)).all()
    assert len(np.unique(boards, axis=0)) == 1000 and not m4.winner(boards).any() and m4.legal(boards).any(axis=1).all()
    assert set((m4.random_boards(500, (8, 9), seed=1) != 0).sum(axis=(1, 2)).tolist()) == {8, 9}
    # Fixed for ever: a published seed must give the same positions.
    assert Position.from_array(boards[5]).rows == FIRST_ROWS


FIRST_ROWS = "......./......./......./.XX..../OOO..O./XOXOXXX"


def test_all_boards_are_as_many_as_published() -> None:
    published = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
    assert [len(m4.all_boards(plies)) for plies in range(9)] == published
    unfinished = m4.all_boards(8, finished=False)
    assert len(unfinished) == (m4.winner(m4.all_boards(8)) == 0).sum() < published[8]
    full = m4.all_boards(6, board="3x2")
    assert m4.winner(full).any() == 0 and len(full) == len(np.unique(full, axis=0)) > 0


def test_concepts_are_those_of_the_explanation() -> None:
    boards = m4.random_boards(600, (12, 38), seed=9)
    labels = m4.features(boards)
    for index, board in enumerate(boards):
        position = Position.from_array(board)
        explanation = position.explain(nodes=0)
        layer = int(labels["proven_by"][index])
        if layer != ILLEGAL:
            assert m4.LAYERS[layer] == explanation.winner_proven_by
        for player in (1, 2):
            cells = {(5 - cell.row, cell.column) for cell in position.threats(player)}
            assert {(int(r), int(c)) for r, c in np.argwhere(labels["threats"][index, player - 1])} == cells
            odd = sum(cell.row % 2 == 0 for cell in position.threats(player))
            assert labels["odd_even"][index, player - 1].tolist() == [odd, len(cells) - odd]
    scores = m4.solve(boards)
    bounded = labels["claimeven"] != ILLEGAL
    assert bounded.any() and (scores[bounded] <= labels["claimeven"][bounded]).all()
    forced = labels["forced"] != ILLEGAL
    assert forced.any() and (m4.analyze(boards)[np.flatnonzero(forced), labels["forced"][forced]] == scores[forced]).all()
    for name in ("double_threat", "forced_line"):
        rows = np.flatnonzero(labels[name] != ILLEGAL)
        assert len(rows) and (m4.analyze(boards)[rows, labels[name][rows]] > 0).all()


LINES = [sum(1 << 7 * column + 5 - row for row, column in four) for four in lines(6, 7)]
FULL = sum(0b111111 << 7 * column for column in range(7))


class Sides:
    """The stones of the side to move and of the other one, and the cells that the rules ask for."""

    def __init__(self, us: int, them: int) -> None:
        self.us, self.them, self.empty = us, them, FULL & ~(us | them)
        lowest = [self.empty & 0b111111 << 7 * column for column in range(7)]
        self.playable = [cells & -cells for cells in lowest if cells]

    def wins(self, stones: int) -> int:
        """Return the empty cells that complete four of these stones."""
        lacking = (line & ~stones for line in LINES if (line & stones).bit_count() == 3)
        return functools.reduce(int.__or__, (cell for cell in lacking if cell & self.empty), 0)

    def safe(self) -> list[int]:
        """Return the cells to play after which the other side does not win at once."""
        theirs = self.wins(self.them)
        blocks = [cell for cell in self.playable if cell & theirs]
        return [cell for cell in self.playable if not cell << 1 & theirs and blocks in ([], [cell])]

    def after(self, cell: int) -> Sides:
        return Sides(self.them, self.us | cell)

    def forced(self, depth: int) -> set[int]:
        """Return the first columns of wins within some moves, each of which but the last leaves one reply that does not lose."""
        found = set()
        for cell in self.safe():
            after = self.after(cell)
            replies = after.safe()
            if after.playable and not replies or len(replies) == 1 and depth > 1 and after.after(replies[0]).forced(depth - 1):
                found.add(cell.bit_length() // 7)
        return found


def test_each_label_is_that_of_an_independent_rule_on_ten_thousand_positions() -> None:
    # The block of the first position does not save the game.
    cells = [Position("52321472731341152265231617553677").to_array()[np.newaxis], m4.random_boards(9_999, (4, 41), seed=70)]
    boards = np.concatenate(cells)
    labels, solved = m4.features(boards), (boards != 0).sum(axis=(1, 2)) >= 22
    scores = np.full(len(boards), ILLEGAL, dtype=np.int8)
    scores[solved] = m4.solve(boards[solved])
    assert labels["forced"][0] == 3
    seen = {name: 0 for name in ("forced", "double_threat", "forced_line", "claimeven", "proven_by")}
    for index, board in enumerate(boards):
        of = {player: sum(1 << 7 * column + 5 - row for row, column in np.argwhere(board == player).tolist()) for player in (1, 2)}
        us, them = (1, 2) if of[1].bit_count() <= of[2].bit_count() else (2, 1)
        sides, found = Sides(of[us], of[them]), {name: int(labels[name][index]) for name in seen}
        blocks = [cell.bit_length() // 7 for cell in sides.playable if cell & sides.wins(of[them])]
        win = any(cell & sides.wins(of[us]) for cell in sides.playable)
        assert found["forced"] == (blocks[0] if len(blocks) == 1 and not win else ILLEGAL), board
        doubles = set() if win else sides.forced(1)
        assert found["double_threat"] in (doubles or {ILLEGAL}), board
        forced = next((columns for depth in (1, 2, 3) if (columns := sides.forced(depth))), set()) if not win else set()
        assert found["forced_line"] in forced or not forced and (win or not doubles), board
        assert not win or found["forced_line"] == ILLEGAL, board
        if win or not sides.safe():
            assert found["proven_by"] == 0, board
        elif doubles:
            assert found["proven_by"] == 1, board
        elif forced:
            assert found["proven_by"] in (0, 1, 2), board
        if solved[index]:
            assert found["claimeven"] == ILLEGAL or scores[index] <= found["claimeven"], board
            assert found["forced_line"] == ILLEGAL or scores[index] > 0, board
        for name, label in found.items():
            seen[name] += label != ILLEGAL
    assert min(seen.values()) > 100, seen
