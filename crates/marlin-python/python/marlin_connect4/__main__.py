"""The command line: `python -m marlin_connect4 dataset` writes labelled positions."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import __version__, data
from ._core import Solver

EXAMPLES = """\
examples:
  all positions of up to 8 stones, with concept labels:
    python -m marlin_connect4 dataset early.npz --plies 0-8 --features
  a million random positions of 8 to 41 stones:
    python -m marlin_connect4 dataset random.parquet --plies 8-41 --n 1000000 --seed 1
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    description = "Exact Connect Four for machine learning."
    parser = argparse.ArgumentParser(prog="python -m marlin_connect4", description=description)
    parser.add_argument("--version", action="version", version=f"marlin-connect4 {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    about = "write positions with exact labels"
    formatter = argparse.RawDescriptionHelpFormatter
    _add_dataset(
        commands.add_parser(
            "dataset", help=about, description=f"{about.capitalize()}.", epilog=EXAMPLES, formatter_class=formatter
        )
    )
    given = parser.parse_args(arguments)
    try:
        return int(given.run(given))
    except (ValueError, ImportError, OSError, MemoryError, OverflowError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _add_dataset(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", type=Path, help="the file to write: .parquet, .npz or .csv; a datasheet is written beside it")
    stones = "stones on the board, or the least and the greatest number"
    add("--plies", type=_span, required=True, metavar="N[-M]", help=stones)
    add("--n", type=int, metavar="N", help="different random positions; without it, all positions")
    add("--seed", type=int, default=0, metavar="N", help="seed of the positions and of the splits (default: 0)")
    shares = "shares of train, validation and test (default: 0.8 0.1 0.1)"
    add("--split", type=float, nargs=3, default=(0.8, 0.1, 0.1), metavar="SHARE", help=shares)
    add("--format", choices=data.FORMATS, help="format of the file (default: by its suffix)")
    add("--features", action="store_true", help="add concept labels: threats, forced moves, claimeven, proofs")
    add("--board", default="7x6", metavar="WxH", help="size of the board (default: 7x6)")
    add("--no-mirrors", action="store_true", help="keep one of two mirror images")
    add("--threads", type=int, metavar="N", help="threads (default: all cores)")
    add("--hash", type=int, default=64, metavar="MIB", help="size of the table (default: 64)")
    add("--force", action="store_true", help="replace a file that exists")
    parser.set_defaults(run=_dataset)


def _span(text: str) -> tuple[int, int]:
    least, _, most = text.partition("-")
    if not least.isdecimal() or (most and not most.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of stones: 8 or 0-8 is expected")
    return int(least), int(most or least)


def _dataset(given: argparse.Namespace) -> int:
    sheet = data.write(
        given.file,
        plies=given.plies,
        n=given.n,
        seed=given.seed,
        split=tuple(given.split),
        features=given.features,
        board=given.board,
        mirrors=not given.no_mirrors,
        format=given.format,
        force=given.force,
        solver=Solver(hash_mib=given.hash, threads=given.threads),
        progress=_show if sys.stderr.isatty() else False,
    )
    print(f"{given.file} and {sheet}")
    return 0


def _show(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\r{done:,} of {total:,} positions solved", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
