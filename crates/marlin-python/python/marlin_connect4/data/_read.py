"""Data sets as arrays: boards, scores, masks and concepts, read when they are used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast, overload

import numpy as np
import numpy.typing as npt

from .. import _batch
from .._arrays import Int8
from ._formats import Columns, Format, Npz, Parquet, format_of, read_csv
from ._labels import bits_of, cells_of, size_of

Bools = npt.NDArray[np.bool_]


class DataSet:
    """The rows of a data set. Its columns are attributes, in the order of the rows; `names` lists them.

    Rows are selected like rows of an array, by a slice, numbers or a mask; `batches` returns some at a time. A column of
    Parquet or npz is read from the file each time that it is used: keep the array where it is used often.

    Examples:
        >>> from marlin_connect4.data import label
        >>> rows = DataSet(label(_batch.random_boards(1000, (8, 34), seed=1)))
        >>> train = rows[rows.split == "train"]
        >>> train.boards.shape, train.best.dtype, train.score.shape
        ((783, 6, 7), dtype('bool'), (783,))
    """

    ply: Int8
    """Stones on the board."""
    score: Int8
    """Exact scores, from the side to move."""
    outcome: Int8
    """1 if the side to move wins, 0 for a draw, -1 if it loses."""
    plies_to_end: Int8
    """Plies until the games end under perfect play."""
    split: npt.NDArray[np.str_]
    """`train`, `validation` or `test`."""

    def __init__(self, columns: Mapping[str, npt.NDArray[Any]], board: str | None = None) -> None:
        self.columns: Final = columns
        width = sum(1 for name in columns if re.fullmatch(r"s\d+", name))
        self.board: Final = board or ("7x6" if width in (0, 7) else f"{width}x?")
        if self.board.endswith("?"):
            raise ValueError(f"scores of {width} columns: give the size of the board, as in board='{width}x6'")
        self.width, self.height = size_of(self.board)
        if f"s{self.width}" in columns:
            raise ValueError(f"scores of {width} columns, and board={self.board!r} has not so many")

    @property
    def names(self) -> list[str]:
        """The names of all columns."""
        return list(self.columns)

    def __len__(self) -> int:
        return self.columns.rows if isinstance(self.columns, Parquet) else len(next(iter(self.columns.values()), ()))

    def __repr__(self) -> str:
        return f"<DataSet of {len(self):,} positions of {self.board}: {', '.join(self.columns)}>"

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        # Python asks a copy for such names before the copy has columns.
        if name.startswith("_") or name == "columns":
            raise AttributeError(name)
        if name not in self.columns:
            raise AttributeError(f"a data set without {name!r}: it has the columns {', '.join(self.columns)}")
        return self.columns[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.columns]

    @overload
    def __getitem__(self, key: str) -> npt.NDArray[Any]: ...
    @overload
    def __getitem__(self, key: slice | npt.NDArray[Any] | list[int]) -> DataSet: ...

    def __getitem__(self, key: str | slice | npt.NDArray[Any] | list[int]) -> npt.NDArray[Any] | DataSet:
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(f"{key}: the columns are {', '.join(self.columns)}")
            return self.columns[key]
        if not isinstance(key, slice | np.ndarray | list):
            raise TypeError(f"rows {key!r}: a slice, an array or a list of numbers, or the name of a column is expected")
        return DataSet({name: self.columns[name][key] for name in self.columns}, self.board)

    def to_pandas(self) -> Any:
        """Return a `DataFrame` of the columns, which needs pandas. Boards are a column of arrays."""
        pandas = import_module("pandas")
        columns = {name: self.columns[name] for name in self.columns}
        return pandas.DataFrame({name: list(values) if values.ndim > 1 else values for name, values in columns.items()})

    def batches(self, rows: int, names: list[str] | None = None) -> Iterator[DataSet]:
        """Return at most `rows` rows at a time: a file of Parquet may be larger than the memory.

        Args:
            rows: The maximum number of rows.
            names: The columns to read; by default all.
        """
        if rows < 1:
            raise ValueError(f"rows={rows}: a number above 0 is expected")
        names = names or self.names
        if unknown := [name for name in names if name not in self.columns]:
            raise ValueError(f"names={unknown}: the columns are {', '.join(self.columns)}; boards are of 'first' and 'second'")
        if isinstance(self.columns, Parquet):
            parts: Iterator[Columns] = self.columns.batches(rows, names)
        else:
            whole = {name: self.columns[name] for name in names}
            starts = range(0, len(self), rows)
            parts = ({name: values[start : start + rows] for name, values in whole.items()} for start in starts)
        for columns in parts:
            yield DataSet(columns, self.board)

    @property
    def boards(self) -> Int8:
        """The boards, `(n, h, w)`: 0 empty, 1 for the player who moved first, 2 for the other; the top row first."""
        if "cells" in self.columns:
            return self.columns["cells"]
        return cells_of(self._some("first", "second"), self.width, self.height)

    @property
    def scores(self) -> Int8:
        """The exact scores of all columns, `(n, width)`, `ILLEGAL` where a column cannot be played."""
        return np.stack([self.columns[f"s{column}"] for column in range(self.width)], axis=1)

    @property
    def playable(self) -> Bools:
        """The columns that can be played, `(n, width)`."""
        return np.not_equal(self.scores, _batch.ILLEGAL)

    @property
    def best(self) -> Bools:
        """The columns that keep the score, `(n, width)`."""
        return (self.columns["best"][:, np.newaxis].astype(np.int64) >> np.arange(self.width) & 1).astype(np.bool_)

    @property
    def keep(self) -> Bools:
        """The columns that keep the outcome, `(n, width)`."""
        same: Bools = np.equal(np.sign(self.scores), self.columns["outcome"][:, np.newaxis])
        return same & self.playable

    @property
    def concepts(self) -> Columns:
        """The concept labels, as `features` returns them for the boards."""
        if "forced" not in self.columns:
            raise ValueError("a data set without concepts: features=True (--features) writes them")
        threats = [bits_of(self._some(name), name, self.width, self.height) for name in ("threats_1", "threats_2")]
        counts = [[self.columns[f"{parity}_threats_{player}"] for parity in ("odd", "even")] for player in (1, 2)]
        names = ("forced", "double_threat", "forced_line", "claimeven", "proven_by")
        arrays: Columns = {"threats": np.stack(threats, axis=1), "odd_even": np.moveaxis(np.array(counts), 2, 0)}
        return arrays | {name: self.columns[name] for name in names}

    def _some(self, *names: str) -> Columns:
        """Return columns of bitboards with their higher words."""
        words = [word for name in names for word in (name, f"{name}_high") if word in self.columns]
        return {word: self.columns[word] for word in words}


def read(path: str | Path, *, board: str | None = None, format: Format | None = None) -> DataSet:
    """Read a data set.

    A column of Parquet or npz is read when it is used, so this takes no time; `batches` reads some rows of Parquet at a time.

    Args:
        path: The file that `write` or the command line wrote, or a folder of Parquet files.
        board: The size of the board. Files state it, except text (its datasheet is read) and files of pandas
            or a cluster, for which seven columns of scores mean 7x6.
        format: `parquet`, `npz` or `csv`; by default by the suffix.

    Raises:
        ValueError: The size of the board is not known, or the file is no data set.

    Examples:
        >>> import tempfile
        >>> from marlin_connect4.data import write
        >>> file = Path(tempfile.mkdtemp()) / "late.csv"
        >>> sheet = write(file, plies=(30, 34), n=100, board="6x7", boards=True)
        >>> rows = read(file)
        >>> rows.board, rows.boards.shape, rows.names[:4]
        ('6x7', (100, 7, 6), ['cells', 'first', 'second', 'ply'])
    """
    file = Path(path)
    if not file.exists():
        raise FileNotFoundError(f"there is no {file}")
    kind = "parquet" if file.is_dir() and not format else format_of(file, format)
    columns: Any = {"parquet": Parquet, "npz": Npz, "csv": read_csv}[kind](file)
    width = sum(1 for name in columns if re.fullmatch(r"s\d+", name))
    if not width:
        raise ValueError(f"{file.name} is no data set: it has no columns s0, s1 ... of scores")
    sheet = sheet_of(file)
    if board is None and hasattr(columns, "note"):
        board = columns.note.get("board")
    elif board is None and sheet.is_file() and (noted := re.search(r"^<!-- (\{.*\}) -->$", sheet.read_text(), re.MULTILINE)):
        board = json.loads(noted[1])["board"]
    if board is None and "cells" in columns and len(columns["cells"]):
        board = "x".join(map(str, columns["cells"].shape[:0:-1]))
    board = board or ("7x6" if width == 7 else None)
    if board is None or size_of(board)[0] != width:
        other = f", and board={board!r} has not" if board else ""
        raise ValueError(f"{file.name} has scores of {width} columns{other}: give the size of its board, as in board='{width}x6'")
    return DataSet(cast("Mapping[str, npt.NDArray[Any]]", columns), board)


def sheet_of(file: Path) -> Path:
    """Return the path of the datasheet of a file."""
    return file.with_name(f"{file.name}.datasheet.md")
