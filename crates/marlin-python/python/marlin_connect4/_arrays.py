"""Arrays of cells: every type of number, one board or many, as the contiguous bytes that the library reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ._core import Game, Position, PositionError

Cells: TypeAlias = npt.ArrayLike | Position | Game | Sequence[str | Position | Game]
"""One board, `(6, 7)`, or many, `(n, 6, 7)`: 0 empty, 1, and 2 or -1 for the other player; or texts, positions or games."""

Layout: TypeAlias = Literal["top", "bottom", "columns"]
"""The order of the cells: rows with the top one first, rows with the bottom one first, or columns from the bottom.

Without a layout, boards are read as rows with the top one first. Boards of the shape `(7, 6)` need a layout,
because they may be columns of the usual board.
"""

FEWEST = 4
"""The minimum number of rows and of columns of an array that is read without the size of its board."""

COLUMNS_OF_7X6 = (7, 6)
"""The shape that the columns of the usual board have, and the rows of a board of 6x7."""

Int8: TypeAlias = npt.NDArray[np.int8]


def texts_of(boards: Cells) -> list[Any] | None:
    """Return texts, positions or games as a list, and `None` for cells."""
    if isinstance(boards, str | Position | Game):
        return [boards]
    if isinstance(boards, list | tuple):
        return list(boards) if not boards or isinstance(boards[0], str | Position | Game) else None
    array: npt.NDArray[Any] = np.asarray(boards)
    return array.reshape(-1).tolist() if array.ndim < 2 and array.dtype.kind in "OTU" else None


def as_cells(boards: Cells) -> Int8:
    """Return boards as contiguous `int8`, unchanged if they already are.

    Numbers beyond `int8`, and fractions, are refused: a silent cast would make other boards of them.
    """
    array = np.asarray(boards)
    if array.ndim == 0:
        raise PositionError(f"{boards!r} is no board: moves are a text, as in '4433', or a list, and cells an array")
    if array.dtype != np.int8:
        if array.dtype.kind not in "biuf":
            raise TypeError(
                f"boards of the type {array.dtype} and the shape {array.shape}: numbers are expected, 0, 1 and 2, or 0, 1 and -1"
            )
        with np.errstate(invalid="ignore"):
            cells = array.astype(np.int8)
        different = cells != array
        if different.any():
            place = tuple(int(index[0]) for index in np.nonzero(different))
            raise PositionError(
                f"cell {list(place)} is {array[place]}: cells are 0 (empty), 1, and 2 or -1 for the other player; "
                f"the boards have the shape {array.shape}"
            )
        array = cells
    return np.ascontiguousarray(array)


def cells_of(given: Any, board: str | None) -> Any:
    """Return the cells of one board: an array of two axes, or a number for each cell. `None` is for moves."""
    array: npt.NDArray[Any] = np.asarray(given) if hasattr(given, "__iter__") else as_cells(given)
    if array.ndim != 1:
        require_board(array.shape, board)
        return array
    empty = Position(board=board)
    # On a board of two or three columns the numbers may be moves.
    has_cells = array.size == empty.width * empty.height and empty.width > 3 and not set(array.tolist()) - {0, 1, 2, -1}
    return array.reshape(empty.height, empty.width) if has_cells else None


def require_board(shape: tuple[int, ...], board: str | None) -> None:
    """Raise the error of an array of two axes that may be lists of moves, such as a board of one row."""
    if board is None and len(shape) == 2 and min(shape) < FEWEST:
        raise PositionError(
            f"an array of the shape {shape} may be lists of moves: give moves as texts, or board='{shape[1]}x{shape[0]}' to "
            "Batch or Position for a board of so few rows or columns"
        )


def as_boards(boards: Cells, layout: Layout | None, board: str | None = None) -> tuple[Int8, bool, Layout]:
    """Return boards as an array of three axes, whether it is one board, and the layout."""
    cells = as_cells(boards)
    is_one = cells.ndim == 2
    if is_one:
        cells = cells[np.newaxis]
    if cells.ndim != 3:
        raise PositionError(
            f"boards have the shape {cells.shape}: one board has two axes, as in (6, 7), and many have three, (n, 6, 7)"
        )
    if layout is None:
        if cells.shape[1:] == COLUMNS_OF_7X6:
            raise PositionError(
                f"boards have the shape {cells.shape[is_one:]}, where (6, 7) or (n, 6, 7) is expected: "
                "layout='columns' reads the columns of a board of 7x6, and layout='top' the rows of one of 6x7"
            )
        layout = "top"
    first, second = cells.shape[1:]
    found = f"{first}x{second}" if layout == "columns" else f"{second}x{first}"
    if board not in (None, found):
        raise PositionError(f"boards of {found}, where board={board!r} is expected")
    return cells, is_one, layout


def one_board(cells: Cells, layout: Layout | None) -> tuple[Int8, int, int, Layout]:
    """Return a board as bytes, its width and its height, and its layout: for `Position.from_array`."""
    array, _, layout = as_boards(cells, layout)
    n, first, second = array.shape
    width, height = (first, second) if layout == "columns" else (second, first)
    if n != 1:
        raise PositionError(
            f"boards have the shape {array.shape}, where one of (6, 7) is expected: the functions for arrays take many"
        )
    return array, width, height, layout


def array_of(cells: bytes, width: int, height: int, layout: Layout, *many: int) -> Int8:
    """Return the bytes of a board as an array that can be written to, or with -1 the bytes of many boards."""
    shape = (width, height) if layout == "columns" else (height, width)
    return np.frombuffer(cells, dtype=np.int8).reshape(*many, *shape).copy()


def from_planes(planes: npt.ArrayLike, *, axis: Literal[1, -1] = 1) -> Int8:
    """Return boards of planes: one for each player, with a 1 or `True` for each stone.

    Args:
        planes: `(n, 2, 6, 7)` with `axis=1`, `(n, 6, 7, 2)` with `axis=-1`, or one board without `n`.
            The first plane gives the stones of player 1, the second plane the stones of player 2.
        axis: The axis of the players.

    Raises:
        ValueError: A cell has a stone of both players, or the axis has not two planes.

    Examples:
        >>> planes = np.zeros((2, 6, 7), dtype=bool)
        >>> planes[0, 5, 3] = planes[1, 4, 3] = True
        >>> from_planes(planes)[4:, 3]
        array([2, 1], dtype=int8)
    """
    if axis not in (1, -1):
        raise ValueError(f"axis={axis}: the players are along axis 1 or -1")
    array: npt.NDArray[Any] = np.asarray(planes)
    if array.ndim not in (3, 4):
        raise ValueError(f"planes have the shape {array.shape}: (n, 2, 6, 7) or (n, 6, 7, 2) are expected")
    players = np.moveaxis(array, -1 if axis == -1 else array.ndim - 3, 0)
    if len(players) != 2:
        raise ValueError(
            f"{len(players)} planes along axis {axis} of the shape {array.shape}: two are expected, one for each player"
        )
    first, second = (as_cells(plane) for plane in players)
    if ((first | second) & ~1).any() or (first & second).any():
        raise ValueError(
            f"planes of the shape {array.shape} have other cells than 0 and 1, or a stone of both players in a cell: "
            "each is 1 where its player has a stone"
        )
    return first + 2 * second


def to_planes(boards: Int8, *, axis: Literal[1, -1] = 1) -> npt.NDArray[np.bool_]:
    """Return boards as planes: the stones of player 1, and the stones of the other player.

    Args:
        boards: `(n, 6, 7)`, or one board.
        axis: The axis of the players: `(n, 2, 6, 7)` or `(n, 6, 7, 2)`.

    Examples:
        >>> boards = np.zeros((5, 6, 7), dtype=np.int8)
        >>> to_planes(boards).shape, to_planes(boards, axis=-1).shape
        ((5, 2, 6, 7), (5, 6, 7, 2))
    """
    if axis not in (1, -1):
        raise ValueError(f"axis={axis}: the players are along axis 1 or -1")
    cells = as_cells(getattr(boards, "cells", boards))
    return np.stack([cells == 1, (cells != 0) & (cells != 1)], axis=-1 if axis == -1 else -3)
