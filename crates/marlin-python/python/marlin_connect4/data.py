"""Data sets of exact labels, with a datasheet: the same bytes for the same command on any number of threads.

The command is `python -m marlin_connect4 dataset`.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import secrets
import shlex
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _batch
from ._arrays import Int8
from ._core import Position, Solver, __version__

Columns: TypeAlias = dict[str, npt.NDArray[Any]]
Format: TypeAlias = Literal["parquet", "npz", "csv"]

FORMATS: Final[tuple[Format, ...]] = ("parquet", "npz", "csv")

DESCRIPTIONS: Final = {
    "first": "stones of the player who moved first, a bit for each cell: column * (height + 1) + row, row 0 at the bottom",
    "second": "stones of the other player, in the same form",
    "first_high, second_high": "bits 64 and up of these, on boards that have them",
    "ply": "stones on the board",
    "s0..": "exact score of each column from 0, from the side to move; -128 where it cannot be played",
    "score": "exact score of the position: the stones that the winner has left, the winning one included; below 0 for a loss, 0 for a draw",
    "outcome": "1 if the side to move wins, 0 for a draw, -1 if it loses",
    "best": "columns that keep the score: bit 0 is column 0",
    "plies_to_end": "plies until the game ends under perfect play",
    "split": "train, validation or test; mirror images are in the same split",
    "threats_1, threats_2": "empty cells that complete four in a row of either player, in the form of `first`",
    "threats_1_high, threats_2_high": "bits 64 and up of these, on boards that have them",
    "odd_threats_1, odd_threats_2": "the number of threats on odd rows, counted from 1",
    "even_threats_1, even_threats_2": "the number of threats on even rows",
    "forced": "column that the side to move must play because the opponent would win there; -128 without one",
    "double_threat": "column by which the side to move gets two winning cells, one too many; -128 without one",
    "forced_line": "first column of a win by moves that force all replies; -128 without one",
    "claimeven": "upper bound of the score that claimeven of the opponent proves; -128 without one",
    "proven_by": "index of the layer of rules that proves the winner: " + ", ".join(_batch.LAYERS) + "; -128 without one",
}
"""The meaning of every column of a data set."""


@dataclass(frozen=True, slots=True)
class Request:
    """The contents of a data set."""

    plies: tuple[int, int]
    """The least and the greatest number of stones."""
    n: int | None = None
    """The number of random positions that are drawn; `None` for all positions."""
    seed: int = 0
    """The seed of random positions and of the splits."""
    split: tuple[float, float, float] = (0.8, 0.1, 0.1)
    """The shares of training, validation and test."""
    features: bool = False
    """Whether there are concept labels."""
    board: str = "7x6"
    """The size of the board."""
    mirrors: bool = True
    """Whether both of two mirror images are kept."""

    def __post_init__(self) -> None:
        least, most = self.plies
        if not 0 <= least <= most:
            raise ValueError(f"plies {least} to {most}: the smaller number comes first")
        if self.n is not None and self.n < 1:
            raise ValueError(f"n={self.n}: a number of positions above 0 is expected")
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"seed={self.seed}: a number from 0 to 2**64 - 1 is expected")
        if len(self.split) != 3 or min(self.split) < 0 or not abs(sum(self.split) - 1) < 1e-9:
            raise ValueError(f"split={self.split}: three shares are expected that sum to 1")


SPLITS: Final = ("train", "validation", "test")


def boards_of(request: Request) -> Int8:
    """Return the positions of a data set. Random ones are not over; all positions include finished games."""
    least, most = request.plies
    if request.n is not None:
        boards = _batch.random_boards(request.n, request.plies, seed=request.seed, board=request.board)
    else:
        boards = np.concatenate([_batch.all_boards(plies, board=request.board) for plies in range(least, most + 1)])
    if request.mirrors:
        return boards
    keys = _words(_batch.Batch(boards, layout="top"), "keys", 1)[:, 0]
    # Sorting words is faster than sorting rows of one word.
    _, rows = np.unique(keys[:, 0] if keys.shape[1] == 1 else keys, axis=0, return_index=True)
    return boards[np.sort(rows)]


def _words(batch: _batch.Batch, question: Literal["stones", "threats", "keys"], bitboards: int) -> npt.NDArray[np.uint64]:
    """Return some bitboards of each board, `(n, bitboards, 1)` words, or 2 on boards of more than 64 bits."""
    words = batch.new(np.uint64, bitboards, 1 if batch.width * (batch.height + 1) <= 64 else 2)
    getattr(batch.core, question)(words)
    return words


def _bitboards(batch: _batch.Batch, question: Literal["stones", "threats"], names: tuple[str, str]) -> Columns:
    """Return a column for each word of two bitboards."""
    words = _words(batch, question, 2)
    suffixes = ("", "_high")[: words.shape[2]]
    return {
        name + suffix: words[:, index, word].copy()
        for word, suffix in enumerate(suffixes)
        for index, name in enumerate(names)
    }


def split_of(keys: npt.NDArray[np.uint64], shares: Sequence[float], seed: int) -> npt.NDArray[np.int8]:
    """Return the split of each key, `(n, 1)` or `(n, 2)` words, an index of `SPLITS`: equal keys are in the same one.

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


def label(
    boards: Int8,
    request: Request,
    *,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: _batch.Progress = False,
) -> Columns:
    """Return the columns of a data set for its boards."""
    batch = _batch.Batch(boards, layout="top")
    scores = _batch.analyze(batch, solver=solver, threads=threads, progress=progress)
    best = scores.max(axis=1, keepdims=True)
    ply = batch.new(np.int8)
    batch.core.plies(ply)
    score, over = best[:, 0].copy(), best[:, 0] == _batch.ILLEGAL
    score[over] = _batch.solve(boards[over], layout="top", solver=solver, threads=threads)
    columns = _bitboards(batch, "stones", ("first", "second")) | {"ply": ply}
    columns |= {f"s{column}": scores[:, column].copy() for column in range(batch.width)}
    bits = np.int64(1) << np.arange(batch.width, dtype=np.int64)
    columns |= {
        "score": score,
        "outcome": np.sign(score),
        "best": ((scores == best) * (scores != _batch.ILLEGAL) * bits).sum(axis=1).astype(np.uint32),
        "plies_to_end": _batch.plies_to_end(batch, score),
        "split": split_of(_words(batch, "keys", 1)[:, 0], request.split, request.seed),
    }
    if request.features:
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


def write(
    path: str | Path,
    *,
    plies: int | tuple[int, int],
    n: int | None = None,
    seed: int = 0,
    split: tuple[float, float, float] = (0.8, 0.1, 0.1),
    features: bool = False,
    board: str = "7x6",
    mirrors: bool = True,
    format: Format | None = None,
    force: bool = False,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: _batch.Progress = False,
) -> Path:
    """Write a data set of exact labels, and its datasheet beside it.

    Args:
        path: The file, in a folder that exists. Its suffix is the format, unless one is given.
        plies: The number of stones, or the least and the greatest.
        n: The number of different random positions, none of them over; without it all positions are taken, with the
            games that are over.
        seed: The seed of the positions and of the splits.
        split: The shares of training, validation and test.
        features: Whether to add concept labels.
        board: The size of the board.
        mirrors: Whether to keep both of two mirror images.
        format: `parquet`, which needs `pyarrow`, `npz` or `csv`.
        force: Whether to replace a file or a datasheet that exists.
        solver: The solver.
        threads: The number of threads.
        progress: A bar, or a function of the answered and all positions.

    Returns:
        The path of the datasheet, in Markdown.

    Examples:
        >>> import tempfile
        >>> folder = Path(tempfile.mkdtemp())
        >>> write(folder / "early.npz", plies=(0, 3)).name
        'early.npz.datasheet.md'
        >>> len(np.load(folder / "early.npz")["score"])
        295
    """
    file = Path(path)
    kind = _format_of(file, format)
    sheet = file.with_name(f"{file.name}.datasheet.md")
    # These errors are raised before the labels, which may take hours.
    for existing in (path for path in (file, sheet) if path.exists() and not force):
        raise FileExistsError(f"{existing} exists: force=True (--force) replaces it")
    for special in (path for path in (file, sheet) if path.exists() and not path.is_file()):
        raise FileExistsError(f"{special} is not a regular file, and is not replaced")
    if not file.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {file.parent}")
    if kind == "parquet":
        _pyarrow()
    request = Request(_batch.span_of(plies), n, seed, split, features, board, mirrors)
    columns = label(boards_of(request), request, solver=solver, threads=threads, progress=progress)
    contents = _WRITERS[kind](columns)
    described = datasheet(file.name, request, kind, columns, contents).encode()
    with _alone_in(file.resolve().parent):
        _replace(file, contents)
        _replace(sheet, described)
    return sheet


def _format_of(file: Path, given: Format | None) -> Format:
    name = given or _suffix(file.name)
    for kind in FORMATS:
        if name == kind:
            return kind
    raise ValueError(f"format {name!r} of {file.name} is not one of {', '.join(FORMATS)}")


def _suffix(name: str) -> str:
    return Path(name).suffix.removeprefix(".").lower()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs from writing in a folder, so that a datasheet is that of its file. Windows locks no folder."""
    try:
        fcntl = import_module("fcntl")
    except ImportError:
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _replace(file: Path, contents: bytes) -> None:
    """Write a whole file, or leave the one before. Two runs at once have drafts of their own."""
    file = file.resolve()
    part = file.with_name(f".{file.name}.{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as out:
            out.write(contents)
            out.flush()
            os.fsync(out.fileno())
        if file.exists():
            part.chmod(file.stat().st_mode)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError("Parquet needs pyarrow: pip install 'marlin-connect4[data]', or write .npz or .csv") from error


def _parquet(columns: Columns) -> bytes:
    pa, pq = _pyarrow()
    arrays: dict[str, Any] = {name: pa.array(values) for name, values in columns.items() if name != "split"}
    names = pa.array(SPLITS)
    arrays["split"] = pa.DictionaryArray.from_arrays(pa.array(columns["split"]), names)
    sink = io.BytesIO()
    pq.write_table(pa.table(arrays), sink, compression="zstd")
    return sink.getvalue()


def _npz(columns: Columns) -> bytes:
    # `np.savez` writes the time of the day into the archive; these bytes depend on the data alone.
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, values in columns.items():
            array = np.array(SPLITS)[values] if name == "split" else values
            part = io.BytesIO()
            np.lib.format.write_array(part, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), part.getvalue(), zipfile.ZIP_DEFLATED)
    return sink.getvalue()


def _csv(columns: Columns) -> bytes:
    sink = io.StringIO(newline="")
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(_rows(columns))
    return sink.getvalue().encode()


def _rows(columns: Columns) -> Iterator[tuple[Any, ...]]:
    values: list[list[Any]] = [
        [SPLITS[index] for index in array] if name == "split" else array.tolist() for name, array in columns.items()
    ]
    return zip(*values, strict=True)


_WRITERS: Final = {"parquet": _parquet, "npz": _npz, "csv": _csv}


def command_of(name: str, request: Request, kind: Format) -> str:
    """Return the command that makes a data set."""
    least, most = request.plies
    file = shlex.quote(f"./{name}" if name.startswith("-") else name)
    parts = [f"python -m marlin_connect4 dataset {file} --plies {least}-{most} --seed {request.seed}"]
    parts += [f"--format {kind}"] if _suffix(name) != kind else []
    parts += [f"--n {request.n}"] if request.n is not None else []
    parts += [f"--split {' '.join(repr(share) for share in request.split)}"]
    parts += ["--features"] if request.features else []
    parts += [f"--board {request.board}"] if request.board != "7x6" else []
    parts += ["--no-mirrors"] if not request.mirrors else []
    return " ".join(parts)


def datasheet(name: str, request: Request, kind: Format, columns: Columns, contents: bytes) -> str:
    """Return the description of a data set: its command, counts, columns and check sum."""
    plies, counts = np.unique(columns["ply"], return_counts=True)
    outcomes = {text: int((columns["outcome"] == number).sum()) for text, number in (("won", 1), ("drawn", 0), ("lost", -1))}
    splits = {text: int((columns["split"] == index).sum()) for index, text in enumerate(SPLITS)}
    described = [line for line in DESCRIPTIONS.items() if line[0].split(",")[0].replace("s0..", "s0") in columns]
    lines = [
        f"# {name}",
        "",
        f"Connect Four positions on {request.board} with exact labels of all columns, by marlin-connect4 {__version__}.",
        "",
        "```bash",
        command_of(name, request, kind),
        "```",
        "",
        "| | |",
        "|---|---|",
        f"| Rows | {len(columns['ply']):,} |",
        f"| Format | {kind}, by {_library(kind)} |",
        f"| SHA-256 | `{hashlib.sha256(contents).hexdigest()}` |",
        f"| Outcomes of the side to move | {_list(outcomes)} |",
        f"| Splits | {_list(splits)} |",
        "",
        "Mirror images have the same key and are in the same split. The side to move is the player with fewer stones, and",
        "with equal numbers the one who moved first. The command gives the same bytes on any number of threads, with the",
        "same versions of the package and of the libraries that write the file.",
        "",
        "| stones | positions |",
        "|--:|--:|",
        *(f"| {ply} | {count:,} |" for ply, count in zip(plies.tolist(), counts.tolist(), strict=True)),
        "",
        "| column | meaning |",
        "|---|---|",
        *(f"| {column} | {text} |" for column, text in described),
        "",
        f"<!-- {json.dumps(asdict(request))} -->",
        "",
    ]
    return "\n".join(lines)


def _library(kind: Format) -> str:
    """Return the library that writes a format, with its version."""
    name = {"parquet": "pyarrow", "npz": "numpy", "csv": ""}[kind]
    return f"{name} {import_module(name).__version__}" if name else "Python's csv"


def _list(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def positions(columns: Columns, board: str = "7x6") -> list[Position]:
    """Return the positions of a data set.

    Examples:
        >>> request = Request((0, 1))
        >>> positions(label(boards_of(request), request))[0] == Position()
        True
    """
    pairs = zip(_stones(columns, "first"), _stones(columns, "second"), strict=True)
    return [Position.from_stones(board, first, second) for first, second in pairs]


def _stones(columns: Columns, name: str) -> list[int]:
    low = columns[name].tolist()
    high = columns[f"{name}_high"].tolist() if f"{name}_high" in columns else [0] * len(low)
    return [(high << 64) | low for high, low in zip(high, low, strict=True)]
