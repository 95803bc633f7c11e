"""The formats of data sets: their bytes depend on the data alone, and columns are read when they are used."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Columns: TypeAlias = dict[str, npt.NDArray[Any]]
Note: TypeAlias = dict[str, Any]
"""The request of a data set, kept in its file: as metadata of Parquet, as the comment of the archive of npz."""
Format: TypeAlias = Literal["parquet", "npz", "csv"]

FORMATS: Final[tuple[Format, ...]] = ("parquet", "npz", "csv")
SPLITS: Final = ("train", "validation", "test")
NOTE: Final = b"marlin-connect4"
ROWS: Final = 1 << 17
"""The rows of a group of Parquet, which is read as a whole."""


def format_of(file: Path, given: Format | None) -> Format:
    """Return the format of a file, by its suffix unless it is given."""
    name = given or suffix_of(file.name)
    for kind in FORMATS:
        if name == kind:
            return kind
    raise ValueError(f"format {name!r} of {file.name} is not one of {', '.join(FORMATS)}")


def suffix_of(name: str) -> str:
    """Return the suffix of a name, without its dot."""
    return Path(name).suffix.removeprefix(".").lower()


def shown(columns: Columns) -> Columns:
    """Return columns with the names of the splits."""
    return {name: np.array(SPLITS)[values] if name == "split" else values for name, values in columns.items()}


def pyarrow() -> tuple[Any, Any]:
    """Return the modules for Parquet."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError("Parquet needs pyarrow: pip install 'marlin-connect4[data]', or write .npz or .csv") from error


def to_parquet(columns: Columns, note: Note) -> bytes:
    """Return the bytes of a data set as Parquet, with splits by their numbers. Cells are lists of lists, the rows."""
    pa, pq = pyarrow()
    arrays: dict[str, Any] = {}
    for name, values in columns.items():
        arrays[name] = pa.array(values.reshape(-1))
        for length in values.shape[:0:-1]:
            arrays[name] = pa.FixedSizeListArray.from_arrays(arrays[name], length)
    arrays["split"] = pa.DictionaryArray.from_arrays(arrays["split"], pa.array(SPLITS))
    table = pa.table(arrays).replace_schema_metadata({NOTE: json.dumps(note)})
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd", row_group_size=ROWS)
    return sink.getvalue()


def to_npz(columns: Columns, note: Note) -> bytes:
    """Return the bytes of a data set as an archive of NumPy."""
    # `np.savez` writes the time of the day into the archive; these bytes depend on the data alone.
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = json.dumps(note).encode()
        for name, array in columns.items():
            part = io.BytesIO()
            np.lib.format.write_array(part, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), part.getvalue(), zipfile.ZIP_DEFLATED)
    return sink.getvalue()


def to_csv(columns: Columns, note: Note) -> bytes:
    """Return the bytes of a data set as text, where `/` separates the rows of a board. A text has no place for the note."""
    del note
    texts = {name: _texts(values) if values.ndim > 1 else values.tolist() for name, values in columns.items()}
    sink = io.StringIO(newline="")
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*texts.values(), strict=True))
    return sink.getvalue().encode()


def _texts(boards: npt.NDArray[Any]) -> list[str]:
    return ["/".join("".join(map(str, line)) for line in board) for board in boards.tolist()]


TO_BYTES: Final = {"parquet": to_parquet, "npz": to_npz, "csv": to_csv}


class Npz(Mapping[str, npt.NDArray[Any]]):
    """The columns of an archive of NumPy: each is read when it is used."""

    def __init__(self, file: Path) -> None:
        self.file = file.absolute()
        with zipfile.ZipFile(file) as archive:
            self.names = [name.removesuffix(".npy") for name in archive.namelist()]
            try:
                self.note: Note = json.loads(archive.comment or b"{}")
            except ValueError as error:
                raise zipfile.BadZipFile(f"{file} is damaged at its end") from error

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in self.names:
            raise KeyError(name)
        with np.load(self.file, allow_pickle=False) as archive:
            array: npt.NDArray[Any] = archive[name]
            return array

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


class Parquet(Mapping[str, npt.NDArray[Any]]):
    """The columns of a file of Parquet, or of a folder of them: each is read when it is used, or some rows at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        # Engines count files without leading zeros, and the rows are in the order of the files.
        parts = sorted(path.rglob("*.parquet"), key=lambda part: [int(word) for word in re.findall(r"\d+", part.name)])
        self.files = [pyarrow()[1].ParquetFile(file) for file in (parts if path.is_dir() else [path])]
        if not self.files:
            raise FileNotFoundError(f"there is no file of Parquet in {path}")
        self.schema = self.files[0].schema_arrow
        self.note: Note = json.loads((self.schema.metadata or {}).get(NOTE, b"{}"))
        self.rows: int = sum(file.metadata.num_rows for file in self.files)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in self.schema.names:
            raise KeyError(name)
        empty = _array(self.schema.empty_table().column(name).combine_chunks())
        return np.concatenate([empty, *(columns[name] for columns in self.batches(ROWS, [name]))])

    def __reduce__(self) -> tuple[type[Parquet], tuple[Path]]:
        # Open files cannot be copied.
        return Parquet, (self.path,)

    def __iter__(self) -> Iterator[str]:
        return iter(self.schema.names)

    def __len__(self) -> int:
        return len(self.schema.names)

    def batches(self, rows: int, names: list[str]) -> Iterator[Columns]:
        """Return some columns of some rows at a time. One group of rows is in memory, so a file may be larger than the memory."""
        for file in self.files:
            for batch in file.iter_batches(rows, columns=names):
                yield {name: _array(batch.column(name)) for name in names}


def _array(column: Any) -> npt.NDArray[Any]:
    """Return a column of Parquet as an array: lists of one length as an axis, texts as texts of NumPy."""
    shape = [len(column)]
    while hasattr(column.type, "list_size"):
        shape.append(column.type.list_size)
        column = column.flatten()
    values: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False).reshape(shape)
    return values.astype(np.str_) if values.dtype == object else values


def read_csv(file: Path) -> Columns:
    """Return the columns of a file of text, as the other formats have them."""
    with file.open(newline="", encoding="utf-8-sig") as text:
        names, *rows = csv.reader(text)
    texts = zip(*rows, strict=True) if rows else [()] * len(names)
    wide = np.uint64 if "first_high" in names else np.int64
    return {name: _parsed(name, column, wide) for name, column in zip(names, texts, strict=True)}


def _parsed(name: str, texts: tuple[str, ...], wide: npt.DTypeLike) -> npt.NDArray[Any]:
    if name == "split":
        return np.array(texts, dtype=f"<U{max(map(len, SPLITS))}")
    if name == "cells":
        return np.array([[list(line) for line in text.split("/")] for text in texts], dtype=np.str_).astype(np.int8)
    has_bits = name.startswith(("first", "second", "threats"))
    return np.array(texts, dtype=np.str_).astype(wide if has_bits else np.int64 if name == "best" else np.int8)
