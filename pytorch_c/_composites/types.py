"""dtypes as functions: promotion, limits, the default, and quantization schemes."""

from __future__ import annotations

import re

from .._tensor.dtype import DTYPES, dtype, of_type
from .._tensor.promotion import get_default_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Dtype


# ---- limits ----

# dtype: bits of the fraction, largest, smallest normal, decimal digits that survive
_FLOATS = {
    "float16": (10, 65504.0, 2.0**-14, 3),
    "bfloat16": (7, (2 - 2.0**-7) * 2.0**127, 2.0**-126, 2),
    "float32": (23, (2 - 2.0**-23) * 2.0**127, 2.0**-126, 6),
    "float64": (52, (2 - 2.0**-52) * 2.0**1023, 2.0**-1022, 15),
    "float8_e4m3fn": (3, 448.0, 2.0**-6, 0),
    "float8_e5m2": (2, 57344.0, 2.0**-14, 0),
    "float8_e4m3fnuz": (3, 240.0, 2.0**-7, 0),
    "float8_e5m2fnuz": (3, 57344.0, 2.0**-15, 0),  # libtorch says that its eps is 1/8
    "float8_e8m0fnu": (0, 2.0**127, 2.0**-127, 0),
}
_REAL = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}


class _Limits:
    """The common part of finfo and iinfo: one object for a dtype, which cannot be changed."""

    __slots__ = ()

    def __setattr__(self, name, value):
        known = hasattr(self, name)
        raise AttributeError(
            f"attribute {name!r} of 'torch.{type(self).__name__}' objects is not writable"
            if known
            else f"'torch.{type(self).__name__}' object has no attribute {name!r}"
        )

    def __reduce__(self):
        return type(self), (DTYPES[self.dtype],)

    def _said(self, **values):
        """Says the limits, once."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
        return self


_known_floats: dict[object, finfo] = {}
_known_ints: dict[object, iinfo] = {}


class finfo(_Limits):
    """Limits of a floating dtype, of a complex one's parts, or of the default (torch.finfo); `float` is float64.

    bits, eps (the step after 1), max, min, smallest_normal, tiny (the same), resolution (10 to the digits that
    survive), dtype (its name). Raises TypeError for other dtypes.
    """

    bits: int
    dtype: str
    eps: float
    max: float
    min: float
    resolution: float
    smallest_normal: float
    tiny: float

    __slots__ = ("bits", "dtype", "eps", "max", "min", "resolution", "smallest_normal", "tiny")

    def __new__(cls, type: Dtype | None = None) -> finfo:
        try:
            return _known_floats[type]  # the usual one, without a look at the class
        except (KeyError, TypeError):
            pass
        return cls._of(get_default_dtype() if type is None else of_type(type))

    @classmethod
    def _of(cls, type):
        if not isinstance(type, dtype):
            raise TypeError(f"finfo(): argument 'type' (position 1) must be torch.dtype, not {type.__class__.__name__}")
        name = _REAL.get(type.name, type.name)
        if name not in _FLOATS:
            raise TypeError(
                f"torch.finfo() requires a floating point input type, not {type}. Use torch.iinfo for integers"
            )
        fraction, largest, smallest, digits = _FLOATS[name]
        made = object.__new__(cls)._said(
            bits=DTYPES[name].itemsize * 8,
            dtype=name,
            eps=2.0**-fraction,
            max=largest,
            smallest_normal=smallest,
            tiny=smallest,
            resolution=10.0**-digits,
            min=-largest if name != "float8_e8m0fnu" else smallest,
        )
        return _known_floats.setdefault(type, made)

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
            f"smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )

    def __eq__(self, other):
        return isinstance(other, finfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash((finfo, self.dtype))


class iinfo(_Limits):
    """Limits of an integer dtype: bits, max, min, dtype (its name) (torch.iinfo). Raises TypeError for other dtypes."""

    bits: int
    dtype: str
    max: int
    min: int

    __slots__ = ("bits", "dtype", "max", "min")

    def __new__(cls, type: Dtype) -> iinfo:
        try:
            return _known_ints[type]
        except (KeyError, TypeError):
            pass
        return cls._of(of_type(type))

    @classmethod
    def _of(cls, type):
        if not isinstance(type, dtype):
            raise TypeError(f"iinfo(): argument 'type' (position 1) must be torch.dtype, not {type.__class__.__name__}")
        if type.name == "bool":
            raise TypeError("torch.bool is not supported by torch.iinfo")
        whole = re.fullmatch(r"(q?)u?int(\d+)(x\d)?", type.name)
        if not whole or not whole[1] and type.itemsize * 8 != int(whole[2]):
            raise TypeError(f"torch.iinfo() requires an integer input type, not {type}. Use torch.finfo for floats")
        bits = type.itemsize * 8
        smallest, largest = -(1 << bits - 1) if type.is_signed else 0, (1 << bits - type.is_signed) - 1
        made = object.__new__(cls)._said(bits=bits, dtype=type.name, min=smallest, max=largest)
        return _known_ints.setdefault(type, made)

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

    def __eq__(self, other):
        return isinstance(other, iinfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash((iinfo, self.dtype))


# ---- quantization schemes ----


class qscheme:
    """Scheme of quantized numbers, as torch.qscheme: per_tensor_affine, …"""

    __slots__ = ("name", "code")

    def __init__(self, name: str, code: int) -> None:
        self.name, self.code = name, code

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return self.name  # of its class's module


# In the order of c10::QScheme.
SCHEMES = tuple(
    map(
        qscheme,
        (
            "per_tensor_affine",
            "per_channel_affine",
            "per_tensor_symmetric",
            "per_channel_symmetric",
            "per_channel_affine_float_qparams",
        ),
        range(5),
    )
)
globals().update({one.name: one for one in SCHEMES})
if TYPE_CHECKING:
    per_tensor_affine: qscheme
    per_channel_affine: qscheme
    per_tensor_symmetric: qscheme
    per_channel_symmetric: qscheme
    per_channel_affine_float_qparams: qscheme


def _scheme(name):
    """The scheme of a pickle that version 0.2.0 wrote."""
    return next(one for one in SCHEMES if one.name == name)
