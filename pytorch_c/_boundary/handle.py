"""From handles to Tensors, and back; the C module that does the work per tensor.

That module is csrc/accel.c; how a handle is closed is chosen in _memory/finalizers.py.
"""

import sys

from .errors import throw
from .library import ffi, lib  # noqa: F401  (loads the C module that makes _accel)

accel = sys.modules.get("pytorch_c._accel")
if accel is None:
    # Its Tensor class and its finalizers belong to the main interpreter.
    raise ImportError("pytorch_c cannot be used in a subinterpreter")

wrap = accel.wrap
wrap_same = accel.wrap_same
wrap_many = accel.wrap_many
wrap_list = accel.wrap_list
shape = accel.shape
item = accel.item
scalar = accel.scalar
share = accel.share
numbers = accel.numbers
handles = accel.handles
close = accel.close
made = accel.made  # tells scopes of a Tensor that has taken over the handle of another one


def setup(tensor_class, size_class, dtypes, make_device):
    """Tells the C module the classes to make, and how a dtype and a device come from their numbers; called once."""
    names = "ptc_tensor", "many", "ptc_tensor_list", "ptc_node", "int64_t *", "ptc_tensor *"
    ctypes = tuple(map(ffi.typeof, names))
    accel.setup(tensor_class, tensor_class._h, size_class, ctypes, throw, dtypes, make_device)


def optional_handles(tensors):
    """The same, with NULL for None."""
    return [ffi.NULL if t is None else t._h for t in tensors]
