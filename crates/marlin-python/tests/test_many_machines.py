"""The commands of docs/operations.md for data sets, with a smaller one, fewer parts, and one part that is killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(os.environ.get("MARLIN_DOCS", Path(__file__).parents[3] / "docs")) / "operations.md"
pytestmark = pytest.mark.skipif(os.name == "nt" or not PAGE.exists(), reason="there is no bash, or no docs/operations.md")
SMALLER = [
    ("set.parquet", "set.npz"),
    ("--plies 8-34 --n 1000000", "--plies 8-30 --n 300"),
    ("{}/10", "{}/3"),
    ("seq 10", "seq 3"),
    ("-of-10", "-of-3"),
    ("parts=10", "parts=3"),
]
# This precedes the program in the path: the first run of the second part is killed as soon as it labels.
KILLER = """#!/bin/bash
case "$*" in
*"--shard 2/3"*)
    if mkdir killed 2>/dev/null; then
        {python} -c 'import os, signal, sys
from marlin_connect4 import __main__, _batch
_batch.analyze = lambda *given, **named: os.kill(os.getpid(), signal.SIGKILL)
__main__.main(sys.argv[3:])' "$@"
        exit 137
    fi
    ;;
esac
exec {python} "$@"
"""


def block(text: str) -> str:
    """Return the first block of the page that has a text, made smaller."""
    blocks: list[str] = re.findall(r"^```bash\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    found = next(block for block in blocks if text in block)
    for large, small in SMALLER:
        found = found.replace(large, small)
    return found


def bash(folder: Path, commands: str, task: int = 0) -> subprocess.CompletedProcess[str]:
    """Run commands in a folder, as a task of a job array."""
    python = folder / "bin" / "python"
    if not python.exists():
        python.parent.mkdir()
        python.write_text(KILLER.replace("{python}", sys.executable))
        python.chmod(0o755)
    path = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    task_of = {"PATH": path, "SLURM_ARRAY_TASK_ID": str(task), "SLURM_CPUS_PER_TASK": "1", "HOME": str(folder)}
    words = ["bash", "-euo", "pipefail", "-c", commands]
    return subprocess.run(words, cwd=folder, env=os.environ | task_of, capture_output=True, text=True, timeout=300)


def check(folder: Path) -> None:
    """Check that one part was killed, and that the files have the same bytes as the files of one run."""
    assert (folder / "killed").is_dir() and len(list(folder.glob("*.part"))) == 3
    merged = [(folder / name).read_bytes() for name in ("set.npz", "set.npz.datasheet.md")]
    whole = bash(folder, "python -m marlin_connect4 dataset set.npz --plies 8-30 --n 300 --force")
    assert whole.returncode == 0, whole.stderr
    assert merged == [(folder / name).read_bytes() for name in ("set.npz", "set.npz.datasheet.md")]


def test_a_data_set_is_made_in_parts_by_gnu_parallel_though_one_is_killed(tmp_path: Path) -> None:
    version = bash(tmp_path, "parallel --version")
    if "GNU parallel" not in version.stdout:
        pytest.skip("there is no GNU parallel")
    commands = block("parallel --retries 3 python")
    assert "--n 300" in commands and "{}/3 ::: $(seq 3)" in commands and "*-of-3.part" in commands
    done = bash(tmp_path, commands)
    assert done.returncode == 0, done.stderr
    check(tmp_path)


def test_a_data_set_is_made_by_the_tasks_of_a_job_array_though_one_is_killed(tmp_path: Path) -> None:
    script, merge = block("--job-name=marlin-labels"), "python -m marlin_connect4 merge set.npz set.npz.*-of-3.part"
    assert merge in block("parallel --retries 3 python")
    for task, expected in ((3, 0), (2, 137), (1, 0)):
        done = bash(tmp_path, script, task)
        assert done.returncode == expected, (task, done.stdout, done.stderr)
    refused = bash(tmp_path, merge)
    assert refused.returncode == 2 and "part 2 of 3 is missing" in refused.stderr
    # The command of the error makes the part.
    command = refused.stderr.split("missing: ")[1].split(" makes it")[0]
    for commands in (command, merge):
        done = bash(tmp_path, commands)
        assert done.returncode == 0, (commands, done.stderr)
    check(tmp_path)
