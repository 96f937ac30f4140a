"""python -m pytorch_c.memory: runs a program, and says whether its loop makes cyclic garbage that gc() would free.

python -m pytorch_c.memory program.py arguments…
python -m pytorch_c.memory -m module arguments…
python -m pytorch_c.memory -c 'text'

A step ends with each backward pass. A program that says `import torch` is run with pytorch_c under that name.
"""

from __future__ import annotations

import os
import sys


def main(argv: list[str] | None = None) -> None:
    """Runs the program as pytorch_c.run does, within a watch(); the answer goes to standard error."""
    from .._as_torch import install_as_torch
    from .._program import Program
    from . import watch

    program = Program.of_command("python -m pytorch_c.memory", __doc__.strip(), argv)
    install_as_torch()
    program.load()
    seen, started_by = watch(), os.getpid()
    try:
        with seen:
            program.run()
    finally:
        forked = "" if os.getpid() == started_by else f" (forked process {os.getpid()})"
        print(f"pytorch_c.memory{forked}: {seen}", file=sys.stderr)


if __name__ == "__main__":
    main()
