"""BitBully for the bench `peers`, which starts it and asks it line by line.

A line of standard input has the moves of a game, columns from 1. The answer is the score and the nanoseconds of the search,
which begins with an empty transposition table and has no opening book.
"""

import sys
import time

from bitbully import BitBully, Board

solver = BitBully(opening_book=None)
for line in sys.stdin:
    board = Board([int(column) - 1 for column in line.strip()])
    solver.reset_transposition_table()
    started = time.perf_counter_ns()
    score = solver.null_window(board)
    elapsed = time.perf_counter_ns() - started
    print(score, elapsed, flush=True)
