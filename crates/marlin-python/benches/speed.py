"""Times of the package beside BitBully, as a table in Markdown: `python benches/speed.py`.

Needs `pip install bitbully==0.0.79`, and the position sets of the repository. Each figure is the median of five runs in
this process, on one thread unless the row says otherwise. Pin it to one core but for the rows of two threads.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import bitbully
import marlin_connect4 as m4
import numpy as np
from marlin_connect4 import Opponent, Position, Solver

SETS = Path(__file__).parents[3] / "test-positions"
RUNS = 5
# BitBully takes a tenth of a second for a position of L1_R2.
POSITIONS = {"L2_R2": 100, "L1_R2": 20}
LADDER = [(depth, epsilon) for depth in (1, 2, 4, 8, 12, 16) for epsilon in (0.1, 0.3)]


def median(run: Callable[[], object]) -> float:
    """Return the median time of some runs, in seconds."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def row(name: str, ours: float, unit: str, theirs: float | None = None, asked: str = "") -> None:
    """Print a row: our time, theirs, and the ratio."""
    scale = {"us": 1e6, "ms": 1e3, "s": 1.0}[unit]
    other = ("", "") if theirs is None else (f"{theirs * scale:.3g} {unit}", f"{theirs / ours:.1f}")
    print(f"| {name} | {ours * scale:.3g} {unit} | {other[0]} | {other[1]} | {asked} |", flush=True)


def sets() -> None:
    """Scores of positions of two sets, without books."""
    for name, count in POSITIONS.items():
        texts = [line.split()[0] for line in (SETS / f"{name}.txt").read_text().splitlines() if not line.startswith("#")][:count]
        positions = [Position(text) for text in texts]
        boards = [bitbully.Board([int(move) - 1 for move in text]) for text in texts]
        agent = bitbully.BitBully(opening_book=None)

        def ours(positions: list[Position] = positions) -> None:
            solver = Solver(threads=1, book=False)
            for position in positions:
                solver.solve(position)

        def theirs(boards: list[bitbully.Board] = boards, agent: bitbully.BitBully = agent) -> None:
            agent.reset_transposition_table()
            for board in boards:
                agent.mtdf(board)

        row(f"score, {name}, no books", median(ours) / count, "ms", median(theirs) / count, ">= 10" if "L2" in name else ">= 6")


def early() -> None:
    """All columns of positions of up to 12 plies, with books."""
    boards = m4.random_boards(20_000, (0, 12), seed=3)
    solver, agent = Solver(threads=1), bitbully.BitBully(opening_book="12-ply-dist")
    few = [bitbully.Board(Position.from_array(board).to_array(layout="columns").tolist()) for board in boards[:40]]
    theirs = median(lambda: [agent.score_all_moves(board) for board in few]) / len(few)
    row("all columns, 0 to 12 plies, with books", median(lambda: m4.analyze(boards, solver=solver)) / 20_000, "us", theirs, "<= 3 us")
    position = Position("4433")
    row("all columns of `4433`, one call", median(lambda: [solver.scores(position) for _ in range(1000)]) / 1000, "us", None, "<= 5 us")


def random_games() -> None:
    """All columns of random games, each run with an empty table."""
    boards = m4.random_boards(4_000, (0, 41), seed=5)
    times = [median(lambda n=n: m4.analyze(boards, solver=Solver(threads=n))) / len(boards) for n in (1, 2)]
    row("all columns, random games of 0 to 41 plies", times[0], "ms", None, "<= 0.45 ms")
    print(f"| the same with two threads | {times[1] * 1e3:.3g} ms | | {times[0] / times[1]:.2f} | >= 1.7 |", flush=True)


def rules() -> None:
    """Arrays by the rules alone."""
    boards = m4.random_boards(100_000, (0, 41), seed=3)
    columns = m4.legal(boards).argmax(axis=1)
    calls = {"legal": lambda: m4.legal(boards), "winner": lambda: m4.winner(boards), "step": lambda: m4.step(boards, columns)}
    for name, call in calls.items():
        row(f"`{name}`, 100,000 rows", median(call) / len(boards), "us", None, "<= 0.3 us")


def ladder() -> None:
    """1,200 games of a ladder of opponents against a random policy, on two threads."""

    def play() -> None:
        solver = Solver(threads=2)
        for seed, (depth, epsilon) in enumerate(LADDER):
            opponent = Opponent.epsilon(epsilon, base=Opponent.depth(depth))
            m4.match(Opponent.random(), opponent, games=100, seed=seed, solver=solver)

    row("1,200 games of the ladder, two threads", median(play), "s", None, "<= 2 s")


def imports() -> None:
    """The import of the package, by a new interpreter."""
    code = "import time; t = time.perf_counter(); import marlin_connect4; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(9)]
    row("`import marlin_connect4`", statistics.median(times), "ms", None, "<= 80 ms")


def main() -> None:
    """Print the table."""
    print(f"marlin-connect4 {m4.__version__}, bitbully 0.0.79, NumPy {np.__version__}, {os.cpu_count()} cores\n")
    print("| | marlin-connect4 | BitBully | ratio | asked |\n|---|--:|--:|--:|--:|")
    for part in (sets, early, random_games, rules, ladder, imports):
        part()


if __name__ == "__main__":
    main()
