"""Classes derived from Tensor under save, pickle and copy: the class, its attributes, its slots, its own ways."""

import copy
import io
import pickle

import pytest
import torch
from support.saving import loaded, saved

import pytorch_c

MODULES = pytest.mark.parametrize("t", [torch, pytorch_c], ids=["torch", "pytorch_c"])
BOTH = pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
COPIES = {
    "save": lambda x: loaded(saved(x, module_of(x)), module_of(x), weights_only=False),
    "old": lambda x: loaded(
        saved(x, module_of(x), _use_new_zipfile_serialization=False), module_of(x), weights_only=False
    ),
    "pickle 2": lambda x: pickle.loads(pickle.dumps(x, 2)),
    "pickle 5": lambda x: pickle.loads(pickle.dumps(x, 5)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


def module_of(x):
    return torch if isinstance(x, torch.Tensor) else pytorch_c


def classes(t):
    """Returns the same classes upon either library."""

    class Plain(t.Tensor):
        pass

    class Wrapper(t.Tensor):
        """Wrapper whose values lie in a slot; it has none itself."""

        __slots__ = ["elem", "other"]

        @staticmethod
        def __new__(cls, elem):
            made = t.Tensor._make_subclass(cls, elem.to("meta"), elem.requires_grad)
            made.elem = elem
            return made

        def clone(self):
            return type(self)(self.elem.clone())

    class Stateful(t.Tensor):
        def __getstate__(self):
            return "mine", getattr(self, "elem", None), dict(vars(self))

        def __setstate__(self, state):
            marker, self.elem, own = state
            assert marker == "mine"
            vars(self).update(own)
            self.reloaded = True

    class Reduced(t.Tensor):
        def __reduce_ex__(self, protocol):
            function, args = t.Tensor.__reduce_ex__(self.as_subclass(t.Tensor), protocol)[:2]
            return remade, (type(self), function, args)

    return Plain, Wrapper, Stateful, Reduced


def remade(kind, function, args):
    made = function(*args).as_subclass(kind)
    made.remade = True
    return made


MADE = {}
for _library in (torch, pytorch_c):
    for _kind in classes(_library):  # at the top of this module, where pickle looks for them
        _kind.__qualname__ = f"{_kind.__name__}_{_library.__name__}"
        _kind.__name__ = _kind.__qualname__
        globals()[_kind.__qualname__] = MADE[_library, _kind.__name__.partition("_")[0]] = _kind


def upon_both(*left_out):
    """Each way to copy upon each library, but for those that torch raises at or does otherwise."""
    return pytest.mark.parametrize(
        "t, how", [(t, how) for t in (torch, pytorch_c) for how in COPIES if t is pytorch_c or how not in left_out]
    )


@upon_both("deepcopy")  # it asks new_empty() for one of the class
def test_a_class_and_its_attributes_are_kept(t, how):
    x = t.arange(6.0).reshape(2, 3).t().as_subclass(MADE[t, "Plain"])
    x.title, x.more = "x", [t.ones(2)]
    found = COPIES[how](x)
    assert type(found) is type(x) and found.title == "x" and found.more[0].tolist() == [1, 1]
    assert found.tolist() == x.tolist() and found.stride() == x.stride() and not found.requires_grad
    assert (found.data_ptr() == x.data_ptr()) == (how == "copy")


@pytest.mark.parametrize("how", COPIES)
def test_a_leaf_of_a_class_stays_one(how):
    """In torch what comes back is a view of a leaf."""
    t = pytorch_c
    x = t.arange(3.0).as_subclass(MADE[t, "Plain"]).requires_grad_()
    found = COPIES[how](x)
    assert type(found) is type(x) and found.requires_grad and found.is_leaf


@MODULES
@pytest.mark.parametrize("how", COPIES)
def test_what_lies_in_slots_is_kept(t, how):
    x = MADE[t, "Wrapper"](t.arange(3.0))
    x.foo = "bar"
    found = COPIES[how](x)
    assert type(found) is type(x) and found.elem.tolist() == [0, 1, 2] and found.foo == "bar"
    assert not hasattr(found, "other") and found.device.type == "meta"
    assert (found.elem is x.elem) == (how == "copy")


@upon_both("deepcopy", "copy")
def test_a_state_of_its_own_is_written_and_read(t, how):
    x = t.arange(3.0).as_subclass(MADE[t, "Stateful"])
    x.elem, x.foo = t.ones(2), "bar"
    found = COPIES[how](x)
    assert type(found) is type(x) and found.elem.tolist() == [1, 1] and found.foo == "bar"
    assert hasattr(found, "reloaded") == ("copy" not in how or how == "copy")


@MODULES
@pytest.mark.parametrize("how", ["save", "old", "pickle 2", "pickle 5"])
def test_a_way_of_its_own_to_be_pickled_is_used(t, how):
    x = t.arange(3.0).as_subclass(MADE[t, "Reduced"])
    found = COPIES[how](x)
    assert type(found) is type(x) and found.remade and found.tolist() == [0, 1, 2]


@MODULES
def test_views_of_several_classes_share_their_storage_in_a_file(t):
    x = t.arange(6.0)
    found = loaded(
        saved([x, x.as_subclass(MADE[t, "Plain"])[1:], x.as_subclass(MADE[t, "Reduced"])], t), t, weights_only=False
    )
    with t.no_grad():
        found[0].fill_(7)
    assert found[1].tolist() == [7] * 5 and found[2].tolist() == [7] * 6


@MODULES
@BOTH
def test_a_class_is_made_from_safe_files_where_it_is_allowed(t, old):
    x = t.arange(3.0).as_subclass(MADE[t, "Plain"])
    x.foo = "bar"
    data = saved([x, MADE[t, "Wrapper"](t.ones(2))], t, _use_new_zipfile_serialization=not old)
    with pytest.raises(pickle.UnpicklingError, match="Plain_"):
        loaded(data, t)
    with t.serialization.safe_globals([MADE[t, "Plain"], MADE[t, "Wrapper"]]):
        found, wrapper = loaded(data, t)
    assert type(found) is MADE[t, "Plain"] and found.tolist() == [0, 1, 2] and found.foo == "bar"
    assert wrapper.elem.tolist() == [1, 1]


def test_a_class_that_is_no_tensor_is_refused_where_one_belongs():
    class NoTensor:
        pass

    globals()["NoTensor"] = NoTensor
    NoTensor.__qualname__ = "NoTensor"
    data = saved(pytorch_c.ones(2).as_subclass(MADE[pytorch_c, "Plain"]), pickle_protocol=2)
    file = io.BytesIO()
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b"Plain_pytorch_c\n", b"NoTensor\n"))
    with (
        pytorch_c.serialization.safe_globals([NoTensor]),
        pytest.raises(pytorch_c.UnpicklingError, match="a class that is none"),
    ):
        loaded(file.getvalue())


@MODULES
def test_parameters_of_a_class_keep_it(t):
    x = t.nn.Parameter(t.arange(3.0).as_subclass(MADE[t, "Plain"]))
    found = loaded(saved(x, t), t, weights_only=False)
    assert type(found) is MADE[t, "Plain"] and isinstance(found, t.nn.Parameter) and found.requires_grad
    plain = loaded(saved(t.nn.Parameter(t.ones(2)), t), t)
    assert type(plain) is t.nn.Parameter


@MODULES
def test_a_parameter_without_a_shape_is_one_again(t):
    found = loaded(saved(t.nn.UninitializedParameter(), t), t, weights_only=False) if t is torch else None
    ours = loaded(saved(pytorch_c.nn.UninitializedParameter()), weights_only=False)
    assert type(ours) is pytorch_c.nn.UninitializedParameter and ours.requires_grad
    assert found is None or type(found) is t.nn.UninitializedParameter


@MODULES
def test_a_program_rebuilds_with_a_function_of_its_own(t):
    rebuild = t._tensor._rebuild_from_type_v2
    found = rebuild(lambda: t.ones(2), t.nn.Parameter, (), {"note": 3})
    assert type(found) is t.nn.Parameter and found.note == 3
    assert pickle.loads(pickle.dumps(rebuild)) is rebuild


@MODULES
def test_a_reader_of_files_gives_bytes_for_untyped_storages(t, tmp_path):
    t.save(t.arange(3.0), tmp_path / "x.pt")
    reader = t._C.PyTorchFileReader(str(tmp_path / "x.pt"))
    kept = reader.get_storage_from_record("data/0", 12, t.UntypedStorage)
    typed = t.TypedStorage(wrap_storage=kept._typed_storage()._untyped_storage, dtype=t.float32, _internal=True)
    assert list(typed) == [0, 1, 2]
