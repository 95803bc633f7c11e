"""The blocks of Python in docs/protocols.md. A block whose packages are not installed is skipped."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest

BRIDGES = Path(os.environ.get("MARLIN_DOCS", Path(__file__).parents[3] / "docs")) / "protocols.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", BRIDGES.read_text(), re.MULTILINE | re.DOTALL) if BRIDGES.exists() else []
PACKAGES = ["textarena", "pyspiel", "kaggle_environments"]


def test_every_bridge_has_a_block() -> None:
    if not BRIDGES.exists():
        pytest.skip("the archive of the sources has no docs/protocols.md")
    assert all(any(f"import {package}" in block for block in BLOCKS) for package in PACKAGES)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n", 1)[0])
def test_a_block_runs_as_it_is_printed(block: str) -> None:
    for package in PACKAGES:
        if f"import {package}" in block:
            pytest.importorskip(package)
    random.seed(1)
    names: dict[str, Any] = {}
    exec(compile(block, str(BRIDGES), "exec"), names)
