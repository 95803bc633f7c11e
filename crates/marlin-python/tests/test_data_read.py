"""Data sets are read as boards, scores, masks and concepts; tables of every kind are labelled."""

from __future__ import annotations

import copy
import math
import pickle
import zipfile
from pathlib import Path
from typing import Any

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import data


@pytest.mark.parametrize("format", data.FORMATS)
@pytest.mark.parametrize("board", ["7x6", "6x7", "9x7"])
@pytest.mark.parametrize("boards", [False, True])
def test_what_is_written_is_read(format: data.Format, board: str, boards: bool, tmp_path: Path) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    width, height = map(int, board.split("x"))
    # Concepts of larger boards take longer.
    n, plies = 15 if board == "9x7" else 100, (width * height - 8, width * height - 1)
    file = tmp_path / f"set.{format}"
    data.write(file, plies=plies, n=n, seed=3, features=True, board=board, boards=boards)
    rows = data.read(file)
    expected = m4.random_boards(n, plies, seed=3, board=board)
    batch = m4.Batch(expected, layout="top")
    scores = m4.analyze(batch)
    assert (rows.board, len(rows), "cells" in rows.names) == (board, n, boards)
    assert rows.boards.dtype == np.int8 and (rows.boards == expected).all()
    assert rows.scores.dtype == np.int8 and (rows.scores == scores).all()
    assert (rows.playable == m4.legal(batch)).all() and (rows.best == (m4.policy(scores) > 0)).all()
    assert (rows.keep == (m4.policy(scores, "keep") > 0)).all()
    assert (rows.score == m4.solve(batch)).all() and (rows.outcome == np.sign(rows.score)).all()
    assert (rows.ply == (expected != 0).sum(axis=(1, 2))).all()
    assert (rows.plies_to_end == m4.plies_to_end(batch, rows.score)).all()
    assert set(rows.split.tolist()) <= set(data.SPLITS)
    concepts = m4.features(batch)
    assert list(rows.concepts) == list(concepts)
    for name, values in concepts.items():
        assert rows.concepts[name].dtype == values.dtype and (rows.concepts[name] == values).all(), name


@pytest.mark.parametrize("format", data.FORMATS)
def test_all_rows_are_in_the_batches_and_the_selections(format: data.Format, tmp_path: Path) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    data.write(tmp_path / f"set.{format}", plies=(0, 4))
    rows = data.read(tmp_path / f"set.{format}")
    parts = list(rows.batches(400))
    assert [len(part) for part in parts] == [400, 400, 400, 215]
    assert (np.concatenate([part.boards for part in parts]) == rows.boards).all()
    assert [part.names for part in rows.batches(1000, ["score", "split"])] == [["score", "split"]] * 2
    test = rows[rows.split == "test"]
    assert 100 < len(test) < 200 and (test.boards == rows.boards[rows.split == "test"]).all()
    assert (rows[10:20].score == rows.score[10:20]).all() and (rows[[3, 1]]["best"] == rows["best"][[3, 1]]).all()


def test_rows_are_a_frame_of_pandas() -> None:
    pytest.importorskip("pandas")
    rows = data.DataSet(data.label(m4.random_boards(10, (8, 34), seed=1)))
    frame = rows.to_pandas()
    assert list(frame.columns) == rows.names and frame.score.tolist() == rows.score.tolist()


def test_rows_are_copied_to_other_processes() -> None:
    rows = data.DataSet(data.label(BOARDS))
    assert (pickle.loads(pickle.dumps(rows)).boards == BOARDS).all() and {"s0", "boards"} <= set(dir(copy.copy(rows)))


def test_few_rows_of_parquet_are_in_memory_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pa = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(data._formats, "ROWS", 1 << 12)
    data.write(tmp_path / "set.parquet", plies=(0, 7), boards=True)
    assert pa.parquet.ParquetFile(tmp_path / "set.parquet").num_row_groups == 19
    rows, before = data.read(tmp_path / "set.parquet"), pa.total_allocated_bytes()
    used = [pa.total_allocated_bytes() - before for part in rows.batches(1000) if part.boards.size]
    whole = pa.parquet.read_table(tmp_path / "set.parquet").nbytes
    assert len(used) > 77 and 0 < max(used) < 0.4 * whole


def test_files_without_a_note_are_read_with_the_size_that_is_given(tmp_path: Path) -> None:
    for board, plies in (("7x6", 8), ("5x6", 25)):
        file = tmp_path / f"{board}.npz"
        data.write(file, plies=plies, n=20, board=board)
        # As an earlier version wrote them.
        old = {"first": np.uint64, "second": np.uint64, "best": np.uint32}
        columns = {name: values.astype(old.get(name, values.dtype)) for name, values in np.load(file).items()}
        np.savez(tmp_path / f"{board} of numpy.npz", **columns)
    earlier, now = data.read(tmp_path / "7x6 of numpy.npz"), data.read(tmp_path / "7x6.npz")
    assert earlier.board == "7x6" and (earlier.boards == now.boards).all() and (earlier.best == now.best).all()
    with pytest.raises(ValueError, match="scores of 5 columns.*as in board='5x6'"):
        data.read(tmp_path / "5x6 of numpy.npz")
    assert (data.read(tmp_path / "5x6 of numpy.npz", board="5x6").boards == data.read(tmp_path / "5x6.npz").boards).all()
    with pytest.raises(ValueError, match="5 columns, and board='7x6' has not"):
        data.read(tmp_path / "5x6.npz", board="7x6")
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    with pytest.raises(ValueError, match="no columns s0"):
        data.read(tmp_path / "other.npz")
    with pytest.raises(ValueError, match=r"features=True \(--features\) writes them"):
        _ = data.read(tmp_path / "5x6.npz").concepts
    with pytest.raises(AttributeError, match="it has the columns first, second, ply"):
        _ = data.read(tmp_path / "5x6.npz").scare
    with pytest.raises(KeyError, match="scare: the columns are first, second, ply"):
        _ = data.read(tmp_path / "5x6.npz")["scare"]


def test_the_cells_of_text_are_rows_between_slashes(tmp_path: Path) -> None:
    data.write(tmp_path / "set.csv", plies=1, boards=True)
    line = (tmp_path / "set.csv").read_text().splitlines()[1]
    assert line.startswith("0000000/0000000/0000000/0000000/0000000/1000000,1,0,1,")
    assert data.DESCRIPTIONS["cells"] in (tmp_path / "set.csv.datasheet.md").read_text()


BOARDS = m4.random_boards(300, (8, 34), seed=5)


def tables(kind: str) -> list[Any]:
    """Return the boards as tables of a kind: with stones, and with cells."""
    stones = {"id": np.arange(len(BOARDS))} | data.stones(BOARDS)
    if kind == "dictionary":
        return [stones, {"id": stones["id"], "cells": BOARDS}]
    if kind == "pandas":
        pd = pytest.importorskip("pandas")
        index = range(1000, 1000 + len(BOARDS))
        made = [stones, *({"id": stones["id"], "cells": list(cells)} for cells in (BOARDS, BOARDS.reshape(-1, 42)))]
        return [pd.DataFrame(table, index) for table in made]
    pa = pytest.importorskip("pyarrow")
    arrow = [pa.table(stones), pa.table({"id": stones["id"], "cells": BOARDS.reshape(-1, 42).tolist()})]
    return arrow if kind == "Table" else [table.to_batches()[0] for table in arrow]


@pytest.mark.parametrize("kind", ["dictionary", "pandas", "Table", "RecordBatch"])
def test_a_table_is_labelled_as_a_table_of_its_kind(kind: str) -> None:
    expected = data.label(BOARDS)
    assert list(expected)[:3] == ["first", "second", "ply"] and (expected["score"] == m4.solve(BOARDS)).all()
    labels = [name for name in expected if name not in ("first", "second")]
    for table in tables(kind):
        labelled = data.label(table, threads=1)
        names = list(table.keys()) if hasattr(table, "keys") else table.schema.names
        assert type(labelled) is type(table) and "score" not in names
        assert (list(labelled.keys()) if hasattr(labelled, "keys") else labelled.schema.names) == names + labels
        for name in labels:
            assert np.asarray(labelled[name]).tolist() == expected[name].tolist(), name
        assert np.asarray(labelled["id"]).tolist() == list(range(len(BOARDS)))
        # Parts have the labels of the whole, also a part without rows, and labels that are there are replaced.
        slices = [table[:0], table[100:200]] if kind == "pandas" else []
        slices += [table.slice(0, 0), table.slice(100, 100)] if hasattr(table, "slice") else []
        if kind == "dictionary":
            slices = [{name: values[rows] for name, values in table.items()} for rows in (slice(0), slice(100, 200))]
        empty, part = (data.label(data.label(rows, features=True)) for rows in slices)
        assert np.asarray(part["score"]).tolist() == expected["score"][100:200].tolist() and len(empty["score"]) == 0
        if hasattr(part, "dtypes"):
            assert empty.dtypes.to_dict() == part.dtypes.to_dict() and part.index.tolist() == list(range(1100, 1200))
        if hasattr(part, "schema"):
            assert empty.schema == part.schema


def test_labels_have_the_splits_of_a_data_set_and_name_what_is_wrong(tmp_path: Path) -> None:
    data.write(tmp_path / "set.npz", plies=(8, 34), n=300, seed=5)
    columns = dict(np.load(tmp_path / "set.npz"))
    labelled = data.label(data.stones(BOARDS), seed=5)
    assert all(labelled[name].tobytes() == columns[name].tobytes() for name in columns) and list(labelled) == list(columns)
    with pytest.raises(ValueError, match="'cells' is expected, or 'first' and 'second', as data.stones"):
        data.label({"moves": np.array(["44"])})
    with pytest.raises(ValueError, match="row 1: a cell has a stone of both players"):
        data.label({"first": np.array([1, 1]), "second": np.array([2, 1])})
    with pytest.raises(ValueError, match="rows of 30 cells are no boards of 7x6: give their size"):
        data.label({"cells": [[0] * 30]})
    assert data.label({"cells": [[0] * 30]}, board="6x5")["score"].tolist() == [0]
    with pytest.raises(ValueError, match="board='7' is no size"):
        data.label(data.stones(BOARDS), board="7")
    with pytest.raises(ValueError, match="three shares"):
        data.label(BOARDS, split=(1.0,))


def test_a_card_is_what_load_dataset_reads(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    sheet = data.write(tmp_path / "set.parquet", plies=(0, 5), boards=True)
    head = sheet.read_text().split("---\n")[1]
    assert '- split: full\n    path: "set.parquet"\n' in head and "size_categories: [1K<n<10K]" in head
    assert data.write(tmp_path / "set.npz", plies=1).read_text().startswith("# set.npz")
    datasets = pytest.importorskip("datasets")
    (tmp_path / "set.npz").unlink()
    sheet.rename(tmp_path / "README.md")
    found = datasets.load_dataset(str(tmp_path), cache_dir=str(tmp_path / "cache"))
    rows = data.read(tmp_path / "set.parquet")
    assert list(found) == ["full"] and found["full"].num_rows == len(rows) == 5678
    train = found["full"].filter(lambda row: row["split"] == "train").with_format("numpy")
    assert train.num_rows == (rows.split == "train").sum()
    assert (train[:100]["cells"] == rows[rows.split == "train"].boards[:100]).all()


def parts_of(folder: Path, count: int, **changes: Any) -> list[Path]:
    request: dict[str, Any] = {"plies": (6, 9), "n": 100, "seed": 4, "features": True, "boards": True} | changes
    return [data.write(folder / "set.npz", shard=(index, count), **request) for index in range(1, count + 1)]


@pytest.mark.parametrize("format", data.FORMATS)
@pytest.mark.parametrize("mirrors", [True, False])
def test_parts_make_the_bytes_of_one_run(format: data.Format, mirrors: bool, tmp_path: Path) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    whole, file = tmp_path / "whole" / f"set.{format}", tmp_path / f"set.{format}"
    whole.parent.mkdir()
    sheet = data.write(whole, plies=(0, 3), seed=7, mirrors=mirrors, boards=True)
    parts = [data.write(file, plies=(0, 3), seed=7, mirrors=mirrors, boards=True, shard=(index, 3)) for index in (3, 1, 2)]
    made = [part.stat().st_mtime_ns for part in parts]
    assert [part.name for part in parts] == [f"set.{format}.{index}-of-3.part" for index in (3, 1, 2)]
    assert data.merge(file, parts).read_bytes() == sheet.read_bytes() and file.read_bytes() == whole.read_bytes()
    # A part that is there ends at once.
    assert data.write(file, plies=(0, 3), seed=7, mirrors=mirrors, boards=True, shard=(1, 3)) == parts[1]
    assert [part.stat().st_mtime_ns for part in parts] == made


def test_parts_that_make_no_whole_are_refused_by_name(tmp_path: Path) -> None:
    file, parts = tmp_path / "set.npz", parts_of(tmp_path, 3)
    with pytest.raises(ValueError, match=r"part 2 of 3 is missing: python -m .* dataset set.npz .* --boards --shard 2/3 makes it"):
        data.merge(file, [parts[0], parts[2]])
    with pytest.raises(ValueError, match="both part 1 of 3: leave one out"):
        data.merge(file, [parts[0], *parts])
    (tmp_path / "other").mkdir()
    other = parts_of(tmp_path / "other", 3, seed=5)
    with pytest.raises(ValueError, match="2-of-3.part is a part of another data set than .*1-of-3.part: seed 5 and not 4"):
        data.merge(file, [parts[0], other[1], parts[2]])
    with pytest.raises(ValueError, match="2 parts and not 3"):
        data.merge(file, [*parts, parts_of(tmp_path, 2)[0]])
    with pytest.raises(FileExistsError, match="exists with other rows"):
        parts_of(tmp_path, 3, seed=5)
    with pytest.raises(ValueError, match="shard 4/3: a part from 1/3 to 3/3"):
        data.write(file, plies=3, shard=(4, 3))
    with pytest.raises(ValueError, match="no parts are given"):
        data.merge(file, [])
    (tmp_path / "no.part").write_bytes(b"no archive")
    with pytest.raises(ValueError, match="no.part is no part of a data set"):
        data.merge(file, [*parts[:2], tmp_path / "no.part"])
    whole = parts[1].read_bytes()
    middle = whole.index(b"score.npy") + 40
    parts[1].write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    with pytest.raises(ValueError, match="2-of-3.part is damaged: delete it and make it again"):
        data.merge(file, parts)
    parts[1].write_bytes(whole)
    for part in parts:
        with zipfile.ZipFile(part, "a") as archive:
            archive.comment = archive.comment.replace(f'"{m4.__version__}"'.encode(), b'"0.0.1"')
    with pytest.raises(ValueError, match="1-of-3.part is by marlin-connect4 0.0.1, and this is .*: that version merges it"):
        data.merge(file, parts)
    assert not file.exists()


def test_stones_that_are_missing_rounded_or_outside_of_the_board_are_no_labels() -> None:
    pa = pytest.importorskip("pyarrow")
    stones = data.stones(m4.random_boards(3, 9, seed=1))
    for wrong, reason in [
        (pa.table({"first": pa.array([1, None]), "second": pa.array([0, 2])}), "row 1: first is nan"),
        ({"first": np.array([1, None]), "second": np.array([0, 2])}, "row 1: first is None"),
        ({"first": np.array([1.0]), "second": np.array([0])}, "first has the type float64"),
        ({"first": np.array([1.5]), "second": np.array([0])}, "row 0: first is 1.5"),
        ({"first": np.array([1]), "second": np.array([0, 2])}, "different lengths"),
        ({"first": np.array([1 << 6]), "second": np.array([0])}, "row 0: first has bits outside of a board of 7x6"),
        ({"first": np.array([3]), "second": np.array([3])}, "stone of both players; .*board= is their size"),
        ({"cells": [None]}, "row 0 has no cells"),
        (m4.Batch(["44", "xyz"], errors="mark"), "board 1 is not a position"),
    ]:
        with pytest.raises(ValueError, match=reason):
            data.label(wrong)
    with pytest.raises(ValueError, match="board 1 is not a position"):
        data.stones(m4.Batch(["44", "xyz"], errors="mark"))
    with pytest.raises(ValueError, match="the top row first"):
        data.label(stones, layout="bottom")
    assert data.label(m4.Batch(["44"]))["score"] == data.label(["44"])["score"]


def test_a_data_set_in_memory_has_the_size_of_its_board() -> None:
    labels = data.label(m4.random_boards(5, 20, seed=1, board="8x8"), time=math.inf)
    assert data.DataSet(labels, "8x8").boards.shape == (5, 8, 8)
    for board in (None, "7x6"):
        with pytest.raises(ValueError, match="scores of 8 columns"):
            data.DataSet(labels, board)


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_a_data_set_is_read_from_any_folder_and_copied(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    data.write(f"set.{suffix}", plies=(0, 2))
    rows = data.read(f"set.{suffix}")
    monkeypatch.chdir("/")
    copied = pickle.loads(pickle.dumps(rows))
    assert (copied.boards == rows.boards).all() and (copied.score == rows.score).all()
