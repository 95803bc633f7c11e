"""Opponents and judges."""

from __future__ import annotations

import math
import random

import marlin_connect4 as m4
import numpy as np
import numpy.typing as npt
import pytest
from marlin_connect4 import ILLEGAL, Opponent, Position, envs
from marlin_connect4.compat import bitbully

BOARDS = m4.random_boards(200, (8, 40), seed=21)
OPPONENTS = [
    Opponent.perfect(),
    Opponent.perfect("left"),
    Opponent.perfect("random"),
    Opponent.level(1),
    Opponent.level(8),
    Opponent.level(10),
    Opponent.depth(0),
    Opponent.depth(6),
    Opponent.epsilon(0.3),
    Opponent.epsilon(1.0, base=Opponent.depth(2), non_losing=False),
    Opponent.random(),
]


def generator() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.mark.parametrize("opponent", OPPONENTS, ids=repr)
def test_an_opponent_plays_the_same_moves_on_any_number_of_threads(opponent: Opponent) -> None:
    moves = opponent.moves(BOARDS, generator(), threads=1)
    assert m4.legal(BOARDS)[np.arange(200), moves].all()
    assert (moves == opponent.moves(BOARDS, generator(), threads=3)).all()
    assert eval(repr(opponent), {"Opponent": Opponent}) == opponent
    assert opponent.moves(Position("1122334").to_array(), generator()) == -1
    assert opponent.moves(BOARDS[0], generator()).shape == ()
    assert opponent.move(Position.from_array(BOARDS[0]), generator()) == opponent.moves(BOARDS[0], generator())


RNGS = [None, 0, np.int64(0), random.Random(1), np.random.default_rng(2)]


@pytest.mark.parametrize("rng", RNGS, ids=lambda rng: type(rng).__name__)
def test_a_generator_may_be_a_seed_or_nothing_wherever_one_is_taken(rng: m4.opponents.Rng) -> None:
    position, drawn = Position("4433"), Opponent.perfect("random")
    moves = [
        int(drawn.moves(position.to_array(), rng)),
        drawn.move(position, rng),
        m4.default_solver().best_move(position, tie="random", rng=rng),
        bitbully.Agent(tie_break="random", rng=rng).best_move(bitbully.Board("3322")),
        bitbully.Agent().best_move(bitbully.Board("3322"), tie_break="random", rng=rng),
        envs.PettingZooPolicy(drawn, seed=rng)(m4.to_planes(position.to_array(), axis=-1)),
        envs.agent_of(drawn, seed=rng)({"board": position.to_array().ravel().tolist(), "mark": 1}, {}),
        int(envs.textarena_agent.agent_of(drawn, seed=rng)(f"Board state:\n{_drawn(position)}")[5]),
    ]
    assert set(moves) <= {1, 4}, moves


def _drawn(position: Position) -> str:
    return "\n".join(" ".join(row) for row in position.rows.split("/"))


def test_a_seed_gives_the_same_moves_in_each_call() -> None:
    boards = np.zeros((50, 6, 7), dtype=np.int8)
    assert (Opponent.random().moves(boards, 7) == Opponent.random().moves(boards, generator())).all()
    assert len({m4.default_solver().best_move(Position("4433"), tie="random", rng=7) for _ in range(20)}) == 1
    # Without one, the module `random` and the generator of NumPy are left as they are.
    state = random.getstate()
    assert {m4.default_solver().best_move(Position("4433"), tie="random") for _ in range(50)} == {1, 4}
    assert random.getstate() == state
    # The state of a generator of the standard library goes on.
    continued = random.Random(7)
    assert (Opponent.random().moves(boards, continued) != Opponent.random().moves(boards, continued)).any()


@pytest.mark.parametrize("tie", ["center", "left", "random"])
def test_the_perfect_player_keeps_the_score(tie: m4.opponents.Tie) -> None:
    scores = m4.analyze(BOARDS)
    moves = Opponent.perfect(tie).moves(BOARDS, generator())
    assert (scores[np.arange(200), moves] == scores.max(axis=1)).all()


def test_the_perfect_player_breaks_ties_as_it_says() -> None:
    position = Position("4433")
    boards = np.stack([position.to_array()] * 60)
    assert set(Opponent.perfect().moves(boards, generator()).tolist()) == {4}
    assert set(Opponent.perfect("left").moves(boards, generator()).tolist()) == {1}
    assert set(Opponent.perfect("random").moves(boards, generator()).tolist()) == {1, 4}


def columns_seen(position: Position, plies: int) -> set[int]:
    """Return the best columns of a search that sees a number of plies, and counts all positions beyond as draws."""

    def value(after: Position, left: int) -> int:
        if after.winner:
            return -100 - left
        if left == 0 or after.is_over:
            return 0
        return max(-value(after.play(column), left - 1) for column in after.legal_moves)

    values = {column: -value(position.play(column), plies - 1) for column in position.legal_moves}
    return {column for column, found in values.items() if found == max(values.values())}


@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_a_player_of_a_depth_plays_what_a_plain_search_of_that_depth_plays(plies: int) -> None:
    boards = m4.random_boards(40, (6, 30), seed=4)
    played = [
        {int(move) for move in Opponent.depth(plies).moves(np.stack([board] * 80), generator())} for board in boards
    ]
    assert played == [columns_seen(Position.from_array(board), plies) for board in boards]


def test_a_depth_sees_a_win_in_every_column_of_a_wide_board() -> None:
    for column in range(20):
        board = np.zeros((4, 20), dtype=np.int8)
        board[1:, column] = 1
        board[3, [(column + away) % 20 for away in (2, 5, 8)]] = 2
        assert Opponent.depth(1).moves(board[np.newaxis], generator()).tolist() == [column]


def test_a_depth_to_the_end_is_perfect() -> None:
    scores = m4.analyze(BOARDS)
    moves = Opponent.depth(42).moves(BOARDS, generator())
    won = scores.max(axis=1) != 0
    assert (scores[np.arange(200), moves] == scores.max(axis=1))[won].all()


def test_random_moves_avoid_a_loss_at_once_if_they_are_to() -> None:
    boards = np.stack([Position("11223").to_array()] * 200)
    careful = Opponent.epsilon(1.0).moves(boards, generator())
    careless = Opponent.epsilon(1.0, non_losing=False).moves(boards, generator())
    assert set(careful.tolist()) == {3} and set(careless.tolist()) == set(range(7))


def test_matches_are_the_same_for_a_seed_and_fair() -> None:
    result = m4.match(Opponent.level(6), Opponent.level(3), games=60, openings=4, seed=3, threads=1)
    assert result == m4.match(Opponent.level(6), Opponent.level(3), games=60, openings=4, seed=3, threads=2)
    assert result != m4.match(Opponent.level(6), Opponent.level(3), games=60, openings=4, seed=4)
    assert result.all.count == 60 and result.first.count == result.second.count == 30
    assert result.all.points.rate > 0.6 and 8 <= result.plies <= 42
    low, high = result.all.points.interval
    assert low < result.all.points.rate < high and "wins" in str(result)


def test_perfect_players_win_with_the_first_move() -> None:
    result = m4.match(Opponent.perfect(), Opponent.perfect(), games=2)
    assert (result.first.wins, result.second.losses, result.plies) == (1, 1, 41)


def test_a_function_of_boards_is_a_policy() -> None:
    def columns(boards: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        return m4.legal(boards).argmax(axis=1)

    def preferences(boards: npt.NDArray[np.int8]) -> npt.NDArray[np.float64]:
        return np.tile(np.arange(7.0), (len(boards), 1))

    for policy in (columns, preferences):
        result = m4.match(policy, Opponent.random(), games=20)
        assert result.all.count == 20
        found = m4.evaluate(policy, n=300)
        assert 0 < found.perfect.rate < 1 and found.cross_entropy is None


def test_the_best_policy_is_perfect_and_has_the_least_cross_entropy() -> None:
    def best(boards: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
        return m4.policy(m4.analyze(boards))

    found = m4.evaluate(best, n=500, seed=2)
    assert found.keep.rate == found.perfect.rate == 1 and found.worst == []
    assert found.cross_entropy is not None and 0 <= found.cross_entropy < math.log(7)
    uniform = m4.evaluate(lambda boards: np.full((len(boards), 7), 1 / 7), n=500, seed=2)
    assert uniform.cross_entropy is not None and uniform.cross_entropy > found.cross_entropy
    assert uniform.cross_entropy == pytest.approx(math.log(7), abs=1e-6)


def test_an_evaluation_counts_what_it_says() -> None:
    found = m4.evaluate(Opponent.random(), boards=BOARDS, seed=5)
    columns = Opponent.random().moves(BOARDS, np.random.default_rng(5))
    scores = m4.analyze(BOARDS).astype(int)
    after, best = scores[np.arange(200), columns], scores.max(axis=1)
    assert found.perfect.hits == (after == best).sum() and found.keep.hits == (np.sign(after) == np.sign(best)).sum()
    assert sum(rate.count for rate in found.by_ply.values()) == 200 == sum(r.count for r in found.by_result.values())
    assert found.by_result["lost"].rate == 1 and found.by_result["won"].hits == ((after > 0) & (best > 0)).sum()
    assert found.perfect_by_result["lost"].hits == ((after == best) & (best < 0)).sum()
    assert found.perfect_by_result["won"].hits == ((after == best) & (best > 0)).sum()
    assert [move.score - move.after for move in found.worst] == sorted(best - after)[::-1][:10]
    assert all(move.after != ILLEGAL for move in found.worst)


def test_an_evaluation_is_printed_as_it_is_meant() -> None:
    # A win that is delayed, one that is lost, and a loss that is hastened.
    found = m4.evaluate(lambda boards: np.array([2, 0, 0]), boards=["4433", "112233", "44333"])
    assert str(found).splitlines() == [
        "keeps the outcome: 66.7% (20.8% to 93.9%)",
        "keeps the score: 0.0% (0.0% to 56.1%)",
        "won: 50.0% (9.5% to 90.5%) keep the win, 0.0% (0.0% to 65.8%) win as soon as possible",
        "lost: all moves lose, 0.0% (0.0% to 79.3%) as late as possible",
    ]


def test_intervals_are_those_of_wilson() -> None:
    # Newcombe 1998, table I: 81 of 263, and 0 of 20.
    assert m4.Rate(81, 263).interval == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert m4.Rate(0, 20).interval == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert math.isnan(m4.Rate(0, 0).rate)
