"""python -m pytorch_c.run: runs a program with pytorch_c under torch's name.

python -m pytorch_c.run program.py arguments…
python -m pytorch_c.run -m module arguments…
python -m pytorch_c.run -c 'import torch; print(torch.__version__)'
"""

from __future__ import annotations

import os
import runpy
import sys

from ._as_torch import install_as_torch

__all__ = ["main"]


def main(argv: list[str] | None = None) -> None:
    """Runs what the arguments name, as Python itself would."""
    given = list(sys.argv[1:] if argv is None else argv)
    if not given or given[0] in ("-h", "--help"):
        print(__doc__.strip())
        raise SystemExit(0 if given else 2)
    if given[0] in ("-m", "-c") and len(given) < 2:
        raise SystemExit(f"pytorch_c.run: {given[0]} needs an argument")
    install_as_torch()
    if given[0] == "-m":
        sys.argv = given[1:]
        runpy.run_module(given[1], run_name="__main__", alter_sys=True)
    elif given[0] == "-c":
        sys.argv = ["-c", *given[2:]]
        sys.path.insert(0, "")
        _run_text(given[1])
    else:
        sys.argv = given
        sys.path[0] = os.path.dirname(os.path.abspath(given[0]))
        runpy.run_path(given[0], run_name="__main__")


def _run_text(text):
    import types

    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    exec(compile(text, "<string>", "exec"), vars(module))


if __name__ == "__main__":
    main()
