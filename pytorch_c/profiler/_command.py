"""python -m pytorch_c.trace: runs a program and lists every operator that it calls."""

from __future__ import annotations

import argparse
import atexit
import os
import sys

from .._program import Program
from ._tally import SORTS, trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

USAGE = """python -m pytorch_c.trace [options] program.py [arguments]
       python -m pytorch_c.trace [options] -m module [arguments]
       python -m pytorch_c.trace [options] -c code [arguments]"""


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pytorch_c.trace",
        usage=USAGE,
        description="Runs a Python program and lists every operator of libtorch's that it calls, from C++ too: how often, how "
        "long, inside of which. The list goes to stderr when the program has ended.",
    )
    parser.add_argument("--tree", action="store_true", help="what called what, instead of a flat list")
    parser.add_argument("--shapes", action="store_true", help="calls with other shapes apart")
    parser.add_argument("--lines", action="store_true", help="calls of other lines of Python's apart")
    parser.add_argument("--sort", choices=list(SORTS), default="self", help="the order of the flat list (self)")
    parser.add_argument("--limit", type=int, metavar="N", help="N lines of the flat list; N levels of the tree")
    parser.add_argument("--format", choices=["text", "json", "chrome"], default="text", help="of the list (text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where it is written (stderr)")
    parser.add_argument("--as-torch", action="store_true", help="`import torch` gives the program this package")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("-m", dest="module", nargs=argparse.REMAINDER, metavar="module", help="the program is a module")
    what.add_argument("-c", dest="code", nargs=argparse.REMAINDER, metavar="code", help="the program is a text")
    parser.add_argument("program", nargs=argparse.REMAINDER, metavar="program.py [arguments]")
    return parser


def report(asked: argparse.Namespace, found: trace) -> str:
    """The list as asked for."""
    if asked.format == "json":
        return found.json() + "\n"
    if asked.format == "chrome":
        return found.chrome_trace() + "\n"
    return found.tree(asked.limit) if asked.tree else found.table(asked.sort, asked.limit)


def write(asked: argparse.Namespace, found: trace, file: TextIO, pid: int) -> None:
    """At the end of the program; not at that of a child that it forked. What cannot be written ends the process with 1."""
    if os.getpid() != pid:
        return
    found.stop()
    text = report(asked, found)
    sys.stdout.flush()
    try:
        file.write(text)
        file.flush()
    except OSError as error:
        print(f"pytorch_c.trace: {asked.output or 'stderr'}: {error}", file=sys.stderr, flush=True)
        os._exit(1)


def main(arguments: list[str] | None = None) -> None:
    """Runs the program as Python would: its exit code, its tracebacks, its threads to their end."""
    parser = options()
    asked = parser.parse_args(arguments)
    kind, words = "-m" if asked.module else "-c" if asked.code else "", asked.module or asked.code or asked.program
    if not words:
        parser.error("a program is needed")
    if asked.as_torch:
        from .._as_torch import install_as_torch

        install_as_torch()
    program = Program(kind, words).load()
    try:
        file = sys.stderr if asked.output is None else open(asked.output, "w")
    except OSError as error:
        parser.error(f"argument -o/--output: {error}")
    found = trace(shapes=asked.shapes, lines=asked.lines)
    atexit.register(write, asked, found, file, os.getpid())  # the first, so that it runs last
    found.start()
    program.run()
