"""Labels of boards: a function of arrays and tables that runs in a process alone and in every engine for clusters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from .. import _batch
from .._arrays import Cells, Int8, Layout, as_cells
from .._core import Position, Solver
from ._formats import SPLITS, Columns, shown

SHARES: Final = (0.8, 0.1, 0.1)
"""The default shares of training, validation and test."""


def label(
    partition: Any,
    *,
    board: str | None = None,
    layout: Layout | None = None,
    features: bool = False,
    split: Sequence[float] = SHARES,
    seed: int = 0,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: _batch.Progress = False,
    time: float | None = None,
    nodes: int | None = None,
) -> Any:
    """Return a part of a table with the columns of a data set added, which are listed in `DESCRIPTIONS`.

    The result depends on the rows and the arguments alone, so it is the same in one process and on a cluster: Dask
    (`map_partitions`), Ray Data (`map_batches`), Spark (`mapInArrow`, `mapInPandas`).

    Args:
        partition: Boards as an array, `(n, 6, 7)`, texts or a `Batch`, or a table: a dictionary of arrays, a DataFrame of pandas, a Table or a
            RecordBatch of pyarrow. A table has the boards in a column `cells`, or their stones in `first` and `second`, as
            `stones` returns them. A column with the name of a label is replaced.
        board: The size of the boards, where a table has stones of another board than 7x6.
        layout: The order of the cells of an array; the boards of a table have the top row first.
        features: Whether to add concept labels.
        split: The shares of training, validation and test.
        seed: The seed of the splits.
        solver: The solver; by default the shared solver of the process.
        threads: The number of threads. Engines start a process for each core: give 1 there.
        progress: A bar, or a function of two numbers: the answered positions and all positions.
        time: The seconds for each position, as in `analyze`.
        nodes: The nodes for each position.

    Returns:
        A table of the same kind. For an array, a dictionary of arrays, with the stones.

    Raises:
        ValueError: A row is not a position, or a table has no boards. The message has the index and the reason.

    Examples:
        >>> table = stones(_batch.random_boards(1000, (8, 34), seed=1)) | {"id": np.arange(1000)}
        >>> labelled = label(table)
        >>> list(labelled)[:5], labelled["score"].shape
        (['first', 'second', 'id', 'ply', 's0'], (1000,))
    """
    check_split(split, seed)
    is_table = hasattr(partition, "keys") or hasattr(partition, "schema")
    batch = _batch_in(partition, board or "7x6", layout) if is_table else _batch.batch_of(partition, layout)
    batch.require_positions()
    if board not in (None, f"{batch.width}x{batch.height}"):
        raise ValueError(f"boards of {batch.width}x{batch.height}, and board={board!r}")
    columns = shown(labels_of(batch, features, split, seed, solver, threads, progress, time, nodes))
    if not is_table:
        return columns
    columns = {name: values for name, values in columns.items() if name not in STONES}
    if hasattr(partition, "assign"):
        return partition.assign(**columns)
    if hasattr(partition, "schema"):
        names = [name for name in partition.schema.names if name not in columns]
        arrays = [partition.column(name) for name in names] + list(columns.values())
        return type(partition).from_arrays(arrays, names=[*names, *columns])
    return dict(partition) | columns


STONES: Final = ("first", "second", "first_high", "second_high")


def check_split(split: Sequence[float], seed: int) -> None:
    """Raise a `ValueError` if the shares or the seed are invalid."""
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed={seed}: a number from 0 to 2**64 - 1 is expected")
    if len(split) != 3 or min(split) < 0 or not abs(sum(split) - 1) < 1e-9:
        raise ValueError(f"split={split}: three shares are expected that sum to 1")


def _batch_in(table: Any, board: str, layout: Layout | None) -> _batch.Batch:
    """Return the boards of a table, by its cells or its stones."""
    if layout not in (None, "top"):
        raise ValueError(f"layout={layout!r} is for arrays: the boards of a table have the top row first")
    try:
        return _batch.Batch(_boards_in(table, board), layout="top")
    except ValueError as error:
        raise ValueError(f"{error}; the table was read as boards of {board}: board= is their size") from None


def _boards_in(table: Any, board: str) -> Int8:
    names = table.keys() if hasattr(table, "keys") else table.schema.names
    width, height = size_of(board)
    if "cells" in names and not _is_text(table["cells"]):
        column = table["cells"]
        if len(column) == 0:
            return np.empty((0, height, width), dtype=np.int8)
        rows = column.to_pylist() if hasattr(column, "to_pylist") else column
        if (missing := [index for index, row in enumerate(rows) if row is None]):
            raise ValueError(f"row {missing[0]} has no cells")
        # Rows of a DataFrame are arrays of arrays.
        cells = np.asarray(rows if isinstance(rows, np.ndarray) and rows.ndim > 1 else [np.stack(list(row)) for row in rows])
        if cells.ndim == 2 and cells.shape[1] != width * height:
            raise ValueError(f"rows of {cells.shape[1]} cells are no boards of {board}: give their size, as in board='8x7'")
        return as_cells(cells.reshape(-1, height, width) if cells.ndim == 2 else cells)
    if not {"first", "second"} <= set(names):
        raise ValueError(
            f"a table with the columns {', '.join(map(str, names))} has no boards: a column 'cells' is expected, or 'first' "
            "and 'second', as data.stones(boards) returns them"
        )
    return cells_of({name: np.asarray(table[name]) for name in STONES if name in names}, width, height)


def _is_text(column: Any) -> bool:
    """Return whether a column has texts, as in a file of CSV, which also has the stones."""
    first = column[0].as_py() if hasattr(column, "to_pylist") and len(column) else next(iter(column), None)
    return isinstance(first, str)


def size_of(board: str) -> tuple[int, int]:
    """Return the width and the height of a size, as in `7x6`."""
    width, _, height = board.partition("x")
    if not width.isdecimal() or not height.isdecimal():
        raise ValueError(f"board={board!r} is no size: a width and a height are expected, as in 7x6")
    return int(width), int(height)


def cells_of(columns: Mapping[str, npt.NDArray[Any]], width: int, height: int) -> Int8:
    """Return the boards that have some stones."""
    if len({len(values) for values in columns.values()}) > 1:
        raise ValueError("the columns of stones have different lengths")
    first, second = (bits_of(columns, name, width, height) for name in STONES[:2])
    if (first & second).any():
        row = int((first & second).any(axis=(1, 2)).argmax())
        raise ValueError(f"row {row}: a cell has a stone of both players")
    return first.astype(np.int8) + 2 * second.astype(np.int8)


def bits_of(columns: Mapping[str, npt.NDArray[Any]], name: str, width: int, height: int) -> npt.NDArray[np.bool_]:
    """Return the cells of a column of bitboards, `(n, h, w)`."""
    words = np.stack([_words_of(columns[part], part) for part in (name, f"{name}_high") if part in columns], axis=1)
    bits = np.arange(width) * (height + 1) + np.arange(height)[::-1, np.newaxis]
    if bits.max() >= 64 * words.shape[1]:
        raise ValueError(f"board={width}x{height} has more than 64 bits, and there is no column {name}_high")
    inside = [sum(1 << int(bit) % 64 for bit in bits.flat if bit // 64 == word) for word in range(words.shape[1])]
    outside = (words & ~np.array(inside, dtype=np.uint64)).any(axis=1)
    if outside.any():
        raise ValueError(f"row {int(outside.argmax())}: {name} has bits outside of a board of {width}x{height}")
    return (words[:, bits // 64] >> (bits % 64).astype(np.uint64) & np.uint64(1)).astype(np.bool_)


def _words_of(values: npt.NDArray[Any], name: str) -> npt.NDArray[np.uint64]:
    """Return whole numbers as words. Numbers of another type were rounded, or some are missing."""
    if values.dtype.kind not in "iu" and len(values):
        # If all floats are whole, none is missing, but they were rounded.
        whole = [isinstance(value, int) or isinstance(value, float) and value.is_integer() for value in values.tolist()]
        missing = [row for row, is_whole in enumerate(whole) if not is_whole]
        place = f"row {missing[0]}: {name} is {values[missing[0]]}" if missing else f"{name} has the type {values.dtype}"
        raise ValueError(f"{place}, and whole numbers are expected, without a missing one")
    return values.astype(np.uint64)


def stones(boards: Cells | _batch.Batch, *, layout: Layout | None = None) -> Columns:
    """Return boards as columns of numbers, which every table can hold: `first` and `second`, the stones of each player.

    Bit `column * (height + 1) + row` is a cell, row 0 at the bottom. The columns are `int64`, whose sign is never needed; on
    boards of more than 64 bits `uint64`, with the bits from 64 on in `first_high` and `second_high`.

    Examples:
        >>> stones(Position("44").to_array())
        {'first': array([2097152]), 'second': array([4194304])}
    """
    batch = _batch.batch_of(boards, layout)
    batch.require_positions()
    return _bitboards(batch, "stones", STONES[:2])


def _words(batch: _batch.Batch, question: Literal["stones", "threats", "keys"], bitboards: int) -> npt.NDArray[np.uint64]:
    """Return some bitboards of each board, `(n, bitboards, 1)` words, or 2 on boards of more than 64 bits."""
    words = batch.new(np.uint64, bitboards, 1 if batch.width * (batch.height + 1) <= 64 else 2)
    getattr(batch.core, question)(words)
    return words


def keys_of(batch: _batch.Batch) -> npt.NDArray[np.uint64]:
    """Return a key of each board, equal for mirror images: `(n, 1)` words, or 2 on boards of more than 64 bits."""
    return _words(batch, "keys", 1)[:, 0]


def _bitboards(batch: _batch.Batch, question: Literal["stones", "threats"], names: Sequence[str]) -> Columns:
    """Return a column for each word of two bitboards."""
    words = _words(batch, question, 2)
    suffixes = ("", "_high")[: words.shape[2]]
    # Engines such as Spark have no unsigned numbers. Bit 63 of a single word is above the last column, and never set.
    dtype = np.int64 if len(suffixes) == 1 else np.uint64
    return {
        name + suffix: words[:, index, word].astype(dtype)
        for word, suffix in enumerate(suffixes)
        for index, name in enumerate(names)
    }


def split_of(keys: npt.NDArray[np.uint64], shares: Sequence[float], seed: int) -> npt.NDArray[np.int8]:
    """Return the split of each key, `(n, 1)` or `(n, 2)` words, an index of `SPLITS`: equal keys are in the same split.

    The key is mixed with the seed, so the split does not depend on the other rows.

    Examples:
        >>> split_of(np.arange(1000, dtype=np.uint64).reshape(-1, 1), (0.8, 0.1, 0.1), seed=0)[:5]
        array([1, 0, 0, 0, 0], dtype=int8)
    """
    # The finalizer of splitmix64: public domain, by Sebastiano Vigna.
    with np.errstate(over="ignore"):
        mixed = keys[:, 0] + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64)
        if keys.shape[1] > 1:
            mixed += keys[:, 1] * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    place = (mixed >> np.uint64(11)).astype(np.float64) / 2.0**53
    first = shares[0]
    return ((place >= first).astype(np.int8) + (place >= first + shares[1])).astype(np.int8)


def labels_of(
    batch: _batch.Batch,
    features: bool,
    split: Sequence[float],
    seed: int,
    solver: Solver | None,
    threads: int | None,
    progress: _batch.Progress,
    time: float | None,
    nodes: int | None,
) -> Columns:
    """Return the columns of a data set for its boards. The split is an index of `SPLITS`."""
    scores = _batch.analyze(batch, solver=solver, threads=threads, progress=progress, time=time, nodes=nodes)
    best = scores.max(axis=1, keepdims=True)
    ply = batch.new(np.int8)
    batch.core.plies(ply)
    score, over = best[:, 0].copy(), best[:, 0] == _batch.ILLEGAL
    score[over] = _batch.solve(batch.cells[over], layout=batch.layout, solver=solver, threads=threads)
    columns = _bitboards(batch, "stones", STONES[:2]) | {"ply": ply}
    columns |= {f"s{column}": scores[:, column].copy() for column in range(batch.width)}
    bits = np.int64(1) << np.arange(batch.width, dtype=np.int64)
    columns |= {
        "score": score,
        "outcome": np.sign(score),
        "best": ((scores == best) * (scores != _batch.ILLEGAL) * bits).sum(axis=1),
        "plies_to_end": _batch.plies_to_end(batch, score),
        "split": split_of(keys_of(batch), split, seed),
    }
    if features:
        columns |= _concepts(batch, threads)
    return columns


def _concepts(batch: _batch.Batch, threads: int | None) -> Columns:
    found = _batch.features(batch, threads=threads)
    odd_even = found.pop("odd_even")
    del found["threats"]
    columns = _bitboards(batch, "threats", ("threats_1", "threats_2"))
    for index, parity in enumerate(("odd", "even")):
        for player in (1, 2):
            columns[f"{parity}_threats_{player}"] = odd_even[:, player - 1, index].copy()
    return columns | found


def positions(columns: Mapping[str, npt.NDArray[Any]], board: str = "7x6") -> list[Position]:
    """Return the positions of columns of stones.

    Examples:
        >>> positions(stones(_batch.all_boards(1)))[3] == Position("4")
        True
    """
    return [Position.from_array(cells, layout="top") for cells in cells_of(columns, *size_of(board))]
