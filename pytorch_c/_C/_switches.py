"""Switches of kernels by the names of torch's extension, which compiled programs read (torch._C)."""

from __future__ import annotations

from .._boundary import api
from .._composites import switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# {name of what reads it, name of what sets it: the switch}
_SWITCHES = {
    ("_get_flash_sdp_enabled", "_set_sdp_use_flash"): "cuda.flash_sdp",
    ("_get_mem_efficient_sdp_enabled", "_set_sdp_use_mem_efficient"): "cuda.mem_efficient_sdp",
    ("_get_math_sdp_enabled", "_set_sdp_use_math"): "cuda.math_sdp",
    ("_get_cudnn_sdp_enabled", "_set_sdp_use_cudnn"): "cuda.cudnn_sdp",
    (
        "_get_math_sdp_allow_fp16_bf16_reduction",
        "_set_math_sdp_allow_fp16_bf16_reduction",
    ): "cuda.fp16_bf16_reduction_math_sdp",
    ("_get_cublas_allow_tf32", "_set_cublas_allow_tf32"): "cuda.matmul.allow_tf32",
    ("_get_overrideable_sdp_enabled", "_set_sdp_use_overrideable"): "cuda.overrideable_sdp",
    ("_get_cudnn_enabled", "_set_cudnn_enabled"): "cudnn.enabled",
    ("_get_cudnn_benchmark", "_set_cudnn_benchmark"): "cudnn.benchmark",
    ("_get_cudnn_deterministic", "_set_cudnn_deterministic"): "cudnn.deterministic",
    ("_get_cudnn_allow_tf32", "_set_cudnn_allow_tf32"): "cudnn.allow_tf32",
}


def _reader(name: str, switch: str) -> Callable[[], bool]:
    def read() -> bool:
        return api.context_switch(switch)

    read.__name__ = read.__qualname__ = name
    read.__doc__ = f"Returns whether the switch {switch} is on."
    return read


def _setter(name: str, switch: str) -> Callable[[bool], None]:
    def set_to(enabled: bool) -> None:
        api.set_context_switch(switch, bool(enabled))

    set_to.__name__ = set_to.__qualname__ = name
    set_to.__doc__ = f"Sets whether the switch {switch} is on."
    return set_to


for (_get, _set), _switch in _SWITCHES.items():
    globals()[_get], globals()[_set] = _reader(_get, _switch), _setter(_set, _switch)


_set_deterministic_algorithms = switches.use_deterministic_algorithms
_get_deterministic_algorithms = switches.are_deterministic_algorithms_enabled
_get_deterministic_algorithms_warn_only = switches.is_deterministic_algorithms_warn_only_enabled


def _get_cublas_allow_fp16_reduced_precision_reduction() -> tuple[bool, bool]:
    """Returns whether sums of float16 may be rounded on the way, and whether they may be split."""
    allowed = api.context_switch("cuda.matmul.allow_fp16_reduced_precision_reduction")
    return allowed, allowed


def _get_cublas_allow_bf16_reduced_precision_reduction() -> tuple[bool, bool]:
    """Returns whether sums of bfloat16 may be rounded on the way, and whether they may be split."""
    allowed = api.context_switch("cuda.matmul.allow_bf16_reduced_precision_reduction")
    return allowed, allowed
