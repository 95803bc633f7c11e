"""The types of the package, by three checkers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import marlin_connect4
import pytest

PACKAGE = Path(marlin_connect4.__file__).parent
CHECKS = {
    "mypy": ["mypy", "--strict", PACKAGE.name],
    "stubtest": ["mypy.stubtest", "marlin_connect4._core"],
    "pyright": ["pyright", PACKAGE.name],
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_checker_of_types_finds_nothing(name: str) -> None:
    pytest.importorskip(CHECKS[name][0].partition(".")[0])
    done = subprocess.run([sys.executable, "-m", *CHECKS[name]], cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
