"""Writing the pickle inside torch's files: tensors under torch's names, and data around them."""

import codecs
import copyreg
import io
import pickle
import types
from collections import OrderedDict

from .._boundary.errors import TorchError, TorchNotImplementedError
from .._boundary.handle import core
from .._composites.types import qscheme
from .._tensor.device import device
from .._tensor.dtype import DTYPES, dtype, layout, memory_format
from .._tensor.tensor import Size, Tensor
from ..storage import TypedStorage, UntypedStorage, untyped_storage
from . import names
from .layouts import kind_of, nested_parts, quantizer_of, sparse_parts
from .names import NAMES, TYPED, UNTYPED, StorageType, name_of, parameter
from .pickling import (
    flags,
    geometry,
    is_wrapper,
    materialized,
    meta_args,
    own_state,
    rebuild_meta,
    saved_by,
    source_of,
    wrapper_args,
)
from .places import is_at_cpu_first, location_tag
from .storages import flat_view, storage_key

_UINT8 = DTYPES["uint8"]
_SEVERAL_TYPES = "save: Cannot save multiple tensors or storages that view the same data as different types"


class _StorageRef:
    """A storage, which the pickler writes as a persistent id."""

    def __init__(self, id):
        self.id = id


class _Saving:
    """Writes torch's data.pkl; `storages` are (itemsize, bytes) of the records data/0, ….

    The bytes are a flat uint8 tensor, or an object whose buffer they are. A pickler in Python: the one in C imports
    what it names, to compare. `legacy` is for files of torch before 1.6, whose references to storages have one more part.
    """

    def __init__(self, file, protocol=2, legacy=False, others=None):
        super().__init__(file, protocol=protocol)
        self.storages = []
        self._known, self._dtypes = {}, {}
        self._at_cpu = is_at_cpu_first()
        self._more = (None,) if legacy else ()
        self._others = getattr(others, "reducer_override", None)
        if others is not None:
            self.dispatch_table = getattr(others, "dispatch_table", copyreg.dispatch_table)

    def persistent_id(self, obj):
        if type(obj) is _StorageRef:
            return obj.id
        if isinstance(obj, (UntypedStorage, TypedStorage)):
            return self._storage_itself(obj)
        return None

    def _storage_itself(self, storage):
        """The persistent id of a storage that is no tensor's part of the pickle."""
        typed = isinstance(storage, TypedStorage)
        kind, ref = self._storage(storage._flat(), storage.dtype if typed else _UINT8, typed)
        if typed and kind is not UNTYPED:
            return ref.id
        tag, _, record, place, _, *more = ref.id
        return (tag, UNTYPED, record, place, storage.nbytes(), *more)

    def save_global(self, obj, name=None):
        found = NAMES.get(obj) if name is not None else _name_of(obj)  # a name is what reducer_override gives
        if found is None:
            return super().save_global(obj, name)
        self.write(pickle.GLOBAL + "{}\n{}\n".format(*found).encode())
        self.memoize(obj)

    def reducer_override(self, obj):
        if isinstance(obj, Tensor):
            return self._reduce_any(obj)
        if isinstance(obj, (dtype, memory_format, qscheme, StorageType)):
            return NAMES[obj][1]
        if isinstance(obj, layout):
            return names._get_layout, (str(obj),)
        if isinstance(obj, device):
            return device, (obj.type,) if obj.index is None else (obj.type, obj.index)
        if isinstance(obj, Size):
            return Size, (tuple(obj),)
        if type(obj) is bytes and not obj:
            return codecs.encode, ("", "latin1")  # torch.load refuses what Python makes of it
        return NotImplemented if self._others is None else self._others(obj)

    # ---- tensors ----

    def reduce_plain(self, tensor):
        """Returns what makes a tensor again that is nothing but numbers on the CPU; NotImplemented for others."""
        parts = core.plain_parts(tensor) if self._at_cpu else None
        kind = TYPED.get(parts[0]) if parts else None
        if kind is None or parts[6] % kind.itemsize:
            return self._reduce_any(tensor)
        _, requires_grad, offset, size, stride, *key = parts
        key = tuple(key)
        if key in self._known:
            ref = self._storage(tensor, kind.dtype)[1]
        else:
            ref = self._plain_storage(tensor, kind, key)
        return names._rebuild_tensor_v2, (ref, offset, size, stride, requires_grad, OrderedDict())

    def _plain_storage(self, tensor, kind, key):
        """The reference to a storage on the CPU that no tensor before was over."""
        number = self._known[key] = str(len(self.storages))
        self._dtypes[key] = kind.dtype
        self.storages.append((kind.itemsize, core.storage_bytes(tensor)))
        return _StorageRef(("storage", kind, number, "cpu", key[1] // kind.itemsize, *self._more))

    def _reduce_any(self, tensor):
        """Returns what makes a tensor again: its class's own way, if it has one."""
        own = type(tensor).__reduce_ex__ is not Tensor.__reduce_ex__
        if own or type(tensor).__reduce__ is not Tensor.__reduce__:
            return NotImplemented
        return self.reduce_tensor(tensor)

    def reduce_tensor(self, tensor):
        """Returns what makes a tensor again, under torch's names: (function, arguments)."""
        with core.WithoutOverrides(2):
            return self._reduced(tensor)

    def _reduced(self, tensor):
        state = own_state(tensor)
        if parameter() in type(tensor).__mro__:
            args = tensor.detach(), tensor.requires_grad, OrderedDict()
            return (names._rebuild_parameter_with_state, (*args, state)) if state else (names._rebuild_parameter, args)
        if is_wrapper(tensor):
            args = wrapper_args(tensor)
            return names._rebuild_from_type_v2, (names._rebuild_wrapper_subclass, type(tensor), args, state)
        function, args, keeps_grad = self._parts(tensor)
        if type(tensor) is not Tensor:
            return names._rebuild_from_type_v2, (function, type(tensor), args, state)
        if tensor.requires_grad and not keeps_grad:
            state = {**(state or {}), "requires_grad": True}
        return (names._rebuild_from_type_v2, (function, Tensor, args, state)) if state else (function, args)

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
        storage, ref = self._storage(tensor, tensor.dtype)
        args = ref, *geometry(tensor)
        if kind == "quantized":
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

    def _storage(self, tensor, dtype, typed=True):
        """The storage's type and reference; a storage met again keeps its record, and has to be of the same dtype."""
        nbytes = tensor._storage()[1]
        kind = TYPED.get(dtype, UNTYPED) if typed else UNTYPED
        key = storage_key(tensor) or object()
        if self._dtypes.setdefault(key, kind.dtype or _UINT8) is not (kind.dtype or _UINT8):
            raise TorchError(_SEVERAL_TYPES)
        kind = UNTYPED if nbytes % kind.itemsize else kind
        if key not in self._known:
            self._known[key] = str(len(self.storages))
            self.storages.append((kind.itemsize, flat_view(tensor)))
        place = self._place(int(self._known[key]))
        return kind, _StorageRef(("storage", kind, self._known[key], place, nbytes // kind.itemsize, *self._more))

    def _place(self, number):
        """Returns the name of where the storage of that number is."""
        flat = self.storages[number][1]
        return location_tag(untyped_storage(flat)) if isinstance(flat, Tensor) else "cpu"


class ForTorch(_Saving):
    """Reduces tensors for pickle itself, which torch reads: pickle.load() there, with no word of this package."""

    _more = ()

    def __init__(self):  # no pickler
        pass

    def _storage(self, tensor, dtype, typed=True):
        source = source_of(tensor)
        kind = TYPED.get(dtype, UNTYPED)
        if source.dtype is None:
            whole = source.flat.numel() % kind.itemsize == 0
            source.dtype = kind.dtype if kind.dtype and whole else _UINT8
        return kind if kind.dtype is source.dtype else UNTYPED, source


class Pickler(_Saving, pickle._Pickler):
    """By pickle itself; of protocols 2 and 3 what is frequent is written in C (csrc/pickle.c)."""

    # Functions go by this table past the method.
    dispatch = pickle._Pickler.dispatch | {types.FunctionType: _Saving.save_global}

    def dump(self, obj):
        if self.proto not in (2, 3) or self._others is not None or OrderedDict in copyreg.dispatch_table:
            return super().dump(obj)
        in_c = self.memo = core.PickleWriter(super().save, self.reduce_plain, _StorageRef, OrderedDict)
        self.write, self.save, self._batch_setitems = in_c.write, in_c.save, in_c.set_items
        self.framer.file_write = in_c.write  # large texts go past `write`
        try:
            super().dump(obj)
            self._file_write(in_c.take())
        finally:
            in_c.end()


class _Beside:
    """For a pickler of another module, which may have ways of its own for functions and classes."""

    def save(self, obj, *args, **kwargs):
        if _name_of(obj) is None or id(obj) in self.memo:
            return super().save(obj, *args, **kwargs)
        self.save_global(obj)


def _name_of(obj):
    return name_of(obj) if isinstance(obj, (type, types.FunctionType)) else None


def _pickler(file, protocol, legacy, module):
    """The pickler that writes what is no tensor as the Pickler of a module like pickle does."""
    if module is None or module is pickle:
        return Pickler(file, protocol, legacy)
    if not isinstance(getattr(module, "Pickler", None), type):
        raise TypeError(f"save: argument 'pickle_module' must have a class Pickler, as pickle has; got {module!r:.80}")
    if issubclass(module.Pickler, pickle._Pickler):  # in Python, as dill's
        return type("Pickler", (_Beside, _Saving, module.Pickler), {})(file, protocol, legacy)
    return Pickler(
        file, protocol, legacy, module.Pickler(io.BytesIO(), protocol=protocol)
    )  # its reducers, as cloudpickle's


def dump(obj, protocol=2, legacy=False, module=None):
    """The pickle of `obj`, and for each storage in it (itemsize, bytes as a flat uint8 tensor)."""
    if protocol is None or isinstance(protocol, int) and protocol < 0:  # as pickle means it
        protocol = pickle.DEFAULT_PROTOCOL if protocol is None else pickle.HIGHEST_PROTOCOL
    if isinstance(protocol, bool) or not isinstance(protocol, int) or not 2 <= protocol <= pickle.HIGHEST_PROTOCOL:
        raise ValueError(f"save: argument 'pickle_protocol' must be 2 to {pickle.HIGHEST_PROTOCOL}, got {protocol!r}")
    file = io.BytesIO()
    pickler = _pickler(file, protocol, legacy, module)
    with saved_by(pickler):
        pickler.dump(obj)
    return file.getvalue(), pickler.storages
