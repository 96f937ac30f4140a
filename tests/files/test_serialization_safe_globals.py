"""serialization.add_safe_globals and its like: what a user allows in files beside data and tensors."""

import collections
import io
import pickle
import re

import pytest
import torch
from support.saving import loaded, rewritten, saved

import pytorch_c
from pytorch_c import serialization


class Point:
    def __init__(self, x):
        self.x = x


class Named:
    def __init__(self, x):
        self.x = x

    def __getstate__(self):
        return {"y": self.x}

    def __setstate__(self, state):
        self.x = state["y"]


class Made:
    def __reduce__(self):
        return collections.deque, ([1, 2],)


@pytest.fixture(autouse=True)
def nothing_is_allowed():
    before = serialization.get_safe_globals()  # of modules that other tests have imported
    serialization.clear_safe_globals()
    yield
    serialization.clear_safe_globals()
    serialization.add_safe_globals(before)


@pytest.mark.parametrize("writer", [torch, pytorch_c])
@pytest.mark.parametrize("kind", [Point, Named])
def test_an_allowed_class_is_made(writer, kind):
    data = saved([kind(writer.ones(2))], writer)
    with pytest.raises(pytorch_c.UnpicklingError, match=f"{kind.__name__}.*add_safe_globals"):
        loaded(data)
    with serialization.safe_globals([kind]):
        assert loaded(data)[0].x.tolist() == [1.0, 1.0]
    with pytest.raises(pytorch_c.UnpicklingError):
        loaded(data)
    serialization.add_safe_globals([kind])
    assert serialization.get_safe_globals() == [kind] and type(loaded(data)[0]) is kind
    serialization.clear_safe_globals()
    assert serialization.get_safe_globals() == []


def test_an_allowed_name_stands_for_another_object():
    data = saved([Point(1)])
    with serialization.safe_globals([(Named, f"{Point.__module__}.Point")]), pytest.raises(pytorch_c.Error):
        loaded(data)  # Named wants another state
    with serialization.safe_globals([(Point, f"{Point.__module__}.Point")]):
        assert loaded(data)[0].x == 1


def test_an_allowed_function_is_called():
    data = saved(Made())
    with pytest.raises(pytorch_c.UnpicklingError, match="collections.deque"):
        loaded(data)
    with serialization.safe_globals([collections.deque]):
        made = loaded(saved(Made()))
    assert made == collections.deque([1, 2])


@pytest.mark.parametrize("wrong", [3, (Point,), (Point, 3), "os.system"])
def test_what_is_no_class_is_refused(wrong):
    with pytest.raises(TypeError, match="add_safe_globals"):
        serialization.add_safe_globals([wrong])


@pytest.mark.parametrize("t", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_values_of_the_library_may_be_listed(t):
    listed = [t.uint8, t.strided, t.per_tensor_affine, t.preserve_format, (t.uint6, "torch.uint6")]
    with t.serialization.safe_globals(listed):
        assert {*listed} <= {*t.serialization.get_safe_globals()}


def test_some_names_are_never_safe():
    import os

    with pytest.raises(ValueError, match="never safe"):
        serialization.add_safe_globals([os.system])


def test_the_unsafe_names_of_a_file(tmp_path):
    path = tmp_path / "x.pt"
    torch.save({"a": Point(torch.ones(2)), "b": collections.deque()}, path)
    expected = torch.serialization.get_unsafe_globals_in_checkpoint(path)
    assert serialization.get_unsafe_globals_in_checkpoint(path) == sorted(expected)
    with serialization.safe_globals([Point]):
        assert serialization.get_unsafe_globals_in_checkpoint(path) == ["collections.deque"]
    assert serialization.get_unsafe_globals_in_checkpoint(io.BytesIO(saved(pytorch_c.ones(1)))) == []


def test_what_was_given_is_given_back_and_a_block_ends_its_own_alone():
    entries = [Point, (Named, "module.Name")]
    for there in (torch.serialization, serialization):
        before = set(there.get_safe_globals())  # torch allows some of its own
        with there.safe_globals(entries):
            assert set(there.get_safe_globals()) == before | set(entries)
            there.add_safe_globals([Made])
        assert set(there.get_safe_globals()) == before | {Made}


def test_a_block_leaves_what_was_allowed_before():
    serialization.add_safe_globals([Point])
    with serialization.safe_globals([Point, Made]):
        pass
    assert serialization.get_safe_globals() == [Point]


class Slotted:
    __slots__ = ("a", "__dict__")

    def __init__(self):
        self.a, self.b = 1, 2


class Numbers(list):
    pass


@pytest.mark.parametrize("t", [torch, pytorch_c])
@pytest.mark.parametrize("old", [False, True])
def test_objects_of_many_kinds_are_made(t, old):
    things = [
        Slotted(),
        range(3),
        slice(1, 2),
        collections.OrderedDict(a=t.ones(2)),
        1j,
        b"bytes",
        bytearray(b"more"),
        {1},
    ]
    data = saved(things, t, _use_new_zipfile_serialization=not old)
    with t.serialization.safe_globals([Slotted, range, slice]):
        first, *others = loaded(data, t)
    assert (first.a, first.b) == (1, 2) and others[:2] == [range(3), slice(1, 2)]
    assert others[3:] == [1j, b"bytes", bytearray(b"more"), {1}]


@pytest.mark.parametrize("writer", [torch, pytorch_c])
@pytest.mark.parametrize("reader", [torch, pytorch_c])
def test_classes_that_need_no_permission_are_themselves(writer, reader):
    names = ["Tensor", "Size", "device"]
    data = saved([getattr(writer, name) for name in names] + [writer.nn.Parameter, complex, bytearray, set], writer)
    for trusted in (False, True):
        found = loaded(data, reader, weights_only=not trusted) if reader is pytorch_c or not trusted else None
        expected = [getattr(reader, name) for name in names] + [reader.nn.Parameter, complex, bytearray, set]
        assert found is None or found == expected


def test_a_tensor_of_nothing_said_is_refused():
    for pickled in (
        b"\x80\x02ctorch\nTensor\nJ\0\0\0\x7f\x85R.",
        b"\x80\x02ctorch\nTensor\n)R.",
        b"\x80\x02ctorch\nTensor\n)\x81.",
    ):
        with pytest.raises(pytorch_c.UnpicklingError, match="makes a"):
            loaded(rewritten(saved(1), {"data.pkl": pickled}))


@pytest.mark.parametrize(
    "thing, name", [(Point(1), f"{Point.__module__}.Point"), (Made(), "collections.deque"), ([print], "print")]
)
@pytest.mark.parametrize("t", [torch, pytorch_c])
def test_a_refusal_has_torchs_words_in_which_programs_look_for_the_name(t, thing, name):
    with pytest.raises(pickle.UnpicklingError) as info:
        loaded(saved(thing, t), t)
    assert "Weights only load failed" in str(info.value)
    assert re.search(r"GLOBAL (\S+) was not an allowed global by default", str(info.value)).group(1) == name
    assert f"`torch.serialization.add_safe_globals([{name}])`" in str(info.value)
