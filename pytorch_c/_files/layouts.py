"""Tensors that are more than one storage with strides: what they are made of, and made again from that, checked.

Sparse tensors of every layout, nested and quantized ones.
"""

import struct

from .. import _ops
from .._boundary.errors import TorchNotImplementedError
from .._tensor.dtype import DTYPES, LAYOUTS
from .._tensor.tensor import Tensor
from .storages import checked_geometry

_COMPRESSED = {
    "sparse_csr": ("crow_indices", "col_indices"),
    "sparse_bsr": ("crow_indices", "col_indices"),
    "sparse_csc": ("ccol_indices", "row_indices"),
    "sparse_bsc": ("ccol_indices", "row_indices"),
}
_BY_CHANNEL = ("per_channel_affine", "per_channel_affine_float_qparams")


def kind_of(tensor):
    """ "sparse", "nested", "quantized" or "plain"; raises NotImplementedError for what nobody can save."""
    if tensor.layout.name == "sparse_coo" or tensor.layout.name in _COMPRESSED:
        return "sparse"
    if tensor.is_nested:
        return "nested"
    if tensor.layout.name != "strided":
        raise TorchNotImplementedError(
            f"a tensor of layout {tensor.layout} cannot be saved, pickled or copied by copy.deepcopy; to_dense() can"
        )
    return "quantized" if tensor.is_quantized else "plain"


def _tensors(function, *values):
    for value in values:
        if not isinstance(value, Tensor):
            raise TypeError(f"{function}: a Tensor is needed, got {type(value).__name__}")


def _ints(tensor):
    """The numbers of an int64 tensor, as a list of all or of rows."""
    if tensor.dtype is not DTYPES["int64"] or tensor.layout.name != "strided" or tensor.is_meta:
        raise ValueError(
            f"a strided tensor of int64 is needed, got {tensor.layout} of {tensor.dtype} on {tensor.device}"
        )
    return tensor.tolist()


# ---- sparse ----


def sparse_parts(tensor):
    """(layout, parts): indices, values, size and whether it is coalesced, or both indices, values and size."""
    tensor = tensor.detach()
    name = tensor.layout.name
    if name == "sparse_coo":
        return tensor.layout, (tensor._indices(), tensor._values(), tensor.shape, tensor.is_coalesced())
    first, second = _COMPRESSED[name]
    return tensor.layout, (getattr(tensor, first)(), getattr(tensor, second)(), tensor.values(), tensor.shape)


def rebuild_sparse(layout, parts):
    """The sparse tensor of `sparse_parts`; raises TorchError where its indices are none of such a tensor."""
    if layout is LAYOUTS["sparse_coo"]:
        indices, values, size, coalesced = parts if len(parts) == 4 else (*parts, None)  # three in old files
        _tensors("_rebuild_sparse_tensor", indices, values)
        _ops._validate_sparse_coo_tensor_args(indices, values, size, coalesced, check_pinning=False)
        return _ops.sparse_coo_tensor(
            indices, values, size, is_coalesced=coalesced, dtype=values.dtype, device=values.device
        )
    if getattr(layout, "name", None) not in _COMPRESSED:
        raise ValueError(f"the layout of a sparse tensor is needed, got {layout!r:.40}")
    first, second, values, size = parts
    _tensors("_rebuild_sparse_tensor", first, second, values)
    _ops._validate_sparse_compressed_tensor_args(first, second, values, size, layout, check_pinning=False)
    return _ops.sparse_compressed_tensor(
        first, second, values, size, dtype=values.dtype, layout=layout, device=values.device
    )


# ---- nested ----


def nested_parts(tensor):
    """(buffer, sizes, strides, offsets) of a nested tensor, which share its memory."""
    tensor = tensor.detach()
    parts = tensor._nested_tensor_size(), tensor._nested_tensor_strides(), tensor._nested_tensor_storage_offsets()
    return tensor.values(), *parts


def rebuild_nested(buffer, sizes, strides, offsets):
    """The nested tensor of `nested_parts`; raises ValueError where a component would reach out of the buffer."""
    _tensors("_rebuild_nested_tensor", buffer, sizes, strides, offsets)
    if not offsets.numel():
        return _ops._nested_tensor_from_tensor_list([], dtype=buffer.dtype, device=buffer.device)
    if buffer.dim() != 1 or buffer.layout.name != "strided" or not buffer.is_contiguous() or buffer.is_quantized:
        raise ValueError("the buffer of a nested tensor must be of one dimension and contiguous")
    rows, steps, starts = _ints(sizes), _ints(strides), _ints(offsets)
    if sizes.shape != strides.shape or sizes.dim() != 2 and sizes.numel() or offsets.dim() != 1:
        raise ValueError(
            f"sizes {sizes.shape}, strides {strides.shape} and offsets {offsets.shape} do not fit the buffer"
        )
    if len(rows) != len(starts):
        raise ValueError(f"{len(rows)} sizes and {len(starts)} offsets do not fit the buffer")
    for size, step, start in zip(rows, steps, starts):
        end = 0 if 0 in size else start + 1 + sum((n - 1) * s for n, s in zip(size, step))
        if min([start, *size, *step]) < 0 or end > buffer.numel():
            raise ValueError(
                f"a component of size {size}, stride {step} and offset {start} is not within the buffer of {buffer.numel()}"
            )
    return _ops._nested_view_from_buffer(buffer, sizes, strides, offsets)


# ---- quantized ----


def quantizer_of(tensor):
    """(name of the scheme, scale, zero point), or (name, scales, zero points, axis) of one for each channel."""
    name = tensor.qscheme().name
    if name == "per_tensor_affine":
        return name, tensor.q_scale(), tensor.q_zero_point()
    return name, tensor.q_per_channel_scales(), tensor.q_per_channel_zero_points(), tensor.q_per_channel_axis()


def _unset(dtype, device, size, quantizer):
    """A quantized tensor without elements, which has the quantizer; ValueError where it does not fit the size."""
    name, *parts = quantizer
    if name == "per_tensor_affine":
        scale, zero_point = parts
        struct.pack("<dq", scale, zero_point)  # both are numbers, within their bounds
        return _ops._empty_affine_quantized((0,), scale=scale, zero_point=zero_point, dtype=dtype, device=device)
    if name not in _BY_CHANNEL:
        raise ValueError(f"{name!r:.40} is not a way to quantize")
    scales, zero_points, axis = parts
    _tensors("_rebuild_qtensor", scales, zero_points)
    if type(axis) is not int or not 0 <= axis < len(size):
        raise ValueError(f"axis {axis!r:.40} is none of a tensor of {len(size)} dimensions")
    for what, one in (("scales", scales), ("zero points", zero_points)):
        if one.shape != (size[axis],) or one.layout.name != "strided" or one.is_quantized or one.is_meta:
            raise ValueError(f"{size[axis]} {what} are needed, for each entry of axis {axis}, got {one.shape}")
    return _ops._empty_per_channel_affine_quantized(
        (0,) * len(size), scales=scales, zero_points=zero_points, axis=axis, dtype=dtype, device=device
    )


def rebuild_quantized(flat, dtype, offset, size, stride, quantizer, requires_grad=False):
    """The quantized tensor over the bytes `flat`; raises ValueError where the quantizer or the memory does not fit."""
    if not dtype.name.startswith("q"):
        raise ValueError(f"{dtype} is not a quantized dtype")
    offset, size, stride = checked_geometry(flat, dtype, offset, size, stride)
    tensor = _unset(dtype, flat.device, size, quantizer)
    return tensor.set_(flat, offset, size, stride).requires_grad_(requires_grad)
