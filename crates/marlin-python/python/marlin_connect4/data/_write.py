"""The files of data sets: written whole or not at all, in one run or in parts on many machines."""

from __future__ import annotations

import json
import os
import secrets
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import numpy as np

from .. import _batch
from .._arrays import Int8
from .._core import Solver, __version__
from ._formats import TO_BYTES, Columns, Format, Note, Npz, format_of, pyarrow, shown, to_npz
from ._labels import SHARES, keys_of, labels_of
from ._read import sheet_of
from ._sheet import Request, command_of, datasheet


def boards_of(request: Request) -> Int8:
    """Return the positions of a data set. Random positions are not over; the set of all positions includes finished games."""
    least, most = request.plies
    if request.n is not None:
        boards = _batch.random_boards(request.n, request.plies, seed=request.seed, board=request.board)
    else:
        boards = np.concatenate([_batch.all_boards(plies, board=request.board) for plies in range(least, most + 1)])
    if request.mirrors:
        return boards
    keys = keys_of(_batch.Batch(boards, layout="top"))
    # Sorting words is faster than sorting rows of one word.
    _, rows = np.unique(keys[:, 0] if keys.shape[1] == 1 else keys, axis=0, return_index=True)
    return boards[np.sort(rows)]


def write(
    path: str | Path,
    *,
    plies: int | tuple[int, int],
    n: int | None = None,
    seed: int = 0,
    split: tuple[float, float, float] = SHARES,
    features: bool = False,
    board: str = "7x6",
    mirrors: bool = True,
    boards: bool = False,
    shard: tuple[int, int] | None = None,
    format: Format | None = None,
    force: bool = False,
    solver: Solver | None = None,
    threads: int | None = None,
    progress: _batch.Progress = False,
    time: float | None = None,
    nodes: int | None = None,
) -> Path:
    """Write a data set of exact labels, and its datasheet beside it.

    Args:
        path: The file, in a folder that exists. Its suffix is the format, unless one is given.
        plies: The number of stones, or the minimum and the maximum.
        n: The number of different random positions, none of them over; without it, all positions, including
            those of finished games.
        seed: The seed of the positions and of the splits.
        split: The shares of training, validation and test.
        features: Whether to add concept labels.
        board: The size of the board.
        mirrors: Whether to keep both of two mirror images.
        boards: Whether to add the cells of the boards.
        shard: `(i, n)` writes part i of n, from 1, as `FILE.i-of-n.part`, for `merge`. An existing part is not made again.
        format: `parquet`, which needs `pyarrow`, `npz` or `csv`.
        force: Whether to replace a file or a datasheet that exists.
        solver: The solver.
        threads: The number of threads.
        progress: A bar, or a function of two numbers: the answered positions and all positions.
        time: The seconds for each position, as in `analyze`.
        nodes: The nodes for each position.

    Returns:
        The path of the datasheet, in Markdown, or the path of the part.

    Examples:
        >>> import tempfile
        >>> folder = Path(tempfile.mkdtemp())
        >>> write(folder / "early.npz", plies=(0, 3)).name
        'early.npz.datasheet.md'
        >>> len(np.load(folder / "early.npz")["score"])
        295
    """
    request = Request(_batch.span_of(plies), n, seed, split, features, board, mirrors, boards)
    file = Path(path)
    kind = _ready(file, format, force) if shard is None else format_of(file, format)
    part, note, step = _part_of(file, asdict(request), shard) if shard else (file, {}, slice(None))
    if shard and part.exists() and not force:
        if _note_in(part) != note:
            raise FileExistsError(f"{part} exists with other rows: force=True (--force) replaces it")
        return part
    _check_place(part)
    chosen = boards_of(request)[step]
    columns: Columns = {"cells": chosen} if boards else {}
    columns |= labels_of(_batch.Batch(chosen, layout="top"), features, split, seed, solver, threads, progress, time, nodes)
    if not shard:
        return _publish(file, request, kind, columns)
    _replace(part, to_npz(columns, note))
    return part


def merge(path: str | Path, parts: Sequence[str | Path], *, format: Format | None = None, force: bool = False) -> Path:
    """Write the data set that the parts make up, and its datasheet: the same bytes as in one run without parts.

    Args:
        path: The file, as given to `write`.
        parts: The files of all parts, in any order.
        format: `parquet`, `npz` or `csv`; by default by the suffix.
        force: Whether to replace a file or a datasheet that exists.

    Returns:
        The path of the datasheet.

    Raises:
        ValueError: A part is missing, given twice, damaged, or a part of another data set. The message names it.

    Examples:
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "early.npz"
        >>> parts = [write(file, plies=(0, 3), shard=(i, 2)) for i in (1, 2)]
        >>> [part.name for part in parts], merge(file, parts).name
        (['early.npz.1-of-2.part', 'early.npz.2-of-2.part'], 'early.npz.datasheet.md')
    """
    file = Path(path)
    kind = _ready(file, format, force)
    if not parts:
        raise ValueError("no parts are given: the files that --shard wrote are expected")
    found: dict[int, Path] = {}
    notes = [(Path(part), _note_in(Path(part))) for part in parts]
    shards = [note.pop("shard") for _, note in notes]
    (first, note), (_, count) = notes[0], shards[0]
    for (part, other), (index, total) in zip(notes, shards, strict=True):
        differ = [f"{name} {value} and not {note[name]}" for name, value in other.items() if value != note[name]]
        differ += [f"{total} parts and not {count}"] if total != count else []
        if differ:
            raise ValueError(f"{part} is a part of another data set than {first}: {', '.join(differ)}")
        if index in found:
            raise ValueError(f"{found[index]} and {part} are both part {index} of {count}: leave one out")
        found[index] = part
    if (version := note.pop("version")) != __version__:
        raise ValueError(f"{first} is by marlin-connect4 {version}, and this is {__version__}: that version merges it")
    note.update(plies=tuple(note["plies"]), split=tuple(note["split"]))
    request = Request(**note)
    for index in range(1, count + 1):
        if index not in found:
            command = f"{command_of(file.name, request, kind)} --shard {index}/{count}"
            raise ValueError(f"part {index} of {count} is missing: {command} makes it")
    return _publish(file, request, kind, _woven([found[index] for index in range(1, count + 1)]))


def _part_of(file: Path, note: Note, shard: tuple[int, int]) -> tuple[Path, Note, slice]:
    """Return the path of a part, its note, and its rows: the rows of a part are far apart, so that parts take equal times."""
    index, count = shard
    if not 1 <= index <= count:
        raise ValueError(f"shard {index}/{count}: a part from 1/{count} to {count}/{count} is expected")
    noted: Note = json.loads(json.dumps(note | {"shard": shard, "version": __version__}))
    return file.with_name(f"{file.name}.{index}-of-{count}.part"), noted, slice(index - 1, None, count)


def _note_in(part: Path) -> Note:
    try:
        note = Npz(part).note
    except zipfile.BadZipFile:
        note = {}
    if "shard" not in note:
        raise ValueError(f"{part} is no part of a data set, or damaged: delete it, and --shard makes it again")
    return note


def _woven(parts: Sequence[Path]) -> Columns:
    """Return the rows of all parts in the order of the whole."""
    columns: Columns = {}
    files = [Npz(part) for part in parts]
    for name in files[0].names:
        values = []
        for part, file in zip(parts, files, strict=True):
            try:
                values.append(file[name])
            except (zipfile.BadZipFile, ValueError, KeyError, OSError, EOFError) as error:
                raise ValueError(f"{part} is damaged: delete it and make it again") from error
        columns[name] = np.empty((sum(map(len, values)), *values[0].shape[1:]), values[0].dtype)
        for index, rows in enumerate(values):
            columns[name][index :: len(parts)] = rows
    return columns


def _ready(file: Path, format: Format | None, force: bool) -> Format:
    """Return the format of a file that can be written: these errors are raised before the labels, which may take hours."""
    kind = format_of(file, format)
    for existing in (path for path in (file, sheet_of(file)) if path.exists() and not force):
        raise FileExistsError(f"{existing} exists: force=True (--force) replaces it")
    _check_place(file, sheet_of(file))
    if kind == "parquet":
        pyarrow()
    return kind


def _check_place(*files: Path) -> None:
    for special in (path for path in files if path.exists() and not path.is_file()):
        raise FileExistsError(f"{special} is not a regular file, and is not replaced")
    if not files[0].parent.is_dir():
        raise FileNotFoundError(f"there is no folder {files[0].parent}")


def _publish(file: Path, request: Request, kind: Format, columns: Columns) -> Path:
    """Write a data set and its datasheet, and return the path of the datasheet."""
    contents = TO_BYTES[kind](columns if kind == "parquet" else shown(columns), asdict(request))
    described = datasheet(file.name, request, kind, columns, contents).encode()
    with _alone_in(file.resolve().parent):
        _replace(file, contents)
        _replace(sheet_of(file), described)
    return sheet_of(file)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs from writing in a folder, so that a datasheet belongs to its file. Windows locks no folder."""
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
    """Write a whole file, or keep the existing one. Two runs at once have drafts of their own."""
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


