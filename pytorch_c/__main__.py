"""python -m pytorch_c COMMAND, and pytorch-c COMMAND: the commands of the package."""

from __future__ import annotations

import runpy
import sys

COMMANDS = {
    "run program.py": "a program with pytorch_c under torch's name",
    "trace program.py": "the operators that a program calls (docs/profiling.md)",
    "memory program.py": "the cyclic garbage of a program's loop, and whether it needs gc()",
    "distributed.run program.py": "a program in several processes, as torchrun (docs/distributed.md)",
    "doctor": "examines the installation, and says what to do about what is wrong",
    "config --cflags --libs": "what a compiler needs to use the C library",
    "coverage": "which operators of libtorch are here",
    "tool.tarball_divide": "an archive of images in parts",
    "tool.tarball_merge": "several archives in one",
    "tool.labelbuilder": "the labels of an archive's images",
}


def main() -> None:
    """Runs the command that the line names; without one shows them all, and fails where there is no such command."""
    wanted = sys.argv[1:]
    names = [command.partition(" ")[0] for command in COMMANDS]
    if wanted and wanted[0] in names:
        del sys.argv[0]  # the command's own name takes the place
        runpy.run_module(f"pytorch_c.{wanted[0]}", run_name="__main__", alter_sys=True)
        return
    out = sys.stdout if wanted in ([], ["-h"], ["--help"]) else sys.stderr
    if out is sys.stderr:
        print(f"python -m pytorch_c: no such command: {wanted[0]}", file=out)
    print("python -m pytorch_c COMMAND, each with -h; python -m pytorch_c.COMMAND is the same:\n", file=out)
    for command, what in COMMANDS.items():
        print(f"  {command:27} {what}", file=out)
    raise SystemExit(0 if out is sys.stdout else 2)


if __name__ == "__main__":
    main()
