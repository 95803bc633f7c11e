"""The programs of docs/operations.md, "Labels on a cluster", beside the real engines. One that is not installed is skipped."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import data

PAGE = Path(os.environ.get("MARLIN_DOCS", Path(__file__).parents[3] / "docs")) / "operations.md"
SECTION = PAGE.read_text().split("\n## Labels on a cluster\n")[1].split("\n## ")[0] if PAGE.exists() else ""
BLOCKS = re.findall(r"^```python\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
PROGRAMS = {name: block for name in ("dask", "ray", "spark") for block in BLOCKS if name in block}
NEEDS = {"dask": ["dask.dataframe", "distributed"], "ray": ["ray.data"], "spark": ["pyspark"]}
ROWS, A_PARTITION = 10_000, 500


def test_every_engine_has_a_program() -> None:
    if not PAGE.exists():
        pytest.skip("the archive of the sources has no docs/operations.md")
    assert list(PROGRAMS) == list(NEEDS) and len(BLOCKS) == 1 + len(PROGRAMS)


def in_order(rows: data.DataSet) -> data.DataSet:
    """Return rows in an order that does not depend on the engine."""
    return rows[np.lexsort((rows["second"], rows["first"]))]


def kill_a_worker(program: subprocess.Popen[bytes], labels: Path) -> int:
    """Kill a worker as soon as some partitions are labelled, and return how many were."""
    psutil: Any = pytest.importorskip("psutil")
    while len(found := list(labels.glob("*.parquet"))) < 2:
        assert program.poll() is None, "the program ended before a worker could be killed"
        time.sleep(0.01)
    children = psutil.Process(program.pid).children(recursive=True)
    workers = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
    assert len(workers) == 2, workers
    workers[0].send_signal(signal.SIGKILL)
    return len(found)


@pytest.mark.skipif(not os.environ.get("MARLIN_EXHAUSTIVE"), reason="for .ci/nightly")
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_engine_labels_as_one_process_does(name: str, tmp_path: Path) -> None:
    for module in ["pandas", "pyarrow", *NEEDS[name]]:
        pytest.importorskip(module)
    if name == "spark" and not shutil.which("java"):
        pytest.skip("Spark needs Java")
    for script, block in (("positions.py", BLOCKS[0]), ("labels.py", PROGRAMS[name])):
        (tmp_path / script).write_text(block)
    subprocess.run([sys.executable, "positions.py"], cwd=tmp_path, check=True)
    # Spark starts its workers by name.
    found_first = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    killed = 0
    with (tmp_path / "output").open("wb") as output:
        program = subprocess.Popen([sys.executable, "labels.py"], cwd=tmp_path, stdout=output, stderr=output, env=found_first)
        if name == "dask":
            killed = kill_a_worker(program, tmp_path / "labels")
        assert program.wait(600) == 0, (tmp_path / "output").read_text()
    assert killed < ROWS // A_PARTITION / 2, "the worker was killed too late"
    expected = data.DataSet(data.label(data.stones(m4.random_boards(ROWS, (8, 34), seed=1))))
    found = data.read(tmp_path / "labels")
    if name != "dask":
        expected, found = in_order(expected), in_order(found)
    assert found.names == expected.names and len(found) == ROWS
    for column in expected.names:
        assert found[column].dtype.kind == expected[column].dtype.kind
        assert found[column].tobytes() == expected[column].tobytes(), column
