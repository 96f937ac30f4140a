"""python -m pytorch_c.trace: runs a program and lists every operator that it calls."""

from __future__ import annotations

import argparse
import atexit
import os
import sys
import types

from ._tally import SORTS, trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


def write(asked: argparse.Namespace, found: trace, pid: int) -> None:
    """At the end of the program; not at that of a child that it forked."""
    if os.getpid() != pid:
        return
    found.stop()
    text = report(asked, found)
    if asked.output is None:
        sys.stdout.flush()
        sys.stderr.write(text)
        return
    try:
        with open(asked.output, "w") as file:
            file.write(text)
    except OSError as error:
        print(f"pytorch_c.trace: {error}", file=sys.stderr)


def main_module(**names: Any) -> dict[str, Any]:
    """The names of a new module __main__."""
    made = types.ModuleType("__main__")
    made.__dict__.update({"__builtins__": __builtins__, **names})
    sys.modules["__main__"] = made
    return made.__dict__


def run_file(path: str, arguments: list[str]) -> None:
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as error:
        print(f"{sys.executable}: can't open file {path!r}: [Errno {error.errno}] {error.strerror}", file=sys.stderr)
        raise SystemExit(2) from None
    sys.argv = [path, *arguments]
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    full = os.path.abspath(path)
    exec(compile(source, full, "exec"), main_module(__file__=full, __cached__=None))


def run_code(code: str, arguments: list[str]) -> None:
    sys.argv = ["-c", *arguments]
    sys.path[0] = ""
    exec(compile(code, "<string>", "exec"), main_module())


def run_module(name: str, arguments: list[str]) -> None:
    import runpy

    sys.argv = [name, *arguments]
    sys.path[0] = os.getcwd()
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def own(traceback: types.TracebackType | None) -> types.TracebackType | None:
    """The part of a traceback that is the program's: without this file, and runpy's."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename in (__file__, "<frozen runpy>"):
        traceback = traceback.tb_next
    return traceback


def run(asked: argparse.Namespace) -> None:
    if asked.module:
        run_module(asked.module[0], asked.module[1:])
    elif asked.code:
        run_code(asked.code[0], asked.code[1:])
    else:
        run_file(asked.program[0], asked.program[1:])


def main(arguments: list[str] | None = None) -> None:
    """Runs the program as Python would: its exit code, its tracebacks, its threads to their end."""
    parser = options()
    asked = parser.parse_args(arguments)
    if not (asked.module or asked.code or asked.program):
        parser.error("a program is needed")
    if asked.as_torch:
        from .._as_torch import install_as_torch

        install_as_torch()
    found = trace(shapes=asked.shapes, lines=asked.lines)
    atexit.register(write, asked, found, os.getpid())  # the first, so that it runs last
    found.start()
    try:
        run(asked)
    except SystemExit:
        raise
    except BaseException as error:
        shown = error.with_traceback(own(error.__traceback__))
        sys.excepthook(type(shown), shown, shown.__traceback__)
        raise SystemExit(130 if isinstance(error, KeyboardInterrupt) else 1) from None
