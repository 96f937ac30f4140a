"""serialization.add_safe_globals and its like: what a user allows in files beside data and tensors."""

import collections
import io

import pytest
import torch
from support.saving import loaded, saved

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
    yield
    serialization.clear_safe_globals()


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
