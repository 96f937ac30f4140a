"""The tagged values of ptc_call: from Python by the type that a schema names, and back."""

import importlib
from collections import namedtuple

from .._boundary import api, constants, records
from .._boundary.errors import ClosedTensorError
from .._boundary.handle import core
from .._tensor.device import device, device_numbers
from .._tensor.dtype import BY_CODE, DTYPES
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor
from . import python_objects
from .checks import fits, has_symbols
from .schema import type_of

NULL = records.NULL
_OF_SCALAR = {number: constants.VALUE_KIND[name] for name, number in constants.SCALAR_KIND.items()}
NOT_GIVEN = object()  # an argument that takes its default


class Object:
    """A value without a form in Python, such as a packed weight: an argument of other calls (torch.ScriptObject).

    Made by operators and functions that return one, and by the classes in torch.classes; freed with its last reference.
    Its methods are those of its class of C++.
    """

    __slots__ = ("__weakref__", "_box")

    def __init__(self, box):
        self._box = box

    def __getattr__(self, name):
        return _objects().method(self, name)

    def __hash__(self):
        return api.value_id(self)  # a call may give another object of Python's for the same value

    def __copy__(self):
        return _objects().copied(self)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __getstate__(self):
        """Returns its state and the qualified name of its class."""
        return self.__getattr__("__getstate__")(), api.value_type(self)

    def _type(self):
        """Returns its class of C++, torch._C.ClassType."""
        from .jit_types import ClassType

        return ClassType(api.value_type(self))

    def _method_names(self):
        """Returns the names of its methods."""
        return api.value_methods(self).split("\n")

    def __reduce__(self):
        return _objects().restored, self.__getstate__()[::-1]

    def __repr__(self):
        return f"ScriptObject <{api.value_type(self)}>"


ScriptObject = Object  # torch's name


def _objects():
    return importlib.import_module(".objects", __package__)


_CODED = ("bool", "ScalarType", "Layout", "MemoryFormat")


def accepts(kind, value, strict=False):
    """Returns whether a value can be an argument of a schema's type.

    A tensor of one element is a number too, but not where `strict`.
    """
    if kind == "Tensor":
        return isinstance(value, Tensor)
    kind = type_of(kind)
    base, is_list = kind.base, kind.is_list
    if base == "Any":
        return True
    if base == python_objects.BASE:
        return isinstance(value, (list, tuple)) or (value is None and kind.optional) if is_list else True
    if base == "str" and is_list:
        words = isinstance(value, (list, tuple)) and all(isinstance(x, str) for x in value)
        return words or (value is None and kind.optional)
    if type(value) is int and not is_list and not strict and base in _CODED:
        return True  # as programs of TorchScript write them
    if base in ("int", "float") and not is_list and isinstance(value, Tensor):
        return not strict and value._h is not None and value.numel() == 1
    if base in _LISTS or base in _SINGLES:
        return fits(kind, value) and not (strict and base != "Tensor" and isinstance(value, Tensor))
    if is_list and isinstance(value, (list, tuple)):
        return all(isinstance(one, Object) or python_objects.is_stand_in(one) for one in value)
    if base.endswith("[][]") and isinstance(value, (list, tuple)):
        return all(accepts(base[:-2], one, strict) for one in value)
    return isinstance(value, Object) or (value is None and kind.optional) or python_objects.is_stand_in(value)


def accepts_numbers(kind, value, strict=False):
    """Returns what `accepts` does, with numbers for tensors: libtorch knows what was a number."""
    return accepts(kind, value, strict) or (
        type_of(kind) == "Tensor" and (type(value) in (bool, int, float, complex) or core.is_symbol(value))
    )


# ---- as a kernel of Python gets them ----


def _as_float(x):
    x = x.item() if isinstance(x, Tensor) else x
    return x if core.is_symbol(x) else float(x)


def _as_int(x):
    x = x.item() if isinstance(x, Tensor) else x
    return x if core.is_symbol(x) else x.__index__()


_TYPED = {
    "float": _as_float,
    "int": _as_int,
    "bool": lambda x: bool(x) if type(x) is int else x,
    "Device": lambda x: x if type(x) is device else device(x),
    "ScalarType": lambda x: BY_CODE[x] if type(x) is int else x,
}


def _as_it_is(x):
    return x


def converter(kind):
    """Returns a function of a value that fits a schema's type: a device for "cpu", 1.0 for a 1 where a float is wanted."""
    kind = type_of(kind)
    typed = _TYPED.get(kind.base, _as_it_is)
    if kind.is_list:
        one = typed
        typed = lambda x: list(map(one, x)) if isinstance(x, (list, tuple)) else [one(x)] * (kind.size or 1)  # noqa: E731
    if typed is _as_it_is or not kind.optional:
        return typed
    return lambda x: None if x is None else typed(x)


# ---- to C ----


def _number(x, keep):
    kind, i, re, im = core.scalar(x)
    return (_OF_SCALAR[kind], i, re, im, NULL, 0)


def _text(x, keep):
    data = x.encode()
    keep.append(records.array("char[]", data))
    return (constants.VALUE_STRING, 0, 0.0, 0.0, keep[-1], len(data))


def _device(x, keep):
    kind, index = device_numbers(x)
    return (constants.VALUE_DEVICE, kind, 0.0, 0.0, NULL, index)


def _coded(kind):
    return lambda x, keep: (kind, x if type(x) is int else x.code, 0.0, 0.0, NULL, 0)


def _storage(x, keep):
    """A storage as a tensor over it; a tensor stands for its own."""
    if not isinstance(x, Tensor):
        x = api.storage_tensor(x.untyped()._s, DTYPES["uint8"].code, 0, (0,), (1,))
    return (constants.VALUE_TENSOR, 0, 0.0, 0.0, _handle_of(x, keep), 0)


def _handle_of(x, keep):
    if x._h is None:
        raise ClosedTensorError("an argument is a tensor that was closed")
    keep.append(x._h)  # close() on another thread must wait for the call
    return records.pointer(x._h.address)


def _pointed(kind):
    return lambda x, keep: (kind, 0, 0.0, 0.0, _handle_of(x, keep), 0)


def _object(x, keep):
    return (constants.VALUE_OBJECT, 0, 0.0, 0.0, records.payload(x._box), 0)


_SINGLES = {
    "Tensor": lambda x, keep: _pointed(constants.VALUE_TENSOR)(x, keep) if isinstance(x, Tensor) else _number(x, keep),
    "Storage": _storage,
    "Stream": lambda x, keep: _LISTS["int"](_numbers_of_stream(x), keep),
    "Scalar": _number,
    "int": lambda x, keep: (constants.VALUE_INT, x.__index__(), 0.0, 0.0, NULL, 0),
    "float": lambda x, keep: (constants.VALUE_FLOAT, 0, float(x), 0.0, NULL, 0),
    "bool": lambda x, keep: (constants.VALUE_BOOL, x, 0.0, 0.0, NULL, 0),
    "str": _text,
    "Generator": _pointed(constants.VALUE_GENERATOR),
    "ScalarType": _coded(constants.VALUE_DTYPE),
    "Layout": _coded(constants.VALUE_LAYOUT),
    "MemoryFormat": _coded(constants.VALUE_MEMORY_FORMAT),
    "Device": _device,
}


def _array(kind, ctype, item):
    def make(values, keep):
        keep.append(records.array(ctype, [item(x, keep) for x in values]))
        return (kind, 0, 0.0, 0.0, keep[-1], len(values))

    return make


def _texts(values, keep):
    texts = [records.array("char[]", x.encode()) for x in values]
    keep.append(texts)
    return _array(constants.VALUE_STRINGS, "char *[]", lambda x, keep: x)(texts, keep)


_LISTS = {
    "Tensor": _array(constants.VALUE_TENSORS, "void *[]", lambda x, keep: NULL if x is None else _handle_of(x, keep)),
    "Scalar": _array(
        constants.VALUE_SCALARS, "ptc_scalar[]", lambda x, keep: (0, 0, 0.0, 0.0) if x is None else core.scalar(x)
    ),
    "int": _array(constants.VALUE_INTS, "int64_t[]", lambda x, keep: x.__index__()),
    "float": _array(constants.VALUE_FLOATS, "double[]", lambda x, keep: float(x)),
    "bool": _array(constants.VALUE_BOOLS, "bool[]", lambda x, keep: bool(x)),
    "str": _texts,
}


def _by_itself(x, keep):
    """Returns what the value itself says, for an argument of the type Any and for what holds others."""
    if isinstance(x, Object):
        return _object(x, keep)
    if isinstance(x, (list, tuple)):
        kinds = ("Tensor", Tensor), ("int", int), ("float", float)
        base = next((base for base, kind in kinds if all(isinstance(y, kind) for y in x)), None)
        if base:
            return _LISTS[base](x, keep)
    return _told(x, keep)


def _told(x, keep):
    address, owner = core.value_of(x)
    keep.append(owner)
    return records.fields(address)


def _value(kind, x, keep):
    """The fields of a ptc_value for `x`; what it points at goes into `keep`."""
    if x is NOT_GIVEN or x is None:
        return (constants.VALUE_DEFAULT if x is NOT_GIVEN else constants.VALUE_NONE, 0, 0.0, 0.0, NULL, 0)
    kind = type_of(kind)
    base = kind.base
    if has_symbols(x):
        return _by_itself(x, keep)
    if base.endswith("[][]"):
        return _told(x, keep)
    if base == "Any" or (isinstance(x, (list, tuple, dict)) and base not in _SINGLES):
        return _by_itself(x, keep)
    if not kind.is_list:
        return _SINGLES.get(base, _object)(x, keep)
    if base in ("int", "float") and kind.size and not isinstance(x, (list, tuple)):
        return _SINGLES[base](x, keep)
    return _LISTS.get(base, _object)(x, keep)


as_value = _value


def call(operator, types, values, results, keys=0):
    """Runs an operator; gives its results as a list.

    `values` are its first arguments, of the schema's `types`, with NOT_GIVEN
    where the default is meant; `results` is how many it gives, `keys` the bits
    of the dispatch keys where they are not those of the arguments.
    """
    keep = []
    given = [_value(kind, x, keep) for kind, x in zip(types, values)]
    return records.call(operator, given, results, keys)


def _in_box(resource):
    """A resource as what it stands for in Python."""
    if resource.kind != constants.RESOURCE_GENERATOR:
        return Object(resource)
    made = object.__new__(Generator)
    made._h = resource
    return made


_named_tuples = {}


def _named_tuple(name, fields, values):
    if not name:  # of an operator's results: a plain tuple, as torch gives
        return tuple(values)
    found = _named_tuples.get((name, fields))
    if found is None:
        found = _named_tuples[name, fields] = namedtuple(name, fields, rename=True)
    return found._make(values)


def _numbers_of_stream(stream):
    from .._composites.streams import Stream

    if not isinstance(stream, Stream):
        raise TypeError(f"a Stream is needed, not {type(stream).__name__}")
    return tuple(stream)


def _stream(stream_id, device_index, device_type):
    from .._composites.streams import Stream

    return Stream(stream_id=stream_id, device_index=device_index, device_type=device_type)


core.setup({"box": _in_box, "named_tuple": _named_tuple, "stream_of_numbers": _stream})


# ---- operators ----


def find(name, overload):
    """(the operator's handle, its schema as text); raises where there is none."""
    handle = api.operator_find(name, overload)
    return handle, api.operator_schema(handle)


def names():
    """The names of all operators there are, as "aten::add.Tensor"."""
    return api.operator_names().split()


def changes():
    """Returns how many operators have come and gone in this process."""
    return api.operator_changes()
