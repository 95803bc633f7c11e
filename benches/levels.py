"""Prints a table of the levels: each against the one below, each against perfect play, and its share of perfect moves.

    python3 benches/levels.py [--program marlin-cli] [--games 200]

The program needs its feature `match`.
"""

import argparse
import json
import subprocess

# Enough plies for a hundred different openings, too few to decide the game.
OPENING_PLIES = 4
POSITIONS = 1000

parser = argparse.ArgumentParser()
parser.add_argument("--program", default="target/release/marlin-cli")
parser.add_argument("--games", type=int, default=200)
options = parser.parse_args()


def report(*arguments):
    return json.loads(subprocess.run([options.program, *arguments, "--json"], check=True, stdout=subprocess.PIPE).stdout)


def games(level, other):
    """Returns the results of a level against another, and its points in percent: a draw is half a point."""
    counts = ["--games", str(options.games), "--opening-plies", str(OPENING_PLIES)]
    results = report("match", f"level:{level}", f"level:{other}", *counts)["a"]["all"]
    wins, draws, losses, played = (results[name] for name in ("wins", "draws", "losses", "games"))
    return f"{wins} / {draws} / {losses} | {(100 * wins + 50 * draws) / played:.0f} %"


print("| level | against the one below | points | against perfect play | points | good moves | perfect moves | a move |")
print("|---:|---:|---:|---:|---:|---:|---:|---:|")
for level in range(1, 11):
    below = games(level, level - 1) if level > 1 else " | "
    moves = report("score-agent", f"level:{level}", "--count", str(POSITIONS))["all"]
    good, perfect = (100 * moves[name] / POSITIONS for name in ("good", "perfect"))
    print(f"| {level} | {below} | {games(level, 10)} | {good:.1f} % | {perfect:.1f} % | {moves['mean_ms']:.2f} ms |")
