"""Python's own with blocks in programs, as the classes that torch's archives have for them."""

from __future__ import annotations

from .._boundary import api
from .._boundary.constants import DTYPE
from ..amp.autocast_mode import autocast
from ..autograd._ranges import record_function
from ..autograd.grad_mode import enable_grad, no_grad
from ..cpu.amp.autocast_mode import autocast as autocast_on_cpu
from ..cuda.amp.autocast_mode import autocast as autocast_on_cuda
from ._functions import python_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_GRAD_MODE = """
def __init__(self) -> None:
  self.prev = False
def __enter__(self) -> None:
  self.prev = torch.is_grad_enabled()
  torch.set_grad_enabled({mode})
def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
  torch.set_grad_enabled(self.prev)
"""

# libtorch finds the blocks by the names of these classes and changes the operators within, by what they hold.
_IN_AND_OUT = """
def __enter__(self):
  return self
def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
  pass
"""
_AUTOCAST = (
    """
def __init__(self, device_type: str, dtype: Optional[int] = None, enabled: bool = True, cache_enabled: Optional[bool] = None) -> None:
  self.fast_dtype = torch.get_autocast_dtype(device_type) if dtype is None else dtype
  self._enabled = enabled
  self.device = device_type
"""
    + _IN_AND_OUT
)
_OF_DEVICE = (
    """
def __init__(self, enabled: bool = True, dtype: int = {dtype}, cache_enabled: bool = True) -> None:
  self._enabled = enabled
  self.device = "{device}"
  self.fast_dtype = dtype
"""
    + _IN_AND_OUT
)

_RECORD = """
def __init__(self, name: str, args: Optional[str] = None) -> None:
  self.name = name
  self.args = args
  self.run_callbacks_on_exit = True
  record: Optional[__torch__.torch.classes.profiler._RecordFunction] = None
  self.record = record
def __enter__(self):
  self.record = enter(self.name, self.args)
  return self
def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
  record = self.record
  if self.run_callbacks_on_exit and record is not None:
    leave(record)
"""
_OPERATORS = {"enter": "profiler::_record_function_enter_new", "leave": "profiler::_record_function_exit"}

_TEXTS = {
    no_grad: _GRAD_MODE.format(mode=False),
    enable_grad: _GRAD_MODE.format(mode=True),
    autocast: _AUTOCAST,
    autocast_on_cpu: _OF_DEVICE.format(device="cpu", dtype=DTYPE["bfloat16"]),
    autocast_on_cuda: _OF_DEVICE.format(device="cuda", dtype=DTYPE["float16"]),
    record_function: _RECORD,
}


def is_own(cls: Any) -> bool:
    """Returns whether the class is one of these."""
    return cls in _TEXTS


def define(cls: Any, name: str) -> None:
    """Compiles the class under its qualified name."""
    scope = api.jit_scope_new(python_unit())
    for short, op in _OPERATORS.items():
        api.jit_scope_operator(scope, short, op)
    api.jit_unit_define_class(python_unit(), name, _TEXTS[cls], "<string>", 1, scope)
