"""Tensors of torch itself, where it lives in the same process: one libtorch, so one tensor that both libraries have."""

from __future__ import annotations

import ctypes
import sys

from .._boundary import api
from .dlpack import from_dlpack
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype, _capsule_new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


def _torch():
    """The module of torch itself, loaded; ImportError where it is not installed or its name means this package."""
    import importlib

    torch = sys.modules.get("torch") or importlib.import_module("torch")
    if not isinstance(getattr(torch, "Tensor", None), type) or issubclass(torch.Tensor, Tensor):
        raise ImportError("torch is this package here (install_as_torch): torch itself cannot be loaded beside it")
    return torch


def _is_one_libtorch(torch):
    """Returns whether this process has loaded one libtorch, so that both packages use that, and torch can hand tensors over."""
    if not hasattr(torch._C, "_wrap_tensor_impl") or not hasattr(torch.Tensor, "_cdata"):
        return False
    with open("/proc/self/maps") as maps:
        files = {tuple(line.split()[3:5]) for line in maps if line.rstrip().endswith("/libtorch_cpu.so")}
    return len(files) == 1


def to_torch(tensor: Tensor) -> Any:
    """The tensor as torch.Tensor of torch itself, which is imported for it.

    Where both packages use one libtorch it is the very same tensor: memory, graph, gradient and version counter;
    backward of either goes through what both have recorded. Else it is a tensor over the same memory (DLPack),
    outside of the graph.

    Raises:
        TypeError: what is no Tensor
        ImportError: torch is not installed, or its name means this package
        BufferError: another libtorch, and a tensor that DLPack cannot say
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"to_torch(): argument 'tensor' must be Tensor, not {type(tensor).__name__}")
    torch = _torch()
    if not _is_one_libtorch(torch):
        return torch.from_dlpack(tensor.detach())
    address = api.tensor_impl(tensor)
    found = torch._C._wrap_tensor_impl(_capsule_new(address, None, None))
    del tensor  # until here it holds what is at the address
    return found


def from_torch(tensor: Any) -> Tensor:
    """A tensor of torch itself as ours: the very same one where both packages use one libtorch, as to_torch.

    Raises TypeError for what is no torch.Tensor.
    """
    torch = sys.modules.get("torch")
    kind = getattr(torch, "Tensor", None)
    if torch is None or not isinstance(kind, type) or issubclass(kind, Tensor) or not isinstance(tensor, kind):
        raise TypeError(f"from_torch(): argument 'tensor' must be torch.Tensor, not {type(tensor).__name__}")
    if not _is_one_libtorch(torch):
        return from_dlpack(tensor.detach())
    made = api.tensor_from_impl(tensor._cdata)
    return made
