"""Copies: by pickle, by `copy`, and in a process that is started anew."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import Batch, Game, Opponent, Position, Solver

COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda found: pickle.loads(pickle.dumps(found)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "the oldest protocol of both": lambda found: pickle.loads(pickle.dumps(found, protocol=2)),
}
SETUP = Game.from_position(Position("4433"))
SETUP.push(4)
# Two positions of 4x4.
BOOK = bytes.fromhex("4d41524c494e424b01040402060000000900000000000000b2d5abe02a4b36a1010500010500000000000000000000000000")
VALUES: list[Any] = [
    Position("4433"),
    Position("12", board="9x7"),
    Game("44335"),
    SETUP,
    m4.Cell(3, 1),
    Solver().analyze(Position("4433"), pv=3),
    Position("4433").explain(),
    Game("4433112").review(),
    Opponent.perfect("left"),
    Opponent.level(3),
    Opponent.epsilon(0.1, base=Opponent.depth(4)),
    Opponent.random(),
    m4.match(Opponent.level(2), Opponent.random(), games=2),
    m4.evaluate(Opponent.random(), n=20),
]
BATCHES = [
    Batch(["4433", "44"]),
    Batch(["4433", "x"], errors="mark"),
    Batch(np.full((2, 6, 7), 3), errors="mark"),
    Batch(m4.random_boards(3, 5, seed=1, layout="columns"), layout="columns"),
    m4.read_games(["4433 18", "44", "x"], errors="mark"),
]


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_copy_of_a_value_equals_it(value: Any, name: str) -> None:
    again = COPIES[name](value)
    assert again == value and repr(again) == repr(value) and type(again) is type(value)


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("batch", BATCHES, ids=repr)
def test_a_copy_of_a_batch_has_the_same_answers(batch: Batch, name: str) -> None:
    again = COPIES[name](batch)
    assert np.array_equal(m4.solve(again), m4.solve(batch)) and again.positions == batch.positions
    assert again.reasons == batch.reasons and (again.layout, again.is_one) == (batch.layout, batch.is_one)
    if isinstance(batch, m4.GameFile):
        assert (again.games, again.lines, again.scores.tolist()) == (batch.games, batch.lines, batch.scores.tolist())


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_of_a_solver_has_its_settings_and_a_table_of_its_own(name: str) -> None:
    for settings in ({"hash_mib": 8, "threads": 1, "book": False}, {"hash_mib": 2}):
        solver = Solver(**settings)  # type: ignore[arg-type]
        nodes = solver.analyze(Position("44444422")).nodes
        again = COPIES[name](solver)
        for found in (again, COPIES[name](again)):
            assert (found.hash_mib, found.threads, found.book_plies) == (solver.hash_mib, solver.threads, solver.book_plies)
            assert found.__getnewargs_ex__() == solver.__getnewargs_ex__()
        assert again.analyze(Position("44444422")).nodes == nodes


def test_a_solver_with_a_book_of_a_file_is_pickled_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "small.book").write_bytes(BOOK)
    monkeypatch.chdir(tmp_path)
    solver = Solver(hash_mib=1, book="small.book")
    stored = pickle.dumps(solver)
    assert len(stored) < 500
    # A process may have another working directory.
    monkeypatch.chdir("/")
    assert pickle.loads(stored).book_plies == solver.book_plies > 0
    (tmp_path / "small.book").unlink()
    with pytest.raises(OSError):
        pickle.loads(stored)


def test_a_process_that_is_started_anew_gets_solvers_batches_and_opponents() -> None:
    solver, batch = Solver(hash_mib=1, threads=1, book=False), Batch(["44444422", "4433112"])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(partial(m4.solve, solver=solver), [batch])[0].tolist() == m4.solve(batch).tolist()
        assert pool.map(solver.best_move, [Position("4433")]) == [4]
        assert pool.map(Opponent.perfect("left").move, [Position("4433")]) == [1]
        assert pool.apply(Position("4433").explain, (solver,)) == Position("4433").explain(solver)
