"""A row for each module of the installed torch: derived from the files of both packages and from reasons.toml."""

from __future__ import annotations

import fnmatch
import functools
import importlib.machinery
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tomllib

HERE = Path(__file__).resolve().parent
OURS = HERE.parent.parent / "pytorch_c"


class Row(NamedTuple):
    """A module, by its name without "torch."; `whose` is "ours", "borrowed" or "absent"."""

    name: str
    whose: str
    reason: str


def torch_folder() -> Path:
    """Folder in which torch is installed; torch is not imported."""
    spec = importlib.machinery.PathFinder.find_spec("torch")
    return Path(spec.submodule_search_locations[0])


def names(folder: Path, prefix: str = "") -> Iterator[str]:
    """The names of the modules in a folder of torch's, those of a package behind it; without commands (`__main__`)."""
    for one in pkgutil.iter_modules([str(folder)]):
        if one.name == "__main__":
            continue
        yield prefix + one.name
        if one.ispkg:
            yield from names(folder / one.name, f"{prefix}{one.name}.")


@functools.cache
def reasons() -> dict[str, dict[str, str]]:
    """{"ours", "absent" or "names": {pattern: reason}}."""
    return tomllib.loads((HERE / "reasons.toml").read_text())


def has_file(name: str) -> bool:
    """Returns whether this package has a file of the name."""
    base = OURS.joinpath(*name.split("."))
    return (base / "__init__.py").is_file() or base.with_suffix(".py").is_file()


def reason(kind: str, name: str) -> str:
    """The reason of the first pattern that a name fits, or ""."""
    rows = reasons()[kind].items()
    return next((why for pattern, why in rows if fnmatch.fnmatchcase(name, pattern)), "")


def row(name: str) -> Row:
    """The row of one module."""
    why = reason("absent", name)
    if why:
        return Row(name, "absent", why)
    return Row(name, "ours", reason("ours", name)) if has_file(name) else Row(name, "borrowed", "")


@functools.cache
def every() -> tuple[Row, ...]:
    """All rows, in the order of the files."""
    return tuple(row(name) for name in names(torch_folder()))
