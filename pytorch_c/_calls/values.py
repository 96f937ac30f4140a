"""The tagged values of ptc_call: from Python by the type that a schema names, and back."""

from functools import cache

from .._boundary import constants
from .._boundary.errors import ClosedTensorError, throw
from .._boundary.handle import scalar, wrap
from .._boundary.library import NULL, ffi, lib
from .._tensor.device import device_numbers, from_numbers
from .._tensor.dtype import FORMATS, LAYOUT_BY_CODE, dtype_of
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor
from .checks import fits, split_type

_parts = cache(split_type)
_OF_SCALAR = {number: constants.VALUE_KIND[name] for name, number in constants.SCALAR_KIND.items()}
NOT_GIVEN = object()  # an argument that takes its default


class Object:
    """A value without a form in Python, such as a packed weight: only for other operators.

    Made by operators that return one; freed with its last reference.
    """

    __slots__ = ("_box",)

    def __init__(self, box):
        self._box = ffi.gc(box, lambda box: lib.ptc_values_close(box, 1))


def accepts(kind, value, strict=False):
    """Whether a value can be an argument of a schema's type.

    A 0-dim tensor is a number too, but not where `strict`.
    """
    if kind == "Tensor":
        return isinstance(value, Tensor)
    base, is_list, *_ = _parts(kind)
    if base == "Any":
        return True
    if base == "str" and is_list:
        words = isinstance(value, (list, tuple)) and all(isinstance(x, str) for x in value)
        return words or (value is None and kind.endswith("?"))
    if base in _LISTS or base in _SINGLES:
        return fits(kind, value) and not (strict and base != "Tensor" and isinstance(value, Tensor))
    return isinstance(value, Object) or (value is None and kind.endswith("?"))


# ---- to C ----


def _number(x, keep):
    kind, i, re, im = scalar(x)
    return (_OF_SCALAR[kind], i, re, im, NULL, 0)


def _text(x, keep):
    data = x.encode()
    keep.append(ffi.new("char[]", data))
    return (constants.VALUE_STRING, 0, 0.0, 0.0, keep[-1], len(data))


def _device(x, keep):
    kind, index = device_numbers(x)
    return (constants.VALUE_DEVICE, kind, 0.0, 0.0, NULL, index)


def _coded(kind):
    return lambda x, keep: (kind, x.code, 0.0, 0.0, NULL, 0)


def _handle_of(x):
    if x._h is None:
        raise ClosedTensorError("an argument is a tensor that was closed")
    return x._h


def _pointed(kind):
    return lambda x, keep: (kind, 0, 0.0, 0.0, _handle_of(x), 0)


def _object(x, keep):
    return (constants.VALUE_OBJECT, 0, 0.0, 0.0, x._box.p, 0)


_SINGLES = {
    "Tensor": _pointed(constants.VALUE_TENSOR),
    "Storage": _pointed(constants.VALUE_TENSOR),
    "Stream": lambda x, keep: _LISTS["int"](x, keep),
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
        keep.append(ffi.new(ctype, [item(x) for x in values]))
        return (kind, 0, 0.0, 0.0, keep[-1], len(values))

    return make


def _texts(values, keep):
    keep.append([ffi.new("char[]", x.encode()) for x in values])
    return _array(constants.VALUE_STRINGS, "char *[]", lambda x: x)(keep[-1], keep)


_LISTS = {
    "Tensor": _array(constants.VALUE_TENSORS, "ptc_tensor[]", lambda x: NULL if x is None else _handle_of(x)),
    "Scalar": _array(constants.VALUE_SCALARS, "ptc_scalar[]", lambda x: (0, 0, 0.0, 0.0) if x is None else scalar(x)),
    "int": _array(constants.VALUE_INTS, "int64_t[]", lambda x: x.__index__()),
    "float": _array(constants.VALUE_FLOATS, "double[]", float),
    "bool": _array(constants.VALUE_BOOLS, "bool[]", bool),
    "str": _texts,
}


def _any(x, keep):
    """What the value itself says, for an argument of the type Any."""
    if isinstance(x, Object):
        return _object(x, keep)
    if isinstance(x, (list, tuple)):
        kinds = ("Tensor", Tensor), ("int", int), ("float", float)
        base = next((base for base, kind in kinds if all(isinstance(y, kind) for y in x)), None)
        if base:
            return _LISTS[base](x, keep)
    for base, kind in (("Tensor", Tensor), ("str", str), ("Scalar", (int, float, complex))):
        if isinstance(x, kind):
            return _SINGLES[base](x, keep)
    raise TypeError(f"no operator takes a {type(x).__name__}")


def _value(kind, x, keep):
    """The fields of a ptc_value for `x`; what it points at goes into `keep`."""
    if x is NOT_GIVEN or x is None:
        return (constants.VALUE_DEFAULT if x is NOT_GIVEN else constants.VALUE_NONE, 0, 0.0, 0.0, NULL, 0)
    base, is_list, size, _, _ = _parts(kind)
    if base == "Any":
        return _any(x, keep)
    if not is_list:
        return _SINGLES.get(base, _object)(x, keep)
    if base in ("int", "float") and size and not isinstance(x, (list, tuple)):
        return _SINGLES[base](x, keep)
    return _LISTS.get(base, _object)(x, keep)


def call(operator, types, values, results):
    """Runs an operator; gives its results as a list.

    `values` are its first arguments, of the schema's `types`, with NOT_GIVEN
    where the default is meant; `results` is how many it gives.
    """
    keep = []
    args = ffi.new("ptc_value[]", [_value(kind, x, keep) for kind, x in zip(types, values)])
    out, count = ffi.new("ptc_value[]", results), ffi.new("int64_t *")
    error = lib.call_call(operator, args, len(args), out, results, count)
    if error:
        throw(error)
    try:
        return [_result(out + i) for i in range(count[0])]
    finally:
        lib.ptc_values_close(out, results)


# ---- from C ----


def _items(ctype, convert):
    def take(value):
        array = ffi.cast(ctype, value.p)
        return [convert(array, i) for i in range(value.len)]

    return take


def _take_tensor(array, i):
    handle, array[i] = array[i], NULL
    return wrap(handle)


def _taken(ctype, value):
    """The handle of a result, which is the caller's from now on."""
    handle, value.p = ffi.cast(ctype, value.p), NULL
    return handle


def _take_generator(value):
    made = object.__new__(Generator)
    made._h = ffi.gc(_taken("ptc_generator", value), lib.ptc_generator_close)
    return made


def _take_object(value):
    box = ffi.new("ptc_value *", value[0])
    value.p = NULL
    return Object(box)


_RESULTS = {
    constants.VALUE_NONE: lambda v: None,
    constants.VALUE_BOOL: lambda v: bool(v.i),
    constants.VALUE_INT: lambda v: v.i,
    constants.VALUE_UINT: lambda v: v.i % (1 << 64),
    constants.VALUE_FLOAT: lambda v: v.re,
    constants.VALUE_COMPLEX: lambda v: complex(v.re, v.im),
    constants.VALUE_STRING: lambda v: bytes(ffi.buffer(ffi.cast("char *", v.p), v.len)).decode(),
    constants.VALUE_TENSOR: lambda v: wrap(_taken("ptc_tensor", v)),
    constants.VALUE_TENSORS: _items("ptc_tensor *", _take_tensor),
    constants.VALUE_INTS: _items("int64_t *", lambda array, i: array[i]),
    constants.VALUE_FLOATS: _items("double *", lambda array, i: array[i]),
    constants.VALUE_BOOLS: _items("bool *", lambda array, i: array[i]),
    constants.VALUE_GENERATOR: _take_generator,
    constants.VALUE_DTYPE: lambda v: dtype_of(v.i),
    constants.VALUE_LAYOUT: lambda v: LAYOUT_BY_CODE[v.i],
    constants.VALUE_MEMORY_FORMAT: lambda v: list(FORMATS.values())[v.i],
    constants.VALUE_DEVICE: lambda v: from_numbers(v.i, v.len),
    constants.VALUE_OBJECT: _take_object,
}


def _result(value):
    return _RESULTS[value.kind](value)


# ---- operators ----


def find(name, overload):
    """(the operator's handle, its schema as text); raises where there is none."""
    handle = lib.call_operator_find(name.encode(), overload.encode())
    address = int(ffi.cast("uintptr_t", handle))
    if address & 1:
        throw(address - 1)
    handle = ffi.gc(handle, lib.ptc_operator_close)
    return handle, _string(lib.call_operator_schema, handle)


def names():
    """The names of all operators there are, as "aten::add.Tensor"."""
    return _string(lib.call_operator_names).split()


def _string(call, *args):
    out = ffi.new("char const **")
    error = call(*args, out)
    if error:
        throw(error)
    text = ffi.string(out[0]).decode()
    lib.ptc_string_free(out[0])
    return text
