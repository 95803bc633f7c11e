"""Judges of a policy: matches against opponents, and the quality of its moves by exact scores.

A policy is an `Opponent`, or a function of boards `(n, 6, 7)` that returns a column for each, `(n,)`, or a
preference for each column, `(n, 7)`: the playable column with the highest preference counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _batch, _rules
from ._arrays import Cells, Int8, Layout
from ._batch import ILLEGAL, Batch
from ._core import Solver
from .opponents import Mask, Opponent

__all__ = ["Columns", "Evaluation", "Games", "MatchResult", "Mistake", "Policy", "Rate", "evaluate", "match"]

Policy: TypeAlias = Opponent | Callable[[Int8], npt.ArrayLike]
Columns: TypeAlias = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of some cases, with its uncertainty."""

    hits: float
    """The cases that count; half a point counts half."""
    count: int
    """All cases."""

    @property
    def rate(self) -> float:
        """The share, from 0 to 1; not a number without cases."""
        return self.hits / self.count if self.count else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of 95 % by Wilson."""
        if not self.count:
            return (0.0, 1.0)
        z = 1.959964
        share, square = self.rate, z * z / self.count
        centre = (share + square / 2) / (1 + square)
        half = z * math.sqrt(share * (1 - share) / self.count + square / (4 * self.count)) / (1 + square)
        return (max(0.0, centre - half), min(1.0, centre + half))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.rate:.1%} ({low:.1%} to {high:.1%})"


@dataclass(frozen=True, slots=True)
class Games:
    """The results of some games, from the view of the policy."""

    wins: int
    draws: int
    losses: int

    @property
    def count(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> Rate:
        """The points: 1 for a win, a half for a draw."""
        return Rate(self.wins + self.draws / 2, self.count)

    def __str__(self) -> str:
        return f"{self.wins} wins, {self.draws} draws, {self.losses} losses: {self.points}"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of a policy against an opponent.

    Examples:
        >>> result = match(Opponent.perfect(), Opponent.random(), games=20, seed=1)
        >>> result.all.wins, result.first.count
        (20, 10)
    """

    first: Games
    """The games in which the policy moved first, or after a random opening, was to move."""
    second: Games
    """The other games."""
    plies: float
    """The mean number of stones at the end of a game."""

    @property
    def all(self) -> Games:
        """All games."""
        pairs = zip(_counts(self.first), _counts(self.second), strict=True)
        return Games(*(one + other for one, other in pairs))

    def __str__(self) -> str:
        return f"{self.all}\nfirst: {self.first}\nsecond: {self.second}"


def _counts(games: Games) -> tuple[int, int, int]:
    return games.wins, games.draws, games.losses


def match(
    policy: Policy,
    opponent: Opponent,
    *,
    games: int = 1_000,
    openings: int = 0,
    seed: int = 0,
    solver: Solver | None = None,
    threads: int | None = None,
) -> MatchResult:
    """Play games of a policy against an opponent, all of them at once.

    The policy moves first in every other game. The same seed gives the same games on any number of threads. Two players without
    random choices play one game over and over: give them `openings`, or the intervals mean nothing.

    Args:
        policy: An opponent, or a function of boards.
        opponent: The other player.
        games: The number of games, even: each opening is played by both sides.
        openings: The number of random moves before each game.
        seed: The seed of openings and moves.
        solver: The solver of the opponents.
        threads: The number of threads.

    Raises:
        ValueError: The policy plays a column that cannot be played.
    """
    if games < 2 or games % 2:
        raise ValueError(f"games={games}: an even number is expected, because each side moves first in one half")
    rng = np.random.default_rng(seed)
    if openings < 0:
        raise ValueError(f"openings={openings}: a number of moves from 0 on is expected")
    pairs = _batch.random_boards(games // 2, openings, seed=seed, distinct=False)
    boards = np.repeat(pairs, 2, axis=0)
    is_ours = np.arange(games) % 2 == 0
    result = np.zeros(games, dtype=np.int8)
    open_games = np.arange(games)
    while len(open_games):
        ours, theirs = open_games[is_ours[open_games]], open_games[~is_ours[open_games]]
        for player, rows in ((policy, ours), (opponent, theirs)):
            if len(rows):
                columns, _ = _answer(player, Batch(boards[rows]), rng, solver, threads, rows)
                boards[rows] = _rules.step(boards[rows], columns)
        batch = Batch(boards[open_games])
        won = _rules.winner(batch) != 0
        result[open_games[won]] = np.where(is_ours[open_games[won]], 1, -1)
        open_games = open_games[~won & _rules.legal(batch).any(axis=1)]
        is_ours[open_games] = ~is_ours[open_games]
    first, second = (_games(result[index::2]) for index in range(2))
    return MatchResult(first=first, second=second, plies=float((boards != 0).sum() / games))


def _games(result: Int8) -> Games:
    return Games(*(int((result == number).sum()) for number in (1, 0, -1)))


def _answer(
    policy: Policy,
    batch: Batch,
    rng: np.random.Generator,
    solver: Solver | None,
    threads: int | None,
    rows: npt.NDArray[np.intp] | None = None,
) -> tuple[Columns, npt.NDArray[Any] | None]:
    """Return the columns that a policy plays, which are legal, and its preferences if it has some.

    `rows` are the numbers of the boards, for errors. No game is over.
    """
    if isinstance(policy, Opponent):
        return policy.moves(batch.cells, rng, layout=batch.layout, solver=solver, threads=threads), None
    answer = np.asarray(policy(batch.cells.copy()))
    legal, shape = batch.mask("legal"), (batch.n, batch.width)
    if answer.shape == (batch.n,):
        if answer.dtype.kind not in "iu":
            raise TypeError(f"the policy returns columns of {answer.dtype}, where whole numbers are expected")
        is_column = (answer >= 0) & (answer < batch.width)
        illegal = ~(is_column & legal[np.arange(batch.n), np.where(is_column, answer, 0)])
        if illegal.any():
            index = int(illegal.argmax())
            board, column = (index if rows is None else int(rows[index])), int(answer[index])
            raise ValueError(f"the policy plays column {column} on board {board}, {_reason(batch, column)}")
        return answer, None
    if answer.shape != shape:
        raise ValueError(
            f"the policy returns the shape {answer.shape} for {batch.n} boards: ({batch.n},) columns or {shape} "
            "preferences are expected"
        )
    if answer.dtype.kind not in "biuf":
        raise TypeError(f"the policy returns preferences of {answer.dtype}, where numbers are expected")
    if np.isnan(answer).any():
        raise ValueError("the policy returns preferences that are not numbers (NaN)")
    # A preference of minus infinity is still above the preference of a column that cannot be played.
    preferences = np.where(legal, np.maximum(answer.astype(np.float64), np.finfo(np.float64).min), -np.inf)
    return preferences.argmax(axis=1), answer


def _reason(batch: Batch, column: int) -> str:
    return f"which has the columns 0 to {batch.width - 1}" if not 0 <= column < batch.width else "where it is full"


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """A move that gave score away."""

    board: Int8
    """The board, `(6, 7)`."""
    column: int
    """The column that was played."""
    score: int
    """The score of the position."""
    after: int
    """The score of the column."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The moves of a policy, judged by exact scores.

    Examples:
        >>> found = evaluate(Opponent.perfect(), n=500, seed=1)
        >>> found.keep.rate, found.perfect.rate
        (1.0, 1.0)
    """

    keep: Rate
    """Moves that keep the outcome: win, draw or loss."""
    perfect: Rate
    """Moves that keep the score: they win as soon as possible, or lose as late as possible."""
    by_ply: dict[int, Rate]
    """Moves that keep the outcome, by the number of stones."""
    by_result: dict[str, Rate]
    """Moves that keep the outcome in `won`, `drawn` and `lost` positions: in lost positions every move keeps it."""
    perfect_by_result: dict[str, Rate]
    """Moves that keep the score in these positions: they win as soon as possible, or lose as late as possible."""
    cross_entropy: float | None
    """The mean cross entropy against equal probabilities of the best columns, in nats, if the policy returns probabilities."""
    worst: list[Mistake] = field(compare=False)
    """The ten moves that gave most score away."""

    def __str__(self) -> str:
        won, drawn, lost = (self.by_result[name] for name in ("won", "drawn", "lost"))
        soon, late = self.perfect_by_result["won"], self.perfect_by_result["lost"]
        lines = [f"keeps the outcome: {self.keep}", f"keeps the score: {self.perfect}"]
        lines += [f"won: {won} keep the win, {soon} win as soon as possible"] if won.count else []
        lines += [f"drawn: {drawn} keep the draw"] if drawn.count else []
        lines += [f"lost: all moves lose, {late} as late as possible"] if lost.count else []
        if self.cross_entropy is not None:
            lines.append(f"cross entropy: {self.cross_entropy:.3f}")
        return "\n".join(lines)


def evaluate(
    policy: Policy,
    *,
    n: int = 10_000,
    plies: int | tuple[int, int] = (0, 40),
    seed: int = 0,
    boards: Cells | Batch | None = None,
    layout: Layout | None = None,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: _batch.Progress = False,
    time: float | None = None,
    nodes: int | None = None,
) -> Evaluation:
    """Judge the moves of a policy by exact scores.

    Args:
        policy: An opponent, or a function of boards.
        n: The number of random positions.
        plies: Their number of stones.
        seed: The seed of positions and moves.
        boards: Positions to judge in place of random ones, `(n, 6, 7)`; none of them may be over.
        layout: The order of their cells.
        solver: The solver.
        threads: The number of threads.
        progress: A bar, or a function of two numbers: the answered positions and all different positions.
        time: The seconds for each position, as in `analyze`.
        nodes: The nodes for each position.

    Raises:
        ValueError: The policy plays a column that cannot be played, or a game is over.
        TimeoutError: The limits ended a search before its proof.
    """
    if boards is None:
        if n < 1:
            raise ValueError(f"n={n}: a number of positions above 0 is expected")
        boards = _batch.random_boards(n, plies, seed=seed, distinct=False)
    batch = _batch.batch_of(boards, layout)
    found = _batch.analyze(batch, solver=solver, threads=threads, progress=progress, time=time, nodes=nodes)
    scores = found.reshape(batch.n, batch.width).astype(np.int64)
    best = scores.max(axis=1, initial=ILLEGAL)
    batch.require_positions()
    if (best == ILLEGAL).any():
        raise ValueError(f"board {int((best == ILLEGAL).argmax())}: the game is over, so there is no move to judge")
    columns, preferences = _answer(policy, batch, np.random.default_rng(seed), solver, threads)
    after = scores[np.arange(batch.n), columns.reshape(batch.n)]
    perfect, keep = after == best, np.sign(after) == np.sign(best)
    ply = (batch.cells != 0).sum(axis=(1, 2))
    results = {"won": best > 0, "drawn": best == 0, "lost": best < 0}
    return Evaluation(
        keep=_rate(keep),
        perfect=_rate(perfect),
        by_ply={int(stones): _rate(keep[ply == stones]) for stones in np.unique(ply)},
        by_result={name: _rate(keep[rows]) for name, rows in results.items()},
        perfect_by_result={name: _rate(perfect[rows]) for name, rows in results.items()},
        cross_entropy=_cross_entropy(preferences, scores),
        worst=_worst(batch.cells, columns.reshape(batch.n), best, after),
    )


def _rate(hits: Mask) -> Rate:
    return Rate(int(hits.sum()), len(hits))


def _cross_entropy(preferences: npt.NDArray[Any] | None, scores: npt.NDArray[np.int64]) -> float | None:
    if preferences is None or (preferences < 0).any() or not np.allclose(preferences.sum(axis=1), 1, atol=1e-3):
        return None
    targets = _rules.policy(scores.astype(np.int8))
    return float(-(targets * np.log(np.maximum(preferences, 1e-12))).sum(axis=1).mean())


def _worst(
    boards: Int8, columns: Columns, best: npt.NDArray[np.int64], after: npt.NDArray[np.int64]
) -> list[Mistake]:
    lost = best - after
    rows = [int(row) for row in np.argsort(-lost, kind="stable")[:10] if lost[row] > 0]
    return [Mistake(boards[row].copy(), int(columns[row]), int(best[row]), int(after[row])) for row in rows]


def __dir__() -> list[str]:
    return __all__
