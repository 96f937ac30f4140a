"""python -m pytorch_c.run: runs a program with pytorch_c under torch's name.

python -m pytorch_c.run program.py arguments…
python -m pytorch_c.run -m module arguments…
python -m pytorch_c.run -c 'import torch; print(torch.__version__)'
"""

from __future__ import annotations

from ._as_torch import install_as_torch
from ._program import Program

__all__ = ["main"]


def main(argv: list[str] | None = None) -> None:
    """Runs a script, a module (-m) or a string (-c), as `python` does."""
    program = Program.of_command("python -m pytorch_c.run", __doc__.strip(), argv)
    install_as_torch()
    program.load().run()


if __name__ == "__main__":
    main()
