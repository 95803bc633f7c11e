"""Boards that are not solved in seconds: every function that searches answers or refuses within seconds."""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import Game, Opponent, Position, Solver
from marlin_connect4.envs import PettingZooPolicy, agent_of, kaggle_agent, textarena_agent

# The default limit is five seconds, and all of the calls run at once.
PATIENCE = 60


def _observed(position: Position) -> dict[str, Any]:
    return {"board": position.to_array().ravel().tolist(), "mark": 1}


def _seen(position: Position) -> str:
    return "Board state:\n" + "\n".join(" ".join(row) for row in position.rows.split("/"))


# Each call has an empty board and a folder. Functions that promise exact answers refuse.
EXACT: dict[str, Callable[[Position, Path], Any]] = {
    "analyze": lambda position, _: m4.analyze(position),
    "solve": lambda position, _: m4.solve(position),
    "outcomes": lambda position, _: m4.outcomes(position),
    "evaluate": lambda position, _: m4.evaluate(Opponent.random(), boards=m4.Batch([position])),
    "Solver.solve": lambda position, _: m4.default_solver().solve(position),
    "Solver.scores": lambda position, _: m4.default_solver().scores(position),
    "Solver.best_move": lambda position, _: m4.default_solver().best_move(position),
    "data.label": lambda position, _: m4.data.label(m4.Batch([position])),
    "data.write": lambda position, folder: m4.data.write(folder / f"{position.board}.npz", plies=2, n=2, board=position.board),
}
ANSWERS: dict[str, Callable[[Position, Path], Any]] = {
    "Solver.analyze": lambda position, _: m4.default_solver().analyze(position).play,
    "Solver.explain": lambda position, _: m4.default_solver().explain(position),
    "Solver.review": lambda position, _: m4.default_solver().review(Game([3, 3], board=position.board)),
    "Position.explain": lambda position, _: position.explain(),
    "Game.review": lambda position, _: Game([3, 3], board=position.board).review(),
    "Opponent.move": lambda position, _: Opponent.perfect().move(position),
    "Opponent.moves": lambda position, _: int(Opponent.level(10).moves(position)),
    # These take no solver.
    "features": lambda position, _: m4.features(position),
    "a random tie": lambda position, _: Opponent.perfect("random").move(position),
    "the base of epsilon": lambda position, _: Opponent.epsilon(0.0).move(position),
    "level 9": lambda position, _: Opponent.level(9).move(position),
    "a depth": lambda position, _: Opponent.depth(6).move(position),
    "Kaggle": lambda position, _: kaggle_agent.agent(_observed(position), {"columns": position.width, "rows": position.height}),
    "Kaggle, perfect": lambda position, _: agent_of(Opponent.perfect())(
        _observed(position), {"columns": position.width, "rows": position.height}
    ),
    "TextArena": lambda position, _: int(textarena_agent.agent(_seen(position)).strip("[col ]")),
    "PettingZoo": lambda position, _: PettingZooPolicy(Opponent.perfect())(m4.to_planes(position.to_array(), axis=-1)),
}
CALLS = [(name, board) for name in EXACT | ANSWERS for board in ("8x8", "10x10")]
# The games of a match are of 7x6.
SMALL = {"match"}


def public() -> Iterator[tuple[str, Any]]:
    """Return the functions of the package, and the methods of its classes, with their names."""
    for name in m4.__all__:
        value = getattr(m4, name)
        members = list(vars(value)) if inspect.isclass(value) else value.__all__ if name == "data" else []
        found = {f"{name}.{part}": getattr(value, part) for part in members if not part.startswith("_")} | {name: value}
        yield from ((name, function) for name, function in found.items() if inspect.isroutine(function) and callable(function))


def test_every_function_that_takes_a_solver_is_listed_and_takes_limits() -> None:
    searching = {
        name: parameters
        for name, function in public()
        for parameters in [set(inspect.signature(function).parameters)]
        if "solver" in parameters or (name.startswith("Solver.") and parameters & {"position", "game"})
    }
    assert set(searching) - SMALL == {name for name in EXACT | ANSWERS if "." in name or name.islower() and " " not in name} - {"features"}
    opponents = {"Opponent.move", "Opponent.moves"}
    assert all({"time", "nodes"} <= searching[name] for name in set(searching) - SMALL - opponents)
    assert {"time", "nodes"} <= set(inspect.signature(Opponent.perfect).parameters)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], tuple[float, Any]]:
    """Return the seconds and the answer or the error of each call, of which all run at once."""
    folder = tmp_path_factory.mktemp("limits")

    def call(name: str, board: str) -> tuple[float, Any]:
        begun = time.monotonic()
        try:
            answer = (EXACT | ANSWERS)[name](Position(board=board), folder)
        except TimeoutError as error:
            answer = error
        return time.monotonic() - begun, answer

    with ThreadPoolExecutor(len(CALLS)) as pool:
        return dict(zip(CALLS, pool.map(lambda given: call(*given), CALLS), strict=True))


@pytest.mark.parametrize(("name", "board"), CALLS)
@pytest.mark.filterwarnings("ignore:.*not proven:RuntimeWarning")
def test_a_function_that_searches_answers_or_refuses_within_seconds(
    name: str, board: str, found: dict[tuple[str, str], tuple[float, Any]]
) -> None:
    seconds, answer = found[name, board]
    assert seconds < PATIENCE
    assert isinstance(answer, TimeoutError) == (name in EXACT), answer
    if name in EXACT:
        assert all(remedy in str(answer) for remedy in ("time=", "nodes=", "math.inf"))
    elif isinstance(answer, int):
        assert Position(board=board).is_legal(answer)


def test_a_move_without_a_proof_is_said() -> None:
    position = Position(board="8x8")
    for opponent in (Opponent.perfect(nodes=1_000), Opponent.perfect("left", time=0.05), Opponent.perfect("random", time=0.05)):
        with pytest.warns(RuntimeWarning, match="1 of 1 moves on 8x8 are the best so far, and not proven"):
            assert position.is_legal(opponent.move(position))
        assert eval(repr(opponent), {"Opponent": Opponent}) == opponent


def test_a_move_without_a_proof_is_the_best_of_what_the_rules_prove() -> None:
    # X wins by column 3, and O has to play there first.
    assert Opponent.perfect(nodes=0).move(Position([0, 0, 1, 1, 2, 2], board="10x10")) == 3
    with pytest.warns(RuntimeWarning, match="not proven"):
        assert Opponent.perfect(nodes=0).move(Position([0, 0, 1, 1, 2], board="10x10")) == 3


def test_limits_end_an_exact_answer_on_any_board_and_none_may_be_asked_for() -> None:
    boards = m4.random_boards(4, 10, seed=3)
    calls: list[Callable[..., Any]] = [
        lambda **limits: m4.analyze(boards, solver=solver, **limits),
        lambda **limits: solver.solve(Position("4444"), **limits),
        lambda **limits: solver.best_move(Position("4444"), tie="left", **limits),
    ]
    for call in calls:
        for limits in ({"nodes": 10}, {"time": 0.0}):
            solver = Solver(book=False, threads=1, hash_mib=8)
            with pytest.raises(TimeoutError, match="not proven within the limits"):
                call(**limits)
    late = m4.random_boards(3, 54, seed=3, board="8x8")
    assert (m4.solve(late, time=math.inf) == m4.solve(late)).all()
    assert np.array_equal(m4.analyze(late, nodes=10**9), m4.analyze(late))
