"""python -m pytorch_c.memory: runs a program, and says whether its loop makes cyclic garbage that gc() would free.

python -m pytorch_c.memory program.py arguments…

A step ends with each backward(). A program that says `import torch` is run with pytorch_c under that name.
"""

from __future__ import annotations

import sys


def main(argv: list[str] | None = None) -> None:
    """Runs the program as pytorch_c.run does, within a watch(); the answer goes to standard error."""
    from .. import run
    from . import watch

    given = list(sys.argv[1:] if argv is None else argv)
    if not given or given[0] in ("-h", "--help"):
        print(__doc__.strip())
        raise SystemExit(0 if given else 2)
    seen = watch()
    try:
        with seen:
            run.main(given)
    finally:
        print(f"pytorch_c.memory: {seen}", file=sys.stderr)


if __name__ == "__main__":
    main()
