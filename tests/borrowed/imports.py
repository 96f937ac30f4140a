"""Imports modules of this package in forked processes, and says of each that fails why."""

from __future__ import annotations

import importlib
import io
import json
import os
import sys
import warnings
from collections.abc import Iterable

BATCH = 400  # modules that one process imports in turn


def _try(name):
    """Returns what importing a module raises, or None; that it imports torch itself, which runs beside this package, too."""
    before = "torch" in sys.modules
    try:
        importlib.import_module(name)
        if "torch" in sys.modules and not before:
            return "it imports torch itself"
    except BaseException as error:  # a script may end the process
        return f"{type(error).__name__}: {error}"
    return None


def _child(names, write):
    warnings.simplefilter("ignore")
    sys.dont_write_bytecode = False  # of torch's files, by the loader: the next run is faster
    sys.argv[1:] = []
    sys.stdout = sys.stderr = io.StringIO()
    failed = {name: why for name in names if (why := _try(name))}
    os.write(write, json.dumps(failed).encode())


def failures(names: Iterable[str]) -> dict[str, str]:
    """{module: what its import raises} of those that cannot be imported, by their names under this package."""
    given, failed = list(names), {}
    for start in range(0, len(given), BATCH):
        read, write = os.pipe()
        pid = os.fork()
        if not pid:
            try:
                _child(given[start : start + BATCH], write)
            finally:
                os._exit(0)
        os.close(write)
        with open(read, "rb") as said:
            answer = said.read()
        os.waitpid(pid, 0)
        failed |= json.loads(answer) if answer else {given[start]: "the process that imports it and what follows ended"}
    return failed


if __name__ == "__main__":
    import pytorch_c  # noqa: F401

    print(json.dumps(failures(json.load(sys.stdin))))
