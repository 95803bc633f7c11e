"""Many boards in one call: exact scores and labels."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Cells, Int8, Layout, array_of, as_boards, require_board, texts_of
from ._core import Game, Position, Solver
from ._default import default_solver

ILLEGAL: Final = _core.ILLEGAL
"""The mark in arrays: a column that cannot be played, a label that is missing, a row that is not a position."""

Progress: TypeAlias = bool | Callable[[int, int], object]
"""`True` for a bar, which needs `tqdm`, or a function of two numbers: the answered positions and all different positions."""

Errors: TypeAlias = Literal["raise", "mark"]


class Batch:
    """Boards that were read once, for several questions.

    All functions for arrays make one of their argument, so they take a batch in place of boards.

    Args:
        boards: One board, `(6, 7)`, or many, `(n, 6, 7)`, of any board size; or a text in any notation, a `Position` or a
            `Game`, or a list of these, all of one board.
        layout: The order of the cells.
        board: The size of the board; by default the size of an array, a drawn board or FEN, otherwise 7x6. One board of fewer
            than four rows or columns needs it.
        base: The number of the leftmost column in texts of moves.
        errors: `"mark"` keeps rows that are not positions, and marks their answers, instead of a `ValueError` with the index
            of the first one and the reason.

    Examples:
        >>> batch = Batch(["4433", "4433112", Position("44").rows])
        >>> batch, solve(batch).tolist(), batch.positions[0] == Position("4433")
        (<Batch of 3 boards of 7x6>, [18, -18, 1], True)
        >>> Batch(random_boards(100, (0, 20), seed=1)).cells.shape
        (100, 6, 7)
        >>> Batch(["4433", "4444444"], errors="mark").reasons
        {1: 'move 7: column 4 is full'}
    """

    cells: Int8
    """The boards, `(n, 6, 7)`; `ILLEGAL` in the rows of texts that are not positions."""
    layout: Layout
    """The order of the cells."""

    def __init__(
        self,
        boards: Cells,
        *,
        layout: Layout | None = None,
        board: str | None = None,
        base: Literal[0, 1] = 1,
        errors: Errors = "raise",
    ) -> None:
        texts = texts_of(boards)
        if texts is not None:
            self._read(texts, layout, board, base, errors)
            is_item = isinstance(boards, np.ndarray) and boards.ndim == 0
            self.is_one = is_item or isinstance(boards, str | Position | Game)
        elif base != 1:
            raise ValueError("base= is for texts of moves")
        else:
            self.cells, self.is_one, self.layout = as_boards(boards, layout, board)
            if self.is_one:
                require_board(self.cells.shape[1:], board)
            self._begin(errors)

    def _read(
        self, texts: list[Any], layout: Layout | None, board: str | None, base: int, errors: Errors, is_file: bool = False
    ) -> list[tuple[int, int, Game | None]]:
        """Read texts, or the lines of a file. Return the index, the stated score and the game of each row of a file."""
        self.layout = layout or "top"
        array, reasons, rows = _core.read_texts(texts, board, base, errors == "mark", is_file, self.layout)
        self.cells, self.is_one = array_of(*array, self.layout, -1), False
        self.cells[[row for row, _ in reasons]] = ILLEGAL
        self._begin(errors)
        self.reasons = dict(reasons)
        return rows

    def _begin(self, errors: Errors) -> None:
        """Read the cells."""
        if errors not in ("raise", "mark"):
            raise ValueError(f"errors={errors!r} is not one of 'raise' and 'mark'")
        self.errors: Errors = errors
        self.n: int
        self.n, first, second = self.cells.shape
        self.width, self.height = (first, second) if self.layout == "columns" else (second, first)
        # The number of the player who has no stone yet, in the rows where that is so.
        other = -1 if (self.cells == -1).any() else 2
        self.core = _core.Boards(self.cells, self.width, self.height, self.layout, other, errors == "mark")

    @cached_property
    def reasons(self) -> dict[int, str]:
        """The reason why a row is not a position, by its index: there are such rows with `errors="mark"`."""
        return dict(self.core.reasons(self.cells))

    @property
    def positions(self) -> list[Position | None]:
        """The positions, `None` for a row that is not one."""
        return self.core.to_positions()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.n} boards of {self.width}x{self.height}>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "core"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._begin(self.errors)

    def require_positions(self) -> None:
        """Raise a `ValueError` where a row is not a position: its labels would belong to another position."""
        for index, reason in self.reasons.items() if self.errors == "mark" else ():
            raise ValueError(f"board {index} is not a position: {reason}")

    def new(self, dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
        """Return an array with a row for each board."""
        return np.empty((self.n, *shape), dtype=dtype)

    def mask(self, question: Literal["legal", "non_losing"]) -> npt.NDArray[np.bool_]:
        """Return the columns of each board that satisfy a rule, none on boards that are not positions."""
        columns = self.new(np.bool_, self.width)
        getattr(self.core, question)(columns.view(np.uint8))
        return columns

    def result(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return an array without the axis of the boards if there is one board alone."""
        return cast("npt.NDArray[Any]", array[0]) if self.is_one else array


def batch_of(boards: Cells | Batch, layout: Layout | None, errors: Errors = "raise") -> Batch:
    """Return a batch of boards, unchanged if they are one."""
    if not isinstance(boards, Batch):
        return Batch(boards, layout=layout, errors=errors)
    if layout not in (None, boards.layout):
        raise ValueError(f"layout={layout!r}: the batch was read with {boards.layout!r}")
    return boards


def settings_of(
    solver: Solver | None, threads: int | None, progress: Progress, time: float | None = None, nodes: int | None = None
) -> _core.Settings:
    """Return the arguments of a search of a batch, as the library reads them."""
    callback = _bar() if progress is True else progress or None
    return _core.Settings(default_solver() if solver is None else solver, threads, callback, time, nodes)


def _bar() -> Callable[[int, int], object]:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm: pip install 'marlin-connect4[progress]'") from error
    bar: Any = tqdm(unit="position", leave=False)

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done == total:
            bar.close()

    return show


def analyze(
    boards: Cells | Batch,
    *,
    layout: Layout | None = None,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: Progress = False,
    time: float | None = None,
    nodes: int | None = None,
    errors: Errors = "raise",
    out: Int8 | None = None,
) -> Int8:
    """Return the exact scores of all columns of every board.

    Equal boards and mirror images are solved once. The call releases the lock of the interpreter, and Ctrl-C ends it.

    Args:
        boards: One board, `(6, 7)`, or many, `(n, 6, 7)`.
        layout: The order of the cells.
        solver: The solver; by default the one that all functions share.
        threads: The number of threads; by default the number of the solver.
        progress: A bar, or a function of two numbers: the answered positions and all different positions.
        time: The seconds for each position, `math.inf` for no limit; by default five on boards that are not solved in seconds.
        nodes: The nodes for each position.
        errors: `"mark"` marks rows that are not positions, instead of a `ValueError` with the first of them.
        out: An `int8` array of the shape of the result, to write to.

    Returns:
        `(n, 7)` scores from the side to move: the stones that the winner has left, the winning one included; below 0
        for a loss, 0 for a draw,
        `ILLEGAL` for columns that cannot be played. `(7,)` for one board.

    Raises:
        ValueError: A row is not a position. The message has its index and the reason.
        TimeoutError: The limits ended a search before its proof.

    Examples:
        >>> analyze(Position("4433").to_array())
        array([-3, 18,  2,  2, 18, -3, -4], dtype=int8)
    """
    batch = batch_of(boards, layout, errors)
    scores = _output(out, batch)
    batch.core.analyze(settings_of(solver, threads, progress, time, nodes), scores)
    return scores if out is not None else batch.result(scores)


def _output(out: Int8 | None, batch: Batch) -> Int8:
    if out is None:
        return batch.new(np.int8, batch.width)
    shape = (batch.width,) if batch.is_one else (batch.n, batch.width)
    if out.dtype != np.int8 or out.shape != shape:
        raise ValueError(f"out is {out.dtype} of the shape {out.shape}, where int8 of {shape} is expected")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out must be contiguous and writeable")
    return out


def solve(
    boards: Cells | Batch,
    *,
    layout: Layout | None = None,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: Progress = False,
    time: float | None = None,
    nodes: int | None = None,
    errors: Errors = "raise",
) -> Int8:
    """Return the exact score of every board: `(n,)`, from the side to move.

    The arguments are those of `analyze`.

    Examples:
        >>> solve([Position("4433").to_array(), Position("44").to_array()])
        array([18,  1], dtype=int8)
    """
    batch = batch_of(boards, layout, errors)
    scores = batch.new(np.int8)
    batch.core.solve(settings_of(solver, threads, progress, time, nodes), scores)
    return batch.result(scores)


def outcomes(
    boards: Cells | Batch,
    *,
    layout: Layout | None = None,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: Progress = False,
    time: float | None = None,
    nodes: int | None = None,
    errors: Errors = "raise",
) -> Int8:
    """Return the outcome of every board, `(n,)`: 1 for a win of the side to move, 0 for a draw, -1 for a loss.

    This takes less time than `solve`. It takes the arguments of `analyze`.

    Examples:
        >>> outcomes(Position("4433").to_array())
        np.int8(1)
    """
    batch = batch_of(boards, layout, errors)
    found = batch.new(np.int8)
    batch.core.outcomes(settings_of(solver, threads, progress, time, nodes), found)
    return batch.result(found)


def plies_to_end(boards: Cells | Batch, scores: Int8, *, layout: Layout | None = None, errors: Errors = "raise") -> Int8:
    """Return the plies until the games end under perfect play, by the scores that `solve` returns: `(n,)`.

    Examples:
        >>> board = Position("4433").to_array()
        >>> plies_to_end(board, solve(board))
        np.int8(3)
    """
    batch = batch_of(boards, layout, errors)
    exact = np.asarray(scores)
    expected = () if batch.is_one else (batch.n,)
    if exact.shape != expected or exact.dtype.kind != "i":
        raise ValueError(f"scores are {exact.dtype} of the shape {exact.shape}: int8 of {expected} is expected, as of solve()")
    exact = np.ascontiguousarray(exact.reshape(batch.n), dtype=np.int8)
    plies = batch.new(np.int8)
    batch.core.plies_to_end(exact, plies)
    return batch.result(plies)


def random_boards(
    n: int,
    plies: int | tuple[int, int],
    *,
    seed: int,
    distinct: bool = True,
    board: str = "7x6",
    layout: Layout = "top",
) -> Int8:
    """Return positions of games with random moves, none of them over.

    The same seed gives the same boards on every machine.

    Args:
        n: The number of positions.
        plies: The number of stones, or the minimum and the maximum; all numbers are equally likely.
        seed: A number from 0 to 2**64 - 1.
        distinct: Whether all positions differ. Mirror images are different positions.
        board: The size of the board.
        layout: The order of the cells.

    Raises:
        ValueError: There are fewer different positions, or the board has fewer cells.

    Examples:
        >>> random_boards(1000, (8, 20), seed=7).shape
        (1000, 6, 7)
    """
    span = span_of(plies)
    if n < 0 or not 0 <= seed < 2**64:
        raise ValueError(f"n={n}, seed={seed}: numbers from 0 on are expected, and seeds below 2**64")
    return array_of(*_core.random_boards(n, span, seed, distinct, board, layout), layout, -1)


def span_of(plies: int | tuple[int, int]) -> tuple[int, int]:
    """Return the minimum and the maximum number of stones, given one number or both."""
    numbers = plies if isinstance(plies, tuple | list) else (plies, plies)
    if len(numbers) != 2 or min(numbers) < 0:
        raise ValueError(f"plies={plies}: a number of stones from 0 on is expected, or the minimum and the maximum")
    return operator.index(numbers[0]), operator.index(numbers[1])


def all_boards(plies: int, *, finished: bool = True, board: str = "7x6", layout: Layout = "top") -> Int8:
    """Return every position with a number of stones, including mirror images.

    Args:
        plies: The number of stones.
        finished: Whether games that end with the last stone count.
        board: The size of the board.
        layout: The order of the cells.

    Examples:
        >>> [len(all_boards(plies)) for plies in range(5)]
        [1, 7, 49, 238, 1120]
    """
    if plies < 0:
        raise ValueError(f"plies={plies}: a number from 0 on is expected")
    return array_of(*_core.all_boards(plies, finished, board, layout), layout, -1)


LAYERS: Final = _core.LAYERS
"""The layers of a proof, by their numbers in the label `proven_by`."""


def features(
    boards: Cells | Batch,
    *,
    layout: Layout | None = None,
    threads: int | None = None,
    progress: Progress = False,
    errors: Errors = "raise",
) -> dict[str, npt.NDArray[Any]]:
    """Return concepts that the rules prove, as ground truth for probes of networks.

    Returns:
        A dictionary of arrays with a row for each board:

        - `threats`: `(n, 2, 6, 7)` bool, the empty cells that complete four in a row, of player 1 and of the other,
          in the layout of the boards.
        - `odd_even`: `(n, 2, 2)` int8, the numbers of these on odd rows and on even rows, counted from 1 at the bottom.
        - `forced`: `(n,)` int8, the column that the side to move must play because the opponent would win there.
        - `double_threat`: `(n,)` int8, a column by which the side to move gets two winning cells, one too many.
        - `forced_line`: `(n,)` int8, the first column of a win by moves that force all replies, a double threat too.
        - `claimeven`: `(n,)` int8, the upper bound of the score that claimeven of the opponent proves.
        - `proven_by`: `(n,)` int8, the layer of rules that proves the winner: an index of `LAYERS`.

        `ILLEGAL` means that there is none. The side to move of `forced`, `double_threat` and `forced_line` does not win at once.

    Examples:
        >>> labels = features(Position("4433").to_array())
        >>> int(labels["double_threat"]), LAYERS[labels["proven_by"]]
        (4, 'double threat')
    """
    batch = batch_of(boards, layout, errors)
    shape = batch.cells.shape[1:]
    threats = np.zeros((batch.n, 2, *shape), dtype=np.bool_)
    odd_even, labels = batch.new(np.int8, 2, 2), batch.new(np.int8, 5)
    batch.core.concepts(settings_of(None, threads, progress), threats.view(np.int8), odd_even, labels)
    names = ("forced", "double_threat", "forced_line", "claimeven", "proven_by")
    found: dict[str, npt.NDArray[Any]] = {"threats": threats, "odd_even": odd_even}
    found |= {name: labels[:, index].copy() for index, name in enumerate(names)}
    return {name: batch.result(array) for name, array in found.items()}
