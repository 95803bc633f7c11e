"""Labels a second by one process, two, and Dask with two workers: `python benches/labels.py [ROWS]` prints a table in Markdown.

Needs `pip install 'dask[dataframe,distributed]'`. Rows are positions of random games of 8 to 34 stones with the labels of all
columns, in partitions of 500. Each figure is the median of three runs, with an empty table and without the start of processes.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import dask
import dask.dataframe as dd
import marlin_connect4 as m4
import numpy as np
import pandas as pd
from dask.distributed import Client, LocalCluster

A_PARTITION = 500
RUNS = 3


def clear(*_: object) -> None:
    """Forget all scores of this process."""
    m4.default_solver().clear()
    time.sleep(0.2)


def row(name: str, rows: int, run: Callable[[], Iterable[pd.DataFrame]], clear_all: Callable[[], object], expected: np.ndarray) -> None:
    """Print a row: positions a second, and check the labels."""
    times = []
    for _ in range(RUNS):
        clear_all()
        started = time.perf_counter()
        found = list(run())
        times.append(time.perf_counter() - started)
        assert (np.concatenate([part["score"] for part in found]) == expected).all()
    print(f"| {name} | {rows / statistics.median(times):,.0f} | {rows / max(times):,.0f} to {rows / min(times):,.0f} |", flush=True)


def main() -> None:
    """Print the table."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    table = pd.DataFrame(m4.data.stones(m4.random_boards(rows, (8, 34), seed=1)))
    parts = [table[start : start + A_PARTITION] for start in range(0, rows, A_PARTITION)]
    expected = m4.data.label(table)["score"].to_numpy()
    label = partial(m4.data.label, threads=1)
    print(f"marlin-connect4 {m4.__version__}, Dask {dask.__version__}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}, {rows:,} rows\n")
    print("| | positions a second | of three runs |\n|---|--:|--:|")
    row("one process, one thread, one call", rows, lambda: [label(table)], clear, expected)
    row("one process, one thread, partitions", rows, lambda: map(label, parts), clear, expected)
    row("one process, two threads, one call", rows, lambda: [m4.data.label(table, threads=2)], clear, expected)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        row("two processes, partitions", rows, lambda: pool.map(label, parts), lambda: list(pool.map(clear, range(4))), expected)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        frame = dd.from_pandas(table, npartitions=len(parts), sort=False)
        labelled = frame.map_partitions(m4.data.label, threads=1, meta=m4.data.label(table.head(0)))
        row("Dask, two workers, partitions", rows, lambda: [labelled.compute()], lambda: client.run(clear), expected)


if __name__ == "__main__":
    main()
