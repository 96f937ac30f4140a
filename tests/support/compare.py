"""Our results against torch's: structure, dtype, shape, strides, values."""

import numpy
import torch

import pytorch_c

# Both packages run the same kernels; only sums may differ, by alignment.
TOLERANCE = {"float32": 1e-5, "complex64": 1e-5, "float16": 2e-3, "bfloat16": 2e-2, "complex32": 4e-3}


class Different(AssertionError):
    """A difference, and where it is."""


def dtype_name(tensor):
    return str(tensor.dtype).removeprefix("torch.")


def to_torch(tensor):
    """A torch tensor with our tensor's values, whatever the dtype."""
    plain = tensor.detach()
    if plain.is_conj() or plain.is_neg():
        plain = plain.resolve_conj().resolve_neg()
    dtype = getattr(torch, dtype_name(plain))
    shape = tuple(plain.shape)
    if not plain.numel():
        return torch.empty(shape, dtype=dtype)
    octets = plain.cpu().clone(memory_format=pytorch_c.contiguous_format).reshape(-1).view(pytorch_c.uint8).numpy()
    return torch.from_numpy(octets.copy()).view(dtype).reshape(shape)


def same_tensor(ours, theirs, where, strides=True, tolerance=None):
    if dtype_name(ours) != dtype_name(theirs):
        raise Different(f"{where}: dtype {ours.dtype}, torch has {theirs.dtype}")
    if ours.device.type != theirs.device.type:
        raise Different(f"{where}: on {ours.device}, torch's is on {theirs.device}")
    if ours.is_nested or theirs.is_nested:
        return same_parts(ours, theirs, where, tolerance)
    if tuple(ours.shape) != tuple(theirs.shape):
        raise Different(f"{where}: shape {tuple(ours.shape)}, torch has {tuple(theirs.shape)}")
    if theirs.is_quantized:
        same_tensor(ours.int_repr(), theirs.int_repr(), where, strides)
        return same_tensor(ours.dequantize(), theirs.dequantize(), where, strides, tolerance)
    if theirs.layout != torch.strided:
        if str(ours.layout) != str(theirs.layout):
            raise Different(f"{where}: layout {ours.layout}, torch has {theirs.layout}")
        return same_tensor(ours.to_dense(), theirs.to_dense(), where, strides, tolerance)
    if strides and theirs.numel() and ours.stride() != theirs.stride():
        raise Different(f"{where}: strides {ours.stride()}, torch has {theirs.stride()}")
    if theirs.is_meta:
        return None if ours.is_meta else _not_meta(where)
    same_values(to_torch(ours), theirs.detach().resolve_conj().resolve_neg().cpu(), where, tolerance)


def same_parts(ours, theirs, where, tolerance):
    """Nested tensors by their components and how these lie in memory."""
    if not (ours.is_nested and theirs.is_nested):
        raise Different(f"{where}: {ours.is_nested=}, {theirs.is_nested=}")
    for part in ("_nested_tensor_size", "_nested_tensor_strides", "_nested_tensor_storage_offsets"):
        same_tensor(getattr(ours, part)(), getattr(theirs, part)(), f"{where}, {part}")
    for i, (one, other) in enumerate(zip(ours.unbind(), theirs.unbind())):
        same_tensor(one, other, f"{where}, component {i}", tolerance=tolerance)


def _not_meta(where):
    raise Different(f"{where}: torch has a meta tensor")


def same_values(ours, theirs, where, tolerance=None):
    rtol, atol = tolerance or (TOLERANCE.get(dtype_name(theirs), 1e-9),) * 2
    exact = not (theirs.is_floating_point() or theirs.is_complex())
    if not exact and theirs.dtype.itemsize <= 4:
        wide = torch.complex64 if theirs.is_complex() else torch.float32
        ours, theirs = ours.to(wide), theirs.to(wide)
    if torch.equal(ours, theirs):
        return
    if exact or not torch.allclose(ours, theirs, rtol=rtol, atol=atol, equal_nan=True):
        raise Different(f"{where}: {ours.tolist()}, torch has {theirs.tolist()}")


def same(ours, theirs, where="result", strides=True, tolerance=None):
    """Raises Different where two results differ in type, structure or value; tolerance is (rtol, atol)."""
    if isinstance(theirs, torch.Tensor):
        if not isinstance(ours, pytorch_c.Tensor):
            raise Different(f"{where}: a {type(ours).__name__}, torch has a Tensor")
        if ours.requires_grad != theirs.requires_grad:
            raise Different(f"{where}: requires_grad {ours.requires_grad}, torch has {theirs.requires_grad}")
        return same_tensor(ours, theirs, where, strides, tolerance)
    if isinstance(theirs, (list, tuple)):
        return same_sequence(ours, theirs, where, strides, tolerance)
    if isinstance(theirs, dict):
        return same_dict(ours, theirs, where, strides, tolerance)
    if isinstance(theirs, numpy.ndarray):
        return same_array(ours, theirs, where)
    if isinstance(theirs, (torch.dtype, torch.device, torch.layout, torch.qscheme, torch.memory_format)):
        same_number(str(ours), str(theirs), where)
    else:
        same_number(ours, theirs, where, tolerance)


def same_number(ours, theirs, where, tolerance=None):
    """Whatever is no tensor and has no parts: equal, of the same type; floats within the tolerance."""
    if type(ours) is type(theirs):
        rtol, atol = tolerance or (1e-5, 1e-8)
        if ours == theirs or (ours != ours and theirs != theirs):
            return
        if isinstance(theirs, (float, complex)) and numpy.isclose(ours, theirs, rtol, atol):
            return
    raise Different(f"{where}: {ours!r}, torch has {theirs!r}")


def same_dict(ours, theirs, where, strides, tolerance):
    if type(ours) is not type(theirs) or list(ours) != list(theirs):
        raise Different(f"{where}: {ours!r}, torch has {theirs!r}")
    for key in theirs:
        same(ours[key], theirs[key], f"{where}[{key!r}]", strides, tolerance)


def same_array(ours, theirs, where):
    if type(ours) is not type(theirs) or (ours.dtype, ours.shape) != (theirs.dtype, theirs.shape):
        raise Different(f"{where}: {ours!r}, torch has {theirs!r}")
    rtol = TOLERANCE.get(str(theirs.dtype), 1e-9)
    if theirs.dtype.kind in "fc" and numpy.allclose(ours, theirs, rtol, rtol, equal_nan=True):
        return
    if not numpy.array_equal(ours, theirs):
        raise Different(f"{where}: {ours!r}, torch has {theirs!r}")


def same_sequence(ours, theirs, where, strides, tolerance):
    # torch.ops gives lists where torch itself gives tuples, as we do.
    if not isinstance(ours, (list, tuple)) or isinstance(ours, list) and not isinstance(theirs, list):
        raise Different(f"{where}: a {type(ours).__name__}, torch has a {type(theirs).__name__}")
    if len(ours) != len(theirs):
        raise Different(f"{where}: {len(ours)} results, torch has {len(theirs)}")
    fields = getattr(type(theirs), "_fields", None) or getattr(type(theirs), "__match_args__", None)
    if fields and tuple(getattr(ours, "_fields", ())) != tuple(fields):
        raise Different(f"{where}: fields {getattr(ours, '_fields', None)}, torch has {fields}")
    for i, (one, other) in enumerate(zip(ours, theirs)):
        same(one, other, f"{where}[{i}]", strides, tolerance)


def tensors_in(value):
    """All tensors of a result or of arguments, in order."""
    if isinstance(value, (torch.Tensor, pytorch_c.Tensor)):
        return [value]
    if isinstance(value, (list, tuple)):
        return [one for item in value for one in tensors_in(item)]
    if isinstance(value, dict):
        return [one for item in value.values() for one in tensors_in(item)]
    return []
