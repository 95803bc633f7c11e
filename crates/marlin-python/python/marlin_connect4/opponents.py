"""Opponents for training, and judges of a policy: games and moves, all boards of a step at once.

A policy is an `Opponent`, or a function of boards `(n, 6, 7)` that returns a column for each, `(n,)`, or a preference for
each column, `(n, 7)`: the greatest one that can be played counts.
"""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _batch
from ._arrays import Cells, Int8, Layout
from ._batch import ILLEGAL, Batch, settings_of
from ._core import Settings, Solver

Tie: TypeAlias = Literal["center", "left", "random"]
Policy: TypeAlias = "Opponent | Callable[[Int8], npt.ArrayLike]"
Mask: TypeAlias = npt.NDArray[np.bool_]
Columns: TypeAlias = npt.NDArray[np.integer[Any]]


class Opponent(ABC):
    """A player that answers all boards of a step in one call.

    Its moves depend on the boards and the generator, and not on the number of threads. Those of levels 7 to 9 depend on the
    book of the solver too.

    Examples:
        >>> rng = np.random.default_rng(1)
        >>> boards = np.zeros((3, 6, 7), dtype=np.int8)
        >>> Opponent.perfect().moves(boards, rng)
        array([3, 3, 3], dtype=int8)
        >>> teacher = Opponent.epsilon(0.1, base=Opponent.depth(4))
        >>> teacher
        Opponent.epsilon(0.1, base=Opponent.depth(4), non_losing=True)
    """

    @abstractmethod
    def _choose(self, batch: Batch, rng: np.random.Generator, settings: Settings) -> Int8: ...

    def moves(
        self,
        boards: Cells | Batch,
        rng: np.random.Generator,
        *,
        layout: Layout = "top",
        solver: Solver | None = None,
        threads: int | None = None,
    ) -> Int8:
        """Return a column for each board, from 0, and -1 where the game is over: `(n,)`."""
        batch = _batch.batch_of(boards, layout)
        return batch.result(self._choose(batch, rng, settings_of(solver, threads, False)))

    @staticmethod
    def perfect(tie: Tie = "center") -> Opponent:
        """Return a player that never gives score away: it wins as soon, and loses as late as possible.

        Args:
            tie: The choice among equal columns: the nearest to the centre, the leftmost, or any.
        """
        return _Perfect(tie)

    @staticmethod
    def level(number: int) -> Opponent:
        """Return a player of a level from 1, a beginner, to 10, the perfect player.

        These are the levels of Marlin's other frontends: each gets 60 to 75 % of the points against the one below.
        """
        number = operator.index(number)
        return _Perfect("center") if number == 10 else _Level(number)

    @staticmethod
    def depth(plies: int) -> Opponent:
        """Return a player that sees all wins and losses within a number of plies, and plays any of the columns that look best.

        It plays the fastest win that it sees, does not lose what it sees, and loses as late as possible otherwise. A
        solver of that depth with an evaluation of 0 at its leaves plays the same moves.
        """
        return _Depth(operator.index(plies))

    @staticmethod
    def epsilon(probability: float, base: Opponent | None = None, *, non_losing: bool = True) -> Opponent:
        """Return a player that plays a random move with a probability, and otherwise as another player.

        Args:
            probability: From 0 to 1.
            base: The other player, by default the perfect one.
            non_losing: Whether random moves leave the opponent no move that wins at once, where there is such a move.
        """
        player = Opponent.perfect() if base is None else base
        if not isinstance(player, Opponent):
            raise TypeError(f"base is {type(player).__name__}: an Opponent is expected")
        return _Epsilon(probability, player, non_losing)

    @staticmethod
    def random() -> Opponent:
        """Return a player of random moves."""
        return _Random()


@dataclass(frozen=True)
class _Perfect(Opponent):
    tie: Tie

    def __post_init__(self) -> None:
        if self.tie not in ("center", "left", "random"):
            raise ValueError(f"tie={self.tie!r} is not one of 'center', 'left' and 'random'")

    def _choose(self, batch: Batch, rng: np.random.Generator, settings: Settings) -> Int8:
        if self.tie == "center":
            moves = batch.new(np.int8)
            batch.core.best_moves(settings, moves)
            return moves
        scores = batch.new(np.int8, batch.width)
        batch.core.analyze(settings, scores)
        best = (scores == scores.max(axis=1, keepdims=True)) & (scores != ILLEGAL)
        return _drawn(best, rng) if self.tie == "random" else _leftmost(best)

    def __repr__(self) -> str:
        return f"Opponent.perfect({self.tie!r})"


@dataclass(frozen=True)
class _Level(Opponent):
    number: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= 10:
            raise ValueError(f"there is no level {self.number}: levels are 1 to 10")

    def _choose(self, batch: Batch, rng: np.random.Generator, settings: Settings) -> Int8:
        moves = batch.new(np.int8)
        seeds = rng.integers(0, 2**64, size=batch.n, dtype=np.uint64)
        batch.core.level_moves(settings, self.number, seeds, moves)
        return moves

    def __repr__(self) -> str:
        return f"Opponent.level({self.number})"


@dataclass(frozen=True)
class _Depth(Opponent):
    plies: int

    def __post_init__(self) -> None:
        if self.plies < 0:
            raise ValueError(f"depth({self.plies}): a number of plies from 0 on is expected")

    def _choose(self, batch: Batch, rng: np.random.Generator, settings: Settings) -> Int8:
        columns = batch.new(np.bool_, batch.width)
        batch.core.in_sight(settings, self.plies, columns.view(np.int8))
        return _drawn(columns, rng)

    def __repr__(self) -> str:
        return f"Opponent.depth({self.plies})"


@dataclass(frozen=True)
class _Epsilon(Opponent):
    probability: float
    base: Opponent
    non_losing: bool

    def __post_init__(self) -> None:
        if not 0 <= self.probability <= 1:
            raise ValueError(f"epsilon({self.probability}): a probability from 0 to 1 is expected")

    def _choose(self, batch: Batch, rng: np.random.Generator, settings: Settings) -> Int8:
        legal = _legal(batch)
        if self.non_losing:
            safe = batch.new(np.bool_, batch.width)
            batch.core.non_losing(safe.view(np.uint8))
            legal = np.where(safe.any(axis=1, keepdims=True), safe, legal)
        is_random = rng.random(batch.n) < self.probability
        moves = _drawn(legal, rng)
        rest = Batch(batch.cells[~is_random], layout=batch.layout, errors=batch.errors)
        moves[~is_random] = self.base._choose(rest, rng, settings)
        return moves

    def __repr__(self) -> str:
        return f"Opponent.epsilon({self.probability}, base={self.base}, non_losing={self.non_losing})"


@dataclass(frozen=True)
class _Random(Opponent):
    def _choose(self, batch: Batch, rng: np.random.Generator, settings: Settings) -> Int8:
        return _drawn(_legal(batch), rng)

    def __repr__(self) -> str:
        return "Opponent.random()"


def _legal(batch: Batch) -> Mask:
    mask = batch.new(np.bool_, batch.width)
    batch.core.legal(mask.view(np.uint8))
    return mask


def _drawn(columns: Mask, rng: np.random.Generator) -> Int8:
    """Return one of the columns of each row, each with the same probability, and -1 without one."""
    counts = columns.sum(axis=1)
    index = (rng.random(len(columns)) * counts).astype(np.int64)
    return _first(columns.cumsum(axis=1) > index[:, np.newaxis], counts)


def _leftmost(columns: Mask) -> Int8:
    return _first(columns, columns.sum(axis=1))


def _first(columns: Mask, counts: npt.NDArray[np.int64]) -> Int8:
    return np.where(counts > 0, columns.argmax(axis=1), -1).astype(np.int8)


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

    The policy moves first in every other game. The same seed gives the same games on any number of threads. Two players
    that choose nothing at random play one game over and over: give them `openings`, or the intervals mean nothing.

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
                boards[rows] = _batch.step(boards[rows], columns)
        batch = Batch(boards[open_games])
        won = _batch.winner(batch) != 0
        result[open_games[won]] = np.where(is_ours[open_games[won]], 1, -1)
        open_games = open_games[~won & _batch.legal(batch).any(axis=1)]
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
    legal, shape = _legal(batch), (batch.n, batch.width)
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
    # A preference of minus infinity is still above that of a column that cannot be played.
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
    """Moves that keep the score: they win as soon, or lose as late as possible."""
    by_ply: dict[int, Rate]
    """Moves that keep the outcome, by the number of stones."""
    by_result: dict[str, Rate]
    """Moves that keep the outcome in won and drawn positions, and those that keep the score in lost ones."""
    cross_entropy: float | None
    """The mean cross entropy against equal probabilities of the best columns, in nats, if the policy returns probabilities."""
    worst: list[Mistake] = field(compare=False)
    """The ten moves that gave most score away."""

    def __str__(self) -> str:
        lines = [f"keeps the outcome: {self.keep}", f"keeps the score: {self.perfect}"]
        lines += [f"{name}: {rate}" for name, rate in self.by_result.items()]
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
    layout: Layout = "top",
    solver: Solver | None = None,
    threads: int | None = None,
    progress: _batch.Progress = False,
) -> Evaluation:
    """Judge the moves of a policy by exact scores.

    Args:
        policy: An opponent, or a function of boards.
        n: The number of random positions.
        plies: Their stones.
        seed: The seed of positions and moves.
        boards: Positions to judge in place of random ones, `(n, 6, 7)`; none of them may be over.
        layout: The order of their cells.
        solver: The solver.
        threads: The number of threads.
        progress: A bar, or a function of the answered and all different positions.

    Raises:
        ValueError: The policy plays a column that cannot be played, or a game is over.
    """
    if boards is None:
        if n < 1:
            raise ValueError(f"n={n}: a number of positions above 0 is expected")
        boards = _batch.random_boards(n, plies, seed=seed, distinct=False)
    batch = _batch.batch_of(boards, layout)
    found = _batch.analyze(batch, solver=solver, threads=threads, progress=progress)
    scores = found.reshape(batch.n, batch.width).astype(np.int64)
    best = scores.max(axis=1, initial=ILLEGAL)
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
        by_result={name: _rate((perfect if name == "lost" else keep)[rows]) for name, rows in results.items()},
        cross_entropy=_cross_entropy(preferences, scores),
        worst=_worst(batch.cells, columns.reshape(batch.n), best, after),
    )


def _rate(hits: Mask) -> Rate:
    return Rate(int(hits.sum()), len(hits))


def _cross_entropy(preferences: npt.NDArray[Any] | None, scores: npt.NDArray[np.int64]) -> float | None:
    if preferences is None or (preferences < 0).any() or not np.allclose(preferences.sum(axis=1), 1, atol=1e-3):
        return None
    targets = _batch.policy(scores.astype(np.int8))
    return float(-(targets * np.log(np.maximum(preferences, 1e-12))).sum(axis=1).mean())


def _worst(
    boards: Int8, columns: Columns, best: npt.NDArray[np.int64], after: npt.NDArray[np.int64]
) -> list[Mistake]:
    lost = best - after
    rows = [int(row) for row in np.argsort(-lost, kind="stable")[:10] if lost[row] > 0]
    return [Mistake(boards[row].copy(), int(columns[row]), int(best[row]), int(after[row])) for row in rows]
