"""The notebooks run from the first cell to the last one, and show what they promise."""

from __future__ import annotations

import ast
import json
import multiprocessing
import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import marlin_connect4 as m4

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
NAMES = ["play_and_review", "train_and_measure"]


def read(name: str) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    return notebook


def run(name: str) -> dict[str, Any]:
    """Run the code cells in one namespace, show their last values, and return the namespace."""
    namespace: dict[str, Any] = {}
    for number, cell in enumerate(read(name)["cells"]):
        if cell["cell_type"] == "code":
            lines = [line for line in "".join(cell["source"]).splitlines() if not line.startswith("%")]
            run_cell("\n".join(lines), f"{name}, cell {number}", namespace)
    return namespace


def run_cell(source: str, where: str, namespace: dict[str, Any]) -> None:
    body = ast.parse(source, where).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), where, "exec"), namespace)
    if isinstance(last, ast.Expr):
        show(eval(compile(ast.Expression(last.value), where, "eval"), namespace))


def show(value: object) -> None:
    """Make what a notebook shows of a value; pictures and tables must be well-formed."""
    repr(value)
    for method in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, method):
            ElementTree.fromstring(f"<div>{getattr(value, method)()}</div>")


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_stored_without_outputs_and_installs_the_package_first(name: str) -> None:
    notebook = read(name)
    codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["cells"][0] is codes[0] and codes[0]["source"] == ["%pip install marlin-connect4"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in codes)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])


def test_all_notebooks_are_tested() -> None:
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == NAMES


def test_a_game_is_played_to_its_end_and_reviewed_by_exact_scores() -> None:
    found = run("play_and_review")
    moves, review = found["game"].moves, found["review"]
    assert found["game"].is_over and [move.column for move in review.moves] == moves
    for ply, move in enumerate(review.moves):
        assert move.scores == m4.default_solver().scores(m4.Game(moves[:ply]).position)
    assert found["explanation"].winner_proven_by == "double threat"
    assert found["before"].ply == review.turning_point - 1


def measures() -> dict[str, Any]:
    """Run the training, and return its measures."""
    found = run("train_and_measure")
    names = ["random_play", "untrained", "trained", "with_search"]
    return {name: found[name] for name in [*names, "random_points", "network_points", "careful_points"]}


# It takes longer than all other tests together.
@pytest.mark.skipif(not os.environ.get("MARLIN_EXHAUSTIVE"), reason="for .ci/nightly")
def test_a_trained_network_is_far_better_than_random_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    # NumPy reads the number of threads at its import. Two threads wait actively for each other at each
    # product of matrices: on a machine that is busy with other work, this takes minutes.
    for library in ("OPENBLAS", "MKL", "OMP"):
        monkeypatch.setenv(f"{library}_NUM_THREADS", "1")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.apply(measures)
    assert found["random_play"].keep.rate < 0.65 and found["untrained"].keep.rate < 0.75
    assert found["trained"].keep.rate > 0.85 and found["trained"].perfect.rate > 0.72
    assert found["with_search"].keep.rate > found["trained"].keep.rate + 0.02
    points = zip(found["random_points"], found["network_points"], found["careful_points"], strict=True)
    assert all(random + 0.1 < network <= careful + 0.02 for random, network, careful in points)
