"""Python's pickles of dicts of bytes, as CIFAR comes: read as data alone, whatever the file says."""

from __future__ import annotations

import io
import math
import os

from .._files.limits import Limits
from .._files.unpickling import SafeUnpickler, renamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Bytes:
    """An array of unsigned bytes of NumPy's in a pickle: its shape and its bytes."""

    def __init__(self, shape: tuple[int, ...] = (), data: bytes = b"") -> None:
        self.shape, self.data = shape, data

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, shape, kind, fortran, data = state
        _fill(self, shape, kind, fortran, data)


class _Dtype:
    """The name of a dtype; its state, byte order and alignment, says nothing of bytes."""

    def __init__(self, name, *_):
        self.name = name

    def __setstate__(self, state):
        pass


def _fill(array, shape, kind, fortran, data):
    if type(kind) is not _Dtype or kind.name not in ("u1", "|u1"):
        raise ValueError(f"an array of {getattr(kind, 'name', kind)!r}, expected u1, unsigned bytes")
    if type(data) is str:
        data = data.encode("latin1")
    if type(shape) is not tuple or not all(type(one) is int and one >= 0 for one in shape):
        raise ValueError("an array without a shape")
    if type(data) not in (bytes, bytearray) or len(data) != math.prod(shape):
        raise ValueError(f"an array of shape {shape} with other data")
    if fortran and len(shape) > 1:
        raise ValueError("an array in columns, expected rows")
    array.shape, array.data = shape, bytes(data)


def _reconstruct(*_):
    return Bytes()


def _from_buffer(data, kind, shape, order, axis_order=None):
    array = Bytes()
    _fill(array, shape, kind, order != "C", data)
    return array


def _encode(text, encoding="latin1"):
    if type(text) is not str or encoding != "latin1":
        raise ValueError("a text where bytes belong")
    return text.encode(encoding)


_NAMES: dict[tuple[str, str], Any] = {
    ("numpy", "ndarray"): None,
    ("numpy", "dtype"): _Dtype,
    ("_codecs", "encode"): _encode,
}
for _core in ("numpy.core", "numpy._core"):
    _NAMES[f"{_core}.multiarray", "_reconstruct"] = _reconstruct
    _NAMES[f"{_core}.numeric", "_frombuffer"] = _from_buffer


class _Unpickler(SafeUnpickler):
    def __init__(self, file, limits):
        super().__init__(file, None, limits)
        self.encoding = "latin1"
        self.user = {"bytes": Bytes, "dtype": _Dtype}

    def find_class(self, module, name):
        known = renamed(module, name, self.proto)
        if known not in _NAMES:
            raise ValueError(f"{module}.{name} is not among the things that are read here")
        return _NAMES[known]

    def persistent_load(self, pid):
        raise ValueError("a reference to something outside of the file")


def read_batch(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The dict of a file that Python 2 or 3 pickled, its keys as texts, its arrays as Bytes.

    Raises FileNotFoundError, and ValueError, which names the file, for anything else in it.
    """
    with open(path, "rb") as file:
        packed = file.read()
    try:
        found = _Unpickler(io.BytesIO(packed), Limits(len(packed))).load()
    except Exception as error:  # a pickle can ask for anything
        raise ValueError(f"{os.fspath(path)}: no pickled batch: {type(error).__name__}: {error}") from None
    if type(found) is not dict:
        raise ValueError(f"{os.fspath(path)}: no pickled batch: a {type(found).__name__}, expected a dict")
    return {_text(key): value for key, value in found.items()}


def _text(key):
    return key.decode("latin1") if isinstance(key, bytes) else str(key)[:80]
