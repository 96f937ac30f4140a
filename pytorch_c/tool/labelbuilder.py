"""Writes the labels of an archive of images and their numbers to a file, as JSON: {"cat": 0, "dog": 1}.

python -m pytorch_c.tool.labelbuilder -data=images.tgz -label=labels.json
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from ..vision.imageloader import build_label_vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["load_label", "main", "save_label"]


def save_label(label: Mapping[str, int], path: str | os.PathLike[str]) -> None:
    """Writes {label: number} to a file."""
    text = json.dumps(dict(label), ensure_ascii=False, indent=1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "\n")


def load_label(path: str | os.PathLike[str]) -> dict[str, int]:
    """Returns what save_label wrote. Raises FileNotFoundError, and ValueError, which names the file, for anything else."""
    with open(path, encoding="utf-8") as file:
        try:
            found = json.load(file)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{os.fspath(path)}: no file of labels: {error}") from None
    if not isinstance(found, dict) or not all(type(number) is int for number in found.values()):
        raise ValueError(f"{os.fspath(path)}: no file of labels: it must be one object of names and numbers")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("labelbuilder", description=__doc__.partition(":")[0])
    parser.add_argument("-data", "--data", required=True, metavar="FILE", help="the archive or folder of images")
    parser.add_argument("-label", "--label", required=True, metavar="FILE", help="the file to write")
    options = parser.parse_args(arguments)
    try:
        save_label(build_label_vocabulary(options.data), options.label)
    except (OSError, ValueError) as error:
        sys.exit(f"labelbuilder: {error}")


if __name__ == "__main__":
    main()
