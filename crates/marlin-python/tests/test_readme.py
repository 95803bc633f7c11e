"""The blocks of Python in the README, in the order of the text."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

README = Path(os.environ.get("MARLIN_README", Path(__file__).parents[1] / "README.md"))


def test_the_blocks_of_the_readme_run_as_they_are_printed() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
