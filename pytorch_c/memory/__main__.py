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
    from .. import run
    from . import watch

    given = list(sys.argv[1:] if argv is None else argv)
    if not given or given[0] in ("-h", "--help"):
        print(__doc__.strip())
        raise SystemExit(0 if given else 2)
    seen, started_by = watch(), os.getpid()
    try:
        with seen:
            run.main(given)
    finally:
        forked = "" if os.getpid() == started_by else f" (forked process {os.getpid()})"
        print(f"pytorch_c.memory{forked}: {seen}", file=sys.stderr)


if __name__ == "__main__":
    main()
