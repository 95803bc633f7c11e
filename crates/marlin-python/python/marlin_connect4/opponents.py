"""Opponents for training: players that answer all boards of a step at once."""

from __future__ import annotations

import operator
import random
import warnings
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _batch
from ._arrays import Cells, Int8, Layout
from ._batch import Batch, settings_of
from ._core import Position, Settings, Solver

__all__ = ["Mask", "Opponent", "Rng", "Tie", "best_columns", "generator_of"]

Tie: TypeAlias = Literal["center", "left", "random"]
Mask: TypeAlias = npt.NDArray[np.bool_]
Rng: TypeAlias = int | np.integer[Any] | np.random.Generator | random.Random | None
"""A generator of random numbers, a seed from 0 on, or `None` for a seed of the system."""


def generator_of(rng: Rng) -> np.random.Generator:
    """Return the generator of NumPy for a seed or another generator."""
    try:
        return np.random.default_rng(rng.getrandbits(64) if isinstance(rng, random.Random) else rng)
    except (TypeError, ValueError) as error:
        expected = "a seed from 0 on, a Generator of NumPy, a random.Random or None is expected"
        kind = ValueError if isinstance(rng, int) else TypeError
        raise kind(f"rng={rng!r}: {expected}") from error


class Opponent(ABC):
    """A player that answers all boards of a step in one call.

    Its moves depend on the boards and the generator, and not on the number of threads. At levels 7 to 9 they
    also depend on the book of the solver.

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
        rng: Rng = None,
        *,
        layout: Layout | None = None,
        solver: Solver | None = None,
        threads: int | None = None,
    ) -> Int8:
        """Return a column for each board, from 0, and -1 where the game is over: `(n,)`.

        `rng` is a generator, or a seed, with which each call draws the same numbers.
        """
        batch = _batch.batch_of(boards, layout)
        return batch.result(self._choose(batch, generator_of(rng), settings_of(solver, threads, False)))

    def move(
        self, position: Cells, rng: Rng = None, *, solver: Solver | None = None, threads: int | None = None
    ) -> int:
        """Return a column for one position, from 0.

        Raises:
            ValueError: The game is over.

        Examples:
            >>> Opponent.level(10).move(Position("4433"))
            4
        """
        column = self.moves(position, rng, solver=solver, threads=threads)
        if np.ndim(column):
            raise TypeError("move() takes one position: moves() takes many")
        if column < 0:
            raise ValueError("the game is over: there is no move")
        return int(column)

    @staticmethod
    def perfect(tie: Tie = "center", *, time: float | None = None, nodes: int | None = None) -> Opponent:
        """Return a player that never gives score away: it wins as soon as possible, and loses as late as possible.

        If its limits end a proof, it plays the best move so far, and a `RuntimeWarning` says so.

        Args:
            tie: The choice among equal columns: the nearest to the centre, the leftmost, or any.
            time: The seconds for a move, `math.inf` for no limit; by default five on boards that are not solved in seconds.
            nodes: The nodes for a move.
        """
        return _Perfect(tie, time, nodes)

    @staticmethod
    def level(number: int) -> Opponent:
        """Return a player of a level from 1, a beginner, to 10, the perfect player with its limits by default.

        These are the levels of Marlin's other frontends: each gets 60 to 75 % of the points against the one below.
        """
        number = operator.index(number)
        return _Perfect("center") if number == 10 else _Level(number)

    @staticmethod
    def depth(plies: int) -> Opponent:
        """Return a player that sees all wins and losses within a number of plies, and plays any of the columns that look best.

        It plays the fastest win that it sees, avoids the losses that it sees, and otherwise loses as late as possible. A
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


def best_columns(batch: Batch, settings: Settings, all: bool) -> Mask:
    """Return the best column of each row, or all best columns; without a proof, the best so far, with a warning."""
    columns = batch.new(np.bool_, batch.width)
    unproven = batch.core.best_columns(settings, all, columns.view(np.int8))
    if unproven:
        warnings.warn(
            f"{unproven} of {batch.n} moves on {batch.width}x{batch.height} are the best so far, and not proven: "
            "Opponent.perfect(time=..., nodes=...) sets other limits",
            RuntimeWarning,
            stacklevel=2,
        )
    return columns


@dataclass(frozen=True)
class _Perfect(Opponent):
    tie: Tie
    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.tie not in ("center", "left", "random"):
            raise ValueError(f"tie={self.tie!r} is not one of 'center', 'left' and 'random'")

    def _choose(self, batch: Batch, rng: np.random.Generator, settings: Settings) -> Int8:
        best = best_columns(batch, settings.within(self.time, self.nodes), self.tie != "center")
        return _drawn(best, rng) if self.tie == "random" else _leftmost(best)

    def __repr__(self) -> str:
        limits = "".join(f", {name}={value}" for name in ("time", "nodes") if (value := getattr(self, name)) is not None)
        return f"Opponent.perfect({self.tie!r}{limits})"


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
        legal = batch.mask("legal")
        if self.non_losing:
            safe = batch.mask("non_losing")
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
        return _drawn(batch.mask("legal"), rng)

    def __repr__(self) -> str:
        return "Opponent.random()"


def _drawn(columns: Mask, rng: np.random.Generator) -> Int8:
    """Return one of the columns of each row, each with the same probability, and -1 without one."""
    counts = columns.sum(axis=1)
    index = (rng.random(len(columns)) * counts).astype(np.int64)
    return _first(columns.cumsum(axis=1) > index[:, np.newaxis], counts)


def _leftmost(columns: Mask) -> Int8:
    return _first(columns, columns.sum(axis=1))


def _first(columns: Mask, counts: npt.NDArray[np.int64]) -> Int8:
    return np.where(counts > 0, columns.argmax(axis=1), -1).astype(np.int8)


def __dir__() -> list[str]:
    return __all__
