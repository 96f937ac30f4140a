"""save and load by another module than pickle, what weights_only then means, and what the environment says of it."""

import io
import pickle
import types
import warnings

import pytest
import torch
from support.saving import loaded, saved

import pytorch_c

BOTH = pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])


class Point:
    def __init__(self, x):
        self.x = x


def module(**names):
    """A module like pickle, with other names in it."""
    return types.SimpleNamespace(
        **{
            "Pickler": pickle.Pickler,
            "Unpickler": pickle.Unpickler,
            "load": pickle.load,
            "dump": pickle.dump,
            "__name__": "another",
        }
        | names
    )


@BOTH
def test_an_unpickler_of_ones_own_reads_the_file(old):
    class Throws(pickle.Unpickler):
        def load(self, *args, **kwargs):
            raise RuntimeError("rumpelstiltskin")

    for library in (torch, pytorch_c):
        file = io.BytesIO(saved(library.eye(3), library, _use_new_zipfile_serialization=not old))
        with pytest.raises(RuntimeError, match="^rumpelstiltskin$"):
            library.load(file, pickle_module=module(Unpickler=Throws, load=Throws.load))
        file.seek(0)
        assert library.load(file).tolist() == library.eye(3).tolist()


@BOTH
def test_an_unpickler_of_ones_own_finds_other_classes(old):
    class Other:
        pass

    class Renames(pickle.Unpickler):
        def find_class(self, name, own):
            return Other if own == "Point" else super().find_class(name, own)

    for library in (torch, pytorch_c):
        data = saved([Point(library.ones(2)), library.zeros(1)], library, _use_new_zipfile_serialization=not old)
        found, zero = loaded(data, library, pickle_module=module(Unpickler=Renames))
        assert type(found) is Other and found.x.tolist() == [1, 1] and zero.tolist() == [0]


def unpicklable(x):
    return lambda: x


def remade(text):
    return unpicklable(text)


class Compiled(pickle.Pickler):
    """Pickles functions, as cloudpickle does: in C, with a reducer of its own."""

    def reducer_override(self, obj):
        return (
            (remade, (obj(),))
            if isinstance(obj, types.FunctionType) and "<locals>" in obj.__qualname__
            else NotImplemented
        )


class Plain(pickle._Pickler):
    """Pickles functions, as dill does: in Python, by its table."""

    def function(self, obj):
        local = "<locals>" in obj.__qualname__
        self.save_reduce(remade, (obj(),), obj=obj) if local else pickle._Pickler.save_global(self, obj)

    dispatch = pickle._Pickler.dispatch | {types.FunctionType: function}


class Tabled(pickle.Pickler):
    dispatch_table = {types.MappingProxyType: lambda obj: (dict, (dict(obj),))}


def test_the_table_of_a_pickler_of_ones_own_is_used():
    thing = [types.MappingProxyType({"x": pytorch_c.ones(2)})]
    with pytest.raises(TypeError, match="mappingproxy"):
        saved(thing)
    data = saved(thing, pickle_module=module(Pickler=Tabled))
    for library in (torch, pytorch_c):
        assert loaded(data, library, weights_only=False)[0]["x"].tolist() == [1, 1]


@BOTH
@pytest.mark.parametrize("kind", [Compiled, Plain])
def test_a_pickler_of_ones_own_writes_what_pickle_cannot(kind, old):
    x = pytorch_c.arange(3.0)
    thing = {"function": unpicklable("said"), "x": x, "again": x[1:], "dtype": pytorch_c.float32, "size": x.shape}
    with pytest.raises(Exception, match="lambda"):
        saved(thing, _use_new_zipfile_serialization=not old)
    data = saved(thing, pickle_module=module(Pickler=kind), _use_new_zipfile_serialization=not old)
    for library in (torch, pytorch_c):
        found = loaded(data, library, weights_only=False)
        assert found["function"]() == "said" and found["dtype"] is library.float32 and found["size"] == (3,)
        found["x"].fill_(7)
        assert found["again"].tolist() == [7, 7]


@pytest.mark.parametrize(
    "wrong", [3, "pickle", types.SimpleNamespace(), types.SimpleNamespace(Pickler=3, Unpickler=3)], ids=repr
)
def test_what_is_no_pickle_module_raises(wrong):
    with pytest.raises(TypeError, match="'pickle_module' must have a class Pickler"):
        saved(1, pickle_module=wrong)
    with pytest.raises(TypeError, match="'pickle_module' must have a class Unpickler"):
        loaded(saved(1), pickle_module=wrong)


def test_a_pickle_module_and_weights_only_exclude_each_other():
    for library in (torch, pytorch_c):
        data = saved([Point(1)], library)
        with pytest.raises(RuntimeError, match="Can not safely load weights when explicit pickle_module is specified"):
            loaded(data, library, pickle_module=pickle, weights_only=True)
        assert loaded(data, library, pickle_module=pickle)[0].x == 1
        assert loaded(data, library, pickle_module=pickle, weights_only=False)[0].x == 1


def test_a_negative_protocol_is_the_newest_as_in_pickle():
    for library in (torch, pytorch_c):
        data = saved([library.ones(2)], library, pickle_protocol=-1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert loaded(data)[0].tolist() == loaded(data, torch, weights_only=False)[0].tolist() == [1, 1]


# ---- the environment ----


@pytest.mark.parametrize("on", ["1", "true", "YES", "y"])
def test_the_environment_forces_weights_only(monkeypatch, on):
    monkeypatch.setenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD", on)
    for library in (torch, pytorch_c):
        with pytest.raises(pickle.UnpicklingError, match="Point"):
            loaded(saved([Point(1)], library), library, weights_only=False)


def test_the_environment_gives_up_weights_only_where_nobody_asks_for_it(monkeypatch):
    monkeypatch.setenv("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", "1")
    for library in (torch, pytorch_c):
        data = saved([Point(1)], library)
        with pytest.warns(UserWarning, match="TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD detected"):
            assert loaded(data, library)[0].x == 1
        with pytest.raises(pickle.UnpicklingError, match="Point"):
            loaded(data, library, weights_only=True)


def test_the_environment_does_not_say_both(monkeypatch):
    for name in ("TORCH_FORCE_WEIGHTS_ONLY_LOAD", "TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"):
        monkeypatch.setenv(name, "1")
    for library in (torch, pytorch_c):
        with pytest.raises(RuntimeError, match="Only one of"):
            loaded(saved(1), library)


@pytest.mark.parametrize("off", ["0", "", "no", "off", "2"])
def test_other_words_in_the_environment_mean_nothing(monkeypatch, off):
    monkeypatch.setenv("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", off)
    for library in (torch, pytorch_c):
        with pytest.raises(pickle.UnpicklingError, match="Point"):
            loaded(saved([Point(1)], library), library)
