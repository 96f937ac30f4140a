"""Tensors under pickle and copy: their storages as bytes, and sharing kept."""

import copy
import pickle
import weakref

from .. import _ops
from .._boundary.errors import TorchError
from .._tensor.data import frombuffer
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor

_UINT8 = DTYPES["uint8"]

# ---- storages ----


def flat_storage(data, location="cpu"):
    """A uint8 tensor (len(data),) on the device `location`, over `data` or a copy of it.

    Only a bytearray is kept; other buffers may be read-only or about to go.
    """
    data = data if isinstance(data, bytearray) else bytearray(data)
    flat = frombuffer(data, dtype=_UINT8) if data else _ops.empty((0,), dtype=_UINT8)
    return flat if location == "cpu" else flat.to(location)


def flat_view(tensor):
    """A uint8 tensor over the whole storage of `tensor`, which it shares."""
    # set_ wants a contiguous tensor, and counts from its offset.
    handle = tensor.detach().as_strided((0,), (1,), 0)
    nbytes = tensor._storage()[1]
    return _ops.empty((0,), dtype=_UINT8, device=tensor.device).set_(handle, 0, (nbytes,), (1,))


def view_storage(flat, dtype, offset, size, stride):
    """The tensor of `dtype` and `size` at `offset` and `stride` (in elements) of the bytes `flat`.

    It shares the memory of `flat`, and is a leaf of its own, not a view.
    Raises ValueError when it would reach out of the storage.
    """
    size, stride = tuple(size), tuple(stride)
    if len(size) != len(stride) or min(size + stride + (offset,)) < 0:
        raise ValueError(f"size {size}, stride {stride} and offset {offset} are no tensor's")
    end = 0 if 0 in size else offset + 1 + sum((n - 1) * s for n, s in zip(size, stride))
    if end * dtype.itemsize > flat.numel():
        raise ValueError(
            f"a tensor of size {size} needs {end * dtype.itemsize} bytes of a storage that has {flat.numel()}"
        )
    return _ops.empty((0,), dtype=dtype, device=flat.device).set_(flat, offset, size, stride)


def storage_key(tensor):
    """The same for two tensors exactly if they share their storage; None for empty ones."""
    address, nbytes = tensor._storage()
    return (address, nbytes) if nbytes else None


# ---- tensors ----


def geometry(tensor):
    """Where the tensor lies in its storage: offset, size, stride."""
    return tensor.storage_offset(), tuple(tensor.size()), tuple(tensor.stride())


def meta_args(tensor):
    """What `rebuild_meta` needs."""
    return tensor.dtype, tuple(tensor.size()), tuple(tensor.stride()), tensor.requires_grad


def flags(tensor):
    """{"conj": True} and {"neg": True} of torch's lazy conjugate and negative; else {}."""
    return {name: True for name in ("conj", "neg") if getattr(tensor, f"is_{name}")()}


# ---- pickle and copy ----


class _Source:
    """Stands for a storage while tensors over it are pickled or copied.

    There is one for a storage at a time, so that pickle's and copy's memo see what is shared.
    """

    def __init__(self, tensor):
        self.flat = flat_view(tensor)

    def __reduce_ex__(self, protocol):
        data = self.flat._host_bytes()
        data = pickle.PickleBuffer(data) if protocol >= 5 else data
        return flat_storage, (data, str(self.flat.device))

    def __deepcopy__(self, memo):
        return self.flat.clone()


_sources = weakref.WeakValueDictionary()


def _source(tensor):
    key = storage_key(tensor)
    source = _sources.get(key) if key else None
    if source is None:
        source = _Source(tensor)
        if key:
            _sources[key] = source
    return source


def reduce(tensor):
    """What Tensor.__reduce_ex__ returns: keeps values, strides, sharing and requires_grad.

    The result of a computation comes back as a leaf, as in torch.
    """
    if type(tensor) is not Tensor:  # Parameter, Buffer, and what users derive
        args = type(tensor), tensor.detach(), tensor.requires_grad
        return rebuild_subclass, args, getattr(tensor, "__dict__", None) or None
    if tensor.device.type == "meta":
        return rebuild_meta, meta_args(tensor)
    args = tensor.dtype, *geometry(tensor), tensor.requires_grad, flags(tensor)
    return rebuild, (_source(tensor), *args)


def rebuild(flat, dtype, offset, size, stride, requires_grad, bits):
    """The tensor that `reduce` described."""
    if isinstance(flat, _Source):  # copy.copy hands it on as it is: the copy shares the memory
        flat = flat.flat
    tensor = view_storage(flat, dtype, offset, size, stride)
    if bits and bits.get("conj"):
        tensor = tensor.conj()
    if bits and bits.get("neg"):
        from ..ops import aten

        tensor = aten._neg_view(tensor)
    return tensor.requires_grad_(requires_grad)


def rebuild_meta(dtype, size, stride, requires_grad):
    """The meta tensor that `reduce` described."""
    tensor = _ops.empty_strided(size, stride, dtype=dtype, device="meta")
    return tensor.requires_grad_(requires_grad)


def rebuild_subclass(cls, data, requires_grad):
    """The tensor of a class derived from Tensor that `reduce` described."""
    return data._make_subclass(cls, requires_grad)


def deepcopy(tensor, memo):
    """What Tensor.__deepcopy__ returns: memory of its own, shared by what is copied together.

    Raises TorchError (a RuntimeError) for the result of a computation, as torch does.
    """
    if id(tensor) in memo:
        return memo[id(tensor)]
    if not tensor.is_leaf:
        raise TorchError("deepcopy: only a leaf can be copied; detach() the result of a computation")
    function, *rest = tensor.__reduce_ex__(4)
    args, *state = copy.deepcopy(rest, memo)
    new = memo[id(tensor)] = function(*args)
    if state and state[0]:
        vars(new).update(state[0])
    if tensor.grad is not None:
        new.grad = copy.deepcopy(tensor.grad, memo)
    return new
