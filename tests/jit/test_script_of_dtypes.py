"""Annotations by the old constructors of one dtype in scripts, with torch as the oracle."""

import importlib.util
import warnings

import pytest
from support.oracle import agree

NAMES = "LongTensor DoubleTensor FloatTensor IntTensor ShortTensor HalfTensor CharTensor ByteTensor BoolTensor".split()
PROGRAM = """
from typing import Optional, Tuple
import {library} as t

def f(x: t.Tensor, y: Optional[Tuple[t.Tensor, t.{name}]] = None) -> t.{name}:
    return x + 1
"""


@pytest.mark.parametrize("name", NAMES)
def test_they_stand_for_any_tensor(name, tmp_path):
    def scripted(t):
        path = tmp_path / f"of_{t.__name__}.py"
        path.write_text(PROGRAM.format(library=t.__name__, name=name))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            made = t.jit.script(module.f)
        return str(made.schema), made(t.ones(2)), any("dtype-specific" in str(one.message) for one in caught)

    agree(scripted)
