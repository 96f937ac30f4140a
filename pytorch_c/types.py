"""Names for types (torch.types): Number, Device, FileLike, _size, …"""

from __future__ import annotations

import os
from builtins import bool as _bool
from builtins import bytes as _bytes
from builtins import complex as _complex
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from collections.abc import Sequence
from typing import IO, Any

from ._composites.compiling import SymBool, SymFloat, SymInt
from ._composites.types import qscheme as _qscheme
from ._tensor.device import device as _device
from ._tensor.dtype import dtype as _dtype
from ._tensor.dtype import layout as _layout
from ._tensor.tensor import Size, Tensor

__all__ = ["Number", "Device", "FileLike", "Storage"]

Number = int | float | bool
_Number = (int, float, bool)
FileLike = str | os.PathLike[str] | IO[bytes]
Device = _device | str | int | None

_size = Size | list[int] | tuple[int, ...]
_symsize = Size | Sequence[int | SymInt]
_dispatchkey = str
_TensorOrTensors = Tensor | Sequence[Tensor]
_TensorOrOptionalTensors = Tensor | Sequence[Tensor | None]
_TensorOrTensorsOrGradEdge = Tensor | Sequence[Tensor] | Any
IntLikeType = int | SymInt
FloatLikeType = float | SymFloat
BoolLikeType = bool | SymBool
py_sym_types = (SymInt, SymFloat, SymBool)
PySymType = SymInt | SymFloat | SymBool
_BUILTIN = (_bool, _bytes, _complex, _float, _int, _str, _qscheme, _dtype, _layout)


class Storage:
    """Base of storages of any type (torch.types.Storage)."""

    device: _device
    dtype: _dtype
