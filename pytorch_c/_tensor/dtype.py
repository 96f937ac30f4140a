"""dtypes, layouts and memory formats: named numbers, equal to c10's."""

from __future__ import annotations

import sys

from .._boundary import constants

_SHORT = {"bool": "b8", "bits1x8": "b1x8", "bits2x4": "b2x4", "bits4x2": "b4x2", "bits8": "b8x1", "bits16": "b16x1"}


class dtype:
    """An element type, as torch.dtype: ``pytorch_c.float32``, …"""

    __slots__ = ("code", "name", "itemsize", "is_floating_point", "is_complex", "is_signed")

    def __init__(self, code: int, name: str, itemsize: int, kind: str) -> None:
        self.code, self.name, self.itemsize = code, name, itemsize
        self.is_floating_point, self.is_complex = kind == "f", kind == "c"
        self.is_signed = kind in "fciq"

    def to_complex(self) -> dtype:
        """The complex dtype of which this is a part: complex64 for float32. Raises RuntimeError for others."""
        if not self.is_complex and self.name not in _COMPLEX:
            raise RuntimeError(f"there is no complex dtype for {self}")
        return DTYPES[_COMPLEX.get(self.name, self.name)]

    def to_real(self) -> dtype:
        """The dtype of a complex dtype's parts; any other dtype is its own."""
        return DTYPES[_REAL.get(self.name, self.name)]

    @property
    def abbr(self) -> str:
        """The short name, "f32". Source: torch.dtype.abbr."""
        if self.name in _SHORT:
            return _SHORT[self.name]
        kind = next(
            (one for one in ("bfloat", "bcomplex", "uint", "int", "float", "complex") if self.name.startswith(one)), ""
        )
        short = {"bfloat": "bf", "bcomplex": "bc", "uint": "u", "int": "i", "float": "f", "complex": "c"}.get(
            kind, kind
        )
        return short + self.name[len(kind) :].replace("_", "")

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return self.name  # of its class's module


class layout:
    """Layout of elements in memory, as torch.layout: strided, sparse_coo, …"""

    __slots__ = ("code", "name")

    def __init__(self, code: int, name: str) -> None:
        self.code, self.name = code, name

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return self.name  # of its class's module


class memory_format(layout):
    """The order of the dimensions in memory, as torch.memory_format."""

    __slots__ = ()


# Facts that the C library does not say of each: bytes, and the kind: f float, c complex, i signed, u unsigned or bool,
# q quantized, b bits.
_FACTS = """uint8 1 u|int8 1 i|int16 2 i|int32 4 i|int64 8 i|float16 2 f|float32 4 f|float64 8 f|complex32 4 c
complex64 8 c|complex128 16 c|bool 1 u|qint8 1 q|quint8 1 u|qint32 4 q|bfloat16 2 f|quint4x2 1 u|quint2x4 1 u
bits1x8 1 b|bits2x4 1 b|bits4x2 1 b|bits8 1 b|bits16 2 b|float8_e5m2 1 f|float8_e4m3fn 1 f|float8_e5m2fnuz 1 f
float8_e4m3fnuz 1 f|uint16 2 u|uint32 4 u|uint64 8 u|uint1 1 u|uint2 1 u|uint3 1 u|uint4 1 u|uint5 1 u
uint6 1 u|uint7 1 u|int1 1 i|int2 1 i|int3 1 i|int4 1 i|int5 1 i|int6 1 i|int7 1 i|float8_e8m0fnu 1 f
float4_e2m1fn_x2 1 f"""


def _later():
    """{name: (code, bytes, kind)} of what libtorch has since 2.14, after the last of the header's enum."""
    if f"{__package__.rpartition('.')[0]}._boundary.library" not in sys.modules:
        return {}  # codegen reads this file without a library
    from .._boundary.version import LIBTORCH_MINOR

    return {"bcomplex32": (46, 4, "c")} if LIBTORCH_MINOR >= 14 else {}


_LATER = _later()
_REAL = {"complex32": "float16", "complex64": "float32", "complex128": "float64"} | dict.fromkeys(_LATER, "bfloat16")
_COMPLEX = {real: name for name, real in _REAL.items()} | {"bfloat16": "bcomplex32" if _LATER else "complex64"}
_ALIASES = {
    "half": "float16", "float": "float32", "double": "float64", "short": "int16", "int": "int32", "long": "int64",
    "bit": "uint1", "chalf": "complex32", "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip

_facts = {name: (int(size), kind) for name, size, kind in map(str.split, _FACTS.replace("\n", "|").split("|"))}
DTYPES = {name: dtype(code, name, *_facts[name]) for name, code in constants.DTYPE.items()}
DTYPES |= {name: dtype(code, name, *facts) for name, (code, *facts) in _LATER.items()}
BY_CODE = tuple(DTYPES.values())
DTYPES |= {alias: DTYPES[name] for alias, name in _ALIASES.items()}

# Python's types, where torch takes them for dtypes.
_TYPES = {float: "float64", int: "int64", bool: "bool", complex: "complex128"}


def of_type(value):
    """The dtype that one of Python's number types stands for; anything else is given back."""
    return DTYPES[_TYPES[value]] if isinstance(value, type) and value in _TYPES else value


# torch's names where they are not the C library's.
_NAMES = {"mkldnn": "_mkldnn", "contiguous": "contiguous_format", "preserve": "preserve_format"}


def _named(kind, numbers):
    """{torch's name: the object} of an enum of layouts or memory formats."""
    return {_NAMES.get(name, name): kind(code, _NAMES.get(name, name)) for name, code in numbers.items()}


LAYOUTS = _named(layout, constants.LAYOUT)
FORMATS = _named(memory_format, constants.MEMORY_FORMAT)
LAYOUT_BY_CODE = tuple(LAYOUTS.values())


def _by_name(name):
    """The dtype, layout or memory format of a pickle that version 0.2.0 wrote."""
    return DTYPES.get(name) or LAYOUTS.get(name) or FORMATS[name]


def dtype_of(code):
    """The dtype with this number."""
    return BY_CODE[code]


# float32, strided, … as attributes of this module, for `_dtype.float32`.
globals().update({one.name: one for one in (*BY_CODE, *LAYOUTS.values(), *FORMATS.values())})
TYPE_CHECKING = False
if TYPE_CHECKING:  # those that the package itself imports from here
    uint8: dtype
    int32: dtype
    int64: dtype
    float32: dtype
    float64: dtype
ALL = BY_CODE
