"""dtypes, layouts and memory formats: named numbers, equal to c10's."""

from __future__ import annotations


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

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return _by_name, (self.name,)


class layout:
    """How elements lie in memory, as torch.layout: strided, sparse_coo, …"""

    __slots__ = ("code", "name")

    def __init__(self, code: int, name: str) -> None:
        self.code, self.name = code, name

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return _by_name, (self.name,)


class memory_format(layout):
    """The order of the dimensions in memory, as torch.memory_format."""

    __slots__ = ()


# code, name, bytes, kind: f float, c complex, i signed, u unsigned or bool, q quantized, b bits
_DTYPES = """0 uint8 1 u|1 int8 1 i|2 int16 2 i|3 int32 4 i|4 int64 8 i|5 float16 2 f|6 float32 4 f|7 float64 8 f
8 complex32 4 c|9 complex64 8 c|10 complex128 16 c|11 bool 1 u|12 qint8 1 q|13 quint8 1 u|14 qint32 4 q|15 bfloat16 2 f
16 quint4x2 1 u|17 quint2x4 1 u|18 bits1x8 1 b|19 bits2x4 1 b|20 bits4x2 1 b|21 bits8 1 b|22 bits16 2 b
23 float8_e5m2 1 f|24 float8_e4m3fn 1 f|25 float8_e5m2fnuz 1 f|26 float8_e4m3fnuz 1 f|27 uint16 2 u|28 uint32 4 u
29 uint64 8 u|30 uint1 1 u|31 uint2 1 u|32 uint3 1 u|33 uint4 1 u|34 uint5 1 u|35 uint6 1 u|36 uint7 1 u
37 int1 1 i|38 int2 1 i|39 int3 1 i|40 int4 1 i|41 int5 1 i|42 int6 1 i|43 int7 1 i|44 float8_e8m0fnu 1 f
45 float4_e2m1fn_x2 1 f"""

_REAL = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}
_COMPLEX = {real: name for name, real in _REAL.items()} | {"bfloat16": "complex64"}
_ALIASES = {
    "half": "float16", "float": "float32", "double": "float64", "short": "int16", "int": "int32", "long": "int64",
    "chalf": "complex32", "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip

DTYPES = {}
for _line in _DTYPES.replace("\n", "|").split("|"):
    _code, _name, _size, _kind = _line.split()
    DTYPES[_name] = dtype(int(_code), _name, int(_size), _kind)
BY_CODE = tuple(DTYPES.values())
DTYPES |= {alias: DTYPES[name] for alias, name in _ALIASES.items()}

# Python's types, where torch takes them for dtypes.
_TYPES = {float: "float64", int: "int64", bool: "bool", complex: "complex128"}


def of_type(value):
    """The dtype that one of Python's number types stands for; anything else is given back."""
    return DTYPES[_TYPES[value]] if isinstance(value, type) and value in _TYPES else value


LAYOUTS = {
    name: layout(code, name)
    for code, name in enumerate(
        ("strided", "sparse_coo", "sparse_csr", "_mkldnn", "sparse_csc", "sparse_bsr", "sparse_bsc", "jagged")
    )
}
FORMATS = {
    name: memory_format(code, name)
    for code, name in enumerate(("contiguous_format", "preserve_format", "channels_last", "channels_last_3d"))
}
LAYOUT_BY_CODE = tuple(LAYOUTS.values())


def _by_name(name):
    return DTYPES.get(name) or LAYOUTS.get(name) or FORMATS[name]


def dtype_of(code):
    """The dtype with this number."""
    return BY_CODE[code]


# float32, strided, … as attributes of this module, for `_dtype.float32`.
globals().update({one.name: one for one in (*BY_CODE, *LAYOUTS.values(), *FORMATS.values())})
ALL = BY_CODE
