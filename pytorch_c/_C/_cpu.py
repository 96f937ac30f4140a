"""Questions of torch to its extension about the processor (torch._C._cpu)."""

from __future__ import annotations

import ctypes
import platform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ARCH_PRCTL = 158  # number of the system call on x86-64
_ARCH_GET_XCOMP_PERM, _ARCH_REQ_XCOMP_PERM = 0x1022, 0x1023
_XTILECFG, _XTILEDATA = 17, 18


def _init_amx() -> bool:
    """Asks Linux to let this process use the tiles of AMX, and returns whether it does."""
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        return False
    call = ctypes.CDLL(None).syscall
    allowed = ctypes.c_ulong(0)
    if call(_ARCH_PRCTL, _ARCH_REQ_XCOMP_PERM, _XTILEDATA) or call(
        _ARCH_PRCTL, _ARCH_GET_XCOMP_PERM, ctypes.byref(allowed)
    ):
        return False
    both = 1 << _XTILECFG | 1 << _XTILEDATA
    return allowed.value & both == both


def _get_cpu_capability() -> dict[str, Any]:
    """Returns what the processor can do."""
    from ..cpu import get_capabilities

    return dict(get_capabilities())
