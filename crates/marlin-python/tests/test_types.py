"""The types of the package, by three checkers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHECKS = {
    "mypy": ["mypy", "--strict", "python/marlin_connect4"],
    "stubtest": ["mypy.stubtest", "marlin_connect4._core"],
    "pyright": ["pyright"],
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_checker_of_types_finds_nothing(name: str) -> None:
    pytest.importorskip(CHECKS[name][0].partition(".")[0])
    done = subprocess.run([sys.executable, "-m", *CHECKS[name]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
