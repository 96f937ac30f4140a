"""The kernels of scaled_dot_product_attention (torch.nn.attention)."""

from __future__ import annotations

import contextlib

from ..._boundary import api
from ..._calls.native_enum import NativeEnum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend(NativeEnum):
    """A kernel of attention (torch.nn.attention.SDPBackend)."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


_SWITCHES = {
    SDPBackend.MATH: "cuda.math_sdp",
    SDPBackend.FLASH_ATTENTION: "cuda.flash_sdp",
    SDPBackend.EFFICIENT_ATTENTION: "cuda.mem_efficient_sdp",
    SDPBackend.CUDNN_ATTENTION: "cuda.cudnn_sdp",
}


@contextlib.contextmanager
def sdpa_kernel(backends: SDPBackend | Iterable[SDPBackend], set_priority: bool = False) -> Iterator[None]:
    """A block, or a decorated function, in which attention may take these kernels alone.

    Args:
        backends: One or several; libtorch chooses among them
        set_priority: torch prefers the first ones; here libtorch's own order stays

    Raises:
        TypeError: what is no SDPBackend

    Source: torch.nn.attention.sdpa_kernel.
    """
    wanted = [backends] if isinstance(backends, SDPBackend) else list(backends)
    if not all(isinstance(one, SDPBackend) for one in wanted):
        raise TypeError("sdpa_kernel(): argument 'backends' must be an SDPBackend or a list of them")
    before = {name: api.context_switch(name) for name in _SWITCHES.values()}
    try:
        for backend, name in _SWITCHES.items():
            api.set_context_switch(name, backend in wanted)
        yield
    finally:
        for name, value in before.items():
            api.set_context_switch(name, value)
