"""Divides an archive of images into one archive for each label, LABEL.tar.gz.

A label is the name of the folder in which an image lies. tarball_merge then makes one archive of them in which the
labels take turns, as training wants them:

    python -m pytorch_c.tool.tarball_divide -out=/tmp/parts images.tgz
    python -m pytorch_c.tool.tarball_merge -out=shuffled.tgz /tmp/parts/*.tar.gz
"""

from __future__ import annotations

import argparse
import os
import sys

from ..vision._image_files import label_of, problem_of
from . import tgz

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["divide", "main"]


def divide(input: str | os.PathLike[str], output: str | os.PathLike[str] = ".") -> dict[str, str]:
    """{label: path of its archive} of the archives that are made in the folder `output`.

    Raises FileNotFoundError, OSError, and tgz.ArchiveError, which names the file, where the input is broken, has a file
    without a label or one that leads out of it, or would be written over. After an error no output is left.
    """
    writers: dict[str, tgz.Writer] = {}
    try:
        with tgz.open_file(input) as reader:
            for header in reader:
                if header.isfile():
                    problem = problem_of(header.name, header.size)
                    if problem:
                        raise tgz.ArchiveError(f"{reader.name}:{header.name}", problem)
                    label = label_of(header.name)
                    if label not in writers:
                        writers[label] = tgz.create_file(_output(output, label, input))
                    writers[label].write(header, reader.read())
    except BaseException:
        for writer in writers.values():
            writer.close()
            os.unlink(writer.name)
        raise
    for writer in writers.values():
        writer.close()
    return {label: writer.name for label, writer in writers.items()}


def _output(folder, label, input):
    path = os.path.join(folder, f"{label}.tar.gz")
    if os.path.exists(path) and os.path.samefile(path, input):
        raise tgz.ArchiveError(path, "it is the input, and would be written over")
    return path


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("tarball_divide", description=__doc__.partition("\n")[0])
    parser.add_argument("-out", "--out", default="./", metavar="DIR", help="the folder of the outputs")
    parser.add_argument("input", metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        made = divide(options.input, options.out)
    except (OSError, ValueError) as error:
        sys.exit(f"tarball_divide: {error}")
    print(*made.values(), sep="\n")


if __name__ == "__main__":
    main()
