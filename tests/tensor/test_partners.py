"""Libraries that take our tensors and give theirs, where they are installed: TensorFlow, PyArrow, einops."""

import importlib.util
import subprocess
import sys

import numpy
import pytest
import torch
from support.project import HANG

import pytorch_c

# In a process of its own: TensorFlow starts threads and takes half a minute.
TENSORFLOW = """
import gc
import pytorch_c as t
import tensorflow as tf
from pytorch_c.utils.dlpack import to_dlpack

x = t.arange(6.0).reshape(2, 3)
theirs = tf.experimental.dlpack.from_dlpack(to_dlpack(x))
x[0, 0] = 5
assert theirs.numpy()[0, 0] == 5
back = t.from_dlpack(tf.experimental.dlpack.to_dlpack(theirs))
assert back.data_ptr() == x.data_ptr()
x.close()
del theirs
gc.collect()
assert back.tolist() == [[5, 1, 2], [3, 4, 5]]
assert t.from_dlpack(tf.constant([[1.0, 2.0]])).tolist() == [[1, 2]]
"""


def test_tensorflow_shares_memory_both_ways():
    if importlib.util.find_spec("tensorflow") is None:
        pytest.skip("TensorFlow is not installed")
    ran = subprocess.run([sys.executable, "-c", TENSORFLOW], capture_output=True, text=True, timeout=4 * HANG)
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_pyarrows_arrays_give_their_memory_by_dlpack():
    pyarrow = pytest.importorskip("pyarrow")
    array = pyarrow.array(numpy.arange(3.0))
    x = pytorch_c.from_dlpack(array)
    assert x.dtype is pytorch_c.float64 and x.data_ptr() == array.buffers()[1].address
    del array
    assert x.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    "code",
    [
        "e.rearrange(x, 'a b c -> b (c a)')",
        "e.rearrange([x, x], 's a b c -> (s b) c a')",
        "e.reduce(x, 'a (b1 b2) c -> a b2', 'mean', b1=3)",
        "e.reduce(x, 'a b c -> b', 'max')",
        "e.repeat(x, 'a b c -> a (b r) c', r=2)",
    ],
)
def test_einops_takes_tensors_by_the_array_api(code):
    pytest.importorskip("array_api_compat")
    ours, theirs = [], []
    for t, seen in ((pytorch_c, ours), (torch, theirs)):
        e = pytest.importorskip("einops.array_api" if t is pytorch_c else "einops")
        x = (t.arange(48.0).reshape(2, 6, 4) / 7).requires_grad_()
        found = eval(code, {"e": e, "x": x})
        assert type(found) is t.Tensor
        (found * t.arange(float(found.numel())).reshape(found.shape)).sum().backward()
        seen += [found.tolist(), x.grad.tolist()]
    assert ours == theirs
