"""Data sets: complete, exact, without leaks, and the same bytes each time."""

from __future__ import annotations

import csv
import hashlib
import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import Solver, data
from marlin_connect4.data import _write

# All positions of 0 to 8 plies, also finished games: published by J. Tromp, OEIS A212693.
PUBLISHED = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


@pytest.fixture(scope="module")
def early(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("data") / "early.npz"
    data.write(file, plies=(0, 8))
    return file


def test_the_positions_of_nine_plies_are_complete_and_exact(early: Path) -> None:
    columns = dict(np.load(early))
    plies, counts = np.unique(columns["ply"], return_counts=True)
    assert plies.tolist() == list(range(9)) and counts.tolist() == PUBLISHED and sum(PUBLISHED) == 261_234
    scores = np.stack([columns[f"s{column}"] for column in range(7)], axis=1)
    assert Solver().book_plies >= 9
    boards = np.concatenate([m4.all_boards(plies) for plies in range(9)])
    playable = m4.legal(boards)
    assert ((scores != m4.ILLEGAL) == playable).all()
    # The mirror images are among the boards, so by day three columns are enough.
    for column in range(7) if os.environ.get("MARLIN_EXHAUSTIVE") else (0, 3, 5):
        rows = playable[:, column]
        # The book's score of the next position is a lookup of its own.
        after = m4.solve(m4.step(boards[rows], np.full(rows.sum(), column)))
        assert (scores[rows, column] == -after).all()
    over = ~playable.any(axis=1)
    assert (columns["score"] == m4.solve(boards)).all() and (columns["best"][over] == 0).all()
    assert (columns["score"][~over] == scores[~over].max(axis=1)).all()


def test_no_mirror_pair_is_divided_by_a_split(early: Path) -> None:
    columns = dict(np.load(early))
    positions = zip(columns["first"].tolist(), columns["second"].tolist(), strict=True)
    split = {(first, second): name for (first, second), name in zip(positions, columns["split"], strict=True)}

    def mirror(stones: int) -> int:
        return sum((stones >> 7 * column & 127) << 7 * (6 - column) for column in range(7))

    assert all(split[mirror(first), mirror(second)] == name for (first, second), name in split.items())
    shares = [float((columns["split"] == name).mean()) for name in data.SPLITS]
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.01)


def test_the_same_command_gives_the_same_bytes_on_one_thread_and_two(tmp_path: Path) -> None:
    for suffix in ("npz", "csv", "parquet"):
        if suffix == "parquet":
            pytest.importorskip("pyarrow")
        files = [tmp_path / f"{threads}" / f"set.{suffix}" for threads in (1, 2)]
        for threads, file in enumerate(files, 1):
            file.parent.mkdir(exist_ok=True)
            data.write(file, plies=(6, 30), n=300, seed=4, features=True, threads=threads)
        first, second = (file.read_bytes() for file in files)
        sheets = [file.with_name(f"{file.name}.datasheet.md").read_text() for file in files]
        assert first == second and sheets[0] == sheets[1]
        assert hashlib.sha256(first).hexdigest() in sheets[0]


def test_all_formats_have_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for suffix in data.FORMATS:
        data.write(tmp_path / f"set.{suffix}", plies=(20, 25), n=50, features=True)
    arrays = {name: values.tolist() for name, values in np.load(tmp_path / "set.npz").items()}
    table = parquet.read_table(tmp_path / "set.parquet").to_pydict()
    with (tmp_path / "set.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert table == arrays
    assert [list(row.values()) for row in rows] == [[str(x) for x in row] for row in zip(*arrays.values(), strict=True)]


def test_labels_say_what_the_datasheet_says(tmp_path: Path) -> None:
    sheet = data.write(tmp_path / "set.npz", plies=(10, 40), n=200, seed=2, features=True).read_text()
    columns = dict(np.load(tmp_path / "set.npz"))
    for row, position in enumerate(data.positions(columns)):
        analysis = m4.default_solver().analyze(position)
        assert columns["outcome"][row] == analysis.outcome and columns["plies_to_end"][row] == analysis.plies_to_end
        assert [bit for bit in range(7) if columns["best"][row] >> bit & 1] == analysis.best_moves
        for player in (1, 2):
            cells = sum(1 << 7 * cell.column + cell.row for cell in position.threats(player))
            assert columns[f"threats_{player}"][row] == cells
    named = [name for line in sheet.splitlines() if line.startswith("| ") for name in line.split("|")[1].split(", ")]
    missing = [name for name in columns if name not in {part.strip() for part in named} and not name[1:].isdecimal()]
    assert not missing


def test_bitboards_of_more_than_64_bits_have_two_columns(tmp_path: Path) -> None:
    data.write(tmp_path / "set.npz", plies=(54, 60), n=30, features=True, mirrors=False, board="9x7")
    columns = dict(np.load(tmp_path / "set.npz"))
    assert columns["first_high"].any() and columns["threats_1_high"].any()
    for row, position in enumerate(data.positions(columns, "9x7")):
        assert position.ply == columns["ply"][row]
        for player in (1, 2):
            cells = sum(1 << 8 * cell.column + cell.row for cell in position.threats(player))
            low, high = (int(columns[f"threats_{player}{part}"][row]) for part in ("", "_high"))
            assert high << 64 | low == cells


def test_one_of_two_mirror_images_can_be_kept(tmp_path: Path) -> None:
    assert len(data.boards_of(data.Request((2, 2), board="9x7", mirrors=False))) == 41
    data.write(tmp_path / "set.npz", plies=2, mirrors=False)
    assert len(np.load(tmp_path / "set.npz")["score"]) == 25


def test_the_command_of_the_datasheet_makes_the_data_set_again(tmp_path: Path) -> None:
    name, third = "-a $set | of 'mine'.dat", 1 / 3
    sheet = data.write(
        tmp_path / name, plies=(8, 12), n=40, seed=3, split=(third, third, 1 - 2 * third), board="6x5", format="npz"
    )
    command = sheet.read_text().split("```bash\n")[1].split("\n")[0]
    again = tmp_path / "again"
    again.mkdir()
    words = [sys.executable, *shlex.split(command)[1:]]
    done = subprocess.run(words, cwd=again, capture_output=True, text=True, check=True)
    assert name in done.stdout and (again / name).read_bytes() == (tmp_path / name).read_bytes()
    refused = subprocess.run(words, cwd=again, capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "--force" in refused.stderr


def test_a_write_that_fails_leaves_the_file_before(tmp_path: Path) -> None:
    file = tmp_path / "set.npz"
    file.write_bytes(b"before")
    with pytest.raises(FileExistsError, match="force"):
        data.write(file, plies=1)
    with pytest.raises(ValueError, match="different positions"):
        data.write(file, plies=1, n=100, force=True)
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        data.write(tmp_path / "none" / "set.npz", plies=1)
    assert file.read_bytes() == b"before" and list(tmp_path.iterdir()) == [file]
    file.unlink()
    file.with_name("set.npz.datasheet.md").write_text("before")
    with pytest.raises(FileExistsError, match="datasheet.md exists"):
        data.write(file, plies=1)


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.npz", tmp_path / "link.npz"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for file in (pipe, link):
        with pytest.raises(FileExistsError, match="not a regular file"):
            data.write(file, plies=1, force=True)
    assert pipe.is_fifo() and link.is_symlink() and len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(os.name == "nt", reason="a folder is not locked there")
def test_two_runs_for_one_file_leave_the_datasheet_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, replace, written, finished = tmp_path / "set.npz", _write._replace, threading.Event(), threading.Event()

    def slow(path: Path, contents: bytes) -> None:
        replace(path, contents)
        if threading.current_thread() is first and path == file:
            written.set()
            # The other run has this time to come between the file and its datasheet.
            finished.wait(0.5)

    monkeypatch.setattr(_write, "_replace", slow)
    first = threading.Thread(target=lambda: data.write(file, plies=1, force=True))
    first.start()
    assert written.wait(60)
    sheet = data.write(file, plies=2, force=True)
    finished.set()
    first.join()
    assert hashlib.sha256(file.read_bytes()).hexdigest() in sheet.read_text()


def test_a_file_that_is_replaced_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "labels.npz", tmp_path / "link.npz"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    data.write(link, plies=1, force=True)
    assert link.is_symlink() and file.stat().st_mode & 0o777 == 0o640 and file.read_bytes() != b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["labels.npz", "link.npz", "link.npz.datasheet.md"]
