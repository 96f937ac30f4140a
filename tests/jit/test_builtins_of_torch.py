"""Functions of torch's namespaces that are operators in a script: the same ones as in torch, called by the same arguments."""

from __future__ import annotations

import functools
import importlib

import pytest
import torch as torch_itself
from support.oracle import agree
from torch.jit._builtins import _find_builtin

import pytorch_c
from pytorch_c.jit._builtins import find_builtin

PLACES = ("", "nn.functional", "linalg", "special", "fft", "_C._nn")
# A script takes them otherwise: as types, as functions of the compiler's own, or as jit.wait.
OTHERWISE = {"Generator", "Size", "device", "qscheme", "wait", "_no_grad_embedding_renorm_"}


def found_in(package, place):
    return functools.reduce(getattr, filter(None, place.split(".")), package)


@pytest.mark.parametrize("place", PLACES)
def test_the_same_functions_are_operators(place):
    theirs, ours, told = found_in(torch_itself, place), found_in(pytorch_c, place), {}
    for name in dir(theirs):
        function = getattr(theirs, name)
        found = _find_builtin(function) if callable(function) else None
        if found and torch_itself._C._jit_get_schemas_for_operator(found) and not name.startswith("has_torch_function"):
            told[name] = found
    assert len(told) > 20
    differ = {name: found for name, found in told.items() if find_builtin(getattr(ours, name, None)) != found}
    assert differ.keys() - OTHERWISE == set()


# ---- sparse ones, which are Python here ----

PROGRAM = """
import {package} as torch

def make(outer: torch.Tensor, inner: torch.Tensor, values: torch.Tensor):
    return torch.{call}.to_dense()
"""
CALLS = {
    "csr": "sparse_csr_tensor(outer, inner, values, size=(2, 2), dtype=values.dtype, device=values.device)",
    "csc": "sparse_csc_tensor(outer, inner, values, (2, 2), dtype=values.dtype)",
    "bsr": "sparse_bsr_tensor(outer, inner, values.view(2, 1, 1), size=(2, 2), dtype=values.dtype)",
    "bsc": "sparse_bsc_tensor(outer, inner, values.view(2, 1, 1), size=(2, 2), dtype=values.dtype)",
    "any": "sparse_compressed_tensor(outer, inner, values, (2, 2), dtype=values.dtype, layout=torch.sparse_csr)",
}


@pytest.mark.parametrize("kind", CALLS)
def test_compressed_sparse_tensors(tmp_path, monkeypatch, kind):
    monkeypatch.syspath_prepend(tmp_path)

    def case(t):
        name = f"compressed_{kind}_by_{t.__name__}"
        (tmp_path / f"{name}.py").write_text(PROGRAM.format(package=t.__name__, call=CALLS[kind]))
        make = t.jit.script(importlib.import_module(name).make)
        return make(t.tensor([0, 1, 2]), t.tensor([0, 1]), t.tensor([1.0, 2.0]))

    assert agree(case).tolist() == [[1, 0], [0, 2]]
