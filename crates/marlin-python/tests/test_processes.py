"""Threads, forks and signals: real ones."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import Position, Solver

# The seconds after which a test gives up waiting. A machine may be busy, or stop for seconds.
PATIENCE = 60
# Minutes of search without a book.
HARD = "from marlin_connect4 import *\nimport numpy as np\nsolver = Solver(book=False, threads={threads}, hash_mib=8)\n"
CALLS = {
    "solve": "solver.solve(Position(board='8x7'))",
    "analyze a batch": "analyze(np.zeros((1, 7, 8), dtype=np.int8), solver=solver)",
    "a batch of many": "analyze(random_boards(5000, 8, seed=1), solver=solver)",
    "explain": "Position(board='8x7').explain(solver, time=None)",
    "review": "Game('44444', board='8x7').review(solver)",
    "opponent": "Opponent.perfect().moves(np.zeros((3, 7, 8), dtype=np.int8), np.random.default_rng(1), solver=solver)",
}


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_a_search_within_a_tenth_of_a_second(call: str, threads: int) -> None:
    # A tenth of a second, and the time to wake a process. A busy machine takes longer at any of the attempts.
    assert any(time_to_interrupt(call, threads) < 0.1 + 0.15 for _ in range(20))


def time_to_interrupt(call: str, threads: int) -> float:
    """Return the seconds from Ctrl-C to the end of a search."""
    # A process that runs in the background may have inherited that Ctrl-C is ignored.
    heed = "import signal, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    catch = f"{heed}try:\n    print('ready', flush=True)\n    {CALLS[call]}\nexcept KeyboardInterrupt:\n    print(time.time(), flush=True)\n"
    command = [sys.executable, "-c", HARD.format(threads=threads) + catch]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        caught = float(process.stdout.readline())
    return caught - sent


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no fork, or libraries that do not bear it")
def test_a_forked_process_searches_as_its_parent_does() -> None:
    boards = m4.random_boards(100, (12, 30), seed=6)
    expected = m4.solve(boards)
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        for found in pool.map(m4.solve, [boards[:50], boards[50:]]):
            assert len(found) == 50
        assert (np.concatenate(pool.map(m4.solve, np.split(boards, 4))) == expected).all()


# A search is forked while the engine prepares itself for a board, as in the first search of a program, and later.
FORKS = """
import copy, os, signal, threading, time
from marlin_connect4 import *
sizes = [f"{width}x{height}" for height in range(4, 10) for width in range(4, 64 // (height + 1) + 1)]
solver, current, is_over = Solver(book=False, threads=2, hash_mib=1), Position(), False
def search():
    global current
    for size in sizes:
        current = Position(board=size)
        solver.analyze(current, time=0.02)
        if is_over:
            break
thread = threading.Thread(target=search)
thread.start()
outcomes = set()
while thread.is_alive():
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        try:
            {call}
        except RuntimeError as error:
            os._exit(1 if "multiprocessing's 'spawn'" in str(error) else 2)
        os._exit(0)
    outcomes.add(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    is_over = is_over or not outcomes <= {0, 1}
child = os.fork()
if child == 0:
    {call}
    os._exit(3)
print(*sorted(outcomes), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
AFTER_FORK = [
    "solver.analyze(current, nodes=10_000)",
    "solve(Position('4433').to_array(), solver=solver)",
    "Solver().solve(Position('4433'))",
    "solver.clear()",
    "copy.deepcopy(solver)",
    "Opponent.perfect().move(Position('4433'), solver=solver)",
]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no fork, or libraries that do not bear it")
@pytest.mark.parametrize("call", AFTER_FORK)
def test_a_process_that_is_forked_during_a_search_gets_an_error_with_the_fix(call: str) -> None:
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKS.replace("{call}", call)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    # A fork between two searches, or after all of them, leaves nothing behind.
    outcomes = result.stdout.split()
    assert set(outcomes[:-1]) <= {"0", "1"} and "1" in outcomes and outcomes[-1] == "3", (outcomes, result.stderr)


def test_threads_share_a_solver() -> None:
    boards = m4.random_boards(160, (12, 40), seed=8)
    solver = Solver(hash_mib=1, book=False)
    expected = m4.analyze(boards)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda part: m4.analyze(part, solver=solver), np.split(boards, 16)))
        single = list(pool.map(lambda board: solver.solve(Position.from_array(board)), boards))
    assert (np.concatenate(found) == expected).all() and single == expected.max(axis=1).tolist()


def test_a_search_lets_other_threads_run() -> None:
    solver = Solver(book=False, threads=1, hash_mib=8)

    def rounds_beside_a_search(seconds: float) -> int:
        ended, count = threading.Event(), 0

        def search() -> None:
            solver.analyze(Position(), time=seconds)
            ended.set()

        thread = threading.Thread(target=search)
        thread.start()
        while not ended.is_set():
            count += 1
            time.sleep(0.001)
        thread.join()
        return count

    # A machine that stops for seconds has few rounds in a short search.
    assert any(rounds_beside_a_search(seconds) > 50 for seconds in (0.4, 4, 30))


def test_a_search_is_stopped_from_another_thread() -> None:
    solver = Solver(book=False, threads=1, hash_mib=8)
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    analysis = solver.analyze(Position())
    assert not analysis.is_proven and analysis.seconds < PATIENCE
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    with pytest.raises(RuntimeError, match="stopped before its proof"):
        solver.solve(Position(board="8x7"))
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    with pytest.raises(RuntimeError, match="stopped before its proof"):
        m4.analyze(m4.random_boards(500, 8, seed=1), solver=solver)
    assert solver.solve(Position("4433112")) == m4.default_solver().solve(Position("4433112"))


def test_a_progress_function_may_raise() -> None:
    def refuse(done: int, total: int) -> None:
        raise LookupError(f"{done} of {total}")

    solver = Solver(book=False, threads=1, hash_mib=8)
    with pytest.raises(LookupError, match="of 4"):
        m4.analyze(m4.random_boards(500, 8, seed=1), solver=solver, progress=refuse)


# Calls whose memory has a size of the caller, with what they need before the limit.
BATCH = "boards = np.zeros((200_000, 6, 7), np.int8)"
OVER = "boards = np.tile(Position('1122334').to_array(), (200_000, 1, 1))"
HUNGRY = {
    "analyze": (BATCH, "analyze(boards)"),
    "data.label": (OVER, "data.label(boards)"),
    "features": (OVER, "features(boards)"),
    "legal": (BATCH, "legal(boards)"),
    "texts": ("texts = ['4433'] * 200_000", "Batch(texts)"),
    "games of a file": ("texts = ['4433 18'] * 200_000", "read_games(texts)"),
    "marked boards": (BATCH, "solve(boards, errors='mark')"),
    "moves of a level": (OVER, "Opponent.level(2).moves(boards, np.random.default_rng(1))"),
    "moves at a depth": (BATCH, "Opponent.depth(0).moves(boards, np.random.default_rng(1))"),
    "perfect moves": (OVER, "Opponent.perfect().moves(boards, np.random.default_rng(1))"),
    "plies_to_end": (OVER + "; scores = solve(boards)", "plies_to_end(boards, scores)"),
    "policy": ("scores = np.zeros((1_000_000, 7), np.int8)", "policy(scores, 'softmax')"),
    "step": (BATCH + "; columns = np.zeros(200_000, int)", "step(boards, columns)"),
    "random_boards": ("", "random_boards(50_000, (0, 30), seed=1)"),
    "all_boards": ("", "all_boards(8)"),
    "the table of a solver": ("", "Solver(hash_mib=100)"),
    "the table of another board": ("solver = Solver(hash_mib=100)", "solver.solve(Position(board='4x4'))"),
}
# Each child may take some more megabytes than its parent: so a different step finds no memory each time.
LIMITED = """
import os, resource
from marlin_connect4 import *
import numpy as np
{before}
def outcome(megabytes):
    child = os.fork()
    if child == 0:
        with open("/proc/self/statm") as sizes:
            used = int(sizes.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20),) * 2)
        try:
            {call}
        except BaseException as error:
            # The stack of a thread is memory too.
            os._exit(1 if isinstance(error, MemoryError) or "refuses a thread" in str(error) else 2)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
default_solver().solve(Position())
print(*[outcome(megabytes) for megabytes in (6, 12, 18, 24, 32, 40, 60, 80, 400)])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit, or do not keep to it")
@pytest.mark.parametrize("name", HUNGRY)
def test_a_size_without_memory_is_an_error_of_python(name: str) -> None:
    before, call = HUNGRY[name]
    # Without these, freed memory that is kept would hide the limit, and the arenas of threads would take it.
    allocator = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_ARENA_MAX": "1", "OPENBLAS_NUM_THREADS": "1"}
    code = LIMITED.format(before=before, call=call)
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | allocator)
    outcomes = result.stdout.split()
    assert set(outcomes) == {"0", "1"} and outcomes[-1] == "0", (outcomes, result.stderr[-500:])
