"""Every public name of torch is here, or in tests/differences/left_out.toml with its reason."""

import fnmatch
import types
from operator import attrgetter

import pytest
import torch

import pytorch_c
import pytorch_c.functional
from tests.differences.rows import left_out

LEFT_OUT = [name for row in left_out() for name in row.get("names", ())]
INNER = ("torch._C", "torch.jit", "torch.classes")


def is_inner(found):
    """Returns whether it is a class of torch's C++ inside, of which the table speaks as a whole."""
    return isinstance(found, type) and (
        type(found).__name__ == "pybind11_type" or str(found.__module__).startswith(INNER)
    )


def place(library, where):
    """torch, Tensor or torch.sparse in one of the two libraries."""
    return library if where == "torch" else attrgetter(where.removeprefix("torch."))(library)


def missing(theirs, ours, prefix):
    names = []
    for name in theirs.__all__ if theirs in (torch.functional, torch.sparse) else dir(theirs):
        if name.startswith("_") or hasattr(ours, name) or isinstance(getattr(theirs, name, None), types.ModuleType):
            continue
        found = getattr(theirs, name, None)
        if not callable(found) or is_inner(found) or found is torch.Tensor:
            continue
        if not any(fnmatch.fnmatchcase(f"{prefix}.{name}", pattern) for pattern in LEFT_OUT):
            names.append(name)
    return names


@pytest.mark.parametrize("space", ("", "linalg", "fft", "special", "functional", "sparse", "signal.windows"))
def test_every_public_function_is_here_or_has_a_reason(space):
    theirs, ours = (attrgetter(space)(t) if space else t for t in (torch, pytorch_c))
    assert missing(theirs, ours, "torch.sparse" if space == "sparse" else "torch") == []


def test_every_public_method_is_here_or_has_a_reason():
    assert missing(torch.Tensor, pytorch_c.Tensor, "Tensor") == []


def test_what_is_left_out_is_left_out():
    """A row of the table that is here by now is an old row."""
    for pattern in LEFT_OUT:
        if "*" not in pattern:
            where, _, name = pattern.rpartition(".")
            assert not hasattr(place(pytorch_c, where), name), pattern


def test_every_pattern_names_something():
    for pattern in LEFT_OUT:
        where, _, name = pattern.rpartition(".")
        assert fnmatch.filter(dir(place(torch, where)), name), pattern


def test_dir_lists_what_there_is():
    for name in dir(pytorch_c):
        if not name.startswith("__") and name not in pytorch_c._MODULES:
            getattr(pytorch_c, name)
