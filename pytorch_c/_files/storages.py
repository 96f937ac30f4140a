"""The memory of tensors as flat bytes, and tensors over flat bytes."""

from .. import _ops
from .._boundary import api
from .._boundary.errors import TorchError
from .._tensor.data import frombuffer
from .._tensor.dtype import DTYPES

_UINT8 = DTYPES["uint8"]
_PACKED = {DTYPES["quint4x2"]: 2, DTYPES["quint2x4"]: 4}  # elements in a byte


def flat_storage(data, location="cpu"):
    """A uint8 tensor (len(data),) on the device `location`, over `data` or a copy of it.

    Only a bytearray is kept; other buffers may be read-only or about to go.
    """
    data = data if isinstance(data, bytearray) else bytearray(data)
    flat = frombuffer(data, dtype=_UINT8) if data else _ops.empty((0,), dtype=_UINT8)
    return flat if location == "cpu" else flat.to(location)


def is_quantized_by_channel(tensor):
    """Returns whether each channel has a scale of its own; libtorch gives such a tensor no other strides."""
    return tensor.is_quantized and tensor.qscheme().name != "per_tensor_affine"


def flat_view(tensor):
    """A uint8 tensor over the whole storage of `tensor`, which it shares."""
    tensor = tensor.detach()
    nbytes = tensor._storage()[1]
    if is_quantized_by_channel(tensor):
        return api.storage_tensor(tensor.untyped_storage()._s, _UINT8.code, 0, (nbytes,), (1,))
    source = tensor.as_strided((0,), (1,), 0)  # set_ wants a contiguous tensor, and counts from its offset
    return _ops.empty((0,), dtype=_UINT8, device=tensor.device).set_(source, 0, (nbytes,), (1,))


def storage_key(tensor):
    """Returns a key that is equal for two tensors if and only if they share their storage; None for empty ones."""
    address, nbytes = tensor._storage()
    return (address, nbytes) if nbytes else None


def checked_geometry(flat, dtype, offset, size, stride):
    """(offset, size, stride) as plain ints; ValueError where such a tensor would reach out of the bytes `flat`."""
    size, stride, offset = tuple(map(int, size)), tuple(map(int, stride)), int(offset)
    if len(size) != len(stride) or min(size + stride + (offset,)) < 0 or max(size + stride + (offset,)) >= 1 << 63:
        raise ValueError(f"size {size}, stride {stride} and offset {offset} are no tensor's")
    end = 0 if 0 in size else offset + 1 + sum((n - 1) * s for n, s in zip(size, stride))
    needed = end * dtype.itemsize
    if dtype in _PACKED:  # rows of whole bytes, one after the other
        if offset or stride != _contiguous(size):
            raise ValueError(f"a tensor of {dtype} must be contiguous, not of stride {stride} and offset {offset}")
        rows = 1
        for n in size[:-1]:
            rows *= n
        needed = rows * -(-(size[-1] if size else 1) // _PACKED[dtype])
    if needed > flat.numel() and flat.is_meta:  # holds nothing, and grows as torch's does
        flat.untyped_storage().resize_(needed)
    elif needed > flat.numel():
        raise ValueError(f"a tensor of size {size} needs {needed} bytes of a storage that has {flat.numel()}")
    return offset, size, stride


def _contiguous(size):
    steps = [1] * len(size)
    for i in range(len(size) - 1, 0, -1):
        steps[i - 1] = steps[i] * max(size[i], 1)
    return tuple(steps)


def view_storage(flat, dtype, offset, size, stride):
    """The tensor of `dtype` and `size` at `offset` and `stride` (in elements) of the bytes `flat`.

    It shares the memory of `flat`, and is a leaf of its own, not a view.
    Raises ValueError when it would reach out of the storage, TorchError for a dtype that needs a quantizer.
    """
    if dtype.name.startswith("q"):
        raise TorchError(f"a tensor of {dtype} is quantized: it cannot be made without its scale and zero point")
    offset, size, stride = checked_geometry(flat, dtype, offset, size, stride)
    return _ops.empty((0,), dtype=dtype, device=flat.device).set_(flat, offset, size, stride)
