"""Data from objects that lie about their memory, and from memory that may not be written; torch is the oracle."""

import subprocess
import sys

import numpy as np
import pytest
import torch

import pytorch_c

INTERFACE = {"data": (64, False), "shape": (1000,), "typestr": "<f8", "version": 3}


class Bogus:
    __array_interface__ = INTERFACE


class BogusArray(Bogus):
    __class__ = property(lambda self: np.ndarray)


class Lying(np.ndarray):
    shape = property(lambda self: (10**7,))
    strides = property(lambda self: (8,))


@pytest.mark.parametrize("kind", [Bogus, BogusArray])
@pytest.mark.parametrize("name", ["tensor", "as_tensor", "asarray", "from_numpy"])
def test_an_address_is_believed_of_numpys_arrays_alone(name, kind):
    with pytest.raises((RuntimeError, TypeError)):
        getattr(torch, name)(Bogus())
    with pytest.raises(TypeError):
        getattr(pytorch_c, name)(kind())


def test_such_an_object_is_no_index_and_equals_nothing():
    x = pytorch_c.ones(3)
    with pytest.raises(IndexError, match="Bogus"):
        x[Bogus()]
    assert (x == Bogus()) is False


def test_a_subclass_of_an_array_is_what_its_memory_is():
    assert pytorch_c.from_numpy(np.arange(3.0).view(Lying)).tolist() == [0.0, 1.0, 2.0]


def test_numbers_and_arrays_of_numpy_are_taken_as_before():
    for made in (np.float32(2.5), np.array(2.5, dtype=np.float32), np.arange(3), [np.int64(1), 2], np.array([True])):
        for name in ("tensor", "as_tensor", "asarray"):
            ours, theirs = getattr(pytorch_c, name)(made), getattr(torch, name)(made)
            assert (ours.tolist(), str(ours.dtype)) == (theirs.tolist(), str(theirs.dtype))
    assert (pytorch_c.ones(2) == np.array([1.0, 2.0])).tolist() == [True, False]


def test_a_sequence_whose_iterator_has_no_end_is_read_by_its_length():
    class Endless:
        __len__ = lambda self: 3
        __getitem__ = lambda self, i: [1.0, 2.0, 3.0][i]
        __iter__ = lambda self: iter(int, 1)

    # torch reads on until there is no memory left.
    assert pytorch_c.tensor(Endless()).tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("t", [pytorch_c, torch], ids=["pytorch_c", "torch"])
def test_a_sequence_that_refuses_its_items_has_no_shape(t):
    class Refusing:
        __len__ = lambda self: 3
        __getitem__ = lambda self, i: {}[i]

    with pytest.raises(ValueError, match="could not determine the shape of object type 'Refusing'"):
        t.tensor(Refusing())


READ_ONLY = """
import sys, warnings, numpy as np
t = __import__(sys.argv[1])
a = np.ones(2); a.flags.writeable = False
with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("always")
    t.tensor(a)
    for _ in range(2):
        exec(sys.argv[2])
print([(one.category.__name__, str(one.message).partition(" (Triggered")[0], one.filename) for one in found])
"""


@pytest.mark.parametrize("call", ["t.from_numpy(a)", "t.as_tensor(a)", "t.frombuffer(b'1234', dtype=t.int32)"])
def test_read_only_memory_warns_once_in_torchs_words(call):
    said = [
        subprocess.run([sys.executable, "-c", READ_ONLY, name, call], capture_output=True, text=True, check=True).stdout
        for name in ("torch", "pytorch_c")
    ]
    assert "not writable" in said[1] and said[0] == said[1]
