"""The command line: `python -m marlin_connect4 dataset` writes labelled positions, and `merge` joins parts of them."""

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
  the same in two parts, on any machines, and the file of both:
    python -m marlin_connect4 dataset random.parquet --plies 8-41 --n 1000000 --seed 1 --shard 1/2
    python -m marlin_connect4 dataset random.parquet --plies 8-41 --n 1000000 --seed 1 --shard 2/2
    python -m marlin_connect4 merge random.parquet random.parquet.*-of-2.part
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    description = "Exact Connect Four for machine learning."
    parser = argparse.ArgumentParser(prog="python -m marlin_connect4", description=description)
    parser.add_argument("--version", action="version", version=f"marlin-connect4 {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    formatter = argparse.RawDescriptionHelpFormatter
    for name, about, add in (
        ("dataset", "write positions with exact labels", _add_dataset),
        ("merge", "write the data set that parts make up", _add_merge),
    ):
        text = f"{about.capitalize()}."
        add(commands.add_parser(name, help=about, description=text, epilog=EXAMPLES, formatter_class=formatter))
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
    stones = "stones on the board, or the minimum and the maximum number"
    add("--plies", type=_span, required=True, metavar="N[-M]", help=stones)
    add("--n", type=int, metavar="N", help="different random positions; without it, all positions")
    add("--seed", type=int, default=0, metavar="N", help="seed of the positions and of the splits (default: 0)")
    shares = "shares of train, validation and test (default: 0.8 0.1 0.1)"
    add("--split", type=float, nargs=3, default=(0.8, 0.1, 0.1), metavar="SHARE", help=shares)
    add("--format", choices=data.FORMATS, help="format of the file (default: by its suffix)")
    add("--features", action="store_true", help="add concept labels: threats, forced moves, claimeven, proofs")
    add("--board", default="7x6", metavar="WxH", help="size of the board (default: 7x6)")
    add("--boards", action="store_true", help="add the cells of the boards")
    add("--no-mirrors", action="store_true", help="keep one of two mirror images")
    add("--shard", type=_shard, metavar="I/N", help="write part I of N, FILE.I-of-N.part; 'merge' makes the file of all parts")
    add("--threads", type=int, metavar="N", help="threads (default: all cores)")
    seconds = "time for each position, 'inf' for no limit (default: 5 on boards that are not solved in seconds)"
    add("--time", type=float, metavar="SECONDS", help=seconds)
    add("--hash", type=int, default=64, metavar="MIB", help="size of the table (default: 64)")
    add("--force", action="store_true", help="replace a file that exists")
    parser.set_defaults(run=_dataset)


def _span(text: str) -> tuple[int, int]:
    least, _, most = text.partition("-")
    if not least.isdecimal() or (most and not most.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of stones: 8 or 0-8 is expected")
    return int(least), int(most or least)


def _shard(text: str) -> tuple[int, int]:
    index, _, count = text.partition("/")
    if not index.isdecimal() or not count.isdecimal() or not 1 <= int(index) <= int(count):
        raise argparse.ArgumentTypeError(f"{text!r} is no part: 1/3, 2/3 or 3/3 is expected for one of three")
    return int(index), int(count)


def _dataset(given: argparse.Namespace) -> int:
    written = data.write(
        given.file,
        plies=given.plies,
        n=given.n,
        seed=given.seed,
        split=tuple(given.split),
        features=given.features,
        board=given.board,
        mirrors=not given.no_mirrors,
        boards=given.boards,
        shard=given.shard,
        format=given.format,
        force=given.force,
        solver=Solver(hash_mib=given.hash, threads=given.threads),
        progress=_show if sys.stderr.isatty() else False,
        time=given.time,
    )
    print(written if given.shard else f"{given.file} and {written}")
    return 0


def _add_merge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the file to write, as named for the parts")
    parser.add_argument("parts", type=Path, nargs="+", metavar="PART", help="the files of all parts, in any order")
    parser.add_argument("--format", choices=data.FORMATS, help="format of the file (default: by its suffix)")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")
    parser.set_defaults(run=_merge)


def _merge(given: argparse.Namespace) -> int:
    sheet = data.merge(given.file, given.parts, format=given.format, force=given.force)
    print(f"{given.file} and {sheet}")
    return 0


def _show(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\r{done:,} of {total:,} positions solved", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
