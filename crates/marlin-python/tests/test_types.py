"""The types of the package, by three checkers: by night and where the package changes, by one otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import marlin_connect4
import pytest

PACKAGE = Path(marlin_connect4.__file__).parent
CHECKS = {
    "mypy": ["mypy", "--strict", "-p", PACKAGE.name],
    "stubtest": ["mypy.stubtest", "marlin_connect4._core"],
    "pyright": ["pyright", str(PACKAGE)],
}


@pytest.mark.parametrize("name", CHECKS if os.environ.get("MARLIN_EXHAUSTIVE") else ["mypy"])
def test_a_checker_of_types_finds_nothing(name: str, tmp_path: Path) -> None:
    pytest.importorskip(CHECKS[name][0].partition(".")[0])
    # It has a folder of its own, because the checkers take modules beside the package for modules of the
    # program.
    command = [sys.executable, "-m", *CHECKS[name]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
