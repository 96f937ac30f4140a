"""Tensors under pickle and copy: their storages as bytes, and sharing kept."""

import contextlib
import copy
import copyreg
import pickle
import sys
import threading
import weakref
from importlib import import_module

from .. import _ops
from .._boundary.errors import TorchError
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ..storage import _load_from_bytes
from .layouts import (
    kind_of,
    nested_parts,
    quantizer_of,
    rebuild_nested,
    rebuild_quantized,
    rebuild_sparse,
    sparse_parts,
)
from .storages import flat_storage, flat_view, storage_key, view_storage

# ---- tensors ----


def geometry(tensor):
    """Place of the tensor in its storage: offset, size, stride."""
    return tensor.storage_offset(), tuple(tensor.size()), tuple(tensor.stride())


def meta_args(tensor):
    """Returns what `rebuild_meta` needs."""
    return tensor.dtype, tuple(tensor.size()), tuple(tensor.stride()), tensor.requires_grad


def flags(tensor):
    """{"conj": True} and {"neg": True} of torch's lazy conjugate and negative; else {}."""
    return {name: True for name in ("conj", "neg") if getattr(tensor, f"is_{name}")()}


def materialized(tensor):
    """The tensor, or zeros in memory for autograd's zeros without any."""
    return tensor.clone() if _ops._is_zerotensor(tensor) else tensor


def slots(tensor):
    """Returns what the class of a tensor keeps in slots of its own."""
    names = copyreg._slotnames(type(tensor)) if type(tensor) is not Tensor else ()  # it notes them on the class
    return {name: getattr(tensor, name) for name in names if hasattr(tensor, name)}


def own_state(tensor):
    """Returns what a user gave the tensor: what its class says, its attributes, (attributes, slots), or None."""
    says = getattr(type(tensor), "__getstate__", None)
    if says is not None and says is not getattr(object, "__getstate__", None):
        return tensor.__getstate__()
    own, more = dict(vars(tensor)), slots(tensor)
    return (own, more) if more else own or None


# ---- pickle and copy ----


class Source:
    """Stands for a storage while tensors over it are pickled or copied.

    There is one for a storage at a time, so that pickle's and copy's memo see what is shared. `dtype` is that of the
    elements, where the pickle is one for torch.
    """

    dtype = None

    def __init__(self, tensor):
        self.flat = flat_view(tensor)

    def __reduce_ex__(self, protocol):
        if self.dtype:
            return reduce_storage(self)
        data = self.flat._host_bytes()
        data = pickle.PickleBuffer(data) if protocol >= 5 else data
        return flat_storage, (data, str(self.flat.device))

    def __deepcopy__(self, memo):
        key = storage_key(self.flat)
        found = memo.get(_COPIED, {}).get(key)
        if found is not None and storage_key(found[1]) == key:
            return flat_view(found[0])
        new = self.flat.clone()
        memo.setdefault(_COPIED, {})[key] = new, self.flat
        return new


_sources = weakref.WeakValueDictionary()


def source_of(tensor):
    key = storage_key(tensor)
    source = _sources.get(key) if key else None
    if source is None:
        source = Source(tensor)
        if key:
            _sources[key] = source
    return source


def _bytes_of(flat):
    """The flat tensor of a source: copy.copy hands it on as it is, and the copy shares the memory."""
    return flat.flat if isinstance(flat, Source) else flat


# A key of copy's memo, whose others are numbers: {key of a storage: (a tensor over its copy, one over itself)}
_COPIED = "storages of pytorch_c"
_saving = threading.local()
_PACKAGE = __package__.partition(".")[0]


def is_for_torch():
    """Returns whether this package is `torch` here (install_as_torch): torch itself reads what is pickled then."""
    return sys.modules.get("torch") is sys.modules[_PACKAGE]


def reduce_storage(storage):
    """Returns what a storage of torch reduces to."""
    return _load_from_bytes, (import_module(".alone", __package__).bytes_of(storage),)


@contextlib.contextmanager
def saved_by(pickler):
    """A block in which tensors that are reduced, by their classes perhaps, are so for a file of torch.save."""
    before = getattr(_saving, "pickler", None)
    _saving.pickler = pickler
    try:
        yield
    finally:
        _saving.pickler = before


def reduce(tensor):
    """Returns what Tensor.__reduce_ex__ returns: keeps values, strides, sharing and requires_grad.

    The result of a computation comes back as a leaf, as in torch.
    """
    saver = getattr(_saving, "pickler", None)
    if saver is None and is_for_torch():
        saver = import_module(".pickles", __package__).ForTorch()
    if saver is not None:
        return saver.reduce_tensor(tensor)
    with core.WithoutOverrides(2):  # its parts are plain, whatever its class makes of operators
        return _reduced(tensor)


def _reduced(tensor):
    state = own_state(tensor)
    if is_wrapper(tensor):
        return rebuild_wrapper, wrapper_args(tensor), state
    if type(tensor) is not Tensor:  # Parameter, Buffer, and what users derive
        return rebuild_subclass, (type(tensor), tensor.detach(), tensor.requires_grad), state
    function, args = _parts(tensor)
    return (function, args, state) if state else (function, args)


def _parts(tensor):
    kind = kind_of(tensor)
    if kind == "sparse":
        return rebuild_from_parts, (rebuild_sparse, sparse_parts(tensor), tensor.requires_grad)
    if kind == "nested":
        return rebuild_from_parts, (rebuild_nested, nested_parts(tensor), tensor.requires_grad)
    if tensor.is_meta:
        return rebuild_meta, meta_args(tensor)
    tensor = materialized(tensor)
    args = source_of(tensor), tensor.dtype, *geometry(tensor)
    if kind == "quantized":
        return rebuild_from_quantizer, (*args, quantizer_of(tensor), tensor.requires_grad)
    return rebuild, (*args, tensor.requires_grad, flags(tensor))


def rebuild(flat, dtype, offset, size, stride, requires_grad, bits):
    """The strided tensor that `reduce` described."""
    tensor = view_storage(_bytes_of(flat), dtype, offset, size, stride)
    if bits and bits.get("conj"):
        tensor = tensor.conj()
    if bits and bits.get("neg"):
        from ..ops import aten

        tensor = aten._neg_view(tensor)
    return tensor.requires_grad_(requires_grad)


def rebuild_from_quantizer(flat, dtype, offset, size, stride, quantizer, requires_grad):
    """The quantized tensor that `reduce` described."""
    return rebuild_quantized(_bytes_of(flat), dtype, offset, size, stride, quantizer, requires_grad)


def rebuild_from_parts(function, parts, requires_grad):
    """The sparse or nested tensor that `reduce` described."""
    return function(*parts).requires_grad_(requires_grad)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    """The meta tensor that `reduce` described."""
    tensor = _ops.empty_strided(size, stride, dtype=dtype, device="meta")
    return tensor.requires_grad_(requires_grad)


rebuild_meta = _rebuild_meta_tensor_no_storage


def rebuild_subclass(cls, data, requires_grad):
    """The tensor of a class derived from Tensor that `reduce` described."""
    return Tensor._make_subclass(cls, data, requires_grad)


def is_wrapper(tensor):
    """Returns whether a tensor has no memory of its own, and its class runs its operators."""
    return type(tensor).__torch_dispatch__ is not core.no_dispatch and tensor.data_ptr() == 0


def wrapper_args(tensor):
    """Returns what makes a tensor without memory again: torch._utils._rebuild_wrapper_subclass."""
    return (
        type(tensor),
        tensor.dtype,
        tuple(tensor.size()),
        tensor.stride(),
        tensor.storage_offset(),
        tensor.layout,
        tensor.device,
        tensor.requires_grad,
    )


def _rebuild_wrapper_subclass(kind, dtype, size, stride, storage_offset, layout, device, requires_grad):
    """The tensor without memory that wrapper_args described."""
    return Tensor._make_wrapper_subclass(
        kind,
        size,
        strides=stride,
        storage_offset=storage_offset,
        layout=layout,
        device=device,
        requires_grad=requires_grad,
        dtype=dtype,
    )


rebuild_wrapper = _rebuild_wrapper_subclass


def _copied_wrapper(tensor, memo):
    """A copy of a tensor without memory: what its class makes of clone()."""
    new = tensor.clone()
    if type(new) is not type(tensor):
        raise TorchError(
            "The default implementation of __deepcopy__() for wrapper subclasses only works for subclass types that "
            "properly implement clone() for which cloning returns another instance of the same subclass. You should either "
            "properly implement clone() for your subclass or override __deepcopy__() if it is intended behavior for clone() "
            "to return an instance of a different type."
        )
    memo[id(tensor)] = new
    if tensor.requires_grad and tensor.is_leaf:
        new = memo[id(tensor)] = new.detach()
        if type(new) is not type(tensor):
            raise TorchError(
                "The default implementation of __deepcopy__() of a tensor without memory needs a detach() that gives the same class"
            )
        new.requires_grad_(True)
    for name, value in vars(tensor).items():
        vars(new)[name] = copy.deepcopy(value, memo)
    return new


def _copied_alone(tensor, memo):
    """A copy without the gradient; None for what core.copied() leaves to Python."""
    copied = memo.setdefault(_COPIED, {})
    found = core.copied(tensor, copied)
    if found is None:
        return None
    new, key = found
    memo[id(tensor)] = new
    copied[key] = new, tensor
    return new


def deepcopy_parameter(parameter, memo):
    """Returns what Parameter.__deepcopy__ returns: a parameter with a copy of the data, which may be shared as deepcopy()'s."""
    if id(parameter) in memo:
        return memo[id(parameter)]
    new = _copied_alone(parameter, memo)
    if new is None:
        new = memo[id(parameter)] = type(parameter)(copy.deepcopy(parameter.data, memo), parameter.requires_grad)
    return new


def deepcopy(tensor, memo):
    """Returns what Tensor.__deepcopy__ returns: memory of its own, shared by what is copied together.

    Raises TorchError (a RuntimeError) for the result of a computation, as torch does.
    """
    if id(tensor) in memo:
        return memo[id(tensor)]
    new = _copied_alone(tensor, memo)
    if new is not None:
        if tensor.grad is not None:
            new.grad = copy.deepcopy(tensor.grad, memo)
        return new
    if not tensor.is_leaf:
        raise TorchError("deepcopy: only a leaf can be copied; detach() the result of a computation")
    if is_wrapper(tensor):
        return _copied_wrapper(tensor, memo)
    with core.WithoutOverrides(2):
        function, args, *_ = _reduced(tensor)
        new = memo[id(tensor)] = function(*copy.deepcopy(args, memo))
    for name, value in slots(tensor).items():
        setattr(new, name, copy.deepcopy(value, memo))
    vars(new).update(copy.deepcopy(vars(tensor), memo))
    if tensor.grad is not None:
        new.grad = copy.deepcopy(tensor.grad, memo)
    return new
