"""python -m pytorch_c: lists the commands of the package."""

from __future__ import annotations

import sys

COMMANDS = {
    "run program.py": "a program with pytorch_c under torch's name",
    "trace program.py": "the operators that a program calls (docs/profiling.md)",
    "memory program.py": "the cyclic garbage of a program's loop, and whether it needs gc()",
    "distributed.run program.py": "a program in several processes, as torchrun (docs/distributed.md)",
    "doctor": "examines the installation, and says what to do about what is wrong",
    "config --cflags --libs": "what a compiler needs to use the C library",
    "coverage": "which operators of libtorch are here",
    "tool.tarball_divide, tool.tarball_merge, tool.labelbuilder": "archives of images",
}


def main() -> None:
    """Shows the commands; fails where the line says more than that."""
    wanted = sys.argv[1:]
    out = sys.stdout if wanted in ([], ["-h"], ["--help"]) else sys.stderr
    if out is sys.stderr:
        print(f"python -m pytorch_c: no such command: {' '.join(wanted)}", file=out)
    print("python -m pytorch_c.COMMAND, each with -h:\n", file=out)
    for command, what in COMMANDS.items():
        print(f"  {command:27} {what}" if len(command) < 28 else f"  {command}\n  {'':27} {what}", file=out)
    raise SystemExit(0 if out is sys.stdout else 2)


if __name__ == "__main__":
    main()
