"""Writing the pickle inside torch's files: tensors under torch's names, and data around them."""

import codecs
import io
import pickle
import types
from collections import OrderedDict

from .._boundary.errors import TorchNotImplementedError
from .._boundary.handle import core
from .._composites.types import qscheme
from .._tensor.device import device
from .._tensor.dtype import dtype, layout, memory_format
from .._tensor.tensor import Size, Tensor
from ..storage import TypedStorage, UntypedStorage
from . import names
from .layouts import kind_of, nested_parts, quantizer_of, sparse_parts
from .names import NAMES, TENSOR, TYPED, UNTYPED, StorageType, parameter
from .pickling import attributes, flags, geometry, materialized, meta_args, rebuild_meta
from .storages import flat_view, storage_key


class _StorageRef:
    """What the pickler turns into a storage's persistent id."""

    def __init__(self, id):
        self.id = id


class Pickler(pickle._Pickler):
    """Writes torch's data.pkl; `storages` are (itemsize, bytes) of the records data/0, ….

    The pickler in Python: the one in C imports what it names, to compare. `legacy` is for files of
    torch before 1.6, whose references to storages have one more part.
    """

    def __init__(self, file, protocol=2, legacy=False):
        super().__init__(file, protocol=protocol)
        self.storages = []
        self._known = {}
        self._more = (None,) if legacy else ()

    def persistent_id(self, obj):
        if type(obj) is _StorageRef:
            return obj.id
        if isinstance(obj, (UntypedStorage, TypedStorage)):
            return self._storage_itself(obj)
        return None

    def _storage_itself(self, storage):
        """The persistent id of a storage that is no tensor's part of the pickle."""
        kind, ref = self._storage(storage._flat())
        if isinstance(storage, TypedStorage) and kind is not UNTYPED:
            return ref.id
        tag, _, record, place, _, *more = ref.id
        return (tag, UNTYPED, record, place, storage.nbytes(), *more)

    def save_global(self, obj, name=None):
        found = NAMES.get(obj)
        if found is None:
            return super().save_global(obj, name)
        self.write(pickle.GLOBAL + "{}\n{}\n".format(*found).encode())
        self.memoize(obj)

    # Functions go by this table past the method.
    dispatch = pickle._Pickler.dispatch | {types.FunctionType: save_global}

    def reducer_override(self, obj):
        if isinstance(obj, Tensor):
            with core.WithoutOverrides(2):
                return self._reduce_tensor(obj)
        if isinstance(obj, (dtype, memory_format, qscheme, StorageType)) or obj is TENSOR:
            return NAMES[obj][1]
        if isinstance(obj, layout):
            return names._get_layout, (str(obj),)
        if isinstance(obj, device):
            return device, (obj.type,) if obj.index is None else (obj.type, obj.index)
        if isinstance(obj, Size):
            return Size, (tuple(obj),)
        if type(obj) is bytes and not obj:
            return codecs.encode, ("", "latin1")  # torch.load refuses what Python makes of it
        return NotImplemented

    # ---- tensors ----

    def _reduce_tensor(self, tensor):
        state = attributes(tensor)
        if isinstance(tensor, parameter()):
            args = tensor.detach(), tensor.requires_grad, OrderedDict()
            return (names._rebuild_parameter_with_state, (*args, state)) if state else (names._rebuild_parameter, args)
        function, args, keeps_grad = self._parts(tensor)
        if tensor.requires_grad and not keeps_grad:
            state = {**(state or {}), "requires_grad": True}
        return (names._rebuild_from_type_v2, (function, TENSOR, args, state)) if state else (function, args)

    def _parts(self, tensor):
        """(function, its arguments, whether they say requires_grad) that make the tensor again."""
        kind = kind_of(tensor)
        if kind == "sparse":
            return names._rebuild_sparse_tensor, sparse_parts(tensor), False
        if kind == "nested":
            if self._more:
                raise TorchNotImplementedError("save: torch reads nested tensors in the new format alone")
            return names._rebuild_nested_tensor, nested_parts(tensor), False
        if tensor.is_meta:
            return rebuild_meta, meta_args(tensor), True
        tensor = materialized(tensor)
        storage, ref = self._storage(tensor)
        args = ref, *geometry(tensor)
        if kind == "quantized":
            if storage is UNTYPED:
                raise TypeError(f"save: a tensor of {tensor.dtype} shares its memory with one of another dtype")
            return names._rebuild_qtensor, (*args, self._quantizer(tensor), tensor.requires_grad, OrderedDict()), True
        bits = (flags(tensor),) if flags(tensor) else ()
        args = *args, tensor.requires_grad, OrderedDict()
        if storage is UNTYPED:
            if self._more:
                raise TorchNotImplementedError(f"save: torch reads tensors of {tensor.dtype} in the new format alone")
            return names._rebuild_tensor_v3, (*args, tensor.dtype, *bits), True
        return names._rebuild_tensor_v2, (*args, *bits), True

    def _quantizer(self, tensor):
        name, *parts = quantizer_of(tensor)
        # torch has one name for both schemes by channel: the dtype of the zero points tells them apart.
        name = "per_channel_affine" if name.startswith("per_channel") else name
        return next(one for one in NAMES if isinstance(one, qscheme) and one.name == name), *parts

    def _storage(self, tensor):
        """The storage's type and reference; a storage met again keeps its record."""
        nbytes, itemsize = tensor._storage()[1], tensor.dtype.itemsize
        kind = UNTYPED if nbytes % itemsize else TYPED.get(tensor.dtype, UNTYPED)
        key = storage_key(tensor) or object()
        if key not in self._known:
            self._known[key] = str(len(self.storages)), kind
            self.storages.append((kind.itemsize, flat_view(tensor)))
        record, first = self._known[key]
        if kind is not first:  # torch.load would take the dtype of the first tensor for all
            kind = UNTYPED
        numel = nbytes // kind.itemsize
        return kind, _StorageRef(("storage", kind, record, str(tensor.device), numel, *self._more))


def dump(obj, protocol=2, legacy=False):
    """The pickle of `obj`, and for each storage in it (itemsize, bytes as a flat uint8 tensor)."""
    if isinstance(protocol, bool) or not isinstance(protocol, int) or not 2 <= protocol <= pickle.HIGHEST_PROTOCOL:
        raise ValueError(f"save: argument 'pickle_protocol' must be 2 to {pickle.HIGHEST_PROTOCOL}, got {protocol!r}")
    file = io.BytesIO()
    pickler = Pickler(file, protocol, legacy)
    pickler.dump(obj)
    return file.getvalue(), pickler.storages
