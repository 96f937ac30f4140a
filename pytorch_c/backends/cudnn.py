"""NVIDIA's cuDNN (torch.backends.cudnn): its switches hold in every build, and matter where it is."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager

from .._boundary import api, switches
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    enabled: bool
    benchmark: bool
    deterministic: bool
    allow_tf32: bool
    fp32_precision: str

benchmark_limit: int = 10
conv, rnn = (switches.Precision("cuda", op) for op in ("conv", "rnn"))


def is_available() -> bool:
    """Returns whether cuDNN can be used."""
    return api.cudnn_is_available()


def version() -> int | None:
    """cuDNN's version, 91002 for 9.10.2; None without it."""
    return api.cudnn_version() if api.context_has("cudnn") else None


def is_acceptable(tensor: Tensor) -> bool:
    """Returns whether cuDNN would work on a tensor: it is enabled, there, and the tensor is a CUDA tensor of floats."""
    return api.context_switch("cudnn.enabled") and is_available() and tensor.is_cuda and tensor.is_floating_point()


def flags(
    enabled: bool = False,
    benchmark: bool = False,
    benchmark_limit: int = 10,
    deterministic: bool = False,
    allow_tf32: bool = True,
    fp32_precision: str = "none",
) -> AbstractContextManager[None]:
    """A block with these switches."""
    values = {"enabled": enabled, "benchmark": benchmark, "deterministic": deterministic, "allow_tf32": allow_tf32}
    return switches.held(sys.modules[__name__], values | {"benchmark_limit": benchmark_limit})


def set_flags(
    _enabled: bool | None = None,
    _benchmark: bool | None = None,
    _benchmark_limit: int | None = None,
    _deterministic: bool | None = None,
    _allow_tf32: bool | None = None,
    _fp32_precision: str | None = "none",
) -> tuple[bool, ...]:
    """Sets what is not None; gives (enabled, benchmark, deterministic, allow_tf32) of before."""
    module = sys.modules[__name__]
    given = {"enabled": _enabled, "benchmark": _benchmark, "deterministic": _deterministic, "allow_tf32": _allow_tf32}
    before = tuple(getattr(module, name) for name in given)
    with switches.thawed():  # torch's, too, sets them after disable_global_flags()
        for name, value in given.items():
            if value is not None:
                setattr(module, name, value)
    return before


switches.install(
    __name__,
    fp32_precision=switches.precision("cuda", "all"),
    **{name: switches.switch(f"cudnn.{name}") for name in ("enabled", "benchmark", "deterministic", "allow_tf32")},
)
