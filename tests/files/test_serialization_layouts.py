"""Sparse, nested and quantized tensors: files both ways with torch, pickle, copy and deepcopy."""

import copy
import importlib
import io
import os
import pickle
import warnings

import pytest
import torch
from support.saving import LAYOUTS, VALUES, describe, evaluate, loaded, saved

import pytorch_c


def value(code, module):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is beta, and what is deprecated
        return evaluate(code, module)


NESTED = [code for code in LAYOUTS if "nested" in code]


@pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
@pytest.mark.parametrize("code", LAYOUTS)
def test_files_go_both_ways(code, old):
    if old and code in NESTED:
        pytest.skip("torch cannot read what it writes of these")
    options = {"_use_new_zipfile_serialization": not old}
    theirs, ours = value(code, torch), value(code, pytorch_c)
    assert describe(ours) == describe(theirs)
    assert describe(loaded(saved(ours, **options))) == describe(ours)
    assert describe(loaded(saved(theirs, torch, **options))) == describe(ours)
    assert describe(loaded(saved(ours, **options), torch)) == describe(theirs)


@pytest.mark.parametrize("code", NESTED)
def test_a_nested_tensor_in_the_old_format_is_refused_and_torchs_is_read(code, tmp_path):
    path = tmp_path / "x.pt"
    with pytest.raises(NotImplementedError, match="nested"):
        pytorch_c.save(value(code, pytorch_c), path, _use_new_zipfile_serialization=False)
    assert not path.exists()
    data = saved(value(code, torch), torch, _use_new_zipfile_serialization=False)
    assert describe(loaded(data)) == describe(value(code, torch))


@pytest.mark.parametrize("code", LAYOUTS)
@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy] + [lambda x, p=p: pickle.loads(pickle.dumps(x, p)) for p in (2, 4, 5)],
    ids=["copy", "deepcopy", "pickle2", "pickle4", "pickle5"],
)
def test_pickle_and_copy_keep_what_it_is(code, again):
    x = value(code, pytorch_c)
    assert describe(again(x)) == describe(x)


@pytest.mark.parametrize("code", [code for code in LAYOUTS if "sparse" in code or "nested" in code][:12])
def test_requires_grad_is_kept(code):
    x = value(code, pytorch_c).detach().requires_grad_()
    for made in (loaded(saved(x)), pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert made.requires_grad and made.is_leaf
    assert loaded(saved(x), torch).requires_grad


def test_the_copy_shares_and_the_deepcopy_does_not():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = pytorch_c.quantize_per_tensor(pytorch_c.ones(3), 0.5, 0, pytorch_c.quint8)
    shared, own = copy.copy(x), copy.deepcopy(x)
    x.copy_(pytorch_c.zeros(3))
    assert shared.dequantize().tolist() == [0.0] * 3 and own.dequantize().tolist() == [1.0] * 3
    sparse = pytorch_c.eye(2).to_sparse()
    own = copy.deepcopy(sparse)
    sparse._values().zero_()
    assert own.to_dense().tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_what_cannot_be_saved_raises_before_anything_is_written(tmp_path):
    path = tmp_path / "x.pt"
    pytorch_c.save("old", path)
    x = pytorch_c.ones(3, 3).to_mkldnn()
    for call in (
        lambda: pytorch_c.save([pytorch_c.ones(1), x], path),
        lambda: pickle.dumps(x),
        lambda: copy.deepcopy(x),
    ):
        with pytest.raises(NotImplementedError, match="mkldnn.*to_dense"):
            call()
    assert pytorch_c.load(path) == "old" and os.listdir(tmp_path) == ["x.pt"]


def test_a_gradient_of_zeros_without_memory_is_saved_as_zeros():
    x = pytorch_c.tensor([1.0, -2.0], requires_grad=True)
    pytorch_c.sgn(x).sum().backward()
    for module in (pytorch_c, torch):
        assert loaded(saved(x.grad), module).tolist() == [0.0, 0.0]
    assert pickle.loads(pickle.dumps(x.grad)).tolist() == copy.deepcopy(x.grad).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("writer", [torch, pytorch_c])
@pytest.mark.parametrize("reader", [torch, pytorch_c])
def test_attributes_of_a_tensor_are_kept(writer, reader):
    x, y = writer.ones(2), writer.nn.Parameter(writer.ones(2))
    x.note, y.note = {"a": 1}, "text"
    x2, y2 = loaded(saved([x, y], writer), reader)
    assert x2.note == {"a": 1} and y2.note == "text" and type(y2).__name__ == "Parameter"


@pytest.mark.parametrize("name", ["strided", "sparse_csr", "channels_last", "per_tensor_affine"])
def test_layouts_formats_and_schemes_are_names(name):
    assert loaded(saved(getattr(pytorch_c, name))) is getattr(pytorch_c, name)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_protocols(protocol):
    for code in (*VALUES, *LAYOUTS):
        data = saved(value(code, pytorch_c), pickle_protocol=protocol)
        assert describe(loaded(data)) == describe(value(code, pytorch_c))
        assert describe(loaded(data, torch, weights_only=False)) == describe(value(code, torch))
    for wrong in (1, 6, True, "2"):
        with pytest.raises(ValueError, match="pickle_protocol"):
            saved(1, pickle_protocol=wrong)


def test_what_torch_cannot_read_in_the_old_format_is_refused():
    with pytest.raises(NotImplementedError, match="float8_e5m2"):
        saved(pytorch_c.ones(2).to(pytorch_c.float8_e5m2), _use_new_zipfile_serialization=False)


@pytest.mark.parametrize("code", [code for code in VALUES if "float8" not in code])
def test_our_old_files_load_here_and_in_torch(code):
    data = saved(evaluate(code, pytorch_c), _use_new_zipfile_serialization=False)
    assert describe(loaded(data)) == describe(evaluate(code, pytorch_c))
    assert describe(loaded(data, torch)) == describe(evaluate(code, torch))


def test_another_pickle_module_is_refused():
    for call in (lambda: saved(1, pickle_module=io), lambda: loaded(saved(1), pickle_module=io)):
        with pytest.raises(TypeError, match="pickle_module"):
            call()
    assert loaded(saved(1, pickle_module=pickle), pickle_module=pickle) == 1


class OfDevice:
    """A tensor of a device whose storages cannot be written."""

    def __init__(self, tensor, device):
        self.args = tensor, tensor.dtype, device, True

    def __reduce__(self):
        t = torch if isinstance(self.args[0], torch.Tensor) else pytorch_c
        return importlib.import_module(f"{t.__name__}._utils")._rebuild_device_tensor_from_cpu_tensor, self.args


@pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
@pytest.mark.parametrize("writer", [torch, pytorch_c])
def test_tensors_of_devices_without_storages_load(writer, old):
    data = saved(OfDevice(writer.arange(3.0), "cpu"), writer, _use_new_zipfile_serialization=not old)
    readers = [pytorch_c] if old else [torch, pytorch_c]  # torch forgets map_location in the old format
    for reader in readers:
        x = loaded(data, reader)
        assert x.tolist() == [0, 1, 2] and x.requires_grad
        assert loaded(data, reader, map_location={"cpu": "meta"}).device.type == "meta"
    far = saved(OfDevice(writer.arange(3.0), "xla:0"), writer, _use_new_zipfile_serialization=not old)
    for reader in readers:
        assert loaded(far, reader, map_location="cpu").tolist() == [0, 1, 2]
        with pytest.raises(RuntimeError):
            loaded(far, reader)
        with pytest.raises(RuntimeError, match="Callable map_location not supported"):
            loaded(far, reader, map_location=lambda s, _: s)
