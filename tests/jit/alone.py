"""Checks that torch in the same process would hide: run by test_trace.py in a process of its own."""

import sys
import warnings

import pytorch_c
from pytorch_c import jit

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    traced = jit.trace(lambda x: [x, x + 1], pytorch_c.ones(1), check_trace=False)
assert [one.category for one in caught] == [jit.TracerWarning], caught
assert caught[0].filename == __file__
assert traced(pytorch_c.ones(1))[1].tolist() == [2.0]
try:
    jit.CompilationUnit("def f(x):\n  raise ValueError('no')\n").f(pytorch_c.ones(1))
except jit.Error as error:
    assert "ValueError: no" in str(error) and "<--- HERE" in str(error)
assert "torch" not in sys.modules
