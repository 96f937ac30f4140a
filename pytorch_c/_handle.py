"""From handles to Tensors, and the one place that decides how they are freed.

The work per tensor is in csrc/accel.c; the strategies are in _finalizers.py.
"""

import sys

from ._errors import throw
from ._lib import ffi, lib  # noqa: F401  (loads the C module that makes _accel)

_accel = sys.modules["pytorch_c._accel"]

wrap = _accel.wrap
wrap_many = _accel.wrap_many
wrap_list = _accel.wrap_list
shape = _accel.shape
item = _accel.item
scalar = _accel.scalar
share = _accel.share
handles = _accel.handles


def setup(tensor_class, size_class):
    """Tells the C module the classes to make; called once by _tensor.py."""
    ctypes = tuple(ffi.typeof(name) for name in ("ptc_tensor", "many", "ptc_tensor_list"))
    _accel.setup(tensor_class, tensor_class._h, size_class, ctypes, throw)

    from . import _finalizers

    _finalizers.start(tensor_class)


def optional_handles(tensors):
    """The same, with NULL for None."""
    return [ffi.NULL if t is None else t._h for t in tensors]


def close(handle):
    """Closes a handle that its Tensor has let go of, once no C call uses it any more."""
    from . import _finalizers

    _finalizers.close(handle)
