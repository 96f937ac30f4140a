"""Merges archives into one in which their files take turns: one of each, then the next of each.

python -m pytorch_c.tool.tarball_merge -out=merged.tar.gz 0.tar.gz 1.tar.gz
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack

from . import tgz

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "merge", "merge_files"]


def merge(readers: Sequence[tgz.Reader], writer: tgz.Writer) -> None:
    """Writes the regular files of the readers in turns, until all have ended."""
    rest = [*readers]
    while rest:
        ended = []
        for reader in rest:
            header = reader.next()
            while header is not None and not header.isfile():
                header = reader.next()
            if header is None:
                ended.append(reader)
            else:
                writer.write(header, reader.read())
        rest = [reader for reader in rest if reader not in ended]


def merge_files(paths: Sequence[str | os.PathLike[str]], out: str | os.PathLike[str]) -> None:
    """Merges the archives of these paths into a new one.

    Raises ValueError without an input or where the output is one, FileNotFoundError, OSError, and tgz.ArchiveError,
    which names the file, for a broken one. After an error no output is left.
    """
    if not paths:
        raise ValueError("No input file specified")
    if any(os.path.exists(out) and os.path.samefile(path, out) for path in paths):
        raise ValueError(f"{os.fspath(out)} is an input, and would be written over")
    with ExitStack() as stack:
        readers = [stack.enter_context(tgz.open_file(path)) for path in paths]
        writer = stack.enter_context(tgz.create_file(out))
        try:
            merge(readers, writer)
        except BaseException:
            os.unlink(out)
            raise


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("tarball_merge", description=__doc__.partition("\n")[0])
    parser.add_argument("-out", "--out", default="./merged.tar.gz", metavar="FILE", help="the archive to make")
    parser.add_argument("inputs", nargs="*", metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        merge_files(options.inputs, options.out)
    except (OSError, ValueError) as error:
        sys.exit(f"tarball_merge: {error}")


if __name__ == "__main__":
    main()
