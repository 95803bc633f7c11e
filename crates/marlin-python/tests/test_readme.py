"""The blocks of Python in the README and in docs/python.md, in the order of the text."""

from __future__ import annotations

import ast
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

README = Path(os.environ.get("MARLIN_README", Path(__file__).parents[1] / "README.md"))
MANUAL = Path(os.environ.get("MARLIN_DOCS", Path(__file__).parents[3] / "docs")) / "python.md"


def blocks_of(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def test_the_blocks_of_the_readme_run_as_they_are_printed() -> None:
    blocks = blocks_of(README)
    assert len(blocks) >= 5
    names: dict[str, Any] = {}
    shapes = 0
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
        # A comment that begins with a shape describes the name before it.
        for name, shape in re.findall(r"^(\w+) = .*# (\([\d, ]+\))", block, re.MULTILINE):
            assert np.shape(names[name]) == ast.literal_eval(shape), name
            shapes += 1
    # Code that a comment offers in place of the code beside it is not run.
    assert shapes >= 5 and not re.search(r"# or ", README.read_text())


def stand_in_of_torch() -> Any:
    """Return a module with an empty `Dataset`: PyTorch takes gigabytes, so it is not installed for this alone."""
    torch: Any = ModuleType("torch")
    torch.utils = ModuleType("torch.utils")
    torch.utils.data = ModuleType("torch.utils.data")
    torch.utils.data.Dataset = type("Dataset", (), {})
    return torch


def test_the_blocks_of_the_manual_run_as_they_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not MANUAL.exists():
        pytest.skip("the archive of the sources has no docs/python.md")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    # The newcomer's program takes a minute: a part of its rows and of its steps shows the same.
    sizes = [("n=100_000", "n=4_000"), ("(5_000, 256)", "(300, 256)"), ("games=200", "games=20")]
    for block in blocks_of(MANUAL):
        for large, small in [] if os.environ.get("MARLIN_EXHAUSTIVE") else sizes:
            block = block.replace(large, small)
        if "from datasets import" in block and not find_spec("datasets"):
            continue
        with monkeypatch.context() as patched:
            if "import torch" in block and not find_spec("torch"):
                patched.setitem(sys.modules, "torch", stand_in_of_torch())
            exec(compile(block, str(MANUAL), "exec"), names)
        if "import torch" in block:
            positions = names["Positions"]("labels.parquet", "train")
            planes, policy, value = positions[7]
            assert planes.shape == (2, 6, 7) and policy.shape == (7,) and value in (-1, 0, 1) and 3500 < len(positions) < 4500
            assert planes.sum() == names["train"].ply[7] and planes.dtype == policy.dtype == np.float32
        if "import torch" in block and find_spec("torch"):
            batches = pytest.importorskip("torch.utils.data").DataLoader(positions, 512, shuffle=True)
            assert [tuple(part.shape) for part in next(iter(batches))] == [(512, 2, 6, 7), (512, 7), (512,)]
        if "from datasets import" in block:
            assert names["full"].num_rows == 5000 and names["test"].num_rows == (names["rows"].split == "test").sum()
    assert names["trained"].keep.rate > names["untrained"].keep.rate + 0.1
