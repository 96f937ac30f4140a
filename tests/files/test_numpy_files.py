"""NumPy's files, .npy and .npz: NumPy writes tensors and reads them, also without a copy."""

import numpy
import pytest
import torch

import pytorch_c

DTYPES = "bool uint8 int8 int16 int32 int64 float16 float32 float64 complex64 complex128 uint16 uint32 uint64".split()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3, 4)])
def test_a_tensor_goes_to_npy_and_back(dtype, shape, tmp_path):
    count = int(numpy.prod(shape))
    x = pytorch_c.arange(count).to(getattr(pytorch_c, dtype)).reshape(shape)
    numpy.save(tmp_path / "x.npy", x)
    found = numpy.load(tmp_path / "x.npy")
    assert str(found.dtype) == dtype and found.shape == shape
    back = pytorch_c.from_numpy(found)
    assert back.dtype is x.dtype and back.shape == x.shape and back.tolist() == x.tolist()
    assert torch.from_numpy(found).tolist() == x.tolist()


def test_other_strides_are_kept_or_made_plain(tmp_path):
    for view in (lambda x: x.t(), lambda x: x[:, ::2], lambda x: x[1:, 1:]):
        x = view(pytorch_c.arange(12.0).view(3, 4))
        numpy.save(tmp_path / "x.npy", x)
        assert pytorch_c.from_numpy(numpy.load(tmp_path / "x.npy")).tolist() == x.tolist()


@pytest.mark.parametrize("save", [numpy.savez, numpy.savez_compressed])
def test_a_state_dict_goes_to_npz_and_back(save, tmp_path):
    pytorch_c.manual_seed(0)
    model, other = (pytorch_c.nn.Sequential(pytorch_c.nn.Linear(3, 2), pytorch_c.nn.BatchNorm1d(2)) for _ in range(2))
    save(tmp_path / "model.npz", **{name: tensor.numpy() for name, tensor in model.state_dict().items()})
    with numpy.load(tmp_path / "model.npz") as file:
        other.load_state_dict({name: pytorch_c.from_numpy(file[name]) for name in file})
    for name, tensor in model.state_dict().items():
        assert other.state_dict()[name].tolist() == tensor.tolist()


def test_a_mapped_npy_is_a_tensor_without_a_copy(tmp_path):
    path = tmp_path / "x.npy"
    numpy.save(path, pytorch_c.arange(6.0).view(2, 3))
    mapped = numpy.load(path, mmap_mode="r+")
    x = pytorch_c.from_numpy(mapped)
    assert x.data_ptr() == mapped.ctypes.data
    x[1, 2] = 50
    mapped.flush()
    assert numpy.load(path).tolist() == [[0, 1, 2], [3, 4, 50]]


def test_what_numpy_does_not_have_says_so(tmp_path):
    for x in (pytorch_c.ones(2, dtype=pytorch_c.complex32), pytorch_c.ones(2, requires_grad=True)):
        with pytest.raises((TypeError, RuntimeError)):
            numpy.save(tmp_path / "x.npy", x)


@pytest.mark.parametrize("weights_only", [True, False])
def test_load_says_who_reads_them(weights_only, tmp_path):
    numpy.save(tmp_path / "x.npy", numpy.ones(2))
    numpy.savez(tmp_path / "x.npz", a=numpy.ones(2))
    with pytest.raises(pytorch_c.FileFormatError, match=r"x\.npy is a file of NumPy's; numpy\.load reads it"):
        pytorch_c.load(tmp_path / "x.npy", weights_only=weights_only)
    with pytest.raises(pytorch_c.FileFormatError, match=r"x\.npz is a file of NumPy's; numpy\.load reads it"):
        pytorch_c.load(tmp_path / "x.npz", weights_only=weights_only)
